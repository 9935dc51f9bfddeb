import { intersection, parseAddress } from '../../src/workbench/grid/address';
import {
  type Argument,
  type Cell,
  type CellInput,
  type CellRead,
  type CellResult,
  isError,
  type Rect,
  type Result,
  type Scalar,
} from '../../src/workbench/grid/cell';
import type {
  Calculation,
  Cells,
  Condition,
  Conditions,
  Grid,
  GridFunction,
  Names,
  Shift,
  Style,
  Tables,
} from '../../src/workbench/grid/port';
import type { Time } from '../../src/workbench/grid/time';
import { memoryNames, MemorySelection, MemorySheets, memoryTables, SIZE } from './memory-book';

const CALL = /^=([A-Z.]+)\((.*)\)$/;
/** As the real grid: an edit is followed by a calculation soon, and that takes a while. */
const START_MS = 20;
const TAKES_MS = 5;

interface Content {
  value: Scalar;
  formula: string;
  format: string;
  style: Style;
}

/** A grid in memory. Its formulas are one call of a registered function over texts, numbers, cells and ranges. */
export class MemoryGrid implements Grid {
  readonly sheets: MemorySheets;
  readonly cells: Cells;
  readonly selection: MemorySelection;
  readonly tables: Tables;
  readonly names: Names;
  readonly calculation: Calculation;
  /** Conditional formats, the newest last. */
  readonly looks: { rect: Rect; condition: Partial<Condition> }[] = [];
  readonly conditions: Conditions = {
    add: (rect) => {
      const look = { rect, condition: {} };
      this.looks.push(look);
      return { change: (part) => void Object.assign(look.condition, part) };
    },
    clear: () => void this.looks.splice(0),
  };
  /** How many calculations have come to their end. */
  calculations = 0;

  private readonly contents = new Map<string, Content>();
  private readonly spilled = new Map<string, Result & CellResult[][]>();
  private readonly functions = new Map<string, GridFunction>();
  private readonly editListeners: Parameters<Cells['onEdit']>[0][] = [];
  private readonly calculatedListeners: ((cells: Cell[], complete: boolean) => void)[] = [];
  private busy = false;
  explain: (cell: Cell) => { title: string; message: string } | null = () => null;

  constructor(private readonly time: Time) {
    this.sheets = new MemorySheets();
    this.cells = this.cellsPart();
    this.selection = new MemorySelection();
    this.tables = memoryTables();
    this.names = memoryNames();
    this.calculation = this.calculationPart();
  }

  /** What a person would do with rows or columns. */
  restructure(a1?: string, shift?: Shift): void {
    const nowhere = { sheet: this.sheets.active(), row: 0, col: 0, rows: 0, cols: 0 };
    for (const tell of this.editListeners) tell(a1 ? this.rect(a1) : nowhere, 'structure', shift);
  }

  put(a1: string, content: Scalar): void {
    const rect = this.rect(a1);
    const input: CellInput =
      typeof content === 'string' && content.startsWith('=') ? { formula: content } : { value: content };
    this.cells.write(rect, [[input]]);
  }

  at(a1: string): Scalar | undefined {
    return this.cells.read(this.rect(a1))[0]?.[0]?.value;
  }

  rect(a1: string): Rect {
    const place = parseAddress(a1, SIZE);
    if (!place) throw new Error(a1);
    const { row, col, rows, cols } = place;
    return { sheet: this.sheets.active(), row, col, rows, cols };
  }

  private content(cell: Cell): Content {
    const key = keyOf(cell);
    const known = this.contents.get(key) ?? { value: '', formula: '', format: 'General', style: {} };
    this.contents.set(key, known);
    return known;
  }

  private value(cell: Cell): Scalar {
    const own = this.contents.get(keyOf(cell))?.value ?? '';
    if (own !== '') return own;
    const spill = this.spillRects(cell.sheet).find((rect) =>
      intersection(rect, { ...cell, rows: 1, cols: 1 }),
    );
    const inner = spill && this.spilled.get(keyOf(spill))?.[cell.row - spill.row]?.[cell.col - spill.col];
    return inner === undefined ? '' : shown(inner);
  }

  private spillRects(sheet: string): Rect[] {
    return [...this.spilled].flatMap(([key, rows]) => {
      const cell = cellOf(key);
      return cell.sheet === sheet ? [{ ...cell, rows: rows.length, cols: rows[0]?.length ?? 0 }] : [];
    });
  }

  private calculate(dirty: Cell[]): void {
    this.busy = true;
    const formulas = dirty.map((cell) => ({ cell, formula: this.content(cell).formula }));
    this.time.after(TAKES_MS, () => {
      for (const { cell, formula } of formulas) this.evaluate(cell, formula);
      this.busy = false;
      this.calculations++;
      for (const tell of this.calculatedListeners) tell(dirty, true);
    });
  }

  /** As the real one, by what the formula was when the calculation began. */
  private evaluate(cell: Cell, formula: string): void {
    const content = this.content(cell);
    const [, name = '', list = ''] = CALL.exec(formula) ?? [];
    const found = this.functions.get(name);
    const args = list === '' ? [] : list.split(',').map((text) => this.argument(text.trim(), cell.sheet));
    const result = found ? found.evaluate(cell, args) : { error: '#NAME?' };
    this.spilled.delete(keyOf(cell));
    if (content.formula === '') return;
    if (Array.isArray(result)) this.spilled.set(keyOf(cell), result);
    content.value = shown(Array.isArray(result) ? (result[0]?.[0] ?? '') : result);
  }

