import Big from 'big.js';
import { compared, statedPrice } from './price';
import { sumOf, type Quantity } from './quantity';
import type { Request } from './request';
import { sameUnit } from './leg';

type Asked = Pick<Request, 'legs' | 'remainingQuantity'>;

/**
 * Why a quantity is more than a request can be offered or dealt in: more than what is left of it, or more than one of its legs asks for. A
 * quantity is counted in leg 1; the whole of leg 1 is the whole of the request. Legs in other units than leg 1 say nothing of it, nor does
 * an offer without a quantity while anything is left.
 */
export function quantityProblem(request: Asked, quantity: Quantity | undefined): string | undefined {
  const { legs, remainingQuantity } = request;
  const [first] = legs;
  if (remainingQuantity === '0') return 'Nothing of the request is left.';
  if (quantity === undefined) return undefined;
  if (remainingQuantity !== undefined && isMore(quantity, remainingQuantity)) {
    return `${amountOf(remainingQuantity, first?.quantityUnit)} of the request is left; ${amountOf(quantity, first?.quantityUnit)} is more.`;
  }
  if (first?.quantity !== undefined && quantity === first.quantity) return undefined;
  const [least] = legs
    .map((leg, index) => ({ leg, index }))
    .filter(({ leg }) => leg.quantity !== undefined && isAlike(leg.quantityUnit, first?.quantityUnit))
    .filter(({ leg }) => leg.quantity !== undefined && isMore(quantity, leg.quantity))
    .sort((a, b) => order(a.leg.quantity, b.leg.quantity));
  if (least?.leg.quantity === undefined) return undefined;
  const who = legs.length === 1 ? 'The request' : `Leg ${least.index + 1}`;
  const unit = least.leg.quantityUnit;
  return `${who} asks for ${amountOf(least.leg.quantity, unit)}; ${amountOf(quantity, unit)} is more.`;
}

/**
 * Why a quantity is too much for a request of which this desk has taken some: what the platform states to be left may lag behind
 * that. `taken`: what this desk took of it, or may have.
 */
export function takenProblem(
  { legs }: Pick<Request, 'legs'>,
  quantity: Quantity,
  taken: readonly Quantity[],
): string | undefined {
  const [first] = legs;
  if (first?.quantity === undefined || taken.length === 0) return undefined;
  const sum = sumOf(taken);
  if (new Big(sum).plus(quantity).lte(first.quantity)) return undefined;
  const unit = first.quantityUnit;
  return `This desk has taken ${amountOf(sum, unit)} of the ${amountOf(first.quantity, unit)} that the request asks for; ${amountOf(quantity, unit)} is more than the rest.`;
}

/** The most that an offer which does not say its quantity can be taken for: what is left of its request, if anything, else what it asks for. */
export const wholeOf = ({ legs, remainingQuantity }: Asked): Quantity | undefined =>
  remainingQuantity === undefined || remainingQuantity === '0' ? legs[0]?.quantity : remainingQuantity;

/** Whether a quantity that is not too much is less than the whole: a request for all or none takes no such offer. */
export function isPart(request: Asked, quantity: Quantity): boolean {
  const whole = wholeOf(request);
  return whole !== undefined && !new Big(quantity).eq(whole);
}

/**
 * The quantity that would be live together with one more quote, where that is more than the request wants. `together` is
 * absent where one of the live quotes does not say its quantity.
 */
export function liveBeyond(
  request: Asked,
  live: readonly { readonly quantity?: Quantity }[],
  more: Quantity,
): { readonly together?: string } | undefined {
  const each = live.flatMap(({ quantity }) => quantity ?? []);
  if (each.length < live.length) return {};
  const together = sumOf([...each, more]);
  const whole = wholeOf(request);
  return whole === undefined || new Big(together).lte(whole) ? undefined : { together };
}

/** The other leg of a spread whose legs differ: its quantity is less than the one that is counted in leg 1. */
export function smallerLeg(
  { legs }: Pick<Request, 'legs'>,
  quantity: Quantity,
): { readonly leg: number; readonly quantity: string } | undefined {
  const [first] = legs;
  const leg = legs.findIndex(
    (one) =>
      one.quantity !== undefined &&
      isAlike(one.quantityUnit, first?.quantityUnit) &&
      isMore(quantity, one.quantity),
  );
  const found = legs[leg];
  return found?.quantity === undefined
    ? undefined
    : { leg, quantity: amountOf(found.quantity, found.quantityUnit) };
}

export function isMore(a: Quantity, b: Quantity): boolean {
  const [first, second] = [statedPrice(a), statedPrice(b)];
  return first !== undefined && second !== undefined && compared(first, second) > 0;
}

const isAlike = (a: string | undefined, b: string | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && sameUnit(a, b));
const order = (a: Quantity | undefined, b: Quantity | undefined): number =>
  a !== undefined && b !== undefined && isMore(a, b) ? 1 : -1;
const amountOf = (quantity: string, unit: string | undefined): string =>
  unit === undefined ? quantity : `${quantity} ${unit}`;
