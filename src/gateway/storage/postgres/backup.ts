import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { Environment } from '../../../domain/desk-status';
import { failed, success, type Failure, type Outcome } from '../../../domain/failure';
import type { Clock } from '../../../effects/clock';
import type { Copy } from '../backup';
import { allLines, verifiedLines } from '../journal-chain';
import { openPostgresJournal } from './journal-reader';
import type { PostgresPlace } from './place';

const run = promisify(execFile);

/** Client programs before version 16 do not know the word `system`. */
const SYSTEM_CERTIFICATES = ['/etc/ssl/certs/ca-certificates.crt', '/etc/pki/tls/certs/ca-bundle.crt'];

interface DumpOptions {
  readonly out: string;
  readonly clock: Clock;
  /** In which the program is looked for. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly program?: string;
}

/**
 * Writes the whole desk into one file by PostgreSQL's own `pg_dump`, as of one moment, and verifies every journal. A gateway that leads is
 * not disturbed; nothing is written over. `pg_restore` brings it into an empty database.
 */
export async function dumpDesk(
  place: PostgresPlace,
  { out, clock, environment, program = 'pg_dump' }: DumpOptions,
): Promise<Outcome<readonly Copy[]>> {
  if (existsSync(out)) return failed(isThere(out));
  const [first] = place.hosts;
  if (!first) return failed(notCopied(out, 'no server is named'));
  try {
    const args = ['--format=custom', '--no-owner', '--no-privileges', '--file', out];
    await run(program, args, { env: { ...environment, ...connectionOf(place) } });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return failed(NO_PROGRAM);
    return failed(notCopied(out, error instanceof Error ? error.message : String(error)));
  }
  const copies: Copy[] = [];
  for (const name of Environment.options) {
    const reader = await openPostgresJournal(place, { environment: name, clock });
    if (!reader.ok) return reader;
    try {
      const journal = await verifiedLines(allLines(reader.value), await reader.value.written());
      copies.push({ environment: name, path: out, journal });
    } finally {
      await reader.value.close();
    }
  }
  return success(copies);
}

/** As PostgreSQL's own programs are told where to go: none of it stands in the list of processes. */
function connectionOf({
  hosts,
  user,
  database,
  password,
  tls,
  caPath,
}: PostgresPlace): Record<string, string> {
  return {
    PGHOST: hosts.map(({ host }) => host).join(','),
    PGPORT: hosts.map(({ port }) => port).join(','),
    PGUSER: user,
    PGDATABASE: database,
    PGTARGETSESSIONATTRS: 'read-write',
    PGSSLMODE: tls ? 'verify-full' : 'disable',
    ...(tls && { PGSSLROOTCERT: caPath ?? SYSTEM_CERTIFICATES.find(existsSync) ?? 'system' }),
    ...(password && { PGPASSWORD: password() }),
  };
}

const isThere = (path: string): Failure => ({
  kind: 'wrong-state',
  message: `${path} is there already, and nothing is written over.`,
  next: 'Name a file that is new, such as one with the day in its name.',
});
const NO_PROGRAM: Failure = {
  kind: 'unavailable',
  message: 'There is no pg_dump here, by which PostgreSQL writes its backups.',
  next: 'Install the client programs of PostgreSQL (Debian: postgresql-client), or run the backup on a machine of the database.',
};
const notCopied = (out: string, reason: string): Failure => ({
  kind: 'unavailable',
  message: `The desk could not be written to ${out} (${reason.trim()}).`,
  next: 'Check that there is room and that this account may write there; remove what is half there, and try again.',
});
