import type { Time } from '../../src/workbench/grid/time';

/** Time that moves when the test says so. */
export class ManualTime implements Time {
  private clock = 0;
  private timers: { at: number; act: () => void }[] = [];

  now(): number {
    return this.clock;
  }

  after(delayMs: number, act: () => void): () => void {
    const timer = { at: this.clock + delayMs, act };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  }

  /** Lets promises run between one timer and the next, as a browser does. */
  async pass(ms: number): Promise<void> {
    const end = this.clock + ms;
    await flushPromises();
    for (let next = this.take(end); next; next = this.take(end)) {
      this.clock = Math.max(this.clock, next.at);
      next.act();
      await flushPromises();
    }
    this.clock = end;
  }

  private take(end: number): { at: number; act: () => void } | undefined {
    const next = this.timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
    if (next) this.timers = this.timers.filter((other) => other !== next);
    return next;
  }
}

async function flushPromises(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}
