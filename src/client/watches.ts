import { answerReaders } from '../contract/desk/answer-value';
import type { PageMessage } from '../contract/desk/page-message';
import { WATCHES_MAX, type AnswerMessage } from '../contract/desk/socket';
import { present } from '../domain/present';
import { failed, success, type Failure, type Outcome } from '../domain/failure';
import {
  isMoving,
  OWN_KINDS,
  resourceKey,
  UNHEARD_MS,
  type Answer,
  type AnswerState,
  type Resource,
  type ResourceKey,
  type ResourceKind,
} from '../domain/resources/resource';
import type { Clock } from '../effects/clock';
import type { Watcher } from './client';
import { tellAll } from './listeners';
import type { ModeSwitch } from './mode';

/**
 * How long a resource stays watched after its last watcher has gone. Excel starts the new stream before or after it
 * cancels the old one, in any order, so recalculation, inserted rows and copying down cause no traffic.
 */
const LINGER_MS = 2_000;
/** How many answers that nobody watches any more are still known. */
const LEFT_MAX = 2_000;
/** A sleeping computer stops timers: the age of answers is looked at again at least this often. */
const AGE_LOOK_MS = 15_000;

const TOO_MANY: Failure = {
  kind: 'unsupported',
  message: `This workbook watches ${WATCHES_MAX.toLocaleString('en')} different values, the maximum.`,
  next: 'Use one table function instead of many cells, or remove formulas, then calculate this cell again.',
};

const PAUSED: Failure = {
  kind: 'wrong-state',
  message: 'This workbook is paused, so nothing was refreshed.',
  next: 'Set it to live or manual on the SpreadDesk pane, then refresh again.',
};
const NOT_CONNECTED: Failure = {
  kind: 'unavailable',
  message: 'The SpreadDesk gateway is not connected, so nothing was refreshed.',
  next: 'Check that it is running. The pane reconnects automatically; then refresh again.',
};

type Listener = (answer: Answer) => void;

interface Entry {
  readonly key: ResourceKey;
  readonly resource: Resource;
  readonly listeners: Map<Listener, Watcher>;
  /** How many of each kind of watcher they are. */
  readonly count: Record<Watcher, number>;
  held: Held;
  /** As what the gateway knows it on the present line. */
  said: 'lively' | 'quiet' | undefined;
  idleSinceMs: number | undefined;
}

/** Says it to the gateway; `false` when it cannot be said now. */
type Say = (message: PageMessage) => boolean;

/** Everything that is watched, each resource once, with what is known of it; and the gateway's list kept the same. */
export class WatchList {
  private readonly entries = new Map<ResourceKey, Entry>();
  /** Last answers of what is watched no more, oldest first: a filter that comes back shows them at once, if they are not too old. */
  private readonly left = new Map<ResourceKey, Answer>();
  /** Why the gateway gives this page nothing any more, until it knows it again. */
  private refused: Failure | undefined;
  private flushing = false;
  private sweeping = false;
  private age: { dueAt: number; cancel: () => void } | undefined;
  /** Epoch ms until when prices are shown without a line; absent while there is one. */
  private unheardUntil: number | undefined;

  constructor(private readonly options: { clock: Clock; mode: ModeSwitch; say: Say }) {
    options.mode.watch(() => this.flushSoon());
  }

  watch(resource: Resource, listener: Listener, by: Watcher): () => void {
    const key = resourceKey(resource);
    const entry = this.entries.get(key) ?? this.enter(key, resource);
    if (!entry) {
      listener({ state: 'failed', failure: TOO_MANY });
      return () => undefined;
    }
    // Wrapped, so that the same listener watching twice is two watches.
    const mine: Listener = (answer) => listener(answer);
    entry.listeners.set(mine, by);
    if (++entry.count[by] === 1) this.flushSoon();
    entry.idleSinceMs = undefined;
    entry.held = { ...entry.held, answer: aged(entry.held.answer, this.options.clock.now()) };
    mine(entry.held.answer);
    return () => this.leave(entry, mine);
  }

