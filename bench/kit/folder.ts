import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A process that has just been told to end may write a last file while its folder goes. */
const LAST_FILES = { maxRetries: 10, retryDelay: 100 };

/** An empty folder that is gone when this process is. A signal has to be made an exit, as `runCommand` does. */
export function folderUntilExit(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spreaddesk-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, ...LAST_FILES }));
  return folder;
}
