import { afterEach, describe, expect, it, vi } from 'vitest';
import { excelSheet } from '../../../src/taskpane/excel/sheet';
import { areaAt } from '../memory-sheet';
import { MemoryExcel } from './memory-excel';

afterEach(() => vi.unstubAllGlobals());

const turn = (): Promise<void> => new Promise((resolve) => queueMicrotask(resolve));
const settle = async (): Promise<void> => {
  for (let turns = 0; turns < 10; turns++) await turn();
};

describe('how Excel calculates', () => {
  it('is read, and set to automatic', async () => {
    const excel = new MemoryExcel();
    expect(await excelSheet.calculation()).toEqual({ ok: true, value: 'automatic' });
    excel.calculationMode = 'AutomaticExceptTables';
    expect(await excelSheet.calculation()).toEqual({ ok: true, value: 'automatic' });
    excel.calculationMode = 'Manual';
    expect(await excelSheet.calculation()).toEqual({ ok: true, value: 'by-hand' });
    expect(await excelSheet.calculateAutomatically()).toEqual({ ok: true, value: undefined });
    expect(excel.calculationMode).toBe('Automatic');
  });
});

describe('the selection', () => {
  it('is all of its areas, and the cells in them that hold a formula of the desk', async () => {
    const excel = new MemoryExcel();
    excel.put({
      'Sheet1!A1': '=DESK.RFQS()',
      'Sheet1!B2': '=1+1',
      'Sheet1!B3': '=IF(A1="",0,desk.best(A1,"ask"))',
      'Sheet1!C9': 'about DESK.RFQ',
      'Sheet1!D9': '=DESK.RFQ(A1)',
    });
    excel.areas = [areaAt('Sheet1!B1:C1000'), areaAt('Sheet1!D9')];
    expect(await excelSheet.selection()).toEqual({
      ok: true,
      value: {
        sheet: 'Sheet1',
        areas: [areaAt('Sheet1!B1:C1000'), areaAt('Sheet1!D9')],
        formulas: [
          { sheet: 'Sheet1', row: 2, column: 1 },
          { sheet: 'Sheet1', row: 8, column: 3 },
        ],
        spillsUnknown: false,
      },
    });
    expect(excel.syncs).toBe(3);
  });

  it('of one spilled cell is the cell of the formula', async () => {
    const excel = new MemoryExcel();
    excel.put({ 'Sheet1!B2': '=DESK.RFQS()', 'Sheet1!C5': 'RQ-1' });
    excel.spills = [areaAt('Sheet1!B2:D9')];
    excel.areas = [areaAt('Sheet1!C5')];
    expect(await excelSheet.selection()).toMatchObject({
      value: { formulas: [{ sheet: 'Sheet1', row: 1, column: 1 }] },
    });
  });

  it('of one cell into which another formula spills names none', async () => {
    const excel = new MemoryExcel();
    excel.put({ 'Sheet1!B2': '=SEQUENCE(9)', 'Sheet1!B5': '4' });
    excel.spills = [areaAt('Sheet1!B2:B10')];
    excel.areas = [areaAt('Sheet1!B5')];
    expect(await excelSheet.selection()).toMatchObject({ value: { formulas: [] } });
  });

  it('says when Excel is too old to know what spills', async () => {
    new MemoryExcel(['Sheet1'], { spillsKnown: false });
    expect(await excelSheet.selection()).toMatchObject({ value: { spillsUnknown: true } });
    expect(await excelSheet.spillsOf([])).toMatchObject({ ok: false, failure: { kind: 'unsupported' } });
  });

  it('tells of another selection and of another sheet until it is let go', async () => {
    const excel = new MemoryExcel();
    const told = vi.fn();
    const stop = excelSheet.onSelectionChanged(told, () => {});
    await settle();
    await excel.tell('selection', {});
    await excel.tell('activated', {});
    expect(told).toHaveBeenCalledTimes(2);
    stop();
    expect(excel.handlers.size).toBe(0);
  });

  it('is let go even when that is said before Excel has taken the listener', async () => {
    const excel = new MemoryExcel();
    excelSheet.onSelectionChanged(
      () => {},
      () => {},
    )();
    await settle();
    expect(excel.handlers.size).toBe(0);
  });

  it('says in words that Excel takes no listener', async () => {
    vi.stubGlobal('Excel', { run: () => Promise.reject(new Error('Not now.')) });
    const refused = vi.fn();
    excelSheet.onSelectionChanged(() => {}, refused);
    await settle();
    expect(refused).toHaveBeenCalledWith(expect.objectContaining({ message: 'Excel refused (Not now).' }));
  });
});

