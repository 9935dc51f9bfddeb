import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import {
  CapturedPlace,
  type CapturedTradesAnswer,
  EstimateBody,
  ROWS_MAX,
  StartBody,
  TRADE_DOWNLOAD_ROUTES as ROUTES,
  TradeDownloadStep,
  TradeFileStyle,
  tradeFileName,
  type TradeFormat,
} from '../../contract/desk/trade-downloads';
import { TradeDownloadId, DownloadSelection, type TradeDownload } from '../../domain/trade-download';
import { downloadNoted, fileNoted, pageNoted, sheetNoted } from '../../domain/notes/desk-notes';
import { success, type Failure, type Outcome } from '../../domain/failure';
import { present } from '../../domain/present';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { TradeDownloading } from '../trades/downloads';
import type { Environments } from '../environments/environments';
import type { EnvironmentSession } from '../environments/session';
import { coverageFacts, NOTHING_WRITTEN } from '../../domain/trade-export/coverage';
import { GivenFiles } from '../trades/export/given-files';
import { writeKeptFile, type FileEnd, type WriteKeptFile } from '../trades/export/kept-file';
import { jsonFile } from '../trades/export/trade-file';
import { byOf, tokenIn, type Sessions } from './sessions';
import { handle, serve, tell } from './serve';

interface TradeDownloadsApiOptions {
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly log: Log;
  /** The desk that is open now. */
  readonly session: () => Pick<EnvironmentSession, 'downloads' | 'resources' | 'health'>;
  readonly desks: Pick<Environments, 'note'>;
  /** On this thread unless said. */
  readonly writeFile?: WriteKeptFile;
}

/** Trade downloads, and the trades that they brought, for pages that the gateway knows. */
export function tradeDownloadsApi(app: FastifyInstance, options: TradeDownloadsApiOptions): void {
  const own = (): TradeDownloading => options.session().downloads;
  handle(app, ROUTES.list, {
    async handler() {
      const { resources, health } = options.session();
      const { signedIn, failure } = health;
      const { environment } = resources;
      const captures = [...own().read()];
      return { environment, signedIn, today: own().today(), ...(failure && { failure }), captures };
    },
  });
  serve(app, ROUTES.estimate, {
    body: EstimateBody,
    unreadable: NOT_WANTED,
    async answer({ wanted, anew }) {
      const estimate = await own().estimate(wanted, { anew });
      return estimate.ok ? success({ estimate: estimate.value }) : estimate;
    },
  });
  serve(app, ROUTES.start, {
    body: StartBody,
    unreadable: NOT_WANTED,
    async answer({ id, wanted, anew }, request) {
      const by = byOf(options.sessions, request);
      const isProgram = options.sessions.whoOf(tokenIn(request) ?? '')?.isProgram;
      const started = captureIn(await own().start(id, wanted, { anew, by, isProgram }));
      if (started.ok) void options.desks.note(downloadNoted(by, wanted, anew));
      return started;
    },
  });
  handle(app, ROUTES.move, {
    async handler({ params }, reply) {
      const asked = StepParams.safeParse(params);
      if (!asked.success) return tell(reply, NOT_WANTED);
      const { id, step } = asked.data;
      const moved = captureIn(await own().step(id, step));
      return moved.ok ? moved.value : tell(reply, moved.failure);
    },
  });
  /** What was told already of pages: each session and period, the oldest first. */
  const read = new Set<string>();
  handle(app, ROUTES.rows, {
    handler: async (request, reply) => {
      const by = byOf(options.sessions, request);
      return rows(own(), reply, {
        query: request.query,
        noteSheet: (...given) => void options.desks.note(sheetNoted(by, ...given)),
        notePage(period) {
          const key = JSON.stringify([by?.session, period.from, period.to]);
          if (read.has(key)) return;
          const [oldest] = read.size >= PAGES_READ_MAX ? read : [];
          if (oldest !== undefined) read.delete(oldest);
          read.add(key);
          void options.desks.note(pageNoted(by, period));
        },
      });
    },
  });
  const given = new GivenFiles();
  const { writeFile = writeKeptFile } = options;
  handle(app, ROUTES.file, {
    handler: async (request, reply) => file({ ...options, given, writeFile }, request, reply),
  });
}

