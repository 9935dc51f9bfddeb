import type { CapturedTrade } from '../trade';
import { ACER_COLUMNS, ACER_LEG_COLUMNS, reportedLegs, type ReportedLeg } from './acer';
import {
  CANCELLED,
  NET_PRICE,
  NOT_LISTED,
  PROVISIONAL,
  QUOTE_ID,
  TRADED_AT_LOCAL,
  TRADED_AT_UTC,
  type Column,
} from './column';
import * as fields from './fields';
import { agreed, onLeg, stated } from './fields';
import { FULL_COLUMNS } from './full';
import { LEG_WORTH_COLUMNS, worthColumns, worthOf } from './worth';

const ON_LEGS = [
  fields.ACTION,
  fields.MARKET,
  fields.DELIVERY_START,
  fields.DELIVERY_END,
  fields.QUANTITY,
  fields.PRICE,
];

/** What a leg's quantity and price are of, and in: appended, since columns keep their places. */
const MORE_ON_LEGS = [fields.COMMODITY, fields.LOAD_PROFILE, fields.QUANTITY_UNIT, fields.PRICE_UNIT];

/** The trader's columns: a readable summary, then side, product and price of each leg. */
const DESK_COLUMNS: readonly Column<CapturedTrade>[] = [
  stated(fields.TRADE_ID),
  TRADED_AT_UTC,
  TRADED_AT_LOCAL,
  stated(fields.VENUE),
  agreed(fields.COMMODITY),
  stated(fields.CONTRACT),
  stated(fields.SPREAD_TYPE),
  stated(fields.SWAP_TYPE),
  agreed(fields.MARKET),
  agreed(fields.DELIVERY_START),
  agreed(fields.DELIVERY_END),
  agreed(fields.LOAD_PROFILE),
  agreed(fields.ACTION),
  stated(fields.PRICE),
  agreed(fields.PRICE_UNIT),
  stated(fields.CURRENCY),
  agreed(fields.QUANTITY),
  agreed(fields.QUANTITY_UNIT),
  stated(fields.COUNTERPARTY),
  stated(fields.REQUEST_ID),
  PROVISIONAL,
  ...[0, 1, 2].flatMap((leg) => ON_LEGS.map((field) => stated(onLeg(field, leg)))),
  NOT_LISTED,
  ...worthColumns(worthOf),
  ...LEG_WORTH_COLUMNS,
  ...[0, 1, 2].flatMap((leg) => MORE_ON_LEGS.map((field) => stated(onLeg(field, leg)))),
  NET_PRICE,
  QUOTE_ID,
  CANCELLED,
];

/** The trader's columns; every field of the platform; ACER's reporting fields in order. A table of a sheet has a row for each trade. */
export const TABLE_PRESETS = ['desk', 'full', 'acer'] as const;
export type TablePreset = (typeof TABLE_PRESETS)[number];

/** What a file may have: a row for each leg, too. */
export const EXPORT_PRESETS = [...TABLE_PRESETS, 'acer-legs'] as const;
export type ExportPreset = (typeof EXPORT_PRESETS)[number];

/** The columns of one row. Headers are never renamed: sheets and programs look for them. */
export const TRADE_COLUMNS: Readonly<Record<TablePreset, readonly Column<CapturedTrade>[]>> & {
  readonly 'acer-legs': readonly Column<ReportedLeg>[];
} = {
  desk: DESK_COLUMNS,
  full: FULL_COLUMNS,
  acer: ACER_COLUMNS,
  'acer-legs': ACER_LEG_COLUMNS,
};

/** The rows of one trade. */
export const rowsOf = (preset: ExportPreset, captured: CapturedTrade): readonly ReportedLeg[] =>
  preset === 'acer-legs' ? reportedLegs(captured) : [captured];
