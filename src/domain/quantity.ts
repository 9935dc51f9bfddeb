import Big from 'big.js';
import * as z from 'zod/mini';
import { Price, priceOf, statedPrice } from './price';

/** Exact decimal text above zero, in its shortest form; its unit stands beside it in the record. */
export const Quantity = z
  .string()
  .check(z.refine((text) => Price.safeParse(text).success && text !== '0' && !text.startsWith('-')))
  .brand<'Quantity'>();
export type Quantity = z.infer<typeof Quantity>;

/** The quantity that a person's text or number writes; `undefined` when it is not one that can be sent. Nothing is rounded. */
export const quantityOf = (written: number | string): Quantity | undefined => aboveZero(priceOf(written));

/** The quantity that the platform writes, however fine it is; `undefined` when it is not one. Nothing is rounded. */
export const statedQuantity = (written: number | string): Quantity | undefined =>
  aboveZero(statedPrice(written));

/** A price in its shortest form is not above zero when it is "0" or has a sign. */
const aboveZero = (decimal: Price | undefined): Quantity | undefined =>
  decimal === undefined || decimal === '0' || decimal.startsWith('-')
    ? undefined
    : (decimal as string as Quantity);

/** What is left of a quantity: some of it, or nothing. */
export type QuantityLeft = Quantity | '0';

/** Negative when a is below b, zero when equal, positive when above. */
export const comparedQuantities = (a: QuantityLeft, b: QuantityLeft): number => new Big(a).cmp(b);

export const smallerOf = (a: QuantityLeft, b: QuantityLeft): QuantityLeft =>
  comparedQuantities(a, b) <= 0 ? a : b;

/** The sum as exact decimal text; "0" of none. It may be more than one quantity can write. */
export const sumOf = (quantities: readonly Quantity[]): string =>
  quantities.reduce((sum, each) => sum.plus(each), new Big(0)).toFixed();

/** What is left of one without the other, as exact decimal text. */
export const differenceOf = (whole: Quantity, part: QuantityLeft): string =>
  new Big(whole).minus(part).toFixed();
