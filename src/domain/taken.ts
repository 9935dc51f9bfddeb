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
  readonly legs: readonly Partial<Leg>[];
  readonly quantity?: Quantity;
  readonly quantityUnit?: string;
}

/** How much a trade took. `leg`: which, of a trade that is of one of several legs. */
export interface TakenPart {
  readonly quantity: Quantity;
  readonly leg?: string | undefined;
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
  return isSame ? { quantity, leg: legTaken(fill, legs) } : undefined;
}

/** Of all trades of a quote of so many legs; nothing where they are not told of all legs alike, or there is none. */
export function takenOfAll(parts: readonly TakenPart[], legs: number): string | undefined {
  const together = parts.length > 0 ? takenTogether(parts) : undefined;
  return together?.legs === 0 || together?.legs === legs ? together.quantity : undefined;
}

/**
 * Of all trades together, in one unit, and how many legs told it by themselves: trades of different legs of one deal are one quantity. Nothing while
 * the legs do not say the same.
 */
function takenTogether(
  parts: readonly TakenPart[],
): { readonly quantity: string; readonly legs: number } | undefined {
  const of = (leg: string | undefined): string =>
    sumOf(parts.filter((part) => part.leg === leg).map(({ quantity }) => quantity));
  const legs = [...new Set(parts.flatMap(({ leg }) => leg ?? []))];
  const [each = '0', ...others] = legs.map(of);
  if (others.some((other) => comparedDecimals(other, each) !== 0)) return undefined;
  return { quantity: addedDecimals(of(undefined), each), legs: legs.length };
}

/** Of all trades together; nothing while one of them does not say its own, or says it in another unit, or their legs differ. */
export function quantityTaken(taken: readonly TakenTrade[]): string | undefined {
  const parts = taken.flatMap(({ quantity, leg }) => (quantity === undefined ? [] : [{ quantity, leg }]));
  if (taken.length === 0 || parts.length !== taken.length) return undefined;
  if (saidOfTaken(taken, ({ quantityUnit }) => quantityUnit).length > 1) return undefined;
  return takenTogether(parts)?.quantity;
}
