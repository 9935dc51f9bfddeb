import * as z from 'zod/mini';
import { Price } from './price';

/**
 * The price that an acceptance carries: it must match the service's current one or nothing is executed.
 * A standard spread carries its one net price, everything else one price per leg.
 * Source: interface document, section 2, last seen price.
 */
export const LastSeenPrice = z.discriminatedUnion('type', [
  z.object({ type: z.literal('standard-spread'), spreadPrice: Price }),
  z.object({ type: z.literal('per-leg'), legPrices: z.array(Price).check(z.minLength(1), z.maxLength(3)) }),
]);
export type LastSeenPrice = z.infer<typeof LastSeenPrice>;

export function sameLastSeen(a: LastSeenPrice, b: LastSeenPrice): boolean {
  if (a.type === 'standard-spread') return b.type === 'standard-spread' && a.spreadPrice === b.spreadPrice;
  return (
    b.type === 'per-leg' &&
    a.legPrices.length === b.legPrices.length &&
    a.legPrices.every((price, leg) => price === b.legPrices[leg])
  );
}
