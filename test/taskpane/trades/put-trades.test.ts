import type { Shown } from '../../../src/domain/trade-export/trade-table';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DownloadedBlock } from '../../../src/client/trade-downloads';
import type { CapturedTrade } from '../../../src/domain/trade';
import { success } from '../../../src/domain/failure';
import { tradeTables } from '../../../src/taskpane/excel/trade-tables';
import {
  putTrades,
  tableFor,
  type Putting,
  blocksOf,
  TypedRows,
} from '../../../src/taskpane/trades/put-trades';
import { TRADE_COLUMNS } from '../../../src/domain/trade-export/preset';
import { captured, leg, SINGLE } from '../../domain/trade-export/sample-trades';
import { MemoryTableBook } from '../excel/memory-table-book';
import fc from 'fast-check';
import type { TypedRow } from '../../../src/taskpane/excel/table-rows';

afterEach(() => vi.unstubAllGlobals());

const SHOWN: Shown = {
  environment: 'simulator',
  wanted: { from: '2026-11-01', to: '2026-11-20' },
  follows: true,
  preset: 'desk',
  zone: 'Europe/Berlin',
};

const trade = (number: number, over: Record<string, unknown> = {}, provisional = false): CapturedTrade =>
  captured({ ...SINGLE, 'trade-id': `T-${number}`, ...over }, provisional);
/** A standard spread, which has no leg prices until the operator has entered them. */
const standard = (price: number | null) => ({
  contract: 'standard-spread',
  price: null,
  legs: [leg({ price }), leg({ price, market: 'FR', action: 'sell' })],
});
const many = (count: number): CapturedTrade[] => Array.from({ length: count }, (_, index) => trade(index));

/** Captured trades, given out in blocks as the gateway does. */
function desk(trades: CapturedTrade[], blockRows = 400) {
  const heldBefore: (number | undefined)[] = [];
  const rows = async (
    _wanted: unknown,
    { after, held }: { after?: DownloadedBlock['next']; held?: number | undefined } = {},
  ) => {
    if (!after) heldBefore.push(held);
    const from = after ? after.tradedAt : 0;
    const block = trades.slice(from, from + blockRows);
    const [last] = block.slice(-1);
    const next =
      from + blockRows < trades.length && last
        ? { tradedAt: from + blockRows, id: last.trade.id }
        : undefined;
    return success<DownloadedBlock>({ trades: block, next });
  };
  const seen: Putting[] = [];
  const put = (
    over: { table?: { id: string; name: string }; stopAfter?: number; corrected?: readonly string[] } = {},
  ) =>
    putTrades(
      { downloads: { rows }, tables: tradeTables, corrected: new Set(over.corrected) },
      { shown: SHOWN, table: over.table },
      {
        onProgress: (putting) => void seen.push(putting),
        stopped: () => (seen.at(-1)?.added ?? 0) >= (over.stopAfter ?? Infinity),
      },
    );
  return { trades, seen, heldBefore, put };
}

const KEY = { id: '{1}', name: 'DeskTrades_1' };

