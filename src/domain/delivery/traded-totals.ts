import { addedDecimals, subtractedDecimals } from '../decimal';
import { present } from '../present';
import { energyOf, type Fill } from './fill';
import { deliveryHours } from './hours';
import { energyRate } from './notional';
import type { FillLeg } from './fill-legs';

/** What was bought and sold of one commodity in one market, in one unit: exact decimal text. Nothing is added across these. */
export interface TradedTotal {
  readonly commodity?: string;
  readonly market?: string;
  readonly unit: string;
  /** Absent where deliveries differ and the energy of one of them is not known exactly. */
  readonly sums?: {
    readonly bought: string;
    readonly sold: string;
    /** Bought less sold. */
    readonly net: string;
  };
}

/**
 * Totals of these fills, each leg of a spread by itself. Legs without a side, a quantity or its unit are left out. MW of a year and of a weekend are
 * never one sum: where deliveries differ it is of their energy, and none where that of one of them is not known, or known as its most alone. Where one
 * is of energy all are whose energy is known, so that they stand in one measure.
 */
export function tradedTotals(fills: readonly Pick<Fill, 'legs'>[]): readonly TradedTotal[] {
  const groups = new Map<string, [Counted, ...Counted[]]>();
  for (const leg of fills.flatMap(({ legs }) => legs).filter(isCounted)) {
    const key = JSON.stringify([leg.commodity, leg.market, leg.quantityUnit]);
    const group = groups.get(key);
    groups.set(key, group ? [...group, leg] : [leg]);
  }
  const totals = new Map<string, TradedTotal>();
  const isOfEnergy = [...groups.values()].some(
    (group) =>
      (!isOneDelivery(group) || energyRate(group[0].quantityUnit)?.per === 'whole') && inEnergy(group),
  );
  for (const group of groups.values()) {
    const [{ commodity, market, quantityUnit }] = group;
    const named = present({ commodity, market });
    const summands = (isOfEnergy ? inEnergy(group) : undefined) ?? comparable(group);
    const unit = summands?.unit ?? quantityUnit;
    const key = JSON.stringify([commodity, market, unit]);
    const had = totals.get(key);
    if (!summands || (had && !had.sums)) {
      totals.set(key, { ...named, unit });
      continue;
    }
    let { bought, sold, net } = had?.sums ?? { bought: '0', sold: '0', net: '0' };
    for (const { action, amount } of summands.legs) {
      if (action === 'buy') bought = addedDecimals(bought, amount);
      else sold = addedDecimals(sold, amount);
      net = action === 'buy' ? addedDecimals(net, amount) : subtractedDecimals(net, amount);
    }
    totals.set(key, { ...named, unit, sums: { bought, sold, net } });
  }
  return [...totals.values()];
}

type Counted = FillLeg & Required<Pick<FillLeg, 'action' | 'quantity' | 'quantityUnit'>>;
const isCounted = (leg: FillLeg): leg is Counted =>
  leg.action !== undefined && leg.quantity !== undefined && leg.quantityUnit !== undefined;

interface Summands {
  readonly unit: string;
  readonly legs: readonly (Pick<Counted, 'action'> & { readonly amount: string })[];
}

/** Legs of one unit in amounts that can be added; `undefined` where there is no such amount. */
function comparable(legs: readonly [Counted, ...Counted[]]): Summands | undefined {
  if (!isOneDelivery(legs)) return inEnergy(legs);
  return {
    unit: legs[0].quantityUnit,
    legs: legs.map(({ action, quantity: amount }) => ({ action, amount })),
  };
}

function isOneDelivery(legs: readonly Counted[]): boolean {
  const deliveries = legs.map(({ deliveryStart, deliveryEnd, loadProfile }) =>
    JSON.stringify([deliveryStart, deliveryEnd, loadProfile]),
  );
  return new Set(deliveries).size === 1;
}

/** `undefined` where the energy of one of them is not known exactly. */
function inEnergy(legs: readonly Counted[]): Summands | undefined {
  const energies = legs.flatMap((leg) => {
    const isAtMost = energyRate(leg.quantityUnit)?.per === 'hour' && deliveryHours(leg)?.isAtMost === true;
    const amount = isAtMost ? undefined : energyOf(leg);
    return amount === undefined ? [] : [{ action: leg.action, amount }];
  });
  return energies.length === legs.length ? { unit: 'MWh', legs: energies } : undefined;
}
