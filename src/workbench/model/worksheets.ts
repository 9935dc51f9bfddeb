import { invalid, missing, WireFailure } from './failure';
import { type Book, findRange, findSheet, sheetName } from './book';
import { type Args, Handle, type Kind, type Property } from './kind';

export function worksheetsKind(book: Book): Kind<null> {
  const { sheets } = book.grid;
  const found = (key: string): Handle => book.sheet(findSheet(book.grid, key) ?? missing(`worksheet ${key}`));
  const nth = (index: number): Handle => book.sheet(sheets.all().at(index)?.id ?? missing('worksheet'));
  return {
    name: 'WorksheetCollection',
    items: () => sheets.all().map(({ id }) => book.sheet(id)),
    item: (_, key) => found(key),
    methods: {
      GetActiveWorksheet: () => book.sheet(sheets.active()),
      GetFirst: () => nth(0),
      GetLast: () => nth(-1),
      GetItem: (_, args) => found(args.text(0)),
      GetItemOrNullObject: (_, args) => {
        const id = findSheet(book.grid, args.text(0));
        return id === null ? null : book.sheet(id);
      },
      GetCount: () => sheets.all().length,
      Add: (_, args) => book.sheet(addSheet(book, args.textOr(0, undefined))),
    },
  };
}

function addSheet(book: Book, name: string | undefined): string {
  if (name !== undefined && findSheet(book.grid, name) !== null) {
    throw new WireFailure(
      'ItemAlreadyExists',
      `A worksheet named ${name} exists.`,
      'WorksheetCollection.add',
    );
  }
  return book.grid.sheets.add(name);
}

export function worksheetKind(book: Book): Kind<string> {
  return {
    name: 'Worksheet',
    identity: (id) => ({ Id: id }),
    properties: sheetProperties(book),
    children: {
      Tables: (id) => book.tables(id),
      Names: (id) => book.names(id),
      FreezePanes: (id) => Handle.of(freezeKind(book), id),
      Protection: (id) => Handle.of(UNPROTECTED, id),
      PageLayout: (id) => Handle.of(PAGE_LAYOUT, id),
    },
    methods: { ...sheetRanges(book), ...sheetDeeds(book) },
  };
}

const UNPROTECTED: Kind<string> = {
  name: 'WorksheetProtection',
  properties: { Protected: { get: () => false } },
};

const taken: Property<string> = { set: () => undefined };
/** What is said of pages is taken: nothing is printed here. */
const PAGE_LAYOUT: Kind<string> = {
  name: 'PageLayout',
  properties: { Orientation: taken, Zoom: taken },
  methods: { SetPrintTitleRows: () => undefined },
};

function sheetProperties({ grid }: Book): Record<string, Property<string>> {
  const named = (value: unknown): string =>
    typeof value === 'string' && value !== '' ? value : invalid('A name is a text.');
  return {
    Id: { get: (id) => id },
    Name: { get: (id) => sheetName(grid, id), set: (id, value) => grid.sheets.rename(id, named(value)) },
    Position: { get: (id) => grid.sheets.all().findIndex((sheet) => sheet.id === id) },
    Visibility: { get: () => 'Visible' },
    TabColor: { set: (id, value) => grid.sheets.setTabColor(id, named(value)) },
    ShowGridlines: { set: (id, value) => grid.sheets.showGridlines(id, value === true) },
  };
}

function sheetRanges(book: Book): Record<string, (id: string, args: Args) => unknown> {
  const { sheets, cells } = book.grid;
  const whole = (sheet: string): Handle => book.range({ sheet, row: 0, col: 0, ...sheets.size(sheet) });
  const one = { row: 0, col: 0, rows: 1, cols: 1 };
  return {
    GetRange: (sheet, args) => {
      const address = args.textOr(0, null);
      return address === null ? whole(sheet) : book.range(findRange(book.grid, address, sheet));
    },
    GetRangeByIndexes: (sheet, args) =>
      book.range({
        sheet,
        row: args.number(0),
        col: args.number(1),
        rows: args.number(2),
        cols: args.number(3),
      }),
    GetCell: (sheet, args) => book.range({ sheet, ...one, row: args.number(0), col: args.number(1) }),
    GetUsedRange: (sheet) => book.range(cells.used(sheet) ?? { sheet, ...one }),
    GetUsedRangeOrNullObject: (sheet) => {
      const used = cells.used(sheet);
      return used && book.range(used);
    },
  };
}

function sheetDeeds(book: Book): Record<string, (id: string, args: Args) => unknown> {
  const { sheets } = book.grid;
  return {
    Activate: (id) => sheets.activate(id),
    Delete: (id) => sheets.remove(id),
    Calculate: () => book.recalculateAll(),
  };
}

function freezeKind(book: Book): Kind<string> {
  const { sheets } = book.grid;
  return {
    name: 'WorksheetFreezePanes',
    methods: {
      FreezeRows: (id, args) => sheets.freeze(id, args.numberOr(0, 1), 0),
      FreezeColumns: (id, args) => sheets.freeze(id, 0, args.numberOr(0, 1)),
      FreezeAt: (id, args) => {
        const { row, col, rows, cols } = args.range(0, (text) => findRange(book.grid, text, id));
        sheets.freeze(id, row + rows, col + cols);
      },
      Unfreeze: (id) => sheets.freeze(id, 0, 0),
    },
  };
}
