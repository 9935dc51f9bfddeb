import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../src/effects/manual-clock';
import { silentLog } from '../../../src/effects/log';
import { Disk } from '../../../src/gateway/storage/disk';

/** A database whose disk a test fills, breaks and clears. */
class TestDatabase {
  trouble: string | undefined;
  written = 0;
  private readonly listeners = new Set<(error: unknown) => void>();

  run(): { changes: number } {
    if (this.trouble !== undefined) {
      const error = Object.assign(new Error(this.trouble), { code: this.trouble });
      for (const listener of this.listeners) listener(error);
      throw error;
    }
    this.written += 1;
    return { changes: 1 };
  }

  migrate(): void {}

  onWriteFailed(listener: (error: unknown) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
}

let clock: ManualClock;
let database: TestDatabase;
let disk: Disk;
let notKept: number;
let told: number;
beforeEach(() => {
  clock = new ManualClock(0);
  database = new TestDatabase();
  notKept = told = 0;
  disk = new Disk(database, { clock, log: silentLog, onNotKept: () => void (notKept += 1) });
  disk.onChange(() => void (told += 1));
});
afterEach(() => disk.stop());

const write = (code?: string): void => {
  database.trouble = code;
  try {
    database.run();
  } catch {
    // Whoever writes deals with it in a way of its own.
  }
};

describe('a disk', () => {
  it.each(['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_SHMSIZE', 'SQLITE_READONLY'])(
    'that refuses a write (%s) is said to be so once, in a sentence',
    async (code) => {
      write(code);
      write(code);
      expect(disk.failure?.message).toBe(
        'The disk of the gateway takes nothing more, probably because it is full.',
      );
      expect(told).toBe(1);
      expect(notKept).toBe(0);
      await clock.advance(60_000);
      expect(told).toBe(1);
    },
  );

  it('is well again within five seconds of having room, without a press', async () => {
    write('SQLITE_FULL');
    await clock.advance(17_000);
    expect(disk.failure).toBeDefined();
    database.trouble = undefined;
    await clock.advance(5_000);
    expect(disk.failure).toBeUndefined();
    expect({ told, written: database.written, timers: clock.pending }).toEqual({
      told: 2,
      written: 1,
      timers: 0,
    });
  });

  it.each(['SQLITE_IOERR_FSYNC', 'SQLITE_IOERR_DIR_FSYNC'])(
    'that did not keep what it took (%s) is not written to again',
    async (code) => {
      write(code);
      expect(notKept).toBe(1);
      await clock.advance(60_000);
      expect(database.written).toBe(0);
    },
  );

  it('is not to blame when a store refuses a line, or another one holds it', () => {
    write('SQLITE_CONSTRAINT_TRIGGER');
    write('SQLITE_BUSY');
    expect({ failure: disk.failure, notKept, timers: clock.pending }).toEqual({
      failure: undefined,
      notKept: 0,
      timers: 0,
    });
  });
});
