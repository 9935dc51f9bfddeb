import { OfficeMockObject } from 'office-addin-mock';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RequestId } from '../../../src/domain/identifiers';
import { cardFormats } from '../../../src/taskpane/templates/cell-formats';
import { MemoryExcel } from './memory-excel';
import { excelSheet, quotesFormula, requestFormula } from '../../../src/taskpane/excel/sheet';

/** A workbook of one selected cell, with Excel's own rule that what is read was loaded and synchronised. */
function excel(cell: { formula: string }) {
  const range = { address: 'Sheet1!B2', formulas: [[cell.formula]] };
  const mock: { context: { workbook: { range: { formulas: string[][] } } } } & object = new OfficeMockObject({
    context: { workbook: { range, getActiveCell: () => mock.context.workbook.range } },
    run: (work: (context: unknown) => Promise<unknown>) => work(mock.context),
  }) as never;
  vi.stubGlobal('Excel', mock);
  return mock.context.workbook.range;
}

afterEach(() => vi.unstubAllGlobals());

describe('the sheet', () => {
  it('takes a formula into an empty cell and says where', async () => {
    const range = excel({ formula: '' });
    expect(await excelSheet.insertFormula('=DESK.RFQ("RQ-7")')).toEqual({ ok: true, value: 'Sheet1!B2' });
    expect(range.formulas).toEqual([['=DESK.RFQ("RQ-7")']]);
  });

  it('takes the formats of what the formula fills with it, so that days look like days', async () => {
    const sheet = new MemoryExcel();
    const record = {
      'request-id': 'RQ-7',
      'created-at': '2026-11-20T08:15:02Z',
      legs: [{ 'delivery-start': '2027-01-01' }],
    };
    await excelSheet.insertFormula('=DESK.RFQ("RQ-7")', cardFormats(record));
    expect(sheet.set).toEqual([
      ['Sheet1!B2 numberFormat', 'dd-mmm-yyyy hh:mm:ss'],
      ['Sheet1!B3 numberFormat', 'dd-mmm-yyyy'],
    ]);
    expect(sheet.written).toEqual([['Sheet1 0 0', '=DESK.RFQ("RQ-7")']]);
  });

  it('overwrites nothing', async () => {
    const range = excel({ formula: '=A1' });
    expect(await excelSheet.insertFormula('=DESK.RFQ("RQ-7")')).toMatchObject({
      ok: false,
      failure: { message: 'Sheet1!B2 is not empty.' },
    });
    expect(range.formulas).toEqual([['=A1']]);
  });

  it('says in words what Excel refused', async () => {
    vi.stubGlobal('Excel', { run: () => Promise.reject(new Error('The cell is being edited.')) });
    expect(await excelSheet.activeSheet()).toMatchObject({
      failure: { message: 'Excel refused (The cell is being edited).' },
    });
  });

  it('keeps an id text inside a formula, whatever it contains', () => {
    expect(requestFormula(RequestId.parse('RQ-1'))).toBe('=DESK.RFQ("RQ-1")');
    expect(quotesFormula(RequestId.parse('a")&b'))).toBe('=DESK.QUOTES("a"")&b")');
  });
});
