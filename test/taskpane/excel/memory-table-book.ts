import { vi } from 'vitest';

type Content = string | number | boolean;

interface Rect {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}
interface BookTable {
  readonly id: string;
  name: string;
  readonly sheet: string;
  rect: Rect;
  showTotals: boolean;
}

const key = (sheet: string, row: number, column: number): string => `${sheet} ${row} ${column}`;

/**
 * A workbook with tables in memory, as far as the port of the tables uses Excel's object model. What is written takes effect at
 * once; what a load is needed for is seen in the browser, where Microsoft's own library runs.
 */
export class MemoryTableBook {
  readonly sheets: string[] = ['Sheet1'];
  readonly tables: BookTable[] = [];
  readonly settings = new Map<string, unknown>();
  readonly formats = new Map<string, string>();
  readonly options: object[] = [];
  /** The number of the sync that Excel refuses. */
  refusedSync = Infinity;
  syncs = 0;
  private readonly cells = new Map<string, Content>();

  constructor({ version = 1.13 } = {}) {
    vi.stubGlobal('Excel', {
      run: (options: object, work: (context: object) => Promise<unknown>) => {
        this.options.push(options);
        return work(this.context());
      },
    });
    const isSetSupported = (_set: string, wanted: string): boolean => Number(wanted) <= version;
    vi.stubGlobal('Office', { context: { requirements: { isSetSupported } } });
  }

  put(sheet: string, row: number, column: number, content: Content): void {
    this.cells.set(key(sheet, row, column), content);
  }

  /** The cells of a rectangle, '' where nothing is. */
  rows(sheet: string, { row, column, rows, columns }: Rect): Content[][] {
    return Array.from({ length: rows }, (_, down) =>
      Array.from(
        { length: columns },
        (_unused, right) => this.cells.get(key(sheet, row + down, column + right)) ?? '',
      ),
    );
  }

  /** The table with its header, as it stands. */
  shown(name: string): Content[][] {
    const table = this.tables.find((one) => one.name === name);
    return table ? this.rows(table.sheet, table.rect) : [];
  }

  private context(): object {
    const load = (): void => {};
    const found = (wanted: string): object => {
      const table = this.tables.find(({ id, name }) => id === wanted || name === wanted);
      return table ? this.table(table) : { isNullObject: true, load };
    };
    const tables = (): object[] => this.tables.map((table) => this.table(table));
    const sheets = (): object[] => this.sheets.map((name) => ({ name }));
    return {
      workbook: {
        names: { items: [], load },
        tables: {
          load,
          get items() {
            return tables();
          },
          getItemOrNullObject: found,
        },
        settings: {
          getItemOrNullObject: (name: string) => ({
            isNullObject: !this.settings.has(name),
            value: this.settings.get(name),
            load,
          }),
          add: (name: string, value: unknown) => void this.settings.set(name, value),
        },
        worksheets: {
          load,
          get items() {
            return sheets();
          },
          add: (name: string) => void this.sheets.push(name),
          getItem: (name: string) => this.sheet(name),
        },
      },
      sync: () => {
        this.syncs += 1;
        return this.syncs === this.refusedSync ? Promise.reject(new Error('Protected.')) : Promise.resolve();
      },
    };
  }

  private sheet(name: string): object {
    return {
      name,
      getRangeByIndexes: (row: number, column: number, rows: number, columns: number) =>
        this.range(name, { row, column, rows, columns }),
      tables: {
        add: ({ rect }: { rect: Rect }) => {
          const id = `{${this.tables.length + 1}}`;
          const table: BookTable = { id, name: `Table${id}`, sheet: name, rect, showTotals: false };
          this.tables.push(table);
          return this.table(table);
        },
      },
      freezePanes: { freezeRows: () => {} },
      activate: () => {},
      delete: () => void this.sheets.splice(this.sheets.indexOf(name), 1),
    };
  }

  private table(own: BookTable): object {
    const body = (): Rect => ({ ...own.rect, row: own.rect.row + 1, rows: own.rect.rows - 1 });
    return {
      id: own.id,
      load: () => {},
      isNullObject: false,
      get name() {
        return own.name;
      },
      set name(name: string) {
        own.name = name;
      },
      showTotals: own.showTotals,
      worksheet: this.sheet(own.sheet),
      getHeaderRowRange: () => this.range(own.sheet, { ...own.rect, rows: 1 }),
      getDataBodyRange: () => this.range(own.sheet, body()),
      getRange: () => this.range(own.sheet, own.rect),
      resize: ({ rect }: { rect: Rect }) => void (own.rect = rect),
    };
  }

  private range(sheet: string, rect: Rect): object {
    const { row, column, rows, columns } = rect;
    const each = (act: (down: number, right: number) => void): void => {
      for (let down = 0; down < rows; down++) for (let right = 0; right < columns; right++) act(down, right);
    };
    const read = (): Content[][] => this.rows(sheet, rect);
    const write = (values: Content[][]): void => {
      if (values.length !== rows || values.some((line) => line.length !== columns)) throw new Error('Size.');
      each((down, right) => this.put(sheet, row + down, column + right, taken(values[down]?.[right] ?? '')));
    };
    const dress = (format: string | string[][]): void =>
      each((down, right) =>
        this.formats.set(
          key(sheet, row + down, column + right),
          typeof format === 'string' ? format : (format[down]?.[right] ?? ''),
        ),
      );
    return {
      rect,
      load: () => {},
      rowIndex: row,
      columnIndex: column,
      rowCount: rows,
      columnCount: columns,
      get values() {
        return read();
      },
      set values(values: Content[][]) {
        write(values);
      },
      get formulas() {
        return read();
      },
      set numberFormat(format: string | string[][]) {
        dress(format);
      },
      format: { autofitColumns: () => {} },
    };
  }
}

/** Text with an apostrophe before it stays text; text that could be a formula without one is an error here. */
function taken(content: Content): Content {
  if (typeof content !== 'string' || content === '') return content;
  if (/^[=+-]/.test(content)) throw new Error(`A formula was written: ${content}`);
  return content.replace(/^'/, '');
}
