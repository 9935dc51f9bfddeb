import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseRequest } from '../../../src/workbench/wire/messages';

it('never throws on what comes in, and says what it did not know', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const request = parseRequest(text);
      expect('unknown' in request).toBe(true);
    }),
  );
});

it('keeps the number of a request that it does not know, so that it can be refused', () => {
  const request = { id: 4, type: 1, message: { url: 'Other', body: { Something: 1 } } };
  const parsed = parseRequest(JSON.stringify(request));
  expect(parsed.id).toBe(4);
  expect('unknown' in parsed && parsed.unknown).toContain('Something');
});
