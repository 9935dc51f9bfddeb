import { failed, success, type Outcome } from '../../domain/failure';
import type { RawRecord } from '../../domain/record';
import type { Request } from '../../domain/request';
import { CellFailure, cellFailure, refused } from '../cells/cell-failure';
import { cellOf, type Shown } from '../cells/cells';
import { inServiceTime, valueOf, type Formula, type FormulaContext } from '../cells/context';
import type { SheetTime } from '../cells/sheet-time';
import type { DayOrder } from '../cells/typed-day';
import { columnsArgument, dayArgument, textArgument, together, unheardOf, wordArgument } from './arguments';
import { getPath, REQUEST_FIELDS } from './fields';
import { chosen, narrower, table, type Column, type ColumnChoice } from './tables';

const own = (name: string): Column<Request> => ({
  name,
  cell: ({ raw }, time) => cellOf(raw[name], name, time),
});
const ofLegs = (name: string, join: 'always' | 'when-different'): Column<Request> => ({
  name,
  cell: ({ raw }, time) => cellOf(legValue(raw, name, join), name, time),
});

const CHOICE: ColumnChoice<Request> = {
  columns: [
    own('request-id'),
    own('state'),
    own('role'),
    own('contract'),
    own('spread-type'),
    ofLegs('commodity', 'when-different'),
    ofLegs('market', 'when-different'),
    ofLegs('delivery-start', 'when-different'),
    ofLegs('delivery-end', 'when-different'),
    ofLegs('action', 'always'),
    ofLegs('quantity', 'when-different'),
    ofLegs('quantity-unit', 'when-different'),
    own('created-at'),
  ],
  known: REQUEST_FIELDS,
  rawOf: ({ raw }) => raw,
};

/** Swaps are among them by the name of their kind, as the service writes it. */
const CONTRACTS = ['single', 'spread', 'standard-spread', 'green-grey-swap', 'grey-green-swap'];

interface Filter {
  readonly state: 'open' | 'closed' | 'traded';
  readonly commodity: string | undefined;
  readonly contract: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export interface RequestsGiven {
  readonly state: unknown;
  readonly commodity: unknown;
  readonly contract: unknown;
  readonly from: unknown;
  readonly to: unknown;
  readonly columns: unknown;
  /** How the user's system writes days, where that had to be asked. */
  readonly dayOrder?: DayOrder | undefined;
}

/**
 * RFQS: whatever the filters, all formulas on open requests share one list, and those on concluded ones of the same
 * period another; the filters are applied here.
 */
export function requestsFormula(given: RequestsGiven): Formula {
  const read = together({
    state: wordArgument(given.state, { name: 'state', words: ['open', 'closed', 'traded'] }),
    commodity: textArgument(given.commodity, 'commodity'),
    contract: textArgument(given.contract, 'contract'),
    from: dayArgument(given.from, 'from', given.dayOrder),
    to: dayArgument(given.to, 'to', given.dayOrder),
    columns: columnsArgument(given.columns),
  });
  if (!read.ok) return cellFailure(read.failure);
  const { columns, ...filter } = read.value;
  const wanted = { ...filter, state: filter.state ?? 'open' };
  const dependsOnToday = wanted.state !== 'open' && wanted.to === undefined;
  return (desk) =>
    inServiceTime(desk, (time) => requests(desk, wanted, { names: columns, time }), { dependsOnToday });
}

function requests(
  desk: FormulaContext,
  filter: Filter,
  { names, time }: { names: readonly string[] | undefined; time: SheetTime },
): Shown {
  const period = periodFor(filter, time.day(desk.now()));
  if (!period.ok) return cellFailure(period.failure);
  const listing = valueOf(
    desk,
    filter.state !== 'open' && period.value
      ? { kind: 'concluded-requests', ...period.value }
      : { kind: 'open-requests' },
  );
  if (listing instanceof CellFailure) return listing;
  const wrong = unheardOf(filter.contract, {
    name: 'contract',
    known: CONTRACTS,
    found: listing.records.map(({ contract }) => contract),
  });
  if (wrong) return wrong;
  const rows = listing.records.filter((request) => passes(request, { filter, period: period.value, time }));
  const columns = chosen(CHOICE, names, rows);
  if (!columns.ok) return cellFailure(columns.failure);
  return table({
    columns: columns.value,
    rows,
    unreadable: listing.unreadable,
    id: 'request-id',
    time,
    rest: narrower({
      [period.value ? 'a shorter period' : 'a period']:
        period.value?.from === period.value?.to && period.value !== undefined,
      'one commodity': filter.commodity !== undefined,
      'one contract': filter.contract !== undefined,
    }),
  });
}

function periodFor({ state, from, to }: Filter, today: string): Outcome<Period | undefined> {
  const period = periodOf(from, to, today);
  if (!period.ok || period.value || state === 'open') return period;
  return failed(refused('Closed requests need a period.', 'Enter its first day in the argument from.'));
}

function passes(
  request: Request,
  { filter, period, time }: { filter: Filter; period: Period | undefined; time: SheetTime },
): boolean {
  const { state, commodity, contract } = filter;
  if (state === 'traded' && request.state !== 'traded') return false;
  if (commodity && ![request.commodity, ...request.legs.map((leg) => leg.commodity)].some(is(commodity)))
    return false;
  if (contract && ![request.contract, request.swapType].some(is(contract))) return false;
  // The service has already kept concluded requests to their period, by the day they were concluded.
  if (state !== 'open' || !period || request.createdAt === undefined) return true;
  const day = time.day(request.createdAt);
  return period.from <= day && day <= period.to;
}

/** Words are compared without regard to case, as Excel does. */
export const is =
  (wanted: string) =>
  (text: string | undefined): boolean =>
    text?.toLowerCase() === wanted.toLowerCase();

/** Days in the service's zone, both included. */
interface Period {
  readonly from: string;
  readonly to: string;
}

/** From one day to another, to today when the second is left out; none at all when both are. */
export function periodOf(
  from: string | undefined,
  to: string | undefined,
  today: string,
): Outcome<Period | undefined> {
  if (from === undefined) {
    if (to === undefined) return success(undefined);
    return failed(refused('The period has no first day.', 'Enter its first day as well.'));
  }
  const end = to ?? today;
  if (from <= end) return success({ from, to: end });
  return failed(refused(`The period begins on ${from}, after its end on ${end}.`, 'Swap the two days.'));
}

type Joined = 'always' | 'when-different';

/**
 * A field that stands on the record or on each of its legs: the record's own value first, else the legs' in their
 * fixed order, as in "DE / FR". With `when-different`, legs that agree give their one value, so that numbers stay
 * numbers and dates dates.
 */
export function legValue(record: RawRecord, name: string, join: Joined): unknown {
  const own = record[name];
  if (own !== null && own !== undefined) return own;
  const { legs } = record;
  if (!Array.isArray(legs)) return undefined;
  const values = legs.map((_, leg) => {
    const looked = getPath(record, `legs[${leg}].${name}`);
    return looked.found ? looked.value : undefined;
  });
  const [first, ...others] = values;
  if (others.every((value) => value === first) && (join === 'when-different' || others.length === 0)) {
    return first;
  }
  const words = values.map((value) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : '–',
  );
  return words.every((word) => word === '–') ? undefined : words.join(' / ');
}
