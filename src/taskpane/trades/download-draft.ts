import { DownloadSelection } from '../../domain/trade-download';
import { daysOfPeriod } from '../ui/text/period-text';

/** Days as people ask for them. `month`: the present one up to today. */
export const SPANS = ['month', 'today', 'yesterday', 'week', 'last-month'] as const;
type Span = (typeof SPANS)[number];

export const SPAN_WORDS: Record<Span, string> = {
  month: 'This month',
  today: 'Today',
  yesterday: 'Yesterday',
  week: 'Last week',
  'last-month': 'Last month',
};

interface Days {
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 86_400_000;

/** The first and the last day, both included. `today` is the present day of the service, "2026-11-20". Weeks begin on Monday. */
export function daysOf(span: Span, today: string): Days {
  switch (span) {
    case 'month':
      return { from: firstOfMonth(today), to: today };
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: shifted(today, -1), to: shifted(today, -1) };
    case 'week': {
      const monday = shifted(today, -((weekday(today) + 6) % 7));
      return { from: shifted(monday, -7), to: shifted(monday, -1) };
    }
    case 'last-month': {
      const to = shifted(firstOfMonth(today), -1);
      return { from: firstOfMonth(to), to };
    }
  }
}

/** What these days are called; a period of one's own has no name. */
export const spanOf = (days: Days, today: string): Span | undefined =>
  SPANS.find((span) => {
    const { from, to } = daysOf(span, today);
    return from === days.from && to === days.to;
  });

const utc = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;
const weekday = (day: string): number => new Date(utc(day)).getUTCDay();
const shifted = (day: string, days: number): string =>
  new Date(utc(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Which trades, as a person types it: names with commas between them, none for all. */
export interface DownloadDraft extends Days {
  readonly venues: string;
  readonly commodities: string;
}

/** What is wanted; nothing while the days are not filled in. */
export function wantedOf({ from, to, venues, commodities }: DownloadDraft): DownloadSelection | undefined {
  if (daysOfPeriod(from, to) === undefined) return undefined;
  const names = { venues: namesIn(venues), commodities: namesIn(commodities) };
  return DownloadSelection.safeParse({
    from,
    to,
    ...(names.venues.length > 0 && { venues: names.venues }),
    ...(names.commodities.length > 0 && { commodities: names.commodities }),
  }).data;
}

const namesIn = (typed: string): string[] => typed.split(',').flatMap((name) => name.trim() || []);

/** Names that were seen in lists, each once and in order. */
export const namesSeen = (...lists: readonly (readonly (string | undefined)[] | undefined)[]): string[] =>
  [...new Set(lists.flatMap((list) => list ?? []).filter((name) => name !== undefined && name !== ''))]
    .flatMap((name) => name ?? [])
    .sort();
