import type Big from 'big.js';
import type { Profile } from '../../contract/service/profile';
import type { Chance } from '../../effects/chance';
import type { Clock } from '../../effects/clock';
import { ended, repriced, type Counteroffer, type Proposal, type Quote } from './offer';
import { DESK } from './counterparty';
import type { PlatformEvent } from './event';
import { Market } from './market';
import type { OfferPrice } from './offer-price';
import { openingRisks, type CommodityRisk } from './risk';
import { concluded, type Conclusion, type TenderRequest } from './tender-request';
import type { Trade } from './trade';

interface WorldParts {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly profile: Profile;
  readonly publish: (event: PlatformEvent) => void;
}

/** A dealt standard spread without leg prices yet. */
interface AwaitingTrade {
  readonly trade: Trade;
  readonly net: Big;
  /** Keeps the operator from entering its prices by himself later. */
  readonly cancelEntry: () => void;
}

// What others withdrew long ago interests nobody; without a limit a long evening fills the memory.
const OTHERS_WITHDRAWN_MAX = 8;

const FIRST_NUMBERS = { RQ: 10279, QT: 50001, TR: 70001, PP: 30001, CO: 40001, OR: 90001 } as const;
type IdKind = keyof typeof FIRST_NUMBERS;

/** Everything that exists on the platform, and the only place where it changes. Visible changes are published. */
export class World {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly profile: Profile;
  readonly market: Market;
  readonly requests = new Map<string, TenderRequest>();
  readonly quotes = new Map<string, readonly Quote[]>();
  readonly proposals = new Map<string, readonly Proposal[]>();
  readonly counteroffers = new Map<string, readonly Counteroffer[]>();
  readonly trades = new Map<string, Trade>();
  /** Dealt standard spreads by trade id, waiting for the operator to enter their leg prices. */
  readonly awaitingLegPrices = new Map<string, AwaitingTrade>();
  readonly risks = new Map<string, CommodityRisk>(openingRisks());
  /** How often the desk executed something on a request. */
  readonly executions = new Map<string, number>();
  private readonly publish: (event: PlatformEvent) => void;
  private readonly used = new Map<IdKind, number>();
  private readonly timers = new Set<() => void>();

  constructor(options: WorldParts) {
    this.clock = options.clock;
    this.chance = options.chance;
    this.profile = options.profile;
    this.publish = options.publish;
    this.market = new Market(options.chance);
  }

  get now(): number {
    return this.clock.now();
  }

  nextId(kind: IdKind): string {
    const count = this.used.get(kind) ?? 0;
    this.used.set(kind, count + 1);
    return `${kind}-${FIRST_NUMBERS[kind] + count}`;
  }

  /** Runs `fn` once after `waitMs`, unless it is cancelled by the answer or the world ends before. */
  after(waitMs: number, fn: () => void): () => void {
    const cancel = this.clock.after(waitMs, () => {
      this.timers.delete(cancel);
      fn();
    });
    this.timers.add(cancel);
    return () => {
      this.timers.delete(cancel);
      cancel();
    };
  }

  /** Nothing moves by itself any more. */
  end(): void {
    for (const cancel of this.timers) cancel();
    this.timers.clear();
  }

  openRequests(): readonly TenderRequest[] {
    return [...this.requests.values()].filter(({ state }) => state === 'open');
  }

  quotesOf(requestId: string): readonly Quote[] {
    return this.quotes.get(requestId) ?? [];
  }

  activeQuotes(requestId: string): readonly Quote[] {
    return this.quotesOf(requestId).filter(({ state }) => state === 'active');
  }

  /** The initiator sees every quote, a recipient only its own. */
  visibleQuotes(request: TenderRequest): readonly Quote[] {
    const quotes = this.quotesOf(request.id);
    return request.role === 'initiator' ? quotes : quotes.filter(({ maker }) => maker === DESK);
  }

