import type { Action } from '../../domain/action';
import type { OwnQuote } from '../../domain/own-quote';
import { cameToNothing, isOver, type Press } from '../pressing/presses';
import { STATE_WORDS } from '../words/action-words';
import { failureInWords } from '../words/failure-words';
import { newestTry, type Tried } from './withdrawal';

/** What has become of the withdrawal of one quote. */
export type Ending = 'under-way' | 'withdrawn' | 'not-withdrawn' | 'unknown';

export interface Item {
  readonly quote: OwnQuote;
  readonly ending: Ending;
  /** The result in a sentence. */
  readonly text: string;
  /** Pressing again does something: it came to nothing, or the desk never answered. */
  readonly again: boolean;
}

/** The result of each quote, in the order in which they were pressed. */
export const itemsOf = (
  quotes: readonly OwnQuote[],
  presses: readonly Press[],
  journal: readonly Action[],
): Item[] => quotes.map((quote) => itemOf(quote, newestTry(quote, presses, journal)));

function itemOf(quote: OwnQuote, tried: Tried | undefined): Item {
  if (!tried) {
    const text = 'Unknown here. The journal says what became of it.';
    return { quote, ending: 'unknown', text, again: false };
  }
  const why = tried.failure ? ` ${failureInWords(tried.failure)}` : '';
  switch (tried.state) {
    case 'done':
      return { quote, ending: 'withdrawn', text: 'Withdrawn.', again: false };
    case 'rejected':
    case 'cancelled':
    case 'refused':
      return { quote, ending: 'not-withdrawn', text: `Not withdrawn.${why}`, again: true };
    case 'unknown':
      return {
        quote,
        ending: 'unknown',
        text: `Unknown. It is being looked up, and is never sent again.${why}`,
        again: false,
      };
    case 'unanswered':
      return {
        quote,
        ending: 'unknown',
        text: `Unknown. The desk did not answer; asking again sends nothing twice.${why}`,
        again: true,
      };
    default:
      return { quote, ending: 'under-way', text: `${STATE_WORDS[tried.state]}…`, again: false };
  }
}

/** "12 quotes: 7 withdrawn, 1 not withdrawn, 4 under way." */
export function progressInWords(items: readonly Item[]): string {
  const count = (ending: Ending): number => items.filter((item) => item.ending === ending).length;
  const counts = (['withdrawn', 'not-withdrawn', 'unknown', 'under-way'] as const)
    .map((ending) => [ending.replace('-', ' '), count(ending)] as const)
    .filter(([name, amount]) => amount > 0 || name === 'withdrawn')
    .map(([name, amount]) => `${amount} ${name}`);
  return `${items.length} ${items.length === 1 ? 'quote' : 'quotes'}: ${counts.join(', ')}.`;
}

/** What was sent and may yet go live: withdrawing what is live does not reach it. `before` a recall, where one is named. */
export function mayGoLive(
  journal: readonly Action[],
  presses: readonly Press[],
  before: number | undefined,
): { readonly quotes: number; readonly others: number } {
  const isMeant = ({ body, recall = 0 }: Pick<Action, 'body' | 'recall'>): boolean =>
    'direction' in body && (before === undefined || recall < before);
  const coming = [
    ...presses.filter((press) => isMeant(press) && !isOver(press)),
    ...journal.filter((action) => isMeant(action) && action.state !== 'done' && !cameToNothing(action)),
  ];
  const quotes = coming.filter(({ body }) => body.kind === 'send-quote');
  const count = (some: typeof coming): number => new Set(some.map(({ id }) => id)).size;
  return { quotes: count(quotes), others: count(coming) - count(quotes) };
}

/** Quotes that the desk withdrew by itself as a part of this recall, beyond those that were named; and how many of which it is not known what they were. */
export function lateOnes(
  journal: readonly Action[],
  recall: number,
  named: readonly OwnQuote[],
): { readonly quotes: readonly OwnQuote[]; readonly more: number } {
  const known = new Set<string>(named.map(({ quoteId }) => quoteId));
  const late = journal.filter(
    (action) =>
      action.recall === recall && action.body.kind === 'withdraw-quote' && !known.has(action.body.quoteId),
  );
  const quotes = late.flatMap(({ body }) => {
    const sent = journal.find(({ quoteId }) => 'quoteId' in body && quoteId === body.quoteId);
    return sent?.body.kind === 'send-quote' && sent.quoteId !== undefined
      ? [{ ...sent.body, quoteId: sent.quoteId, since: sent.endedAt ?? sent.createdAt }]
      : [];
  });
  return { quotes, more: late.length - quotes.length };
}
