import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * One folder for all the servers of a run: gigabytes, which a process that vitest ends has no time to remove. PostgreSQL's own user has to reach
 * what lies in it.
 */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'spreaddesk-postgres-'));
  chmodSync(folder, 0o755);
  process.env['POSTGRES_FOLDERS'] = folder;
  // A server ends a moment after the process that started it.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
