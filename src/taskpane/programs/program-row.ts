import type { Mapping } from '../../domain/bulk/column';
import { PROGRAM_TABLE, type ProgramColumn } from '../../domain/bulk/program-column';
import { rowPrices } from '../../domain/bulk/row-price';
import { comparedDecimals } from '../../domain/decimal';
import type { RequestId } from '../../domain/identifiers';
import { EXCEL_EPOCH, type LocalTime } from '../../domain/local-time';
import { comparedPrice, sentPrice, sentPrices } from '../../domain/offer-price';
import { kindsFor, unsendable } from '../../domain/offer-rules';
import type { Direction } from '../../domain/offers';
import { present } from '../../domain/present';
import { priceOf, type Price } from '../../domain/price';
import { quantityOf } from '../../domain/quantity';
import { rowKey, type ProgramKind, type ProgramOffer, type WantedRow } from '../../domain/program/wanted';
import type { Request } from '../../domain/request';
import { sideOf } from '../../domain/role';
import {
  isDateFormat,
  readAction,
  readDirection,
  readNumber,
  readRequestId,
  readYesOrNo,
  type BulkAction,
  type InputCell,
  type ReadCell,
} from '../quoting/bulk-columns';
import { cellIn, type SheetRow } from '../quoting/table';

/** Around the rows of a program. */
export interface RowsAround {
  readonly kind: ProgramKind;
  /** By its id, where it is open; absent while nobody knows. */
  readonly request: (id: RequestId) => Request | 'being read' | undefined;
  /** Of when the list of open requests is, epoch ms. */
  readonly listedAt?: number;
  /** Why no row is wanted at all, such as a workbook that is calculated by hand. */
  readonly none: string | undefined;
  /** Rows that a person has paused on the pane, by their keys. */
  readonly paused: ReadonlySet<string>;
  /** By whose clocks a time in the sheet is meant. */
  readonly local: LocalTime;
  /** Epoch ms. */
  readonly now: number;
}

/** One row as the pane has read it. */
export interface ReadRow {
  readonly wanted: WantedRow;
  /** By which the gateway knows the row. */
  readonly key: string;
  readonly request?: Request;
  /** The price that is compared: of a single its own, of a spread the net one. */
  readonly price?: Price;
}

/** A row about which nothing can be said to the gateway: it does not name its request. */
export interface UnknownRow {
  readonly row: number;
  readonly why: string;
}

/** Rows as they are wanted now. A row that is not clear wants nothing, and says why: what is live of it is withdrawn. */
export function readProgramRows(
  rows: readonly SheetRow[],
  mapping: Mapping,
  around: RowsAround,
): { readonly rows: readonly ReadRow[]; readonly unknown: readonly UnknownRow[] } {
  const read = rows.flatMap((row) => (saysNothing(row, mapping) ? [] : [readRow(row, mapping, around)]));
  const known = read.flatMap((one) => ('wanted' in one ? [one] : []));
  const unknown = read.flatMap((one) => ('wanted' in one ? [] : [one]));
  const firsts = new Map<string, ReadRow[]>();
  for (const one of known) firsts.set(one.key, [...(firsts.get(one.key) ?? []), one]);
  const told = [...firsts.values()].flatMap(([first, ...twins]): ReadRow[] => {
    if (!first || twins.length === 0) return first ? [first] : [];
    const others = twins.map(({ wanted }) => wanted.row + 1).join(', ');
    return [without(first, `Row ${others} is about the same.`)];
  });
  return { rows: told, unknown };
}

/** A moment and no age: the words of a row change only with what is known. */
function notListed(
  id: RequestId,
  isBeingRead: boolean,
  { listedAt, local }: Pick<RowsAround, 'listedAt' | 'local'>,
): string {
  const of = listedAt === undefined ? '' : ` of ${local.iso(listedAt).slice(11, 19)}`;
  const isNot = `${id} is not in the list of open requests${of}`;
  return isBeingRead ? `${isNot}; it is being read.` : `${isNot}.`;
}

