import {
  BooleanNumber,
  type ICellCustomRender,
  type ICellData,
  type ICellDataForSheetInterceptor,
  InterceptorEffectEnum,
  type IStyleData,
  type Nullable,
} from '@univerjs/core';
import { RegisterOtherFormulaService } from '@univerjs/engine-formula';
import { INTERCEPTOR_POINT, type ISheetLocation, SheetInterceptorService } from '@univerjs/sheets';
import { intersection } from './address';
import type { Rect } from './cell';
import type { Condition, ConditionalLook, Conditions } from './port';
import { toRange, type UniverBook } from './univer-book';

/** Colours of the bars of numbers above and below 0. */
interface BarColours {
  readonly above: string;
  readonly below: string;
}

/** The height of a bar, of that of its cell. */
const HEIGHT = 0.6;

/** A bar from the middle of its cell: to the right above 0 and to the left below it; the largest of the range takes half of the cell. */
const dataBar = (value: number, largest: () => number, { above, below }: BarColours): ICellCustomRender => ({
  drawWith(ctx, { primaryWithCoord: { startX, endX, startY, endY } }) {
    const half = (endX - startX) / 2;
    const width = half * Math.min(1, Math.abs(value) / largest());
    const height = (endY - startY) * HEIGHT;
    ctx.save();
    // It is drawn after the number, which stays readable through it.
    ctx.globalCompositeOperation = 'multiply';
    ctx.fillStyle = value < 0 ? below : above;
    const left = startX + half - (value < 0 ? width : 0);
    ctx.fillRect(left, startY + (endY - startY - height) / 2, width, height);
    ctx.restore();
  },
});

interface Kept {
  readonly rect: Rect;
  readonly condition: Condition;
  /** Which cells of the rectangle the formula tells apart: of all others the first of their row, column or both speaks. */
  tells: { readonly rows: boolean; readonly cols: boolean };
  /** The engine's name for the formula. */
  id?: string;
  /** Where it was true when the engine said so last, row by row. */
  isTrue: readonly (readonly boolean[])[];
}

/**
 * Conditional formats. The engine calculates their formulas beside those of cells; here their looks are laid over the cells' own while these
 * are drawn. They stay where they were put: once rows or columns of their sheet have moved, they are let go.
 */
export class UniverConditions implements Conditions {
  private kept: Kept[] = [];
  private readonly formulas: RegisterOtherFormulaService;

  constructor(private readonly book: UniverBook) {
    const { injector } = book;
    this.formulas = injector.get(RegisterOtherFormulaService);
    this.formulas.formulaResult$.subscribe(() => this.took());
    injector.get(SheetInterceptorService).intercept(INTERCEPTOR_POINT.CELL_CONTENT, {
      id: 'workbench.conditional-format',
      effect: InterceptorEffectEnum.Style,
      handler: (cell, at, next) => next(this.dressed(cell, at)),
    });
  }

  add(rect: Rect): ConditionalLook {
    const kept: Kept = { rect, condition: { formula: '' }, tells: { rows: false, cols: false }, isTrue: [] };
    this.kept.push(kept);
    return {
      change: (part) => {
        Object.assign(kept.condition, part);
        if (part.formula !== undefined) this.calculate(kept, part.formula);
      },
    };
  }

  clear(rect: Rect): void {
    this.forget((kept) => {
      const shared = intersection(kept.rect, rect);
      return shared?.rows === kept.rect.rows && shared.cols === kept.rect.cols;
    });
  }

  /** Those of a sheet in which something moved, and of sheets that are gone. */
  forgetMoved(sheet: string): void {
    const there = new Set(this.book.workbook.getSheets().map((one) => one.getSheetId()));
    this.forget(({ rect }) => rect.sheet === sheet || !there.has(rect.sheet));
  }

  private forget(isGone: (kept: Kept) => boolean): void {
    const gone = this.kept.filter(isGone);
    this.kept = this.kept.filter((kept) => !gone.includes(kept));
    for (const { rect, id } of gone)
      if (id !== undefined) this.formulas.deleteFormula(this.book.workbook.getId(), rect.sheet, [id]);
  }

  /** A formula with fixed cells alone is calculated once, however large the range is. */
  private calculate(kept: Kept, formula: string): void {
    kept.tells = tellsApart(formula);
    const { rect, tells } = kept;
    const asked = { ...rect, rows: tells.rows ? rect.rows : 1, cols: tells.cols ? rect.cols : 1 };
    const unit = this.book.workbook.getId();
    kept.id = this.formulas.registerFormulaWithRange(unit, rect.sheet, formula, [toRange(asked)]);
  }

