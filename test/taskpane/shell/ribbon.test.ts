import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../src/domain/failure';
import { ACTION_NAMES } from '../../../src/taskpane/shell/ribbon';
import { ribbonActions } from '../../../src/taskpane/shell/ribbon-actions';
import { ManualClock } from '../../../src/effects/manual-clock';
import { Commands, type Command } from '../../../src/taskpane/app/commands';
import { formatters, listing, NO_POSITION, request } from '../examples';
import { enterCell, quotesOf, sourceOf } from '../example-cells';
import { MemoryDesk } from '../pane-context';
import { areaAt, MemorySheet } from '../memory-sheet';

function place() {
  const commands = new Commands();
  const heard: Command[] = [];
  const client = new MemoryDesk();
  client.say({ kind: 'open-requests' }, listing());
  client.say({ kind: 'position', by: 'month' }, NO_POSITION);
  const sheet = new MemorySheet();
  const shown: string[] = [];
  const actions = ribbonActions({
    commands,
    sheet,
    client: () => client,
    formatters,
    showPane: () => Promise.resolve(void shown.push('pane')),
  });
  return {
    actions,
    client,
    sheet,
    commands,
    heard,
    shown,
    listen: () => commands.listen((command) => heard.push(command)),
    said: () => heard.flatMap((command) => (command.kind === 'say' ? [command.text] : [])),
  };
}

const BUSY: Failure = { kind: 'unavailable', message: 'Excel is busy.', next: 'Press again.' };

describe('ribbon, context menu and shortcuts', () => {
  it('show the request that the selected cell names', async () => {
    const { actions, heard, listen, sheet, shown } = place();
    sheet.row = { cell: 'RQ-7', heads: [] };
    listen();
    await actions.ShowRequest();
    expect(shown).toEqual(['pane']);
    expect(heard).toEqual([{ kind: 'show-request', id: 'RQ-7' }]);
  });

  it('open the request of the row when the cell itself names none', async () => {
    const { actions, heard, listen, sheet } = place();
    sheet.row = { cell: 84.15, heads: ['RQ-7'] };
    listen();
    await actions.ShowRequest();
    expect(heard).toEqual([{ kind: 'show-request', id: 'RQ-7' }]);
  });

  it('say so when the cell names none or cannot be read', async () => {
    const { actions, heard, listen, sheet } = place();
    listen();
    await actions.ShowRequest();
    sheet.refusal = BUSY;
    await actions.ShowRequest();
    expect(heard).toMatchObject([{ kind: 'say' }, { kind: 'say', text: 'Excel is busy. Press again.' }]);
  });

  it('pressed before the pane is there reach it when it comes', async () => {
    const { actions, heard, listen, sheet } = place();
    sheet.row = { cell: 'RQ-7', heads: [] };
    await actions.ShowRequests();
    await actions.ShowRequest();
    expect(heard).toEqual([]);
    listen();
    expect(heard.map(({ kind }) => kind)).toEqual(['show-requests', 'show-request']);
  });

  it('lead to the parts of the room of cells', async () => {
    const { actions, heard, listen, shown } = place();
    listen();
    await actions.ShowErrors();
    await actions.ShowSource();
    expect(heard).toEqual([
      { kind: 'show-cells', at: 'errors' },
      { kind: 'show-cells', at: 'source' },
    ]);
    expect(shown).toHaveLength(2);
  });

  it('pause from live and from manual, and go live from paused', async () => {
    const { actions, client, listen, said } = place();
    listen();
    client.mode.set('manual');
    await actions.TogglePause();
    expect(client.mode.now()).toBe('paused');
    await actions.TogglePause();
    expect(client.mode.now()).toBe('live');
    await actions.TogglePause();
    expect(client.mode.now()).toBe('paused');
    expect(said()[1]).toBe('Live: cells update automatically.');
  });

  it('none of them sends anything', async () => {
    const { actions, client, shown } = place();
    enterCell(client, 'Sheet1!A1', { resources: [quotesOf('RQ-1')] });
    for (const name of ACTION_NAMES) await actions[name]();
    // Each did its own, so that what is not there was not left out by a fault.
    expect(shown.length).toBeGreaterThan(3);
    expect(client.refreshed.length).toBeGreaterThan(0);
    expect(client.acts).toEqual([]);
  });
});