const saysNothing = (row: SheetRow, mapping: Mapping): boolean =>
  ['request-id', 'price-1', 'spread-price'].every((column) => {
    const { content } = cellIn(row, mapping, column);
    return typeof content === 'string' && content.trim() === '';
  });

const without = ({ wanted, ...rest }: ReadRow, why: string): ReadRow => {
  const { offer: _, ...none } = wanted;
  return { ...rest, wanted: { ...none, why: why.slice(0, WHY_MAX) } };
};

const WHY_MAX = 200;
const SECOND_MS = 1_000;

const KINDS: Readonly<Record<ProgramKind, BulkAction>> = {
  quotes: 'quote',
  'firm-proposals': 'firm',
  'indicative-proposals': 'indicative',
};

function readRow(row: SheetRow, mapping: Mapping, around: RowsAround): ReadRow | UnknownRow {
  const id = readRequestId(cellIn(row, mapping, 'request-id'));
  if (id.kind !== 'value') {
    return { row: row.row, why: id.kind === 'empty' ? 'No request id.' : `Request id ${id.why}` };
  }
  const found = around.request(id.value);
  const request = found === 'being read' ? undefined : found;
  const faults: string[] = [];
  const read = <T>(column: ProgramColumn, reader: (cell: InputCell) => ReadCell<T>): T | undefined => {
    const found = reader(cellIn(row, mapping, column));
    if (found.kind === 'refused') faults.push(`${PROGRAM_TABLE.terms[column] ?? column} ${found.why}`);
    return found.kind === 'value' ? found.value : undefined;
  };
  const direction = read('direction', readDirection);
  const bounds = boundsOf(read, around);
  const action = read('action', readAction) ?? KINDS[around.kind];
  const isPaused = read('paused', readYesOrNo) ?? false;
  const side: Direction = direction ?? (request ? sideOf(request) : 'ask');
  const key = rowKey(around.kind, { requestId: id.value, direction: side });
  const named = { row: row.row, requestId: id.value, direction: side, ...bounds };
  const nothing = (why: string): ReadRow => ({
    key,
    wanted: { ...named, why: why.slice(0, WHY_MAX) },
    ...present({ request }),
  });
  if (around.none !== undefined) return nothing(around.none);
  if (around.paused.has(key)) return nothing('Paused on the pane.');
  if (isPaused) return nothing('Paused in the sheet.');
  if (!request) return nothing(notListed(id.value, found === 'being read', around));
  const offer = offerOf(read, request, { direction, action, kind: around.kind });
  if (faults.length > 0) return nothing(faults.join(' '));
  if (typeof offer === 'string') return nothing(offer);
  const late = lateness(bounds, around);
  if (late !== undefined) return nothing(late);
  const price = comparedPrice(offer.price, request);
  return { key, request, wanted: { ...named, offer }, ...present({ price }) };
}

type Reader = <T>(column: ProgramColumn, reader: (cell: InputCell) => ReadCell<T>) => T | undefined;

const readPrice = (cell: InputCell): ReadCell<Price> => {
  const read = readNumber(cell);
  if (read.kind !== 'value') return read;
  const price = priceOf(read.value);
  return price === undefined ? { kind: 'refused', why: 'is no price.' } : { kind: 'value', value: price };
};

type RowBounds = Omit<WantedRow, 'row' | 'requestId' | 'direction' | 'offer' | 'why'>;

function boundsOf(read: Reader, { local, now }: RowsAround): RowBounds {
  const step = read('step', (cell) => atLeastZero(readPrice(cell)));
  const [floor, cap, fair] = (['floor', 'cap', 'fair'] as const).map((column) => read(column, readPrice));
  const validUntil = read('valid-until', (cell) => readMoment(cell, local, now));
  const stopAfter = read('stop-after', (cell) => {
    const number = readNumber(cell);
    if (number.kind !== 'value') return number;
    const quantity = quantityOf(number.value);
    return quantity === undefined
      ? { kind: 'refused', why: 'is no quantity above zero.' }
      : { kind: 'value', value: quantity };
  });
  const [age, ageMax] = (['age', 'max-age'] as const).map((column) =>
    read(column, (cell) => {
      const number = atLeastZero(readNumber(cell));
      return number.kind === 'value' ? { kind: 'value', value: Number(number.value) * SECOND_MS } : number;
    }),
  );
  const goesOn = read('goes-on', readYesOrNo) === true ? (true as const) : undefined;
  return present({ step, floor, cap, fair, validUntil, stopAfter, goesOn, age, ageMax });
}

