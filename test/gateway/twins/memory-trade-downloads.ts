import { hasEnded, type TradeDownloadId, type SetAside } from '../../../src/domain/trade-download';
import type { DownloadStore, KeptDownload } from '../../../src/gateway/storage/trade-downloads';

/** Captures in memory. */
export class MemoryTradeDownloads implements DownloadStore {
  readonly captures = new Map<TradeDownloadId, KeptDownload>();
  private readonly aside = new Map<TradeDownloadId, Map<string, SetAside>>();

  async save(capture: KeptDownload): Promise<void> {
    this.captures.set(capture.id, structuredClone(capture));
  }

  async newest(countMax: number): Promise<readonly KeptDownload[]> {
    const sorted = [...this.captures.values()].sort(
      (one, other) => other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1),
    );
    for (const old of sorted.slice(countMax).filter(hasEnded)) {
      this.captures.delete(old.id);
      this.aside.delete(old.id);
    }
    return sorted.slice(0, countMax);
  }

  async setAside(id: TradeDownloadId, one: SetAside): Promise<void> {
    if (!this.captures.has(id)) throw new Error('FOREIGN KEY constraint failed');
    const all = this.aside.get(id) ?? new Map<string, SetAside>();
    this.aside.set(id, all.set(one.what, one));
  }

  async asideOf(id: TradeDownloadId): Promise<readonly SetAside[]> {
    return [...(this.aside.get(id)?.values() ?? [])];
  }
}
