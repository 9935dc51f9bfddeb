import { IEditorBridgeService } from '@univerjs/sheets-ui';
import { ILayoutService } from '@univerjs/ui';
import { UniverBook, type UniverInstance } from './univer-book';
import type { Rect } from './cell';

interface MenuEntry {
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

  /** Whether a cell is open to be typed into. */
  isEditing(): boolean {
    return this.book.injector.get(IEditorBridgeService).isVisible().visible;
  }

  /** From now on what is typed goes into the grid. */
  focus(): void {
    this.book.injector.get(ILayoutService).focus();
  }

  /** Runs one of the grid's own commands on the selection. */
  command(id: string, params: object = {}): void {
    void this.book.api.executeCommand(id, params);
  }

  /** Cells are drawn on a canvas: null when there is none yet. */
  box(rect: Rect): Box | null {
    const canvas = canvasBox();
    if (!canvas) return null;
    const cell = this.book.range({ ...rect, rows: 1, cols: 1 }).getCellRect();
    const away = this.scrolled(rect);
    return {
      x: canvas.x + cell.x - away.x,
      y: canvas.y + cell.y - away.y,
      width: cell.width,
      height: cell.height,
    };
  }

  /** How far a cell is from where it would be unscrolled; frozen ones stay. */
  private scrolled({ sheet, row, col }: Rect): { x: number; y: number } {
    const worksheet = this.book.sheet(sheet);
    const { sheetViewStartRow, sheetViewStartColumn, offsetX, offsetY } = worksheet.getScrollState();
    const frozen = worksheet.getFreeze();
    const origin = worksheet.getRange(0, 0).getCellRect();
    const first = worksheet.getRange(sheetViewStartRow, sheetViewStartColumn).getCellRect();
    return {
      x: col < frozen.startColumn ? 0 : first.x - origin.x + offsetX,
      y: row < frozen.startRow ? 0 : first.y - origin.y + offsetY,
    };
  }

  /** Scrolls when the first cell is out of sight, and resolves when it is drawn where `box` says. */
  async show(rect: Rect): Promise<void> {
    await drawn();
    const cell = this.box(rect);
    const canvas = canvasBox();
    if (!cell || !canvas) return;
    const right = cell.x + cell.width <= canvas.right && cell.x >= canvas.x + ROW_HEADER_PX;
    const down = cell.y + cell.height <= canvas.bottom && cell.y >= canvas.y + COLUMN_HEADER_PX;
    if (right && down) return;
    this.book.sheet(rect.sheet).scrollToCell(rect.row, rect.col);
    await drawn();
  }
}

const ROW_HEADER_PX = 46;
const COLUMN_HEADER_PX = 20;

/** Two frames: one takes over what changed, the other has drawn it. */
function drawn(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}

function canvasBox(): DOMRect | null {
  return document.querySelector(MAIN_CANVAS)?.getBoundingClientRect() ?? null;
}
