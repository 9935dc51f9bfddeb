import Big from 'big.js';
import { Day } from '../day';
import { remembering } from '../remembered';
import type { RawRecord } from '../record';
import type { CapturedTrade } from '../trade';
import type { Column } from './column';

/** A value of a record as the service wrote it, by its path: names, and numbers for places in a list. */
export type Path = readonly (string | number)[];

export function at(record: unknown, path: Path): unknown {
  let holder = record;
  for (const step of path) {
    if (Array.isArray(holder)) holder = typeof step === 'number' ? (holder as unknown[])[step] : undefined;
    else holder = isRecord(holder) && typeof step === 'string' ? own(holder, step) : undefined;
    if (holder === undefined) return undefined;
  }
  return holder;
}

/** A record may have any name, and "constructor" is no field of it unless the service wrote it. */
const own = (record: RawRecord, name: string): unknown =>
  Object.hasOwn(record, name) ? record[name] : undefined;

export const isRecord = (value: unknown): value is RawRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value, if it has the form of its column; otherwise `undefined`, and it stays among the other fields. */
const textIn = (written: unknown): string | undefined => (typeof written === 'string' ? written : undefined);
const flagIn = (written: unknown): boolean | undefined =>
  typeof written === 'boolean' ? written : undefined;
const dayIn = (written: unknown): string | undefined =>
  typeof written === 'string' && isDay(written) ? written : undefined;
/** Written as it is to be: no exponent, and no zero that could be left out. */
const PLAIN = /^(?:0|-?[1-9]\d*|-?(?:0|[1-9]\d*)\.\d*[1-9])$/;
const DECIMAL = /^-?\d{1,30}(?:\.\d{1,60})?(?:[eE][+-]?\d{1,2})?$/;
/** A number without an exponent, written by the service as one or as decimal text: exactly the number that it wrote. */
export function decimalIn(written: unknown): string | undefined {
  const isNumber = typeof written === 'number' && Number.isFinite(written);
  if (!isNumber && !(typeof written === 'string' && DECIMAL.test(written))) return undefined;
  const text = String(written);
  if (PLAIN.test(text)) return text;
  const exact = new Big(text);
  return exact.eq(0) ? '0' : exact.toFixed();
}

/** 2027-02-30 has the form of a day and is none. */
const days = remembering<boolean>();
const isDay = (written: string): boolean => days(written, () => isCalendarDay(written));
function isCalendarDay(written: string): boolean {
  if (!Day.safeParse(written).success) return false;
  const midnight = Date.parse(`${written}T00:00:00Z`);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(written);
}

type FieldKind = Exclude<Column<never>['kind'], 'instant'>;

/** A field of the service and the form that its column has. */
export interface Field {
  readonly name: string;
  readonly path: Path;
  readonly kind: FieldKind;
  /** See {@link Column}. */
  readonly counts?: boolean;
}

const IN = { text: textIn, id: textIn, decimal: decimalIn, day: dayIn, boolean: flagIn };

/** The record's value there, if it has the column's form. */
export const fieldIn = (record: unknown, { path, kind }: Field): string | boolean | undefined =>
  IN[kind](at(record, path));

/** One column that shows what a reader finds in a record. */
export function columnOf<R>(
  { name, kind, counts = false }: Pick<Field, 'name' | 'kind' | 'counts'>,
  written: (record: R) => unknown,
): Column<R> {
  switch (kind) {
    case 'boolean':
      return { name, kind, value: (record) => flagIn(written(record)) };
    case 'decimal':
      return { name, kind, value: (record) => decimalIn(written(record)), ...(counts && { counts }) };
    case 'day':
      return { name, kind, value: (record) => dayIn(written(record)) };
    case 'text':
    case 'id':
      return { name, kind, value: (record) => textIn(written(record)) };
  }
}

const field = (name: string, kind: FieldKind, path: Path = [name]): Field => ({ name, kind, path });

/** The fields of a trade, by the service's names. Where two differ in capitals alone, the header says which is meant. */
export const TRADE_ID = field('trade-id', 'id');
export const REQUEST_ID = field('request-id', 'id');
export const TRADED_AT = field('traded-at', 'text');
export const VENUE = field('venue', 'text');
export const COMMODITY = field('commodity', 'text');
export const CONTRACT = field('contract', 'text');
export const SPREAD_TYPE = field('spread-type', 'text');
export const SWAP_TYPE = field('swap-type', 'text', ['spreadType']);
export const MARKET = field('market', 'text');
export const DELIVERY_START = field('delivery-start', 'day');
export const DELIVERY_END = field('delivery-end', 'day');
export const LOAD_PROFILE = field('load-profile', 'text');
export const ACTION = field('action', 'text');
export const PRICE = field('price', 'decimal');
export const PRICE_UNIT = field('price-unit', 'text');
export const CURRENCY = field('currency', 'text');
export const QUANTITY: Field = { ...field('quantity', 'decimal'), counts: true };
export const QUANTITY_UNIT = field('quantity-unit', 'text');
export const COUNTERPARTY = field('counterparty', 'text');
export const ALL_OR_NONE = field('all-or-none', 'boolean');
export const EXECUTION_VIEW = field('execution-view', 'text', ['execution', 'view']);
const CLEARING_TYPE = field('clearing-type', 'text', ['clearing', 'type']);
const CLEARING_HOUSE = field('clearing-house', 'text', ['clearing', 'house']);

/** The fields of a leg. */
export const LEG_FIELDS: readonly Field[] = [
  ACTION,
  COMMODITY,
  MARKET,
  DELIVERY_START,
  DELIVERY_END,
  LOAD_PROFILE,
  QUANTITY,
  QUANTITY_UNIT,
  PRICE,
  PRICE_UNIT,
  CLEARING_TYPE,
  CLEARING_HOUSE,
];

/** No contract of the platform has more legs (section 2); what has all the same stays among the other fields. */
export const LEGS_MAX = 3;

/** The same field on one leg: `leg-1-price`. */
export const onLeg = ({ name, path, ...rest }: Field, index: number): Field => ({
  ...rest,
  name: `leg-${index + 1}-${name}`,
  path: ['legs', index, ...path],
});

export const legsOf = (raw: RawRecord): readonly RawRecord[] => {
  const { legs } = raw;
  return Array.isArray(legs) ? legs.map((leg: unknown) => (isRecord(leg) ? leg : {})) : [];
};

/** Value of the trade itself. */
export const stated = (one: Field): Column<CapturedTrade> =>
  columnOf(one, ({ trade }) => at(trade.raw, one.path));

/**
 * What the trade says, and where it leaves it to its legs, what they all say. Where they differ, text is `joined` as in
 * "DE / FR", unless only the `same` will do; a number or a day is never joined and stands with its legs alone.
 */
export const agreed = (one: Field, differing: 'joined' | 'same' = 'joined'): Column<CapturedTrade> =>
  columnOf(one, ({ trade: { raw } }) => {
    const own = at(raw, one.path);
    if (own !== null && own !== undefined) return own;
    const said = legsOf(raw).map((leg) => at(leg, one.path));
    const [first, ...others] = said;
    if (others.every((value) => value === first)) return first;
    if (one.kind !== 'text' || differing === 'same') return undefined;
    return said.map((value) => textIn(value) ?? '–').join(' / ');
  });
