import { existsSync } from 'node:fs';
import * as z from 'zod/mini';
import { Environment } from '../../../domain/desk-status';
import { failed, success, type Failure, type Outcome } from '../../../domain/failure';
import type { Clock } from '../../../effects/clock';
import { silentLog } from '../../../effects/log';
import { openDatabase, type Bound, type Database } from '../database';
import { ChainCheck, columnsProblem, type KeptLine } from '../journal-chain';
import { databasePath } from '../place';
import { keptLines } from '../sqlite-journal';
import { openStores } from '../stores';
import { linesIn } from './journal';
import { leadPlace, tryLead } from './lead';
import { migrate } from './migrations';
import type { PostgresSession } from './session';

/** What one environment brought along. */
export interface Imported {
  readonly environment: Environment;
  readonly lines: number;
  readonly trades: number;
  readonly events: number;
}

/** How the program that imports is called among those that led. */
const IMPORTER = 'import of a data folder';

/**
 * Moves a data folder into an empty desk: all of it, compared row by row with the folder, or nothing. While it runs nobody leads the desk,
 * and no gateway has the folder. Run once more after a crash it begins anew. What can be counted again from the trades is left out, and
 * so are kept credentials.
 */
export async function importFolder(
  session: PostgresSession,
  { dataFolder, clock }: { readonly dataFolder: string; readonly clock: Clock },
): Promise<Outcome<readonly Imported[]>> {
  const there = Environment.options.filter((environment) =>
    existsSync(databasePath({ dataFolder, environment })),
  );
  if (there.length === 0) return failed(nothingIn(dataFolder));
  const lead = leadPlace(session);
  if (!(await tryLead(session))) return failed(IS_LED);
  const migrated = await migrate(session);
  if (!migrated.ok) return migrated;
  const { epoch } = await lead.take(IMPORTER);
  if (await isInUse(session)) return failed(NOT_EMPTY);
  const folders: Folder[] = [];
  try {
    for (const environment of there) {
      const folder = await opened(dataFolder, environment, clock);
      if (!folder.ok) return folder;
      folders.push(folder.value);
    }
    return await atOnce(session, () => imported(session, folders, epoch));
  } finally {
    for (const { database } of folders) database.close();
  }
}

interface Folder {
  readonly environment: Environment;
  readonly database: Database;
}

/** The folder of one environment, brought to this version, and nobody else's while it is open. */
async function opened(dataFolder: string, environment: Environment, clock: Clock): Promise<Outcome<Folder>> {
  const place = { dataFolder, environment };
  const stores = await openStores(place, { clock, log: silentLog, onNotKept: () => undefined });
  if (!stores.ok) return stores;
  await stores.value.close();
  const database = openDatabase(databasePath(place));
  return database.ok ? success({ environment, database: database.value }) : database;
}

/** All of it, or, when it fails or the connection breaks, nothing. */
async function atOnce<T>(session: PostgresSession, work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  await session.wait('BEGIN');
  try {
    const outcome = await work();
    await session.wait(outcome.ok ? 'COMMIT' : 'ROLLBACK');
    return outcome;
  } catch (error) {
    await session.wait('ROLLBACK').catch(() => undefined);
    return failed(notImported(error));
  }
}

async function imported(
  session: PostgresSession,
  folders: readonly Folder[],
  epoch: number,
): Promise<Outcome<readonly Imported[]>> {
  const all: Imported[] = [];
  for (const { environment, database } of folders) {
    const lines = await importJournal(session, { environment, database }, epoch);
    if (!lines.ok) return lines;
    const counts = new Map<string, number>();
    for (const table of TABLES) {
      const count = await importTable(session, { environment, database }, table);
      if (!count.ok) return count;
      counts.set(table.to, count.value);
    }
    all.push({
      environment,
      lines: lines.value,
      trades: counts.get('trade') ?? 0,
      events: counts.get('event') ?? 0,
    });
  }
  return success(all);
}

const AT_ONCE = 500;