describe('refreshing', () => {
  it('the book asks for what all cells show, each thing once, and not for what the pane shows', async () => {
    const { actions, client, listen, said, shown } = place();
    listen();
    enterCell(client, 'Sheet1!A1', { resources: [quotesOf('RQ-1')] });
    enterCell(client, 'Sheet1!A2', { resources: [quotesOf('RQ-1'), quotesOf('RQ-2')] });
    enterCell(client, "'Other sheet'!A1", { resources: [quotesOf('RQ-3')] });
    client.watch({ kind: 'request', id: request().id }, () => {});
    for (const [index, id] of ['RQ-1', 'RQ-2', 'RQ-3'].entries()) {
      sourceOf(client, quotesOf(id), { calls: index + 1 });
    }
    await actions.RefreshBook();
    expect(client.refreshed).toEqual(['RQ-1', 'RQ-2', 'RQ-3'].map(quotesOf));
    expect(said()).toEqual(['Refreshing 3 cells: about 6 calls.']);
    expect(shown).toEqual([]);
  });

  it('says that cells stand still where Excel calculates by hand, and opens the pane for it', async () => {
    const { actions, client, listen, said, sheet, shown } = place();
    listen();
    enterCell(client, 'Sheet1!A1', { resources: [quotesOf('RQ-1')] });
    sheet.calculates = 'by-hand';
    await actions.RefreshBook();
    expect(said()[0]).toMatch(
      /^Refreshing 1 cell: no call\. Excel is set to manual calculation: cells stand still/,
    );
    expect(shown).toEqual(['pane']);
  });

  it('the sheet asks for what its cells show, wherever they moved on it', async () => {
    const { actions, client, listen, said, sheet } = place();
    listen();
    enterCell(client, 'Sheet1!A1', { resources: [quotesOf('RQ-1')] });
    enterCell(client, "'Other sheet'!A1", { resources: [quotesOf('RQ-2')] });
    enterCell(client, 'OTHER!A1', { resources: [quotesOf('RQ-3')] });
    client.cells.moved('Other sheet');
    sheet.select("'Other sheet'!C7");
    await actions.RefreshSheet();
    expect(client.refreshed).toEqual([quotesOf('RQ-2')]);
    expect(said()).toEqual(['Refreshing 1 cell: no call.']);
  });

  it('the selection asks for what the selected cells show and nothing else, in all of its areas', async () => {
    const { actions, client, sheet } = place();
    for (const [address, id] of [
      ['Sheet1!B2', 'RQ-1'],
      ['Sheet1!B3', 'RQ-2'],
      ['Sheet1!B4', 'RQ-3'],
      ['Sheet1!D9', 'RQ-4'],
      ['Sheet2!B2', 'RQ-5'],
    ] as const) {
      enterCell(client, address, { resources: [quotesOf(id)] });
      sheet.formulas = [...sheet.formulas, address];
    }
    sheet.select('Sheet1!A2:C3', 'Sheet1!D9');
    await actions.RefreshSelection();
    expect(client.refreshed).toEqual(['RQ-1', 'RQ-2', 'RQ-4'].map(quotesOf));
  });

  it.each([
    ['one spilled cell', 'Sheet1!C5'],
    ['several spilled cells', 'Sheet1!C5:D6'],
    ['a part of the spill and cells beside it', 'Sheet1!A4:B9'],
  ])('%s means the formula that spills there', async (_what, selected) => {
    const { actions, client, sheet } = place();
    enterCell(client, 'Sheet1!B2', { resources: [quotesOf('RQ-1')] });
    enterCell(client, 'Sheet1!F2', { resources: [quotesOf('RQ-2')] });
    sheet.formulas = ['Sheet1!B2', 'Sheet1!F2'];
    sheet.spills = [areaAt('Sheet1!B2:D9')];
    sheet.select(selected);
    await actions.RefreshSelection();
    expect(client.refreshed).toEqual([quotesOf('RQ-1')]);
  });

  it('leaves out cells that have moved or never started, says how many, and opens the pane', async () => {
    const { actions, client, listen, said, sheet, shown } = place();
    listen();
    enterCell(client, 'Sheet1!B2', { resources: [quotesOf('RQ-1')] });
    enterCell(client, 'Sheet1!B3', { resources: [quotesOf('RQ-2')] });
    client.cells.moved('Sheet1');
    enterCell(client, 'Sheet1!B4', { resources: [quotesOf('RQ-3')] });
    sheet.formulas = ['Sheet1!B2', 'Sheet1!B3', 'Sheet1!B4', 'Sheet1!B5'];
    sheet.select('Sheet1!B2:B5');
    await actions.RefreshSelection();
    expect(client.refreshed).toEqual([quotesOf('RQ-3')]);
    expect(said()[0]).toContain(
      '3 more selected cells with a SpreadDesk formula have moved or never started: press Re-enter formulas.',
    );
    sheet.select('Sheet1!B2');
    await actions.RefreshSelection();
    expect(said()[1]).toContain('The formula in the selected cell has moved or never started');
    expect(shown).toHaveLength(2);
  });

  it('says what to select when nothing of the desk is selected, and when Excel cannot tell', async () => {
    const { actions, client, listen, said, sheet } = place();
    listen();
    enterCell(client, 'Sheet1!B2', { resources: [quotesOf('RQ-1')] });
    sheet.formulas = ['Sheet1!B2'];
    sheet.spills = [areaAt('Sheet1!B2:D9')];
    sheet.select('Sheet1!A1');
    await actions.RefreshSelection();
    sheet.spillsUnknown = true;
    sheet.select('Sheet1!C3');
    await actions.RefreshSelection();
    expect(client.refreshed).toEqual([]);
    expect(said()[0]).toContain('There is no SpreadDesk formula in the selection');
    expect(said()[1]).toContain('Select the cell with the formula');
  });

  it('tells a refusal and asks for nothing', async () => {
    const { actions, client, listen, said, shown } = place();
    listen();
    enterCell(client, 'Sheet1!B2', { resources: [quotesOf('RQ-1')] });
    client.refusal = { kind: 'wrong-state', message: 'The workbook is paused.', next: 'Go live first.' };
    await actions.RefreshBook();
    expect(client.refreshed).toEqual([]);
    expect(said()).toEqual(['The workbook is paused. Go live first.']);
    expect(shown).toEqual(['pane']);
  });
});

