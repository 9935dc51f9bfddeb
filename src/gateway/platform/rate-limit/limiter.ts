import type { Quota } from '../../../domain/desk-status';
import { failed, type Failure, type Outcome } from '../../../domain/failure';
import { isActionLane, LANES, type Lane } from '../../../domain/lane';
import type { Clock } from '../../../effects/clock';
import type { Log } from '../../../effects/log';
import {
  charged,
  filledBucket,
  freeTokens,
  grant,
  refilled,
  saveTokens,
  throttled,
  tokensLeft,
  type Bucket,
} from './bucket';
import { callsAllowed, DayCount } from './day-count';
import { closing, givenUp, laneFull, waitedTooLong } from './errors';
import type { RateLimits } from './rate-limits';
import { meaningOf } from './refusal-meaning';
import { LaneQueues, type Entry, type Queued, type Refusal, type RefusalMeaning, type Turn } from './turn';
import type { LevelWatch, UsageStore } from './usage';

interface Job {
  lane: Lane;
  /** Monotonic ms. */
  readonly sinceMs: number;
  start(): void;
  fail(failure: Failure): void;
}

/**
 * The one path to the service. Calls wait in lanes, the most urgent lane first, and go when the mirrored bucket has
 * a token and the day has a call left. Every call that enters ends exactly once.
 */
export class Limiter {
  private readonly queues: LaneQueues<Job>;
  private bucket: Bucket;
  private cancelTimer: () => void = () => {};
  private cancelLeaseAhead: () => void = () => {};
  private leasing: Promise<void> | undefined;
  private readonly watch: LevelWatch | undefined;
  private isWatchAsked = false;
  private pumping = false;
  private closed = false;
  private refusals = 0;
  private readonly ended: { lane: Lane; outcome: CallOutcome; calls: number }[] = [];
  /** Monotonic ms since when every refusal speaks of a spent quota, with no call served in between. */
  private quotaWordsSinceMs: number | undefined;
  private whenIdle: () => void = () => {};

  private constructor(
    private readonly limits: RateLimits,
    private readonly day: DayCount,
    private readonly outside: { clock: Clock; store: UsageStore; log: Log },
    tokens: number,
  ) {
    this.bucket = filledBucket(limits.bucket, tokens, outside.clock.monotonicMs());
    this.queues = new LaneQueues(limits.queuedMax);
    this.watch = outside.store.watchLevel?.(() => this.leftTokens());
  }

  /** What is there for certain: without the calls that got no answer and may still be counted. */
  private leftTokens(): number {
    this.bucket = refilled(this.bucket, this.limits.bucket, this.outside.clock.monotonicMs());
    return freeTokens(this.bucket) - this.bucket.late.length;
  }

  static async open(
    limits: RateLimits,
    outside: { clock: Clock; store: UsageStore; log: Log },
  ): Promise<Limiter> {
    const tokens = await tokensLeft(limits.bucket, outside);
    return new Limiter(limits, await DayCount.open(outside.store, limits.day, outside), outside, tokens);
  }

  /** Runs `call` when its turn has come. A failure without a call says why there was none. */
  run<T>(entry: Entry, call: (turn: Turn) => Promise<Outcome<T>>): Promise<Outcome<T>> {
    return this.enter(entry, call).outcome;
  }

  enter<T>(entry: Entry, call: (turn: Turn) => Promise<Outcome<T>>): Queued<T> {
    let job: Job | undefined;
    const outcome = new Promise<Outcome<T>>((resolve, reject) => {
      const fail = (failure: Failure): void => resolve(failed(failure));
      if (entry.signal?.aborted) return fail(givenUp);
      const leave = (failure: Failure) => (): void => {
        if (job && this.queues.remove(job.lane, job)) job.fail(failure);
      };
      const abandoned = leave(givenUp);
      entry.signal?.addEventListener('abort', abandoned, { once: true });
      const { waitMsMax } = entry;
      const late =
        waitMsMax === undefined
          ? undefined
          : this.outside.clock.after(waitMsMax, leave(waitedTooLong(waitMsMax)));
      const left = (): void => {
        entry.signal?.removeEventListener('abort', abandoned);
        late?.();
      };
      job = {
        lane: entry.lane,
        sinceMs: this.outside.clock.monotonicMs(),
        start: () => {
          left();
          this.call(entry, call).then(resolve, reject);
        },
        fail: (failure) => {
          left();
          fail(failure);
        },
      };
      this.queue(job);
    });
    return { outcome, promote: (lane) => job && this.promote(job, lane) };
  }

