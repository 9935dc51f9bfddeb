import { addedDecimals, subtractedDecimals } from '../decimal';
import { present } from '../present';
import { energyOf, type Fill } from './fill';
import type { FillLeg } from './fill-legs';

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

/**
 * Totals of these fills, each leg of a spread by itself. Legs without a side, a quantity or its unit are left out. MW of a year and of a weekend are
 * never one sum: where deliveries differ it is of their energy, and none where that of one of them cannot be reckoned.
 */
export function tradedTotals(fills: readonly Pick<Fill, 'legs'>[]): readonly TradedTotal[] {
  const groups = new Map<string, Counted[]>();
  for (const leg of fills.flatMap(({ legs }) => legs).filter(isCounted)) {
    const key = JSON.stringify([leg.commodity, leg.market, leg.quantityUnit]);
    groups.set(key, [...(groups.get(key) ?? []), leg]);
  }
  const totals = new Map<string, TradedTotal>();
  for (const group of groups.values()) {
    for (const { action, amount, unit, commodity, market } of comparable(group)) {
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
          ? { ...had, bought: addedDecimals(had.bought, amount), net: addedDecimals(had.net, amount) }
          : { ...had, sold: addedDecimals(had.sold, amount), net: subtractedDecimals(had.net, amount) },
      );
    }
  }
  return [...totals.values()];
}

type Counted = FillLeg & Required<Pick<FillLeg, 'action' | 'quantity' | 'quantityUnit'>>;
const isCounted = (leg: FillLeg): leg is Counted =>
  leg.action !== undefined && leg.quantity !== undefined && leg.quantityUnit !== undefined;

type Summand = Counted & { readonly amount: string; readonly unit: string };

/** Legs of one unit in amounts that can be added; none where there is no such amount. */
function comparable(legs: readonly Counted[]): readonly Summand[] {
  const deliveries = legs.map(({ deliveryStart, deliveryEnd, loadProfile }) =>
    JSON.stringify([deliveryStart, deliveryEnd, loadProfile]),
  );
  if (new Set(deliveries).size === 1)
    return legs.map((leg) => ({ ...leg, amount: leg.quantity, unit: leg.quantityUnit }));
  const energies = legs.flatMap((leg) => {
    const amount = energyOf({ legs: [leg] });
    return amount === undefined ? [] : [{ ...leg, amount, unit: 'MWh' }];
  });
  return energies.length === legs.length ? energies : [];
}
