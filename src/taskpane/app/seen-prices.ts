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
  readonly all: Watchable<Seen> = this.seen;

  /** The best price was read; one that stands still is no new one. */
  note(id: RequestId, price: Price, at: number): void {
    const known = this.seen.get().get(id) ?? [];
    const last = known.at(-1);
    if (last && (last.price === price || last.at >= at)) return;
    this.set(id, [...known, { at, price }]);
  }

  /** The whole course of one. */
  set(id: RequestId, prices: readonly SeenPrice[]): void {
    const next = new Map(this.seen.get()).set(id, prices.slice(-PRICES_MAX));
    const [oldest] = next.keys();
    if (oldest !== undefined && next.size > REQUESTS_MAX) next.delete(oldest);
    this.seen.set(next);
  }

  /** Another platform: its requests may bear the same ids. */
  forget(): void {
    this.seen.set(new Map());
  }
}
