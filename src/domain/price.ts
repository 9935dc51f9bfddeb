import Big from 'big.js';
import * as z from 'zod/mini';

/**
 * Exact decimal text in its shortest form, e.g. "-4.25", "0", "30.1": equal prices are equal texts.
 * At most 30 digits after the point, for the platform may write more than anybody types; before it at most 9 when
 * written, 10 when computed, so that the sum of any two written prices is a price. A float only in a cell.
 */
export const Price = z
  .string()
  .check(z.regex(/^(?:0|-?(?:[1-9]\d{0,9}|0(?=\.))(?:\.\d{0,29}[1-9])?)$/))
  .brand<'Price'>();
export type Price = z.infer<typeof Price>;

const WRITTEN_BELOW = 1e9;

/** Typed and sent prices have at most 8 decimals. */
const TOO_FINE_TO_SEND = /\.\d{9}/;

/**
 * The price that a person's text or number writes, by its own shortest digits (30.10 is "30.1").
 * `undefined` when it is not a price that can be sent: not a number, too large, or finer than 8 decimals. Nothing is
 * rounded.
 */
export function priceOf(written: number | string): Price | undefined {
  const price = statedPrice(typeof written === 'number' ? written : unsigned(written));
  return price !== undefined && TOO_FINE_TO_SEND.test(price) ? undefined : price;
}

const STATED = /^-?\d{1,30}(?:\.\d{1,60})?(?:[eE][+-]?\d{1,3})?$/;

/**
 * The price that the platform writes, as a JSON number or as decimal text, however fine it is.
 * `undefined` when it is not a price: not a number, too large, or finer than 30 decimals. Nothing is rounded.
 */
export function statedPrice(written: number | string): Price | undefined {
  const text = String(written);
  if (!STATED.test(text)) return undefined;
  const exact = new Big(text);
  if (exact.abs().gte(WRITTEN_BELOW)) return undefined;
  const parsed = Price.safeParse(exact.eq(0) ? '0' : exact.toFixed());
  return parsed.success ? parsed.data : undefined;
}

/** A person's text without a plus sign; nobody types an exponent. */
const unsigned = (typed: string): string => (/e/i.test(typed) ? '' : typed.trim().replace(/^\+(?=\d)/, ''));

/**
 * The price that a text in a cell of a sheet writes, alike for formulas and for a table of quotes: 0 alone, which Excel also hands over for an
 * empty cell. Any other text is no price, for sheets of other countries read its signs in another way.
 */
export const sheetTextPrice = (text: string): Price | undefined =>
  /^0([.,]0+)?$/.test(text.trim()) ? ZERO : undefined;

const ZERO = Price.parse('0');

/** As {@link priceOf}, for what the program itself computed from prices; out of range is a bug. */
function exactly(value: Big): Price {
  return Price.parse(value.eq(0) ? '0' : value.toFixed());
}

export const plus = (a: Price, b: Price): Price => exactly(new Big(a).plus(b));
export const minus = (a: Price, b: Price): Price => exactly(new Big(a).minus(b));
export const negated = (a: Price): Price => exactly(new Big(a).neg());

/** Negative when a is below b, zero when equal, positive when above. */
export const compared = (a: Price, b: Price): number => new Big(a).cmp(b);

/** For a cell or the wire only: the nearest double, whose shortest digits are this price unless it has more than 15. */
export const toNumber = (price: Price): number => Number(price);

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
