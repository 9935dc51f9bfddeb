import { inspect } from 'node:util';
import { activityOf, journalOf } from '../../test/postgres-desk';
import type { PostgresServer } from '../../test/postgres';
import type { Press } from './traders';

const LINES = 12;

/** What the servers and the people show while nothing is traded, to find the cause by. */
export async function circumstances(
  primary: Pick<PostgresServer, 'port' | 'sql'>,
  presses: readonly Press[],
): Promise<string> {
  const [servers, lines] = await Promise.all([
    activityOf(primary),
    journalOf(primary).catch((error: unknown) => [String(error)]),
  ]);
  const open = presses.slice(-LINES).map(({ id, told, startedMs, answeredMs }) => ({
    id,
    told,
    sinceMs: performance.now() - startedMs,
    tookMs: answeredMs === undefined ? undefined : answeredMs - startedMs,
  }));
  return inspect({ ...servers, presses: open, lines: lines.slice(-LINES) }, { depth: 4 });
}
