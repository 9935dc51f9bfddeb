import type { Rect } from './cell';
import type { NameInfo, Names, TableInfo, Tables } from './port';
import { toRange, type UniverBook } from './univer-book';

/** Univer makes a table a moment after it was asked to; what was asked for counts at once, as in Excel. */
export class UniverTables implements Tables {
  private readonly asked = new Map<string, TableInfo>();

  constructor(private readonly book: UniverBook) {}

  all(): TableInfo[] {
    const made = this.book.workbook.getTableList().map(({ id, name, subUnitId, range }) => {
      this.asked.delete(id);
      return { id, name, rect: this.book.rect(subUnitId, range) };
    });
    return [...made, ...this.asked.values()];
  }

  add(rect: Rect, name: string): TableInfo {
    const info = { id: crypto.randomUUID(), name, rect };
    this.asked.set(info.id, info);
    void this.book.sheet(rect.sheet).addTable(name, toRange(rect), info.id, { showHeader: true });
    return info;
  }

  rename(id: string, name: string): void {
    this.change(id, { name });
    void this.sheetOf(id)?.setTableName(id, name);
  }
  resize(id: string, rect: Rect): void {
    this.change(id, { rect });
    void this.sheetOf(id)?.setTableRange(id, toRange(rect));
  }
  remove(id: string): void {
    this.asked.delete(id);
    void this.book.workbook.removeTable(id);
  }

  private change(id: string, changes: Partial<TableInfo>): void {
    const asked = this.asked.get(id);
    if (asked) this.asked.set(id, { ...asked, ...changes });
  }

  private sheetOf(id: string): ReturnType<UniverBook['sheet']> | null {
    const table = this.all().find((known) => known.id === id);
    return table ? this.book.sheet(table.rect.sheet) : null;
  }
}

export class UniverNames implements Names {
  constructor(private readonly book: UniverBook) {}

  all(): NameInfo[] {
    return this.book.workbook.getDefinedNames().map((name) => ({
      name: name.getName(),
      formula: name.getFormulaOrRefString(),
      sheet: name.isWorkbookScope() ? null : (name.getLocalSheetId() ?? null),
    }));
  }
  add({ name, formula, sheet }: NameInfo): void {
    if (sheet === null) this.book.workbook.insertDefinedName(name, formula);
    else this.book.sheet(sheet).insertDefinedName(name, formula);
  }
  remove(name: string): void {
    this.book.workbook.deleteDefinedName(name);
  }
}
