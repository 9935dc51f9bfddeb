import { statedPrice, type Price } from './price';
import type { RawRecord } from './record';

/**
 * Whether the legs of a spread have 0 in the place of prices that do not exist yet: both, where the trade is a standard spread or its net
 * price is another.
 */
export function isAwaitingPrices(raw: RawRecord): boolean {
  const { legs } = raw;
  const prices = (Array.isArray(legs) ? legs.filter(isRecord) : []).map((leg) =>
    statedPrice(numberIn(leg['price'])),
  );
  if (prices.length !== 2 || prices.some((price) => price !== '0')) return false;
  const net = netSaid(raw);
  return raw['contract'] === 'standard-spread' || (net !== undefined && net !== '0');
}

/** The net price that the record of a spread says beside its legs, of which a standard spread may have no prices yet. */
export const netSaid = (raw: RawRecord): Price | undefined =>
  statedPrice(numberIn(raw['spread-price'] ?? raw['price']));

/** The same of a record of several legs. The trade of one leg may bear the net price of all. */
export const netBeside = (raw: RawRecord): Price | undefined =>
  Array.isArray(raw.legs) && raw.legs.length > 1 ? netSaid(raw) : undefined;

export const isRecord = (value: unknown): value is RawRecord => typeof value === 'object' && value !== null;

/** What may be a number; of anything else nothing that is one. */
export const numberIn = (value: unknown): number | string =>
  typeof value === 'number' || typeof value === 'string' ? value : '';
