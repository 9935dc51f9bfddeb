import type { Action } from './action';
import type { QuoteId, TradeId } from './identifiers';
import { lastSeenOf, type Quote, type QuotePrice } from './quote';
import { sameLastSeen } from './last-seen-price';
import { isConcluded, type Request } from './request';
import type { SentPrice } from './action';

/** What the service shows of a request while the outcome of an action on it is being looked up. */
export interface Evidence {
  readonly request: Pick<Request, 'state'>;
  readonly quotes: readonly Pick<Quote, 'id' | 'state' | 'price' | 'direction' | 'quantity'>[];
  /** Trades that carry this request's id. */
  readonly tradeIds: readonly TradeId[];
}

export type Verdict =
  | { verdict: 'done'; tradeId?: TradeId; quoteId?: QuoteId }
  | { verdict: 'rejected' }
  | { verdict: 'unknown' };

const UNKNOWN: Verdict = { verdict: 'unknown' };

/**
 * What became of an action whose answer was lost, by what can be read now. It says `done` or `rejected` only
 * when that is proven; however long ago it was sent, time alone proves nothing, because services execute late.
 */
export function verdict(action: Action, evidence: Evidence): Verdict {
  const { body } = action;
  switch (body.kind) {
    case 'accept-quote':
      return acceptance(action, evidence);
    case 'send-quote':
      return sentQuote(action, body, evidence);
    case 'withdraw-quote': {
      const quote = evidence.quotes.find(({ id }) => id === body.quoteId);
      if (quote?.state === 'withdrawn') return { verdict: 'done', quoteId: body.quoteId };
      return quote?.state === 'accepted' ? { verdict: 'rejected' } : UNKNOWN;
    }
  }
}

function acceptance({ before }: Action, { request, tradeIds }: Evidence): Verdict {
  const fresh = tradeIds.filter((id) => !before?.tradeIds.includes(id));
  if (fresh.length === 1 && fresh[0] !== undefined) return { verdict: 'done', tradeId: fresh[0] };
  if (fresh.length > 1) return UNKNOWN;
  return request.state === 'closed' ? { verdict: 'rejected' } : UNKNOWN;
}

function sentQuote(
  { before }: Action,
  body: { direction: string; price: SentPrice; quantity: string },
  { request, quotes }: Evidence,
): Verdict {
  const fresh = quotes.filter(
    (quote) =>
      !before?.quoteIds.includes(quote.id) &&
      quote.direction === body.direction &&
      samePrice(quote.price, body.price) &&
      (quote.quantity === undefined || String(quote.quantity) === body.quantity),
  );
  if (fresh.length === 1 && fresh[0] !== undefined) return { verdict: 'done', quoteId: fresh[0].id };
  return fresh.length === 0 && isConcluded(request) ? { verdict: 'rejected' } : UNKNOWN;
}

const samePrice = (a: QuotePrice, b: SentPrice): boolean =>
  a.shape === b.shape && sameLastSeen(lastSeenOf(a), lastSeenOf(b));