const PAGES_READ_MAX = 1_000;

const captureIn = (outcome: Outcome<TradeDownload>): Outcome<{ capture: TradeDownload }> =>
  outcome.ok ? success({ capture: outcome.value }) : outcome;

const StepParams = z.object({ id: TradeDownloadId, step: TradeDownloadStep });
const several = z.optional(
  z.union([
    z.array(z.string()),
    z.pipe(
      z.string(),
      z.transform((one: string) => [one]),
    ),
  ]),
);
// Strict, so that a token never comes to stand in an address beside the rest.
const Chosen = { from: z.string(), to: z.string(), venue: several, commodity: several };
const whole = z.pipe(z.string().check(z.regex(/^-?\d{1,16}$/)), z.transform(Number));
const RowsQuery = z.strictObject({
  ...Chosen,
  'after-at': z.optional(whole),
  'after-id': z.optional(z.string()),
  rows: z.optional(whole),
  for: z.optional(z.literal('sheet')),
  held: z.optional(whole),
});
const FileQuery = z.strictObject({ ...Chosen, ...TradeFileStyle.shape, rows: z.optional(whole) });

interface Choice {
  readonly from: string;
  readonly to: string;
  readonly venue?: string[] | undefined;
  readonly commodity?: string[] | undefined;
}

const wantedOf = ({ from, to, venue, commodity }: Choice): DownloadSelection | undefined =>
  DownloadSelection.safeParse({
    from,
    to,
    ...(venue && { venues: venue }),
    ...(commodity && { commodities: commodity }),
  }).data;

/** What is asked for, and where it is told that trades were given to a sheet, or to a page. */
interface Reading {
  readonly query: unknown;
  readonly noteSheet: (...given: Given) => void;
  readonly notePage: (period: DownloadSelection) => void;
}
type Given = Parameters<typeof sheetNoted> extends [unknown, ...infer Rest] ? Rest : never;

async function rows(
  downloads: TradeDownloading,
  reply: FastifyReply,
  { query, noteSheet, notePage }: Reading,
): Promise<FastifyReply | CapturedTradesAnswer> {
  const asked = RowsQuery.safeParse(query);
  const wanted = asked.success ? wantedOf(asked.data) : undefined;
  if (!asked.success || !wanted) return tell(reply, NOT_WANTED);
  const { 'after-at': tradedAt, 'after-id': id, rows: count = ROWS_MAX } = asked.data;
  const after = CapturedPlace.safeParse({ tradedAt, id }).data;
  const countMax = Math.min(ROWS_MAX, Math.max(1, count));
  const piece = await downloads.piece(wanted, { after, countMax });
  if (!piece.ok) return tell(reply, piece.failure);
  // The first piece has more where the list alone places trades among these.
  const last = piece.value.length >= countMax ? piece.value.at(-1) : undefined;
  const found = { count: piece.value.length, more: last !== undefined };
  const { held } = asked.data;
  if (asked.data.for === 'sheet' && !after) noteSheet(wanted, { ...found, ...present({ held }) });
  else if (found.count > 0 && asked.data.for !== 'sheet') notePage(wanted);
  const trades = piece.value.map(({ json, final, fetchedAt, unlisted }) => {
    const raw: unknown = JSON.parse(json);
    return { raw, provisional: !final, fetchedAt, ...(unlisted && { unlisted }) };
  });
  return { trades, ...(last && { next: { tradedAt: last.tradedAt, id: last.id } }) };
}

const CONTENT_TYPES: Readonly<Record<TradeFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  jsonl: 'application/jsonl; charset=utf-8',
  about: 'application/json; charset=utf-8',
};

interface FileParts extends TradeDownloadsApiOptions {
  readonly given: GivenFiles;
  readonly writeFile: WriteKeptFile;
}

