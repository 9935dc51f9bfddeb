import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTrade } from '../../../src/contract/service/read-trade';
import { DEFAULT_PROFILE } from '../../../src/contract/service/profile';
import { TradeDownloadId } from '../../../src/domain/trade-download';
import { ActionId, RequestId, TradeId } from '../../../src/domain/identifiers';
import { BUILT_IN_LIMITS } from '../../../src/domain/limits/limits';
import { resourceKey } from '../../../src/domain/resources/resource';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { ResourcesByEnvironment } from '../../../src/gateway/environments/resources';
import { allLines, verifiedLines } from '../../../src/gateway/storage/journal-chain';
import { openDatabase, type Database } from '../../../src/gateway/storage/database';
import { Disk } from '../../../src/gateway/storage/disk';
import { SCHEMA } from '../../../src/gateway/storage/schema';
import { sqliteTradeDownloads } from '../../../src/gateway/storage/trade-downloads';
import { sqliteEvents } from '../../../src/gateway/storage/events';
import { sqliteHalts } from '../../../src/gateway/storage/halts';
import { sqliteHistory } from '../../../src/gateway/storage/history';
import { sqliteJournal } from '../../../src/gateway/storage/sqlite-journal';
import { sqliteLimits } from '../../../src/gateway/storage/limits';
import { sqliteCheckpoint } from '../../../src/gateway/storage/checkpoint';
import { sqliteEnded } from '../../../src/gateway/storage/ended';
import { sqliteMassWithdrawals } from '../../../src/gateway/storage/mass-withdrawals';
import { sqlitePositionSnapshot } from '../../../src/gateway/storage/position-snapshot';
import { sqliteOwnTrades } from '../../../src/gateway/storage/own-trades';
import { sqliteProvenParts } from '../../../src/gateway/storage/proven-parts';
import { sqliteRecords } from '../../../src/gateway/storage/records';
import { keptStandpoint } from '../../../src/gateway/storage/sqlite-standpoint';
import { sqliteTrades } from '../../../src/gateway/storage/sqlite-trades';
import { sqliteWebhookToken } from '../../../src/gateway/storage/webhook-token';
import { sqliteUsage } from '../../../src/gateway/storage/usage-store';
import { action } from '../actions/sample-lines';
import { MORNING } from '../twins/cache';
import { failure } from '../twins/fake-platform';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spreaddesk-migrations-'));
  mkdirSync(join(folder, 'simulator'));
  path = join(folder, 'simulator', 'spreaddesk.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function opened(): Database {
  const database = openDatabase(path);
  if (!database.ok) throw new Error(database.failure.message);
  return database.value;
}

/** A store as it was after its first `count` steps. */
const asOf = (database: Database, store: string, count: number): void =>
  database.migrate(store, (SCHEMA[store] ?? []).slice(0, count));

interface Kept {
  /** Rows as the first version of the store wrote them. */
  fill(database: Database): void;
  /** Opens the store with today's code and looks for them. */
  check(database: Database): Promise<void>;
}

const LINES = [1, 2, 3].map((count) => action(count, { shown: `"−4,25" ${count}` }));
const RECALL = { number: 2, at: 3, id: ActionId.parse('00000000-0000-4000-8000-000000000009') };
const TRADE = { 'trade-id': 'T-1', 'traded-at': '2026-11-19T10:00:00Z', action: 'buy', price: -4.25 };
const TRADE_ID = TradeId.parse('T-1');
const FORMER_TRADE = { ...TRADE, 'trade-id': 'T-2' };
const RISKS = resourceKey({ kind: 'risks' });
const CAPTURE = {
  id: TradeDownloadId.parse('00000000-0000-4000-8000-000000000001'),
  wanted: { from: '2026-11-01', to: '2026-11-19' },
  state: 'paused',
  createdAt: 5,
  isListed: false,
  listCalls: 2,
  counts: { trades: 1, missing: 1, provisional: 0, fetched: 0 },
} as const;
const ASIDE = { what: 'Trade T-9', failure: failure('unreadable') };
const EVENT = { heardAt: 7, origin: 'pushed', type: 'request-traded', requestId: 'RQ-1' };

const MARK = {
  at: 5,
  openIds: ['RQ-1'],
  missing: [{ id: 'RQ-2', at: 4 }],
  concluded: [],
  trades: [{ id: 'T-1', at: 3 }],
  calls: 6,
  dayEndsAt: 9,
};

