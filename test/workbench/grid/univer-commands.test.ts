import type { ICommandInfo, IExecutionOptions } from '@univerjs/core';
import { SetRangeValuesMutation } from '@univerjs/sheets';
import { expect, it } from 'vitest';
import type { UniverBook } from '../../../src/workbench/grid/univer-book';
import { guardTyped } from '../../../src/workbench/grid/univer-commands';

type Listener = (info: ICommandInfo, options?: IExecutionOptions) => void;

/** What is left of the results of a calculation, in a book with a formula in A1 and B1. */
function written(cellValue: object, options: IExecutionOptions): object {
  let before: Listener = () => undefined;
  const api = { onBeforeCommandExecute: (listener: Listener) => (before = listener) };
  guardTyped({ api } as unknown as UniverBook, ({ row, col }) => row === 0 && col < 2);
  before({ id: SetRangeValuesMutation.id, params: { subUnitId: 'desk', cellValue } }, options);
  return cellValue;
}

it('leaves out the results of a calculation that would write over what was typed meanwhile', () => {
  const results = { 0: { 0: { v: 7 }, 1: null, 2: { v: 9 }, 3: null } };
  expect(written(results, { applyFormulaCalculationResult: true })).toEqual({ 0: { 0: { v: 7 } } });
});

it('touches nothing that a person writes', () => {
  const typed = { 0: { 0: { v: 7 }, 1: null, 2: { v: 9 } } };
  expect(written(structuredClone(typed), {})).toEqual(typed);
});
