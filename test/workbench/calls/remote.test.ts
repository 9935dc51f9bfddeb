import { expect, it } from 'vitest';
import type { FunctionMeta } from '../../../src/workbench/calls/metadata';
import { RemoteFunctions } from '../../../src/workbench/calls/remote';
import type { Entry } from '../../../src/workbench/wire/messages';

/** What the add-in's page is told about a call of this function in C4 of "Day ahead". */
function told(options: FunctionMeta['options'], isOld = false): unknown[] {
  const posted: Entry[] = [];
  const entries = { post: (entry: Entry) => void posted.push(entry) };
  const functions = new RemoteFunctions(
    entries,
    () => 'Day ahead',
    () => undefined,
    { hidesAddresses: isOld, wantsPlainBlocks: isOld, startsTwice: false },
  );
  functions.announced();
  const meta: FunctionMeta = { id: 'RFQ', name: 'RFQ', parameters: [], ...(options && { options }) };
  const cell = { sheet: 'first', row: 3, col: 2 };
  functions.start({ meta, args: [], cell, origins: [] }, () => undefined);
  return JSON.parse(posted[0]?.[3] ?? '[]') as unknown[];
}

it.each([
  ['a stream that asks for it', { stream: true, requiresStreamAddress: true }],
  ['a function that asks for it', { requiresAddress: true }],
])('tells %s in which cell it is', (_, options) => {
  expect(told(options)[3]).toBe("'Day ahead'!C4");
});

it('tells no other function where it is', () => {
  expect(told({ stream: true })[3]).toBeNull();
});

it('tells no function where it is, nor where its arguments come from, in an Excel that does not know', () => {
  const options = { stream: true, requiresStreamAddress: true, requiresStreamParameterAddresses: true };
  expect(told(options).slice(3)).toEqual(["'Day ahead'!C4", 2, []]);
  expect(told(options, true).slice(3)).toEqual([null, 2, null]);
});

const NO_VALUE = { type: 'Error', basicType: 'Error', basicValue: '#N/A' };
it.each([
  ['plain values', [['a', 1]], [['a', 1]]],
  ['one error alone', [[NO_VALUE]], [[{ error: '#N/A' }]]],
  ['an error among values', [['a'], [NO_VALUE]], { error: '#VALUE!' }],
  [
    'a number with a format among values',
    [['a', { type: 'FormattedNumber', basicValue: 1 }]],
    { error: '#VALUE!' },
  ],
])('an older Excel takes a block of %s', (_, block, shown) => {
  const functions = new RemoteFunctions(
    { post: () => undefined },
    () => 'Day ahead',
    () => undefined,
    { hidesAddresses: false, wantsPlainBlocks: true, startsTwice: false },
  );
  functions.announced();
  const results: unknown[] = [];
  const meta: FunctionMeta = { id: 'RFQ', name: 'RFQ', parameters: [] };
  const cell = { sheet: 'first', row: 3, col: 2 };
  functions.start({ meta, args: [], cell, origins: [] }, (result) => results.push(result));
  functions.results([[1, true, block]]);
  expect(results).toEqual([shown]);
});
