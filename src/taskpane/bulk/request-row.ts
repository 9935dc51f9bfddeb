import type { Mapping } from '../../domain/bulk/column';
import { REQUEST_TABLE, type LegField, type RequestColumn } from '../../domain/bulk/request-column';
import { Day } from '../../domain/day';
import { productNamed } from '../../domain/delivery/named-product';
import { dayOfSerial } from '../../domain/local-time';
import type { Side } from '../../domain/leg';
import {
  BLANK_DRAFT,
  legsOf,
  spreadTypesOf,
  type LegDraft,
  type RequestDraft,
  type SpreadType,
  type SwapType,
} from '../../domain/request-draft';
import {
  isDateFormat,
  readNumber,
  readYesOrNo,
  type InputCell,
  type ReadCell,
} from '../quoting/bulk-columns';
import { cellIn, type SheetRow } from '../quoting/table';
import { plainText } from '../ui/parsed-input';

/** What a row says of a new request, as the form has it, or everything in its cells that cannot be read. */
export type RequestRead =
  | { readonly ok: true; readonly draft: RequestDraft }
  | { readonly ok: false; readonly faults: readonly string[] };

/** A row that says nothing in any column is none. */
export const saysNothing = (row: SheetRow, mapping: Mapping): boolean =>
  REQUEST_TABLE.columns.every((column) => {
    const { content } = cellIn(row, mapping, column);
    return typeof content === 'string' && content.trim() === '';
  });

/** What a kind in words means. A standard spread is a time spread, which the platform may make a standard one. */
type Kind = Pick<RequestDraft, 'kind'> & { readonly spread?: SpreadType; readonly swap?: SwapType };
const KINDS = new Map<string, Kind>([
  ['single', { kind: 'single' }],
  ['spread', { kind: 'spread' }],
  ['time spread', { kind: 'spread', spread: 'time' }],
  ['standard spread', { kind: 'spread', spread: 'time' }],
  ['location spread', { kind: 'spread', spread: 'location' }],
  ['efp', { kind: 'spread', spread: 'efp' }],
  ['swap', { kind: 'swap' }],
  ['green grey swap', { kind: 'swap', swap: 'green-grey-swap' }],
  ['grey green swap', { kind: 'swap', swap: 'grey-green-swap' }],
]);

/** `today`: the platform's day, from which products without a year count. */
export function readRequest(row: SheetRow, mapping: Mapping, today: string): RequestRead {
  const faults: string[] = [];
  const read = <T>(column: RequestColumn, reader: (cell: InputCell) => ReadCell<T>): T | undefined => {
    const found = reader(cellIn(row, mapping, column));
    if (found.kind === 'refused') faults.push(`${REQUEST_TABLE.terms[column] ?? column} ${found.why}`);
    return found.kind === 'value' ? found.value : undefined;
  };
  const legs = ([1, 2] as const).map((leg) => {
    const { delivery, ...rest } = legIn(read, leg, today);
    if (delivery === 'contradiction')
      faults.push(`The product of leg ${leg} and its delivery days differ. Clear one of them.`);
    return delivery === 'contradiction' ? rest : { ...rest, ...delivery };
  });
  const isSecondFilled = Object.keys(legs[1] ?? {}).length > 0;
  const kind = read('kind', readKind) ?? { kind: isSecondFilled ? ('spread' as const) : ('single' as const) };
  const allOrNone = read('all-or-none', readYesOrNo) ?? false;
  const recipients = read('recipients', readRecipients) ?? [];
  const draft: RequestDraft = {
    ...BLANK_DRAFT,
    kind: kind.kind,
    spreadType: kind.spread ?? '',
    swapType: kind.swap ?? '',
    legs: kind.kind === 'single' ? legs.slice(0, 1) : legs,
    allOrNone,
    recipients,
  };
  if (faults.length === 0) faults.push(...contradictions(draft, kind, legs[1] ?? {}));
  return faults.length > 0 ? { ok: false, faults } : { ok: true, draft };
}

type Reader = <T>(column: RequestColumn, reader: (cell: InputCell) => ReadCell<T>) => T | undefined;

/** What a leg says itself: the rest follows leg 1, as in the form. */
function legIn(
  read: Reader,
  leg: 1 | 2,
  today: string,
): Partial<LegDraft> & { readonly delivery: Partial<Delivery> | 'contradiction' } {
  const column = (field: LegField): RequestColumn => `leg-${leg}-${field}`;
  const texts = TEXTS.flatMap(([field, name]): [keyof LegDraft, string][] => {
    const text = read(column(field), readText);
    return text === undefined ? [] : [[name, text]];
  });
  const action = read(column('action'), readSide);
  const quantity = read(column('quantity'), readNumber);
  const delivery = deliveryIn(
    read(column('product'), (cell) => readProduct(cell, today)),
    read(column('start'), readDay),
    read(column('end'), readDay),
  );
  return {
    ...Object.fromEntries(texts),
    ...(action && { action }),
    // A cell has a number: there is one way to read it.
    ...(quantity !== undefined && { quantity: plainText(quantity) }),
    delivery,
  };
}

