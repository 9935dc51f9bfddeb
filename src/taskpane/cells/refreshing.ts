import type { CellState } from '../../client/cell-register';
import type { GatewayClient } from '../../client/client';
import { failed, sentence, success, type Failure, type Outcome } from '../../domain/failure';
import type { CommandResult } from '../app/commands';
import { BY_HAND } from './calculation';
import { usePane, useSheet } from '../app/hooks';
import { SPILLS_UNKNOWN, type Sheet } from '../excel/sheet';
import type { Formatters } from '../ui/formatters';
import { callsInWords, counted } from '../ui/text/cell-text';
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
import { onSheet, resourcesOf } from '../excel/cell-states';
import type { Selection } from '../excel/reading';

/** Of which cells the things are asked for anew. */
export type Scope = 'selection' | 'sheet' | 'book';

interface RefreshOptions {
  /** Absent where there is no spreadsheet; the book can be refreshed all the same. */
  readonly sheet: Sheet | undefined;
  readonly client: Pick<GatewayClient, 'cells' | 'refresh' | 'explain'>;
  readonly formatters: Formatters;
}

interface Meant {
  readonly states: readonly CellState[];
  readonly astray: number;
}

/** Asks anew for exactly what the cells in scope show, and says how much that was. */
export async function refreshCells(scope: Scope, options: RefreshOptions): Promise<CommandResult> {
  const meant = await cellsIn(scope, options);
  if (!meant.ok) return trouble(meant.failure);
  const { states, astray } = meant.value;
  const resources = resourcesOf(states);
  const asked = options.client.refresh(resources);
  if (!asked.ok) return trouble(asked.failure);
  const text =
    asked.value.asked === 0
      ? nothingAsked(states, options.formatters)
      : `Refreshing ${counted(cellCount(states), 'cell', options.formatters)}${await cost(resources, options)}.`;
  const mode = await options.sheet?.calculation();
  const isByHand = mode?.ok === true && mode.value === 'by-hand';
  return {
    text: [text, astrayInWords(astray, options.formatters), isByHand && BY_HAND].filter(Boolean).join(' '),
    trouble: astray > 0 || isByHand,
  };
}

const trouble = (failure: Failure): CommandResult => ({ text: sentence(failure), trouble: true });

async function cellsIn(scope: Scope, { sheet, client }: RefreshOptions): Promise<Outcome<Meant>> {
  const all = client.cells.all();
  if (scope === 'book')
    return all.length > 0 ? success({ states: all, astray: 0 }) : failed(noFormula('in this workbook'));
  if (!sheet) return failed(NO_SHEET);
  return scope === 'sheet' ? cellsOnSheet(sheet, all) : cellsSelected(sheet, all);
}

async function cellsOnSheet(sheet: Sheet, all: readonly CellState[]): Promise<Outcome<Meant>> {
  const active = await sheet.activeSheet();
  if (!active.ok) return active;
  const states = onSheet(all, active.value);
  return states.length > 0 ? success({ states, astray: 0 }) : failed(noFormula(`on ${active.value}`));
}

async function cellsSelected(sheet: Sheet, all: readonly CellState[]): Promise<Outcome<Meant>> {
  const looked = await inspectSelection(sheet, all);
  if (!looked.ok) return looked;
  const { states, astray } = reachOf(looked.value, all);
  if (states.length > 0) return success({ states, astray: astray.length });
  if (astray.length > 0) return failed(allAstray(astray.length));
  return failed(looked.value.selection.spillsUnknown ? SPILLS_UNKNOWN : noFormula('in the selection'));
}

/** What asking for these again costs, as the gateway says it; nothing where it does not. */
async function cost(
  resources: Parameters<GatewayClient['explain']>[0],
  { client, formatters }: RefreshOptions,
): Promise<string> {
  const sources = await client.explain(resources);
  if (!sources.ok) return '';
  const calls = sources.value.reduce((sum, source) => sum + source.calls, 0);
  return `: ${calls > 0 ? 'about ' : ''}${callsInWords(calls, formatters)}`;
}

const nothingAsked = (states: readonly CellState[], formatters: Formatters): string =>
  `No call made: the values of ${counted(cellCount(states), 'cell', formatters)} are final or free.`;

export function astrayInWords(count: number, formatters: Formatters): string {
  if (count === 0) return '';
  const have = count === 1 ? 'has' : 'have';
  return `${counted(count, 'more selected cell', formatters)} with a SpreadDesk formula ${have} moved or never started: press Re-enter formulas.`;
}

const allAstray = (count: number): Failure => ({
  kind: 'wrong-state',
  message:
    count === 1
      ? 'The formula in the selected cell has moved or never started, so its sources are not known.'
      : `The ${count} formulas in the selection have moved or never started, so their sources are not known.`,
  next: 'Press Re-enter formulas.',
});

const noFormula = (where: string): Failure => ({
  kind: 'not-found',
  message: `There is no SpreadDesk formula ${where}, so nothing was refreshed.`,
  next: 'Select cells with a SpreadDesk formula.',
});

const NO_SHEET: Failure = {
  kind: 'unavailable',
  message: 'No spreadsheet is open.',
  next: 'Open the pane in Excel.',
};

/** Asks anew for what the cells in scope show, and says in the notice how much that was. */
export function useRefresh(): (scope: Scope) => void {
  const { client, formatters, notice } = usePane();
  const sheet = useSheet();
  return (scope) => {
    void refreshCells(scope, { sheet, client, formatters }).then(({ text }) => notice.set(text));
  };
}

/** Enters the book's formulas of the desk anew, and says how many those were. */
export async function repairFormulas(sheet: Sheet, formatters: Formatters): Promise<CommandResult> {
  const done = await sheet.reenter();
  if (!done.ok) return { text: sentence(done.failure), trouble: true };
  const { formulas, sheets, locked } = done.value;
  const held =
    locked.length > 0 &&
    `Unprotect ${locked.join(', ')} (Review, Unprotect Sheet) and press again: nothing was entered there.`;
  if (formulas === 0)
    return { text: held || 'This workbook has no SpreadDesk formula.', trouble: locked.length > 0 };
  const what = `${counted(formulas, 'formula', formatters)} on ${counted(sheets, 'sheet', formatters)}`;
  return {
    text: [`Re-entered ${what}. Known values cost no call.`, held].filter(Boolean).join(' '),
    trouble: locked.length > 0,
  };
}

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

/** One cell may hold several functions. Where Excel gives no addresses, each function is a cell. */
export const cellCount = (states: readonly CellState[]): number =>
  new Set(states.map(({ address }) => address || {})).size;

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
