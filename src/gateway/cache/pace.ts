/** How far the intervals of polling are stretched so that the day's calls last. */
export interface Pace {
  /** Factor on every wished interval, up to the longest one. */
  readonly slowdown: number;
  /** Factor on the longest intervals; 1 while the calls allow them. */
  readonly beyond: number;
}

export const AS_WISHED: Pace = { slowdown: 1, beyond: 1 };

/** While the calls allow it, a watched resource is asked for this often; what rarely changes, at a tenth of its wish. */
const LONGEST_MS = 5 * 60_000;
const LONGEST_WISHES = 10;
const STRETCH_MAX = 10_000;
const HALVINGS = 40;

const longestMs = (wishedMs: number): number => Math.max(LONGEST_MS, LONGEST_WISHES * wishedMs);

/** The interval that is kept of a wished one. Never shorter than wished. */
export const stretchedMs = (wishedMs: number, { slowdown, beyond }: Pace): number =>
  Math.max(wishedMs, Math.min(wishedMs * Math.max(1, slowdown), longestMs(wishedMs) * beyond));

/** How many resources there are of each wished interval, in ms. */
export type Wishes = ReadonlyMap<number, number>;

export function wishesOf(intervalsMs: readonly number[]): Wishes {
  const counts = new Map<number, number>();
  for (const ms of intervalsMs) counts.set(ms, (counts.get(ms) ?? 0) + 1);
  return counts;
}

/** Calls per ms that these cost at a pace. */
export const costPerMs = (wishes: Wishes, pace = AS_WISHED): number =>
  [...wishes].reduce((sum, [ms, count]) => sum + count / stretchedMs(ms, pace), 0);

/**
 * The pace at which these cost no more than `callsPerMs`: all are stretched by one factor, but none beyond its longest
 * interval; only where that cannot be paid either are the longest ones stretched, all alike.
 */
export function paceFor(wishes: Wishes, callsPerMs: number): Pace {
  if (costPerMs(wishes) <= callsPerMs) return AS_WISHED;
  const atLongest = costPerMs(wishes, { slowdown: Infinity, beyond: 1 });
  if (atLongest > callsPerMs) {
    const beyond = Math.min(STRETCH_MAX, atLongest / Math.max(callsPerMs, Number.MIN_VALUE));
    return { slowdown: Infinity, beyond };
  }
  let fast = 1;
  let slow = STRETCH_MAX;
  for (let halving = 0; halving < HALVINGS; halving++) {
    const slowdown = (fast + slow) / 2;
    if (costPerMs(wishes, { slowdown, beyond: 1 }) > callsPerMs) fast = slowdown;
    else slow = slowdown;
  }
  return { slowdown: slow, beyond: 1 };
}

/** By how much fewer calls are made than wished. */
export function slowdownIn(wishes: Wishes, pace: Pace): number {
  const cost = costPerMs(wishes, pace);
  return cost === 0 ? 1 : costPerMs(wishes) / cost;
}
