import { type Injector, type IRange, ObjectMatrix } from '@univerjs/core';
import {
  BaseReferenceObject,
  ErrorType,
  type IArrayFormulaRangeType,
  IFormulaCurrentConfigService,
  IFormulaRuntimeService,
} from '@univerjs/engine-formula';

/**
 * A formula that reads a range sees a spill that has become smaller as it is now. The engine (Univer 0.25.1) makes `A1:B9` of its two
 * corners, and the range that it makes does not know which cells a spill has left: their last values would be read for ever.
 */
export function forgetLeftCells(injector: Injector): void {
  const before = injector.get(IFormulaCurrentConfigService);
  const running = injector.get(IFormulaRuntimeService);
  const { prototype } = BaseReferenceObject;
  prototype.getCurrentActiveArrayFormulaRange = function spillsBefore() {
    return onSheetOf(this, before.getArrayFormulaRange());
  };
  prototype.getCurrentRuntimeActiveArrayFormulaRange = function spillsNow() {
    return onSheetOf(this, running.getUnitArrayFormula());
  };
}

const onSheetOf = (reference: BaseReferenceObject, spills: IArrayFormulaRangeType) =>
  spills[reference.getUnitId()]?.[reference.getSheetId()];

/**
 * A cell that one calculation evaluates twice shows what it gave last. The engine (Univer 0.25.1) evaluates again what reads a new spill,
 * and keeps the spill of the first time where the second gives one value: it would stay in sight over a cell that is empty.
 */
export function keepLastSpill(injector: Injector): void {
  const running = injector.get(IFormulaRuntimeService);
  const set = running.setRuntimeData.bind(running);
  running.setRuntimeData = (value) => {
    forgetSpill(running);
    set(value);
  };
}

/** What the cell that is evaluated has spilled in this calculation. */
function forgetSpill(running: IFormulaRuntimeService): void {
  const { currentUnitId: unit, currentSubUnitId: sheet, currentRow: row, currentColumn: col } = running;
  const spills = new ObjectMatrix<IRange>(running.getUnitArrayFormula()[unit]?.[sheet] ?? {});
  const spill = spills.getValue(row, col);
  if (!spill) return;
  const filled = running.getRuntimeArrayFormulaCellData()[unit]?.[sheet];
  // A spill that found no room has filled its own cell alone, and the others are of whatever was in its way.
  const isRefused = running.getUnitData()[unit]?.[sheet]?.getValue(row, col)?.v === ErrorType.SPILL;
  const [lastRow, lastCol] = isRefused ? [row, col] : [spill.endRow, spill.endColumn];
  for (let down = row; down <= lastRow; down++)
    for (let right = col; right <= lastCol; right++) filled?.realDeleteValue(down, right);
  spills.realDeleteValue(row, col);
}
