import { nearestNames } from '../../domain/field-name';
import { failed, success, type Outcome } from '../../domain/failure';
import { historyField, HistoryField, type SeenValue } from '../../domain/history';
import { RequestId } from '../../domain/identifiers';
import { CellFailure, cellFailure, refused } from '../cells/cell-failure';
import { cellOf, type Cell, type Shown } from '../cells/cells';
import { inServiceTime, valueOf, type Formula, type FormulaContext } from '../cells/context';
import { daySerial, type SheetTime } from '../cells/sheet-time';
import type { DayOrder } from '../cells/typed-day';
import { dayArgument, firstOf, idArgument, textArgument, together } from './arguments';
import { more, ROWS_MAX } from './tables';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** A picture that moves by itself is worked out again this seldom at most. */
const AGAIN_MS_MIN = 1_000;
/** Excel's numbers of moments are binary: half a millisecond, in days, is none. */
const NOISE = 6e-9;

interface HistoryGiven {
  readonly id: unknown;
  readonly field: unknown;
  readonly from: unknown;
  readonly to: unknown;
  readonly every: unknown;
  readonly dayOrder?: DayOrder | undefined;
}

interface Span {
  /** Excel's numbers of moments, as the sheet's clocks read. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly everyMs: number | undefined;
}

/** HISTORY: what was seen of a field of a request, at each change or at even steps. A time in which nobody looked is empty. */
export function historyFormula(given: HistoryGiven): Formula {
  const read = together({
    id: idArgument<RequestId>(given.id, { schema: RequestId, example: 'RQ-10293', name: 'HISTORY' }),
    field: fieldArgument(given.field),
    from: momentArgument(given.from, 'from', given.dayOrder),
    to: momentArgument(given.to, 'to', given.dayOrder),
    everyMs: stepArgument(given.every),
  });
  if (!read.ok) return cellFailure(read.failure);
  const { id, field, from, to, everyMs } = read.value;
  // A day as the last moment is meant with all its hours.
  const span: Span = { from, to: to === undefined ? undefined : Number.isInteger(to) ? to + 1 : to, everyMs };
  return (desk) =>
    inServiceTime(desk, (time) => {
      const seen = seenOf(desk, id, field);
      if (seen instanceof CellFailure) return seen;
      const rows = everyMs === undefined ? changes(seen, { desk, time }) : steps(seen, span, { desk, time });
      if (rows instanceof CellFailure) return rows;
      const isAhead = from !== undefined && from > time.serial(desk.now());
      const nothing = isAhead
        ? 'from is in the future: nothing was seen since.'
        : seen.length === 0
          ? `Nothing was seen of ${id} yet.`
          : undefined;
      return nothing === undefined
        ? tableOf(rows, { field, span, time })
        : [
            ['time', field],
            [nothing, ''],
          ];
    });
}

/** Ids are asked for as they were typed, and where nothing was seen of one, in capitals. */
function seenOf(
  desk: FormulaContext,
  id: RequestId,
  field: HistoryField,
): readonly SeenValue[] | CellFailure {
  const seen = valueOf(desk, { kind: 'history', id, field });
  const capitals = RequestId.parse(id.toUpperCase());
  if (seen instanceof CellFailure || seen.length > 0 || capitals === id) return seen;
  return valueOf(desk, { kind: 'history', id: capitals, field });
}

interface Row {
  /** Excel's number of a moment. */
  readonly at: number;
  readonly value: string;
  /** Until when it was so. */
  readonly until: number;
}
interface Surroundings {
  readonly desk: FormulaContext;
  readonly time: SheetTime;
}

/** One row where a value began, and an empty one where nobody looked any more. */
function changes(seen: readonly SeenValue[], { desk, time }: Surroundings): Row[] {
  const rows: Row[] = [];
  for (const [index, one] of seen.entries()) {
    const before = rows.at(-1);
    const next = seen[index + 1];
    const [at, until] = [time.serial(one.at), time.serial(one.until)];
    if (before?.value === one.value && before.until >= at) rows[rows.length - 1] = { ...before, until };
    else rows.push({ at, value: one.value, until });
    const isGap = next ? next.at > one.until : one.until < desk.now();
    if (isGap) rows.push({ at: until, value: '', until: next ? time.serial(next.at) : Infinity });
  }
  const last = seen.at(-1);
  // It ends when its time is over without another look.
  if (last && last.until > desk.now()) desk.again(Math.max(AGAIN_MS_MIN, last.until - desk.now()));
  return rows;
}

/** The value at even steps; empty where nobody had looked. */
function steps(
  seen: readonly SeenValue[],
  { from, to, everyMs = DAY_MS }: Span,
  { desk, time }: Surroundings,
): Row[] | CellFailure {
  const [first] = seen;
  if (from === undefined && first === undefined) return [];
  const now = time.serial(desk.now());
  const end = Math.min(to ?? now, now);
  const step = everyMs / DAY_MS;
  const start = from ?? firstStep(time.serial(first?.at ?? 0), { step, end });
  const count = Math.floor((end - start) / step + NOISE / step) + 1;
  if (count > ROWS_MAX) return TOO_FINE;
  desk.again(Math.max(AGAIN_MS_MIN, everyMs));
  const values = seen.map((one) => ({
    at: time.serial(one.at),
    until: time.serial(one.until),
    value: one.value,
  }));
  const rows: Row[] = [];
  let index = -1;
  for (let row = 0; row < count; row++) {
    const at = start + row * step;
    while ((values[index + 1]?.at ?? Infinity) <= at + NOISE) index += 1;
    const known = values[index];
    rows.push({ at, until: at, value: known && at <= known.until + NOISE ? known.value : '' });
  }
  return rows;
}

/** On the clock, such as 13:05 for five minutes; where none has passed yet, the moment that was seen first. */
function firstStep(seen: number, { step, end }: { step: number; end: number }): number {
  const onClock = Math.ceil((seen - NOISE) / step) * step;
  return onClock <= end + NOISE ? onClock : seen;
}

const TOO_FINE = cellFailure(
  refused(
    `That is more than ${ROWS_MAX.toLocaleString('en')} rows.`,
    'Take a longer step, such as "15m", or a shorter time.',
  ),
);

/** The newest rows when there are too many. */
function tableOf(
  rows: readonly Row[],
  { field, span: { from = -Infinity, to = Infinity }, time }: { field: string; span: Span; time: SheetTime },
): Shown {
  const inSight = rows
    .filter(({ at, until }) => at < to && (at >= from || until > from))
    .map((row) => ({ ...row, at: Math.max(row.at, from) }));
  const left = inSight.length - ROWS_MAX;
  const shown = inSight
    .slice(-ROWS_MAX)
    .map(({ at, value }): Cell[] => [time.dated(at, 'moment'), cellOf(value, shownAs(field), time)]);
  const last: Cell[][] = left > 0 ? [[more(left, 'ask for a shorter time.'), '']] : [];
  return [['time', field], ...shown, ...last];
}

/** Amounts are kept as exact text, and shown as numbers. */
const shownAs = (field: string): string => (field === 'state' ? field : 'quantity');

function fieldArgument(given: unknown): Outcome<HistoryField> {
  const text = textArgument(given, 'field');
  if (!text.ok) return text;
  if (text.value === undefined) return failed(refused('The field is missing.', thereAre));
  const field = historyField(text.value);
  if (field) return success(field);
  const near = nearestNames(text.value, HistoryField.options);
  return failed(
    refused(
      `There is no history of "${text.value}".`,
      near.length > 0 ? `Did you mean ${near.join(' or ')}?` : thereAre,
    ),
  );
}

const thereAre = `There is of: ${HistoryField.options.join(', ')}.`;

/** A moment of the sheet's clocks: a date cell with its time, or a day as text. */
function momentArgument(given: unknown, name: string, order?: DayOrder): Outcome<number | undefined> {
  const day = dayArgument(given, name, order);
  if (!day.ok) return day;
  if (day.value === undefined) return success(undefined);
  const only = firstOf(given);
  return success(typeof only === 'number' ? only : daySerial(day.value));
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: MINUTE_MS, h: 3_600_000, d: DAY_MS };
const STEP = /^(\d+(?:\.\d+)?)\s*(s|m|h|d)$/i;

/** A step: a time such as TIME(0,5,0), minutes as a number, or text such as "30s", "5m", "1h" or "1d". */
function stepArgument(given: unknown): Outcome<number | undefined> {
  const only = firstOf(given);
  if (only === null || only === undefined || only === '' || only === 0) return success(undefined);
  const [, count, unit = ''] = typeof only === 'string' ? (STEP.exec(only.trim()) ?? []) : [];
  const ms =
    typeof only === 'number'
      ? only * (only < 1 ? DAY_MS : MINUTE_MS)
      : Number(count) * (UNITS[unit.toLowerCase()] ?? NaN);
  if (ms >= AGAIN_MS_MIN && ms <= 365 * DAY_MS) return success(ms);
  return failed(
    refused(
      'every is not a step of time.',
      'Type minutes, such as 5, or text such as "30s", "5m", "1h" or "1d".',
    ),
  );
}
