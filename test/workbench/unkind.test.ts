import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

it('the manual shows the same list', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/workbench.md'), 'utf8');
  const rows = Object.entries(UNKIND).map(([word, says]) => `- \`${word}\`: ${says}`);
  expect(page).toContain(rows.join('\n'));
});
