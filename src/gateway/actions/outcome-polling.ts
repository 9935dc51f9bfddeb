import type { Action } from '../../domain/action';
import type { Failure } from '../../domain/failure';
import type { ActionId } from '../../domain/identifiers';
import type { Lane } from '../../domain/lane';
import type { Clock } from '../../effects/clock';

const LOOK_MS_MIN = 1_000;
const LOOK_MS_MAX = {
  unknown: 60_000,
  // Taken and waiting for the operator, perhaps for hours: a look each minute would eat the day.
  acknowledged: 300_000,
};
/** After this many checks (a quarter of an hour), only an event or a person is likely to bring the outcome. */
const LATE_AFTER_LOOKS = 20;
/** From then on, all such late actions share one check per this interval. */
const LATE_SPACING_MS = 600_000;

/** This many checks (about two minutes) run in the lane of the action. */
export const LOOKS_OF_ACTION = 7;

/**
 * Until it is known the desk does not know what it holds, so the first looks go ahead of everything but what takes risk away,
 * and may use the calls that are kept for actions. One that stays unknown for hours would use them up: then it is a read like any other.
 */
export const laneOfOutcomePoll = (times: number): Lane => (belongsToAction(times) ? 'accept' : 'asked');
export const belongsToAction = (times: number): boolean => times < LOOKS_OF_ACTION;

/** How often an action counts as looked at after a look that failed. A read is not even tried on a day that is known to be spent. */
export const timesAfter = (times: number, { kind }: Pick<Failure, 'kind'>): number =>
  kind === 'quota-spent' ? Math.max(times + 1, LOOKS_OF_ACTION) : times + 1;

/** Schedules outcome checks of open actions: less and less often, but never none. */
export class OutcomePolling {
  private readonly due = new Map<ActionId, { times: number; atMs: number; cancel: () => void }>();
  private isStopped = false;

  constructor(
    private readonly clock: Clock,
    private readonly look: (id: ActionId, times: number) => Promise<void>,
    private readonly lateSpacingMs = LATE_SPACING_MS,
  ) {}

  /** `times`: number of earlier checks. */
  later({ id, state }: Pick<Action, 'id' | 'state'>, times: number): void {
    const most = state === 'acknowledged' ? LOOK_MS_MAX.acknowledged : LOOK_MS_MAX.unknown;
    const early = Math.min(most, LOOK_MS_MIN * 2 ** times);
    this.after(id, times < LATE_AFTER_LOOKS ? early : this.lateSpacingMs * this.lateBeside(id), times);
  }

  /** One that was left behind long ago is looked at once, and then as if it had been looked at all the time. */
  leftBehind(action: Pick<Action, 'id' | 'state'>, ageMs: number): void {
    const times = ageMs < LATE_AFTER_LOOKS * LOOK_MS_MAX.unknown ? 0 : LATE_AFTER_LOOKS;
    this.after(action.id, LOOK_MS_MIN, times);
  }

  /** Checks all scheduled actions at once; their check counts stay. */
  now(): void {
    this.hint([...this.due.keys()]);
  }

  /** Checks these at once; their check counts stay, so that events do not make later checks more frequent. */
  hint(ids: readonly ActionId[]): void {
    for (const id of ids) {
      const due = this.due.get(id);
      if (due) this.after(id, 0, due.times);
    }
  }

  /** Checks it within so long, if it is not to be checked sooner. */
  within(id: ActionId, waitMs: number): void {
    const due = this.due.get(id);
    if (due && due.atMs > this.clock.monotonicMs() + waitMs) this.after(id, waitMs, due.times);
  }

  end(id: ActionId): void {
    this.due.get(id)?.cancel();
    this.due.delete(id);
  }

  stop(): void {
    this.isStopped = true;
    for (const { cancel } of this.due.values()) cancel();
  }

  /** Number of late actions, including this one. */
  private lateBeside(id: ActionId): number {
    const others = [...this.due].filter(([other, { times }]) => other !== id && times >= LATE_AFTER_LOOKS);
    return others.length + 1;
  }

  private after(id: ActionId, waitMs: number, times: number): void {
    if (this.isStopped) return;
    this.due.get(id)?.cancel();
    const atMs = this.clock.monotonicMs() + waitMs;
    this.due.set(id, { times, atMs, cancel: this.clock.after(waitMs, () => void this.look(id, times)) });
  }
}
