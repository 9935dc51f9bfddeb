// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readManifest } from '../../../src/workbench/addin/manifest';

const XML = readFileSync(join(import.meta.dirname, '../../browser/workbench-addin/manifest.xml'), 'utf8');
const without = (name: string): string => XML.replace(new RegExp(`<${name}[\\s>][\\s\\S]*</${name}>`), '');

it('reads the tab with its groups, labels, tips and icons of this origin', () => {
  expect(readManifest(XML)?.tabs).toEqual([
    {
      label: 'SpreadDesk',
      groups: [
        {
          label: 'Desk',
          buttons: [
            {
              id: 'OpenPane',
              label: 'Open the pane',
              tip: 'Requests, quotes and trades',
              icon: '/assets/icon-32.svg',
              command: { kind: 'pane' },
            },
            {
              id: 'Refresh',
              label: 'Refresh',
              tip: 'Ask the service again',
              icon: '/assets/icon-32.svg',
              command: { kind: 'action', name: 'REFRESH' },
            },
          ],
        },
      ],
    },
  ]);
});

it('reads the name space of the functions and the entries of the cell menu', () => {
  const manifest = readManifest(XML);
  expect(manifest?.namespace).toBe('DESK');
  expect(manifest?.cellMenu.map(({ label, command }) => [label, command])).toEqual([
    ['Show this request', { kind: 'action', name: 'SHOWTRADES' }],
  ]);
});

it('leaves out the part that a manifest does not have', () => {
  expect(readManifest(without('CustomTab'))?.tabs).toEqual([]);
  expect(readManifest(without('OfficeMenu'))?.cellMenu).toEqual([]);
  expect(readManifest(without('AllFormFactors'))?.namespace).toBeNull();
  expect(readManifest(without('DesktopFormFactor'))).toEqual({ namespace: 'DESK', tabs: [], cellMenu: [] });
});

it('leaves out a button whose words are not in the resources, and shows one without an icon', () => {
  const noWords = XML.replace('<bt:String id="Refresh.Label" DefaultValue="Refresh" />', '');
  const labels = (xml: string) => readManifest(xml)?.tabs[0]?.groups[0]?.buttons.map(({ label }) => label);
  expect(labels(noWords)).toEqual(['Open the pane']);
  const noIcons = readManifest(without('bt:Images'));
  expect(noIcons?.tabs[0]?.groups[0]?.buttons.map(({ icon }) => icon)).toEqual([null, null]);
});

it('puts the items of a menu beside the buttons', () => {
  const menu = XML.replace(
    '<Control xsi:type="Button" id="Refresh">',
    `<Control xsi:type="Menu" id="More"><Label resid="Group.Label" /><Items>
      <Item id="RefreshAll"><Label resid="Refresh.Label" />
      <Action xsi:type="ExecuteFunction"><FunctionName>ALL</FunctionName></Action></Item>
    </Items></Control><Control xsi:type="Button" id="Refresh">`,
  );
  const ids = readManifest(menu)?.tabs[0]?.groups[0]?.buttons.map(({ id }) => id);
  expect(ids).toEqual(['OpenPane', 'RefreshAll', 'Refresh']);
});
