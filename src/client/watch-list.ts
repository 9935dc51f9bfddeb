import type { AnswerMessage, PageMessage } from '../contract/desk/socket';
import { WATCHES_MAX } from '../contract/desk/socket';
import type { Answer } from '../domain/answer';
import type { Failure } from '../domain/failure';
import { resourceKey, type Resource, type ResourceKey } from '../domain/resource';
import type { Clock } from '../effects/clock';
import { aged, NOTHING_HELD, received, type Held } from './held-answer';
import { tellAll } from './telling';

/**
 * How long a resource stays watched after its last watcher has gone. Excel starts the new stream before or after it
 * cancels the old one, in any order, so recalculation, inserted rows and copying down cause no traffic.
 */
export const LINGER_MS = 2_000;
/** A sleeping computer stops timers: the age of answers is looked at again at least this often. */
const AGE_LOOK_MS = 15_000;

const TOO_MANY: Failure = {
  kind: 'unsupported',
  message: `This workbook watches ${WATCHES_MAX.toLocaleString('en')} different things already, the most it may.`,
  next: 'Use a table function instead of many single ones, or remove formulas, then calculate this one again.',
};

type Listener = (answer: Answer) => void;

interface Entry {
  readonly key: ResourceKey;
  readonly resource: Resource;
  readonly listeners: Set<Listener>;
  held: Held;
  /** The gateway has been asked on the present line. */
  asked: boolean;
  idleSinceMs: number | undefined;
}

/** Says it to the gateway; `false` when it cannot be said now. */
type Say = (message: PageMessage) => boolean;

/** Everything that is watched, each resource once, with what is known of it; and the gateway's list kept the same. */
export class WatchList {
  private readonly entries = new Map<ResourceKey, Entry>();
  private flushing = false;
  private sweeping = false;
  private age: { dueAt: number; cancel: () => void } | undefined;

  constructor(private readonly parts: { clock: Clock; say: Say }) {}

  watch(resource: Resource, listener: Listener): () => void {
    const key = resourceKey(resource);
    const entry = this.entries.get(key) ?? this.enter(key, resource);
    if (!entry) {
      listener({ state: 'failed', failure: TOO_MANY });
      return () => undefined;
    }
    // Wrapped, so that the same listener watching twice is two watches.
    const mine: Listener = (answer) => listener(answer);
    entry.listeners.add(mine);
    entry.idleSinceMs = undefined;
    entry.held = { ...entry.held, answer: aged(entry.held.answer, this.parts.clock.now()) };
    mine(entry.held.answer);
    return () => this.leave(entry, mine);
  }

  /** What somebody watches now, each equal resource once. */
  watched(): readonly Resource[] {
    return [...this.entries.values()]
      .filter(({ listeners }) => listeners.size > 0)
      .map(({ resource }) => resource);
  }

  /** The gateway may hear of these before it has heard that they are watched, so that is said first. */
  refresh(resources: readonly Resource[]): void {
    if (resources.length === 0) return;
    this.flush();
    for (let from = 0; from < resources.length; from += WATCHES_MAX) {
      const keys = resources.slice(from, from + WATCHES_MAX).map(resourceKey);
      this.parts.say({ type: 'refresh', keys });
    }
  }

  /** On a new line the gateway knows nothing of this page: the whole list is said again. */
  sayAll(): void {
    for (const entry of this.entries.values()) entry.asked = false;
    this.flush();
    this.grow();
  }

  receive(messages: readonly AnswerMessage[], line: number): void {
    for (const message of messages) {
      const entry = this.entries.get(message.key);
      if (!entry) continue;
      const held = received(entry.held, message, { kind: entry.resource.kind, line });
      this.hold(entry, { ...held, answer: aged(held.answer, this.parts.clock.now()) });
    }
  }

  private hold(entry: Entry, held: Held): void {
    entry.held = held;
    const { staleAt, state } = held.answer;
    if (staleAt !== undefined && state !== 'stale') this.growAt(staleAt);
    tellAll(entry.listeners, held.answer);
  }

  private enter(key: ResourceKey, resource: Resource): Entry | undefined {
    if (this.entries.size >= WATCHES_MAX) return undefined;
    const listeners = new Set<Listener>();
    const entry: Entry = {
      key,
      resource,
      listeners,
      held: NOTHING_HELD,
      asked: false,
      idleSinceMs: undefined,
    };
    this.entries.set(key, entry);
    this.flushSoon();
    return entry;
  }

  private leave(entry: Entry, listener: Listener): void {
    if (!entry.listeners.delete(listener) || entry.listeners.size > 0) return;
    entry.idleSinceMs = this.parts.clock.monotonicMs();
    this.sweepLater(LINGER_MS);
  }

  /** All that a calculation starts within one turn goes out in one message. */
  private flushSoon(): void {
    if (this.flushing) return;
    this.flushing = true;
    this.parts.clock.after(0, () => this.flush());
  }

  private flush(): void {
    this.flushing = false;
    const add = [...this.entries.values()].filter(({ asked }) => !asked);
    if (add.length === 0) return;
    if (!this.parts.say({ type: 'watch', add: add.map(({ resource }) => resource), drop: [] })) return;
    for (const entry of add) entry.asked = true;
  }

  private sweepLater(waitMs: number): void {
    if (this.sweeping) return;
    this.sweeping = true;
    this.parts.clock.after(waitMs, () => this.sweep());
  }

  private sweep(): void {
    this.sweeping = false;
    const nowMs = this.parts.clock.monotonicMs();
    const drop: ResourceKey[] = [];
    let nextMs = Infinity;
    for (const { key, idleSinceMs, asked } of this.entries.values()) {
      if (idleSinceMs === undefined) continue;
      const leftMs = idleSinceMs + LINGER_MS - nowMs;
      if (leftMs > 0) {
        nextMs = Math.min(nextMs, leftMs);
        continue;
      }
      this.entries.delete(key);
      if (asked) drop.push(key);
    }
    if (drop.length > 0) this.parts.say({ type: 'watch', add: [], drop });
    if (nextMs < Infinity) this.sweepLater(nextMs);
  }

  /** One timer for whichever answer grows too old first. */
  private growAt(staleAt: number): void {
    const now = this.parts.clock.now();
    const dueAt = Math.min(staleAt, now + AGE_LOOK_MS);
    if (this.age && this.age.dueAt <= dueAt) return;
    this.age?.cancel();
    this.age = { dueAt, cancel: this.parts.clock.after(dueAt - now, () => this.grow()) };
  }

  private grow(): void {
    this.age?.cancel();
    this.age = undefined;
    const now = this.parts.clock.now();
    let next = Infinity;
    for (const entry of this.entries.values()) {
      const { answer } = entry.held;
      const older = aged(answer, now);
      if (older !== answer) {
        entry.held = { ...entry.held, answer: older };
        tellAll(entry.listeners, older);
      } else if (answer.value !== undefined && answer.state !== 'stale') {
        next = Math.min(next, answer.staleAt ?? Infinity);
      }
    }
    if (next < Infinity) this.growAt(next);
  }
}
