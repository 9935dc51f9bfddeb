import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

const OWNER_ALONE = 0o600;

/** Writes a file that only its owner can read: whole and on disk, or not at all. */
export async function writePrivately(path: string, text: string): Promise<void> {
  const half = `${path}.new`;
  await mkdir(dirname(path), { recursive: true });
  // One left behind by a crash may have rights of its own.
  await rm(half, { force: true });
  const file = await open(half, 'wx', OWNER_ALONE);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(half, path);
}

/** The text of a file, or `undefined` where there is none. */
export async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
