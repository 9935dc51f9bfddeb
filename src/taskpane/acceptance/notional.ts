import type { Leg } from '../../domain/leg';
import type { Price } from '../../domain/price';
import { netPrice, type QuotePrice } from '../../domain/quote';
import type { Request } from '../../domain/request';
import { exactOf, textOf, times, timesCount } from '../exact';
import type { Figures } from '../words/figures';
import { daysOfPeriod } from '../words/period';

const PER_DAY = /\/(?:d|day)$/;

export interface Notional {
  readonly currency: string;
  /** Exact decimal text: for the whole, or for each hour or day of delivery. */
  readonly amount: string;
  readonly per: 'whole' | 'hour' | 'day';
  /** The whole, where the hours or days of delivery are certain: every day, and for base every hour. */
  readonly whole?: { readonly amount: string; readonly count: number };
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
  const count =
    per === 'day' ? days : per === 'hour' && terms.loadProfile === 'base' ? hours(days) : undefined;
  const whole = count === undefined ? {} : { whole: { amount: textOf(timesCount(exact, count)), count } };
  return { currency, amount, per, ...whole };
}

function rateOf(unit: string, measure: string): 'hour' | 'day' | undefined {
  if (`${unit}h` === measure) return 'hour';
  return PER_DAY.test(unit) && unit.replace(PER_DAY, '') === measure ? 'day' : undefined;
}

const hours = (days: number | undefined): number | undefined => days && days * 24;

/** "841.50 EUR per hour, 7,371,540.00 EUR over 8,760 hours" */
export function notionalInWords(notional: Notional, figures: Figures): string {
  const money = (amount: string): string => `${figures.money(amount)} ${notional.currency}`;
  const each =
    notional.per === 'whole' ? money(notional.amount) : `${money(notional.amount)} per ${notional.per}`;
  if (!notional.whole) return each;
  const { amount, count } = notional.whole;
  return `${each}, ${money(amount)} over ${figures.count(count)} ${notional.per}s`;
}

/** One line per leg whose price is known, else one for the net price, saying the notional as far as units allow. */
export function notionalLines(
  { legs }: Pick<Request, 'legs'>,
  price: QuotePrice,
  { quantity, figures }: { quantity: string; figures: Figures },
): string[] {
  const prices = price.shape === 'per-leg' ? price.legPrices : [netPrice(price)];
  return prices.flatMap((each, index) => {
    const leg = legs[index];
    const notional = each !== undefined && leg ? notionalOf(leg, each, quantity) : undefined;
    if (!notional) return [];
    const name =
      price.shape === 'single' ? 'Notional' : price.shape === 'per-leg' ? `Leg ${index + 1}` : 'Net';
    return [`${name}: ${notionalInWords(notional, figures)}`];
  });
}
