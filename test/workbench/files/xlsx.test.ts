// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { estranged, fromFile, toFile } from '../../../src/workbench/files/function-names';
import type { SavedBook } from '../../../src/workbench/files/saved-book';
import { readXlsx } from '../../../src/workbench/files/xlsx-reader';
import { writeXlsx } from '../../../src/workbench/files/xlsx-writer';

const plain = { formula: '', format: 'General' };
const BOOK: SavedBook = {
  sheets: [
    {
      name: 'Desk & <Co>',
      widthsPx: [84, 112],
      hiddenColumns: [1],
      cells: [
        { row: 0, col: 0, value: ' 1 < 2 & "3"', ...plain },
        { row: 0, col: 1, value: 46347.52, formula: '', format: 'dd-mmm hh:mm' },
        { row: 1, col: 0, value: true, ...plain },
        { row: 1, col: 30, value: '00123', ...plain },
        { row: 2, col: 0, value: '#N/A', formula: '=DESK.RFQ("RQ-0","state")', format: 'General' },
        {
          row: 3,
          col: 0,
          value: 'request-id',
          formula: '=DESK.RFQS()',
          format: 'General',
          spill: { rows: 2, cols: 1 },
        },
        { row: 4, col: 0, value: 'RQ-10293', ...plain },
        { row: 5, col: 0, value: '', formula: '=IF(A1="x",1,"")', format: '0.00' },
      ],
    },
    { name: 'Empty', widthsPx: [], hiddenColumns: [], cells: [] },
  ],
  names: [
    { name: 'mine', formula: "'Desk & <Co>'!$A$1:$B$2", sheet: null },
    { name: 'own', formula: 'Empty!$A$1', sheet: 1 },
  ],
  settings: { 'spreaddesk.tables': '{"a":["<1>"]}' },
};

it('a workbook comes out of its file as it went in', () => {
  expect(readXlsx(writeXlsx(BOOK))).toEqual(BOOK);
});

it('a file that is no workbook is refused in a sentence', () => {
  expect(() => readXlsx(new Uint8Array([1, 2, 3]))).toThrow('The file is no workbook (.xlsx).');
});

it.each([
  ['=DESK.RFQ(A1#,"DESK.X(A1#)")', '_xldudf_DESK_RFQ(_xlfn.ANCHORARRAY(A1),"DESK.X(A1#)")'],
  [
    '=TAKE(FILTER(DESK.RFQS(),A1:A3="x"),5)+SUM(1)',
    '_xlfn.TAKE(_xlfn._xlws.FILTER(_xldudf_DESK_RFQS(),A1:A3="x"),5)+SUM(1)',
  ],
  ['=DESK.HOURS2(A1)', '_xldudf_DESK_HOURS2(A1)'],
  ["='DESK.A(B'!A1+1", "'DESK.A(B'!A1+1"],
])('%s is %s in a file, and the same afterwards', (formula, saved) => {
  expect(toFile(formula)).toBe(saved);
  expect(fromFile(saved)).toBe(formula);
});

it('a formula that was saved beside another add-in carries its name', () => {
  expect(estranged('=1+DESK.RFQ("DESK.RFQ(")')).toBe('=1+Other.xla!_xldudf_DESK_RFQ("DESK.RFQ(")');
});
