import type { Formula } from './desk';
import { excelWorkbook } from './excel-workbook';
import { ADDIN_PAGE, stream, type CellPage } from './stream';
import { streamWhenTold } from './told-stream';
import { dayOrderOf, readings, type DayOrder } from './typed-day';
import type { Workbook } from './workbook';

type Invocation = CustomFunctions.StreamingInvocation<unknown[][]>;

interface DayParts {
  /** The arguments that are days. */
  readonly days: readonly unknown[];
  readonly formula: (order: DayOrder | undefined) => Formula;
}
interface Ports {
  readonly workbook: () => Workbook;
  readonly page: CellPage;
}

/**
 * Connects a cell with a formula over days. Only a typed day such as 03/04/2026 needs to know how the user's system
 * writes days, and Excel is asked for that alone: the language of Office often is not that of the calendar.
 */
export function streamDays(
  invocation: Invocation,
  { days, formula }: DayParts,
  { workbook, page }: Ports = { workbook: excelWorkbook, page: ADDIN_PAGE },
): void {
  if (!days.some(isAmbiguous)) return stream(invocation, () => formula(undefined), page);
  streamWhenTold(
    invocation,
    (tell) => {
      void workbook()
        .shortDatePattern()
        .then((pattern) => tell(() => formula(pattern === undefined ? undefined : dayOrderOf(pattern))));
      return () => undefined;
    },
    page,
  );
}

const isAmbiguous = (given: unknown): boolean => typeof given === 'string' && readings(given).length > 1;
