import type { Action } from '../../domain/action';
import { factsOf } from '../../domain/actions/kinds';
import type { ActionId, QuoteId, RequestId } from '../../domain/identifiers';
import { restOf, type Quote } from '../../domain/offers';
import { LIST_LAG_MS } from '../../domain/verdict/settled';
import type { Clock } from '../../effects/clock';
import type { KnownMarket } from './conclusions';

interface TakenOffOptions {
  readonly market: Pick<KnownMarket, 'quotes' | 'quotesReadAt'>;
  readonly clock: Pick<Clock, 'now'>;
  /** It is proven of what this action sent; epoch ms. */
  readonly onWithdrawn: (sent: ActionId, at: number) => void;
  /** These withdrawals took nothing off, and how the quote's own record says so. */
  readonly onDisproved: (withdrawals: readonly ActionId[], proof: string) => void;
}

/** The action that sent a quote, and how. */
export interface SentQuote {
  readonly id: ActionId;
  readonly allOrNone: boolean;
}

/** A quote that withdrawals of this desk are said to have taken off. */
interface TakenOff {
  readonly withdrawals: ReadonlySet<ActionId>;
  /** When the last of them was done, epoch ms. */
  readonly at: number;
  /** By the platform's word: what a person recorded alone may turn out otherwise. */
  readonly isProven: boolean;
  /** Absent of one that this desk did not send. */
  readonly sent: SentQuote | undefined;
}

/** What ended is held against its record for so long; what a person recorded is looked up for a fortnight. */
export const FOLLOWED_MS = 86_400_000;
const RECORDED_MS = 14 * FOLLOWED_MS;
/** What the desk knows of the market is looked at no more often. */
export const LOOK_EVERY_MS = 1_000;

/**
 * Quotes that were withdrawn, held against what their own records say later: a platform may confirm a withdrawal and refuse it afterwards. That
 * nothing lists one proves nothing.
 */
export class TakenOffQuotes {
  private readonly byRequest = new Map<RequestId, Map<QuoteId, TakenOff>>();
  private lookedAt = -Infinity;

  constructor(private readonly options: TakenOffOptions) {}

  /** `past`: the newest actions; the last run may have stopped between a withdrawal and the line of what it took off. */
  start(past: readonly Action[]): void {
    const sent = new Map(
      past.flatMap((action) => (isLeft(action) ? [[action.quoteId, action] as const] : [])),
    );
    for (const by of past) {
      const quote = 'quoteId' in by.body ? sent.get(by.body.quoteId) : undefined;
      this.take(by, quote && { id: quote.id, allOrNone: quote.body.allOrNone }, quote?.over !== undefined);
    }
  }

  /** A withdrawal is done; `isTold`: the quote's own line says how it ended. */
  take(by: Action, sent: SentQuote | undefined, isTold = false): void {
    const { body } = by;
    if (by.state !== 'done' || factsOf(body).takesOff !== 'quote' || !('quoteId' in body)) return;
    const { requestId, quoteId } = body;
    const known = this.byRequest.get(requestId)?.get(quoteId);
    const at = by.endedAt ?? by.createdAt;
    const isProven = by.settledBy === undefined;
    const quote: TakenOff = {
      withdrawals: new Set([...(known?.withdrawals ?? []), by.id]),
      at: Math.max(at, known?.at ?? at),
      isProven: isProven || known?.isProven === true,
      sent: sent ?? known?.sent,
    };
    if (isProven && quote.sent && !isTold && !known?.isProven) this.options.onWithdrawn(quote.sent.id, at);
    if (!this.isFollowed(quote)) return;
    const beside = this.byRequest.get(requestId) ?? new Map<QuoteId, TakenOff>();
    this.byRequest.set(requestId, beside.set(quoteId, quote));
  }

  /** What the desk knows of the market without a call. */
  look(): void {
    const { market, clock } = this.options;
    const now = clock.now();
    if (now >= this.lookedAt && now - this.lookedAt < LOOK_EVERY_MS) return;
    this.lookedAt = now;
    for (const [requestId, quotes] of [...this.byRequest]) {
      for (const [id, quote] of quotes) if (!this.isFollowed(quote)) quotes.delete(id);
      if (quotes.size === 0) this.byRequest.delete(requestId);
      const readAt = market.quotesReadAt(requestId);
      if (readAt === undefined || quotes.size === 0) continue;
      for (const record of market.quotes(requestId)?.records ?? []) this.weigh(record, readAt);
    }
  }

  /** Its own record, as it was read then (epoch ms). */
  weigh(record: Quote, readAt: number): void {
    const { id, requestId } = record;
    const quote = this.byRequest.get(requestId)?.get(id);
    if (!quote || readAt < quote.at) return;
    if (record.state === 'withdrawn') return this.isWithdrawn(requestId, id);
    const rest = restOf(record, quote.sent?.allOrNone);
    const isLive = record.state === 'active' && rest === 'lives' && readAt - quote.at >= LIST_LAG_MS;
    const isTaken = record.state === 'accepted' && rest === 'over';
    if (!isLive && !isTaken) return;
    this.byRequest.get(requestId)?.delete(id);
    const proof = isTaken ? `Quote ${id} is accepted.` : `Quote ${id} is still active.`;
    this.options.onDisproved([...quote.withdrawals], proof);
  }

  /** Trades prove that it was taken, and how. */
  taken(requestId: RequestId, id: QuoteId, proof: string): void {
    const quote = this.byRequest.get(requestId)?.get(id);
    if (!quote) return;
    this.byRequest.get(requestId)?.delete(id);
    this.options.onDisproved([...quote.withdrawals], proof);
  }

  /** A later quote has its number. */
  replaced(requestId: RequestId, id: QuoteId): void {
    this.byRequest.get(requestId)?.delete(id);
  }

  private isWithdrawn(requestId: RequestId, id: QuoteId): void {
    const quote = this.byRequest.get(requestId)?.get(id);
    if (!quote || quote.isProven) return;
    this.byRequest.get(requestId)?.set(id, { ...quote, isProven: true });
    if (quote.sent) this.options.onWithdrawn(quote.sent.id, this.options.clock.now());
  }

  private isFollowed({ at, isProven }: TakenOff): boolean {
    return this.options.clock.now() - at < (isProven ? FOLLOWED_MS : RECORDED_MS);
  }
}

type Left = Action & {
  readonly quoteId: QuoteId;
  readonly body: Extract<Action['body'], { kind: 'send-quote' }>;
};

const isLeft = (action: Action): action is Left =>
  action.state === 'done' && action.body.kind === 'send-quote' && action.quoteId !== undefined;
