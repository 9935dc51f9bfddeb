import type { Injector, IRange, Univer } from '@univerjs/core';
import type { FUniver } from '@univerjs/core/facade';
import type { FRange, FWorkbook, FWorksheet } from '@univerjs/sheets/facade';
import type { Rect } from './cell';

export interface UniverInstance {
  univer: Univer;
  api: FUniver;
}

/** The one workbook of the page, in Univer's terms and in ours. */
export class UniverBook {
  readonly api: FUniver;
  readonly injector: Injector;

  constructor({ univer, api }: UniverInstance) {
    this.api = api;
    this.injector = univer.__getInjector();
  }

  get workbook(): FWorkbook {
    const workbook = this.api.getActiveWorkbook();
    if (!workbook) throw new Error('The grid has no workbook.');
    return workbook;
  }

  sheet(id: string): FWorksheet {
    const sheet = this.workbook.getSheetBySheetId(id);
    if (!sheet) throw new Error(`The grid has no sheet ${id}.`);
    return sheet;
  }

  range(rect: Rect): FRange {
    return this.sheet(rect.sheet).getRange(rect.row, rect.col, rect.rows, rect.cols);
  }

  /** Whole rows and columns have bounds that are no numbers. */
  rect(sheet: string, range: IRange): Rect {
    const rows = this.sheet(sheet).getMaxRows();
    const cols = this.sheet(sheet).getMaxColumns();
    const bound = (value: number, otherwise: number): number => (Number.isFinite(value) ? value : otherwise);
    const row = bound(range.startRow, 0);
    const col = bound(range.startColumn, 0);
    const lastRow = bound(range.endRow, rows - 1);
    const lastCol = bound(range.endColumn, cols - 1);
    return { sheet, row, col, rows: lastRow - row + 1, cols: lastCol - col + 1 };
  }
}

export function toRange(rect: Rect): IRange {
  return {
    startRow: rect.row,
    startColumn: rect.col,
    endRow: rect.row + rect.rows - 1,
    endColumn: rect.col + rect.cols - 1,
  };
}
