import * as z from 'zod/mini';
import { Action } from '../../../domain/action';
import { DeskEntry, NOTED } from '../../../domain/desk-entry';
import type { Environment } from '../../../domain/desk-status';
import { chained, contentOf, START, type Head, type KeptLine } from '../journal-chain';
import { CommitInDoubt } from '../commit-in-doubt';
import { doubted, type JournalStore, type Written } from '../journal-store';
import { standingAmong } from '../standing';
import type { Queries } from './session';

/** Lines that are written with one commit at most. */
const LINES_AT_ONCE = 500;

/** The epoch of a session that leads: every line says under whom it was written. */
export interface JournalPlace {
  readonly lead: Queries;
  readonly environment: Environment;
  readonly epoch: number;
}

/** The journal in PostgreSQL, written over the session that leads and no other. Appends that wait share one commit. */
export function postgresJournal({ lead, environment, epoch }: JournalPlace): JournalStore {
  const sql = statements(environment);
  const rows = async (text: string, ...values: readonly unknown[]): Promise<Row[]> => {
    await writing;
    return Rows.parse(await lead.query(text, values));
  };
  const waiting: Waiting[] = [];
  let head: Head | undefined;
  /** Until all that waits is written, or refused. */
  let writing: Promise<void> | undefined;
  /** The first commit in doubt: after it nothing is known of the chain's end here. */
  let doubt: CommitInDoubt | undefined;

  async function write(lines: readonly Line[]): Promise<void> {
    if (doubt) throw doubt;
    head ??= await headIn(lead, sql.head);
    let last = head;
    const made = lines.map(({ text, ...columns }) => {
      const next = chained(last, text);
      last = next;
      return { ...next, ...columns };
    });
    await lead.write(sql.append, [
      made.map(({ sequence }) => sequence),
      made.map(({ id }) => id),
      made.map(({ state }) => state),
      made.map(({ createdAt }) => createdAt),
      made.map(({ text }) => text),
      made.map(({ previous }) => previous),
      made.map(({ hash }) => hash),
      epoch,
    ]);
    head = last;
  }

  async function writeAll(): Promise<void> {
    for (let group = groupOf(waiting); group.length > 0; group = groupOf(waiting)) {
      try {
        await write(group.flatMap(({ lines }) => lines));
        for (const { resolve } of group) resolve();
      } catch (error) {
        if (error instanceof CommitInDoubt) doubt = error;
        if (group.length === 1 || doubt) for (const { reject } of group) reject(error);
        // One of them is refused; which one shows when each is written alone.
        else for (const one of group) await write(one.lines).then(one.resolve, one.reject);
      }
    }
    writing = undefined;
  }

  return {
    append: (...written) => {
      if (written.length === 0) return Promise.resolve();
      const lines = written.map((line) => lineOf(line));
      return new Promise((resolve, reject) => {
        waiting.push({ lines, resolve, reject });
        writing ??= writeAll();
      });
    },
    find: async (id) => (await actionsOf(await rows(sql.find, id), rows, sql.all))[0],
    unresolved: async () => actionsOf(await rows(sql.unresolved), rows, sql.all),
    newest: async (countMax) => actionsOf(await rows(sql.newest, countMax), rows, sql.all),
    entries: async (countMax, kind) =>
      (await rows(sql.entries, kind ?? null, countMax)).flatMap((row) => entryOf(row) ?? []),
    standing: async (doubted, overBefore = -Infinity) => {
      await writing;
      const offers = Offers.parse(await lead.query(sql.offers)).map(offerOf);
      const lines = standingAmong(offers, { doubted, overBefore }).map(({ sequence }) => sequence);
      return actionsOf(await rows(sql.lines, lines), rows, sql.all);
    },
    linesAfter: async (after, countMax) => {
      await writing;
      return linesIn(lead, environment, after, countMax);
    },
    head: async () => {
      await writing;
      return headIn(lead, sql.head);
    },
    written: async () => {
      await writing;
      return (await headIn(lead, sql.written)).sequence;
    },
  };
}

interface Line {
  readonly id: string;
  readonly state: string;
  readonly createdAt: number;
  readonly text: string;
}

const lineOf = (written: Written): Line => ({
  id: written.id,
  state: written.state,
  createdAt: Math.floor(written.createdAt),
  text: JSON.stringify(written),
});

