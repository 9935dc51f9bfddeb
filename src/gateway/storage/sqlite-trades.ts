import * as z from 'zod/mini';
import { readTrade } from '../../contract/service/read-trade';
import { TradeId } from '../../domain/identifiers';
import {
  keptTrade,
  LISTED_DAY_MS_MAX,
  MEASURED_DAYS,
  type KeptTrade,
  type ListedDays,
  type ListedTrade,
  type Place,
  type Selection,
  type TradeStore,
} from './trade-store';
import type { Bound, Database, Step } from './database';

export const STEPS: readonly Step[] = [
  `CREATE TABLE trade (
     id TEXT PRIMARY KEY, traded_at INTEGER NOT NULL, venue TEXT, commodity TEXT,
     json TEXT NOT NULL, final INTEGER NOT NULL, fetched_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX trade_in_order ON trade (traded_at, id);
   CREATE TABLE listed_trade (
     id TEXT PRIMARY KEY, traded_at INTEGER NOT NULL, venue TEXT, commodity TEXT
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX listed_trade_in_order ON listed_trade (traded_at, id);
   CREATE TABLE listed_day (
     starts_at INTEGER NOT NULL, ends_at INTEGER NOT NULL, commodity TEXT NOT NULL, listed_at INTEGER NOT NULL,
     PRIMARY KEY (starts_at, ends_at, commodity)
   ) STRICT, WITHOUT ROWID;`,
  takeFromRecords,
  // In the database itself, so that nothing happens to the trades unnoticed, whoever writes.
  `CREATE TABLE trade_changes (only INTEGER PRIMARY KEY CHECK (only = 1), count INTEGER NOT NULL) STRICT;
   INSERT INTO trade_changes VALUES (1, 0);
   CREATE TRIGGER final_trade_changed AFTER UPDATE ON trade WHEN OLD.final = 1
     BEGIN UPDATE trade_changes SET count = count + 1; END;
   CREATE TRIGGER trade_deleted AFTER DELETE ON trade BEGIN UPDATE trade_changes SET count = count + 1; END;
   CREATE TRIGGER day_listed AFTER INSERT ON listed_day BEGIN UPDATE trade_changes SET count = count + 1; END;
   CREATE TRIGGER listed_day_changed AFTER UPDATE ON listed_day BEGIN UPDATE trade_changes SET count = count + 1; END;
   CREATE TRIGGER listed_day_deleted AFTER DELETE ON listed_day BEGIN UPDATE trade_changes SET count = count + 1; END;`,
];

const KEEP = `INSERT INTO trade (id, traded_at, venue, commodity, json, final, fetched_at) VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET traded_at = excluded.traded_at, venue = excluded.venue,
    commodity = excluded.commodity, json = excluded.json, final = excluded.final, fetched_at = excluded.fetched_at`;
const KEEP_UNLESS_FINAL = `${KEEP} WHERE trade.final = 0`;
const COLUMNS = 't.id, t.traded_at, t.venue, t.commodity, t.json, t.final, t.fetched_at';
const kindBy = (first: 't' | 'l', other: 't' | 'l'): string => {
  const isOf = (name: 'venue' | 'commodity', wanted: '?1' | '?2'): string =>
    `(${wanted} IS NULL OR coalesce(${first}.${name}, ${other}.${name}, '') IN (SELECT value FROM json_each(${wanted}))
      OR coalesce(${first}.${name}, ${other}.${name}) IS NULL)`;
  return `${isOf('venue', '?1')} AND ${isOf('commodity', '?2')}`;
};
/** A trade is what it says itself, or else what the list says of it. */
const KIND = kindBy('t', 'l');
const KEPT = `FROM trade t LEFT JOIN listed_trade l ON l.id = t.id
  WHERE t.traded_at >= ?3 AND t.traded_at < ?4 AND ${KIND}`;
/** Lists that were read before its details cannot have left it out. Both sides of an AND are computed for each row, of a CASE one. */
const UNLISTED = `(CASE WHEN l.id IS NULL THEN EXISTS (SELECT 1 FROM listed_day d WHERE d.starts_at <= t.traded_at
  AND d.starts_at > t.traded_at - ${LISTED_DAY_MS_MAX} AND d.ends_at > t.traded_at AND d.listed_at > t.fetched_at AND (d.commodity = '' OR d.commodity = t.commodity)) ELSE 0 END)`;
