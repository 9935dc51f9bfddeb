import { afterEach, describe, expect, it, vi } from 'vitest';
import { ManualClock } from '../../../src/effects/manual-clock';
import { ACTION_NAMES, associateActions, type ActionName } from '../../../src/taskpane/shell/ribbon';
import { ribbonActions } from '../../../src/taskpane/shell/ribbon-actions';
import { Commands, type Command } from '../../../src/taskpane/app/commands';
import { loadOnce } from '../../../src/taskpane/app/lazy';
import { Observable } from '../../../src/taskpane/app/observable';
import { OFFICE_WAIT_MS, startOffice, type Office } from '../../../src/taskpane/app/office';
import { officeInWords } from '../../../src/taskpane/app/office-text';
import { excelSheet } from '../../../src/taskpane/excel/sheet';
import { formatters, listing, NO_POSITION, NOON } from '../examples';
import { missingFile } from './missing-file';
import { MemorySheet } from '../memory-sheet';
import { MemoryDesk } from '../pane-context';

afterEach(() => vi.unstubAllGlobals());

function started(office?: object) {
  if (office) vi.stubGlobal('Office', { HostType: { Excel: 'Excel' }, context: {}, ...office });
  const clock = new ManualClock(NOON);
  const place = new Observable<Office>({ kind: 'waiting' });
  startOffice(place, clock, excelSheet);
  return { clock, place };
}
const readyAs = (host: string | null) => ({ onReady: (ready: (info: object) => void) => ready({ host }) });

describe('finding out where the pane is', () => {
  it('finds Excel, its sheet and its background', () => {
    const { place, clock } = started({
      ...readyAs('Excel'),
      context: { officeTheme: { bodyBackgroundColor: '#262626' } },
    });
    expect(place.get()).toEqual({ kind: 'excel', sheet: excelSheet, background: '#262626' });
    expect(clock.pending).toBe(0);
  });

  it('finds a plain browser', () => {
    expect(started(readyAs(null)).place.get()).toEqual({ kind: 'browser' });
  });

  it('says that Excel’s library did not load', () => {
    const { place } = started();
    expect(place.get()).toEqual({ kind: 'missing' });
    expect(officeInWords(place.get())).toContain('could not be loaded');
  });

  it('says that Excel has not answered in time, and follows when it does', async () => {
    let ready: (info: object) => void = () => {};
    const { place, clock } = started({ onReady: (fn: typeof ready) => (ready = fn) });
    await clock.advance(OFFICE_WAIT_MS);
    expect(officeInWords(place.get())).toContain('has not answered yet');
    ready({ host: 'Excel' });
    expect(place.get().kind).toBe('excel');
  });
});

describe('the functions that the manifest names', () => {
  it('are associated at once, and end the ribbon’s event', async () => {
    const known = new Map<string, (event?: { completed?: () => void }) => void>();
    const associate = (name: string, fn: () => void) => void known.set(name, fn);
    vi.stubGlobal('Office', { actions: { associate } });
    const place = {
      commands: new Commands(),
      sheet: excelSheet,
      client: () => new MemoryDesk(),
      formatters,
      showPane: () => Promise.resolve(),
    };
    associateActions({ ...place, actions: loadOnce(() => Promise.resolve(ribbonActions(place))) });
    expect([...known.keys()]).toEqual([...ACTION_NAMES]);
    const completed = vi.fn();
    known.get('ShowRequests')?.({ completed });
    known.get('ShowRequests')?.();
    known.get('ShowRequests')?.({});
    await new ManualClock(NOON).advance(0);
    expect(completed).toHaveBeenCalledOnce();
  });

  it.each(ACTION_NAMES)('%s reaches a pane that Excel shows only once the press is over', async (name) => {
    const known = new Map<string, (event: { completed: () => void }) => void>();
    vi.stubGlobal('Office', {
      actions: { associate: (action: string, fn: () => void) => void known.set(action, fn) },
    });
    let over = (): void => {};
    const pressIsOver = new Promise<void>((done) => (over = done));
    const commands = new Commands();
    const heard: Command[] = [];
    let shown = 0;
    const client = new MemoryDesk();
    client.say({ kind: 'open-requests' }, listing());
    client.say({ kind: 'position', by: 'month' }, NO_POSITION);
    const place = {
      commands,
      sheet: new MemorySheet(),
      client: () => client,
      formatters,
      showPane: () => pressIsOver.then(() => void (shown += 1)),
    };
    associateActions({ ...place, actions: loadOnce(() => Promise.resolve(ribbonActions(place))) });
    commands.listen((command) => heard.push(command));
    known.get(name)?.({ completed: over });
    await vi.waitFor(() => expect(heard.length + shown).toBeGreaterThan(0));
    await pressIsOver;
    expect(heard).toHaveLength(1);
  });

  it('say so when what they do cannot be loaded, and withdraw all the same', async () => {
    const known = new Map<string, () => void>();
    const associate = (name: string, fn: () => void) => void known.set(name, fn);
    vi.stubGlobal('Office', { actions: { associate } });
    const commands = new Commands();
    const heard: Command[] = [];
    commands.listen((command) => heard.push(command));
    const actions = loadOnce(() => Promise.reject<Record<ActionName, () => Promise<void>>>(missingFile()));
    associateActions({ commands, actions, showPane: () => Promise.resolve() });
    known.get('WithdrawAll')?.();
    expect(heard).toEqual([{ kind: 'withdraw-all' }]);
    known.get('ShowRequests')?.();
    await new ManualClock(NOON).advance(0);
    expect(heard.map(({ kind }) => kind)).toEqual(['withdraw-all', 'say']);
    expect(JSON.stringify(heard[1])).toContain('could not be loaded');
  });
});