  snapshot(): PacingSnapshot {
    const { clock } = this.outside;
    this.bucket = refilled(this.bucket, this.limits.bucket, clock.monotonicMs());
    const { perDay, reserveShare } = this.limits.day;
    const left = this.day.spent ? 0 : Math.max(0, perDay - this.day.used);
    const queuedByLane = this.queues.sizes();
    const bulkPerDay = callsAllowed('bulk', this.limits.day);
    return {
      perDay,
      used: this.day.used,
      left,
      forBulk: { left: Math.min(left, Math.max(0, bulkPerDay - this.day.used)), perDay: bulkPerDay },
      reserve: Math.ceil(perDay * reserveShare),
      tokens: Math.max(0, freeTokens(this.bucket)),
      burst: this.limits.bucket.burstTokens,
      ratePerSecond: this.bucket.ratePerSecond,
      queued: Object.values(queuedByLane).reduce((sum, size) => sum + size, 0),
      resetsAt: this.day.resetsAt,
      byLane: this.day.byLane,
      byOperation: this.day.byOperation,
      queuedByLane,
      inFlight: this.bucket.held,
      refusals: this.refusals,
    };
  }

  figures(): PacingFigures {
    const nowMs = this.outside.clock.monotonicMs();
    const waitedMs = (lane: Lane): number =>
      Math.max(0, ...[...this.queues.waitingIn(lane)].map(({ sinceMs }) => nowMs - sinceMs));
    return {
      ended: this.ended,
      waiting: LANES.map((lane) => ({
        lane,
        calls: this.queues.sizes()[lane],
        oldestMs: waitedMs(lane),
      })),
    };
  }

