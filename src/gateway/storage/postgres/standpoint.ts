import * as z from 'zod/mini';
import type { Environment } from '../../../domain/desk-status';
import { NOTED } from '../../../domain/desk-entry';
import type { Clock } from '../../../effects/clock';
import { contentOf, type Head } from '../journal-chain';
import type { StandingRules } from '../standing-lines';
import {
  isOnItsWay,
  isOpen,
  readStandpoint,
  standpointAfter,
  standpointOf,
  textOf,
  type KeptText,
  type KeyLine,
  type Standpoint,
  type Touched,
} from '../standpoint';
import { UNHURRIED } from './seen';
import type { Queries } from './session';
import { turns } from './turns';

/** Lines that one statement looks at: whoever leads shows itself, and presses are written, between two of them. */
const LINES_AT_ONCE = 1_000;
/** One with more keys than this is kept in memory alone: the write of it has to be over long before the time of a write is. */
const KEYS_MAX = 10_000;

export interface StandpointPlace {
  readonly lead: Queries;
  readonly environment: Environment;
  readonly clock: Clock;
  /** One is kept when so many lines were read to reach it, and while leading after so many lines. */
  readonly keepFrom: number;
}

/** Where a journal in PostgreSQL stands, kept in a row of `desk.shared` for whoever leads next. */
export interface Standpoints {
  /** The standpoint at the line that `headNow` names. */
  at(headNow: () => Promise<Head>, rules: StandingRules): Promise<Standpoint>;
  /** Says that these lines were written, up to `head`. What is kept because of them is kept behind the writes, and never fails one. */
  written(lines: readonly WrittenLine[], head: Head): void;
}

interface WrittenLine {
  readonly id: string;
  readonly state: string;
}

export function postgresStandpoints({ lead, environment, clock, keepFrom }: StandpointPlace): Standpoints {
  const sql = statements(environment);
  const turn = turns();
  /** The last one that was kept here, or found. */
  let last: Standpoint | undefined;
  /** The line of the one in the database; 0 while none there is of use. */
  let keptAt = 0;
  /** How long before now a quote must have been over to be left out, as it was asked last. */
  let overMs = Infinity;

  const hashAt = async (sequence: number): Promise<string | undefined> =>
    Hashes.parse(await lead.query(sql.hash, [sequence]))[0]?.hash;

  /** The standpoint to go on from, where the line it stands at is still that line. */
  async function start(): Promise<Standpoint | undefined> {
    if (!last) {
      const [row] = Texts.parse(await lead.query(sql.read, [KIND, environment]));
      last = row && readStandpoint(keptText(row.text));
      keptAt = last?.head.sequence ?? 0;
    }
    return last && (await hashAt(last.head.sequence)) === last.head.hash ? last : undefined;
  }

  /** The newest lines of actions behind the line `after`, as it was at the line `head`, in pieces. */
  async function* newest(after: number, head: number): AsyncGenerator<readonly KeyLine[]> {
    for (let from = after; from < head;) {
      const [{ last: to }] = Ends.parse(await lead.query(sql.end, [from, head]));
      if (to === null) return;
      yield Keys.parse(await lead.query(sql.newest, [from, to, head])).map(keyLine);
      from = to;
    }
  }

  async function goneOn(from: Standpoint, head: Head, rules: StandingRules): Promise<Standpoint | undefined> {
    const touched: Touched[] = [];
    for await (const lines of newest(from.head.sequence, head.sequence)) {
      const ids = lines.map(({ id }) => id);
      const former = Keys.parse(await lead.query(sql.before, [ids, from.head.sequence])).map(keyLine);
      const before = new Map(former.map((line) => [line.id, line]));
      touched.push(...lines.map((line) => ({ newest: line, before: before.get(line.id) })));
    }
    return standpointAfter(from, { head, touched }, rules);
  }

  async function whole(head: Head, rules: StandingRules): Promise<Standpoint> {
    const open: KeyLine[] = [];
    const done: KeyLine[] = [];
    for await (const lines of newest(Number.MIN_SAFE_INTEGER, head.sequence)) {
      open.push(...lines.filter(({ state }) => isOpen(state)));
      done.push(...lines.filter(({ state }) => state === 'done'));
    }
    return standpointOf(head, { open: open.map(({ id, sequence }) => ({ id, sequence })), done }, rules);
  }

  async function reached(head: Head, rules: StandingRules): Promise<Standpoint> {
    const from = await start();
    const next = from && (await goneOn(from, head, rules));
    if (!next) keptAt = 0;
    return next ?? whole(head, rules);
  }

  /** It can be had again from the journal: one that is not kept is no failure, and none waits for a disk or a standby. */
  async function keep(standpoint: Standpoint): Promise<void> {
    last = standpoint;
    if (standpoint.open.length + standpoint.standing.length > KEYS_MAX) return;
    try {
      await lead.write(sql.put, [KIND, environment, rowText(textOf(standpoint))]);
      keptAt = standpoint.head.sequence;
    } catch {
      // Where the session ended with it, the next statement says so.
    }
  }

  /** Actions on their way, by the lines written here and by what was found when a standpoint was to be kept. */
  const onTheirWay = new Set<string>();
  /** Lines written since one was kept while leading. */
  let linesSince = 0;
  /** While one is being kept: actions with a line behind it. */
  let touchedMeanwhile: Set<string> | undefined;

  /**
   * Keeps the standpoint at the line `head`, unless an action of before this leader was on its way there; `touchedSince`: actions with a
   * line behind it.
   */
  async function keepAt(head: Head, touchedSince: ReadonlySet<string>): Promise<void> {
    if (last && last.head.sequence >= head.sequence) return;
    const overBefore = clock.now() - overMs;
    const standpoint = await reached(head, { doubted: new Set(), overBefore });
    const open = States.parse(
      await lead.query(sql.states, [standpoint.open.map(({ sequence }) => sequence)]),
    );
    const underWay = open.filter(({ state }) => isOnItsWay(state));
    for (const { id } of underWay) if (!touchedSince.has(id)) onTheirWay.add(id);
    if (underWay.length > 0) return;
    await keep(standpoint);
    linesSince = 0;
  }

  return {
    at: (headNow, rules) =>
      turn(async () => {
        const head = await headNow();
        if (rules.overBefore > -Infinity) overMs = clock.now() - rules.overBefore;
        if (rules.doubted.size > 0) return whole(head, rules);
        const standpoint = await reached(head, rules);
        if (head.sequence - keptAt >= keepFrom) await keep(standpoint);
        return standpoint;
      }),
    written: (lines, head) => {
      for (const { id, state } of lines) {
        touchedMeanwhile?.add(id);
        if (isOnItsWay(state)) onTheirWay.add(id);
        else onTheirWay.delete(id);
      }
      linesSince += lines.length;
      if (linesSince < keepFrom || onTheirWay.size > 0 || touchedMeanwhile) return;
      const touchedSince = (touchedMeanwhile = new Set<string>());
      void turn(() => keepAt(head, touchedSince))
        .catch(() => (linesSince = 0))
        .finally(() => (touchedMeanwhile = undefined));
    },
  };
}

