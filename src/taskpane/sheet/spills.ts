import { areaOf } from './formulas';
import { cellKey, contains, localAddress, type Area, type Cell } from './place';

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
export async function withoutSpilled<C extends Cell>(
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
