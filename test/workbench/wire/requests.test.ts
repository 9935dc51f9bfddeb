import { beforeEach, describe, expect, it } from 'vitest';
import type { FunctionMeta } from '../../../src/workbench/calls/metadata';
import { createHost, type Host } from '../../../src/workbench/host';
import { ManualTime } from '../manual-time';
import { MemoryGrid } from '../memory-grid';
import { type Answer, MemoryPage } from '../memory-page';

// The numbers of the wire, as the pinned library sends them.
const INSTANTIATE = 1;
const QUERY = 2;
const METHOD = 3;
const SET = 4;
const TRACE = 5;
const ROOT = { ObjectPathType: 1 };
const NEW_OBJECT = 2;
const CALL = 3;
const PROPERTY = 4;
const INDEXER = 5;
const REFERENCE = 6;

const VALUE = [{ name: 'value', type: 'any' }];
const ECHO: FunctionMeta = { id: 'ECHO', name: 'ECHO', parameters: VALUE };
const LIVE: FunctionMeta = { id: 'LIVE', name: 'LIVE', parameters: VALUE, options: { stream: true } };

let time: ManualTime;
let grid: MemoryGrid;
let page: MemoryPage;
let host: Host;
let shown: boolean;
let onShown: (visible: boolean) => void;

beforeEach(() => {
  time = new ManualTime();
  grid = new MemoryGrid(time);
  page = new MemoryPage();
  shown = true;
  const pane = {
    visible: () => shown,
    show: (visible: boolean) => {
      shown = visible;
      onShown(visible);
    },
    onVisibility: (act: (visible: boolean) => void) => void (onShown = act),
  };
  host = createHost({ grid, transport: page, time, pane });
  host.register([ECHO, LIVE], 'DESK');
});

const sheets = { ObjectPathType: PROPERTY, Name: 'Worksheets', ParentObjectPathId: 1 };
const method = (parent: number, name: string, ...args: unknown[]) => ({
  ObjectPathType: CALL,
  Name: name,
  ParentObjectPathId: parent,
  ArgumentInfo: { Arguments: args },
});
const item = (parent: number, key: string) => ({
  ObjectPathType: INDEXER,
  ParentObjectPathId: parent,
  ArgumentInfo: { Arguments: [key] },
});
const property = (parent: number, name: string) => ({
  ObjectPathType: PROPERTY,
  Name: name,
  ParentObjectPathId: parent,
});
/** Paths 1 to 4: the workbook, its sheets, the first sheet, a range of it. */
const rangePaths = (address: string) => [ROOT, sheets, item(2, 'Sheet1'), method(3, 'GetRange', address)];
const load = (path: number, ...select: string[]) => ({
  ActionType: QUERY,
  ObjectPathId: path,
  QueryInfo: { Select: select },
});
const set = (path: number, name: string, value: unknown) => ({
  ActionType: SET,
  ObjectPathId: path,
  Name: name,
  ArgumentInfo: { Arguments: [value] },
});
const call = (path: number, name: string, ...args: unknown[]) => ({
  ActionType: METHOD,
  ObjectPathId: path,
  Name: name,
  ArgumentInfo: { Arguments: args },
});
const instantiate = (path: number) => ({ ActionType: INSTANTIATE, ObjectPathId: path });

async function ask(actions: object[], paths: object[]): Promise<Answer> {
  const id = page.ask(actions, paths);
  await time.pass(1000);
  const answer = page.answer(id);
  if (!answer) throw new Error('no answer');
  return answer;
}
const valueOf = (answer: Answer, index: number): unknown => answer.Results[index]?.Value;

