import * as z from 'zod/mini';
import type { Environment } from '../../../domain/desk-status';
import { TradeId } from '../../../domain/identifiers';
import {
  LISTED_DAY_MS_MAX,
  MEASURED_DAYS,
  type KeptTrade,
  type ListedDays,
  type ListedTrade,
  type Place,
  type Selection,
  type TradeStore,
} from '../trade-store';
import type { PostgresPool } from './pool';
import type { Queries } from './session';
import { turns, withoutRepeats } from './turns';

/** Trades in PostgreSQL. */
export function postgresTrades(pool: PostgresPool, environment: Environment): TradeStore {
  const sql = statements(environment);
  const turn = turns();
  const ask = <T>(rows: z.ZodMiniType<T>, text: string, values: readonly unknown[]): Promise<T> =>
    turn(async () => rows.parse(await pool.query(text, values)));
  return {
    find: async (id) => (await ask(Kept, sql.find, [id])).map(keptOf)[0],
    keep: (trades, { anew = false } = {}) =>
      turn(() =>
        inOnePiece(
          pool,
          withoutRepeats(trades, ({ id }) => id),
          (queries, piece) => kept(queries, anew ? sql.keep : sql.keepUnlessFinal, piece),
        ),
      ),
    piece: async (selection, { after, countMax }) =>
      (await ask(Kept, sql.piece, [...boundOf(behind(selection, after)), ...placeOf(after), countMax])).map(
        keptOf,
      ),
    elsewhere: async (selection) => (await ask(Kept, sql.elsewhere, boundOf(selection))).map(keptOf),
    outline: async (after, countMax) =>
      (await ask(Outline, sql.outline, [after, countMax]))[0].rows.map(
        ([number, id, final, fetchedAt, unlisted]) => ({
          ...{ number, id, final, fetchedAt, unlisted },
        }),
      ),
    stamp: async () => (await ask(Stamp, sql.stamp, []))[0],
    count: async (selection) => (await ask(Count, sql.count, boundOf(selection)))[0],
    list: (trades, of) => turn(() => pool.atomically((queries) => listed(queries, sql, trades, of))),
    listed: async (days, commodity = '') => {
      const found = await ask(Periods, sql.isListed, [
        days.map(({ from }) => from),
        days.map(({ to }) => to),
        commodity,
      ]);
      const keys = new Set(found.map(({ starts_at: from, ends_at: to }) => `${from} ${to}`));
      return days.filter(({ from, to }) => keys.has(`${from} ${to}`));
    },
    covered: async () =>
      (await ask(Covered, sql.covered, [])).map(({ starts_at: from, ends_at: to, commodity }) => ({
        ...{ from, to },
        ...(commodity !== '' && { commodity }),
      })),
    readings: async ({ from: first, to: last }) =>
      (await ask(Readings, sql.readings, [whole(first), floored(last)])).map(
        ({ starts_at: from, ends_at: to, commodity, listed_at: listedAt }) => ({
          ...{ from, to, listedAt },
          ...(commodity !== '' && { commodity }),
        }),
      ),
    words: async ({ from, to }) => {
      const words = async (text: string): Promise<readonly string[]> =>
        (await ask(Words, text, [whole(from), whole(to)])).map(({ word }) => word);
      return { venues: await words(sql.venues), commodities: await words(sql.commodities) };
    },
    density: async ({ venues, commodities }) => {
      const names = [venues ?? null, commodities ?? null];
      const [days] = await ask(Days, sql.days, [commodities ?? null]);
      const [density] = await ask(Density, sql.density, names);
      return { ...days, ...density };
    },
    missing: async (selection, { after, countMax, again, anew }) => {
      const bound = [
        ...boundOf(behind(selection, after)),
        floored(again),
        ...placeOf(after),
        countMax,
        momentOf(anew),
      ];
      return (await ask(Missing, sql.missing, bound)).map(
        ({ id, traded_at: tradedAt, again: isProvisional }) => ({
          ...{ id, tradedAt, isProvisional },
        }),
      );
    },
    counts: async (selection, { again, since, anew }) => {
      const bound = [...boundOf(selection), floored(again), whole(since), momentOf(anew)];
      const [counts] = await ask(Counts, sql.counts, bound);
      const [unlisted] = await ask(Unlisted, sql.countUnlisted, boundOf(selection));
      return { ...counts, ...unlisted };
    },
  };
}

