import { formatAddress } from './grid/address';
import {
  BUSY,
  type CellInput,
  type CellRead,
  ERROR_TEXT,
  isErrorText,
  type Rect,
  type Scalar,
} from './grid/cell';
import type { Grid } from './grid/port';
import type { Box } from './grid/univer-surface';
import type { Host } from './host';
import { findRange, findSheet, sheetName } from './model/book';
import { pause, type Time } from './grid/time';

export interface CellFault {
  code: string;
  message: string;
}

/**
 * `window.workbench`: the sheet from a script. An address may name a sheet (`Desk!A1:B3`, `'Spread rule'!B8`), a
 * defined name or a table; without a sheet the active one is meant.
 */
export interface Workbench {
  /** Resolves when the add-in's functions have announced themselves. */
  readonly ready: Promise<void>;
  /** Enters a formula, as if it were typed. */
  setFormula(a1: string, formula: string): void;
  /** The same for a block, from the first cell of the address on; much quicker than one by one. */
  setFormulas(a1: string, rows: string[][]): void;
  /** Enters plain values from the first cell of the address on; text stays text, even with `=` before it. */
  setValues(a1: string, rows: Scalar[][]): void;
  values(a1: string): Scalar[][];
  /** What the cells show, in their number formats. */
  texts(a1: string): string[][];
  /** With `=` before each; empty where there is none. */
  formulas(a1: string): string[][];
  /** For each cell null, or its error code and the sentence that a person sees who points at it. */
  errors(a1: string): (CellFault | null)[][];
  /** Resolves when the first cell is in sight. */
  select(a1: string): Promise<void>;
  activate(sheet: string): void;
  /**
   * Resolves when nothing calculates, every call has answered and no cell is `#BUSY!`; rejects with the names of the
   * waiting cells after `timeoutMs` (15 000).
   */
  settled(timeoutMs?: number): Promise<void>;
  recalculateAll(): void;
  /** Runs an action of the add-in, as a ribbon button or a shortcut does. */
  runAction(id: string): void;
  /** Where the first cell is on the page, for a mouse; null while nothing is drawn. The cell has to be in sight. */
  cellBox(a1: string): Box | null;
  /** What the add-in asked for that the workbench does not have. Empty is good. */
  unknown(): string[];
  stats(): Readonly<Record<string, number>>;
}

interface Surface {
  box(rect: Rect): Box | null;
  show(rect: Rect): Promise<void>;
}
interface Parts {
  grid: Grid;
  host: Host;
  surface: Surface;
  time: Time;
}

const SETTLED_MAX_MS = 15_000;
const LOOK_MS = 20;
/** The grid starts to calculate within so many looks after an edit. By the clock a busy page might have no turn yet. */
const START_LOOKS = 12;

export function createWorkbench({ grid, host, surface, time }: Parts): Workbench {
  let looksSinceEdit = 0;
  let calculated = false;
  const edited = (): void => void (looksSinceEdit = 0);
  grid.cells.onEdit(edited);
  // The first calculation, which starts by itself some time after the page, has to be over as well.
  grid.calculation.onCalculated((_, complete) => void (calculated ||= complete));
  const find = (a1: string): Rect => findRange(grid, a1, grid.sheets.active());
  const read = <T>(a1: string, pick: (cell: CellRead) => T): T[][] =>
    grid.cells.read(find(a1)).map((row) => row.map(pick));
  const write = <T>(a1: string, rows: T[][], input: (content: T) => CellInput): void => {
    const rect = { ...find(a1), rows: rows.length, cols: rows[0]?.length ?? 0 };
    grid.cells.write(
      rect,
      rows.map((row) => row.map(input)),
    );
  };
  const quiet = (): boolean =>
    calculated &&
    looksSinceEdit >= START_LOOKS &&
    !grid.calculation.running() &&
    host.calls.quiet() &&
    busyCells(grid).length === 0;
  return {
    ready: host.ready,
    setFormula: (a1, formula) => write(a1, [[formula]], (text) => ({ formula: text })),
    setFormulas: (a1, rows) => write(a1, rows, (formula) => ({ formula })),
    setValues: (a1, rows) => write(a1, rows, (value) => ({ value })),
    values: (a1) => read(a1, ({ value }) => value),
    texts: (a1) => read(a1, ({ text }) => text),
    formulas: (a1) => read(a1, ({ formula }) => formula),
    errors: (a1) => faults(grid, host, find(a1)),
    async select(a1) {
      const rect = find(a1);
      grid.selection.select(rect);
      await surface.show(rect);
    },
    activate: (sheet) => grid.sheets.activate(findSheet(grid, sheet) ?? sheet),
    async settled(timeoutMs = SETTLED_MAX_MS) {
      const end = time.now() + timeoutMs;
      while (!quiet()) {
        if (time.now() > end) throw new Error(notSettled(grid, timeoutMs));
        await pause(time, LOOK_MS);
        looksSinceEdit++;
      }
    },
    recalculateAll() {
      edited();
      host.recalculateAll();
    },
    runAction: (id) => host.runAction(id),
    cellBox: (a1) => surface.box(find(a1)),
    unknown: () => host.unknown(),
    stats: () => host.stats(),
  };
}

function faults(grid: Grid, host: Host, rect: Rect): (CellFault | null)[][] {
  return grid.cells.read(rect).map((row, down) =>
    row.map(({ value }, right) => {
      if (!isErrorText(value)) return null;
      const cell = { sheet: rect.sheet, row: rect.row + down, col: rect.col + right };
      return { code: value, message: host.calls.explain(cell)?.message ?? ERROR_TEXT[value] ?? '' };
    }),
  );
}

function busyCells(grid: Grid): string[] {
  return grid.sheets.all().flatMap(({ id }) => {
    const used = grid.cells.used(id);
    const rows = used ? grid.cells.read(used) : [];
    return rows.flatMap((row, down) =>
      row.flatMap(({ value }, right) =>
        value === BUSY
          ? [formatAddress({ row: down, col: right, rows: 1, cols: 1 }, sheetName(grid, id))]
          : [],
      ),
    );
  });
}

function notSettled(grid: Grid, timeoutMs: number): string {
  const busy = busyCells(grid);
  const cells = busy.length > 0 ? `still waiting: ${busy.slice(0, 10).join(', ')}` : 'still calculating';
  return `The workbook did not settle within ${timeoutMs} ms: ${cells}.`;
}
