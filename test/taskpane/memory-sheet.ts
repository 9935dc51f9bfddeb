import { failed, success, type Failure, type Outcome } from '../../src/domain/failure';
import type { Sheet, Calculation } from '../../src/taskpane/excel/sheet';
import { freeName, type SheetPlan } from '../../src/taskpane/excel/insertion';
import { cellKey, cellOf, localAddress, type Area, type Cell } from '../../src/taskpane/excel/address';
import type { Reentered } from '../../src/taskpane/excel/formulas';
import { plannedResults, type ResultPlace, type RowResult } from '../../src/taskpane/excel/results';
import type { Content, SelectedRow, Selection, UsedCells } from '../../src/taskpane/excel/reading';

/** A spreadsheet in memory: what is selected is set by hand, and what is done to it is recorded. */
export class MemorySheet implements Sheet {
  row: SelectedRow = { cell: '', heads: [] };
  /** Addresses of the cells that hold a formula of the desk. */
  formulas: readonly string[] = [];
  spills: readonly Area[] = [];
  spillsUnknown = false;
  refusal: Failure | undefined;
  calculates: Calculation = 'automatic';
  reentered: Reentered = { formulas: 0, sheets: 0, locked: [] };
  /** How many formulas of the desk show #NAME?; entering them anew mends them. */
  unnamedCells = 0;
  /** Names of the sheets, in their order. */
  readonly sheets: string[] = ['Sheet1'];
  readonly plans: SheetPlan[] = [];
  readonly written: string[] = [];
  readonly shown: string[] = [];
  readonly hidden = new Set<number>();
  /** How often the whole sheet was read. */
  reads = 0;
  private readonly notes = new Map<string, string>();
  private readonly cells = new Map<string, { readonly content: Content; readonly format: string }>();
  private areas: readonly Area[] = [areaAt('Sheet1!A1')];
  private readonly selecting = new Set<() => void>();
  private readonly moving = new Set<(sheet: string) => void>();
  private readonly changing = new Set<() => void>();

  /** As a person does: one cell, or several areas of one sheet, as "Sheet1!B2" or "Sheet1!B2:C9". */
  select(...addresses: string[]): void {
    this.areas = addresses.map(areaAt);
    for (const tell of [...this.selecting]) tell();
  }

  /** As a person does who inserts or deletes rows. */
  move(sheet: string): void {
    for (const tell of [...this.moving]) tell(sheet);
  }

  listeners(): number {
    return this.selecting.size;
  }

  selectedRow(): Promise<Outcome<SelectedRow>> {
    return this.unless(() => this.row);
  }

  insertFormula(formula: string): Promise<Outcome<string>> {
    this.written.push(formula);
    return this.unless(() => 'Sheet1!B2');
  }

  insertSheet(plan: SheetPlan): Promise<Outcome<string>> {
    return this.unless(() => {
      const name = freeName(plan.name, this.sheets);
      this.sheets.push(name);
      this.plans.push(plan);
      return name;
    });
  }

  selection(): Promise<Outcome<Selection>> {
    return this.unless(() => {
      const own = this.formulas.map(cellAt).filter((cell) => this.areas.some((area) => holds(area, cell)));
      const [area, ...more] = this.areas;
      const one = area?.rows === 1 && area.columns === 1 && more.length === 0;
      const around = this.spills.find((spill) => area && holds(spill, area));
      const anchor = one && own.length === 0 && !this.spillsUnknown && around ? [around] : own;
      const sheet = area?.sheet ?? 'Sheet1';
      return { sheet, areas: this.areas, formulas: anchor, spillsUnknown: this.spillsUnknown };
    });
  }

  activeSheet(): Promise<Outcome<string>> {
    return this.unless(() => this.areas[0]?.sheet ?? 'Sheet1');
  }

  sheetNames(): Promise<Outcome<readonly string[]>> {
    return this.unless(() => [...this.sheets]);
  }

  selectCell(address: string): Promise<Outcome<undefined>> {
    return this.unless(() => void this.shown.push(address));
  }

  spillsOf(cells: readonly Cell[]): Promise<Outcome<readonly Area[]>> {
    const asked = new Set(cells.map(cellKey));
    return this.unless(() => this.spills.filter((spill) => asked.has(cellKey(spill))));
  }

  reenter(): Promise<Outcome<Reentered>> {
    return this.unless(() => {
      this.unnamedCells = 0;
      return this.reentered;
    });
  }

  unnamed(): Promise<Outcome<number>> {
    return this.unless(() => this.unnamedCells);
  }

