import type { Action } from '../../domain/action';
import type { OwnOffer } from '../../domain/own-offer';
import type { OwnQuote } from '../../domain/own-quote';
import type { Press } from '../pressing/presses';
import { JOURNAL, OWN_OFFERS, OWN_QUOTES, useAnswer, useDesk, useWatched } from '../use-desk';
import type { Figures } from '../words/figures';
import { stillLive, stillProposed } from './withdrawal';

/** What of this desk may be taken by others. */
export interface Standing {
  readonly live: readonly OwnQuote[];
  /** Quotes that were sent and of which nobody knows yet whether they are live. */
  readonly unknown: number;
  readonly proposals: readonly OwnOffer[];
  readonly counteroffers: number;
  /** Quotes that a person settled as executed without their number: the desk cannot withdraw them. */
  readonly unnumbered: readonly OwnOffer[];
  /** Whether the desk has told its quotes and its other offers: otherwise none proves nothing. */
  readonly isKnown: boolean;
}

interface Told {
  readonly quotes: readonly OwnQuote[] | undefined;
  readonly offers: readonly OwnOffer[] | undefined;
  readonly journal: readonly Action[];
  readonly presses: readonly Press[];
}

export function standingOf({ quotes, offers = [], journal, presses }: Told): Standing {
  const of = (what: OwnOffer['what']): OwnOffer[] => offers.filter((offer) => offer.what === what);
  return {
    live: stillLive(quotes ?? [], presses),
    unknown: unknownQuotes(journal, presses),
    proposals: stillProposed(of('proposal'), presses),
    counteroffers: of('counteroffer').length,
    unnumbered: of('unnumbered-quote'),
    isKnown: quotes !== undefined,
  };
}

/** Sent, and without an answer that proves anything. */
function unknownQuotes(journal: readonly Action[], presses: readonly Press[]): number {
  const states: readonly string[] = ['sending', 'unknown', 'acknowledged', 'unanswered'];
  const isOpen = ({ body, state }: { body: Action['body']; state: string }): boolean =>
    body.kind === 'send-quote' && states.includes(state);
  const known = new Set(journal.map(({ id }) => id));
  const unheard = presses.filter((press) => isOpen(press) && !known.has(press.id));
  return new Set([...journal.filter(isOpen), ...unheard].map(({ id }) => id)).size;
}

export function useStanding(): Standing {
  const { client, presses } = useDesk();
  return standingOf({
    quotes: useAnswer(client, OWN_QUOTES).value,
    offers: useAnswer(client, OWN_OFFERS).value,
    journal: useAnswer(client, JOURNAL).value ?? [],
    presses: useWatched(presses.all),
  });
}

/** "5", or "5 live, 1 unknown, 2 firm" where it is not quotes alone. */
export function countInWords(
  { live, unknown }: Pick<Standing, 'live' | 'unknown'>,
  figures: Figures,
  firm = 0,
): string {
  const surely = live.filter(({ doubtful }) => !doubtful).length;
  const unsure = unknown + live.length - surely;
  if (unsure === 0 && firm === 0) return figures.count(surely);
  return [
    `${figures.count(surely)} live`,
    ...(unsure > 0 ? [`${figures.count(unsure)} unknown`] : []),
    ...(firm > 0 ? [`${figures.count(firm)} firm`] : []),
  ].join(', ');
}
