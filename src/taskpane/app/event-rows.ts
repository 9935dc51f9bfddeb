import { doersIn, eventKindOf, eventWordOf } from '../../domain/actions/event-kind';
import type { PlatformEvent } from '../../domain/event';
import type { By } from '../../domain/person';
import { present } from '../../domain/present';
import { isOwnMatter, relevanceOf, type Relevance, type RelevanceContext } from './event-relevance';
import { eventInWords } from './event-text';

/** An event as a list shows it, and how this desk stands to it. */
export interface EventRow {
  readonly event: PlatformEvent;
  readonly standing: Relevance;
  readonly isMine: boolean;
  /** Who of this desk did it. */
  readonly by?: By;
  /** What it tells of changed later: its terms of now are not those of this event. */
  readonly isChanged?: true;
  /** So many quotes of others on one request within one minute are this one row. */
  readonly folded?: { readonly quotes: number; readonly withdrawn: number };
}

export const MINUTE_MS = 60_000;

export const minuteOf = (at: number): number => Math.floor(at / MINUTE_MS);

/** After one whose type is not known an offer may be another one too. */
const mayChange = ({ type }: PlatformEvent): boolean =>
  /-updated$/.test(eventWordOf(type)) || eventKindOf(type) === undefined;

/** Quotes of others folded to one row for each request and minute, where its newest one stood. */
export function foldedRows(rows: readonly EventRow[]): EventRow[] {
  const places = new Map<string, number>();
  const folded: EventRow[] = [];
  for (const row of rows) {
    const { event, isMine, by } = row;
    const kind = eventKindOf(event.type);
    if ((kind !== 'quote' && kind !== 'withdrawn') || isMine || by || event.origin === 'test') {
      folded.push(row);
      continue;
    }
    const key = `${event.requestId ?? ''} ${event.origin} ${minuteOf(event.heardAt)}`;
    const at = places.get(key) ?? folded.length;
    places.set(key, at);
    const first = folded[at] ?? row;
    const { quotes, withdrawn } = first.folded ?? { quotes: 0, withdrawn: 0 };
    folded[at] = {
      ...first,
      folded: kind === 'quote' ? { quotes: quotes + 1, withdrawn } : { quotes, withdrawn: withdrawn + 1 },
    };
  }
  return folded;
}

export const eventRows = (
  events: readonly PlatformEvent[],
  { journal, ...known }: RelevanceContext,
): EventRow[] => {
  const standing = relevanceOf({ journal, ...known });
  const doer = doersIn(journal);
  const numberOf = ({ quoteId, proposalId, counterofferId }: PlatformEvent): string | undefined =>
    counterofferId ?? proposalId ?? quoteId;
  const told = new Set<string>();
  const changed = new Set<string>();
  for (const event of events) {
    const number = numberOf(event);
    if (number === undefined) continue;
    // What is told of twice by one word was another one the second time.
    const key = `${eventWordOf(event.type)} ${number}`;
    if (mayChange(event) || told.has(key)) changed.add(number);
    told.add(key);
  }
  return events.map((event) => {
    const own = standing(event);
    return {
      ...{ event, standing: own, isMine: isOwnMatter(event, own) },
      ...present({ by: doer(event) }),
      ...(changed.has(numberOf(event) ?? '') && { isChanged: true }),
    };
  });
};

/** Whether it stands for more than one event. */
export const isFolded = (row: EventRow): row is EventRow & Required<Pick<EventRow, 'folded'>> =>
  row.folded !== undefined && row.folded.quotes + row.folded.withdrawn > 1;

/** "3 new quotes, 1 withdrawn" of what is folded, else what happened. */
export function rowInWords(row: EventRow, counted: (count: number) => string): string {
  if (!isFolded(row)) return eventInWords(row.event);
  const { quotes, withdrawn } = row.folded;
  const many = quotes === 1 ? 'New quote' : `${counted(quotes)} new quotes`;
  if (withdrawn === 0) return many;
  if (quotes === 0) return `${counted(withdrawn)} quotes withdrawn`;
  return `${many}, ${counted(withdrawn)} withdrawn`;
}
