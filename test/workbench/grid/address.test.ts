import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bounding,
  columnName,
  formatAbsolute,
  formatAddress,
  intersection,
  parseAddress,
} from '../../../src/workbench/grid/address';

const SIZE = { rows: 2000, cols: 60 };
const rect = fc.record({
  row: fc.nat(500),
  col: fc.nat(800),
  rows: fc.integer({ min: 1, max: 50 }),
  cols: fc.integer({ min: 1, max: 50 }),
});

describe('an address', () => {
  it('is read back as it was written, whatever the sheet is called', () => {
    fc.assert(
      fc.property(
        rect,
        fc.string({ minLength: 1 }).filter((name) => !/^\s|\s$|!/.test(name)),
        (place, sheetName) => {
          expect(parseAddress(formatAddress(place, sheetName), SIZE)).toEqual({ ...place, sheetName });
          expect(parseAddress(formatAbsolute(place, sheetName), SIZE)).toEqual({ ...place, sheetName });
        },
      ),
    );
  });

  it('may leave out the sheet, carry dollars, and be in any case', () => {
    const cell = { sheetName: null, row: 1, col: 28, rows: 1, cols: 1 };
    expect(parseAddress('$ac$2', SIZE)).toEqual(cell);
    expect(parseAddress(' AC2 ', SIZE)).toEqual(cell);
    expect(parseAddress('C3:A1', SIZE)).toEqual({ sheetName: null, row: 0, col: 0, rows: 3, cols: 3 });
  });

  it('takes whole columns and rows to the end of the sheet', () => {
    expect(parseAddress('B:C', SIZE)).toEqual({ sheetName: null, row: 0, col: 1, rows: 2000, cols: 2 });
    expect(parseAddress('3:3', SIZE)).toEqual({ sheetName: null, row: 2, col: 0, rows: 1, cols: 60 });
  });

  it.each(['', 'A', '7', 'A1:B2:C3', 'A0', 'mydata', 'A1:', 'ABCD1', "'Desk!A1"])('%j is none', (text) => {
    expect(parseAddress(text, SIZE)).toBeNull();
  });

  it('quotes the name of a sheet that could be read as something else', () => {
    const a1 = { row: 0, col: 0, rows: 1, cols: 1 };
    expect(formatAddress(a1, "Bob's")).toBe("'Bob''s'!A1");
    expect(formatAddress(a1, 'Spread calculator')).toBe("'Spread calculator'!A1");
    expect(formatAddress(a1, 'Desk')).toBe('Desk!A1');
    expect(formatAddress(a1, 'Q1')).toBe("'Q1'!A1");
  });

  it('counts columns as Excel does', () => {
    expect([0, 25, 26, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
  });
});

describe('two ranges', () => {
  const on = (sheet: string) => rect.map((place) => ({ ...place, sheet }));

  it('meet in what is inside both, and their bounds hold both', () => {
    fc.assert(
      fc.property(on('s'), on('s'), (a, b) => {
        const meet = intersection(a, b);
        const around = bounding(a, b);
        expect(intersection(around, a)).toEqual(a);
        expect(intersection(around, b)).toEqual(b);
        if (meet) expect([intersection(meet, a), intersection(meet, b)]).toEqual([meet, meet]);
      }),
    );
  });

  it('of different sheets never meet', () => {
    const a = { sheet: 's', row: 0, col: 0, rows: 9, cols: 9 };
    expect(intersection(a, { ...a, sheet: 't' })).toBeNull();
  });
});
