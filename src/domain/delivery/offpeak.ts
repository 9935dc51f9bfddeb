import Big from 'big.js';

const Exact = Big();
Exact.DP = 40;

/** A price over the hours of its load. */
export interface PricedHours {
  readonly price: number;
  readonly hours: number;
}

/**
 * The price of the hours of base that are not peak: what base is worth less what peak is worth, over the hours between. Exact for decimal
 * prices. `undefined` where base has no more hours than peak.
 */
export function offpeakPrice(base: PricedHours, peak: PricedHours): number | undefined {
  const hours = base.hours - peak.hours;
  if (hours <= 0) return undefined;
  const worth = new Exact(base.price).times(base.hours).minus(new Exact(peak.price).times(peak.hours));
  return Number(worth.div(hours).toFixed(10));
}
