import type { CaptureCost } from '../../domain/capture';
import type { Quota } from '../../domain/desk-status';

type Pace = Pick<Quota, 'left' | 'reserve' | 'ratePerSecond' | 'forBulk' | 'perDay'>;

export interface Calls {
  readonly listCalls: number;
  /** `undefined` while nobody knows how many trades there are. */
  readonly detailCalls: number | undefined;
  readonly isEstimate: boolean;
}

/** What these calls take at the pace and out of the quota of the day as they stand. */
export function costOf({ listCalls, detailCalls, isEstimate }: Calls, quota: Pace): CaptureCost {
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

const UNKNOWN =
  'How many trades there are is known when it has been read; the details of each cost one call, once ever.';

function sentences(cost: Omit<CaptureCost, 'says'>, calls: number): string {
  const { listCalls, detailCalls = 0, isEstimate, share, seconds = 0, days = 1, bulkLeft } = cost;
  if (calls === 0) return 'No call: everything is kept already.';
  const parts = [
    ...(listCalls > 0 ? [`${counted(listCalls, 'call')} for the list`] : []),
    `${counted(detailCalls, 'call')} for details`,
  ];
  const total = `${isEstimate ? 'About ' : ''}${parts.join(' and ')}, ${duration(seconds)} at the pace allowed`;
  const today =
    share === undefined
      ? 'nothing is left today for bulk reading'
      : `${percent(share)} of the ${grouped(bulkLeft)} calls left today for bulk reading`;
  const over =
    days > 1
      ? ` It goes on by itself when the day's calls are counted anew, on ${counted(days, 'day')} in all.`
      : '';
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
