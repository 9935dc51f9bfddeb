import { LANES, type Lane } from '../../domain/lane';

/** A question: its number, and the epoch ms at which it left. */
export interface Asked {
  readonly sequence: number;
  readonly at: number;
}

/** A question on its way. Questions are numbered in the order in which they left, or as long as they wait, were asked. */
export class Flight {
  hasLeft = false;
  /** Nobody wants the answer any more: a question that still waits for its turn costs nothing then. */
  readonly giveUp = new AbortController();
  landed: Promise<void> = Promise.resolve();

  constructor(
    readonly lane: Lane,
    public asked: Asked,
  ) {}

  /** What it brings is of no moment before this one. A list leaves with its first page. */
  leave(asked: Asked): void {
    if (this.hasLeft) return;
    this.hasLeft = true;
    this.asked = asked;
  }

  /**
   * Whether its answer is as good as that to the same question asked now, in this lane. `anew`: something changed just now,
   * which a question that has left may not know of yet.
   */
  serves(lane: Lane, { anew }: { anew: boolean }): boolean {
    if (this.hasLeft) return !anew;
    if (this.giveUp.signal.aborted) return false;
    return LANES.indexOf(this.lane) <= LANES.indexOf(lane);
  }

  /** Another one takes its place: while it waits for its turn it is not asked any more. */
  makeWay(): void {
    if (!this.hasLeft) this.giveUp.abort();
  }
}
