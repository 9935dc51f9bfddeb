import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { readTrade } from '../../../../src/contract/service/read-trade';
import { success } from '../../../../src/domain/failure';
import { RequestId } from '../../../../src/domain/identifiers';
import { resourceKey } from '../../../../src/domain/resources/resource';
import { systemClock } from '../../../../src/effects/clock';
import { silentLog } from '../../../../src/effects/log';
import { deskCommand } from '../../../../src/gateway/cli/desk-command';
import { openDatabase } from '../../../../src/gateway/storage/database';
import { databasePath } from '../../../../src/gateway/storage/place';
import { dumpDesk } from '../../../../src/gateway/storage/postgres/backup';
import { postgresJournal } from '../../../../src/gateway/storage/postgres/journal';
import { leadPlace } from '../../../../src/gateway/storage/postgres/lead';
import { migrate } from '../../../../src/gateway/storage/postgres/migrations';
import type { PostgresPlace } from '../../../../src/gateway/storage/postgres/place';
import { openPool } from '../../../../src/gateway/storage/postgres/pool';
import { postgresStores } from '../../../../src/gateway/storage/postgres/stores';
import { openStores, type Stores } from '../../../../src/gateway/storage/stores';
import { keptTrade } from '../../../../src/gateway/storage/trade-store';
import { canRunPostgres, postgresPrograms } from '../../../postgres';
import { allLines, verifiedLines } from '../../../../src/gateway/storage/journal-chain';
import { openPostgresJournal } from '../../../../src/gateway/storage/postgres/journal-reader';
import { action, entry } from '../../actions/sample-lines';
import { emptyPlace, sessionWith } from './desk';

const ENVIRONMENT = 'production';
const LINES = 1_203;

async function folderWith(fill: (stores: Stores) => Promise<void>): Promise<string> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'spreaddesk-import-'));
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
  const opened = await openStores(
    { dataFolder, environment: ENVIRONMENT },
    { clock: systemClock, log: silentLog, onNotKept: () => undefined },
  );
  if (!opened.ok) throw new Error(opened.failure.message);
  await fill(opened.value);
  await opened.value.close();
  return dataFolder;
}

const trade = (name: string, at: number) => {
  const read = readTrade({
    'trade-id': name,
    'traded-at': new Date(at).toISOString(),
    action: 'buy',
    price: 4,
  });
  if (!read.ok) throw new Error(read.failure.message);
  return keptTrade(read.value, at);
};
const EVENT = {
  type: 'quote-created',
  heardAt: 5,
  origin: 'pushed',
} as const;

/** Something of everything that is kept. */
async function everything(stores: Stores): Promise<void> {
  await stores.journal.append(
    ...Array.from({ length: LINES - 1 }, (_, count) => action(count + 1)),
    entry(LINES),
  );
  await stores.trades.keep([trade('Ü-1', 5), trade('T-2', 6), trade('T-10', 7)]);
  await stores.trades.list([{ id: trade('T-2', 6).id, tradedAt: 6 }], {
    days: [{ from: 0, to: 10 }],
    listedAt: 99,
  });
  await stores.massWithdrawals.append({ number: 3, at: 4, id: action(1).id, proposals: true });
  await stores.limits.append({ limits: null, setAt: 7 });
  await stores.ended.append({ kind: 'quote', id: 'Q-1' });
  await stores.webhookToken.token(() => 'the-token');
  await stores.usage('plan').lease('2026-11-23', { calls: 20, limit: 5_000, counted: [] });
  const key = resourceKey({ kind: 'request', id: RequestId.parse('RQ-1') });
  await stores.records.save([{ key, json: '{}', fetchedAt: 9, final: true }]);
  await stores.history.keep([
    { id: RequestId.parse('RQ-1'), field: 'best-bid', at: 1, until: 2, value: '3' },
  ]);
  const [kept] = await stores.events.keep([
    { ...EVENT, body: '{"a":"☃"}' },
    { ...EVENT, body: '' },
  ]);
  await stores.events.digested(kept ? [kept.sequence] : []);
  await stores.events.forget(1);
}

async function run(place: PostgresPlace, ...words: string[]) {
  const [out, problems] = [new PassThrough(), new PassThrough()];
  const code = await deskCommand(words, { out, problems, place: async () => success(place) });
  out.end();
  problems.end();
  return { code, out: await text(out), problems: await text(problems) };
}

