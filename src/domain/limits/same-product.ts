import Big from 'big.js';
import * as z from 'zod/mini';
import { lastDay } from '../delivery/last-day';
import { daysInWords } from '../delivery/product-words';
import { sameUnit, type Leg } from '../leg';
import { Price, statedPrice } from '../price';
import type { RawRecord } from '../record';
import type { Trade } from '../trade';
import { notStanding } from '../trade-state';
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

/**
 * Products and prices of a trade (section 2, Trade). A record of several legs, or of a spread, says no product's price on the trade itself: that
 * is the net. A leg's counts where it states its product itself, and where the net, if stated, is what the legs come to.
 */
export function lastTrades({
  tradedAt,
  price,
  raw,
}: Pick<Trade, 'tradedAt' | 'price' | 'raw'>): readonly LastTrade[] {
  if (notStanding(raw)) return [];
  const legs = Array.isArray(raw['legs']) ? raw['legs'].filter(isRecord) : [];
  if (legs.length < 2 && !isOfSpread(raw)) return dealt(raw, price, tradedAt);
  const prices = legs.map((leg) => priceIn(leg['price']));
  if (price !== undefined && legs.length < 3 && !isNetOf(price, prices)) return [];
  return legs.flatMap((leg, at) =>
    textOf(leg['commodity']) === undefined
      ? []
      : dealt({ ...leg, 'price-unit': leg['price-unit'] ?? unitOfTrade(raw, leg) }, prices[at], tradedAt),
  );
}

function dealt(record: RawRecord, price: Price | undefined, tradedAt: number): readonly LastTrade[] {
  const fields: Partial<
    Record<'commodity' | 'market' | 'deliveryStart' | 'deliveryEnd' | 'loadProfile', string>
  > = {};
  for (const [name, field] of FIELDS) {
    const text = textOf(record[field]);
    if (text !== undefined) fields[name] = text;
  }
  const deliveryEnd = lastDay(fields.deliveryEnd, fields.deliveryStart);
  const product = productKey({ ...fields, ...(deliveryEnd !== undefined && { deliveryEnd }) });
  const priceUnit = textOf(record['price-unit']);
  if (product === undefined || price === undefined) return [];
  return [{ product, tradedAt, price, ...(priceUnit !== undefined && { priceUnit }) }];
}

/** The certificate's unit is not that of the power of a swap. */
const unitOfTrade = (trade: RawRecord, leg: RawRecord): unknown =>
  trade['commodity'] === leg['commodity'] ? trade['price-unit'] : undefined;

const isOfSpread = (raw: RawRecord): boolean =>
  /spread|swap/i.test(textOf(raw['contract']) ?? '') ||
  textOf(raw['spread-type']) !== undefined ||
  textOf(raw['spreadType']) !== undefined;

/** Whether a price is the net of two, by whatever rule of signs: executed deals are told by the old one too (section 2, rule 6). */
function isNetOf(net: Price, prices: readonly (Price | undefined)[]): boolean {
  const [one, two] = prices;
  if (one === undefined || two === undefined) return false;
  const said = new Big(net);
  const difference = new Big(one).minus(two);
  return [difference, difference.neg(), new Big(one).plus(two)].some((sum) => sum.eq(said));
}

const priceIn = (value: unknown): Price | undefined =>
  typeof value === 'number' || typeof value === 'string' ? statedPrice(value) : undefined;
const isRecord = (value: unknown): value is RawRecord => typeof value === 'object' && value !== null;

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
): { readonly price: Price; readonly name: string; readonly tradedAt: number } | undefined {
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
    tradedAt: newest.tradedAt,
    name: `the last trade of the same product (${daysInWords(day, day) ?? day})`,
  };
}

const Key = z.tuple([z.string(), z.string(), z.string(), z.string(), z.string()]);

/** A product by its {@link productKey}: names in small letters, days as YYYY-MM-DD. */
export interface TradedProduct {
  readonly commodity: string;
  readonly market: string;
  readonly loadProfile: string;
  readonly deliveryStart: string;
  readonly deliveryEnd: string;
}

/** The inverse of {@link productKey}. */
export function productOfKey(key: string | undefined): TradedProduct | undefined {
  const read = key === undefined ? undefined : Key.safeParse(JSON.parse(key)).data;
  if (!read) return undefined;
  const [commodity, market, loadProfile, deliveryStart, deliveryEnd] = read;
  return { commodity, market, loadProfile, deliveryStart, deliveryEnd };
}

/** Whether a trade is priced in a unit, as far as both say one. */
export const isInUnit = ({ priceUnit: own }: LastTrade, unit: string | undefined): boolean =>
  own === undefined || unit === undefined || sameUnit(own, unit);
