import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressOf,
  areaAddress,
  cellKey,
  cellOf,
  contains,
  touches,
  type Area,
} from '../../../src/taskpane/excel/address';

const cell = fc.record({
  sheet: fc
    .string({ minLength: 1, maxLength: 31 })
    .filter((name) => /^[^!:\\/?*[\]]+$/.test(name) && name.trim() !== ''),
  row: fc.integer({ min: 0, max: 1_048_575 }),
  column: fc.integer({ min: 0, max: 16_383 }),
});
const area = fc.record({
  sheet: fc.constantFrom('Sheet1', 'SHEET1', 'Other'),
  row: fc.integer({ min: 0, max: 6 }),
  column: fc.integer({ min: 0, max: 6 }),
  rows: fc.integer({ min: 1, max: 4 }),
  columns: fc.integer({ min: 1, max: 4 }),
});

describe('an address', () => {
  it('is read as it was written, whatever the sheet is called', () => {
    fc.assert(
      fc.property(cell, (given) => {
        expect(cellOf(addressOf(given))).toEqual(given);
      }),
    );
  });

  it.each([
    ['Sheet1!B2', { sheet: 'Sheet1', row: 1, column: 1 }],
    ["'It''s mine'!$AA$10", { sheet: "It's mine", row: 9, column: 26 }],
    ['Spread calculator!XFD1', { sheet: 'Spread calculator', row: 0, column: 16_383 }],
  ])('%s names a cell', (address, wanted) => expect(cellOf(address)).toEqual(wanted));

  it.each(['', 'B2', 'Sheet1!', 'Sheet1!B0', 'Sheet1!B2:C3', '!B2', 'Sheet1!2'])(
    '"%s" names no cell',
    (address) => expect(cellOf(address)).toBeUndefined(),
  );

  it('of an area names its corners', () => {
    expect(areaAddress({ row: 1, column: 1, rows: 1, columns: 1 })).toBe('B2');
    expect(areaAddress({ row: 1, column: 25, rows: 3, columns: 2 })).toBe('Z2:AA4');
  });

  it('leads to the same cell whatever the case of its sheet', () => {
    expect(cellKey({ sheet: 'DESK', row: 1, column: 2 })).toBe(cellKey({ sheet: 'Desk', row: 1, column: 2 }));
  });
});

describe('areas', () => {
  const cellsOf = ({ sheet, row, column, rows, columns }: Area): string[] =>
    Array.from({ length: rows * columns }, (_, index) =>
      cellKey({ sheet, row: row + Math.floor(index / columns), column: column + (index % columns) }),
    );

  it('touch when they have a cell in common', () => {
    fc.assert(
      fc.property(area, area, (a, b) => {
        const cells = new Set(cellsOf(a));
        expect(touches(a, b)).toBe(cellsOf(b).some((one) => cells.has(one)));
        expect(contains(a, b)).toBe(cells.has(cellKey(b)));
      }),
    );
  });
});
