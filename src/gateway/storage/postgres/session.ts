import pg from 'pg';
import * as z from 'zod/mini';
import { failed, success, type Failure, type Outcome } from '../../../domain/failure';
import { pause, type Clock } from '../../../effects/clock';
import { CommitInDoubt } from '../commit-in-doubt';
import { shownHosts, type PostgresHost, type PostgresPlace } from './place';

/** A row is unknown until whoever asked has parsed it. */
export type Rows = readonly unknown[];

/** How the stores ask. Rejects with the error of the server. */
export interface Queries {
  /** One statement with its values, or several without any. For what changes nothing. */
  query(text: string, values?: readonly unknown[]): Promise<Rows>;
  /**
   * One statement that changes something: when this resolves, it is committed as safely as the server is set to. Rejects with
   * {@link CommitInDoubt} when it may or may not have been committed; with any other error it was not.
   */
  write(text: string, values?: readonly unknown[]): Promise<Rows>;
}

/**
 * One session with the server that takes writes. It never reconnects: what a session holds, such as a lock, ends with it, and so does
 * this object. Every later call rejects.
 */
export interface PostgresSession extends Queries {
  /** The same as `write`, before everything that waits for its turn on this session. */
  writeFirst(text: string, values?: readonly unknown[]): Promise<Rows>;
  /** A statement that may take as long as it likes: one that waits for a lock. */
  wait(text: string, values?: readonly unknown[]): Promise<Rows>;
  /** Host and port of the server. */
  readonly server: string;
  /** The number of the process that serves this session there. */
  readonly backend: number;
  /** Calls `listener` once, however the session ended; at once when it has. Calling the answer ends it. */
  onEnded(listener: () => void): () => void;
  /** Calls `listener` with what is told on the channels that this session listens to. */
  onNotification(listener: (channel: string, payload: string) => void): () => void;
  /** Ends the session here and now, without a word to the server. */
  cut(): void;
  /** Says goodbye to the server; twice is harmless. */
  end(): Promise<void>;
}

export interface SessionOptions {
  /** Who asks, as administrators of the server see it. */
  readonly name: string;
  readonly clock: Clock;
}

const CONNECT_MS_MAX = 2_000;
/** After the first server that takes writes has answered: another one may have become primary later than it. */
const OTHERS_MS = 200;
/** From then on nothing is hoped for any more, and the session ends. Counted, as with writes, from when a statement's turn has come. */
const READ_MS_MAX = 10_000;
/** From then on a write is in doubt, and the session ends. */
export const WRITE_MS_MAX = 1_500;

/**
 * Connects to the one of several servers that takes writes. Where two say so, an old primary among them, it is the one that was made
 * primary last.
 */
export async function openPrimary(
  place: PostgresPlace,
  options: SessionOptions,
): Promise<Outcome<PostgresSession>> {
  const primaries: Primary[] = [];
  const problems: string[] = [];
  let found = (): void => undefined;
  const enough = new Promise<void>((resolve) => (found = resolve)).then(() =>
    pause(options.clock, OTHERS_MS),
  );
  let isOver = false;
  const tries = place.hosts.map(async (host) => {
    const tried = await openOn(host, place, options);
    if ('problem' in tried) problems.push(tried.problem);
    else if (isOver) await tried.session.end();
    else primaries.push(tried);
    if ('session' in tried) found();
  });
  await Promise.race([Promise.all(tries), enough]);
  isOver = true;
  const [newest, ...others] = primaries.sort((a, b) => (a.timeline > b.timeline ? -1 : 1));
  for (const { session } of others) void session.end();
  return newest ? success(newest.session) : failed(noPrimary(place, problems));
}

/** A server that takes writes; a higher timeline became primary later. */
interface Primary {
  readonly session: PostgresSession;
  readonly timeline: string;
}

