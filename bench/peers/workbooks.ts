import * as z from 'zod/mini';

/** The little that is used of two packages, which are installed only for this benchmark. */
interface Sheet {
  columns: readonly { header: string; key: string; width: number; style?: { numFmt: string } }[];
  addRow(values: readonly unknown[]): { commit(): void };
}
interface SheetOptions {
  readonly views: readonly { readonly state: 'frozen'; readonly ySplit: number }[];
}
interface PlainBook {
  addWorksheet(name: string, options: SheetOptions): Sheet;
  readonly xlsx: { writeFile(file: string): Promise<void> };
}
interface StreamedBook {
  addWorksheet(name: string, options: SheetOptions): Sheet & { commit(): void };
  commit(): Promise<void>;
}
type PlainBookMaker = new () => PlainBook;
type StreamedBookMaker = new (options: { filename: string; useStyles: boolean }) => StreamedBook;

const made = <T>() => z.custom<T>((value) => typeof value === 'function');

/** A cell of write-excel-file: a date needs a format of its own. */
export type PlainCell = null | { readonly value: unknown; readonly format?: string };
interface PlainSheet {
  readonly sheet: string;
  readonly stickyRowsCount: number;
  readonly data: readonly (readonly PlainCell[])[];
}
type WriteSheets = (sheets: readonly PlainSheet[]) => { toFile(file: string): Promise<void> };

const EXCELJS: string = 'exceljs';
const WRITE_EXCEL_FILE: string = 'write-excel-file/node';

export const loadWriteExcelFile = async () =>
  z.object({ default: made<WriteSheets>() }).parse(await import(WRITE_EXCEL_FILE)).default;

export const loadExcelJs = async () =>
  z
    .object({
      default: z.object({
        Workbook: made<PlainBookMaker>(),
        stream: z.object({ xlsx: z.object({ WorkbookWriter: made<StreamedBookMaker>() }) }),
      }),
    })
    .parse(await import(EXCELJS)).default;
export type ExcelJs = Awaited<ReturnType<typeof loadExcelJs>>;
export type { Sheet };
