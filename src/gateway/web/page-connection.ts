import { PageMessage } from '../../contract/desk/page-message';
import {
  BEAT_MS,
  PAGE_SILENCE_MS_MAX,
  WATCHES_MAX,
  type AnswerMessage,
  type GatewayMessage,
} from '../../contract/desk/socket';
import type { StartMode } from '../../domain/desk-status';
import type { Failure } from '../../domain/failure';
import { resourceKey, type Resource, type ResourceKey } from '../../domain/resources/resource';
import type { Clock } from '../../effects/clock';
import type { ResourceCache } from '../cache/resource-cache';
import type { AnswerView } from '../cache/entry';

interface Watch {
  readonly resource: Resource;
  readonly quiet: boolean;
  stop: () => void;
}

/** The wire to one page. */
export interface Pipe {
  send(text: string): void;
  /** Bytes that the page has not taken yet. */
  readonly waitingBytes: number;
  close(code: number, reason: string): void;
  /** Ends it without waiting for the page. */
  cut(): void;
}

/** Answers with a part that differs from person to person. */
const OWN_KINDS = ['status', 'limits'] as const;
type OwnKind = (typeof OWN_KINDS)[number];
const isOwn = (kind: string): kind is OwnKind => OWN_KINDS.some((one) => one === kind);

interface ConnectionOptions {
  readonly pipe: Pipe;
  /** The desk that is open now. */
  readonly session: () => {
    readonly name: string;
    readonly cache: Pick<ResourceCache, 'watch' | 'refresh' | 'attend'>;
  };
  /** Why the page that says this by this token is refused, if it is. */
  readonly refusal: (token: string, type: PageMessage['type']) => Failure | undefined;
  /** What the page says that its program wants. */
  readonly wanted?: (token: string, message: Extract<PageMessage, { type: 'wanted' }>) => void;
  /** What of these answers is for the person of this token alone, by the names of its fields. */
  readonly ownPart?: (token: string, kind: OwnKind) => object;
  /** The person of this token pressed or typed something. */
  readonly acted?: (token: string) => void;
  /** The page is known now, by this token. */
  readonly greeted?: (token: string) => void;
  readonly clock: Clock;
  readonly startsIn?: StartMode;
}

const HELLO_MS_MAX = 5_000;
/** What comes alone goes at once; what follows within this goes together. */
const BATCH_MS = 5;
const SLOW_MS = 100;
const WAITING_BYTES_MAX = 4_000_000;
const BATCH_BYTES_MAX = 1_000_000;
/** A page that takes nothing for this long is given up; it comes back and is told everything anew. */
const STUCK_MS_MAX = 60_000;
/** Two clocks of one machine drift apart by less than this while a page is connected. */
const DRIFT_MS_MAX = 5_000;
/** Close codes of the application's own range. */
const CLOSE_NO_HELLO = 4408;
const CLOSE_REFUSED = 4401;
const CLOSE_UNREADABLE = 4400;
const CLOSE_REPLACED = 4409;

/** One page: what it watches, and what it has not been told yet. A page that is slow gets the newest, not everything. */
export class PageConnection {
  private readonly watches = new Map<ResourceKey, Watch>();
  /** At most one answer per watch waits; a newer one takes its place. */
  private readonly pending = new Map<ResourceKey, AnswerView>();
  private readonly told = new Map<ResourceKey, { version: number; head: string }>();
  private readonly cancels = new Map<'hello' | 'batch' | 'beat', () => void>();
  private isKnown = false;
  private heardAtMs: number;
  private saidAtMs: number;
  /** By how much the wall clock was ahead of the other one when the page was told the time. */
  private aheadMs: number;
  private stuckSinceMs: number | undefined;
  private flushedAtMs = -Infinity;
  /** Monotonic ms at which the next batch goes. */
  private dueMs = -Infinity;
  /** Empty until its hello. */
  token = '';

  constructor(private readonly options: ConnectionOptions) {
    this.heardAtMs = this.saidAtMs = options.clock.monotonicMs();
    this.aheadMs = options.clock.now() - this.heardAtMs;
    this.later('hello', HELLO_MS_MAX, () => this.end(CLOSE_NO_HELLO, 'no hello came'));
  }

