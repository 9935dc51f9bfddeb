import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { OfficeAddinManifest } from 'office-addin-manifest';
import { describe, expect, it } from 'vitest';
import { parseManifest, withDescendants } from '../../scripts/manifest/element';
import { lintManifest } from '../../scripts/manifest/lint';
import { surroundingsAt } from '../../scripts/manifest/surroundings';
import { ACTION_NAMES } from '../../src/taskpane/shell/ribbon';

const ROOT = resolve(import.meta.dirname, '../..');
const FILE = join(ROOT, 'manifest.xml');
const xml = readFileSync(FILE, 'utf8');

describe('the manifest of this add-in', () => {
  it('has no fault: Excel takes it, and every button and shortcut has its function', () => {
    expect(lintManifest(xml, surroundingsAt(ROOT))).toEqual([]);
  });

  it('calls every command of the desk, and no other', () => {
    const commands = withDescendants(parseManifest(xml)).filter(({ name }) => name === 'FunctionName');
    expect(new Set(commands.map(({ text }) => text))).toEqual(new Set(ACTION_NAMES));
  });

  it('gives the button that stops programs a picture of its own, beside the one that withdraws all', () => {
    const pictures = (command: string): string[] =>
      withDescendants(parseManifest(xml))
        .filter(({ children }) =>
          children.some(({ children: [name] }) => name?.name === 'FunctionName' && name.text === command),
        )
        .flatMap(withDescendants)
        .filter(({ name }) => name === 'bt:Image')
        .map(({ attributes: { resid = '' } }) => resid);
    expect(pictures('WithdrawAll')).toEqual(['Withdraw.16', 'Withdraw.32', 'Withdraw.80']);
    expect(pictures('StopPrograms')).toEqual(['Stop.16', 'Stop.32', 'Stop.80']);
  });

  it('names in each tip the key of the shortcuts, and none for a button without one', () => {
    const { shortcuts } = JSON.parse(
      readFileSync(join(ROOT, 'src/taskpane/shortcuts.json'), 'utf8'),
    ) as Record<'shortcuts', { action: string; key: { default: string } }[]>;
    const tips = withDescendants(parseManifest(xml)).flatMap(
      ({ attributes: { id = '', DefaultValue = '' } }) =>
        id.endsWith('.Tip')
          ? [[id.slice(0, -'.Tip'.length), /\((Ctrl.*)\)\.$/.exec(DefaultValue)?.[1]] as const]
          : [],
    );
    expect(tips.filter(([, key]) => key !== undefined).sort()).toEqual(
      shortcuts.map(({ action, key }) => [action, key.default]).sort(),
    );
  });

  it('calls the button that stops programs by no word of withdrawing: it stands beside the one for all quotes', () => {
    const text = (id: string): string | undefined =>
      withDescendants(parseManifest(xml)).find(({ attributes }) => attributes.id === id)?.attributes
        .DefaultValue;
    expect(text('StopPrograms.Label')).toBe('Stop programs');
    expect(text('StopPrograms.Tip')).toContain('Other quotes stay live: Withdraw all takes them off');
  });

  it("is read by Microsoft's own reader as an add-in of this name for Excel", async () => {
    const info = await OfficeAddinManifest.readManifestFile(FILE);
    expect(info).toMatchObject({
      displayName: 'SpreadDesk',
      hosts: ['Workbook'],
      officeAppType: 'TaskPaneApp',
    });
  });
});
