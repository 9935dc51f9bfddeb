import * as z from 'zod/mini';
import type { JournalFormat } from '../../contract/desk/answers';
import {
  AcceptedWarnings,
  CommittedLeg,
  Executed,
  QuoteEnd,
  type AcceptedWarning,
  type ExecutedLeg,
} from '../../domain/action';
import { QUOTE_ENDS } from '../../domain/actions/send-quote';
import { factsOf } from '../../domain/actions/kinds';
import { productInWords } from '../../domain/delivery/product-words';
import { executedLegs, executedTerms, netPriceOf } from '../../domain/executed';
import { present } from '../../domain/present';
import { DeskEntry, LevelChange, NOTED } from '../../domain/desk-entry';
import { NOT_KNOWN } from '../../domain/person';
import type { Environment } from '../../domain/desk-status';
import { momentInName } from '../../domain/moment-in-name';
import {
  contentOf,
  ChainCheck,
  exactText,
  type JournalLine,
  type Verification,
} from '../storage/journal-chain';
import { BYTE_ORDER_MARK, csvRecord, csvText } from '../trades/export/csv';

/** A journal as a file, piece by piece: JSON Lines can be verified, CSV is for looking at it in a spreadsheet. */
export async function* exported(
  lines: AsyncIterable<JournalLine>,
  format: JournalFormat,
): AsyncGenerator<string> {
  if (format === 'csv') yield BYTE_ORDER_MARK + csvHeader();
  for await (const line of lines) yield format === 'csv' ? csvLine(line) : `${jsonlLine(line)}\n`;
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

const who = z.catch(z.optional(z.object({ name: text, session: text })), undefined);

/** CSV fields of a line. A field missing in another version's line stays empty. */
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
  quoteId: text,
  accepted: z.catch(z.optional(AcceptedWarnings), undefined),
  note: text,
  settledBy: text,
  evidence: text,
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
        market: z.catch(
          z.optional(z.object({ name: text, price: text, unit: text, counterparty: text })),
          undefined,
        ),
      }),
    ),
    undefined,
  ),
  failure: z.catch(z.optional(z.object({ kind: text, message: text })), undefined),
  executed: z.catch(z.optional(Executed), undefined),
  over: z.catch(z.optional(QuoteEnd), undefined),
  before: z.catch(z.optional(z.object({ committed: z.optional(z.array(CommittedLeg)) })), undefined),
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
      price: z.catch(z.optional(z.object({ price: text, legPrices: texts, spreadPrice: text })), undefined),
      lastSeen: z.catch(z.optional(z.object({ legPrices: texts, spreadPrice: text })), undefined),
    }),
    {},
  ),
});
type Shown = z.infer<typeof Shown>;

/** Column type. Numbers are written exactly; text never becomes a number. */
interface Column {
  readonly kind: 'text' | 'number';
  readonly value: (shown: Shown, line: JournalLine) => string | number | boolean | undefined;
}
const words = (value: Column['value']): Column => ({ kind: 'text', value });
const figure = (value: Column['value']): Column => ({ kind: 'number', value });

/** In this order; new ones stand at the end. */
const COLUMNS: Readonly<Record<string, Column>> = {
  sequence: figure((_, { sequence }) => sequence),
  'action-id': words(({ id }) => id),
  state: words(({ state }) => state),
  'created-at': words(({ createdAt }) => moment(createdAt)),
  'sent-at': words(({ sentAt }) => moment(sentAt)),
  'ended-at': words(({ endedAt }) => moment(endedAt)),
  kind: words(({ body, entry }) => body.kind ?? entry),
  'request-id': words(({ body }) => body.requestId),
  'quote-id': words(({ body, quoteId }) => body.quoteId ?? quoteId),
  'proposal-id': words(({ body }) => body.proposalId),
  'trade-id': words(({ tradeId }) => tradeId),
  commodity: words((shown) => shown.body.commodity ?? ofLegs(shown, ({ commodity }) => commodity)),
  direction: words(({ body }) => body.direction),
  price: figure(({ body }) => body.price?.price ?? onlyPrice(body.lastSeen)),
  'leg-1-price': figure((shown) => legPrice(shown, 0)),
  'leg-2-price': figure((shown) => legPrice(shown, 1)),
  'leg-3-price': figure((shown) => legPrice(shown, 2)),
  'spread-price': figure(({ body }) => body.price?.spreadPrice ?? body.lastSeen?.spreadPrice),
  quantity: figure(({ body }) => body.quantity ?? body.shownQuantity),
  'all-or-none': figure(({ body }) => body.allOrNone),
  shown: words(({ shown }) => shown),
  'accepted-warnings': words(({ accepted }) => accepted?.map(warningOf).join(' ')),
  note: words(({ note, reason }) => note ?? reason),
  'failure-kind': words(({ failure }) => failure?.kind),
  failure: words(({ failure }) => failure?.message),
  'previous-hash': words((_, { previous }) => previous),
  hash: words((_, { hash }) => hash),
  'executed-side': words(({ executed }) => executed && executedTerms(executed).side),
  'executed-quantity': figure(({ executed }) => executed && executedTerms(executed).quantity),
  'executed-quantity-unit': words(({ executed }) => executed && executedTerms(executed).quantityUnit),
  'executed-price': figure(({ executed }) => executed?.price),
  'executed-leg-1-price': figure(({ executed }) => executed?.legPrices?.[0]),
  'executed-leg-2-price': figure(({ executed }) => executed?.legPrices?.[1]),
  'executed-leg-3-price': figure(({ executed }) => executed?.legPrices?.[2]),
  'executed-price-unit': words(({ executed }) => executed && executedTerms(executed).priceUnit),
  'executed-counterparty': words(({ executed }) => executed?.counterparty),
  outcome: words(outcomeOf),
  'settled-by': words(({ settledBy }) => settledBy),
  evidence: words(({ evidence }) => evidence),
  corrected: words(({ corrected }) => corrected),
  side: words((shown) => shown.before?.committed?.[0]?.side),
  'quantity-unit': words((shown) => ofLegs(shown, ({ volumes }) => volumes[0]?.unit)),
  by: words(({ by }) => by?.name ?? NOT_KNOWN),
  'by-session': words(({ by }) => by?.session),
  'resolved-by': words(({ settledBy, resolvedBy }) =>
    settledBy && !resolvedBy ? NOT_KNOWN : resolvedBy?.name,
  ),
  changes: words(({ changes }) =>
    changes?.map(({ level, before, after }) => `${level}: ${before} → ${after}`).join('; '),
  ),
  file: words(({ file }) => file?.name),
  'file-rows': figure(({ file }) => file?.rows),
  'file-sha256': words(({ file }) => file?.sha256),
  'approval-reasons': words(({ approval }) => approval?.reasons.map(({ message }) => message).join(' ')),
  'approved-by': words(({ approvedBy }) => approvedBy?.name),
  'approved-by-session': words(({ approvedBy }) => approvedBy?.session),
  'approved-at': words(({ approvedAt }) => moment(approvedAt)),
  'refused-by': words(({ refusedBy }) => refusedBy?.name),
  ...executedLegColumns(0),
  ...executedLegColumns(1),
  ...executedLegColumns(2),
  'executed-net-price': figure(({ executed }) => executed && netPriceOf(executed)),
  'over-seen-at': words(({ over }) => moment(over?.at)),
  'reminded-at': words(({ reminded }) => moment(reminded?.at)),
  'approval-market': words(({ approval }) => approval?.market?.name),
  'approval-market-price': figure(({ approval }) => approval?.market?.price),
  'approval-market-price-unit': words(({ approval }) => approval?.market?.unit),
  'approval-market-counterparty': words(({ approval }) => approval?.market?.counterparty),
};

