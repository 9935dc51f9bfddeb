import type { GatewayClient } from '../../client/client';
import type { PlatformEvent } from '../../domain/event';
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
}

export interface News {
  readonly kind: NewsKind;
  readonly requestId: RequestId;
  readonly event: PlatformEvent;
}

/** So many wait to be told at most: more than that nobody reads, and the room has them all. */
const NOTICES_MAX = 20;

/** The notices with one more event: merged with what waits of the same kind on the same request, and trades before everything else. */
function withNotice(notices: readonly Notice[], { kind, requestId, event }: News): Notice[] {
  const isSame = (notice: Notice): boolean => notice.kind === kind && notice.requestId === requestId;
  const had = notices.find(isSame);
  const next: Notice = {
    kind,
    requestId,
    count: (had?.count ?? 0) + 1,
    heardAt: event.heardAt,
    tradeId: event.tradeId,
  };
  const all = had ? notices.map((notice) => (isSame(notice) ? next : notice)) : [...notices, next];
  return [...all.filter(isTrade), ...all.filter((notice) => !isTrade(notice))].slice(0, NOTICES_MAX);
}

export const isTrade = ({ kind }: Pick<Notice, 'kind'>): boolean => kind === 'traded';

/** How long each is shown. A trade is worth a longer look. */
export const SHOWN_MS = 8_000;
export const TRADE_SHOWN_MS = 15_000;
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
    this.show(news.reduce<readonly Notice[]>(withNotice, this.notices.get()));
  }

  /** The first one is read, or its time is over. */
  next(): void {
    this.show(this.notices.get().slice(1));
  }

  clear(): void {
    this.show([]);
  }

  /** The first one, unless it has only just appeared below the finger. */
  pressed(): Notice | undefined {
    return this.clock.now() - this.shownAt < TOO_SOON_MS ? undefined : this.notices.get()[0];
  }

  /** Keeps the first one in sight, as while somebody points at it, until the answer is called; twice is harmless. */
  hold(): () => void {
    let held = true;
    this.holders += 1;
    this.cancel();
    return () => {
      if (held && --this.holders === 0) this.wait();
      held = false;
    };
  }

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
    if (!first || this.holders > 0) return;
    this.cancel = this.clock.after(isTrade(first) ? TRADE_SHOWN_MS : SHOWN_MS, () => this.next());
  }
}

const isSameThing = (one: Notice | undefined, other: Notice | undefined): boolean =>
  one?.kind === other?.kind && one?.requestId === other?.requestId;
