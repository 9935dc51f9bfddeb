import type { RequestId } from './identifiers';
import { unitsProblem, type Leg } from './leg';
import { comparedQuantities, differenceOf, smallerOf, type Quantity, type QuantityLeft } from './quantity';
import type { RawRecord } from './record';
import type { Sides } from './spread';

/** A request for quotes on the tender venue (section 2). Fields with an open list of values stay text. */
export interface Request {
  readonly id: RequestId;
  /** "open", "closed" or "traded"; another value is kept as it came. */
  readonly state: string;
  /** "initiator" when it is the desk's own request, "recipient" when the desk was asked. */
  readonly role?: string;
  /** "single", "spread" or "standard-spread". */
  readonly contract: string;
  /** "time", "location" or "efp". */
  readonly spreadType?: string;
  /** "green-grey-swap" or "grey-green-swap" where it is one. */
  readonly swapType?: string;
  readonly commodity?: string;
  /** Epoch ms. */
  readonly createdAt?: number;
  /** Epoch ms. */
  readonly concludedAt?: number;
  readonly allOrNone?: boolean;
  /** How much of it is not traded yet, where the platform says so; never reckoned from trades. */
  readonly remainingQuantity?: QuantityLeft;
  readonly legs: readonly Leg[];
  readonly raw: RawRecord;
}

/** How a price of this request is written: one price, one per leg, or one net price. */
export type PriceShape = 'single' | 'per-leg' | 'standard-spread';

export function priceShape(request: Pick<Request, 'contract' | 'legs'>): PriceShape {
  if (request.contract === 'standard-spread') return 'standard-spread';
  return request.legs.length === 1 ? 'single' : 'per-leg';
}

/** A concluded request never changes again, nor does what hangs on it. */
export const isConcluded = (request: Pick<Request, 'state'>): boolean =>
  request.state === 'closed' || request.state === 'traded';

export const isSwap = (request: Pick<Request, 'swapType'>): boolean => request.swapType !== undefined;

/**
 * The actions of a two-legged request, by which its net price is made; `undefined` for any other, and for legs in different units
 * or currencies, which have no net price.
 */
export function sidesOf(request: Pick<Request, 'legs'>): Sides | undefined {
  const [first, second, third] = request.legs;
  if (!first || !second || third || unitsProblem(request.legs) !== undefined) return undefined;
  return [first.action, second.action];
}

/** The units that the legs are priced in where they differ; legs that say none are left out. Then no net price means anything. */
export function differingPriceUnits({ legs }: Pick<Request, 'legs'>): readonly string[] | undefined {
  const units = [...new Set(legs.flatMap(({ priceUnit }) => priceUnit ?? []))];
  return units.length > 1 ? units : undefined;
}

/** The actions by which a net price comes about: of two legs that are priced in one unit. */
export const netSidesOf = (request: Pick<Request, 'legs'>): Sides | undefined =>
  differingPriceUnits(request) ? undefined : sidesOf(request);

/** How much can still be traded, counted in leg 1: what the platform says is left, else what was asked for. */
export const quantityLeft = ({
  remainingQuantity,
  legs,
}: Pick<Request, 'remainingQuantity' | 'legs'>): QuantityLeft | undefined =>
  remainingQuantity ?? legs[0]?.quantity;

/** Whether a part of it is traded already, by what the platform says is left. */
export function isPartlyTraded({
  remainingQuantity,
  legs,
}: Pick<Request, 'remainingQuantity' | 'legs'>): boolean {
  const asked = legs[0]?.quantity;
  return (
    remainingQuantity !== undefined && asked !== undefined && comparedQuantities(remainingQuantity, asked) < 0
  );
}

/** Whether a trade in an open request took all of it, by its own record: all or none is traded as a whole. Where nothing says what is left it is not known. */
export const isTradedWhole = ({
  remainingQuantity,
  allOrNone,
}: Pick<Request, 'remainingQuantity' | 'allOrNone'>): boolean =>
  remainingQuantity === '0' || allOrNone === true;

/** How much of it is traded already, once a part is. */
export function quantityFilled(request: Pick<Request, 'remainingQuantity' | 'legs'>): string | undefined {
  const asked = request.legs[0]?.quantity;
  const left = request.remainingQuantity;
  if (!isPartlyTraded(request) || asked === undefined || left === undefined) return undefined;
  return differenceOf(asked, left);
}

/** The most that taking an offer can trade: what it is for, and no more than is left of its request. */
export function mostOf(
  request: Pick<Request, 'remainingQuantity' | 'legs'>,
  offer: { readonly quantity?: Quantity | undefined },
): QuantityLeft | undefined {
  const left = quantityLeft(request);
  if (offer.quantity === undefined || left === undefined) return offer.quantity ?? left;
  return smallerOf(offer.quantity, left);
}
