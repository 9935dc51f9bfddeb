import { onlyProtects, type ActionBody } from '../../domain/action';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { haltInWords, type Halt } from '../../domain/halt';
import { haltNoted, resumeNoted } from '../../domain/notes/desk-notes';
import type { By } from '../../domain/person';
import { present } from '../../domain/present';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import { secondText } from '../platform/rate-limit/service-day';
import type { HaltStore } from '../storage/halts';
import type { DeskEntries } from './desk-entries';
import { giveUpSignal } from './give-up';

const WRITE_AGAIN_MS = 5_000;

interface HaltsOptions {
  readonly store: HaltStore;
  readonly entries: Pick<DeskEntries, 'record' | 'write'>;
  readonly clock: Clock;
  readonly log: Log;
  /** IANA zone by whose clocks people read when it was. */
  readonly zone: string;
}

/** Whether the desk is halted: then nothing that takes risk on is sent, whoever pressed it and whenever. */
export class Halts {
  private readonly listeners = new Set<() => void>();
  private giveUp = giveUpSignal();
  private cancel: (() => void) | undefined;

  private constructor(
    private readonly options: HaltsOptions,
    private newest: Halt | undefined,
  ) {}

  /** A desk that cannot read whether it is halted is: it has to be able to withdraw, and takes no risk. */
  static async open(options: HaltsOptions): Promise<Halts> {
    try {
      return new Halts(options, await options.store.newest());
    } catch (error) {
      options.log.error('Whether the desk is halted cannot be read, so it is.', { error: String(error) });
      return new Halts(options, { number: 1, at: options.clock.now(), reason: NOT_READ });
    }
  }

  /** The halt in force; `undefined` while there is none. */
  read(): Halt | undefined {
    return this.newest?.resumed ? undefined : this.newest;
  }

  onChange(listener: () => void): () => void {
    const own = (): void => listener();
    this.listeners.add(own);
    return () => void this.listeners.delete(own);
  }

  /** Aborted by the next halt. */
  get signal(): AbortSignal {
    return this.giveUp.signal;
  }

  /** From this moment on, whatever the disk says. A halt of a halted desk is one more, so that no resumption of the former ends it. */
  halt({ by, reason }: { readonly by?: By | undefined; readonly reason?: string | undefined }): Halt {
    const halt = {
      number: (this.newest?.number ?? 0) + 1,
      at: this.options.clock.now(),
      ...present({ by, reason }),
    };
    this.become(halt);
    const before = this.giveUp;
    this.giveUp = giveUpSignal();
    before.abort();
    void this.options.entries.record(haltNoted(by, reason));
    void this.keep();
    return halt;
  }

  /** Only once it is in the journal and kept: what is not known after a restart must not be in force before. */
  async resume({
    by,
    reason,
  }: {
    readonly by?: By | undefined;
    readonly reason: string;
  }): Promise<Outcome<void>> {
    const { store, entries, clock, log } = this.options;
    const halt = this.read();
    if (!halt) return failed(NOT_HALTED);
    const over = { ...halt, resumed: { at: clock.now(), reason, ...present({ by }) } };
    if (!(await entries.write(resumeNoted(by, reason)))) return failed(NOT_RESUMED);
    if (this.newest !== halt) return failed(HALTED_AGAIN);
    try {
      await store.put(over);
    } catch (error) {
      log.error('That the desk goes on cannot be written down, so it stays halted.', {
        error: String(error),
      });
      return failed(NOT_RESUMED);
    }
    // Halted once more meanwhile: that one has a number of its own, and stays.
    if (this.newest !== halt) return failed(HALTED_AGAIN);
    this.cancel?.();
    this.become(over);
    return success(undefined);
  }

  /** Of another sign-in of the same environment: a halt that the disk refused is not forgotten over it. */
  takeOver(halt: Halt | undefined): void {
    if (!halt || (this.newest && this.newest.number >= halt.number)) return;
    this.become(halt);
    void this.keep();
  }

  /** Why this is not sent; `undefined` when nothing stands against it. */
  stopping(body: ActionBody): Failure | undefined {
    const halt = this.read();
    return halt && !onlyProtects(body) ? this.failureOf(halt) : undefined;
  }

  failureOf(halt: Halt): Failure {
    return {
      kind: 'wrong-state',
      message: `Stopped after halt: ${haltInWords(halt, secondText(halt.at, this.options.zone))}`,
      next: 'Nothing was sent. Withdrawals still are. Press again once the desk is resumed, if you still want it.',
    };
  }

  stop(): void {
    this.cancel?.();
  }

  private become(halt: Halt): void {
    this.newest = halt;
    for (const listener of [...this.listeners]) listener();
  }

  /** Until it is on disk, or over. */
  private async keep(): Promise<void> {
    this.cancel?.();
    this.cancel = undefined;
    const halt = this.read();
    if (!halt) return;
    try {
      await this.options.store.put(halt);
    } catch (error) {
      this.options.log.error('That the desk is halted cannot be written down. It is halted all the same.', {
        error: String(error),
      });
      if (this.newest === halt)
        this.cancel = this.options.clock.after(WRITE_AGAIN_MS, () => void this.keep());
    }
  }
}

const NOT_READ = 'whether it was halted before cannot be read from the data folder.';
const NOT_HALTED: Failure = {
  kind: 'wrong-state',
  message: 'The desk is not halted.',
  next: 'Nothing was changed.',
};
const NOT_RESUMED: Failure = {
  kind: 'unavailable',
  message: 'The resumption cannot be written to disk, probably because the disk is full.',
  next: 'The desk stays halted. Free disk space in the gateway’s data folder, then resume it again.',
};
const HALTED_AGAIN: Failure = {
  kind: 'wrong-state',
  message: 'The desk was halted again in the meantime.',
  next: 'It stays halted. See who did, and why.',
};
