import { PENCE, plain } from './leg';

const CENTS = ['ct', 'cent', 'cents', 'EURct'];

/** A unit of price in its parts, such as EUR and MWh; pence and cents come as hundredths of their currency. */
export interface PriceUnit {
  readonly currency: string;
  readonly measure: string;
  /** How much of the currency one of the unit is: "1" or "0.01". */
  readonly worth: '1' | '0.01';
}

/** `undefined` for a unit that is not money for one measure. */
export function priceUnitOf(unit: string): PriceUnit | undefined {
  const [money = '', measure = '', more] = plain(unit).split('/');
  if (money === '' || measure === '' || more !== undefined) return undefined;
  if (PENCE.includes(money)) return { currency: 'GBP', measure, worth: '0.01' };
  if (CENTS.includes(money)) return { currency: 'EUR', measure, worth: '0.01' };
  return { currency: money, measure, worth: '1' };
}