const LISTED = `FROM listed_trade l LEFT JOIN trade t ON t.id = l.id
  WHERE l.traded_at >= ?3 AND l.traded_at < ?4 AND ${KIND}`;
/** `anew`: the number of the parameter before which final details are fetched again; nothing is before no moment. */
const due = (anew: number): string =>
  `(t.id IS NULL OR (t.final = 0 AND t.fetched_at < ?5) OR t.fetched_at < coalesce(?${anew}, t.fetched_at))`;
const ELSEWHERE = `SELECT ${COLUMNS} FROM listed_trade l JOIN trade t ON t.id = l.id
  WHERE l.traded_at >= ?3 AND l.traded_at < ?4 AND ${kindBy('l', 't')} AND NOT (t.traded_at >= ?3 AND t.traded_at < ?4 AND ${KIND})
  ORDER BY l.traded_at, l.id`;
const PIECE = `SELECT ${COLUMNS}, ${UNLISTED} AS unlisted ${KEPT} AND (t.traded_at, t.id) > (?5, ?6) ORDER BY t.traded_at, t.id LIMIT ?7`;
/** As one text: to parse it is several times quicker than to read so many rows. */
const OUTLINE = `SELECT json_group_array(json_array(number, id, final, fetched_at, unlisted)) AS rows FROM (
  SELECT t.rowid AS number, t.id, t.final, t.fetched_at, ${UNLISTED} AS unlisted
  FROM trade t LEFT JOIN listed_trade l ON l.id = t.id WHERE t.rowid > ? ORDER BY t.rowid LIMIT ?)`;
const STAMP =
  'SELECT coalesce((SELECT max(rowid) FROM trade), 0) AS last, count AS changes FROM trade_changes';
const COUNT = `SELECT count(*) AS trades, coalesce(sum(t.final = 0), 0) AS provisional ${KEPT}`;
const MISSING = `SELECT l.id, l.traded_at, coalesce(t.final = 0, 0) AS again ${LISTED} AND ${due(9)}
  AND (l.traded_at, l.id) > (?6, ?7) ORDER BY l.traded_at, l.id LIMIT ?8`;
const COUNTS = `SELECT count(*) AS trades, coalesce(sum(${due(7)}), 0) AS missing,
  coalesce(sum(t.final = 0), 0) AS provisional, coalesce(sum(t.fetched_at >= ?6), 0) AS fetched ${LISTED}`;
const COUNT_UNLISTED = `SELECT count(*) AS unlisted ${KEPT} AND ${UNLISTED}`;
const COMMODITY = `(?2 IS NULL OR commodity IS NULL OR commodity = ?2)`;
const UNLIST = `DELETE FROM listed_trade WHERE traded_at >= ?1 AND traded_at < ?3 AND ${COMMODITY}`;
const LIST = 'INSERT OR REPLACE INTO listed_trade (id, traded_at, venue, commodity) VALUES (?, ?, ?, ?)';
const LIST_DAY =
  'INSERT OR REPLACE INTO listed_day (starts_at, ends_at, commodity, listed_at) VALUES (?, ?, ?, ?)';
const IS_LISTED = `SELECT 1 FROM listed_day WHERE starts_at = ? AND ends_at = ? AND commodity IN ('', ?)
  AND listed_at >= ends_at LIMIT 1`;
const COVERED = `SELECT starts_at, min(ends_at, listed_at) AS ends_at, commodity FROM listed_day WHERE listed_at > starts_at
  ORDER BY starts_at, ends_at, commodity`;
const READINGS = `SELECT starts_at, ends_at, commodity, listed_at FROM listed_day WHERE starts_at >= ? AND ends_at <= ?
  ORDER BY starts_at, commodity`;
const wordsIn = (column: 'venue' | 'commodity'): string =>
  `SELECT ${column} AS word FROM trade WHERE traded_at >= ?1 AND traded_at < ?2 AND ${column} IS NOT NULL
  UNION SELECT ${column} FROM listed_trade WHERE traded_at >= ?1 AND traded_at < ?2 AND ${column} IS NOT NULL ORDER BY word`;
