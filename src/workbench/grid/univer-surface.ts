import type { UniverInstance } from './univer';
import type { Rect } from './cell';
import { UniverBook } from './univer-book';

export interface MenuEntry {
  id: string;
  label: string;
  act: () => void;
}
/** A place on the page, in CSS pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const CELL_MENU = ['contextMenu.mainArea', 'contextMenu.others'];
const MAIN_CANVAS = 'canvas[id^="univer-sheet-main"]';

/** What a person sees and presses: the cell menu, commands, where a cell is drawn. */
export class UniverSurface {
  private readonly book: UniverBook;

  constructor(univer: UniverInstance) {
    this.book = new UniverBook(univer);
  }

  addToCellMenu(entries: readonly MenuEntry[]): void {
    for (const [order, { id, label, act }] of entries.entries()) {
      this.book.api.createMenu({ id: `add-in.${id}`, title: label, order, action: act }).appendTo(CELL_MENU);
    }
  }

  /** Runs one of the grid's own commands on the selection. */
  command(id: string, params: object = {}): void {
    void this.book.api.executeCommand(id, params);
  }

  /** Cells are drawn on a canvas: null when it is not there yet. Scrolls so that the first cell is in sight. */
  box(rect: Rect): Box | null {
    const canvas = document.querySelector(MAIN_CANVAS)?.getBoundingClientRect();
    if (!canvas) return null;
    const cell = this.book.range({ ...rect, rows: 1, cols: 1 }).getCellRect();
    return { x: canvas.x + cell.x, y: canvas.y + cell.y, width: cell.width, height: cell.height };
  }

  scrollTo(rect: Rect): void {
    this.book.sheet(rect.sheet).scrollToCell(rect.row, rect.col);
  }
}