function statements(at: Environment) {
  const columns = 't.id, t.traded_at, t.venue, t.commodity, t.json, t.final, t.fetched_at';
  const keep = `INSERT INTO ${at}.trade (id, traded_at, venue, commodity, json, final, fetched_at)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::bigint[])
    ON CONFLICT (id) DO UPDATE SET traded_at = excluded.traded_at, venue = excluded.venue, commodity = excluded.commodity,
      json = excluded.json, final = excluded.final, fetched_at = excluded.fetched_at`;
  const kindBy = (first: 't' | 'l', other: 't' | 'l'): string => {
    const isOf = (name: 'venue' | 'commodity', wanted: '$1' | '$2'): string =>
      `(${wanted}::text[] IS NULL OR coalesce(${first}.${name}, ${other}.${name}) = ANY(${wanted}) OR coalesce(${first}.${name}, ${other}.${name}) IS NULL)`;
    return `${isOf('venue', '$1')} AND ${isOf('commodity', '$2')}`;
  };
  // A trade is what it says itself, or else what the list says of it.
  const isOfKind = kindBy('t', 'l');
  const isWithin = (of: 't' | 'l'): string =>
    `${of}.traded_at >= $3::bigint AND ${of}.traded_at < $4::bigint AND ${isOfKind}`;
  const ofKept = `FROM ${at}.trade t LEFT JOIN ${at}.listed_trade l ON l.id = t.id WHERE ${isWithin('t')}`;
  const ofListed = `FROM ${at}.listed_trade l LEFT JOIN ${at}.trade t ON t.id = l.id WHERE ${isWithin('l')}`;
  // Lists that were read before its details cannot have left it out.
  const isUnlisted = `(l.id IS NULL AND EXISTS (SELECT FROM ${at}.listed_day d WHERE d.starts_at <= t.traded_at
    AND d.starts_at > t.traded_at - ${LISTED_DAY_MS_MAX} AND d.ends_at > t.traded_at AND d.listed_at > t.fetched_at AND (d.commodity = '' OR d.commodity = t.commodity)))`;
  // \`anew\`: the number of the parameter before which final details are fetched again; nothing is before no moment.
  const isDue = (anew: number): string => `(t.id IS NULL OR (NOT t.final AND t.fetched_at < $5::bigint)
    OR t.fetched_at < coalesce($${anew}::bigint, t.fetched_at))`;
  const commodity = '($3::text IS NULL OR commodity IS NULL OR commodity = $3)';
  const words = (column: 'venue' | 'commodity'): string =>
    ['trade', 'listed_trade']
      .map(
        (table) =>
          `SELECT ${column} AS word FROM ${at}.${table} WHERE traded_at >= $1::bigint AND traded_at < $2::bigint AND ${column} IS NOT NULL`,
      )
      .join(' UNION ') + ' ORDER BY word';
  const isForSelection = (of: string, names: string): string =>
    `(${of}commodity = '' OR ${names}::text[] = ARRAY[${of}commodity])`;
  const measured = (names: string): string =>
    `SELECT DISTINCT starts_at FROM ${at}.listed_day WHERE listed_at >= ends_at AND ${isForSelection('', names)}
      ORDER BY starts_at DESC LIMIT ${MEASURED_DAYS}`;
  return {
    find: `SELECT ${columns} FROM ${at}.trade t WHERE t.id = $1`,
    keep,
    keepUnlessFinal: `${keep} WHERE NOT trade.final`,
    piece: `SELECT ${columns}, ${isUnlisted} AS unlisted ${ofKept} AND (t.traded_at, t.id) > ($5::bigint, $6::text)
      ORDER BY t.traded_at, t.id LIMIT $7`,
    elsewhere: `SELECT ${columns} FROM ${at}.listed_trade l JOIN ${at}.trade t ON t.id = l.id
      WHERE l.traded_at >= $3::bigint AND l.traded_at < $4::bigint AND ${kindBy('l', 't')} AND NOT (${isWithin('t')})
      ORDER BY l.traded_at, l.id`,
    // As one text: to parse it is several times quicker than to read so many rows.
    outline: `SELECT coalesce(json_agg(json_build_array(number, id, final, fetched_at, unlisted) ORDER BY number), '[]') AS rows FROM (
      SELECT t.number, t.id, t.final, t.fetched_at, ${isUnlisted} AS unlisted
      FROM ${at}.trade t LEFT JOIN ${at}.listed_trade l ON l.id = t.id WHERE t.number > $1 ORDER BY t.number LIMIT $2) AS piece`,
    stamp: `SELECT coalesce((SELECT max(number) FROM ${at}.trade), 0) AS last, count AS changes FROM ${at}.trade_changes`,
    count: `SELECT count(*) AS trades, count(*) FILTER (WHERE NOT t.final) AS provisional ${ofKept}`,
    missing: `SELECT l.id, l.traded_at, coalesce(NOT t.final, false) AS again ${ofListed} AND ${isDue(9)}
      AND (l.traded_at, l.id) > ($6::bigint, $7::text) ORDER BY l.traded_at, l.id LIMIT $8`,
    counts: `SELECT count(*) AS trades, count(*) FILTER (WHERE ${isDue(7)}) AS missing, count(*) FILTER (WHERE NOT t.final) AS provisional,
      count(*) FILTER (WHERE t.fetched_at >= $6::bigint) AS fetched ${ofListed}`,
    countUnlisted: `SELECT count(*) AS unlisted ${ofKept} AND ${isUnlisted}`,
    unlist: `DELETE FROM ${at}.listed_trade WHERE traded_at >= $1::bigint AND traded_at < $2::bigint AND ${commodity}`,
    listDay: `INSERT INTO ${at}.listed_day (starts_at, ends_at, commodity, listed_at) VALUES ($1, $2, $3, $4)
      ON CONFLICT (starts_at, ends_at, commodity) DO UPDATE SET listed_at = excluded.listed_at`,
    list: `INSERT INTO ${at}.listed_trade (id, traded_at, venue, commodity)
      SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[])
      ON CONFLICT (id) DO UPDATE SET traded_at = excluded.traded_at, venue = excluded.venue, commodity = excluded.commodity`,
    isListed: `SELECT DISTINCT d.starts_at, d.ends_at FROM unnest($1::bigint[], $2::bigint[]) AS asked (starts_at, ends_at)
      JOIN ${at}.listed_day d ON d.starts_at = asked.starts_at AND d.ends_at = asked.ends_at
      WHERE d.commodity IN ('', $3::text) AND d.listed_at >= d.ends_at`,
    covered: `SELECT starts_at, least(ends_at, listed_at) AS ends_at, commodity FROM ${at}.listed_day WHERE listed_at > starts_at
      ORDER BY listed_day.starts_at, listed_day.ends_at, commodity`,
    readings: `SELECT starts_at, ends_at, commodity, listed_at FROM ${at}.listed_day
      WHERE starts_at >= $1::bigint AND ends_at <= $2::bigint ORDER BY starts_at, commodity`,
    venues: words('venue'),
    commodities: words('commodity'),
    days: `SELECT count(*) AS days FROM (${measured('$1')}) AS measured`,
    density: `SELECT count(DISTINCT l.id) AS trades FROM ${at}.listed_day d JOIN ${at}.listed_trade l
      ON l.traded_at >= d.starts_at AND l.traded_at < d.ends_at LEFT JOIN ${at}.trade t ON t.id = l.id
      WHERE d.starts_at IN (${measured('$2')}) AND d.listed_at >= d.ends_at AND ${isForSelection('d.', '$2')} AND ${isOfKind}`,
  };
}

