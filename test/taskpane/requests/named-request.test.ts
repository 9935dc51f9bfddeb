import { describe, expect, it } from 'vitest';
import { requestNamed } from '../../../src/taskpane/requests/named-request';
import type { SelectedRow } from '../../../src/taskpane/excel/reading';

const named = (cell: SelectedRow['cell'], ...heads: SelectedRow['heads']) => {
  const found = requestNamed({ cell, heads });
  return found.ok ? found.value : found.failure.message;
};

describe('the request that a selected cell means', () => {
  it.each<[what: string, cell: SelectedRow['cell'], heads: SelectedRow['heads'], meant: string]>([
    ['its own id', 'RQ-7', [], 'RQ-7'],
    ['its own id, with blanks around it', ' RQ-7 ', [], 'RQ-7'],
    ['its own id, whatever the row has first', 'RQ-7', ['RQ-6'], 'RQ-7'],
    ['its own id that Excel took for a number', 10_293, [], '10293'],
    ['its own number, beside a number of the line', 10_293, [12], '10293'],
    ['the id of its row, beside a quantity', 10, ['RQ-7'], 'RQ-7'],
    ['the id of its row, beside a price', 84.15, ['RQ-7'], 'RQ-7'],
    ['the id of its row, beside a word', 'spread', ['RQ-7'], 'RQ-7'],
    ['the id of its row, beside an error', '#N/A', ['RQ-7'], 'RQ-7'],
    ['the id of its row, in an empty cell', '', ['RQ-7'], 'RQ-7'],
    ['the id of its row, in a cell with a sentence', '3 more rows: ask for less.', ['RQ-7'], 'RQ-7'],
    ['the first of its row that is an id', 'open', ['ask', 'RQ-7'], 'RQ-7'],
    ['the number of its row', 'spread', [10_293], '10293'],
    ['the id of its row, beside a product with a digit', 'Cal-27/28', ['RQ-7'], 'RQ-7'],
    ['the id of its row, beside a product that looks like one', 'Cal-27', ['RQ-7'], 'RQ-7'],
    ['its own text with a digit, where the row has no id', 'a7b-9x', ['ask'], 'a7b-9x'],
  ])('is %s', (_what, cell, heads, meant) => {
    expect(named(cell, ...heads)).toBe(meant);
  });

  it.each<SelectedRow['cell']>([
    '',
    true,
    84.15,
    -3,
    0,
    '#N/A',
    '#BUSY!',
    'counterparty',
    'ALPHA',
    'request-id',
    'open',
  ])('is none for %s', (cell) => {
    expect(named(cell)).toBe('The selected cell names no request, and neither does its row.');
    expect(named(cell, '', 'a word')).toMatch(/^The selected cell names no request/);
  });

  it('is none for a number of which Excel has lost digits, and says so', () => {
    expect(named(1_234_567_890_123_456)).toContain('more than 15 digits');
    expect(named(1_234_567_890_123_456, 'RQ-7')).toBe('RQ-7');
  });
});