/** What somebody finds who leads the desk from then on. */
async function ledStores(place: PostgresPlace): Promise<Stores & { readonly epoch: number }> {
  const lead = await sessionWith(place);
  const pool = openPool(place, { name: 'test', clock: systemClock, sessionsMax: 2 });
  onTestFinished(async () => void (await Promise.all([lead.end(), pool.end()])));
  await leadPlace(lead).lock();
  expect((await migrate(lead)).ok).toBe(true);
  const { epoch } = await leadPlace(lead).take('test');
  const disk = { failure: undefined, onChange: () => () => undefined };
  return {
    ...postgresStores({ lead, pool, epoch, environment: ENVIRONMENT, disk, clock: systemClock }),
    epoch,
  };
}

/** Of every table of the desk: how many rows it has, and a digest of them. */
async function digests(place: PostgresPlace) {
  const session = await sessionWith(place);
  onTestFinished(() => session.end());
  const named = z.array(z.object({ name: z.string() })).parse(
    await session.query(`SELECT schemaname || '.' || tablename AS name FROM pg_tables
      WHERE schemaname IN ('desk', 'simulator', 'sandbox', 'production')`),
  );
  const digest = z.tuple([z.object({ rows: z.number(), digest: z.nullable(z.string()) })]);
  const all = named.map(async ({ name }) => {
    const text = `SELECT count(*) AS rows, md5(string_agg(one::text, E'\\n' ORDER BY one::text)) AS digest FROM ${name} AS one`;
    return [name, digest.parse(await session.query(text))[0]] as const;
  });
  return new Map(await Promise.all(all));
}

