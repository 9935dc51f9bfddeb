import type { PlatformEvent } from '../../domain/event';
import type { Outcome } from '../../domain/failure';
import type { RequestId, TradeId } from '../../domain/identifiers';
import type { OwnOffer, OwnQuote } from '../../domain/own-offers';
import type { TradeReference } from '../../domain/trade';
import { CLOCKS_APART_MS } from '../../domain/verdict/acceptance';
import type { Clock } from '../../effects/clock';
import type { ListedTrades } from '../cache/known-market';
import { tellsOfTrade, type OwnTrades } from './own-trades';

interface NewTradesOptions {
  /** What of the desk can be taken now. */
  readonly standing: () => readonly Pick<OwnQuote | OwnOffer, 'requestId' | 'since'>[];
  /** Lists of trades that are known without a call, and may have some since then (epoch ms). */
  readonly lists: (since: number) => readonly ListedTrades[];
  /** Those since then (epoch ms) that may be of requests: a call. */
  readonly listTrades: (since: number) => Promise<Outcome<readonly TradeReference[]>>;
  readonly mayBeOfRequest: (trade: TradeReference) => boolean;
  readonly mayRead: () => boolean;
  readonly ownTrades: Pick<OwnTrades, 'isJudged' | 'readRecord'>;
  readonly clock: Clock;
}

interface Standing {
  readonly requestId: RequestId;
  /** Epoch ms. */
  readonly since: number;
  /** When it was last known to be live, epoch ms. */
  readonly seenAt: number;
}

/** What took an offer may be listed so long after nobody can take it any more. */
const ENDED_MS = 600_000;
const MINUTE_MS = 60_000;
/** Most are a colleague's: so many are read in a minute, and the newest first. */
const PER_MINUTE = 10;
const TRIES_MAX = 3;
const TRIED_KEPT_MAX = 5_000;

/**
 * Trades that are listed anew while an offer of the desk can be taken, or just could: a list names no request, and an event need not
 * name the trade, so the record of each is read once to know whose it is.
 */
export class NewTrades {
  private readonly lately = new Map<string, Standing>();
  private readonly versions = new Map<string, number>();
  private readonly unread = new Map<TradeId, TradeReference>();
  private readonly tries = new Map<TradeId, number>();
  /** When records were read within the last minute, epoch ms. */
  private readAt: number[] = [];
  private isReading = false;

  constructor(private readonly options: NewTradesOptions) {}

  /** Takes up what was listed since the last look, without waiting for its records. */
  look(): void {
    const since = this.since();
    if (since === undefined) return;
    for (const { key, version, records } of this.options.lists(since)) {
      if (this.versions.get(key) === version) continue;
      this.versions.set(key, version);
      this.take(records(), since);
    }
    void this.readOn();
  }

  /** Whether an event tells that an offer of the desk may have been taken, and not by which trade. */
  isSought({ type, requestId, tradeId }: Pick<PlatformEvent, 'type' | 'requestId' | 'tradeId'>): boolean {
    if (tradeId !== undefined || requestId === undefined || !tellsOfTrade(type)) return false;
    return this.since() !== undefined && [...this.lately.values()].some((one) => one.requestId === requestId);
  }

  /** One call for the list; answers whether it has a trade that nobody has read. */
  async readList(): Promise<boolean> {
    const since = this.since();
    if (since === undefined) return false;
    const listed = await this.options.listTrades(since);
    const isFound = listed.ok && this.take(listed.value, since);
    void this.readOn();
    return isFound;
  }

  /** Since when something of the desk could be taken, of what can be now or just could. */
  private since(): number | undefined {
    const { standing, clock } = this.options;
    const now = clock.now();
    for (const { requestId, since } of standing())
      this.lately.set(JSON.stringify([requestId, since]), { requestId, since, seenAt: now });
    for (const [key, { seenAt }] of this.lately) if (now - seenAt > ENDED_MS) this.lately.delete(key);
    if (this.lately.size === 0) return undefined;
    return Math.min(...[...this.lately.values()].map(({ since }) => since)) - CLOCKS_APART_MS;
  }

  private take(listed: readonly TradeReference[], since: number): boolean {
    const { ownTrades, mayBeOfRequest } = this.options;
    const fresh = listed.filter(
      (trade) =>
        trade.tradedAt >= since &&
        !this.tries.has(trade.id) &&
        !ownTrades.isJudged(trade.id) &&
        mayBeOfRequest(trade),
    );
    for (const trade of fresh) this.unread.set(trade.id, trade);
    return fresh.length > 0;
  }

  private async readOn(): Promise<void> {
    if (this.isReading) return;
    this.isReading = true;
    for (let next = this.next(); next; next = this.next()) {
      const { id } = next;
      this.unread.delete(id);
      const tries = (this.tries.get(id) ?? 0) + 1;
      this.tries.set(id, tries);
      this.readAt.push(this.options.clock.now());
      const isRead = await this.options.ownTrades.readRecord(id, 'polling');
      if (isRead || tries >= TRIES_MAX) continue;
      // Tried again with the next look.
      this.unread.set(id, next);
      break;
    }
    this.isReading = false;
    for (const id of this.tries.keys()) {
      if (this.tries.size <= TRIED_KEPT_MAX) break;
      this.tries.delete(id);
    }
  }

  /** The newest that may be read now. */
  private next(): TradeReference | undefined {
    const { clock, mayRead, ownTrades } = this.options;
    const from = clock.now() - MINUTE_MS;
    this.readAt = this.readAt.filter((at) => at > from);
    if (this.readAt.length >= PER_MINUTE || !mayRead()) return undefined;
    // An event may have named it meanwhile.
    for (const id of this.unread.keys()) if (ownTrades.isJudged(id)) this.unread.delete(id);
    return [...this.unread.values()].sort((a, b) => b.tradedAt - a.tradedAt)[0];
  }
}
