import fc from 'fast-check';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Path = readonly (string | number)[];

/** What a service that is broken, or newer than this product, may write in place of a value. */
const strange: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(
    null,
    '',
    ' ',
    'null',
    '41.5',
    '-4.25',
    '=1+1',
    'buy',
    'sell',
    'bid',
    'standard-spread',
    true,
    false,
  ),
  fc.constantFrom<Json>(
    0,
    -0,
    -1,
    1e300,
    5e-324,
    1e9,
    999_999_999.99999999,
    1e-9,
    0.1 + 0.2,
    Number.MAX_SAFE_INTEGER,
  ),
  fc.constantFrom<Json>(
    [],
    {},
    [[]],
    [{}],
    [{ price: 1 }],
    { price: 1 },
    [{ price: '1' }],
    [1, 2, 3, 4],
    ['a'],
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string(),
  fc.jsonValue({ maxDepth: 1 }).map((value) => JSON.parse(JSON.stringify(value)) as Json),
);

function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return [at, ...entries.flatMap(([step, part]) => pathsOf(part, [...at, step]))];
}

interface Change {
  readonly path: Path;
  readonly how: 'replace' | 'remove' | 'add' | 'double';
  readonly value: Json;
}

function changed(value: unknown, { path, how, value: strange }: Change): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return how === 'replace' ? strange : value;
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string | number, unknown> | unknown[] = Array.isArray(value)
    ? [...(value as unknown[])]
    : { ...value };
  if (rest.length > 0)
    Reflect.set(copy, step, changed(Reflect.get(copy, step), { path: rest, how, value: strange }));
  else if (how === 'remove' && Array.isArray(copy)) copy.splice(Number(step), 1);
  else if (how === 'remove') Reflect.deleteProperty(copy, step);
  else if (how === 'replace') Reflect.set(copy, step, strange);
  else if (how === 'add' && !Array.isArray(copy)) Reflect.set(copy, `${step}-new`, strange);
  else if (Array.isArray(copy)) copy.push(copy[Number(step)]);
  return copy;
}

/** What a value is once it has crossed a wire. */
const onTheWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** A good record with one to three things wrong or new in it, wherever they may be. */
export function mutated(record: Record<string, unknown>): fc.Arbitrary<unknown> {
  const change = fc.record<Change>({
    path: fc.constantFrom(...pathsOf(record).slice(1)),
    how: fc.constantFrom('replace', 'replace', 'remove', 'add', 'double'),
    value: strange,
  });
  const several = fc.array(change, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    { weight: 30, arbitrary: several.map((changes) => onTheWire(changes.reduce<unknown>(changed, record))) },
    { weight: 1, arbitrary: strange },
  );
}
