import type { Action, ActionBody, SentPrice } from './action';
import type { QuoteId, TradeId } from './identifiers';
import { sameLastSeen, type LastSeenPrice } from './last-seen-price';
import { minus } from './price';
import { lastSeenOf, type Quote, type QuotePrice } from './quote';
import { isConcluded, type Request } from './request';
import type { Trade } from './trade';

/** What the service shows of a request while the outcome of an action on it is being looked up. */
export interface Evidence {
  readonly request: Pick<Request, 'state'>;
  readonly quotes: readonly Quote[];
  /** Every quote of the request was readable, so that one that is not among them does not exist. */
  readonly quotesComplete: boolean;
  /** Trades that carry this request's id. */
  readonly trades: readonly Trade[];
  /** Every trade of the days in question was read, so that one that is not among them does not exist. */
  readonly tradesComplete: boolean;
}

export type Verdict =
  | { verdict: 'done'; tradeId?: TradeId; quoteId?: QuoteId }
  | { verdict: 'rejected' }
  | { verdict: 'unknown' };

type Acceptance = Extract<ActionBody, { kind: 'accept-quote' }>;
type SentQuote = Extract<ActionBody, { kind: 'send-quote' }>;
type Withdrawal = Extract<ActionBody, { kind: 'withdraw-quote' }>;

const UNKNOWN: Verdict = { verdict: 'unknown' };
const REJECTED: Verdict = { verdict: 'rejected' };

/**
 * What became of an action whose answer was lost, by what can be read now. It says `done` or `rejected` only
 * when that is proven; however long ago it was sent, time alone proves nothing, because services execute late.
 */
export function verdict({ body, before }: Pick<Action, 'body' | 'before'>, evidence: Evidence): Verdict {
  if (body.kind === 'withdraw-quote') return withdrawal(body, evidence);
  // Without what was known before, everything that is there now would look new.
  if (before === undefined) return UNKNOWN;
  return body.kind === 'accept-quote'
    ? acceptance(body, new Set(before.tradeIds), evidence)
    : sentQuote(body, new Set(before.quoteIds), evidence);
}

function withdrawal({ quoteId }: Withdrawal, { quotes }: Evidence): Verdict {
  const state = quotes.find(({ id }) => id === quoteId)?.state;
  if (state === 'withdrawn') return { verdict: 'done', quoteId };
  return state === 'accepted' || state === 'rejected' ? REJECTED : UNKNOWN;
}

function acceptance(body: Acceptance, known: ReadonlySet<TradeId>, evidence: Evidence): Verdict {
  const quote = evidence.quotes.find(({ id }) => id === body.quoteId);
  const fresh = evidence.trades.filter(({ id }) => !known.has(id));
  const matches = fresh.map((trade) => ({ id: trade.id, match: matched(trade, body, quote) }));
  const ours = matches.filter(({ match }) => match === 'ours');
  const open = matches.filter(({ match }) => match === 'open');
  if (quote?.state === 'withdrawn' || quote?.state === 'rejected') {
    // A quote that ended without being accepted was not traded, unless a part of it was taken before.
    const nothingTaken = body.quantity === undefined && ours.length === 0 && evidence.tradesComplete;
    return nothingTaken ? REJECTED : UNKNOWN;
  }
  const [only] = ours.length > 0 ? ours : quote?.state === 'accepted' ? open : [];
  if (only && ours.length + open.length === 1) {
    // The whole of a quote that is still on offer was not taken: the trade is somebody else's, or the list lags.
    if (quote?.state === 'active' && body.quantity === undefined) return UNKNOWN;
    return { verdict: 'done', tradeId: only.id };
  }
  const untraded = evidence.request.state === 'closed' && quote?.state !== 'accepted';
  return untraded && fresh.length === 0 && evidence.tradesComplete ? REJECTED : UNKNOWN;
}

/**
 * Whether a trade of the same request is what this acceptance would have made: `other` when something that both state
 * differs, `ours` when the price agrees, `open` when the trade does not say its price yet.
 */
function matched(trade: Trade, body: Acceptance, quote: Quote | undefined): 'ours' | 'other' | 'open' {
  const quantity = body.quantity ?? body.shownQuantity ?? quote?.quantity;
  if (differ(trade.quantity, quantity) || differ(trade.counterparty, quote?.counterparty)) return 'other';
  const agrees = sameTradedPrice(trade, body.lastSeen);
  return agrees === undefined ? 'open' : agrees ? 'ours' : 'other';
}

const differ = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && a !== b;

function sameTradedPrice({ price, legPrices }: Trade, lastSeen: LastSeenPrice): boolean | undefined {
  if (lastSeen.type === 'standard-spread') {
    const [leg1, leg2] = legPrices ?? [];
    if (leg1 !== undefined && leg2 !== undefined) return minus(leg1, leg2) === lastSeen.spreadPrice;
    return price === undefined ? undefined : price === lastSeen.spreadPrice;
  }
  if (legPrices !== undefined) return sameLastSeen({ type: 'per-leg', legPrices: [...legPrices] }, lastSeen);
  const [only, second] = lastSeen.legPrices;
  return price === undefined || second !== undefined ? undefined : price === only;
}

function sentQuote(body: SentQuote, known: ReadonlySet<QuoteId>, evidence: Evidence): Verdict {
  const fresh = evidence.quotes.filter((quote) => !known.has(quote.id) && isWhatWasSent(quote, body));
  const [only, second] = fresh;
  if (only && !second) return { verdict: 'done', quoteId: only.id };
  if (only || !evidence.quotesComplete || !isConcluded(evidence.request)) return UNKNOWN;
  // A traded request whose list does not show the accepted quote may be hiding ours.
  const shown =
    evidence.request.state === 'closed' || evidence.quotes.some(({ state }) => state === 'accepted');
  return shown ? REJECTED : UNKNOWN;
}

const isWhatWasSent = (quote: Quote, body: SentQuote): boolean =>
  quote.direction === body.direction &&
  samePrice(quote.price, body.price) &&
  !differ(quote.quantity, body.quantity) &&
  (quote.allOrNone === undefined || quote.allOrNone === body.allOrNone);

const samePrice = (a: QuotePrice, b: SentPrice): boolean =>
  a.shape === b.shape && sameLastSeen(lastSeenOf(a), lastSeenOf(b));
