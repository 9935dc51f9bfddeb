import { randomUUID } from 'node:crypto';
import pg from 'pg';
import * as z from 'zod/mini';
import { chained, START, type KeptLine } from '../src/gateway/storage/journal-chain';
import type { PostgresServer } from './postgres';

const Line = z.object({
  sequence: z.coerce.number(),
  id: z.string(),
  state: z.string(),
  created_at: z.coerce.number(),
  line: z.string(),
  previous: z.string(),
  hash: z.string(),
  epoch: z.coerce.number(),
});

/** Where a server answers. */
type At = Pick<PostgresServer, 'port'>;

/** A line, and under whom it was written. */
export type LedLine = KeptLine & { readonly epoch: number };

export async function journalOf(server: At): Promise<readonly LedLine[]> {
  const rows = await sqlAtDesk(
    server,
    'SELECT sequence, id, state, created_at, line, previous, hash, epoch FROM simulator.journal ORDER BY sequence',
  );
  return rows.map((row) => {
    const { id, state, created_at: createdAt, line: text, ...rest } = Line.parse(row);
    return { ...rest, text, columns: { id, state, createdAt } };
  });
}

/** In the database of the desk, as its user. */
async function sqlAtDesk(
  { port }: At,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly unknown[]> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'desk', database: 'desk' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<object>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

const Head = z.tuple([z.object({ sequence: z.coerce.number(), hash: z.string(), epoch: z.coerce.number() })]);
const Sent = z.array(z.object({ id: z.string() }));
const Locked = z.tuple([z.object({ locked: z.boolean() })]);

/** Lines of an old and of a coming epoch, and one that was sent already: each has to be refused, and the lock not given. What was let in. */
export async function falseLeader(at: At): Promise<string | undefined> {
  const ask: Ask = (text, values) => sqlAtDesk(at, text, values);
  const sent = Sent.parse(await ask(SENT));
  const { epoch } = Head.parse(await ask(HEAD))[0];
  const tries: readonly (readonly [string, number])[] = [
    [randomUUID(), epoch - 1],
    [randomUUID(), epoch + 1],
    [randomUUID(), epoch],
    ...sent.map(({ id }) => [id, epoch] as const),
  ];
  let taken = 0;
  for (const [id, of] of tries) taken += (await isWritten(ask, id, of)) ? 1 : 0;
  const [{ locked }] = Locked.parse(await ask('SELECT pg_try_advisory_lock(760117) AS locked'));
  const wrong = [
    taken > 0 && `${taken} lines of a second leader were taken`,
    locked && 'it was given the lock',
  ];
  return wrong.filter((one) => one !== false).join(', ') || undefined;
}

/** Whether a line that follows the last one, by which this action is sent, was taken. */
async function isWritten(ask: Ask, id: string, epoch: number): Promise<boolean> {
  // Whoever leads may write between the look and the line.
  for (let tries = 0; tries < OVERTAKEN_MAX; tries += 1) {
    const problem = await writeProblem(ask, id, epoch);
    if (!problem?.includes('follows its last one')) return problem === undefined;
  }
  throw new Error('The desk writes too much for a line to be tried.');
}
const OVERTAKEN_MAX = 50;

async function writeProblem(ask: Ask, id: string, epoch: number): Promise<string | undefined> {
  const text = JSON.stringify({ id, state: 'sending', createdAt: 0 });
  const last = Head.parse(await ask(HEAD))[0];
  const line = chained({ ...START, ...last }, text);
  const values = [line.sequence, id, 'sending', 0, text, line.previous, line.hash, epoch];
  return ask(WRITE, values).then(
    () => undefined,
    (error: unknown) => String(error),
  );
}
type Ask = (text: string, values?: readonly unknown[]) => Promise<readonly unknown[]>;
const HEAD = 'SELECT sequence, hash, epoch FROM simulator.journal ORDER BY sequence DESC LIMIT 1';
const WRITE =
  'INSERT INTO simulator.journal (sequence, id, state, created_at, line, previous, hash, epoch) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)';

const STANDING =
  "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = 760117";
const TRIES_MAX = 200;

/**
 * A program that leads by the rules, and then writes wrongly: the lock and the lead are its own, and its lines are of an epoch that is over,
 * or send what was sent. What was let in.
 */
export async function wrongLeader(at: At): Promise<string | undefined> {
  const client = new pg.Client({ host: '127.0.0.1', port: at.port, user: 'desk', database: 'desk' });
  client.on('error', () => undefined);
  await client.connect();
  const ask: Ask = async (text, values = []) => (await client.query<object>(text, [...values])).rows;
  try {
    for (let tries = 0; ; tries += 1) {
      const [{ locked }] = Locked.parse(await ask('SELECT pg_try_advisory_lock(760117) AS locked'));
      if (locked) break;
      if (tries === TRIES_MAX) throw new Error('The lock could not be had.');
      await ask(STANDING);
    }
    const epoch = Led.parse(
      await ask('UPDATE desk.lead SET epoch = epoch + 1, address = NULL RETURNING epoch'),
    )[0].epoch;
    const wrong: string[] = [];
    if (await isWritten(ask, randomUUID(), epoch - 1))
      wrong.push('a line of an epoch that is over was taken');
    const [sent] = Sent.parse(await ask(SENT));
    if (sent && (await isWritten(ask, sent.id, epoch)))
      wrong.push('a second line by which an action is sent was taken');
    return wrong.join(', ') || undefined;
  } finally {
    await client.end();
  }
}
const Led = z.tuple([z.object({ epoch: z.coerce.number() })]);
const SENT = "SELECT id FROM simulator.journal WHERE state = 'sending' ORDER BY sequence DESC LIMIT 1";

/** The processes of a primary that hand its log on to standbys. */
export async function logSenders(primary: PostgresServer): Promise<readonly number[]> {
  const rows = await primary.sql('SELECT pid FROM pg_stat_replication');
  return rows.map(({ pid }) => Number(pid));
}

const ACTIVITY = {
  sessions: `SELECT pid, application_name, state, wait_event, backend_start::text, left(query, 60) AS query
    FROM pg_stat_activity WHERE datname = 'desk' OR backend_type LIKE 'wal%'`,
  standbys: 'SELECT application_name, state, sync_state, flush_lsn::text FROM pg_stat_replication',
  locks: "SELECT pid, granted FROM pg_locks WHERE locktype = 'advisory'",
};

/** What the server is busy with, for a person. */
export async function activityOf(
  server: Pick<PostgresServer, 'sql'>,
): Promise<Readonly<Record<string, unknown>>> {
  const asked = Object.entries(ACTIVITY).map(async ([name, text]) => [name, await server.sql(text)] as const);
  return Object.fromEntries(await Promise.all(asked));
}

/**
 * A later version of the tables, as it may look like: a column that every machine writes gets another name. First both are there, and
 * what is written into one stands in the other; a release later the old one goes.
 */
export const RENAMED = {
  expands: `
  ALTER TABLE desk.shared ADD COLUMN content text, ALTER COLUMN text DROP NOT NULL;
  UPDATE desk.shared SET content = text;
  CREATE FUNCTION desk.shared_both() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP = 'INSERT' THEN
      NEW.text := coalesce(NEW.text, NEW.content);
      NEW.content := coalesce(NEW.content, NEW.text);
    ELSIF NEW.text IS DISTINCT FROM OLD.text THEN NEW.content := NEW.text;
    ELSE NEW.text := NEW.content;
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER shared_both BEFORE INSERT OR UPDATE ON desk.shared FOR EACH ROW EXECUTE FUNCTION desk.shared_both();`,
  contracts: `
  DROP TRIGGER shared_both ON desk.shared;
  DROP FUNCTION desk.shared_both;
  ALTER TABLE desk.shared DROP COLUMN text, ALTER COLUMN content SET NOT NULL;`,
  /** The texts of today's statements, and what the later version says in their place. */
  statements: [
    ['SELECT name, text FROM', 'SELECT name, content AS text FROM'],
    ['shared (kind, name, text)', 'shared (kind, name, content)'],
    ['SET text = excluded.text', 'SET content = excluded.content'],
  ],
  /** The same where a journal stands. */
  standpoint: [
    ['SELECT text FROM desk.shared', 'SELECT content AS text FROM desk.shared'],
    ['shared (kind, name, text)', 'shared (kind, name, content)'],
    ['SET text = excluded.text', 'SET content = excluded.content'],
  ],
} as const;

/** Ends the session of whoever leads, as an administrator of the database may. */
export const endLead = async (server: PostgresServer): Promise<void> =>
  void (await sqlAtDesk(server, 'SELECT pg_terminate_backend(backend) FROM desk.lead'));
