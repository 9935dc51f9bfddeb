import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';

/** What SQLite itself says when a sync fails. */
const NOT_SYNCED = 'SQLITE_IOERR_FSYNC';

/**
 * Waits for the disk beside the gateway's thread: what was committed without a wait is on disk when {@link LogSync.wait} resolves. Those who
 * come while the disk works have the next wait in common.
 */
export class LogSync {
  private readonly file: number;
  private current: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;
  private isClosed = false;

  /** `path`: the log into which commits are written. */
  constructor(
    path: string,
    private readonly synced: (file: number) => Promise<void> = promisify(fdatasync),
  ) {
    // Windows lets nobody sync what was opened for reading alone.
    this.file = openSync(path, 'r+');
  }

  /** Rejects, with an error whose code is SQLite's for it, when the system cannot say that all of it is on the disk. */
  wait(): Promise<void> {
    this.next ??= this.current.then(() => {
      this.next = undefined;
      const turn = this.isClosed ? Promise.resolve() : this.sync();
      this.current = turn.catch(() => undefined);
      return turn;
    });
    return this.next;
  }

  /** Whoever closes the database has folded the log in, and so waited for the disk. */
  close(): void {
    this.isClosed = true;
    void this.current.then(() => closeSync(this.file));
  }

  private async sync(): Promise<void> {
    try {
      await this.synced(this.file);
    } catch (cause) {
      throw Object.assign(new Error('The log was not synced.', { cause }), { code: NOT_SYNCED });
    }
  }
}
