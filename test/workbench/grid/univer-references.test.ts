import type { Injector } from '@univerjs/core';
import {
  ArrayValueObject,
  type BaseValueObject,
  FormulaDataModel,
  FormulaRuntimeService,
  type IFormulaCurrentConfigService,
  StringValueObject,
} from '@univerjs/engine-formula';
import { expect, it } from 'vitest';
import { keepLastSpill } from '../../../src/workbench/grid/univer-references';

const [BOOK, SHEET] = ['book', 'sheet1'];

const text = (value: string): BaseValueObject => StringValueObject.create(value);
const row = (...values: string[]): ArrayValueObject =>
  ArrayValueObject.create({
    calculateValueList: [values.map(text)],
    ...{ rowCount: 1, columnCount: values.length },
    ...{ unitId: '', sheetId: '', row: -1, column: -1 },
  });

/** A calculation that evaluates G16 for each of these, and what is shown in its row afterwards. */
function calculated(...values: BaseValueObject[]): { spills: object; texts: unknown } {
  const nothing = {
    getUnitData: () => ({}),
    getArrayFormulaCellData: () => ({}),
    getArrayFormulaRange: () => ({}),
  };
  const running = new FormulaRuntimeService(nothing as unknown as IFormulaCurrentConfigService, {} as never);
  keepLastSpill({ get: () => running } as unknown as Injector);
  for (const value of values) {
    running.setCurrent(15, 6, 1_000, 60, SHEET, BOOK);
    running.setRuntimeData(value);
  }
  const { arrayFormulaRange, arrayFormulaCellData, clearArrayFormulaCellData } = running.getAllRuntimeData();
  const book = new FormulaDataModel({} as never, {} as never);
  book.clearPreviousArrayFormulaCellData(clearArrayFormulaCellData);
  book.mergeArrayFormulaCellData(arrayFormulaCellData);
  book.mergeArrayFormulaRange(arrayFormulaRange);
  const filled = Object.values(book.getArrayFormulaCellData()[BOOK]?.[SHEET]?.[15] ?? {});
  return {
    spills: book.getArrayFormulaRange()[BOOK]?.[SHEET]?.[15] ?? {},
    texts: filled.map((cell) => (cell as { v?: unknown } | null)?.v),
  };
}

it('a cell that one calculation evaluates twice spills what it gave last, and nothing of the first time', () => {
  const two = { startRow: 15, endRow: 15, startColumn: 6, endColumn: 7 };
  expect(calculated(row('Cal-27', 'you buy'))).toEqual({ spills: { 6: two }, texts: ['Cal-27', 'you buy'] });
  // A row of a list that has become shorter: its id is gone once the list is read again.
  expect(calculated(row('Cal-27', 'you buy'), text(''))).toEqual({ spills: {}, texts: [] });
  expect(calculated(row('Cal-27', 'you buy', '5 MW'), row('Q1-27', 'you sell'))).toEqual({
    spills: { 6: two },
    texts: ['Q1-27', 'you sell'],
  });
  expect(calculated(text(''), row('Cal-27', 'you buy'))).toEqual({
    spills: { 6: two },
    texts: ['Cal-27', 'you buy'],
  });
});
