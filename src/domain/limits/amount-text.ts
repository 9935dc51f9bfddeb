import Big from 'big.js';

const NARROW_SPACE = '\u202f';
const ROUND_UP = 3;

/** Exact decimal text with its thousands apart from 10 000 on: "6 307 200". The space is narrow and does not break. */
export function amountText(amount: string): string {
  const [whole = '', ...decimals] = amount.split('.');
  const grouped = whole.replace(/\d{5,}/, (digits) => digits.replace(/\B(?=(\d{3})+$)/g, NARROW_SPACE));
  return [grouped, ...decimals].join('.');
}

/** An amount of money, away from zero to the hundredth, so that what is above a level never reads as if it were the level. */
export function moneyText(amount: string): string {
  const rounded = new Big(amount).round(2, ROUND_UP);
  return amountText(rounded.toFixed(rounded.round(0).eq(rounded) ? 0 : 2));
}

/** Percentage of `base`, rounded up; whole per cent from 100 on. */
export function percentText(part: Big, base: Big): string {
  const percent = part.times(100).div(base);
  return amountText(percent.round(percent.lt(100) ? 2 : 0, ROUND_UP).toFixed());
}
