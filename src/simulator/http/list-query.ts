import type { Profile } from '../../contract/service/profile';
import { malformed, type Answer, type Call } from './call';

const PAGE_SIZE_MAX = 500;

/** A list in pages, in the style of the profile: numbered pages, offsets, cursors, or links to the next page. */
export function paged(records: readonly unknown[], call: Call, lists: Profile['lists']): Answer {
  if (lists.style === 'whole') return { status: 200, body: { items: records, total: records.length } };
  const size = whole(call, lists.pageSizeName, { fallback: lists.pageSize, min: 1, max: PAGE_SIZE_MAX });
  const from = startOf(call, lists, size);
  const items = records.slice(from, from + size);
  const next = from + size < records.length ? from + size : undefined;
  return {
    status: 200,
    body: {
      items,
      total: records.length,
      ...(lists.style === 'cursor' && { [lists.cursorField]: next === undefined ? null : String(next) }),
    },
    ...(lists.style === 'link' &&
      next !== undefined && { headers: { link: nextLink(call, lists, next / size + lists.firstPage) } }),
  };
}

function startOf(call: Call, lists: Profile['lists'], size: number): number {
  if (lists.style === 'offset') return whole(call, lists.offsetName, { fallback: 0, min: 0 });
  if (lists.style === 'cursor') return whole(call, lists.cursorName, { fallback: 0, min: 0 });
  const first = lists.firstPage;
  return (whole(call, lists.pageName, { fallback: first, min: first }) - first) * size;
}

function nextLink(call: Call, lists: Profile['lists'], page: number): string {
  const query = new URLSearchParams(call.query);
  query.set(lists.pageName, String(page));
  return `<?${query.toString()}>; rel="next"`;
}

function whole(call: Call, name: string, range: { fallback: number; min: number; max?: number }): number {
  const text = call.query.get(name);
  if (text === null) return range.fallback;
  const value = Number(text);
  const { min, max = Number.MAX_SAFE_INTEGER } = range;
  if (!/^\d{1,15}$/.test(text) || value < min || value > max) {
    throw malformed(`${name} must be a whole number from ${min} to ${max}.`);
  }
  return value;
}

/** From `from` (included) to `to` (excluded), epoch ms; an end that is not asked for is open. */
interface AskedPeriod {
  readonly from: number;
  readonly to: number;
  readonly asked: boolean;
}

const ISO_TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/** The period of the query's `name-from` and `name-to`. */
export function periodOf(call: Call, name: string): AskedPeriod {
  const from = timeOf(call, `${name}-from`);
  const to = timeOf(call, `${name}-to`);
  return { from: from ?? -Infinity, to: to ?? Infinity, asked: from !== undefined || to !== undefined };
}

export const within = (period: AskedPeriod, at: number | undefined): boolean =>
  !period.asked || (at !== undefined && at >= period.from && at < period.to);

function timeOf(call: Call, name: string): number | undefined {
  const text = call.query.get(name);
  if (text === null) return undefined;
  const at = ISO_TIME.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(at)) throw malformed(`${name} must be an ISO 8601 timestamp.`);
  return at;
}