const TEXTS: readonly (readonly [LegField, keyof LegDraft])[] = [
  ['commodity', 'commodity'],
  ['market', 'market'],
  ['load', 'loadProfile'],
  ['unit', 'unit'],
  ['clearing', 'clearing'],
  ['house', 'house'],
];

type Delivery = Pick<LegDraft, 'product' | 'start' | 'end' | 'isCustom'>;

function deliveryIn(
  product: Delivery | undefined,
  start: string | undefined,
  end: string | undefined,
): Partial<Delivery> | 'contradiction' {
  if (start === undefined && end === undefined) return product ?? {};
  const days = { product: '', start: start ?? '', end: end ?? '', isCustom: true };
  const isSame = product?.start === days.start && product.end === days.end;
  return product && !isSame ? 'contradiction' : days;
}

/** What the kind of a row does not go with. */
function contradictions(draft: RequestDraft, { spread }: Kind, second: Partial<LegDraft>): string[] {
  const filled = Object.keys(second).length > 0;
  if (draft.kind === 'single' && filled) return ['A single request has one leg: clear the cells of leg 2.'];
  if (draft.kind === 'swap' && second.action !== undefined && second.action !== '') {
    return ['A swap buys its power in one leg and sells it in the other: clear the action of leg 2.'];
  }
  const types = draft.kind === 'spread' ? spreadTypesOf(legsOf(draft)) : undefined;
  return spread && types && !types.includes(spread)
    ? [`Its legs make a ${types.join(' or ')} spread, not a ${spread} spread.`]
    : [];
}

const value = <T>(of: T): ReadCell<T> => ({ kind: 'value', value: of });
const refused = (why: string): { kind: 'refused'; why: string } => ({ kind: 'refused', why });
const EMPTY = { kind: 'empty' } as const;

const isEmpty = ({ content }: InputCell): boolean => typeof content === 'string' && content.trim() === '';
const isError = ({ content }: InputCell): boolean => typeof content === 'string' && /^#[A-Z]/.test(content);
const noValue = ({ content }: InputCell) => refused(`shows ${String(content)}: its formula has no value.`);

function readText(cell: InputCell): ReadCell<string> {
  if (isEmpty(cell)) return EMPTY;
  if (isError(cell)) return noValue(cell);
  return typeof cell.content === 'string'
    ? value(cell.content.trim())
    : refused(`holds ${String(cell.content)}, which is no name. Format the cell as text and type it again.`);
}

function readSide(cell: InputCell): ReadCell<Side> {
  if (isEmpty(cell)) return EMPTY;
  const word = String(cell.content).trim().toLowerCase();
  return word === 'buy' || word === 'sell'
    ? value(word)
    : refused(`holds “${String(cell.content)}”. Write buy or sell.`);
}

function readKind(cell: InputCell): ReadCell<Kind> {
  if (isEmpty(cell)) return EMPTY;
  const word = String(cell.content)
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, ' ');
  const kind = KINDS.get(word);
  return kind
    ? value(kind)
    : refused(`holds “${String(cell.content)}”. Write one of: ${[...KINDS.keys()].join(', ')}.`);
}

/** Excel makes a date of Dec-26: which product was typed is gone by then. */
function readProduct(cell: InputCell, today: string): ReadCell<Delivery> {
  if (isEmpty(cell)) return EMPTY;
  if (isError(cell)) return noValue(cell);
  const { content, format } = cell;
  if (typeof content === 'boolean') return refused(`holds ${String(content).toUpperCase()}, no product.`);
  if (typeof content === 'number' && isDateFormat(format)) {
    return refused('holds a date that Excel made of it. Format the cell as text and type the product again.');
  }
  const text = String(content).trim();
  const found = productNamed(text, today);
  if (!found.ok) return refused(`holds “${text}”. ${found.failure.message} ${found.failure.next}`);
  const { start, end } = found.value;
  return value({ product: '', start, end, isCustom: false });
}

function readDay(cell: InputCell): ReadCell<string> {
  if (isEmpty(cell)) return EMPTY;
  if (isError(cell)) return noValue(cell);
  const { content, format } = cell;
  const day =
    typeof content === 'number' && isDateFormat(format) && Number.isInteger(content)
      ? dayOfSerial(content)
      : typeof content === 'string' && Day.safeParse(content.trim()).success
        ? content.trim()
        : undefined;
  return day === undefined
    ? refused(`holds “${String(content)}”. Type a day, such as 2027-01-01, or format it as a date.`)
    : value(day);
}

/** Names have commas in them; between names stands a semicolon or a new line. */
function readRecipients(cell: InputCell): ReadCell<readonly string[]> {
  const text = readText(cell);
  if (text.kind !== 'value') return text;
  return value(
    text.value
      .split(/[;\n]/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  );
}
