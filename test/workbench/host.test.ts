import { beforeEach, describe, expect, it } from 'vitest';
import { call, load, method, NEW_OBJECT, rangePaths, ROOT, set, valueOf } from './wire/batch';
import { type Bench, createBench } from './wire/bench';

let bench: Bench;
beforeEach(() => {
  bench = createBench();
});

describe('the shared runtime', () => {
  const functions = { ObjectPathType: NEW_OBJECT, Name: 'Microsoft.ExcelServices.CustomFunctions' };
  const announce = () => bench.ask([call(1, '_SetOsfControlContainerReadyForCustomFunctions')], [functions]);
  const INVOKED = [1, 1000] as const;

  it('calls functions only when the page has announced them, and takes their results', async () => {
    bench.grid.put('A1', '=DESK.ECHO("x")');
    await bench.time.pass(500);
    expect(bench.page.told(...INVOKED)).toEqual([]);
    await announce();
    await bench.host.ready;
    expect(bench.page.told(...INVOKED)).toEqual([[1, 'ECHO', ['x'], null, 0, null]]);
    await bench.ask([call(1, 'SetInvocationArrayResults', [[1, true, 'back', 0]])], [functions]);
    expect(bench.grid.at('A1')).toBe('back');
  });

  it('takes results while a request waits for the calculation that they feed', async () => {
    await announce();
    const waiting = bench.page.ask(
      [set(4, 'Formulas', [['=DESK.ECHO(3)']]), load(4, 'values')],
      rangePaths('A1'),
    );
    await bench.time.pass(10);
    expect(bench.page.answer(waiting)).toBeUndefined();
    const results = bench.page.ask([call(1, 'SetInvocationArrayResults', [])], [functions]);
    await bench.time.pass(1);
    expect(bench.page.answer(results)?.Error).toBeNull();
  });

  it('ends a stream in the page when its cell is edited', async () => {
    await announce();
    bench.grid.put('A1', '=DESK.LIVE("x")');
    await bench.time.pass(500);
    bench.grid.put('A1', 'gone');
    await bench.time.pass(500);
    expect(bench.page.told(1, 1001)).toEqual([{ invocationId: 1 }]);
  });

  it('starts every call again when the page was loaded anew, and ends none that the new page never knew', async () => {
    await announce();
    bench.grid.put('A1', '=DESK.LIVE("x")');
    await bench.time.pass(500);
    await announce();
    await bench.time.pass(500);
    expect(bench.page.told(...INVOKED)).toEqual([
      [1, 'LIVE', ['x'], null, 2, null],
      [2, 'LIVE', ['x'], null, 2, null],
    ]);
    expect(bench.page.told(1, 1001)).toEqual([]);
    await bench.ask([call(1, 'SetInvocationArrayResults', [[1, true, 'old', 0]])], [functions]);
    expect(bench.grid.at('A1')).toBe('#BUSY!');
  });

  it('shows and closes the pane when asked to, and says so to the page', async () => {
    const runtime = { ObjectPathType: NEW_OBJECT, Name: 'Microsoft.AppRuntime.AppRuntimeService' };
    await bench.ask([call(1, 'SetAppRuntimeState', 'Background')], [runtime]);
    expect(bench.paneVisible()).toBe(false);
    expect(bench.page.told(65536, 65539)).toEqual([{ visibility: 'Hidden' }]);
    expect(valueOf(await bench.ask([call(1, 'GetAppRuntimeState')], [runtime]), 0)).toBe('Background');
  });

  it('tells the page of selections and of edits, with a range that a handler may ask for', async () => {
    bench.grid.selection.select(bench.grid.rect('B2:B3'));
    bench.grid.put('C3', 5);
    await bench.time.pass(1);
    expect(bench.page.told(65536, 14)[0]).toEqual({ worksheetId: 's1', address: 'B2:B3' });
    const [change] = bench.page.told(65536, 10);
    expect(change).toMatchObject({ worksheetId: 's1', address: 'C3', changeType: 'RangeEdited' });
    const { referenceId } = change as { referenceId: string };
    const range = [ROOT, method(1, '_GetRangeForEventByReferenceId', referenceId)];
    expect(valueOf(await bench.ask([load(2, 'values')], range), 0)).toMatchObject({ Values: [[5]] });
  });

  it.each(['RowInserted', 'RowDeleted', 'ColumnInserted', 'ColumnDeleted'] as const)(
    'tells the page where cells were moved: %s',
    async (shift) => {
      bench.grid.restructure('A3:B4', shift);
      await bench.time.pass(1);
      expect(bench.page.told(65536, 10)[0]).toMatchObject({
        worksheetId: 's1',
        address: 'A3:B4',
        changeType: shift,
      });
    },
  );

  it('tells nothing of a change of structure that Excel has no word for', async () => {
    bench.grid.restructure();
    await bench.time.pass(1);
    expect(bench.page.told(65536, 10)).toEqual([]);
  });

  it('tells the page which sheet came into sight', async () => {
    bench.grid.sheets.activate('s2');
    await bench.time.pass(1);
    expect(bench.page.told(65536, 11)).toContainEqual({ worksheetId: 's2' });
  });

  it('runs an action by its name', async () => {
    bench.host.runAction('WITHDRAW');
    await bench.time.pass(1);
    expect(bench.page.told(2, 1000)).toEqual([['WITHDRAW', '{}']]);
  });

  it('keeps a note of what the page met and could not answer', () => {
    bench.page.meets('window.external.Execute(5)');
    expect(bench.host.unknown()).toEqual(['window.external.Execute(5)']);
  });
});