  /** Takes no more calls, lets those in flight end, and saves what the next start may build on. Twice is harmless. */
  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.cancelTimer();
    this.cancelLeaseAhead();
    for (const lane of LANES) this.failAll(lane, closing);
    if (this.bucket.held > 0) await new Promise<void>((resolve) => (this.whenIdle = resolve));
    await this.leasing;
    await this.day.close();
    await saveTokens(this.leftTokens(), this.outside);
  }

  private queue(job: Job): void {
    if (this.closed) job.fail(closing);
    else if (!this.queues.add(job.lane, job)) job.fail(laneFull(job.lane, this.limits.queuedMax));
    // Whatever is ahead of it has been looked at already, and has to wait.
    else if (this.queues.next()?.job === job) this.pump();
  }

  private promote(job: Job, lane: Lane): void {
    if (LANES.indexOf(lane) >= LANES.indexOf(job.lane) || !this.queues.remove(job.lane, job)) return;
    job.lane = lane;
    this.queue(job);
  }

  /** Starts what may start. A call that ends at once comes back here while this runs, hence the latch. */
  private pump(): void {
    if (this.pumping || this.closed) return;
    this.pumping = true;
    this.cancelTimer();
    try {
      let moved = true;
      while (moved) moved = this.startNext();
    } finally {
      this.pumping = false;
    }
    this.leaseAhead();
  }

  /** Whether anything moved. Only the most urgent waiting call is looked at: if it has to wait, everything waits. */
  private startNext(): boolean {
    const next = this.queues.next();
    if (!next) return false;
    const { lane, job, waiting } = next;
    const refusal = this.day.refusal(lane);
    if (refusal) {
      this.failAll(lane, refusal);
      return true;
    }
    if (this.day.needsLease(lane)) {
      this.lease(() => this.starting());
      return false;
    }
    if (this.watch?.mayGrant === false) {
      this.waitForWatch(this.watch);
      return false;
    }
    const waitMs = this.grant(lane, waiting);
    if (waitMs > 0) {
      this.cancelTimer = this.outside.clock.after(waitMs, () => this.pump());
      return false;
    }
    this.queues.remove(lane, job);
    this.watch?.took();
    job.start();
    return true;
  }

  private waitForWatch(watch: LevelWatch): void {
    if (this.isWatchAsked) return;
    this.isWatchAsked = true;
    void watch.whenMore().then(() => {
      this.isWatchAsked = false;
      this.pump();
    });
  }

  /** A bulk backlog never takes what is held back: one that asks one thing at a time would always seem to fit. */
  private grant(lane: Lane, queued: number): number {
    const { bucket, waitMs } = grant(this.bucket, this.limits.bucket, {
      urgent: isActionLane(lane),
      backlog: lane === 'bulk' ? Infinity : queued,
      now: this.outside.clock.monotonicMs(),
    });
    this.bucket = bucket;
    return waitMs;
  }

  /** Writing a block down takes the disk milliseconds: the calls that have just started are sent before that. */
  private leaseAhead(): void {
    this.cancelLeaseAhead();
    if (this.leasing || !this.day.runsLow) return;
    this.cancelLeaseAhead = this.outside.clock.after(0, () => this.lease(() => undefined));
  }

  /** A cell after the other asks within one turn of the event loop: the block is for all that wait by its end. */
  private lease(starting: () => { lane: Lane; calls: number } | undefined): void {
    this.leasing ??= Promise.resolve()
      .then(() => this.day.lease(starting()))
      .finally(() => {
        this.leasing = undefined;
        this.pump();
      });
  }

  /** How many calls of the most urgent lane could start now, as far as the bucket goes. */
  private starting(): { lane: Lane; calls: number } | undefined {
    const next = this.queues.next();
    this.bucket = refilled(this.bucket, this.limits.bucket, this.outside.clock.monotonicMs());
    return next && { lane: next.lane, calls: Math.min(next.waiting, Math.floor(freeTokens(this.bucket))) };
  }

  private failAll(lane: Lane, failure: Failure): void {
    for (const job of this.queues.takeAll(lane)) job.fail(failure);
  }

  private async call<T>(
    { lane, operation }: Entry,
    call: (turn: Turn) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    const turn = this.turn(lane, operation);
    try {
      const outcome = await call(turn);
      turn.end('answered');
      return outcome;
    } finally {
      turn.end('unanswered');
    }
  }

  private turn(lane: Lane, operation: string): Turn {
    const { clock } = this.outside;
    const counted = this.day.take(lane, operation);
    let open = true;
    const ends = (bucket: () => Bucket): void => {
      open = false;
      this.bucket = bucket();
      if (this.bucket.held === 0) this.whenIdle();
      this.pump();
    };
    return {
      end: (how) => {
        if (!open) return;
        this.count(lane, how);
        this.day.ended(counted, { sent: how !== 'unsent' });
        if (how === 'answered') this.served();
        ends(() => charged(this.bucket, this.limits.bucket, { how, now: clock.monotonicMs() }));
      },
      refused: (refusal) => {
        const meaning = this.meaningOf(refusal);
        if (!open) return meaning;
        this.refusals += 1;
        this.count(lane, 'refused');
        this.day.ended(counted, { sent: true });
        this.outside.log.warn('The service refused a call as too many', { operation, ...meaning });
        const retryAfterMs = Math.max(0, meaning.until - clock.now());
        ends(() =>
          meaning.meaning === 'quota-spent'
            ? charged(this.bucket, this.limits.bucket, { how: 'answered', now: clock.monotonicMs() })
            : throttled(this.bucket, this.limits.bucket, { retryAfterMs, now: clock.monotonicMs() }),
        );
        return meaning;
      },
    };
  }

  private count(lane: Lane, outcome: CallOutcome): void {
    const known = this.ended.find((one) => one.lane === lane && one.outcome === outcome);
    if (known) known.calls += 1;
    else this.ended.push({ lane, outcome, calls: 1 });
  }

  /** The service served a call: the day is not spent, and what it said before counts no more. */
  private served(): void {
    this.quotaWordsSinceMs = undefined;
    this.day.clearSpent();
  }

  private meaningOf(refusal: Refusal): RefusalMeaning {
    const { clock } = this.outside;
    const nowMs = clock.monotonicMs();
    if (refusal.hint === 'quota-spent') this.quotaWordsSinceMs ??= nowMs;
    const meaning = meaningOf(
      {
        refusal,
        used: this.day.used,
        perDay: this.limits.day.perDay,
        dayLeftMs: this.day.resetsAt - clock.now(),
        quotaWordsMs: nowMs - (this.quotaWordsSinceMs ?? nowMs),
      },
      { ...this.limits.refusals, skewMs: this.limits.day.skewMs },
    );
    return meaning.meaning === 'quota-spent'
      ? { meaning: 'quota-spent', until: this.day.markSpent() }
      : {
          meaning: 'throttled',
          until: clock.now() + meaning.waitMs,
          ...(refusal.hint === 'quota-spent' && { speaksOfDay: true }),
        };
  }
}

/** `refused`: as one too many. `unsent`: it had its turn, and did not leave. */
export type CallOutcome = 'answered' | 'unanswered' | 'unsent' | 'refused';

/** What is measured of the calls: how they ended since the start, and how long the oldest of each lane has waited. */
export interface PacingFigures {
  readonly ended: readonly { readonly lane: Lane; readonly outcome: CallOutcome; readonly calls: number }[];
  readonly waiting: readonly { readonly lane: Lane; readonly calls: number; readonly oldestMs: number }[];
}

/** The state of pacing, for people: the quota as every page sees it, and what only the pane's own room shows. */
interface PacingSnapshot extends Quota {
  readonly queuedByLane: Readonly<Record<Lane, number>>;
  /** Calls used today by operation. */
  readonly byOperation: Readonly<Record<string, number>>;
  readonly inFlight: number;
  /** Calls that the service refused as too many since the start. */
  readonly refusals: number;
}