  /** What somebody watches now, each equal resource once. */
  watched(): readonly Resource[] {
    return [...this.entries.values()]
      .filter(({ count }) => count.pane + count.cell > 0)
      .map(({ resource }) => resource);
  }

  /** The gateway may hear of these before it has heard that they are watched, so that is said first. */
  refresh(resources: readonly Resource[]): Outcome<{ asked: number }> {
    if (this.options.mode.now() === 'paused') return failed(PAUSED);
    this.flush();
    const keys = [...new Set(resources.map(resourceKey))].filter((key) => this.costsCalls(key));
    // Even of nothing, so that without a connection nobody is told that all is well.
    return this.options.say({ type: 'refresh', keys })
      ? success({ asked: keys.length })
      : failed(NOT_CONNECTED);
  }

  /** A person acts on these, and no longer on others; they are kept within seconds for a minute. Nothing while the workbook is paused. */
  attend(resources: readonly Resource[]): void {
    if (this.options.mode.now() === 'paused') return;
    this.flush();
    const keys = [...new Set(resources.map(resourceKey))].filter((key) => this.costsCalls(key));
    this.options.say({ type: 'attend', keys });
  }

  /** What is known and has no age never changes again. */
  private costsCalls(key: ResourceKey): boolean {
    const entry = this.entries.get(key);
    if (!entry || isOwn(entry.resource)) return false;
    const { value, staleAt } = entry.held.answer;
    return value === undefined || staleAt !== undefined;
  }

  /** The line is lost: every price is shown for the same time from now on. On a new line the gateway tells until when. */
  unheard(): void {
    this.unheardUntil ??= this.options.clock.now() + UNHEARD_MS;
    for (const entry of this.entries.values()) {
      const answer = this.shownWithoutLine(entry.resource, entry.held.answer);
      if (answer !== entry.held.answer) this.hold(entry, { ...entry.held, answer });
    }
  }

  private shownWithoutLine(resource: Resource, answer: Answer): Answer {
    const { unheardUntil: until = Infinity } = this;
    return isMoving(resource) && (answer.staleAt ?? 0) > until ? { ...answer, staleAt: until } : answer;
  }

  /** On a new line the gateway knows nothing of this page: the whole list is said again. */
  sayAll(): void {
    for (const entry of this.entries.values()) {
      entry.said = undefined;
      if (this.refused) this.hold(entry, NOTHING_HELD);
    }
    this.refused = undefined;
    this.unheardUntil = undefined;
    this.flush();
    this.grow();
  }

  receive(messages: readonly AnswerMessage[], line: number): void {
    for (const message of messages) {
      const entry = this.entries.get(message.key);
      if (!entry) continue;
      const held = received(entry.held, message, { kind: entry.resource.kind, line });
      this.hold(entry, { ...held, answer: aged(held.answer, this.options.clock.now()) });
    }
  }

  /**
   * The gateway works elsewhere: no value of before is shown as one of now, not even as an old one. The status stays
   * until the new one is told, which is at once.
   */
  forget(): void {
    this.left.clear();
    for (const entry of this.entries.values()) {
      if (entry.resource.kind !== 'status') this.hold(entry, NOTHING_HELD);
    }
  }

  /**
   * Whoever is let in no more is shown nothing of before, however young it is, nor anything else. The status keeps what has no
   * age, such as the zone. `denied`, since `signed-out` is said of the platform, where cells have words of their own for it.
   */
  refuse({ message, next }: Failure): void {
    if (this.refused?.message === message) return;
    const failure: Failure = (this.refused = { kind: 'denied', message, next });
    this.left.clear();
    for (const entry of this.entries.values()) {
      const kept = entry.resource.kind === 'status' ? known(entry.held.answer) : {};
      this.hold(entry, { answer: { state: 'failed', ...kept, failure } });
    }
  }

  private hold(entry: Entry, held: Held): void {
    entry.held = held;
    const { staleAt, state } = held.answer;
    if (staleAt !== undefined && state !== 'stale') this.growAt(staleAt);
    tellAll(entry.listeners.keys(), held.answer);
  }

