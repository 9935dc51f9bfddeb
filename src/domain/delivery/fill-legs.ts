import { statedClearing, type Leg, type Side } from '../leg';
import { present } from '../present';
import { moneyNamed, priceUnitOf } from '../price-unit';
import { statedPrice, type Price } from '../price';
import { statedQuantity } from '../quantity';
import type { RawRecord } from '../record';
import { netOf } from '../spread';
import { isAwaitingPrices, isRecord, numberIn } from '../net-beside';
import type { Trade } from '../trade';
import { lastDay } from './last-day';

/** One leg of a fill, with the desk's own side. What the record does not say is absent. */
export type FillLeg = Partial<Leg>;

const SIDES: readonly Side[] = ['buy', 'sell'];
/** Fields of a trade that hold for no leg of another commodity. */
const OF_COMMODITY: readonly string[] = ['quantity', 'quantity-unit', 'price-unit'];

/** The legs of a trade; one for a trade that says all itself. */
export function legsOfFill({ raw, quantity, price, action }: Trade): readonly FillLeg[] {
  const { legs } = raw;
  const stated = Array.isArray(legs) ? legs.filter(isRecord) : [];
  if (stated.length === 0) return [{ ...present({ quantity, price, action }), ...legOf(raw, raw) }];
  const read = stated.map((leg) => legOf(leg, raw)).map(isAwaitingPrices(raw) ? unpriced : same);
  if (stated.length === 1) return read;
  const own = read.map(({ action: _, ...leg }, index) => ({ ...leg, ...sideIn(stated[index] ?? {}) }));
  return sided(own, price, action);
}

const unpriced = ({ price: _, ...leg }: FillLeg): FillLeg => leg;
const same = (leg: FillLeg): FillLeg => leg;

/**
 * The side that a trade of several legs has as a whole is that of leg 1: it says nothing of the others. Of two legs their net price does, where one
 * pair of sides alone comes to it.
 */
function sided(
  legs: readonly FillLeg[],
  price: Price | undefined,
  action: Side | undefined,
): readonly FillLeg[] {
  const [first, second, third] = legs;
  if (!first || !second || third || price === undefined || (first.action && second.action)) return legs;
  const begins = first.action ?? (second.action ? undefined : action);
  const pairs = SIDES.flatMap((one) => SIDES.map((other) => [one, other] as const)).filter(
    ([one, other]) =>
      one === (begins ?? one) &&
      other === (second.action ?? other) &&
      netOf([
        { ...first, action: one },
        { ...second, action: other },
      ]) === price,
  );
  const [only, more] = pairs;
  return only && !more
    ? [first, second].map((leg, index) => ({ ...leg, ...present({ action: only[index] }) }))
    : legs;
}

/**
 * What a leg does not say for itself it has from its trade; quantity and units only where it is of the trade's own commodity: the power of a swap
 * is not counted or priced by the certificate.
 */
function legOf(leg: RawRecord, trade: RawRecord): FillLeg {
  const commodity = trade['commodity'] ?? leg['commodity'];
  const isOther = (leg['commodity'] ?? commodity) !== commodity;
  const said = (name: string): unknown =>
    leg[name] ?? (isOther && OF_COMMODITY.includes(name) ? undefined : trade[name]);
  const text = (name: string): string | undefined => textIn(said(name));
  return present({
    commodity: text('commodity'),
    market: text('market'),
    deliveryStart: text('delivery-start'),
    deliveryEnd: lastDay(text('delivery-end'), text('delivery-start')),
    loadProfile: text('load-profile'),
    quantityUnit: text('quantity-unit'),
    priceUnit: unitIn(text('price-unit'), textIn((leg['price-unit'] == null ? trade : leg)['currency'])),
    ...sideIn({ action: said('action') }),
    quantity: statedQuantity(numberIn(said('quantity'))),
    price: statedPrice(numberIn(leg['price'])),
    clearing: statedClearing(said('clearing')),
  });
}

const sideIn = ({ action }: RawRecord): { action?: Side } =>
  present({ action: SIDES.find((side) => side === action) });

/** Of a single, or the net price of two legs: as the trade says it, else from its legs; absent where neither tells it. */
export function tradedPrice(trade: Trade): Price | undefined {
  if (trade.price !== undefined || !trade.legPrices) return trade.price;
  const legs = legsOfFill(trade);
  return legs.length > 1 ? netOf(legs) : legs[0]?.price;
}

/** Which of both is right where they name two currencies nobody knows: then no money is made of the price. A leg's own unit goes before its trade's currency. */
function unitIn(unit: string | undefined, currency: string | undefined): string | undefined {
  if (unit === undefined || currency === undefined) return unit;
  const [a, b] = [priceUnitOf(unit) ?? moneyNamed(unit), moneyNamed(currency)];
  return a && b && a.currency !== b.currency ? undefined : unit;
}

/** Text that says something. */
export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
