import { setTimeout as pause } from 'node:timers/promises';
import type { Member } from './member';

const EVERY_MS = 500;
const CHECK_MS_MAX = 1_000;
/** So many checks in a row without an answer, and the door is left out. */
const FALL = 2;

/** What stands before the doors, as `deploy/haproxy.cfg` has it: whatever does not answer is left out, and its connections end. */
export class Balancer {
  private readonly failed = new Map<Member, number>();
  private readonly joined = new Map<AbortController, Member>();
  private isOver = false;

  constructor(private readonly doors: readonly Member[]) {}

  start(): void {
    for (const door of this.doors) void this.watch(door);
  }

  end(): void {
    this.isOver = true;
  }

  async untilAllAnswer(): Promise<void> {
    while (!this.doors.every((door) => this.isUp(door))) await pause(EVERY_MS);
  }

  /** A door that answers; the one of this number if it does. */
  doorFor(number: number): Member | undefined {
    const { doors } = this;
    return doors.map((_, at) => doors[(number + at) % doors.length]).find((door) => door && this.isUp(door));
  }

  /** Tells it to give up when the door is left out. Calling the answer ends that. */
  joins(door: Member, giveUp: AbortController): () => void {
    this.joined.set(giveUp, door);
    return () => void this.joined.delete(giveUp);
  }

  private isUp(door: Member): boolean {
    return (this.failed.get(door) ?? FALL) < FALL;
  }

  private async watch(door: Member): Promise<void> {
    while (!this.isOver) {
      const isThere = await fetch(door.url, {
        method: 'HEAD',
        signal: AbortSignal.timeout(CHECK_MS_MAX),
      }).then(
        () => true,
        () => false,
      );
      this.failed.set(door, isThere ? 0 : (this.failed.get(door) ?? 0) + 1);
      if (!this.isUp(door)) for (const [giveUp, at] of this.joined) if (at === door) giveUp.abort();
      await pause(EVERY_MS);
    }
  }
}
