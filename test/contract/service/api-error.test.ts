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
  ['{"errors":["closed"]}', [{ message: 'closed' }]],
  ['<html>Bad gateway</html>', [{ message: 'Bad gateway' }]],
  [
    '{"error":{"code":"price-mismatch","message":"The price is another one."}}',
    [{ code: 'price-mismatch', message: 'The price is another one.' }],
  ],
  [
    '{"status":422,"error":{"message":"too much","field":"quantity"}}',
    [{ message: 'too much', field: 'quantity' }],
  ],
  ['{"error":{}}', [{ message: '{"error":{}}' }]],
  ['"text"', [{ message: '"text"' }]],
  ['{}', [{ message: '{}' }]],
  ['', []],
  [' \n', []],
])('%j says %j', (body, errors) => {
  expect(readErrors(body)).toEqual(errors);
});

it.each([
  [
    'a group by field',
    '{"fieldErrors":{"legs[0].price":["must be above 0","has 2 decimals"],"quantity":"is missing"}}',
    [
      { field: 'legs[0].price', message: 'must be above 0' },
      { field: 'legs[0].price', message: 'has 2 decimals' },
      { field: 'quantity', message: 'is missing' },
    ],
  ],
  [
    'a title beside a group by field',
    '{"title":"One or more validation errors","status":400,"errors":{"Price":["is missing"]}}',
    [{ field: 'Price', message: 'is missing' }],
  ],
  [
    'one error in an object',
    '{"error":{"code":"wrong-state","message":"The request is closed"},"timestamp":"2026-11-20"}',
    [{ code: 'wrong-state', message: 'The request is closed' }],
  ],
  [
    'an answer of OAuth',
    '{"error":"invalid_client","error_description":"The secret is wrong"}',
    [{ message: 'The secret is wrong' }],
  ],
  [
    'problem details with a type of their own',
    '{"type":"https://errors.example/price-mismatch","title":"Mismatch","detail":"The price is 31 now","status":409}',
    [{ code: 'price-mismatch', message: 'The price is 31 now' }],
  ],
  [
    'invalid parameters of problem details',
    '{"title":"Not valid","invalid-params":[{"name":"x","reason":"is negative"}]}',
    [{ message: 'is negative' }],
  ],
  [
    'JSON:API',
    '{"errors":[{"status":"422","code":"E7","detail":"is missing","source":{"pointer":"/legs/0/price"}}]}',
    [{ code: 'E7', message: 'is missing', field: 'legs[0].price' }],
  ],
  [
    'names in another style',
    '{"ErrorMessage":"Not today","ErrorCode":17}',
    [{ code: '17', message: 'Not today' }],
  ],
  ['errors in an envelope', '{"data":{"errors":[{"msg":"closed"}]}}', [{ message: 'closed' }]],
  ['a byte order mark', '\uFEFF{"message":"closed"}', [{ message: 'closed' }]],
  [
    'tags in a message',
    '{"message":"<p>Down for <b>maintenance</b></p>"}',
    [{ message: 'Down for maintenance' }],
  ],
  ['a comparison in a message', '{"message":"price < 5 and > 3"}', [{ message: 'price < 5 and > 3' }]],
  [
    'a page of a proxy',
    '<!DOCTYPE html><html><head><title>502 Bad Gateway</title><style>h1{color:red}</style></head>' +
      '<body><h1>502 Bad Gateway</h1><hr>nginx</body></html>',
    [{ message: '502 Bad Gateway: nginx' }],
  ],
  [
    'a page that refuses, with its reason below a heading',
    '<html><body><h1>price-mismatch</h1>The price is not that of the quote.</body></html>',
    [{ message: 'price-mismatch: The price is not that of the quote.' }],
  ],
  [
    'a page with words of its own',
    '<html><title>Error</title><h1>Maintenance&nbsp;until 14:00 &amp; later</h1></html>',
    [{ message: 'Error: Maintenance until 14:00 & later' }],
  ],
  ['XML', '<?xml version="1.0"?><Error><Message>Key revoked</Message></Error>', [{ message: 'Key revoked' }]],
  ['a page without words', '<html><script>go()</script></html>', [{ message: 'a web page without words' }]],
])('%s is read for the words in it', (_, body, errors) => {
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
