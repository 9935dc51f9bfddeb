import type { StopReason } from './program';

/** Two clocks: one stands still while a machine sleeps, the other can be set. */
export interface Moment {
  /** Epoch ms. */
  readonly now: number;
  readonly monotonicMs: number;
}

/** How long it has been, by the clock that says more. */
export const sinceMs = (then: Moment, at: Moment): number =>
  Math.max(at.now - then.now, at.monotonicMs - then.monotonicMs);

/** What keeps a program running, as it is at one moment. */
export interface Alive {
  readonly at: Moment;
  /** The last word of its page. */
  readonly heard: Moment;
  /** When this was looked at last, and how often it is looked at. */
  readonly looked: Moment;
  readonly lookEveryMs: number;
  readonly silenceMs: number;
  readonly until?: number | undefined;
  readonly isHalted: boolean;
  /** Why its starter may not run it any more. */
  readonly starter?: 'session-over' | 'not-permitted' | undefined;
  readonly isSignedIn: boolean;
  readonly isReachable: boolean;
  /** The oldest of what it stands on, and how old that may be. */
  readonly dataAgeMs: number;
  readonly dataAgeMsMax: number;
  /** Calls that it needs still to take everything off, and those that programs have left. */
  readonly callsNeeded: number;
  readonly callsLeft: number;
}

/** A look this late was slept over. */
const LATE_MS_MAX = 20_000;

/** Why a program has to stop now; `undefined` while it may run. */
export function mustStop(alive: Alive): StopReason | undefined {
  const { at, heard, looked, until } = alive;
  if (alive.isHalted) return 'halted';
  if (sinceMs(looked, at) - alive.lookEveryMs > LATE_MS_MAX) return 'asleep';
  if (sinceMs(heard, at) > alive.silenceMs) return 'silent';
  if (alive.starter) return alive.starter;
  if (!alive.isSignedIn) return 'signed-out';
  if (!alive.isReachable) return 'unreachable';
  if (alive.dataAgeMs > alive.dataAgeMsMax) return 'stale-data';
  if (alive.callsLeft <= alive.callsNeeded) return 'budget-spent';
  if (until !== undefined && at.now >= until) return 'until';
  return undefined;
}

/** Why a program stopped, as one sentence for a person. */
export const STOP_WORDS: Readonly<Record<StopReason, string>> = {
  person: 'A person stopped it.',
  silent: 'Lost contact with the page: workbook closed, or line lost.',
  disarmed: 'Trading was switched off in its workbook.',
  'session-over': 'The session of the person who started it ended.',
  'not-permitted': 'The person who started it may no longer start programs.',
  halted: 'The desk was halted.',
  'withdraw-all': 'Everything was withdrawn.',
  'stale-data': 'The desk’s view of one of its requests is too old.',
  unreachable: 'The platform cannot be reached.',
  'signed-out': 'The desk is signed out of the platform.',
  asleep: 'The gateway’s machine slept.',
  'budget-spent': 'The calls that programs may use today are used up.',
  fills: 'It reached its bound on the number of fills.',
  filled: 'It reached its bound on the quantity filled.',
  until: 'Its time is over.',
  restarted: 'The gateway was started again, or another machine leads the desk.',
};
