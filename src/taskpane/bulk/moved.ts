import { isCovered } from '../../domain/limits/ticks';
import type { PlannedRow } from './planned-row';

type Now = Pick<PlannedRow, 'content' | 'words' | 'market' | 'notes'> | undefined;

/** How a row is not what was shown any more, old → new; `undefined` while it is. */
export function difference(plan: PlannedRow, now: Now): string | undefined {
  if (!now) return 'The row is not there any more, so it was not sent.';
  if (now.content === plan.content) return unread(plan, now);
  return now.market === plan.market || now.words !== plan.words
    ? `Moved since it was shown: ${plan.words} → ${now.words}${/[.!]$/.test(now.words) ? '' : '.'} Not sent; check again.`
    : marketMoved(plan, now);
}

/** What the desk warns of now, and did not, or not of as much, when it was shown: it would refuse it, and what is live would be gone by then. */
function unread(plan: PlannedRow, { notes }: NonNullable<Now>): string | undefined {
  const ticked = plan.send?.accepted ?? [];
  const texts = notes.flatMap(({ accepts, text }) =>
    accepts !== undefined && !isCovered(accepts, ticked) ? [text] : [],
  );
  return texts.length === 0 ? undefined : `${texts.join(' ')} Not sent; check again.`;
}

/** How the market is not what was shown any more. */
export const marketMoved = (plan: Pick<PlannedRow, 'market'>, now: Pick<PlannedRow, 'market'>): string =>
  `The market moved since it was shown: ${plan.market ?? 'none'} → ${now.market ?? 'none'}. Not sent; check again.`;

/** What else became of a row while its quote was being withdrawn, as when another workbook sent one. */
export const otherwise = (now: Pick<PlannedRow, 'words'> | undefined): string =>
  `Not as it was shown any more: ${now?.words ?? 'the row is gone.'} Not sent; check again.`;
