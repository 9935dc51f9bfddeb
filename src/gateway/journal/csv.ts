import * as z from 'zod/mini';
import { harmless } from '../export/harmless';
import { actionIn, type JournalLine } from './chain';

const text = z.catch(z.optional(z.string()), undefined);
const number = z.catch(z.optional(z.number()), undefined);
const flag = z.catch(z.optional(z.boolean()), undefined);
const texts = z.catch(z.optional(z.array(z.string())), undefined);

/** What a spreadsheet shows of a line. What a line of another version does not have stays an empty field. */
const Shown = z.object({
  id: text,
  state: text,
  shown: text,
  createdAt: number,
  sentAt: number,
  endedAt: number,
  tradeId: text,
  quoteId: text,
  accepted: texts,
  note: text,
  failure: z.catch(z.optional(z.object({ kind: text, message: text })), undefined),
  body: z.object({
    kind: text,
    requestId: text,
    quoteId: text,
    proposalId: text,
    commodity: text,
    direction: text,
    quantity: text,
    allOrNone: flag,
    price: z.catch(z.optional(z.object({ price: text, legPrices: texts, spreadPrice: text })), undefined),
    lastSeen: z.catch(z.optional(z.object({ legPrices: texts, spreadPrice: text })), undefined),
  }),
});
type Shown = z.infer<typeof Shown>;
type Field = string | number | boolean | undefined;

const COLUMNS: readonly (readonly [string, (shown: Shown, line: JournalLine) => Field])[] = [
  ['sequence', (_, { sequence }) => sequence],
  ['action-id', ({ id }) => id],
  ['state', ({ state }) => state],
  ['created-at', ({ createdAt }) => moment(createdAt)],
  ['sent-at', ({ sentAt }) => moment(sentAt)],
  ['ended-at', ({ endedAt }) => moment(endedAt)],
  ['kind', ({ body }) => body.kind],
  ['request-id', ({ body }) => body.requestId],
  ['quote-id', ({ body, quoteId }) => body.quoteId ?? quoteId],
  ['proposal-id', ({ body }) => body.proposalId],
  ['trade-id', ({ tradeId }) => tradeId],
  ['commodity', ({ body }) => body.commodity],
  ['direction', ({ body }) => body.direction],
  ['price', ({ body }) => body.price?.price],
  ['leg-1-price', (shown) => legPrice(shown, 0)],
  ['leg-2-price', (shown) => legPrice(shown, 1)],
  ['leg-3-price', (shown) => legPrice(shown, 2)],
  ['spread-price', ({ body }) => body.price?.spreadPrice ?? body.lastSeen?.spreadPrice],
  ['quantity', ({ body }) => body.quantity],
  ['all-or-none', ({ body }) => body.allOrNone],
  ['shown', ({ shown }) => shown],
  ['accepted-warnings', ({ accepted }) => accepted?.join(' ')],
  ['note', ({ note }) => note],
  ['failure-kind', ({ failure }) => failure?.kind],
  ['failure', ({ failure }) => failure?.message],
  ['previous-hash', (_, { previous }) => previous],
  ['hash', (_, { hash }) => hash],
];

const legPrice = ({ body }: Shown, leg: number): Field =>
  (body.price?.legPrices ?? body.lastSeen?.legPrices)?.[leg];
const moment = (at: number | undefined): Field => (at === undefined ? undefined : isoOf(at));
const isoOf = (at: number): string | undefined =>
  Math.abs(at) <= DATE_MS_MAX ? new Date(at).toISOString() : undefined;
const DATE_MS_MAX = 8.64e15;

/** Lets Excel read the file as UTF-8, which it does not take for granted. */
export const BYTE_ORDER_MARK = '\uFEFF';
export const csvHeader = (): string => row(COLUMNS.map(([name]) => name));

/** One record of RFC 4180, its line break included. Prices are numbers as they are written down, exact. */
export function csvLine(line: JournalLine): string {
  const read = Shown.safeParse(actionIn(line));
  const shown: Shown = read.success ? read.data : { body: {} };
  return row(COLUMNS.map(([, field]) => field(shown, line)));
}

const row = (fields: readonly Field[]): string => `${fields.map(csvField).join(',')}\r\n`;

const NUMBER = /^-?\d+(\.\d+)?$/;

/** Text that a spreadsheet would take for a formula gets an apostrophe; a negative price is a number and does not. */
export function csvField(field: Field): string {
  if (field === undefined) return '';
  const written = String(field);
  if (NUMBER.test(written)) return written;
  const text = harmless(written);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
