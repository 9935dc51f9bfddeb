import { present } from '../../domain/present';
import { BULK_COLUMNS, QUOTE_TABLE, type BulkColumn, type Mapping } from '../../domain/bulk/column';
import type { ActionId, RequestId } from '../../domain/identifiers';
import type { Direction } from '../../domain/offers';
import {
  readAction,
  readDirection,
  readNumber,
  readRequestId,
  readYesOrNo,
  type BulkAction,
  type InputCell,
  type ReadCell,
} from './bulk-columns';
import { cellIn, type SheetRow } from './table';

/** What a row wants. Numbers are exact text; what its cell leaves empty is absent. */
export interface Intent {
  readonly row: number;
  readonly requestId: RequestId;
  readonly action: BulkAction;
  readonly direction?: Direction;
  /** By leg; of a single, or of one net price, the first. */
  readonly prices: readonly (string | undefined)[];
  readonly spreadPrice?: string;
  readonly quantity?: string;
  readonly allOrNone?: boolean;
  readonly written?: ActionId | undefined;
}

/** What a row says, or everything that is wrong with it. */
export type RowRead =
  | { readonly ok: true; readonly row: number; readonly intent: Intent }
  | { readonly ok: false; readonly row: number; readonly faults: readonly string[]; readonly about?: string };

/** The rows that say anything; one that is empty in every mapped column is passed over. */
export function readRows(rows: readonly SheetRow[], mapping: Mapping): RowRead[] {
  const read = rows.flatMap((row) => (isBlank(row, mapping) ? [] : [readRow(row, mapping)]));
  const intents = read.flatMap((one) => (one.ok ? [one.intent] : []));
  return read.map((one) => {
    const twins = one.ok ? intents.filter((other) => other !== one.intent && collide(other, one.intent)) : [];
    if (!one.ok || twins.length === 0) return one;
    return { ok: false, row: one.row, about: one.intent.requestId, faults: [twice(one.intent, twins)] };
  });
}

/** Direction, action and all-or-none may stand ready in rows that nobody has filled in yet. */
const PREPARED: ReadonlySet<BulkColumn> = new Set(['direction', 'action', 'all-or-none']);

const isBlank = (row: SheetRow, mapping: Mapping): boolean =>
  BULK_COLUMNS.filter((column) => !PREPARED.has(column)).every((column) => {
    const { content } = cellIn(row, mapping, column);
    return typeof content === 'string' && content.trim() === '';
  });

function readRow(row: SheetRow, mapping: Mapping): RowRead {
  const faults: string[] = [];
  const read = <T>(column: BulkColumn, reader: (cell: InputCell) => ReadCell<T>): T | undefined => {
    const found = reader(cellIn(row, mapping, column));
    if (found.kind === 'refused') faults.push(`${QUOTE_TABLE.terms[column] ?? column} ${found.why}`);
    return found.kind === 'value' ? found.value : undefined;
  };
  const requestId = read('request-id', readRequestId);
  const action = read('action', readAction) ?? 'quote';
  const direction = read('direction', readDirection);
  if (requestId === undefined && faults.length === 0) faults.push('The request id is missing.');
  const sends = action === 'quote' || action === 'firm' || action === 'indicative';
  // What stands in cells that are not sent hinders nothing: a withdrawal keeps the prices of its row.
  const terms = sends ? termsOf(read) : { prices: [] };
  if (requestId === undefined || faults.length > 0) {
    return { ok: false, row: row.row, faults, ...present({ about: requestId }) };
  }
  const intent = {
    row: row.row,
    requestId,
    action,
    ...present({ direction }),
    ...terms,
    ...present({ written: row.written }),
  };
  return { ok: true, row: row.row, intent };
}

function termsOf(
  read: <T>(column: BulkColumn, reader: (cell: InputCell) => ReadCell<T>) => T | undefined,
): Pick<Intent, 'prices' | 'spreadPrice' | 'quantity' | 'allOrNone'> {
  const prices = [read('price-1', readNumber), read('price-2', readNumber), read('price-3', readNumber)];
  const spreadPrice = read('spread-price', readNumber);
  const quantity = read('quantity', readNumber);
  const allOrNone = read('all-or-none', readYesOrNo);
  return {
    prices,
    ...present({ spreadPrice, quantity, allOrNone }),
  };
}

const isProposal = ({ action }: Intent): boolean =>
  action === 'firm' || action === 'indicative' || action === 'delete-proposals';

/** Two rows that would undo each other: a proposal takes the place of every other, a quote that of the one on its side. */
function collide(a: Intent, b: Intent): boolean {
  if (a.requestId !== b.requestId || isProposal(a) !== isProposal(b)) return false;
  return (
    isProposal(a) || a.direction === undefined || b.direction === undefined || a.direction === b.direction
  );
}

function twice({ requestId, direction, action }: Intent, twins: readonly Intent[]): string {
  const rows = twins.map(({ row }) => row + 1).join(', ');
  const proposal = action === 'firm' || action === 'indicative' || action === 'delete-proposals';
  const what = proposal ? 'the price proposals of' : `the ${direction ?? 'quotes'} on`;
  return `Row ${rows} is also about ${what} ${requestId}. Remove one of them.`;
}