/** Line by line: each is checked as it is read, by the database as it is written, and once more as it stands there. */
async function importJournal(
  session: PostgresSession,
  { environment, database }: Folder,
  epoch: number,
): Promise<Outcome<number>> {
  const append = `INSERT INTO ${environment}.journal (sequence, id, state, created_at, line, previous, hash, epoch)
    SELECT *, $8::bigint FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[])`;
  const [read, written] = [new ChainCheck(), new ChainCheck()];
  const isWhole = (check: ChainCheck, lines: readonly KeptLine[]): boolean =>
    lines.every((line) => check.add(line, columnsProblem(line)));
  for (let after: number | undefined; ;) {
    const lines = keptLines(database, after, AT_ONCE);
    if (!isWhole(read, lines)) return failed(broken(environment, read));
    if (lines.length === 0) break;
    await session.wait(append, [
      lines.map(({ sequence }) => sequence),
      lines.map(({ columns }) => columns.id),
      lines.map(({ columns }) => columns.state),
      lines.map(({ columns }) => columns.createdAt),
      lines.map(({ text }) => text),
      lines.map(({ previous }) => previous),
      lines.map(({ hash }) => hash),
      epoch,
    ]);
    const kept = await linesIn(session, environment, after, AT_ONCE);
    if (kept.length !== lines.length || !isWhole(written, kept))
      return failed(differs(environment, 'journal'));
    after = lines.at(-1)?.sequence;
  }
  const { head } = read.result;
  const missing = (Counts.parse(database.all(WRITTEN))[0]?.seq ?? 0) - head.sequence;
  if (missing > 0) {
    read.fail(`Its last ${missing} lines are missing.`);
    return failed(broken(environment, read));
  }
  return success(head.sequence);
}
const WRITTEN = "SELECT seq FROM sqlite_sequence WHERE name = 'journal'";
const Counts = z.array(z.object({ seq: z.number() }));

type Type = 'text' | 'bigint' | 'boolean' | 'bytea' | 'integer';

/** A table of the folder, and where it goes: what each column is taken from, and its type there. */
interface Table {
  readonly from: string;
  readonly to: string;
  readonly columns: Readonly<Record<string, readonly [from: string, type: Type]>>;
  /** The columns that tell rows apart, in the order in which they are read; none of a table with one row. */
  readonly key: readonly string[];
  /** Its numbers go on behind the highest one that was ever given out in the folder. */
  readonly numbered?: true;
}

const same = <const Name extends string>(
  type: Type,
  ...names: readonly Name[]
): Record<string, readonly [string, Type]> =>
  Object.fromEntries(names.map((name) => [name, [name, type] as const]));

const WITHDRAWAL = `json_patch(json_patch(json_object('number', number, 'at', at, 'id', id),
  CASE WHEN proposals = 1 THEN '{"proposals":true}' ELSE '{}' END), CASE WHEN by IS NULL THEN '{}' ELSE json_object('by', json(by)) END)`;

