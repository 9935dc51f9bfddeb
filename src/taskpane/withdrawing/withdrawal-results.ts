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

/** Quotes that were sent and may yet go live: withdrawing what is live does not reach them. */
export const mayGoLive = (journal: readonly Action[], presses: readonly Press[]): number =>
  new Set(
    [
      ...presses.filter((press) => press.body.kind === 'send-quote' && !isOver(press)),
      ...journal.filter(
        (action) => action.body.kind === 'send-quote' && action.state !== 'done' && !cameToNothing(action),
      ),
    ].map(({ id }) => id),
  ).size;
