import { daysOfPeriod } from './day';
import type { Side } from './leg';
import { oppositeOf } from './role';
import type { Request } from './request';

export type RequestKind = 'single' | 'spread' | 'swap';
export type SpreadType = 'time' | 'location' | 'efp';
export type SwapType = 'green-grey-swap' | 'grey-green-swap';

/** The kind of a swap by what is done with its certificate: green-grey sells it. */
export const swapTypeFor = (action: Side): SwapType =>
  action === 'sell' ? 'green-grey-swap' : 'grey-green-swap';

/** One leg as it is typed; empty texts are not filled in yet. */
export interface LegDraft {
  readonly action: Side | '';
  readonly commodity: string;
  readonly market: string;
  /** A product while it is typed, such as "q1"; empty once it is settled. */
  readonly product: string;
  /** First and last day of delivery, "2027-01-01". Those of a product are set when it is typed, and stay at midnight. */
  readonly start: string;
  readonly end: string;
  /** The days are typed themselves. */
  readonly isCustom: boolean;
  readonly loadProfile: string;
  readonly quantity: string;
  readonly unit: string;
  readonly clearing: string;
  readonly house: string;
}

/**
 * A request that is being written. What is typed for each leg is kept whatever the kind, so that changing the kind loses
 * nothing. Leg 2 of a spread is as leg 1, but for what it says itself; leg 2 of a swap is its power product, and leg 3 the
 * other side of it.
 */
export interface RequestDraft {
  readonly kind: RequestKind;
  /** Only where the legs leave it open; see {@link spreadTypesOf}. */
  readonly spreadType: SpreadType | '';
  /** Only where it is another than the certificate makes it, as in a copy; see {@link swapTypeOf}. */
  readonly swapType: SwapType | '';
  readonly legs: readonly Partial<LegDraft>[];
  readonly allOrNone: boolean;
  /** Empty: whoever the platform asks. */
  readonly recipients: readonly string[];
}

const BLANK_LEG: LegDraft = {
  action: '',
  commodity: '',
  market: '',
  product: '',
  start: '',
  end: '',
  isCustom: false,
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
  legs: [],
  allOrNone: false,
  recipients: [],
};

/** The kind of a swap as it was chosen, or as its certificate makes it; empty while neither is said. */
export const swapTypeOf = ({ swapType }: RequestDraft, [certificate]: readonly LegDraft[]): SwapType | '' =>
  swapType !== '' || !certificate || certificate.action === '' ? swapType : swapTypeFor(certificate.action);

/** The legs that this kind of request has, in their fixed order. Of a swap: the certificate (goo, unless typed otherwise), the power bought, the power sold. */
export function legsOf({ kind, legs }: RequestDraft): readonly LegDraft[] {
  const [first = {}, second = {}] = legs;
  const leg = { ...BLANK_LEG, ...first };
  if (kind === 'single') return [leg];
  if (kind === 'spread') {
    const house = isClearedOtherwise(first, second) ? '' : leg.house;
    return [leg, { ...leg, house, action: otherSide(leg.action), ...second }];
  }
  const power = { ...BLANK_LEG, commodity: 'power', ...second };
  return [
    { ...leg, commodity: first.commodity ?? 'goo' },
    { ...power, action: 'buy' },
    { ...power, action: 'sell' },
  ];
}

const otherSide = (side: Side | ''): Side | '' => (side === '' ? '' : oppositeOf(side));

/** A clearing house belongs to its way of clearing: a leg that is cleared in another one does not take it over. */
const isClearedOtherwise = (
  { clearing: before = '' }: Partial<LegDraft>,
  { clearing = before }: Partial<LegDraft>,
): boolean => written(clearing) !== written(before);

/** Whether leg 2 of a spread takes this from leg 1. */
export function followsLeg1({ kind, legs }: RequestDraft, index: number, field: keyof LegDraft): boolean {
  const [first = {}, second = {}] = legs;
  if (kind !== 'spread' || index !== 1 || second[field] !== undefined) return false;
  return field !== 'house' || !isClearedOtherwise(first, second);
}

export function withLeg(draft: RequestDraft, index: number, change: Partial<LegDraft>): RequestDraft {
  const legs = Array.from(
    { length: Math.max(draft.legs.length, index + 1) },
    (_, at) => draft.legs[at] ?? {},
  );
  return { ...draft, legs: legs.with(index, { ...legs[index], ...change }) };
}

