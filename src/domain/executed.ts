import type { Action, ActionBody, Executed } from './action';
import { minus, sameLastSeen, type LastSeenPrice, type Price } from './price';
import type { Quantity } from './quantity';

/** An acceptance: an action that makes a trade. */
export type Acceptance = Extract<ActionBody, { lastSeen: unknown }>;

export const isAcceptance = (body: ActionBody): body is Acceptance => 'lastSeen' in body;

/** Quantity asked for: a part, or the whole offer as shown. Absent where the offer has none. */
export const askedQuantity = ({
  quantity,
  shownQuantity,
}: Pick<Acceptance, 'quantity' | 'shownQuantity'>): Quantity | undefined => quantity ?? shownQuantity;

/** Differences between a trade and its acceptance. A field missing on either side is not compared: unknown is not different. */
export type Difference = 'quantity' | 'price' | 'counterparty';

export function differencesIn({
  body,
  executed,
  before,
}: Pick<Action, 'body' | 'executed' | 'before'>): readonly Difference[] {
  if (!executed || !isAcceptance(body)) return [];
  const found: Record<Difference, boolean> = {
    quantity: differ(executed.quantity, askedQuantity(body)),
    price: isOtherPrice(executed, body.lastSeen),
    counterparty: differ(executed.counterparty, before?.offered?.counterparty),
  };
  return DIFFERENCES.filter((one) => found[one]);
}

const DIFFERENCES: readonly Difference[] = ['quantity', 'price', 'counterparty'];

const differ = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && a !== b;

function isOtherPrice({ price, legPrices = [] }: Executed, lastSeen: LastSeenPrice): boolean {
  if (lastSeen.type === 'standard-spread') return differ(price ?? netOf(legPrices), lastSeen.spreadPrice);
  if (legPrices.length > 0 && legPrices.length === lastSeen.legPrices.length) {
    return !sameLastSeen({ type: 'per-leg', legPrices: [...legPrices] }, lastSeen);
  }
  const [only, second] = lastSeen.legPrices;
  return second === undefined && differ(price, only);
}

/** Standard spread price = leg 1 price less leg 2 price (interface document, section 2, spread price rule 1). */
function netOf([leg1, leg2]: readonly Price[]): Price | undefined {
  return leg1 === undefined || leg2 === undefined ? undefined : minus(leg1, leg2);
}