const STANDPOINT = '{"version":2,"head":{"sequence":7,"hash":"h"},"open":[],"standing":[]}';
const KEPT: Readonly<Record<string, Kept>> = {
  parts: {
    fill: (database) => void database.run("INSERT INTO proven_part VALUES ('offer')"),
    check: async (database) => expect(await sqliteProvenParts(database).all()).toEqual(['offer']),
  },
  'own-trades': {
    fill: (database) => void database.run("INSERT INTO own_trade VALUES ('TR-1', 'RQ-1', 'own', 'QT-1', 7)"),
    check: async (database) =>
      expect(await sqliteOwnTrades(database).newest(5)).toEqual([
        { tradeId: 'TR-1', requestId: 'RQ-1', state: 'own', quoteId: 'QT-1', since: 7 },
      ]),
  },
  journal: {
    fill: (database) => {
      for (const line of LINES) {
        const columns = [line.id, line.state, line.createdAt, JSON.stringify(line)] as const;
        database.run('INSERT INTO journal (id, state, created_at, line) VALUES (?, ?, ?, ?)', ...columns);
      }
    },
    check: async (database) => {
      const journal = sqliteJournal(database);
      expect(await journal.unresolved()).toEqual(LINES);
      expect(await verifiedLines(allLines(journal), LINES.length)).toMatchObject({ state: 'whole' });
      await journal.append(action(4));
      expect((await journal.head()).sequence).toBe(4);
    },
  },
  trade: {
    fill: (database) => {
      const json = JSON.stringify(TRADE);
      const at = Date.parse(TRADE['traded-at']);
      database.run("INSERT INTO trade VALUES ('T-1', ?, 'tender', 'power', ?, 1, 50)", at, json);
      // As a desk kept its trades before they had a table of their own.
      asOf(database, 'record', 1);
      const key = resourceKey({ kind: 'trade', id: TradeId.parse('T-2') });
      database.run('INSERT INTO record VALUES (?, ?, 60, 1)', key, JSON.stringify(FORMER_TRADE));
    },
    check: async (database) => {
      const trades = sqliteTrades(database);
      const kept = await trades.find(TRADE_ID);
      expect(kept).toMatchObject({ final: true, venue: 'tender', fetchedAt: 50 });
      expect(readTrade(JSON.parse(kept?.json ?? ''))).toMatchObject({ value: { price: '-4.25' } });
    },
  },
  record: {
    fill: (database) => void database.run('INSERT INTO record VALUES (?, ?, 9, 0)', RISKS, '{"a":-4.25}'),
    check: async (database) =>
      expect(await sqliteRecords(database).find(RISKS)).toEqual({
        key: RISKS,
        json: '{"a":-4.25}',
        fetchedAt: 9,
        final: false,
      }),
  },
  halts: {
    fill: (database) => void database.run('INSERT INTO halt VALUES (1, \'{"number":1,"at":7}\')'),
    check: async (database) => expect(await sqliteHalts(database).newest()).toEqual({ number: 1, at: 7 }),
  },
  history: {
    fill: (database) => void database.run("INSERT INTO seen_value VALUES ('RQ-1', 'best', 7, 9, '-4.25')"),
    check: async (database) =>
      expect(await sqliteHistory(database).find(RequestId.parse('RQ-1'), 'best', 5)).toEqual([
        { at: 7, until: 9, value: '-4.25' },
      ]),
  },
  event: {
    fill: (database) =>
      void database.run(
        'INSERT INTO event (heard_at, last_at, body, times, digested, json) VALUES (7, 7, ?, 2, 0, ?)',
        '{"eventType":"request-traded"}',
        JSON.stringify(EVENT),
      ),
    check: async (database) =>
      expect(await sqliteEvents(database).undigested()).toEqual([{ ...EVENT, sequence: 1, times: 2 }]),
  },
  reconciled: {
    fill: (database) => void database.run('INSERT INTO reconciled VALUES (1, ?)', JSON.stringify(MARK)),
    check: async (database) => expect(await sqliteCheckpoint(database).read()).toEqual(MARK),
  },
  limits: {
    fill: (database) =>
      void database.run(
        'INSERT INTO limits_setting (set_at, json) VALUES (3, ?)',
        JSON.stringify(BUILT_IN_LIMITS),
      ),
    check: async (database) =>
      expect(await sqliteLimits(database).newest()).toEqual({ setAt: 3, limits: BUILT_IN_LIMITS }),
  },
  recalls: {
    fill: (database) => void database.run('INSERT INTO recall VALUES (2, 3, ?)', RECALL.id),
    check: async (database) => expect(await sqliteMassWithdrawals(database).newest()).toEqual(RECALL),
  },
  positions: {
    fill: (database) =>
      void database.run(
        'INSERT INTO position_snapshot VALUES (1, ?, ?)',
        'sums',
        '2220e3c51f099b5308c70ed91977af4887c71fe1f8f6c3fedafe7c9f623f301f',
      ),
    check: async (database) => expect(await sqlitePositionSnapshot(database).read()).toBe('sums'),
  },
  standpoint: {
    fill: (database) =>
      void database.run(
        'INSERT INTO standpoint VALUES (1, ?, ?)',
        STANDPOINT,
        createHash('sha256').update(STANDPOINT).digest('hex'),
      ),
    check: async (database) =>
      expect(keptStandpoint(database)).toMatchObject({ head: { sequence: 7, hash: 'h' }, open: [] }),
  },
  ended: {
    fill: (database) => void database.run("INSERT INTO ended_offer VALUES ('quote', 'Q-1')"),
    check: async (database) =>
      expect(await sqliteEnded(database).all()).toEqual([{ kind: 'quote', id: 'Q-1' }]),
  },
  capture: {
    fill: (database) => {
      database.run(
        "INSERT INTO capture VALUES (?, 5, 'paused', ?)",
        CAPTURE.id,
        JSON.stringify({ ...CAPTURE }),
      );
      const sql = 'INSERT INTO capture_aside (capture, what, json) VALUES (?, ?, ?)';
      database.run(sql, CAPTURE.id, ASIDE.what, JSON.stringify(ASIDE));
    },
    check: async (database) => {
      const captures = sqliteTradeDownloads(database);
      expect(await captures.newest(10)).toEqual([CAPTURE]);
      expect(await captures.asideOf(CAPTURE.id)).toEqual([ASIDE]);
    },
  },
  usage: {
    fill: (database) => {
      database.run("INSERT INTO usage_day VALUES ('plan', '2026-11-20', 40)");
      database.run("INSERT INTO usage_count VALUES ('plan', '2026-11-20', 'accept', 'execute-trade', 3)");
      database.run("INSERT INTO usage_level VALUES ('plan', 12.5, 8)");
    },
    check: async (database) => {
      const usage = sqliteUsage(database)('plan');
      expect(await usage.day('2026-11-20')).toEqual({
        leased: 40,
        counts: [{ lane: 'accept', operation: 'execute-trade', calls: 3 }],
      });
      expect(await usage.takeLevel()).toEqual({ tokens: 12.5, at: 8 });
    },
  },
  webhook: {
    fill: (database) => void database.run("INSERT INTO webhook_token VALUES (1, 'as it was given out')"),
    check: async (database) =>
      expect(await sqliteWebhookToken(database).token(() => 'another')).toBe('as it was given out'),
  },
  disk: {
    fill: (database) => void database.run('INSERT INTO disk_check VALUES (1, 5)'),
    check: async (database) => {
      const disk = new Disk(database, {
        clock: new ManualClock(MORNING),
        log: silentLog,
        onNotKept: () => undefined,
      });
      expect(disk.failure).toBeUndefined();
      expect(database.all('SELECT at FROM disk_check')).toEqual([{ at: 5 }]);
      disk.stop();
    },
  },
};

