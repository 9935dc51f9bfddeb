import type { SentPrice } from './action';
import type { Leg } from './leg';
import { failed, success, type Failure, type Outcome } from './failure';
import type { Price } from './price';
import { netSidesOf, sidesOf, isSwap, priceShape, type PriceShape, type Request } from './request';
import { spreadPrice } from './spread';
import { swapPrices, distinctPrices } from './swap';
import { netPrice, type QuotePrice } from './offers';
import { comparedDecimals } from './decimal';

/** Fields of a request that determine its price shape. */
export type PricedOn = Pick<Request, 'contract' | 'legs' | 'swapType'>;

/**
 * The net price that goes out beside leg prices: for two legs what the spread rule makes of them, with the sign by leg
 * order; nothing for any other contract, and nothing while the request is not at hand.
 * Failures: `invalid-argument`, when the price has not the shape of its request or breaks the rule of swaps.
 * Source: interface document, section 2, spread price rules and green-grey swap rules.
 */
export function netBesideLegs(price: SentPrice, request?: PricedOn): Outcome<Price | undefined> {
  const legPrices = price.shape === 'per-leg' ? price.legPrices : undefined;
  const legs = request ? request.legs.length : legPrices?.length;
  const swap = legs === SWAP_LEGS || (request !== undefined && isSwap(request));
  if (swap) {
    const prices = swapPrices(legPrices ?? []);
    return prices.ok ? success(undefined) : prices;
  }
  if (!request) return success(undefined);
  const shape = priceShape(request);
  if (price.shape !== shape) return failed(otherShape(shape));
  if (legPrices && legPrices.length !== request.legs.length) return failed(otherCount(request.legs.length));
  const [leg1, leg2] = legPrices ?? [];
  const actions = sidesOf(request);
  return success(leg1 && leg2 && actions ? spreadPrice(leg1, leg2, actions) : undefined);
}

// Only swaps have three legs.
const SWAP_LEGS = 3;

const SHAPES: Record<PriceShape, string> = {
  single: 'one price',
  'per-leg': 'one price for each leg',
  'standard-spread': 'one net price',
};

const otherShape = (shape: PriceShape): Failure => ({
  kind: 'invalid-argument',
  message: `This request is priced with ${SHAPES[shape]}.`,
  next: 'Enter the price that way. Nothing was sent.',
});

const otherCount = (legs: number): Failure => ({
  kind: 'invalid-argument',
  message: `This request has ${legs} legs.`,
  next: 'Enter a price for each of them. Nothing was sent.',
});

/** Only swaps have three legs. */
export const isPricedAsSwap = (request: PricedOn): boolean =>
  isSwap(request) || request.legs.length === SWAP_LEGS;

/**
 * The one price that offers on a request are compared by. Of a swap it is the certificate's: both power legs have one price, so that
 * what is paid for one is had for the other. `undefined` where there is none.
 */
export function comparedPrice(price: QuotePrice, request: PricedOn): Price | undefined {
  if (!isPricedAsSwap(request)) return netPrice(price, sidesOf(request));
  return distinctPrices(price.shape === 'per-leg' ? price.legPrices : [])?.[0];
}

/** The price by which quotes stand best first; `undefined` where none tells which is better. */
export function orderingPrice(price: QuotePrice, request: PricedOn): Price | undefined {
  if (!isPricedAsSwap(request)) return netPrice(price, netSidesOf(request));
  return unrankedSwap(request) === undefined ? comparedPrice(price, request) : undefined;
}

/**
 * Why the quotes of a swap cannot be ordered by their certificate's price; `undefined` where they can. Both power legs have one price, so
 * that power costs nothing where as much of it is bought as is sold, in the same hours.
 */
export function unrankedSwap({ legs }: Pick<Request, 'legs'>): string | undefined {
  const [, first, second] = legs;
  if (!first || !second || first.action === second.action) return 'its power is not bought and sold';
  if (first.quantity === undefined || second.quantity === undefined)
    return 'a quantity of its power is not given';
  const isSame = (of: (leg: Leg) => unknown): boolean => of(first) === of(second);
  if (!isSame(({ quantity }) => quantity) || !isSame(({ quantityUnit }) => quantityUnit)) {
    return 'not as much power is bought as sold';
  }
  const hours: readonly ((leg: Leg) => unknown)[] = [
    ({ deliveryStart }) => deliveryStart,
    ({ deliveryEnd }) => deliveryEnd,
    ({ loadProfile }) => loadProfile,
  ];
  return hours.every(isSame) ? undefined : 'power is bought and sold in different hours';
}

/** How many prices a person types: of a swap two, because both power legs have one. */
export function pricesToType(request: PricedOn): number {
  if (isPricedAsSwap(request)) return SWAP_LEGS - 1;
  return priceShape(request) === 'per-leg' ? request.legs.length : 1;
}

/** One price for each that is sent. The second power price of a swap is the first one (section 2, green-grey swap rules). */
export function sentPrices<T>(request: PricedOn, typed: readonly T[]): readonly T[] {
  const [certificate, power] = typed;
  if (!isPricedAsSwap(request) || certificate === undefined || power === undefined) return typed;
  return [certificate, power, power];
}

/** The prices in the shape that the request asks for; `undefined` while one is missing. */
export function sentPrice(request: PricedOn, prices: readonly (Price | undefined)[]): SentPrice | undefined {
  const read = prices.filter((price) => price !== undefined);
  const [first] = read;
  if (first === undefined || read.length !== prices.length) return undefined;
  const shape = priceShape(request);
  if (shape === 'single') return { shape, price: first };
  return shape === 'per-leg' ? { shape, legPrices: read } : { shape, spreadPrice: first };
}

// Two legs within this always have a net price that is a price; beyond it the rule has no answer.
const LEG_MAX = '499999999';

/** The net price by the rule. `none`: a swap has none. `too-large`: the rule gives what is not a price. */
export function netOf(request: PricedOn, sent: SentPrice): Price | 'none' | 'too-large' {
  const actions = sidesOf(request);
  if (sent.shape !== 'per-leg') return netPrice(sent) ?? 'none';
  const [leg1, leg2] = sent.legPrices;
  if (leg1 === undefined || leg2 === undefined || !actions) return 'none';
  const within = [leg1, leg2].every((leg) => comparedDecimals(leg.replace('-', ''), LEG_MAX) <= 0);
  return within ? spreadPrice(leg1, leg2, actions) : 'too-large';
}
