import type { Failure, Outcome } from '../../domain/failure';
import type { Lane } from '../../domain/lane';
import type { RequestId } from '../../domain/identifiers';
import { isConcluded, type Request } from '../../domain/request';
import {
  isMoving,
  resourceKey,
  UNHEARD_MS,
  type Resource,
  type ResourceKey,
  type ResourceKind,
} from '../../domain/resources/resource';
import type { Chance } from '../../effects/chance';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { Reads } from '../platform/operations';
import {
  asked,
  failsForGood,
  InFlight,
  isAttended,
  isIdle,
  isOf,
  isWanted,
  newEntry,
  viewOf,
  type AnswerListener,
  type Asked,
  type CachedValue,
  type Entry,
  type Need,
} from './entry';
import {
  ask,
  isLocal,
  keptReply,
  requestReply,
  type LocalResource,
  type LocalSource,
  type RemoteResource,
  type Reply,
} from './fetch';
import { listAt } from './expiry';
import type { History } from './history';
import { isYesterdays, lifetimeOf, setLimitMs, type AgeLimits } from './lifetime';
import { stretchedMs, type Pace } from './pace';
import type { Positions } from './positions';
import { pollIntervalMs, type PollIntervals } from './poll-intervals';
import type { StoredRecord } from '../storage/records';
import type { RecordWriter } from './record-writer';
import { fail, failAll, overslept, recover, type Recovery } from './recovery';
import {
  dependentsOf,
  isOver,
  listedWithout,
  requestBehind,
  HeardClosed,
  spread,
  type ListedRequests,
} from './request-state';
import { Subscriptions, WRONG_ID_KEPT_MS } from './subscriptions';
import type { Wins } from './wins';

/** What one calculation starts comes within one turn. */
const TOGETHER_MS = 0;

interface ArrivalsOptions {
  readonly clock: Clock;
  /** Reads the list of open requests, which answers those that are in it; settles when it is there. */
  readonly readList: (need: Need) => Promise<void>;
  readonly ask: (entry: Entry, need: Need) => void;
}

/** Requests that are to be read at the same moment: several come with one list, and only those that are not in it singly. */
class Arrivals {
  private arrived = new Map<Entry, Need>();

  constructor(private readonly options: ArrivalsOptions) {}

  add(entry: Entry, need: Need): void {
    if (this.arrived.size === 0) this.options.clock.after(TOGETHER_MS, () => void this.bring());
    const before = this.arrived.get(entry);
    this.arrived.set(entry, before ? newest([before, need]) : need);
  }

  private async bring(): Promise<void> {
    const arrived = [...this.arrived].filter(([entry]) => isOpen(entry));
    this.arrived = new Map();
    if (arrived.length < 2) {
      for (const [entry, need] of arrived) this.options.ask(entry, need);
      return;
    }
    const before = arrived.map(([entry]) => entry.taken);
    await this.options.readList(newest(arrived.map(([, need]) => need)));
    arrived.forEach(([entry, need], index) => {
      const isBrought = entry.taken !== before[index] || entry.inFlight !== undefined;
      if (!isBrought && isOpen(entry)) this.options.ask(entry, need);
    });
  }
}

/** What answers all of them. */
function newest(needs: readonly Need[]): Need {
  const moments = needs.flatMap(({ since }) => since ?? []);
  return moments.length === 0 ? {} : { since: Math.max(...moments) };
}

const isOpen = (entry: Entry): boolean => isWanted(entry) && !entry.known?.final && !failsForGood(entry);

/** Whether the list of open requests may have it. */
const mayBeListed = ({ resource, request }: Entry): boolean =>
  resource.kind === 'request' && !(request && isConcluded(request));

