import { sentence } from '../../domain/failure';
import type { Told } from '../cells/refreshing';
import type { Sheet } from '../sheet';
import type { SheetPlan } from '../sheet/insertion';
import { BLOTTER } from './blotter';
import { CALCULATOR } from './calculator';
import { QUOTE_SHEET } from './quote-sheet';

export type ReadyMade = 'blotter' | 'calculator' | 'quote-sheet';

export const PLANS: Readonly<Record<ReadyMade, SheetPlan>> = {
  blotter: BLOTTER,
  calculator: CALCULATOR,
  'quote-sheet': QUOTE_SHEET,
};

/** Inserts a sheet of a kind, and says what it is called and what it costs. */
export async function insertReadyMade(kind: ReadyMade, sheet: Sheet): Promise<Told> {
  const inserted = await sheet.insertSheet(PLANS[kind]);
  if (!inserted.ok) return { text: sentence(inserted.failure), trouble: true };
  return { text: `${inserted.value} is a new sheet. ${AFTER[kind]}`, trouble: false };
}

const AFTER: Readonly<Record<ReadyMade, string>> = {
  blotter:
    'Its prices cost calls for as long as it is in the book: one for the quotes of each open request, again and again.',
  calculator: 'It costs no call.',
  'quote-sheet':
    'Type ids of requests into its yellow cells. It sends nothing, and its live cells cost calls.',
};
