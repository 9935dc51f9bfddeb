import { expect, it } from 'vitest';
import type { FunctionMeta } from '../../../src/workbench/calls/metadata';
import { RemoteFunctions } from '../../../src/workbench/calls/remote';
import type { Entry } from '../../../src/workbench/wire/messages';

/** What the add-in's page is told about a call of this function in C4 of "Day ahead". */
function told(options: FunctionMeta['options']): unknown[] {
  const posted: Entry[] = [];
  const entries = { post: (entry: Entry) => void posted.push(entry) };
  const functions = new RemoteFunctions(
    entries,
    () => 'Day ahead',
    () => undefined,
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