/** Of a trade of several legs: what was done with this one, in its own units. */
function executedLegColumns(leg: number): Record<string, Column> {
  const name = `executed-leg-${leg + 1}`;
  const of = ({ executed }: Shown): ExecutedLeg | undefined => {
    const legs = executed ? executedLegs(executed) : [];
    return legs.length > 1 ? legs[leg] : undefined;
  };
  const product = (shown: Shown): string | undefined => {
    const one = of(shown);
    return one && productInWords({ legs: [present(one)] });
  };
  return {
    [`${name}-side`]: words((shown) => of(shown)?.action),
    [`${name}-product`]: words(product),
    [`${name}-quantity`]: figure((shown) => of(shown)?.quantity),
    [`${name}-quantity-unit`]: words((shown) => of(shown)?.quantityUnit),
    [`${name}-price-unit`]: words((shown) => of(shown)?.priceUnit),
  };
}

/** What the state comes to. What the desk's own checks refused was never sent, and not rejected by anybody else. */
function outcomeOf({ state, sentAt, body, over }: Shown): string | undefined {
  if (state === NOTED) return undefined;
  const { done, not } = factsOf({ kind: body.kind ?? '' }).outcome;
  if (state === 'done') return over ? `over: ${QUOTE_ENDS[over.how]}` : done;
  if (state === 'cancelled' || (state === 'rejected' && sentAt === undefined)) return 'not sent';
  if (state === 'rejected') return not;
  return state === undefined ? undefined : 'open';
}

/** "duplicate", "best-price<=35.85", "volume[MW]<=60" */
const warningOf = (accepted: AcceptedWarning): string => {
  if (typeof accepted === 'string') return accepted;
  const { code, about, upTo } = accepted;
  return `${code}${about === undefined ? '' : `[${about}]`}${upTo === undefined ? '' : `<=${upTo}`}`;
};

/** The last-seen price of a single. */
const onlyPrice = (lastSeen: Shown['body']['lastSeen']): string | undefined => {
  const [only, more] = lastSeen?.legPrices ?? [];
  return more === undefined ? only : undefined;
};

/** What the legs of the request say, as it was read before the action was sent: "DE / FR" where they differ. */
const ofLegs = ({ before }: Shown, of: (leg: CommittedLeg) => string | undefined): string =>
  [...new Set((before?.committed ?? []).flatMap((leg) => of(leg) || []))].join(' / ');

const legPrice = ({ body }: Shown, leg: number): string | undefined =>
  (body.price?.legPrices ?? body.lastSeen?.legPrices)?.[leg];
const moment = (at: number | undefined): string | undefined => (at === undefined ? undefined : isoOf(at));
const isoOf = (at: number): string | undefined =>
  Math.abs(at) <= DATE_MS_MAX ? new Date(at).toISOString() : undefined;
const DATE_MS_MAX = 8.64e15;

export const csvHeader = (): string => csvRecord(Object.keys(COLUMNS));

/** One record, its line break included. */
export function csvLine(line: JournalLine): string {
  const read = Shown.safeParse(contentOf(line));
  const shown: Shown = read.success ? read.data : { body: {} };
  return csvRecord(Object.values(COLUMNS).map((column) => csvField(column, shown, line)));
}

const NUMBER = /^-?\d+(\.\d+)?$|^true$|^false$/;

/** A non-numeric value in a number column, as in a line of another version, is written as text. */
function csvField({ kind, value }: Column, shown: Shown, line: JournalLine): string {
  const written = String(value(shown, line) ?? '');
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
