import { success, type Outcome } from '../../domain/failure';
import { guarded } from './guarded';
import { canTellSpills } from './spills';

/** What a cell holds, as Excel gives it: an error is its text, such as "#N/A". */
export type Content = string | number | boolean;

/** What stands in the row of the selected cell. */
export interface SelectedRow {
  readonly cell: Content;
  /** What stands left of the cell and may say what the row is about: first in the table that spills there, then first in the row. */
  readonly heads: readonly Content[];
}

export const selectedRow = (): Promise<Outcome<SelectedRow>> =>
  guarded(async (context) => {
    const cell = context.workbook.getActiveCell();
    cell.load('values,columnIndex');
    const row = cell.getEntireRow().getUsedRangeOrNullObject(true);
    row.load('values,columnIndex');
    const anchor = canTellSpills() ? cell.getSpillParentOrNullObject() : undefined;
    anchor?.load('columnIndex');
    await context.sync();
    const left = row.isNullObject ? [] : leftOf(cell.columnIndex, row);
    const spill = anchor && !anchor.isNullObject ? anchor.columnIndex : undefined;
    const heads = [left.find(({ column }) => column === spill), left[0]];
    return success({
      cell: contentOf(cell.values[0]?.[0]),
      heads: heads.flatMap((head) => (head ? [head.content] : [])),
    });
  });

/** The cells before a column that hold anything. */
function leftOf(
  column: number,
  row: Pick<Excel.Range, 'values' | 'columnIndex'>,
): { column: number; content: Content }[] {
  const values: readonly unknown[] = row.values[0] ?? [];
  return values
    .map((value, index) => ({ column: row.columnIndex + index, content: contentOf(value) }))
    .filter((cell) => cell.column < column && cell.content !== '');
}

/** What Excel gives of a cell; nothing is an empty text. */
export const contentOf = (value: unknown): Content =>
  typeof value === 'number' || typeof value === 'boolean' ? value : typeof value === 'string' ? value : '';