async function file(
  { sessions, session, desks, clock, log, given, writeFile }: FileParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const asked = FileQuery.safeParse(request.query);
  const wanted = asked.success ? wantedOf(asked.data) : undefined;
  if (!asked.success || !wanted) return tell(reply, NOT_A_FILE);
  const { downloads, resources } = session();
  const trades = await downloads.all(wanted);
  if (!trades.ok) return tell(reply, trades.failure);
  const { rows: rowsMax = Infinity, ...style } = asked.data;
  const { format, preset, separator, decimal } = style;
  const read = await downloads.coverage(wanted);
  if (!read.ok) return tell(reply, read.failure);
  const coverage = { ...read.value, ...(rowsMax < Infinity && { rowsMax }) };
  const now = clock.now();
  const name = tradeFileName(wanted, style, { environment: resources.environment, at: now });
  if (format === 'about' && style.file !== undefined) {
    const facts = given.facts(style.file);
    return facts ? attached(reply, name, format).send(jsonFile(facts)) : tell(reply, NOT_KNOWN);
  }
  const how = {
    format,
    preset,
    ...(separator !== undefined && { separator }),
    ...(decimal !== undefined && { decimal }),
  };
  const by = byOf(sessions, request);
  // A command writes it under a name of its own, and that is the file that somebody looks for later.
  const isProgram = sessions.whoOf(tokenIn(request) ?? '')?.isProgram;
  const written = isProgram && style.file !== undefined ? fileNameIn(style.file) : name;
  const noteFile = (file: Omit<GivenFile, 'name'>, whole: boolean): void =>
    void desks.note(fileNoted('trades-file', by, { file: { ...file, name: written }, whole }));
  let counts = NOTHING_WRITTEN;
  const sink =
    format === 'about'
      ? new PassThrough()
      : given.passing(name, preset, () => coverageFacts(coverage, counts, now));
  const end: FileEnd = { sink, onCounted: (written) => (counts = written) };
  let handed = 0;
  const kept = noticed(trades.value, (piece) => (handed += piece.length));
  cutWhenBroken(writeFile({ ...how, coverage, zone: downloads.zone, now }, kept, end), sink)
    .then(() => {
      // A look at how a file begins is none, nor is what a file would cover.
      if (rowsMax < Infinity || format === 'about') return;
      const told = { file: name, trades: counts.trades, environment: resources.environment };
      log.info('A file of trades was given out.', told);
      const sha256 = given.facts(name)?.['file-sha-256'];
      noteFile({ rows: counts.trades, ...(sha256 !== undefined && { sha256 }) }, true);
    })
    .catch((error: unknown) => {
      log.warn('A file of trades was not given out to its end.', { error: String(error) });
      if (format !== 'about') noteFile({ rows: handed }, false);
    });
  return attached(reply, name, format).send(sink);
}

type GivenFile = Parameters<typeof fileNoted>[2]['file'];

/** One line, without a folder. */
const fileNameIn = (typed: string): string =>
  typed
    .replaceAll(/\p{Cc}/gu, ' ')
    .replace(/^.*[/\\]/, '')
    .slice(0, FILE_NAME_MAX);
const FILE_NAME_MAX = 200;

const attached = (reply: FastifyReply, name: string, format: TradeFormat): FastifyReply =>
  reply.header('content-disposition', `attachment; filename="${name}"`).type(CONTENT_TYPES[format]);

async function* noticed<T>(all: AsyncIterable<T>, notice: (one: T) => void): AsyncGenerator<T> {
  for await (const one of all) {
    notice(one);
    yield one;
  }
}

/** When it breaks, the line is cut: whoever reads it sees that it is no whole file. */
async function cutWhenBroken(written: Promise<void>, sink: FileEnd['sink']): Promise<void> {
  try {
    await written;
  } catch (error) {
    sink.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

const NOT_WANTED: Failure = {
  kind: 'invalid-argument',
  message: 'The selection of trades cannot be read.',
  next: 'Give two days such as 2026-11-20, the earlier one first, and venues and commodities by their names.',
};
const NOT_KNOWN: Failure = {
  kind: 'not-found',
  message:
    'The gateway does not know this file any more: it was started since, or has given out many others.',
  next: 'Save the file again, then ask what it covers.',
};
const NOT_A_FILE: Failure = {
  kind: 'invalid-argument',
  message: 'The selection of trades or the format cannot be read.',
  next: 'Give two days, and csv, xlsx or jsonl as the format; nothing else stands in the address.',
};
