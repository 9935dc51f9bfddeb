import type { Leg } from '../leg';
import { priceOf, type Price } from '../price';
import type { Trade } from '../trade';
import { sameUnit } from '../units';
import type { LimitedRequest } from './commitment';

/** A trade whose product the platform says. */
export type SeenTrade = Pick<Trade, 'tradedAt' | 'raw'> & { readonly price?: Price };

/** Names one product: what is delivered, where, when, and in which shape; `undefined` where that is not known. */
export function productKey({
  commodity,
  market,
  deliveryStart,
  deliveryEnd,
  loadProfile,
}: Pick<Leg, 'commodity' | 'market' | 'deliveryStart' | 'deliveryEnd' | 'loadProfile'>): string | undefined {
  if (market === undefined || deliveryStart === undefined || deliveryEnd === undefined) return undefined;
  const names = [commodity ?? '', market, loadProfile ?? ''].map((name) => name.toLowerCase());
  return JSON.stringify([...names, deliveryStart.slice(0, 10), deliveryEnd.slice(0, 10)]);
}

/** The fields of a trade that say its product stand in its own record (section 2, Trade). */
export function productOfTrade({ raw }: Pick<SeenTrade, 'raw'>): string | undefined {
  const fields: Partial<
    Record<'commodity' | 'market' | 'deliveryStart' | 'deliveryEnd' | 'loadProfile', string>
  > = {};
  for (const [name, field] of FIELDS) {
    const text = textOf(raw[field]);
    if (text !== undefined) fields[name] = text;
  }
  return productKey(fields);
}

const FIELDS = [
  ['commodity', 'commodity'],
  ['market', 'market'],
  ['deliveryStart', 'delivery-start'],
  ['deliveryEnd', 'delivery-end'],
  ['loadProfile', 'load-profile'],
] as const;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The newest trade of the product of a request with one leg, in the same unit of price where both say it. */
export function lastTradeOf(
  { legs }: Pick<LimitedRequest, 'legs'>,
  trades: readonly SeenTrade[],
): { readonly price: Price; readonly name: string } | undefined {
  const [leg, second] = legs;
  const product = leg && !second ? productKey(leg) : undefined;
  if (!leg || product === undefined) return undefined;
  const [newest] = trades
    .filter((trade) => productOfTrade(trade) === product && isInUnit(trade, leg.priceUnit))
    .sort((a, b) => b.tradedAt - a.tradedAt)
    .flatMap(({ price, raw, tradedAt }) => {
      const written = raw['price'];
      const known = price ?? (typeof written === 'number' ? priceOf(written) : undefined);
      return known === undefined ? [] : [{ price: known, tradedAt }];
    });
  if (!newest) return undefined;
  const day = new Date(newest.tradedAt).toISOString().slice(0, 10);
  return { price: newest.price, name: `the last trade of the same product (${day})` };
}

function isInUnit({ raw }: SeenTrade, unit: string | undefined): boolean {
  const own = textOf(raw['price-unit']);
  return own === undefined || unit === undefined || sameUnit(own, unit);
}
