import { success, type Outcome } from '../../domain/failure';
import { areaOf, deskFormulas, isDeskFormula } from './formulas';
import { guarded } from './guarded';
import type { Area, Cell } from './place';
import { canTellSpills } from './spills';

/** What a person has selected. */
export interface Selection {
  readonly sheet: string;
  /** One, or several selected with Ctrl. */
  readonly areas: readonly Area[];
  /**
   * The cells in it that hold a formula of the desk. For a single cell into which such a formula spills, the cell of
   * that formula.
   */
  readonly formulas: readonly Cell[];
  /** Excel is too old to say to which formula a spilled cell belongs. */
  readonly spillsUnknown: boolean;
}

export const selection = (): Promise<Outcome<Selection>> =>
  guarded(async (context) => {
    const selected = context.workbook.getSelectedRanges();
    selected.areas.load('items/rowIndex,items/columnIndex,items/rowCount,items/columnCount');
    selected.load('worksheet/name');
    await context.sync();
    const sheet = selected.worksheet.name;
    const areas = selected.areas.items.map((area) => areaOf(area, sheet));
    const own = await deskFormulas(context, areas);
    const spillsUnknown = !canTellSpills();
    const anchor = own.length > 0 || spillsUnknown ? undefined : await anchorOf(context, areas);
    const formulas = own.map(({ row, column }) => ({ sheet, row, column }));
    return success({ sheet, areas, formulas: anchor ? [anchor] : formulas, spillsUnknown });
  });

/** The cell of the desk's formula that spills into a single cell. */
async function anchorOf(context: Excel.RequestContext, areas: readonly Area[]): Promise<Cell | undefined> {
  const [area, ...more] = areas;
  if (!area || more.length > 0 || area.rows > 1 || area.columns > 1) return undefined;
  const { sheet, row, column } = area;
  const anchor = context.workbook.worksheets
    .getItem(sheet)
    .getRangeByIndexes(row, column, 1, 1)
    .getSpillParentOrNullObject();
  anchor.load('rowIndex,columnIndex,formulas');
  await context.sync();
  if (anchor.isNullObject || !isDeskFormula(anchor.formulas[0]?.[0])) return undefined;
  return { sheet, row: anchor.rowIndex, column: anchor.columnIndex };
}
