import type { Injector } from '@univerjs/core';
import {
  BaseReferenceObject,
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