/** Since a key or a press; pages tell of these every few seconds. */
const ATTENDED_MS = 65_000;
const NEWLY_SEEN_MS = 30_000;
/** Excel stops and starts what a cell shows when it calculates anew, and a page that is busy loses its line for a while: nobody has looked away. */
const RESTARTED_WITHIN_MS = 60_000;
/** After an outage as short as this prices are no older than they are anyway. */
const MISSED_MS_MIN = 20_000;
/** So many are read at once after an outage; more wait for their turns. */
const MISSED_MAX = 100;
/** The planner looks more often than this. */
const PROLONG_WITHIN_MS = 30_000;

/** One value per resource for any number of subscribers, and one fetch at a time. */
export class ResourceCache {
  readonly entries = new Map<ResourceKey, Entry>();
  private readonly attendance: Subscriptions;
  private readonly attended = new WeakMap<object, readonly Entry[]>();
  private readonly arrivals: Arrivals;
  readonly outdated: Invalidation;
  private count = 0;
  private readonly closed = new HeardClosed();
  /** Epoch ms until when prices are shown while the platform does not answer; absent while it does. */
  private unheardUntil: number | undefined;

  constructor(private readonly options: CacheParts) {
    this.outdated = new Invalidation(options.clock.now());
    this.arrivals = new Arrivals({
      clock: options.clock,
      readList: (need) => this.readList(need),
      ask: (entry, need) => void this.ask(entry, 'visible', need),
    });
    this.attendance = new Subscriptions({
      clock: options.clock,
      provide: (entry) => this.interest(entry),
      forget: ({ key }) => void this.entries.delete(key),
      changed: (entry) => this.notifyIdle(entry),
    });
  }

  /**
   * Calls `listener` at once with what is known and at every change, until the returned function is called. For the sake of
   * a quiet one nothing is asked; the gateway's own costs nothing, so nobody is quiet about it.
   */
  watch(resource: Resource, listener: AnswerListener, { quiet = false } = {}): () => void {
    const entry = this.entryOf(resource);
    const watcher = { hear: listener, quiet: quiet && !isLocal(resource) };
    const leave = this.attendance.join(entry, watcher);
    if (!watcher.quiet) this.wakeLoaded(entry);
    listener(viewOf(entry, this.options.clock.now()));
    return leave;
  }

  /** Interest without a listener: the entry is kept up to date, at the planner's leisure. */
  hold(resource: RemoteResource): () => void {
    const entry = this.entryOf(resource);
    const release = this.attendance.hold(entry);
    this.wakeLoaded(entry);
    return release;
  }

  /** Refreshes these for a person. Final values are not fetched again. */
  refresh(keys: readonly ResourceKey[]): void {
    for (const key of keys) {
      const entry = this.entries.get(key);
      if (entry && entry.stage !== 'left' && !entry.known?.final) void this.ask(entry, 'asked');
    }
  }

  /**
   * Something just changed these: a question already on its way may bring what was before, so a new one goes. What nobody
   * wants is not asked for, and what is kept of it is not shown again. Settles when the answers are there.
   */
  async refetch(resources: readonly RemoteResource[], lane: Lane = 'asked'): Promise<void> {
    this.outdate(resources);
    const since = this.count;
    const entries = resources.flatMap((resource) => this.entries.get(resourceKey(resource)) ?? []);
    const wanted = entries.filter((entry) => isWanted(entry) && !entry.known?.final);
    await Promise.all(wanted.map((entry) => this.ask(entry, lane, { since })));
  }

  /** What was final is not any more: the platform may have corrected it. */
  async reopen(resources: readonly RemoteResource[]): Promise<void> {
    for (const key of resources.map(resourceKey)) {
      const kept = await this.options.records.find(key);
      if (kept?.final) this.options.records.keep({ ...kept, final: false });
      const entry = this.entries.get(key);
      if (entry?.known) entry.known = { ...entry.known, final: false };
    }
  }

  /** Marks these as outdated since `at` (epoch ms): they are due, and polling refreshes them in turn. */
  outdate(resources: readonly RemoteResource[], at = this.options.clock.now()): void {
    for (const key of resources.map(resourceKey)) {
      this.outdated.mark(key, at);
      const entry = this.entries.get(key);
      if (entry) makeDue(entry, ++this.count);
    }
    this.options.onInterest();
  }

