import { PENCE, plain } from './leg';

const CENTS = /^(euro?)?(ct|cents?)$/i;
/** In any case, but for GBp, which differs from GBP in that alone. */
const IN_ANY_CASE = /^(p|pence|gbx)$/i;

/** The codes of ISO 4217. */
const CURRENCIES = Intl.supportedValuesOf('currency');

/** Money as a word names it; pence and cents come as hundredths of their currency. */
export interface Money {
  /** A code of three letters. */
  readonly currency: string;
  /** How much of the currency one of the word is: "1" or "0.01". */
  readonly worth: '1' | '0.01';
}

/** A unit of price in its parts, such as EUR and MWh. */
export interface PriceUnit extends Money {
  readonly measure: string;
}

/** `undefined` for any word that is not known: it may be hundredths, or no money at all. Case is ignored, except for GBp. */
export function moneyNamed(word: string): Money | undefined {
  if (PENCE.includes(word) || IN_ANY_CASE.test(word)) return { currency: 'GBP', worth: '0.01' };
  if (CENTS.test(word)) return { currency: 'EUR', worth: '0.01' };
  const currency = word.toUpperCase();
  return CURRENCIES.includes(currency) ? { currency, worth: '1' } : undefined;
}

/** `undefined` for a unit that is not money for one measure. */
export function priceUnitOf(unit: string): PriceUnit | undefined {
  const [word = '', measure, more] = plain(unit).split('/');
  const money = moneyNamed(word);
  return money && measure && more === undefined ? { ...money, measure } : undefined;
}
