import { describe, expect, it } from 'vitest';
import { failed, success, type Outcome } from '../../src/domain/failure';
import { ribbonActions } from '../../src/taskpane/actions';
import { Errands, type Errand } from '../../src/taskpane/errands';
import { request } from './examples';
import { MemoryDesk } from './memory-desk';

function place(selected: Outcome<string>) {
  const errands = new Errands();
  const heard: Errand[] = [];
  const client = new MemoryDesk();
  const shown: string[] = [];
  const actions = ribbonActions({
    errands,
    sheet: { selectedText: () => Promise.resolve(selected), insertFormula: () => Promise.resolve(selected) },
    client: () => client,
    showPane: () => Promise.resolve(void shown.push('pane')),
  });
  return {
    actions,
    client,
    errands,
    heard,
    shown,
    listen: () => errands.listen((errand) => heard.push(errand)),
  };
}

describe('ribbon, context menu and shortcuts', () => {
  it('show the request that the selected cell names', async () => {
    const { actions, heard, listen, shown } = place(success('RQ-7'));
    listen();
    await actions.ShowRequest();
    expect(shown).toEqual(['pane']);
    expect(heard).toEqual([{ kind: 'show-request', id: 'RQ-7' }]);
  });

  it('say so when the cell names none or cannot be read', async () => {
    const empty = place(success(''));
    empty.listen();
    await empty.actions.ShowRequest();
    expect(empty.heard).toMatchObject([{ kind: 'say' }]);
    const editing = place(failed({ kind: 'unavailable', message: 'Excel is busy.', next: 'Press again.' }));
    editing.listen();
    await editing.actions.ShowRequest();
    expect(editing.heard).toEqual([{ kind: 'say', text: 'Excel is busy. Press again.' }]);
  });

  it('pressed before the pane is there reach it when it comes', async () => {
    const { actions, heard, listen } = place(success('RQ-7'));
    await actions.ShowRequests();
    await actions.ShowRequest();
    expect(heard).toEqual([]);
    listen();
    expect(heard.map(({ kind }) => kind)).toEqual(['show-requests', 'show-request']);
  });

  it('refresh everything that the book watches, each thing once, and send nothing', async () => {
    const { actions, client } = place(success(''));
    const id = request().id;
    client.watch({ kind: 'quotes', id }, () => {});
    client.watch({ kind: 'quotes', id }, () => {});
    client.watch({ kind: 'open-requests' }, () => {})();
    await actions.RefreshBook();
    expect(client.refreshed).toEqual([{ kind: 'quotes', id }]);
    expect(client.acts).toEqual([]);
  });

  it('say why nothing is refreshed when that is so', async () => {
    const { actions, client, heard, listen } = place(success(''));
    listen();
    client.refusal = { kind: 'wrong-state', message: 'This workbook is paused.', next: 'Set it to live.' };
    await actions.RefreshBook();
    expect(heard).toEqual([{ kind: 'say', text: 'This workbook is paused. Set it to live.' }]);
  });
});
