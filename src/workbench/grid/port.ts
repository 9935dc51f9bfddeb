import type { Size } from './address';
import type { Argument, Cell, CellInput, CellRead, Rect, Result } from './cell';

/** What the host needs of a spreadsheet. The Univer files fulfil it in the page, the memory grid in the tests. */
export interface Grid {
  readonly sheets: Sheets;
  readonly cells: Cells;
  readonly selection: Selection;
  readonly tables: Tables;
  readonly names: Names;
  readonly calculation: Calculation;
  readonly conditions: Conditions;
}

export interface SheetInfo {
  id: string;
  name: string;
}
export interface Sheets {
  all(): SheetInfo[];
  active(): string;
  activate(id: string): void;
  onActivate(act: (id: string) => void): void;
  /** The new sheet's id. */
  add(name?: string): string;
  remove(id: string): void;
  rename(id: string, name: string): void;
  /** So many rows and columns stay in sight; 0 and 0 let go. */
  freeze(id: string, rows: number, cols: number): void;
  setTabColor(id: string, color: string): void;
  showGridlines(id: string, shown: boolean): void;
  size(id: string): Size;
  /** Never smaller than it is. */
  resize(id: string, size: Size): void;
  /** Whether a row is hidden, by a person or by a filter. */
  isRowHidden(id: string, row: number): boolean;
  hideColumns(rect: Rect, hidden: boolean): void;
  isColumnHidden(id: string, col: number): boolean;
}

export interface Style {
  fill?: string | null;
  color?: string | null;
  bold?: boolean;
  italic?: boolean;
  underline?: boolean;
  size?: number;
  wrap?: boolean;
  align?: string;
  verticalAlign?: string;
}
/** How the cells of a range look while a formula about the first of them is true; what is left out stays as it is. */
export interface Condition {
  formula: string;
  fill?: string;
  color?: string;
  bold?: boolean;
  italic?: boolean;
  /** Colours of bars from the middle of each cell, by how large its number is; they need no formula. */
  above?: string;
  below?: string;
}
/** A condition that is made part by part. */
export interface ConditionalLook {
  change(part: Partial<Condition>): void;
}
export interface Conditions {
  /** Before all that were added earlier. */
  add(rect: Rect): ConditionalLook;
  /** Takes away those whose cells are all in the rectangle. */
  clear(rect: Rect): void;
}
export interface Cells {
  read(rect: Rect): CellRead[][];
  hasFormula(cell: Cell): boolean;
  /** null leaves a cell as it is. */
  write(rect: Rect, cells: (CellInput | null)[][]): void;
  setFormats(rect: Rect, formats: string[][]): void;
  setStyle(rect: Rect, style: Style): void;
  style(cell: Cell): Style;
  clear(rect: Rect, what: 'all' | 'contents' | 'formats'): void;
  fitColumns(rect: Rect): void;
  setColumnWidth(rect: Rect, widthPx: number): void;
  columnWidth(rect: Rect): number;
  setRowHeight(rect: Rect, heightPx: number): void;
  /** What holds anything, spilled cells included. */
  used(sheet: string): Rect | null;
  /** Every spill of the sheet; the first cell is its formula's. */
  spills(sheet: string): Rect[];
  /**
   * An `edit` changed contents; after a `structure` change rows, columns or sheets are elsewhere, and `shift` says how
   * where Excel has a word for it.
   */
  onEdit(act: (rect: Rect, kind: 'edit' | 'structure', shift?: Shift) => void): void;
}

/** What was put in or taken out at the rectangle, in Excel's words. */
export type Shift =
  'RowInserted' | 'RowDeleted' | 'ColumnInserted' | 'ColumnDeleted' | 'CellInserted' | 'CellDeleted';

export interface Selection {
  current(): Rect;
  /** All that is selected, the current one among it. */
  areas(): Rect[];
  select(rect: Rect): void;
  onChange(act: (rect: Rect) => void): void;
}

export interface TableInfo {
  id: string;
  name: string;
  rect: Rect;
}
export interface Tables {
  all(): TableInfo[];
  add(rect: Rect, name: string): TableInfo;
  rename(id: string, name: string): void;
  resize(id: string, rect: Rect): void;
  remove(id: string): void;
}

export interface NameInfo {
  name: string;
  formula: string;
  /** null: the name is known in the whole workbook. */
  sheet: string | null;
}
export interface Names {
  all(): NameInfo[];
  add(name: NameInfo): void;
  remove(name: string): void;
}

export interface FunctionSpec {
  name: string;
  description: string;
  parameters: { name: string; description: string; optional: boolean; repeating: boolean }[];
  /** The engine has to say where each argument came from. */
  wantsAddresses: boolean;
}
export interface GridFunction {
  spec: FunctionSpec;
  /** Synchronous: answers from what is known, and gives #BUSY! for what is not. */
  evaluate(cell: Cell, args: Argument[]): Result;
}
export interface Calculation {
  register(functions: GridFunction[]): void;
  /** Evaluates these cells and what depends on them again. */
  recalculate(cells: Cell[]): void;
  recalculateAll(): void;
  running(): boolean;
  /** After each calculation, with the formula cells it evaluated; not `complete` when a person stopped it. */
  onCalculated(act: (cells: Cell[], complete: boolean) => void): void;
  /** Asked when somebody points at an error cell. */
  explainErrors(explain: (cell: Cell) => { title: string; message: string } | null): void;
}