/**
 * The kinds that a spread of these legs can be: in two markets, at two times, or cleared in two ways. One: it is that. Several, or none
 * where they differ in something else: only a person knows. `undefined` where they do not differ.
 */
export function spreadTypesOf([first, second]: readonly LegDraft[]): readonly SpreadType[] | undefined {
  if (!first || !second) return undefined;
  const differ = (...fields: (keyof LegDraft)[]): boolean =>
    fields.some((field) => written(first[field]) !== written(second[field]));
  const types: SpreadType[] = [
    ...(differ('market') ? (['location'] as const) : []),
    ...(differ('start', 'end') ? (['time'] as const) : []),
    ...(differ('clearing', 'house') ? (['efp'] as const) : []),
  ];
  if (types.length > 0) return types;
  return differ('commodity', 'loadProfile') ? SPREAD_TYPES : undefined;
}

const written = (value: string | boolean): string => String(value).trim().toLowerCase();

/** The kind of a spread as its legs make it, or as it was chosen where they leave it open. */
export function spreadTypeOf({ spreadType }: RequestDraft, legs: readonly LegDraft[]): SpreadType | '' {
  const types = spreadTypesOf(legs) ?? [];
  const [only, other] = types;
  return only !== undefined && other === undefined ? only : (types.find((type) => type === spreadType) ?? '');
}

export const isBlank = ({ legs, ...draft }: RequestDraft): boolean =>
  JSON.stringify({ ...BLANK_DRAFT, ...draft }) === JSON.stringify(BLANK_DRAFT) &&
  legs.every((leg) => Object.values(leg).every((value) => value === '' || value === false));

/** A request that is there already, to be made once more. To whom it went is not in its record, so nobody is named. */
export function draftFrom(request: Request): RequestDraft {
  const legs = request.legs.map((leg): LegDraft => {
    const [start, end] = [leg.deliveryStart?.slice(0, 10) ?? '', leg.deliveryEnd?.slice(0, 10) ?? ''];
    return {
      action: leg.action,
      commodity: leg.commodity ?? request.commodity ?? '',
      market: leg.market ?? '',
      product: '',
      start,
      end,
      isCustom: daysOfPeriod(start, end) === undefined,
      loadProfile: leg.loadProfile ?? '',
      quantity: leg.quantity ?? '',
      unit: leg.quantityUnit ?? '',
      clearing: leg.clearing?.type ?? '',
      house: leg.clearing?.house ?? '',
    };
  });
  const kind = legs.length > 2 ? 'swap' : legs.length > 1 ? 'spread' : 'single';
  const [first, second] = legs;
  return {
    ...BLANK_DRAFT,
    kind,
    spreadType: SPREAD_TYPES.find((type) => type === request.spreadType) ?? '',
    swapType: otherSwapType(request, first?.action),
    legs: first && second ? [first, kind === 'spread' ? differing(second, first) : second] : legs,
    allOrNone: request.allOrNone ?? false,
  };
}

/** What the platform calls a swap, where that does not follow from its certificate. */
function otherSwapType({ swapType }: Request, action: Side | '' = ''): SwapType | '' {
  const known = SWAP_TYPES.find((type) => type === swapType) ?? '';
  return action !== '' && known === swapTypeFor(action) ? '' : known;
}

/** What leg 2 of a spread has to say itself, so that the rest goes on following leg 1. Its house it says wherever it is cleared otherwise. */
function differing(leg: LegDraft, first: LegDraft): Partial<LegDraft> {
  const base: LegDraft = { ...first, action: otherSide(first.action) };
  const isOtherDelivery = leg.start !== base.start || leg.end !== base.end;
  const delivery: readonly string[] = ['product', 'start', 'end', 'isCustom'];
  const isOwnHouse = isClearedOtherwise(first, leg);
  const entries = Object.entries(leg).filter(([field, value]) => {
    if (delivery.includes(field)) return isOtherDelivery;
    return value !== base[field as keyof LegDraft] || (field === 'house' && isOwnHouse);
  });
  return Object.fromEntries(entries);
}

const SPREAD_TYPES: readonly SpreadType[] = ['time', 'location', 'efp'];
const SWAP_TYPES: readonly SwapType[] = ['green-grey-swap', 'grey-green-swap'];
