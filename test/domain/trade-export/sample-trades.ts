import { readTrade } from '../../../src/contract/service/read-trade';
import type { CapturedTrade } from '../../../src/domain/trade';
import type { RawRecord } from '../../../src/domain/record';

/** The moments at which clocks in Berlin show 02:30 on 2026-10-25, first in summer time. */
export const SUMMER_HALF_PAST_TWO = '2026-10-25T00:30:00.120Z';
export const WINTER_HALF_PAST_TWO = '2026-10-25T01:30:00.120Z';
export const FETCHED_AT = Date.UTC(2026, 10, 20, 9);

/** A trade as the service writes it, captured. */
export function captured(raw: RawRecord, provisional = false): CapturedTrade {
  const trade = readTrade(raw);
  if (!trade.ok) throw new Error(trade.failure.message);
  return { trade: trade.value, provisional, fetchedAt: FETCHED_AT };
}

export const SINGLE: RawRecord = {
  'trade-id': 'T-1',
  'traded-at': '2026-11-20T08:15:02.120Z',
  commodity: 'power',
  venue: 'tender',
  'request-id': 'RQ-10293',
  contract: 'single',
  market: 'DE',
  'delivery-start': '2027-01-01',
  'delivery-end': '2027-12-31',
  'load-profile': 'base',
  action: 'buy',
  price: 30.1,
  'price-unit': 'EUR/MWh',
  currency: 'EUR',
  quantity: 10,
  'quantity-unit': 'MW',
  counterparty: 'Nordlicht Energie AG',
  'all-or-none': true,
  legs: [],
  'pre-trade': { 'auction-id': 'A-7' },
  execution: { view: 'initiator' },
};

export const leg = (changes: RawRecord): RawRecord => ({
  commodity: 'power',
  market: 'DE',
  'delivery-start': '2027-01-01',
  'delivery-end': '2027-12-31',
  'load-profile': 'base',
  action: 'buy',
  quantity: 10,
  'quantity-unit': 'MW',
  'price-unit': 'EUR/MWh',
  price: 30,
  clearing: { type: 'exchange', house: 'ECC' },
  ...changes,
});

export const SPREAD: RawRecord = {
  ...SINGLE,
  'trade-id': 'T-2',
  contract: 'spread',
  'spread-type': 'location',
  market: null,
  'delivery-start': null,
  'delivery-end': null,
  'load-profile': null,
  action: null,
  price: null,
  legs: [leg({}), leg({ market: 'FR', action: 'sell', price: 29.2, 'delivery-end': '2027-06-30' })],
};

const named = (id: string, changes: RawRecord = {}): RawRecord => ({ ...SINGLE, 'trade-id': id, ...changes });

/** What files get wrong, one of each. */
export const AWKWARD: readonly CapturedTrade[] = [
  captured(SINGLE),
  captured(SPREAD),
  captured({ ...SPREAD, 'trade-id': 'T-3', legs: [leg({ price: null }), leg({ price: null })] }, true),
  captured({
    ...SPREAD,
    'trade-id': 'T-4',
    spreadType: 'green-grey-swap',
    legs: [leg({ commodity: 'goo', price: 1.05 }), leg({}), leg({ action: 'sell', note: 'new' })],
  }),
  captured(named('007', { 'traded-at': SUMMER_HALF_PAST_TWO, price: -4.25 })),
  captured(named('1E5', { 'traded-at': WINTER_HALF_PAST_TWO, price: 0 })),
  captured(named('=1+1', { price: -0.00000001, counterparty: '=HYPERLINK("http://x";"y")' })),
  captured(named('12345678901234567890', { counterparty: '+49 30; "Strom, & Gas"\r\nGmbH <x>' })),
  captured(named('-5', { counterparty: '  @SUM(A1)', price: 123456789.12345678 })),
  captured(named('2026-01-02', { counterparty: '\u0001a\u0000b\u001Bc _x0041_ \uD800 é 電力 😀' })),
  captured(
    named('true', { counterparty: '\tx', quantity: 0.1, volume: 1e21, other: { deep: [null, '=2'] } }),
  ),
];

export async function* stream<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