  /**
   * Something was told of these, and their calls are for others just now: they are outdated, and their turns come twice as soon. They
   * do not go before all others, which would then be older than anybody is told: but what a person acts on goes at once, as his call.
   */
  hasten(resources: readonly RemoteResource[]): void {
    for (const resource of resources) {
      const key = resourceKey(resource);
      const entry = this.entries.get(key);
      if (!entry || !isWanted(entry) || isAttended(entry, this.options.clock.monotonicMs())) {
        this.outdate([resource]);
        continue;
      }
      this.outdated.mark(key, this.options.clock.now());
      entry.told = true;
    }
    this.options.onInterest();
  }

  /** An event calls it closed: no list that was asked for before has it as open. */
  heardClosed(id: RequestId): void {
    if (!this.entries.has(resourceKey({ kind: 'open-requests' }))) return;
    this.closed.hear(id, ++this.count);
    this.dropFromList({ id });
  }

  /** A person acts on these at this page, and on nothing else there: for a minute they are kept within seconds of the platform. */
  attend(keys: readonly ResourceKey[], page: object): void {
    const untilMs = this.options.clock.monotonicMs() + ATTENDED_MS;
    for (const entry of this.attended.get(page) ?? []) entry.attendedBy.delete(page);
    const entries = keys.flatMap((key) => this.entries.get(key) ?? []).filter(({ known }) => !known?.final);
    for (const { attendedBy } of entries) attendedBy.set(page, untilMs);
    this.attended.set(page, entries);
    this.options.onInterest();
  }

  /** Asks for one resource; settles when the answer is there. */
  async poll(key: ResourceKey, lane: Lane = 'polling'): Promise<void> {
    const entry = this.entries.get(key);
    if (entry) await this.ask(entry, lane);
  }

  /**
   * Values whose turn has not come yet are shown on, with their age: that is the desk's own pacing. Those that the platform
   * failed to give grow too old, and so do those that a person has set a limit for.
   */
  prolong(): void {
    const { ages = {}, clock, zone } = this.options;
    const now = clock.now();
    for (const entry of this.entries.values()) {
      const { resource, known, failure } = entry;
      if (isLocal(resource) || !isWanted(entry) || known?.staleAt === undefined || failure) continue;
      if (known.staleAt <= now || known.staleAt - now > PROLONG_WITHIN_MS) continue;
      if (setLimitMs(resource, ages, { now, zone }) !== undefined) continue;
      const { staleAt = now } = this.lasting(resource, false, { fetchedAt: now });
      if (staleAt <= known.staleAt || isYesterdays(resource, known.fetchedAt, { now, zone })) continue;
      entry.known = { ...known, staleAt };
      this.notify(entry);
    }
  }

  /** Others than the cache have stored these: they are shown where somebody looks and nothing, or an older final value, was known. */
  async stored(resources: readonly RemoteResource[]): Promise<void> {
    for (const resource of resources) {
      const entry = this.entries.get(resourceKey(resource));
      if (entry?.isLoaded && (!entry.known || entry.known.final)) await this.load(entry, resource);
    }
  }

  /** The platform does not answer: every price is shown for the same time from now on, however rarely it was asked for. */
  unheard(): void {
    if (this.unheardUntil !== undefined) return;
    this.options.history?.missed();
    const until = (this.unheardUntil = this.options.clock.now() + UNHEARD_MS);
    for (const entry of this.entries.values()) {
      const { resource, known } = entry;
      if (!known || !isMoving(resource) || (known.staleAt ?? 0) <= until) continue;
      entry.known = { ...known, staleAt: until };
      this.notify(entry);
    }
  }

  /** Everything that is not final fails with this until it is asked for again. */
  failAll(failure: Failure): void {
    this.options.history?.missed();
    failAll(this.healing, failure);
  }

