import type Big from 'big.js';
import { monthsOf, type Delivery } from './delivery';

export type Side = 'buy' | 'sell';
export type Commodity = 'power' | 'gas' | 'goo';

/** What is bought or sold, without side and size. */
export interface Product {
  readonly commodity: Commodity;
  readonly market: string;
  readonly delivery: Delivery;
  /** "base" or "peak"; certificates have none. */
  readonly loadProfile: string | null;
}

interface Clearing {
  readonly type: 'exchange' | 'bilateral';
  readonly house: string | null;
}

/** One side of a request, its action seen by the initiator. */
export interface Leg extends Product {
  readonly action: Side;
  readonly quantity: Big;
  readonly clearing: Clearing;
  /** Filled once the request is traded. */
  readonly price: Big | null;
}

export const MARKETS: Readonly<Record<Commodity, readonly string[]>> = {
  power: ['DE', 'FR', 'NL', 'AT'],
  gas: ['THE', 'TTF'],
  goo: ['EU-HYDRO', 'EU-WIND', 'EU-SOLAR'],
};

export const COMMODITIES: readonly Commodity[] = ['power', 'gas', 'goo'];

export const quantityUnit = (commodity: Commodity): string => (commodity === 'goo' ? 'certificates' : 'MW');
export const priceUnit = (commodity: Commodity): string =>
  commodity === 'goo' ? 'EUR/certificate' : 'EUR/MWh';

export const opposite = (action: Side): Side => (action === 'buy' ? 'sell' : 'buy');

export function wireLeg(leg: Leg): Record<string, unknown> {
  return {
    commodity: leg.commodity,
    market: leg.market,
    'delivery-start': leg.delivery.start,
    'delivery-end': leg.delivery.end,
    'load-profile': leg.loadProfile,
    action: leg.action,
    quantity: leg.quantity.toNumber(),
    'quantity-unit': quantityUnit(leg.commodity),
    'price-unit': priceUnit(leg.commodity),
    price: leg.price?.toNumber() ?? null,
    clearing: leg.clearing,
  };
}

/** The load shape of some legs: what each of them delivers, month by month. */
export const loadShape = (legs: readonly Leg[]): readonly Record<string, unknown>[] =>
  legs.flatMap((leg, index) =>
    monthsOf(leg.delivery).map((month) => ({
      leg: index + 1,
      from: month.start,
      to: month.end,
      'load-profile': leg.loadProfile,
      quantity: leg.quantity.toNumber(),
      'quantity-unit': quantityUnit(leg.commodity),
    })),
  );