  /** Draws anew where a condition has another answer than before. */
  private took(): void {
    const unit = this.book.workbook.getId();
    let isChanged = false;
    for (const kept of this.kept) {
      if (kept.id === undefined) continue;
      const result = this.formulas.getFormulaValueSync(unit, kept.rect.sheet, kept.id)?.result ?? {};
      const isTrue = answers(result);
      if (JSON.stringify(isTrue) === JSON.stringify(kept.isTrue)) continue;
      kept.isTrue = isTrue;
      isChanged = true;
    }
    if (isChanged) this.book.workbook.getActiveSheet().refreshCanvas();
  }

  private dressed(
    cell: Nullable<ICellDataForSheetInterceptor>,
    { subUnitId, row, col, workbook, worksheet }: ISheetLocation,
  ): Nullable<ICellDataForSheetInterceptor> {
    const here = this.kept.filter(({ rect }) => {
      const [down, right] = [row - rect.row, col - rect.col];
      return rect.sheet === subUnitId && down >= 0 && right >= 0 && down < rect.rows && right < rect.cols;
    });
    const looks = here.filter(({ rect, tells, isTrue }) => {
      return isTrue[tells.rows ? row - rect.row : 0]?.[tells.cols ? col - rect.col : 0] === true;
    });
    const bar = here.flatMap((kept) => barOf(kept, { row, col, worksheet }));
    if (looks.length === 0 && bar.length === 0) return cell;
    const own = workbook.getStyles().getStyleByCell(cell) ?? {};
    const style = looks.reduce<IStyleData>((all, { condition }) => ({ ...all, ...styleOf(condition) }), own);
    return { ...cell, s: style, ...(bar.length > 0 && { customRender: bar }) };
  }
}

/** The bar of a number in a range that has bars; none of nothing. */
function barOf(
  { rect, condition: { above, below } }: Kept,
  { row, col, worksheet }: Pick<ISheetLocation, 'row' | 'col' | 'worksheet'>,
): ICellCustomRender[] {
  if (above === undefined || below === undefined) return [];
  // What is drawn is a text by now.
  const cells = worksheet.getCellMatrix();
  const value = cells.getValue(row, col)?.v;
  if (typeof value !== 'number' || value === 0) return [];
  const largest = (): number => {
    const sizes = Array.from({ length: rect.rows * rect.cols }, (_, at) => {
      const one = cells.getValue(rect.row + Math.floor(at / rect.cols), rect.col + (at % rect.cols))?.v;
      return typeof one === 'number' ? Math.abs(one) : 0;
    });
    return Math.max(...sizes);
  };
  return [dataBar(value, largest, { above, below })];
}

/** Whether another row or column of the range reads other cells: where a reference has no `$` before it. */
function tellsApart(formula: string): Kept['tells'] {
  const withoutTexts = formula.replaceAll(/"[^"]*"/g, '');
  const references = [...withoutTexts.matchAll(/(\$?)\b[A-Z]{1,3}(\$?)\d+\b/gi)];
  return {
    rows: references.some(([, , fixedRow]) => fixedRow === ''),
    cols: references.some(([, fixedColumn]) => fixedColumn === ''),
  };
}

type Result = Readonly<Record<number, Readonly<Record<number, Nullable<ICellData>[][]>> | undefined>>;

/** The engine numbers rows and columns from the first cell on, and gives what each would show. */
function answers(result: Result): boolean[][] {
  const rows: boolean[][] = [];
  for (const [row, cols] of Object.entries(result))
    for (const [col, shown] of Object.entries(cols ?? {})) {
      const value = shown[0]?.[0]?.v;
      (rows[Number(row)] ??= [])[Number(col)] = value === true || (typeof value === 'number' && value !== 0);
    }
  return rows;
}

function styleOf({ fill, color, bold, italic }: Condition): IStyleData {
  return {
    ...(fill !== undefined && { bg: { rgb: fill } }),
    ...(color !== undefined && { cl: { rgb: color } }),
    ...(bold !== undefined && { bl: bold ? BooleanNumber.TRUE : BooleanNumber.FALSE }),
    ...(italic !== undefined && { it: italic ? BooleanNumber.TRUE : BooleanNumber.FALSE }),
  };
}
