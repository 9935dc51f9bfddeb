import * as z from 'zod/mini';
import type { Failure } from '../../../domain/failure';
import { present } from '../../../domain/present';
import type { Clock } from '../../../effects/clock';
import type { Log } from '../../../effects/log';
import type { DiskState } from '../disk';
import type { Accepted } from './accepted';
import type { Queries } from './session';

interface ServerChecksOptions {
  /** The session that leads: settings may differ from one to another. */
  readonly lead: Pick<Queries, 'query'>;
  readonly accepts: readonly Accepted[];
  readonly clock: Clock;
  readonly log: Log;
}

const CHECK_EVERY_MS = 60_000;
/** While something is wrong, so that it is noticed soon when it is right again. */
const AGAIN_MS = 5_000;

/**
 * Whether the server keeps what it is given: a commit that comes back is on its disk, and on that of a standby. It is asked at the start
 * and each minute. While it is not so nothing is sent: after the next failover an action could be sent a second time.
 */
export class ServerChecks implements DiskState {
  failure: Failure | undefined;
  /** As looked at last. */
  replication: { readonly confirming: number; readonly lagMs?: number } = { confirming: 0 };
  private readonly listeners = new Set<() => void>();
  private cancel: (() => void) | undefined;
  private isOver = false;

  private constructor(private readonly options: ServerChecksOptions) {}

  /** The checks, once they have been made. */
  static async open(options: ServerChecksOptions): Promise<ServerChecks> {
    const checks = new ServerChecks(options);
    await checks.check();
    return checks;
  }

  onChange(listener: () => void): () => void {
    const own = (): void => listener();
    this.listeners.add(own);
    return () => void this.listeners.delete(own);
  }

  stop(): void {
    this.isOver = true;
    this.cancel?.();
  }

  private async check(): Promise<void> {
    const failure = await this.problem();
    if (this.isOver) return;
    const { clock, log } = this.options;
    this.cancel = clock.after(failure ? AGAIN_MS : CHECK_EVERY_MS, () => void this.check());
    if (failure?.message === this.failure?.message) return;
    if (failure) log.error(failure.message, { next: failure.next });
    else log.info('PostgreSQL keeps what it is given.');
    this.failure = failure;
    for (const listener of [...this.listeners]) listener();
  }

  private async problem(): Promise<Failure | undefined> {
    try {
      const [server] = Answer.parse(await this.options.lead.query(ASKED));
      this.replication = { confirming: server.standbys, ...present({ lagMs: server.lag ?? undefined }) };
      return serverProblem(server, this.options.accepts);
    } catch (error) {
      return failure(
        `PostgreSQL could not be asked how it keeps what it is given (${String(error)}).`,
        NOTHING_SENT,
      );
    }
  }
}

const ASKED = `SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding,
  current_setting('fsync') AS fsync, current_setting('full_page_writes') AS pages,
  current_setting('synchronous_commit') AS commit, current_setting('synchronous_standby_names') AS names,
  (SELECT count(*) FROM pg_stat_replication WHERE coalesce(sync_state, 'quorum') IN ('sync', 'quorum')) AS standbys,
  (SELECT 1000 * extract(epoch FROM max(flush_lag)) FROM pg_stat_replication
    WHERE coalesce(sync_state, 'quorum') IN ('sync', 'quorum'))::float8 AS lag`;
const Server = z.object({
  version: z.int(),
  encoding: z.string(),
  fsync: z.string(),
  pages: z.string(),
  commit: z.string(),
  names: z.string(),
  /** Connected ones whose confirmation counts. */
  standbys: z.int(),
  /** Of the slowest of them, in ms; nothing while nothing is written. */
  lag: z.optional(z.nullable(z.number())),
});
type Server = z.infer<typeof Server>;
const Answer = z.tuple([Server]);

const VERSION_MIN = 150_000;
/** With `remote_write` a standby confirms what only its memory has; with `local` and `off` none is asked. */
const CONFIRMED = ['on', 'remote_apply'];

/** What has to be set otherwise before the desk may trade, unless it is accepted. */
export function serverProblem(server: Server, accepts: readonly Accepted[]): Failure | undefined {
  const { version, encoding, fsync, pages, commit, names, standbys } = server;
  if (version < VERSION_MIN)
    return failure('This PostgreSQL is older than version 15.', 'Use version 15 or newer.');
  if (encoding !== 'UTF8') {
    return failure(`The database is encoded in ${encoding}.`, "Make it anew with ENCODING 'UTF8'.");
  }
  if (!accepts.includes('commits-that-a-power-cut-takes')) {
    if (fsync !== 'on')
      return failure('PostgreSQL does not wait for its disk (fsync is off).', set('fsync = on'));
    if (pages !== 'on')
      return failure(
        'A power cut can damage PostgreSQL (full_page_writes is off).',
        set('full_page_writes = on'),
      );
  }
  if (accepts.includes('commits-that-no-standby-confirms')) return undefined;
  if (names.trim() === '') {
    return failure(
      'PostgreSQL confirms commits that no standby has: after a failover they are gone, and an action could be sent twice.',
      set("synchronous_standby_names = 'ANY 1 (*)'"),
    );
  }
  if (!CONFIRMED.includes(commit)) {
    return failure(
      `Commits do not wait until a standby has them on disk (synchronous_commit is ${commit}).`,
      set('synchronous_commit = on'),
    );
  }
  if (standbys > 0) return undefined;
  return failure(
    'No standby is connected to PostgreSQL, so no commit is confirmed.',
    `Start a standby. ${NOTHING_SENT}`,
  );
}

const NOTHING_SENT = 'Until then nothing is sent that takes risk on; withdrawing and reading go on.';
const set = (setting: string): string => `Set ${setting} on every server. ${NOTHING_SENT}`;
const failure = (message: string, next: string): Failure => ({ kind: 'unavailable', message, next });