describe('moved cells', () => {
  it.each(['RowInserted', 'RowDeleted', 'ColumnInserted', 'ColumnDeleted', 'CellInserted', 'CellDeleted'])(
    'are told with the name of their sheet: %s',
    async (changeType) => {
      const excel = new MemoryExcel();
      const told = vi.fn();
      excelSheet.onMoved(told, () => {});
      await settle();
      await excel.tell('changed', { changeType, worksheetId: 'Sheet1' });
      expect(told).toHaveBeenCalledWith('Sheet1');
    },
  );

  it('are none when contents were edited or the sheet has gone', async () => {
    const excel = new MemoryExcel();
    const told = vi.fn();
    excelSheet.onMoved(told, () => {});
    await settle();
    await excel.tell('changed', { changeType: 'RangeEdited', worksheetId: 'Sheet1' });
    await excel.tell('changed', { changeType: 'RowInserted', worksheetId: 'Gone' });
    expect(told).not.toHaveBeenCalled();
  });
});

describe('a jump', () => {
  it('shows the sheet and selects the cell', async () => {
    const excel = new MemoryExcel(['Sheet1', "It's mine"]);
    expect(await excelSheet.selectCell("'It''s mine'!C3")).toMatchObject({ ok: true });
    expect(excel.selected).toEqual(["It's mine", "It's mine 2 2"]);
  });

  it.each(['Gone!A1', ''])('to "%s" says that it is not there any more', async (address) => {
    const excel = new MemoryExcel();
    expect(await excelSheet.selectCell(address)).toMatchObject({ ok: false, failure: { kind: 'not-found' } });
    expect(excel.selected).toEqual([]);
  });
});

