import {
  seenOfQuotes,
  seenOfRequest,
  type HistoryField,
  type Seen,
  type SeenValue,
} from '../../domain/history';
import type { RequestId } from '../../domain/identifiers';
import type { Quote } from '../../domain/offers';
import type { Listing } from '../../domain/record';
import type { Resource } from '../../domain/resources/resource';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { HistoryStore, StoredValue } from '../storage/history';
import type { CachedValue, Entry } from './entry';
import type { LocalResource, LocalSource } from './fetch';
import type { KnownMarketView } from './known-market';

type HistoryResource = Extract<LocalResource, { kind: 'history' }>;

/** The newest changes of a field that a page is told. */
const TOLD_MAX = 5_000;
/** Fields whose last value is remembered to be gone on with; of others a new one begins. */
const OPEN_MAX = 20_000;
/** However long a cell may show a value, nobody claims to have known it for longer without a look. */
const GOOD_MS_MAX = 15 * 60_000;
const WRITE_EVERY_MS = 5_000;
const FORGET_EVERY_MS = 24 * 3_600_000;
/** That a value is good for longer is told this seldom. */
const LONGER_EVERY_MS = 30_000;

interface Watched {
  readonly listeners: Set<() => void>;
  /** Absent until it was read. */
  values?: SeenValue[];
  toldAt: number;
}

/** A value that may go on: when it was last looked at, and until when it is good unless a look fails. */
interface Newest extends StoredValue {
  readonly lookedAt: number;
}

/**
 * What the gateway has seen of requests, as far as they were looked at anyway: it makes no call. A value goes on for as long as
 * the next look comes before it would have been too old to show, and none failed; otherwise there is a gap.
 */
export class History {
  private readonly newest = new Map<string, Newest>();
  private readonly unwritten = new Map<string, StoredValue>();
  private readonly watched = new Map<string, Watched>();
  /** Looks at quotes whose request was not known yet: on which side the best one stands is seen once it is. */
  private readonly withoutRequest = new Map<RequestId, CachedValue>();
  private cancel: (() => void) | undefined;
  private forgotAtMs = -Infinity;
  private isClosed = false;

  constructor(
    private readonly options: {
      readonly store: HistoryStore;
      readonly market: () => Pick<KnownMarketView, 'request' | 'quotes'>;
      readonly keptMs: number;
      readonly clock: Clock;
      readonly log: Log;
    },
  ) {}

  /** The platform has just answered. */
  learned({ resource, request, known }: Pick<Entry, 'resource' | 'request' | 'known'>): void {
    if (!known || (resource.kind !== 'request' && resource.kind !== 'quotes')) return;
    const { id } = resource;
    if (resource.kind === 'request' && request) this.seeAll(id, seenOfRequest(request), known);
    const looked = resource.kind === 'quotes' ? known : this.withoutRequest.get(id);
    const quotes = looked && this.options.market().quotes(id);
    if (looked && quotes) this.seeQuotes(id, quotes, looked);
  }

  /**
   * A look at this failed, or at everything where none is named: what was last seen may have changed since then, whatever the
   * next look says.
   */
  missed(resource?: Resource): void {
    for (const [key, last] of this.newest) {
      if (last.until <= last.lookedAt || (resource && !isOf(last, resource))) continue;
      const cut = { ...last, until: last.lookedAt };
      this.newest.set(key, cut);
      this.tellOf(key, cut);
    }
  }

  of(resource: HistoryResource): LocalSource {
    const key = keyOf(resource);
    return {
      read: () => this.watched.get(key)?.values,
      onChange: (listener) => this.watch(resource, listener),
    };
  }

  private watch(resource: HistoryResource, listener: () => void): () => void {
    const key = keyOf(resource);
    const watched = this.watched.get(key) ?? { listeners: new Set(), toldAt: -Infinity };
    this.watched.set(key, watched);
    watched.listeners.add(listener);
    if (!watched.values) void this.load(resource, watched);
    return () => {
      watched.listeners.delete(listener);
      if (watched.listeners.size === 0 && this.watched.get(key) === watched) this.watched.delete(key);
    };
  }

