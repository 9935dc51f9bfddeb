import Big from 'big.js';

const WRITTEN = /^-?\d{1,30}(?:\.\d{1,60})?(?:[eE][+-]?\d{1,3})?$/;

/** Whether a text is a decimal number short enough to compute with. */
export const isDecimal = (text: string): boolean => WRITTEN.test(text);

/**
 * Whether two decimals are the same number. By `noise`, a share of the first, they may differ: what was computed in binary
 * floating point ends in noise.
 */
export function sameDecimal(a: string, b: string, noise = 0): boolean {
  const exact = new Big(a);
  return exact.minus(b).abs().lte(exact.abs().times(noise));
}

/** A double written with seventeen digits means its shortest form: 30.100000000000001 is 30.1. */
const DIGITS_OF_A_DOUBLE = 17;

const WHOLE = /^-?\d+$/;

/** Whether JavaScript keeps a JSON number exactly. A whole one may be an identifier: its last digit is none of binary noise. */
export function isCarriedByDouble(written: string): boolean {
  const double = Number(written);
  if (!Number.isFinite(double)) return false;
  const exact = new Big(written);
  if (exact.eq(new Big(double))) return true;
  return !WHOLE.test(written) && exact.eq(new Big(double.toPrecision(DIGITS_OF_A_DOUBLE)));
}

/** Negative when decimal text `a` is below `b`, zero when equal, positive when above. */
export const comparedDecimals = (a: string, b: string): number => new Big(a).cmp(b);

/** A number in plain decimal notation, by its own shortest digits; `undefined` when it is none. */
export function decimalText(written: number | string): string | undefined {
  const text = String(written);
  if (!WRITTEN.test(text)) return undefined;
  return /[eE]/.test(text) ? new Big(text).toFixed() : text;
}

/** A decimal times 10^`places`, exactly. */
export const shifted = (text: string, places: number): string => new Big(text).times(`1e${places}`).toFixed();

export const addedDecimals = (a: string, b: string): string => new Big(a).plus(b).toFixed();
export const subtractedDecimals = (a: string, b: string): string => new Big(a).minus(b).toFixed();
