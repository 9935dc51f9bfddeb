import type { CellProblem, Heard } from '../../client/cell-register';
import type { Connection, GatewayClient } from '../../client/client';
import type { Mode } from '../../client/mode';
import { present } from '../../domain/present';
import {
  OWN_KINDS,
  resourceKey,
  type Answer,
  type Resource,
  type ResourceKey,
} from '../../domain/resources/resource';
import { CellFailure, late } from './cell-failure';
import { problemOf, sameShown, waitingIn, type Shown } from './cells';
import type { FormulaContext } from './context';

/** A cell never stays without a value or a sentence for longer. */
export const DEADLINE_MS = 10_000;
/** Excel takes the results of functions about twice a second: working them out more often is waste. */
const PACE_MS = 200;

interface Watch {
  readonly resource: Resource;
  answer: Answer;
  stop: () => void;
  /** The run that last asked for it. */
  run: number;
}

export interface LiveOptions {
  readonly client: GatewayClient;
  readonly formula: (desk: FormulaContext) => Shown;
  readonly show: (shown: Shown) => void;
  /** Epoch ms by this computer's own clock. */
  readonly computerNow: () => number;
  /** Told after every calculation what the cell stands on and what is wrong with it. */
  readonly heard: (state: Heard) => void;
}

/**
 * Works a formula out anew whenever something it asked for has changed, and shows the result when it differs from
 * the last one. What it no longer asks for is let go.
 */
export class LiveFormula implements FormulaContext {
  private readonly watches = new Map<ResourceKey, Watch>();
  private resources: readonly Resource[] | undefined;
  private connected: { now: Connection; stop: () => void } | undefined;
  private stopMode: (() => void) | undefined;
  private run = 0;
  private ranAtMs = -Infinity;
  private running = false;
  /** The last calculation found nothing known at all. */
  private isCold = false;
  private due = false;
  private stopped = false;
  private last: Shown | undefined;
  private problem: CellProblem | undefined;
  private cancelDeadline: (() => void) | undefined;
  private againMs = Infinity;
  private cancelAgain: (() => void) | undefined;

  constructor(private readonly options: LiveOptions) {}

  start(): void {
    this.calculate();
  }

  /** Twice is harmless. */
  stop(): void {
    this.stopped = true;
    this.cancelDeadline?.();
    this.cancelAgain?.();
    this.connected?.stop();
    this.stopMode?.();
    for (const { stop } of this.watches.values()) stop();
    this.watches.clear();
  }

  now(): number {
    return this.options.client.clock.now();
  }

  computerNow(): number {
    return this.options.computerNow();
  }

  ask<R extends Resource>(resource: R): Answer<R> {
    const key = resourceKey(resource);
    const watch = this.watches.get(key) ?? this.watch(key, resource);
    watch.run = this.run;
    // The entry of a key holds answers to the resource that the key was made of.
    return watch.answer as Answer<R>;
  }

  connection(): Connection {
    if (this.connected) return this.connected.now;
    const connected: { now: Connection; stop: () => void } = { now: 'connecting', stop: () => undefined };
    this.connected = connected;
    connected.stop = this.options.client.watchConnection((now) => {
      connected.now = now;
      this.changed();
    });
    return connected.now;
  }

  mode(): Mode {
    const { mode } = this.options.client;
    this.stopMode ??= mode.watch(() => this.changed());
    return mode.now();
  }

  again(afterMs: number): void {
    this.againMs = Math.min(this.againMs, afterMs);
  }

  private watch(key: ResourceKey, resource: Resource): Watch {
    const waiting = { state: 'waiting' } as const;
    const watch: Watch = { resource, answer: waiting, stop: () => undefined, run: this.run };
    this.watches.set(key, watch);
    this.resources = undefined;
    const heard = (answer: Answer): void => {
      const before = watch.answer;
      watch.answer = answer;
      if (!saysTheSame(before, answer)) this.changed();
    };
    watch.stop = this.options.client.watch(resource, heard, { by: 'cell' });
    return watch;
  }