  /** Retries at once the fetches that failed without a session or connection. `wasDown`: nothing was answered before. */
  heal({ wasDown = true } = {}): void {
    const since = this.unheardUntil === undefined ? undefined : this.unheardUntil - UNHEARD_MS;
    this.heardAgain();
    if (wasDown && since !== undefined) this.readMissed(since);
    recover(this.healing, wasDown);
    this.options.onInterest();
  }

  /** After sleep: refreshes every value that can still change, but what is being asked for since it ended (epoch ms). */
  overslept(awakeSince: number): void {
    this.options.history?.missed();
    overslept(this.healing, { awakeSince, since: this.count });
    this.options.onInterest();
  }

  /** One round of what is in sight and was not heard since then (epoch ms): nobody knows what changed meanwhile, and turns may take minutes. */
  private readMissed(since: number): void {
    const now = this.options.clock.now();
    if (now - since < MISSED_MS_MIN) return;
    const missed = [...this.entries.values()].filter(
      (entry) =>
        entry.active > 0 &&
        isMoving(entry.resource) &&
        entry.known?.final === false &&
        entry.known.fetchedAt <= since &&
        !failsForGood(entry),
    );
    const at = ({ known }: Entry): number => known?.fetchedAt ?? 0;
    const oldest = missed.sort((one, other) => at(one) - at(other)).slice(0, MISSED_MAX);
    for (const entry of oldest) if (this.options.mayLook()) this.bring(entry, {});
  }

  /** Prices are shown as long as before; what is too old for that, or was, is due. */
  private heardAgain(): void {
    if (this.unheardUntil === undefined) return;
    this.unheardUntil = undefined;
    const now = this.options.clock.now();
    for (const entry of this.entries.values()) {
      const { resource, known } = entry;
      if (isLocal(resource) || !known?.staleAt || !isMoving(resource)) continue;
      if (known.staleAt <= now) entry.askedAtMs = undefined;
      const { staleAt = 0 } = this.lasting(resource, false, known);
      if (staleAt <= known.staleAt) continue;
      entry.known = { ...known, staleAt };
      this.notify(entry);
    }
  }

  private get healing(): Recovery {
    return {
      entries: this.entries.values(),
      mayLook: this.options.mayLook,
      ask: (entry, need) => this.bring(entry, need),
      outdate: ({ resource }) => !isLocal(resource) && this.outdate([resource]),
      notify: (entry) => this.notify(entry),
    };
  }

  private entryOf(resource: Resource): Entry {
    const key = resourceKey(resource);
    const existing = this.entries.get(key);
    if (existing) return existing;
    const entry = newEntry(resource, key, ++this.count);
    this.entries.set(key, entry);
    if (!isLocal(resource)) {
      entry.loaded = this.load(entry, resource).then(() => {
        entry.isLoaded = true;
        this.notifyIdle(entry);
      });
    }
    return entry;
  }

  private wakeLoaded(entry: Entry): void {
    if (!isLocal(entry.resource)) void entry.loaded.then(() => this.wake(entry));
  }

  /** Dependencies of a wanted entry: a subscription, or the state of its request. */
  private interest(entry: Entry): (() => void) | undefined {
    const { resource } = entry;
    if (isLocal(resource)) {
      this.readLocal(entry, resource);
      return this.sourceOf(resource).onChange(() => this.readLocal(entry, resource));
    }
    const request = requestBehind(resource);
    return request && this.hold(request);
  }

  private sourceOf(resource: LocalResource): LocalSource {
    const { history, positions, wins, locals } = this.options;
    if (resource.kind === 'history') return history?.of(resource) ?? NO_HISTORY;
    if (resource.kind === 'position') return positions?.of(resource) ?? NOT_KNOWN;
    if (resource.kind === 'wins') return wins?.of(resource) ?? NOT_KNOWN;
    return locals[resource.kind];
  }

