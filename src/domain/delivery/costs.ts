import Big from 'big.js';
import { failed, success, type Outcome } from '../failure';
import { plain } from '../leg';
import { moneyNamed, priceUnitOf } from '../price-unit';

/** One cost of a trade: an amount in `EUR/MWh`, `EUR` (once for the trade), `EUR/MW/month` or `%` of the price. */
export interface Cost {
  readonly amount: string;
  readonly unit: string;
}

/** What the costs of a trade are spread over. */
interface Costed {
  /** MWh of the whole delivery, and MW; decimal text. */
  readonly energy: string | undefined;
  readonly power: string | undefined;
  /** Months of delivery, a part of a month by its days. */
  readonly months: number | undefined;
}

const DIGITS = 15;
const Exact = Big();
Exact.DP = 60;

const A_MONTH = /^(.+)\/mw\/mon(?:th)?$/i;

/**
 * The price with its costs, in the price's unit: what is bought costs that much more, what is sold brings that much less.
 * Costs of another currency are refused: a rate is never assumed.
 */
export function allInPrice(
  price: string,
  costs: readonly Cost[],
  {
    side,
    currency,
    over,
  }: { readonly side: 'buy' | 'sell'; readonly currency: string; readonly over: Costed },
): Outcome<string> {
  let sum = new Exact(0);
  for (const cost of costs) {
    const each = perMwh(cost, { price, currency, over });
    if (!each.ok) return each;
    sum = sum.plus(each.value);
  }
  const all = side === 'buy' ? new Exact(price).plus(sum) : new Exact(price).minus(sum);
  return success(textOf(all));
}

function perMwh(
  { amount, unit }: Cost,
  { price, currency, over }: { price: string; currency: string; over: Costed },
): Outcome<Big> {
  const text = plain(unit);
  if (text === '%') return success(new Exact(price).abs().times(amount).div(100));
  const [, monthly] = A_MONTH.exec(text) ?? [];
  const once = moneyNamed(monthly ?? text);
  const each = once ? undefined : priceUnitOf(text);
  const money = once ?? (each?.measure.toLowerCase() === 'mwh' ? each : undefined);
  if (money === undefined) return invalid(`"${unit}" is not a unit of a cost.`, HOW);
  if (money.currency !== currency) {
    return invalid(
      `A cost in ${money.currency} cannot be added to a price in ${currency}.`,
      'Convert it first: a rate is never assumed.',
    );
  }
  const cost = new Exact(amount).times(money.worth);
  if (each) return success(cost);
  if (over.energy === undefined || new Exact(over.energy).eq(0)) {
    return invalid(
      `A cost in ${unit} is spread over the energy, which is not known.`,
      'Give quantity, unit and product.',
    );
  }
  if (monthly === undefined) return success(cost.div(over.energy));
  if (over.power === undefined || over.months === undefined) {
    return invalid(`A cost in ${unit} needs a quantity of power.`, 'Give the quantity in MW.');
  }
  return success(cost.times(over.power).times(over.months).div(over.energy));
}

const HOW = 'Use EUR/MWh, EUR (once for the trade), EUR/MW/month or %.';

export interface SparkGiven {
  /** Money for 1 MWh of power. */
  readonly power: string;
  /** Money for 1 MWh of heat of gas or coal. */
  readonly fuel: string;
  /** Money for 1 t of CO2. */
  readonly carbon: string;
  /** MWh of power from 1 MWh of heat. */
  readonly efficiency: string;
  /** t of CO2 from 1 MWh of heat. */
  readonly emission: string;
  /** What 1 of the fuel's currency is in that of the power. */
  readonly fx: string;
}

/** Clean spark or dark spread: power less the fuel and the carbon that 1 MWh of it takes. */
export function cleanSpread({ power, fuel, carbon, efficiency, emission, fx }: SparkGiven): string {
  const heat = new Exact(1).div(efficiency);
  const spread = new Exact(power)
    .minus(new Exact(fuel).times(fx).times(heat))
    .minus(new Exact(carbon).times(emission).times(heat));
  return textOf(spread);
}

const textOf = (value: Big): string => (value.eq(0) ? '0' : new Exact(value.toPrecision(DIGITS)).toFixed());
const invalid = (message: string, next: string) => failed({ kind: 'invalid-argument', message, next });
