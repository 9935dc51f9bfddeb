import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { areaOf, canTellSpills, deskFormulas, rangeOf, withoutSpilled, type FormulaCell } from './formulas';
import { guarded } from './guarded';
import type { Area, Cell } from './address';

/** The most formulas that are entered in one round trip. */
const FORMULAS_PER_TRIP = 2000;

/** How many formulas of the desk were entered anew, and on how many sheets. */
export interface Reentered {
  readonly formulas: number;
  readonly sheets: number;
}

/**
 * Enters every formula of the desk again as it stands, so that Excel calculates it anew: for cells that show #NAME? because the
 * add-in came late, and for those that have moved. No other cell is written.
 */
export const reenter = (sheet?: string): Promise<Outcome<Reentered>> =>
  guarded(async (context) => {
    if (!canTellSpills()) return failed(TOO_OLD);
    const areas = await usedAreas(context, sheet);
    if (!areas) return failed(gone(sheet ?? ''));
    const found = await deskFormulas(context, areas);
    const own = await withoutSpilled(context, found);
    for (let from = 0; from < own.length; from += FORMULAS_PER_TRIP) {
      await enter(context, runsOf(own.slice(from, from + FORMULAS_PER_TRIP)));
    }
    return success({ formulas: own.length, sheets: new Set(own.map((cell) => cell.sheet)).size });
  });

async function enter(context: Excel.RequestContext, runs: readonly Run[]): Promise<void> {
  for (const { formulas, ...cell } of runs) {
    const range = rangeOf(context, { ...cell, rows: formulas.length, columns: 1 });
    range.formulas = formulas.map((formula) => [formula]);
  }
  await context.sync();
}

/** A formula written over what another one spills would break that one. */
const TOO_OLD: Failure = {
  kind: 'unsupported',
  message: 'This version of Excel cannot tell formulas from spilled cells.',
  next: 'Press F2 and Enter in each cell that shows #NAME?.',
};

const gone = (sheet: string): Failure => ({
  kind: 'not-found',
  message: `There is no sheet ${sheet} any more.`,
  next: 'Re-enter the formulas of the whole book instead.',
});

async function usedAreas(context: Excel.RequestContext, sheet?: string): Promise<Area[] | undefined> {
  const { worksheets } = context.workbook;
  const wanted = sheet === undefined ? undefined : worksheets.getItemOrNullObject(sheet);
  if (wanted) wanted.load('name');
  else worksheets.load('items/name');
  await context.sync();
  if (wanted?.isNullObject) return undefined;
  const used = (wanted ? [wanted] : worksheets.items).map((one) => {
    const range = one.getUsedRangeOrNullObject(true);
    range.load('rowIndex,columnIndex,rowCount,columnCount');
    return { range, name: one.name };
  });
  await context.sync();
  return used.flatMap(({ range, name }) => (range.isNullObject ? [] : [areaOf(range, name)]));
}

interface Run extends Cell {
  readonly formulas: string[];
}

/** Formulas that stand directly below each other are written together. */
export function runsOf(cells: readonly FormulaCell[]): Run[] {
  const sorted = [...cells].sort(
    (a, b) => a.sheet.localeCompare(b.sheet) || a.column - b.column || a.row - b.row,
  );
  const runs: Run[] = [];
  for (const { sheet, row, column, formula } of sorted) {
    const last = runs.at(-1);
    if (last?.sheet === sheet && last.column === column && last.row + last.formulas.length === row) {
      last.formulas.push(formula);
    } else {
      runs.push({ sheet, row, column, formulas: [formula] });
    }
  }
  return runs;
}