const KIND = 'standpoint';
const HASH_LENGTH = 64;
/** The row has one text: the hash stands before what it is of. */
const rowText = ({ text, hash }: KeptText): string => `${hash}${text}`;
const keptText = (row: string): KeptText => ({
  hash: row.slice(0, HASH_LENGTH),
  text: row.slice(HASH_LENGTH),
});

function statements(at: Environment) {
  // OFFSET 0: each line is taken apart once.
  const keys = (found: string): string => `SELECT sequence, id, state, created_at, offer,
      CASE WHEN offer IS NULL OR line LIKE '%"over":{%' THEN line END AS line
    FROM (SELECT *, ${at}.offer_in(line) AS offer FROM (${found}) AS found OFFSET 0) AS taken_apart ORDER BY sequence`;
  return {
    read: 'SELECT text FROM desk.shared WHERE kind = $1 AND name = $2',
    put: `INSERT INTO desk.shared (kind, name, text) SELECT $1::text, $2::text, $3::text FROM ${UNHURRIED}
      ON CONFLICT (kind, name) DO UPDATE SET text = excluded.text`,
    hash: `SELECT hash FROM ${at}.journal WHERE sequence = $1`,
    end: `SELECT max(sequence) AS last FROM (SELECT sequence FROM ${at}.journal WHERE sequence > $1 AND sequence <= $2
      ORDER BY sequence LIMIT ${LINES_AT_ONCE}) AS piece`,
    newest: keys(`SELECT * FROM ${at}.journal WHERE sequence > $1 AND sequence <= $2 AND state <> '${NOTED}'
      AND sequence = (SELECT max(sequence) FROM ${at}.journal AS later WHERE later.id = journal.id AND later.sequence <= $3)`),
    before: keys(`SELECT DISTINCT ON (id) * FROM ${at}.journal WHERE id = ANY($1::text[]) AND sequence <= $2
      ORDER BY id, sequence DESC`),
    states: `SELECT id, state FROM ${at}.journal WHERE sequence = ANY($1::bigint[])`,
  };
}

const Texts = z.array(z.object({ text: z.string() }));
const Hashes = z.array(z.object({ hash: z.string() }));
const Ends = z.tuple([z.object({ last: z.nullable(z.int()) })]);
const States = z.array(z.object({ id: z.string(), state: z.string() }));
const KeyRow = z.object({
  sequence: z.int(),
  id: z.string(),
  state: z.string(),
  created_at: z.int(),
  offer: z.nullable(z.array(z.nullable(z.string()))),
  line: z.nullable(z.string()),
});
const Keys = z.array(KeyRow);
const Said = z.object({
  body: z.object({ kind: z.string(), requestId: z.nullish(z.string()), quoteId: z.nullish(z.string()) }),
  quoteId: z.nullish(z.string()),
  over: z.optional(z.object({ at: z.number() })),
});

/** What a line leaves live or takes off; of one that the database could not take apart, as far as it is read here. */
function keyLine({
  sequence,
  id,
  state,
  created_at: createdAt,
  offer,
  line,
}: z.infer<typeof KeyRow>): KeyLine {
  const said = line === null ? undefined : Said.safeParse(contentOf({ text: line })).data;
  const read = said && [said.body.kind, said.body.requestId, said.body.quoteId, said.quoteId];
  const [kind, request, target, quote] = (offer ?? read ?? []).map((word) => word ?? null);
  return { sequence, id, state, createdAt, kind, request, target, quote, overAt: said?.over?.at };
}
