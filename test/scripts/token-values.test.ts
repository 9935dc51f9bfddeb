import { tokens } from '@fluentui/react-components';
import { expect, it } from 'vitest';
import tokenValues from '../../scripts/token-values.mjs';

it('each of Fluent’s tokens is the variable of its own name, so that its value can be written without the table', () => {
  const written = Object.entries(tokens).filter(([name]) => !name.startsWith('zIndex'));
  expect(written.length).toBeGreaterThan(300);
  expect(written.filter(([name, value]) => value !== `var(--${name})`)).toEqual([]);
});

it('tokens are written as their values, wherever they stand', () => {
  const code = [
    'import { makeStyles, tokens } from "@fluentui/react-components";',
    'const a = { color: tokens.colorBrandStroke1, border: `1px solid ${tokens.colorNeutralStroke1}` };',
  ].join('\n');
  expect(tokenValues(code)).toContain(
    'const a = { color: "var(--colorBrandStroke1)", border: `1px solid ${"var(--colorNeutralStroke1)"}` };',
  );
});

it('what has a second value, and what else is called tokens, stays as it is', () => {
  const deep = 'import { tokens } from "@fluentui/react-theme"; deep(tokens.zIndexPopup);';
  expect(tokenValues(deep)).toBe(deep);
  const other = 'import { tokens } from "./bucket"; spend(tokens.left);';
  expect(tokenValues(other)).toBe(other);
  const beside = 'import { tokens } from "@fluentui/react-theme"; bucket.tokens.left;';
  expect(tokenValues(beside)).toBe(beside);
});
