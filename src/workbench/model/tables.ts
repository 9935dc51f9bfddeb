import { intersection } from '../grid/address';
import type { Rect } from '../grid/cell';
import type { TableInfo } from '../grid/port';
import { invalid, missing } from './failure';
import { type Book, findRange } from './book';
import { type Args, Handle, type Kind } from './kind';
import { writeContents } from './range';

/** A table as the page holds it: the grid's own, asked for anew each time, because it grows and is renamed. */
type TableId = string;

function tablesOf(book: Book, sheet: string | null): TableInfo[] {
  return book.grid.tables.all().filter((table) => sheet === null || table.rect.sheet === sheet);
}

function findTable(book: Book, sheet: string | null, key: string): TableInfo | null {
  const wanted = key.toLowerCase();
  const all = tablesOf(book, sheet);
  return all.find(({ id, name }) => id === key || name.toLowerCase() === wanted) ?? null;
}

export function tablesKind(book: Book): Kind<string | null> {
  const found = (sheet: string | null, key: string): Handle =>
    book.table(findTable(book, sheet, key) ?? missing(`table ${key}`));
  return {
    name: 'TableCollection',
    items: (sheet) => tablesOf(book, sheet).map((table) => book.table(table)),
    item: found,
    methods: {
      Add: (sheet, args) => book.table(addTable(book, sheet ?? book.grid.sheets.active(), args)),
      GetItem: (sheet, args) => found(sheet, args.text(0)),
      GetItemOrNullObject: (sheet, args) => {
        const table = findTable(book, sheet, args.text(0));
        return table && book.table(table);
      },
      GetCount: (sheet) => tablesOf(book, sheet).length,
    },
  };
}

function addTable(book: Book, sheet: string, args: Args): TableInfo {
  const rect = args.range(0, (text) => findRange(book.grid, text, sheet));
  if (args.at(1) !== true) book.notImplemented('tables without headers');
  const all = book.grid.tables.all();
  if (all.some((table) => intersection(table.rect, rect) !== null)) {
    invalid("A table can't overlap another table.", 'TableCollection.add');
  }
  const names = new Set(all.map(({ name }) => name));
  let number = all.length + 1;
  while (names.has(`Table${number}`)) number++;
  return book.grid.tables.add(rect, `Table${number}`);
}

export function tableKind(book: Book): Kind<TableId> {
  const { tables } = book.grid;
  const info = (id: TableId): TableInfo => findTable(book, null, id) ?? missing(`table ${id}`);
  const name = (value: unknown): string =>
    typeof value === 'string' && value !== '' ? value : invalid('A name is a text.');
  return {
    name: 'Table',
    identity: (id) => ({ Id: id }),
    properties: {
      Id: { get: (id) => id },
      Name: { get: (id) => info(id).name, set: (id, value) => tables.rename(id, name(value)) },
      // The grid draws tables in one way; what Excel would draw is taken and not shown.
      Style: { get: () => '', set: () => undefined },
      ShowHeaders: { get: () => true },
      ShowTotals: { get: () => false },
      ShowBandedRows: { get: () => true, set: () => undefined },
      ShowFilterButton: { get: () => true, set: () => undefined },
    },
    children: {
      Worksheet: (id) => book.sheet(info(id).rect.sheet),
      Rows: (id) => Handle.of(rowsKind(book, info), id),
      Columns: (id) => Handle.of(columnsKind(book, info), id),
    },
    methods: {
      GetRange: (id) => book.range(info(id).rect),
      GetHeaderRowRange: (id) => book.range({ ...info(id).rect, rows: 1 }),
      GetDataBodyRange: (id) => book.range(bodyOf(info(id).rect)),
      Resize: (id, args) =>
        tables.resize(
          id,
          args.range(0, (text) => findRange(book.grid, text, info(id).rect.sheet)),
        ),
      Delete: (id) => {
        book.grid.cells.clear(info(id).rect, 'all');
        tables.remove(id);
      },
      ConvertToRange: (id) => {
        const { rect } = info(id);
        tables.remove(id);
        return book.range(rect);
      },
    },
  };
}

const bodyOf = (rect: Rect): Rect => ({ ...rect, row: rect.row + 1, rows: rect.rows - 1 });

function rowsKind(book: Book, info: (id: TableId) => TableInfo): Kind<TableId> {
  const body = (id: TableId): Rect => bodyOf(info(id).rect);
  return {
    name: 'TableRowCollection',
    properties: { Count: { get: (id) => body(id).rows } },
    methods: {
      GetCount: (id) => body(id).rows,
      Add: (id, args) => {
        if (args.at(0) !== null && args.at(0) !== undefined) book.notImplemented('table rows in between');
        return appendRows(book, info(id), args.at(1));
      },
    },
  };
}

function appendRows(book: Book, { id, rect }: TableInfo, values: unknown): Handle {
  const rows = Array.isArray(values) && Array.isArray(values[0]) ? values.length : 1;
  const below = { ...rect, row: rect.row + rect.rows, rows };
  const content = Array.isArray(values) && !Array.isArray(values[0]) ? [values] : (values ?? '');
  writeContents(book, below, content);
  book.grid.tables.resize(id, { ...rect, rows: rect.rows + rows });
  return Handle.of({ name: 'TableRow', methods: { GetRange: () => book.range(below) } }, null);
}

function columnsKind(book: Book, info: (id: TableId) => TableInfo): Kind<TableId> {
  const headers = (id: TableId): string[] =>
    (book.grid.cells.read({ ...info(id).rect, rows: 1 })[0] ?? []).map(({ value }) => String(value));
  const column = (id: TableId, key: string): Handle | null => {
    const byName = headers(id).findIndex((header) => header.toLowerCase() === key.toLowerCase());
    const index = byName >= 0 ? byName : Number(key) - 1;
    return headers(id)[index] === undefined ? null : Handle.of(columnKind(book, info), { id, index });
  };
  return {
    name: 'TableColumnCollection',
    items: (id) => headers(id).map((_, index) => Handle.of(columnKind(book, info), { id, index })),
    item: (id, key) => column(id, key) ?? missing(`column ${key}`),
    methods: {
      GetItem: (id, args) => column(id, args.text(0)) ?? missing(`column ${args.text(0)}`),
      GetItemOrNullObject: (id, args) => column(id, args.text(0)),
      GetCount: (id) => info(id).rect.cols,
    },
  };
}

function columnKind(book: Book, info: (id: TableId) => TableInfo): Kind<{ id: TableId; index: number }> {
  const whole = (at: { id: TableId; index: number }): Rect => {
    const { rect } = info(at.id);
    return { ...rect, col: rect.col + at.index, cols: 1 };
  };
  const header = (at: { id: TableId; index: number }): Rect => ({ ...whole(at), rows: 1 });
  return {
    name: 'TableColumn',
    identity: ({ index }) => ({ Id: index + 1 }),
    properties: {
      Id: { get: ({ index }) => index + 1 },
      Index: { get: ({ index }) => index },
      Name: { get: (at) => String(book.grid.cells.read(header(at))[0]?.[0]?.value ?? '') },
    },
    methods: {
      GetRange: (at) => book.range(whole(at)),
      GetHeaderRowRange: (at) => book.range(header(at)),
      GetDataBodyRange: (at) => book.range(bodyOf(whole(at))),
    },
  };
}