  /** Puts rows of cells on the sheet, from a cell on. */
  put(address: string, rows: readonly (readonly Content[])[], format = 'General'): void {
    const { row, column } = cellAt(address);
    for (const [down, line] of rows.entries()) {
      for (const [right, content] of line.entries()) {
        this.cells.set(`${row + down}:${column + right}`, { content, format });
      }
    }
    for (const tell of [...this.changing]) tell();
  }

  /** What the cells of an area hold. */
  values(address: string): Content[][] {
    const { row, column, rows, columns } = areaAt(address);
    return matrix(rows, columns, (down, right) => this.content(row + down, column + right));
  }

  usedCells(): Promise<Outcome<UsedCells>> {
    this.reads += 1;
    return this.unless(() => {
      const { rows, columns } = this.size();
      return {
        sheet: 'Sheet1',
        row: 0,
        column: 0,
        values: matrix(rows, columns, (row, column) => this.content(row, column)),
        formats: matrix(
          rows,
          columns,
          (row, column) => this.cells.get(`${row}:${column}`)?.format ?? 'General',
        ),
        hidden: this.hidden,
        selected: this.areas,
        ...(this.calculates === 'by-hand' && { isByHand: true as const }),
      };
    });
  }

  writeResults(
    place: ResultPlace,
    results: readonly RowResult[],
  ): Promise<Outcome<{ readonly lost: number }>> {
    if (this.refusal) return Promise.resolve(failed(this.refusal));
    const { rows, columns } = this.size();
    const values = matrix(rows, columns, (row, column) => this.content(row, column));
    const planned = plannedResults({ sheet: 'Sheet1', row: 0, column: 0, values }, place, results);
    if (!planned.ok) return Promise.resolve(planned);
    const { block, headings, runs, lost } = planned.value;
    const corner = (row: number): string => `Sheet1!${localAddress({ row, column: block.column })}`;
    this.put(corner(block.row), [[...headings]]);
    for (const { row, lines } of runs) this.put(corner(row), lines);
    return Promise.resolve(success({ lost }));
  }

  kept(name: string): Promise<Outcome<string | undefined>> {
    return this.unless(() => this.notes.get(name));
  }

  keep(name: string, text: string): Promise<Outcome<undefined>> {
    return this.unless(() => void this.notes.set(name, text));
  }

  calculation(): Promise<Outcome<Calculation>> {
    return this.unless(() => this.calculates);
  }

  calculateAutomatically(): Promise<Outcome<undefined>> {
    return this.unless(() => {
      this.calculates = 'automatic';
      return undefined;
    });
  }

  private content(row: number, column: number): Content {
    return this.cells.get(`${row}:${column}`)?.content ?? '';
  }

  private size(): { rows: number; columns: number } {
    const places = [...this.cells.keys()].map((key) => key.split(':').map(Number));
    return {
      rows: Math.max(0, ...places.map(([row = 0]) => row + 1)),
      columns: Math.max(0, ...places.map(([, column = 0]) => column + 1)),
    };
  }

  onSelectionChanged(listener: () => void): () => void {
    this.selecting.add(listener);
    return () => void this.selecting.delete(listener);
  }

  onChanged(listener: () => void): () => void {
    this.changing.add(listener);
    return () => void this.changing.delete(listener);
  }

  onMoved(listener: (sheet: string) => void): () => void {
    this.moving.add(listener);
    return () => void this.moving.delete(listener);
  }

  private unless<T>(value: () => T): Promise<Outcome<T>> {
    return Promise.resolve(this.refusal ? failed(this.refusal) : success(value()));
  }
}

const matrix = <T>(rows: number, columns: number, cell: (row: number, column: number) => T): T[][] =>
  Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_unused, column) => cell(row, column)),
  );

const holds = (area: Area, cell: Cell): boolean =>
  area.sheet === cell.sheet &&
  cell.row >= area.row &&
  cell.row < area.row + area.rows &&
  cell.column >= area.column &&
  cell.column < area.column + area.columns;

const cellAt = (address: string): Cell => {
  const cell = cellOf(address);
  if (!cell) throw new Error(address);
  return cell;
};

/** "Sheet1!B2" or "Sheet1!B2:C9" */
export function areaAt(address: string): Area {
  const [first = '', last] = address.split(':');
  const from = cellAt(first);
  const to = last === undefined ? from : cellAt(`Any!${last}`);
  return { ...from, rows: to.row - from.row + 1, columns: to.column - from.column + 1 };
}
