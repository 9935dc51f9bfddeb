import * as z from 'zod/mini';
import type { JournalFormat } from '../../contract/desk/answers';
import {
  AcceptedWarnings,
  Action,
  ActionState,
  CommittedLeg,
  Contradiction,
  Executed,
  ExecutedLeg,
  QuoteEnd,
  TakenTrade,
} from '../../domain/action';
import { endingOf, outcomeWord, STATE_WORDS } from '../../domain/actions/state-words';
import { DeskEntry, LevelChange } from '../../domain/desk-entry';
import { QuoteId } from '../../domain/identifiers';
import {
  LATER_COLUMNS,
  OUTCOME_COLUMNS,
  SENT_COLUMNS,
  type LineColumn,
  type LineFields,
} from '../../domain/journal/columns';
import type { Environment } from '../../domain/desk-status';
import { momentInName } from '../../domain/moment-in-name';
import {
  contentOf,
  ChainCheck,
  exactText,
  type JournalLine,
  type KeptLine,
  type Verification,
} from '../storage/journal-chain';
import { BYTE_ORDER_MARK, csvRecord, csvText } from '../trades/export/csv';
import { legsAt } from '../../domain/taken';
import { PRESS_COLUMNS, PressesInFile } from './press-columns';
import { LATER_TAKEN_COLUMNS, TAKEN_COLUMNS, takenTradeOf, type TakenBy } from './taken-columns';

interface CsvSources {
  /** The same lines, read before the others: which of them is the last of its action is not known earlier. */
  readonly ahead: AsyncIterable<KeptLine>;
  readonly takenBy?: TakenBy;
}

/** A journal as JSON Lines, piece by piece: they can be verified. */
export async function* exportedJsonl(lines: AsyncIterable<JournalLine>): AsyncGenerator<string> {
  for await (const line of lines) yield `${jsonlLine(line)}\n`;
}

/** A journal as CSV, piece by piece, for looking at it in a spreadsheet. Lines that are written meanwhile are left out: each action has one that is its latest. */
export async function* exportedCsv(
  lines: AsyncIterable<JournalLine>,
  { ahead, takenBy }: CsvSources,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvHeader();
  const latest = new Map<string, number>();
  let last = 0;
  const presses = new PressesInFile();
  for await (const line of ahead) {
    latest.set(line.columns.id, line.sequence);
    last = line.sequence;
    presses.add(line);
  }
  const latestOf = new Set(latest.values());
  for await (const line of lines) {
    if (line.sequence > last) return;
    const isLatest = latestOf.has(line.sequence);
    const shown = shownIn(line);
    const taken = isLatest ? await takenNow(shown, takenBy) : shown.taken;
    yield csvLine(line, { shown: { ...shown, taken }, isLatest, presses });
  }
}

/** What the line says, and what the platform's records say by now: of a line of before they alone know. */
async function takenNow(
  { body, quoteId, taken = [], legs: wanted }: LineFields,
  takenBy: TakenBy | undefined,
): Promise<LineFields['taken']> {
  const id = QuoteId.safeParse(quoteId);
  if (!takenBy || body.kind !== 'send-quote' || !id.success) return taken;
  const now = await takenBy(id.data);
  const legs = legsAt(body.price ?? {});
  const known = taken.map((one) => {
    const found = now.find((trade) => trade.id === one.tradeId);
    return found?.trade ? takenTradeOf(found, legs, wanted) : one;
  });
  const more = now.filter((trade) => !taken.some(({ tradeId }) => tradeId === trade.id));
  return [...known, ...more.map((trade) => takenTradeOf(trade, legs, wanted))];
}

export const CONTENT_TYPES: Readonly<Record<JournalFormat, string>> = {
  jsonl: 'application/jsonl; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
};

export const exportName = (environment: Environment, at: number, format: JournalFormat): string =>
  `spreaddesk-journal-${environment}-${momentInName(at)}.${format}`;

const text = z.catch(z.optional(z.string()), undefined);
const number = z.catch(z.optional(z.number()), undefined);
const flag = z.catch(z.optional(z.boolean()), undefined);
const texts = z.catch(z.optional(z.array(z.string())), undefined);

const sentPrice = z.catch(
  z.optional(z.object({ price: text, legPrices: texts, spreadPrice: text })),
  undefined,
);