const TABLES: readonly Table[] = [
  {
    from: 'trade',
    to: 'trade',
    key: ['id'],
    columns: {
      ...same('text', 'id', 'venue', 'commodity', 'json'),
      ...same('bigint', 'traded_at', 'fetched_at'),
      ...same('boolean', 'final'),
    },
  },
  {
    from: 'listed_trade',
    to: 'listed_trade',
    key: ['id'],
    columns: { ...same('text', 'id', 'venue', 'commodity'), ...same('bigint', 'traded_at') },
  },
  {
    from: 'listed_day',
    to: 'listed_day',
    key: ['starts_at', 'ends_at', 'commodity'],
    columns: { ...same('bigint', 'starts_at', 'ends_at', 'listed_at'), ...same('text', 'commodity') },
  },
  {
    from: 'event',
    to: 'event',
    key: ['sequence'],
    numbered: true,
    columns: {
      ...same('bigint', 'sequence', 'heard_at', 'last_at', 'times'),
      ...{ body: ['CAST(body AS BLOB)', 'bytea'] as const },
      ...same('boolean', 'digested'),
      ...same('text', 'json'),
    },
  },
  {
    from: 'record',
    to: 'record',
    key: ['key'],
    columns: {
      ...same('text', 'key', 'json'),
      ...{ kind: ["json_extract(key, '$.kind')", 'text'] as const },
      ...same('bigint', 'fetched_at'),
      ...same('boolean', 'final'),
    },
  },
  {
    from: 'seen_value',
    to: 'seen_value',
    key: ['request_id', 'field', 'seen_at'],
    columns: { ...same('text', 'request_id', 'field', 'value'), ...same('bigint', 'seen_at', 'until') },
  },
  { from: 'ended_offer', to: 'ended_offer', key: ['kind', 'id'], columns: same('text', 'kind', 'id') },
  {
    from: 'limits_setting',
    to: 'limits_setting',
    key: ['sequence'],
    numbered: true,
    columns: {
      ...same('bigint', 'sequence', 'set_at'),
      ...same('text', 'json'),
      ...same('integer', 'version'),
    },
  },
  {
    from: 'recall',
    to: 'mass_withdrawal',
    key: ['number'],
    columns: { ...same('bigint', 'number'), ...{ json: [WITHDRAWAL, 'text'] as const } },
  },
  {
    from: 'halt',
    to: 'halt',
    key: ['number'],
    columns: { ...same('bigint', 'number'), ...same('text', 'json') },
  },
  { from: 'proven_part', to: 'proven_part', key: ['kind'], columns: same('text', 'kind') },
  {
    from: 'own_trade',
    to: 'own_trade',
    key: ['trade_id'],
    columns: { ...same('text', 'trade_id', 'request_id', 'state', 'quote_id'), ...same('bigint', 'since') },
  },
  { from: 'reconciled', to: 'checkpoint', key: [], columns: same('text', 'json') },
  { from: 'webhook_token', to: 'webhook_token', key: [], columns: same('text', 'token') },
  {
    from: 'capture',
    to: 'trade_download',
    key: ['id'],
    columns: { ...same('text', 'id', 'state', 'json'), ...same('bigint', 'created_at') },
  },
  {
    from: 'capture_aside',
    to: 'set_aside',
    key: ['sequence'],
    numbered: true,
    columns: {
      ...same('bigint', 'sequence'),
      ...{ download: ['capture', 'text'] as const },
      ...same('text', 'what', 'json'),
    },
  },
  {
    from: 'usage_day',
    to: 'usage_day',
    key: ['plan', 'day'],
    columns: { ...same('text', 'plan', 'day'), ...same('bigint', 'leased') },
  },
  {
    from: 'usage_count',
    to: 'usage_count',
    key: ['plan', 'day', 'lane', 'operation'],
    columns: { ...same('text', 'plan', 'day', 'lane', 'operation'), ...same('bigint', 'calls') },
  },
];

type Row = Readonly<Record<string, unknown>>;
const Rows = z.array(z.record(z.string(), z.unknown()));

/** Writes a table in pieces, and compares each with what stands there then. */
async function importTable(
  session: PostgresSession,
  { environment, database }: Folder,
  { from, to, columns, key, numbered }: Table,
): Promise<Outcome<number>> {
  const names = Object.keys(columns);
  const place = `${environment}.${to}`;
  const typed = Object.values(columns).map(([, type], at) => `$${at + 1}::${type}[]`);
  const insert = `INSERT INTO ${place} (${names.join(', ')}) ${numbered ? 'OVERRIDING SYSTEM VALUE' : ''} SELECT * FROM unnest(${typed.join(', ')})`;
  const read = `SELECT ${names.map((name) => `${columns[name]?.[0] ?? name} AS ${name}`).join(', ')} FROM ${from}`;
  const rowsAfter = (last: Row | undefined): readonly Row[] =>
    Rows.parse(
      database.all(
        pieceOf(
          read,
          key.map((name) => columns[name]?.[0] ?? name),
          last,
          '?',
        ),
        ...boundOf(key, last),
      ),
    );
  const keptAfter = async (last: Row | undefined): Promise<readonly Row[]> => {
    const text = pieceOf(`SELECT ${names.join(', ')} FROM ${place}`, key.map(bytewise(columns)), last, '$');
    return Rows.parse(await session.wait(text, boundOf(key, last)));
  };
  let count = 0;
  for (let last: Row | undefined; ;) {
    const rows = rowsAfter(last);
    if (rows.length > 0) {
      await session.wait(
        insert,
        names.map((name) => rows.map((row) => valueOf(row[name], columns[name]?.[1]))),
      );
      const kept = await keptAfter(last);
      if (kept.length !== rows.length || !rows.every((row, at) => isSame(row, kept[at], columns)))
        return failed(differs(environment, to));
    }
    count += rows.length;
    last = rows.at(-1);
    if (rows.length < AT_ONCE || key.length === 0) break;
  }
  if (numbered) {
    const [highest] = Counts.parse(
      database.all(`SELECT coalesce(max(seq), 0) AS seq FROM sqlite_sequence WHERE name = ?`, from),
    );
    const next = `SELECT setval(pg_get_serial_sequence('${place}', 'sequence'), $1::bigint + 1, false)`;
    await session.wait(next, [highest?.seq ?? 0]);
  }
  const [total] = Totals.parse(await session.wait(`SELECT count(*) AS count FROM ${place}`));
  return total?.count === count ? success(count) : failed(differs(environment, to));
}
const Totals = z.array(z.object({ count: z.number() }));

