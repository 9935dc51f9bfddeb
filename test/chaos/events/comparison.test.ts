import { expect, it } from 'vitest';
import { comparisonIn } from '../../../chaos/events/comparison';
import { campaignDialectOf } from '../../../dialects/draw';
import { spoken } from '../../../dialects/platform';
import { profileOf } from '../../../dialects/profile';
import { profileFrom } from '../../../src/contract/service/profile';
import type { Quote } from '../../../src/domain/offers';
import { Price } from '../../../src/domain/price';
import { Quantity } from '../../../src/domain/quantity';
import { QuoteId, RequestId } from '../../../src/domain/identifiers';
import { readEvent } from '../../../src/contract/event/event-body';
import { Dialect } from '../../../src/gateway/platform/dialect/dialect';

const SEEDS = [3, 7, 11, 20_261_122];
const TRUE = {
  'quotation-id': 'QT-50001',
  'request-id': 'RQ-10300',
  state: 'active',
  'price-direction': 'ask',
  counterparty: 'Cobalt Grid',
  'all-or-none': false,
  quantity: 5,
  'created-at': '2026-11-20T09:00:00.000Z',
  legs: [{ price: 85.1 }],
};
const shown: Quote = {
  id: QuoteId.parse('QT-50001'),
  requestId: RequestId.parse('RQ-10300'),
  state: 'active',
  direction: 'ask',
  counterparty: 'Cobalt Grid',
  allOrNone: false,
  quantity: Quantity.parse('5'),
  createdAt: Date.parse('2026-11-20T09:00:00.000Z'),
  price: { shape: 'single', price: Price.parse('85.1') },
  raw: {},
};

it.each(SEEDS)('compares what is shown with the truth, field by field (dialect %d)', (seed) => {
  const comparison = comparisonIn(campaignDialectOf(seed));
  const truth = comparison.truth('quote', TRUE);
  expect(comparison.shown({ kind: 'quote', record: shown })).toEqual(truth);
  const other = { ...shown, price: { shape: 'single', price: Price.parse('85.2') } } as const;
  expect(comparison.shown({ kind: 'quote', record: other })).not.toEqual(truth);
  expect(comparison.shown({ kind: 'quote', record: { ...shown, state: 'withdrawn' } })).not.toEqual(truth);
});

it.each(SEEDS)(
  'tells events in the words of its profile, and leaves what is none as it is (dialect %d)',
  async (seed) => {
    const dialect = await spoken('http://127.0.0.1:1', campaignDialectOf(seed));
    const told = dialect.event('{"eventType":"quotation-created","request-id":"RQ-10300"}');
    const { mapping } = profileFrom(profileOf(campaignDialectOf(seed)));
    const reader = new Dialect(mapping).reader('event', readEvent);
    const translate = new Dialect(mapping).records('event') ?? ((raw: unknown) => raw);
    const read = reader(await translate(JSON.parse(told) as object, {}));
    expect(read).toMatchObject({ ok: true, value: { type: 'quotation-created', requestId: 'RQ-10300' } });
    for (const broken of ['', '[', '[{"eventType":"a"}]', 'a=b']) expect(dialect.event(broken)).toBe(broken);
    await dialect.close();
  },
);
