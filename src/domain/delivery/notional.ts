import Big from 'big.js';
import { sameUnit, type Leg } from '../leg';
import { priceUnitOf } from '../price-unit';
import { mwhOf, mwOf } from './convert';
import { deliveryHours, type Delivery, type DeliveryHours } from './hours';

/** Fields of a leg that determine its delivered amount and value. */
export type Delivered = Delivery & Pick<Leg, 'priceUnit' | 'quantityUnit'>;

/** An exact amount of a unit: decimal text. */
export interface Amount {
  readonly unit: string;
  readonly amount: string;
}

/** Price times quantity over the whole delivery, as far as units and dates allow it. Amounts keep the sign of the price. */
export interface Notional {
  readonly currency: string;
  /** For each hour or day of delivery; absent where the quantity is the whole. */
  readonly rate?: { readonly amount: string; readonly per: 'hour' | 'day' };
  /** Over the whole delivery; absent while its dates are not known. */
  readonly total?: string;
  /** The hours that are multiplied in, where the quantity is a power. */
  readonly hours?: DeliveryHours;
}

const PER_DAY = /\/(?:d|day)$/;
/** A therm goes into a MWh with no end of digits: these are beyond any that are shown. */
const DIGITS = 15;
/** More decimals than any amount has. */
const Exact = Big();
Exact.DP = 150;

/** Exact where it can be: else of as many digits as are shown. */
export function divided(amount: Big, by: string): Big {
  const quotient = new Exact(amount).div(by);
  return quotient.times(by).eq(amount) ? quotient : new Big(quotient.toPrecision(DIGITS));
}

/** How many of a price's measure one of a quantity's unit is, `factor` divided by `by`: as a whole, for each hour, or for each day. */
function measured(
  unit: string,
  measure: string,
): { readonly factor: Big; readonly by: string; readonly per: 'whole' | 'hour' | 'day' } | undefined {
  // Certificates are counted, and priced for one: "certificates" at "EUR/certificate".
  if ([measure, `${measure}s`].some((name) => sameUnit(unit, name)))
    return { factor: new Big(1), by: '1', per: 'whole' };
  if (PER_DAY.test(unit.trim())) {
    const daily = measured(unit.trim().replace(PER_DAY, ''), measure);
    return daily?.per === 'whole' ? { ...daily, per: 'day' } : undefined;
  }
  const to = mwhOf(measure);
  const power = mwOf(unit);
  const from = power ?? mwhOf(unit);
  if (to === undefined || from === undefined) return undefined;
  return { factor: new Big(from), by: to, per: power === undefined ? 'whole' : 'hour' };
}

/** "EUR/h": the unit of its money for an hour, or a day, of delivery. */
export const rateUnit = ({ currency, rate }: Notional): string =>
  `${currency}/${rate?.per === 'day' ? 'd' : 'h'}`;

/** `undefined` where the units do not fit each other, or one is not known: nothing is made up. */
export function notionalOf(leg: Delivered, price: string, quantity: string): Notional | undefined {
  const money = leg.priceUnit === undefined ? undefined : priceUnitOf(leg.priceUnit);
  if (!money || leg.quantityUnit === undefined) return undefined;
  const size = measured(leg.quantityUnit, money.measure);
  if (!size) return undefined;
  const { currency } = money;
  const each = new Big(price).times(money.worth).times(quantity).times(size.factor);
  const shown = (amount: Big): string => textOf(divided(amount, size.by));
  if (size.per === 'whole') return { currency, total: shown(each) };
  const rate = { amount: shown(each), per: size.per };
  const hours = deliveryHours(leg);
  if (!hours) return { currency, rate };
  const total = shown(each.times(size.per === 'day' ? hours.days : hours.hours));
  return { currency, rate, total, ...(size.per === 'hour' && { hours }) };
}

/** A quantity in its own unit, and, where that is a power or a daily amount, over the whole delivery in MWh or in its unit. */
export function volumesOf(leg: Delivered, quantity: string): readonly Amount[] {
  const unit = leg.quantityUnit;
  if (unit === undefined) return [];
  const own = { unit, amount: quantity };
  const isPower = mwOf(unit) !== undefined;
  const size = measured(unit, isPower ? 'MWh' : unit.trim().replace(PER_DAY, ''));
  const hours = deliveryHours(leg);
  if (!size || size.per === 'whole' || !hours) return [own];
  const times = size.per === 'day' ? hours.days : hours.hours;
  const whole = textOf(divided(new Big(quantity).times(size.factor).times(times), size.by));
  return [own, { unit: isPower ? 'MWh' : unit.trim().replace(PER_DAY, ''), amount: whole }];
}

/** The MWh that one of a unit is: for each hour of delivery, for each day, or for the whole of it. */
export interface EnergyRate {
  readonly energy: string;
  readonly per: 'hour' | 'day' | 'whole';
}

/** `undefined` for a unit that is no energy. The same energy as {@link volumesOf} tells, before its hours are multiplied in. */
export function energyRate(unit: string): EnergyRate | undefined {
  const power = mwOf(unit);
  if (power !== undefined) return { energy: power, per: 'hour' };
  const name = unit.trim();
  const energy = mwhOf(name.replace(PER_DAY, ''));
  return energy === undefined ? undefined : { energy, per: PER_DAY.test(name) ? 'day' : 'whole' };
}

/** Exact decimal text; `undefined` for a unit that is no power. */
export function powerInMw(quantity: string, unit: string): string | undefined {
  const rate = energyRate(unit);
  return rate?.per === 'hour' ? textOf(new Big(quantity).times(rate.energy)) : undefined;
}

const textOf = (amount: Big): string => (amount.eq(0) ? '0' : amount.toFixed());
