import { expect, it } from 'vitest';
import { readTrade } from '../../../src/contract/service/read-trade';
import { ManualClock } from '../../../src/effects/manual-clock';
import { productOfKey } from '../../../src/domain/limits/same-product';
import { silentLog } from '../../../src/effects/log';
import { PastTrades } from '../../../src/gateway/actions/trade-shelf';
import { keptTrade, type KeptTrade } from '../../../src/gateway/storage/trade-store';
import { MORNING } from '../twins/cache';
import { MemoryTrades } from '../twins/memory-trades';

const HOUR = 3_600_000;
const kept = (id: string, market: string, price: number, agoMs: number): KeptTrade => {
  const read = readTrade({
    'trade-id': id,
    'traded-at': new Date(MORNING - agoMs).toISOString(),
    commodity: 'gas',
    market,
    action: 'buy',
    contract: 'single',
    'delivery-start': '2027-01-01',
    'delivery-end': '2027-12-31',
    price,
    quantity: 1,
  });
  if (!read.ok) throw new Error(JSON.stringify(read.failure));
  return keptTrade(read.value, MORNING);
};

async function seen(past: PastTrades, clock: ManualClock) {
  await clock.advance(1_000);
  past.read();
  await clock.advance(0);
  return past.read().map(({ product, price }) => `${productOfKey(product)?.market} ${price}`);
}

it('takes in a trade whose details come later than those of a newer one, and the newest of a product stays', async () => {
  const clock = new ManualClock(MORNING);
  const store = new MemoryTrades();
  const past = new PastTrades({ store, clock, log: silentLog });
  await store.keep([kept('TR-9', 'THE', 32.3, HOUR)]);
  expect(await seen(past, clock)).toEqual(['the 32.3']);
  // A sheet shows today's trades newest first: their details come in that order.
  await store.keep([kept('TR-8', 'TTF', 30.9, 2 * HOUR), kept('TR-7', 'THE', 31, 3 * HOUR)]);
  expect(await seen(past, clock)).toEqual(['the 32.3', 'ttf 30.9']);
  await store.keep([kept('TR-10', 'THE', 33, 0), kept('TR-1', 'NBP', 80, 31 * 24 * HOUR)]);
  expect(await seen(past, clock)).toEqual(['the 33', 'ttf 30.9']);
});

it('tells at once of a trade that is stored, before anybody asks', () => {
  const past = new PastTrades({ store: new MemoryTrades(), clock: new ManualClock(MORNING), log: silentLog });
  const told: (readonly string[])[] = [];
  past.read();
  past.onChange(() => told.push(past.read().map(({ price }) => price)));
  past.stored([kept('TR-9', 'TTF', 30.9, HOUR), kept('TR-1', 'NBP', 80, 31 * 24 * HOUR)]);
  past.stored([kept('TR-8', 'TTF', 30, 2 * HOUR)]);
  expect(told).toEqual([['30.9']]);
});
