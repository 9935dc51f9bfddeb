import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openDatabase, type Database } from '../../../src/gateway/storage/database';

/** A database at `path`, or one that ends with the process. */
export function databaseAt(path = ':memory:'): Database {
  const opened = openDatabase(path);
  if (!opened.ok) throw new Error(opened.failure.message);
  return opened.value;
}

/**
 * Every implementation of one kind of store, for the one list of assertions that all of them have to pass. The last one opens the
 * file anew for every call: so it can know nothing that is not on the disk.
 */
export const implementations = <S extends object>(
  memory: () => S,
  sqlite: (database: Database) => S,
): [name: string, open: () => S][] => [['memory', memory], ...inSqlite(sqlite)];

/** The same without a twin in memory. */
export const inSqlite = <S extends object>(
  sqlite: (database: Database) => S,
): [name: string, open: () => S][] => [
  ['SQLite', () => sqlite(databaseAt())],
  ['SQLite, opened anew for every call', () => reopening(sqlite)],
];

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