  /** One message of the page. */
  receive(text: string): void {
    this.heardAtMs = this.options.clock.monotonicMs();
    const message = PageMessage.safeParse(json(text));
    if (!message.success) return this.end(CLOSE_UNREADABLE, 'a message cannot be read');
    if (message.data.type === 'hello') return this.greet(message.data.token);
    if (!this.isKnown) return this.refuse(UNKNOWN_PAGE);
    const refusal = this.options.refusal(this.token, message.data.type);
    if (refusal) return this.refuse(refusal);
    this.heed(message.data);
  }

  /** The connection is over: nothing is watched for it any more. Twice is harmless. */
  closed(): void {
    if (this.isKnown) this.attend([]);
    for (const { stop } of this.watches.values()) stop();
    for (const cancel of this.cancels.values()) cancel();
    this.watches.clear();
    this.cancels.clear();
    this.pending.clear();
    this.isKnown = false;
  }

  /** Another desk is open: what was told is void, and what is watched is told anew. */
  moved(): void {
    if (!this.isKnown) return;
    for (const { stop } of this.watches.values()) stop();
    this.pending.clear();
    this.told.clear();
    this.welcome();
    for (const [key, watch] of this.watches) this.listen(key, watch);
  }

  /** Whoever is behind this page may do something else now, or nothing. */
  lookAgain(): void {
    if (!this.isKnown) return;
    const refusal = this.options.refusal(this.token, 'beat');
    if (refusal) return this.refuse(refusal);
    for (const [key, watch] of this.watches) {
      if (!isOwn(watch.resource.kind)) continue;
      watch.stop();
      this.told.delete(key);
      this.listen(key, watch);
    }
  }

  private greet(token: string): void {
    const refusal = this.options.refusal(token, 'hello');
    if (refusal) return this.refuse(refusal);
    this.cancels.get('hello')?.();
    this.token = token;
    if (!this.isKnown) this.beat();
    this.isKnown = true;
    this.options.greeted?.(token);
    this.welcome();
  }

  /** The same page has newer lines. */
  giveWay(): void {
    this.end(CLOSE_REPLACED, 'the page has newer lines');
  }

  private welcome(): void {
    const { clock, startsIn, session } = this.options;
    const { name } = session();
    this.aheadMs = clock.now() - clock.monotonicMs();
    this.say({ type: 'welcome', now: clock.now(), desk: name, ...(startsIn && { startsIn }) });
  }

  private heed(message: Exclude<PageMessage, { type: 'hello' }>): void {
    switch (message.type) {
      case 'watch':
        for (const key of message.drop) this.drop(key);
        for (const resource of message.add) this.add(resource, false);
        for (const resource of message.quiet ?? []) this.add(resource, true);
        return;
      case 'refresh':
        return this.options.session().cache.refresh(message.keys.filter((key) => this.watches.has(key)));
      case 'attend':
        this.options.acted?.(this.token);
        return this.attend(message.keys.filter((key) => this.watches.has(key)));
      case 'wanted':
        return this.options.wanted?.(this.token, message);
      case 'beat':
        // Heard, and a session in use: nothing more is wanted of it.
        return;
    }
  }

  private attend(keys: readonly ResourceKey[]): void {
    this.options.session().cache.attend(keys, this);
  }

  private add(resource: Resource, quiet: boolean): void {
    const key = resourceKey(resource);
    const former = this.watches.get(key);
    if (former?.quiet === quiet) return;
    if (!former && this.watches.size >= WATCHES_MAX) {
      return this.say({ type: 'answers', answers: [{ key, state: 'failed', failure: TOO_MANY }] });
    }
    const watch = { resource, quiet, stop: () => undefined };
    this.watches.set(key, watch);
    this.listen(key, watch);
    // Last, so that nothing is let go in between.
    former?.stop();
  }

  private listen(key: ResourceKey, watch: Watch): void {
    const { resource, quiet } = watch;
    const hear = (view: AnswerView): void => {
      if (this.watches.get(key) === watch) this.queue(this.withOwn(resource.kind, view));
    };
    watch.stop = this.options.session().cache.watch(resource, hear, { quiet });
  }

  private withOwn(kind: Resource['kind'], view: AnswerView): AnswerView {
    if (view.json === undefined || !isOwn(kind)) return view;
    const own = JSON.stringify(this.options.ownPart?.(this.token, kind) ?? {});
    return own === '{}' ? view : { ...view, json: `${view.json.slice(0, -1)},${own.slice(1)}` };
  }

