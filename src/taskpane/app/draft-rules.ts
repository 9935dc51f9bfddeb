import type { Side } from '../../domain/leg';
import type { Request } from '../../domain/request';
import {
  BLANK_DRAFT,
  type LegDraft,
  type RequestDraft,
  type RequestKind,
  type SpreadType,
  type SwapType,
} from './request-draft';

const LEG_COUNTS: Record<RequestKind, number> = { single: 1, spread: 2, swap: 3 };
// In the order that the service has for a swap: the certificate, the power bought, the power sold.
const SWAP_ACTIONS: readonly (Side | undefined)[] = [undefined, 'buy', 'sell'];

/** What the kind of request decides about a leg, so that nobody chooses it; `undefined` where a person does. */
export const fixedAction = ({ kind }: Pick<RequestDraft, 'kind'>, index: number): Side | undefined =>
  kind === 'swap' ? SWAP_ACTIONS[index] : undefined;

/** The legs that this kind of request has, in their fixed order. */
export const legsOf = (draft: RequestDraft): readonly LegDraft[] =>
  draft.legs
    .slice(0, LEG_COUNTS[draft.kind])
    .map((leg, index) => ({ ...leg, action: fixedAction(draft, index) ?? leg.action }));

const SWAP_ROLES = ['the certificate', 'the power bought', 'the power sold'];

/** "Leg 2, the power bought". */
export function legTitle({ kind }: Pick<RequestDraft, 'kind'>, index: number): string {
  const role = kind === 'swap' ? SWAP_ROLES[index] : undefined;
  return [`Leg ${index + 1}`, role].filter(Boolean).join(', ');
}

export function withLeg(draft: RequestDraft, index: number, change: Partial<LegDraft>): RequestDraft {
  return { ...draft, legs: draft.legs.map((leg, at) => (at === index ? { ...leg, ...change } : leg)) };
}

export const isBlank = (draft: RequestDraft): boolean =>
  JSON.stringify(draft) === JSON.stringify(BLANK_DRAFT);

/** A request that is there already, to be made once more. To whom it went is not in its record, so nobody is named. */
export function draftFrom(request: Request): RequestDraft {
  const legs = request.legs.map((leg): LegDraft => ({
    action: leg.action,
    commodity: leg.commodity ?? request.commodity ?? '',
    market: leg.market ?? '',
    start: leg.deliveryStart?.slice(0, 10) ?? '',
    end: leg.deliveryEnd?.slice(0, 10) ?? '',
    loadProfile: leg.loadProfile ?? '',
    quantity: leg.quantity ?? '',
    unit: leg.quantityUnit ?? '',
    clearing: leg.clearing?.type ?? '',
    house: leg.clearing?.house ?? '',
  }));
  return {
    ...BLANK_DRAFT,
    kind: legs.length > 2 ? 'swap' : legs.length > 1 ? 'spread' : 'single',
    spreadType: SPREAD_TYPES.find((type) => type === request.spreadType) ?? '',
    swapType: SWAP_TYPES.find((type) => type === request.swapType) ?? '',
    legs: BLANK_DRAFT.legs.map((blank, index) => legs[index] ?? blank),
    allOrNone: request.allOrNone ?? false,
  };
}

export const SPREAD_TYPES: readonly SpreadType[] = ['time', 'location', 'efp'];
export const SWAP_TYPES: readonly SwapType[] = ['green-grey-swap', 'grey-green-swap'];
