import type { Leader, Leading } from '../../../src/gateway/desk/leader';

/** Who leads, as a test says. */
export class FakeLeader implements Leader {
  private readonly listeners = new Set<() => void>();
  private leading: Leading | undefined;
  private former: Leading | undefined;
  private epoch = 0;

  /** How many wait for another leader, or look on. */
  get listenerCount(): number {
    return this.listeners.size;
  }

  current(): Leading | undefined {
    return this.leading;
  }

  last(): Leading | undefined {
    return this.leading ?? this.former;
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** The machine that listens at this port of loopback leads from now on; without one nobody does. */
  become(port?: number): void {
    this.epoch += 1;
    this.former = this.leading ?? this.former;
    this.leading =
      port === undefined ? undefined : { address: `127.0.0.1:${port}`, epoch: this.epoch, isSelf: false };
    for (const listener of [...this.listeners]) listener();
  }
}