describe('an unkind Excel', () => {
  const runtime = { ObjectPathType: NEW_OBJECT, Name: 'Microsoft.AppRuntime.AppRuntimeService' };

  it('shows the pane that a press asks for once the press is completed', async () => {
    const late = createBench({ unkind: new Set(['show-pane-late']) });
    await late.ask([call(1, 'SetAppRuntimeState', 'Background')], [runtime]);
    late.host.press('SHOW');
    expect(late.page.presses).toEqual([[1, 'SHOW']]);
    const asked = late.page.ask([call(1, 'SetAppRuntimeState', 'Visible')], [runtime]);
    await late.time.pass(1000);
    expect([late.paneVisible(), late.page.answer(asked)]).toEqual([false, undefined]);
    late.page.completes(1);
    await late.time.pass(1);
    expect([late.paneVisible(), late.page.answer(asked)?.Error]).toEqual([true, null]);
  });

  it('refuses what asks for the workbook while a cell is edited, and nothing else', async () => {
    let editing = true;
    const busy = createBench({ unkind: new Set(['edit-mode']), isEditing: () => editing });
    const refused = await busy.ask([set(4, 'Values', [[1]])], rangePaths('A1'));
    expect(refused.Error?.Code).toBe('InvalidOperationInCellEditMode');
    expect((await busy.ask([call(1, 'GetAppRuntimeState')], [runtime])).Error).toBeNull();
    editing = false;
    expect((await busy.ask([set(4, 'Values', [[1]])], rangePaths('A1'))).Error).toBeNull();
  });

  it('starts all functions again at a press', async () => {
    const functions = { ObjectPathType: NEW_OBJECT, Name: 'Microsoft.ExcelServices.CustomFunctions' };
    const again = createBench({ unkind: new Set(['restart-streams']) });
    await again.ask([call(1, '_SetOsfControlContainerReadyForCustomFunctions')], [functions]);
    again.grid.put('A1', '=DESK.LIVE("x")');
    await again.time.pass(500);
    again.host.press('SHOW');
    await again.time.pass(500);
    expect(again.page.told(1, 1000)).toHaveLength(2);
    expect(again.page.told(2, 1000)).toEqual([['SHOW', '{}']]);
  });

  it('starts a call twice, and ends the first at once', async () => {
    const functions = { ObjectPathType: NEW_OBJECT, Name: 'Microsoft.ExcelServices.CustomFunctions' };
    const twice = createBench({ unkind: new Set(['starts-twice']) });
    await twice.ask([call(1, '_SetOsfControlContainerReadyForCustomFunctions')], [functions]);
    twice.grid.put('A1', '=DESK.LIVE("x")');
    await twice.time.pass(500);
    expect(twice.page.told(1, 1000)).toHaveLength(2);
    expect(twice.page.told(1, 1001)).toEqual([{ invocationId: 1 }]);
  });
});