const [VENUE_WORDS, COMMODITY_WORDS] = [wordsIn('venue'), wordsIn('commodity')];
const MEASURED = `SELECT DISTINCT starts_at FROM listed_day
  WHERE listed_at >= ends_at AND (commodity = '' OR ?2 = json_array(commodity)) ORDER BY starts_at DESC LIMIT ${MEASURED_DAYS}`;
const DAYS = `SELECT count(*) AS days FROM (${MEASURED})`;
// In this order: from so many days to their trades, however many trades there are.
const DENSITY = `SELECT count(DISTINCT l.id) AS trades FROM listed_day d CROSS JOIN listed_trade l
  ON l.traded_at >= d.starts_at AND l.traded_at < d.ends_at LEFT JOIN trade t ON t.id = l.id
  WHERE d.starts_at IN (${MEASURED}) AND d.listed_at >= d.ends_at AND (d.commodity = '' OR ?2 = json_array(d.commodity)) AND ${KIND}`;

/** Trades in SQLite. A kept detail outlives every end of the process; a power cut may cost the last few calls again. */
export function sqliteTrades(database: Database): TradeStore {
  database.migrate('trade', STEPS);
  return {
    find: async (id) => database.all(`SELECT ${COLUMNS} FROM trade t WHERE id = ?`, id).map(keptOf)[0],
    keep: async (trades, { anew = false } = {}) =>
      database.unhurried(() => kept(database, trades, anew ? KEEP : KEEP_UNLESS_FINAL)),
    piece: async (selection, { after, countMax }) =>
      database.all(PIECE, ...boundOf(behind(selection, after)), ...placeOf(after), countMax).map(keptOf),
    elsewhere: async (selection) => database.all(ELSEWHERE, ...boundOf(selection)).map(keptOf),
    outline: async (after, countMax) =>
      OutlineRows.parse(JSON.parse(Outline.parse(database.get(OUTLINE, after, countMax)).rows)).map(
        ([number, id, final, fetchedAt, unlisted]) => ({
          number,
          id,
          final: final === 1,
          fetchedAt,
          unlisted: unlisted === 1,
        }),
      ),
    stamp: async () => Stamp.parse(database.get(STAMP)),
    count: async (selection) => Count.parse(database.get(COUNT, ...boundOf(selection))),
    list: async (trades, of) => database.atomically(() => listed(database, trades, of)),
    listed: async (days, commodity = '') =>
      days.filter(({ from, to }) => database.get(IS_LISTED, from, to, commodity) !== undefined),
    covered: async () =>
      database.all(COVERED).map((row) => {
        const { starts_at: from, ends_at: to, commodity } = CoveredRow.parse(row);
        return { from, to, ...(commodity !== '' && { commodity }) };
      }),
    readings: async ({ from: first, to: last }) =>
      database.all(READINGS, first, last).map((row) => {
        const { starts_at: from, ends_at: to, commodity, listed_at: listedAt } = ReadingRow.parse(row);
        return { from, to, listedAt, ...(commodity !== '' && { commodity }) };
      }),
    words: async ({ from, to }) => {
      const words = (query: string): string[] =>
        database.all(query, from, to).map((row) => WordRow.parse(row).word);
      return { venues: words(VENUE_WORDS), commodities: words(COMMODITY_WORDS) };
    },
    density: async (selection) => {
      const names = [jsonOf(selection.venues), jsonOf(selection.commodities)] as const;
      return {
        ...Days.parse(database.get(DAYS, ...names)),
        ...Density.parse(database.get(DENSITY, ...names)),
      };
    },
    missing: async (selection, { after, countMax, again, anew }) =>
      database
        .all(
          MISSING,
          ...boundOf(behind(selection, after)),
          Math.floor(again),
          ...placeOf(after),
          countMax,
          momentOf(anew),
        )
        .map((row) => {
          const { id, traded_at: tradedAt, again: isAgain } = MissingRow.parse(row);
          return { id, tradedAt, isProvisional: isAgain === 1 };
        }),
    counts: async (selection, { again, since, anew }) => ({
      ...Counts.parse(
        database.get(COUNTS, ...boundOf(selection), Math.floor(again), Math.floor(since), momentOf(anew)),
      ),
      ...Unlisted.parse(database.get(COUNT_UNLISTED, ...boundOf(selection))),
    }),
  };
}

