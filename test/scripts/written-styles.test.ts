import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDOMRenderer, makeStyles } from '@griffel/core';
import { expect, it } from 'vitest';
import writtenStyles from '../../scripts/written-styles.mjs';

const STYLES = {
  root: { color: 'red', marginLeft: '4px', ':hover': { color: 'blue' } },
  off: { color: 'grey' },
};
const written = (styles: object): string =>
  writtenStyles(`import { makeStyles } from 'x'; const useStyles = makeStyles(${JSON.stringify(styles)});`);

it('styles are written as the very classes that the pane would have computed', () => {
  const classes = makeStyles(STYLES)({ dir: 'ltr', renderer: createDOMRenderer() });
  const code = written(STYLES);
  for (const name of [...(classes['root'] ?? '').split(' '), ...(classes['off'] ?? '').split(' ')]) {
    if (!name.startsWith('___')) expect(code).toContain(`"${name}"`);
  }
  expect(code).not.toMatch(/makeStyles\(/);
  expect(code).toMatch(/^import \{ __styles as writtenStyles \} from '@fluentui\/react-components';/);
});

it('what nothing uses can still be left out', () => {
  expect(written(STYLES)).toContain('const useStyles = /*#__PURE__*/writtenStyles(');
});

it('the mirrored half is left out, ours and Fluent’s own', () => {
  expect(written(STYLES)).toContain('margin-left:4px');
  expect(written(STYLES)).not.toContain('margin-right');
  const fluent = writtenStyles(
    'const a = __styles({ root: { x: ["fltr", "frtl"], y: "fboth" } }, { d: [".fltr{left:0;}", ".frtl{right:0;}", [".fboth{top:0;}", { p: -1 }]], h: ["@media (x){.frtl:hover{right:1px;}}"] });' +
      'const b = __resetStyles("rltr", "rrtl", [".rltr{left:0;}", ".rrtl{right:0;}"]);',
  );
  expect(fluent).toBe(
    'const a = __styles({"root":{"x":"fltr","y":"fboth"}}, {"d":[".fltr{left:0;}",[".fboth{top:0;}",{"p":-1}]],"h":[]});' +
      'const b = __resetStyles("rltr", null, [".rltr{left:0;}"]);',
  );
});

it('a class that stands for both directions keeps its rule', () => {
  const turned = writtenStyles(
    '__styles({ a: { x: ["f1", "f2"] }, b: { y: ["f2", "f1"] } }, { d: [".f1{left:0;}", ".f2{right:0;}"] })',
  );
  expect(turned).toContain('.f1{left:0;}');
  expect(turned).toContain('.f2{right:0;}');
});

it('styles that need a value of the page fail the build and say what they may use', () => {
  expect(() => writtenStyles('makeStyles({ root: { width: width() } })')).toThrow(
    /^Styles may use nothing but literals and Fluent’s tokens/,
  );
});

it('what makes no styles stays as it is', () => {
  const code = 'const pane = mergeClasses(a, b);';
  expect(writtenStyles(code)).toBe(code);
});

it('in a rule where both directions stand, only the mirrored one goes', () => {
  const code = written({ words: { '@media (max-width: 400px)': { padding: '0 0 5px 8px' } } });
  expect(code).toMatch(/@media \(max-width: 400px\)\{\.\w+\{padding:0 0 5px 8px;\}\}"/);
  expect(code).not.toContain('0 8px 5px 0');
});

const PACKAGES = 'node_modules/@fluentui';
const fluent = readdirSync(PACKAGES, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /^react-(button|checkbox|field|input|label|link|radio|select|switch|textarea)\/lib\/.*\.styles\.js$/.test(
    name,
  ),
);

it.each(fluent)('every class of %s that is left has its rule', (name) => {
  const code = readFileSync(join(PACKAGES, name), 'utf8');
  const short = writtenStyles(code);
  expect(short.length).toBeLessThanOrEqual(code.length);
  const classes = [...short.matchAll(/"(f[a-z0-9]{6,7})"/g)].map(([, found = '']) => found);
  expect(classes.filter((found) => !short.includes(`.${found}`))).toEqual([]);
});
