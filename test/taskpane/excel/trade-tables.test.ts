import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TypedRow } from '../../../src/taskpane/excel/table-rows';
import { tradeTables } from '../../../src/taskpane/excel/trade-tables';
import { MemoryTableBook } from './memory-table-book';

afterEach(() => vi.unstubAllGlobals());

const HEADERS = ['trade-id', 'price', 'provisional'];
const row = (id: string, price: number | string, provisional = false): TypedRow => ({
  id,
  provisional,
  unlisted: false,
  values: [`'${id}`, price, provisional],
  formats: ['@', '0.00######', 'General'],
});

async function opened(...rows: TypedRow[]) {
  const book = new MemoryTableBook();
  const made = await tradeTables.create({
    sheet: 'Trades',
    headers: HEADERS,
    widthsPt: [],
    rows,
    about: '{"a":1}',
  });
  if (!made.ok) throw new Error(made.failure.message);
  return { book, table: { key: made.value, headers: HEADERS } };
}

describe('a table of trades', () => {
  it('stands on a new sheet under a name that nothing has, with its formats and its memory', async () => {
    const { book, table } = await opened(row('T-1', -4.25), row('T-2', '', true));
    expect(book.sheets).toEqual(['Sheet1', 'Trades']);
    expect(table.key.name).toBe('DeskTrades_1');
    expect(book.shown('DeskTrades_1')).toEqual([HEADERS, ['T-1', -4.25, false], ['T-2', '', true]]);
    expect(book.formats.get('Trades 1 0')).toBe('@');
    expect(book.formats.get('Trades 2 1')).toBe('0.00######');
    expect(await tradeTables.known()).toEqual({
      ok: true,
      value: [{ key: table.key, sheet: 'Trades', about: '{"a":1}' }],
    });
    const second = await tradeTables.create({
      sheet: 'Trades',
      headers: HEADERS,
      widthsPt: [],
      rows: [row('T-3', 1)],
      about: '',
    });
    expect(second).toMatchObject({ value: { name: 'DeskTrades_2' } });
    expect(book.sheets).toEqual(['Sheet1', 'Trades', 'Trades 2']);
  });

  it('that cannot be finished leaves the book as it was', async () => {
    const book = new MemoryTableBook();
    book.refusedSync = 3;
    const made = await tradeTables.create({
      sheet: 'Trades',
      headers: HEADERS,
      widthsPt: [],
      rows: [row('T-1', 1)],
      about: '',
    });
    expect(made).toMatchObject({ failure: { message: 'Excel refused (Protected).' } });
    expect(book.sheets).toEqual(['Sheet1']);
    expect(book.settings.size).toBe(0);
  });

  it('waits for a cell that is being edited', async () => {
    const { book } = await opened(row('T-1', 1));
    expect(book.options).toEqual([{ delayForCellEdit: true }]);
  });

  it('is found under another name, and after the book gave it another id', async () => {
    const { book, table } = await opened(row('T-1', 1));
    const [own] = book.tables;
    if (!own) throw new Error('There is no table.');
    own.name = 'Mine';
    expect(await tradeTables.append(table, [row('T-2', 2)])).toMatchObject({ ok: true });
    book.tables[0] = { ...own, id: '{other}', name: 'DeskTrades_1' };
    expect(await tradeTables.known()).toMatchObject({ value: [{ key: { id: '{other}' } }] });
    book.tables.length = 0;
    expect(await tradeTables.append(table, [])).toMatchObject({ failure: { kind: 'not-found' } });
    expect(await tradeTables.known()).toEqual({ ok: true, value: [] });
  });
});

describe('more rows', () => {
  it('go below the last one, and into no column that is not ours', async () => {
    const { book, table } = await opened(row('T-1', 1));
    const [own] = book.tables;
    if (!own) throw new Error('There is no table.');
    // A person has put a column between ours, and one beside the table.
    for (const [column, header] of ['trade-id', 'note', 'price', 'provisional'].entries()) {
      book.put('Trades', 0, column, header);
    }
    for (const [column, content] of ['T-1', 'mine', 1, false].entries())
      book.put('Trades', 1, column, content);
    own.rect = { ...own.rect, columns: 4 };
    book.put('Trades', 2, 4, 'beside');
    expect(await tradeTables.append(table, [row('T-2', 2), row('T-3', 3)])).toMatchObject({ ok: true });
    expect(book.shown('DeskTrades_1').slice(1)).toEqual([
      ['T-1', 'mine', 1, false],
      ['T-2', '', 2, false],
      ['T-3', '', 3, false],
    ]);
    expect(book.rows('Trades', { row: 2, column: 4, rows: 1, columns: 1 })).toEqual([['beside']]);
  });

  it('never go over what stands below the table', async () => {
    const { book, table } = await opened(row('T-1', 1));
    book.put('Trades', 3, 1, 'a sum of mine');
    expect(await tradeTables.append(table, [row('T-2', 2), row('T-3', 3)])).toMatchObject({
      failure: { message: expect.stringContaining('from A3 on') as string },
    });
    expect(book.shown('DeskTrades_1')).toHaveLength(2);
    expect(await tradeTables.append(table, [row('T-2', 2)])).toMatchObject({ ok: true });
  });

  it.each([
    ['no column of ids', (book: MemoryTableBook) => book.put('Trades', 0, 0, 'mine'), '“trade-id”'],
    [
      'a total row',
      (book: MemoryTableBook) => book.tables.forEach((one) => (one.showTotals = true)),
      'total row',
    ],
  ])('do not come into a table with %s, which says why', async (_what, change, words) => {
    const { book, table } = await opened(row('T-1', 1));
    change(book);
    expect(await tradeTables.append(table, [row('T-2', 2)])).toMatchObject({
      failure: { message: expect.stringContaining(words) as string },
    });
  });

  it('need an Excel that can make a table longer', async () => {
    const { table } = await opened(row('T-1', 1));
    new MemoryTableBook({ version: 1.12 });
    expect(await tradeTables.append(table, [])).toMatchObject({ failure: { kind: 'unsupported' } });
  });
});

describe('rows that are written anew', () => {
  it('are found by their trade wherever a person sorted them, and only those', async () => {
    const { book, table } = await opened(row('T-1', ''), row('T-2', '', true), row('T-3', 3));
    book.put('Trades', 1, 0, 'T-2');
    book.put('Trades', 1, 2, true);
    book.put('Trades', 2, 0, 'T-1');
    book.put('Trades', 2, 2, false);
    expect(await tradeTables.trades(table)).toEqual({
      ok: true,
      value: new Map([
        ['T-2', { provisional: true, unlisted: undefined }],
        ['T-1', { provisional: false, unlisted: undefined }],
        ['T-3', { provisional: false, unlisted: undefined }],
      ]),
    });
    const rows = [row('T-2', 7.5), row('T-9', 9), row('T-3', 3)];
    expect(await tradeTables.rewrite(table, rows)).toEqual({ ok: true, value: new Set(['T-2']) });
    expect(book.shown('DeskTrades_1').slice(1)).toEqual([
      ['T-2', 7.5, false],
      ['T-1', '', false],
      ['T-3', 3, false],
    ]);
  });
});
