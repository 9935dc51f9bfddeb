import type { RawRecord } from '../record';
import type { CapturedTrade } from '../trade';
import {
  CANCELLED,
  FETCHED_AT_UTC,
  NET_PRICE,
  NOT_LISTED,
  PROVISIONAL,
  QUOTE_ID,
  TRADED_AT_LOCAL,
  TRADED_AT_UTC,
  type Column,
} from './column';
import * as fields from './fields';
import {
  at,
  columnOf,
  fieldIn,
  isRecord,
  LEG_FIELDS,
  LEGS_MAX,
  legsOf,
  onLeg,
  stated,
  TRADE_ID,
  type Field,
  type Path,
} from './fields';
import { LEG_WORTH_COLUMNS, worthColumns, worthOf, worthOnLeg } from './worth';

const TRADE_FIELDS: readonly Field[] = [
  fields.TRADED_AT,
  fields.REQUEST_ID,
  fields.VENUE,
  fields.COMMODITY,
  fields.CONTRACT,
  fields.SPREAD_TYPE,
  fields.SWAP_TYPE,
  fields.MARKET,
  fields.DELIVERY_START,
  fields.DELIVERY_END,
  fields.LOAD_PROFILE,
  fields.ACTION,
  fields.PRICE,
  fields.PRICE_UNIT,
  fields.CURRENCY,
  fields.QUANTITY,
  fields.QUANTITY_UNIT,
  fields.COUNTERPARTY,
  fields.ALL_OR_NONE,
  fields.EXECUTION_VIEW,
];
const ON_LEGS = Array.from({ length: LEGS_MAX }, (_, leg) =>
  LEG_FIELDS.map((field) => onLeg(field, leg)),
).flat();
const COLUMN_FIELDS = [fields.TRADE_ID, ...TRADE_FIELDS, ...ON_LEGS];
const PRE_TRADE: Path = ['pre-trade'];
const LEGS: Path = ['legs'];

/** What the service says of how the trade came about, as JSON text: its shape is not stated (section 2). */
const preTrade: Column<CapturedTrade> = {
  name: 'pre-trade',
  kind: 'text',
  value({ trade: { raw } }) {
    const written = at(raw, PRE_TRADE);
    return isRecord(written) ? JSON.stringify(written) : undefined;
  },
};

/**
 * All that no other column carries, as JSON text: fields that are new, legs beyond the third, and values whose form is
 * not the one of their column. With it, the columns hold everything that the service wrote.
 */
const others: Column<CapturedTrade> = {
  name: 'other-fields',
  kind: 'text',
  value({ trade: { raw } }) {
    const rest = otherFields(raw, (path) => carried(raw, path));
    return rest === undefined ? undefined : JSON.stringify(rest);
  },
};

const keyOf = (path: Path): string => JSON.stringify(path);
const BY_PATH: ReadonlyMap<string, Field> = new Map(COLUMN_FIELDS.map((field) => [keyOf(field.path), field]));
const [PRE_TRADE_KEY, LEGS_KEY] = [keyOf(PRE_TRADE), keyOf(LEGS)];

function carried(raw: unknown, path: Path): boolean {
  const key = keyOf(path);
  if (key === LEGS_KEY) {
    const legs = at(raw, path);
    return Array.isArray(legs) && legs.length === 0;
  }
  const field = BY_PATH.get(key);
  if (!field && key !== PRE_TRADE_KEY) return false;
  const written = at(raw, path);
  return written === null || (field ? fieldIn(raw, field) !== undefined : isRecord(written));
}

/** Everything: nothing that the service wrote is lost but the difference between an empty field and none. */
export const FULL_COLUMNS: readonly Column<CapturedTrade>[] = [
  stated(fields.TRADE_ID),
  TRADED_AT_UTC,
  TRADED_AT_LOCAL,
  ...TRADE_FIELDS.map(stated),
  preTrade,
  PROVISIONAL,
  FETCHED_AT_UTC,
  ...ON_LEGS.map(stated),
  others,
  NOT_LISTED,
  ...worthColumns(worthOf),
  ...LEG_WORTH_COLUMNS,
  NET_PRICE,
  QUOTE_ID,
  CANCELLED,
];

/**
 * A record without the values that are carried elsewhere; `undefined` when nothing is left. A list keeps its places:
 * what was carried whole leaves `null` behind it, so that what is left still stands where it stood.
 */
function otherFields(value: unknown, carried: (path: Path) => boolean, path: Path = []): unknown {
  if (path.length > 0 && carried(path)) return undefined;
  if (Array.isArray(value)) {
    const rest = value.map((item, index) => otherFields(item, carried, [...path, index]));
    return rest.length > 0 && rest.every((item) => item === undefined)
      ? undefined
      : rest.map((item) => item ?? null);
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([name, item]): [string, unknown] => [
    name,
    otherFields(item, carried, [...path, name]),
  ]);
  const rest = entries.filter(([, item]) => item !== undefined);
  return entries.length > 0 && rest.length === 0 ? undefined : Object.fromEntries(rest);
}

/** One leg of a trade, for a sheet that has a row for each. */
interface TradedLeg {
  readonly captured: CapturedTrade;
  /** From 1, in the order that legs keep (section 2). */
  readonly number: number;
  readonly raw: RawRecord;
}

/** The legs of a trade in their order; none where the trade itself says all, as a single one may. */
export const tradedLegs = (captured: CapturedTrade): TradedLeg[] =>
  legsOf(captured.trade.raw).map((raw, index) => ({ captured, number: index + 1, raw }));

const ofTrade = (column: Column<CapturedTrade>): Column<TradedLeg> => {
  switch (column.kind) {
    case 'instant':
      return { ...column, value: ({ captured }) => column.value(captured) };
    case 'boolean':
      return { ...column, value: ({ captured }) => column.value(captured) };
    default:
      return { ...column, value: ({ captured }: TradedLeg) => column.value(captured) };
  }
};

export const LEG_COLUMNS: readonly Column<TradedLeg>[] = [
  ofTrade(stated(TRADE_ID)),
  ofTrade(TRADED_AT_UTC),
  { name: 'leg', kind: 'decimal', counts: true, value: ({ number }) => String(number) },
  ...LEG_FIELDS.map((field) => columnOf<TradedLeg>(field, ({ raw }) => at(raw, field.path))),
  ofTrade(PROVISIONAL),
  ...worthColumns<TradedLeg>(({ captured, number }) => worthOnLeg(captured, number - 1)),
  ofTrade(CANCELLED),
];
