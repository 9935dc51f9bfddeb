import { vi } from 'vitest';
import { areaAddress, cellOf, type Area } from '../../../src/taskpane/excel/address';
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
  /** What was set otherwise, such as "Sheet1!A1:B2 format.fill.color", in the order in which it was. */
  readonly set: [where: string, value: unknown][] = [];
  /** The number of the sync that Excel refuses, as it does in a protected workbook. */
  refusedSync = Infinity;
  spills: readonly Area[] = [];
  areas: readonly Area[] = [areaAt('Sheet1!A1')];
  calculationMode = 'Automatic';
  readonly protectedSheets = new Set<string>();
  /** What cells show in place of a value, by "Sheet1!B2". */
  readonly errors = new Map<string, string>();
  readonly handlers = new Map<string, (event: object) => Promise<void>>();
  private readonly cells = new Map<string, string>();
  private queue: (() => void)[] = [];

  constructor(
    readonly sheets: string[] = ['Sheet1'],
    { spillsKnown = true, pagesKnown = true } = {},
  ) {
    vi.stubGlobal('Excel', { run: (work: (context: object) => Promise<unknown>) => work(this.context()) });
    const isSetSupported = (_set: string, version: string): boolean =>
      (spillsKnown || version !== '1.12') && (pagesKnown || version !== '1.9');
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

  private readonly sync = (): Promise<void> => {
    this.syncs++;
    if (this.syncs === this.refusedSync) {
      this.queue = [];
      return Promise.reject(new Error('Protected.'));
    }
    for (const done of this.queue.splice(0)) done();
    return Promise.resolve();
  };

  private context(): object {
    const context = {
      workbook: {
        worksheets: this.worksheets(),
        getSelectedRanges: () => this.selection(),
        application: this.application(),
        getActiveCell: () => this.range({ ...(this.areas[0] ?? NOWHERE), rows: 1, columns: 1 }),
      },
      sync: this.sync,
    };
    return context;
  }

  /** Takes effect with the next sync. */
  private later(target: object, values: () => object): (names?: unknown) => void {
    return () => void this.queue.push(() => Object.assign(target, values()));
  }

  private application(): object {
    const application = { load: this.later({}, () => ({})) };
    const mode = {
      get: () => this.calculationMode,
      set: (mode: string) => void this.queue.push(() => (this.calculationMode = mode)),
    };
    return Object.defineProperty(application, 'calculationMode', mode);
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
      add: (name: string) => void this.queue.push(() => this.sheets.push(name)),
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
    const sheet = { name, isNullObject, load: () => {}, context: { sync: this.sync } };
    const protection = { protected: this.protectedSheets.has(name), load: () => {} };
    return Object.assign(sheet, {
      protection,
      getUsedRangeOrNullObject: () => this.range(used()),
      getRangeByIndexes: (row: number, column: number, rows: number, columns: number) =>
        this.range({ sheet: name, row, column, rows, columns }),
      getRange: (address?: string) =>
        address === undefined
          ? this.wholeSheet(name)
          : this.range(areaAt(`'${name.replaceAll("'", "''")}'!${address}`)),
      activate: () => void this.selected.push(name),
      delete: () => void this.queue.push(() => this.sheets.splice(this.sheets.indexOf(name), 1)),
      pageLayout: this.pages(name),
      freezePanes: {
        freezeRows: (rows: number) => void this.set.push([`${name} rows in sight`, rows]),
        freezeAt: ({ where }: { where: string }) => void this.set.push(['in sight', where]),
      },
    });
  }

  private pages(name: string): object {
    const said = (what: string) => (value: unknown) => void this.set.push([`${name} ${what}`, value]);
    const pages = { setPrintTitleRows: said('rows on each page') };
    return Object.defineProperties(pages, {
      orientation: { set: said('pages.orientation') },
      zoom: { set: said('pages.zoom') },
    });
  }

  /** As far as its cells in error are asked for. */
  private wholeSheet(name: string): object {
    const wrong = [...this.errors].flatMap(([address, value]) => {
      const cell = cellOf(address);
      if (cell?.sheet !== name) return [];
      const formula = this.cells.get(keyOf(name, cell.row, cell.column)) ?? '';
      return [{ formulas: [[formula]], values: [[value]] }];
    });
    const areas = { items: wrong, load: () => {} };
    return {
      getSpecialCellsOrNullObject: () => ({ isNullObject: wrong.length === 0, areas, load: () => {} }),
    };
  }

  /** An object of which anything can be set, at any depth. */
  private noting(where: string): object {
    return new Proxy(
      {},
      {
        get: (_, key) => this.noting(`${where}.${String(key)}`),
        set: (_, key, value) => this.set.push([`${where}.${String(key)}`, value]) > 0,
      },
    );
  }

  private range(area: Area): object {
    const range: Record<string, unknown> = {};
    range['load'] = this.later(range, () => this.loaded(area));
    Object.defineProperty(range, 'formulas', {
      get: () => range['loadedFormulas'],
      set: (formulas: string[][]) => this.write(area, formulas),
    });
    const where = `${area.sheet}!${areaAddress(area)}`;
    Object.defineProperty(range, 'numberFormat', {
      set: (format: unknown) => void this.set.push([`${where} numberFormat`, format]),
    });
    Object.defineProperty(range, 'columnHidden', {
      set: (isHidden: boolean) => void this.set.push([`${where} columnHidden`, isHidden]),
    });
    return Object.assign(range, {
      where,
      format: this.noting(`${where} format`),
      dataValidation: this.noting(`${where} validation`),
      conditionalFormats: { add: (type: string) => this.noting(`${where} alert ${type}`) },
      getOffsetRange: (row: number, column: number) =>
        this.range({ ...area, row: area.row + row, column: area.column + column }),
      getResizedRange: (rows: number, columns: number) =>
        this.range({ ...area, rows: area.rows + rows, columns: area.columns + columns }),
      getEntireRow: () => this.range({ ...area, column: 0, rows: 1, columns: 100 }),
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
    const formatters = { rowIndex: row, columnIndex: column, rowCount: rows, columnCount: columns };
    const values = formulas.map((line) => line.map(valueOf));
    return { isNullObject: false, loadedFormulas: formulas, values, ...formatters };
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

/** Text with an apostrophe before it stays text, as in Excel. */
const valueOf = (content: string): string | number =>
  content !== '' && !Number.isNaN(Number(content)) ? Number(content) : content.replace(/^'/, '');
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
