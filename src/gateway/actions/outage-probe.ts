import { onlyProtects, requestIdOf, type Action } from '../../domain/action';
import type { Outcome } from '../../domain/failure';
import type { RequestId } from '../../domain/identifiers';
import type { Lane } from '../../domain/lane';
import type { Clock } from '../../effects/clock';

const PROBE_MS_MIN = 5_000;
const PROBE_MS_MAX = 60_000;
/** A platform that has been away for long is asked less often: each wait is such a part of the time before. */
const WAIT_SHARE = 1 / 20;
/** So long it may use the calls that are kept for actions: an outage of hours would use them up. */
const OF_ACTIONS_MS = 120_000;

interface OutageProbeOptions {
  /** Every action that is not over. */
  readonly open: () => Iterable<Action>;
  readonly isAnswering: () => boolean;
  /** Reads this request, or where none is at hand what every desk may ask for. */
  readonly read: (id: RequestId | undefined, lane: Lane) => Promise<Outcome<unknown>>;
  readonly clock: Clock;
}

/**
 * While the platform does not answer and the outcome of something is open, one read at a time finds out whether it answers again, for
 * all of them. The end of that call is told as that of any other: what waits is looked at then, and goes again.
 */
export class OutageProbe {
  private cancel: (() => void) | undefined;
  private sinceMs = 0;
  private isStopped = false;

  constructor(private readonly options: OutageProbeOptions) {}

  /** Something cannot be looked at now. */
  want(): void {
    if (this.cancel) return;
    this.sinceMs = this.options.clock.monotonicMs();
    this.later();
  }

  stop(): void {
    this.isStopped = true;
    this.cancel?.();
  }

  private later(): void {
    // A read may have been on its way when it was stopped.
    if (this.isStopped) return;
    const { clock } = this.options;
    const waitMs = Math.min(PROBE_MS_MAX, (clock.monotonicMs() - this.sinceMs) * WAIT_SHARE);
    this.cancel = clock.after(Math.max(PROBE_MS_MIN, waitMs), () => void this.probe());
  }

  private async probe(): Promise<void> {
    const { open, isAnswering, clock } = this.options;
    const sought = [...open()].filter(({ state }) => state === 'unknown' || state === 'acknowledged');
    if (isAnswering() || sought.length === 0) return void (this.cancel = undefined);
    const [id] = sought.flatMap(({ body }) => requestIdOf(body) ?? []);
    const isLong = clock.monotonicMs() - this.sinceMs >= OF_ACTIONS_MS;
    const said = await this.read(id, isLong ? 'asked' : 'accept');
    const isSpent = said?.ok === false && said.failure.kind === 'quota-spent';
    // What takes risk away must not wait for the next day.
    if (isLong && isSpent && sought.some(({ body }) => onlyProtects(body))) await this.read(id, 'accept');
    this.later();
  }

  private read(id: RequestId | undefined, lane: Lane): Promise<Outcome<unknown> | undefined> {
    return this.options.read(id, lane).catch(() => undefined);
  }
}
