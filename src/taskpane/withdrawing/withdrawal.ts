import type { Action, BodyOf } from '../../domain/action';
import type { OwnQuote } from '../../domain/own-quote';
import type { Press } from '../pressing/presses';
import { aboutOf } from '../pressing/subject';

export const withdrawalOf = ({ requestId, quoteId }: OwnQuote): BodyOf<'withdraw-quote'> => ({
  kind: 'withdraw-quote',
  requestId,
  quoteId,
});

export type Tried = Pick<Press, 'state' | 'failure'> | Pick<Action, 'state' | 'failure'>;

/** The newest attempt at a quote: this pane's, else the journal's, which knows those of other workbooks. */
export function newestTry(
  quote: OwnQuote,
  presses: readonly Press[],
  journal: readonly Action[],
): Tried | undefined {
  const about = aboutOf(withdrawalOf(quote));
  return (
    presses.find((press) => press.about === about) ??
    journal.find(({ body }) => body.kind === 'withdraw-quote' && aboutOf(body) === about)
  );
}

/** Own quotes without those that this pane has just withdrawn: the list follows a moment later. */
export const stillLive = (own: readonly OwnQuote[], presses: readonly Press[]): OwnQuote[] =>
  own.filter((quote) => newestTry(quote, presses, [])?.state !== 'done');
