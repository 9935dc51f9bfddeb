import fc from 'fast-check';
import { changedAt, nested, placesIn, textOf, token, treeOf, type Entry, type Tree } from './json-tree';

/** Written numbers that a reader may stumble over: not finite, too large, too small, too fine, oddly written. */
const NUMBERS = [
  ...['0', '-0', '-0.0', '-1', '30.10', '3010e-2', '1E2', '5e-324', '1e-400', '1e300', '1e999', '-1e999'],
  ...['1e9', '999999999.99999999', '123456789.123456789', '1e-9', '0.30000000000000004', '9007199254740993'],
  ...['0.1000000000000000055511151231257827', '1e21', '1.5e-7', '-123456789.00000001'],
];

/** What a service that is broken, or newer than this product, may write in place of a value. */
const STRANGE: readonly Tree[] = [
  ...NUMBERS.map(token),
  ...['null', 'true', 'false', '""', '" "', '"null"', '"41.5"', '"-4.25"', '"1e3"', '"NaN"'].map(token),
  ...['"=1+1"', '"buy"', '"sell"', '"bid"', '"firm"', '"standard-spread"', '"2026-11-20T10:00:00Z"'].map(
    token,
  ),
  ...['"\\u0000"', '"\\ud800"', '"\\u202e30"', '"３０"', '"à🙂"', '"a/b"', '".."', '"__proto__"'].map(token),
  ...[
    '[]',
    '{}',
    '[[]]',
    '[{}]',
    '[{"price":1}]',
    '{"price":1}',
    '[{"price":"1"}]',
    '[1,2,3,4]',
    '["a"]',
  ].map(token),
  ...['{"__proto__":{"price":7,"spread-price":"7"}}', '[{"__proto__":{"price":7}}]'].map(token),
  ...['{"constructor":{"prototype":{"price":7}}}', '{"toString":1,"valueOf":2,"length":3}'].map(token),
];

/** Names that mean something to JavaScript, or to another record. */
const NAMES = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'length', 'toJSON'],
  ...['price', 'spread-price', 'legs', 'type', 'state', 'id', 'items', '', '0', 'Price', 'price ', 'ｐrice'],
];

const DEPTHS = [1, 2, 40];
/** Deeper than JavaScript can write again. */
const ABYSS = 6_000;

interface Change {
  readonly where: number;
  readonly how: number;
  readonly what: number;
  readonly number: number;
  readonly text: string;
}

const anyChange: fc.Arbitrary<Change> = fc.record({
  where: fc.nat(),
  how: fc.nat(),
  what: fc.nat(),
  number: fc.double({ noNaN: true }),
  text: fc.string({ unit: 'binary', maxLength: 12 }),
});

const picked = <T>(some: readonly T[], by: number): T => {
  const one = some[by % some.length];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
};

const numberToken = (value: number): string =>
  Number.isFinite(value) ? JSON.stringify(value) : value > 0 ? '1e999' : '-1e999';

function strangeOf({ what, number, text }: Change): Tree {
  const known = what % (STRANGE.length + 16);
  if (known < STRANGE.length) return picked(STRANGE, known);
  if (known % 2 === 0) return token(numberToken(number));
  return token(JSON.stringify(text));
}

const nameOf = ({ what, text }: Change): string => picked([...NAMES, text], what);

type Way = (entry: Entry, change: Change) => readonly Entry[];

const nesting =
  (depths: readonly number[]): Way =>
  (entry, { what }) => [
    { ...entry, value: nested(entry.value, picked(depths, what >> 1), what % 2 === 0 ? 'list' : 'record') },
  ];

const WAYS: readonly Way[] = [
  (entry, change) => [{ ...entry, value: strangeOf(change) }],
  (entry, change) => [{ ...entry, value: strangeOf(change) }],
  () => [],
  (entry, change) => [entry, { name: nameOf(change), value: strangeOf(change) }],
  (entry, change) => [{ ...entry, name: nameOf(change) }],
  // The same name once more: the last one counts.
  (entry, change) => [entry, { ...entry, value: strangeOf(change) }],
  (entry) => [entry, entry],
  (entry) => [{ ...entry, value: token(JSON.stringify(textOf(entry.value))) }],
  nesting(DEPTHS),
];
// Rarely, for it costs more time than all else.
const DEEP_WAYS: readonly Way[] = [...WAYS, ...WAYS, ...WAYS, ...WAYS, nesting([ABYSS, 2, 2, 2, 2, 2])];

const changing =
  (ways: readonly Way[]) =>
  (tree: Tree, change: Change): Tree => {
    const places = placesIn(tree);
    if (places.length === 0) return tree;
    return changedAt(tree, picked(places, change.where), (entries, index) =>
      entries.flatMap((entry, position) =>
        position === index ? picked(ways, change.how)(entry, change) : [entry],
      ),
    );
  };

function texts(record: Record<string, unknown>, ways: readonly Way[]): fc.Arbitrary<string> {
  const tree = treeOf(record);
  const several = fc.array(anyChange, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    { weight: 30, arbitrary: several.map((changes) => textOf(changes.reduce(changing(ways), tree))) },
    { weight: 1, arbitrary: anyChange.map((change) => textOf(strangeOf(change))) },
  );
}

/** The text of a good record with one to three things wrong or new in it, wherever they may be; now and then of none. */
export const mutatedText = (record: Record<string, unknown>): fc.Arbitrary<string> =>
  texts(record, DEEP_WAYS);

/** The same, once it has crossed a wire, and nothing in it deeper than a test can show. */
export const mutated = (record: Record<string, unknown>): fc.Arbitrary<unknown> =>
  texts(record, WAYS).map((text) => JSON.parse(text) as unknown);
