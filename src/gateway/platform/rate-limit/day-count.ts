import type { Failure } from '../../../domain/failure';
import { isActionLane, type Lane } from '../../../domain/lane';
import type { Clock } from '../../../effects/clock';
import type { Log } from '../../../effects/log';
import { quotaSpent } from './errors';
import type { DayLimits } from './rate-limits';
import { clockText, serviceDay, type ServiceDay } from './service-day';
import type { Count, UsageStore } from './usage';

/** How many calls of a day may have been used before this lane has to stop. */
export function callsAllowed(lane: Lane, { perDay, reserveShare, bulkShare }: DayLimits): number {
  if (isActionLane(lane)) return perDay;
  const forReads = perDay - Math.ceil(perDay * reserveShare);
  return lane === 'bulk' ? Math.min(forReads, Math.floor(perDay * bulkShare)) : forReads;
}

/** Withdrawing, deleting proposals, switching protection on, and the sign-in that one of these needs. */
const takesRiskAway = (lane: Lane): boolean => lane === 'withdraw';

/** A call that has been counted and has not ended. */
interface Counted {
  readonly lane: Lane;
  readonly operation: string;
}

/**
 * The calls of the service's day. A call is counted when it is sent, and against the next day too when midnight
 * overtakes it, because the service may count it on either side. What is counted was leased
 * from the store before, in blocks, so that no crash forgets a call.
 */
export class DayCount {
  private today: ServiceDay;
  /** Leased by the whole desk, of which `inHand` are ours and unused. */
  private leased = 0;
  private inHand = 0;
  /** Used beyond what was leased, because the store could not be written. */
  private owed = 0;
  private granted = true;
  private loaded = false;
  private spentUntil = -Infinity;
  /** From when on one read may find out whether the day is spent as the service said. Epoch ms. */
  private spentTryAt = -Infinity;
  private tally = new Tally();
  private readonly inFlight = new Set<Counted>();

  private constructor(
    private readonly store: UsageStore,
    private readonly limits: DayLimits,
    private readonly outside: { clock: Clock; log: Log },
  ) {
    this.today = serviceDay(outside.clock.now(), limits.zone);
  }

  static async open(
    store: UsageStore,
    limits: DayLimits,
    outside: { clock: Clock; log: Log },
  ): Promise<DayCount> {
    const count = new DayCount(store, limits, outside);
    await count.load();
    return count;
  }

  get used(): number {
    this.day();
    return this.leased - this.inHand;
  }

  get resetsAt(): number {
    return this.day().endsAt;
  }

  get byLane(): Readonly<Record<string, number>> {
    return this.tally.by(({ lane }) => lane);
  }

  get byOperation(): Readonly<Record<string, number>> {
    return this.tally.by(({ operation }) => operation);
  }

  /** Whether the service itself has said that the day is spent. */
  get spent(): boolean {
    return this.outside.clock.now() < this.spentUntil;
  }

  /**
   * Why this lane may not call today; `undefined` when it may. An action is always tried against the service's word, and what
   * takes risk away against our own count as well: the limits are soft (interface document, section 8), and the service tells.
   */
  refusal(lane: Lane): Failure | undefined {
    const day = this.day();
    if (takesRiskAway(lane)) return undefined;
    if (this.spent && !isActionLane(lane) && this.outside.clock.now() < this.spentTryAt) {
      const failure = this.failure(lane, this.spentUntil);
      return { ...failure, until: Math.min(this.spentUntil, this.spentTryAt) };
    }
    const used = this.used;
    if (used >= callsAllowed(lane, this.limits) || (!this.granted && this.inHand <= 0)) {
      return this.failure(lane, day.endsAt);
    }
    return undefined;
  }

  /** Whether a block has to be leased before the next call of this lane. A day that has none left is overdrawn, not waited for. */
  needsLease(lane: Lane): boolean {
    this.day();
    return this.inHand <= 0 && !(takesRiskAway(lane) && !this.granted);
  }

  /** Whether the next block had better be leased soon, so that no call has to wait for the disk. */
  get runsLow(): boolean {
    this.day();
    return this.granted && this.inHand <= this.limits.blockCalls / 4;
  }

  /** Takes the next block: as many calls as start at once, when those are more than a block holds. */
  async lease(starting?: { lane: Lane; calls: number }): Promise<void> {
    const { day } = this.day();
    const calls = Math.max(this.limits.blockCalls, this.callsStarting(starting)) - this.inHand;
    const { owed, tally } = this;
    const counted = tally.takeUnwritten();
    try {
      if (!this.loaded) await this.load();
      const lease = await this.store.lease(day, { calls: calls + owed, limit: this.limits.perDay, counted });
      if (day !== this.today.day) return;
      this.leased = lease.leased;
      this.inHand += lease.granted - owed;
      this.owed = 0;
      this.granted = lease.granted > owed;
    } catch (error) {
      // Reads go on when the disk is full: the block is counted here, and written with the next one that can be.
      this.outside.log.error('The count of calls cannot be written down', { reason: String(error) });
      tally.putBack(counted);
      if (day !== this.today.day) return;
      this.leased += calls;
      this.inHand += calls;
      this.owed += calls;
    }
  }

