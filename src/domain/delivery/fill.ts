import { volumesOf } from './notional';
import { addedDecimals, subtractedDecimals } from '../decimal';
import type { RequestId, TradeId } from '../identifiers';
import type { Leg, Side } from '../leg';
import { namedOffers } from '../pre-trade';
import { present } from '../present';
import { statedPrice, type Price } from '../price';
import { statedQuantity, type Quantity } from '../quantity';
import type { RawRecord } from '../record';
import { netOf } from '../spread';
import type { Trade } from '../trade';

/** One leg of a fill, with the desk's own side. What the record does not say is absent. */
export type FillLeg = Partial<Leg>;

/** A trade of this desk, as the platform's own record states it: nothing is taken from what was asked for. */
export interface Fill {
  readonly tradeId: TradeId;
  readonly requestId?: RequestId;
  /** Epoch ms. */
  readonly at: number;
  readonly legs: readonly FillLeg[];
  /** Of a single, or the net price of a spread. */
  readonly price?: Price;
  readonly quantity?: Quantity;
  readonly quantityUnit?: string;
  readonly counterparty?: string;
  /** The quote that was taken, where the record names it. */
  readonly quoteId?: string;
}

const LEG_TEXTS = {
  commodity: 'commodity',
  market: 'market',
  deliveryStart: 'delivery-start',
  deliveryEnd: 'delivery-end',
  loadProfile: 'load-profile',
  quantityUnit: 'quantity-unit',
  priceUnit: 'price-unit',
} as const;
const LEG_FIELDS = Object.entries(LEG_TEXTS) as [keyof typeof LEG_TEXTS, string][];

/** Fields of a trade that hold for no leg of another commodity. */
const OF_COMMODITY = new Set(['quantity', 'quantity-unit', 'price-unit']);

export function fillOf(trade: Trade): Fill {
  const { id, requestId, tradedAt, quantity, counterparty, raw } = trade;
  const legs = legsOfFill(trade);
  const price = trade.price ?? (trade.legPrices && (legs.length > 1 ? netOf(legs) : legs[0]?.price));
  const { quoteId } = namedOffers(raw);
  const amount = quantity ?? legs[0]?.quantity;
  const unit = textIn(raw['quantity-unit']) ?? legs[0]?.quantityUnit;
  return {
    tradeId: id,
    at: tradedAt,
    legs,
    ...present({ requestId, price, quantity: amount, quantityUnit: unit, counterparty, quoteId }),
  };
}

/** The legs of {@link Fill} alone; one for a trade that says all itself. */
export function legsOfFill(trade: Trade): readonly FillLeg[] {
  const stated = recordsIn(trade.raw['legs']);
  return stated.length > 0 ? stated.map((leg) => legOf(leg, trade.raw)) : [legOfSingle(trade)];
}

const legOfSingle = (trade: Trade): FillLeg => ({
  ...present({ quantity: trade.quantity, price: trade.price, action: trade.action }),
  ...legOf(trade.raw, trade.raw),
});

/**
 * What a leg does not say for itself it has from its trade; quantity and units only where it is of the trade's own commodity: the power of a swap
 * is not counted or priced by the certificate.
 */
function legOf(leg: RawRecord, trade: RawRecord): FillLeg {
  const isOther =
    leg['commodity'] != null && trade['commodity'] != null && leg['commodity'] !== trade['commodity'];
  const said = (name: string): unknown =>
    leg[name] ?? (isOther && OF_COMMODITY.has(name) ? undefined : trade[name]);
  const side = said('action');
  const texts: Partial<Record<keyof typeof LEG_TEXTS, string>> = {};
  for (const [name, field] of LEG_FIELDS) {
    const text = textIn(said(field));
    if (text !== undefined) texts[name] = text;
  }
  const quantity = decimalIn(said('quantity'), statedQuantity);
  const price = decimalIn(leg['price'], statedPrice);
  return {
    ...texts,
    ...((side === 'buy' || side === 'sell') && { action: side }),
    ...(quantity !== undefined && { quantity }),
    ...(price !== undefined && { price }),
  };
}

/** The desk's own sides, in the order of the legs; empty where one is not known. */
export function sidesOfFill({ legs }: Pick<Fill, 'legs'>): readonly Side[] {
  const sides = legs.flatMap(({ action }) => action ?? []);
  return sides.length === legs.length ? sides : [];
}

/** Energy of leg 1 in MWh; absent where it cannot be reckoned. */
export const energyOf = ({ legs }: Pick<Fill, 'legs'>): string | undefined => legs[0] && energyOfLeg(legs[0]);

function energyOfLeg(leg: FillLeg): string | undefined {
  if (leg.quantity === undefined) return undefined;
  return volumesOf(leg, leg.quantity).find(({ unit }) => unit === 'MWh')?.amount;
}

/** A sum of bought less sold, by product. Exact decimal text with its sign. */
export interface Position {
  /** Market, or commodity where there is none. */
  readonly market: string;
  /** As the records write it; absent where they say none, as of gas and certificates. Base and peak are never netted: they are other hours. */
  readonly load?: string;
  readonly unit: string;
  /** By first and last day of delivery; energy in MWh, absent where that of a leg cannot be reckoned. */
  readonly cells: readonly {
    readonly start: string;
    readonly end: string;
    readonly net: string;
    readonly energy?: string;
  }[];
  /** Of all cells. */
  readonly energy?: string;
}

/** Net of these fills by market, load and delivery, each leg of a spread by itself. Legs that do not say all of it are left out and counted. */
export function positionOf(fills: readonly Pick<Fill, 'legs'>[]): {
  readonly rows: readonly Position[];
  readonly leftOut: number;
} {
  const rows = new Map<string, Position>();
  let leftOut = 0;
  for (const leg of fills.flatMap(({ legs }) => legs)) {
    const { action, commodity, deliveryStart: start, deliveryEnd: end, quantity, quantityUnit: unit } = leg;
    const market = leg.market ?? commodity;
    if (!action || market === undefined || !start || !end || quantity === undefined || unit === undefined) {
      leftOut += 1;
      continue;
    }
    const load = leg.loadProfile;
    const key = JSON.stringify([market, commodity, unit, load?.toLowerCase()]);
    const known = rows.get(key) ?? { market, unit, cells: [], energy: '0', ...present({ load }) };
    const add = (sum: string, amount: string): string =>
      action === 'buy' ? addedDecimals(sum, amount) : subtractedDecimals(sum, amount);
    const had = known.cells.find((cell) => cell.start === start && cell.end === end);
    const energy = energyOfLeg(leg);
    const more = (sum: string | undefined): { energy?: string } =>
      sum !== undefined && energy !== undefined ? { energy: add(sum, energy) } : {};
    const net = add(had?.net ?? '0', quantity);
    const cell = { start, end, net, ...more(had ? had.energy : '0') };
    rows.set(key, {
      market,
      ...present({ load: known.load }),
      unit,
      cells: [...known.cells.filter((other) => other !== had), cell],
      ...more(known.energy),
    });
  }
  return { rows: [...rows.values()], leftOut };
}

const isRecord = (value: unknown): value is RawRecord => typeof value === 'object' && value !== null;
const recordsIn = (value: unknown): readonly RawRecord[] =>
  Array.isArray(value) ? value.filter((one: unknown) => isRecord(one)) : [];
const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

function decimalIn<T>(value: unknown, read: (written: number | string) => T | undefined): T | undefined {
  return typeof value === 'number' || typeof value === 'string' ? read(value) : undefined;
}
