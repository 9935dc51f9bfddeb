import { SetColHiddenMutation, SetColVisibleMutation, SetSelectionsOperation } from '@univerjs/sheets';
import type { Size } from './address';
import type { Rect } from './cell';
import type { NameInfo, Names, Selection, SheetInfo, Sheets, TableInfo, Tables } from './port';
import { SHEET_LOOK } from './sheet-look';
import { toRange, type UniverBook } from './univer-book';

export class UniverSheets implements Sheets {
  constructor(private readonly book: UniverBook) {}

  all(): SheetInfo[] {
    return this.book.workbook
      .getSheets()
      .map((sheet) => ({ id: sheet.getSheetId(), name: sheet.getSheetName() }));
  }
  active(): string {
    return this.book.workbook.getActiveSheet().getSheetId();
  }
  activate(id: string): void {
    this.book.sheet(id).activate();
  }
  onActivate(act: (id: string) => void): void {
    const { api } = this.book;
    api.addEvent(api.Event.ActiveSheetChanged, () => act(this.active()));
  }
  /**
   * Univer goes to a new sheet at once, and makes it small, as it does with one of its own button; Excel stays where it is, and all its
   * sheets are of one size.
   */
  add(name?: string): string {
    const active = this.active();
    const sizes = this.all().map(({ id }) => this.size(id));
    const rowCount = Math.max(...sizes.map(({ rows }) => rows));
    const columnCount = Math.max(...sizes.map(({ cols }) => cols));
    const id = this.book.workbook
      .insertSheet(name, { sheet: { rowCount, columnCount, ...SHEET_LOOK } })
      .getSheetId();
    this.activate(active);
    return id;
  }
  remove(id: string): void {
    this.book.workbook.deleteSheet(id);
  }
  rename(id: string, name: string): void {
    this.book.sheet(id).setName(name);
  }
  freeze(id: string, rows: number, cols: number): void {
    if (rows === 0 && cols === 0) this.book.sheet(id).cancelFreeze();
    else this.book.sheet(id).setFreeze({ startRow: rows, startColumn: cols, ySplit: rows, xSplit: cols });
  }
  setTabColor(id: string, color: string): void {
    this.book.sheet(id).setTabColor(color);
  }
  showGridlines(id: string, shown: boolean): void {
    this.book.sheet(id).setHiddenGridlines(!shown);
  }
  size(id: string): Size {
    const sheet = this.book.sheet(id);
    return { rows: sheet.getMaxRows(), cols: sheet.getMaxColumns() };
  }
  resize(id: string, { rows, cols }: Size): void {
    const sheet = this.book.sheet(id);
    if (rows > sheet.getMaxRows()) sheet.setRowCount(rows);
    if (cols > sheet.getMaxColumns()) sheet.setColumnCount(cols);
  }
  isRowHidden(id: string, row: number): boolean {
    return !this.book.sheet(id).getSheet().getRowVisible(row);
  }
  /** Not by the grid's command, which selects what it hides. */
  hideColumns(rect: Rect, hidden: boolean): void {
    const mutation = hidden ? SetColHiddenMutation : SetColVisibleMutation;
    const params = { unitId: this.book.workbook.getId(), subUnitId: rect.sheet, ranges: [toRange(rect)] };
    this.book.api.syncExecuteCommand(mutation.id, params);
  }
  isColumnHidden(id: string, col: number): boolean {
    return !this.book.sheet(id).getSheet().getColVisible(col);
  }
}

export class UniverSelection implements Selection {
  constructor(private readonly book: UniverBook) {}

  current(): Rect {
    const range = this.book.workbook.getActiveRange();
    const sheet = this.book.workbook.getActiveSheet().getSheetId();
    return range
      ? this.book.rect(range.getSheetId(), range.getRange())
      : { sheet, row: 0, col: 0, rows: 1, cols: 1 };
  }
  areas(): Rect[] {
    const sheet = this.book.workbook.getActiveSheet();
    const list = sheet.getSelection()?.getActiveRangeList() ?? [];
    const areas = list.map((range) => this.book.rect(range.getSheetId(), range.getRange()));
    return areas.length > 0 ? areas : [this.current()];
  }
  select(rect: Rect): void {
    if (rect.sheet !== this.book.workbook.getActiveSheet().getSheetId())
      this.book.sheet(rect.sheet).activate();
    this.book.workbook.setActiveRange(this.book.range(rect));
  }
  /** The grid's own event leaves out what a command selected, and with it a click on the same cell afterwards. */
  onChange(act: (rect: Rect) => void): void {
    let told = '';
    const tell = (): void => {
      const rect = this.current();
      if (JSON.stringify(rect) === told) return;
      told = JSON.stringify(rect);
      act(rect);
    };
    const { api } = this.book;
    api.addEvent(api.Event.SelectionChanged, tell);
    api.onCommandExecuted(({ id }) => id === SetSelectionsOperation.id && tell());
  }
}

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
