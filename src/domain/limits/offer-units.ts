import { energyRate } from '../delivery/notional';
import { moneyNamed, priceUnitOf } from '../price-unit';
import type { RawRecord } from '../record';
import type { LimitedRequest } from './commitment';

type Said = Readonly<Record<string, unknown>>;

/**
 * What an offer says of its own units otherwise than its request, in a sentence; nothing where both agree, or one of them is not said or not
 * known: how a unit is spelt is no difference. A leg of the offer is held against that leg of the request.
 */
export function offerUnitsProblem(
  raw: RawRecord | undefined,
  { legs }: Pick<LimitedRequest, 'legs'>,
): string | undefined {
  if (!raw) return undefined;
  const ofLegs = Array.isArray(raw['legs']) ? raw['legs'].filter(isSaid) : [];
  const said: readonly (readonly [Said, number])[] = [
    [raw, 0],
    ...ofLegs.map((leg, at) => [leg, at] as const),
  ];
  for (const [record, at] of said) {
    const { priceUnit, quantityUnit } = legs[at] ?? {};
    const other =
      otherThan(record['price-unit'], priceUnit, priceIn) ??
      otherThan(record['currency'], priceUnit, currencyIn) ??
      otherThan(record['quantity-unit'], quantityUnit, rateIn);
    if (other !== undefined) return other;
  }
  return undefined;
}

/** Those whose prices can be held against each other and against their request's. */
export const inUnitsOf = <O extends { readonly raw?: RawRecord | undefined }>(
  offers: readonly O[],
  request: Pick<LimitedRequest, 'legs'>,
): readonly O[] => offers.filter(({ raw }) => offerUnitsProblem(raw, request) === undefined);

const isSaid = (value: unknown): value is Said => typeof value === 'object' && value !== null;

function otherThan(
  said: unknown,
  asked: string | undefined,
  known: (unit: string) => string | undefined,
): string | undefined {
  if (typeof said !== 'string' || asked === undefined) return undefined;
  const [own, wanted] = [known(said), known(asked)];
  if (own === undefined || wanted === undefined || own === wanted) return undefined;
  return `The offer is in ${said}, and its request in ${asked}: check what you accept.`;
}

function priceIn(unit: string): string | undefined {
  const { currency, worth, measure } = priceUnitOf(unit) ?? {};
  return measure && [currency, worth, measure.toLowerCase()].join(' ');
}

const currencyIn = (unit: string): string | undefined => (priceUnitOf(unit) ?? moneyNamed(unit))?.currency;

function rateIn(unit: string): string | undefined {
  const rate = energyRate(unit);
  return rate && `${rate.energy} ${rate.per}`;
}
