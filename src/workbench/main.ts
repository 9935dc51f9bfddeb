import './workbench.css';
import { type AddInFiles, paneExists, readAddIn } from './addin/files';
import { AddInPage } from './addin-page';
import type { Command } from './addin/manifest';
import { pressed, type Shortcut } from './addin/shortcuts';
import { createWorkbench, type Workbench } from './api';
import { offerFiles, takeOpened } from './book-file';
import { dressFirstBook, firstBook } from './first-book';
import type { Grid } from './grid/port';
import { createUniver } from './grid/univer';
import { univerGrid } from './grid/univer-grid';
import { UniverSurface } from './grid/univer-surface';
import { createHost, type Host } from './host';
import { estrangedBook, openedBook, restoreBeside } from './opened-book';
import { createPane, type Pane } from './pane';
import { afterPresses, drawRibbon, type HomeButton } from './ribbon';
import { browserTime, pause } from './grid/time';
import { readUnkind } from './unkind';
import { frameTransport } from './wire/messages';

declare global {
  interface Window {
    workbench?: Workbench;
  }
}

const PANE_PAGE = '/workbench/taskpane.html';
/** Longer than any page takes here to load office.js and the add-in. */
const ANNOUNCED_WITHIN_MS = 20_000;
/** Where every cell of an opened workbook has a value the grid may calculate nothing by itself. */
const OWN_CALCULATION_MS = 3_000;

