import type { Size } from '../../src/workbench/grid/address';
import type { Rect } from '../../src/workbench/grid/cell';
import type {
  NameInfo,
  Names,
  Selection,
  SheetInfo,
  Sheets,
  TableInfo,
  Tables,
} from '../../src/workbench/grid/port';

export const SIZE = { rows: 200, cols: 30 };

/** Two sheets at start. */
export class MemorySheets implements Sheets {
  private current = 's1';
  private readonly listeners: ((id: string) => void)[] = [];
  private readonly list: SheetInfo[] = [
    { id: 's1', name: 'Sheet1' },
    { id: 's2', name: 'Other sheet' },
  ];

  all(): SheetInfo[] {
    return [...this.list];
  }
  active(): string {
    return this.current;
  }
  activate(id: string): void {
    this.current = id;
    for (const tell of this.listeners) tell(id);
  }
  onActivate(act: (id: string) => void): void {
    this.listeners.push(act);
  }
  add(name?: string): string {
    const id = `s${this.list.length + 1}`;
    this.list.push({ id, name: name ?? `Sheet${this.list.length + 1}` });
    return id;
  }
  remove(id: string): void {
    this.list.splice(
      this.list.findIndex((sheet) => sheet.id === id),
      1,
    );
  }
  rename(id: string, name: string): void {
    Object.assign(this.list.find((sheet) => sheet.id === id) ?? {}, { name });
  }
  freeze(): void {}
  setTabColor(): void {}
  showGridlines(): void {}
  private readonly sizes = new Map<string, Size>();
  size(id: string): Size {
    return this.sizes.get(id) ?? SIZE;
  }
  resize(id: string, size: Size): void {
    this.sizes.set(id, size);
  }
  readonly hidden = new Set<number>();
  isRowHidden(_id: string, row: number): boolean {
    return this.hidden.has(row);
  }
  private readonly hiddenColumns = new Set<number>();
  hideColumns({ col, cols }: Rect, hidden: boolean): void {
    for (let at = col; at < col + cols; at++) {
      if (hidden) this.hiddenColumns.add(at);
      else this.hiddenColumns.delete(at);
    }
  }
  isColumnHidden(_id: string, col: number): boolean {
    return this.hiddenColumns.has(col);
  }
}

export class MemorySelection implements Selection {
  private rect: Rect = { sheet: 's1', row: 0, col: 0, rows: 1, cols: 1 };
  private readonly listeners: ((rect: Rect) => void)[] = [];

  private others: readonly Rect[] = [];

  current(): Rect {
    return this.rect;
  }
  areas(): Rect[] {
    return [...this.others, this.rect];
  }
  /** As a person does with Ctrl: what was selected stays so. */
  selectToo(rect: Rect): void {
    const others = this.areas();
    this.select(rect);
    this.others = others;
  }
  select(rect: Rect): void {
    this.rect = rect;
    this.others = [];
    for (const tell of this.listeners) tell(rect);
  }
  onChange(act: (rect: Rect) => void): void {
    this.listeners.push(act);
  }
}

export function memoryTables(): Tables {
  const tables: TableInfo[] = [];
  const change = (id: string, to: Partial<TableInfo>): void =>
    void Object.assign(tables.find((table) => table.id === id) ?? {}, to);
  return {
    all: () => [...tables],
    add: (rect, name) => {
      const table = { id: `t${tables.length + 1}`, name, rect };
      tables.push(table);
      return table;
    },
    rename: (id, name) => change(id, { name }),
    resize: (id, rect) => change(id, { rect }),
    remove: (id) =>
      void tables.splice(
        tables.findIndex((table) => table.id === id),
        1,
      ),
  };
}

export function memoryNames(): Names {
  const names: NameInfo[] = [];
  return {
    all: () => [...names],
    add: (name) => void names.push(name),
    remove: (name) =>
      void names.splice(
        names.findIndex((known) => known.name === name),
        1,
      ),
  };
}
