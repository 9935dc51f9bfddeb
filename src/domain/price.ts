import Big from 'big.js';
import * as z from 'zod/mini';

/**
 * Exact decimal text in its shortest form, e.g. "-4.25", "0", "30.1": equal prices are equal texts.
 * At most 8 digits after the point; before it at most 9 when written, 10 when computed, so that the
 * sum of any two written prices is a price. A float only in a cell.
 */
export const Price = z
  .string()
  .check(z.regex(/^(?:0|-?(?:[1-9]\d{0,9}|0(?=\.))(?:\.\d{0,7}[1-9])?)$/))
  .brand<'Price'>();
export type Price = z.infer<typeof Price>;

const WRITTEN = /^[+-]?\d{1,15}(?:\.\d{1,15})?$/;
const WRITTEN_BELOW = 1e9;

/**
 * The price that a JSON number or a person's text writes, by its own shortest digits (30.10 is "30.1").
 * `undefined` when it is not a price: not a number, too large, or finer than 8 decimals. Nothing is rounded.
 */
export function priceOf(written: number | string): Price | undefined {
  const text = typeof written === 'number' ? String(written) : unsigned(written);
  if (text === undefined || !Number.isFinite(Number(text))) return undefined;
  const exact = new Big(text);
  if (exact.abs().gte(WRITTEN_BELOW)) return undefined;
  const parsed = Price.safeParse(exact.eq(0) ? '0' : exact.toFixed());
  return parsed.success ? parsed.data : undefined;
}

/** A person's text without a plus sign, which the decimal library does not take; `undefined` when it writes no number. */
const unsigned = (typed: string): string | undefined =>
  WRITTEN.test(typed.trim()) ? typed.trim().replace('+', '') : undefined;

/** As {@link priceOf}, for what the program itself computed from prices; out of range is a bug. */
function exactly(value: Big): Price {
  return Price.parse(value.eq(0) ? '0' : value.toFixed());
}

export const plus = (a: Price, b: Price): Price => exactly(new Big(a).plus(b));
export const minus = (a: Price, b: Price): Price => exactly(new Big(a).minus(b));
export const negated = (a: Price): Price => exactly(new Big(a).neg());

/** Negative when a is below b, zero when equal, positive when above. */
export const compared = (a: Price, b: Price): number => new Big(a).cmp(b);

/** For a cell or the wire only: the double whose shortest digits are this price. */
export const toNumber = (price: Price): number => Number(price);
