import { formatAbsolute, formatAddress } from '../grid/address';
import type { Rect } from '../grid/cell';
import type { NameInfo } from '../grid/port';
import { findNamed, sheetName, type Book } from './book';
import { invalid, missing } from './failure';
import { Handle, type Args, type Kind } from './kind';
import { rangeKind } from './range';
import { functionsKind, services } from './services';
import { tableKind, tablesKind } from './tables';
import { worksheetKind, worksheetsKind } from './worksheets';

type Makers = 'range' | 'areas' | 'sheet' | 'table' | 'tables' | 'names';

/** Excel's object model over a grid: where every request starts, and the services beside it. */
export interface Model {
  readonly book: Book;
  readonly root: Handle;
  service(name: string): Handle | null;
}

export function createModel(parts: Omit<Book, Makers>): Model {
  const book: Book = {
    ...parts,
    range: (rect) => Handle.of(kinds.range, inside(book, rect)),
    areas: (rects) => Handle.of(kinds.areas, rects),
    sheet: (id) => Handle.of(kinds.sheet, id),
    table: ({ id }) => Handle.of(kinds.table, id),
    tables: (sheet) => Handle.of(kinds.tables, sheet),
    names: (sheet) => Handle.of(kinds.names, sheet),
  };
  const kinds = {
    range: rangeKind(book),
    areas: areasKind(book),
    sheet: worksheetKind(book),
    table: tableKind(book),
    tables: tablesKind(book),
    names: namesKind(book),
  };
  const known = services(book);
  const service = (name: string): Handle | null => {
    const kind = known[name];
    return kind ? Handle.of(kind, null) : null;
  };
  return { book, root: Handle.of(workbookKind(book), null), service };
}

/** Of every sheet in Excel. */
const EXCEL_SIZE = { rows: 1_048_576, cols: 16_384 };

/** What a person may type beside what made a sheet grow. */
const ROOM = { rows: 200, cols: 20 };

/** The grid's sheets are smaller than Excel's: one grows as soon as a range beyond its edge is asked for. */
function inside({ grid }: Book, rect: Rect): Rect {
  const wanted = { rows: rect.row + rect.rows, cols: rect.col + rect.cols };
  const starts = rect.row >= 0 && rect.col >= 0 && rect.rows >= 1 && rect.cols >= 1;
  const ends = wanted.rows <= EXCEL_SIZE.rows && wanted.cols <= EXCEL_SIZE.cols;
  if (!starts || !ends) invalid('The range is outside of the sheet.', 'Range');
  const size = grid.sheets.size(rect.sheet);
  const grown = (side: 'rows' | 'cols'): number =>
    wanted[side] <= size[side] ? size[side] : Math.min(wanted[side] + ROOM[side], EXCEL_SIZE[side]);
  if (wanted.rows > size.rows || wanted.cols > size.cols) {
    grid.sheets.resize(rect.sheet, { rows: grown('rows'), cols: grown('cols') });
  }
  return rect;
}

function workbookKind(book: Book): Kind<null> {
  const { selection } = book.grid;
  const { references } = book;
  return {
    name: 'Workbook',
    properties: { Name: { get: () => 'Book1' } },
    children: {
      Application: () => Handle.of(applicationKind(book), null),
      Worksheets: () => Handle.of(worksheetsKind(book), null),
      Tables: () => book.tables(null),
      Names: () => book.names(null),
      Settings: () => Handle.of(settingsKind(book), null),
      CustomFunctions: () => Handle.of(functionsKind(book), null),
    },
    methods: {
      GetSelectedRange: () => book.range(selection.current()),
      GetSelectedRanges: () => book.areas(selection.areas()),
      GetActiveCell: () => book.range({ ...selection.current(), rows: 1, cols: 1 }),
      _GetRangeForEventByReferenceId: (_, args) => references.find(args.text(0)) ?? missing(args.text(0)),
      _GetRangeOrNullObjectForEventByReferenceId: (_, args) => references.find(args.text(0)),
      _RemoveReference: (_, args) => references.drop(args.text(0)),
      _RemoveAllReferences: () => references.dropAll(),
      _GetReferenceCount: () => references.count(),
    },
  };
}

/** Dates are typed as in the United States. */
const DATES: Kind<null> = {
  name: 'DatetimeFormatInfo',
  properties: { ShortDatePattern: { get: () => 'M/d/yyyy' }, DateSeparator: { get: () => '/' } },
};
const CULTURE: Kind<null> = {
  name: 'CultureInfo',
  properties: { Name: { get: () => 'en-US' } },
  children: { DatetimeFormat: () => Handle.of(DATES, null) },
};

