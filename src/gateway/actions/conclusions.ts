import type { Outcome } from '../../domain/failure';
import type { RequestId } from '../../domain/identifiers';
import type { Quote } from '../../domain/offers';
import type { Listing } from '../../domain/record';
import { isConcluded, type Request } from '../../domain/request';
import { LIST_LAG_MS } from '../../domain/verdict/settled';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { Telling } from '../cache/known-market';
import type { Ended, EndedStore } from '../storage/ended';

/** Market data that the gateway already has from watched resources, without a call. */
export interface KnownMarket {
  request(id: RequestId): Pick<Request, 'state'> | undefined;
  tellings(id: RequestId): readonly Telling[];
  quotes(id: RequestId): Listing<Quote> | undefined;
  /** Epoch ms. */
  quotesReadAt(id: RequestId): number | undefined;
  /** Epoch ms. */
  requestReadAt(id: RequestId): number | undefined;
  /** All open requests, and when they were read (epoch ms); absent while the list has gaps. */
  openRequests(): OpenRequests | undefined;
}

interface OpenRequests {
  readonly ids: ReadonlySet<RequestId>;
  readonly fetchedAt: number;
}

/** A request on which something of the desk's own may be live, and since when (epoch ms). */
interface Doubtful {
  readonly requestId: RequestId;
  readonly since: number;
}

type Concluded = (id: RequestId, request: Pick<Request, 'state'>) => void;

interface ConclusionsOptions {
  readonly store: EndedStore;
  readonly market: KnownMarket;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether reading makes sense now. */
  readonly mayRead: () => boolean;
  readonly readRequest: (id: RequestId) => Promise<Outcome<Pick<Request, 'state'>>>;
}

/** The requests to check, and the further reads where a request has no answer. */
interface Asked {
  readonly doubtful: () => readonly Doubtful[];
  readonly further: (id: RequestId) => Promise<void>;
}

const CHECK_EVERY_MS = 60_000;
/** While there are more of them. */
const NEXT_MS = 5_000;
/** Rate for older offers, so that an old journal does not use up the day's calls. */
const OLD_MS = 86_400_000;
const OLD_EVERY_MS = 120_000;
const AGAIN_MS_MIN = 30_000;
const AGAIN_MS_MAX = 3_600_000;
/** Where its own record and the list contradict each other, the list is held against it no more often, and half as often each time. */
const REOPENED_AGAIN_MS = 600_000;

/**
 * Which requests are proven over, by their own record alone. That a list leaves one out proves nothing: then the request
 * itself is read, until it says so.
 */
export class Conclusions {
  /** Since when they are known to be, epoch ms. */
  private readonly concluded = new Map<string, number>();
  /** Those that a list had as open again later: when it was read last (epoch ms), and how often. */
  private readonly reopened = new Map<string, { readonly at: number; readonly times: number }>();
  private readonly tried = new Map<RequestId, { readonly times: number; readonly nextAt: number }>();
  /** Checked regardless of any list. */
  private readonly wanted = new Set<RequestId>();
  private lastOldAt = -Infinity;
  private isStopped = false;
  private readonly listeners = new Set<Concluded>();
  private readonly reopenedListeners = new Set<(id: RequestId) => void>();
  private cancel = (): void => undefined;

  constructor(private readonly options: ConclusionsOptions) {}

  /** Loads conclusions of earlier runs; returns those of quotes. */
  async start(): Promise<readonly string[]> {
    try {
      const ended = await this.options.store.all();
      for (const { kind, id } of ended)
        if (kind === 'request') this.concluded.set(id, this.options.clock.now());
      return ended.filter(({ kind }) => kind === 'quote').map(({ id }) => id);
    } catch (error) {
      this.options.log.error('Which quotes are over cannot be read.', { error: String(error) });
      return [];
    }
  }

  /** Called once for each request that is proven over from now on. */
  onConcluded(listener: Concluded): void {
    this.listeners.add(listener);
  }

  /** Called when one that was proven over is open again. */
  onReopened(listener: (id: RequestId) => void): void {
    this.reopenedListeners.add(listener);
  }

  /** Looks from now on, one request at a time. */
  look(asked: Asked, waitMs = CHECK_EVERY_MS): void {
    if (this.isStopped) return;
    this.cancel = this.options.clock.after(waitMs, () => {
      void this.check(asked).then((isMore) => this.look(asked, isMore ? NEXT_MS : CHECK_EVERY_MS));
    });
  }