  /** Counts one call, until {@link ended}. */
  take(lane: Lane, operation: string): Counted {
    this.day();
    if (this.spent && !isActionLane(lane))
      this.spentTryAt = this.outside.clock.now() + this.limits.spentTryMs;
    const counted = { lane, operation };
    this.inFlight.add(counted);
    this.add(counted, 1);
    return counted;
  }

  /** The call has ended; one that never left is not counted after all. */
  ended(counted: Counted, how: { sent: boolean }): void {
    this.day();
    this.inFlight.delete(counted);
    if (!how.sent) this.add(counted, -1);
  }

  /** The service served a call, so the day cannot be spent. */
  clearSpent(): void {
    this.spentUntil = -Infinity;
  }

  /** The service says that the day is spent. Answers with the moment from which trying again makes sense. */
  markSpent(): number {
    const now = this.outside.clock.now();
    const { startsAt, endsAt } = this.day();
    if (!this.spent) this.spentTryAt = now + this.limits.spentTryMs;
    this.spentUntil = now - startsAt < this.limits.skewMs ? now + this.limits.skewMs : endsAt;
    return this.spentUntil;
  }

  /** Gives back what was not used, at a clean stop. */
  async close(): Promise<void> {
    const rest = this.rest();
    this.leased -= this.inHand;
    this.inHand = 0;
    this.owed = 0;
    await this.giveBack(this.today.day, rest);
  }

  private callsStarting(starting?: { lane: Lane; calls: number }): number {
    return starting ? Math.min(starting.calls, callsAllowed(starting.lane, this.limits) - this.used) : 0;
  }

  private rest(): { calls: number; counted: readonly Count[] } {
    return { calls: this.inHand - this.owed, counted: this.tally.takeUnwritten() };
  }

  private add({ lane, operation }: Counted, calls: number): void {
    this.inHand -= calls;
    this.tally.add(lane, operation, calls);
  }

  private failure(lane: Lane, until: number): Failure {
    const now = this.outside.clock.now();
    return quotaSpent(lane, {
      used: this.used,
      perDay: this.limits.perDay,
      until,
      untilText: clockText(until, now, this.limits.zone),
    });
  }

  private day(): ServiceDay {
    const now = this.outside.clock.now();
    const { startsAt, endsAt } = this.today;
    if (now < startsAt || now >= endsAt) this.turn(serviceDay(now, this.limits.zone));
    return this.today;
  }

  /** Midnight: the old day is written down as it was, and the new one begins with what the store knows of it. */
  private turn(next: ServiceDay): void {
    const old = { day: this.today.day, rest: this.rest() };
    this.today = next;
    this.leased = 0;
    this.inHand = 0;
    this.owed = 0;
    this.granted = true;
    this.loaded = false;
    this.tally = new Tally();
    for (const counted of this.inFlight) this.add(counted, 1);
    void this.giveBack(old.day, old.rest);
  }

  /** With a full disk unused calls stay counted: too many rather than too few. */
  private async giveBack(day: string, rest: { calls: number; counted: readonly Count[] }): Promise<void> {
    try {
      await this.store.giveBack(day, rest);
    } catch (error) {
      this.outside.log.error('The count of the day cannot be written down', { day, reason: String(error) });
    }
  }

  private async load(): Promise<void> {
    const { tally, today } = this;
    const { leased, counts } = await this.store.day(today.day);
    tally.addWritten(counts);
    if (today.day !== this.today.day) return;
    this.leased = leased;
    this.loaded = true;
  }
}

/** Calls by lane and operation, and which of them are not written down yet. */
class Tally {
  private readonly counts = new Map<string, { all: number; unwritten: number; count: Count }>();

  add(lane: Lane, operation: string, calls: number): void {
    const entry = this.entry(lane, operation);
    entry.all += calls;
    entry.unwritten += calls;
  }

  /** Adds counts already in the store. */
  addWritten(counts: readonly Count[]): void {
    for (const { lane, operation, calls } of counts) this.entry(lane, operation).all += calls;
  }

  takeUnwritten(): readonly Count[] {
    const taken: Count[] = [];
    for (const entry of this.counts.values()) {
      if (entry.unwritten !== 0) taken.push({ ...entry.count, calls: entry.unwritten });
      entry.unwritten = 0;
    }
    return taken;
  }

  /** Puts back counts that could not be written. */
  putBack(taken: readonly Count[]): void {
    for (const { lane, operation, calls } of taken) this.entry(lane, operation).unwritten += calls;
  }

  by(nameOf: (count: Count) => string): Readonly<Record<string, number>> {
    const sums: Record<string, number> = {};
    for (const { all, count } of this.counts.values()) {
      sums[nameOf(count)] = (sums[nameOf(count)] ?? 0) + all;
    }
    return sums;
  }

  private entry(lane: Lane, operation: string): { all: number; unwritten: number } {
    const key = `${lane} ${operation}`;
    const known = this.counts.get(key);
    if (known) return known;
    const fresh = { all: 0, unwritten: 0, count: { lane, operation, calls: 0 } };
    this.counts.set(key, fresh);
    return fresh;
  }
}