describe('a batch', () => {
  it('writes, and reads what was written, calculated, in the same request', async () => {
    const answer = await ask(
      [set(4, 'Values', [[1, 'two']]), load(4, 'values', 'address')],
      rangePaths('A1:B1'),
    );
    expect(answer.Error).toBeNull();
    expect(valueOf(answer, 0)).toEqual({ Values: [[1, 'two']], Address: 'Sheet1!A1:B1' });
  });

  it('spreads one value over the range, and leaves a cell alone where it is given null', async () => {
    await ask([set(4, 'Values', 7)], rangePaths('A1:B2'));
    const answer = await ask(
      [
        set(4, 'Values', [
          [null, 8],
          [9, null],
        ]),
        load(4, 'values'),
      ],
      rangePaths('A1:B2'),
    );
    expect(valueOf(answer, 0)).toEqual({
      Values: [
        [7, 8],
        [9, 7],
      ],
    });
  });

  it('takes a text with = for a formula, and one with an apostrophe for itself', async () => {
    const content = [['=DESK.ECHO(5)', "'=1+1"]];
    const answer = await ask([set(4, 'Values', content), load(4, 'formulas', 'values')], rangePaths('A1:B1'));
    expect(valueOf(answer, 0)).toEqual({
      Formulas: [['=DESK.ECHO(5)', '=1+1']],
      Values: [['#BUSY!', '=1+1']],
    });
  });

  it('stops at its first failure, says which action it was, and keeps what went before', async () => {
    const actions = [set(4, 'Values', [[1]]), set(4, 'Values', [[1, 2]]), set(4, 'Values', [[3]])];
    const answer = await ask(actions, rangePaths('A1'));
    expect(answer.Error).toMatchObject({ Code: 'InvalidArgument', Location: 'Range.values', ActionIndex: 1 });
    expect(grid.at('A1')).toBe(1);
  });

  it('answers that a thing is not there by ItemNotFound, and one that is asked for softly by null', async () => {
    const hard = await ask([instantiate(3)], [ROOT, sheets, item(2, 'Nope')]);
    expect(hard.Error).toMatchObject({ Code: 'ItemNotFound' });
    const soft = await ask(
      [instantiate(3), load(3, 'name')],
      [ROOT, sheets, method(2, 'GetItemOrNullObject', 'Nope')],
    );
    expect(soft.Results.map(({ Value }) => Value)).toEqual([null, null]);
  });

  it('gives null for whatever hangs off a null object', async () => {
    const paths = [ROOT, sheets, method(2, 'GetItemOrNullObject', 'Nope'), method(3, 'GetRange', 'A1')];
    expect(valueOf(await ask([instantiate(4)], paths), 0)).toBeNull();
  });

  it('refuses what it does not have, and keeps a note of it', async () => {
    const missingMethod = await ask([call(3, 'Protect')], rangePaths('A1').slice(0, 3));
    const missingProperty = await ask([load(4, 'conditionalFormats')], rangePaths('A1'));
    const missingAction = await ask([{ ActionType: 9, ObjectPathId: 1 }], [ROOT]);
    expect([missingMethod, missingProperty, missingAction].map(({ Error }) => Error?.Code)).toEqual([
      'NotImplemented',
      'InvalidArgument',
      'NotImplemented',
    ]);
    expect(host.unknown()).toEqual(['Worksheet.Protect', 'Range.conditionalFormats', 'action 9 ']);
  });

  it('refuses to listen for an event that it never raises', async () => {
    const heard = await ask([call(3, '_RegisterDataChangedEvent')], rangePaths('A1').slice(0, 3));
    const never = await ask([call(3, '_RegisterActivatedEvent')], rangePaths('A1').slice(0, 3));
    expect([heard.Error, never.Error?.Code]).toEqual([null, 'NotImplemented']);
  });

  it('gives traces back in both places, which is how the library adds its handlers', async () => {
    const answer = await ask([{ ActionType: TRACE }], [ROOT]);
    expect(answer).toMatchObject({ Results: [{ ActionId: 1, Value: null }], TraceIds: [1] });
  });

  it('is answered by a failure when it is none', async () => {
    page.say(JSON.stringify({ id: 77, type: 1, message: { body: { Strange: true } } }));
    await time.pass(10);
    expect(page.answer(77)?.Error).toMatchObject({ Code: 'NotImplemented', ActionIndex: -1 });
    expect(host.unknown()).toHaveLength(1);
  });
});

