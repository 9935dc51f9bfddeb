import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import type { DeskLimits, Limits } from '../../domain/limits/limits';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { LocalSource } from '../answers/local-source';

/** Levels that the pane set, or that it gave them up; `setAt` is epoch ms. */
export interface SetLimits {
  readonly limits: Limits | null;
  readonly setAt: number;
}

/** Where the levels that the pane set are kept. Every setting stays, so that it can be told who was held to what. */
export interface LimitsStore {
  append(set: SetLimits): Promise<void>;
  /** Rejects when the newest cannot be read as a whole. */
  newest(): Promise<SetLimits | undefined>;
}

export interface LimitsKeeperParts {
  readonly store: LimitsStore;
  /** What the gateway was started with: built in, or from a file. */
  readonly given: DeskLimits;
  readonly clock: Clock;
  readonly log: Log;
}

/** The levels of this desk as they are now. */
export class LimitsKeeper implements LocalSource {
  private readonly listeners = new Set<() => void>();

  private constructor(
    private readonly parts: LimitsKeeperParts,
    private now: DeskLimits,
  ) {}

  /** What the pane set in an earlier run goes on, unless the file is locked. */
  static async open(parts: LimitsKeeperParts): Promise<LimitsKeeper> {
    const { given, store, log } = parts;
    if (given.locked) return new LimitsKeeper(parts, given);
    try {
      return new LimitsKeeper(parts, inForce(given, await store.newest()));
    } catch (error) {
      // A desk that does not start cannot withdraw either. It starts, and takes no risk: others could be looser than those.
      log.error('The limits that the pane set cannot be read, so nothing that takes risk is sent.', {
        error: String(error),
      });
      return new LimitsKeeper(parts, { ...given, failure: NOT_READ });
    }
  }

  read(): DeskLimits {
    return this.now;
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Sets the levels for good; `null` goes back to those that were given. */
  async set(limits: Limits | null): Promise<Outcome<DeskLimits>> {
    const { given, store, clock, log } = this.parts;
    if (given.locked) return failed(LOCKED);
    const set = { limits, setAt: clock.now() };
    try {
      await store.append(set);
    } catch (error) {
      log.error('The limits cannot be written.', { error: String(error) });
      return failed(NOT_WRITTEN);
    }
    this.now = inForce(given, set);
    for (const listener of this.listeners) listener();
    return success(this.now);
  }
}

const inForce = (given: DeskLimits, set: SetLimits | undefined): DeskLimits =>
  set?.limits ? { limits: set.limits, setAt: set.setAt, source: 'pane', locked: false } : given;

const LOCKED: Failure = {
  kind: 'denied',
  message: 'The limits of this desk are locked.',
  next: 'Have them changed in the file that the gateway was started with (DESK_LIMITS).',
};
const NOT_READ: Failure = {
  kind: 'denied',
  message: 'The limits that were set for this desk cannot be read, so nothing that takes risk is sent.',
  next: 'Look at the limits in the pane (Desk, Settings), then set them or give the former ones up. Withdrawing works as ever.',
};
const NOT_WRITTEN: Failure = {
  kind: 'unavailable',
  message: 'The limits cannot be kept, probably because the disk is full.',
  next: 'The former ones stay in force. Make room in the data folder of the gateway, then set them again.',
};
