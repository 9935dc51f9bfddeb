import { beforeEach, describe, expect, it } from 'vitest';
import {
  call,
  instantiate,
  item,
  load,
  method,
  property,
  rangePaths,
  ROOT,
  set,
  sheets,
  valueOf,
} from '../wire/batch';
import { type Bench, createBench } from '../wire/bench';

let bench: Bench;
beforeEach(() => {
  bench = createBench();
});

describe('the object model', () => {
  it('finds ranges by counting, on other sheets, by name and by table', async () => {
    const ranges = ['GetLastCell', 'GetEntireRow', 'GetRowsBelow'].map((name) => method(4, name));
    const paths = [...rangePaths('B2:C3'), ...ranges, method(3, 'GetRange', "'Other sheet'!A1")];
    const answer = await bench.ask(
      [5, 6, 7, 8].map((path) => load(path, 'address')),
      paths,
    );
    expect(answer.Results.map(({ Value }) => Value)).toEqual(
      ['Sheet1!C3', 'Sheet1!A2:AD3', 'Sheet1!B4:C4', "'Other sheet'!A1"].map((Address) => ({ Address })),
    );
    bench.grid.names.add({ name: 'mydata', formula: "='Other sheet'!$B$2:$B$4", sheet: null });
    expect(valueOf(await bench.ask([load(4, 'address')], rangePaths('mydata')), 0)).toEqual({
      Address: "'Other sheet'!B2:B4",
    });
  });

  it('has cells beyond the edge of the grid, up to the last ones of Excel', async () => {
    const beyond = [...rangePaths('A1'), method(3, 'GetRangeByIndexes', 0, 26, 1, 38)];
    expect((await bench.ask([set(5, 'Values', [Array(38).fill('x')])], beyond)).Error).toBeNull();
    expect(bench.grid.sheets.size('s1')).toEqual({ rows: 200, cols: 84 });
    expect(valueOf(await bench.ask([load(4, 'values')], rangePaths('BL1')), 0)).toEqual({ Values: [['x']] });
    const past = [...rangePaths('A1'), method(3, 'GetRangeByIndexes', 0, 16_383, 1, 2)];
    expect((await bench.ask([load(5, 'values')], past)).Error?.Code).toBe('InvalidArgument');
    expect(bench.grid.sheets.size('s1').cols).toBe(84);
  });

  it('writes days as in the United States', async () => {
    const paths = [
      ROOT,
      property(1, 'Application'),
      property(2, 'CultureInfo'),
      property(3, 'DatetimeFormat'),
    ];
    const answer = await bench.ask([load(4, 'shortDatePattern')], paths);
    expect(valueOf(answer, 0)).toEqual({ ShortDatePattern: 'M/d/yyyy' });
  });

  it('takes what may be typed into cells, and enforces nothing', async () => {
    const paths = [...rangePaths('B2:B4'), property(4, 'DataValidation')];
    const rule = { list: { inCellDropDown: true, source: 'buy,sell' } };
    const answer = await bench.ask([set(5, 'Rule', rule), load(5, 'type', 'valid')], paths);
    expect(answer.Error).toBeNull();
    expect(valueOf(answer, 0)).toEqual({ Type: 'None', Valid: true });
    expect(bench.host.unknown()).toEqual([]);
  });

  it('takes how a sheet is printed, and prints nothing', async () => {
    const paths = [ROOT, sheets, item(2, 'Sheet1'), property(3, 'PageLayout')];
    const said = [
      set(4, 'Orientation', 'Landscape'),
      set(4, 'Zoom', { horizontalFitToPages: 1 }),
      call(4, 'SetPrintTitleRows', '$1:$4'),
    ];
    expect((await bench.ask(said, paths)).Error).toBeNull();
    expect(bench.host.unknown()).toEqual([]);
  });

  it('hands conditional formats to the grid: a formula about the first cell, and the looks that it gives', async () => {
    const paths = [
      ...rangePaths('A5:W26'),
      property(4, 'ConditionalFormats'),
      method(5, 'Add', 'Custom'),
      property(6, 'Custom'),
      property(7, 'Rule'),
      property(7, 'Format'),
      property(9, 'Font'),
      property(9, 'Fill'),
    ];
    const answer = await bench.ask(
      [
        set(8, 'Formula', '=$B5<>"open"'),
        set(10, 'Color', '#6b7178'),
        set(10, 'Italic', true),
        set(11, 'Color', '#e3e5e8'),
        set(9, 'NumberFormat', '0.00'),
      ],
      paths,
    );
    expect(answer.Error).toBeNull();
    expect(bench.grid.looks).toEqual([
      {
        rect: bench.grid.rect('A5:W26'),
        condition: { formula: '=$B5<>"open"', color: '#6b7178', italic: true, fill: '#e3e5e8' },
      },
    ]);
    expect(bench.host.unknown()).toEqual([]);
  });

  it('hands the colours of bars to the grid', async () => {
    const paths = [
      ...rangePaths('J5:J9'),
      property(4, 'ConditionalFormats'),
      method(5, 'Add', 'DataBar'),
      property(6, 'DataBar'),
      property(7, 'PositiveFormat'),
      property(7, 'NegativeFormat'),
    ];
    const asked = [
      set(7, 'AxisFormat', 'CellMidPoint'),
      set(8, 'FillColor', '#f4b183'),
      set(8, 'GradientFill', false),
      set(9, 'MatchPositiveFillColor', false),
      set(9, 'FillColor', '#bfbfbf'),
    ];
    const answer = await bench.ask(asked, paths);
    expect(answer.Error).toBeNull();
    expect(bench.grid.looks.at(-1)).toEqual({
      rect: bench.grid.rect('J5:J9'),
      condition: { above: '#f4b183', below: '#bfbfbf' },
    });
    expect(bench.host.unknown()).toEqual([]);
  });

  it('tells hidden rows from others, and neither where both are', async () => {
    bench.grid.sheets.hidden.add(1).add(2);
    const hidden = async (address: string): Promise<unknown> =>
      valueOf(await bench.ask([load(4, 'rowHidden')], rangePaths(address)), 0);
    expect(await hidden('A2:B3')).toEqual({ RowHidden: true });
    expect(await hidden('A4')).toEqual({ RowHidden: false });
    expect(await hidden('A3:A4')).toEqual({ RowHidden: null });
  });

  it('hides columns, and tells hidden ones from others', async () => {
    await bench.ask([set(4, 'ColumnHidden', true)], rangePaths('B1:C1'));
    const hidden = async (address: string): Promise<unknown> =>
      valueOf(await bench.ask([load(4, 'columnHidden')], rangePaths(address)), 0);
    expect(await hidden('B5:C9')).toEqual({ ColumnHidden: true });
    expect(await hidden('C1:D1')).toEqual({ ColumnHidden: null });
    await bench.ask([set(4, 'ColumnHidden', false)], rangePaths('C1'));
    expect(await hidden('C1:D1')).toEqual({ ColumnHidden: false });
  });

  it('gives all areas of a selection with their sheet', async () => {
    bench.grid.selection.select(bench.grid.rect('B2:B4'));
    bench.grid.selection.selectToo(bench.grid.rect('D7'));
    const paths = [ROOT, method(1, 'GetSelectedRanges'), property(2, 'Areas')];
    const answer = await bench.ask(
      [load(2, 'address', 'areaCount', 'worksheet/name'), load(3, 'items/rowIndex', 'items/rowCount')],
      paths,
    );
    expect(valueOf(answer, 0)).toMatchObject({
      Address: 'Sheet1!B2:B4,Sheet1!D7',
      AreaCount: 2,
      Worksheet: { Name: 'Sheet1' },
    });
    expect(valueOf(answer, 1)).toMatchObject({
      _Items: [
        { RowIndex: 1, RowCount: 3 },
        { RowIndex: 6, RowCount: 1 },
      ],
    });
    expect(bench.host.unknown()).toEqual([]);
  });

  it('says which cell fills another, for single cells', async () => {
    const spill = { sheet: 's1', row: 1, col: 1, rows: 3, cols: 2 };
    bench.grid.cells.spills = () => [spill];
    const parent = async (address: string): Promise<unknown> =>
      valueOf(
        await bench.ask(
          [load(5, 'address')],
          [...rangePaths(address), method(4, 'GetSpillParentOrNullObject')],
        ),
        0,
      );
    expect(await parent('C4')).toEqual({ Address: 'Sheet1!B2' });
    expect(await parent('B2')).toEqual({ Address: 'Sheet1!B2' });
    expect(await parent('D4')).toBeNull();
    expect(await parent('B3:C4')).toBeNull();
  });

  it('refuses a range that leaves the sheet', async () => {
    const answer = await bench.ask(
      [instantiate(5)],
      [...rangePaths('A1'), method(4, 'GetOffsetRange', -1, 0)],
    );
    expect(answer.Error?.Code).toBe('InvalidArgument');
  });

  it('makes a table, adds rows to it and finds its columns', async () => {
    await bench.ask(
      [
        set(4, 'Values', [
          ['contract', 'bid'],
          ['DE', 41.25],
        ]),
      ],
      rangePaths('A1:B2'),
    );
    const tables = [ROOT, property(1, 'Tables'), method(2, 'Add', 'Sheet1!A1:B2', true), property(3, 'Rows')];
    const made = await bench.ask(
      [instantiate(3), load(3, 'name'), call(4, 'Add', null, [['FR', 39.1]])],
      tables,
    );
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
    expect(valueOf(await bench.ask([load(6, 'values')], columns), 0)).toEqual({ Values: [[41.25], [39.1]] });
  });

  it('refuses a table over another and a second sheet of the same name', async () => {
    const add = (where: string) => [ROOT, property(1, 'Tables'), method(2, 'Add', where, true)];
    await bench.ask([instantiate(3)], add('Sheet1!A1:B2'));
    expect((await bench.ask([instantiate(3)], add('Sheet1!B2:C3'))).Error?.Code).toBe('InvalidArgument');
    const twice = await bench.ask([instantiate(3)], [ROOT, sheets, method(2, 'Add', 'sheet1')]);
    expect(twice.Error?.Code).toBe('ItemAlreadyExists');
  });

  it('keeps settings, and forgets one that is deleted', async () => {
    const settings = property(1, 'Settings');
    await bench.ask([instantiate(3)], [ROOT, settings, method(2, 'Add', 'layout', { columns: ['a'] })]);
    const one = [ROOT, settings, method(2, 'GetItemOrNullObject', 'layout')];
    expect(valueOf(await bench.ask([load(3, 'value')], one), 0)).toEqual({
      _Id: 'layout',
      Value: { columns: ['a'] },
    });
    await bench.ask([call(3, 'Delete')], one);
    expect(valueOf(await bench.ask([instantiate(3)], one), 0)).toBeNull();
  });
});
