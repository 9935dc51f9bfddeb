import Big from 'big.js';
import { mwhOf } from '../delivery/convert';
import { legsOfFill, type FillLeg } from '../delivery/fill-legs';
import { marketsVersion } from '../delivery/given-markets';
import { deliveryHours } from '../delivery/hours';
import { divided, energyRate, notionalOf, volumesOf } from '../delivery/notional';
import { priceUnitOf } from '../price-unit';
import type { RawRecord } from '../record';
import { remembering } from '../remembered';
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

/** What one of the quantity is over the whole delivery, and what that costs at a price of one: both are in proportion. */
interface WorthOfOne {
  readonly mwh?: Big | undefined;
  /** Times `by`: a price for a therm is divided last, so that what can be exact is. */
  readonly notional?: Big | undefined;
  readonly by: string;
  readonly currency?: string | undefined;
}

/** Thousands of trades are of a few deliveries. */
const ones = remembering<WorthOfOne>();

function worthOfOne(leg: FillLeg, unit: string): WorthOfOne {
  const { commodity, market, deliveryStart, deliveryEnd, loadProfile, priceUnit } = leg;
  const of = [marketsVersion(), commodity, market, deliveryStart, deliveryEnd, loadProfile, priceUnit, unit];
  return ones(JSON.stringify(of), () => reckonedForOne(leg, unit));
}

function reckonedForOne(leg: FillLeg, unit: string): WorthOfOne {
  const volume = volumesOf(leg, '1').at(-1);
  const each = volume && mwhOf(volume.unit);
  // Hours of a load profile that is not known are at most so many: that is no amount for the books.
  const isUnsure = energyRate(unit)?.per === 'hour' && deliveryHours(leg)?.isAtMost === true;
  const mwh = volume && each !== undefined && !isUnsure ? new Big(volume.amount).times(each) : undefined;
  const measure = leg.priceUnit === undefined ? undefined : priceUnitOf(leg.priceUnit)?.measure;
  const by = (measure === undefined ? undefined : mwhOf(measure)) ?? '1';
  const money = notionalOf(leg, by, '1');
  const total = money?.hours?.isAtMost === true ? undefined : money?.total;
  return { mwh, notional: total === undefined ? undefined : new Big(total), by, currency: money?.currency };
}

function worthOfLeg(leg: FillLeg, price = leg.price): Worth {
  const { quantity, quantityUnit } = leg;
  if (quantity === undefined || quantityUnit === undefined) return NONE;
  const one = worthOfOne(leg, quantityUnit);
  const amount = new Big(quantity);
  const mwh = one.mwh && amount.times(one.mwh).toFixed();
  if (price === undefined || !one.notional) return { mwh };
  return {
    mwh,
    notional: divided(amount.times(price).times(one.notional), one.by).toFixed(),
    currency: one.currency,
  };
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
const isContradictory = (raw: RawRecord, leg: RawRecord): boolean =>
  MADE_OF.some(({ path }) => {
    const [own, its] = [at(raw, path) ?? undefined, at(leg, path) ?? undefined];
    if (own === its || own === undefined || its === undefined) return false;
    return (decimalIn(own) ?? own) !== (decimalIn(its) ?? its);
  });

/** What a trade is worth, in the three ways in which it is asked for. */
interface TradeWorth {
  /** Of a trade of one product. Amounts of a spread stand with its legs alone: a sum over them would mean nothing. */
  readonly whole: Worth;
  /** Of each leg that the record has, in its order. */
  readonly legs: readonly Worth[];
  /** The same of a trade of several. */
  readonly several: readonly Worth[];
  /** Each leg that is known, and what it is worth: one for a trade that says all itself. */
  readonly told: readonly FillLeg[];
  readonly each: readonly Worth[];
}

/** A dozen columns ask for it, one after another, of the same trade. */
let last: { readonly captured: CapturedTrade; readonly worth: TradeWorth } | undefined;

function tradeWorth(captured: CapturedTrade): TradeWorth {
  if (last?.captured !== captured) last = { captured, worth: reckoned(captured.trade) };
  return last.worth;
}

function reckoned(trade: Trade): TradeWorth {
  const [first, ...others] = legsOf(trade.raw);
  const count = first ? others.length + 1 : 0;
  const filled = legsOfFill(trade);
  const each =
    count === 1 && first && isContradictory(trade.raw, first) ? [NONE] : worthOfLegs(trade, filled);
  // What is no leg at all is passed over: then it is not known which leg a worth is of.
  const legs = each.length === count ? each : [];
  const whole = each.length === 1 ? (each[0] ?? NONE) : NONE;
  return { whole, legs, several: count > 1 ? legs : [], told: filled, each };
}

/** One for a trade that says all itself. */
function worthOfLegs(trade: Trade, legs: readonly FillLeg[]): readonly Worth[] {
  const [only, more] = legs;
  return only && !more ? [worthOfLeg(only, only.price ?? trade.price)] : legs.map((leg) => worthOfLeg(leg));
}

/** Each leg that the trade tells of, with what it is worth. Reading them once is enough for all that is written of a trade. */
export function* legsWithWorth(captured: CapturedTrade): Generator<readonly [leg: FillLeg, worth: Worth]> {
  const { told, each } = tradeWorth(captured);
  for (const [index, leg] of told.entries()) yield [leg, each[index] ?? NONE];
}

export const worthOf = (captured: CapturedTrade): Worth => tradeWorth(captured).whole;

/** Of one leg as the record counts them. */
export const worthOnLeg = (captured: CapturedTrade, index: number): Worth =>
  tradeWorth(captured).legs[index] ?? NONE;

/** Of each leg of a trade of several, behind all other columns. */
export const LEG_WORTH_COLUMNS: readonly Column<CapturedTrade>[] = Array.from(
  { length: LEGS_MAX },
  (_, leg) => {
    const worth = (captured: CapturedTrade): Worth | undefined => tradeWorth(captured).several[leg];
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
