import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, writeSync, fdatasync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import Libsql from 'libsql';
import * as z from 'zod/mini';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { promisify } from 'node:util';

/** What SQLite itself says when a sync fails. */
const NOT_SYNCED = 'SQLITE_IOERR_FSYNC';

/**
 * Waits for the disk beside the gateway's thread: what was committed without a wait is on disk when {@link LogSync.wait} resolves. Those who
 * come while the disk works have the next wait in common.
 */
export class LogSync {
  private readonly file: number;
  private current: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;
  private isClosed = false;

  /** `path`: the log into which commits are written. */
  constructor(
    path: string,
    private readonly synced: (file: number) => Promise<void> = promisify(fdatasync),
  ) {
    // Windows lets nobody sync what was opened for reading alone.
    this.file = openSync(path, 'r+');
  }

  /** Rejects, with an error whose code is SQLite's for it, when the system cannot say that all of it is on the disk. */
  wait(): Promise<void> {
    this.next ??= this.current.then(() => {
      this.next = undefined;
      const turn = this.isClosed ? Promise.resolve() : this.sync();
      this.current = turn.catch(() => undefined);
      return turn;
    });
    return this.next;
  }

  /** Whoever closes the database has folded the log in, and so waited for the disk. */
  close(): void {
    this.isClosed = true;
    void this.current.then(() => closeSync(this.file));
  }

  private async sync(): Promise<void> {
    try {
      await this.synced(this.file);
    } catch (cause) {
      throw Object.assign(new Error('The log was not synced.', { cause }), { code: NOT_SYNCED });
    }
  }
}

/** What may be bound to a statement: text, whole and broken numbers, bytes, nothing. */
export type Bound = string | number | Uint8Array | null;

/** One change of a store's tables: SQL, or work that SQL cannot do. */
export type Step = string | ((database: Database) => void);

/** A database for reading alone. */
export type Readable = Pick<Database, 'all' | 'close'>;

/** The one open SQLite file of a data folder. Everything but `committed` is synchronous; a returned write is on disk. */
export interface Database {
  run(sql: string, ...bound: readonly Bound[]): { changes: number };
  /** The first row, or `undefined`. Rows are unknown until whoever asked has parsed them. */
  get(sql: string, ...bound: readonly Bound[]): unknown;
  all(sql: string, ...bound: readonly Bound[]): readonly unknown[];
  /** Runs `work` as one transaction: all of it is kept, or, when it throws, none. Not to be nested. */
  atomically<T>(work: () => T): T;
  /**
   * The same, but what else there is to do is done while the disk works: it is on disk when this resolves. Rejects with nothing kept when
   * `work` throws. When the disk fails nothing is known of it any more, as after every failed sync.
   */
  committed<T>(work: () => T): Promise<T>;
  /**
   * What `work` writes outlives the process, however that ends, and a power cut only once something else has been written:
   * for what can be had again. It costs no wait for the disk. Not to be used within a transaction.
   */
  unhurried<T>(work: () => T): T;
  /**
   * Brings the tables of one store up to date. `steps` is the store's own numbered list, oldest first: a step that
   * has been released is never changed, only followed by another.
   */
  migrate(store: string, steps: readonly Step[]): void;
  /** The same for several stores in one commit: a new folder waits for the disk once. */
  migrateAll(stores: Readonly<Record<string, readonly Step[]>>): void;
  /** Calls `listener` after every commit. Calling the answer ends it; twice is harmless. */
  onWritten(listener: () => void): () => void;
  /** Folds the log into the one file, as far as nobody reads from it. What cannot be folded stays in the log, where it is kept. */
  fold(): void;
  /** Calls `listener` with every error of a write, before whoever wrote has it. Calling the answer ends it. */
  onWriteFailed(listener: (error: unknown) => void): () => void;
  /** Folds everything into the one file and gives up the folder. Nothing works afterwards; twice is harmless. */
  close(): void;
}

const BUSY_TIMEOUT_MS = 2_000;
/** Longer than a burst of events makes the log: it is folded in afterwards, and within a commit only if there is never a pause. */
const LOG_PAGES_MAX = 4_000;
const LOCK_TIMEOUT_MS = 200;