const text = z.nullable(z.string());
const Row = z.object({
  id: TradeId,
  traded_at: z.number(),
  venue: text,
  commodity: text,
  json: z.string(),
  final: z.number(),
  fetched_at: z.number(),
  unlisted: z.optional(z.number()),
});
const Stamp = z.object({ last: z.number(), changes: z.number() });
const Outline = z.object({ rows: z.string() });
const OutlineRows = z.array(z.tuple([z.number(), TradeId, z.number(), z.number(), z.number()]));
const MissingRow = z.object({ id: TradeId, traded_at: z.number(), again: z.number() });
const CoveredRow = z.object({ starts_at: z.number(), ends_at: z.number(), commodity: z.string() });
const ReadingRow = z.object({ ...CoveredRow.shape, listed_at: z.number() });
const WordRow = z.object({ word: z.string() });
const Count = z.object({ trades: z.number(), provisional: z.number() });
const Unlisted = z.object({ unlisted: z.number() });
const Days = z.object({ days: z.number() });
const Density = z.object({ trades: z.number() });
const Counts = z.object({
  trades: z.number(),
  missing: z.number(),
  provisional: z.number(),
  fetched: z.number(),
});

function keptOf(row: unknown): KeptTrade {
  const {
    traded_at: tradedAt,
    fetched_at: fetchedAt,
    final,
    venue,
    commodity,
    unlisted,
    ...rest
  } = Row.parse(row);
  const kind = { ...(venue !== null && { venue }), ...(commodity !== null && { commodity }) };
  return {
    ...rest,
    ...kind,
    tradedAt,
    fetchedAt,
    final: final === 1,
    ...(unlisted === 1 && { unlisted: true }),
  };
}

const momentOf = (moment: number | undefined): number | null =>
  moment === undefined ? null : Math.floor(moment);
const jsonOf = (names: readonly string[] | undefined): string | null =>
  names === undefined ? null : JSON.stringify(names);
const boundOf = ({ from, to, venues, commodities }: Selection): Bound[] => [
  jsonOf(venues),
  jsonOf(commodities),
  from,
  to,
];
/** The place alone would not do: the database looks for the start of a piece by the period's, and would pass over all before it. */
const behind = (selection: Selection, after: Place | undefined): Selection =>
  after ? { ...selection, from: Math.max(selection.from, after.tradedAt) } : selection;
const placeOf = (after: Place | undefined): Bound[] =>
  after ? [after.tradedAt, after.id] : [Number.MIN_SAFE_INTEGER, ''];

function put(
  database: Database,
  { id, tradedAt, venue, commodity, ...details }: KeptTrade,
  statement: string,
): void {
  const { json, final, fetchedAt } = details;
  const at = Math.floor(fetchedAt);
  database.run(statement, id, tradedAt, venue ?? null, commodity ?? null, json, final ? 1 : 0, at);
}

/** A single one is its own commit; more of them share one. */
function kept(database: Database, trades: readonly KeptTrade[], statement: string): void {
  const [only, more] = trades;
  if (only && !more) put(database, only, statement);
  else database.atomically(() => trades.forEach((trade) => put(database, trade, statement)));
}

function listed(database: Database, trades: readonly ListedTrade[], of: ListedDays): void {
  const { days, commodity, listedAt } = of;
  for (const { from, to } of days) {
    database.run(UNLIST, from, commodity ?? null, to);
    database.run(LIST_DAY, from, to, commodity ?? '', Math.floor(listedAt));
  }
  for (const { id, tradedAt, venue, commodity: own } of trades) {
    database.run(LIST, id, tradedAt, venue ?? null, own ?? null);
  }
}

const RecordRow = z.object({ json: z.string(), fetched_at: z.number() });
const TRADE_KEYS = `key LIKE '{"id":%,"kind":"trade"}'`;

/** Trades were once kept with the other answers; none of them is to cost its call again. */
function takeFromRecords(database: Database): void {
  if (!database.get("SELECT 1 FROM sqlite_master WHERE name = 'record'")) return;
  for (const row of database.all(`SELECT json, fetched_at FROM record WHERE ${TRADE_KEYS}`)) {
    const { json, fetched_at: fetchedAt } = RecordRow.parse(row);
    const trade = readTrade(JSON.parse(json));
    if (trade.ok) put(database, keptTrade(trade.value, fetchedAt), KEEP_UNLESS_FINAL);
  }
  database.run(`DELETE FROM record WHERE ${TRADE_KEYS}`);
}