/** Text is read in the order of its bytes on both sides. */
const bytewise =
  (columns: Table['columns']) =>
  (name: string): string =>
    columns[name]?.[1] === 'text' ? `${name} COLLATE "C"` : name;

function pieceOf(read: string, key: readonly string[], last: Row | undefined, mark: '?' | '$'): string {
  if (key.length === 0) return read;
  const bound = key.map((_, at) => (mark === '?' ? '?' : `$${at + 1}`)).join(', ');
  const behind = last ? ` WHERE (${key.join(', ')}) > (${bound})` : '';
  return `${read}${behind} ORDER BY ${key.join(', ')} LIMIT ${AT_ONCE}`;
}

const Key = z.union([z.string(), z.number()]);
const boundOf = (key: readonly string[], last: Row | undefined): Bound[] =>
  last ? key.map((name) => Key.parse(last[name])) : [];

function valueOf(value: unknown, type: Type | undefined): unknown {
  if (type === 'boolean') return value === 1;
  if (type === 'bytea') return bytesOf(value);
  return value;
}

const bytesOf = (value: unknown): Buffer =>
  value instanceof ArrayBuffer ? Buffer.from(value) : Buffer.from(z.instanceof(Uint8Array).parse(value));

const isSame = (row: Row, kept: Row | undefined, columns: Table['columns']): boolean =>
  Object.entries(columns).every(([name, [, type]]) => {
    const [one, other] = [valueOf(row[name], type), kept?.[name]];
    return type === 'bytea' ? bytesOf(other).equals(bytesOf(one)) : one === other;
  });

async function isInUse(session: PostgresSession): Promise<boolean> {
  const tables = Environment.options.flatMap((environment) =>
    ['journal', ...TABLES.map(({ to }) => to)].map((table) => `EXISTS (SELECT FROM ${environment}.${table})`),
  );
  return Used.parse(await session.wait(`SELECT ${tables.join(' OR ')} AS used`))[0].used;
}
const Used = z.tuple([z.object({ used: z.boolean() })]);

const AGAIN = 'Nothing was imported. Try again.';
const nothingIn = (folder: string): Failure => ({
  kind: 'not-found',
  message: `There is no data of SpreadDesk in ${folder}.`,
  next: 'Name the data folder of the gateway: its setting DESK_DATA.',
});
const IS_LED: Failure = {
  kind: 'wrong-state',
  message: 'A gateway leads the desk in PostgreSQL, or is about to.',
  next: 'Stop all gateways of the desk, then import.',
};
const NOT_EMPTY: Failure = {
  kind: 'wrong-state',
  message: 'The desk in PostgreSQL is not empty, and a data folder is only ever moved into an empty one.',
  next: 'Name an empty database in DESK_STORE. If the folder was imported before, it is all there: start the gateways.',
};
const broken = (environment: Environment, check: ChainCheck): Failure => ({
  kind: 'unreadable',
  message: `The journal of ${environment} is not as it was written. ${problemOf(check)} Nothing was imported.`,
  next: 'Put back a copy of the data folder that is whole; npm run journal -- verify tells which is.',
});
const problemOf = ({ result }: ChainCheck): string => (result.state === 'broken' ? result.problem : '');
const differs = (environment: Environment, table: string): Failure => ({
  kind: 'unreadable',
  message: `What PostgreSQL has of ${table} (${environment}) is not what the folder has.`,
  next: AGAIN,
});
const notImported = (error: unknown): Failure => ({
  kind: 'unavailable',
  message: `The folder could not be imported (${error instanceof Error ? error.message : String(error)}).`,
  next: AGAIN,
});

/** For a person. */
export const shownImport = ({ environment, lines, trades, events }: Imported): string =>
  `${environment}: ${lines} lines of the journal, ${trades} trades and ${events} events, each compared with the folder.`;
