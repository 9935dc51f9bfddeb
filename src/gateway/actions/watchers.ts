import type { Clock } from '../../effects/clock';

const LOOK_EVERY_MS = 1_000;

/** Looks a second after it was first wanted, however often it is wanted until then. */
export class LaterLook {
  private cancel: (() => void) | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly look: () => void,
  ) {}

  want(): void {
    this.cancel ??= this.clock.after(LOOK_EVERY_MS, () => {
      this.cancel = undefined;
      this.look();
    });
  }

  stop(): void {
    this.cancel?.();
  }
}

/** Those who watch a list that changes without being told: each looks when it is told, and once a second in between. */
export class Watchers {
  private readonly listeners = new Set<() => void>();

  constructor(private readonly clock: Clock) {}

  tell(): void {
    for (const listener of [...this.listeners]) listener();
  }

  join(listener: () => void): () => void {
    const mine = (): void => listener();
    this.listeners.add(mine);
    let cancel = (): void => undefined;
    const look = (): void => {
      cancel = this.clock.after(LOOK_EVERY_MS, () => {
        mine();
        look();
      });
    };
    look();
    return () => {
      this.listeners.delete(mine);
      cancel();
    };
  }
}
