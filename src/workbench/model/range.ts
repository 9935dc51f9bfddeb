import { bounding, formatAddress, intersection } from '../grid/address';
import { isErrorText, type CellInput, type CellRead, type Rect, type Scalar } from '../grid/cell';
import { findRange, sheetName, type Book } from './book';
import { conditionalFormatsKind } from './conditional-format';
import { invalid, missing } from './failure';
import { formatKind } from './format';
import { Handle, type Args, type Kind, type Property } from './kind';

const WRONG_SIZE =
  "The number of rows or columns in the input array doesn't match the size or dimensions of the range.";

/** Spreads what was assigned over the range, as Excel does: one value for all, or a matrix of the same size. */
function spread(rect: Rect, value: unknown): unknown[][] {
  if (!Array.isArray(value)) {
    return Array.from({ length: rect.rows }, () => Array<unknown>(rect.cols).fill(value));
  }
  const rows: unknown[][] = value.filter(
    (row): row is unknown[] => Array.isArray(row) && row.length === rect.cols,
  );
  return rows.length === value.length && rows.length === rect.rows ? rows : invalid(WRONG_SIZE);
}

/** null leaves the cell alone; a leading apostrophe keeps text from being read as anything else. */
function cellInput(value: unknown): CellInput | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' && value.startsWith('=') && value.length > 1) return { formula: value };
  if (typeof value === 'string' && value.startsWith("'")) return { value: value.slice(1), isText: true };
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return { value };
  return invalid('A cell value is not a number, a text or a boolean.');
}

function valueType(value: Scalar): string {
  if (value === '' || value === null) return 'Empty';
  if (typeof value === 'number') return 'Double';
  if (typeof value === 'boolean') return 'Boolean';
  return isErrorText(value) ? 'Error' : 'String';
}

export function rangeKind(book: Book): Kind<Rect> {
  return {
    name: 'Range',
    rect: (rect) => rect,
    properties: { ...place(book), ...contents(book) },
    children: {
      Format: (rect) => Handle.of(formatKind(book), rect),
      Worksheet: (rect) => book.sheet(rect.sheet),
      DataValidation: (rect) => Handle.of(VALIDATION, rect),
      ConditionalFormats: (rect) => Handle.of(conditionalFormatsKind(book), rect),
    },
    methods: { ...parts(book), ...otherRanges(book), ...deeds(book) },
  };
}

function place({ grid }: Book): Record<string, Property<Rect>> {
  const address = (rect: Rect): string => formatAddress(rect, sheetName(grid, rect.sheet));
  return {
    Address: { get: address },
    AddressLocal: { get: address },
    RowIndex: { get: (rect) => rect.row },
    ColumnIndex: { get: (rect) => rect.col },
    RowCount: { get: (rect) => rect.rows },
    ColumnCount: { get: (rect) => rect.cols },
    CellCount: { get: (rect) => rect.rows * rect.cols },
  };
}

/** Contents as an add-in gives them: values, formulas, null for "leave as it is". */
export function writeContents(book: Book, rect: Rect, value: unknown): void {
  book.grid.cells.write(
    rect,
    spread(rect, value).map((row) => row.map(cellInput)),
  );
  book.wrote();
}

function contents(book: Book): Record<string, Property<Rect>> {
  const { cells, sheets } = book.grid;
  const each = (pick: (cell: CellRead) => unknown) => (rect: Rect) =>
    cells.read(rect).map((row) => row.map(pick));
  const write = (rect: Rect, value: unknown): void => writeContents(book, rect, value);
  const format = (rect: Rect, value: unknown): void => {
    cells.setFormats(
      rect,
      spread(rect, value).map((row) => row.map(String)),
    );
  };
  const formula = (cell: CellRead): Scalar => cell.formula || (cell.value ?? '');
  const spilled = (rect: Rect) =>
    cells.spills(rect.sheet).some((spill) => intersection(spill, rect) !== null);
  return {
    Values: { get: each((cell) => cell.value ?? ''), set: write },
    Formulas: { get: each(formula), set: write },
    FormulasLocal: { get: each(formula), set: write },
    Text: { get: each((cell) => cell.text) },
    NumberFormat: { get: each((cell) => cell.format), set: format },
    NumberFormatLocal: { get: each((cell) => cell.format), set: format },
    ValueTypes: { get: each((cell) => valueType(cell.value)) },
    HasSpill: { get: spilled },
    RowHidden: {
      get: ({ sheet, row, rows }) => alike(rows, (down) => sheets.isRowHidden(sheet, row + down)),
    },
    ColumnHidden: {
      get: ({ sheet, col, cols }) => alike(cols, (right) => sheets.isColumnHidden(sheet, col + right)),
      set: (rect, value) => sheets.hideColumns(rect, value === true),
    },
  };
}

