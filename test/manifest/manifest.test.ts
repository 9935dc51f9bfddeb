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

  it("is read by Microsoft's own reader as an add-in of this name for Excel", async () => {
    const info = await OfficeAddinManifest.readManifestFile(FILE);
    expect(info).toMatchObject({
      displayName: 'SpreadDesk',
      hosts: ['Workbook'],
      officeAppType: 'TaskPaneApp',
    });
  });
});
