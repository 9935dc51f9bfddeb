import type { CellState } from '../../client/cell-register';
import { success, type Outcome } from '../../domain/failure';
import { resourceKey, type Resource } from '../../domain/resources/resource';
import type { Sheet } from '../excel/sheet';
import {
  addressOf,
  cellKey,
  cellOf,
  contains,
  sameSheet,
  touches,
  type Area,
  type Cell,
} from '../excel/address';
import type { Selection } from '../excel/reading';

/** What somebody selected, and where the formulas outside of it spill. */
export interface InspectedSelection {
  readonly selection: Selection;
  readonly spills: readonly Area[];
}

/** The running formulas that a selection means. */
export interface Reach {
  readonly states: readonly CellState[];
  /** Addresses of cells that hold a formula of the desk of which nothing is known here: it has moved, or has never started. */
  readonly astray: readonly string[];
}

/** Reads the selection, and what spills into it when it is more than one cell. */
export async function inspectSelection(
  sheet: Sheet,
  all: readonly CellState[],
): Promise<Outcome<InspectedSelection>> {
  const selected = await sheet.selection();
  if (!selected.ok) return selected;
  const selection = selected.value;
  const outside = isOneCell(selection) || selection.spillsUnknown ? [] : before(selection, all);
  if (outside.length === 0) return success({ selection, spills: [] });
  const spills = await sheet.spillsOf(outside);
  return spills.ok ? success({ selection, spills: spills.value }) : spills;
}

export function reachOf({ selection, spills }: InspectedSelection, all: readonly CellState[]): Reach {
  const known = certain(all);
  const into = spills.filter((spill) => selection.areas.some((area) => touches(area, spill)));
  const cells = new Map([...selection.formulas, ...into].map((cell) => [cellKey(cell), cell]));
  const found = [...cells].map(([key, cell]) => ({ cell, states: known.get(key) }));
  return {
    states: found.flatMap(({ states }) => states ?? []),
    astray: found.flatMap(({ cell, states }) => (states ? [] : [addressOf(cell)])),
  };
}

export const onSheet = (all: readonly CellState[], sheet: string): CellState[] =>
  all.filter(({ address }) => {
    const cell = cellOf(address);
    return cell !== undefined && sameSheet(cell, { sheet });
  });

/** What these formulas show comes from these, each once. */
export function resourcesOf(states: readonly CellState[]): Resource[] {
  const byKey = new Map(
    states.flatMap(({ resources }) =>
      resources.map((resource) => [resourceKey(resource), resource] as const),
    ),
  );
  return [...byKey.values()];
}

/** One cell may hold several functions. */
export const cellCount = (states: readonly CellState[]): number =>
  new Set(states.map(({ address }) => address)).size;

const isOneCell = ({ areas: [first, ...more] }: Selection): boolean =>
  first?.rows === 1 && first.columns === 1 && more.length === 0;

/** Formulas whose spill could reach the selection: it goes to the right and down. */
function before({ areas }: Selection, all: readonly CellState[]): Cell[] {
  return [...certain(all).values()].flatMap(([state]) => {
    const cell = state && cellOf(state.address);
    const reaches = (area: Area): boolean =>
      cell !== undefined &&
      sameSheet(cell, area) &&
      !contains(area, cell) &&
      cell.row < area.row + area.rows &&
      cell.column < area.column + area.columns;
    return cell && areas.some(reaches) && !areas.some((area) => contains(area, cell)) ? [cell] : [];
  });
}

/** By their cell, those of which it is certain where they are. */
function certain(all: readonly CellState[]): ReadonlyMap<string, readonly CellState[]> {
  const known = new Map<string, CellState[]>();
  for (const state of all) {
    const cell = state.moved ? undefined : cellOf(state.address);
    if (!cell) continue;
    const key = cellKey(cell);
    known.set(key, [...(known.get(key) ?? []), state]);
  }
  return known;
}
