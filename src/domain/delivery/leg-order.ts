import { present } from '../present';
import type { RawRecord } from '../record';
import type { Trade } from '../trade';
import { legsOfFill, type FillLeg } from './fill-legs';

const FIELDS = ['commodity', 'market', 'deliveryStart', 'deliveryEnd', 'loadProfile'] as const;
type Product = { readonly [field in (typeof FIELDS)[number]]?: string | undefined };

/**
 * A trade with its legs in the order of the request (section 1), by which prices, sides and the net are read: each leg of it is known by its
 * product. As it is where its products do not tell which leg is which.
 */
export function inLegOrder(trade: Trade, wanted: readonly Product[] | undefined): Trade {
  const { legs: raws } = trade.raw;
  if (!wanted || wanted.length < 2 || !Array.isArray(raws) || raws.length !== wanted.length) return trade;
  const legs = legsOfFill(trade);
  if (legs.length !== wanted.length) return trade;
  const places = wanted.map((one) => legs.flatMap((leg, at) => (mayBe(leg, one) ? [at] : [])));
  const order = places.flatMap(([only, second]) =>
    only === undefined || second !== undefined ? [] : [only],
  );
  if (order.length !== legs.length || new Set(order).size !== order.length) return trade;
  if (order.every((place, at) => place === at)) return trade;
  const sorted = <T>(of: readonly T[]): T[] => order.flatMap((place) => of.slice(place, place + 1));
  const { legPrices, raw } = trade;
  const reordered: RawRecord = { ...raw, legs: sorted(raws as readonly unknown[]) };
  // Where the trade itself says none, its quantity is that of leg 1.
  const isOfLeg = raw['quantity'] === undefined || raw['quantity'] === null;
  return {
    ...trade,
    raw: reordered,
    ...(legPrices && { legPrices: sorted(legPrices) }),
    ...(isOfLeg && present({ quantity: sorted(legs)[0]?.quantity })),
  };
}

/** Whether no field that both state speaks against it. Case and a time of day are how it is written. */
const mayBe = (leg: FillLeg, product: Product): boolean =>
  FIELDS.every((field) => {
    const [own, other] = [leg[field], product[field]];
    return own === undefined || other === undefined || plain(own) === plain(other);
  });
const plain = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^(\d{4}-\d{2}-\d{2})t.*$/, '$1');
