import { stringify } from 'csv-stringify/sync';
import * as z from 'zod/mini';
import { AcceptedWarnings, type AcceptedWarning } from '../../domain/action';
import { csvText, RFC_4180 } from '../export/csv';
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
  accepted: z.catch(z.optional(AcceptedWarnings), undefined),
  note: text,
  failure: z.catch(z.optional(z.object({ kind: text, message: text })), undefined),
  executed: z.catch(
    z.optional(
      z.object({
        side: text,
        quantity: text,
        quantityUnit: text,
        price: text,
        legPrices: texts,
        priceUnit: text,
        counterparty: text,
      }),
    ),
    undefined,
  ),
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

/** What a column holds. A number is written as it stands, exact; text never becomes one. */
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
  kind: words(({ body }) => body.kind),
  'request-id': words(({ body }) => body.requestId),
  'quote-id': words(({ body, quoteId }) => body.quoteId ?? quoteId),
  'proposal-id': words(({ body }) => body.proposalId),
  'trade-id': words(({ tradeId }) => tradeId),
  commodity: words(({ body }) => body.commodity),
  direction: words(({ body }) => body.direction),
  price: figure(({ body }) => body.price?.price),
  'leg-1-price': figure((shown) => legPrice(shown, 0)),
  'leg-2-price': figure((shown) => legPrice(shown, 1)),
  'leg-3-price': figure((shown) => legPrice(shown, 2)),
  'spread-price': figure(({ body }) => body.price?.spreadPrice ?? body.lastSeen?.spreadPrice),
  quantity: figure(({ body }) => body.quantity),
  'all-or-none': figure(({ body }) => body.allOrNone),
  shown: words(({ shown }) => shown),
  'accepted-warnings': words(({ accepted }) => accepted?.map(warningOf).join(' ')),
  note: words(({ note }) => note),
  'failure-kind': words(({ failure }) => failure?.kind),
  failure: words(({ failure }) => failure?.message),
  'previous-hash': words((_, { previous }) => previous),
  hash: words((_, { hash }) => hash),
  'executed-side': words(({ executed }) => executed?.side),
  'executed-quantity': figure(({ executed }) => executed?.quantity),
  'executed-quantity-unit': words(({ executed }) => executed?.quantityUnit),
  'executed-price': figure(({ executed }) => executed?.price),
  'executed-leg-1-price': figure(({ executed }) => executed?.legPrices?.[0]),
  'executed-leg-2-price': figure(({ executed }) => executed?.legPrices?.[1]),
  'executed-leg-3-price': figure(({ executed }) => executed?.legPrices?.[2]),
  'executed-price-unit': words(({ executed }) => executed?.priceUnit),
  'executed-counterparty': words(({ executed }) => executed?.counterparty),
};

/** "duplicate", "best-price<=35.85", "volume[MW]<=60" */
const warningOf = (accepted: AcceptedWarning): string => {
  if (typeof accepted === 'string') return accepted;
  const { code, about, upTo } = accepted;
  return `${code}${about === undefined ? '' : `[${about}]`}${upTo === undefined ? '' : `<=${upTo}`}`;
};

const legPrice = ({ body }: Shown, leg: number): string | undefined =>
  (body.price?.legPrices ?? body.lastSeen?.legPrices)?.[leg];
const moment = (at: number | undefined): string | undefined => (at === undefined ? undefined : isoOf(at));
const isoOf = (at: number): string | undefined =>
  Math.abs(at) <= DATE_MS_MAX ? new Date(at).toISOString() : undefined;
const DATE_MS_MAX = 8.64e15;

/** Lets Excel read the file as UTF-8, which it does not take for granted. */
export const BYTE_ORDER_MARK = '\uFEFF';
export const csvHeader = (): string => record(Object.keys(COLUMNS));

/** One record, its line break included. */
export function csvLine(line: JournalLine): string {
  const read = Shown.safeParse(actionIn(line));
  const shown: Shown = read.success ? read.data : { body: {} };
  return record(Object.values(COLUMNS).map((column) => csvField(column, shown, line)));
}

const record = (fields: string[]): string => stringify([fields], RFC_4180);

const NUMBER = /^-?\d+(\.\d+)?$|^true$|^false$/;

/** What ought to be a number and is none, as in a line of another version, is text. */
function csvField({ kind, value }: Column, shown: Shown, line: JournalLine): string {
  const written = String(value(shown, line) ?? '');
  return kind === 'number' && NUMBER.test(written) ? written : csvText(written);
}
