import type { ICellCustomRender, Workbook } from '@univerjs/core';
import { RegisterOtherFormulaService } from '@univerjs/engine-formula';
import { SheetInterceptorService } from '@univerjs/sheets';
import { expect, it } from 'vitest';
import { UniverConditions } from '../../../src/workbench/grid/univer-conditions';

type Handler = (cell: unknown, at: object, next: (cell: unknown) => unknown) => unknown;

/** An engine that answers what it is told to, and a grid that draws what the handler makes of a cell. */
function bench() {
  const asked: { formula: string; ranges: unknown }[] = [];
  const results = new Map<string, unknown>();
  const deleted: string[] = [];
  let tell = (): void => undefined;
  let draw: Handler = (cell) => cell;
  let redrawn = 0;
  let sheets = ['s1', 's2'];
  const formulas = {
    formulaResult$: { subscribe: (act: () => void) => void (tell = act) },
    registerFormulaWithRange: (_unit: string, _sheet: string, formula: string, ranges: unknown) =>
      `f${asked.push({ formula, ranges })}`,
    getFormulaValueSync: (_unit: string, _sheet: string, id: string) => ({ result: results.get(id) }),
    deleteFormula: (_unit: string, _sheet: string, ids: string[]) => void deleted.push(...ids),
  };
  const interceptors = {
    intercept: (_point: unknown, { handler }: { handler: Handler }) => (draw = handler),
  };
  const services = new Map<unknown, unknown>([
    [RegisterOtherFormulaService, formulas],
    [SheetInterceptorService, interceptors],
  ]);
  const workbook = {
    getId: () => 'book',
    getSheets: () => sheets.map((id) => ({ getSheetId: () => id })),
    getActiveSheet: () => ({ refreshCanvas: () => (redrawn += 1) }),
  };
  const conditions = new UniverConditions({
    injector: { get: (token: unknown) => services.get(token) },
    workbook,
  } as never);
  const styles = { getStyleByCell: (cell: { s?: object } | undefined) => cell?.s } as unknown as Workbook;
  return {
    conditions,
    asked,
    deleted,
    redrawn: () => redrawn,
    says: (id: string, result: unknown) => {
      results.set(id, result);
      tell();
    },
    drop: (sheet: string) => (sheets = sheets.filter((one) => one !== sheet)),
    /** What is filled over a cell of 100 by 20, beside numbers above and below it. */
    barAt: (value: unknown, numbers: readonly unknown[]) => {
      const worksheet = { getCellMatrix: () => ({ getValue: (row: number) => ({ v: numbers[row - 4] }) }) };
      const at = { subUnitId: 's1', row: 4, col: 0, workbook: { getStyles: () => styles }, worksheet };
      const drawn = draw({ v: value }, at, (cell) => cell) as { customRender?: ICellCustomRender[] };
      const filled: unknown[] = [];
      const ctx = {
        fillStyle: '',
        save: () => undefined,
        restore: () => undefined,
        fillRect: (...box: number[]) => void filled.push([ctx.fillStyle, ...box]),
      };
      const primaryWithCoord = { startX: 0, endX: 100, startY: 0, endY: 20 };
      for (const one of drawn.customRender ?? [])
        one.drawWith(ctx as never, { primaryWithCoord } as never, null, null);
      return filled;
    },
    styleAt: (row: number, col: number, own?: object, subUnitId = 's1') => {
      const at = { subUnitId, row, col, workbook: { getStyles: () => styles } };
      const drawn = draw(own && { s: own }, at, (cell) => cell) as { s?: object } | undefined;
      return drawn?.s;
    },
  };
}

const TRUE = [[{ v: 1 }]];
const FALSE = [[{ v: 0 }]];
const GREY = { bg: { rgb: '#e3e5e8' } };
const RECT = { sheet: 's1', row: 4, col: 0, rows: 3, cols: 5 };

