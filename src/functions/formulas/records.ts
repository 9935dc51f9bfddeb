import { RequestId, type TradeId } from '../../domain/identifiers';
import { fieldInWords } from '../../domain/field-name';
import { leaves, type RawRecord } from '../../domain/record';
import { CellFailure, cellFailure, refused } from '../cells/cell-failure';
import { cellOf, type Cell, type Shown } from '../cells/cells';
import { inServiceTime, toldOf, type Formula, type FormulaContext } from '../cells/context';
import type { SheetTime } from '../cells/sheet-time';
import { fieldsArgument, idsArgument, type GivenId } from './arguments';
import type { KnownFields } from './fields';
import { REQUEST_CHOICE, type RequestRow } from './request-columns';
import { columnNamed, more, ROWS_MAX, unknownColumn, type Column, type ColumnChoice } from './tables';

/** A kind of record with an id: how its id is read, where it comes from, which fields and columns it may have. */
export interface RecordKind<I, R> {
  readonly schema: { safeParse(text: unknown): { success: true; data: I } | { success: false } };
  readonly example: string;
  readonly choice: ColumnChoice<R>;
  /** What is worked out from the record and costs nothing is added to its card. */
  readonly onCard?: (shown: Shown, row: R, time: SheetTime) => Shown;
  rowOf(desk: FormulaContext, id: I, names: readonly string[]): R | CellFailure;
}

/**
 * One row per id and one column per field; without a field, one id gives a card of two columns. What is wrong with one
 * id stands in its own row.
 */
export function recordFormula<I extends RequestId | TradeId, R extends object>(
  kind: RecordKind<I, R>,
  given: { id: unknown; field: unknown },
): Formula {
  const ids = idsArgument<I>(given.id, kind);
  const fields = fieldsArgument(given.field);
  if (!ids.ok) return cellFailure(ids.failure);
  if (!fields.ok) return cellFailure(fields.failure);
  const [only, ...others] = ids.value;
  if (only && others.length === 0 && !only.ok) return cellFailure(only.failure);
  const names = fields.value;
  if (names) return (desk) => inServiceTime(desk, (time) => rows(kind, ids.value, { desk, names, time }));
  if (others.length > 0 || !only?.ok) return cellFailure(NAMES_MISSING);
  const id = only.value;
  if (id === undefined) return () => [['']];
  return (desk) =>
    inServiceTime(desk, (time) => {
      const row = kind.rowOf(desk, id, []);
      if (row instanceof CellFailure) return row;
      const shown = card(kind.choice.staleOf?.(row) ?? kind.choice.rawOf(row), time);
      return kind.onCard?.(shown, row, time) ?? shown;
    });
}

const NAMES_MISSING = refused(
  'Field names are missing for several ids.',
  'Add for example "state", or a row of names.',
);

function rows<I, R extends object>(
  kind: RecordKind<I, R>,
  ids: readonly GivenId<I>[],
  { desk, names, time }: { desk: FormulaContext; names: readonly string[]; time: SheetTime },
): Cell[][] {
  const found = ids.map((id) =>
    !id.ok ? cellFailure(id.failure) : id.value === undefined ? undefined : kind.rowOf(desk, id.value, names),
  );
  const known = found.flatMap((row) => (row === undefined || row instanceof CellFailure ? [] : [row]));
  // Nothing to look for a name in, and a name that is not found costs a search for the nearest.
  if (known.length === 0)
    return found.map((row) => names.map((name) => (row instanceof CellFailure && name !== '' ? row : '')));
  const columns = names.map((name) => (name === '' ? undefined : columnOrRefusal(kind.choice, name, known)));
  return found.map((row) =>
    columns.map((column): Cell => {
      if (row === undefined || column === undefined) return '';
      if (row instanceof CellFailure) return row;
      return column instanceof CellFailure ? column : column.cell(row, time);
    }),
  );
}

/** The column of a name: empty where a record has none of a field that others have, refused where none has it. */
const columnOrRefusal = <R>(
  choice: ColumnChoice<R>,
  name: string,
  known: readonly R[],
): Column<R> | CellFailure =>
  columnNamed(choice, name, known) ?? cellFailure(unknownColumn(choice, name, known));

/** One field of a record that has no table of its own. */
export function fieldCell(
  raw: RawRecord | CellFailure,
  name: string,
  { known, time }: { known: KnownFields; time: SheetTime },
): Cell {
  if (raw instanceof CellFailure) return raw;
  const column = columnOrRefusal(recordsOf(known), name, [raw]);
  return column instanceof CellFailure ? column : column.cell(raw, time);
}

/** Records of which every column is a field. */
export const recordsOf = (known: KnownFields): ColumnChoice<RawRecord> => ({
  columns: [],
  known,
  rawOf: (raw) => raw,
});

/** Field names and their values, one below the other. */
export function card(raw: RawRecord | CellFailure, time: SheetTime): Shown {
  if (raw instanceof CellFailure) return raw;
  const rows = leaves(raw).map(([path, value]): Cell[] => [
    fieldInWords(path),
    cellOf(value, path.split('.').at(-1) ?? path, time),
  ]);
  if (rows.length <= ROWS_MAX) return rows;
  return [...rows.slice(0, ROWS_MAX), [more(rows.length - ROWS_MAX, 'name the fields you need.'), '']];
}

export const REQUEST_RECORD: RecordKind<RequestId, RequestRow> = {
  schema: RequestId,
  example: 'RQ-10293',
  choice: REQUEST_CHOICE,
  rowOf(desk, id, names) {
    const told = toldOf(desk, { kind: 'request', id });
    if (told instanceof CellFailure) return told;
    return { request: told.value, desk, stale: told.stale, names };
  },
};