  /** What is seen later, by calls that were under way, is not written: what it would be written to may be closed. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.flush();
  }

  /** Writes what is not written yet. */
  async flush(): Promise<void> {
    this.cancel?.();
    this.cancel = undefined;
    const values = [...this.unwritten.values()];
    this.unwritten.clear();
    const { store, clock, keptMs } = this.options;
    if (values.length > 0) await this.tried(() => store.keep(values));
    if (clock.monotonicMs() - this.forgotAtMs < FORGET_EVERY_MS) return;
    this.forgotAtMs = clock.monotonicMs();
    await this.tried(() => store.forget(clock.now() - keptMs));
  }

  private seeQuotes(id: RequestId, quotes: Listing<Quote>, looked: CachedValue): void {
    const request = this.options.market().request(id);
    if (this.withoutRequest.size >= OPEN_MAX) this.withoutRequest.clear();
    if (request) this.withoutRequest.delete(id);
    else this.withoutRequest.set(id, looked);
    this.seeAll(id, seenOfQuotes(quotes, request), looked);
  }

  private seeAll(id: RequestId, seen: Seen, { fetchedAt: at, staleAt = at }: CachedValue): void {
    const until = Math.min(staleAt, at + GOOD_MS_MAX);
    for (const [field, value] of seen) this.see({ id, field, value, at, until, lookedAt: at });
  }

  private see(value: Newest): void {
    if (this.isClosed) return;
    const key = keyOf(value);
    const last = this.newest.get(key);
    const goesOn = last !== undefined && value.at <= last.until;
    if (last && goesOn && last.value === value.value) {
      const { at: lookedAt } = value;
      return this.put(key, { ...last, lookedAt, until: Math.max(last.until, value.until) });
    }
    if (last && goesOn && last.at < value.at) this.put(key, { ...last, lookedAt: value.at, until: value.at });
    this.put(key, value);
  }

  private put(key: string, value: Newest): void {
    if (this.newest.size >= OPEN_MAX && !this.newest.has(key)) this.newest.clear();
    this.newest.set(key, value);
    // Kept is what is proven, up to the last look: nobody cuts it where the process ends at once.
    const { lookedAt: until, ...kept } = value;
    this.unwritten.set(`${key} ${value.at}`, { ...kept, until });
    this.cancel ??= this.options.clock.after(WRITE_EVERY_MS, () => void this.flush());
    this.tellOf(key, value);
  }

  private tellOf(key: string, value: StoredValue): void {
    const watched = this.watched.get(key);
    if (watched?.values) this.tell(watched, watched.values, value);
  }

  private tell(watched: Watched, values: SeenValue[], { at, until, value }: StoredValue): void {
    const before = values.at(-1);
    const isNew = before?.at !== at;
    const isCut = !isNew && until < before.until;
    if (!isNew) values.pop();
    values.push({ at, until, value });
    if (values.length > TOLD_MAX) values.shift();
    const now = this.options.clock.now();
    if (!isNew && !isCut && now - watched.toldAt < LONGER_EVERY_MS) return;
    watched.toldAt = now;
    for (const listener of [...watched.listeners]) listener();
  }

  private async load(resource: HistoryResource, watched: Watched): Promise<void> {
    const { id, field } = resource;
    await this.flush();
    let values: readonly SeenValue[] = [];
    await this.tried(async () => {
      values = await this.options.store.find(id, field, TOLD_MAX);
    });
    const newest = this.newest.get(keyOf(resource));
    watched.values = values.map((one) =>
      // A store may keep whole milliseconds.
      newest && one.at === Math.floor(newest.at) ? { ...one, at: newest.at, until: newest.until } : one,
    );
    watched.toldAt = this.options.clock.now();
    for (const listener of [...watched.listeners]) listener();
  }

  private async tried(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.options.log.error('What was seen of requests could not be kept or read; there is a gap.', {
        error: String(error),
      });
    }
  }
}

const OF_REQUEST: readonly HistoryField[] = ['state', 'remaining-quantity'];

/** Whether a value is learned from this. */
const isOf = ({ id, field }: StoredValue, resource: Resource): boolean =>
  'id' in resource &&
  resource.id === id &&
  resource.kind === (OF_REQUEST.includes(field) ? 'request' : 'quotes');

const keyOf = ({ id, field }: { id: RequestId; field: HistoryField }): string => JSON.stringify([field, id]);
