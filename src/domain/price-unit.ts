import { PENCE, plain, SYMBOLS } from './leg';

/** In small letters; pence are in them but for GBp, which differs from GBP in case alone. */
const CENTS = ['ct', 'cent', 'cents', 'eurct', '€ct', 'eurocent', 'eurocents'];
const SMALL_PENCE = PENCE.filter((word) => word !== 'GBp').map((word) => word.toLowerCase());

/** The codes of ISO 4217. */
const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

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
  const small = word.toLowerCase();
  if (PENCE.includes(word) || SMALL_PENCE.includes(small)) return { currency: 'GBP', worth: '0.01' };
  if (CENTS.includes(small)) return { currency: 'EUR', worth: '0.01' };
  const currency = SYMBOLS.get(word) ?? word.toUpperCase();
  return CURRENCIES.has(currency) ? { currency, worth: '1' } : undefined;
}

/** `undefined` for a unit that is not money for one measure. */
export function priceUnitOf(unit: string): PriceUnit | undefined {
  const [word = '', measure = '', more] = plain(unit).split('/');
  const money = moneyNamed(word);
  return !money || measure === '' || more !== undefined ? undefined : { ...money, measure };
}