  /** Answers come in bunches: one calculation takes them all. What is told while it runs, it has seen. */
  private changed(): void {
    if (this.running || this.due || this.stopped) return;
    this.due = true;
    const waitMs = this.ranAtMs + PACE_MS - this.options.client.clock.monotonicMs();
    if (waitMs > 0) this.options.client.clock.after(waitMs, () => this.calculate());
    else queueMicrotask(() => this.calculate());
  }

  private calculate(): void {
    if (this.stopped) return;
    this.due = false;
    this.run += 1;
    this.againMs = Infinity;
    this.running = true;
    const shown = this.shown();
    this.running = false;
    this.letGo();
    const waiting = waitingIn(shown);
    // After a page is loaded what a list leads to comes right behind the list: that is waited for once.
    const isHeld = waiting === 'some' && this.isCold && this.last === undefined;
    this.isCold = waiting === 'all';
    if (isHeld) this.again(PACE_MS);
    this.calculateAgain();
    // A calculation without a result is no reason to keep the next one waiting.
    if (!this.isCold) this.ranAtMs = this.options.client.clock.monotonicMs();
    if (this.isCold || isHeld) this.cancelDeadline ??= this.deadline();
    else this.show(shown);
    this.report();
  }

  /** A formula that throws is a bug: the cell says so, and it stays loud as an unhandled error of the page. */
  private shown(): Shown {
    try {
      return this.options.formula(this);
    } catch (bug) {
      queueMicrotask(() => {
        throw bug;
      });
      return new CellFailure(
        '#VALUE!',
        'SpreadDesk could not calculate this. This is our fault: please report it.',
      );
    }
  }

  private calculateAgain(): void {
    this.cancelAgain?.();
    this.cancelAgain =
      this.againMs < Infinity
        ? this.options.client.clock.after(this.againMs, () => this.changed())
        : undefined;
  }

  private letGo(): void {
    for (const [key, watch] of this.watches) {
      if (watch.run === this.run) continue;
      this.watches.delete(key);
      this.resources = undefined;
      watch.stop();
    }
  }

  private deadline(): () => void {
    return this.options.client.clock.after(DEADLINE_MS, () => {
      this.say(late(this.connectionNow()));
      this.report();
    });
  }

  private connectionNow(): Connection {
    let connection: Connection = 'connecting';
    this.options.client.watchConnection((now) => (connection = now))();
    return connection;
  }

  private show(shown: Shown): void {
    this.cancelDeadline?.();
    this.cancelDeadline = undefined;
    this.say(shown);
  }

  private say(shown: Shown): void {
    if (this.last !== undefined && sameShown(this.last, shown)) return;
    this.last = shown;
    this.problem = problemOf(shown);
    this.options.show(shown);
  }

  private report(): void {
    this.resources ??= [...this.watches.values()].map(({ resource }) => resource);
    const { resources, problem } = this;
    const oldestAt = this.oldestAt();
    this.options.heard({ resources, shown: () => this.last, ...present({ problem, oldestAt }) });
  }

  /** The gateway's own have no age: they are told when they change. */
  private oldestAt(): number | undefined {
    let oldestAt: number | undefined;
    for (const { resource, answer } of this.watches.values()) {
      if (answer.fetchedAt === undefined || answer.fetchedAt >= (oldestAt ?? Infinity)) continue;
      if (!OWN_KINDS.some((own) => own === resource.kind)) oldestAt = answer.fetchedAt;
    }
    return oldestAt;
  }
}

/** An answer that is only being asked for again changes nothing in a cell. */
const saysTheSame = (before: Answer, after: Answer): boolean =>
  before.value === after.value &&
  before.failure === after.failure &&
  before.idle === after.idle &&
  before.fetchedAt === after.fetchedAt &&
  before.staleAt === after.staleAt &&
  (before.state === 'stale') === (after.state === 'stale');
