import type { Quota } from '../../domain/desk-status';
import type {
  DownloadSelection,
  TradeDownloadCost,
  TradeDownloadEstimate,
} from '../../domain/trade-download';
import { daysPeriod } from '../platform/zone-time';
import type { TradeStore } from '../storage/trade-store';
import { askedCommodity, selectionOf } from './selection';
import { selectionNotes } from './selection-notes';
import { daysIn, daysLong, SLICE_DAYS, untilToday } from './slices';

interface EstimateOptions {
  readonly trades: TradeStore;
  readonly zone: string;
  /** Epoch ms. */
  readonly now: number;
  readonly quota: Quota;
  /** Records in one page of a list. */
  readonly pageSize: number;
  /** What is kept and final is fetched again too. */
  readonly anew?: boolean | undefined;
}

/**
 * What a download would take, from what is known: days whose list was read after their end are exact, for the others
 * the days that are known are the measure. It asks nothing.
 */
export async function estimated(
  wanted: DownloadSelection,
  options: EstimateOptions,
): Promise<TradeDownloadEstimate> {
  const { trades, zone, now, quota, pageSize, anew = false } = options;
  const selection = selectionOf(wanted, zone);
  const kept = (await trades.count(selection)).trades;
  const period = untilToday(wanted, now, zone) ?? wanted;
  const here = await trades.words(daysPeriod(wanted.from, wanted.to, zone));
  const words = { venues: [...here.venues], commodities: [...here.commodities] };
  const slices = Math.ceil(daysLong(period) / SLICE_DAYS);
  const days = daysIn(period, zone);
  const unknownDays = days.length - (await trades.listed(days, askedCommodity(wanted))).length;
  const known = await trades.counts(selection, { again: now, since: now, ...(anew && { anew: now }) });
  const told = { words, ...(await selectionNotes(wanted, { trades, zone, now, here })) };
  const density = await trades.density(selection);
  if (unknownDays > 0 && density.days === 0) {
    const cost = costOf({ listCalls: slices, detailCalls: undefined, isEstimate: true }, quota);
    return { wanted, kept, cost, ...told };
  }
  // A day whose list was read before its end stands with what it had then, and counts as a whole one: rather too much.
  const unknown = unknownDays > 0 ? Math.ceil((density.trades / density.days) * unknownDays) : 0;
  const all = known.trades + unknown;
  const calls = {
    listCalls: slices + Math.floor(all / pageSize),
    detailCalls: known.missing + unknown,
    isEstimate: unknownDays > 0,
  };
  return { wanted, trades: all, kept, cost: costOf(calls, quota), ...told };
}

type Pace = Pick<Quota, 'left' | 'reserve' | 'ratePerSecond' | 'forBulk' | 'perDay'>;

interface Calls {
  readonly listCalls: number;
  /** `undefined` while nobody knows how many trades there are. */
  readonly detailCalls: number | undefined;
  readonly isEstimate: boolean;
}

/** What these calls take at the pace and out of the quota of the day as they stand. */
export function costOf({ listCalls, detailCalls, isEstimate }: Calls, quota: Pace): TradeDownloadCost {
  const forReading = Math.max(0, quota.left - quota.reserve);
  const { left: bulkLeft, perDay } = quota.forBulk ?? { left: forReading, perDay: quota.perDay };
  const base = { listCalls, bulkLeft, isEstimate };
  if (detailCalls === undefined) {
    return { ...base, says: `${counted(listCalls, 'call')} or more for the list. ${UNKNOWN}` };
  }
  const calls = listCalls + detailCalls;
  const days = calls <= bulkLeft ? 1 : 1 + Math.ceil((calls - bulkLeft) / Math.max(1, perDay));
  const cost = {
    ...base,
    detailCalls,
    seconds: Math.ceil(calls / quota.ratePerSecond),
    days,
    ...(bulkLeft > 0 && { share: calls / bulkLeft }),
  };
  return { ...cost, says: sentences(cost, calls) };
}

const UNKNOWN = 'The number of trades is known after that; the details of each cost one call, once.';

function sentences(cost: Omit<TradeDownloadCost, 'says'>, calls: number): string {
  const { listCalls, detailCalls = 0, isEstimate, share, seconds = 0, days = 1, bulkLeft } = cost;
  if (calls === 0) return 'No calls: everything is stored already.';
  const parts = [
    ...(listCalls > 0 ? [`${counted(listCalls, 'call')} for the list`] : []),
    `${counted(detailCalls, 'call')} for details`,
  ];
  const total = `${isEstimate ? 'About ' : ''}${parts.join(' and ')}, ${duration(seconds)} at the allowed pace`;
  const today =
    share === undefined
      ? 'nothing is left today for bulk reading'
      : `${percent(share)} of the ${grouped(bulkLeft)} calls left today for bulk reading`;
  const over = days > 1 ? ` It continues when the day's calls reset: ${counted(days, 'day')} in all.` : '';
  return `${total}; ${today}.${over}`;
}

const grouped = (count: number): string => String(Math.floor(count)).replace(/\B(?=(\d{3})+$)/g, ',');
const counted = (count: number, what: string): string => `${grouped(count)} ${what}${count === 1 ? '' : 's'}`;
const percent = (share: number): string =>
  share > 0 && share < 0.01 ? 'less than 1 %' : `${grouped(Math.ceil(share * 100))} %`;

function duration(seconds: number): string {
  if (seconds < 120) return counted(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? counted(minutes, 'minute') : counted(Math.ceil(minutes / 60), 'hour');
}