describe('repairing', () => {
  it('enters each formula of the desk anew as it stands, and writes no other cell', async () => {
    const excel = new MemoryExcel(['Sheet1', 'Sheet2', 'Empty']);
    excel.put({
      'Sheet1!A1': '=DESK.RFQ("RQ-1")',
      'Sheet1!A2': '=DESK.RFQ("RQ-2")',
      'Sheet1!A3': '=SUM(B1:B2)',
      'Sheet1!A4': '=DESK.RFQ("RQ-3")',
      'Sheet1!B1': '12',
      'Sheet2!C7': '=-DESK.BEST("RQ-1","ask")',
      'Sheet2!C8': 'DESK.RFQ is a function',
    });
    expect(await excelSheet.reenter()).toEqual({ ok: true, value: { formulas: 4, sheets: 2, locked: [] } });
    expect(excel.written).toEqual([
      ['Sheet1 0 0', '=DESK.RFQ("RQ-1")'],
      ['Sheet1 1 0', '=DESK.RFQ("RQ-2")'],
      ['Sheet1 3 0', '=DESK.RFQ("RQ-3")'],
      ['Sheet2 6 2', '=-DESK.BEST("RQ-1","ask")'],
    ]);
  });

  it('gives formulas back to the desk that Excel saved as those of another add-in', async () => {
    const excel = new MemoryExcel();
    excel.put({
      'Sheet1!A1': '=BloombergUI.xla!_xldudf_DESK_RFQ("RQ-1","state")',
      'Sheet1!A2': '=[2]!_xldudf_DESK_BEST(A1,"ask")+1',
      'Sheet1!A3': `='My sheet'!A1&'C:\\Add-ins\\X.xla'!_xldudf_DESK_RFQ(A1)&DESK.RFQ(A2)`,
      'Sheet1!A4': '=_xldudf_OTHER_RFQ(A1)',
    });
    expect(await excelSheet.reenter()).toMatchObject({ value: { formulas: 3 } });
    expect(excel.written.map(([, formula]) => formula)).toEqual([
      '=DESK.RFQ("RQ-1","state")',
      '=DESK.BEST(A1,"ask")+1',
      `='My sheet'!A1&DESK.RFQ(A1)&DESK.RFQ(A2)`,
    ]);
  });

  it('leaves protected sheets alone and names them', async () => {
    const excel = new MemoryExcel(['Sheet1', 'Locked']);
    excel.put({ 'Sheet1!A1': '=DESK.RFQ("RQ-1")', 'Locked!A1': '=DESK.RFQ("RQ-2")' });
    excel.protectedSheets.add('Locked');
    expect(await excelSheet.reenter()).toEqual({
      ok: true,
      value: { formulas: 1, sheets: 1, locked: ['Locked'] },
    });
    expect(excel.written.map(([cell]) => cell)).toEqual(['Sheet1 0 0']);
  });

  it('is wanted where formulas of the desk show #NAME?, which are counted', async () => {
    const excel = new MemoryExcel(['Sheet1', 'Other']);
    excel.put({ 'Sheet1!A1': '=DESK.RFQ("RQ-1")', 'Other!B2': '=DESK.RFQ("RQ-2")', 'Other!B3': '=NOSUCH()' });
    expect(await excelSheet.unnamed()).toEqual({ ok: true, value: 0 });
    for (const cell of ['Sheet1!A1', 'Other!B2', 'Other!B3']) excel.errors.set(cell, '#NAME?');
    expect(await excelSheet.unnamed()).toEqual({ ok: true, value: 2 });
    excel.errors.set('Sheet1!A1', '#N/A');
    expect(await excelSheet.unnamed()).toEqual({ ok: true, value: 1 });
  });

  it('leaves alone what a formula spills, where Excel gives that the same formula', async () => {
    const excel = new MemoryExcel();
    const cells = ['A1', 'A2', 'A3', 'B1', 'B2', 'B3'];
    const spilled = cells.map((cell): [string, string] => [`Sheet1!${cell}`, '=DESK.RFQS()']);
    excel.put({ ...Object.fromEntries(spilled), 'Sheet1!A4': '=DESK.RFQ("RQ-1")' });
    excel.spills = [areaAt('Sheet1!A1:B3')];
    expect(await excelSheet.reenter()).toMatchObject({ value: { formulas: 2 } });
    expect(excel.written.map(([cell]) => cell)).toEqual(['Sheet1 0 0', 'Sheet1 3 0']);
  });

  it('of ten thousand formulas takes few round trips', async () => {
    const excel = new MemoryExcel();
    excel.put(
      Object.fromEntries(
        Array.from({ length: 10_000 }, (_, row) => [`Sheet1!A${row + 1}`, `=DESK.RFQ("RQ-${row}")`]),
      ),
    );
    expect(await excelSheet.reenter('Sheet1')).toEqual({
      ok: true,
      value: { formulas: 10_000, sheets: 1, locked: [] },
    });
    expect(excel.written).toHaveLength(10_000);
    expect(excel.syncs).toBeLessThan(40);
  });

  it('is refused where a formula cannot be told from what it spills, and on a sheet that has gone', async () => {
    const old = new MemoryExcel(['Sheet1'], { spillsKnown: false });
    old.put({ 'Sheet1!A1': '=DESK.RFQS()' });
    expect(await excelSheet.reenter()).toMatchObject({ failure: { kind: 'unsupported' } });
    expect(old.written).toEqual([]);
    new MemoryExcel();
    expect(await excelSheet.reenter('Gone')).toMatchObject({ failure: { kind: 'not-found' } });
  });
});
