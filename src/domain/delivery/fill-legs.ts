import { statedClearing, type Leg, type Side } from '../leg';
import { present } from '../present';
import { moneyNamed, priceUnitOf } from '../price-unit';
import { statedPrice, type Price } from '../price';
import { statedQuantity } from '../quantity';
import type { RawRecord } from '../record';
import { netOf } from '../spread';
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
  return stated.length > 0
    ? stated.map((leg) => legOf(leg, raw))
    : [{ ...present({ quantity, price, action }), ...legOf(raw, raw) }];
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
  const action = SIDES.find((side) => side === said('action'));
  return present({
    commodity: text('commodity'),
    market: text('market'),
    deliveryStart: text('delivery-start'),
    deliveryEnd: lastDay(text('delivery-end'), text('delivery-start')),
    loadProfile: text('load-profile'),
    quantityUnit: text('quantity-unit'),
    priceUnit: unitIn(text('price-unit'), textIn((leg['price-unit'] == null ? trade : leg)['currency'])),
    action,
    quantity: statedQuantity(numberIn(said('quantity'))),
    price: statedPrice(numberIn(leg['price'])),
    clearing: statedClearing(said('clearing')),
  });
}

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

const isRecord = (value: unknown): value is RawRecord => typeof value === 'object' && value !== null;

/** Text that says something. */
export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** What may be a number; of anything else nothing that is one. */
const numberIn = (value: unknown): number | string =>
  typeof value === 'number' || typeof value === 'string' ? value : '';