describe('an object', () => {
  it('that is kept can be asked for by its reference, until it is let go', async () => {
    const kept = await ask([instantiate(4), call(4, '_KeepReference'), instantiate(4)], rangePaths('B2'));
    expect(valueOf(kept, 2)).toEqual({ _ReferenceId: 'ref1' });
    const byReference = [ROOT, { ObjectPathType: REFERENCE, Name: 'ref1' }];
    expect(valueOf(await ask([load(2, 'address')], byReference), 0)).toEqual({
      _ReferenceId: 'ref1',
      Address: 'Sheet1!B2',
    });
    await ask([call(1, '_RemoveReference', 'ref1')], [ROOT]);
    expect((await ask([load(2, 'address')], byReference)).Error?.Code).toBe('ItemNotFound');
  });

  it('can be an argument, by the number of its path', async () => {
    const paths = [
      ...rangePaths('A1:B2'),
      method(3, 'GetRange', 'B2:C3'),
      {
        ...method(4, 'GetIntersectionOrNullObject', 5),
        ArgumentInfo: { Arguments: [5], ReferencedObjectPathIds: [5] },
      },
    ];
    expect(valueOf(await ask([load(6, 'address')], paths), 0)).toEqual({ Address: 'Sheet1!B2' });
  });

  it('is read with what hangs off it, by path', async () => {
    await ask(
      [set(5, 'Bold', true)],
      [...rangePaths('A1').slice(0, 4), property(6, 'Font'), property(4, 'Format')],
    );
    const answer = await ask([load(4, 'format/font/bold', 'worksheet/name')], rangePaths('A1'));
    expect(valueOf(answer, 0)).toEqual({
      Format: { Font: { Bold: true } },
      Worksheet: { Id: 's1', Name: 'Sheet1' },
    });
  });

  it('that is a collection lists its items, counted and in part', async () => {
    const all = await ask([load(2, 'items/name', 'count')], [ROOT, sheets]);
    expect(valueOf(all, 0)).toEqual({
      _Items: [
        { Id: 's1', Name: 'Sheet1' },
        { Id: 's2', Name: 'Other sheet' },
      ],
      Count: 2,
    });
    const part = await ask(
      [{ ...load(2, 'name'), QueryInfo: { Select: ['name'], Top: 1, Skip: 1 } }],
      [ROOT, sheets],
    );
    expect(valueOf(part, 0)).toEqual({ _Items: [{ Id: 's2', Name: 'Other sheet' }] });
  });
});

describe('the object model', () => {
  it('finds ranges by counting, on other sheets, by name and by table', async () => {
    const ranges = ['GetLastCell', 'GetEntireRow', 'GetRowsBelow'].map((name) => method(4, name));
    const paths = [...rangePaths('B2:C3'), ...ranges, method(3, 'GetRange', "'Other sheet'!A1")];
    const answer = await ask(
      [5, 6, 7, 8].map((path) => load(path, 'address')),
      paths,
    );
    expect(answer.Results.map(({ Value }) => Value)).toEqual(
      ['Sheet1!C3', 'Sheet1!A2:AD3', 'Sheet1!B4:C4', "'Other sheet'!A1"].map((Address) => ({ Address })),
    );
    grid.names.add({ name: 'mydata', formula: "='Other sheet'!$B$2:$B$4", sheet: null });
    expect(valueOf(await ask([load(4, 'address')], rangePaths('mydata')), 0)).toEqual({
      Address: "'Other sheet'!B2:B4",
    });
  });

  it('refuses a range that leaves the sheet', async () => {
    const answer = await ask([instantiate(5)], [...rangePaths('A1'), method(4, 'GetOffsetRange', -1, 0)]);
    expect(answer.Error?.Code).toBe('InvalidArgument');
  });

  it('makes a table, adds rows to it and finds its columns', async () => {
    await ask(
      [
        set(4, 'Values', [
          ['contract', 'bid'],
          ['DE', 41.25],
        ]),
      ],
      rangePaths('A1:B2'),
    );
    const tables = [ROOT, property(1, 'Tables'), method(2, 'Add', 'Sheet1!A1:B2', true), property(3, 'Rows')];
    const made = await ask([instantiate(3), load(3, 'name'), call(4, 'Add', null, [['FR', 39.1]])], tables);
    expect(made.Error).toBeNull();
    expect(valueOf(made, 1)).toEqual({ Id: 't1', Name: 'Table1' });
    const columns = [
      ROOT,
      property(1, 'Tables'),
      item(2, 'Table1'),
      property(3, 'Columns'),
      item(4, 'bid'),
      method(5, 'GetDataBodyRange'),
    ];
    expect(valueOf(await ask([load(6, 'values')], columns), 0)).toEqual({ Values: [[41.25], [39.1]] });
  });

  it('refuses a table over another and a second sheet of the same name', async () => {
    const add = (where: string) => [ROOT, property(1, 'Tables'), method(2, 'Add', where, true)];
    await ask([instantiate(3)], add('Sheet1!A1:B2'));
    expect((await ask([instantiate(3)], add('Sheet1!B2:C3'))).Error?.Code).toBe('InvalidArgument');
    const twice = await ask([instantiate(3)], [ROOT, sheets, method(2, 'Add', 'sheet1')]);
    expect(twice.Error?.Code).toBe('ItemAlreadyExists');
  });

  it('keeps settings, and forgets one that is deleted', async () => {
    const settings = property(1, 'Settings');
    await ask([instantiate(3)], [ROOT, settings, method(2, 'Add', 'layout', { columns: ['a'] })]);
    const one = [ROOT, settings, method(2, 'GetItemOrNullObject', 'layout')];
    expect(valueOf(await ask([load(3, 'value')], one), 0)).toEqual({
      _Id: 'layout',
      Value: { columns: ['a'] },
    });
    await ask([call(3, 'Delete')], one);
    expect(valueOf(await ask([instantiate(3)], one), 0)).toBeNull();
  });
});

