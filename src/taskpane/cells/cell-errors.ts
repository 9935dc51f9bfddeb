import type { CellState } from '../../client/cell-register';
import { cellOf } from '../sheet/place';

/** The most cells of one group that are listed. */
export const CELLS_MAX = 200;

/** Cells that show the same sentence. */
export interface ErrorGroup {
  readonly code: string;
  readonly message: string;
  readonly count: number;
  /** The first of them. */
  readonly cells: readonly CellState[];
}

/** The cells in error by their sentence; what has been in error for longest comes first, so that nothing jumps when one is added. */
export function errorGroups(all: readonly CellState[]): ErrorGroup[] {
  const groups = new Map<string, CellState[]>();
  for (const state of all.filter(({ problem }) => problem !== undefined).sort(longestFirst)) {
    const key = JSON.stringify([state.problem?.code, state.problem?.message]);
    const group = groups.get(key);
    if (group) group.push(state);
    else groups.set(key, [state]);
  }
  return [...groups.values()].map((states) => ({
    code: states[0]?.problem?.code ?? '',
    message: states[0]?.problem?.message ?? '',
    count: states.length,
    cells: states.slice(0, CELLS_MAX),
  }));
}

function longestFirst(a: CellState, b: CellState): number {
  return (a.since ?? 0) - (b.since ?? 0) || byPlace(a, b);
}

function byPlace(a: CellState, b: CellState): number {
  const one = cellOf(a.address);
  const other = cellOf(b.address);
  if (!one || !other) return Number(!one) - Number(!other);
  return one.sheet.localeCompare(other.sheet) || one.row - other.row || one.column - other.column;
}
