import fc from 'fast-check';
import { expect, it } from 'vitest';
import { failedResult, toResult } from '../../../src/workbench/calls/results';

it('takes a plain list for one row', () => {
  expect(toResult([1, 'two', true])).toEqual([[1, 'two', true]]);
});

it('shows nothing as 0, as Excel does', () => {
  expect(toResult(null)).toBe(0);
  expect(toResult([['a', null]])).toEqual([['a', 0]]);
});

it('keeps the message of an error inside a table', () => {
  const inside = { valueType: 'CustomFunctionError', basicValue: '#N/A', message: 'No quote yet.' };
  expect(toResult([['RQ-1', inside]])).toEqual([['RQ-1', { error: '#N/A', message: 'No quote yet.' }]]);
});

it('loses the message of any error but #VALUE! and #N/A, as Excel does', () => {
  expect(failedResult('Too deep.', 5)).toEqual({ error: '#DIV/0!' });
  expect(failedResult('Sign in.', 1)).toEqual({ error: '#N/A', message: 'Sign in.' });
  expect(failedResult('', 2)).toEqual({ error: '#VALUE!' });
  expect(failedResult('x', 99)).toEqual({ error: '#VALUE!', message: 'x' });
});

it.each([[[]], [[[]]], [[[1, 2], [3]]], [[[1], 'no row']]])('refuses %j, which is no table', (value) => {
  expect(toResult(value)).toMatchObject({ error: '#VALUE!' });
});

it('makes cells, and never throws, whatever comes', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const result = toResult(value);
      const cells = Array.isArray(result) ? result.flat() : [result];
      for (const cell of cells) {
        expect(cell === null || ['number', 'string', 'boolean', 'object'].includes(typeof cell)).toBe(true);
        if (typeof cell === 'object') expect(cell).toHaveProperty('error');
      }
    }),
  );
});