  private drop(key: ResourceKey): void {
    this.watches.get(key)?.stop();
    this.watches.delete(key);
    this.pending.delete(key);
    this.told.delete(key);
  }

  private queue(view: AnswerView): void {
    this.pending.set(view.key, view);
    const nowMs = this.options.clock.monotonicMs();
    const dueMs = this.saysNothingNew(view) ? nowMs + BATCH_MS : Math.max(nowMs, this.flushedAtMs + BATCH_MS);
    if (this.cancels.has('batch') && this.dueMs <= dueMs) return;
    this.dueMs = dueMs;
    this.later('batch', dueMs - nowMs, () => this.flush());
  }

  /** That something is being asked for is told after it was: a call to the platform is not to wait for it. */
  private saysNothingNew({ key, state, version }: AnswerView): boolean {
    return state === 'waiting' || (state === 'refreshing' && this.told.get(key)?.version === version);
  }

  private flush(): void {
    this.cancels.delete('batch');
    this.flushedAtMs = this.options.clock.monotonicMs();
    while (this.pending.size > 0) {
      if (this.isStuck()) return;
      const batch = this.nextBatch();
      if (batch.length > 0) this.send(`{"type":"answers","answers":[${batch.join(',')}]}`);
    }
  }

  /** Whether the page has to take what waits first. */
  private isStuck(): boolean {
    const nowMs = this.options.clock.monotonicMs();
    if (this.options.pipe.waitingBytes <= WAITING_BYTES_MAX) {
      this.stuckSinceMs = undefined;
      return false;
    }
    this.stuckSinceMs ??= nowMs;
    if (nowMs - this.stuckSinceMs >= STUCK_MS_MAX) this.options.pipe.cut();
    else this.later('batch', SLOW_MS, () => this.flush());
    return true;
  }

  /** Answers in wire JSON up to the size of one message; what the page knows already is left out. */
  private nextBatch(): string[] {
    const batch: string[] = [];
    let bytes = 0;
    for (const [key, view] of this.pending) {
      this.pending.delete(key);
      const { json: value, version, ...head } = view;
      const headText = JSON.stringify(head satisfies AnswerMessage);
      const told = this.told.get(key);
      if (told?.version === version && told.head === headText) continue;
      this.told.set(key, { version, head: headText });
      const isNew = value !== undefined && told?.version !== version;
      batch.push(isNew ? `${headText.slice(0, -1)},"value":${value}}` : headText);
      bytes += headText.length + (isNew ? value.length : 0);
      if (bytes >= BATCH_BYTES_MAX) break;
    }
    return batch;
  }

  private beat(): void {
    const nowMs = this.options.clock.monotonicMs();
    if (nowMs - this.heardAtMs >= PAGE_SILENCE_MS_MAX) return this.options.pipe.cut();
    // A page that goes by the time that it was told would take everything for too old, or for too young.
    if (Math.abs(this.options.clock.now() - nowMs - this.aheadMs) > DRIFT_MS_MAX) this.moved();
    if (nowMs - this.saidAtMs >= BEAT_MS) this.say({ type: 'beat' });
    this.later('beat', BEAT_MS / 3, () => this.beat());
  }

  private refuse(failure: Failure): void {
    this.say({ type: 'refused', failure });
    this.end(CLOSE_REFUSED, 'the session is not known');
  }

  private end(code: number, reason: string): void {
    this.closed();
    this.options.pipe.close(code, reason);
  }

  private say(message: GatewayMessage): void {
    this.send(JSON.stringify(message));
  }

  private send(text: string): void {
    this.saidAtMs = this.options.clock.monotonicMs();
    this.options.pipe.send(text);
  }

  private later(name: 'hello' | 'batch' | 'beat', waitMs: number, fn: () => void): void {
    this.cancels.get(name)?.();
    this.cancels.set(name, this.options.clock.after(waitMs, fn));
  }
}

export const UNKNOWN_PAGE: Failure = {
  kind: 'signed-out',
  message: 'The gateway does not know the session of this page.',
  next: 'The page asks for a new one automatically; if it does not, open it again.',
};
const TOO_MANY: Failure = {
  kind: 'throttled',
  message: `This workbook watches more than ${WATCHES_MAX} things.`,
  next: 'Use fewer formulas, or one formula for a whole column of ids.',
};

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
