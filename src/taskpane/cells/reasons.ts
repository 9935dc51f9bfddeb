import type { CellState, ShownError } from '../../client/cell-register';

/** One sentence among those that a formula shows. */
export interface Reason {
  readonly code: string;
  readonly message: string;
  /** There is none, and nothing is wrong. */
  readonly isNone: boolean;
  /** How many of its cells show it. */
  readonly count: number;
  /** In which of its rows, from 1; empty where all that it shows is one row. */
  readonly rows: readonly number[];
}

/**
 * Why a formula shows errors: each sentence once, with its rows. Of which cell of the sheet a row is only a formula says that is the
 * function alone; so it is told as a row of the function.
 */
export function reasonsOf({ problem, shown }: CellState): readonly Reason[] {
  const now = shown?.();
  if (now === undefined) return problem ? [{ ...problem, isNone: false, rows: [] }] : [];
  const table = isTable(now) ? now : [[now]];
  const found = new Map<string, { error: ShownError; count: number; rows: Set<number> }>();
  for (const [at, row] of table.entries()) {
    for (const cell of row) {
      if (!isError(cell) || cell.waiting) continue;
      const key = `${cell.code} ${cell.message}`;
      const reason = found.get(key) ?? { error: cell, count: 0, rows: new Set() };
      found.set(key, reason);
      reason.count += 1;
      if (table.length > 1) reason.rows.add(at + 1);
    }
  }
  return [...found.values()].map(({ error: { code, message, isNone }, count, rows }) => ({
    ...{ code, message, isNone, count },
    rows: [...rows],
  }));
}

const isTable = (
  shown: readonly (readonly unknown[])[] | ShownError,
): shown is readonly (readonly unknown[])[] => Array.isArray(shown);

const isError = (cell: unknown): cell is ShownError =>
  typeof cell === 'object' && cell !== null && 'message' in cell;

const ROWS_MAX = 6;
/** "", " in row 3", " in rows 3, 5 and 9 more" */
export function rowsInWords({ rows }: Reason): string {
  const [first, ...others] = rows;
  if (first === undefined) return '';
  if (others.length === 0) return ` in row ${first}`;
  const left = rows.length - ROWS_MAX;
  return ` in rows ${rows.slice(0, ROWS_MAX).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}
