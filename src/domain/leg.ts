import * as z from 'zod/mini';
import { present } from './present';
import type { Price } from './price';
import type { Quantity } from './quantity';

export type Side = 'buy' | 'sell';

/** One side of a request. Order is fixed for the request's whole life: index 0 is leg 1 (section 2). */
export interface Leg {
  readonly action: Side;
  readonly commodity?: string;
  readonly market?: string;
  readonly deliveryStart?: string;
  readonly deliveryEnd?: string;
  readonly loadProfile?: string;
  readonly quantity?: Quantity;
  readonly quantityUnit?: string;
  readonly priceUnit?: string;
  readonly price?: Price;
  readonly clearing?: Clearing;
}

const text = () => z.string().check(z.minLength(1), z.maxLength(100));

/** How one leg is cleared: "exchange" or "bilateral", and the clearing house where there is one (section 2, legs). */
export const Clearing = z.object({ type: text(), house: z.optional(text()) });
export type Clearing = z.infer<typeof Clearing>;

/** Clearing written in another way is nothing that a price hangs on: it stays in the record alone. */
export function statedClearing(written: unknown): Clearing | undefined {
  const { type, house } = Object(written) as Record<string, unknown>;
  return Clearing.safeParse(present({ type, house: house ?? undefined })).data;
}

/** GBp (pence) and GBP (pounds) differ only in case, and are different units. */
export const PENCE = ['GBp', 'GBX', 'p', 'pence'];

/** A unit without spaces, its currency by its code. */
export const plain = (unit: string): string =>
  unit.replace(/\s+/g, '').replace('€', 'EUR').replace('£', 'GBP').replace('$', 'USD');
const keyOf = (unit: string): string => {
  const [first = '', ...rest] = plain(unit).split('/');
  const money = PENCE.includes(first) ? 'gbx' : first.toLowerCase();
  return [money, ...rest.map((part) => part.toLowerCase())].join('/');
};

/** Whether two names mean the same unit: spaces and case are ignored, except for GBp and GBP; € is EUR. */
export const sameUnit = (a: string, b: string): boolean => keyOf(a) === keyOf(b);

/**
 * Why the prices of these legs cannot be added or subtracted: they are in different units or currencies. A leg that does not
 * say its unit differs from none. A net price across units is neither shown nor sent.
 */
export function unitsProblem(legs: readonly Pick<Leg, 'priceUnit'>[]): string | undefined {
  const first = legs.findIndex(({ priceUnit }) => priceUnit !== undefined);
  const unit = legs[first]?.priceUnit;
  if (unit === undefined) return undefined;
  const other = legs.findIndex(({ priceUnit }) => priceUnit !== undefined && !sameUnit(priceUnit, unit));
  const otherUnit = legs[other]?.priceUnit;
  if (otherUnit === undefined) return undefined;
  return `Leg ${first + 1} is priced in ${unit} and leg ${other + 1} in ${otherUnit}, so the legs have no net price.`;
}

/** Two legs that are both bought or both sold: their net price is a sum. */
export const isSum = ([first, second, ...others]: readonly Partial<Pick<Leg, 'action'>>[]): boolean =>
  others.length === 0 && first?.action !== undefined && first.action === second?.action;