  private readLocal(entry: Entry, resource: LocalResource): void {
    const value = this.sourceOf(resource).read();
    if (value === undefined) return this.notify(entry);
    const json = JSON.stringify(value);
    const fetchedAt = this.options.clock.now();
    if (entry.known?.json !== json) entry.known = { json, version: ++this.count, fetchedAt, final: false };
    this.notify(entry);
  }

  private async load(entry: Entry, resource: RemoteResource): Promise<void> {
    const record = await this.options.records.find(entry.key);
    const now = this.options.clock.now();
    if (!record || (entry.known && !isReplaced(entry.known, record))) return;
    if (isYesterdays(resource, record.fetchedAt, { now, zone: this.options.zone })) return;
    if (!record.final && this.outdated.has(entry, record.fetchedAt)) return;
    const reply = keptReply(resource, record);
    const { fetchedAt } = record;
    const lasting = this.lasting(resource, reply.final, { fetchedAt });
    entry.known = { ...this.at(entry, reply.json, now), version: ++this.count, ...lasting };
    const ms = this.options.clock.monotonicMs();
    const withinMs = this.outdated.lookWithinMs(fetchedAt);
    entry.askedAtMs = ms - Math.max(0, now - fetchedAt);
    if (withinMs !== undefined) entry.dueByMs = ms + withinMs;
    if (reply.request) this.learnRequest(entry, reply.request);
    this.notify(entry);
  }

  private wake(entry: Entry): void {
    if (!isWanted(entry) || entry.known?.final) return;
    this.options.onInterest();
    if (entry.active === 0 || entry.inFlight) return;
    const ms = this.options.clock.monotonicMs();
    if (failsForGood(entry)) {
      if (ms - (entry.failedAtMs ?? 0) >= WRONG_ID_KEPT_MS) void this.ask(entry, 'visible');
    } else if (entry.askedAtMs === undefined || ms - entry.askedAtMs >= this.newlySeenMs(entry, ms)) {
      if (this.options.mayLook()) this.bring(entry, {});
    }
  }

  /** Asks for something in sight, with others of its kind where one list answers them all. */
  private bring(entry: Entry, need: Need): void {
    if (this.options.listedRequests === 'whole' && mayBeListed(entry)) this.arrivals.add(entry, need);
    else void this.ask(entry, 'visible', need);
  }

  private async readList(need: Need): Promise<void> {
    const release = this.hold({ kind: 'open-requests' });
    await this.ask(this.entryOf({ kind: 'open-requests' }), 'visible', need);
    release();
  }

  /** What somebody has just begun to look at, such as a new sheet, is asked for at once if it is older than this. */
  private newlySeenMs(entry: Entry, nowMs: number): number {
    const intervalMs = this.intervalMs(entry);
    const isRestarted = entry.leftAtMs !== undefined && nowMs - entry.leftAtMs < RESTARTED_WITHIN_MS;
    return isMoving(entry.resource) && !isRestarted ? Math.min(intervalMs, NEWLY_SEEN_MS) : intervalMs;
  }

  /** The interval at which this entry is asked for as things stand. */
  private intervalMs(entry: Entry): number {
    return stretchedMs(this.wishedMs(entry), this.options.pace());
  }

  private wishedMs({ resource }: Entry): number {
    if (isLocal(resource)) return Infinity;
    const { clock, pollIntervals, zone } = this.options;
    return pollIntervalMs(resource, pollIntervals, { now: clock.now(), zone });
  }

  private ask(entry: Entry, lane: Lane, need: Need = {}): Promise<void> {
    const { resource, inFlight: before } = entry;
    if (isLocal(resource)) return Promise.resolve();
    const serves = before?.serves(lane, need) === true;
    if (!serves || !before.hasLeft) asked(entry, this.options.clock.monotonicMs());
    if (serves) return before.landed;
    before?.makeWay();
    const { service, zone, log, records } = this.options;
    const flight = new InFlight(lane, this.asking());
    const { signal } = flight.giveUp;
    const left = (): void => flight.leave(this.asking());
    const asking = { service, lane, signal, left, records, zone, now: flight.asked.at, log };
    flight.landed = ask(resource, asking).then((outcome) =>
      signal.aborted && !outcome.ok ? this.given(entry, flight) : this.land(entry, flight, outcome),
    );
    entry.inFlight = flight;
    this.notify(entry);
    return flight.landed;
  }

