import type { Check, Row } from './row';
import type { Outcome, Result } from './run';

const RESULTS: readonly Result[] = ['held', 'failed', 'not testable', 'not run'];
const HEAD = ['Row', 'Sentence', 'Check', 'What it met', 'Result'];

/** The last line: how many rows had which result. */
export const totalsOf = (outcomes: readonly Outcome[]): string =>
  RESULTS.map((result) => `${outcomes.filter((outcome) => outcome.result === result).length} ${result}`).join(
    ', ',
  );

/** Everything as an aligned table, totals last. */
export function tableOf(outcomes: readonly Outcome[]): string {
  const lines = outcomes.map(({ row, met, result }) => [
    row.id,
    row.sentence,
    kindOfCheck(row.check),
    result === 'failed' ? `${met}${pointed(row)}` : cut(met),
    result,
  ]);
  const widths = HEAD.map((head, column) =>
    Math.max(head.length, ...lines.map((cells) => cells[column]?.length ?? 0)),
  );
  const written = [HEAD, ...lines].map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [...written, '', totalsOf(outcomes)].join('\n');
}

/** The same as JSON, for other programs. */
export const jsonOf = (outcomes: readonly Outcome[]): string =>
  JSON.stringify(
    {
      rows: outcomes.map(({ row, met, result }) => ({
        id: row.id,
        kind: row.kind,
        sentence: row.sentence,
        check: kindOfCheck(row.check),
        met,
        result,
        ...(result === 'failed' && row.key !== undefined && { key: row.key }),
      })),
      totals: Object.fromEntries(
        RESULTS.map((name) => [name, outcomes.filter(({ result }) => result === name).length]),
      ),
    },
    null,
    2,
  );

/** Where to look first: the key of the profile that the sentence hangs on. */
const pointed = ({ key }: Row): string => (key === undefined ? '' : ` → ${key}`);

const MET_LETTERS_MAX = 80;
const cut = (met: string): string =>
  met.length > MET_LETTERS_MAX ? `${met.slice(0, MET_LETTERS_MAX - 1)}…` : met;

function kindOfCheck(check: Check | undefined): string {
  if (!check) return 'none';
  const does = check.writes ? 'writes' : 'reads';
  return check.needs === 'simulator' || check.needs === 'product' ? `${does}, ${check.needs}` : does;
}