const who = z.catch(z.optional(z.object({ name: text, session: text })), undefined);

const Market = z.object({ name: text, price: text, unit: text, counterparty: text, codes: texts });
const market = z.catch(z.optional(Market), undefined);

/** The {@link LineFields} of a line. A field missing in another version's line stays empty. */
const Shown = z.object({
  id: text,
  state: text,
  /** Of a line that is no action. */
  entry: text,
  shown: text,
  createdAt: number,
  sentAt: number,
  endedAt: number,
  tradeId: text,
  legTradeIds: texts,
  quoteId: text,
  proposalId: text,
  newRequestId: text,
  accepted: z.catch(z.optional(AcceptedWarnings), undefined),
  note: text,
  settledBy: text,
  evidence: text,
  recovered: text,
  isFound: flag,
  contradictions: z.catch(z.optional(z.array(Contradiction)), undefined),
  corrected: text,
  by: who,
  resolvedBy: who,
  approvedBy: who,
  approvedAt: number,
  refusedBy: who,
  reminded: z.catch(z.optional(z.object({ at: number })), undefined),
  approval: z.catch(
    z.optional(
      z.object({
        reasons: z.array(z.object({ message: z.string() })),
        market,
        warnedBeside: z.catch(z.optional(z.array(Market)), undefined),
      }),
    ),
    undefined,
  ),
  decision: z.catch(z.optional(z.object({ at: number, market, distance: text, card: text })), undefined),
  failure: z.catch(z.optional(z.object({ kind: text, message: text })), undefined),
  executed: z.catch(z.optional(Executed), undefined),
  over: z.catch(z.optional(QuoteEnd), undefined),
  taken: z.catch(z.optional(z.array(TakenTrade)), undefined),
  before: z.catch(z.optional(z.object({ committed: z.optional(z.array(CommittedLeg)) })), undefined),
  legs: z.catch(z.optional(z.array(ExecutedLeg)), undefined),
  withdraws: z.catch(z.optional(z.object({ direction: text, price: sentPrice })), undefined),
  reason: text,
  changes: z.catch(z.optional(z.array(LevelChange)), undefined),
  file: z.catch(z.optional(z.object({ name: text, rows: number, sha256: text })), undefined),
  body: z._default(
    z.object({
      kind: text,
      requestId: text,
      quoteId: text,
      proposalId: text,
      commodity: text,
      direction: text,
      quantity: text,
      shownQuantity: text,
      allOrNone: flag,
      price: sentPrice,
      lastSeen: z.catch(z.optional(z.object({ legPrices: texts, spreadPrice: text })), undefined),
    }),
    {},
  ),
});

/** Those of the chain beside those of a line. */
interface Column extends Pick<LineColumn, 'kind'> {
  readonly value: (shown: LineFields, line: JournalLine) => ReturnType<LineColumn['value']>;
}

/** In this order; new ones stand at the end. */
const COLUMNS: Readonly<Record<string, Column>> = {
  sequence: { kind: 'number', value: (_, { sequence }) => sequence },
  ...SENT_COLUMNS,
  'previous-hash': { kind: 'text', value: (_, { previous }) => previous },
  hash: { kind: 'text', value: (_, { hash }) => hash },
  ...OUTCOME_COLUMNS,
  told: { kind: 'text', value: toldOf },
};

/** The pane's own word for what has become of an action. */
function toldOf({ state, sentAt, endedAt }: LineFields, line: JournalLine): string | undefined {
  const known = ActionState.safeParse(state);
  if (!known.success) return undefined;
  const ending = endingOf({ state: known.data, sentAt, endedAt });
  if (ending !== 'done' && ending !== 'rejected') return STATE_WORDS[ending];
  // Whether it is what was asked for, or was so already, the whole line tells.
  const action = Action.safeParse(contentOf(line));
  return action.success ? outcomeWord(ending, action.data) : STATE_WORDS[ending];
}

const isoOf = (at: number): string | undefined =>
  Math.abs(at) <= DATE_MS_MAX ? new Date(at).toISOString() : undefined;
const DATE_MS_MAX = 8.64e15;

const LATEST = 'latest';

export const csvHeader = (): string =>
  csvRecord([
    ...Object.keys({ ...COLUMNS, ...TAKEN_COLUMNS }),
    LATEST,
    ...Object.keys({ ...LATER_COLUMNS, ...LATER_TAKEN_COLUMNS, ...PRESS_COLUMNS }),
  ]);

