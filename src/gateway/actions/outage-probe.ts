import type { Action } from '../../domain/action';
import { requestIdOf } from '../../domain/action';
import type { RequestId } from '../../domain/identifiers';
import type { Clock } from '../../effects/clock';

const PROBE_MS_MIN = 5_000;
const PROBE_MS_MAX = 60_000;
/** A platform that has been away for long is asked less often: each wait is such a part of the time before. */
const WAIT_SHARE = 1 / 20;

interface OutageProbeOptions {
  /** Every action that is not over. */
  readonly open: () => Iterable<Action>;
  readonly isAnswering: () => boolean;
  readonly read: (id: RequestId) => Promise<unknown>;
  readonly clock: Clock;
}

/**
 * While the platform does not answer and the outcome of something is open, one read at a time finds out whether it answers again, for
 * all of them. The end of that call is told as that of any other: what waits is looked at then, and goes again.
 */
export class OutageProbe {
  private cancel: (() => void) | undefined;
  private sinceMs = 0;

  constructor(private readonly options: OutageProbeOptions) {}

  /** Something cannot be looked at now. */
  want(): void {
    if (this.cancel) return;
    this.sinceMs = this.options.clock.monotonicMs();
    this.later();
  }

  stop(): void {
    this.cancel?.();
  }

  private later(): void {
    const { clock } = this.options;
    const waitMs = Math.min(PROBE_MS_MAX, (clock.monotonicMs() - this.sinceMs) * WAIT_SHARE);
    this.cancel = clock.after(Math.max(PROBE_MS_MIN, waitMs), () => void this.probe());
  }

  private async probe(): Promise<void> {
    const { open, isAnswering, read } = this.options;
    const [id] = [...open()].flatMap(({ state, body }) =>
      state === 'unknown' ? (requestIdOf(body) ?? []) : [],
    );
    if (isAnswering() || id === undefined) return void (this.cancel = undefined);
    await read(id).catch(() => undefined);
    this.later();
  }
}
