import type { Button, Command, Manifest, Tab } from './addin/manifest';

export interface HomeButton {
  label: string;
  tip: string;
  mark: string;
  act: () => void;
}

/** The grid's own few commands, then the add-in's tabs; the add-in's first tab is open at start. */
export function drawRibbon(
  root: HTMLElement,
  manifest: Manifest,
  home: HomeButton[],
  run: (command: Command) => void,
): void {
  const tabs = [...manifest.tabs.map((tab) => ({ label: tab.label, panel: addInPanel(tab, run) }))];
  tabs.unshift({ label: 'Home', panel: homePanel(home) });
  const strip = element('div', 'tabs', { role: 'tablist', 'aria-label': 'Ribbon' });
  const open = (index: number): void => {
    for (const [at, { panel }] of tabs.entries()) panel.hidden = at !== index;
    for (const [at, tab] of [...strip.children].entries())
      tab.setAttribute('aria-selected', String(at === index));
  };
  for (const [index, { label }] of tabs.entries()) {
    const tab = element('button', 'tab', { role: 'tab', type: 'button' });
    tab.textContent = label;
    tab.addEventListener('click', () => open(index));
    strip.append(tab);
  }
  root.replaceChildren(strip, ...tabs.map(({ panel }) => panel));
  open(Math.min(1, tabs.length - 1));
}

/** Calls back after each press of a button; a tab is none. */
export function afterPresses(root: HTMLElement, act: () => void): void {
  root.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('.command')) act();
  });
}

function element(
  name: string,
  className: string,
  attributes: Readonly<Record<string, string>> = {},
): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function panel(groups: HTMLElement[]): HTMLElement {
  const made = element('div', 'panel', { role: 'tabpanel' });
  made.append(...groups);
  return made;
}

function group(label: string, buttons: HTMLElement[]): HTMLElement {
  const made = element('div', 'group', { role: 'group', 'aria-label': label });
  const row = element('div', 'buttons');
  row.append(...buttons);
  const name = element('div', 'group-label');
  name.textContent = label;
  made.append(row, name);
  return made;
}

function addInPanel(tab: Tab, run: (command: Command) => void): HTMLElement {
  return panel(
    tab.groups.map(({ label, buttons }) =>
      group(
        label,
        buttons.map((button) => addInButton(button, run)),
      ),
    ),
  );
}

function addInButton(button: Button, run: (command: Command) => void): HTMLElement {
  const made = element('button', 'command', { type: 'button', title: button.tip, id: `ribbon-${button.id}` });
  const label = element('span', 'command-label');
  label.textContent = button.label;
  made.append(icon(button.icon), label);
  made.addEventListener('click', () => run(button.command));
  return made;
}

/** An icon that cannot be loaded leaves its room empty, not a broken picture. */
function icon(path: string | null): HTMLElement {
  if (path === null) return element('span', 'icon');
  const image = element('img', 'icon', { src: path, alt: '' });
  image.addEventListener('error', () => image.replaceWith(element('span', 'icon')));
  return image;
}

function homePanel(buttons: HomeButton[]): HTMLElement {
  const made = buttons.map(({ label, tip, mark, act }) => {
    const button = element('button', 'command small', { type: 'button', title: tip, 'aria-label': tip });
    const sign = element('span', 'mark', { 'aria-hidden': 'true' });
    sign.textContent = mark;
    const name = element('span', 'command-label');
    name.textContent = label;
    button.append(sign, name);
    button.addEventListener('click', act);
    return button;
  });
  return panel([group('Sheet', made)]);
}
