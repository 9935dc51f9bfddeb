import type { DeskClient } from '../client/client';
import type { Watchable } from './observable';

const STEP_MS = 1000;

/** The present moment for everything that shows an age: it moves once a second, and only while somebody looks. */
export class Ticker implements Watchable<number> {
  private readonly listeners = new Set<() => void>();
  private moment: number;
  private cancel: () => void = () => {};

  constructor(private readonly clock: DeskClient['clock']) {
    this.moment = clock.now();
  }

  readonly get = (): number => this.moment;

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.listeners.size === 0) this.start();
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.cancel();
    };
  };

  private start(): void {
    this.moment = this.clock.now();
    this.cancel = this.clock.after(STEP_MS, () => {
      this.start();
      for (const listener of [...this.listeners]) listener();
    });
  }
}
