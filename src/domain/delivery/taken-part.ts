import Big from 'big.js';
import { statedQuantity } from '../quantity';
import { isOfLegs, legTaken, partInUnit, type QuoteTaken, type TakenPart } from '../taken';
import type { Fill } from './fill';
import type { FillLeg } from './fill-legs';
import { deliveryHours } from './hours';
import { energyRate } from './notional';

/**
 * How much of a quote a trade took, in the quote's own unit (absent where nothing says it); nothing where it cannot be told exactly. Another unit is
 * held against the hours of the delivery that the trade states.
 */
export function partTaken(
  fill: Pick<Fill, 'legs' | 'quantity' | 'quantityUnit'> & Partial<Pick<Fill, 'at'>>,
  quote: QuoteTaken,
): TakenPart | undefined {
  const { legs, quantity, quantityUnit } = fill;
  const same = partInUnit(fill, quote);
  if (same) return same;
  const [first] = legs;
  if (!first || !isOfLegs(fill, quote.legs)) return undefined;
  if (quantity === undefined || quantityUnit === undefined || quote.unit === undefined) return undefined;
  const converted = convertedBy(first, quantity, { from: quantityUnit, to: quote.unit });
  return converted === undefined
    ? undefined
    : { quantity: converted, leg: legTaken(fill, quote.legs), at: fill.at };
}

/** More decimals than any quantity is written with. */
const Exact = Big();
Exact.DP = 40;

function convertedBy(delivered: FillLeg, quantity: string, { from, to }: { from: string; to: string }) {
  const energy = energyOfOne(delivered, from);
  const one = energyOfOne(delivered, to);
  if (!energy || !one) return undefined;
  const whole = new Exact(quantity).times(energy);
  const result = whole.div(one);
  return result.times(one).eq(whole) ? statedQuantity(result.toFixed()) : undefined;
}

/** In MWh over the whole delivery; nothing where that is not known exactly. */
function energyOfOne(delivered: FillLeg, unit: string): Big | undefined {
  const rate = energyRate(unit);
  if (!rate) return undefined;
  if (rate.per === 'whole') return new Exact(rate.energy);
  const hours = deliveryHours(delivered);
  if (!hours || (rate.per === 'hour' && hours.isAtMost)) return undefined;
  return new Exact(rate.energy).times(rate.per === 'day' ? hours.days : hours.hours);
}
