import type { AcceptedWarning } from '../../domain/action';
import { worstOf } from '../../domain/bulk/deviation';
import { present } from '../../domain/present';
import { sums } from '../../domain/program/guards';
import type { ProgramPreview } from './sheet-program';

type PreviewRow = ProgramPreview['rows'][number];

/** One warning of one row. */
export interface RowWarning {
  /** By which its tick is known: its row's key and its place in that row. */
  readonly tick: string;
  readonly key: string;
  /** Row of the sheet, from 0. */
  readonly row: number;
  readonly message: string;
  readonly accepts: AcceptedWarning;
}

/** The same warning over rows. */
export interface WarningGroup {
  readonly code: string;
  readonly warnings: readonly RowWarning[];
}

type KeyOf = (row: PreviewRow) => string;

const warningsOf = (row: PreviewRow, keyOf: KeyOf): RowWarning[] =>
  row.findings.map(({ message, accepts }, at) => ({
    tick: JSON.stringify([keyOf(row), at]),
    key: keyOf(row),
    row: row.row,
    message,
    accepts,
  }));

/** The warnings of rows that would be sent, the same ones together. What is held is not sent, whatever is ticked. */
export function warningGroups(rows: readonly PreviewRow[], keyOf: KeyOf): WarningGroup[] {
  const groups = new Map<string, RowWarning[]>();
  for (const row of rows.filter(wouldGo))
    for (const one of warningsOf(row, keyOf)) {
      const code = typeof one.accepts === 'string' ? one.accepts : one.accepts.code;
      groups.set(code, [...(groups.get(code) ?? []), one]);
    }
  return [...groups].map(([code, warnings]) => ({ code, warnings }));
}

const wouldGo = ({ would }: PreviewRow): boolean => would === 'send' || would === 'change';

/** What a start would do now with the rows, by the warnings that are ticked. */
export interface StartCounts {
  readonly rows: number;
  /** Rows that follow their cells from the start on. */
  readonly follow: number;
  /** Rows of which nothing is sent: by a bound, a limit or a rule, or because a warning of theirs is not ticked. */
  readonly held: number;
  readonly unticked: readonly string[];
  /** What the rows come to that follow. */
  readonly totals: Totals;
}

type Totals = Pick<ProgramPreview, 'volumes' | 'notionals' | 'callsNow' | 'worst'>;

function totalsOf(rows: readonly PreviewRow[]): Totals {
  const { byPercent, byAmount } = worstOf(rows.flatMap(({ deviation }) => deviation ?? []));
  return {
    volumes: sums(rows.flatMap(({ comes }) => comes?.volumes ?? [])),
    notionals: sums(rows.flatMap(({ comes }) => comes?.notionals ?? [])),
    callsNow: rows.reduce((sum, { comes }) => sum + (comes?.calls ?? 0), 0),
    worst: present({ percent: byPercent?.percent, amount: byAmount?.amount }),
  };
}

export function startCounts(
  rows: readonly PreviewRow[],
  ticked: ReadonlySet<string>,
  keyOf: KeyOf,
): StartCounts {
  const going = rows.filter(wouldGo);
  const unticked = going.filter((row) => warningsOf(row, keyOf).some(({ tick }) => !ticked.has(tick)));
  const bound = rows.filter(({ would }) => would === 'held').length;
  return {
    rows: rows.length,
    follow: going.length - unticked.length,
    held: bound + unticked.length,
    unticked: unticked.map(keyOf),
    totals: totalsOf(going.filter((row) => !unticked.includes(row))),
  };
}

/** "4 of 6 rows; 2 held", or "6 rows". */
export function countsInWords(
  { rows, follow, held }: Pick<StartCounts, 'rows' | 'follow' | 'held'>,
  count: (value: number) => string = String,
): string {
  const noun = rows === 1 ? 'row' : 'rows';
  const all = follow === rows ? `${count(rows)} ${noun}` : `${count(follow)} of ${count(rows)} ${noun}`;
  return held > 0 ? `${all}; ${count(held)} held` : all;
}

/** What was ticked, by the keys of their rows. */
export function acceptedIn(
  groups: readonly WarningGroup[],
  ticked: ReadonlySet<string>,
): ReadonlyMap<string, readonly AcceptedWarning[]> {
  const accepted = new Map<string, AcceptedWarning[]>();
  for (const { tick, key, accepts } of groups.flatMap(({ warnings }) => warnings))
    if (ticked.has(tick)) accepted.set(key, [...(accepted.get(key) ?? []), accepts]);
  return accepted;
}
