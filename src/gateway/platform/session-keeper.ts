import type { Failure } from '../../domain/failure';
import type { Chance } from '../../effects/chance';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { Platform } from './platform';

const WAIT_MS_MIN = 1_000;
const WAIT_MS_MAX = 60_000;
/** Credentials that were refused do not become right by asking often, and every try costs a call. */
const REFUSED_WAIT_MS = 300_000;

/** A session that is lost so soon was good for nothing: the next one waits as after a failure. */
const BRIEF_MS = 150_000;

/** Signs in at start and whenever the session is lost, waiting longer after each failure. */
export class SessionKeeper {
  private failures = 0;
  private signedInAtMs = -Infinity;
  /** Sessions in a row that were lost soon. */
  private brief = 0;
  private isTrying = false;
  private cancel: (() => void) | undefined;
  private stopWatching: (() => void) | undefined;
  private isStopped = false;

  constructor(
    private readonly options: {
      readonly platform: Pick<Platform, 'signIn' | 'status' | 'onStatusChanged'>;
      readonly clock: Clock;
      readonly chance: Chance;
      readonly log: Log;
    },
  ) {}

  /** Resolves when the first attempt has come to its end, whatever that was. */
  async start(): Promise<void> {
    this.stopWatching = this.options.platform.onStatusChanged(() => void this.heed());
    await this.heed();
  }

  stop(): void {
    this.isStopped = true;
    this.cancel?.();
    this.stopWatching?.();
  }

  private async heed(): Promise<void> {
    const { platform, clock } = this.options;
    if (platform.status.signedIn || this.isTrying || this.cancel) return;
    this.brief = clock.monotonicMs() - this.signedInAtMs < BRIEF_MS ? this.brief + 1 : 0;
    if (this.brief <= 1) return this.try();
    this.later(this.grownMs(this.brief - 1));
  }

  private async try(): Promise<void> {
    this.isTrying = true;
    const outcome = await this.options.platform.signIn();
    this.isTrying = false;
    if (this.isStopped) return;
    if (outcome.ok) {
      this.failures = 0;
      this.signedInAtMs = this.options.clock.monotonicMs();
      return;
    }
    this.failures += 1;
    const waitMs = this.waitMs(outcome.failure);
    this.options.log.warn('Signing in failed; it is tried again.', {
      kind: outcome.failure.kind,
      reason: outcome.failure.message,
      waitMs: Math.round(waitMs),
    });
    this.later(waitMs);
  }

  private later(waitMs: number): void {
    this.cancel = this.options.clock.after(waitMs, () => {
      this.cancel = undefined;
      if (!this.options.platform.status.signedIn && !this.isTrying) void this.try();
    });
  }

  private waitMs({ kind, until }: Failure): number {
    const isRefused = kind === 'denied' || kind === 'signed-out' || kind === 'invalid-argument';
    return Math.max(
      isRefused ? REFUSED_WAIT_MS : this.grownMs(this.failures),
      (until ?? 0) - this.options.clock.now(),
    );
  }

  private grownMs(times: number): number {
    const grown = Math.min(WAIT_MS_MAX, WAIT_MS_MIN * 2 ** Math.min(times - 1, 10));
    return grown * (1 - this.options.chance() / 2);
  }
}
