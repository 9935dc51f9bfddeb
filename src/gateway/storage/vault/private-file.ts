import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

const OWNER_ALONE = 0o600;

/** Writes a small file that only its owner can read: whole and on disk when this returns, or not at all. */
export function writePrivately(path: string, text: string): void {
  const half = `${path}.new`;
  mkdirSync(dirname(path), { recursive: true });
  // One left behind by a crash may have rights of its own.
  rmSync(half, { force: true });
  const file = openSync(half, 'wx', OWNER_ALONE);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(half, path);
}

/** The text of a file, or `undefined` where there is none. */
export function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
