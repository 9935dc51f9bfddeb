import type { CapturedTrade } from '../captured-trade';
import type { RawRecord } from '../record';
import { PROVISIONAL, TRADED_AT_UTC } from './capture-columns';
import type { Column } from './column';
import { columnOf, LEG_FIELDS, legsOf, stated, TRADE_ID } from './fields';
import { at } from './written';

/** One leg of a trade, for a sheet that has a row for each. */
export interface TradedLeg {
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
  { name: 'leg', kind: 'decimal', value: ({ number }) => String(number) },
  ...LEG_FIELDS.map((field) => columnOf<TradedLeg>(field, ({ raw }) => at(raw, field.path))),
  ofTrade(PROVISIONAL),
];
