import type { Quota } from '../../domain/desk-status';
import { eventKindOf } from '../../domain/actions/event-kind';
import type { PlatformEvent } from '../../domain/event';
import { RequestId, TradeId, type ActionId } from '../../domain/identifiers';
import { resourceKey, type ResourceKey } from '../../domain/resources/resource';
import { pause, type Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { ActionService } from '../actions/action-service';
import type { NewTrades } from '../actions/new-trades';
import type { OwnTrades } from '../actions/own-trades';
import { isWanted } from '../cache/entry';
import type { RemoteResource } from '../cache/fetch';
import { budgetOf, refilled, spent, type PollBudget, type TradingDay } from '../cache/poll-budget';
import type { ResourceCache } from '../cache/resource-cache';
import { concludes, listKindsOf, mayCorrect, resourcesAffectedByEvent } from './affected-resources';
import type { EventLog } from './event-log';

/** From the start of one refetch to that of the next, however many events there are. */
export const SPACING_MS = 500;
/** The same for looking up actions, which takes several calls. */
export const LOOKUP_SPACING_MS = 2_000;
/** Beyond the cap a resource is made due this often at most, so that polling does not run after one name alone. */
export const CAPPED_SPACING_MS = 60_000;
/** Calls that looking up one action takes about. */
const LOOKUP_CALLS = 3;

/** A trade may be listed so long after its event. */
const LISTED_LATE_MS = 5_000;

/** The desk's own offers on a request that an event calls over. */
export interface OwnOnEnded {
  standsOn(id: RequestId): boolean;
  /** Never rejects. */
  readNow(id: RequestId): Promise<void>;
}

/**
 * What follows from events. They are hints, whoever sent them and in whatever order: what they name is read again, ahead
 * of polling and behind every action, and only what was read is believed.
 */
export class EventInvalidation {
  private readonly bursts: Bursts;
  private readonly budget: EventBudget;
  private readonly acknowledgement: Acknowledgement;
  /** What waits until its request has been read, by the key of that request. */
  private readonly waiting = new Map<ResourceKey, Map<ResourceKey, RemoteResource>>();
  /** Touched because a request is over: nobody is to see longer than need be what can no more be traded. */
  private readonly urgent = new Set<ResourceKey>();
  private stopListening: () => void = () => undefined;
  /** Until when it was said that the cap is reached: once a day. */
  private saidUntil = -Infinity;

  constructor(
    private readonly options: EventBudgetOptions & {
      readonly events: Pick<EventLog, 'read' | 'follow' | 'digested'>;
      readonly cache: Pick<
        ResourceCache,
        'entries' | 'refetch' | 'reopen' | 'outdate' | 'hasten' | 'outdated' | 'heardClosed'
      >;
      readonly actions: Pick<
        ActionService,
        'unsettledOn' | 'hint' | 'heard' | 'tradesOn' | 'pricedBefore' | 'tradeCorrected'
      >;
      readonly ownTrades: Pick<OwnTrades, 'hear' | 'readRecord' | 'isFill'>;
      readonly newTrades: Pick<NewTrades, 'isSought' | 'readList'>;
      readonly ended: OwnOnEnded;
      readonly isListed: (id: RequestId) => boolean;
      readonly signedIn: () => boolean;
      readonly clock: Clock;
      readonly log: Log;
    },
  ) {
    this.bursts = new Bursts(options.clock);
    this.budget = new EventBudget(options);
    this.acknowledgement = new Acknowledgement(options);
  }

  /** Takes up what the last run left. What was kept on disk before an event is not shown for new, whenever that was. */
  async start(): Promise<void> {
    const { events, cache } = this.options;
    for (const event of events.read()) {
      const { first, then } = this.touched(event);
      cache.outdate([...first, ...then], event.heardAt);
      cache.outdated.markKinds(listKindsOf(event), event.heardAt);
    }
    this.stopListening = await events.follow((found) => this.draw(found));
  }

  /** Resolves once the last marks are written, or were refused: then their consequences are drawn again after the next start. */
  async stop(): Promise<void> {
    this.stopListening();
    this.bursts.stop();
    await this.acknowledgement.stop();
  }

  private draw(events: readonly PlatformEvent[]): void {
    for (const event of events) if (event.origin !== 'test') this.drawOne(event);
    this.acknowledgement.add(events.map(({ sequence }) => sequence));
  }

  private drawOne(event: PlatformEvent): void {
    const { first, then } = this.touched(event);
    this.options.cache.outdated.markKinds(listKindsOf(event), this.options.clock.now());
    const closed = RequestId.safeParse(eventKindOf(event.type) === 'closed' ? event.requestId : undefined);
    if (closed.success) this.options.cache.heardClosed(closed.data);
    if (concludes(event)) {
      for (const resource of [...first, ...then]) this.urgent.add(resourceKey(resource));
      this.lookUpOwn(event);
    }
    for (const resource of first) this.touch(resource, then);
    if (!first.some(({ kind }) => kind === 'request')) for (const resource of then) this.touch(resource);
    if (event.requestId !== undefined) this.lookUpActions(event.requestId);
    this.options.actions.heard(event);
    this.lookUpTrade(event);
    if (this.options.newTrades.isSought(event)) this.lookForTrade();
    for (const id of this.correctedBy(event)) this.correct(id);
  }

  private touched(event: PlatformEvent) {
    const { cache, isListed, zone } = this.options;
    return resourcesAffectedByEvent(event, { entries: cache.entries, isListed, zone });
  }

  private touch(resource: RemoteResource, then: readonly RemoteResource[] = []): void {
    const { cache } = this.options;
    const key = resourceKey(resource);
    const entry = cache.entries.get(key);
    const followers = resource.kind === 'request' ? then : [];
    if (!entry || !isWanted(entry) || entry.known?.final) {
      this.urgent.delete(key);
      if (!entry?.known?.final) cache.outdate([resource]);
      for (const follower of followers) this.touch(follower);
      return;
    }
    const waiting = this.waiting.get(key) ?? new Map<ResourceKey, RemoteResource>();
    for (const follower of followers) waiting.set(resourceKey(follower), follower);
    if (waiting.size > 0) this.waiting.set(key, waiting);
    this.bursts.touch(key, () => this.refetch(resource, key));
  }

  private async refetch(resource: RemoteResource, key: ResourceKey): Promise<number> {
    const { cache, clock, signedIn } = this.options;
    const followers = this.waiting.get(key)?.values() ?? [];
    this.waiting.delete(key);
    const isUrgent = this.urgent.delete(key);
    const calls = cache.entries.get(key)?.calls ?? 1;
    const waitMs = signedIn() ? this.budget.take(calls, isUrgent) : undefined;
    if (waitMs === undefined) {
      if (signedIn()) this.sayCapped();
      if (signedIn() && !isUrgent) cache.hasten([resource]);
      else cache.outdate([resource]);
    } else {
      if (waitMs > 0) await pause(clock, waitMs);
      await cache.refetch([resource], 'visible');
    }
    for (const follower of followers) this.touch(follower);
    return waitMs === undefined ? CAPPED_SPACING_MS : SPACING_MS;
  }

  /** What became of actions on a request that something was heard of may be known by now. */
  private lookUpActions(requestId: string): void {
    const { actions } = this.options;
    if (actions.unsettledOn(requestId).length === 0) return;
    this.bursts.touch(JSON.stringify(['actions', requestId]), async () => {
      const ids: readonly ActionId[] = actions.unsettledOn(requestId);
      const waitMs = this.budget.take(ids.length * LOOKUP_CALLS);
      if (waitMs === undefined) return CAPPED_SPACING_MS;
      if (waitMs > 0) await pause(this.options.clock, waitMs);
      actions.hint(ids);
      return LOOKUP_SPACING_MS;
    });
  }

  /** What of the desk's own stands on a request that is over is told no longer, whoever looks at the request. */
  private lookUpOwn({ requestId }: PlatformEvent): void {
    const id = RequestId.safeParse(requestId);
    const { ended, clock, signedIn } = this.options;
    if (!id.success || !ended.standsOn(id.data)) return;
    this.bursts.touch(JSON.stringify(['own', id.data]), async () => {
      if (!ended.standsOn(id.data)) return SPACING_MS;
      const waitMs = signedIn() ? this.budget.take(1, true) : undefined;
      if (waitMs === undefined) return CAPPED_SPACING_MS;
      if (waitMs > 0) await pause(clock, waitMs);
      await ended.readNow(id.data);
      return LOOKUP_SPACING_MS;
    });
  }

  /** A trade on a request of the desk may be its own, whoever looks: its record says so. */
  private lookUpTrade(event: PlatformEvent): void {
    const { ownTrades, clock, signedIn } = this.options;
    const id = ownTrades.hear(event);
    if (id === undefined) return;
    this.bursts.touch(JSON.stringify(['own trade', id]), async () => {
      const waitMs = signedIn() ? this.budget.take(1, true) : undefined;
      if (waitMs === undefined) return CAPPED_SPACING_MS;
      if (waitMs > 0) await pause(clock, waitMs);
      await ownTrades.readRecord(id);
      return LOOKUP_SPACING_MS;
    });
  }

  /** The list of trades tells which it was, once more where it has none yet. */
  private lookForTrade(): void {
    const { newTrades, clock, signedIn } = this.options;
    this.bursts.touch(JSON.stringify(['new trades']), async () => {
      for (const listedMs of [0, LISTED_LATE_MS]) {
        await pause(clock, listedMs);
        const waitMs = signedIn() ? this.budget.take(1, true) : undefined;
        if (waitMs === undefined) return CAPPED_SPACING_MS;
        if (waitMs > 0) await pause(clock, waitMs);
        if (await newTrades.readList()) break;
      }
      return LOOKUP_SPACING_MS;
    });
  }

  /** Of a standard spread the operator enters the leg prices before it is told as traded (interface document, section 3). */
  private correctedBy(event: PlatformEvent): readonly TradeId[] {
    if (mayCorrect(event)) return this.tradesOf(event);
    return event.type === 'request-traded' ? this.options.actions.pricedBefore(event) : [];
  }

  private tradesOf({ tradeId, requestId }: PlatformEvent): readonly TradeId[] {
    const named = TradeId.safeParse(tradeId);
    if (named.success) return [named.data];
    return requestId === undefined ? [] : this.options.actions.tradesOn(requestId);
  }

  /** A trade that is final is read once more. */
  private correct(id: TradeId): void {
    const { actions, ownTrades, cache, clock } = this.options;
    this.bursts.touch(JSON.stringify(['correction', id]), async () => {
      const waitMs = this.budget.take(1);
      if (waitMs === undefined) return CAPPED_SPACING_MS;
      if (waitMs > 0) await pause(clock, waitMs);
      const resources = [{ kind: 'trade', id } as const, { kind: 'trade-load-shapes', id } as const];
      await cache.reopen(resources);
      for (const resource of resources) this.touch(resource);
      actions.tradeCorrected(id);
      if (ownTrades.isFill(id)) await ownTrades.readRecord(id);
      return LOOKUP_SPACING_MS;
    });
  }

  private sayCapped(): void {
    const { clock, log, quota } = this.options;
    if (clock.now() < this.saidUntil) return;
    this.saidUntil = quota().resetsAt;
    log.warn(
      'Events come faster than their share of the calls allows: what they name is polled in its turn.',
    );
  }
}

/**
 * Many reasons for one piece of work are one. The first starts it at once; those that come while it is under way, or
 * within the spacing that it answers with, make it start once more after the last of them. So the final state is always
 * looked at, however many reasons there were.
 */
class Bursts {
  private readonly running = new Map<string, { again: (() => Promise<number>) | undefined }>();
  private readonly cancels = new Set<() => void>();
  private isStopped = false;

  constructor(private readonly clock: Clock) {}

  /** `work` answers with how long after its start the next one may begin, in ms; it never throws. */
  touch(key: string, work: () => Promise<number>): void {
    const running = this.running.get(key);
    if (running) running.again = work;
    else void this.run(key, work);
  }

  stop(): void {
    this.isStopped = true;
    for (const cancel of this.cancels) cancel();
  }

  private async run(key: string, work: () => Promise<number>): Promise<void> {
    const state = { again: undefined };
    this.running.set(key, state);
    const startedMs = this.clock.monotonicMs();
    const spacingMs = await work();
    if (this.isStopped) return;
    const cancel = this.clock.after(startedMs + spacingMs - this.clock.monotonicMs(), () => {
      this.cancels.delete(cancel);
      const { again } = this.running.get(key) ?? state;
      this.running.delete(key);
      if (again) void this.run(key, again);
    });
    this.cancels.add(cancel);
  }
}

/** Of what is left of the day for reading, events may spend so much, evenly over the day but for a head start. */
const DAY_SHARE = 0.1;
/** Share of the day that may be spent at once. */
const HEAD_START_SHARE = 0.01;
/** Of that, so much is kept for the ends of requests: what others quote all day long never uses it up. */
const KEPT_SHARE = 0.3;
/** Of the calls that the service takes in a second, and of those that it takes at once. */
const RATE_SHARE = 0.2;
/** Whatever would have to wait longer is left to polling. */
const WAIT_MS_MAX = 15_000;

interface EventBudgetOptions {
  readonly quota: () => Pick<Quota, 'perDay' | 'left' | 'reserve' | 'resetsAt' | 'ratePerSecond' | 'burst'>;
  readonly day: TradingDay;
  readonly zone: string;
  readonly clock: Clock;
}

/** What events may cost: whoever sends them, real or forged, can spend this and no more. */
class EventBudget {
  private allowance: PollBudget | undefined;
  private usedToday = 0;
  private resetsAt = -Infinity;
  /** Monotonic ms at which everything that was granted has had its turn at the share of the rate. */
  private paidUntilMs = -Infinity;

  constructor(private readonly options: EventBudgetOptions) {}

  /** How long to wait before making so many calls, in ms; `undefined` when they may not be made. `isUrgent`: what is kept may be used. */
  take(calls: number, isUrgent = false): number | undefined {
    const { clock, day, zone } = this.options;
    const quota = this.options.quota();
    if (quota.resetsAt !== this.resetsAt) {
      this.resetsAt = quota.resetsAt;
      this.usedToday = 0;
      this.allowance = undefined;
    }
    const { spendable, leftMs } = budgetOf(quota, day, { now: clock.now(), zone });
    const mine = DAY_SHARE * (spendable + this.usedToday) - this.usedToday;
    const budget = { spendable: Math.max(0, mine), leftMs, headStart: quota.perDay * HEAD_START_SHARE };
    const nowMs = clock.monotonicMs();
    const allowance = refilled(this.allowance, budget, nowMs);
    this.allowance = allowance;
    const perCallMs = 1_000 / Math.max(quota.ratePerSecond * RATE_SHARE, Number.MIN_VALUE);
    const paidUntilMs = Math.max(this.paidUntilMs, nowMs);
    const waitMs = Math.max(0, paidUntilMs - nowMs - quota.burst * RATE_SHARE * perCallMs);
    const kept = isUrgent ? 0 : KEPT_SHARE * Math.min(budget.headStart, budget.spendable);
    if (allowance.calls - kept < calls || waitMs > WAIT_MS_MAX) return undefined;
    this.allowance = spent(allowance, calls);
    this.usedToday += calls;
    this.paidUntilMs = paidUntilMs + calls * perCallMs;
    return waitMs;
  }
}

const WRITE_EVERY_MS = 1_000;

/** Writes down whose consequences were drawn: many at once, and again when the disk refuses. */
class Acknowledgement {
  private sequences: number[] = [];
  private cancel: (() => void) | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly options: {
      readonly events: Pick<EventLog, 'digested'>;
      readonly clock: Clock;
      readonly log: Log;
    },
  ) {}

  add(sequences: readonly number[]): void {
    for (const sequence of sequences) this.sequences.push(sequence);
    if (this.sequences.length > 0)
      this.cancel ??= this.options.clock.after(WRITE_EVERY_MS, () => this.begin());
  }

  /** What a write under way is refused is tried once more with the last ones. */
  async stop(): Promise<void> {
    this.begin();
    await this.writing;
    this.cancel?.();
  }

  /** Writes after what is being written: by then it is known what of that was refused. */
  private begin(): void {
    this.cancel?.();
    this.cancel = undefined;
    const before = this.writing;
    this.writing = before.then(() => this.write());
  }

  private async write(): Promise<void> {
    const sequences = [...new Set(this.sequences)];
    this.sequences = [];
    if (sequences.length === 0) return;
    try {
      await this.options.events.digested(sequences);
    } catch (error) {
      this.options.log.warn('What became of events cannot be written down.', { error: String(error) });
      this.add(sequences);
    }
  }
}
