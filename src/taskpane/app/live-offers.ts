import type { Action } from '../../domain/action';
import type { OwnLive, OwnOffer, OwnQuote } from '../../domain/own-offers';
import type { Press } from './presses';
import { JOURNAL, OWN_OFFERS, OWN_QUOTES, useAnswer, usePane, useWatched } from './hooks';
import type { Formatters } from '../ui/formatters';
import { stillLive, stillProposed } from './withdrawals';

/** What of this desk may be taken by others. */
export interface LiveOffers {
  readonly live: readonly OwnQuote[];
  /** Quotes that were sent and of which nobody knows yet whether they are live. */
  readonly unknown: number;
  readonly proposals: readonly OwnOffer[];
  /** The platform has no call to withdraw one. */
  readonly counteroffers: readonly OwnOffer[];
  /** Quotes that a person settled as executed without their number: the desk cannot withdraw them. */
  readonly unnumbered: readonly OwnOffer[];
  /** Whether the desk has told its quotes and its other offers: otherwise none proves nothing. */
  readonly isKnown: boolean;
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

export function useLiveOffers(): LiveOffers {
  const { client, events, presses } = usePane();
  const quotes = useAnswer(client, OWN_QUOTES).value;
  const offers = useAnswer(client, OWN_OFFERS).value ?? [];
  const journal = useAnswer(client, JOURNAL).value ?? [];
  const pressed = useWatched(presses.all);
  const taken = useWatched(events.taken);
  const of = (what: OwnOffer['what']): OwnOffer[] => offers.filter((offer) => offer.what === what);
  return {
    live: stillLive(quotes ?? [], pressed, taken),
    unknown: unknownQuotes(journal, pressed),
    proposals: stillProposed(of('proposal'), pressed),
    counteroffers: of('counteroffer'),
    unnumbered: of('unnumbered-quote'),
    isKnown: quotes !== undefined,
  };
}

/** All that others may take of what is asked of this desk, quotes last. */
export function useOwnOffers(): readonly OwnLive[] {
  const { live, proposals, unnumbered } = useLiveOffers();
  return [...proposals, ...unnumbered, ...live];
}

/** Quotes of this desk that are surely live, and those of which nobody knows that: a twin may be a colleague’s. */
function counted({ live, unknown }: Pick<LiveOffers, 'live' | 'unknown'>): {
  surely: number;
  unsure: number;
} {
  const surely = live.filter(({ doubtful, isTwin }) => !doubtful && !isTwin).length;
  return { surely, unsure: unknown + live.length - surely };
}

/** "6", or "6 + 1 unknown": what withdrawing all takes back. */
export function withdrawableInWords(
  { live, unknown }: Pick<LiveOffers, 'live' | 'unknown'>,
  formatters: Formatters,
  firm = 0,
): string {
  const { surely, unsure } = counted({ live, unknown });
  const known = formatters.count(surely + firm);
  return unsure === 0 ? known : `${known} + ${formatters.count(unsure)} unknown`;
}

/** Whether of a quote nobody knows whether it is live and the desk’s own. */
export const isAnyUnknown = (offers: Pick<LiveOffers, 'live' | 'unknown'>): boolean =>
  counted(offers).unsure > 0;

/** What "unknown" beside a count means; empty where it is not there. */
export const unsureInWords = (offers: Pick<LiveOffers, 'live' | 'unknown'>): string =>
  !isAnyUnknown(offers) ? '' : '. Unknown: may be over, or not yours';

type Staying = Pick<LiveOffers, 'counteroffers' | 'unnumbered'>;

/** " · 1 stays": what withdrawing all cannot take back. */
export function stayingCount({ counteroffers, unnumbered }: Staying, formatters: Formatters): string {
  const count = counteroffers.length + unnumbered.length;
  return count === 0 ? '' : ` · ${formatters.count(count)} ${count === 1 ? 'stays' : 'stay'}`;
}

/** " · stops 1 program": withdrawing all stops what would send again. */
export const stopsInWords = (running: number, formatters: Formatters): string =>
  running === 0 ? '' : ` · stops ${formatters.count(running)} ${running === 1 ? 'program' : 'programs'}`;

/** "5", or "5 live, 1 unknown, 2 firm" where it is not quotes alone. */
export function countInWords(
  { live, unknown }: Pick<LiveOffers, 'live' | 'unknown'>,
  formatters: Formatters,
  firm = 0,
): string {
  const { surely, unsure } = counted({ live, unknown });
  if (unsure === 0 && firm === 0) return formatters.count(surely);
  return [
    `${formatters.count(surely)} live`,
    ...(unsure > 0 ? [`${formatters.count(unsure)} unknown`] : []),
    ...(firm > 0 ? [`${formatters.count(firm)} firm`] : []),
  ].join(', ');
}
