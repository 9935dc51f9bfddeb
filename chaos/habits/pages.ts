import { habitOf, type Habit } from './habit';
import type { Fields } from './shown-records';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** So many pages a list has at most, whatever the cap: how long a list may be is another question. */
const PAGES_MAX = 12;
const PAGE_SIZE = 100;
const JSON_TYPE = { 'content-type': 'application/json' };

/** One page of a list, in the way of a service of these habits. `query`: what the call asked for. */
export function pageOf(records: readonly Fields[], query: URLSearchParams, habits: readonly Habit[]): Answer {
  const cap = habitOf(habits, 'caps pages');
  const asked = Number(query.get('page-size') ?? PAGE_SIZE);
  const size = cap ? Math.min(asked, Math.max(cap.size, Math.ceil(records.length / PAGES_MAX))) : asked;
  const from = (Number(query.get('page') ?? 1) - 1) * size;
  const items = records.slice(from, from + size);
  if (items.length === 0 && habitOf(habits, '204 for empty lists'))
    return { status: 204, headers: {}, body: '' };
  const body = cap?.says === 'array' ? items : { items, ...(cap?.says === 'total' && total(records)) };
  return {
    status: 200,
    // A link that is about something else than the next page.
    headers: { ...JSON_TYPE, ...(cap?.says === 'link' && { link: '</terms>; rel="terms-of-service"' }) },
    body: JSON.stringify(body),
  };
}

const total = ({ length }: readonly unknown[]): { total: number } => ({ total: length });
