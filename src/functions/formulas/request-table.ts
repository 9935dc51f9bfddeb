import { failed, success, type Outcome } from '../../domain/failure';
import { COMMODITIES } from '../../domain/interface-words';
import type { Request } from '../../domain/request';
import { CellFailure, cellFailure, refused } from '../cells/cell-failure';
import type { Shown } from '../cells/cells';
import { inServiceTime, toldOf, type Formula, type FormulaContext } from '../cells/context';
import type { SheetTime } from '../cells/sheet-time';
import type { DayOrder } from '../cells/typed-day';
import { columnsArgument, dayArgument, textArgument, together, unheardOf, wordArgument } from './arguments';
import { REQUEST_CHOICE } from './request-columns';
import { chosen, isLasting, narrower, table } from './tables';

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
  const told = toldOf(
    desk,
    filter.state !== 'open' && period.value
      ? { kind: 'concluded-requests', ...period.value }
      : { kind: 'open-requests' },
  );
  if (told instanceof CellFailure) return told;
  const { value: listing, stale } = told;
  const wrong = unheardOf(filter.contract, {
    name: 'contract',
    known: CONTRACTS,
    found: listing.records.map(({ contract }) => contract),
  });
  if (wrong) return wrong;
  const rows = listing.records
    .filter((request) => passes(request, { filter, period: period.value, time }))
    .map((request) => ({ request, desk, stale, names: names ?? [] }));
  if (rows.length === 0 && filter.commodity !== undefined) {
    const said = listing.records.flatMap(({ commodity, legs }) => [
      commodity ?? [],
      ...legs.map((leg) => leg.commodity ?? []),
    ]);
    const found = [...new Set(said.flat())].sort();
    const wordless = noneOf(filter.commodity, { found, of: 'request', where: 'in this list' });
    if (wordless) return wordless;
  }
  const columns = chosen(REQUEST_CHOICE, names, rows);
  if (!columns.ok) return cellFailure(columns.failure);
  // Which requests there are can change too: without a column that says so, an old list would look like today's.
  if (stale && columns.value.every((column) => isLasting(REQUEST_CHOICE, column))) return stale;
  return table({
    columns: columns.value,
    rows,
    unreadable: listing.unreadable,
    stale,
    isFiltered: true,
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

/** A word that may be a slip of the keyboard, said with those that there are; of a known one an empty table is the answer. */
export function noneOf(
  commodity: string,
  { found, of, where }: { found: readonly string[]; of: string; where: string },
): CellFailure | undefined {
  if (found.length === 0 || COMMODITIES.some(is(commodity))) return undefined;
  return cellFailure({
    kind: 'not-found',
    message: `No ${of} of commodity ${commodity} ${where}.`,
    next: `There are: ${found.join(', ')}.`,
  });
}