describe('captured trades in a table', () => {
  it('are all there, once each, whatever the blocks', async () => {
    const book = new MemoryTableBook();
    const { put, seen } = desk(many(1_300));
    expect(await put()).toMatchObject({ value: { table: KEY, added: 1_300, stopped: false, changed: 0 } });
    const ids = book
      .shown('DeskTrades_1')
      .slice(1)
      .map(([id]) => id);
    expect(ids).toEqual(many(1_300).map(({ trade: { id } }) => id));
    expect(seen.at(-1)).toEqual({
      read: 1_300,
      added: 1_300,
      completed: 0,
      corrected: 0,
      unlisted: 0,
      relisted: 0,
    });
  });

  it('come again without a second row: only what is new is added', async () => {
    const book = new MemoryTableBook();
    const known = desk(many(5));
    await known.put();
    expect(await known.put({ table: KEY })).toMatchObject({ value: { added: 0, completed: 0 } });
    known.trades.push(trade(77));
    expect(await known.put({ table: KEY })).toMatchObject({ value: { added: 1 } });
    expect(book.shown('DeskTrades_1')).toHaveLength(1 + 6);
    expect(known.heldBefore).toEqual([undefined, 5, 5]);
    expect(book.sheets).toEqual(['Sheet1', 'Trades']);
  });

  it('get their prices where they stood when the operator has entered them', async () => {
    const book = new MemoryTableBook();
    const known = desk([trade(1), trade(2, standard(null), true), trade(3)]);
    await known.put();
    known.trades[1] = trade(2, standard(-7.5));
    expect(await known.put({ table: KEY })).toMatchObject({ value: { added: 0, completed: 1 } });
    const [headers = [], , second] = book.shown('DeskTrades_1');
    expect(second?.[headers.indexOf('leg-1-price')]).toBe(-7.5);
    expect(second?.[headers.indexOf('provisional')]).toBe(false);
    expect(await known.put({ table: KEY })).toMatchObject({ value: { completed: 0 } });
  });

  it('are written anew where they stood when the platform has corrected them', async () => {
    const book = new MemoryTableBook();
    const known = desk(many(3));
    await known.put();
    known.trades[1] = trade(1, { price: -99.5 });
    expect(await known.put({ table: KEY })).toMatchObject({ value: { added: 0, corrected: 0 } });
    const price = (): unknown => {
      const [headers = [], , second] = book.shown('DeskTrades_1');
      return second?.[headers.indexOf('price')];
    };
    expect(price()).not.toBe(-99.5);
    expect(await known.put({ table: KEY, corrected: ['T-1'] })).toMatchObject({
      value: { added: 0, completed: 0, corrected: 1 },
    });
    expect(price()).toBe(-99.5);
    // What the sheet shows already is nothing new.
    expect(await known.put({ table: KEY, corrected: ['T-1'] })).toMatchObject({ value: { corrected: 0 } });
  });

  it('are marked where they stood when the platform no longer lists them, and when it lists them again', async () => {
    const book = new MemoryTableBook();
    const known = desk(many(3));
    await known.put();
    const mark = (): unknown[] => {
      const [headers = [], ...rows] = book.shown('DeskTrades_1');
      return rows.map((row) => row[headers.indexOf('not-listed')]);
    };
    known.trades[1] = { ...trade(1), unlisted: true };
    expect(await known.put({ table: KEY })).toMatchObject({
      value: { added: 0, completed: 0, unlisted: 1, relisted: 0 },
    });
    expect(mark()).toEqual([false, true, false]);
    expect(await known.put({ table: KEY })).toMatchObject({ value: { unlisted: 0, relisted: 0 } });
    known.trades[1] = trade(1);
    expect(await known.put({ table: KEY })).toMatchObject({ value: { unlisted: 0, relisted: 1 } });
    expect(mark()).toEqual([false, false, false]);
  });

  it('say nothing of the list where its column was taken out of the table', async () => {
    const book = new MemoryTableBook();
    const known = desk(many(2));
    await known.put();
    const at = (book.shown('DeskTrades_1')[0] ?? []).indexOf('not-listed');
    book.put('Trades', 0, at, 'mine');
    known.trades[1] = { ...trade(1), unlisted: true };
    known.trades.push(trade(5));
    expect(await known.put({ table: KEY })).toMatchObject({ value: { added: 1, unlisted: 0 } });
    expect(book.shown('DeskTrades_1')[2]?.[at]).toBe(false);
  });

  it('stop when they are told to, and the next press has the rest', async () => {
    const book = new MemoryTableBook();
    const stopped = desk(many(1_300));
    const first = await stopped.put({ stopAfter: 400 });
    expect(first).toMatchObject({ value: { added: 400, stopped: true } });
    expect(book.shown('DeskTrades_1')).toHaveLength(1 + 400);
    const rest = desk(stopped.trades);
    expect(await rest.put({ table: KEY })).toMatchObject({ value: { added: 900, stopped: false } });
    expect(book.shown('DeskTrades_1')).toHaveLength(1 + 1_300);
  });

  it('that Excel refuses in the middle stay as far as they are, and go on', async () => {
    const book = new MemoryTableBook();
    const known = desk(many(900));
    book.refusedSync = 12;
    expect(await known.put()).toMatchObject({
      failure: {
        message: 'Excel refused (Protected).',
        next: expect.stringContaining('continues where it stopped') as string,
      },
    });
    book.refusedSync = Infinity;
    expect(await known.put({ table: KEY })).toMatchObject({ ok: true });
    const ids = book
      .shown('DeskTrades_1')
      .slice(1)
      .map(([id]) => id);
    expect(new Set(ids).size).toBe(900);
    expect(ids).toHaveLength(900);
  });

  it('make no sheet when there are none', async () => {
    const book = new MemoryTableBook();
    expect(await desk([]).put()).toMatchObject({ failure: { kind: 'not-found' } });
    expect(book.sheets).toEqual(['Sheet1']);
  });
});

describe('the table that a press goes on with', () => {
  const table = { key: KEY, sheet: 'Trades', shown: SHOWN };

  it('is the one of the same days, also when its last day was the present day and that is past', () => {
    expect(tableFor([table], SHOWN)).toBe(table);
    const tomorrow = { ...SHOWN, wanted: { ...SHOWN.wanted, to: '2026-11-21' } };
    expect(tableFor([table], tomorrow)).toBe(table);
    expect(tableFor([{ ...table, shown: { ...SHOWN, follows: false } }], tomorrow)).toBeUndefined();
  });

  it.each([
    ['environment', { environment: 'sandbox' as const }],
    ['columns', { preset: 'full' as const }],
    ['zone', { zone: 'UTC' }],
    ['venues', { wanted: { ...SHOWN.wanted, venues: ['tender'] } }],
  ])('is none of another %s', (_what, over) => {
    const other = { ...SHOWN, ...over };
    expect(tableFor([table], other)).toBeUndefined();
    const its = { ...table, shown: other };
    expect(tableFor([table, its], other)).toBe(its);
  });
});

const cellsOf = (over: Record<string, unknown>) => {
  const rows = new TypedRows('desk', 'Europe/Berlin');
  const row = rows.row(captured({ ...SINGLE, ...over }));
  const at = (header: string) => rows.headers.indexOf(header);
  return (header: string) => ({ value: row.values[at(header)], format: row.formats[at(header)] });
};

describe('a row for the sheet', () => {
  it.each(['desk', 'full'] as const)('of the columns %s has the net price beside the price', (preset) => {
    const { headers } = new TypedRows(preset, 'Europe/Berlin');
    expect(headers[headers.indexOf('price') + 1]).toBe('net-price');
    const names = TRADE_COLUMNS[preset].map(({ name }) => name);
    expect(names.at(-3)).toBe('net-price');
    expect([...headers].sort()).toEqual([...names].sort());
  });

  it('of the columns acer has no other order than a file', () => {
    expect(new TypedRows('acer', 'Europe/Berlin').headers).toEqual(
      TRADE_COLUMNS.acer.map(({ name }) => name),
    );
  });

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
    unlisted: false,
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
