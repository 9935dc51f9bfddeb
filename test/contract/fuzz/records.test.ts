import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readErrors } from '../../../src/contract/service/api-error';
import { readRiskSettings } from '../../../src/contract/service/read-records';
import { listing } from '../../../src/contract/service/reading';
import type { Failure } from '../../../src/domain/failure';
import { mutatedText } from '../service/mutations';
import { KINDS, type Kind } from './kinds';
import { alike, digitsOf, must, own } from './written';

// What fast-check prints of a failure, `{ seed, path }`, replays it when it is put beside numRuns.
const RUNS = { numRuns: 2_000 };
const MESSAGE_LETTERS_MAX = 1_500;
const LONG = 60_000;

/** A setting that is null is none. */
const withoutNulls = (raw: unknown): unknown =>
  Object.fromEntries(Object.entries(raw as object).filter(([, value]) => value !== null));

function isSentence({ kind, message, next }: Failure): void {
  must(kind === 'unreadable', `it is called ${kind}`);
  must(/^The service sent [\s\S]+\.$/.test(message) && next.endsWith('.'), `no sentence: ${message} ${next}`);
  must(message.length <= MESSAGE_LETTERS_MAX, `a message of ${message.length} letters`);
}

/** An answer of three records: one that is changed, and a good one on either side. */
function between(kind: Kind, text: string): void {
  const [good] = kind.good;
  const [before, after] = ['before', 'after'].map((place) => ({ ...good, place }));
  const raws = JSON.parse(`[${JSON.stringify(before)},${text},${JSON.stringify(after)}]`) as unknown[];
  const { records, unreadable } = listing(raws, kind.read);
  must(records.length + unreadable.length === raws.length, 'a record was lost');
  const [first, last] = [records[0], records.at(-1)];
  must(alike(first?.raw, before) && alike(last?.raw, after), 'a good neighbour was changed, or its place');
  must(alike({ ...first, raw: {} }, { ...last, raw: {} }), 'a good neighbour is read otherwise');
  for (const { raw, failure } of unreadable) {
    must(raw === raws[1], 'a good neighbour was set aside');
    isSentence(failure);
  }
  if (unreadable.length > 0) return;
  kind.agrees(raws[1]);
  must(typeof raws[1] === 'string' || alike(records[1]?.raw, raws[1]), 'the record is not kept as it came');
}

it.each(KINDS.map((kind) => [kind.name, kind] as const))(
  'a %s that is changed in any way is read as it is written or set aside, and its neighbours stay as they are',
  (_, kind) => {
    const texts = fc.oneof(...kind.good.map(mutatedText));
    fc.assert(
      fc.property(texts, (text) => between(kind, text)),
      RUNS,
    );
  },
  LONG,
);

it.each(KINDS.map((kind) => [kind.name, kind] as const))('a good %s is read', (_, kind) => {
  for (const good of kind.good) {
    expect(kind.read(good).ok).toBe(true);
    kind.agrees(good);
  }
});

it(
  'risk settings that are changed in any way are read as they are written or set aside',
  () => {
    const good = {
      'quantity-max': 50,
      'price-min': -500.5,
      'block-negative-prices': false,
      'notify-when': 'never',
    };
    fc.assert(
      fc.property(mutatedText(good), (text) => {
        const raw: unknown = JSON.parse(text);
        const outcome = readRiskSettings(raw);
        if (!outcome.ok) return isSentence(outcome.failure);
        must(alike(outcome.value, withoutNulls(raw)), 'a setting was changed');
        for (const name of Object.keys(outcome.value)) {
          must(Object.is(outcome.value[name], own(raw, name)), `${name} was changed`);
        }
      }),
      RUNS,
    );
  },
  LONG,
);

it(
  'an error body that is changed or cut in any way still says something, in text alone',
  () => {
    const bodies = [
      { errors: [{ code: 'price-mismatch', message: 'The price moved.', field: 'legs[0].price' }] },
      {
        'field-errors': [{ field: 'quantity', message: 'too much' }],
        'global-errors': [{ error: 'closed' }],
      },
      { type: 'about:blank', title: 'Forbidden', status: 403, detail: 'The key is revoked.' },
      { message: 'Too many requests', code: 429 },
    ];
    const cut = fc.tuple(fc.oneof(...bodies.map(mutatedText)), fc.nat({ max: 400 }), fc.boolean());
    fc.assert(
      fc.property(cut, ([text, length, whole]) => {
        const body = whole ? text : text.slice(0, length);
        const errors = readErrors(body);
        must(errors.length > 0 === (body.trim() !== ''), 'nothing is said of it');
        for (const { message, code, field } of errors) {
          must(
            typeof message === 'string' && message.length <= 201,
            `a message of ${message.length} letters`,
          );
          must(code === undefined || typeof code === 'string', 'a code is no text');
          must(field === undefined || typeof field === 'string', 'a field is no text');
        }
      }),
      RUNS,
    );
  },
  LONG,
);

it('leaves what every object inherits as it was', () => {
  const texts = fc.oneof(...KINDS.flatMap(({ good }) => good.map(mutatedText)));
  const before = Object.getOwnPropertyNames(Object.prototype).sort().join();
  fc.assert(
    fc.property(texts, fc.constantFrom(...KINDS), (text, kind) => {
      kind.read(JSON.parse(text));
      must(
        Object.getOwnPropertyNames(Object.prototype).sort().join() === before,
        'something is inherited now',
      );
    }),
  );
});

it.each([
  [30.1, '30.1'],
  [-0, '0'],
  [1e21, '1000000000000000000000'],
  [1.5e-7, '0.00000015'],
  [-12.5e-9, '-0.0000000125'],
  [0.1 + 0.2, '0.30000000000000004'],
  [100, '100'],
  [5e-324, `0.${'0'.repeat(323)}5`],
])('the test itself writes %d as %s', (value, digits) => {
  expect(digitsOf(value)).toBe(digits);
});
