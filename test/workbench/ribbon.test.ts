// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import type { Command, Manifest } from '../../src/workbench/addin/manifest';
import { createPane, type Pane } from '../../src/workbench/pane';
import { afterPresses, drawRibbon } from '../../src/workbench/ribbon';

const MANIFEST: Manifest = {
  namespace: 'DESK',
  cellMenu: [],
  tabs: [
    {
      label: 'SpreadDesk',
      groups: [
        {
          label: 'Desk',
          buttons: [
            {
              id: 'R',
              label: 'Refresh',
              tip: 'Ask again',
              icon: '/i.png',
              command: { kind: 'action', name: 'REFRESH' },
            },
            { id: 'O', label: 'Open', tip: 'The pane', icon: null, command: { kind: 'pane' } },
          ],
        },
      ],
    },
  ],
};

let root: HTMLElement;
beforeEach(() => {
  root = document.createElement('div');
  document.body.replaceChildren(root);
});
const button = (text: string): HTMLElement => {
  const found = [...root.querySelectorAll('button')].find(({ textContent }) => textContent?.includes(text));
  if (!found) throw new Error(`no button ${text}`);
  return found;
};
const openPanels = (): string[] =>
  [...root.querySelectorAll<HTMLElement>('.panel')]
    .filter(({ hidden }) => !hidden)
    .map(({ textContent }) => textContent ?? '');

it('opens with the add-in’s tab, whose buttons run their commands', () => {
  const ran: Command[] = [];
  drawRibbon(root, MANIFEST, [], (command) => ran.push(command));
  expect(openPanels()).toEqual(['RefreshOpenDesk']);
  button('Refresh').click();
  button('Open').click();
  expect(ran).toEqual([{ kind: 'action', name: 'REFRESH' }, { kind: 'pane' }]);
});

it('has the sheet’s own commands on another tab, and only those when the add-in has none', () => {
  let undone = 0;
  const home = [{ label: 'Undo', tip: 'Undo', mark: '↶', act: () => void undone++ }];
  drawRibbon(root, MANIFEST, home, () => undefined);
  button('Home').click();
  button('Undo').click();
  expect([undone, openPanels().length]).toEqual([1, 1]);
  drawRibbon(root, { ...MANIFEST, tabs: [] }, home, () => undefined);
  expect(openPanels()[0]).toContain('Undo');
});

it('takes away an icon that cannot be loaded', () => {
  drawRibbon(root, MANIFEST, [], () => undefined);
  root.querySelector('img')?.dispatchEvent(new Event('error'));
  expect(root.querySelector('img')).toBeNull();
});

function pane(width: string | null): { pane: Pane; section: HTMLElement; close: HTMLElement } {
  const make = (): HTMLElement => document.createElement('div');
  const parts = { section: make(), handle: make(), close: make(), notice: make() };
  const frame = document.createElement('iframe');
  return { pane: createPane({ ...parts, frame }, width), section: parts.section, close: parts.close };
}
const paneWidth = (): string => document.documentElement.style.getPropertyValue('--pane-width');

it('gives the pane the width that the address asks for, within reason', () => {
  pane('500');
  expect(paneWidth()).toBe('500px');
  pane('100');
  expect(paneWidth()).toBe('320px');
  pane(null);
  expect(paneWidth()).toBe('380px');
  pane('wide');
  expect(paneWidth()).toBe('380px');
});

it('tells of the pane being closed and opened, once each', () => {
  const told: boolean[] = [];
  const { pane: made, section, close } = pane(null);
  made.onVisibility((visible) => told.push(visible));
  close.click();
  close.click();
  expect(section.hidden).toBe(true);
  made.show(true);
  made.show(true);
  expect(told).toEqual([false, true]);
});

it('calls back after each press of a button, and not after one of a tab', () => {
  const calls: string[] = [];
  drawRibbon(root, MANIFEST, [], () => calls.push('pressed'));
  afterPresses(root, () => calls.push('back'));
  button('SpreadDesk').click();
  expect(calls).toEqual([]);
  button('Refresh').querySelector('span')?.click();
  expect(calls).toEqual(['pressed', 'back']);
});
