import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import type { Log } from '../../effects/log';
import type { UsageStore } from '../platform/rate-limit/usage';
import { sqliteCheckpoint, type CheckpointStore } from './checkpoint';
import { openDatabase, type Database } from './database';
import { Disk, type DiskOptions, type DiskState } from './disk';
import { sqliteEnded, type EndedStore } from './ended';
import { sqliteEvents, type EventStore } from './events';
import { sqliteHalts, type HaltStore } from './halts';
import { sqliteHistory, type HistoryStore } from './history';
import type { JournalStore } from './journal-store';
import { sqliteLimits, type LimitsStore } from './limits';
import { sqliteMassWithdrawals, type MassWithdrawalStore } from './mass-withdrawals';
import { sqliteOwnTrades, type OwnTradeStore } from './own-trades';
import { databasePath, IN_MEMORY, type StoragePlace } from './place';
import { sqlitePositionSnapshot, type PositionSnapshotStore } from './position-snapshot';
import { sqliteProvenParts, type ProvenPartsStore } from './proven-parts';
import { sqliteRecords, type RecordStore } from './records';
import { newerSchema, SCHEMA } from './schema';
import { sqliteJournal } from './sqlite-journal';
import { sqliteTrades } from './sqlite-trades';
import { sqliteTradeDownloads, type DownloadStore } from './trade-downloads';
import type { TradeStore } from './trade-store';
import { sqliteUsage } from './usage-store';
import { sqliteWebhookToken, type WebhookTokenStore } from './webhook-token';
import type { Clock } from '../../effects/clock';

/** Nothing was written for so long: a burst is over. */
const QUIET_MS = 1_000;
/** Fewer are not worth the wait. */
const WRITES_MIN = 100;

/**
 * Folds the log of a database in between bursts. SQLite does it by itself within a commit, once the log is long: twenty
 * milliseconds, for which every event and action of that moment would wait.
 */
export class LogFolding {
  private readonly stopListening: () => void;
  private writes = 0;
  private cancel: (() => void) | undefined;

  constructor(
    private readonly database: Pick<Database, 'onWritten' | 'fold'>,
    private readonly clock: Clock,
  ) {
    this.stopListening = database.onWritten(() => {
      this.writes += 1;
      if (this.writes >= WRITES_MIN && !this.cancel) this.lookLater();
    });
  }

  stop(): void {
    this.stopListening();
    this.cancel?.();
  }

  private lookLater(): void {
    const before = this.writes;
    this.cancel = this.clock.after(QUIET_MS, () => {
      if (this.writes !== before) return this.lookLater();
      this.cancel = undefined;
      this.writes = 0;
      this.database.fold();
    });
  }
}

/**
 * Everything that is kept of one environment. Nothing outside this folder knows how, or has to. A write that resolved is on
 * disk, unless its store says otherwise; calls of one store take effect in the order in which they were made, also those that
 * nobody waits for.
 */
export interface Stores {
  readonly journal: JournalStore;
  readonly records: RecordStore;
  readonly trades: TradeStore;
  /** Sums over the trades, for a quick start. */
  readonly positions: PositionSnapshotStore;
  readonly downloads: DownloadStore;
  /** The levels that the pane sets. */
  readonly limits: LimitsStore;
  readonly massWithdrawals: MassWithdrawalStore;
  readonly halts: HaltStore;
  /** Quotes and requests that are proven over. */
  readonly ended: EndedStore;
  /** Of what the platform was seen to take a part. */
  readonly parts: ProvenPartsStore;
  /** Which trades are the desk's own. */
  readonly ownTrades: OwnTradeStore;
  readonly events: EventStore;
  /** What was seen of requests over time. */
  readonly history: HistoryStore;
  /** The last known moment: what came after it and was not told as an event is detected by polling. */
  readonly checkpoint: CheckpointStore;
  readonly webhookToken: WebhookTokenStore;
  readonly disk: DiskState;
  /** The calls of one plan: one API key at one service. */
  usage(plan: string): UsageStore;
  /** Gives up the place, after what is being written. Nothing works afterwards. */
  close(): Promise<void>;
}

/**
 * Opens what is kept at a place, and takes the place: nobody else can open it until it is closed or the process has ended. What
 * a newer version wrote is refused, and nothing in it is changed.
 */
export async function openStores(place: StoragePlace, options: DiskOptions): Promise<Outcome<Stores>> {
  const path = databasePath(place);
  const folder = path === IN_MEMORY ? success(undefined) : madeFolder(dirname(path), place, options.log);
  if (!folder.ok) return folder;
  const opened = openDatabase(path);
  if (!opened.ok) return opened;
  const newer = newerSchema(opened.value, path);
  if (!newer) return storesIn(opened.value, path, options);
  opened.value.close();
  return failed(newer);
}

function storesIn(database: Database, path: string, options: DiskOptions): Outcome<Stores> {
  let disk: Disk | undefined;
  const folding = new LogFolding(database, options.clock);
  const close = (): void => {
    folding.stop();
    disk?.stop();
    database.close();
  };
  try {
    // First of all: a disk that fails while tables are made is noticed too.
    disk = new Disk(database, options);
    database.migrateAll(SCHEMA);
    return success({
      disk,
      journal: sqliteJournal(database),
      records: sqliteRecords(database),
      trades: sqliteTrades(database),
      positions: sqlitePositionSnapshot(database),
      downloads: sqliteTradeDownloads(database),
      limits: sqliteLimits(database),
      massWithdrawals: sqliteMassWithdrawals(database),
      halts: sqliteHalts(database),
      ended: sqliteEnded(database),
      parts: sqliteProvenParts(database),
      ownTrades: sqliteOwnTrades(database),
      events: sqliteEvents(database),
      history: sqliteHistory(database),
      checkpoint: sqliteCheckpoint(database),
      webhookToken: sqliteWebhookToken(database),
      usage: sqliteUsage(database),
      close: async () => close(),
    });
  } catch (error) {
    close();
    return failed(notOpened(path, error));
  }
}

const OWNER_ALONE = 0o700;
const OTHERS = 0o077;

function madeFolder(folder: string, { dataFolder }: StoragePlace, log: Log): Outcome<void> {
  try {
    mkdirSync(folder, { recursive: true, mode: OWNER_ALONE });
    if (isOpenToOthers(folder)) log.warn(openToOthers(folder));
    return success(undefined);
  } catch (error) {
    return failed({
      kind: 'unavailable',
      message: `DESK_DATA names ${dataFolder}, where no folder can be made (${String(error)}).`,
      next: 'Set it to a folder that this account may write to.',
    });
  }
}

/** What Windows says of a folder's rights tells nothing about others; there they come with the account's own folders. */
const isOpenToOthers = (folder: string): boolean =>
  process.platform !== 'win32' && (statSync(folder).mode & OTHERS) !== 0;
const openToOthers = (folder: string): string =>
  `${folder} is open to other accounts of this machine: they can read what this desk traded, and where its events go. ` +
  `Run "chmod 700 ${folder}".`;

const notOpened = (path: string, error: unknown): Failure => ({
  kind: 'unavailable',
  message: `${path} cannot be brought up to date (${error instanceof Error ? error.message : 'no reason given'}).`,
  next: 'Check that the data folder has space left and can be written to, then start the gateway again.',
});
