import { rmSync } from 'node:fs';
import { systemClock } from '../src/effects/clock';
import type { Outcome } from './run';
import { FOLDER, mutantOf, type Half, type Mutant } from './mutations/mutant';
import { SIMULATOR_MUTATIONS } from './mutations/of-simulator';
import type { Mutation } from './mutations/mutation';
import { PRODUCT_MUTATIONS } from './mutations/of-product';

/** Every mutation, by the half whose rows have to notice it. */
export const MUTATIONS: Readonly<Record<Half, readonly Mutation[]>> = {
  platform: SIMULATOR_MUTATIONS,
  product: PRODUCT_MUTATIONS,
};

/** What came of one mutation: the rows that had to fail, and did not. */
export interface Tried {
  readonly mutation: Mutation;
  readonly unnoticed: readonly string[];
  /** What the first of its rows met. */
  readonly met: string;
}

const isFailed = ({ result }: Outcome): boolean => result === 'failed';

/** Runs the rows of one mutation with its rule taken back. */
export async function tried(half: Half, mutation: Mutation): Promise<Tried> {
  const outcomes = await (await mutantOf(half, mutation)).run(mutation.rows);
  const failed = outcomes.filter(isFailed);
  const ids = new Set(failed.map(({ row }) => row.id));
  const unnoticed = mutation.rows.filter((id) => !ids.has(id));
  return { mutation, unnoticed, met: failed[0] ? `${failed[0].row.id}: ${failed[0].met}` : '' };
}

/** Rows that fail as the project is: of them no mutation can be said to be noticed. */
export async function failing(half: Half, mutations: readonly Mutation[]): Promise<readonly string[]> {
  const ids = [...new Set(mutations.flatMap(({ rows }) => rows))];
  const asItIs: Mutant = await mutantOf(half);
  const held = (await asItIs.run(ids)).filter(({ result }) => result === 'held').map(({ row }) => row.id);
  return ids.filter((id) => !held.includes(id));
}

/** Takes back each rule by turn, and says which rows noticed it. Answers how many no row noticed, or not each that should have. */
export async function runMutations(
  {
    only,
    halves,
    mutations: all = MUTATIONS,
  }: {
    readonly only: string;
    readonly halves: readonly Half[];
    readonly mutations?: Readonly<Record<Half, readonly Mutation[]>>;
  },
  say: (line: string) => void,
): Promise<number> {
  const startedMs = systemClock.monotonicMs();
  let missed = 0;
  let count = 0;
  try {
    for (const half of halves) {
      const mutations = all[half].filter(({ name }) => name.includes(only));
      const before = mutations.length === 0 ? [] : await failing(half, mutations);
      if (before.length > 0) {
        say(`These rows do not hold as it is: ${before.join(', ')}.`);
        missed += mutations.length;
      } else {
        for (const mutation of mutations) {
          const { unnoticed, met } = await tried(half, mutation);
          if (unnoticed.length > 0) missed += 1;
          const rows =
            unnoticed.length > 0 ? ` by ${unnoticed.join(', ')}` : ` by ${mutation.rows.join(', ')}`;
          say(`${unnoticed.length > 0 ? 'NOT NOTICED' : 'noticed'}${rows}: ${mutation.name}\n    ${met}`);
        }
      }
      count += mutations.length;
    }
  } finally {
    rmSync(FOLDER, { recursive: true, force: true });
  }
  const seconds = ((systemClock.monotonicMs() - startedMs) / 1000).toFixed(0);
  say(`\n${count - missed} of ${count} mutations were noticed, in ${seconds} s.`);
  return missed;
}
