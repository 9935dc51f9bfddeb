import Big from 'big.js';
import { mwhOf } from '../delivery/convert';
import { fillOf, type FillLeg } from '../delivery/fill';
import { deliveryHours } from '../delivery/hours';
import { energyRate, notionalOf, volumesOf } from '../delivery/notional';
import type { CapturedTrade } from '../trade';
import type { Column } from './column';

/** Energy and money of a whole delivery, exact decimal text without the side; absent where units, days or load are not known. */
export interface Worth {
  readonly mwh?: string | undefined;
  /** Price times quantity, with the sign of the price. */
  readonly notional?: string | undefined;
  readonly currency?: string | undefined;
}

const NONE: Worth = {};

function worthOfLeg(leg: FillLeg, price = leg.price): Worth {
  const { quantity, quantityUnit } = leg;
  if (quantity === undefined || quantityUnit === undefined) return NONE;
  const volume = volumesOf(leg, quantity).at(-1);
  const each = volume && mwhOf(volume.unit);
  // Hours of a load profile that is not known are at most so many: that is no amount for the books.
  const isUnsure = energyRate(quantityUnit)?.per === 'hour' && deliveryHours(leg)?.isAtMost === true;
  const mwh =
    volume && each !== undefined && !isUnsure ? new Big(volume.amount).times(each).toFixed() : undefined;
  const money = price === undefined ? undefined : notionalOf(leg, price, quantity);
  const total = money?.hours?.isAtMost === true ? undefined : money?.total;
  return { mwh, ...(total !== undefined && { notional: total, currency: money?.currency }) };
}

/** Three columns ask for the same. */
const known = new WeakMap<CapturedTrade, readonly Worth[]>();

/** Of each leg in its order; one for a trade that says all itself. */
export function worthOfLegs(captured: CapturedTrade): readonly Worth[] {
  const worth = known.get(captured) ?? worthOfFill(captured);
  known.set(captured, worth);
  return worth;
}

function worthOfFill({ trade }: CapturedTrade): readonly Worth[] {
  const { legs, price } = fillOf(trade);
  const [only, more] = legs;
  return only && !more ? [worthOfLeg(only, only.price ?? price)] : legs.map((leg) => worthOfLeg(leg));
}

/** Of a trade of one product. Amounts of a spread stand with its legs alone: a sum over them would mean nothing. */
export function worthOf(captured: CapturedTrade): Worth {
  const [only = NONE, more] = worthOfLegs(captured);
  return more ? NONE : only;
}

/** The last columns, whichever record they are of. */
export const worthColumns = <R>(worth: (record: R) => Worth): readonly Column<R>[] => [
  { name: 'energy-mwh', kind: 'decimal', counts: true, value: (record) => worth(record).mwh },
  { name: 'notional', kind: 'decimal', value: (record) => worth(record).notional },
  { name: 'notional-currency', kind: 'text', value: (record) => worth(record).currency },
];
