import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, onTestFinished } from 'vitest';
import { openDatabase, type Database } from '../../../src/gateway/storage/database';
import { canRunPostgres } from '../../postgres';
import { openDesk, sharedServer, START_MS_MAX, type PostgresDesk } from './postgres/desk';

/** A database at `path`, or one that ends with the process. */
export function databaseAt(path = ':memory:'): Database {
  const opened = openDatabase(path);
  if (!opened.ok) throw new Error(opened.failure.message);
  return opened.value;
}

/**
 * Every implementation of one kind of store, for the one list of assertions that all of them have to pass. The second in SQLite opens the
 * file anew for every call: so it can know nothing that is not on the disk. PostgreSQL is a real server.
 */
export const implementations = <S extends object>(
  memory: () => S,
  sqlite: (database: Database) => S,
  postgres: (desk: PostgresDesk) => S,
): [name: string, open: () => S][] => [['memory', memory], ...onDisk(sqlite, postgres)];

/** The same without a twin in memory. */
export const onDisk = <S extends object>(
  sqlite: (database: Database) => S,
  postgres: (desk: PostgresDesk) => S,
): [name: string, open: () => S][] => {
  const onFile: [string, () => S][] = [
    ['SQLite', () => sqlite(databaseAt())],
    ['SQLite, opened anew for every call', () => reopening(sqlite)],
  ];
  if (!canRunPostgres()) return onFile;
  // Starting a server takes seconds, which are no test's.
  beforeAll(async () => void (await sharedServer()), START_MS_MAX);
  return [...onFile, ['PostgreSQL', () => inPostgres(postgres)]];
};

/** A store in a desk of its own, which is opened by the first call; calls reach it in their order. */
function inPostgres<S extends object>(postgres: (desk: PostgresDesk) => S): S {
  let opened: Promise<S> | undefined;
  const open = async (): Promise<S> => {
    const desk = await openDesk();
    onTestFinished(() => desk.end());
    return postgres(desk);
  };
  return new Proxy({} as S, {
    get: (_, name) =>
      (async (...given) => {
        const store = await (opened ??= open());
        return (Reflect.get(store, name) as Call).apply(store, given);
      }) as Call,
  });
}

type Call = (...given: unknown[]) => Promise<unknown>;

function reopening<S extends object>(sqlite: (database: Database) => S): S {
  const folder = mkdtempSync(join(tmpdir(), 'spreaddesk-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  let lastCall: Promise<unknown> = Promise.resolve();
  const call = (name: string | symbol): Call => {
    return (...given) => {
      const answer = lastCall.then(async () => {
        const database = databaseAt(join(folder, 'spreaddesk.db'));
        try {
          const store = sqlite(database);
          const method = Reflect.get(store, name) as Call;
          return await method.apply(store, given);
        } finally {
          database.close();
        }
      });
      lastCall = answer.catch(() => undefined);
      return answer;
    };
  };
  return new Proxy({} as S, { get: (_, name) => call(name) });
}