const text = z.nullable(z.string());
const Row = z.object({
  id: TradeId,
  traded_at: z.number(),
  venue: text,
  commodity: text,
  json: z.string(),
  final: z.boolean(),
  fetched_at: z.number(),
  unlisted: z.optional(z.boolean()),
});
const Kept = z.array(Row);
const Outline = z.tuple([
  z.object({ rows: z.array(z.tuple([z.number(), TradeId, z.boolean(), z.number(), z.boolean()])) }),
]);
const Stamp = z.tuple([z.object({ last: z.number(), changes: z.number() })]);
const Count = z.tuple([z.object({ trades: z.number(), provisional: z.number() })]);
const Missing = z.array(z.object({ id: TradeId, traded_at: z.number(), again: z.boolean() }));
const Period = z.object({ starts_at: z.number(), ends_at: z.number() });
const Periods = z.array(Period);
const Covered = z.array(z.object({ ...Period.shape, commodity: z.string() }));
const Readings = z.array(z.object({ ...Period.shape, commodity: z.string(), listed_at: z.number() }));
const Words = z.array(z.object({ word: z.string() }));
const Days = z.tuple([z.object({ days: z.number() })]);
const Density = z.tuple([z.object({ trades: z.number() })]);
const Unlisted = z.tuple([z.object({ unlisted: z.number() })]);
const Counts = z.tuple([
  z.object({ trades: z.number(), missing: z.number(), provisional: z.number(), fetched: z.number() }),
]);