  stop(): void {
    this.isStopped = true;
    this.cancel();
  }

  has(id: RequestId): boolean {
    const { market } = this.options;
    if (this.concluded.has(id) && !this.opensAgain(id)) return true;
    const request = market.request(id);
    if (!request || !isConcluded(request)) return false;
    if ((market.requestReadAt(id) ?? 0) < (this.reopened.get(id)?.at ?? 0)) return false;
    this.conclude(id, request);
    return true;
  }

  /** A list of open requests that was read well after its end has it: its own record is read to be sure. */
  private opensAgain(id: RequestId): boolean {
    const open = this.options.market.openRequests();
    const at = this.concluded.get(id);
    const { times = 0 } = this.reopened.get(id) ?? {};
    const lagMs = times === 0 ? LIST_LAG_MS : REOPENED_AGAIN_MS * 2 ** (times - 1);
    if (!open?.ids.has(id) || at === undefined || open.fetchedAt < at + lagMs) return false;
    this.concluded.delete(id);
    this.reopened.set(id, { at: open.fetchedAt, times: times + 1 });
    this.forget({ kind: 'request', id });
    this.want(id);
    for (const listener of this.reopenedListeners) listener(id);
    return true;
  }

  /** Something was refused on it that should have gone. */
  want(id: RequestId): void {
    this.wanted.add(id);
    this.tried.delete(id);
  }

  /** Something says that it is over: it is read at once, and its own record decides. Never rejects. */
  async readNow(id: RequestId): Promise<void> {
    if (this.has(id) || !this.options.mayRead()) return;
    try {
      const request = await this.options.readRequest(id);
      if (!request.ok) this.want(id);
      else if (isConcluded(request.value)) this.conclude(id, request.value);
    } catch (error) {
      this.want(id);
      this.options.log.error('Reading whether a request is over broke.', {
        requestId: id,
        error: String(error),
      });
    }
  }

  keep(ended: Ended): void {
    this.options.store.append(ended).catch((error: unknown) => {
      this.options.log.warn('That an offer is over cannot be written down.', { error: String(error) });
    });
  }

  /** What was kept of it is not so. */
  forget(ended: Ended): void {
    this.options.store.remove(ended).catch((error: unknown) => {
      this.options.log.warn('That an offer is not over cannot be written down.', { error: String(error) });
    });
  }

  private conclude(id: RequestId, request: Pick<Request, 'state'>): void {
    this.concluded.set(id, this.options.clock.now());
    this.tried.delete(id);
    this.wanted.delete(id);
    this.keep({ kind: 'request', id });
    for (const listener of this.listeners) listener(id, request);
  }

  /** Checks the newest; returns whether there are more. */
  private async check({ doubtful, further }: Asked): Promise<boolean> {
    const { clock, mayRead, readRequest } = this.options;
    const now = clock.now();
    if (!mayRead()) return false;
    const due = doubtful()
      .filter(({ requestId }) => !this.concluded.has(requestId))
      .filter((one) => this.wanted.has(one.requestId) || this.isMissing(one))
      .filter(({ requestId }) => (this.tried.get(requestId)?.nextAt ?? 0) <= now)
      .sort((a, b) => b.since - a.since);
    const [next] = due;
    if (!next) return false;
    if (now - next.since > OLD_MS) {
      if (now - this.lastOldAt < OLD_EVERY_MS) return false;
      this.lastOldAt = now;
    }
    const { requestId } = next;
    const times = (this.tried.get(requestId)?.times ?? 0) + 1;
    const waitMs = Math.min(AGAIN_MS_MAX, AGAIN_MS_MIN * 2 ** (times - 1));
    this.tried.set(requestId, { times, nextAt: now + waitMs });
    try {
      const request = await readRequest(requestId);
      if (request.ok && isConcluded(request.value)) this.conclude(requestId, request.value);
      else await further(requestId);
    } catch (error) {
      this.options.log.error('Looking whether an own offer is over broke.', {
        requestId,
        error: String(error),
      });
    }
    return due.length > 1;
  }

  /** Whether the newest list of open requests leaves it out. */
  private isMissing({ requestId, since }: Doubtful): boolean {
    const open = this.options.market.openRequests();
    return open !== undefined && !open.ids.has(requestId) && open.fetchedAt >= since + LIST_LAG_MS;
  }
}