describe.runIf(canRunPostgres())('a data folder', () => {
  let place: PostgresPlace;
  beforeAll(async () => {
    place = await emptyPlace();
  }, 120_000);

  it('is moved into an empty desk with all that it holds', async () => {
    const folder = await folderWith(everything);
    const told = await run(place, 'import', folder);
    expect(told.problems).toBe('');
    expect(told.code).toBe(0);
    expect(told.out).toContain(`${ENVIRONMENT}: ${LINES} lines of the journal, 3 trades and 2 events`);
    const again = await run(place, 'import', folder);
    expect([again.code, again.problems]).toEqual([1, expect.stringContaining('is not empty')]);
    const stores = await ledStores(place);
    expect(await stores.journal.written()).toBe(LINES);
    expect(await stores.journal.find(action(7).id)).toEqual(action(7));
    expect((await stores.trades.outline(0, 9)).map(({ id }) => id).sort()).toEqual(['T-10', 'T-2', 'Ü-1']);
    expect(await stores.trades.covered()).toEqual([{ from: 0, to: 10 }]);
    expect(await stores.massWithdrawals.newest()).toEqual({
      number: 3,
      at: 4,
      id: action(1).id,
      proposals: true,
    });
    expect(await stores.limits.newest()).toEqual({ limits: null, setAt: 7 });
    expect(await stores.webhookToken.token(() => 'another')).toBe('the-token');
    expect((await stores.usage('plan').day('2026-11-23')).leased).toBe(20);
    expect(await stores.history.find(RequestId.parse('RQ-1'), 'best-bid', 9)).toHaveLength(1);
    expect(await stores.events.undigested()).toHaveLength(1);
    const [repeated, next] = await stores.events.keep([
      { ...EVENT, body: '{"a":"☃"}' },
      { ...EVENT, body: 'new' },
    ]);
    expect(repeated).toMatchObject({ sequence: 1, times: 2 });
    expect(next?.sequence).toBe(3);
    await stores.journal.append(action(LINES + 1));
    expect(await stores.journal.written()).toBe(LINES + 1);
  });

  it('is in a backup, which an empty server takes and goes on with', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'spreaddesk-dump-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const out = join(folder, 'desk.dump');
    const bin = postgresPrograms ?? '';
    const dump = () =>
      dumpDesk(place, { out, clock: systemClock, environment: process.env, program: join(bin, 'pg_dump') });
    const dumped = await dump();
    expect(dumped.ok && dumped.value.map(({ journal }) => journal.state)).toEqual([
      'whole',
      'whole',
      'whole',
    ]);
    const again = await dump();
    expect(again.ok ? 'written over' : again.failure.message).toContain('is there already');
    const restored = await emptyPlace();
    const [server] = restored.hosts;
    const to = ['-h', '127.0.0.1', '-p', String(server?.port), '-U', restored.user, '-d', restored.database];
    await promisify(execFile)(join(bin, 'pg_restore'), ['--no-owner', '--exit-on-error', ...to, out]);
    const [before, after] = [await digests(place), await digests(restored)];
    expect(after).toEqual(before);
    expect(before.get(`${ENVIRONMENT}.journal`)?.rows).toBe(LINES + 1);
    const reader = await openPostgresJournal(restored, { environment: ENVIRONMENT, clock: systemClock });
    if (!reader.ok) throw new Error(reader.failure.message);
    const verified = await verifiedLines(allLines(reader.value), await reader.value.written());
    await reader.value.close();
    expect(verified).toMatchObject({ state: 'whole', head: { sequence: LINES + 1 } });
    // The rules of the database came with it.
    const visitor = await sessionWith(restored);
    onTestFinished(() => visitor.end());
    const wrong = `UPDATE ${ENVIRONMENT}.journal SET state = 'done' WHERE sequence = 900`;
    await expect(visitor.write(wrong)).rejects.toThrow('never changed');
    const stores = await ledStores(restored);
    await stores.journal.append(action(LINES + 2));
    expect(await stores.journal.written()).toBe(LINES + 2);
    expect(await stores.trades.count({ from: 0, to: 10 })).toMatchObject({ trades: 3 });
    expect((await stores.events.keep([{ ...EVENT, body: 'after' }]))[0]?.sequence).toBe(4);
  });

  it('without pg_dump is not backed up, and it is said where to get it', async () => {
    const dumped = await dumpDesk(place, {
      out: join(tmpdir(), 'not-there'),
      clock: systemClock,
      environment: process.env,
      program: 'no-pg_dump',
    });
    expect(dumped.ok ? '' : dumped.failure.next).toContain('postgresql-client');
  });

  it('with a journal that is not as it was written is not moved at all', async () => {
    const folder = await folderWith(everything);
    const database = openDatabase(databasePath({ dataFolder: folder, environment: ENVIRONMENT }));
    if (!database.ok) throw new Error(database.failure.message);
    database.value.run('DROP TRIGGER journal_is_not_changed');
    database.value.run("UPDATE journal SET state = 'done' WHERE sequence = 900");
    database.value.close();
    const empty = await emptyPlace();
    const { code, problems } = await run(empty, 'import', folder);
    expect([code, problems]).toEqual([1, expect.stringContaining('Line 900 is filed under another')]);
    const stores = await ledStores(empty);
    expect(await stores.journal.written()).toBe(0);
    expect(await stores.trades.outline(0, 9)).toEqual([]);
  });

  it('is not moved while a gateway leads the desk, or has the folder', async () => {
    const folder = await folderWith(everything);
    const empty = await emptyPlace();
    const leader = await sessionWith(empty);
    onTestFinished(() => leader.end());
    await leadPlace(leader).lock();
    expect((await run(empty, 'import', folder)).problems).toContain('leads the desk');
    await leader.end();
    const gateway = openDatabase(databasePath({ dataFolder: folder, environment: ENVIRONMENT }));
    expect((await run(empty, 'import', folder)).problems).toContain('already running');
    if (gateway.ok) gateway.value.close();
    expect((await run(empty, 'import', join(folder, 'nowhere'))).problems).toContain('no data of SpreadDesk');
    expect((await run(empty, 'export')).code).toBe(2);
    // Nothing of all that stands in the way of the import.
    expect((await run(empty, 'import', folder)).problems).toBe('');
  });

  it('whose import was cut off is imported by the next one', async () => {
    const folder = await folderWith(everything);
    const empty = await emptyPlace();
    const session = await sessionWith(empty);
    await leadPlace(session).lock();
    await migrate(session);
    const { epoch } = await leadPlace(session).take('import');
    await session.wait('BEGIN');
    await postgresJournal({ lead: session, environment: ENVIRONMENT, epoch, clock: systemClock }).append(
      action(1),
    );
    session.cut();
    expect((await run(empty, 'import', folder)).problems).toBe('');
  });
});
