import type { CaptureEstimate, CaptureWanted } from '../../domain/capture';
import type { Quota } from '../../domain/desk-status';
import { daysPeriod } from '../zone-time';
import { costOf } from './cost';
import { daysIn, daysLong, SLICE_DAYS, untilToday } from './slices';
import type { Selection, TradeStore } from './trade-store';

export interface EstimateParts {
  readonly trades: TradeStore;
  readonly zone: string;
  /** Epoch ms. */
  readonly now: number;
  readonly quota: Quota;
  /** Records in one page of a list. */
  readonly pageSize: number;
}

export const selectionOf = ({ from, to, venues, commodities }: CaptureWanted, zone: string): Selection => ({
  ...daysPeriod(from, to, zone),
  ...(venues && { venues }),
  ...(commodities && { commodities }),
});

/** The service can be asked for one commodity alone; several are chosen here. */
export const askedCommodity = ({ commodities }: CaptureWanted): string | undefined =>
  commodities?.length === 1 ? commodities[0] : undefined;

/**
 * What a capture would take, from what is known: days whose list was read after their end are exact, for the others
 * the days that are known are the measure. It asks nothing.
 */
export async function estimated(wanted: CaptureWanted, parts: EstimateParts): Promise<CaptureEstimate> {
  const { trades, zone, now, quota, pageSize } = parts;
  const selection = selectionOf(wanted, zone);
  const kept = (await trades.count(selection)).trades;
  const period = untilToday(wanted, now, zone);
  if (!period) {
    return {
      wanted,
      trades: 0,
      kept,
      cost: costOf({ listCalls: 0, detailCalls: 0, isEstimate: false }, quota),
    };
  }
  const slices = Math.ceil(daysLong(period) / SLICE_DAYS);
  const days = daysIn(period, zone);
  const unknownDays = days.length - (await trades.listed(days, askedCommodity(wanted))).length;
  const known = await trades.counts(selection, { again: now, since: now });
  const density = await trades.density(selection);
  if (unknownDays > 0 && density.days === 0) {
    const cost = costOf({ listCalls: slices, detailCalls: undefined, isEstimate: true }, quota);
    return { wanted, kept, cost };
  }
  // A day whose list was read before its end stands with what it had then, and counts as a whole one: rather too much.
  const unknown = unknownDays > 0 ? Math.ceil((density.trades / density.days) * unknownDays) : 0;
  const all = known.trades + unknown;
  const calls = {
    listCalls: slices + Math.floor(all / pageSize),
    detailCalls: known.missing + unknown,
    isEstimate: unknownDays > 0,
  };
  return { wanted, trades: all, kept, cost: costOf(calls, quota) };
}
