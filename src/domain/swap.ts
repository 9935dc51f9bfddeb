import { failed, success, type Failure, type Outcome } from './failure';
import type { Price } from './price';

/** The prices of a green-grey swap in leg order: the certificate, then the power bought and the power sold. */
interface SwapPrices {
  readonly certificate: Price;
  readonly powerBought: Price;
  readonly powerSold: Price;
}

/**
 * A swap's quote carries all three prices, and both power legs the same one.
 * Failures: `invalid-argument`, naming the leg. Source: interface document, section 2, green-grey swap rules.
 */
export function swapPrices(legPrices: readonly (Price | undefined)[]): Outcome<SwapPrices> {
  const [certificate, powerBought, powerSold] = legPrices;
  const missing = [certificate, powerBought, powerSold].findIndex((price) => price === undefined);
  if (certificate === undefined || powerBought === undefined || powerSold === undefined) {
    return failed(
      broken('A green-grey swap is quoted with three prices.', `Fill in leg ${missing + 1}.`, missing),
    );
  }
  if (legPrices.length > 3)
    return failed(broken('A green-grey swap has three legs.', 'Remove one price.', 3));
  if (powerBought !== powerSold) {
    return failed(
      broken(
        `Both power legs of a swap have one price, and these are ${powerBought} and ${powerSold}.`,
        'Give legs 2 and 3 the same price.',
        2,
      ),
    );
  }
  return success({ certificate, powerBought, powerSold });
}

/** Certificate and power of a swap that is priced by the rule: both power legs have one price; see {@link swapPrices}. */
export function distinctPrices([certificate, bought, sold, more]: readonly Price[]):
  readonly [certificate: Price, power: Price] | undefined {
  const isByRule = sold !== undefined && bought === sold && more === undefined;
  return isByRule && certificate !== undefined ? [certificate, sold] : undefined;
}

const broken = (message: string, next: string, leg: number): Failure => ({
  kind: 'invalid-argument',
  message,
  next,
  fields: [{ path: `legs[${leg}].price`, message }],
});
