import type { Leg } from '../../domain/leg';
import type { Price } from '../../domain/price';
import { netPrice, type QuotePrice } from '../../domain/quote';
import type { Request } from '../../domain/request';
import { exactOf, textOf, times, timesCount } from '../exact';
import type { Figures } from '../words/figures';
import { daysOfPeriod } from '../words/period';

const HOURS_PER_DAY = 24;
const PER_DAY = /\/(?:d|day)$/;

export interface Notional {
  readonly currency: string;
  /** Exact decimal text: for the whole, or for each hour or day of delivery. */
  readonly amount: string;
  readonly per: 'whole' | 'hour' | 'day';
  /** Over all days of delivery: for a daily quantity, and for base at 24 hours a day, so but for clock changes. */
  readonly whole?: { readonly amount: string; readonly days: number };
}

type Terms = Pick<Leg, 'priceUnit' | 'quantityUnit' | 'loadProfile' | 'deliveryStart' | 'deliveryEnd'>;

/**
 * Price times quantity, as far as the units allow it: `undefined` when they do not fit each other. The hours of peak and of
 * shaped profiles are not known here, so those say an amount per hour alone.
 */
export function notionalOf(terms: Terms, price: Price, quantity: string): Notional | undefined {
  const [currency, measure] = terms.priceUnit?.split('/') ?? [];
  const unit = terms.quantityUnit;
  if (!currency || !measure || !unit) return undefined;
  const exact = times(exactOf(price), exactOf(quantity));
  const amount = textOf(exact);
  const per = unit === measure ? 'whole' : rateOf(unit, measure);
  if (per === undefined) return undefined;
  const days = daysOfPeriod(terms.deliveryStart, terms.deliveryEnd);
  const dailyUnits = per === 'day' ? 1 : per === 'hour' && terms.loadProfile === 'base' ? HOURS_PER_DAY : 0;
  if (days === undefined || dailyUnits === 0) return { currency, amount, per };
  const whole = { amount: textOf(timesCount(exact, days * dailyUnits)), days };
  return { currency, amount, per, whole };
}

function rateOf(unit: string, measure: string): 'hour' | 'day' | undefined {
  if (`${unit}h` === measure) return 'hour';
  return PER_DAY.test(unit) && unit.replace(PER_DAY, '') === measure ? 'day' : undefined;
}

/** "841.50 EUR per hour, about 7,371,540.00 EUR in all (365 days of 24 hours)" */
export function notionalInWords(notional: Notional, figures: Figures): string {
  const money = (amount: string): string => `${figures.money(amount)} ${notional.currency}`;
  const { amount, per, whole } = notional;
  if (per === 'whole') return money(amount);
  const each = `${money(amount)} per ${per}`;
  if (!whole) return each;
  const days = `${figures.count(whole.days)} ${whole.days === 1 ? 'day' : 'days'}`;
  return per === 'day'
    ? `${each}, ${money(whole.amount)} in all (${days})`
    : `${each}, about ${money(whole.amount)} in all (${days} of 24 hours)`;
}

/**
 * One line per leg whose price is known, else one for the net price, saying the notional as far as units allow. `quantity` is counted
 * in leg 1; of a part nothing is said about legs that have another quantity.
 */
export function notionalLines(
  { legs }: Pick<Request, 'legs'>,
  price: QuotePrice,
  { quantity, figures }: { quantity: string; figures: Figures },
): string[] {
  const prices = price.shape === 'per-leg' ? price.legPrices : [netPrice(price)];
  return prices.flatMap((each, index) => {
    const leg = legs[index];
    const size = leg && sizeOf(leg, legs[0], quantity);
    const notional = each !== undefined && leg && size ? notionalOf(leg, each, size) : undefined;
    if (!notional) return [];
    const name =
      price.shape === 'single' ? 'Notional' : price.shape === 'per-leg' ? `Leg ${index + 1}` : 'Net';
    return [`${name}: ${notionalInWords(notional, figures)}`];
  });
}

function sizeOf(leg: Leg, first: Leg | undefined, quantity: string): string | undefined {
  if (leg.quantity === undefined || leg.quantity === first?.quantity) return quantity;
  return quantity === first?.quantity ? leg.quantity : undefined;
}
