import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Column } from '../../../src/domain/trade-export/column';
import { CELL_TEXT_MAX, excelCell } from '../../../src/domain/trade-export/excel-cell';
import { LocalTime } from '../../../src/domain/local-time';
import { SUMMER_HALF_PAST_TWO, WINTER_HALF_PAST_TWO } from './sample-trades';

const local = new LocalTime('Europe/Berlin');
const cell = (column: Column<undefined>) => excelCell(column, undefined, local);
const decimal = (text: string) => cell({ name: 'price', kind: 'decimal', value: () => text });
const text = (written: string) => cell({ name: 'venue', kind: 'text', value: () => written });
const moment = (at: number, clock: 'utc' | 'local') =>
  cell({ name: 'traded-at', kind: 'instant', clock, value: () => at });

it('is a number exactly where Excel keeps every digit, negative ones too', () => {
  expect(decimal('-4.25')).toMatchObject({ kind: 'value', value: -4.25 });
  expect(decimal('0')).toMatchObject({ kind: 'value', value: 0 });
  const digits = fc.stringMatching(/^-?[1-9]\d{0,15}\.\d{0,4}[1-9]$/);
  fc.assert(
    fc.property(digits, (written) => {
      const made = decimal(written);
      const significant = written.replace(/[-.]/g, '').length;
      if (significant > 15) expect(made).toEqual({ kind: 'text', text: written, isChanged: true });
      else expect(made?.kind === 'value' && made.value).toBe(Number(written));
    }),
  );
});

it('is a date that reads as the clocks do, with the offset in its format', () => {
  const [summer, winter] = [SUMMER_HALF_PAST_TWO, WINTER_HALF_PAST_TWO].map((at) =>
    moment(Date.parse(at), 'local'),
  );
  expect(summer).toMatchObject({ kind: 'value', format: 'yyyy-mm-dd hh:mm:ss.000"+02:00"' });
  expect(winter).toMatchObject({ kind: 'value', format: 'yyyy-mm-dd hh:mm:ss.000"+01:00"' });
  expect(summer?.kind === 'value' && winter?.kind === 'value' && summer.value === winter.value).toBe(true);
  expect(moment(Date.UTC(2026, 10, 20, 12), 'utc')).toMatchObject({ kind: 'value', value: 46_346.5 });
  expect(moment(Date.UTC(1900, 1, 28), 'utc')).toMatchObject({
    kind: 'text',
    text: '1900-02-28T00:00:00.000Z',
  });
});

it('shows an amount without decimals as it is written, and a price with two', () => {
  const format = (value: string, counts: boolean) =>
    cell({ name: 'quantity', kind: 'decimal', counts, value: () => value });
  expect(format('15', true)).toEqual({ kind: 'value', value: 15, format: '0' });
  expect(format('15.5', true)).toEqual({ kind: 'value', value: 15.5, format: '0.00######' });
  expect(format('15', false)).toEqual({ kind: 'value', value: 15, format: '0.00######' });
});

it('is the text itself, cut and marked where a cell cannot hold it', () => {
  expect(text('=1+1')).toEqual({ kind: 'text', text: '=1+1', isChanged: false });
  expect(text('a\0b')).toEqual({ kind: 'text', text: 'a�b', isChanged: true });
  const long = text('x'.repeat(CELL_TEXT_MAX + 1));
  expect(long?.kind === 'text' && [long.text.length, long.isChanged]).toEqual([CELL_TEXT_MAX, true]);
  expect(cell({ name: 'venue', kind: 'text', value: () => undefined })).toBeUndefined();
});
