import * as z from 'zod/mini';
import { SentPrice } from '../action';
import { RequestId } from '../identifiers';
import { Price } from '../price';
import { Quantity } from '../quantity';

/** Rows of one program. */
export const PROGRAM_ROWS_MAX = 200;

/** `quotes`: the live one is withdrawn before the next is sent. Of proposals each replaces the one before, by one call. */
export const ProgramKind = z.enum(['quotes', 'firm-proposals', 'indicative-proposals']);
export type ProgramKind = z.infer<typeof ProgramKind>;

/** What stands on the platform, or is to stand there. */
export const ProgramOffer = z.strictObject({ price: SentPrice, quantity: Quantity, allOrNone: z.boolean() });
export type ProgramOffer = z.infer<typeof ProgramOffer>;

const ms = () => z.number().check(z.gte(0));

/** One row of the table of a program as the page read it. Prices are exact decimals; times epoch ms unless they end in `age`. */
export const WantedRow = z.strictObject({
  /** Row of the sheet, from 0, for words and for what is shown beside it. */
  row: z.int().check(z.gte(0), z.lte(1_048_575)),
  requestId: RequestId,
  direction: z.enum(['bid', 'ask']),
  /** Absent: nothing is to be live. */
  offer: z.optional(ProgramOffer),
  /** Why nothing is: "#N/A in price", "paused". */
  why: z.optional(z.string().check(z.maxLength(200))),
  /** A price that moved by less than this is not sent. On the compared price: of a single its price, of a spread the net one. */
  step: z.optional(Price),
  /** Below and above which nothing is sent. */
  floor: z.optional(Price),
  cap: z.optional(Price),
  /** What the row is worth, to hold its price against. */
  fair: z.optional(Price),
  validUntil: z.optional(ms()),
  /** Once so much was filled the row ends. */
  stopAfter: z.optional(Quantity),
  /** After a fill it goes on with the rest; else it stops there. */
  goesOn: z.optional(z.literal(true)),
  /** Since when its price has not counted as new, in ms, and for how long that may be: only where the sheet says so. */
  age: z.optional(ms()),
  ageMax: z.optional(ms()),
});
export type WantedRow = z.infer<typeof WantedRow>;

/** By which a row is told from the others of all programs: a quote by its request and side, proposals by their request. */
export const rowKey = (
  kind: ProgramKind,
  { requestId, direction }: Pick<WantedRow, 'requestId' | 'direction'>,
): string => JSON.stringify(kind === 'quotes' ? [requestId, direction] : [requestId]);

/** Whether two rows are about the same place. */
export const rowsTwice = (kind: ProgramKind, rows: readonly WantedRow[]): boolean =>
  new Set(rows.map((row) => rowKey(kind, row))).size < rows.length;
