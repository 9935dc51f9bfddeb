import type { PlatformEvent } from '../domain/event';
import { countArgument, textArgument, together } from './arguments';
import { CellFailure, cellFailure } from './cell-failure';
import type { Shown } from './cells';
import { inServiceTime, valueOf, type Desk, type Formula } from './desk';
import type { SheetTime } from './sheet-time';
import { table, type Column } from './tables';

const COUNT_OTHERWISE = 20;
/** The gateway shows no more. */
const COUNT_MAX = 500;

const text = (name: string, of: (event: PlatformEvent) => string | undefined): Column<PlatformEvent> => ({
  name,
  cell: (event) => of(event) ?? '',
});

const COLUMNS: readonly Column<PlatformEvent>[] = [
  { name: 'heard-at', cell: ({ heardAt }, time) => time.serial(heardAt) },
  text('event-type', ({ type }) => type),
  text('request-id', ({ requestId }) => requestId),
  text('trade-id', ({ tradeId }) => tradeId),
  text('quotation-id', ({ quoteId }) => quoteId),
  text('price-proposal-id', ({ proposalId }) => proposalId),
  text('counteroffer-id', ({ counterofferId }) => counterofferId),
  text('origin', ({ origin }) => origin),
  { name: 'times', cell: ({ times }) => times },
];

/** EVENTS: what happened on the platform as far as this desk heard of it, newest first. */
export function eventsFormula(given: { count: unknown; type: unknown }): Formula {
  const read = together({
    count: countArgument(given.count, { name: 'count', max: COUNT_MAX, otherwise: COUNT_OTHERWISE }),
    type: textArgument(given.type, 'type'),
  });
  if (!read.ok) return cellFailure(read.failure);
  const { count, type } = read.value;
  return (desk) => inServiceTime(desk, (time) => events(desk, { count, type, time }));
}

function events(
  desk: Desk,
  { count, type, time }: { count: number; type: string | undefined; time: SheetTime },
): Shown {
  const heard = valueOf(desk, { kind: 'events' });
  if (heard instanceof CellFailure) return heard;
  // Types are the platform's own words: any may come, so a word that no event has had is no mistake.
  const rows = heard
    .filter((event) => type === undefined || event.type === type)
    .sort((a, b) => b.sequence - a.sequence)
    .slice(0, count);
  return table({ columns: COLUMNS, rows, id: 'event-type', time, rest: '' });
}
