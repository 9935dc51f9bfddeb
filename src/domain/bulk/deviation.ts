import Big from 'big.js';
import { minus, type Price } from '../price';

/** How far a price is from the market, in its unit, and in per cent of the market where that says something. */
export interface Deviation {
  readonly price: Price;
  readonly market: Price;
  /** The price less the market. */
  readonly amount: Price;
  /** To one decimal, e.g. "-3.4"; absent for net prices of spreads, which are often near zero, and for a market of zero. */
  readonly percent?: string;
}

// The difference of two prices that are written always is a price; that of computed ones may not be.
const WRITTEN_BELOW = 1e9;

/** `undefined` where the difference is beyond what is a price: the checks of the price say so. */
export function deviationOf(
  price: Price,
  market: Price,
  { isNet }: { isNet: boolean },
): Deviation | undefined {
  if ([price, market].some((one) => new Big(one).abs().gte(WRITTEN_BELOW))) return undefined;
  const amount = minus(price, market);
  const base = new Big(market).abs();
  const percent = isNet || base.eq(0) ? undefined : new Big(amount).div(base).times(100).round(1).toFixed();
  return { price, market, amount, ...(percent !== undefined && { percent }) };
}

/** The price farthest from the market. Percentages and amounts are not comparable: each has its own maximum. */
export function worstOf<D extends { readonly amount: string; readonly percent?: string | undefined }>(
  deviations: readonly D[],
): { readonly byPercent?: D; readonly byAmount?: D } {
  const byPercent = farthest(
    deviations.filter(({ percent }) => percent !== undefined),
    ({ percent = '0' }) => percent,
  );
  const byAmount = farthest(
    deviations.filter(({ percent, amount }) => percent === undefined && !new Big(amount).eq(0)),
    ({ amount }) => amount,
  );
  return { ...(byPercent && { byPercent }), ...(byAmount && { byAmount }) };
}

function farthest<D>(all: readonly D[], distance: (one: D) => string): D | undefined {
  return all.reduce<D | undefined>(
    (worst, one) =>
      worst === undefined || new Big(distance(one)).abs().gt(new Big(distance(worst)).abs()) ? one : worst,
    undefined,
  );
}
