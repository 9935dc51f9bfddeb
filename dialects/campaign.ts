import { seededChance } from '../src/effects/chance';
import { aligned, figure } from '../chaos/campaign/table';
import {
  described,
  dialectOf,
  differing,
  DIMENSIONS,
  dimensions,
  type Dialect,
  type Dimension,
} from './draw';
import { ran } from './run';
import { shrunk } from './shrink';
import { wrongProfileOf } from './wrong';

/** One run of the campaign, and what was wrong with it. */
export interface Tried {
  readonly seed: number;
  readonly complaints: readonly string[];
  /** Of a run with a wrong profile: what of it was changed, and whether the desk said a sentence. */
  readonly wrong?: {
    readonly dimension: Dimension;
    readonly key: string;
    readonly says: string;
    readonly isTold: boolean;
  };
  /** The fewest dimensions in which a run with a right profile fails. */
  readonly smallest?: string;
}

const SEED_MAX = 2 ** 31;

export function seedsOf(campaign: number, runs: number): readonly number[] {
  const chance = seededChance(campaign);
  return Array.from({ length: runs }, () => 1 + Math.floor(chance() * (SEED_MAX - 1)));
}

/** One dialect with the profile that describes it; a failure is shrunk. */
export async function tried(seed: number): Promise<Tried> {
  const dialect = dialectOf(seed);
  const { complaints } = await ran(dialect);
  if (complaints.length === 0) return { seed, complaints };
  const fails = async (one: Dialect): Promise<boolean> => (await ran(one)).complaints.length > 0;
  const smallest = await shrunk(dialect, fails);
  return { seed, complaints, smallest: described(smallest, differing(smallest)) };
}

/** One dialect with a profile of which one key is wrong. */
export async function triedWrong(seed: number): Promise<Tried> {
  const dialect = dialectOf(seed);
  const wrong = wrongProfileOf(dialect, seed);
  if (!wrong) return { seed, complaints: [] };
  const { complaints, sentences } = await ran(dialect, wrong.file);
  const { dimension, key, says } = wrong;
  return { seed, complaints, wrong: { dimension, key, says, isTold: sentences.length > 0 } };
}

/** What was wrong with a run, and how to play it again. */
export function complaintOf({ seed, complaints, smallest, wrong }: Tried): string | undefined {
  if (complaints.length === 0) return undefined;
  const what = wrong
    ? `${wrong.key} says ${wrong.says} (${wrong.dimension}: ${dialectOf(seed)[wrong.dimension]})`
    : smallest;
  const again = `npm run dialects -- ${wrong ? '--wrong ' : ''}--replay ${seed}`;
  return [`Seed ${seed}, ${what ?? ''}:`, ...complaints.map((one) => `  ${one}`), `  Again: ${again}`].join(
    '\n',
  );
}

/** Of every dimension: readings drawn, runs in which it was not the simulator's own, and failures that hang on it. */
export function tableOf(runs: readonly Tried[]): string {
  const dialects = runs.map(({ seed }) => dialectOf(seed));
  const rows = dimensions.map((name) => {
    const drawn = new Set(dialects.map((dialect) => dialect[name])).size;
    const hanging = runs.filter(({ smallest }) =>
      smallest?.split('; ').some((one) => one.startsWith(`${name}: `)),
    );
    const others = dialects.filter((dialect) => dialect[name] !== DIMENSIONS[name][0]).length;
    return [name, `${drawn} of ${DIMENSIONS[name].length}`, String(others), figure(hanging.length)];
  });
  return aligned([['dimension', 'readings drawn', 'runs', 'failures'], ...rows]);
}

/** Of every dimension whose key was wrong: runs, in how many a sentence was said, and failures. */
export function wrongTableOf(runs: readonly Tried[]): string {
  const rows = dimensions.flatMap((name) => {
    const of = runs.filter(({ wrong }) => wrong?.dimension === name);
    if (of.length === 0) return [];
    const keys = new Set(of.map(({ wrong }) => wrong?.key)).size;
    const toldRuns = of.filter(({ wrong }) => wrong?.isTold).length;
    const failures = of.filter(({ complaints }) => complaints.length > 0).length;
    return [[name, String(keys), String(of.length), figure(toldRuns), figure(failures)]];
  });
  return aligned([['dimension', 'keys changed', 'runs', 'told', 'failures'], ...rows]);
}
