import { seededChance, type Chance } from '../../src/effects/chance';

const SEED_MAX = 2 ** 31;
/** What no run is named like would be looked for in vain for ever. */
const SEEDS_TRIED_MAX = 100_000;

/** The seeds of a campaign's runs, from its own one; only those that are wanted, where some are not. */
export function seedsOf(
  campaign: number,
  runs: number,
  isWanted: (seed: number) => boolean = () => true,
): readonly number[] {
  const chance = seededChance(campaign);
  const seeds: number[] = [];
  for (let tried = 0; seeds.length < runs && tried < SEEDS_TRIED_MAX; tried++) {
    const seed = Math.floor(chance() * SEED_MAX);
    if (isWanted(seed)) seeds.push(seed);
  }
  return seeds;
}

export type Weighed<T> = readonly (readonly [T, number])[];

/** One of these, each as often as it weighs. */
export function weighed<T>(choices: Weighed<T>, chance: Chance): T {
  const sum = choices.reduce((all, [, weight]) => all + weight, 0);
  let left = chance() * sum;
  for (const [choice, weight] of choices) if ((left -= weight) < 0) return choice;
  throw new Error('Nothing to choose from.');
}

export const between = (chance: Chance, from: number, to: number): number =>
  Math.round(from + chance() * (to - from));

/** One of these, each as often. */
export const oneOf = <const T>(choices: readonly [T, ...T[]], chance: Chance): T =>
  choices[Math.floor(chance() * choices.length)] ?? choices[0];