function applicationKind(book: Book): Kind<null> {
  const { calculation } = book;
  return {
    name: 'Application',
    properties: {
      CalculationMode: {
        get: () => calculation.mode,
        set: (_, value) => {
          calculation.mode = String(value);
        },
      },
      CalculationState: { get: () => (book.grid.calculation.running() ? 'Calculating' : 'Done') },
      DecimalSeparator: { get: () => '.' },
      ThousandsSeparator: { get: () => ',' },
      UseSystemSeparators: { get: () => true },
    },
    children: { CultureInfo: () => Handle.of(CULTURE, null) },
    methods: {
      Calculate: (_, args) => {
        if (args.text(0).toLowerCase().startsWith('full')) book.recalculateAll();
        else book.calculate();
      },
      SuspendApiCalculationUntilNextSync: () => undefined,
      SuspendScreenUpdatingUntilNextSync: () => undefined,
    },
  };
}

/** Kept as long as the page is open, and in a file that is saved. */
function settingsKind(book: Book): Kind<null> {
  const { settings } = book;
  const setting = (key: string): Handle => Handle.of(settingKind(book), key);
  const found = (key: string): Handle => setting(settings.has(key) ? key : missing(`setting ${key}`));
  return {
    name: 'SettingCollection',
    items: () => [...settings.keys()].map(setting),
    item: (_, key) => found(key),
    methods: {
      Add: (_, args) => {
        settings.set(args.text(0), args.at(1));
        return setting(args.text(0));
      },
      GetItem: (_, args) => found(args.text(0)),
      GetItemOrNullObject: (_, args) => (settings.has(args.text(0)) ? setting(args.text(0)) : null),
      GetCount: () => settings.size,
    },
  };
}

function settingKind({ settings }: Book): Kind<string> {
  return {
    name: 'Setting',
    identity: (key) => ({ _Id: key }),
    properties: {
      Key: { get: (key) => key },
      Value: { get: (key) => settings.get(key), set: (key, value) => void settings.set(key, value) },
    },
    methods: { Delete: (key) => void settings.delete(key) },
  };
}

/** Several ranges of one sheet, as a person selects them with Ctrl. */
function areasKind(book: Book): Kind<readonly Rect[]> {
  const address = (rects: readonly Rect[]): string =>
    rects.map((rect) => formatAddress(rect, sheetName(book.grid, rect.sheet))).join(',');
  return {
    name: 'RangeAreas',
    properties: {
      Address: { get: address },
      AddressLocal: { get: address },
      AreaCount: { get: (rects) => rects.length },
      CellCount: { get: (rects) => rects.reduce((sum, { rows, cols }) => sum + rows * cols, 0) },
    },
    children: {
      Areas: (rects) => Handle.of(rangesKind(book), rects),
      Worksheet: ([first]) => book.sheet(first?.sheet ?? missing('worksheet')),
    },
  };
}

function rangesKind(book: Book): Kind<readonly Rect[]> {
  return {
    name: 'RangeCollection',
    items: (rects) => rects.map((rect) => book.range(rect)),
    methods: {
      GetCount: (rects) => rects.length,
      GetItemAt: (rects, args) => book.range(rects[args.number(0)] ?? missing('range')),
    },
  };
}

function findName(book: Book, name: string): NameInfo | null {
  const wanted = name.toLowerCase();
  return book.grid.names.all().find((known) => known.name.toLowerCase() === wanted) ?? null;
}

function namesKind(book: Book): Kind<string | null> {
  const kind = nameKind(book);
  const found = (key: string): Handle => Handle.of(kind, findName(book, key)?.name ?? missing(`name ${key}`));
  return {
    name: 'NamedItemCollection',
    items: () => book.grid.names.all().map(({ name }) => Handle.of(kind, name)),
    item: (_, key) => found(key),
    methods: {
      Add: (sheet, args) => Handle.of(kind, addName(book, sheet, args)),
      GetItem: (_, args) => found(args.text(0)),
      GetItemOrNullObject: (_, args) => {
        const known = findName(book, args.text(0));
        return known && Handle.of(kind, known.name);
      },
      GetCount: () => book.grid.names.all().length,
    },
  };
}

function addName(book: Book, sheet: string | null, args: Args): string {
  const name = args.text(0);
  const given = args.at(1);
  const rect = given instanceof Handle ? given.rect : null;
  const formula = rect ? formatAbsolute(rect, sheetName(book.grid, rect.sheet)) : args.text(1);
  book.grid.names.add({ name, formula, sheet });
  return name;
}

function nameKind(book: Book): Kind<string> {
  const info = (name: string): NameInfo => findName(book, name) ?? missing(`name ${name}`);
  return {
    name: 'NamedItem',
    identity: (name) => ({ _Id: name }),
    properties: {
      Name: { get: (name) => name },
      Formula: { get: (name) => `=${info(name).formula.replace(/^=/, '')}` },
      Value: { get: (name) => info(name).formula },
      Type: { get: () => 'Range' },
      Scope: { get: (name) => (info(name).sheet === null ? 'Workbook' : 'Worksheet') },
    },
    methods: {
      GetRange: (name) => book.range(findNamed(book.grid, name) ?? missing(`the range of ${name}`)),
      GetRangeOrNullObject: (name) => {
        const rect = findNamed(book.grid, name);
        return rect && book.range(rect);
      },
      Delete: (name) => book.grid.names.remove(name),
    },
  };
}
