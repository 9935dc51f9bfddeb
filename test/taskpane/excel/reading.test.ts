import { afterEach, describe, expect, it, vi } from 'vitest';
import { excelSheet } from '../../../src/taskpane/excel/sheet';
import { areaAt } from '../memory-sheet';
import { MemoryExcel } from './memory-excel';

afterEach(() => vi.unstubAllGlobals());

async function rowAt(excel: MemoryExcel, address: string) {
  excel.areas = [areaAt(address)];
  const row = await excelSheet.selectedRow();
  return row.ok ? row.value : row.failure;
}

describe('the row of the selected cell', () => {
  it('is what the cell holds, not how it shows it', async () => {
    const excel = new MemoryExcel();
    excel.put({ 'Sheet1!B2': '10293', 'Sheet1!B3': "'007" });
    expect(await rowAt(excel, 'Sheet1!B2')).toEqual({ cell: 10_293, heads: [] });
    expect(await rowAt(excel, 'Sheet1!B3')).toEqual({ cell: '007', heads: [] });
    expect(excel.syncs).toBe(2);
  });

  it('begins with what stands first in it, left of the cell', async () => {
    const excel = new MemoryExcel();
    excel.put({ 'Sheet1!B2': 'RQ-7', 'Sheet1!C2': 'spread', 'Sheet1!E2': '84.15', 'Sheet1!F2': 'x' });
    expect(await rowAt(excel, 'Sheet1!E2')).toEqual({ cell: 84.15, heads: ['RQ-7'] });
    expect(await rowAt(excel, 'Sheet1!D2')).toEqual({ cell: '', heads: ['RQ-7'] });
    expect(await rowAt(excel, 'Sheet1!B2')).toEqual({ cell: 'RQ-7', heads: [] });
  });

  it('begins inside a spill with what the spill has first, then with what the row has', async () => {
    const excel = new MemoryExcel();
    excel.put({ 'Sheet1!A4': '1', 'Sheet1!C4': 'RQ-7', 'Sheet1!D4': 'open' });
    excel.spills = [areaAt('Sheet1!C3:E9')];
    expect(await rowAt(excel, 'Sheet1!D4')).toEqual({ cell: 'open', heads: ['RQ-7', 1] });
  });

  it('is told without spills where Excel is too old to know them', async () => {
    const excel = new MemoryExcel(['Sheet1'], { spillsKnown: false });
    excel.put({ 'Sheet1!A4': 'RQ-7', 'Sheet1!D4': 'open' });
    expect(await rowAt(excel, 'Sheet1!D4')).toEqual({ cell: 'open', heads: ['RQ-7'] });
  });
});
