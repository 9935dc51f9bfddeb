import fc from 'fast-check';
import { mutatedText } from '../../../contract/service/mutations';

/** Bodies that are no list, or two, or one in disguise. */
const ODD = [
  ...[
    '',
    ' ',
    'null',
    'true',
    '7',
    '-0',
    '1e999',
    '"text"',
    '[]',
    '{}',
    '[[]]',
    '[null]',
    '[1,"a",{}]',
    '{"items":null}',
  ],
  ...[
    '{"items":{}}',
    '{"items":{"0":{}}}',
    '{"items":"[]"}',
    '{"items":[],"errors":[]}',
    '{"a":[1],"b":[2],"c":[3]}',
  ],
  ...[
    '{"__proto__":[{}]}',
    '{"__proto__":{"items":[{}]}}',
    '{"constructor":[]}',
    '{"items":[],"items":[{}]}',
  ],
  ...[
    '{"length":3}',
    '[,]',
    '{"items":[}',
    "{'items':[]}",
    '\ufeff[]',
    '[]]',
    '[] []',
    '// no\n[]',
    'NaN',
    'undefined',
  ],
  ...['<html><body>Bad gateway</body></html>', 'items: []', '\u0000', '"\ud800"', 'data: []\n\n', 'OK'],
];
const ABYSS = 30_000;

/** Whatever may come back as a body in the place of some records: odd, changed, cut, endlessly nested, or no JSON at all. */
export function spoiltBodies(records: readonly Record<string, unknown>[]): fc.Arbitrary<string> {
  const changed = fc.oneof(...records.map(mutatedText));
  const lists = fc
    .tuple(
      fc.array(changed, { maxLength: 3 }),
      fc.constantFrom('[?]', '{"items":[?]}', '{"items":[?],"more":[?]}'),
    )
    .map(([texts, list]) => list.replaceAll('?', () => texts.join(',')));
  const whole = fc.oneof(changed, lists);
  const cut = fc
    .tuple(whole, fc.nat({ max: 100 }))
    .map(([text, percent]) => text.slice(0, (text.length * percent) / 100));
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...ODD) },
    { weight: 6, arbitrary: whole },
    { weight: 6, arbitrary: cut },
    { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
    { weight: 1, arbitrary: fc.constantFrom('list', 'record').map((as) => deep(as)) },
  );
}

const deep = (as: 'list' | 'record'): string => {
  const [open, close] = as === 'list' ? ['[', ']'] : ['{"a":', '}'];
  return `[${open.repeat(ABYSS)}1${close.repeat(ABYSS)}]`;
};

export const contentTypes = fc.constantFrom(
  ...['application/json', 'text/html; charset=utf-8', 'text/plain', 'application/json; charset=utf-16'],
  ...['application/x-ndjson', 'application/octet-stream', 'image/png', 'x', ''],
);
