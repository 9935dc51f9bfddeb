import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Writes a file beside where it belongs and puts it there when it is whole. Answers with what went wrong; then nothing was touched. */
export async function writtenWhole(path: string, content: Readable): Promise<string | undefined> {
  const half = `${path}.part`;
  try {
    // Other people of the machine have no business with what the desk traded.
    await pipeline(content, createWriteStream(half, { mode: 0o600, flush: true }));
    await rename(half, path);
    return undefined;
  } catch (error) {
    await rm(half, { force: true });
    return error instanceof Error ? error.message : String(error);
  }
}