  private asking = (): Asked => ({ sequence: ++this.count, at: this.options.clock.now() });

  /** Cancelled without subscribers: it counts as not fetched. Its callers wait for the fetch that replaced it. */
  private given(entry: Entry, flight: InFlight): Promise<void> | undefined {
    if (entry.inFlight !== flight) return entry.inFlight?.landed;
    entry.inFlight = undefined;
    entry.askedAtMs = undefined;
    this.notify(entry);
    this.wake(entry);
    return undefined;
  }

  private land(entry: Entry, flight: InFlight, outcome: Outcome<Reply>): void {
    const { asked } = flight;
    if (entry.inFlight === flight) entry.inFlight = undefined;
    // An answer to an older question never replaces that to a newer one.
    if (asked.sequence < entry.taken) this.notify(entry);
    else if (outcome.ok) this.learn(entry, outcome.value, asked);
    else this.fail(entry, outcome.failure, asked.sequence);
  }

  private learn(entry: Entry, reply: Reply, { sequence, at }: Asked): void {
    const { resource, known } = entry;
    if (isLocal(resource)) return;
    const { zone, clock } = this.options;
    const now = clock.now();
    // A question about today whose answer came after midnight was about the day before.
    const fetchedAt = isYesterdays(resource, at, { now, zone }) ? at : now;
    const final = reply.final || isOver(this.entries, resource, sequence);
    entry.taken = sequence;
    // A service of many machines may answer a newer question from an older memory: what is over stays over.
    if (known?.final && !final) return this.notify(entry);
    const asRead = this.withoutOver(reply, sequence);
    const { json, ...told } = this.at(entry, asRead, reply.platformAt ?? now);
    const { ageMs = 0 } = reply;
    const read = { fetchedAt, ...(ageMs > 0 && { ageMs }) };
    const version = known?.json === json ? known.version : ++this.count;
    entry.known = { json, ...told, version, ...this.lasting(resource, final, read) };
    entry.failure = entry.retryAtMs = entry.failedAtMs = undefined;
    entry.failures = 0;
    entry.calls = reply.calls ?? entry.calls;
    if (reply.request) this.learnRequest(entry, reply.request);
    this.options.records.keep({ key: entry.key, json: asRead, fetchedAt: isOf(read), final });
    this.options.history?.learned(entry);
    this.options.onLearned?.();
    this.notify(entry);
    if (reply.openRequests) this.spread(reply.openRequests, { sequence, at }, ageMs);
  }

  private fail(entry: Entry, failure: Failure, sequence: number): void {
    entry.taken = sequence;
    fail(entry, failure, { ...this.options, intervalMs: this.wishedMs(entry) });
    this.options.history?.missed(entry.resource);
    this.notify(entry);
  }

  /** The state of a request decides whether it and what hangs on it can still change. */
  private learnRequest(entry: Entry, request: Request): void {
    entry.request = request;
    if (!isConcluded(request) || entry.concludedAt !== undefined) return;
    entry.concludedAt = ++this.count;
    entry.listed = false;
    for (const dependent of dependentsOf(this.entries, request.id)) dependent.askedAtMs = undefined;
    this.dropFromList(request);
    this.options.onInterest();
  }

  /** A list from an older memory of the platform brings nothing back that its own record calls over, nor one asked for before what an event calls closed. */
  private withoutOver({ json, openRequests }: Reply, sequence: number): string {
    const isOver = ({ id }: Request): boolean =>
      this.entries.get(resourceKey({ kind: 'request', id }))?.concludedAt !== undefined ||
      this.closed.isSince(id, sequence);
    const over = openRequests?.records.filter(isOver) ?? [];
    if (openRequests) this.closed.readAt(sequence);
    return over.reduce((rest, { id }) => listedWithout({ json: rest }, id) ?? rest, json);
  }

