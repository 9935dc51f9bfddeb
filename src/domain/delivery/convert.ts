import Big from 'big.js';
import { failed, success, type Outcome } from '../failure';
import { plain } from '../leg';
import { priceUnitOf } from '../price-unit';

const tableOf = (units: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(units));

/** Energies in MWh. A therm is 29.3071 kWh, as gas markets count it. */
const ENERGIES = tableOf({
  kwh: '0.001',
  mwh: '1',
  gwh: '1000',
  twh: '1000000',
  th: '0.0293071',
  therm: '0.0293071',
  therms: '0.0293071',
  mmbtu: '0.293071',
});

/** The MWh that one of a unit of energy is, exactly; `undefined` for any other unit. */
export const mwhOf = (unit: string): string | undefined => ENERGIES.get(plain(unit).toLowerCase());

/** Powers in MW; energy of each hour is one. */
const POWERS = tableOf({
  ...{ kw: '0.001', mw: '1', gw: '1000' },
  ...{ 'kwh/h': '0.001', 'mwh/h': '1', 'gwh/h': '1000' },
});
/** The MW that one of a unit of power is; `undefined` for any other unit. */
export const mwOf = (unit: string): string | undefined => POWERS.get(plain(unit).toLowerCase());

const HOURS_OF_DAY = 24;
const PER_DAY = /\/(?:d|day)$/i;
const DIGITS = 15;

/** Big.js rounds divisions alone; these digits are beyond any that a cell shows. */
const Exact = Big();
Exact.DP = 40;

/** What one of a unit is: MWh, MW, or money for a MWh. */
interface Measure {
  readonly kind: 'energy' | 'power' | 'price';
  readonly worth: Big;
  readonly currency?: string;
}

function measureOf(unit: string): Measure | undefined {
  const text = plain(unit);
  const energy = mwhOf(text);
  if (energy !== undefined) return { kind: 'energy', worth: new Exact(energy) };
  const power = mwOf(text);
  if (power !== undefined) return { kind: 'power', worth: new Exact(power) };
  const daily = PER_DAY.test(text) ? ENERGIES.get(text.replace(PER_DAY, '').toLowerCase()) : undefined;
  if (daily !== undefined) return { kind: 'power', worth: new Exact(daily).div(HOURS_OF_DAY) };
  const price = priceUnitOf(text);
  const each = price && ENERGIES.get(price.measure.toLowerCase());
  if (!price || each === undefined) return undefined;
  return { kind: 'price', worth: new Exact(price.worth).div(each), currency: price.currency };
}

const UNITS =
  'kWh, MWh, GWh, TWh, th, MMBtu; kW, MW, GW, MWh/d, th/d; EUR/MWh, GBP/MWh, €/MWh, p/th, ct/kWh and the like';

/**
 * A value in another unit, as decimal text of 15 digits: energies, powers (a day has 24 hours), prices of energy. `fx`: what one
 * of the first currency is worth in the other; it is never assumed.
 */
export function converted(
  value: string,
  { from, to, fx }: { readonly from: string; readonly to: string; readonly fx?: string | undefined },
): Outcome<string> {
  const [source, target] = [measureOf(from), measureOf(to)];
  if (!source || !target) {
    const unknown = source ? to : from;
    return wrong(`"${unknown}" is not a unit.`, `Use one of ${UNITS}.`);
  }
  if (source.kind !== target.kind) {
    return wrong(
      `${from} is ${WORDS[source.kind]}, and ${to} is ${WORDS[target.kind]}.`,
      'Use two units of one kind.',
    );
  }
  if (source.currency !== target.currency && fx === undefined) {
    return wrong(
      `${from} and ${to} are in two currencies.`,
      `Give the rate: what 1 ${source.currency ?? ''} is in ${target.currency ?? ''}.`,
    );
  }
  const rate = source.currency === target.currency ? '1' : (fx ?? '1');
  const result = new Exact(value).times(rate).times(source.worth).div(target.worth);
  return success(result.eq(0) ? '0' : new Exact(result.toPrecision(DIGITS)).toFixed());
}

const WORDS = { energy: 'an energy', power: 'a power', price: 'a price' } as const;
const wrong = (message: string, next: string) => failed({ kind: 'invalid-argument', message, next });
