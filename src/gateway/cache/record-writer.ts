import type { ResourceKey } from '../../domain/resources/resource';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { RecordStore, StoredRecord } from '../storage/records';

const WRITE_EVERY_MS = 2_000;
const DAY_MS = 24 * 3_600_000;
/** A gateway that runs for months forgets as one does that is started every morning. */
const FORGET_EVERY_MS = DAY_MS;

/**
 * Writes answers behind the fact, many in one go: losing the last two seconds in a crash costs a call, no more. A
 * store that fails costs calls too, never an answer.
 */
export class RecordWriter {
  private readonly pending = new Map<ResourceKey, StoredRecord>();
  private cancel: (() => void) | undefined;
  private forgotAtMs = -Infinity;
  private isClosed = false;

  constructor(
    private readonly store: RecordStore,
    private readonly clock: Clock,
    private readonly log: Log,
    /** Answers that nobody asked for in so long are forgotten, and later such as never change again. */
    private readonly kept: { readonly answerDays?: number; readonly finishedDays?: number } = {},
  ) {}

  async find(key: ResourceKey): Promise<StoredRecord | undefined> {
    try {
      return this.pending.get(key) ?? (await this.store.find(key));
    } catch (error) {
      this.log.error('A kept answer could not be read; it is asked for again.', {
        key,
        error: String(error),
      });
      return undefined;
    }
  }

  keep(record: StoredRecord): void {
    this.pending.set(record.key, record);
    if (this.isClosed) return;
    this.cancel ??= this.clock.after(WRITE_EVERY_MS, () => void this.flush());
  }

  /** What comes later, of calls that were under way, is not written: what it would be written to may be closed. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.flush();
  }

  async flush(): Promise<void> {
    this.cancel?.();
    this.cancel = undefined;
    const records = [...this.pending.values()];
    if (records.length > 0) await this.tried(this.store.save(records));
    // Until then it is found here, or it would be asked for again meanwhile; what came since waits for the next time.
    for (const record of records) {
      if (this.pending.get(record.key) === record) this.pending.delete(record.key);
    }
    if (this.clock.monotonicMs() - this.forgotAtMs >= FORGET_EVERY_MS) await this.forgetOld();
  }

  async forgetOld(): Promise<void> {
    this.forgotAtMs = this.clock.monotonicMs();
    const { answerDays = 7, finishedDays = 3_650 } = this.kept;
    const now = this.clock.now();
    await this.tried(this.store.forget(now - answerDays * DAY_MS, now - finishedDays * DAY_MS));
  }

  private async tried(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      this.log.error('Answers could not be kept on disk; they will be asked for again after a restart.', {
        error: String(error),
      });
    }
  }
}
