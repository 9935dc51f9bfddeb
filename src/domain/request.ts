import type { RequestId } from './identifiers';
import type { Leg } from './leg';
import type { RawRecord } from './record';
import type { Actions } from './spread';

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

/** The actions of a two-legged request; `undefined` for any other. */
export function actionsOf(request: Pick<Request, 'legs'>): Actions | undefined {
  const [first, second, third] = request.legs;
  return first && second && !third ? [first.action, second.action] : undefined;
}