/** Opens, and makes if need be, the database at `path`; `:memory:` for one that ends with the process. */
export function openDatabase(path: string): Outcome<Database> {
  let lock: Libsql.Database | undefined;
  try {
    lock = path === ':memory:' ? undefined : lockOf(path);
    const connection = connect(path);
    foldLog(connection);
    if (!lock) return success(new SqliteDatabase(connection));
    const log = `${path}-wal`;
    fillLog(log);
    return success(new SqliteDatabase(connection, { lock, sync: new LogSync(log) }));
  } catch (error) {
    if (lock) release(lock);
    return failed(openFailure(path, error));
  }
}

/**
 * Opens the database at `path` for looking alone, also while a gateway writes to it. The driver heeds no option of its
 * own for this, only the one in the address; there the system refuses every write.
 */
export function openReadOnly(path: string): Outcome<Readable> {
  try {
    return success(new SqliteDatabase(new Libsql(`${pathToFileURL(path).href}?mode=ro`)));
  } catch (error) {
    return failed(openFailure(path, error));
  }
}

/**
 * Two gateways on one folder would spend the same limits twice and could each believe the journal to be its own. The
 * lock is a transaction held open on an empty file beside the database: the system drops it with the process,
 * however that ends, and unlike SQLite's exclusive mode it can be given up while statements are still alive.
 */
function lockOf(path: string): Libsql.Database {
  const lock = new Libsql(`${path}.lock`, { timeout: LOCK_TIMEOUT_MS });
  lock.exec('BEGIN EXCLUSIVE');
  return lock;
}

function release(lock: Libsql.Database): void {
  if (lock.inTransaction) lock.exec('ROLLBACK');
  lock.close();
}

function connect(path: string): Libsql.Database {
  const connection = new Libsql(path, { timeout: BUSY_TIMEOUT_MS });
  connection.pragma('journal_mode = WAL');
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  connection.pragma(`wal_autocheckpoint = ${LOG_PAGES_MAX}`);
  connection.exec(
    'CREATE TABLE IF NOT EXISTS schema_version (store TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT',
  );
  return connection;
}

/**
 * When a sync has failed, the system may take pages of the log for written that never were, and a later sync says nothing
 * about them: lines that are added behind such a hole would be lost with it. So nothing is added to a log that an earlier
 * process left: all of it is written anew into the one file first. A disk with no room for that does not keep the desk
 * from reading.
 */
function foldLog(connection: Libsql.Database): void {
  try {
    connection.pragma('wal_checkpoint(TRUNCATE)');
  } catch (error) {
    if (codeOf(error) !== 'SQLITE_FULL') throw error;
  }
}

/** About 1,000 pages: what is written before the log is folded in, and written over from its beginning. */
const LOG_BYTES = 4_200_000;

/**
 * Gives the empty log its later size at once, in zeros, which SQLite takes for an empty log as well. A sync of bytes within a
 * file takes about half as long as one after which the file is longer, and every action waits for two. A log that
 * could not be folded is left as it is, and without room for this one it grows line by line, as it can.
 */
function fillLog(path: string): void {
  const file = openSync(path, 'r+');
  try {
    if (fstatSync(file).size > 0) return;
    // On a disk with less room only a part is written, and no error told.
    if (writeSync(file, Buffer.alloc(LOG_BYTES)) < LOG_BYTES) ftruncateSync(file, 0);
    fsyncSync(file);
  } catch {
    ftruncateSync(file, 0);
  } finally {
    closeSync(file);
  }
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

function openFailure(path: string, error: unknown): Failure {
  const code = codeOf(error);
  if (code === 'SQLITE_BUSY') {
    return {
      kind: 'wrong-state',
      message: `Another SpreadDesk gateway is already running on ${path}.`,
      next: 'Use that one, or stop it first, or give this one a data folder of its own.',
    };
  }
  if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT') {
    return {
      kind: 'unreadable',
      message: `${path} is not a SpreadDesk database, or it is damaged.`,
      next: 'Put it aside, and start with an empty data folder or with a copy that is whole.',
    };
  }
  return {
    kind: 'unavailable',
    message: `${path} cannot be opened (${error instanceof Error ? error.message : 'no reason given'}).`,
    next: 'Check that the data folder exists, can be written to and has space left.',
  };
}

const Versions = z.array(z.object({ store: z.string(), version: z.int() }));

