import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Profile } from '../../contract/service/profile';
import type { Environment, OfferedEnvironment } from '../../domain/desk-status';
import { failed, sentence, success, type Outcome } from '../../domain/failure';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import { EventLog, type Inbox } from '../events/event-log';
import { Dialect } from '../platform/dialect/dialect';
import { connectPlatform, type Platform } from '../platform/platform';
import type { Credentials } from '../platform/secrets';
import { sqliteCheckpoint, type CheckpointStore } from '../storage/checkpoint';
import { IN_MEMORY, openDatabase, type Database } from '../storage/database';
import { Disk, type DiskState } from '../storage/disk';
import { sqliteEnded, type EndedStore } from '../storage/ended';
import { sqliteEvents } from '../storage/events';
import type { JournalStore } from '../storage/journal-store';
import { sqliteLimits, type LimitsStore } from '../storage/limits';
import { sqliteMassWithdrawals, type MassWithdrawalStore } from '../storage/mass-withdrawals';
import { sqliteRecords, type RecordStore } from '../storage/records';
import { newerSchema } from '../storage/schema';
import { sqliteJournal } from '../storage/sqlite-journal';
import { sqliteTrades } from '../storage/sqlite-trades';
import { sqliteTradeDownloads, type DownloadStore } from '../storage/trade-downloads';
import type { TradeStore } from '../storage/trade-store';
import { SqliteUsageStore } from '../storage/usage-store';
import { webhookTokenIn } from '../storage/webhook-token';

/** What a desk stands on in one environment. Nothing of it is ever used in another one. */
export interface EnvironmentResources {
  readonly environment: Environment;
  /** The service's address, without credentials. */
  readonly service: string;
  readonly platform: Platform;
  readonly journal: JournalStore;
  readonly records: RecordStore;
  readonly trades: TradeStore;
  readonly captures: DownloadStore;
  /** The environment's own profile, where it has one. */
  readonly profile?: Profile;
  /** Records in one page of the service's lists. */
  readonly pageSize: number;
  /** Where the levels that the pane sets are kept. */
  readonly limits: LimitsStore;
  readonly recalls: MassWithdrawalStore;
  /** Which quotes and requests are proven over. */
  readonly ended: EndedStore;
  /** What was heard of this environment; it goes on listening while the desk stands elsewhere. */
  readonly events: EventLog;
  /** The last known moment: what came after it and was not told as an event is detected by polling. */
  readonly marks: CheckpointStore;
  /** Of what is kept here. */
  readonly disk: DiskState;
  /** Ends the connections. The same ground can be opened anew. */
  close(): Promise<void>;
}

/** Where to stand, and as whom; without credentials the platform stays signed out. */
export interface EnvironmentWanted {
  readonly environment: Environment;
  readonly credentials?: Credentials;
}

export type OpenResources = (wanted: EnvironmentWanted) => Promise<Outcome<EnvironmentResources>>;

interface ResourcesParts {
  readonly dataFolder: string;
  readonly environments: readonly Pick<OfferedEnvironment, 'name' | 'service'>[];
  readonly profile: Profile;
  /** Profiles of single environments, in its place. */
  readonly profiles?: Readonly<Partial<Record<Environment, Profile>>>;
  readonly clock: Clock;
  readonly log: Log;
  /** The disk has lost what was written: nothing that this process writes from here on can be relied on. */
  readonly onNotKept: () => void;
}

/**
 * The ground of each environment: its own address, database, limiter and usage plan. What was done in one is never
 * looked up in another. A database stays open, and its folder taken, from its first use until the process ends.
 */
export class ResourcesByEnvironment {
  private readonly databases = new Map<Environment, Database>();
  private readonly logs = new Map<Environment, EventLog>();
  private readonly disks = new Map<Environment, Disk>();
  /** Under which plan calls were last counted: signed out, people see what is left of that. */
  private readonly plans = new Map<Environment, string>();

  constructor(private readonly parts: ResourcesParts) {}

  readonly open = async ({
    environment,
    credentials,
  }: EnvironmentWanted): Promise<Outcome<EnvironmentResources>> => {
    const place = this.parts.environments.find(({ name }) => name === environment);
    const database = this.database(environment);
    if (!place) return failed(NO_ADDRESS);
    if (!database.ok) return database;
    const { clock, log, profiles } = this.parts;
    const own = profiles?.[environment];
    const profile = own ?? this.parts.profile;
    const known = credentials ? undefined : this.plans.get(environment);
    const plan = known ?? planOf(place.service, credentials?.apiKey ?? '');
    this.plans.set(environment, plan);
    const platform = await connectPlatform({
      url: place.service,
      profile,
      usage: new SqliteUsageStore(database.value, plan),
      clock,
      log,
      ...(credentials && { credentials }),
    });
    const journal = sqliteJournal(database.value);
    const records = sqliteRecords(database.value);
    return success({
      environment,
      service: place.service,
      platform,
      journal,
      records,
      trades: sqliteTrades(database.value),
      captures: sqliteTradeDownloads(database.value),
      pageSize: profile.lists.pageSize,
      ...(own && { profile: own }),
      limits: sqliteLimits(database.value),
      recalls: sqliteMassWithdrawals(database.value),
      ended: sqliteEnded(database.value),
      events: this.eventLog(environment, database.value),
      marks: sqliteCheckpoint(database.value),
      disk: this.disk(environment, database.value),
      close: () => platform.close(),
    });
  };

