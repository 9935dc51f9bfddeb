import type { Action, ActionBody, Executed, ExecutedLeg } from './action';
import { sameUnit } from './leg';
import { present } from './present';
import { minus, sameLastSeen, type LastSeenPrice, type Price } from './price';
import type { Quantity } from './quantity';
import { netOf } from './spread';

/** An acceptance: an action that makes a trade. */
export type Acceptance = Extract<ActionBody, { lastSeen: unknown }>;

export const isAcceptance = (body: ActionBody): body is Acceptance => 'lastSeen' in body;

/** Quantity asked for: a part, or the whole offer as shown. Absent where the offer has none. */
export const askedQuantity = ({
  quantity,
  shownQuantity,
}: Pick<Acceptance, 'quantity' | 'shownQuantity'>): Quantity | undefined => quantity ?? shownQuantity;

/** The unit of that quantity, as the desk knew it when it left; absent where it did not. */
export const askedUnit = ({ before, legs }: Partial<Pick<Action, 'before' | 'legs'>>): string | undefined =>
  before?.committed?.[0]?.volumes[0]?.unit ?? legs?.[0]?.quantityUnit;

/** Differences between a trade and its acceptance. A field missing on either side is not compared: unknown is not different. */
export type Difference = 'quantity' | 'price' | 'counterparty';

export function differencesIn({
  body,
  executed,
  before,
  legs,
}: Pick<Action, 'body' | 'executed' | 'before'> & Partial<Pick<Action, 'legs'>>): readonly Difference[] {
  if (!executed || !isAcceptance(body)) return [];
  const found: Record<Difference, boolean> = {
    quantity:
      differ(executed.quantity, askedQuantity(body)) ||
      (executed.quantity !== undefined && unitsDiffer(executed.quantityUnit, askedUnit({ before, legs }))),
    price: isOtherPrice(executed, body.lastSeen),
    counterparty: differ(executed.counterparty, before?.offered?.counterparty),
  };
  return DIFFERENCES.filter((one) => found[one]);
}

const DIFFERENCES: readonly Difference[] = ['quantity', 'price', 'counterparty'];

/** Not in how they are written alone. */
export const unitsDiffer = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && !sameUnit(a, b);

const differ = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && a !== b;

function isOtherPrice({ price, legPrices = [] }: Executed, lastSeen: LastSeenPrice): boolean {
  if (lastSeen.type === 'standard-spread')
    return differ(price ?? standardNetOf(legPrices), lastSeen.spreadPrice);
  if (legPrices.length > 0 && legPrices.length === lastSeen.legPrices.length) {
    return !sameLastSeen({ type: 'per-leg', legPrices: [...legPrices] }, lastSeen);
  }
  const [only, second] = lastSeen.legPrices;
  return second === undefined && differ(price, only);
}

/** Standard spread price = leg 1 price less leg 2 price (interface document, section 2, spread price rule 1). */
function standardNetOf([leg1, leg2]: readonly Price[]): Price | undefined {
  return leg1 === undefined || leg2 === undefined ? undefined : minus(leg1, leg2);
}

/**
 * Each leg of an executed trade; one for a single. A line of an older version has the side and the quantity of leg 1 alone and no unit that holds for
 * every leg: the others have their prices only.
 */
export function executedLegs({
  legs,
  legPrices = [],
  price,
  priceUnit,
  side,
  quantity,
  quantityUnit,
}: Executed): readonly ExecutedLeg[] {
  if (legs) return legs;
  const first = present({ action: side, quantity, quantityUnit });
  if (legPrices.length < 2) return [{ ...first, ...present({ price: price ?? legPrices[0], priceUnit }) }];
  return legPrices.map((one, leg) => (leg === 0 ? { ...first, price: one } : { price: one }));
}

/** Net price of a trade of two legs in one unit: as the trade states it, or by the spread price rule; absent of a single and of a swap. */
export function netPriceOf(executed: Executed): Price | undefined {
  const legs = executedLegs(executed);
  return legs.length === 2 ? (executed.price ?? netOf(legs.map((leg) => present(leg)))) : undefined;
}

/** What is true of a trade as a whole: texts of its legs joined where they differ ("buy / sell"), a number only where all of them agree. */
export function executedTerms(executed: Executed): {
  readonly side?: string | undefined;
  readonly quantity?: Quantity | undefined;
  readonly quantityUnit?: string | undefined;
  readonly priceUnit?: string | undefined;
} {
  const legs = executedLegs(executed);
  const quantities = new Set(
    legs.map(({ quantity, quantityUnit }) => JSON.stringify([quantity, quantityUnit])),
  );
  return {
    side: joined(legs.map(({ action }) => action)),
    quantity: quantities.size === 1 ? legs[0]?.quantity : undefined,
    quantityUnit: joined(legs.map((leg) => leg.quantityUnit)),
    priceUnit: joined(legs.map((leg) => leg.priceUnit)),
  };
}

/** Absent where a leg does not say it: what the others say is not true of all. */
function joined(texts: readonly (string | undefined)[]): string | undefined {
  const known = texts.flatMap((text) => text ?? []);
  if (known.length === 0 || known.length < texts.length) return undefined;
  return new Set(known).size === 1 ? known[0] : known.join(' / ');
}
