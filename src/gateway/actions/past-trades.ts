import { readTrade } from '../../contract/service/read-trade';
import { lastTrade, type LastTrade } from '../../domain/limits/same-product';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { Place, TradeStore } from '../capture/trade-store';

const PAST_MS = 30 * 86_400_000;
const PIECE_MAX = 500;
/** What is beyond this comes with the next asking. */
const PIECES_MAX = 40;
/** The platform's clock may be ahead. */
const CLOCKS_APART_MS = 3_600_000;
const READ_EVERY_MS = 1_000;

/** The newest trade of each product, of those that this desk has captured. It costs no call, and nobody waits for it. */
export class PastTrades {
  private readonly newest = new Map<string, LastTrade>();
  private after: Place | undefined;
  private readAt: number | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly parts: { store: Pick<TradeStore, 'piece'>; clock: Clock; log: Log }) {}

  /** Those that were read so far; what was captured since comes with the next asking. */
  read(): readonly LastTrade[] {
    const now = this.parts.clock.now();
    if (this.readAt === undefined || now - this.readAt >= READ_EVERY_MS) {
      this.readAt = now;
      void this.readOn(now).catch((error: unknown) => {
        this.parts.log.error('Captured trades could not be read for the limits.', { error: String(error) });
      });
    }
    return [...this.newest.values()];
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  private async readOn(now: number): Promise<void> {
    const selection = { from: now - PAST_MS, to: now + CLOCKS_APART_MS };
    let isChanged = false;
    for (let pieces = 0; pieces < PIECES_MAX; pieces++) {
      const after = this.after && { after: this.after };
      const kept = await this.parts.store.piece(selection, { ...after, countMax: PIECE_MAX });
      for (const { id, tradedAt, json } of kept) {
        this.after = { id, tradedAt };
        const trade = readTrade(JSON.parse(json));
        const last = trade.ok ? lastTrade(trade.value) : undefined;
        if (!last) continue;
        this.newest.set(last.product, last);
        isChanged = true;
      }
      if (kept.length < PIECE_MAX) break;
    }
    if (isChanged) for (const listener of this.listeners) listener();
  }
}
