import type { RequestId } from '../../domain/identifiers';
import type { Price } from '../../domain/price';
import { Observable, type Watchable } from './observable';

/** A best price as it stood from a moment on, in epoch ms. */
export interface SeenPrice {
  readonly at: number;
  readonly price: Price;
}

const PRICES_MAX = 200;
const REQUESTS_MAX = 500;

type Seen = ReadonlyMap<RequestId, readonly SeenPrice[]>;

/** The best prices of requests as this page has seen them since it opened, oldest first. */
export class SeenPrices {
  private readonly seen = new Observable<Seen>(new Map());
  readonly all: Watchable<Seen> = this.seen;

  /** The best price was read; one that stands still is no new one. */
  note(id: RequestId, price: Price, at: number): void {
    const all = this.seen.get();
    const known = all.get(id) ?? [];
    const last = known.at(-1);
    if (last && (last.price === price || last.at >= at)) return;
    const next = new Map(all).set(id, [...known, { at, price }].slice(-PRICES_MAX));
    const [oldest] = next.keys();
    if (oldest !== undefined && next.size > REQUESTS_MAX) next.delete(oldest);
    this.seen.set(next);
  }

  /** Another platform: its requests may bear the same ids. */
  forget(): void {
    this.seen.set(new Map());
  }
}