  private enter(key: ResourceKey, resource: Resource): Entry | undefined {
    if (this.entries.size >= WATCHES_MAX) return undefined;
    const entry: Entry = {
      key,
      resource,
      listeners: new Map(),
      count: { cell: 0, pane: 0, aside: 0 },
      held: this.heldOf(key, resource),
      said: undefined,
      idleSinceMs: undefined,
    };
    this.entries.set(key, entry);
    this.flushSoon();
    return entry;
  }

  /** What was known of it when it was let go. */
  private heldOf(key: ResourceKey, resource: Resource): Held {
    if (this.refused) return { answer: { state: 'failed', failure: this.refused } };
    const answer = this.left.get(key);
    this.left.delete(key);
    if (!answer || (answer.staleAt ?? Infinity) <= this.options.clock.now()) return NOTHING_HELD;
    return { answer: this.shownWithoutLine(resource, { state: 'refreshing', ...known(answer) }) };
  }

  private keep({ key, resource, held: { answer } }: Entry): void {
    if (isOwn(resource) || answer.value === undefined || answer.failure) return;
    this.left.set(key, answer);
    const [oldest] = this.left.keys();
    if (this.left.size > LEFT_MAX && oldest !== undefined) this.left.delete(oldest);
  }

  private leave(entry: Entry, listener: Listener): void {
    const by = entry.listeners.get(listener);
    if (!entry.listeners.delete(listener)) return;
    if (by !== undefined && --entry.count[by] === 0) this.flushSoon();
    if (entry.listeners.size > 0) return;
    entry.idleSinceMs = this.options.clock.monotonicMs();
    this.sweepLater(LINGER_MS);
  }

  /** All that a calculation starts within one turn goes out in one message. */
  private flushSoon(): void {
    if (this.flushing) return;
    this.flushing = true;
    this.options.clock.after(0, () => this.flush());
  }

  private flush(): void {
    this.flushing = false;
    const changed = [...this.entries.values()].filter((entry) => entry.said !== this.wantedAs(entry));
    if (changed.length === 0) return;
    const named = (as: 'lively' | 'quiet'): Resource[] =>
      changed.filter((entry) => this.wantedAs(entry) === as).map(({ resource }) => resource);
    const quiet = named('quiet');
    const message: PageMessage = { type: 'watch', add: named('lively'), drop: [] };
    if (!this.options.say(quiet.length > 0 ? { ...message, quiet } : message)) return;
    for (const entry of changed) entry.said = this.wantedAs(entry);
  }

  /**
   * For cells alone nothing is fetched unless the workbook is live, and aside nothing ever. The gateway's own is free, and
   * needed to say anything.
   */
  private wantedAs({ count, resource }: Entry): 'lively' | 'quiet' {
    if (count.pane > 0 || isOwn(resource)) return 'lively';
    if (count.aside > 0 && count.cell === 0) return 'quiet';
    return this.options.mode.now() === 'live' ? 'lively' : 'quiet';
  }

  private sweepLater(waitMs: number): void {
    if (this.sweeping) return;
    this.sweeping = true;
    this.options.clock.after(waitMs, () => this.sweep());
  }

  private sweep(): void {
    this.sweeping = false;
    const nowMs = this.options.clock.monotonicMs();
    const drop: ResourceKey[] = [];
    let nextMs = Infinity;
    for (const entry of this.entries.values()) {
      const { key, idleSinceMs, said } = entry;
      if (idleSinceMs === undefined) continue;
      const leftMs = idleSinceMs + LINGER_MS - nowMs;
      if (leftMs > 0) {
        nextMs = Math.min(nextMs, leftMs);
        continue;
      }
      this.entries.delete(key);
      this.keep(entry);
      if (said) drop.push(key);
    }
    if (drop.length > 0) this.options.say({ type: 'watch', add: [], drop });
    if (nextMs < Infinity) this.sweepLater(nextMs);
  }

  /** One timer for whichever answer grows too old first. */
  private growAt(staleAt: number): void {
    const now = this.options.clock.now();
    const dueAt = Math.min(staleAt, now + AGE_LOOK_MS);
    if (this.age && this.age.dueAt <= dueAt) return;
    this.age?.cancel();
    this.age = { dueAt, cancel: this.options.clock.after(dueAt - now, () => this.grow()) };
  }

