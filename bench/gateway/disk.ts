import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../src/effects/clock';

/** What one commit writes, into a file that has its size already: six pages of the database's log. */
const COMMIT = Buffer.alloc(6 * 4_120, 1);

/** The disk of the data folder, without a database: no line that is to survive a power cut costs less. */
export class Disk {
  private readonly file: number;
  private place = 0;

  constructor(folder: string, syncs: number) {
    this.file = openSync(join(folder, 'synchronised'), 'w');
    writeSync(this.file, Buffer.alloc(syncs * COMMIT.length));
    fsyncSync(this.file);
  }

  syncMs(): number {
    const startedMs = systemClock.monotonicMs();
    writeSync(this.file, COMMIT, 0, COMMIT.length, this.place);
    fsyncSync(this.file);
    this.place += COMMIT.length;
    return systemClock.monotonicMs() - startedMs;
  }

  close(): void {
    closeSync(this.file);
  }
}
