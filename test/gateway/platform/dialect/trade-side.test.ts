import { expect, it } from 'vitest';
import { profileFrom } from '../../../../src/contract/service/profile';
import { readTrade } from '../../../../src/contract/service/read-trade';
import { Dialect } from '../../../../src/gateway/platform/dialect/dialect';

const RAW = {
  'trade-id': 'T-1',
  'traded-at': '2026-11-20T09:00:00Z',
  action: 'buy',
  price: 85,
  quantity: 10,
  legs: [
    { action: 'buy', price: 31 },
    { action: 'sell', price: 29 },
  ],
};

async function read(raw: object, mapping: object = {}) {
  const dialect = new Dialect(
    profileFrom({ mapping: { tradeSide: { role: 'desk.role' }, ...mapping } }).mapping,
  );
  const translate = dialect.records('trade') ?? ((same: unknown) => same);
  return dialect.reader('trade', readTrade)(await translate(raw, {}));
}
const actionsIn = (outcome: Awaited<ReturnType<typeof read>>) =>
  outcome.ok
    ? [outcome.value.action, ...(outcome.value.raw['legs'] as { action: string }[]).map((leg) => leg.action)]
    : outcome.failure.kind;

it('is the desk’s own where it made the request, and the other one where it was asked', async () => {
  expect(actionsIn(await read({ ...RAW, desk: { role: 'initiator' } }))).toEqual(['buy', 'buy', 'sell']);
  expect(actionsIn(await read({ ...RAW, desk: { role: 'recipient' } }))).toEqual(['sell', 'sell', 'buy']);
  // What came is left as it is.
  expect(RAW.legs.map(({ action }) => action)).toEqual(['buy', 'sell']);
});

it('is told by the platform’s own words', async () => {
  const mapping = { words: { role: { initiator: 'I', recipient: 'R' }, side: { buy: 'B', sell: 'S' } } };
  const raw = { ...RAW, action: 'B', legs: [{ action: 'B', price: 31 }], desk: { role: 'R' } };
  expect(actionsIn(await read(raw, mapping))).toEqual(['sell', 'sell']);
});

it('is not told without a role: the trade is unreadable, and the key is named', async () => {
  for (const desk of [undefined, {}, { role: null }, { role: 'broker' }]) {
    const outcome = await read({ ...RAW, desk });
    expect(actionsIn(outcome)).toBe('unreadable');
    expect(JSON.stringify(outcome)).toContain('mapping.tradeSide');
  }
});

it('is asked of no answer that states no side: its ids are enough', async () => {
  const mapping = { tradeSide: { role: 'desk.role' }, envelope: 'result' };
  const dialect = new Dialect(profileFrom({ mapping }).mapping);
  const answer = (record: object) => dialect.answered('trade', { result: record }, {});
  expect(await answer({ 'trade-id': 'T-1', desk: { role: 'recipient' } })).toMatchObject({
    ok: true,
    value: { 'trade-id': 'T-1' },
  });
  expect(await answer({ 'trade-id': 'T-1' })).toMatchObject({ ok: true });
  expect(await answer({ 'trade-id': 'T-1', action: 'buy' })).toMatchObject({ ok: false });
});
