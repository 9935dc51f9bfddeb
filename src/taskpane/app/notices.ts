import type { GatewayClient } from '../../client/client';
import type { PlatformEvent } from '../../domain/event';
import type { EndedQuote } from './event-relevance';
import type { RequestId } from '../../domain/identifiers';
import type { NewsKind } from './heard-events';
import { Observable } from './observable';

/** One thing that a person is told: all that came of one kind on one request until it was shown. */
export interface Notice {
  readonly kind: NewsKind;
  readonly requestId: RequestId;
  readonly count: number;
  /** Of the newest one. Epoch ms. */
  readonly heardAt: number;
  readonly tradeId: string | undefined;
  /** Of trades: how many of them nobody knows yet whose they are. */
  readonly doubtful: number;
  /** The desk's quotes that ended with the request. */
  readonly ended: readonly EndedQuote[];
  /** When the pane heard of the newest one, by its own clock. Epoch ms. */
  readonly since: number;
}

export interface News {
  readonly kind: NewsKind;
  readonly requestId: RequestId;
  readonly event: PlatformEvent;
  /** Of a trade: it is known that it is nobody's of this desk. */
  readonly isOthers?: boolean;
  readonly ended?: readonly EndedQuote[];
  /** When the pane heard of it, by its own clock. Epoch ms. */
  readonly since: number;
}

/** So many wait to be told at most: more than that nobody reads, and the room has them all. */
const NOTICES_MAX = 20;

/** The notices with one more event: merged with what waits of the same kind on the same request, trades before everything else, and the newest of the others next. */
function withNotice(
  notices: readonly Notice[],
  { kind, requestId, event, isOthers = false, ended = [], since }: News,
): Notice[] {
  const isSame = (notice: Notice): boolean => notice.kind === kind && notice.requestId === requestId;
  const had = notices.find(isSame);
  const next: Notice = {
    kind,
    requestId,
    count: (had?.count ?? 0) + 1,
    heardAt: event.heardAt,
    tradeId: event.tradeId,
    doubtful: (had?.doubtful ?? 0) + (isOthers ? 0 : 1),
    ended: ended.length > 0 ? ended : (had?.ended ?? []),
    since,
  };
  const all = had
    ? notices.map((notice) => (isSame(notice) ? next : notice))
    : [...notices.slice(0, 1), next, ...notices.slice(1)];
  return [...all.filter(isTrade), ...all.filter((notice) => !isTrade(notice))].slice(0, NOTICES_MAX);
}

/** What a person has to know however late it is: a trade that may be one's own, and a quote that is live no more. */
export const isLasting = ({ kind, ended = [] }: Pick<News, 'kind' | 'ended'>): boolean =>
  kind === 'traded' || kind === 'withdrawn' || ended.length > 0;

export const isTrade = ({ kind }: Pick<Notice, 'kind'>): boolean => kind === 'traded';

/** How long each is shown. A trade is worth a longer look. */
export const SHOWN_MS = 8_000;
export const TRADE_SHOWN_MS = 15_000;
/** Older than that when its turn comes, a notice is no news: the room of the events has it. */
export const STALE_MS = 15_000;
/** So long a new request is told of at most, even while somebody points at it: a pointer may have been left there. */
export const REQUEST_TOLD_MS = 60_000;
/** A press just after a notice appeared was meant for what stood there before. */
export const TOO_SOON_MS = 500;

/** What the person is told now, one after the other, the first one in sight for its time. */
export class NoticeBoard {
  readonly notices = new Observable<readonly Notice[]>([]);
  private shownAt = 0;
  private holders = 0;
  private cancel: () => void = () => {};

  constructor(private readonly clock: GatewayClient['clock']) {}

  put(news: readonly News[]): void {
    const [shown, ...waiting] = this.notices.get();
    const there = [...(shown ? [shown] : []), ...waiting.filter(this.isNews)];
    this.show(news.filter(this.isNews).reduce<readonly Notice[]>(withNotice, there));
  }

  /** The first one is read, or its time is over. */
  next(): void {
    this.show(this.notices.get().slice(1).filter(this.isNews));
  }

  clear(): void {
    this.show([]);
  }

  /** A request to quote that was opened, or is over, is no news. */
  dropRequest(isGone: (id: RequestId) => boolean): void {
    const notices = this.notices.get();
    const left = notices.filter(({ kind, requestId }) => kind !== 'request' || !isGone(requestId));
    if (left.length < notices.length) this.show(left);
  }

  /** It is known now whose a trade is: one of the desk's own is told as a fill, and no more as news. */
  settle({ kind, requestId }: Pick<News, 'kind' | 'requestId'>, whose: 'own' | 'other'): void {
    const settled = (notice: Notice): Notice | [] => {
      if (notice.kind !== kind || notice.requestId !== requestId || notice.doubtful === 0) return notice;
      const count = notice.count - (whose === 'own' ? 1 : 0);
      return count === 0 ? [] : { ...notice, count, doubtful: notice.doubtful - 1 };
    };
    this.show(this.notices.get().flatMap(settled));
  }

  /** The first one, unless it has only just appeared below the finger. */
  pressed(): Notice | undefined {
    return this.clock.now() - this.shownAt < TOO_SOON_MS ? undefined : this.notices.get()[0];
  }

  /** Keeps the first one in sight, as while somebody points at it, until the answer is called; twice is harmless. */
  hold(): () => void {
    let held = true;
    this.holders += 1;
    this.wait();
    return () => {
      if (held && --this.holders === 0) this.wait();
      held = false;
    };
  }

  private readonly isNews = (one: Pick<News, 'kind' | 'since' | 'ended'>): boolean =>
    isLasting(one) || this.clock.now() - one.since <= STALE_MS;

  private show(notices: readonly Notice[]): void {
    const [was] = this.notices.get();
    const [first] = notices;
    this.notices.set(notices);
    if (first === was) return;
    if (!isSameThing(first, was)) this.shownAt = this.clock.now();
    this.wait();
  }

  private wait(): void {
    this.cancel();
    const [first] = this.notices.get();
    if (!first || (this.holders > 0 && first.kind !== 'request')) return;
    const forMs = isTrade(first) || first.ended.length > 0 ? TRADE_SHOWN_MS : SHOWN_MS;
    const heldMs = Math.max(0, first.since + REQUEST_TOLD_MS - this.clock.now());
    this.cancel = this.clock.after(this.holders > 0 ? heldMs : forMs, () => this.next());
  }
}

const isSameThing = (one: Notice | undefined, other: Notice | undefined): boolean =>
  one?.kind === other?.kind && one?.requestId === other?.requestId;
