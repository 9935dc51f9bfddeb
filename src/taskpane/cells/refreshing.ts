import type { CellState } from '../../client/cell-register';
import type { DeskClient } from '../../client/client';
import { failed, sentence, success, type Failure, type Outcome } from '../../domain/failure';
import { SPILLS_UNKNOWN, type Sheet } from '../sheet';
import { callsInWords, counted } from '../words/cell-words';
import type { Figures } from '../words/figures';
import { cellCount, look, onSheet, reachOf, resourcesOf } from './reach';

/** Of which cells the things are asked for anew. */
export type Scope = 'selection' | 'sheet' | 'book';

export interface RefreshParts {
  /** Absent where there is no spreadsheet; the book can be refreshed all the same. */
  readonly sheet: Sheet | undefined;
  readonly client: Pick<DeskClient, 'cells' | 'refresh' | 'explain'>;
  readonly figures: Figures;
}

/** What was done, in words; `trouble` when a person has to do something about it. */
export interface Told {
  readonly text: string;
  readonly trouble: boolean;
}

interface Meant {
  readonly states: readonly CellState[];
  readonly astray: number;
}

/** Asks anew for exactly what the cells in scope show, and says how much that was. */
export async function refreshCells(scope: Scope, parts: RefreshParts): Promise<Told> {
  const meant = await cellsIn(scope, parts);
  if (!meant.ok) return trouble(meant.failure);
  const { states, astray } = meant.value;
  const resources = resourcesOf(states);
  const asked = parts.client.refresh(resources);
  if (!asked.ok) return trouble(asked.failure);
  const text =
    asked.value.asked === 0
      ? nothingAsked(states, parts.figures)
      : `Asked for ${counted(asked.value.asked, 'thing', parts.figures)} of ${counted(cellCount(states), 'cell', parts.figures)} anew${await cost(resources, parts)}.`;
  return {
    text: [text, astrayInWords(astray, parts.figures)].filter(Boolean).join(' '),
    trouble: astray > 0,
  };
}

const trouble = (failure: Failure): Told => ({ text: sentence(failure), trouble: true });

async function cellsIn(scope: Scope, { sheet, client }: RefreshParts): Promise<Outcome<Meant>> {
  const all = client.cells.all();
  if (scope === 'book')
    return all.length > 0 ? success({ states: all, astray: 0 }) : failed(noFormula('in this book'));
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
  const looked = await look(sheet, all);
  if (!looked.ok) return looked;
  const { states, astray } = reachOf(looked.value, all);
  if (states.length > 0) return success({ states, astray: astray.length });
  if (astray.length > 0) return failed(allAstray(astray.length));
  return failed(looked.value.selection.spillsUnknown ? SPILLS_UNKNOWN : noFormula('in the selection'));
}

/** What asking for these again costs, as the gateway says it; nothing where it does not. */
async function cost(
  resources: Parameters<DeskClient['explain']>[0],
  { client, figures }: RefreshParts,
): Promise<string> {
  const sources = await client.explain(resources);
  if (!sources.ok) return '';
  const calls = sources.value.reduce((sum, source) => sum + source.calls, 0);
  return `: about ${callsInWords(calls, figures)}`;
}

const nothingAsked = (states: readonly CellState[], figures: Figures): string =>
  `What ${counted(cellCount(states), 'cell', figures)} show never changes again or costs nothing, so no call was made.`;

export function astrayInWords(count: number, figures: Figures): string {
  if (count === 0) return '';
  const have = count === 1 ? 'has' : 'have';
  return `${counted(count, 'more selected cell', figures)} with a formula of the desk ${have} moved or never started: press Repair formulas.`;
}

const allAstray = (count: number): Failure => ({
  kind: 'wrong-state',
  message:
    count === 1
      ? 'The formula in the selected cell has moved or never started, so it is not known what it shows.'
      : `The ${count} formulas in the selection have moved or never started, so it is not known what they show.`,
  next: 'Press Repair formulas.',
});

const noFormula = (where: string): Failure => ({
  kind: 'not-found',
  message: `There is no formula of the desk ${where}, so nothing was asked.`,
  next: 'Select cells that show something of the platform.',
});

const NO_SHEET: Failure = {
  kind: 'unavailable',
  message: 'There is no spreadsheet here.',
  next: 'Open the pane in Excel.',
};
