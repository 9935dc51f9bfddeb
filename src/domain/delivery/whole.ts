import Big from 'big.js';
import { priceUnitOf } from '../price-unit';
import { mwhOf } from './convert';
import { notionalOf, volumesOf, type Delivered } from './notional';

const Exact = Big();
Exact.DP = 60;

/** MWh of a quantity over the whole delivery, exactly; `undefined` for a unit of no energy, or without dates. */
export function wholeEnergy(leg: Delivered, quantity: string): string | undefined {
  const total = volumesOf(leg, quantity).at(-1);
  const each = total && mwhOf(total.unit);
  return total && each !== undefined ? new Big(total.amount).times(each).toFixed() : undefined;
}

/**
 * Price times quantity over the whole delivery in the currency of the price, as {@link notionalOf} says it, and where its units are two
 * of energy by the MWh in them, to 60 decimals. `undefined` where the units do not fit each other.
 */
export function wholeMoney(leg: Delivered, price: string, quantity: string): string | undefined {
  const exact = notionalOf(leg, price, quantity)?.total;
  const unit = leg.priceUnit === undefined ? undefined : priceUnitOf(leg.priceUnit);
  const each = unit && mwhOf(unit.measure);
  const energy = wholeEnergy(leg, quantity);
  if (exact !== undefined || !unit || each === undefined || energy === undefined) return exact;
  return new Exact(price).times(unit.worth).times(energy).div(each).toFixed();
}
