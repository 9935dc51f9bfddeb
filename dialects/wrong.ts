import { seededChance } from '../src/effects/chance';
import { dialectOf, dimensions, oneOf, withReading, type Dialect, type Dimension } from './draw';
import { profileOf, type ProfileFile } from './profile';

/** A profile in which one key says another reading than the platform's. */
export interface WrongProfile {
  /** Of what it is a reading. */
  readonly dimension: Dimension;
  readonly key: string;
  /** As JSON; `nothing` where the key was taken out. */
  readonly says: string;
  readonly file: ProfileFile;
}

interface Leaf {
  readonly path: readonly string[];
  readonly value: unknown;
}

/**
 * Dimensions of which nobody can notice a wrong reading: another scale is another price, another zone another time, and both look like
 * true ones; a flag that nobody reads makes a standard spread any spread, and a
 * role that nobody reads makes a purchase a sale. docs/service-profile.md says so.
 */
const UNNOTICEABLE: ReadonlySet<Dimension> = new Set([
  'prices',
  'quantities',
  'times',
  'days',
  'standard spreads',
  'sides of trades',
]);
const TRIES = 200;

/** The profile of a dialect with one key changed; `undefined` where a dialect leaves none to change. */
export function wrongProfileOf(dialect: Dialect, seed: number): WrongProfile | undefined {
  const chance = seededChance(seed ^ 0x5eed);
  const file = profileOf(dialect);
  for (let tried = 0; tried < TRIES; tried++) {
    const dimension = oneOf(dimensions, chance);
    const other = dialectOf(Math.floor(chance() * 2 ** 31))[dimension];
    if (other === dialect[dimension] || UNNOTICEABLE.has(dimension)) continue;
    const changes = changesBetween(file, profileOf(withReading(dialect, dimension, other)));
    if (changes.length === 0) continue;
    const { path, value } = oneOf(changes, chance);
    const says = value === undefined ? 'nothing' : JSON.stringify(value);
    return { dimension, key: path.join('.'), says, file: changed(file, path, value) };
  }
  return undefined;
}

/** The keys in which another file differs, with its values. */
function changesBetween(file: ProfileFile, other: ProfileFile): readonly Leaf[] {
  const [mine, theirs] = [leavesOf(file), leavesOf(other)];
  const names = new Set([...mine.keys(), ...theirs.keys()]);
  return [...names].flatMap((name) => {
    const value = theirs.get(name);
    const isSame = JSON.stringify(mine.get(name)) === JSON.stringify(value);
    return isSame ? [] : [{ path: JSON.parse(name) as string[], value }];
  });
}

/** Values that are one setting: a form of time, a list. */
const isSetting = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  Array.isArray(value) ||
  'at' in value ||
  'as' in value ||
  'true' in value;

function leavesOf(value: unknown, path: readonly string[] = []): ReadonlyMap<string, unknown> {
  if (isSetting(value)) return new Map([[JSON.stringify(path), value]]);
  return new Map(
    Object.entries(value as object).flatMap(([name, part]) => [...leavesOf(part, [...path, name])]),
  );
}

function changed(file: unknown, [name = '', ...rest]: readonly string[], value: unknown): ProfileFile {
  const fields = typeof file === 'object' && file !== null ? { ...file } : {};
  const known = new Map<string, unknown>(Object.entries(fields));
  const put = rest.length === 0 ? value : changed(known.get(name), rest, value);
  if (put === undefined) known.delete(name);
  else known.set(name, put);
  return Object.fromEntries(known);
}