const EVERY_STEP = Object.entries(SCHEMA).flatMap(([store, steps]) =>
  steps.map((_, at) => [store, at + 1] as const),
);

describe('an upgrade', () => {
  it.each(EVERY_STEP)('keeps every row of %s from its version %i on', async (store, version) => {
    const kept = KEPT[store];
    const former = opened();
    asOf(former, store, 1);
    kept?.fill(former);
    asOf(former, store, version);
    former.close();
    const database = opened();
    await kept?.check(database);
    expect(database.get('SELECT version FROM schema_version WHERE store = ?', store)).toEqual({
      version: SCHEMA[store]?.length,
    });
    database.close();
    expect.hasAssertions();
  });

  it('takes the trades along that were kept with the other answers once', async () => {
    const former = opened();
    asOf(former, 'trade', 1);
    KEPT['trade']?.fill(former);
    former.close();
    const database = opened();
    expect(await sqliteTrades(database).find(TradeId.parse('T-2'))).toMatchObject({ fetchedAt: 60 });
    database.close();
  });

  // What a released step does, data folders in the world have done already: it is followed by another, never changed. A
  // step that is no SQL is told by the rows that it keeps, above.
  it('goes through the steps as they were released', () => {
    const texts = Object.entries(SCHEMA).map(([store, steps]) => [
      store,
      steps.map((step) => (typeof step === 'string' ? digest(step) : 'work')),
    ]);
    expect(Object.fromEntries(texts)).toEqual(RELEASED);
  });

  it('is known of every store that a gateway opens', async () => {
    const resources = resourcesIn();
    expect(await resources.storage('simulator')).toMatchObject({ ok: true });
    await resources.close();
    const database = opened();
    const stores = database.all('SELECT store FROM schema_version ORDER BY store');
    database.close();
    expect(stores).toEqual(Object.keys(SCHEMA).map((store) => ({ store })));
    expect(Object.keys(KEPT).sort()).toEqual(Object.keys(SCHEMA));
  });
});

