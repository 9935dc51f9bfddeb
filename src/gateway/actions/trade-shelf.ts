import { answerWriters } from '../../contract/desk/answer-value';
import { readTrade } from '../../contract/service/read-trade';
import { success, type Outcome } from '../../domain/failure';
import { isFinalTrade } from '../../domain/finality';
import type { TradeId } from '../../domain/identifiers';
import type { Lane } from '../../domain/lane';
import { lastTrades, type LastTrade } from '../../domain/limits/same-product';
import { resourceKey } from '../../domain/resources/resource';
import type { Trade } from '../../domain/trade';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { RecordWriter } from '../cache/record-writer';
import type { Period, Service } from '../platform/operations';
import type { KeptTrade, Place, TradeStore } from '../storage/trade-store';

/** Details of trades for looking up actions: those that are final are asked for once ever, also by the cells. */
export class TradeShelf {
  constructor(
    private readonly service: Pick<Service, 'trade'>,
    private readonly records: Pick<RecordWriter, 'find' | 'keep'>,
    private readonly clock: Clock,
  ) {}

  /** Permanently stored details, without a call. */
  async kept(id: TradeId): Promise<Trade | undefined> {
    const kept = await this.records.find(resourceKey({ kind: 'trade', id }));
    const trade = kept?.final ? readTrade(JSON.parse(kept.json)) : undefined;
    return trade?.ok ? trade.value : undefined;
  }

  async trade(id: TradeId, lane: Lane): Promise<Outcome<Trade>> {
    const kept = await this.kept(id);
    if (kept) return success(kept);
    const key = resourceKey({ kind: 'trade', id });
    const asked = await this.service.trade(id, { lane, beside: 'joins' });
    if (asked.ok && isFinalTrade(asked.value)) {
      const json = JSON.stringify(answerWriters.trade(asked.value));
      this.records.keep({ key, json, fetchedAt: this.clock.now(), final: true });
    }
    return asked;
  }
}

const PAST_MS = 30 * 86_400_000;
const PIECE_MAX = 500;
/** The rest is read at the next call of this function. */
const PIECES_MAX = 40;
/** The platform's clock may be ahead. */
const CLOCKS_APART_MS = 3_600_000;
const READ_EVERY_MS = 1_000;

/** The newest trade of each product, of those that this desk has captured. It costs no call, and nobody waits for it. */
export class PastTrades {
  private readonly newest = new Map<string, LastTrade>();
  private after: Place | undefined;
  /** The number of the trade that was stored last when reading began; once that is done, of the last that was read. */
  private number: number | undefined;
  private isReadOnce = false;
  private readAt: number | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly options: {
      store: Pick<TradeStore, 'piece' | 'find' | 'outline' | 'stamp'>;
      clock: Clock;
      log: Log;
    },
  ) {}

  /** Those that were read so far; what was captured since comes with the next asking. */
  read(): readonly LastTrade[] {
    const now = this.options.clock.now();
    if (this.readAt === undefined || now - this.readAt >= READ_EVERY_MS) {
      this.readAt = now;
      void this.readOn(now).catch((error: unknown) => {
        this.options.log.error('Captured trades could not be read for the limits.', { error: String(error) });
      });
    }
    return [...this.newest.values()];
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** These were captured just now: pages know of them at once, before anybody asks. */
  stored(trades: readonly KeptTrade[]): void {
    const from = this.options.clock.now() - PAST_MS;
    const taken = trades.filter(({ tradedAt }) => tradedAt >= from).map((trade) => this.take(trade));
    if (taken.includes(true)) this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }

  /** First all that there are, in their order; then those that are stored after them, of whatever day. */
  private async readOn(now: number): Promise<void> {
    const selection = { from: now - PAST_MS, to: now + CLOCKS_APART_MS };
    this.number ??= (await this.options.store.stamp()).last;
    const isChanged = this.isReadOnce
      ? await this.readStored(selection, this.number)
      : await this.readPast(selection);
    if (isChanged) this.tell();
  }

  private async readPast(selection: Period): Promise<boolean> {
    let isChanged = false;
    for (let pieces = 0; pieces < PIECES_MAX; pieces++) {
      const after = this.after && { after: this.after };
      const kept = await this.options.store.piece(selection, { ...after, countMax: PIECE_MAX });
      for (const trade of kept) {
        this.after = trade;
        isChanged = this.take(trade) || isChanged;
      }
      this.isReadOnce = kept.length < PIECE_MAX;
      if (this.isReadOnce) break;
    }
    return isChanged;
  }

  private async readStored({ from, to }: Period, after: number): Promise<boolean> {
    let isChanged = false;
    for (const { id, number } of await this.options.store.outline(after, PIECE_MAX)) {
      const kept = await this.options.store.find(id);
      this.number = number;
      if (kept && kept.tradedAt >= from && kept.tradedAt < to) isChanged = this.take(kept) || isChanged;
    }
    return isChanged;
  }

  private take({ json }: KeptTrade): boolean {
    const trade = readTrade(JSON.parse(json));
    const newer = (trade.ok ? lastTrades(trade.value) : []).filter(
      (last) => (this.newest.get(last.product)?.tradedAt ?? -Infinity) <= last.tradedAt,
    );
    for (const last of newer) this.newest.set(last.product, last);
    return newer.length > 0;
  }
}
