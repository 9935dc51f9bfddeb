import type { Outcome } from '../../domain/failure';
import { RequestId, TradeId } from '../../domain/identifiers';
import type { RawRecord } from '../../domain/record';
import { CellFailure, cellFailure, refused } from '../cells/cell-failure';
import { cellOf, type Cell, type Shown } from '../cells/cells';
import { inServiceTime, valueOf, type Formula, type FormulaContext } from '../cells/context';
import type { SheetTime } from '../cells/sheet-time';
import { fieldsArgument, idsArgument, type GivenId } from './arguments';
import {
  ANALYTICS_FIELDS,
  getPath,
  isKnown,
  leaves,
  noSuchField,
  REQUEST_FIELDS,
  TRADE_FIELDS,
  type KnownFields,
} from './fields';
import { more, ROWS_MAX } from './tables';

/** A kind of record with an id: how its id is read, where it comes from, which fields it may have. */
interface RecordKind<I> {
  readonly schema: { safeParse(text: unknown): { success: true; data: I } | { success: false } };
  readonly example: string;
  readonly known: KnownFields;
  rawOf(desk: FormulaContext, id: I): RawRecord | CellFailure;
}

/**
 * One row per id and one column per field; without a field, one id gives a card of two columns. What is wrong with one
 * id stands in its own row.
 */
export function recordFormula<I extends RequestId | TradeId>(
  kind: RecordKind<I>,
  given: { id: unknown; field: unknown },
): Formula {
  const ids = idsArgument<I>(given.id, kind);
  const fields = fieldsArgument(given.field);
  if (!ids.ok) return cellFailure(ids.failure);
  if (!fields.ok) return cellFailure(fields.failure);
  const [only, ...others] = ids.value;
  if (only && others.length === 0 && !only.ok) return cellFailure(only.failure);
  const names = fields.value;
  if (names)
    return (desk) =>
      inServiceTime(desk, (time) => ids.value.map((id) => row(kind, id, { desk, names, time })));
  if (others.length > 0 || !only?.ok || only.value === undefined) return cellFailure(NAMES_MISSING);
  const id = only.value;
  return (desk) => inServiceTime(desk, (time) => card(kind.rawOf(desk, id), time));
}

const NAMES_MISSING = refused(
  'Field names are missing for several ids.',
  'Add for example "state", or a row of names.',
);

function row<I>(
  kind: RecordKind<I>,
  id: GivenId<I>,
  { desk, names, time }: { desk: FormulaContext; names: readonly string[]; time: SheetTime },
): Cell[] {
  const raw = rawOf(kind, id, desk);
  return names.map((name) =>
    name === '' || raw === '' ? '' : fieldCell(raw, name, { known: kind.known, time }),
  );
}

function rawOf<I>(
  kind: RecordKind<I>,
  id: Outcome<I | undefined>,
  desk: FormulaContext,
): RawRecord | CellFailure | '' {
  if (!id.ok) return cellFailure(id.failure);
  return id.value === undefined ? '' : kind.rawOf(desk, id.value);
}

/** One field of a record: empty where this record has none of a field that others have, refused where none has it. */
export function fieldCell(
  raw: RawRecord | CellFailure,
  name: string,
  { known, time }: { known: KnownFields; time: SheetTime },
): Cell {
  if (raw instanceof CellFailure) return raw;
  const looked = getPath(raw, name);
  if (looked.found) return cellOf(looked.value, looked.name, time);
  return isKnown(name, known) ? '' : cellFailure(noSuchField(name, known, raw));
}

/** Field names and their values, one below the other. */
export function card(raw: RawRecord | CellFailure, time: SheetTime): Shown {
  if (raw instanceof CellFailure) return raw;
  const rows = leaves(raw).map(([path, value]): Cell[] => [
    path,
    cellOf(value, path.split('.').at(-1) ?? path, time),
  ]);
  if (rows.length <= ROWS_MAX) return rows;
  return [...rows.slice(0, ROWS_MAX), [more(rows.length - ROWS_MAX, 'name the fields you need.'), '']];
}

export const REQUEST_RECORD: RecordKind<RequestId> = {
  schema: RequestId,
  example: 'RQ-10293',
  known: REQUEST_FIELDS,
  rawOf(desk, id) {
    const request = valueOf(desk, { kind: 'request', id });
    return request instanceof CellFailure ? request : request.raw;
  },
};

const FORMER_RULE = {
  'spread-price-rule': 'former: bought leg minus sold leg; DESK.SPREADMIGRATE gives today’s',
};

export const ANALYTICS_RECORD: RecordKind<RequestId> = {
  schema: RequestId,
  example: 'RQ-10293',
  known: ANALYTICS_FIELDS,
  rawOf(desk, id) {
    const analytics = valueOf(desk, { kind: 'analytics', id });
    if (analytics instanceof CellFailure) return analytics;
    // The prices of a custom spread look like today's, and may have the other sign (interface document, section 2, rule 6).
    return analytics.raw['contract-type'] === 'spread' ? { ...analytics.raw, ...FORMER_RULE } : analytics.raw;
  },
};

export const TRADE_RECORD: RecordKind<TradeId> = {
  schema: TradeId,
  example: 'T-20931',
  known: TRADE_FIELDS,
  rawOf(desk, id) {
    const trade = valueOf(desk, { kind: 'trade', id });
    return trade instanceof CellFailure ? trade : trade.raw;
  },
};