/** null where some are hidden and others are not. */
function alike(count: number, isHidden: (at: number) => boolean): boolean | null {
  const hidden = Array.from({ length: count }, (_, at) => isHidden(at));
  const [first = false] = hidden;
  return hidden.every((one) => one === first) ? first : null;
}

type Method = (rect: Rect, args: Args) => unknown;

/** Ranges that lie in, or go out from, this one by counting. */
function parts(book: Book): Record<string, Method> {
  const at = (rect: Rect, change: Partial<Rect>): Handle => book.range({ ...rect, ...change });
  const size = (rect: Rect) => book.grid.sheets.size(rect.sheet);
  return {
    GetCell: (rect, args) =>
      at(rect, { row: rect.row + args.number(0), col: rect.col + args.number(1), rows: 1, cols: 1 }),
    GetRow: (rect, args) => at(rect, { row: rect.row + args.number(0), rows: 1 }),
    GetColumn: (rect, args) => at(rect, { col: rect.col + args.number(0), cols: 1 }),
    GetLastRow: (rect) => at(rect, { row: rect.row + rect.rows - 1, rows: 1 }),
    GetLastColumn: (rect) => at(rect, { col: rect.col + rect.cols - 1, cols: 1 }),
    GetLastCell: (rect) =>
      at(rect, { row: rect.row + rect.rows - 1, col: rect.col + rect.cols - 1, rows: 1, cols: 1 }),
    GetRowsBelow: (rect, args) => at(rect, { row: rect.row + rect.rows, rows: args.numberOr(0, 1) }),
    GetRowsAbove: (rect, args) =>
      at(rect, { row: rect.row - args.numberOr(0, 1), rows: args.numberOr(0, 1) }),
    GetColumnsAfter: (rect, args) => at(rect, { col: rect.col + rect.cols, cols: args.numberOr(0, 1) }),
    GetColumnsBefore: (rect, args) =>
      at(rect, { col: rect.col - args.numberOr(0, 1), cols: args.numberOr(0, 1) }),
    GetResizedRange: (rect, args) =>
      at(rect, { rows: rect.rows + args.number(0), cols: rect.cols + args.number(1) }),
    GetAbsoluteResizedRange: (rect, args) => at(rect, { rows: args.number(0), cols: args.number(1) }),
    GetOffsetRange: (rect, args) =>
      at(rect, { row: rect.row + args.number(0), col: rect.col + args.number(1) }),
    GetEntireColumn: (rect) => at(rect, { row: 0, rows: size(rect).rows }),
    GetEntireRow: (rect) => at(rect, { col: 0, cols: size(rect).cols }),
  };
}

