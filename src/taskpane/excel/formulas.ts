import { cellKey, contains, localAddress, type Area, type Cell } from './address';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { guarded } from './guarded';

/** The most cells whose formulas are read in one answer of Excel: its answers have a limit in bytes. */
const CELLS_PER_READ = 20_000;
/** How many such pieces go in one round trip. */
const PIECES_PER_TRIP = 5;

interface FormulaCell extends Cell {
  readonly formula: string;
}

/** Beside other add-ins Excel saves a function that it does not know as one of theirs: `=Other.xla!_xldudf_DESK_RFQ(A1)`. */
const DESK_FORMULA = /^=.*(?:\bDESK\.|_xldudf_DESK_)[A-Z]/is;
const ESTRANGED = /(?:'[^']*'!|\[\d+\]!|[\w.]+!)?_xldudf_DESK_([A-Z]+)/gi;
export const isDeskFormula = (content: unknown): content is string =>
  typeof content === 'string' && DESK_FORMULA.test(content);

/** The cells of these areas that hold a formula of the desk. Only what is in use is read, in few round trips. */
export async function deskFormulas(
  context: Excel.RequestContext,
  areas: readonly Area[],
): Promise<FormulaCell[]> {
  const pieces = (await usedParts(context, areas)).flatMap(piecesOf);
  const found: FormulaCell[] = [];
  for (let from = 0; from < pieces.length; from += PIECES_PER_TRIP) {
    found.push(...(await readPieces(context, pieces.slice(from, from + PIECES_PER_TRIP))));
  }
  return found;
}

async function readPieces(context: Excel.RequestContext, pieces: readonly Area[]): Promise<FormulaCell[]> {
  const read = pieces.map((piece) => {
    const range = rangeOf(context, piece);
    range.load('formulas');
    return { piece, range };
  });
  await context.sync();
  return read.flatMap(({ piece, range }) => formulasIn(piece, range.formulas));
}

export function rangeOf(
  context: Excel.RequestContext,
  { sheet, row, column, rows, columns }: Area,
): Excel.Range {
  return context.workbook.worksheets.getItem(sheet).getRangeByIndexes(row, column, rows, columns);
}

async function usedParts(context: Excel.RequestContext, areas: readonly Area[]): Promise<Area[]> {
  const parts = areas.map((area) => {
    const used = rangeOf(context, area).getUsedRangeOrNullObject(true);
    used.load('rowIndex,columnIndex,rowCount,columnCount');
    return { used, sheet: area.sheet };
  });
  await context.sync();
  return parts.flatMap(({ used, sheet }) => (used.isNullObject ? [] : [areaOf(used, sheet)]));
}

/** The rectangle of a range of which the four figures were loaded. */
export function areaOf(
  range: Pick<Excel.Range, 'rowIndex' | 'columnIndex' | 'rowCount' | 'columnCount'>,
  sheet: string,
): Area {
  const { rowIndex, columnIndex, rowCount, columnCount } = range;
  return { sheet, row: rowIndex, column: columnIndex, rows: rowCount, columns: columnCount };
}

function piecesOf(area: Area): Area[] {
  const rowsPerPiece = Math.max(1, Math.floor(CELLS_PER_READ / area.columns));
  return Array.from({ length: Math.ceil(area.rows / rowsPerPiece) }, (_, index) => {
    const from = index * rowsPerPiece;
    return { ...area, row: area.row + from, rows: Math.min(rowsPerPiece, area.rows - from) };
  });
}

function formulasIn({ sheet, row, column }: Area, formulas: unknown[][]): FormulaCell[] {
  return formulas.flatMap((line, down) =>
    line.flatMap((formula, right) =>
      isDeskFormula(formula) ? [{ sheet, row: row + down, column: column + right, formula }] : [],
    ),
  );
}

const CELLS_PER_TRIP = 500;

/** Excel can say since ExcelApi 1.12 what spills where. */
export const canTellSpills = (): boolean => Office.context.requirements.isSetSupported('ExcelApi', '1.12');

/** The cells that the formulas of these cells fill, for those that fill more than their own. */
export async function spillsOf(context: Excel.RequestContext, cells: readonly Cell[]): Promise<Area[]> {
  const spills: Area[] = [];
  for (let from = 0; from < cells.length; from += CELLS_PER_TRIP) {
    spills.push(...(await spillsOnce(context, cells.slice(from, from + CELLS_PER_TRIP))));
  }
  return spills;
}