async function openOn(
  host: PostgresHost,
  place: PostgresPlace,
  options: SessionOptions,
): Promise<Primary | { readonly problem: string }> {
  const session = new ClientSession(host, place, options);
  try {
    const timeline = await session.open();
    if (timeline !== undefined) return { session, timeline };
    await session.end();
    return { problem: `${session.server}: a standby` };
  } catch (error) {
    session.cut();
    return { problem: `${session.server}: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** A number as a number: counts and times of this desk are far below what a number holds exactly. */
const INT8: number = pg.types.builtins.INT8;
const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    id === INT8 ? Number : (pg.types.getTypeParser(id, format) as (text: string) => unknown),
};

/**
 * No time limit of the server may end a statement here: a commit that is ended while it waits for a standby is told as done with a
 * warning alone.
 */
const SETTINGS = `SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0;
  SET idle_session_timeout = 0; SET client_min_messages = warning; SET timezone = 'UTC'`;
const ASKED = `SELECT pg_backend_pid() AS backend,
  CASE WHEN pg_is_in_recovery() THEN NULL ELSE left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END AS timeline`;
const Answer = z.tuple([z.object({ backend: z.number(), timeline: z.nullable(z.string()) })]);

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** How long the server may take over it; without it, for ever. */
  readonly msMax?: number;
  readonly goesFirst?: boolean;
}

/** A session answers one statement at a time, in the order in which they came, but for those that go first. */
class Line {
  private readonly first: (() => Promise<void>)[] = [];
  private readonly others: (() => Promise<void>)[] = [];
  private isBusy = false;

  take<T>(work: () => Promise<T>, goesFirst: boolean): Promise<T> {
    return new Promise((resolve, reject) => {
      (goesFirst ? this.first : this.others).push(() => work().then(resolve, reject));
      if (!this.isBusy) void this.serve();
    });
  }

  private async serve(): Promise<void> {
    this.isBusy = true;
    for (let next = this.next(); next; next = this.next()) await next();
    this.isBusy = false;
  }

  private readonly next = (): (() => Promise<void>) | undefined => this.first.shift() ?? this.others.shift();
}

class ClientSession implements PostgresSession {
  readonly server: string;
  backend = 0;
  private readonly client: pg.Client;
  private readonly prepared = new Map<string, string>();
  private readonly listeners = new Set<() => void>();
  private readonly line = new Line();
  private readonly clock: Clock;
  private ended = false;
  /** What the server has warned of since the session was opened: from then on no write is sure. */
  private warning: string | undefined;

  constructor(
    { host, port }: PostgresHost,
    { user, database, password, tls, ca }: PostgresPlace,
    { name, clock }: SessionOptions,
  ) {
    this.server = `${host}:${port}`;
    this.clock = clock;
    this.client = new pg.Client({
      host,
      port,
      user,
      database,
      types,
      application_name: `spreaddesk ${name}`,
      connectionTimeoutMillis: CONNECT_MS_MAX,
      keepAlive: true,
      ...(password && { password }),
      ...(tls && { ssl: { rejectUnauthorized: true, ...(ca !== undefined && { ca }) } }),
    });
    // Every end of the connection comes as the event `end` too.
    this.client.on('error', () => undefined);
    this.client.on('end', () => this.over());
    this.client.on('notice', ({ severity, message }) => {
      if (severity === 'WARNING') this.warning = message ?? 'a warning';
    });
  }

  /** Connects; the answer is the timeline of a server that takes writes, and `undefined` for one that does not. */
  async open(): Promise<string | undefined> {
    let announced = 0;
    this.client.connection.once(
      'backendKeyData',
      (key: unknown) => (announced = Announced.parse(key).processID),
    );
    await this.client.connect();
    await this.client.query(SETTINGS);
    const [{ backend, timeline }] = Answer.parse(await this.query(ASKED));
    if (backend !== announced) throw new Error(POOLER);
    this.backend = backend;
    this.warning = undefined;
    return timeline ?? undefined;
  }

  wait(text: string, values: readonly unknown[] = []): Promise<Rows> {
    return this.ask({ text, values });
  }

  query(text: string, values: readonly unknown[] = []): Promise<Rows> {
    return this.ask({ text, values, msMax: READ_MS_MAX });
  }

  write(text: string, values: readonly unknown[] = []): Promise<Rows> {
    return this.change({ text, values, msMax: WRITE_MS_MAX });
  }

  writeFirst(text: string, values: readonly unknown[] = []): Promise<Rows> {
    return this.change({ text, values, msMax: WRITE_MS_MAX, goesFirst: true });
  }

  private async change(statement: Statement): Promise<Rows> {
    try {
      const rows = await this.ask(statement);
      // A commit that a standby did not confirm comes back as done, with a warning.
      if (this.warning !== undefined) throw new Error(this.warning);
      return rows;
    } catch (error) {
      if (isRefusal(error)) throw error;
      this.cut();
      throw new CommitInDoubt(error instanceof Error ? error.message : String(error));
    }
  }

  private async ask({ text, values, msMax, goesFirst = false }: Statement): Promise<Rows> {
    if (this.ended) throw new Error(ENDED);
    const asked = values.length === 0 ? { text } : { name: this.nameOf(text), text, values: [...values] };
    const answered = async (): Promise<Rows> => (await this.client.query<object>(asked)).rows;
    try {
      return await this.line.take(
        () => (msMax === undefined ? answered() : this.within(msMax, answered())),
        goesFirst,
      );
    } catch (error) {
      // The end of the connection may be told later than the last error on it.
      if (!isError(error)) this.cut();
      throw error;
    }
  }

  private async within<T>(ms: number, answer: Promise<T>): Promise<T> {
    let cancel = (): void => undefined;
    const late = new Promise<never>((_, reject) => {
      cancel = this.clock.after(ms, () => {
        this.cut();
        reject(new Error(`no answer in ${ms} ms`));
      });
    });
    try {
      return await Promise.race([answer, late]);
    } finally {
      cancel();
    }
  }

  onEnded(listener: () => void): () => void {
    if (this.ended) listener();
    const own = (): void => listener();
    this.listeners.add(own);
    return () => void this.listeners.delete(own);
  }

  onNotification(listener: (channel: string, payload: string) => void): () => void {
    const own = ({ channel, payload }: pg.Notification): void => listener(channel, payload ?? '');
    this.client.on('notification', own);
    return () => void this.client.off('notification', own);
  }

  cut(): void {
    this.client.connection.stream.destroy();
    this.over();
  }

  async end(): Promise<void> {
    if (this.ended) return;
    await this.client.end();
    this.over();
  }

  private over(): void {
    if (this.ended) return;
    this.ended = true;
    for (const listener of [...this.listeners]) listener();
  }

  /** Each text is parsed by the server once. */
  private nameOf(text: string): string {
    const name = this.prepared.get(text) ?? `s${this.prepared.size}`;
    this.prepared.set(text, name);
    return name;
  }
}

const Announced = z.object({ processID: z.number() });
/** Locks, and what is listened to, belong to a session of the server: something that shares sessions out would mix them up. */
const POOLER =
  'a connection pooler answers there; DESK_STORE has to name PostgreSQL itself, or a proxy that passes TCP on';
const ENDED = 'The session with PostgreSQL has ended.';

/** Ended by an administrator or a fault of the server: what was under way may have been committed. */
const UNSURE_CLASSES = ['08', '57', '58', 'XX'];

/** Whether the server answered a statement with an error, and goes on. */
const isError = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.severity === 'ERROR';

/** Whether the server said that it did not do it. */
const isRefusal = (error: unknown): boolean =>
  isError(error) && !UNSURE_CLASSES.includes(error.code?.slice(0, 2) ?? 'XX');

const noPrimary = (place: PostgresPlace, problems: readonly string[]): Failure => ({
  kind: 'unavailable',
  message: `No server of ${shownHosts(place)} takes writes (${problems.join('; ')}).`,
  next: 'Check that PostgreSQL runs there, and the settings DESK_STORE, DESK_STORE_CA and DESK_STORE_PASSWORD_FILE.',
});
