import type { Clock } from '../../effects/clock';
import type { ActionService } from '../actions/action-service';
import type { NewTrades } from '../actions/new-trades';
import type { OwnTrades } from '../actions/own-trades';
import type { TradeShelf } from '../actions/trade-shelf';
import type { WithdrawAll } from '../actions/withdraw-all';
import type { KnownMarketView } from '../cache/known-market';
import type { ResourceCache } from '../cache/resource-cache';
import { EventInvalidation, type OwnOnEnded } from '../events/event-invalidation';
import { Reconciler } from '../events/reconciler';
import type { GatewayConfig } from './gateway-config';
import type { EnvironmentResources } from './resources';
import { SIGNED_OUT } from './sign-in';

/** How a desk learns of what happens without having asked: by events, by looking for missed ones, and by noticing that it was away. */
export class KeepingUp {
  private readonly invalidation: EventInvalidation;
  private readonly reconciler: Reconciler;
  private readonly wakefulness: Wakefulness;
  private stopHealing: () => void = () => undefined;
  private cancelDay: () => void = () => undefined;

  constructor(
    private readonly options: {
      readonly resources: EnvironmentResources;
      readonly cache: ResourceCache;
      readonly actions: ActionService;
      readonly withdrawAll: Pick<WithdrawAll, 'sweep'>;
      readonly market: Pick<KnownMarketView, 'openRequests'>;
      readonly trades: Pick<TradeShelf, 'trade'>;
      readonly ownTrades: Pick<OwnTrades, 'hear' | 'readRecord' | 'isFill'>;
      readonly newTrades: Pick<NewTrades, 'isSought' | 'readList'>;
      readonly ended: OwnOnEnded;
      readonly config: GatewayConfig;
    },
  ) {
    const { resources, cache, actions, market, trades, ownTrades, newTrades, ended, config } = options;
    const { platform, events, checkpoint } = resources;
    const outside = {
      events,
      cache,
      quota: () => platform.quota(),
      signedIn: () => platform.status.signedIn,
      day: config.day,
      zone: config.zone,
      clock: config.clock,
      log: config.log,
    };
    this.invalidation = new EventInvalidation({
      ...outside,
      actions,
      ownTrades,
      newTrades,
      ended,
      isListed: (id) => market.openRequests()?.ids.has(id) === true,
    });
    this.reconciler = new Reconciler({
      ...outside,
      checkpoint,
      otherVenues: config.recordRules.otherVenues,
      service: platform.service,
      trade: (id) => trades.trade(id, 'polling'),
    });
    this.wakefulness = new Wakefulness(config.clock, (since) => this.wake(since));
  }

  async start(): Promise<void> {
    this.stopHealing = this.healing();
    await this.invalidation.start();
    await this.reconciler.start();
    this.wakefulness.start();
    this.lookEachDay();
  }

  /** Resolves once what is being written down is on disk, or was refused. */
  async stop(): Promise<void> {
    this.stopHealing();
    this.cancelDay();
    this.wakefulness.stop();
    await Promise.all([this.invalidation.stop(), this.reconciler.stop()]);
  }

  /** When the session or the service is back, what failed without it is asked for again; when it goes, answers say so. */
  private healing(): () => void {
    const { cache, actions, withdrawAll, resources } = this.options;
    const { platform } = resources;
    let was = platform.status;
    let rested = false;
    return platform.onStatusChanged(() => {
      const is = platform.status;
      const isBack = is.signedIn && (!was.signedIn || (was.failure && !is.failure));
      const wasDown = rested || !was.signedIn;
      rested = platform.reading !== 'flows';
      if (isBack) {
        cache.heal({ wasDown });
        if (wasDown) {
          actions.resume();
          actions.answersAgain();
          withdrawAll.sweep();
          this.reconciler.soon();
        }
      } else if (was.signedIn && !is.signedIn) cache.failAll(is.failure ?? SIGNED_OUT);
      if (is.signedIn && is.failure) cache.unheard();
      was = is;
    });
  }

  /** What a day without calls left open is looked at as soon as the next one has them. */
  private lookEachDay(): void {
    const { actions, resources, config } = this.options;
    const { platform } = resources;
    this.cancelDay = config.clock.after(platform.quota().resetsAt - config.clock.now() + TICK_MS, () => {
      if (platform.status.signedIn) actions.lookNow();
      this.lookEachDay();
    });
  }

  /** Nobody knows what happened meanwhile, so everything in sight is read again. */
  private wake(awakeSince: number): void {
    const { cache, actions, resources, config } = this.options;
    config.log.info('The machine slept or its clock was set: what is shown is read anew.');
    if (!resources.platform.status.signedIn) return;
    cache.overslept(awakeSince);
    actions.lookNow();
    this.reconciler.soon();
  }
}

const TICK_MS = 5_000;
/** A tick this late, by either clock, was slept over: the machine stood still, or its wall clock was set. */
const LATE_MS_MAX = 20_000;

/** Notices within seconds that the machine slept: then timers did not run, and answers are older than they seem. */
class Wakefulness {
  private cancel: () => void = () => undefined;

  constructor(
    private readonly clock: Clock,
    /** It was awake again at this moment (epoch ms) at the latest. */
    private readonly woken: (awakeSince: number) => void,
  ) {}

  start(): void {
    const at = this.clock.now();
    const atMs = this.clock.monotonicMs();
    this.cancel = this.clock.after(TICK_MS, () => {
      // Both: on some machines the monotonic clock stands still while they sleep, on others it goes on.
      const lateMs = Math.max(this.clock.now() - at, this.clock.monotonicMs() - atMs) - TICK_MS;
      this.start();
      // Of the time before the sleep there was one tick at most.
      if (lateMs > LATE_MS_MAX) this.woken(at + TICK_MS);
    });
  }

  stop(): void {
    this.cancel();
  }
}
