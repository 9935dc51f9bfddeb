import { parseAddress, type Size } from '../grid/address';
import type { Rect } from '../grid/cell';
import type { Grid, TableInfo } from '../grid/port';
import { missing } from './failure';
import type { Handle } from './kind';

/** Objects the page holds on to between requests, by the id that it knows them by. */
export interface References {
  keep(handle: Handle): string;
  find(id: string): Handle | null;
  drop(id: string): void;
  dropAll(): void;
  count(): number;
}

/** The part of the shared runtime that an add-in can ask for and change. */
interface Runtime {
  startState: string;
  /** The page hears presses and keys. */
  actionsReady(): void;
  visible(): boolean;
  /** Resolves when it is so. */
  show(visible: boolean): void | Promise<void>;
}

/** The results of custom functions, as the add-in's page hands them in. */
interface FunctionsPort {
  announced(): void;
  features(): readonly number[];
  results(rows: unknown): void;
}

/** What every kind is built over. The makers let kinds refer to one another without importing one another. */
export interface Book {
  readonly grid: Grid;
  readonly references: References;
  readonly settings: Map<string, unknown>;
  /** `Manual`: functions are shown once, and then when a calculation is asked for. */
  readonly calculation: { mode: string };
  readonly runtime: Runtime;
  readonly functions: FunctionsPort;
  /** Contents were written: what is read next waits for the calculation. */
  wrote(): void;
  /** As F9 does. */
  calculate(): void;
  recalculateAll(): void;
  /** Says that something is not there, in `workbench.unknown()` too. */
  notImplemented(what: string): never;
  range(rect: Rect): Handle;
  /** Several ranges of one sheet as one. */
  areas(rects: readonly Rect[]): Handle;
  sheet(id: string): Handle;
  table(info: TableInfo): Handle;
  tables(sheet: string | null): Handle;
  names(sheet: string | null): Handle;
}

export function findSheet(grid: Grid, key: string): string | null {
  const wanted = key.toLowerCase();
  const found = grid.sheets.all().find(({ id, name }) => id === key || name.toLowerCase() === wanted);
  return found?.id ?? null;
}

export function sheetName(grid: Grid, id: string): string {
  return grid.sheets.all().find((sheet) => sheet.id === id)?.name ?? missing(`worksheet ${id}`);
}

/** An address in a sheet, another sheet's, a name or a table; an `ItemNotFound` failure when it is none. */
export function findRange(grid: Grid, text: string, sheet: string): Rect {
  return addressed(grid, text, sheet) ?? findNamed(grid, text) ?? missing(text);
}

export function findNamed(grid: Grid, name: string): Rect | null {
  const wanted = name.toLowerCase();
  const table = grid.tables.all().find((candidate) => candidate.name.toLowerCase() === wanted);
  if (table) return table.rect;
  const known = grid.names.all().find((candidate) => candidate.name.toLowerCase() === wanted);
  return known ? addressed(grid, known.formula.replace(/^=/, ''), grid.sheets.active()) : null;
}

function addressed(grid: Grid, text: string, sheet: string): Rect | null {
  const size: Size = grid.sheets.size(sheet);
  const place = parseAddress(text, size);
  if (!place) return null;
  const { sheetName: named, row, col, rows, cols } = place;
  const id = named === null ? sheet : (findSheet(grid, named) ?? missing(`worksheet ${named}`));
  return { sheet: id, row, col, rows, cols };
}