  private grow(): void {
    this.age?.cancel();
    this.age = undefined;
    const now = this.options.clock.now();
    let next = Infinity;
    for (const entry of this.entries.values()) {
      const { answer } = entry.held;
      const older = aged(answer, now);
      if (older !== answer) {
        entry.held = { ...entry.held, answer: older };
        tellAll(entry.listeners.keys(), older);
      } else if (answer.value !== undefined && answer.state !== 'stale') {
        next = Math.min(next, answer.staleAt ?? Infinity);
      }
    }
    if (next < Infinity) this.growAt(next);
  }
}

const isOwn = ({ kind }: Resource): boolean => OWN_KINDS.some((own) => own === kind);

/** An answer, and where its value comes from. */
interface Held {
  readonly answer: Answer;
  /**
   * The line on which the gateway last gave a value, and why that could not be read, if so. The gateway repeats a value
   * only when it changed on the same line, so a message without one speaks of this value on this line only.
   */
  readonly reading?: { readonly line: number; readonly failure?: Failure };
}

const NOTHING_HELD: Held = { answer: { state: 'waiting' } };

const NO_REASON: Failure = {
  kind: 'unavailable',
  message: 'The gateway could not get this from the platform and gave no reason.',
  next: 'It tries again by itself.',
};

type KnownAnswer = Pick<Answer, 'value' | 'fetchedAt' | 'staleAt'>;

/** What is held after a message of the gateway. A value that cannot be read leaves the last good one in place, with its own age. */
function received(
  held: Held,
  message: AnswerMessage,
  { kind, line }: { kind: ResourceKind; line: number },
): Held {
  if ('value' in message) {
    const outcome = answerReaders[kind](message.value);
    if (!outcome.ok) return unreadable(held, outcome.failure, line);
    const answer = composed(message, { value: outcome.value, ...timesOf(message) }, true);
    return { answer, reading: { line } };
  }
  const { reading } = held;
  if (reading?.line !== line) {
    const answer = composed(message, known(held.answer), false);
    return { answer, ...present({ reading }) };
  }
  if (reading.failure) return unreadable(held, reading.failure, line);
  const times = message.fetchedAt === undefined ? {} : { staleAt: undefined, ...timesOf(message) };
  return { answer: composed(message, { ...known(held.answer), ...times }, true), reading };
}

/** The same answer at a later moment: past its limit it is stale, whatever it was. The failure stays, it says why. */
function aged(answer: Answer, now: number): Answer {
  const old = answer.value !== undefined && answer.staleAt !== undefined && answer.staleAt <= now;
  return old && answer.state !== 'stale' ? { ...answer, state: 'stale' } : answer;
}

function unreadable(held: Held, failure: Failure, line: number): Held {
  return { answer: { state: 'failed', ...known(held.answer), failure }, reading: { line, failure } };
}

function composed(
  message: AnswerMessage,
  { value, fetchedAt, staleAt }: KnownAnswer,
  current: boolean,
): Answer {
  const state = stateOf(message.state, value !== undefined, current);
  const failure = message.failure ?? (state === 'failed' ? NO_REASON : undefined);
  return {
    state,
    ...present({ value, fetchedAt, staleAt }),
    ...present({ failure }),
    ...(message.idle && value === undefined && { idle: message.idle }),
  };
}

/** A value kept from an earlier line is never called fresh, and nothing is called so when there is no value. */
function stateOf(said: AnswerState, hasValue: boolean, current: boolean): AnswerState {
  if (said === 'failed') return 'failed';
  if (!hasValue) return 'waiting';
  return said === 'waiting' || !current ? 'refreshing' : said;
}

const timesOf = ({ fetchedAt, staleAt }: AnswerMessage): Omit<KnownAnswer, 'value'> => ({
  ...present({ fetchedAt, staleAt }),
});

const known = ({ value, fetchedAt, staleAt }: Answer): KnownAnswer => ({
  ...present({ value, fetchedAt, staleAt }),
});
