import type { RequestId } from '../../domain/identifiers';
import type { BestPrice } from '../../domain/limits/best-price';
import type { Price } from '../../domain/price';
import type { Resource } from '../../domain/resources/resource';
import { Observable, type Watchable } from './observable';

/** A best price as it stood from a moment on, in epoch ms. */
export interface SeenPrice {
  readonly at: number;
  /** Absent where there was none, or nobody looked: a gap until the next one. */
  readonly price?: Price;
  /** What it was, where it was no quote: "indicative bid". */
  readonly word?: string;
}

const PRICES_MAX = 200;
const REQUESTS_MAX = 500;

/** What the list said of a request when its offers were read last. */
interface ReadPrice {
  readonly best?: BestPrice | undefined;
  /** How many live quotes stood on the side of the request. */
  readonly count: number;
  /** Epoch ms. */
  readonly at: number;
}

/** The price of a row of the list that a person can see: when it was read, in epoch ms, and where from. */
interface SightedPrice {
  readonly at: number;
  readonly resource: Resource;
}

type Seen = ReadonlyMap<RequestId, readonly SeenPrice[]>;

/** The best prices of requests, oldest first: as this page has seen them since it opened, and as the gateway saw them before. */
export class SeenPrices {
  private readonly seen = new Observable<Seen>(new Map());
  readonly all: Watchable<Seen> = this.seen;
  private readonly reads = new Map<RequestId, ReadPrice>();
  readonly inSight = new Observable<ReadonlyMap<RequestId, SightedPrice>>(new Map());
  /** How often the list was opened. */
  readonly listed = new Observable(0);

  /** The best price was read; one that stands still is no new one. A price of another kind begins another course. */
  note(id: RequestId, { price, word }: Pick<BestPrice, 'price' | 'word'>, at: number): void {
    const known = this.seen.get().get(id) ?? [];
    const last = known.findLast((point) => point.price !== undefined);
    const isOfKind = last?.word === word;
    const newest = known.at(-1);
    if (newest && (newest.at >= at || (isOfKind && newest.price === price))) return;
    this.set(id, [...(isOfKind ? known : []), { at, price, ...(word !== undefined && { word }) }]);
  }

  /** What was read last, for as long as this page is open: an answer that the gateway let go is still known. */
  lastRead(id: RequestId): ReadPrice | undefined {
    return this.reads.get(id);
  }

  /** A row is in sight, until the function that it gives is called. */
  sight(id: RequestId, price: SightedPrice): () => void {
    this.inSight.set(new Map(this.inSight.get()).set(id, price));
    return () => this.inSight.set(new Map([...this.inSight.get()].filter(([other]) => other !== id)));
  }

  noteRead(id: RequestId, read: ReadPrice): void {
    this.reads.delete(id);
    this.reads.set(id, read);
    const [oldest] = this.reads.keys();
    if (oldest !== undefined && this.reads.size > REQUESTS_MAX) this.reads.delete(oldest);
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
    this.reads.clear();
  }
}