  /** Opens the database of an environment, or says in a sentence why it cannot be had. */
  database(environment: Environment): Outcome<Database> {
    const known = this.databases.get(environment);
    if (known) return success(known);
    const path = this.pathOf(environment);
    if (!path.ok) return path;
    const opened = openDatabase(path.value);
    if (!opened.ok) return opened;
    const newer = newerSchema(opened.value, path.value);
    if (newer) {
      opened.value.close();
      return failed(newer);
    }
    this.databases.set(environment, opened.value);
    return opened;
  }

  /**
   * Where events of each environment are delivered, also while the desk stands elsewhere. Their databases are opened for it;
   * one that cannot be had is left out, and the log says why.
   */
  inboxes(): readonly Inbox[] {
    return this.parts.environments.flatMap(({ name }) => {
      const inbox = this.inbox(name);
      if (inbox.ok) return [inbox.value];
      this.parts.log.warn(`Events of ${name} cannot be received. ${sentence(inbox.failure)}`);
      return [];
    });
  }

  private inbox(environment: Environment): Outcome<Inbox> {
    const database = this.database(environment);
    if (!database.ok) return database;
    try {
      this.disk(environment, database.value);
      const token = webhookTokenIn(database.value, newToken);
      const { mapping } = this.parts.profiles?.[environment] ?? this.parts.profile;
      const events = this.eventLog(environment, database.value);
      return success({ environment, token, events, dialect: new Dialect(mapping) });
    } catch (error) {
      return failed({ ...NO_TOKEN, message: `${NO_TOKEN.message} (${String(error)}).` });
    }
  }

  /** What was heard of an environment: one for all who keep and who look. */
  private eventLog(environment: Environment, database: Database): EventLog {
    const known = this.logs.get(environment);
    if (known) return known;
    const log = new EventLog(sqliteEvents(database), this.parts.clock);
    this.logs.set(environment, log);
    return log;
  }

  private disk(environment: Environment, database: Database): Disk {
    const disk = this.disks.get(environment) ?? new Disk(database, this.parts);
    this.disks.set(environment, disk);
    return disk;
  }

  close(): void {
    this.logs.clear();
    for (const disk of this.disks.values()) disk.stop();
    this.disks.clear();
    for (const database of this.databases.values()) database.close();
    this.databases.clear();
  }

  private pathOf(environment: Environment): Outcome<string> {
    const { dataFolder } = this.parts;
    if (dataFolder === IN_MEMORY) return success(IN_MEMORY);
    const folder = join(dataFolder, environment);
    try {
      mkdirSync(folder, { recursive: true, mode: OWNER_ALONE });
      if (isOpenToOthers(folder)) this.parts.log.warn(openToOthers(folder));
      return success(join(folder, 'spreaddesk.db'));
    } catch (error) {
      return failed({
        kind: 'unavailable',
        message: `DESK_DATA names ${dataFolder}, where no folder can be made (${String(error)}).`,
        next: 'Set it to a folder that this account may write to.',
      });
    }
  }
}

const OWNER_ALONE = 0o700;
const OTHERS = 0o077;
/** What Windows says of a folder's rights tells nothing about others; there they come with the account's own folders. */
const isOpenToOthers = (folder: string): boolean =>
  process.platform !== 'win32' && (statSync(folder).mode & OTHERS) !== 0;
const openToOthers = (folder: string): string =>
  `${folder} is open to other accounts of this machine: they can read what this desk traded, and where its events go. ` +
  `Run "chmod 700 ${folder}".`;

/** Calls are counted by API key; the key itself is not written down. */
const planOf = (url: string, apiKey: string): string =>
  createHash('sha256').update(`${url} ${apiKey}`).digest('hex').slice(0, 16);

const TOKEN_BYTES = 32;
const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

const NO_TOKEN = {
  kind: 'unavailable',
  message: 'The address for events could not be read from the data folder, or not be written there',
  next: 'Check that the data folder has space and can be written to, then start the gateway again.',
} as const;
const NO_ADDRESS = {
  kind: 'unsupported',
  message: 'The gateway has no address for this environment.',
  next: 'Start it with the address set; --help names the setting.',
} as const;
