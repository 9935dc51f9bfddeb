import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SavedBook, SavedCell } from '../../../src/workbench/files/saved-book';
import { writeXlsx } from '../../../src/workbench/files/xlsx-writer';
import { LibreOffice, soffice, type OpenedRow } from '../../gateway/trades/export/libreoffice';

const program = soffice();
const NOON_OF_20_NOV = 46346.5;

const at = (
  row: number,
  col: number,
  value: SavedCell['value'],
  more: Partial<SavedCell> = {},
): SavedCell => ({
  row,
  col,
  value,
  formula: '',
  format: 'General',
  ...more,
});
const BOOK: SavedBook = {
  sheets: [
    {
      name: 'Desk & <Co>',
      widthsPx: [84, 112],
      hiddenColumns: [],
      cells: [
        at(0, 0, ' 1 < 2 & "3"'),
        at(0, 1, '00123'),
        at(0, 2, '=1+1'),
        at(0, 3, true),
        at(1, 0, NOON_OF_20_NOV, { format: 'dd-mmm hh:mm' }),
        at(1, 1, 1234.5, { format: '#,##0.00' }),
        at(1, 2, 0.1, { format: '0.0%' }),
        at(1, 3, 2469, { formula: '=B2*2', format: '0.000' }),
        at(2, 0, 84.15, { formula: '=DESK.BEST("RQ-10293","ask")' }),
        at(2, 1, 'request-id', { formula: '=DESK.RFQS(,,A1)', spill: { rows: 2, cols: 1 } }),
        at(2, 2, 'live', { formula: '=IF(IFERROR(ABS(NOW()-A3)<=3/1440,FALSE),"live","NOT LIVE")' }),
        at(3, 1, 'RQ-10293'),
      ],
    },
    {
      name: 'Other',
      widthsPx: [],
      hiddenColumns: [],
      cells: [at(0, 0, 3, { formula: "='Desk & <Co>'!B2-1231.5" })],
    },
  ],
  names: [{ name: 'mine', formula: "'Desk & <Co>'!$A$1:$B$2", sheet: null }],
  settings: { 'spreaddesk.tables': '{"a":["<1>"]}' },
};

describe.skipIf(program === undefined)(
  'a saved workbook in LibreOffice (skipped where it is not installed)',
  () => {
    let office: LibreOffice;
    let sheets: Map<string, OpenedRow[]>;
    beforeAll(async () => {
      office = new LibreOffice(program ?? '');
      sheets = await office.opened('book.xlsx', writeXlsx(BOOK));
    });
    afterAll(() => office.close());
    const row = (index: number): OpenedRow => sheets.get('Desk & <Co>')?.[index]?.slice(0, 4) ?? [];

    it('has its sheets, and its values as they were typed', () => {
      expect([...sheets.keys()]).toEqual(['Desk & <Co>', 'Other']);
      expect(row(0).map((cell) => cell?.text)).toEqual([' 1 < 2 & "3"', '00123', '=1+1', 'TRUE']);
      expect(row(0)[2]).not.toHaveProperty('formula');
    });

    it('shows numbers and times in their formats', () => {
      expect(row(1).map((cell) => cell?.text)).toEqual(['20-Nov 12:00', '1,234.50', '10.0%', '2469.000']);
      expect(row(1)[0]).toMatchObject({ type: 'date', value: '2026-11-20T12:00:00' });
    });

    it('calculates the formulas that need no desk', () => {
      expect(row(1)[3]).toMatchObject({ value: '2469', formula: 'of:=[.B2]*2' });
      expect(sheets.get('Other')?.[0]?.[0]).toMatchObject({ value: '3' });
    });

    it('keeps those of the desk as text, and shows no price that could be taken for a live one', () => {
      const [best, table, mark] = row(2);
      expect(best).toMatchObject({ text: '#NAME?', formula: 'of:=_xldudf_desk_best("RQ-10293";"ask")' });
      expect(table).toMatchObject({ text: '#NAME?', formula: 'of:=_xldudf_desk_rfqs(;;[.A1])' });
      expect(row(3)[1]?.text).toBe('#NAME?');
      expect(mark?.text).toBe('NOT LIVE');
    });
  },
);
