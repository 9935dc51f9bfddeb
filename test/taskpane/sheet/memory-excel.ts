import { vi } from 'vitest';
import { cellOf, type Area } from '../../../src/taskpane/sheet/place';
import { areaAt } from '../memory-sheet';

/**
 * Excel's object model over cells in memory, as far as the sheet port uses it: what is loaded is there after a sync and not
 * before, and every sync is counted.
 */
export class MemoryExcel {
  syncs = 0;
  /** Addresses and formulas, in the order in which they were written. */
  readonly written: [address: string, formula: string][] = [];
  readonly selected: string[] = [];
  spills: readonly Area[] = [];
  areas: readonly Area[] = [areaAt('Sheet1!A1')];
  readonly handlers = new Map<string, (event: object) => Promise<void>>();
  private readonly cells = new Map<string, string>();
  private queue: (() => void)[] = [];

  constructor(
    readonly sheets: readonly string[] = ['Sheet1'],
    { spillsKnown = true } = {},
  ) {
    vi.stubGlobal('Excel', { run: (work: (context: object) => Promise<unknown>) => work(this.context()) });
    const isSetSupported = (_set: string, version: string): boolean => spillsKnown || version !== '1.12';
    vi.stubGlobal('Office', { context: { requirements: { isSetSupported } } });
  }

  /** Puts contents into cells, by "Sheet1!B2". */
  put(contents: Readonly<Record<string, string>>): void {
    for (const [address, content] of Object.entries(contents)) {
      const cell = cellOf(address);
      if (cell) this.cells.set(keyOf(cell.sheet, cell.row, cell.column), content);
    }
  }

  tell(event: string, content: object): Promise<void> {
    return this.handlers.get(event)?.(content) ?? Promise.resolve();
  }

  private context(): object {
    const context = {
      workbook: { worksheets: this.worksheets(), getSelectedRanges: () => this.selection() },
      sync: () => {
        this.syncs++;
        for (const done of this.queue.splice(0)) done();
        return Promise.resolve();
      },
    };
    return context;
  }

  /** Takes effect with the next sync. */
  private later(target: object, values: () => object): (names?: unknown) => void {
    return () => void this.queue.push(() => Object.assign(target, values()));
  }

  private worksheets(): object {
    const all = { items: [] as object[], load: () => {} };
    all.load = this.later(all, () => ({ items: this.sheets.map((name) => this.sheet(name)) }));
    const event = (name: string): object => ({
      add: (handler: (event: object) => Promise<void>) => {
        this.handlers.set(name, handler);
        const context = { sync: () => Promise.resolve() };
        return { context, remove: () => void this.handlers.delete(name) };
      },
    });
    return Object.assign(all, {
      getItem: (name: string) => this.sheet(name),
      getItemOrNullObject: (name: string) => this.sheet(name),
      onSelectionChanged: event('selection'),
      onActivated: event('activated'),
      onChanged: event('changed'),
    });
  }

  private sheet(name: string): object {
    const isNullObject = !this.sheets.includes(name);
    const used = (): Area => bounds(name, [...this.cells.keys()]);
    const sheet = { name, isNullObject, load: () => {} };
    return Object.assign(sheet, {
      getUsedRangeOrNullObject: () => this.range(used()),
      getRangeByIndexes: (row: number, column: number, rows: number, columns: number) =>
        this.range({ sheet: name, row, column, rows, columns }),
      getRange: (address: string) => this.range(areaAt(`'${name.replaceAll("'", "''")}'!${address}`)),
      activate: () => void this.selected.push(name),
    });
  }

  private range(area: Area): object {
    const range: Record<string, unknown> = {};
    range['load'] = this.later(range, () => this.loaded(area));
    Object.defineProperty(range, 'formulas', {
      get: () => range['loadedFormulas'],
      set: (formulas: string[][]) => this.write(area, formulas),
    });
    return Object.assign(range, {
      getUsedRangeOrNullObject: () => this.range(shared(area, bounds(area.sheet, [...this.cells.keys()]))),
      getSpillingToRangeOrNullObject: () =>
        this.range(this.spills.find((spill) => sameCorner(spill, area)) ?? NOWHERE),
      getSpillParentOrNullObject: () => {
        const around = this.spills.find((spill) => shared(spill, area).rows > 0);
        return this.range(around ? { ...around, rows: 1, columns: 1 } : NOWHERE);
      },
      select: () => void this.selected.push(keyOf(area.sheet, area.row, area.column)),
    });
  }

  private loaded(area: Area): object {
    const { sheet, row, column, rows, columns } = area;
    if (rows === 0) return { isNullObject: true };
    const formulas = Array.from({ length: rows }, (_, down) =>
      Array.from(
        { length: columns },
        (_unused, right) => this.cells.get(keyOf(sheet, row + down, column + right)) ?? '',
      ),
    );
    const figures = { rowIndex: row, columnIndex: column, rowCount: rows, columnCount: columns };
    return { isNullObject: false, loadedFormulas: formulas, ...figures };
  }

  private write({ sheet, row, column }: Area, formulas: string[][]): void {
    for (const [down, line] of formulas.entries()) {
      for (const [right, formula] of line.entries()) {
        this.written.push([keyOf(sheet, row + down, column + right), formula]);
      }
    }
  }

  private selection(): object {
    const areas = { items: [] as object[], load: () => {} };
    areas.load = this.later(areas, () => ({
      items: this.areas.map((area) => ({ ...this.loaded({ ...area, rows: 1 }), ...this.loaded(area) })),
    }));
    return { areas, load: () => {}, worksheet: { name: this.areas[0]?.sheet } };
  }
}

const NOWHERE: Area = { sheet: '', row: 0, column: 0, rows: 0, columns: 0 };
const keyOf = (sheet: string, row: number, column: number): string => `${sheet} ${row} ${column}`;
const sameCorner = (a: Area, b: Area): boolean =>
  a.sheet === b.sheet && a.row === b.row && a.column === b.column;

function bounds(sheet: string, keys: readonly string[]): Area {
  const own = keys.map((key) => key.split(' ')).filter(([name]) => name === sheet);
  if (own.length === 0) return { ...NOWHERE, sheet };
  const row = Math.min(...own.map(([, one]) => Number(one)));
  const column = Math.min(...own.map(([, , one]) => Number(one)));
  const rows = Math.max(...own.map(([, one]) => Number(one))) - row + 1;
  return { sheet, row, column, rows, columns: Math.max(...own.map(([, , one]) => Number(one))) - column + 1 };
}

function shared(a: Area, b: Area): Area {
  const row = Math.max(a.row, b.row);
  const column = Math.max(a.column, b.column);
  const rows = Math.min(a.row + a.rows, b.row + b.rows) - row;
  const columns = Math.min(a.column + a.columns, b.column + b.columns) - column;
  const apart = a.sheet !== b.sheet || rows <= 0 || columns <= 0;
  return apart ? NOWHERE : { sheet: a.sheet, row, column, rows, columns };
}
