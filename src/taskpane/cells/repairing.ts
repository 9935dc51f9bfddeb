import { sentence } from '../../domain/failure';
import type { Sheet } from '../sheet';
import { counted } from '../words/cell-words';
import type { Figures } from '../words/figures';
import type { Told } from './refreshing';

/** Enters the book's formulas of the desk anew, and says how many those were. */
export async function repairFormulas(sheet: Sheet, figures: Figures): Promise<Told> {
  const done = await sheet.reenter();
  if (!done.ok) return { text: sentence(done.failure), trouble: true };
  const { formulas, sheets } = done.value;
  if (formulas === 0)
    return { text: 'There is no formula of the desk in this book to repair.', trouble: false };
  const what = `${counted(formulas, 'formula', figures)} on ${counted(sheets, 'sheet', figures)}`;
  return { text: `Entered ${what} anew. It costs no call for what is known.`, trouble: false };
}
