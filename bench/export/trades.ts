import { readTrade } from '../../src/contract/service/read-trade';
import type { CapturedTrade } from '../../src/domain/trade';

const FIRST_AT = Date.UTC(2026, 0, 2, 7);
export const BETWEEN_MS = 290_123;
const MARKETS = ['DE', 'FR', 'NL', 'AT'];
const PARTIES = 250;

/** As many trades as asked for, none held: one in three is a spread, and no two have the same id, moment and price. */
export async function* madeTrades(count: number): AsyncGenerator<CapturedTrade> {
  for (let index = 0; index < count; index++) yield madeTrade(index, FIRST_AT + index * BETWEEN_MS);
}

/** The trade of this number, traded then (epoch ms). */
export function madeTrade(index: number, tradedAt: number): CapturedTrade {
  const price = (cents: number): number => (((index * 7919 + cents) % 20_000) - 2_000) / 100;
  const market = (step: number): string => MARKETS[(index + step) % MARKETS.length] ?? '';
  const leg = (step: number) => ({
    commodity: 'power',
    market: market(step),
    'delivery-start': '2027-01-01',
    'delivery-end': '2027-12-31',
    'load-profile': 'base',
    action: step === 0 ? 'buy' : 'sell',
    quantity: 5 + (index % 20),
    'quantity-unit': 'MW',
    'price-unit': 'EUR/MWh',
    price: price(step * 37),
    clearing: { type: 'exchange', house: 'ECC' },
  });
  const spread = index % 3 === 0;
  const { clearing, ...single } = leg(0);
  const trade = readTrade({
    'trade-id': `TR-${1_000_000 + index}`,
    venue: 'tender',
    'request-id': `RQ-${500_000 + index}`,
    'traded-at': new Date(tradedAt).toISOString(),
    contract: spread ? 'spread' : 'single',
    ...(spread ? { commodity: 'power', 'price-unit': 'EUR/MWh', quantity: 5 + (index % 20) } : single),
    currency: 'EUR',
    'quantity-unit': 'MW',
    counterparty: `Counterparty ${index % PARTIES} Energy GmbH & Co. KG`,
    'all-or-none': true,
    legs: spread ? [leg(0), leg(1)] : [{ ...single, clearing }],
    'pre-trade': { 'auction-id': `A-${index}` },
    execution: { view: 'initiator' },
  });
  if (!trade.ok) throw new Error(trade.failure.message);
  return { trade: trade.value, provisional: false, fetchedAt: FIRST_AT };
}
