import type { Action } from '../../domain/action';
import type { QuoteId, RequestId } from '../../domain/identifiers';
import type { OwnQuote } from '../../domain/own-quote';
import { hasEnded, type Quote } from '../../domain/quote';
import type { Listing } from '../../domain/record';
import { isConcluded, type Request } from '../../domain/request';
import type { Clock } from '../../effects/clock';
import type { LocalSource } from '../answers/local-source';
import type { JournalStore } from './journal-store';

/** What the gateway happens to know from what is watched. Nothing is asked for. */
export interface KnownMarket {
  request(id: RequestId): Pick<Request, 'state'> | undefined;
  quotes(id: RequestId): Listing<Quote> | undefined;
  /** All open requests, and when they were read (epoch ms); absent while the list has gaps. */
  openRequests(): OpenRequests | undefined;
}

interface OpenRequests {
  readonly ids: ReadonlySet<RequestId>;
  readonly fetchedAt: number;
}

interface OwnQuotesParts {
  readonly journal: Pick<JournalStore, 'newest'>;
  readonly market: KnownMarket;
  readonly clock: Clock;
}

/** Actions of the past in which live quotes are looked for at start. */
const PAST_MAX = 5_000;
const LOOK_EVERY_MS = 1_000;
/** A list that was read this soon after a quote was sent may have been made before its request was there. */
const LIST_LAG_MS = 60_000;

/** The desk's live quotes, from the journal and from what is known of the market anyway. */
export class OwnQuotes implements LocalSource {
  private readonly live = new Map<QuoteId, OwnQuote>();
  /** Withdrawn or ended; what has gone does not come back. */
  private readonly gone = new Set<QuoteId>();
  /** Number of the last recall before each was sent. */
  private readonly recalls = new Map<QuoteId, number>();
  /** When the first list was read that left their request out. */
  private readonly missedAt = new Map<QuoteId, number>();
  private readonly listeners = new Set<() => void>();

  constructor(private readonly parts: OwnQuotesParts) {}

  async start(): Promise<void> {
    for (const action of await this.parts.journal.newest(PAST_MAX)) this.learn(action);
  }

  /** An action has ended. */
  take(action: Action): void {
    this.learn(action);
    for (const listener of [...this.listeners]) listener();
  }

  read(): readonly OwnQuote[] {
    const open = this.parts.market.openRequests();
    const shown: OwnQuote[] = [];
    for (const quote of this.live.values()) {
      const now = this.asKnown(quote);
      if (!now) this.end(quote.quoteId);
      else if (!open || this.isListed(quote, open)) shown.push(now);
    }
    return shown.sort((a, b) => a.since - b.since);
  }

  /** Those that were sent before this recall. */
  sentBefore(recall: number): readonly OwnQuote[] {
    return this.read().filter(({ quoteId }) => (this.recalls.get(quoteId) ?? 0) < recall);
  }

  /** The market is looked at once a second while somebody watches; it costs no call. */
  onChange(listener: () => void): () => void {
    const mine = (): void => listener();
    this.listeners.add(mine);
    let cancel = (): void => undefined;
    const look = (): void => {
      cancel = this.parts.clock.after(LOOK_EVERY_MS, () => {
        mine();
        look();
      });
    };
    look();
    return () => {
      this.listeners.delete(mine);
      cancel();
    };
  }

  /** Pages of a list move when a request leaves it while they are read, so one list without a request says nothing. */
  private isListed({ quoteId, requestId, since }: OwnQuote, { ids, fetchedAt }: OpenRequests): boolean {
    if (ids.has(requestId)) {
      this.missedAt.delete(quoteId);
      return true;
    }
    const missedAt = this.missedAt.get(quoteId) ?? fetchedAt;
    this.missedAt.set(quoteId, missedAt);
    return fetchedAt === missedAt || fetchedAt < since + LIST_LAG_MS;
  }

  private learn({ state, body, quoteId, endedAt, createdAt, recall = 0 }: Action): void {
    if (state !== 'done') return;
    if (body.kind === 'withdraw-quote') this.end(body.quoteId);
    if (body.kind !== 'send-quote' || quoteId === undefined || this.gone.has(quoteId)) return;
    const { requestId, direction, price, quantity, allOrNone } = body;
    const since = endedAt ?? createdAt;
    this.recalls.set(quoteId, recall);
    this.live.set(quoteId, { requestId, quoteId, direction, price, quantity, allOrNone, since });
  }

  private end(quoteId: QuoteId): void {
    this.live.delete(quoteId);
    this.missedAt.delete(quoteId);
    this.recalls.delete(quoteId);
    this.gone.add(quoteId);
  }

  /** The quote as the market shows it; `undefined` when it shows that it is over. A list without it says nothing: it may be older. */
  private asKnown(quote: OwnQuote): OwnQuote | undefined {
    const { market } = this.parts;
    const request = market.request(quote.requestId);
    if (request && isConcluded(request)) return undefined;
    const known = market.quotes(quote.requestId)?.records.find(({ id }) => id === quote.quoteId);
    if (!known) return quote;
    return hasEnded(known) ? undefined : { ...quote, quantity: known.quantity ?? quote.quantity };
  }
}