/** Ranges that depend on what is in the sheet, or on another range. */
function otherRanges(book: Book): Record<string, Method> {
  const { cells } = book.grid;
  const maybe = (rect: Rect | null): Handle | null => rect && book.range(rect);
  const other = (rect: Rect, args: Args): Rect =>
    args.range(0, (text) => findRange(book.grid, text, rect.sheet));
  const used = (rect: Rect): Rect | null => {
    const all = cells.used(rect.sheet);
    return all && intersection(rect, all);
  };
  const spill = (rect: Rect): Rect | null =>
    cells.spills(rect.sheet).find(({ row, col }) => row === rect.row && col === rect.col) ?? null;
  /** The cell whose formula fills this one; its own when it is that cell. None for several cells. */
  const anchor = (rect: Rect): Rect | null => {
    if (rect.rows > 1 || rect.cols > 1) return null;
    const around = cells.spills(rect.sheet).find((one) => intersection(one, rect) !== null);
    return around ? { ...around, rows: 1, cols: 1 } : null;
  };
  return {
    GetUsedRange: (rect) => book.range(used(rect) ?? { ...rect, rows: 1, cols: 1 }),
    GetUsedRangeOrNullObject: (rect) => maybe(used(rect)),
    GetBoundingRect: (rect, args) => book.range(bounding(rect, other(rect, args))),
    GetIntersection: (rect, args) =>
      book.range(intersection(rect, other(rect, args)) ?? missing('intersection')),
    GetIntersectionOrNullObject: (rect, args) => maybe(intersection(rect, other(rect, args))),
    /** Cells with a formula that show an error, which is all that it knows to tell apart. */
    GetSpecialCellsOrNullObject: (rect, args) => {
      if (args.textOr(0, '') !== 'Formulas' || args.textOr(1, '') !== 'Errors')
        return book.notImplemented(`Range.getSpecialCells("${args.textOr(0, '')}")`);
      const within = used(rect);
      const wrong = within
        ? cells
            .read(within)
            .flatMap((row, down) =>
              row.flatMap((cell, right) =>
                cell.formula && isErrorText(cell.value)
                  ? [{ sheet: rect.sheet, row: within.row + down, col: within.col + right, rows: 1, cols: 1 }]
                  : [],
              ),
            )
        : [];
      return wrong.length > 0 ? book.areas(wrong) : null;
    },
    GetSpillingToRange: (rect) => book.range(spill(rect) ?? missing('spill')),
    GetSpillingToRangeOrNullObject: (rect) => maybe(spill(rect)),
    GetSpillParent: (rect) => book.range(anchor(rect) ?? missing('spill')),
    GetSpillParentOrNullObject: (rect) => maybe(anchor(rect)),
  };
}

const CLEARED: Readonly<Record<string, 'all' | 'contents' | 'formats'>> = {
  all: 'all',
  contents: 'contents',
  formats: 'formats',
};

function deeds(book: Book): Record<string, Method> {
  const { cells, selection } = book.grid;
  return {
    Clear: (rect, args) => {
      const what = args.textOr(0, 'All').toLowerCase();
      cells.clear(rect, CLEARED[what] ?? book.notImplemented(`Range.clear("${what}")`));
      book.wrote();
    },
    Calculate: (rect) => {
      const formulas = cells
        .read(rect)
        .flatMap((row, down) =>
          row.flatMap((cell, right) =>
            cell.formula ? [{ sheet: rect.sheet, row: rect.row + down, col: rect.col + right }] : [],
          ),
        );
      if (formulas.length > 0) book.grid.calculation.recalculate(formulas);
    },
    Select: (rect) => selection.select(rect),
    /** Sent by the library ahead of a big write that it cuts into pieces. */
    _ValidateArraySize: (rect, args) => {
      if (args.number(0) !== rect.rows || args.number(1) !== rect.cols) invalid(WRONG_SIZE, 'Range.values');
    },
  };
}

/**
 * What may be typed into cells. The grid has no such rules: what Excel would enforce is taken and not enforced, and what is
 * read is what cells without rules have.
 */
const VALIDATION: Kind<Rect> = {
  name: 'DataValidation',
  properties: {
    Type: { get: () => 'None' },
    Rule: taken(() => ({})),
    ErrorAlert: taken(() => ({ message: '', showAlert: true, style: 'Stop', title: '' })),
    Prompt: taken(() => ({ message: '', showPrompt: true, title: '' })),
    IgnoreBlanks: taken(() => true),
    Valid: { get: () => true },
  },
  methods: { Clear: () => undefined },
};

function taken(get: () => unknown): Property<Rect> {
  return { get, set: () => undefined };
}
