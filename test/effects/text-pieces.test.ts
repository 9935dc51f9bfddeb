import { expect, test } from 'vitest';
import { TextPieces } from '../../src/effects/text-pieces';

/** Of one, two, three and four bytes a character, from nothing to more than a piece holds. */
const TEXTS = [
  'plain\r\n',
  '',
  'Zürich;Köln\n',
  '€'.repeat(21_000),
  'x'.repeat(70_000),
  '⚡ power 🔌'.repeat(9_000),
  'é'.repeat(32_768),
  'last',
];

test('pieces together are the text, whatever its characters and lengths', () => {
  const pieces = new TextPieces();
  const given = TEXTS.flatMap((text) => pieces.add(text) ?? []);
  given.push(pieces.taken());
  expect(given.length).toBeGreaterThan(3);
  expect(Buffer.concat(given).toString()).toBe(TEXTS.join(''));
});

test('a piece that was given is not written into again', () => {
  const pieces = new TextPieces();
  pieces.add('first');
  const first = pieces.taken();
  pieces.add('other');
  expect(first.toString()).toBe('first');
  expect(pieces.taken().toString()).toBe('other');
  expect(pieces.taken()).toHaveLength(0);
});

test('texts are put together until a piece is full', () => {
  const pieces = new TextPieces();
  const given = Array.from({ length: 1_000 }, () => pieces.add('0123456789'.repeat(20))).flatMap(
    (full) => full ?? [],
  );
  expect(given.every(({ length }) => length > 60_000)).toBe(true);
  expect(given.length).toBeGreaterThan(2);
});