describe('the shared runtime', () => {
  const functions = { ObjectPathType: NEW_OBJECT, Name: 'Microsoft.ExcelServices.CustomFunctions' };
  const announce = () => ask([call(1, '_SetOsfControlContainerReadyForCustomFunctions')], [functions]);
  const INVOKED = [1, 1000] as const;

  it('calls functions only when the page has announced them, and takes their results', async () => {
    grid.put('A1', '=DESK.ECHO("x")');
    await time.pass(500);
    expect(page.told(...INVOKED)).toEqual([]);
    await announce();
    await host.ready;
    expect(page.told(...INVOKED)).toEqual([[1, 'ECHO', ['x'], null, 0, null]]);
    await ask([call(1, 'SetInvocationArrayResults', [[1, true, 'back', 0]])], [functions]);
    expect(grid.at('A1')).toBe('back');
  });

  it('takes results while a request waits for the calculation that they feed', async () => {
    await announce();
    const waiting = page.ask([set(4, 'Formulas', [['=DESK.ECHO(3)']]), load(4, 'values')], rangePaths('A1'));
    await time.pass(10);
    expect(page.answer(waiting)).toBeUndefined();
    const results = page.ask([call(1, 'SetInvocationArrayResults', [])], [functions]);
    await time.pass(1);
    expect(page.answer(results)?.Error).toBeNull();
  });

  it('ends a stream in the page when its cell is edited', async () => {
    await announce();
    grid.put('A1', '=DESK.LIVE("x")');
    await time.pass(500);
    grid.put('A1', 'gone');
    await time.pass(500);
    expect(page.told(1, 1001)).toEqual([{ invocationId: 1 }]);
  });

  it('starts every call again when the page was loaded anew, and ends none that the new page never knew', async () => {
    await announce();
    grid.put('A1', '=DESK.LIVE("x")');
    await time.pass(500);
    await announce();
    await time.pass(500);
    expect(page.told(...INVOKED)).toEqual([
      [1, 'LIVE', ['x'], null, 2, null],
      [2, 'LIVE', ['x'], null, 2, null],
    ]);
    expect(page.told(1, 1001)).toEqual([]);
    await ask([call(1, 'SetInvocationArrayResults', [[1, true, 'old', 0]])], [functions]);
    expect(grid.at('A1')).toBe('#BUSY!');
  });

  it('shows and closes the pane when asked to, and says so to the page', async () => {
    const runtime = { ObjectPathType: NEW_OBJECT, Name: 'Microsoft.AppRuntime.AppRuntimeService' };
    await ask([call(1, 'SetAppRuntimeState', 'Background')], [runtime]);
    expect(shown).toBe(false);
    expect(page.told(65536, 65539)).toEqual([{ visibility: 'Hidden' }]);
    expect(valueOf(await ask([call(1, 'GetAppRuntimeState')], [runtime]), 0)).toBe('Background');
  });

  it('tells the page of selections and of edits, with a range that a handler may ask for', async () => {
    grid.selection.select(grid.rect('B2:B3'));
    grid.put('C3', 5);
    await time.pass(1);
    expect(page.told(65536, 14)[0]).toEqual({ worksheetId: 's1', address: 'B2:B3' });
    const [change] = page.told(65536, 10);
    expect(change).toMatchObject({ worksheetId: 's1', address: 'C3', changeType: 'RangeEdited' });
    const { referenceId } = change as { referenceId: string };
    const range = [ROOT, method(1, '_GetRangeForEventByReferenceId', referenceId)];
    expect(valueOf(await ask([load(2, 'values')], range), 0)).toMatchObject({ Values: [[5]] });
  });

  it('runs an action by its name', async () => {
    host.runAction('WITHDRAW');
    await time.pass(1);
    expect(page.told(2, 1000)).toEqual([['WITHDRAW', '{}']]);
  });

  it('keeps a note of what the page met and could not answer', () => {
    page.meets('window.external.Execute(5)');
    expect(host.unknown()).toEqual(['window.external.Execute(5)']);
  });
});
