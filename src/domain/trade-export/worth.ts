import Big from 'big.js';
import { mwhOf } from '../delivery/convert';
import { fillOf, type FillLeg } from '../delivery/fill';
import { deliveryHours } from '../delivery/hours';
import { energyRate, notionalOf, volumesOf } from '../delivery/notional';
import type { CapturedTrade, Trade } from '../trade';
import type { Column } from './column';
import {
  at,
  decimalIn,
  DELIVERY_END,
  DELIVERY_START,
  LEGS_MAX,
  legsOf,
  LOAD_PROFILE,
  MARKET,
  PRICE,
  PRICE_UNIT,
  QUANTITY,
  QUANTITY_UNIT,
} from './fields';

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

/** What energy and money are made of. */
const MADE_OF = [
  QUANTITY,
  QUANTITY_UNIT,
  PRICE,
  PRICE_UNIT,
  DELIVERY_START,
  DELIVERY_END,
  LOAD_PROFILE,
  MARKET,
];

/** Whether the only leg says something else than its trade: what that is worth is then not known. */
function isContradictory({ raw }: Trade): boolean {
  const [leg, more] = legsOf(raw);
  if (!leg || more) return false;
  return MADE_OF.some(({ path }) => {
    const [own, its] = [at(raw, path), at(leg, path)].map((value) => decimalIn(value) ?? value ?? undefined);
    return own !== undefined && its !== undefined && own !== its;
  });
}

/** Three columns ask for the same. */
const known = new WeakMap<CapturedTrade, readonly Worth[]>();

/** Of each leg in its order; one for a trade that says all itself. */
function worthOfLegs(captured: CapturedTrade): readonly Worth[] {
  const worth = known.get(captured) ?? worthOfFill(captured);
  known.set(captured, worth);
  return worth;
}

function worthOfFill({ trade }: CapturedTrade): readonly Worth[] {
  if (isContradictory(trade)) return [NONE];
  const { legs, price } = fillOf(trade);
  const [only, more] = legs;
  return only && !more ? [worthOfLeg(only, only.price ?? price)] : legs.map((leg) => worthOfLeg(leg));
}

/** Of one leg as the record counts them; what is no leg at all is passed over in {@link worthOfLegs}. */
export function worthOnLeg(captured: CapturedTrade, index: number): Worth {
  const worth = worthOfLegs(captured);
  return worth.length === legsOf(captured.trade.raw).length ? (worth[index] ?? NONE) : NONE;
}

/** Of a trade of one product. Amounts of a spread stand with its legs alone: a sum over them would mean nothing. */
export function worthOf(captured: CapturedTrade): Worth {
  const [only = NONE, more] = worthOfLegs(captured);
  return more ? NONE : only;
}

/** Of each leg of a trade of several, behind all other columns. */
export const LEG_WORTH_COLUMNS: readonly Column<CapturedTrade>[] = Array.from(
  { length: LEGS_MAX },
  (_, leg) => {
    const worth = (captured: CapturedTrade): Worth | undefined =>
      legsOf(captured.trade.raw).length > 1 ? worthOnLeg(captured, leg) : undefined;
    const name = `leg-${leg + 1}`;
    return [
      { name: `${name}-energy-mwh`, kind: 'decimal', counts: true, value: (one) => worth(one)?.mwh },
      { name: `${name}-notional`, kind: 'decimal', value: (one) => worth(one)?.notional },
      { name: `${name}-notional-currency`, kind: 'text', value: (one) => worth(one)?.currency },
    ] satisfies Column<CapturedTrade>[];
  },
).flat();

/** The last columns of a row, whichever record they are of. */
export const worthColumns = <R>(worth: (record: R) => Worth): readonly Column<R>[] => [
  { name: 'energy-mwh', kind: 'decimal', counts: true, value: (record) => worth(record).mwh },
  { name: 'notional', kind: 'decimal', value: (record) => worth(record).notional },
  { name: 'notional-currency', kind: 'text', value: (record) => worth(record).currency },
];