  proposalsOf(requestId: string): readonly Proposal[] {
    return this.proposals.get(requestId) ?? [];
  }

  addRequest(request: TenderRequest): void {
    this.requests.set(request.id, request);
    this.publish({ eventType: 'request-created', 'request-id': request.id });
  }

  setRequest(request: TenderRequest): void {
    this.requests.set(request.id, request);
  }

  /** Closes a request that found no taker. */
  close(request: TenderRequest, feedbackComment: string, at = this.now): void {
    this.conclude(request, { state: 'closed', at, feedbackComment });
    this.publish({ eventType: 'request-closed', 'request-id': request.id });
  }

  /** Ends a request; the quotes that are still active are rejected. */
  conclude(request: TenderRequest, conclusion: Conclusion): TenderRequest {
    const final = concluded(request, conclusion);
    this.requests.set(request.id, final);
    const quotes = this.quotesOf(request.id);
    this.quotes.set(
      request.id,
      quotes.map((quote) => (quote.state === 'active' ? ended(quote, 'rejected') : quote)),
    );
    return final;
  }

  addQuote(quote: Quote): void {
    this.quotes.set(quote.requestId, [...this.quotesOf(quote.requestId), quote]);
    this.publishQuote('quotation-created', quote);
  }

  setQuote(quote: Quote): void {
    const quotes = this.quotesOf(quote.requestId);
    this.quotes.set(
      quote.requestId,
      quotes.map((known) => (known.id === quote.id ? quote : known)),
    );
  }

  withdraw(quote: Quote): Quote {
    const withdrawn = ended(quote, 'withdrawn');
    this.setQuote(withdrawn);
    this.forgetOldWithdrawals(quote.requestId);
    this.publishQuote('quotation-withdrawn', quote);
    return withdrawn;
  }

  reprice(quote: Quote, price: OfferPrice): Quote {
    const moved = repriced(quote, price);
    this.setQuote(moved);
    this.publishQuote('quotation-created', moved);
    return moved;
  }

  /** Puts proposals in the place of all that there were. */
  replaceProposals(requestId: string, proposals: readonly Proposal[]): void {
    this.proposals.set(requestId, proposals);
    for (const { id } of proposals) {
      this.publish({ eventType: 'price-proposal-created', 'request-id': requestId, 'price-proposal-id': id });
    }
    if (proposals.length === 0)
      this.publish({ eventType: 'price-proposal-deleted', 'request-id': requestId });
  }

  addCounteroffer(counteroffer: Counteroffer): void {
    const known = this.counteroffers.get(counteroffer.requestId) ?? [];
    this.counteroffers.set(counteroffer.requestId, [...known, counteroffer]);
    this.publish({
      eventType: 'counteroffer-created',
      'request-id': counteroffer.requestId,
      'quotation-id': counteroffer.quoteId,
      'counteroffer-id': counteroffer.id,
    });
  }

  addTrade(trade: Trade): void {
    this.trades.set(trade.id, trade);
    if (trade.requestId === null) return;
    this.publish({ eventType: 'request-traded', 'request-id': trade.requestId, 'trade-id': trade.id });
  }

  /** The desk hears of a quote only where it may see it. */
  private publishQuote(eventType: 'quotation-created' | 'quotation-withdrawn', quote: Quote): void {
    const visible = quote.maker === DESK || this.requests.get(quote.requestId)?.role === 'initiator';
    if (visible) this.publish({ eventType, 'request-id': quote.requestId, 'quotation-id': quote.id });
  }

  private forgetOldWithdrawals(requestId: string): void {
    const quotes = this.quotesOf(requestId);
    const old = quotes.filter(({ state, maker }) => state === 'withdrawn' && maker !== DESK);
    const forgotten = new Set(old.slice(0, -OTHERS_WITHDRAWN_MAX));
    this.quotes.set(
      requestId,
      quotes.filter((quote) => !forgotten.has(quote)),
    );
  }
}