  private argument(text: string, sheet: string): Argument {
    if (text === '') return { value: null, omitted: true };
    if (text.startsWith('"')) return { value: text.slice(1, -1) };
    const place = parseAddress(text, SIZE);
    if (!place) return { value: Number(text) };
    const rect = { sheet, row: place.row, col: place.col, rows: place.rows, cols: place.cols };
    const values = this.cells.read(rect).map((row) => row.map(({ value }) => argumentValue(value)));
    return { value: values.length === 1 && values[0]?.length === 1 ? (values[0][0] ?? null) : values, rect };
  }

  private formulaCells(): Cell[] {
    return [...this.contents].flatMap(([key, { formula }]) => (formula === '' ? [] : [cellOf(key)]));
  }

  private dependents(rect: Rect): Cell[] {
    return this.formulaCells().filter((cell) => {
      const list = CALL.exec(this.content(cell).formula)?.[2] ?? '';
      const places = list.split(',').map((text) => parseAddress(text.trim(), SIZE));
      const touches = places.some((place) => place && intersection({ ...place, sheet: cell.sheet }, rect));
      return touches || intersection({ ...cell, rows: 1, cols: 1 }, rect) !== null;
    });
  }

  private cellsPart(): Cells {
    const each = (rect: Rect, act: (content: Content, down: number, right: number) => void): void => {
      for (let down = 0; down < rect.rows; down++) {
        for (let right = 0; right < rect.cols; right++) {
          act(this.content({ sheet: rect.sheet, row: rect.row + down, col: rect.col + right }), down, right);
        }
      }
    };
    const edited = (rect: Rect): void => {
      for (const tell of this.editListeners) tell(rect, 'edit');
      this.time.after(START_MS, () => this.calculate(this.dependents(rect)));
    };
    return {
      read: (rect) => this.readCells(rect),
      hasFormula: (cell) => this.content(cell).formula !== '',
      write: (rect, inputs) => {
        each(rect, (content, down, right) => {
          const input = inputs[down]?.[right];
          if (input) Object.assign(content, { value: input.value ?? '', formula: input.formula ?? '' });
        });
        edited(rect);
      },
      setFormats: (rect, formats) =>
        each(rect, (content, down, right) => void (content.format = formats[down]?.[right] ?? 'General')),
      setStyle: (rect, style) =>
        each(rect, (content) => void (content.style = { ...content.style, ...style })),
      style: (cell) => this.content(cell).style,
      clear: (rect, what) => {
        if (what !== 'formats')
          each(rect, (content) => void Object.assign(content, { value: '', formula: '' }));
        if (what !== 'contents')
          each(rect, (content) => void Object.assign(content, { format: 'General', style: {} }));
        edited(rect);
      },
      fitColumns: () => undefined,
      setColumnWidth: () => undefined,
      columnWidth: () => 88,
      setRowHeight: () => undefined,
      used: (sheet) => this.usedRect(sheet),
      spills: (sheet) => this.spillRects(sheet),
      onEdit: (act) => void this.editListeners.push(act),
    };
  }

  private usedRect(sheet: string): Rect | null {
    const filled = [...this.contents].filter(([, { value, formula }]) => value !== '' || formula !== '');
    const cells = filled.map(([key]) => cellOf(key)).filter((cell) => cell.sheet === sheet);
    if (cells.length === 0) return null;
    const rows = Math.max(...cells.map(({ row }) => row)) + 1;
    return { sheet, row: 0, col: 0, rows, cols: Math.max(...cells.map(({ col }) => col)) + 1 };
  }

  private readCells(rect: Rect): CellRead[][] {
    return Array.from({ length: rect.rows }, (_, down) =>
      Array.from({ length: rect.cols }, (_unused, right) => {
        const cell = { sheet: rect.sheet, row: rect.row + down, col: rect.col + right };
        const { formula, format } = this.content(cell);
        const value = this.value(cell);
        return { value, formula, format, text: String(value ?? '') };
      }),
    );
  }

  private calculationPart(): Calculation {
    return {
      register: (functions) => functions.forEach((one) => this.functions.set(one.spec.name, one)),
      recalculate: (cells) =>
        this.calculate([...new Set(cells.flatMap((cell) => this.dependents({ ...cell, rows: 1, cols: 1 })))]),
      recalculateAll: () => void this.time.after(START_MS, () => this.calculate(this.formulaCells())),
      running: () => this.busy,
      onCalculated: (act) => void this.calculatedListeners.push(act),
      explainErrors: (explain) => void (this.explain = explain),
    };
  }
}

function keyOf({ sheet, row, col }: Cell): string {
  return `${sheet} ${row} ${col}`;
}
function cellOf(key: string): Cell {
  const [sheet = '', row, col] = key.split(' ');
  return { sheet, row: Number(row), col: Number(col) };
}
function shown(result: CellResult): Scalar {
  return isError(result) ? result.error : result;
}
function argumentValue(value: Scalar): CellResult {
  if (value === '') return null;
  return typeof value === 'string' && value.startsWith('#') ? { error: value } : value;
}
