import type { Fill } from '../../domain/delivery/fill';
import type { Entry } from '../app/journal-entries';
import { Note } from '../ui/note';

/** That a trade which came of this entry is not on the platform's list any more, and so in no sum. */
export function UnlistedTrades({ entry, fills }: { entry: Entry; fills: readonly Fill[] }) {
  const ofQuote = entry.body.kind === 'send-quote' ? entry.quoteId : undefined;
  const unlisted = fills.filter(
    ({ tradeId, quoteId, unlisted: isUnlisted }) =>
      isUnlisted && (tradeId === entry.tradeId || (ofQuote !== undefined && quoteId === ofQuote)),
  );
  if (unlisted.length === 0) return null;
  const one = unlisted.length === 1;
  return (
    <Note tone="bad">
      <strong>Not listed any more.</strong>
      {` The platform’s list does not name ${unlisted.map(({ tradeId }) => tradeId).join(', ')} any more, so ${one ? 'it counts' : 'they count'} in no sum. Ask the operator about ${one ? 'it' : 'them'}.`}
    </Note>
  );
}