function shownIn(line: JournalLine): LineFields {
  const read = Shown.safeParse(contentOf(line));
  return read.success ? read.data : { body: {} };
}

interface CsvLine {
  readonly shown?: LineFields;
  /** Whether no line of its action follows. */
  readonly isLatest?: boolean;
  /** Those of the whole file; each action is its own where absent. */
  readonly presses?: PressesInFile;
}

/** One record, its line break included. */
export function csvLine(
  line: JournalLine,
  { shown = shownIn(line), isLatest = true, presses }: CsvLine = {},
): string {
  const press = { thing: presses?.of(shown.id), isLatest };
  return csvRecord([
    ...Object.values(COLUMNS).map(({ kind, value }) => csvField(kind, value(shown, line))),
    ...takenFields(TAKEN_COLUMNS, shown),
    csvField('text', isLatest ? 'yes' : 'no'),
    ...Object.values(LATER_COLUMNS).map(({ kind, value }) => csvField(kind, value(shown))),
    ...takenFields(LATER_TAKEN_COLUMNS, shown),
    ...Object.values(PRESS_COLUMNS).map(({ kind, value }) => csvField(kind, value(shown, press))),
  ]);
}

const takenFields = (columns: typeof TAKEN_COLUMNS, { taken = [] }: LineFields): readonly string[] =>
  Object.values(columns).map(({ kind, value }) => csvField(kind, value(taken)));

const NUMBER = /^-?\d+(\.\d+)?$|^true$|^false$/;

/** A non-numeric value in a number column, as in a line of another version, is written as text. */
function csvField(kind: Column['kind'], given: ReturnType<Column['value']>): string {
  const written = String((kind === 'moment' && typeof given === 'number' ? isoOf(given) : given) ?? '');
  return kind === 'number' && NUMBER.test(written) ? written : csvText(written);
}

const WRITTEN =
  /^\{"sequence":([1-9]\d{0,14}),"previous":"([0-9a-f]{64})","hash":"([0-9a-f]{64})","(?:action|entry)":(\{.*\})\}$/s;

/** A line for a file. What it says stands in it byte for byte, so that the file can be verified by itself. */
export function jsonlLine({ sequence, previous, hash, text }: JournalLine): string {
  const name = DeskEntry.safeParse(contentOf({ text })).success ? 'entry' : 'action';
  return `{"sequence":${sequence},"previous":"${previous}","hash":"${hash}","${name}":${text}}`;
}

/** `undefined` for a line that {@link jsonlLine} did not write. */
export function readJsonlLine(written: string): JournalLine | undefined {
  const [, sequence, previous, hash, text] = WRITTEN.exec(written) ?? [];
  if (sequence === undefined || previous === undefined || hash === undefined || text === undefined) {
    return undefined;
  }
  const line = { sequence: Number(sequence), previous, hash, text };
  return jsonlLine(line) === written ? line : undefined;
}

/**
 * Checks an exported file by itself, and against the journal it came from where `kept` gives that one's hashes: a file
 * that was cut short is whole in itself, and one that was forged from end to end too.
 */
export async function verifiedFile(
  lines: AsyncIterable<string>,
  kept?: (sequence: number) => Promise<string | undefined>,
): Promise<Verification> {
  const check = new ChainCheck();
  let number = 0;
  for await (const written of lines) {
    number += 1;
    const line = readJsonlLine(written);
    if (!line) check.fail(`Line ${number} is not a line that SpreadDesk exported.`);
    else check.add(line, kept && (await kept(line.sequence)) !== line.hash ? otherThanKept(line) : undefined);
    if (check.result.state === 'broken') break;
  }
  return check.result;
}

const otherThanKept = ({ sequence }: JournalLine): string =>
  `Line ${sequence} is not the one that the journal in the data folder has there.`;

const LINE_END = 0x0a;

/** The lines of a file. Only a line feed ends one: an action's text may hold other characters that break lines. */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(LINE_END); end >= 0; end = rest.indexOf(LINE_END)) {
      yield exactText(rest.subarray(0, end)) ?? '';
      rest = rest.subarray(end + 1);
    }
  }
  if (rest.length > 0) yield exactText(rest) ?? '';
}
