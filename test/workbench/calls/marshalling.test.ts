import { expect, it } from 'vitest';
import { marshal } from '../../../src/workbench/calls/marshalling';
import type { FunctionMeta, Parameter } from '../../../src/workbench/calls/metadata';

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
