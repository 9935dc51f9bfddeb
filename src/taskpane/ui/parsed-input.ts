import { priceOf, type Price } from '../../domain/price';
import { quantityOf, type Quantity } from '../../domain/quantity';

/** What a person typed into a number field: nothing yet, a number, or why it is not one. */
export type ParsedInput<T> =
  | { readonly kind: 'empty' }
  | { readonly kind: 'number'; readonly value: T; readonly note?: string }
  | { readonly kind: 'refused'; readonly why: string };

const MINUS_SIGNS = /^[−–]/;
const ONE_SIGN = /^[+-]?(?:\d+(?:[.,]\d+)?|[.,]\d+)$/;
/** ".5" */
const NOTHING_BEFORE = /^([+-]?)(?=[.,])/;
const LIKE_THOUSANDS = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;
const DECIMALS_MAX = 8;

/**
 * Reads a price with a point or a comma as its one decimal sign. Two signs are refused; a number that could be meant as thousands is read
 * as a decimal and says so: where that is not enough, see {@link readPriceIn} and {@link readPlainPrice}.
 */
export function readPrice(text: string): ParsedInput<Price> {
  const typed = text.trim().replace(MINUS_SIGNS, '-').replace(NOTHING_BEFORE, '$10');
  if (typed === '') return { kind: 'empty' };
  const why = wrongWith(typed);
  if (why !== undefined) return { kind: 'refused', why };
  const plain = typed.replace(',', '.').replace(/^\+/, '');
  const value = priceOf(plain);
  if (value === undefined) {
    return { kind: 'refused', why: 'Too large: at most 9 digits before the decimal sign.' };
  }
  return LIKE_THOUSANDS.test(typed)
    ? {
        kind: 'number',
        value,
        note: `Read with ${typed.includes(',') ? 'the comma' : 'the point'} as decimal sign.`,
      }
    : { kind: 'number', value };
}

/** As {@link readPrice}, but what could be meant as thousands is refused. */
export function readPlainPrice(text: string): ParsedInput<Price> {
  const read = readPrice(text);
  if (read.kind !== 'number' || read.note === undefined) return read;
  const typed = text.trim();
  const [decimal, whole] = [`${typed.replace(',', '.')}0`, typed.replace(/[.,]/, '')];
  return { kind: 'refused', why: `It can be read in two ways. Write ${decimal} or ${whole}.` };
}

/** As {@link readPrice}, but what is thousands by the person's own way of writing is refused: 31,400 in English, 31.400 in German. */
export const readPriceIn =
  (decimalSign: string) =>
  (text: string): ParsedInput<Price> =>
    text.includes(decimalSign) ? readPrice(text) : readPlainPrice(text);

/** A number as it is typed so that it can be read in one way only. */
export const plainText = (number: string): string => (LIKE_THOUSANDS.test(number) ? `${number}0` : number);

/** As {@link readPlainPrice}, for a quantity, which is above zero: a thousand MW for one is no reading to choose from. */
export function readQuantity(text: string): ParsedInput<Quantity> {
  const read = readPlainPrice(text);
  if (read.kind !== 'number') return read;
  const value = quantityOf(read.value);
  if (value === undefined) return { kind: 'refused', why: 'A quantity is above zero.' };
  return { ...read, value };
}

function wrongWith(typed: string): string | undefined {
  if (/[.,].*[.,]|[\d]\s+[\d]|\d['’]\d/.test(typed)) {
    return 'Write one decimal sign and no thousands separators, such as 1234.5.';
  }
  if (!ONE_SIGN.test(typed)) return 'Not a number. Write digits with one decimal sign, such as −4.25.';
  const decimals = typed.split(/[.,]/)[1]?.replace(/0+$/, '').length ?? 0;
  return decimals > DECIMALS_MAX ? `Too many decimals: at most ${DECIMALS_MAX}.` : undefined;
}
