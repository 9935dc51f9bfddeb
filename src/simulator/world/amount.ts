import Big from 'big.js';

/** The exact decimal that a JSON number or a text writes, by its own shortest digits. */
export const exact = (written: number | string): Big => new Big(written);

/** A market figure as the platform quotes it: two decimals, never minus zero. */
export function toCents(value: number): Big {
  const text = value.toFixed(2);
  return new Big(text === '-0.00' ? '0' : text);
}

/** `part` of `whole`, at most three decimals: how the quantity of one leg follows the part taken of another. */
export const share = (whole: Big, part: Big, of: Big): Big => whole.times(part).div(of).round(3);
