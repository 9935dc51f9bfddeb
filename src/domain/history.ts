import * as z from 'zod/mini';
import { plainName } from './field-name';
import { isPricedAsSwap, orderingPrice } from './offer-price';
import { netPrice, rankedBy, type Quote, type QuotePrice } from './offers';
import { sumOf } from './quantity';
import type { Listing } from './record';
import type { Price } from './price';
import { netSidesOf, type Request } from './request';
import { ourDirection } from './role';
import { unreadOn } from './unread';

/** What is remembered of a request over time. `best` is the best price on the side where its quotes stand. */
export const HistoryField = z.enum([
  'best',
  'best-bid',
  'best-ask',
  'bids',
  'asks',
  'bid-quantity',
  'ask-quantity',
  'state',
  'remaining-quantity',
]);
export type HistoryField = z.infer<typeof HistoryField>;

const NAMES: ReadonlyMap<string, HistoryField> = new Map([
  ...HistoryField.options.map((field) => [plainName(field), field] as const),
  ['price', 'best'],
  ['bid', 'best-bid'],
  ['ask', 'best-ask'],
  ['remaining', 'remaining-quantity'],
]);

/** The field that a person means; `undefined` when none is remembered under this name. */
export const historyField = (name: string): HistoryField | undefined => NAMES.get(plainName(name));

/**
 * A value as it was seen: first at `at`, and good until `until` (epoch ms): as long as a cell would have shown it, a quarter of an hour at most, but only to the last look where the next one failed. Between
 * that moment and the next value nobody looked. The value is exact decimal text or a word; "" when there was none.
 */
export const SeenValue = z.object({ at: z.number(), until: z.number(), value: z.string() });
export type SeenValue = z.infer<typeof SeenValue>;

export type Seen = readonly (readonly [field: HistoryField, value: string])[];

/** What one look at a request says. */
export const seenOfRequest = (request: Request): Seen => [
  ['state', request.state],
  // Where the platform does not say what is left, nobody knows it.
  ...(request.remainingQuantity === undefined
    ? []
    : [['remaining-quantity', request.remainingQuantity] as const]),
];

/** What one look at its quotes says, of a swap by the certificate's price; nothing of a side on which one cannot be read, or has no price that can be told. */
export function seenOfQuotes({ records, unreadable }: Listing<Quote>, request: Request | undefined): Seen {
  const sides = request && netSidesOf(request);
  const priceOf = (price: QuotePrice): Price | undefined =>
    request && isPricedAsSwap(request) ? orderingPrice(price, request) : netPrice(price, sides);
  const seen = (['bid', 'ask'] as const).flatMap((side): Seen => {
    if (unreadOn(unreadable, side).length > 0) return [];
    const active = records.filter(({ state, direction }) => state === 'active' && direction === side);
    const priced = rankedBy(active, side, priceOf);
    const quantities = active.flatMap(({ quantity }) => quantity ?? []);
    return [
      [`${side}s`, String(active.length)],
      ...(quantities.length === active.length ? [[`${side}-quantity`, sumOf(quantities)] as const] : []),
      ...(priced.length === active.length ? [[`best-${side}`, priced[0]?.net ?? ''] as const] : []),
    ];
  });
  const best = request && seen.find(([field]) => field === `best-${ourDirection(request)}`);
  return best ? [...seen, ['best', best[1]]] : seen;
}
