import type { Clock } from '../../effects/clock';
import type { Database } from './database';

/** Nothing was written for so long: a burst is over. */
const QUIET_MS = 1_000;
/** Fewer are not worth the wait. */
const WRITES_MIN = 100;

/**
 * Folds the log of a database in between bursts. SQLite does it by itself within a commit, once the log is long: twenty
 * milliseconds, for which every event and action of that moment would wait.
 */
export class LogFolding {
  private readonly stopListening: () => void;
  private writes = 0;
  private cancel: (() => void) | undefined;

  constructor(
    private readonly database: Pick<Database, 'onWritten' | 'fold'>,
    private readonly clock: Clock,
  ) {
    this.stopListening = database.onWritten(() => {
      this.writes += 1;
      if (this.writes >= WRITES_MIN && !this.cancel) this.lookLater();
    });
  }

  stop(): void {
    this.stopListening();
    this.cancel?.();
  }

  private lookLater(): void {
    const before = this.writes;
    this.cancel = this.clock.after(QUIET_MS, () => {
      if (this.writes !== before) return this.lookLater();
      this.cancel = undefined;
      this.writes = 0;
      this.database.fold();
    });
  }
}
