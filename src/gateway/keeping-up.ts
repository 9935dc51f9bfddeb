import type { ActionDesk } from './actions/action-desk';
import type { TradeShelf } from './actions/trade-shelf';
import type { WithdrawAll } from './actions/withdraw-all';
import type { AnswerBook } from './answers/answer-book';
import type { KnownMarketView } from './answers/known-market';
import type { DeskSurroundings } from './desk-surroundings';
import { Consequences } from './events/consequences';
import { Reconciler } from './events/reconciler';
import type { Ground } from './ground';
import { SIGNED_OUT } from './sign-in';
import { Wakefulness } from './wakefulness';

export interface KeepingUpParts {
  readonly ground: Ground;
  readonly book: AnswerBook;
  readonly actions: ActionDesk;
  readonly withdrawAll: Pick<WithdrawAll, 'sweep'>;
  readonly market: Pick<KnownMarketView, 'openRequests'>;
  readonly trades: Pick<TradeShelf, 'trade'>;
  readonly around: DeskSurroundings;
}

/** How a desk learns of what happens without having asked: by events, by looking for missed ones, and by noticing that it was away. */
export class KeepingUp {
  private readonly consequences: Consequences;
  private readonly reconciler: Reconciler;
  private readonly wakefulness: Wakefulness;
  private stopHealing: () => void = () => undefined;

  constructor(private readonly parts: KeepingUpParts) {
    const { ground, book, actions, market, trades, around } = parts;
    const { platform, events, marks } = ground;
    const outside = {
      events,
      book,
      quota: () => platform.quota(),
      signedIn: () => platform.status.signedIn,
      day: around.day,
      zone: around.zone,
      clock: around.clock,
      log: around.log,
    };
    this.consequences = new Consequences({
      ...outside,
      actions,
      isListed: (id) => market.openRequests()?.ids.has(id) === true,
    });
    this.reconciler = new Reconciler({
      ...outside,
      marks,
      otherVenues: around.recordRules.otherVenues,
      service: platform.service,
      trade: (id) => trades.trade(id, 'polling'),
    });
    this.wakefulness = new Wakefulness(around.clock, () => this.wake());
  }

  start(): void {
    this.stopHealing = this.healing();
    this.consequences.start();
    this.reconciler.start();
    this.wakefulness.start();
  }

  stop(): void {
    this.stopHealing();
    this.wakefulness.stop();
    this.consequences.stop();
    this.reconciler.stop();
  }

  /** When the session or the service is back, what failed without it is asked for again; when it goes, answers say so. */
  private healing(): () => void {
    const { book, actions, withdrawAll, ground } = this.parts;
    const { platform } = ground;
    let was = platform.status;
    let rested = false;
    return platform.onStatusChanged(() => {
      const is = platform.status;
      const isBack = is.signedIn && (!was.signedIn || (was.failure && !is.failure));
      const wasDown = rested || !was.signedIn;
      rested = platform.reading !== 'flows';
      if (isBack) {
        book.heal({ wasDown });
        if (wasDown) {
          actions.resume();
          actions.lookNow();
          withdrawAll.sweep();
          this.reconciler.soon();
        }
      } else if (was.signedIn && !is.signedIn) book.failAll(is.failure ?? SIGNED_OUT);
      was = is;
    });
  }

  /** Nobody knows what happened meanwhile, so everything in sight is read again. */
  private wake(): void {
    const { book, actions, ground, around } = this.parts;
    around.log.info('The machine slept or its clock was set: what is shown is read anew.');
    if (!ground.platform.status.signedIn) return;
    book.overslept();
    actions.lookNow();
    this.reconciler.soon();
  }
}
