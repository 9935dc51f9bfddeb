import { failed, success, type Failure, type Outcome } from '../domain/failure';
import type { RequestId } from '../domain/identifiers';

/** Everything the pane wants of a spreadsheet. */
export interface Sheet {
  /** The text that the selected cell shows. */
  selectedText(): Promise<Outcome<string>>;
  /** Puts a formula into the selected cell if it is empty, and answers the cell's address. */
  insertFormula(formula: string): Promise<Outcome<string>>;
}

export const requestFormula = (id: RequestId): string => `=DESK.RFQ(${literal(id)})`;
export const quotesFormula = (id: RequestId): string => `=DESK.QUOTES(${literal(id)})`;
const literal = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** The one place that touches Excel's object model. */
export const excelSheet: Sheet = {
  selectedText: () =>
    guarded(async (context) => {
      const cell = context.workbook.getActiveCell();
      cell.load('text');
      await context.sync();
      return success((cell.text[0]?.[0] ?? '').trim());
    }),
  insertFormula: (formula) =>
    guarded(async (context) => {
      const cell = context.workbook.getActiveCell();
      cell.load(['address', 'formulas']);
      await context.sync();
      if (cell.formulas[0]?.[0] !== '') return failed(occupied(cell.address));
      cell.formulas = [[formula]];
      await context.sync();
      return success(cell.address);
    }),
};

async function guarded<T>(run: (context: Excel.RequestContext) => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await Excel.run(run);
  } catch (error) {
    return failed(refusal(error));
  }
}

const occupied = (address: string): Failure => ({
  kind: 'wrong-state',
  message: `${address} is not empty.`,
  next: 'Select an empty cell and press again.',
});

function refusal(error: unknown): Failure {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    kind: 'unavailable',
    message: `Excel did not do it (${reason.replace(/\.$/, '')}).`,
    next: 'Finish editing the cell or unprotect the sheet, then press again.',
  };
}
