import {
  ArrayValueObject,
  type BaseValueObject,
  type compareToken,
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
const compared = (value: BaseValueObject, operator: string, text: string): unknown => {
  const compares = cellNow(value).compare(StringValueObject.create(text), operator as compareToken);
  const one = (compares as ArrayValueObject).get(0, 0);
  return one?.isError() ? (one as ErrorValueObject).getErrorType() : one?.getValue();
};

it('an error stays one however often a calculation compares its cell', () => {
  const error = ErrorValueObject.create(ErrorType.NA);
  const twice = [compared(error, '=', ''), compared(error, '=', ''), compared(error, '<>', 'open')];
  expect(twice).toEqual(['#N/A', '#N/A', '#N/A']);
});

it('a cell that was evaluated between two comparisons is compared as it is now', () => {
  expect(compared(StringValueObject.create('closed'), '<>', 'open')).toBe(true);
  const open = StringValueObject.create('open');
  expect([compared(open, '<>', 'open'), compared(open, '=', 'open')]).toEqual([false, true]);
});
