import type { DeskClient } from '../../client/client';
import { Observable } from '../observable';
import { isTrade, withNews, type News, type Notice } from './notices';

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

  constructor(private readonly clock: DeskClient['clock']) {}

  put(news: readonly News[]): void {
    this.show(news.reduce<readonly Notice[]>(withNews, this.notices.get()));
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
