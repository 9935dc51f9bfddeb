import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TypedRow } from '../../../src/taskpane/excel/table-rows';
import { blocksOf, TypedRows } from '../../../src/taskpane/trades/put-trades';
import { captured, SINGLE } from '../../domain/trade-export/sample-trades';

const cellsOf = (over: Record<string, unknown>) => {
  const rows = new TypedRows('desk', 'Europe/Berlin');
  const row = rows.row(captured({ ...SINGLE, ...over }));
  const at = (header: string) => rows.headers.indexOf(header);
  return (header: string) => ({ value: row.values[at(header)], format: row.formats[at(header)] });
};

describe('a row for the sheet', () => {
  it('has text that Excel can take for nothing else, whatever it looks like', () => {
    const looks = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '=1+1',
        '+A1',
        '-2',
        '@SUM(A1)',
        "'quoted",
        '007',
        '1E5',
        'MAY27',
        'TRUE',
        '#N/A',
        ' =1',
      ),
    );
    fc.assert(
      fc.property(looks, (counterparty) => {
        const { value, format } = cellsOf({ counterparty })('counterparty');
        const plain = counterparty.replaceAll('\0', '\uFFFD');
        expect(value).toBe(plain === '' ? '' : `'${plain}`);
        expect(format).toBe('@');
      }),
    );
  });

  it('has ids as text, numbers as numbers, days and moments as dates', () => {
    const cell = cellsOf({ price: -4.25 });
    expect(cell('trade-id')).toEqual({ value: "'T-1", format: '@' });
    expect(cell('price')).toEqual({ value: -4.25, format: '0.00######' });
    expect(cell('provisional')).toEqual({ value: false, format: 'General' });
    expect(cell('delivery-start')).toEqual({ value: 46_388, format: 'yyyy-mm-dd' });
    expect(cell('traded-at-local').format).toBe('yyyy-mm-dd hh:mm:ss.000"+01:00"');
    expect(cell('leg-1-price')).toEqual({ value: '', format: '0.00######' });
  });

  it('counts what Excel cannot hold as it is', () => {
    const rows = new TypedRows('desk', 'Europe/Berlin');
    rows.row(captured(SINGLE));
    expect(rows.changed).toBe(0);
    rows.row(captured({ ...SINGLE, counterparty: 'x'.repeat(40_000) }));
    expect(rows.changed).toBe(1);
  });
});

it('goes to Excel in blocks of at most 500 rows and a million characters, none lost', () => {
  const row = (length: number, index: number): TypedRow => ({
    id: String(index),
    provisional: false,
    values: ['x'.repeat(length)],
    formats: ['@'],
  });
  const lengths = fc.array(fc.constantFrom(1, 30_000, 400_000), { maxLength: 30 });
  fc.assert(
    fc.property(lengths, fc.integer({ min: 0, max: 1_200 }), (long, short) => {
      const rows = [...long, ...Array<number>(short).fill(1)].map(row);
      const blocks = blocksOf(rows);
      expect(blocks.flat()).toEqual(rows);
      for (const block of blocks) {
        expect(block.length).toBeLessThanOrEqual(500);
        const size = block.reduce((sum, { values }) => sum + String(values[0]).length, 0);
        expect(size).toBeLessThanOrEqual(1_000_000);
      }
    }),
    { numRuns: 30 },
  );
});
