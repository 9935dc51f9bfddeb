import type { SentPrice } from '../../domain/action';
import type { Price } from '../../domain/price';
import { netPrice } from '../../domain/offers';
import { sidesOf, isSwap, priceShape, type Request } from '../../domain/request';
import { spreadPrice } from '../../domain/spread';
import { comparedDecimals } from '../../domain/decimal';
import type { ParsedInput } from '../ui/parsed-input';

type PricedOn = Pick<Request, 'contract' | 'legs' | 'swapType'>;

const SWAP_LEGS = 3;

/** Only swaps have three legs. */
export const isPricedAsSwap = (request: PricedOn): boolean =>
  isSwap(request) || request.legs.length === SWAP_LEGS;

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

export function sentPrice(request: PricedOn, prices: readonly ParsedInput<Price>[]): SentPrice | undefined {
  const read = prices.flatMap((price) => (price.kind === 'number' ? [price.value] : []));
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
