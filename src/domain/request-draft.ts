import type { Side } from './leg';
import type { Request } from './request';

export type RequestKind = 'single' | 'spread' | 'swap';
export type SpreadType = 'time' | 'location' | 'efp';
export type SwapType = 'green-grey-swap' | 'grey-green-swap';

/** One leg as it is typed; empty texts are not filled in yet. Days are those of the date fields: "2027-01-01". */
export interface LegDraft {
  readonly action: Side | '';
  readonly commodity: string;
  readonly market: string;
  readonly start: string;
  readonly end: string;
  readonly loadProfile: string;
  readonly quantity: string;
  readonly unit: string;
  readonly clearing: string;
  readonly house: string;
}

/** A request that is being written. All three legs are kept, however many its kind has, so that changing the kind loses nothing. */
export interface RequestDraft {
  readonly kind: RequestKind;
  readonly spreadType: SpreadType | '';
  readonly swapType: SwapType | '';
  readonly legs: readonly LegDraft[];
  readonly allOrNone: boolean;
  /** Empty: whoever the platform asks. */
  readonly recipients: readonly string[];
}

const BLANK_LEG: LegDraft = {
  action: '',
  commodity: '',
  market: '',
  start: '',
  end: '',
  loadProfile: '',
  quantity: '',
  unit: '',
  clearing: '',
  house: '',
};

export const BLANK_DRAFT: RequestDraft = {
  kind: 'single',
  spreadType: '',
  swapType: '',
  legs: [BLANK_LEG, BLANK_LEG, BLANK_LEG],
  allOrNone: false,
  recipients: [],
};

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

const SPREAD_TYPES: readonly SpreadType[] = ['time', 'location', 'efp'];
const SWAP_TYPES: readonly SwapType[] = ['green-grey-swap', 'grey-green-swap'];