async function spillsOnce(context: Excel.RequestContext, cells: readonly Cell[]): Promise<Area[]> {
  const asked = cells.map((cell) => {
    const range = context.workbook.worksheets.getItem(cell.sheet).getRange(localAddress(cell));
    const spill = range.getSpillingToRangeOrNullObject();
    spill.load('rowIndex,columnIndex,rowCount,columnCount');
    return { spill, sheet: cell.sheet };
  });
  await context.sync();
  return asked.flatMap(({ spill, sheet }) => (spill.isNullObject ? [] : [areaOf(spill, sheet)]));
}

/** The same cells without those that only show what a formula before them spills. */
async function withoutSpilled<C extends Cell>(
  context: Excel.RequestContext,
  cells: readonly C[],
): Promise<C[]> {
  const own: C[] = [];
  let rest = [...cells];
  while (rest.length > 0) {
    const some = rest.slice(0, CELLS_PER_TRIP);
    const spills = await spillsOnce(context, some);
    const spilled = (cell: Cell): boolean =>
      spills.some((spill) => contains(spill, cell) && cellKey(spill) !== cellKey(cell));
    own.push(...some.filter((cell) => !spilled(cell)));
    rest = rest.slice(some.length).filter((cell) => !spilled(cell));
  }
  return own;
}

/** The most formulas that are entered in one round trip. */
const FORMULAS_PER_TRIP = 2000;

/** How many formulas of the desk were entered anew, and on how many sheets. */
export interface Reentered {
  readonly formulas: number;
  readonly sheets: number;
  /** Protected sheets with formulas of the desk, on which nothing was entered. */
  readonly locked: readonly string[];
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
    const locked = await lockedAmong(context, [...new Set(found.map((cell) => cell.sheet))]);
    const own = await withoutSpilled(
      context,
      found.filter((cell) => !locked.includes(cell.sheet)),
    );
    for (let from = 0; from < own.length; from += FORMULAS_PER_TRIP) {
      const some = own.slice(from, from + FORMULAS_PER_TRIP);
      await enter(
        context,
        runsOf(some.map((cell) => ({ ...cell, formula: cell.formula.replace(ESTRANGED, 'DESK.$1') }))),
      );
    }
    return success({ formulas: own.length, sheets: new Set(own.map((cell) => cell.sheet)).size, locked });
  });

async function lockedAmong(context: Excel.RequestContext, sheets: readonly string[]): Promise<string[]> {
  const asked = sheets.map((name) => {
    const { protection } = context.workbook.worksheets.getItem(name);
    protection.load('protected');
    return { name, protection };
  });
  await context.sync();
  return asked.flatMap(({ name, protection }) => (protection.protected ? [name] : []));
}

/** How many formulas of the desk show #NAME?: the book was opened before the add-in, and Excel does not ask for them again. */
export const unnamed = (): Promise<Outcome<number>> =>
  guarded(async (context) => {
    const { worksheets } = context.workbook;
    worksheets.load('items/name');
    await context.sync();
    const wrong = worksheets.items.map((sheet) => {
      const cells = sheet.getRange().getSpecialCellsOrNullObject('Formulas', 'Errors');
      cells.load('address');
      return cells;
    });
    await context.sync();
    const areas = wrong.flatMap((cells) => (cells.isNullObject ? [] : [cells.areas]));
    for (const area of areas) area.load('items/formulas,items/values');
    await context.sync();
    const cells = areas.flatMap(({ items }) => items.flatMap(contentsOf));
    return success(cells.filter(({ formula, value }) => value === '#NAME?' && isDeskFormula(formula)).length);
  });

const contentsOf = ({
  formulas,
  values,
}: Pick<Excel.Range, 'formulas' | 'values'>): { formula: unknown; value: unknown }[] =>
  formulas.flatMap((row: unknown[], down) =>
    row.map((formula, right) => ({ formula, value: values[down]?.[right] as unknown })),
  );

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
  next: 'Re-enter the formulas of the whole workbook instead.',
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
function runsOf(cells: readonly FormulaCell[]): Run[] {
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
