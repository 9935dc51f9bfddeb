import * as z from 'zod/mini';
import { Action } from '../../../domain/action';
import { DeskEntry, NOTED } from '../../../domain/desk-entry';
import type { Environment } from '../../../domain/desk-status';
import type { Clock } from '../../../effects/clock';
import { chained, contentOf, START, type Head, type KeptLine } from '../journal-chain';
import { CommitInDoubt } from '../commit-in-doubt';
import { doubted, type JournalStore, type Written } from '../journal-store';
import type { StandingRules } from '../standing-lines';
import type { Queries } from './session';
import { postgresStandpoints } from './standpoint';

/** Lines that are written with one commit at most. */
const LINES_AT_ONCE = 500;

/** The epoch of a session that leads: every line says under whom it was written. */
export interface JournalPlace {
  readonly lead: Queries;
  readonly environment: Environment;
  readonly epoch: number;
  readonly clock: Clock;
}

/**
 * The journal in PostgreSQL, written over the session that leads and no other. Appends that wait share one commit. `keepFrom`: a standpoint
 * is kept when so many lines had to be read to reach it, and while leading after so many lines.
 */
export function postgresJournal(
  { lead, environment, epoch, clock }: JournalPlace,
  { keepFrom = 1_000 } = {},
): JournalStore {
  const sql = statements(environment);
  const standpoints = postgresStandpoints({ lead, environment, clock, keepFrom });
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
    standpoints.written(lines, { sequence: last.sequence, hash: last.hash });
  }

  async function headNow(): Promise<Head> {
    await writing;
    return headIn(lead, sql.head);
  }

  /** The lines that a standpoint names: they are never changed, whatever is written meanwhile. */
  const actionsAt = async (keys: readonly { readonly sequence: number }[]): Promise<readonly Action[]> => {
    const sequences = keys.map(({ sequence }) => sequence);
    return actionsOf(await rows(sql.lines, sequences), rows, sql.all);
  };

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
    unresolved: async () => actionsAt((await standpoints.at(headNow, NO_RULES)).open),
    newest: async (countMax) => actionsOf(await rows(sql.newest, countMax), rows, sql.all),
    entries: async (countMax, kind) =>
      (await rows(sql.entries, kind ?? null, countMax)).flatMap((row) => entryOf(row) ?? []),
    standing: async (doubted, overBefore = -Infinity) =>
      actionsAt((await standpoints.at(headNow, { doubted, overBefore })).standing),
    linesAfter: async (after, countMax) => {
      await writing;
      return linesIn(lead, environment, after, countMax);
    },
    head: headNow,
    written: async () => {
      await writing;
      return (await headIn(lead, sql.written)).sequence;
    },
  };
}

const NO_RULES: StandingRules = { doubted: new Set(), overBefore: -Infinity };

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
    newest: `${from} WHERE state <> '${NOTED}' AND ${isNewest} ORDER BY created_at DESC, sequence DESC LIMIT $1`,
    entries: `${from} WHERE state = '${NOTED}' AND ($1::text IS NULL OR line LIKE '%"entry":' || to_json($1::text)::text || '%')
      ORDER BY created_at DESC, sequence DESC LIMIT $2`,
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