function keptOf({
  traded_at: tradedAt,
  fetched_at: fetchedAt,
  venue,
  commodity,
  unlisted,
  ...rest
}: z.infer<typeof Row>): KeptTrade {
  const kind = { ...(venue !== null && { venue }), ...(commodity !== null && { commodity }) };
  return { ...rest, ...kind, tradedAt, fetchedAt, ...(unlisted === true && { unlisted }) };
}

/** A moment as the columns hold it; a bound of a period may lie anywhere between two of them, or beyond all. */
const within = (moment: number): number =>
  Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, moment));
const whole = (moment: number): number => Math.ceil(within(moment));
const floored = (moment: number): number => Math.floor(within(moment));
const momentOf = (moment: number | undefined): number | null =>
  moment === undefined ? null : floored(moment);

const boundOf = ({ from, to, venues, commodities }: Selection): unknown[] => [
  ...[venues ?? null, commodities ?? null],
  ...[whole(from), whole(to)],
];
/** The place alone would not do: the database looks for the start of a piece by the period's, and would pass over all before it. */
const behind = (selection: Selection, after: Place | undefined): Selection =>
  after ? { ...selection, from: Math.max(selection.from, after.tradedAt) } : selection;
const placeOf = (after: Place | undefined): unknown[] =>
  after ? [after.tradedAt, after.id] : [Number.MIN_SAFE_INTEGER, ''];

/** Several pieces as one transaction; a single one is its own. */
async function inOnePiece<T>(
  pool: PostgresPool,
  pieces: readonly (readonly T[])[],
  write: (queries: Queries, piece: readonly T[]) => Promise<void>,
): Promise<void> {
  const [only, ...more] = pieces;
  if (only && more.length === 0) await write(pool, only);
  if (more.length === 0) return;
  await pool.atomically(async (queries) => {
    for (const piece of pieces) await write(queries, piece);
  });
}

async function kept(queries: Queries, statement: string, trades: readonly KeptTrade[]): Promise<void> {
  await queries.write(statement, [
    ...columnsOf(trades),
    trades.map(({ json }) => json),
    trades.map(({ final }) => final),
    trades.map(({ fetchedAt }) => floored(fetchedAt)),
  ]);
}

async function listed(
  queries: Queries,
  sql: ReturnType<typeof statements>,
  trades: readonly ListedTrade[],
  { days, commodity, listedAt }: ListedDays,
): Promise<void> {
  for (const { from, to } of days) {
    await queries.write(sql.unlist, [from, to, commodity ?? null]);
    await queries.write(sql.listDay, [from, to, commodity ?? '', floored(listedAt)]);
  }
  for (const piece of withoutRepeats(trades, ({ id }) => id)) await queries.write(sql.list, columnsOf(piece));
}

const columnsOf = (trades: readonly ListedTrade[]): unknown[] => [
  trades.map(({ id }) => id),
  trades.map(({ tradedAt }) => tradedAt),
  trades.map(({ venue }) => venue ?? null),
  trades.map(({ commodity }) => commodity ?? null),
];