class SqliteDatabase implements Database {
  private readonly statements = new Map<string, Libsql.Statement>();
  private readonly listeners = new Set<(error: unknown) => void>();
  private readonly writtenListeners = new Set<() => void>();

  constructor(
    private readonly connection: Libsql.Database,
    /** Of a file that is open for writing. */
    private readonly own?: { readonly lock: Libsql.Database; readonly sync: LogSync },
  ) {}

  run(sql: string, ...bound: readonly Bound[]): { changes: number } {
    try {
      const { changes } = this.statement(sql).run(...bound);
      if (!this.connection.inTransaction) this.written();
      return { changes };
    } catch (error) {
      throw this.told(error);
    }
  }

  // Not the driver's own `get`: it adds a property of its own to the row.
  get(sql: string, ...bound: readonly Bound[]): unknown {
    return this.all(sql, ...bound)[0];
  }

  all(sql: string, ...bound: readonly Bound[]): readonly unknown[] {
    return this.statement(sql).all(...bound);
  }

  atomically<T>(work: () => T): T {
    this.mustBeOpen();
    try {
      this.connection.exec('BEGIN IMMEDIATE');
      const result = work();
      this.connection.exec('COMMIT');
      this.written();
      return result;
    } catch (error) {
      // A full disk may have rolled back already; what matters is the first error.
      if (this.connection.inTransaction) this.connection.exec('ROLLBACK');
      throw this.told(error);
    }
  }

  async committed<T>(work: () => T): Promise<T> {
    const result = this.unhurried(() => this.atomically(work));
    await this.own?.sync.wait().catch((error: unknown) => {
      throw this.told(error);
    });
    return result;
  }

  unhurried<T>(work: () => T): T {
    this.mustBeOpen();
    this.connection.pragma('synchronous = NORMAL');
    try {
      return work();
    } finally {
      this.connection.pragma('synchronous = FULL');
    }
  }

  migrate(store: string, steps: readonly Step[]): void {
    this.migrateAll({ [store]: steps });
  }

  migrateAll(stores: Readonly<Record<string, readonly Step[]>>): void {
    const rows = Versions.parse(this.all('SELECT store, version FROM schema_version'));
    const reached = new Map(rows.map(({ store, version }) => [store, version]));
    const behind = Object.entries(stores).flatMap(([store, steps]) => {
      const at = reached.get(store) ?? 0;
      if (at > steps.length) {
        throw new Error(
          `The data folder was written by a newer SpreadDesk (${store} ${at}); install that one.`,
        );
      }
      // A desk on a full disk opens all the same when there is nothing to change.
      return at === steps.length ? [] : [{ store, steps, at }];
    });
    if (behind.length === 0) return;
    this.atomically(() => {
      for (const { store, steps, at } of behind) {
        for (const step of steps.slice(at)) {
          if (typeof step === 'string') this.connection.exec(step);
          else step(this);
        }
        this.run('INSERT OR REPLACE INTO schema_version (store, version) VALUES (?, ?)', store, steps.length);
      }
    });
  }

  onWritten(listener: () => void): () => void {
    this.writtenListeners.add(listener);
    return () => void this.writtenListeners.delete(listener);
  }

  fold(): void {
    this.mustBeOpen();
    try {
      this.connection.pragma('wal_checkpoint(PASSIVE)');
    } catch {
      // As when SQLite does it by itself: nothing of the log is given up before it is on disk in the one file.
      return;
    }
  }

  onWriteFailed(listener: (error: unknown) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  close(): void {
    if (!this.connection.open) return;
    try {
      if (this.own) this.connection.pragma('wal_checkpoint(TRUNCATE)');
    } finally {
      this.statements.clear();
      this.own?.sync.close();
      this.connection.close();
      if (this.own) release(this.own.lock);
    }
  }

  private written(): void {
    for (const listener of [...this.writtenListeners]) listener();
  }

  private told(error: unknown): unknown {
    for (const listener of [...this.listeners]) listener(error);
    return error;
  }

  /** The driver itself would end the process. */
  private mustBeOpen(): void {
    if (!this.connection.open) throw new Error('The data folder is closed already.');
  }

  private statement(sql: string): Libsql.Statement {
    this.mustBeOpen();
    const known = this.statements.get(sql) ?? this.connection.prepare(sql);
    this.statements.set(sql, known);
    return known;
  }
}
