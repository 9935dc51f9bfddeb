import { appendFileSync, chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { throwawayCertificate } from '../../../../attack/certificate';
import { systemClock } from '../../../../src/effects/clock';
import { placeOf, postgresAddress } from '../../../../src/gateway/storage/postgres/place';
import { openPrimary } from '../../../../src/gateway/storage/postgres/session';
import { canRunPostgres, startPostgres, type PostgresServers } from '../../../postgres';

const RULES = `local all all reject
host all postgres 127.0.0.1/32 trust
hostssl all desk 127.0.0.1/32 scram-sha-256
`;
const USED = 'SELECT ssl, version FROM pg_stat_ssl WHERE pid = pg_backend_pid()';

describe.runIf(canRunPostgres())('a server that wants encryption and a password', () => {
  const folder = mkdtempSync(join(tmpdir(), 'spreaddesk-encrypted-'));
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const { cert, key } = throwawayCertificate(Date.now());
  const ca = file('ca.pem', cert);
  let servers: PostgresServers;
  beforeAll(async () => {
    servers = await startPostgres();
    const { primary } = servers;
    await primary.sql("ALTER ROLE desk PASSWORD 'first'");
    const { uid, gid } = statSync(primary.folder);
    for (const [name, text] of Object.entries({ 'server.crt': cert, 'server.key': key })) {
      const path = join(primary.folder, name);
      writeFileSync(path, text);
      chownSync(path, uid, gid);
      chmodSync(path, 0o600);
    }
    writeFileSync(join(primary.folder, 'pg_hba.conf'), RULES);
    appendFileSync(join(primary.folder, 'postgresql.conf'), 'ssl = on\n');
    await primary.stop('SIGINT');
    await primary.start();
  }, 120_000);
  afterAll(async () => {
    await servers.end();
    rmSync(folder, { recursive: true, force: true });
  });

  /** As the settings of a machine name it. */
  async function asked(files: { caPath?: string; passwordPath: string }, options = '?sslmode=verify-full') {
    const address = postgresAddress(`postgres://desk@127.0.0.1:${servers.primary.port}/desk${options}`);
    const place = address && placeOf({ address, ...files });
    if (!place?.ok) throw new Error('There is no such place.');
    const opened = await openPrimary(place.value, { name: 'test', clock: systemClock });
    if (opened.ok) onTestFinished(() => opened.value.end());
    return opened;
  }
  const problemOf = async (...how: Parameters<typeof asked>): Promise<string> => {
    const opened = await asked(...how);
    return opened.ok ? 'open' : opened.failure.message;
  };

  it('is reached with the certificate of DESK_STORE_CA and the password of DESK_STORE_PASSWORD_FILE', async () => {
    const opened = await asked({ caPath: ca, passwordPath: file('password', 'first\n') });
    if (!opened.ok) throw new Error(opened.failure.message);
    expect(await opened.value.query(USED)).toEqual([{ ssl: true, version: 'TLSv1.3' }]);
  });

  it('is not spoken to where its certificate is none that is trusted, or encryption is switched off', async () => {
    const passwordPath = file('password', 'first\n');
    const other = file('other.pem', throwawayCertificate(Date.now()).cert);
    expect(await problemOf({ caPath: other, passwordPath })).toContain('self-signed certificate');
    expect(await problemOf({ passwordPath })).toContain('self-signed certificate');
    expect(await problemOf({ passwordPath }, '?sslmode=disable')).toContain('no encryption');
  });

  it('takes a new password from the next connection on, without a restart', async () => {
    const passwordPath = file('password', 'second');
    expect(await problemOf({ caPath: ca, passwordPath })).toContain('password authentication failed');
    await servers.primary.sql("ALTER ROLE desk PASSWORD 'second'");
    expect(await problemOf({ caPath: ca, passwordPath })).toBe('open');
  });
});
