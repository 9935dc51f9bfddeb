/** How a resource changes, measured in its own even interval: the one at which it was asked for if all were alike. */
export interface Changing {
  /** How many changes are expected in one even interval. */
  readonly changes: number;
  /** Something else says that it has changed since it was asked for. */
  readonly hinted: boolean;
}

/** No resource is asked for before this part of its even interval has passed, and each within this many. */
export const WEIGHT_MIN = 1 / 3;
export const WEIGHT_MAX = 2;

/** What age alone counts beside the chance of a change: it keeps the ages of all near to each other. */
const AGE_WEIGHT = 0.1;

/**
 * What a call is worth on a resource that was asked for so many even intervals ago. A shown value costs, at every moment,
 * the chance that it is no longer true, and a little for its age; a look saves what that cost has grown to since the last
 * one, summed over the time in between. So what never changes can wait; what changes all the time is untrue again soon
 * after any look, and is not worth chasing; what moves about once per interval gains most.
 */
export function worthOf(age: number, { changes, hinted }: Changing): number {
  const expected = changes * age;
  const unchanged = Math.exp(-expected);
  const grown = hinted ? sumOf(expected, age) : sumOf(expected, age) - age * unchanged;
  return grown + (AGE_WEIGHT * age * age) / 2;
}

/** The time for which the value was likely still true: the sum of e^−(changes·age) until now. */
const sumOf = (expected: number, age: number): number =>
  expected < 1e-9 ? age : (age * -Math.expm1(-expected)) / expected;