describe('repairing', () => {
  it('says how many formulas were entered anew', async () => {
    const { actions, listen, said, sheet } = place();
    listen();
    sheet.reentered = { formulas: 1, sheets: 1, locked: [] };
    await actions.RepairFormulas();
    sheet.reentered = { formulas: 1200, sheets: 3, locked: [] };
    await actions.RepairFormulas();
    sheet.refusal = BUSY;
    await actions.RepairFormulas();
    expect(said()).toEqual([
      'Re-entered 1 formula on 1 sheet. Known values cost no call.',
      'Re-entered 1,200 formulas on 3 sheets. Known values cost no call.',
      'Excel is busy. Press again.',
    ]);
  });
});

describe('ready-made sheets', () => {
  it('are inserted from the ribbon under a free name, with what they cost', async () => {
    const { actions, listen, said, sheet, shown } = place();
    listen();
    await actions.InsertCalculator();
    await actions.InsertCalculator();
    await actions.InsertBlotter();
    await actions.InsertQuoteSheet();
    await actions.InsertPricing();
    await actions.InsertPosition();
    await actions.InsertProfitAndLoss();
    await actions.InsertJournal();
    expect(sheet.sheets).toEqual([
      'Sheet1',
      'Spread calculator',
      'Spread calculator 2',
      'Blotter',
      'Quote sheet',
      'Pricing',
      'Position',
      'Profit and loss',
      'Journal',
    ]);
    expect(said()[1]).toBe('Spread calculator 2 is a new sheet. It costs no call.');
    expect(said()[2]).toContain('costs calls');
    expect(shown).toEqual([]);
  });

  it('for quotes is filled with the requests that ask this desk, and says how many', async () => {
    const { actions, client, listen, said, sheet } = place();
    listen();
    const asked = ['RQ-7', 'RQ-8'].map((id) => request({ id, role: 'recipient', state: 'open' }));
    client.say({ kind: 'open-requests' }, listing(request({ id: 'RQ-6', role: 'initiator' }), ...asked));
    await actions.InsertQuoteSheet();
    expect(said()[0]).toContain('2 requests ask you for a quote');
    const ids = sheet.plans[0]?.contents.find(([place]) => place === 'A5');
    expect(ids?.[1]).toEqual([['RQ-7'], ['RQ-8']]);
    expect(client.watched()).toEqual([]);
  });

  it('for quotes comes without them when the desk does not answer', async () => {
    const { actions, client, listen, said } = place();
    listen();
    client.set({ kind: 'open-requests' }, { state: 'waiting' });
    const inserted = actions.InsertQuoteSheet();
    const { clock } = client;
    if (!(clock instanceof ManualClock)) throw new Error('The clock is not the test’s own.');
    await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(3_000);
    await inserted;
    expect(said()[0]).toContain('type request ids');
  });

  it('that Excel refuses open the pane with the reason', async () => {
    const { actions, listen, said, sheet, shown } = place();
    listen();
    sheet.refusal = BUSY;
    await actions.InsertBlotter();
    expect(said()).toEqual(['Excel is busy. Press again.']);
    expect(shown).toEqual(['pane']);
  });
});
