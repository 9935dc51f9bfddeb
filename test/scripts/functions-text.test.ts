import { expect, it } from 'vitest';
import { functionsText } from '../../scripts/functions-text.mjs';

it('the declarations for Excel say that errors in arguments are taken, and are otherwise as generated', () => {
  const generated = { allowCustomDataForDataTypeAny: true, functions: [{ id: 'RFQ' }] };
  expect(JSON.parse(functionsText(JSON.stringify(generated)))).toEqual({
    ...generated,
    allowErrorForDataTypeAny: true,
  });
});
