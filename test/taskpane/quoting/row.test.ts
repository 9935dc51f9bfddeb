import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Mapping } from '../../../src/domain/bulk/column';
import {
  readAction,
  readNumber,
  readRequestId,
  readYesOrNo,
} from '../../../src/taskpane/quoting/bulk-columns';
import { readRows } from '../../../src/taskpane/quoting/row';
import type { SheetRow } from '../../../src/taskpane/quoting/table';
import type { Content } from '../../../src/taskpane/excel/reading';
import { anyPrice } from '../../domain/written-price';

const cell = (content: Content, format = 'General') => ({ content, format });
const why = (read: { kind: string; why?: string }): string =>
  read.kind === 'refused' ? (read.why ?? '') : read.kind;

describe('a number in a cell', () => {
  it('counts exactly, by its own digits', () => {
    expect(readNumber(cell(84.1))).toEqual({ kind: 'value', value: '84.1' });
    expect(readNumber(cell(-3.25, '#,##0.00'))).toEqual({ kind: 'value', value: '-3.25' });
    expect(readNumber(cell(0))).toEqual({ kind: 'value', value: '0' });
    expect(readNumber(cell('0,00', '@'))).toEqual({ kind: 'value', value: '0' });
  });

  it('that is empty is no number, and never zero', () => {
    for (const empty of ['', '  ']) expect(readNumber(cell(empty))).toEqual({ kind: 'empty' });
  });

  it.each<[Content, string, string]>([
    ['1,000', '@', 'holds the text “1,000”. Type it as a number.'],
    ['1,15', 'General', 'holds the text “1,15”. Type it as a number.'],
    ['84.15', '@', 'holds the text “84.15”. Type it as a number.'],
    ['84.15 EUR', '@', 'Type it as a number'],
    ['#N/A', 'General', 'shows #N/A'],
    ['#BUSY!', 'General', 'shows #BUSY!'],
    [true, 'General', 'holds TRUE'],
    [46_346, 'yyyy-mm-dd', 'holds a date'],
    [46_346, 'dd/mm/yy;@', 'holds a date'],
    [0.5, 'h:mm', 'holds a date'],
    [0.85, '0.0%', 'shown in per cent'],
    [84.1 + 0.05, '0.00', 'more than 8 decimals'],
    [1e12, '0', 'too large'],
  ])('that is %s (%s) is refused with a sentence', (content, format, sentence) => {
    expect(why(readNumber(cell(content, format)))).toContain(sentence);
  });

  it('is no date for the letters in its colour, its unit or its locale', () => {
    for (const format of ['[Red]0.00', '0.00" EUR/MWh"', '[$-407]0.00', '#,##0.00 \\h']) {
      expect(readNumber(cell(84.15, format)).kind).toBe('value');
    }
  });

  it('is what was written, with any price that a sheet can hold exactly', () => {
    fc.assert(
      fc.property(anyPrice, ({ price }) => {
        const number = readNumber(cell(Number(price)));
        if (String(Number(price)) === price) expect(number).toEqual({ kind: 'value', value: price });
      }),
    );
  });
});

describe('words in cells', () => {
  it('are a request, or why not', () => {
    expect(readRequestId(cell(' RQ-1 '))).toEqual({ kind: 'value', value: 'RQ-1' });
    expect(readRequestId(cell(10_293))).toEqual({ kind: 'value', value: '10293' });
    expect(why(readRequestId(cell(1e15)))).toContain('Format the cell as text');
    expect(why(readRequestId(cell('#REF!')))).toContain('#REF!');
    expect(why(readRequestId(cell('a/b')))).toContain('no request id');
  });

  it('are an action exactly, or none', () => {
    expect(readAction(cell('Withdraw'))).toEqual({ kind: 'value', value: 'withdraw' });
    expect(readAction(cell('delete-proposals'))).toEqual({ kind: 'value', value: 'delete-proposals' });
    expect(readAction(cell(''))).toEqual({ kind: 'empty' });
    expect(why(readAction(cell('withdrawn')))).toContain('Write one of');
    expect(why(readYesOrNo(cell('maybe')))).toContain('yes or no');
    expect(readYesOrNo(cell(false))).toEqual({ kind: 'value', value: false });
  });
});

const MAPPING: Mapping = { 'request-id': 0, direction: 1, 'price-1': 2, quantity: 3, action: 4 };
const row = (at: number, ...contents: Content[]): SheetRow => ({
  row: at,
  before: [],
  cells: contents.map((one) => cell(one)),
});

describe('rows', () => {
  it('that say nothing are passed over, whatever stands ready in them', () => {
    const said = row(4, 'RQ-1', 'ask', 84, 10, 'quote');
    const read = readRows([row(1, '', 'ask', '', '', 'quote'), row(2), row(3, ' '), said], MAPPING);
    expect(read).toMatchObject([{ ok: true }]);
  });

  it('name everything that is wrong with them', () => {
    const [read] = readRows([row(1, '', 'up', '#N/A', 'ten')], MAPPING);
    expect(read?.ok === false && read.faults).toHaveLength(3);
    const [nameless] = readRows([row(1, '', 'ask', 84)], MAPPING);
    expect(nameless).toMatchObject({ ok: false, faults: ['The request id is missing.'] });
  });

  it('of a withdrawal keep prices that nobody can read', () => {
    const [read] = readRows([row(1, 'RQ-1', 'ask', '#N/A', '', 'withdraw')], MAPPING);
    expect(read).toMatchObject({ ok: true, intent: { action: 'withdraw', requestId: 'RQ-1' } });
  });

  it('that undo each other are both wrong, and name each other', () => {
    const reads = readRows(
      [
        row(1, 'RQ-1', 'ask', 84, 10),
        row(2, 'RQ-1', 'ask', 85, 10),
        row(3, 'RQ-2', 'ask', 84, 10),
        row(4, 'RQ-2', 'ask', 84, 10, 'firm proposal'),
        row(5, 'RQ-3', 'ask', 84, 10, 'firm proposal'),
        row(6, 'RQ-3', 'bid', 84, 10, 'delete proposals'),
        row(7, 'RQ-4', 'ask', 84, 10),
        row(8, 'RQ-4', '', '', '', 'withdraw'),
      ],
      MAPPING,
    );
    expect(reads.map(({ ok }) => ok)).toEqual([false, false, true, true, false, false, false, false]);
    const [first, second] = reads;
    expect(first?.ok === false && first.faults[0]).toContain('Row 3 is also about the ask on RQ-1.');
    expect(second?.ok === false && second.faults[0]).toContain('Row 2');
  });
});
