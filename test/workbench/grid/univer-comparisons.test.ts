import {
  ArrayValueObject,
  type BaseValueObject,
  CELL_INVERTED_INDEX_CACHE,
  compareToken,
  ErrorType,
  ErrorValueObject,
  StringValueObject,
} from '@univerjs/engine-formula';
import { expect, it } from 'vitest';
import { compareAsCellsAre } from '../../../src/workbench/grid/univer-comparisons';

compareAsCellsAre();

/** What a formula reads of B5 at some moment of a calculation. */
const cellNow = (value: BaseValueObject): ArrayValueObject =>
  ArrayValueObject.create({
    calculateValueList: [[value]],
    ...{ rowCount: 1, columnCount: 1, unitId: 'book', sheetId: 'sheet1', row: 4, column: 1 },
  });
const compared = (value: BaseValueObject, operator: compareToken, text: string): unknown => {
  const compares = cellNow(value).compare(StringValueObject.create(text), operator);
  const one = compares.get(0, 0);
  return one?.isError() ? (one as ErrorValueObject).getErrorType() : one?.getValue();
};

it('an error stays one however often a calculation compares its cell', () => {
  const error = ErrorValueObject.create(ErrorType.NA);
  const twice = [
    compared(error, compareToken.EQUALS, ''),
    compared(error, compareToken.EQUALS, ''),
    compared(error, compareToken.NOT_EQUAL, 'open'),
  ];
  expect(twice).toEqual(['#N/A', '#N/A', '#N/A']);
});

it('a cell that was evaluated between two comparisons is compared as it is now', () => {
  expect(compared(StringValueObject.create('closed'), compareToken.NOT_EQUAL, 'open')).toBe(true);
  const open = StringValueObject.create('open');
  expect([
    compared(open, compareToken.NOT_EQUAL, 'open'),
    compared(open, compareToken.EQUALS, 'open'),
  ]).toEqual([false, true]);
});

it('a long column is compared as it is once one of its cells was evaluated', () => {
  const rows = 2_000;
  const column = (last: string): ArrayValueObject =>
    ArrayValueObject.create({
      calculateValueList: Array.from({ length: rows }, (_, row) => [
        StringValueObject.create(row === rows - 1 ? last : 'power'),
      ]),
      ...{ rowCount: rows, columnCount: 1, unitId: 'book', sheetId: 'sheet1', row: 7, column: 2 },
    });
  const isGas = (last: string): unknown => {
    const compares = column(last).compare(StringValueObject.create('gas'), compareToken.EQUALS);
    return compares.get(rows - 1, 0)?.getValue() ?? false;
  };
  expect([isGas('gas'), isGas('gas')]).toEqual([true, true]);
  CELL_INVERTED_INDEX_CACHE.set('book', 'sheet1', 2, 'power', 7 + rows - 1, true);
  expect(isGas('power')).toBe(false);
});
