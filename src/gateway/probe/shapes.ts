import { plain } from '../platform/contradiction';

/** The values of many records of one kind, by where they stand: a dotted path. Lists of records inside are kept apart. */
export interface Shape {
  readonly values: ReadonlyMap<string, readonly unknown[]>;
  readonly parts: ReadonlyMap<string, readonly object[]>;
  readonly count: number;
  /** So many of them were read twice. */
  readonly repeats: number;
}

const DEPTH_MAX = 3;
/** What is in these belongs to another record. */
const APART = new Set(['clearing', 'pretrade', 'execution', 'trade', 'priceproposal', 'links', '_links']);

export function shapeOf(records: readonly object[], repeats = 0): Shape {
  const values = new Map<string, unknown[]>();
  const parts = new Map<string, object[]>();
  const add = <T>(to: Map<string, T[]>, path: string, value: T): void => {
    const held = to.get(path) ?? [];
    to.set(path, held);
    held.push(value);
  };
  const visit = (record: object, at: string, depth: number): void => {
    for (const [name, value] of Object.entries(record)) {
      // A dot in a name cannot be written in a path.
      if (name.includes('.') || name === '') continue;
      const path = at === '' ? name : `${at}.${name}`;
      if (Array.isArray(value)) {
        value.filter(isObject).forEach((part) => add(parts, path, part));
        if (value.length === 0) add(values, path, value);
      } else if (isObject(value)) {
        add(parts, path, value);
        if (depth < DEPTH_MAX && !APART.has(plain(name))) visit(value, path, depth + 1);
      } else add(values, path, value);
    }
  };
  for (const record of records) visit(record, '', 1);
  return { values, parts, count: records.length, repeats };
}

export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const lastName = (path: string): string => path.split('.').at(-1) ?? path;

/** Values that say something. */
export const said = (values: readonly unknown[] = []): readonly unknown[] =>
  values.filter((value) => value !== null && value !== undefined && value !== '');
