import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { declaredFunctions } from '../../scripts/manual/declared';
import { examplesOf, manualOf } from '../../scripts/manual/manual';
import { profileSchemaText } from '../../scripts/manual/profile-schema';
import { settingsPage } from '../../scripts/manual/settings-page';
import { readProfile } from '../../src/contract/service/profile-file';
import { helpText } from '../../src/gateway/settings/settings';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const functions = await declaredFunctions(ROOT);

it('docs/functions.md is what `npm run manual` would write', () => {
  expect(read('docs/functions.md')).toBe(manualOf(functions));
});

it('docs/settings.md is what `npm run manual` would write, and has every setting of --help', () => {
  const page = read('docs/settings.md');
  expect(page).toBe(settingsPage());
  const helped = [...helpText().matchAll(/^ {2}([A-Z_]+) /gm)].map(([, name]) => name);
  expect(helped.length).toBeGreaterThan(20);
  const told = [...page.matchAll(/^- (.+?): /gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
  );
  expect(told.sort()).toEqual(helped.sort());
});

it('docs/service-profile.schema.json is what `npm run manual` would write, and the example names it', async () => {
  expect(read('docs/service-profile.schema.json')).toBe(await profileSchemaText());
  const example = read('docs/service-profile.example.json');
  expect(example).toContain('"$schema": "./service-profile.schema.json"');
  expect(readProfile([example])).toMatchObject({ ok: true });
});

it('README.md names every function with its arguments', () => {
  const readme = read('README.md').replaceAll(/\s/g, '');
  for (const { id } of functions) expect(readme).toContain(`DESK.${id}(`);
});

it('every function has an example of its own', () => {
  for (const declared of functions) {
    expect(examplesOf(declared).length).toBeGreaterThan(0);
    for (const example of examplesOf(declared))
      expect(example).toMatch(RegExp(`^=DESK\\.${declared.id}\\(.*\\)$`));
  }
  expect(() => examplesOf({ id: 'NEW', description: 'Nothing.', parameters: [] })).toThrow(
    'DESK.NEW has no example.',
  );
});

it('a function without a chapter, and a chapter without its function, are told by name', () => {
  const stranger = { id: 'NEW', description: 'New. Example: =DESK.NEW()', parameters: [] };
  expect(() => manualOf([...functions, stranger])).toThrow('The manual has no chapter for NEW: add one.');
  expect(() => manualOf(functions.filter(({ id }) => id !== 'RISK'))).toThrow('The manual names RISK');
});

it('what several functions say of an argument in the same words is told once, other words stay with the function', () => {
  const told = manualOf(functions);
  expect(told.split('- `[market]` (as the product says, else DE): As in HOURS.')).toHaveLength(2);
  expect(told.indexOf('- `[market]` (as the product says, else DE): As in HOURS.')).toBeLessThan(
    told.indexOf('### DESK.'),
  );
  expect(told.split('### DESK.RECIPIENTS(')[1]).toContain(
    '- `[market]` (for the commodity as a whole): Only for this market',
  );
});
