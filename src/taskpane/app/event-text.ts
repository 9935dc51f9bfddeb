import type { PlatformEvent } from '../../domain/event';
import { productInWords } from '../../domain/delivery/product-words';
import type { Request } from '../../domain/request';
import type { Formatters } from '../ui/formatters';
import { whose } from '../ui/text/doer-text';
import { sentPriceInWords } from '../ui/text/own-offer-text';
import { withUnit } from '../ui/text/request-text';
import type { EndedQuote } from './event-relevance';
import type { NewsKind } from './heard-events';

/** The events that the platform is known to tell of; every other one is shown by the platform's own word. */
const WHAT: Record<string, string> = {
  'request-created': 'New request',
  'request-closed': 'Request closed',
  'request-traded': 'Traded',
  'trade-listed': 'New trade',
  'quotation-created': 'New quote',
  'quotation-withdrawn': 'Quote withdrawn',
  'price-proposal-created': 'New price proposal',
  'price-proposal-deleted': 'Price proposal deleted',
  'counteroffer-created': 'New counteroffer',
};

export const eventInWords = ({ type }: Pick<PlatformEvent, 'type'>): string =>
  Object.hasOwn(WHAT, type) ? (WHAT[type] ?? type) : type;

/**
 * "Your bid 31.35, 10 MW, TTF Dec-26 base ended with its request; no trade of it is known yet": what was at stake, a sentence each. A trade may
 * be listed long after its request closed, as of a standard spread, whose leg prices the operator enters. `doer`: who of the desk that is, for whoever reads.
 */
export const endedInWords = (
  ended: readonly EndedQuote[],
  request: Request | undefined,
  { formatters, doer }: { readonly formatters: Formatters; readonly doer: (by: EndedQuote['by']) => string },
): string =>
  ended
    .map(({ direction, price, quantity, by }) => {
      const amount = withUnit(formatters.quantity(quantity), request?.legs[0]?.quantityUnit);
      const product = request && productInWords(request);
      const what = [`${direction} ${sentPriceInWords(price, formatters)}`, amount, product];
      return `${whose(doer(by))} ${what.filter(Boolean).join(', ')} ended with its request; no trade of it is known yet`;
    })
    .join('. ');

/** How the desk came to know of it, where the platform did not say so itself. */
export const ORIGIN_WORDS: Record<Exclude<PlatformEvent['origin'], 'pushed'>, string> = {
  found: 'by polling',
  test: 'test',
};

/** Why it concerns the desk, in the words of the list of requests; empty where it does not. */
export const relevanceInWords = ({ isOwn, isQuoted }: { isOwn: boolean; isQuoted: boolean }): string =>
  [isOwn && 'mine', isQuoted && 'quoted'].filter(Boolean).join(' · ');

export const NEWS_NAMES: Record<NewsKind, string> = {
  traded: 'Trade on a request you made or quoted',
  withdrawn: 'Your quote withdrawn by someone else',
  counteroffer: 'Counteroffer to your quote',
  request: 'New request that asks you to quote',
  closed: 'Request you made or quoted closed',
};

interface ToldNotice {
  readonly kind: NewsKind;
  readonly count: number;
  readonly requestId: string;
  /** Of the newest one. */
  readonly tradeId?: string | undefined;
  readonly doubtful?: number;
}

/** "2 new counteroffers on RQ-10293": one sentence for all that came at once. */
export function newsInWords(
  { kind, count, requestId, tradeId, doubtful = count }: ToldNotice,
  counted: (count: number) => string,
): string {
  const many = (one: string, more: string): string => (count === 1 ? one : `${counted(count)} ${more}`);
  switch (kind) {
    case 'counteroffer':
      return `${many('New counteroffer', 'new counteroffers')} on ${requestId}`;
    case 'withdrawn':
      return `${many('Your quote was', 'of your quotes were')} withdrawn on ${requestId}`;
    case 'request':
      return `New request to quote: ${requestId}`;
    case 'closed':
      return `${requestId} closed`;
    case 'traded': {
      const times = count === 1 ? '' : `, ${counted(count)} times`;
      const as = tradeId === undefined ? '' : ` as ${tradeId}`;
      return `${requestId} traded${times}${as}. ${doubtful === 0 ? 'No trade of yours is known' : 'Whether you took part is not known yet'}`;
    }
  }
}
