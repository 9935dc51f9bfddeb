import { expect, it } from 'vitest';
import { readUnkind, UNKIND } from '../../src/workbench/unkind';

it('reads a list of words, with room around them', () => {
  expect([...readUnkind('?pane=320&unkind=edit-mode,%20xldudf,').unkind]).toEqual(['edit-mode', 'xldudf']);
  expect(readUnkind('').unkind.size).toBe(0);
});

it('names what it does not know, and all that it knows, and does the rest', () => {
  const { unkind, complaint } = readUnkind('?unkind=unfair,xldudf,toString');
  expect([...unkind]).toEqual(['xldudf']);
  expect(complaint).toBe(`unkind knows no unfair, toString; it knows ${Object.keys(UNKIND).join(', ')}.`);
});
