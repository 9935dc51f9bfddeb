import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const BLOCK_BYTES = 4_096;

/** A disk of its own in memory, small enough to be filled to the last byte. Mounting one takes an administrator. */
export class SmallDisk {
  private constructor(readonly path: string) {}

  /** The disk, or why there is none. */
  static mounted(path: string, sizeMb: number): SmallDisk | string {
    mkdirSync(path, { recursive: true });
    const { status, stderr, error } = spawnSync(
      'mount',
      ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'spreaddesk-chaos', path],
      { encoding: 'utf8' },
    );
    if (status === 0) return new SmallDisk(path);
    // The same reason reads the same, wherever the disk was to be.
    const [reason = ''] = (stderr || String(error)).replace(`mount: ${path}: `, '').split('\n');
    return `a disk in memory cannot be mounted here (${reason})`;
  }

  fill(): void {
    const file = openSync(this.filler, 'a');
    try {
      for (;;) writeSync(file, Buffer.alloc(BLOCK_BYTES));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    } finally {
      closeSync(file);
    }
  }

  clear(): void {
    rmSync(this.filler, { force: true });
  }

  unmount(): void {
    spawnSync('umount', ['-l', this.path]);
  }

  private get filler(): string {
    return join(this.path, 'filler');
  }
}
