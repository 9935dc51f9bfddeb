import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readErrors } from '../../../src/contract/service/api-error';

it.each([
  [
    '{"errors":[{"code":"price-mismatch","message":"The price moved","field":"last-seen-price"}]}',
    [{ code: 'price-mismatch', message: 'The price moved', field: 'last-seen-price' }],
  ],
  [
    '{"field-errors":[{"field":"legs[0].price","message":"missing"}],"global-errors":[{"error":"closed"}]}',
    [{ field: 'legs[0].price', message: 'missing' }, { message: 'closed' }],
  ],
  ['{"message":"Too many requests","code":429}', [{ message: 'Too many requests', code: '429' }]],
  ['{"error":"invalid_client"}', [{ message: 'invalid_client' }]],
  [
    '{"type":"about:blank","title":"Forbidden","detail":"The key is revoked"}',
    [{ message: 'The key is revoked' }],
  ],
  ['{"title":"Forbidden"}', [{ message: 'Forbidden' }]],
  ['{"errors":[{"code":"closed"}]}', [{ message: 'closed', code: 'closed' }]],
  ['{"errors":[{}]}', [{ message: 'no reason given' }]],
  ['{"errors":["closed"]}', [{ message: '{"errors":["closed"]}' }]],
  [
    '{"error":{"code":"price-mismatch","message":"The price is another one."}}',
    [{ code: 'price-mismatch', message: 'The price is another one.' }],
  ],
  [
    '{"status":422,"error":{"message":"too much","field":"quantity"}}',
    [{ message: 'too much', field: 'quantity' }],
  ],
  ['{"error":{}}', [{ message: '{"error":{}}' }]],
  ['<html>Bad gateway</html>', [{ message: '<html>Bad gateway</html>' }]],
  ['"text"', [{ message: '"text"' }]],
  ['{}', [{ message: '{}' }]],
  ['', []],
  [' \n', []],
])('%j says %j', (body, errors) => {
  expect(readErrors(body)).toEqual(errors);
});

it('shows no more than two hundred characters of anything', () => {
  for (const body of ['x'.repeat(5_000), JSON.stringify({ message: 'x'.repeat(5_000) })]) {
    expect(readErrors(body)[0]?.message).toHaveLength(201);
  }
});

it('reads any body at all without a crash, and says something of every one that is not blank', () => {
  const body = fc.oneof(
    fc.string(),
    fc.json(),
    fc.record({ errors: fc.jsonValue(), message: fc.jsonValue() }).map((o) => JSON.stringify(o)),
  );
  fc.assert(
    fc.property(body, (text) => {
      const errors = readErrors(text);
      expect(errors.every(({ message }) => message.length <= 201)).toBe(true);
      expect(errors.length > 0).toBe(text.trim() !== '');
    }),
    { numRuns: 3_000 },
  );
});
