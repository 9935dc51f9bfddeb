import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { FunctionMeta, Parameter } from '../../../src/workbench/calls/metadata';
import { failedResult, marshal, toResult } from '../../../src/workbench/calls/values';

const meta = (...parameters: Parameter[]): FunctionMeta => ({ id: 'F', name: 'F', parameters });
const number: Parameter = { name: 'price', type: 'number' };
const text: Parameter = { name: 'id', type: 'string' };
const truth: Parameter = { name: 'firm', type: 'boolean' };
const any: Parameter = { name: 'value', type: 'any' };

it('hands over null for what was left out, and for an optional argument at the end', () => {
  const optional = { ...text, optional: true };
  expect(marshal(meta(optional, optional), [{ value: null, omitted: true }])).toEqual([null, null]);
});

it('says which argument is missing', () => {
  expect(marshal(meta(text), [])).toEqual({ error: '#VALUE!', message: 'id is missing.' });
  const described = { ...text, description: '"bid" for the highest, or "ask" for the lowest.' };
  expect(marshal(meta(described), [])).toEqual({
    error: '#VALUE!',
    message: 'id is missing. "bid" for the highest, or "ask" for the lowest.',
  });
});

it('hands over an empty cell as Excel on the desktop does, by type', () => {
  const empty = { value: null };
  expect(marshal(meta(number, text, truth, any), [empty, empty, empty, empty])).toEqual([0, '', false, 0]);
});

it('keeps ids text and numbers numbers, negative ones too', () => {
  expect(
    marshal(meta(text, text, number, number), [
      { value: 1007 },
      { value: true },
      { value: '-4.25' },
      { value: true },
    ]),
  ).toEqual(['1007', 'TRUE', -4.25, 1]);
});

it('refuses a text where a number or a truth is wanted, with the text', () => {
  expect(marshal(meta(number), [{ value: 'many' }])).toEqual({
    error: '#VALUE!',
    message: '"many" is not a number.',
  });
  expect(marshal(meta(truth), [{ value: 'yes' }])).toEqual({
    error: '#VALUE!',
    message: '"yes" is not TRUE or FALSE.',
  });
  expect(marshal(meta(truth, truth), [{ value: 'False' }, { value: 'TRUE' }])).toEqual([false, true]);
});

it('gives an error among the arguments as the result', () => {
  const busy = { error: '#BUSY!' };
  expect(marshal(meta(text, number), [{ value: 'x' }, { value: busy }])).toEqual(busy);
  const matrix = { ...any, dimensionality: 'matrix' };
  expect(marshal(meta(matrix), [{ value: [[1, { error: '#N/A' }]] }])).toEqual({ error: '#N/A' });
});

it('hands an error over where the functions take errors, in its own cell, but not one that is still calculated', () => {
  const takes = { ...meta({ ...any, dimensionality: 'matrix' }), takesErrors: true };
  expect(marshal(takes, [{ value: [[1, { error: '#N/A' }]] }])).toEqual([
    [[1, { type: 'Error', basicType: 'Error', basicValue: '#N/A' }]],
  ]);
  const busy = { error: '#BUSY!' };
  expect(marshal(takes, [{ value: [[1, busy]] }])).toEqual(busy);
  expect(marshal({ ...meta(number), takesErrors: true }, [{ value: { error: '#N/A' } }])).toEqual({
    error: '#N/A',
  });
});

it('takes a single value for a matrix, and a range of one cell for a single value', () => {
  expect(marshal(meta({ ...number, dimensionality: 'matrix' }), [{ value: 5 }])).toEqual([[[5]]]);
  expect(marshal(meta(number), [{ value: [[5]] }])).toEqual([5]);
  expect(marshal(meta(number), [{ value: [[5, 6]] }])).toEqual({
    error: '#VALUE!',
    message: 'price takes one value, not a range.',
  });
});

it('collects repeating arguments in one list for each parameter', () => {
  const first = { ...text, repeating: true };
  const second = { ...number, repeating: true };
  const args = ['a', 1, 'b', 2, 'c'].map((value) => ({ value }));
  expect(marshal(meta(any, first, second), [{ value: 'x' }, ...args])).toEqual([
    'x',
    ['a', 'b', 'c'],
    [1, 2],
  ]);
  expect(marshal(meta(first), [])).toEqual([[]]);
});

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
