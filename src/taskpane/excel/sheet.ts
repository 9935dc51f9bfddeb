import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import type { RequestId } from '../../domain/identifiers';
import { cellOf, localAddress, type Area, type Cell } from './address';
import { onChanged, onMoved, onSelectionChanged, type Refused } from './events';
import { canTellSpills, spillsOf, reenter, unnamed, type Reentered } from './formulas';
import { guarded } from './guarded';
import { insertSheet, type SheetPlan } from './insertion';
import {
  selectedRow,
  selection,
  usedCells,
  type SelectedRow,
  type Selection,
  type UsedCells,
} from './reading';
import { writeResults, type ResultPlace, type RowResult } from './results';

/** What the workbook keeps under a name, as text; `undefined` when it keeps nothing. It travels with the workbook. */
const kept = (name: string): Promise<Outcome<string | undefined>> =>
  guarded(async (context) => {
    const setting = context.workbook.settings.getItemOrNullObject(name);
    setting.load('value');
    await context.sync();
    const value: unknown = setting.isNullObject ? undefined : setting.value;
    return success(typeof value === 'string' ? value : undefined);
  });

const keep = (name: string, text: string): Promise<Outcome<undefined>> =>
  guarded(async (context) => {
    context.workbook.settings.add(name, text);
    await context.sync();
    return success(undefined);
  });

/** How Excel calculates. `by-hand`: only on F9, so that nothing that a function is told comes into its cell. */
export type Calculation = 'automatic' | 'by-hand';

const calculation = (): Promise<Outcome<Calculation>> =>
  guarded(async (context) => {
    const { application } = context.workbook;
    application.load('calculationMode');
    await context.sync();
    return success(application.calculationMode === 'Manual' ? 'by-hand' : 'automatic');
  });

/** For every open workbook: Excel has one mode for all of them. */
const calculateAutomatically = (): Promise<Outcome<undefined>> =>
  guarded(async (context) => {
    context.workbook.application.calculationMode = 'Automatic';
    await context.sync();
    return success(undefined);
  });

/** How cells are shown, counted from the cell of a formula. */
export interface PlacedFormat {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
  readonly format: string;
}

/** Everything the pane wants of a spreadsheet. */
export interface Sheet {
  /** What the selected cell holds, and what stands first in its row. */
  selectedRow(): Promise<Outcome<SelectedRow>>;
  /** Puts a formula into the selected cell if it is empty, with the formats of what it fills, and answers the cell's address. */
  insertFormula(formula: string, formats?: readonly PlacedFormat[]): Promise<Outcome<string>>;
  /** Inserts a new sheet, brings it into sight and answers its name. Nothing that is there is written over. */
  insertSheet(plan: SheetPlan): Promise<Outcome<string>>;
  selection(): Promise<Outcome<Selection>>;
  /** The name of the sheet in sight. */
  activeSheet(): Promise<Outcome<string>>;
  /** Brings the cell of an address such as "Sheet1!B2" into sight and selects it. */
  selectCell(address: string): Promise<Outcome<undefined>>;
  /** The cells that the formulas of these cells fill, for those that fill more than their own. */
  spillsOf(cells: readonly Cell[]): Promise<Outcome<readonly Area[]>>;
  /** Enters the formulas of the desk anew, on one sheet or in the whole book. */
  reenter(sheet?: string): Promise<Outcome<Reentered>>;
  /** How many formulas of the desk show #NAME?. */
  unnamed(): Promise<Outcome<number>>;
  /** The names of all sheets, in their order. */
  sheetNames(): Promise<Outcome<readonly string[]>>;
  /** What stands in the used part of a sheet, or of the one in sight. */
  usedCells(sheet?: string): Promise<Outcome<UsedCells>>;
  /** Writes results beside rows, with their headings at `place` the first time. Nothing of a person's is written over. */
  writeResults(
    place: ResultPlace,
    results: readonly RowResult[],
  ): Promise<Outcome<{ readonly lost: number }>>;
  /** What the workbook keeps under a name. */
  kept(name: string): Promise<Outcome<string | undefined>>;
  keep(name: string, text: string): Promise<Outcome<undefined>>;
  /** Whether Excel calculates by itself. */
  calculation(): Promise<Outcome<Calculation>>;
  calculateAutomatically(): Promise<Outcome<undefined>>;
  onSelectionChanged(listener: () => void, refused: Refused): () => void;
  /** Tells of every change that a person or an add-in makes. */
  onChanged(listener: () => void, refused: Refused): () => void;
  /** Tells on which sheet cells were moved by inserting or deleting. */
  onMoved(listener: (sheet: string) => void, refused: Refused): () => void;
}

export const requestFormula = (id: RequestId): string => `=DESK.RFQ(${literal(id)})`;
export const quotesFormula = (id: RequestId): string => `=DESK.QUOTES(${literal(id)})`;
const literal = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** The one place that touches Excel's object model. */
export const excelSheet: Sheet = {
  selectedRow,
  insertFormula: (formula, formats = []) =>
    guarded(async (context) => {
      const cell = context.workbook.getActiveCell();
      cell.load(['address', 'formulas']);
      await context.sync();
      if (cell.formulas[0]?.[0] !== '') return failed(occupied(cell.address));
      for (const { row, column, rows, columns, format } of formats) {
        const area = cell.getOffsetRange(row, column).getResizedRange(rows - 1, columns - 1);
        // Excel takes one format for a whole area; its declaration only knows of one for each cell.
        Object.assign(area, { numberFormat: format });
      }
      cell.formulas = [[formula]];
      await context.sync();
      return success(cell.address);
    }),
  insertSheet,
  selection,
  activeSheet: () =>
    guarded(async (context) => {
      const sheet = context.workbook.worksheets.getActiveWorksheet();
      sheet.load('name');
      await context.sync();
      return success(sheet.name);
    }),
  sheetNames: () =>
    guarded(async (context) => {
      const { worksheets } = context.workbook;
      worksheets.load('items/name');
      await context.sync();
      return success(worksheets.items.map(({ name }) => name));
    }),
  selectCell,
  spillsOf: (cells) =>
    canTellSpills()
      ? guarded(async (context) => success(await spillsOf(context, cells)))
      : Promise.resolve(failed(SPILLS_UNKNOWN)),
  reenter,
  unnamed,
  usedCells,
  writeResults,
  kept,
  keep,
  calculation,
  calculateAutomatically,
  onSelectionChanged,
  onChanged,
  onMoved,
};

function selectCell(address: string): Promise<Outcome<undefined>> {
  const cell = cellOf(address);
  if (!cell) return Promise.resolve(failed(gone(address)));
  return guarded(async (context) => {
    const sheet = context.workbook.worksheets.getItemOrNullObject(cell.sheet);
    sheet.load('name');
    await context.sync();
    if (sheet.isNullObject) return failed(gone(address));
    sheet.activate();
    sheet.getRange(localAddress(cell)).select();
    await context.sync();
    return success(undefined);
  });
}

/** For a selection of spilled cells in an Excel before ExcelApi 1.12. */
export const SPILLS_UNKNOWN: Failure = {
  kind: 'unsupported',
  message: 'This version of Excel cannot tell which formula a spilled cell belongs to.',
  next: 'Select the cell with the formula, at the upper left of its result.',
};

const gone = (address: string): Failure => ({
  kind: 'not-found',
  message: `${address} is not in this workbook any more.`,
  next: 'Choose another cell.',
});

const occupied = (address: string): Failure => ({
  kind: 'wrong-state',
  message: `${address} is not empty.`,
  next: 'Select an empty cell and press again.',
});
