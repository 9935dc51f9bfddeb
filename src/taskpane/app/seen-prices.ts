import type { RequestId } from '../../domain/identifiers';
import type { Price } from '../../domain/price';
import { Observable, type Watchable } from './observable';

/** A best price as it stood from a moment on, in epoch ms. */
export interface SeenPrice {
  readonly at: number;
  /** Absent where there was none, or nobody looked: a gap until the next one. */
  readonly price?: Price;
}

const PRICES_MAX = 200;
const REQUESTS_MAX = 500;

type Seen = ReadonlyMap<RequestId, readonly SeenPrice[]>;

/** The best prices of requests, oldest first: as this page has seen them since it opened, and as the gateway saw them before. */
export class SeenPrices {
  private readonly seen = new Observable<Seen>(new Map());
  private readonly begun = new Set<RequestId>();
  readonly all: Watchable<Seen> = this.seen;

  /** The best price was read; one that stands still is no new one. */
  note(id: RequestId, price: Price, at: number): void {
    const known = this.seen.get().get(id) ?? [];
    const last = known.at(-1);
    // What was seen before was still good.
    const isGood = last !== undefined && last.price === undefined && last.at >= at;
    const before = isGood ? known.slice(0, -1) : known;
    const newest = before.at(-1);
    if (newest && (newest.price === price || newest.at >= at)) {
      if (isGood) this.keep(id, before);
      return;
    }
    this.keep(id, [...before, { at, price }]);
  }

  /** Whether what the gateway saw before is known. */
  isBegun(id: RequestId): boolean {
    return this.begun.has(id);
  }

  /** What the gateway saw of the best price before this page did. */
  begin(id: RequestId, points: readonly SeenPrice[]): void {
    this.begun.add(id);
    const known = this.seen.get().get(id) ?? [];
    const from = known[0]?.at ?? Infinity;
    const earlier = points.filter(({ at }) => at < from);
    if (earlier.length > 0) this.keep(id, [...earlier, ...known]);
  }

  private keep(id: RequestId, prices: readonly SeenPrice[]): void {
    const next = new Map(this.seen.get()).set(id, prices.slice(-PRICES_MAX));
    const [oldest] = next.keys();
    if (oldest !== undefined && next.size > REQUESTS_MAX) next.delete(oldest);
    this.seen.set(next);
  }

  /** Another platform: its requests may bear the same ids. */
  forget(): void {
    this.begun.clear();
    this.seen.set(new Map());
  }
}
