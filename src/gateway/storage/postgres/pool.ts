import { sentence } from '../../../domain/failure';
import type { PostgresPlace } from './place';
import { openPrimary, type PostgresSession, type Queries, type Rows, type SessionOptions } from './session';

/** A few sessions for whoever needs none of its own. A session that ended is replaced at the next question. */
export interface PostgresPool extends Queries {
  /** Several statements as one transaction on one session: all of it is kept, or, when `work` rejects, none. */
  atomically<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Opens sessions until `count` of them lie idle, so that the first questions need not. What cannot be opened is left to them. */
  prepare(count: number): Promise<void>;
  /** Lets go of idle sessions with any other server: while nothing was asked, another one may have been made primary. */
  keepOnly(server: string): void;
  end(): Promise<void>;
}

export interface PoolOptions extends SessionOptions {
  readonly sessionsMax: number;
}

/** Opens nothing yet: the first question does. */
export function openPool(place: PostgresPlace, options: PoolOptions): PostgresPool {
  const idle: PostgresSession[] = [];
  const waiting: (() => void)[] = [];
  let busy = 0;
  let isOver = false;

  async function lent<T>(work: (session: PostgresSession) => Promise<T>): Promise<T> {
    if (busy < options.sessionsMax) busy += 1;
    // Who waits is given the place of the one before, so that nobody who comes later is served earlier.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      if (isOver) throw new Error('The connections to PostgreSQL are closed already.');
      const session = idle.pop() ?? (await opened());
      try {
        return await work(session);
      } finally {
        if (isOver) await session.end();
        else if (!ended.has(session)) idle.push(session);
      }
    } finally {
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    }
  }

  const ended = new WeakSet<PostgresSession>();
  async function opened(): Promise<PostgresSession> {
    const session = await openPrimary(place, options);
    if (!session.ok) throw new Error(sentence(session.failure));
    session.value.onEnded(() => {
      ended.add(session.value);
      const at = idle.indexOf(session.value);
      if (at >= 0) idle.splice(at, 1);
    });
    return session.value;
  }

  return {
    query: (text, values) => lent((session) => session.query(text, values)),
    write: (text, values) => lent((session) => session.write(text, values)),
    atomically: (work) => lent((session) => atomically(session, work)),
    async prepare(count) {
      const missing = Array.from({ length: count - idle.length }, () => opened());
      for (const one of await Promise.allSettled(missing)) {
        if (one.status === 'rejected' || ended.has(one.value)) continue;
        if (isOver) void one.value.end();
        else idle.push(one.value);
      }
    },
    keepOnly(server) {
      const others = idle.filter((session) => session.server !== server);
      idle.splice(0, Infinity, ...idle.filter((session) => session.server === server));
      for (const session of others) session.cut();
    },
    async end() {
      isOver = true;
      await Promise.all(idle.splice(0).map((session) => session.end()));
    },
  };
}

/** Runs `work` between BEGIN and COMMIT. Only the commit can be in doubt: what an earlier statement did is undone. */
export async function atomically<T>(
  session: PostgresSession,
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  const query = (text: string, values?: readonly unknown[]): Promise<Rows> => session.query(text, values);
  await query('BEGIN');
  let result: T;
  try {
    result = await work({ query, write: query });
  } catch (error) {
    await query('ROLLBACK').catch(() => session.cut());
    throw error;
  }
  await session.write('COMMIT');
  return result;
}