interface Waiting {
  readonly lines: readonly Line[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

function groupOf(waiting: Waiting[]): readonly Waiting[] {
  let lines = 0;
  const count = waiting.findIndex((one, at) => (lines += one.lines.length) > LINES_AT_ONCE && at > 0);
  return waiting.splice(0, count < 0 ? waiting.length : count);
}

const COLUMNS = 'sequence, id, state, created_at, line, previous, hash';
function statements(at: Environment) {
  const isNewest = `sequence = (SELECT max(sequence) FROM ${at}.journal AS later WHERE later.id = journal.id)`;
  const from = `SELECT ${COLUMNS} FROM ${at}.journal`;
  return {
    append: `INSERT INTO ${at}.journal (${COLUMNS}, epoch)
      SELECT *, $8::bigint FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[])`,
    head: `SELECT sequence, hash FROM ${at}.journal ORDER BY sequence DESC LIMIT 1`,
    written: `SELECT sequence, hash FROM ${at}.journal_head`,
    find: `${from} WHERE id = $1 AND state <> '${NOTED}' ORDER BY sequence DESC LIMIT 1`,
    all: `${from} WHERE id = $1 ORDER BY sequence DESC`,
    unresolved: `${from} WHERE ${isNewest} AND state NOT IN ('done', 'rejected', 'cancelled', '${NOTED}') ORDER BY sequence`,
    newest: `${from} WHERE state <> '${NOTED}' AND ${isNewest} ORDER BY created_at DESC, sequence DESC LIMIT $1`,
    entries: `${from} WHERE state = '${NOTED}' AND ($1::text IS NULL OR line LIKE '%"entry":' || to_json($1::text)::text || '%')
      ORDER BY created_at DESC, sequence DESC LIMIT $2`,
    offers: `SELECT sequence, id, created_at, offer, CASE WHEN offer IS NULL OR line LIKE '%"over":{%' THEN line END AS line
      FROM (SELECT *, ${at}.offer_in(line) AS offer FROM ${at}.journal WHERE state = 'done' AND ${isNewest}) AS done ORDER BY sequence`,
    lines: `${from} WHERE sequence = ANY($1::bigint[]) ORDER BY sequence`,
  };
}

const Heads = z.array(z.object({ sequence: z.int(), hash: z.string() }));
const headIn = async (queries: Pick<Queries, 'query'>, text: string): Promise<Head> =>
  Heads.parse(await queries.query(text))[0] ?? START;

const Row = z.object({
  sequence: z.int(),
  id: z.string(),
  state: z.string(),
  created_at: z.int(),
  line: z.string(),
  previous: z.string(),
  hash: z.string(),
});
type Row = z.infer<typeof Row>;
const Rows = z.array(Row);

/** Lines that follow the line `after`, or the first ones. */
export async function linesIn(
  queries: Pick<Queries, 'query'>,
  environment: Environment,
  after: number | undefined,
  countMax: number,
): Promise<readonly KeptLine[]> {
  const text = `SELECT ${COLUMNS} FROM ${environment}.journal WHERE sequence > $1 ORDER BY sequence LIMIT $2`;
  const rows = Rows.parse(await queries.query(text, [after ?? Number.MIN_SAFE_INTEGER, countMax]));
  return rows.map(({ id, state, created_at: createdAt, line, ...rest }) => ({
    ...rest,
    text: line,
    columns: { id, state, createdAt },
  }));
}

const OfferRow = z.object({
  sequence: z.int(),
  id: z.string(),
  created_at: z.int(),
  offer: z.nullable(z.array(z.nullable(z.string()))),
  line: z.nullable(z.string()),
});
const Offers = z.array(OfferRow);
const Said = z.object({
  body: z.object({ kind: z.string(), requestId: z.nullish(z.string()), quoteId: z.nullish(z.string()) }),
  quoteId: z.nullish(z.string()),
  over: z.optional(z.object({ at: z.number() })),
});

function offerOf({ sequence, id, created_at: createdAt, offer, line }: z.infer<typeof OfferRow>) {
  const said = line === null ? undefined : Said.safeParse(contentOf({ text: line })).data;
  const read = said && [said.body.kind, said.body.requestId, said.body.quoteId, said.quoteId];
  const [kind, request, target, quote] = (offer ?? read ?? []).map((word) => word ?? null);
  return { sequence, id, createdAt, kind, request, target, quote, overAt: said?.over?.at };
}

type Ask = (text: string, ...values: readonly unknown[]) => Promise<Row[]>;

/** The action of each newest line; where that line cannot be relied on, the action of its newest readable one, as unknown. */
async function actionsOf(newest: readonly Row[], ask: Ask, all: string): Promise<readonly Action[]> {
  const actions = await Promise.all(
    newest.map(async (row) => {
      const action = readable(row);
      if (action?.state === row.state && Math.floor(action.createdAt) === row.created_at) return action;
      const known = (await ask(all, row.id)).map(readable).find((line) => line !== undefined);
      return known && doubted(known);
    }),
  );
  return actions.filter((action) => action !== undefined);
}

function entryOf({ id, line }: Row): DeskEntry | undefined {
  const entry = DeskEntry.safeParse(contentOf({ text: line })).data;
  return entry?.id === id ? entry : undefined;
}

function readable({ id, line }: Row): Action | undefined {
  const action = Action.safeParse(contentOf({ text: line })).data;
  return action?.id === id ? action : undefined;
}
