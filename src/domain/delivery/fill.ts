import { legsOfFill, textIn, tradedPrice, type FillLeg } from './fill-legs';
import { volumesOf } from './notional';
import { addedDecimals, subtractedDecimals } from '../decimal';
import type { RequestId, TradeId } from '../identifiers';
import type { Side } from '../leg';
import { namedOffers } from '../pre-trade';
import { present } from '../present';
import type { Price } from '../price';
import type { Quantity } from '../quantity';
import type { Trade } from '../trade';
import { stateIn } from '../trade-state';

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
  /** The record's own word for how it stands. */
  readonly state?: string;
  /** The platform's list, read later, does not name it any more. */
  readonly unlisted?: boolean | undefined;
}

export function fillOf(trade: Trade): Fill {
  const { id, requestId, tradedAt, quantity, counterparty, raw } = trade;
  const legs = legsOfFill(trade);
  const price = tradedPrice(trade);
  const { quoteId } = namedOffers(raw);
  const amount = quantity ?? legs[0]?.quantity;
  const unit = textIn(raw['quantity-unit']) ?? legs[0]?.quantityUnit;
  return {
    tradeId: id,
    at: tradedAt,
    legs,
    ...present({ requestId, price, quantity: amount, quantityUnit: unit, counterparty, quoteId }),
    ...present({ state: stateIn(raw) }),
  };
}

/** The desk's own sides, in the order of the legs; empty where one is not known. */
export function sidesOfFill({ legs }: Pick<Fill, 'legs'>): readonly Side[] {
  const sides = legs.flatMap(({ action }) => action ?? []);
  return sides.length === legs.length ? sides : [];
}

/** Energy of a leg in MWh; absent where it cannot be reckoned. */
export function energyOf(leg: FillLeg): string | undefined {
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
    // Gas has base alone, which some records say and others do not.
    const load = commodity === 'gas' && leg.loadProfile === 'base' ? undefined : leg.loadProfile;
    const key = JSON.stringify([market, commodity, unit, load?.toLowerCase()]);
    const known = rows.get(key) ?? { market, unit, cells: [], energy: '0', ...present({ load }) };
    const add = (sum: string, amount: string): string =>
      action === 'buy' ? addedDecimals(sum, amount) : subtractedDecimals(sum, amount);
    const had = known.cells.find((cell) => cell.start === start && cell.end === end);
    const energy = energyOf(leg);
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
