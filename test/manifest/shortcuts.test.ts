import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ACTION_NAMES } from '../../src/taskpane/shell/ribbon';
import { associatedIn, commandFindings } from '../../scripts/manifest/commands';
import { parseManifest } from '../../scripts/manifest/element';

const ROOT = resolve(import.meta.dirname, '../..');
const manifest = parseManifest(readFileSync(join(ROOT, 'manifest.xml'), 'utf8'));
const associated = new Set<string>(ACTION_NAMES);
const findings = (shortcuts: string): string[] =>
  commandFindings(manifest, { associated, served: () => Buffer.from(shortcuts) });

describe('finds in the shortcuts', () => {
  const action = (id: string): object => ({ id, type: 'ExecuteFunction', name: id });
  const file = (...keys: object[]): string => {
    const actions = [action('ShowRequest'), action('ShowRequests')];
    const shortcuts = keys.map((key, index) => ({
      action: actions.map(() => 'ShowRequest')[index] ?? 'Sell',
      key,
    }));
    return JSON.stringify({ actions, shortcuts });
  };
  it.each<[fault: string, text: string, says: RegExp]>([
    ['text that is not JSON', '{', /not of Excel's form/],
    ['another form', '{"actions":[]}', /not of Excel's form/],
    [
      'an action that is not in the file',
      file({ default: 'Ctrl+Alt+1' }, { default: 'Ctrl+Alt+2' }, { default: 'Ctrl+Alt+3' }),
      /names Sell, which is no action/,
    ],
    [
      'the same keys twice, in any order',
      file({ default: 'Ctrl+Alt+R' }, { default: 'Alt+Ctrl+R' }),
      /given to two actions/,
    ],
    [
      'the same keys twice on one platform only',
      file({ default: 'Ctrl+Alt+R' }, { default: 'Ctrl+Alt+S', web: 'Ctrl+Alt+R' }),
      /two actions \(web\)/,
    ],
    ['a letter alone', file({ default: 'R' }), /"R" is no shortcut/],
    ['Shift as the only modifier', file({ default: 'Shift+R' }), /no shortcut/],
    ['a key Excel does not take', file({ default: 'Ctrl+F5' }), /no shortcut/],
    ["the Mac's key elsewhere", file({ default: 'Command+Alt+R' }), /no shortcut Excel takes \(default\)/],
  ])('%s', (_fault, text, says) => {
    expect(findings(text)).toContainEqual(expect.stringMatching(says));
  });
});

describe('takes no key that types a letter', () => {
  const given = (key: string): string[] =>
    findings(
      JSON.stringify({
        actions: [{ id: 'ShowRequest', type: 'ExecuteFunction', name: 'Show' }],
        shortcuts: [{ action: 'ShowRequest', key: { default: key, mac: 'Command+Alt+Shift+B' } }],
      }),
    ).filter((finding) => finding.includes('types a letter'));
  const free = (keys: string): string =>
    [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter((letter) => given(`${keys}+${letter}`).length === 0).join('');

  it('with AltGr, which Windows takes for Ctrl+Alt, on the keyboards of the desks', () => {
    expect(free('Ctrl+Alt+Shift')).toBe('BFGHJKMRV');
    expect(free('Ctrl+Alt')).toBe('BFGHJKV');
    expect(free('Ctrl+Shift')).toHaveLength(26);
  });

  it.each([
    ['Ctrl+Alt+Shift+W', 'US-International'],
    ['Ctrl+Alt+Shift+U', 'UK and Irish'],
    ['Ctrl+Alt+Shift+X', 'Polish'],
    ['Ctrl+Alt+Q', 'German'],
    ['Ctrl+Alt+E', 'French'],
    ['Ctrl+Alt+M', 'Swedish'],
  ])('not %s: %s', (keys, keyboard) => {
    expect(given(keys).join('\n')).toContain(keyboard);
  });
});

describe('knows the association', () => {
  it('of a name, however the code is wrapped', () => {
    const code = 'Office.actions.associate(\'A\', a); Office.actions.associate(\n  "B", b);';
    expect(associatedIn([code])).toEqual(['A', 'B']);
  });

  it('of each name of a list, in another file too', () => {
    const list = "export const NAMES = ['A', 'B'] as const;";
    const loop =
      'for (const name of NAMES) {\n  // Why.\n  Office.actions.associate(name, (event) => run(name));\n}';
    expect(associatedIn([list, loop])).toEqual(['A', 'B']);
    expect(associatedIn([loop])).toEqual([]);
  });

  it('of nothing that is only mentioned', () => {
    const code =
      "associate('A'); const NAMES = ['B']; for (const name of NAMES) say(name); Office.actions.associate(x, f)";
    expect(associatedIn([code])).toEqual([]);
  });
});
