import Big from 'big.js';

const ROUND_UP = 3;

/** Exact decimal text as it is read: "6,307,200", "−3.5". */
export function amountText(amount: string): string {
  const [whole = '', ...decimals] = amount.split('.');
  const grouped = whole.replace('-', '−').replace(/\B(?=(\d{3})+$)/g, ',');
  return [grouped, ...decimals].join('.');
}

/** A price as it is shown elsewhere, with at least two decimals: "31.40". Never rounded. */
export function priceText(price: string): string {
  const decimals = price.split('.')[1]?.length ?? 0;
  return amountText(decimals < 2 ? new Big(price).toFixed(2) : price);
}

/** An amount of money, away from zero to the hundredth, so that what is above a level never reads as if it were the level. */
export function moneyText(amount: string): string {
  const rounded = new Big(amount).round(2, ROUND_UP);
  return amountText(rounded.toFixed(rounded.round(0).eq(rounded) ? 0 : 2));
}

/** An amount over a whole delivery, rounded to whole units, as every sum on the screen is. */
export const sumText = (amount: string): string => amountText(new Big(amount).round(0).toFixed());

/** Percentage of `base`, rounded up; with one decimal from 100 on. */
export function percentText(part: Big, base: Big): string {
  const percent = part.times(100).div(base);
  return amountText(percent.round(percent.lt(100) ? 2 : 1, ROUND_UP).toFixed());
}
