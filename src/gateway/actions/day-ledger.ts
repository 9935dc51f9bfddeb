import { isFinal, requestIdOf, type Action } from '../../domain/action';
import { factsOf } from '../../domain/actions/kinds';
import type { ActionId, QuoteId } from '../../domain/identifiers';
import { dayTotals } from '../../domain/limits/day-checks';
import type { DayTotals } from '../../domain/limits/limits';
import type { OwnQuote } from '../../domain/own-offers';
import type { Clock } from '../../effects/clock';
import { dayPeriod } from '../platform/zone-time';
import { type Journal, PAST_MAX } from './journal';
import type { KnownMarket } from './conclusions';

export interface DayLedgerOptions {
  readonly journal: Pick<Journal, 'newest'>;
  readonly market: Pick<KnownMarket, 'request' | 'quotes'>;
  /** The desk's live quotes. */
  readonly own: () => readonly Pick<OwnQuote, 'quoteId'>[];
  /** Whether a trade took this quote. */
  readonly isTaken: (id: QuoteId) => boolean;
  readonly clock: Clock;
  /** Of the platform's day. */
  readonly zone: string;
}

/**
 * This desk's live offers and executions of today, for the daily limits. What may have been executed, or may still be
 * taken, counts until it is proven not to be: absence from a list proves nothing.
 */
export class DayLedger {
  private readonly entries = new Map<ActionId, Action>();
  private readonly withdrawn = new Set<QuoteId>();
  private readonly listeners = new Set<() => void>();

  constructor(private readonly options: DayLedgerOptions) {}

  async start(): Promise<void> {
    const past = await this.options.journal.newest(PAST_MAX);
    for (const action of [...past].sort((a, b) => a.createdAt - b.createdAt)) this.learn(action);
  }

  /** Takes in a new state of an action. */
  take(action: Action): void {
    this.learn(action);
    for (const listener of [...this.listeners]) listener();
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  private learn(action: Action): void {
    const { id, body, state, before } = action;
    if (action.corrected !== undefined && body.kind === 'withdraw-quote') this.withdrawn.delete(body.quoteId);
    if (state === 'rejected' || state === 'cancelled') return void this.entries.delete(id);
    if (state === 'done') this.takeBack(action);
    const committed = before?.committed ?? this.entries.get(id)?.before?.committed ?? [];
    if (committed.length === 0 || !('direction' in body || 'lastSeen' in body)) return;
    this.entries.set(id, { ...action, before: { tradeIds: [], quoteIds: [], committed } });
  }

  /** All but this action, and the quotes whose place it takes. */
  totals(except?: ActionId, replaced: readonly QuoteId[] = []): DayTotals {
    const { clock, zone, own } = this.options;
    const startsAt = dayPeriod(clock.now(), zone).from;
    const live = new Set<QuoteId>(own().map(({ quoteId }) => quoteId));
    const counted = [...this.entries.values()].filter(
      (entry) =>
        entry.id !== except &&
        !(entry.quoteId !== undefined && replaced.includes(entry.quoteId)) &&
        this.counts(entry, { startsAt, live }),
    );
    return dayTotals(counted.flatMap(({ before }) => before?.committed ?? []));
  }

  private counts(
    entry: Action,
    { startsAt, live }: { startsAt: number; live: ReadonlySet<QuoteId> },
  ): boolean {
    if (!isFinal(entry)) return true;
    if (entry.quoteId !== undefined && live.has(entry.quoteId)) return true;
    return entry.createdAt >= startsAt && !this.isOver(entry);
  }

  /** Whether an offer is known to have come to nothing. An acceptance that is done was executed. */
  private isOver({ body, quoteId }: Action): boolean {
    const { market, isTaken } = this.options;
    if (!('direction' in body)) return false;
    // Of a quote that was taken in part the whole counts: never too little.
    if (quoteId !== undefined && isTaken(quoteId)) return false;
    if (quoteId !== undefined && this.withdrawn.has(quoteId)) return true;
    const known = market.quotes(body.requestId)?.records.find(({ id }) => id === quoteId);
    if (known?.state === 'withdrawn' || known?.state === 'rejected') return true;
    return known?.state !== 'accepted' && market.request(body.requestId)?.state === 'closed';
  }

  /** Withdrawn, deleted or replaced offers can no longer be accepted. */
  private takeBack({ id, body, createdAt }: Action): void {
    const { takesOff } = factsOf(body);
    if (takesOff === 'quote' && 'quoteId' in body) this.withdrawn.add(body.quoteId);
    for (const other of this.entries.values()) {
      const isReplaced =
        takesOff === 'proposals' &&
        factsOf(other.body).leaves === 'proposal' &&
        requestIdOf(other.body) === requestIdOf(body) &&
        other.id !== id &&
        other.state === 'done' &&
        other.createdAt <= createdAt;
      if (isReplaced) this.entries.delete(other.id);
    }
  }
}
