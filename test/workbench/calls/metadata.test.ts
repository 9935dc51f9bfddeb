import { expect, it } from 'vitest';
import { type FunctionMeta, functionSpec } from '../../../src/workbench/calls/metadata';

it.each([
  [{ requiresParameterAddresses: true }, true],
  [{ stream: true, requiresStreamParameterAddresses: true }, true],
  [{ stream: true }, false],
  [undefined, false],
])('a function with the options %j gets the addresses of its arguments: %s', (options, expected) => {
  const meta: FunctionMeta = { id: 'F', name: 'F', parameters: [], ...(options && { options }) };
  expect(functionSpec(meta, 'DESK').wantsAddresses).toBe(expected);
});
