import type { Rect } from '../grid/cell';
import { invalid, missing } from '../wire/failure';
import { areasKind } from './areas';
import type { Book } from './book';
import { Handle, type Kind } from './kind';
import { namesKind } from './names';
import { rangeKind } from './range';
import { functionsKind, services } from './services';
import { settingsKind } from './settings';
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

function inside({ grid }: Book, rect: Rect): Rect {
  const { rows, cols } = grid.sheets.size(rect.sheet);
  const starts = rect.row >= 0 && rect.col >= 0 && rect.rows >= 1 && rect.cols >= 1;
  const ends = rect.row + rect.rows <= rows && rect.col + rect.cols <= cols;
  if (!starts || !ends) invalid('The range is outside of the sheet.', 'Range');
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
  return {
    name: 'Application',
    properties: {
      CalculationMode: { get: () => 'Automatic', set: () => undefined },
      CalculationState: { get: () => (book.grid.calculation.running() ? 'Calculating' : 'Done') },
      DecimalSeparator: { get: () => '.' },
      ThousandsSeparator: { get: () => ',' },
      UseSystemSeparators: { get: () => true },
    },
    children: { CultureInfo: () => Handle.of(CULTURE, null) },
    methods: {
      Calculate: (_, args) => {
        if (args.text(0).toLowerCase().startsWith('full')) book.recalculateAll();
      },
      SuspendApiCalculationUntilNextSync: () => undefined,
      SuspendScreenUpdatingUntilNextSync: () => undefined,
    },
  };
}
