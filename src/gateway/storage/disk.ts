import type { Failure } from '../../domain/failure';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { Database } from './database';

/** Whether what is written comes onto the disk. */
export interface DiskState {
  /** Why not, until it is known to work again. */
  readonly failure: Failure | undefined;
  /** Calling the answer ends it; twice is harmless. */
  onChange(listener: () => void): () => void;
}

export interface DiskOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Nothing that is written from here on can be relied on: this process had better end. */
  readonly onNotKept: () => void;
}

/** `refused`: nothing was written. `not-kept`: the system took it and then could not say that it is on the disk. */
type Trouble = 'refused' | 'not-kept';

const NOT_KEPT = ['SQLITE_IOERR_FSYNC', 'SQLITE_IOERR_DIR_FSYNC'];
const REFUSED = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/;

function troubleOf(error: unknown): Trouble | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (NOT_KEPT.includes(code)) return 'not-kept';
  return REFUSED.test(code) ? 'refused' : undefined;
}

const CHECK_EVERY_MS = 5_000;
export const STEPS = ['CREATE TABLE disk_check (line INTEGER PRIMARY KEY, at INTEGER NOT NULL) STRICT'];
const CHECK = 'INSERT OR REPLACE INTO disk_check (line, at) VALUES (1, ?)';

/**
 * Watches over the writes of one database. Once one was refused, it writes a line of its own from time to time until that
 * is kept, so that whoever makes room sees it without a press.
 */
export class Disk implements DiskState {
  failure: Failure | undefined;
  private readonly listeners = new Set<() => void>();
  private readonly stopListening: () => void;
  private cancel: (() => void) | undefined;

  constructor(
    private readonly database: Pick<Database, 'run' | 'migrate' | 'onWriteFailed'>,
    private readonly options: DiskOptions,
  ) {
    database.migrate('disk', STEPS);
    this.stopListening = database.onWriteFailed((error) => this.heard(error));
  }

  onChange(listener: () => void): () => void {
    const own = (): void => listener();
    this.listeners.add(own);
    return () => void this.listeners.delete(own);
  }

  stop(): void {
    this.stopListening();
    this.cancel?.();
  }

  private heard(error: unknown): void {
    const trouble = troubleOf(error);
    if (trouble === 'not-kept') return this.options.onNotKept();
    if (trouble === undefined) return;
    this.cancel ??= this.options.clock.after(CHECK_EVERY_MS, () => this.check());
    if (this.failure) return;
    this.options.log.error('The disk takes nothing more.', { error: String(error) });
    this.become(REFUSES);
  }

  private check(): void {
    this.cancel = undefined;
    try {
      this.database.run(CHECK, Math.floor(this.options.clock.now()));
    } catch {
      // The database has told of it, and the next check is on its way.
      return;
    }
    this.options.log.info('The disk can be written again.');
    this.become(undefined);
  }

  private become(failure: Failure | undefined): void {
    this.failure = failure;
    for (const listener of [...this.listeners]) listener();
  }
}

const REFUSES: Failure = {
  kind: 'unavailable',
  message: 'The disk of the gateway takes nothing more, probably because it is full.',
  next: 'Free disk space in the gateway’s data folder. Until then nothing is sent; reading goes on.',
};