function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no ${id}.`);
  return element;
}

function frameById(id: string): HTMLIFrameElement {
  const element = byId(id);
  if (!(element instanceof HTMLIFrameElement)) throw new Error(`${id} is no frame.`);
  return element;
}

function inputById(id: string): HTMLInputElement {
  const element = byId(id);
  if (!(element instanceof HTMLInputElement)) throw new Error(`${id} is no field.`);
  return element;
}

function openPane(): Pane {
  const parts = {
    section: byId('pane-section'),
    frame: frameById('pane'),
    handle: byId('handle'),
    close: byId('pane-close'),
    notice: byId('pane-notice'),
  };
  return createPane(parts, new URLSearchParams(window.location.search).get('pane'));
}

async function open(): Promise<void> {
  const { unkind, complaint } = readUnkind(window.location.search);
  const files = await readAddIn();
  const pane = openPane();
  const container = byId('grid');
  container.replaceChildren();
  const opened = takeOpened();
  const book = opened ? openedBook(opened) : firstBook();
  const univer = createUniver(container, unkind.has('xldudf') ? estrangedBook(book) : book);
  const grid = univerGrid(univer, browserTime);
  if (opened) restoreBeside(univer, opened, grid.names);
  // The grid calculates by itself once it is drawn, and loses one that began a moment before.
  const settled = Promise.race([calculated(grid), pause(browserTime, OWN_CALCULATION_MS)]);
  const surface = new UniverSurface(univer);
  const settings = new Map<string, unknown>(
    Object.entries(opened?.settings ?? {}).map(([key, text]) => [key, JSON.parse(text) as unknown]),
  );
  const host = createHost({
    grid,
    settings,
    transport: frameTransport(pane.frame),
    time: browserTime,
    pane,
    unkind,
    isEditing: () => surface.isEditing(),
  });
  const page = new AddInPage({
    frame: pane.frame,
    time: browserTime,
    unkind,
    onReady: (act) => host.onActionsReady(act),
  });
  const run = (command: Command): void => {
    if (command.kind === 'pane') pane.show(true);
    void page.alive().then(() => command.kind === 'action' && host.press(command.name));
  };
  if (unkind.has('late-functions')) await calculated(grid);
  if (!unkind.has('no-add-in')) host.register(files.functions, files.manifest.namespace);
  drawRibbon(byId('ribbon'), files.manifest, homeButtons(surface, host, pane), run);
  // A button that kept the focus would be pressed again by the next Enter.
  afterPresses(byId('ribbon'), () => surface.focus());
  surface.addToCellMenu(
    files.manifest.cellMenu.map(({ id, label, command }) => ({ id, label, act: () => run(command) })),
  );
  complain([...files.complaints, ...(complaint === undefined ? [] : [complaint])]);
  listenToKeys(pane, files.shortcuts, host);
  const workbench = createWorkbench({ grid, host, surface, time: browserTime });
  window.workbench = workbench;
  const say = (sentence: string): void => complain([sentence]);
  offerFiles({
    ...{ save: byId('save'), open: byId('open'), file: inputById('file') },
    ...{ grid, settings, say, settled: () => workbench.settled(SAVE_AFTER_MS) },
  });
  // An opened book calculates as in Excel, with what needs no add-in; its functions start again once they are there.
  void settled.then(() => (opened ? host.calculate() : dressFirstBook(grid.conditions)));
  if (unkind.has('no-add-in')) {
    byId('state').textContent = 'The add-in is not there';
    pane.show(false);
    return;
  }
  pane.onVisibility((visible) => visible && void page.alive());
  await loadPane(pane, { host, page });
  await settled;
  if (opened) host.recalculateAll();
}

/** A book is saved at the latest so long after the press. */
const SAVE_AFTER_MS = 3_000;

/** Resolves after a calculation that came to its end. */
function calculated({ calculation }: Grid): Promise<void> {
  return new Promise((resolve) => calculation.onCalculated((_, complete) => complete && resolve()));
}

function complain(complaints: AddInFiles['complaints']): void {
  const place = byId('complaints');
  place.hidden = complaints.length === 0;
  place.textContent = complaints.join(' ');
}

async function loadPane(pane: Pane, { host, page }: { host: Host; page: AddInPage }): Promise<void> {
  const state = byId('state');
  if (!(await paneExists(PANE_PAGE))) {
    state.textContent = 'The add-in could not be started';
    pane.say(
      'The pane could not be loaded, so neither the pane nor the functions work. Build the add-in and reload this page.',
    );
    return;
  }
  pane.frame.addEventListener('load', () => pane.say(null), { once: true });
  void page.load();
  const late = pause(browserTime, ANNOUNCED_WITHIN_MS).then(() => 'late' as const);
  const first = await Promise.race([host.ready.then(() => 'ready' as const), late]);
  if (first === 'late') {
    state.textContent =
      'The add-in has not started its functions. Reload this page; if it stays so, see the browser’s console.';
    await host.ready;
  }
  state.textContent = 'The add-in is running';
}

function homeButtons(surface: UniverSurface, host: Host, pane: Pane): HomeButton[] {
  const command = (id: string) => () => surface.command(id);
  return [
    { label: 'Undo', tip: 'Undo (Ctrl+Z)', mark: '↶', act: command('univer.command.undo') },
    { label: 'Redo', tip: 'Redo (Ctrl+Y)', mark: '↷', act: command('univer.command.redo') },
    { label: 'Bold', tip: 'Bold (Ctrl+B)', mark: 'B', act: command('sheet.command.set-range-bold') },
    { label: 'Italic', tip: 'Italic (Ctrl+I)', mark: 'I', act: command('sheet.command.set-range-italic') },
    { label: 'Percent', tip: 'Show as percent', mark: '%', act: command('sheet.command.numfmt.set.percent') },
    {
      label: 'More digits',
      tip: 'More decimal places',
      mark: '.00',
      act: command('sheet.command.numfmt.add.decimal.command'),
    },
    {
      label: 'Fewer digits',
      tip: 'Fewer decimal places',
      mark: '.0',
      act: command('sheet.command.numfmt.subtract.decimal.command'),
    },
    {
      label: 'Calculate all',
      tip: 'Calculate everything again',
      mark: '⟳',
      act: () => host.recalculateAll(),
    },
    { label: 'Pane', tip: 'Show or hide the pane', mark: '▥', act: () => pane.show(!pane.visible()) },
  ];
}

/** Excel sees the keys before the grid, and those pressed in the pane as well. */
function listenToKeys(pane: Pane, shortcuts: readonly Shortcut[], host: Host): void {
  const onKey = (press: KeyboardEvent): void => {
    if (press.key === 'F9') host.calculate();
    const shortcut = shortcuts.find((candidate) => pressed(candidate, press));
    if (!shortcut) return;
    press.preventDefault();
    press.stopPropagation();
    host.runAction(shortcut.action);
  };
  window.addEventListener('keydown', onKey, { capture: true });
  pane.frame.addEventListener('load', () =>
    pane.frame.contentWindow?.addEventListener('keydown', onKey, { capture: true }),
  );
}

open().catch((problem: unknown) => {
  const sentence = problem instanceof Error ? problem.message : String(problem);
  byId('state').textContent = 'The workbench could not be opened';
  const place = byId('complaints');
  place.hidden = false;
  place.textContent = `The workbench could not be opened: ${sentence} Reload this page.`;
});
