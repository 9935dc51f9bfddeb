import { addedDecimals, comparedDecimals } from './decimal';
import type { TakenTrade } from './action';
import { sameUnit, type Leg } from './leg';
import { sumOf, type Quantity } from './quantity';
import type { Trade } from './trade';

/** What the records of the trades that took a quote say, each once: "Nordkraft / Borealis". */
export const saidOfTaken = (
  taken: readonly TakenTrade[],
  of: (trade: TakenTrade) => string | undefined,
): readonly string[] => [...new Set(taken.flatMap((trade) => of(trade) ?? []))];

/** When the last of them was traded, by the trades themselves; epoch ms. */
export function lastTakenAt(taken: readonly TakenTrade[]): number | undefined {
  const times = taken.flatMap(({ at }) => at ?? []);
  return times.length > 0 ? Math.max(...times) : undefined;
}

/** What the record of a trade says of how much it was of. */
interface Told {
  /** When it was made, epoch ms. */
  readonly at?: number;
  readonly legs: readonly Partial<Leg>[];
  readonly quantity?: Quantity;
  readonly quantityUnit?: string;
}

/** How much a trade took. `leg`: which, of a trade that is of one of several legs. */
export interface TakenPart {
  readonly quantity: Quantity;
  readonly leg?: string | undefined;
  /** When it was traded, epoch ms. */
  readonly at?: number | undefined;
}

/** How many legs an offer at this price has. */
export const legsAt = (price: {
  readonly price?: string | undefined;
  readonly legPrices?: readonly string[] | undefined;
  readonly spreadPrice?: string | undefined;
}): number => price.legPrices?.length ?? (price.spreadPrice === undefined ? 1 : 2);

/** Which leg of an offer of several a trade is of, by its own words; absent of a trade that is of all of them. */
export function legTaken({ legs }: Pick<Told, 'legs'>, count: number): string | undefined {
  const [only, second] = legs;
  if (count === 1 || !only || second) return undefined;
  const { action, commodity, market, deliveryStart, deliveryEnd, loadProfile } = only;
  const said = [action, commodity, market, deliveryStart, deliveryEnd, loadProfile];
  return said.flatMap((word) => word ?? []).join(' ');
}

/** Whether a trade says the price of each leg of a quote of several. */
export const saysLegPrices = ({ legPrices = [] }: Pick<Trade, 'legPrices'>, count: number): boolean =>
  count > 1 && legPrices.length === count;

/** Of how many legs a quote is, and the unit of its quantity where that is known. */
export interface QuoteTaken {
  readonly legs: number;
  readonly unit: string | undefined;
}

/** Whether a trade is of one leg of so many, or of all of them. */
export const isOfLegs = ({ legs }: Pick<Told, 'legs'>, count: number): boolean =>
  legs.length === 1 || legs.length === count;

/** How much of a quote a trade took; nothing where its record does not say it in the quote's own unit. */
export function partInUnit(fill: Told, { legs, unit }: QuoteTaken): TakenPart | undefined {
  const { quantity, quantityUnit } = fill;
  if (quantity === undefined || !isOfLegs(fill, legs)) return undefined;
  const isSame =
    quantityUnit === undefined || unit === undefined ? quantityUnit === unit : sameUnit(quantityUnit, unit);
  return isSame ? { quantity, leg: legTaken(fill, legs), at: fill.at } : undefined;
}

/** Of all trades of a quote of so many legs, and of this quantity; nothing where they are not told of all legs alike, or there is none. */
export function takenOfAll(parts: readonly TakenPart[], legs: number, whole?: string): string | undefined {
  const together = parts.length > 0 ? takenTogether(parts, whole) : undefined;
  return together?.legs === 0 || together?.legs === legs ? together.quantity : undefined;
}

/** Trades of the legs of one deal are made at one moment. */
const ONE_DEAL_MS = 2_000;

/** Those that may be of one deal, by when they were made. */
function dealsOf(parts: readonly TakenPart[]): readonly (readonly TakenPart[])[] {
  const deals: TakenPart[][] = [];
  let before: number | undefined;
  for (const part of [...parts].sort((a, b) => (a.at ?? 0) - (b.at ?? 0))) {
    const { at } = part;
    const deal = deals.at(-1);
    const isLater = at !== undefined && before !== undefined && at - before > ONE_DEAL_MS;
    if (deal && !isLater) deal.push(part);
    else deals.push([part]);
    before = at ?? before;
  }
  return deals;
}

/**
 * Of all trades together, in one unit, and how many legs told it by themselves: trades of different legs of one deal are one quantity. Nothing while
 * the legs of a deal do not say the same: one half of a deal is none of another. Where each leg comes to the whole there is nothing to be mixed.
 */
function takenTogether(
  parts: readonly TakenPart[],
  whole?: string,
): { readonly quantity: string; readonly legs: number } | undefined {
  const of = (deal: readonly TakenPart[], leg: string | undefined): string =>
    sumOf(deal.filter((part) => part.leg === leg).map(({ quantity }) => quantity));
  const ofLegs = parts.filter(({ leg }) => leg !== undefined);
  const legs = [...new Set(ofLegs.map(({ leg }) => leg))];
  const isAlike = (deal: readonly TakenPart[]): boolean =>
    legs.every((leg) => comparedDecimals(of(deal, leg), of(deal, legs[0])) === 0);
  const each = legs.length > 0 ? of(ofLegs, legs[0]) : '0';
  const isWhole = whole !== undefined && comparedDecimals(each, whole) >= 0;
  if (!isAlike(ofLegs) || (!isWhole && !dealsOf(ofLegs).every(isAlike))) return undefined;
  return { quantity: addedDecimals(of(parts, undefined), each), legs: legs.length };
}

/**
 * Of all trades together; nothing while one of them does not say its own, or says it in another unit, or their legs differ, or only one leg of several
 * is told.
 */
export function quantityTaken(taken: readonly TakenTrade[]): string | undefined {
  const parts = taken.flatMap(({ quantity, leg, at }) =>
    quantity === undefined ? [] : [{ quantity, leg, at }],
  );
  if (taken.length === 0 || parts.length !== taken.length) return undefined;
  if (saidOfTaken(taken, ({ quantityUnit }) => quantityUnit).length > 1) return undefined;
  const together = takenTogether(parts);
  return together?.legs === 1 ? undefined : together?.quantity;
}
