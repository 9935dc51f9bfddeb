import * as z from 'zod/mini';

/** The little that is used of exceljs, which is installed only for this benchmark. */
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
const NAME: string = 'exceljs';

export const loadExcelJs = async () =>
  z
    .object({
      default: z.object({
        Workbook: made<PlainBookMaker>(),
        stream: z.object({ xlsx: z.object({ WorkbookWriter: made<StreamedBookMaker>() }) }),
      }),
    })
    .parse(await import(NAME)).default;
export type ExcelJs = Awaited<ReturnType<typeof loadExcelJs>>;
export type { Sheet };
