import {
  type ICellData,
  type ICommandInfo,
  type IExecutionOptions,
  type Nullable,
  ObjectMatrix,
} from '@univerjs/core';
import {
  type ISetFormulaCalculationNotificationMutation,
  type ISetFormulaCalculationResultMutation,
  SetFormulaCalculationNotificationMutation,
  SetFormulaCalculationResultMutation,
  SetFormulaCalculationStartMutation,
} from '@univerjs/engine-formula';
import {
  type IInsertColMutationParams,
  type IInsertRowMutationParams,
  InsertColMutation,
  InsertRowMutation,
  type IRemoveColMutationParams,
  type IRemoveRowsMutationParams,
  type ISetRangeValuesMutationParams,
  RemoveColMutation,
  RemoveRowMutation,
  SetRangeValuesMutation,
} from '@univerjs/sheets';
import type { Cell, Rect } from './cell';
import type { Shift } from './port';
import type { UniverBook } from './univer-book';

/** What happens in the grid, told in our terms out of the stream of its commands. */
interface Happenings {
  started(params: object): void;
  evaluated(cells: Cell[]): void;
  /** `complete` when the calculation came to its end, not when a person stopped it or it was reset. */
  ended(complete: boolean): void;
  edited(rect: Rect): void;
  /** In this sheet, which may be gone by then. Without `moved` where Excel has no word for it. */
  restructured(sheet: string, moved?: { rect: Rect; shift: Shift }): void;
}

type Command = Readonly<ICommandInfo>;
const isResult = (info: Command): info is ICommandInfo<ISetFormulaCalculationResultMutation> =>
  info.id === SetFormulaCalculationResultMutation.id;
const isNotification = (info: Command): info is ICommandInfo<ISetFormulaCalculationNotificationMutation> =>
  info.id === SetFormulaCalculationNotificationMutation.id;
const isValues = (info: Command): info is ICommandInfo<ISetRangeValuesMutationParams> =>
  info.id === SetRangeValuesMutation.id;

const STRUCTURE: ReadonlySet<string> = new Set(
  [
    'insert-row',
    'insert-col',
    'remove-rows',
    'remove-col',
    'move-rows',
    'move-columns',
    'move-range',
    'reorder-range',
    'remove-sheet',
  ].map((name) => `sheet.mutation.${name}`),
);
/** The engine's word for a calculation that came to its end; 0 and 1 are reset and stopped. */
const FIRST_COMPLETE_STATE = 2;

/**
 * A calculation that was under way while a person typed ends by writing what the cells were to show before, over what
 * was typed (Univer 0.25.1): the result of a formula that was replaced, nothing where something used to spill. Results for
 * cells without a formula are left out before they are written, and so are those that would take a formula away.
 */
export function guardTyped(book: UniverBook, hasFormula: (cell: Cell) => boolean): void {
  book.api.onBeforeCommandExecute((info, options) => {
    if (!isValues(info) || !options?.applyFormulaCalculationResult || !info.params) return;
    const { subUnitId, cellValue } = info.params;
    const results = new ObjectMatrix(cellValue ?? {});
    results.forValue((row, col, result) => {
      if (!result || !hasFormula({ sheet: subUnitId, row, col })) results.realDeleteValue(row, col);
    });
  });
}

export function watchCommands(book: UniverBook, tell: Happenings): void {
  book.api.onCommandExecuted((info, options) => {
    if (info.id === SetFormulaCalculationStartMutation.id) tell.started(info.params ?? {});
    else if (isResult(info)) tell.evaluated(evaluatedCells(info.params));
    else if (isNotification(info)) notified(info.params?.functionsExecutedState, tell);
    else if (isValues(info)) valuesSet(info.params, options, tell);
    else if (isShift(info)) tell.restructured(sheetOf(info), shifted(info, book));
    else if (STRUCTURE.has(info.id)) tell.restructured(sheetOf(info));
  });
}

/** A move within a sheet names it as where it comes from. */
function sheetOf({ params }: Command): string {
  const { subUnitId, from } = (params ?? {}) as { subUnitId?: string; from?: { subUnitId?: string } };
  return subUnitId ?? from?.subUnitId ?? '';
}

type ShiftParams =
  IInsertRowMutationParams | IRemoveRowsMutationParams | IInsertColMutationParams | IRemoveColMutationParams;
const SHIFTS: Readonly<Record<string, Shift>> = {
  [InsertRowMutation.id]: 'RowInserted',
  [RemoveRowMutation.id]: 'RowDeleted',
  [InsertColMutation.id]: 'ColumnInserted',
  [RemoveColMutation.id]: 'ColumnDeleted',
};
const isShift = (info: Command): info is ICommandInfo<ShiftParams> => info.id in SHIFTS;

function shifted(
  { id, params }: Readonly<ICommandInfo<ShiftParams>>,
  book: UniverBook,
): { rect: Rect; shift: Shift } | undefined {
  const shift = SHIFTS[id];
  return params && shift && { rect: book.rect(params.subUnitId, params.range), shift };
}

function notified(state: number | undefined, tell: Happenings): void {
  if (state !== undefined) tell.ended(state >= FIRST_COMPLETE_STATE);
}

function valuesSet(
  params: ISetRangeValuesMutationParams | undefined,
  options: IExecutionOptions | undefined,
  tell: Happenings,
): void {
  const byEngine = options?.onlyLocal || options?.fromFormula || options?.applyFormulaCalculationResult;
  const rect = params && !byEngine ? editedRect(params) : null;
  if (rect) tell.edited(rect);
}

function evaluatedCells(params: ISetFormulaCalculationResultMutation | undefined): Cell[] {
  const cells: Cell[] = [];
  for (const sheets of Object.values(params?.unitData ?? {})) {
    for (const [sheet, values] of Object.entries(sheets ?? {})) {
      new ObjectMatrix(values).forValue((row, col) => {
        cells.push({ sheet, row, col });
      });
    }
  }
  return cells;
}

/** A cell of which only the style was set is not edited. */
function isContent(cell: Nullable<ICellData>): boolean {
  return !cell || 'v' in cell || 'f' in cell || 'si' in cell || 'p' in cell;
}

function editedRect({ subUnitId, cellValue }: ISetRangeValuesMutationParams): Rect | null {
  const bounds = { top: Infinity, left: Infinity, bottom: -1, right: -1 };
  new ObjectMatrix(cellValue ?? {}).forValue((row, col, cell) => {
    if (!isContent(cell)) return;
    bounds.top = Math.min(bounds.top, row);
    bounds.bottom = Math.max(bounds.bottom, row);
    bounds.left = Math.min(bounds.left, col);
    bounds.right = Math.max(bounds.right, col);
  });
  const { top, left, bottom, right } = bounds;
  if (bottom < 0) return null;
  return { sheet: subUnitId, row: top, col: left, rows: bottom - top + 1, cols: right - left + 1 };
}
