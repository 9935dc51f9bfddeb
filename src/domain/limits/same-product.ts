import * as z from 'zod/mini';
import { daysInWords, productInWords } from '../delivery/product-words';
import { sameUnit, type Leg } from '../leg';
import { present } from '../present';
import { Price } from '../price';
import type { Trade } from '../trade';
import type { LimitedRequest } from './commitment';

/** Price of a product by its newest trade. `product` is its {@link productKey}, `tradedAt` epoch ms. */
export const LastTrade = z.object({
  product: z.string(),
  tradedAt: z.number(),
  price: Price,
  priceUnit: z.optional(z.string()),
});
export type LastTrade = z.infer<typeof LastTrade>;

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

/** Product and price of a trade; `undefined` where either is missing (section 2, Trade). */
export function lastTrade({
  tradedAt,
  price,
  raw,
}: Pick<Trade, 'tradedAt' | 'price' | 'raw'>): LastTrade | undefined {
  const fields: Partial<
    Record<'commodity' | 'market' | 'deliveryStart' | 'deliveryEnd' | 'loadProfile', string>
  > = {};
  for (const [name, field] of FIELDS) {
    const text = textOf(raw[field]);
    if (text !== undefined) fields[name] = text;
  }
  const product = productKey(fields);
  const priceUnit = textOf(raw['price-unit']);
  if (product === undefined || price === undefined) return undefined;
  return { product, tradedAt, price, ...(priceUnit !== undefined && { priceUnit }) };
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
  trades: readonly LastTrade[],
): { readonly price: Price; readonly name: string } | undefined {
  const [leg, second] = legs;
  const product = leg && !second ? productKey(leg) : undefined;
  if (!leg || product === undefined) return undefined;
  const [newest] = trades
    .filter((trade) => trade.product === product && isInUnit(trade, leg.priceUnit))
    .sort((a, b) => b.tradedAt - a.tradedAt);
  if (!newest) return undefined;
  const day = new Date(newest.tradedAt).toISOString().slice(0, 10);
  return {
    price: newest.price,
    name: `the last trade of the same product (${daysInWords(day, day) ?? day})`,
  };
}

const Key = z.tuple([z.string(), z.string(), z.string(), z.string(), z.string()]);

/**
 * The newest trade of another product of the same commodity, market and load profile, by the nearest delivery: weak, as a year is no
 * month, but it tells 314.00 from 31.40. `undefined` for several legs, and where no such trade is known.
 */
export function nearTradeOf(
  { legs }: Pick<LimitedRequest, 'legs'>,
  trades: readonly LastTrade[],
): { readonly price: Price; readonly name: string } | undefined {
  const [leg, second] = legs;
  const own = leg && !second ? keyOf(productKey(leg)) : undefined;
  if (!leg || !own) return undefined;
  const [, , , start] = own;
  const [nearest] = trades
    .flatMap((trade) => {
      const key = keyOf(trade.product);
      const isAlike = key && [0, 1, 2].every((part) => key[part] === own[part]);
      return isAlike && isInUnit(trade, leg.priceUnit)
        ? [{ trade, key, days: daysApart(key[3], start) }]
        : [];
    })
    .sort((a, b) => a.days - b.days || b.trade.tradedAt - a.trade.tradedAt);
  if (!nearest) return undefined;
  const [, , , deliveryStart, deliveryEnd] = nearest.key;
  const day = new Date(nearest.trade.tradedAt).toISOString().slice(0, 10);
  const { market, loadProfile } = leg;
  const product = productInWords({ legs: [present({ market, loadProfile, deliveryStart, deliveryEnd })] });
  return { price: nearest.trade.price, name: `${product}, traded on ${daysInWords(day, day) ?? day}` };
}

const keyOf = (product: string | undefined): z.infer<typeof Key> | undefined =>
  product === undefined ? undefined : Key.safeParse(JSON.parse(product)).data;

const daysApart = (one: string, other: string): number => Math.abs(Date.parse(one) - Date.parse(other));

const isInUnit = ({ priceUnit: own }: LastTrade, unit: string | undefined): boolean =>
  own === undefined || unit === undefined || sameUnit(own, unit);