const atLeastZero = <T extends string>(read: ReadCell<T>): ReadCell<T> =>
  read.kind === 'value' && read.value.startsWith('-')
    ? { kind: 'refused', why: `holds ${read.value}. Write a number that is not below zero.` }
    : read;

/** What the row is to have live, or why nothing. */
function offerOf(
  read: Reader,
  request: Request,
  { direction, action, kind }: { direction: Direction | undefined; action: BulkAction; kind: ProgramKind },
): ProgramOffer | string {
  const prices = {
    prices: [read('price-1', readNumber), read('price-2', readNumber), read('price-3', readNumber)],
    ...present({ spreadPrice: read('spread-price', readNumber) }),
  };
  const quantity = read('quantity', readNumber);
  const allOrNone = read('all-or-none', readYesOrNo) ?? request.allOrNone ?? true;
  if (action === 'withdraw' || action === 'delete-proposals') return 'Its action takes it off the market.';
  if (action !== KINDS[kind]) return 'Its action is not what this program sends.';
  const sort = kind === 'quotes' ? 'quote' : 'proposal';
  if (!kindsFor(request).includes(sort)) return `You cannot send a ${sort} on ${request.id}.`;
  const unfit = unsendable(request, sort);
  if (unfit !== undefined) return unfit;
  const side = sideOf(request);
  if (direction !== side) return `${request.id} wants ${side}s from you. Write ${side}.`;
  const texts = rowPrices(request, prices);
  if ('wrong' in texts) return texts.wrong;
  const price = sentPrice(request, sentPrices(request, texts.texts.map(priceOf)));
  if (price === undefined) return 'The price is missing.';
  const amount = quantity === undefined ? undefined : quantityOf(quantity);
  if (amount === undefined)
    return quantity === undefined ? 'The quantity is missing.' : 'A quantity is above zero.';
  return { price, quantity: amount, allOrNone };
}

/** What is over by the clock. The gateway holds to it as well; the page says so at once. */
function lateness({ validUntil, age, ageMax }: RowBounds, { now }: RowsAround): string | undefined {
  if (validUntil !== undefined && now >= validUntil) return 'Its valid-until has passed.';
  if (ageMax === undefined) return undefined;
  if (age === undefined) return 'Its age is not known.';
  return comparedDecimals(String(age), String(ageMax)) > 0
    ? 'Its price is older than its max-age.'
    : undefined;
}

const DAY_MS = 86_400_000;
const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/;

/** A day with a time, or a time of today, by the clocks that cells show. */
function readMoment({ content, format }: InputCell, local: LocalTime, now: number): ReadCell<number> {
  if (typeof content === 'string' && content.trim() === '') return { kind: 'empty' };
  const today = Math.floor(local.wallMs(now) / DAY_MS) * DAY_MS;
  if (typeof content === 'number' && isDateFormat(format) && content > 0) {
    const wall = content < 1 ? today + content * DAY_MS : (content - EXCEL_EPOCH) * DAY_MS;
    return { kind: 'value', value: local.epochMs(Math.round(wall / SECOND_MS) * SECOND_MS) };
  }
  const [, hour, minute, second = '0'] = TIME.exec(String(content).trim()) ?? [];
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59)
    return { kind: 'refused', why: `holds “${String(content)}”. Type a time, such as 17:30.` };
  const time = (Number(hour) * 60 + Number(minute)) * 60 + Number(second);
  return { kind: 'value', value: local.epochMs(today + time * SECOND_MS) };
}
