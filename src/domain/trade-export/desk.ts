import type { CapturedTrade } from '../captured-trade';
import { NOT_LISTED, PROVISIONAL, TRADED_AT_LOCAL, TRADED_AT_UTC } from './capture-columns';
import type { Column } from './column';
import * as fields from './fields';
import { agreed, onLeg, stated } from './fields';

const ON_LEGS = [
  fields.ACTION,
  fields.MARKET,
  fields.DELIVERY_START,
  fields.DELIVERY_END,
  fields.QUANTITY,
  fields.PRICE,
];

/** What a desk wants to see: one line that reads by itself, and each leg's own side, product and price after it. */
export const DESK_COLUMNS: readonly Column<CapturedTrade>[] = [
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
];
