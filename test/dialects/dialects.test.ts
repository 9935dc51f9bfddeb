import { expect, it } from 'vitest';
import {
  described,
  dialectOf,
  differing,
  DIMENSIONS,
  dimensions,
  OWN,
  withReading,
} from '../../dialects/draw';
import { profileOf } from '../../dialects/profile';
import { shrunk } from '../../dialects/shrink';
import { Records } from '../../dialects/speaker/records';
import { jsonOf } from '../../dialects/speaker/values';
import { wrongProfileOf } from '../../dialects/wrong';
import { profileFrom } from '../../src/contract/service/profile';

const SEEDS = Array.from({ length: 300 }, (_, index) => index + 1);

it('draws the same dialect for the same seed, and every reading of every dimension sooner or later', () => {
  expect(dialectOf(7)).toEqual(dialectOf(7));
  const dialects = SEEDS.map(dialectOf);
  for (const name of dimensions)
    expect(new Set(dialects.map((dialect) => dialect[name]))).toEqual(new Set(DIMENSIONS[name]));
});

it('writes a profile that is taken for every dialect, and none for the own one', () => {
  expect(profileOf(OWN)).toEqual({});
  for (const seed of SEEDS) profileFrom(profileOf(dialectOf(seed)));
});

it('speaks by tables of its own', () => {
  const dialect = {
    ...OWN,
    names: 'camelCase',
    ids: 'long numbers',
    prices: 'scaled by 2',
    words: 'letters',
    nesting: 'volumes',
    'no value': 'missing',
  } as const;
  const records = new Records(dialect);
  const record = {
    'quotation-id': 'QT-50001',
    'request-id': 'RQ-10300',
    state: 'active',
    'price-direction': 'ask',
    quantity: 5,
    counterparty: null,
    legs: [{ price: 85.1 }],
  };
  expect(jsonOf(records.theirs('quote', record))).toBe(
    '{"quotationId":200000000000050001,"requestId":100000000000010300,"state":"A","priceDirection":"A",' +
      '"volume":{"amount":500},"legs":[{"price":8510}]}',
  );
  const body = { priceDirection: 'B', volume: { amount: 500 }, legs: [{ price: -8510 }] };
  expect(records.own('quote', body)).toEqual({
    'price-direction': 'bid',
    quantity: 5,
    legs: [{ price: -85.1 }],
  });
});

it('changes one key of a profile, and never one whose wrong reading nobody could notice', () => {
  const changed = SEEDS.flatMap((seed) => wrongProfileOf(dialectOf(seed), seed) ?? []);
  expect(changed.length).toBeGreaterThan(250);
  expect(changed.filter(({ key }) => /values\.(?:decimal|time|day)/.test(key))).toEqual([]);
  expect(new Set(changed.map(({ dimension }) => dimension)).size).toBeGreaterThan(12);
});

it('shrinks a failure to what it needs', async () => {
  const failing = withReading(withReading(dialectOf(11), 'ids', 'numbers'), 'flags', 'Y and N');
  const smallest = await shrunk(
    failing,
    async (dialect) => dialect.ids === 'numbers' && dialect.flags === 'Y and N',
  );
  expect(described(smallest, differing(smallest))).toBe('ids: numbers; flags: Y and N');
});