  /** No cell calls open what its own record, or an event, calls over, until the list is asked for again. */
  private dropFromList({ id }: Pick<Request, 'id'>): void {
    const list = this.entries.get(resourceKey({ kind: 'open-requests' }));
    const json = list?.known && listedWithout(list.known, id);
    if (!list?.known || json === undefined) return;
    list.known = { ...list.known, json, version: ++this.count };
    this.notify(list);
  }

  /** What is told of an answer at a moment (epoch ms, by the platform's clock where that is known), and again whenever an offer of it is over. */
  private at(entry: Entry, asRead: string, moment: number): Pick<CachedValue, 'json' | 'asRead'> {
    entry.cancelEnd?.();
    entry.cancelEnd = undefined;
    const { kind } = entry.resource;
    if (kind !== 'quotes' && kind !== 'proposals') return { json: asRead };
    const { json, nextAt } = listAt(asRead, moment);
    if (nextAt !== undefined && nextAt - moment < ENDS_MS_MAX)
      entry.cancelEnd = this.options.clock.after(nextAt - moment, () => this.tellEnd(entry, nextAt));
    return { json, ...(json !== asRead && { asRead }) };
  }

  private tellEnd(entry: Entry, moment: number): void {
    const { known } = entry;
    if (!known) return;
    entry.known = { ...known, ...this.at(entry, known.asRead ?? known.json, moment), version: ++this.count };
    this.notify(entry);
  }

  private spread(list: NonNullable<Reply['openRequests']>, asked: Asked, ageMs: number): void {
    spread(this.entries, list, {
      whole: this.options.listedRequests === 'whole',
      sequence: asked.sequence,
      atMs: this.options.clock.monotonicMs(),
      learn: (entry, request) => this.learn(entry, { ...requestReply(request), ageMs }, asked),
      askAnew: (entry) => void this.ask(entry, 'visible', { since: this.count }),
    });
  }

  private lasting(
    resource: RemoteResource,
    final: boolean,
    { fetchedAt, ageMs }: Pick<CachedValue, 'fetchedAt' | 'ageMs'>,
  ) {
    const { pace, ...parts } = this.options;
    const lifetime = lifetimeOf(
      resource,
      { final, fetchedAt, ...(ageMs !== undefined && { ageMs }) },
      { ...parts, pace: pace() },
    );
    const { unheardUntil = Infinity } = this;
    const isCut = isMoving(resource) && (lifetime.staleAt ?? 0) > unheardUntil;
    return isCut ? { ...lifetime, staleAt: unheardUntil } : lifetime;
  }

  private notifyIdle(entry: Entry): void {
    if (isIdle(entry)) this.notify(entry);
  }

  private notify(entry: Entry): void {
    if (entry.listeners.size === 0) return;
    const view = viewOf(entry, this.options.clock.now());
    for (const { hear } of entry.listeners) hear(view);
  }
}

/** Dependencies of the cache. */
interface CacheParts {
  readonly service: Reads;
  readonly records: RecordWriter;
  readonly locals: Readonly<
    Record<Exclude<LocalResource['kind'], 'history' | 'position' | 'wins'>, LocalSource>
  >;
  /** What was seen of requests, which every answer of the platform is told to. */
  readonly history?: Pick<History, 'of' | 'learned' | 'missed'>;
  /** Sums over stored trades. */
  readonly positions?: Pick<Positions, 'of'>;
  /** What became of requests that the desk was asked for. */
  readonly wins?: Pick<Wins, 'of'>;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly zone: string;
  readonly pollIntervals: PollIntervals;
  readonly ages?: AgeLimits;
  /** What the list of open requests says of each. */
  readonly listedRequests: ListedRequests;
  /** How far wished intervals are stretched over the day. */
  readonly pace: () => Pace;
  /** Whether the day can pay for asking at once for what has just come into sight; if not, it waits for its turn. */
  readonly mayLook: () => boolean;
  /** Called when an answer of the platform is known. */
  readonly onLearned?: () => void;
  /** Called when a new subscription may need a fetch. */
  readonly onInterest: () => void;
}

