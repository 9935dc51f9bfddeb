import type { Clock } from './clock';

interface Timer {
  readonly dueMs: number;
  readonly order: number;
  readonly fn: () => void;
}

/** A clock that stands still until it is told to move: for tests, and for a simulator that tests drive. */
export class ManualClock implements Clock {
  private elapsedMs = 0;
  private offsetMs: number;
  private order = 0;
  private readonly timers = new Set<Timer>();

  constructor(startsAt: number) {
    this.offsetMs = startsAt;
  }

  now(): number {
    return this.offsetMs + this.elapsedMs;
  }

  monotonicMs(): number {
    return this.elapsedMs;
  }

  after(waitMs: number, fn: () => void): () => void {
    const timer = { dueMs: this.elapsedMs + Math.max(0, waitMs), order: this.order++, fn };
    this.timers.add(timer);
    return () => void this.timers.delete(timer);
  }

  /** Timers that have not run yet. */
  get pending(): number {
    return this.timers.size;
  }

  /** How long until the next timer is due; `undefined` when none waits. */
  get nextInMs(): number | undefined {
    const next = this.next(Infinity);
    return next && Math.max(0, next.dueMs - this.elapsedMs);
  }

  /** The wall clock is set to another time; nothing elapses and no timer runs. */
  jump(byMs: number): void {
    this.offsetMs += byMs;
  }

  /** Time passes and no timer runs, as in a process that stands still: they run late. */
  stall(byMs: number): void {
    this.elapsedMs += byMs;
  }

  /** Lets time pass, running every timer at its moment, and lets promises settle after each. */
  async advance(byMs: number): Promise<void> {
    const endMs = this.elapsedMs + byMs;
    await settled();
    for (let next = this.next(endMs); next; next = this.next(endMs)) {
      this.timers.delete(next);
      this.elapsedMs = Math.max(this.elapsedMs, next.dueMs);
      next.fn();
      await settled();
    }
    this.elapsedMs = endMs;
    await settled();
  }

  private next(endMs: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.timers) {
      if (timer.dueMs > endMs) continue;
      if (!first || timer.dueMs < first.dueMs || (timer.dueMs === first.dueMs && timer.order < first.order)) {
        first = timer;
      }
    }
    return first;
  }
}

const TURNS = 20;
async function settled(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await Promise.resolve();
}
