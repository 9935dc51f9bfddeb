import { sentence } from '../../domain/failure';
import type { CommandResult } from '../app/commands';
import type { Sheet } from '../excel/sheet';
import type { SheetPlan } from '../excel/insertion';
import { BLOTTER } from './blotter';
import { CALCULATOR } from './calculator';
import { QUOTE_SHEET } from './quote-sheet';

export type Template = 'blotter' | 'calculator' | 'quote-sheet';

export const PLANS: Readonly<Record<Template, SheetPlan>> = {
  blotter: BLOTTER,
  calculator: CALCULATOR,
  'quote-sheet': QUOTE_SHEET,
};

/** Inserts a sheet of a kind, and says what it is called and what it costs. */
export async function insertTemplate(kind: Template, sheet: Sheet): Promise<CommandResult> {
  const inserted = await sheet.insertSheet(PLANS[kind]);
  if (!inserted.ok) return { text: sentence(inserted.failure), trouble: true };
  return { text: `${inserted.value} is a new sheet. ${AFTER[kind]}`, trouble: false };
}

const AFTER: Readonly<Record<Template, string>> = {
  blotter:
    'Its prices cost calls for as long as it is in the book: one for the quotes of each open request, again and again.',
  calculator: 'It costs no call.',
  'quote-sheet':
    'Type ids of requests into its yellow cells. It sends nothing, and its live cells cost calls.',
};
