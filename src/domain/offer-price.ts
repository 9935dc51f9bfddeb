import type { SentPrice } from './action';
import { failed, success, type Failure, type Outcome } from './failure';
import type { Price } from './price';
import { sidesOf, isSwap, priceShape, type PriceShape, type Request } from './request';
import { spreadPrice } from './spread';
import { swapPrices } from './swap';

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
