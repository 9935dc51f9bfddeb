import type { Clock } from '../../effects/clock';

/**
 * Many reasons for one piece of work are one. The first starts it at once; those that come while it is under way, or
 * within the spacing that it answers with, make it start once more after the last of them. So the final state is always
 * looked at, however many reasons there were.
 */
export class Bursts {
  private readonly running = new Map<string, { again: (() => Promise<number>) | undefined }>();
  private readonly cancels = new Set<() => void>();
  private isStopped = false;

  constructor(private readonly clock: Clock) {}

  /** `work` answers with how long after its start the next one may begin, in ms; it never throws. */
  touch(key: string, work: () => Promise<number>): void {
    const running = this.running.get(key);
    if (running) running.again = work;
    else void this.run(key, work);
  }

  stop(): void {
    this.isStopped = true;
    for (const cancel of this.cancels) cancel();
  }

  private async run(key: string, work: () => Promise<number>): Promise<void> {
    const state = { again: undefined };
    this.running.set(key, state);
    const startedMs = this.clock.monotonicMs();
    const spacingMs = await work();
    if (this.isStopped) return;
    const cancel = this.clock.after(startedMs + spacingMs - this.clock.monotonicMs(), () => {
      this.cancels.delete(cancel);
      const { again } = this.running.get(key) ?? state;
      this.running.delete(key);
      if (again) void this.run(key, again);
    });
    this.cancels.add(cancel);
  }
}
