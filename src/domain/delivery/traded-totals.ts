import { addedDecimals, subtractedDecimals } from '../decimal';
import { present } from '../present';
import type { Fill } from './fill';

/** What was bought and sold of one commodity in one market, in one unit: exact decimal text. Nothing is added across these. */
export interface TradedTotal {
  readonly commodity?: string;
  readonly market?: string;
  readonly unit: string;
  readonly bought: string;
  readonly sold: string;
  /** Bought less sold. */
  readonly net: string;
}

/** Totals of these fills, each leg of a spread by itself. Legs without a side, a quantity or its unit are left out. */
export function tradedTotals(fills: readonly Pick<Fill, 'legs'>[]): readonly TradedTotal[] {
  const totals = new Map<string, TradedTotal>();
  for (const { action, quantity, quantityUnit: unit, commodity, market } of fills.flatMap(
    ({ legs }) => legs,
  )) {
    if (action === undefined || quantity === undefined || unit === undefined) continue;
    const key = JSON.stringify([commodity, market, unit]);
    const had = totals.get(key) ?? {
      ...present({ commodity, market }),
      unit,
      bought: '0',
      sold: '0',
      net: '0',
    };
    totals.set(
      key,
      action === 'buy'
        ? { ...had, bought: addedDecimals(had.bought, quantity), net: addedDecimals(had.net, quantity) }
        : { ...had, sold: addedDecimals(had.sold, quantity), net: subtractedDecimals(had.net, quantity) },
    );
  }
  return [...totals.values()];
}
