import { WEIGHT_MAX, WEIGHT_MIN, worthOf, type Changing } from './worth';

export interface Weighed extends Changing {
  /** Calls per ms that it would cost at its wished interval: its part in what all together may cost. */
  readonly wishedPerMs: number;
}

/** By how much the even interval of a resource is multiplied. */
export type Weigh = (changing: Changing) => number;

/** So many steps halve a range of 1 to less than the rounding of rates makes of it. */
const HALVINGS = 16;
/** Rates are rounded to half an octave: a few dozen are weighed, however many resources there are. */
const STEPS_PER_OCTAVE = 2;
const CHANGES_MIN = 2 ** -6;
const CHANGES_MAX = 2 ** 6;
const WORTH_MAX = 4;

/**
 * Weights by which every resource is asked for when a call on it is worth the same, and all together cost what they would
 * at their even intervals. Alike resources all get 1. A hint comes on top: the next look spends it, and it slows no other.
 */
export function weighing(weighed: readonly Weighed[]): Weigh {
  const costs = new Map<number, number>();
  for (const { changes, hinted, wishedPerMs } of weighed) {
    if (!hinted) costs.set(stepOf(changes), (costs.get(stepOf(changes)) ?? 0) + wishedPerMs);
  }
  const worth = commonWorth([...costs].map(([step, cost]) => ({ changes: changesAt(step), cost })));
  const known = { plain: new Map<number, number>(), hinted: new Map<number, number>() };
  return ({ changes, hinted }) => {
    const step = stepOf(changes);
    const weights = hinted ? known.hinted : known.plain;
    const weight = weights.get(step) ?? weightAt(worth, { changes: changesAt(step), hinted });
    weights.set(step, weight);
    return weight;
  };
}

const stepOf = (changes: number): number =>
  Math.round(Math.log2(Math.min(CHANGES_MAX, Math.max(CHANGES_MIN, changes))) * STEPS_PER_OCTAVE);
const changesAt = (step: number): number => 2 ** (step / STEPS_PER_OCTAVE);

/** The worth at which asking costs as much as at even intervals. */
function commonWorth(groups: readonly { changes: number; cost: number }[]): number {
  const even = groups.reduce((sum, { cost }) => sum + cost, 0);
  const costAt = (worth: number): number =>
    groups.reduce((sum, { changes, cost }) => sum + cost / weightAt(worth, { changes, hinted: false }), 0);
  return halved({ low: 0, high: WORTH_MAX }, (worth) => costAt(worth) <= even);
}

/** How many even intervals old a resource is when a call on it is worth this much. */
const weightAt = (worth: number, changing: Changing): number =>
  halved({ low: WEIGHT_MIN, high: WEIGHT_MAX }, (age) => worthOf(age, changing) >= worth);

/** The lowest number in a range for which `reached` holds; it holds for everything above one that it holds for. */
function halved({ low, high }: { low: number; high: number }, reached: (at: number) => boolean): number {
  let [from, to] = [low, high];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (from + to) / 2;
    if (reached(middle)) to = middle;
    else from = middle;
  }
  return to;
}
