import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import type { Log } from '../../effects/log';
import type { HeardEvent } from '../storage/events';

/** So many may wait to be written. Each holds its body in memory until then. */
export const WAITING_MAX = 2_000;
/** So many are written at once: all of them are on disk after one wait for it. */
export const BATCH_MAX = 500;

interface Waiting {
  readonly event: HeardEvent;
  readonly answer: (outcome: Outcome<void>) => void;
}

/**
 * Takes deliveries in, and answers each once it is on disk. Those that arrive while the disk works are written together
 * next: a burst costs a few waits for the disk, and a single one is not held back for company.
 */
export class Intake {
  private waiting: Waiting[] = [];
  /** A batch is about to be written, or is being written. */
  private isDue = false;
  private problem: Failure | undefined;

  constructor(
    private readonly options: {
      /** Rejects when they cannot be kept; otherwise they are on disk when it resolves. */
      readonly keep: (heard: readonly HeardEvent[]) => Promise<unknown>;
      /** Runs `work` once what has already come in over the network has been looked at. */
      readonly soon: (work: () => void) => void;
      readonly log: Log;
    },
  ) {}

  /** Why the newest deliveries were not kept, until one is or the disk is known to take writes again. */
  get failure(): Failure | undefined {
    return this.problem;
  }

  /** The disk takes writes again: on a quiet desk the next delivery may be hours away. */
  recovered(): void {
    this.problem = undefined;
  }

  /** Never rejects. A failure is `unavailable` or `throttled`: nothing was kept. */
  take(event: HeardEvent): Promise<Outcome<void>> {
    if (this.waiting.length >= WAITING_MAX) return Promise.resolve(failed(FULL));
    return new Promise((answer) => {
      this.waiting.push({ event, answer });
      this.writeSoon();
    });
  }

  private writeSoon(): void {
    if (this.isDue) return;
    this.isDue = true;
    this.options.soon(() => void this.write());
  }

  /** One batch at a time; what is being written still waits, for it is in memory too. */
  private async write(): Promise<void> {
    const batch = this.waiting.slice(0, BATCH_MAX);
    const outcome = await this.kept(batch.map(({ event }) => event));
    this.waiting = this.waiting.slice(batch.length);
    for (const { answer } of batch) answer(outcome);
    this.isDue = false;
    if (this.waiting.length > 0) this.writeSoon();
  }

  private async kept(events: readonly HeardEvent[]): Promise<Outcome<void>> {
    try {
      await this.options.keep(events);
      this.problem = undefined;
      return success(undefined);
    } catch (error) {
      // Said once: the sender does not stop for it, and a full disk is not to be filled with lines about it.
      if (!this.problem) this.options.log.error(NOT_KEPT.message, { error: String(error) });
      this.problem = NOT_KEPT;
      return failed(NOT_KEPT);
    }
  }
}

const FULL: Failure = {
  kind: 'throttled',
  message: 'Too many events came at once to be saved.',
  next: 'No action is needed: their changes are detected by polling.',
};
const NOT_KEPT: Failure = {
  kind: 'unavailable',
  message: 'Events cannot be saved, probably because the disk is full.',
  next: 'Free disk space in the gateway’s data folder; until then changes are detected by polling only, and later.',
};
