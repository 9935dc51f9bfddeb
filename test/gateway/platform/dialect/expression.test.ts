import { expect, it } from 'vitest';
import { exactJson } from '../../../../src/contract/service/exact-json';
import type { RecordKind } from '../../../../src/contract/service/mapping';
import { profileFrom } from '../../../../src/contract/service/profile';
import { readQuote } from '../../../../src/contract/service/read-offers';
import { readTrade } from '../../../../src/contract/service/read-trade';
import { Dialect, translatedList } from '../../../../src/gateway/platform/dialect/dialect';

const dialectOf = (mapping: object): Dialect => new Dialect(profileFrom({ mapping }).mapping);
const reading = (expression: string, kind: RecordKind = 'trade'): Dialect =>
  dialectOf({ records: { [kind]: { expression } } });

const TRADE = `{ "trade-id": id, "traded-at": $fromMillis($number(at)), "action": side = "B" ? "buy" : "sell",
  "price": $minus(gross, fee), "quantity": $scaled(lots, 1), "counterparty": who.name }`;
const raw = {
  id: 'T-1',
  at: 1763625302120,
  side: 'B',
  gross: 30.3,
  fee: 0.1,
  lots: 105,
  who: { name: 'Alpine' },
};

async function tradeBy(expression: string, record: unknown = raw) {
  const dialect = reading(expression);
  return dialect.reader('trade', readTrade)(await dialect.records('trade')?.(record, {}));
}

it('reads a record as an expression says, its money exact', async () => {
  expect(await tradeBy(TRADE)).toMatchObject({
    ok: true,
    value: {
      id: 'T-1',
      tradedAt: 1763625302120,
      action: 'buy',
      price: '30.2',
      quantity: '10.5',
      counterparty: 'Alpine',
    },
  });
});

it('keeps every digit of a number that no double carries', async () => {
  const [record] = exactJson('[{"id":"T-1","at":1,"price":12345.123456789012345678}]') as [unknown];
  const read = await tradeBy(
    '{ "trade-id": id, "traded-at": "2026-11-20", "action": "buy", "price": price }',
    record,
  );
  expect(read).toMatchObject({ ok: true, value: { price: '12345.123456789012345678' } });
});

it('makes a list of one leg, and knows the ids of the address', async () => {
  const dialect = reading(
    '{ "quotation-id": id, "request-id": $ids.`request-id`, "price-direction": "bid", "state": "active", "legs": rows.{ "price": px } }',
    'quote',
  );
  const record = await dialect.records('quote')?.(
    { id: 'Q-1', rows: [{ px: '29.50' }] },
    { 'request-id': 'RQ-1' },
  );
  expect(dialect.reader('quote', readQuote)(record)).toMatchObject({
    ok: true,
    value: { requestId: 'RQ-1', price: { shape: 'single', price: '29.5' } },
  });
});

it.each([
  ['binary arithmetic on a price', '{ "trade-id": id, "price": gross - fee }', /must evaluate to a number/],
  [
    'a price that came from binary arithmetic',
    '{ "trade-id": id, "price": $number(gross) * 3 }',
    /its price is a number; give decimal text/,
  ],
  [
    'a price of a leg that did',
    '{ "trade-id": id, "legs": [{ "price": 30.1 - 0.1 }] }',
    /its price is a number/,
  ],
  ['an unknown function', '{ "trade-id": $nothing(id) }', /non-function/],
  ['a list', '[id]', /and not one record/],
  ['nothing', 'none', /it gives nothing, and not one record/],
  ['a loop without end', '($f := function($n) { $f($n + 1) }; $f(0))', /(timeout|[Ss]tack)/],
  ['no decimal text', '{ "trade-id": id, "price": $plus(gross, side) }', /"B" is not decimal text/],
])('makes a record unreadable by %s, with a sentence that names the key', async (_, expression, says) => {
  const read = await tradeBy(expression);
  if (read.ok) throw new Error(JSON.stringify(read.value));
  expect(read.failure.kind).toBe('unreadable');
  expect(read.failure.message).toMatch(says);
  expect(read.failure.message).toContain('mapping.records.trade.expression');
  expect(read.failure.next).toContain('correct mapping.records.trade.expression in the service profile');
});

it('lets the other records of a list arrive, and takes nothing of the one that fails for a field of ours', async () => {
  const dialect = reading(TRADE);
  const bad = { ...raw, id: 'T-2', gross: 'much', 'trade-id': 'T-9' };
  const records = await translatedList([raw, bad, { ...raw, id: 'T-3' }], (one) =>
    dialect.records('trade')?.(one, {}),
  );
  const read = records.map(dialect.reader('trade', readTrade));
  expect(read.map((one) => (one.ok ? one.value.id : one.failure.kind))).toEqual(['T-1', 'unreadable', 'T-3']);
  expect(records[1]).toEqual({ 'as sent': bad });
});

it('sends a body as an expression says, and no fraction that a double made', async () => {
  const body = { 'price-direction': 'ask', 'spread-price': 1.1, quantity: 10, 'all-or-none': true };
  const sent = (expression: string) =>
    dialectOf({ bodies: { quote: { expression } } }).body('quote', body, { 'request-id': 'RQ-1' });
  const good =
    '{ "rfq": $ids.`request-id`, "px": $numeral(`spread-price`), "ticks": $numeral($unscaled(`spread-price`, 2)), "n": quantity }';
  expect(await sent(good)).toEqual({ ok: true, value: '{"rfq":"RQ-1","px":1.1,"ticks":110,"n":"10"}' });
  const failed = await sent('{ "px": $number(`spread-price`) * 3 }');
  expect(failed).toMatchObject({
    ok: false,
    failure: { kind: 'invalid-argument', message: expect.stringContaining('3.3000000000000003') as string },
  });
  expect(await sent('{ "px": ')).toMatchObject({ ok: false });
});

it('is told before anything is read when it cannot be compiled', async () => {
  expect(await reading('{ "price": ').check()).toMatchObject({
    failure: {
      message: expect.stringMatching(
        /^mapping\.records\.trade\.expression is no JSONata expression: /,
      ) as string,
    },
  });
  expect(await reading(TRADE).check()).toEqual({ ok: true, value: undefined });
});