/** White space says nothing to the database, and the formatter may change it. */
const digest = (sql: string): string =>
  createHash('sha256').update(sql.replaceAll(/\s+/g, ' ').trim()).digest('hex').slice(0, 16);
const RELEASED: Readonly<Record<string, readonly string[]>> = {
  capture: ['153c5fbe54763f9e'],
  disk: ['70b4cdf3079ccd9a'],
  ended: ['3873d816c9a0c36f'],
  event: ['e7657c1306964b11'],
  halts: ['fb5ca82c4f29af1c'],
  history: ['87c95d563f84148b'],
  journal: ['ab9217a35706e1b5', 'ed0a9c4a6514fab8', 'work', 'f4324f303ce5fff3', 'a0b4c79073360354'],
  limits: ['49de97843677b087', '2538bda373c4660f'],
  'own-trades': ['7654e5bf84917541'],
  parts: ['23c13aa3b5d904eb'],
  positions: ['b67ffc0ec85b4d58'],
  recalls: ['3866cbccf2151018', '2e9e13b30a902570', 'bfe84ec8ead02644'],
  reconciled: ['5e94658a7efdd9d1'],
  record: ['522f1c50cd87567b'],
  standpoint: ['f5c0b8ab07784e82'],
  trade: ['46b9f9c37f7efc88', 'work', 'b8498022dc516c4a'],
  usage: ['ba1be0334bc3929c'],
  webhook: ['7cd866f6bd18f61f'],
};

function resourcesIn(): ResourcesByEnvironment {
  const environments = [{ name: 'simulator', service: 'http://127.0.0.1:1' }] as const;
  const clock = new ManualClock(MORNING);
  const onNotKept = (): never => {
    throw new Error('The disk did not keep what was written.');
  };
  return new ResourcesByEnvironment({
    dataFolder: folder,
    environments,
    profile: DEFAULT_PROFILE,
    clock,
    log: silentLog,
    onNotKept,
  });
}

describe('a data folder of a newer version', () => {
  const tables = (database: Database) => database.all('SELECT name, sql FROM sqlite_master ORDER BY name');

  it.each(Object.keys(SCHEMA))(
    'in its store %s is refused in a sentence, and nothing is changed',
    async (store) => {
      const newer = opened();
      const steps = SCHEMA[store] ?? [];
      newer.migrate(store, [...steps, 'CREATE TABLE to_come (id INTEGER) STRICT']);
      const before = tables(newer);
      newer.close();
      const resources = resourcesIn();
      expect(await resources.storage('simulator')).toEqual({
        ok: false,
        failure: {
          kind: 'wrong-state',
          message: `${path} was written by a newer SpreadDesk (${store} ${steps.length + 1}), which this one cannot read.`,
          next: 'Install that version again, or put back the copy of the data folder that was made before the upgrade.',
        },
      });
      expect(await resources.inboxes()).toEqual([]);
      await resources.close();
      const after = opened();
      expect(tables(after)).toEqual(before);
      after.close();
    },
  );

  it('is used when all that is new in it is a store of its own', async () => {
    const newer = opened();
    newer.migrate('to-come', ['CREATE TABLE to_come (id INTEGER) STRICT']);
    newer.close();
    const resources = resourcesIn();
    expect((await resources.storage('simulator')).ok).toBe(true);
    await resources.close();
  });
});