const NO_HISTORY: LocalSource = { read: () => [], onChange: () => () => undefined };
const NOT_KNOWN: LocalSource = { read: () => undefined, onChange: () => () => undefined };

/** Every list is read again long before. */
const ENDS_MS_MAX = 86_400_000;
const KEYS_MAX = 20_000;
/** Values from before the start are refreshed this soon: events were missed meanwhile. */
const AFTER_START_MS = 1_000;

/** Since when what is kept of a resource is known to be of the past. Times are epoch ms. */
class Invalidation {
  private readonly since = new Map<ResourceKey, number>();
  private readonly kinds = new Map<ResourceKind, number>();
  /** Values older than this may be outdated: more were invalidated than are remembered singly. */
  private allBefore = -Infinity;

  /** `openedAt`: since then this desk listens. */
  constructor(private readonly openedAt: number) {}

  /** In how many ms a kept answer is to be looked at, however long its turn would take; nothing of this run needs that. */
  lookWithinMs(fetchedAt: number): number | undefined {
    return fetchedAt < this.openedAt ? AFTER_START_MS : undefined;
  }

  mark(key: ResourceKey, at: number): void {
    if ((this.since.get(key) ?? -Infinity) >= at) return;
    if (this.since.size >= KEYS_MAX) {
      this.allBefore = [...this.since.values()].reduce((last, one) => Math.max(last, one), this.allBefore);
      this.since.clear();
    }
    this.since.set(key, at);
  }

  /** Every list of these kinds: for which days one is kept is known only when somebody looks at it. */
  markKinds(kinds: readonly ResourceKind[], at: number): void {
    for (const kind of kinds) this.kinds.set(kind, Math.max(this.kinds.get(kind) ?? -Infinity, at));
  }

  /** Whether what was fetched at this moment is of the past by now. */
  has({ key, resource: { kind } }: Pick<Entry, 'key' | 'resource'>, fetchedAt: number): boolean {
    const since = Math.max(this.since.get(key) ?? -Infinity, this.kinds.get(kind) ?? -Infinity);
    return fetchedAt <= Math.max(since, this.allBefore);
  }
}

/** Due as soon as possible. A later subscriber must not take the known value, or fetch `number`, as new. */
function makeDue(entry: Entry, number: number): void {
  if (entry.known?.final) return;
  entry.askedAtMs = undefined;
  if (entry.stage !== 'left') return;
  entry.known = undefined;
  entry.taken = number;
}

/** What is kept was read after a final value: the platform was asked for it once more. */
const isReplaced = ({ final, fetchedAt }: CachedValue, record: Pick<StoredRecord, 'fetchedAt'>): boolean =>
  final && record.fetchedAt > fetchedAt;

/** The book while nobody is signed in: the desk's own state can be read, and nothing of the platform, kept or not. */
export class ClosedCache implements Pick<ResourceCache, 'watch' | 'refresh' | 'attend'> {
  constructor(
    private readonly cache: Pick<ResourceCache, 'watch'>,
    private readonly failure: Failure,
  ) {}

  watch(resource: Resource, listener: AnswerListener): () => void {
    // Sums over trades and requests are the platform's as much as those.
    if (isLocal(resource) && resource.kind !== 'position' && resource.kind !== 'wins')
      return this.cache.watch(resource, listener);
    listener({ key: resourceKey(resource), state: 'failed', version: 0, failure: this.failure });
    return () => undefined;
  }

  refresh(_: readonly ResourceKey[]): void {}

  attend(_: readonly ResourceKey[], __: object): void {}
}
