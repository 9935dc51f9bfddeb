import type Big from 'big.js';

/** One price per leg, or the one net price of a standard spread. */
export type OfferPrice =
  | { readonly shape: 'legs'; readonly legs: readonly [Big, ...Big[]] }
  | { readonly shape: 'net'; readonly net: Big };

/** Whether two prices have the same shape and exactly the same figures. */
export function samePrice(a: OfferPrice, b: OfferPrice): boolean {
  if (a.shape === 'net') return b.shape === 'net' && a.net.eq(b.net);
  if (b.shape === 'net' || a.legs.length !== b.legs.length) return false;
  return a.legs.every((price, leg) => b.legs[leg]?.eq(price) === true);
}

/** The same price moved by an amount, in its first leg. */
export function shifted(price: OfferPrice, by: Big): OfferPrice {
  if (price.shape === 'net') return { shape: 'net', net: price.net.plus(by) };
  const [first, ...rest] = price.legs;
  return { shape: 'legs', legs: [first.plus(by), ...rest] };
}
