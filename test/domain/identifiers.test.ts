import { expect, it } from 'vitest';
import { ActionId, RequestId } from '../../src/domain/identifiers';

it.each(['007', '...', '1.5', 'RQ-10293', 'a b', 'ü', '=1+1', '{"x":1}', 'x'.repeat(100)])(
  '%s is an id, as it is',
  (text) => {
    expect(RequestId.parse(text)).toBe(text);
  },
);

it.each([
  '',
  '.',
  '..',
  ' RQ',
  'a/b',
  'a?b',
  'a#b',
  'a\nb',
  'a\u0000b',
  'a\u009fb',
  '\ud800',
  'x'.repeat(101),
  7,
  null,
])('%j is no id', (text) => {
  expect(RequestId.safeParse(text).success).toBe(false);
});

it('"007" and "7" are two ids', () => {
  expect([RequestId.parse('007'), RequestId.parse('7')]).toEqual(['007', '7']);
});

it.each([
  '',
  'x',
  '00000000-0000-4000-8000-00000000000G',
  '00000000-0000-4000-8000-0000000000001',
  '00000000-0000-4000-8000-00000000000A',
])('%j is no id of an action', (text) => {
  expect(ActionId.safeParse(text).success).toBe(false);
});