it('greys the rows of which the formula is true, in all their columns, over the cells’ own looks', () => {
  const { conditions, asked, says, styleAt, redrawn } = bench();
  const look = conditions.add(RECT);
  look.change({ formula: '=IFERROR($B5<>"C7",FALSE)' });
  look.change({ fill: '#e3e5e8' });
  // One question for each row: the formula reads the same cell from every column.
  expect(asked.map(({ ranges }) => ranges)).toEqual([
    [{ startRow: 4, endRow: 6, startColumn: 0, endColumn: 0 }],
  ]);
  expect(styleAt(5, 0)).toBeUndefined();
  says('f1', { 0: { 0: FALSE }, 1: { 0: TRUE }, 2: { 0: [[{ v: '#N/A' }]] } });
  expect(redrawn()).toBe(1);
  const yellow = { bg: { rgb: '#fff8e1' }, bl: 1 };
  expect(styleAt(5, 4, yellow)).toEqual({ ...yellow, ...GREY });
  expect([styleAt(4, 0, yellow), styleAt(6, 0, yellow)]).toEqual([yellow, yellow]);
  for (const [row, col, sheet] of [
    [5, 5, 's1'],
    [7, 0, 's1'],
    [5, 0, 's2'],
  ] as const)
    expect(styleAt(row, col, undefined, sheet)).toBeUndefined();
  // The same answer is no reason to draw.
  says('f1', { 0: { 0: FALSE }, 1: { 0: TRUE }, 2: { 0: FALSE } });
  expect(redrawn()).toBe(1);
  says('f1', { 0: { 0: FALSE }, 1: { 0: FALSE }, 2: { 0: FALSE } });
  expect(styleAt(5, 4, yellow)).toBe(yellow);
  expect(redrawn()).toBe(2);
});

it('asks once where the formula reads fixed cells alone, and lets the newest format win', () => {
  const { conditions, asked, says, styleAt } = bench();
  const old = conditions.add(RECT);
  old.change({ formula: '=NOW()-$C$1>1' });
  old.change({ color: '#666d75' });
  old.change({ italic: true });
  const over = conditions.add(RECT);
  over.change({ formula: '=A5=1' });
  over.change({ color: '#6b7178' });
  expect(asked.map(({ ranges }) => ranges)).toEqual([
    [{ startRow: 4, endRow: 4, startColumn: 0, endColumn: 0 }],
    [{ startRow: 4, endRow: 6, startColumn: 0, endColumn: 4 }],
  ]);
  says('f1', { 0: { 0: TRUE } });
  says('f2', { 2: { 3: TRUE } });
  expect(styleAt(6, 2)).toEqual({ cl: { rgb: '#666d75' }, it: 1 });
  expect(styleAt(6, 3)).toEqual({ cl: { rgb: '#6b7178' }, it: 1 });
});

it('draws a bar of each number from the middle of its cell, the largest of the range over half of it', () => {
  const { conditions, barAt } = bench();
  const look = conditions.add({ ...RECT, cols: 1 });
  look.change({ above: '#f4b183' });
  look.change({ below: '#bfbfbf' });
  expect(barAt(0.2, [0.2, -0.4, 'none'])).toEqual([['#f4b183', 50, 4, 25, 12]]);
  expect(barAt(-0.4, [-0.4, 0.2])).toEqual([['#bfbfbf', 0, 4, 50, 12]]);
  for (const none of [0, '', 'leg 2?', undefined]) expect(barAt(none, [none, 1])).toEqual([]);
});

it('lets go of what is cleared, of a sheet in which rows moved, and of one that is gone', () => {
  const { conditions, deleted, drop, says, styleAt } = bench();
  for (const rect of [RECT, { ...RECT, sheet: 's2' }, { ...RECT, sheet: 's2', row: 20 }])
    conditions.add(rect).change({ formula: '=$A$1', fill: '#e3e5e8' });
  for (const id of ['f1', 'f2', 'f3']) says(id, { 0: { 0: TRUE } });
  conditions.clear({ sheet: 's2', row: 19, col: 0, rows: 10, cols: 9 });
  expect(deleted).toEqual(['f3']);
  conditions.forgetMoved('s1');
  expect(deleted).toEqual(['f3', 'f1']);
  expect([styleAt(4, 0), styleAt(4, 0, undefined, 's2')]).toEqual([undefined, GREY]);
  drop('s2');
  conditions.forgetMoved('s1');
  expect(deleted).toEqual(['f3', 'f1', 'f2']);
});
