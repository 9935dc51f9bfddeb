import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CapturedTrade } from '../../../../src/domain/trade';
import type { Column } from '../../../../src/domain/trade-export/column';
import { LEG_COLUMNS, tradedLegs } from '../../../../src/domain/trade-export/full';
import { LocalTime } from '../../../../src/domain/local-time';
import {
  EXPORT_PRESETS,
  rowsOf,
  TRADE_COLUMNS,
  type ExportPreset,
} from '../../../../src/domain/trade-export/preset';
import type { TradeFileOptions } from '../../../../src/gateway/trades/export/trade-file';
import { AWKWARD, captured, leg, SINGLE, SPREAD } from '../../../domain/trade-export/sample-trades';
import { readWorkbook, type ReadCell, type ReadSheet } from '../export/read-workbook';
import { fileOf } from '../export/written-file';

async function sheetsOf(
  trades: readonly CapturedTrade[],
  options: Partial<TradeFileOptions> = {},
): Promise<{ trades: ReadSheet; legs: ReadSheet; about: ReadSheet }> {
  const sheets = readWorkbook(await fileOf({ format: 'xlsx', ...options }, trades));
  expect([...sheets.keys()]).toEqual(['trades', 'legs', 'about']);
  const [first, legs, about] = [...sheets.values()];
  if (!first || !legs || !about) throw new Error('a sheet is missing');
  return { trades: first, legs, about };
}

const BERLIN = new LocalTime('Europe/Berlin');
const DAY_MS = 86_400_000;
/** What Excel's date number reads as, to the millisecond. */
const momentOf = (serial: string): string => {
  const ms = Math.round((Number(serial) - 25_569) * DAY_MS);
  return new Date(ms).toISOString();
};

/** A cell as the columns would say it: the kind of cell, and the value back in the form of the record. */
function told(cell: ReadCell | undefined, column: Column<never>): unknown {
  if (cell === undefined) return undefined;
  const { type, value, format } = cell;
  switch (column.kind) {
    case 'text':
    case 'id':
      return { type, value };
    case 'boolean':
      return { type, value: value === 'true' };
    case 'decimal':
      return { type, value };
    case 'day':
      return { type, value: momentOf(value).slice(0, 10), format };
    case 'instant':
      return { type, value: momentOf(value), format };
  }
}

function expected<R>(column: Column<R>, record: R): unknown {
  const value = column.value(record);
  if (value === undefined) return undefined;
  switch (column.kind) {
    case 'text':
    case 'id':
      return { type: 'text', value: carriable(String(value)) };
    case 'boolean':
      return { type: 'boolean', value };
    case 'decimal':
      return { type: String(value).length > 16 ? 'text' : 'number', value };
    case 'day':
      return { type: 'number', value, format: 'yyyy-mm-dd' };
    case 'instant': {
      const at = Number(value);
      return column.clock === 'utc'
        ? { type: 'number', value: new Date(at).toISOString(), format: 'yyyy-mm-dd hh:mm:ss.000' }
        : {
            type: 'number',
            value: `${BERLIN.iso(at).slice(0, 23)}Z`,
            format: `yyyy-mm-dd hh:mm:ss.000"${BERLIN.iso(at).slice(23)}"`,
          };
    }
  }
}

const carriable = (text: string): string => text.replace(/[\0\uFFFE\uFFFF\p{Cs}]/gu, '\uFFFD');

function expectRows<R>(sheet: ReadSheet, columns: readonly Column<R>[], records: readonly R[]): void {
  expect(sheet.rows[0]?.map((cell) => cell?.value)).toEqual(columns.map(({ name }) => name));
  expect(sheet.rows).toHaveLength(records.length + 1);
  for (const [index, record] of records.entries()) {
    const row = sheet.rows[index + 1] ?? [];
    expect(columns.map((column, at) => told(row[at], column))).toEqual(
      columns.map((column) => expected(column, record)),
    );
  }
}

describe('a workbook', () => {
  it.each(EXPORT_PRESETS)('gives back every value of the columns %s, as what it is', async (preset) => {
    const { trades } = await sheetsOf(AWKWARD, { preset });
    expectRows(
      trades,
      TRADE_COLUMNS[preset],
      AWKWARD.flatMap((one) => rowsOf(preset, one)),
    );
  });

  it('has a second sheet with a row for each leg', async () => {
    const { legs } = await sheetsOf(AWKWARD);
    expectRows(legs, LEG_COLUMNS, AWKWARD.flatMap(tradedLegs));
    expect(legs.rows).toHaveLength(8);
  });

  it('shows numbers of legs and amounts without decimals where they have none', async () => {
    const quantities = [5000, 0.5].map((quantity) => leg({ quantity, price: 30 }));
    const { legs } = await sheetsOf([captured({ ...SPREAD, legs: quantities })]);
    const formats = (name: string) => {
      const at = LEG_COLUMNS.findIndex((column) => column.name === name);
      return legs.rows.slice(1).map((row) => [row[at]?.value, row[at]?.format]);
    };
    expect(formats('leg')).toEqual([
      ['1', '0'],
      ['2', '0'],
    ]);
    expect(formats('quantity')).toEqual([
      ['5000', '0'],
      ['0.5', '0.00######'],
    ]);
    expect(formats('price')[0]).toEqual(['30', '0.00######']);
  });

  it('freezes its header and can be filtered by every column', async () => {
    const { trades, legs } = await sheetsOf(AWKWARD);
    for (const { xml } of [trades, legs])
      expect(xml).toContain('<pane xSplit="1" ySplit="1" topLeftCell="B2" activePane="bottomRight"');
    const { trades: acer } = await sheetsOf(AWKWARD, { preset: 'acer' });
    expect(acer.xml).toContain('<pane ySplit="1" topLeftCell="A2"');
    expect(trades.xml).toContain('<autoFilter ref="A1:BO12"/>');
    expect(legs.xml).toContain('<autoFilter ref="A1:T8"/>');
  });

  it('folds what the desk’s columns say of each leg, so that the net price is in sight and no column moves', async () => {
    const folded = async (preset: ExportPreset) => {
      const cols = [...(await sheetsOf(AWKWARD, { preset })).trades.xml.matchAll(/<col [^>]*>/g)];
      return TRADE_COLUMNS[preset].filter((_, at) => cols[at]?.[0].endsWith('outlineLevel="1" hidden="1"/>'));
    };
    const names = (await folded('desk')).map(({ name }) => name);
    expect(names).toEqual(
      TRADE_COLUMNS.desk.map(({ name }) => name).filter((name) => name.startsWith('leg-')),
    );
    expect(names).toHaveLength(39);
    const { trades } = await sheetsOf(AWKWARD);
    const plus = [...trades.xml.matchAll(/<col min="(\d+)"[^>]* collapsed="1"\/>/g)].map(([, at]) =>
      Number(at),
    );
    expect(plus.map((at) => TRADE_COLUMNS.desk[at - 1]?.name)).toEqual(['not-listed', 'net-price']);
    // What `full` and `acer` say stands with the legs alone.
    expect([await folded('full'), await folded('acer')]).toEqual([[], []]);
  });

  it('can be opened when nothing was traded', async () => {
    const { trades, legs } = await sheetsOf([]);
    expect([trades.rows.length, legs.rows.length]).toEqual([1, 1]);
  });

  it('has no formula, whatever the platform wrote', async () => {
    for (const preset of EXPORT_PRESETS) {
      const { trades, legs, about } = await sheetsOf(AWKWARD, { preset });
      for (const { xml } of [trades, legs, about]) expect(xml).not.toMatch(/<f[ >]|t="str"/);
      // What could pass for one is there, as text: in its cell, and where texts of many cells are.
      expect(trades.xml).toMatch(/t="inlineStr"[^/]*<t[^>]*>=/);
      const texts = [...trades.cells.values()].filter(({ type }) => type === 'text');
      expect(texts.map(({ value }) => value)).toContain('=HYPERLINK("http://x";"y")');
    }
  });

  it('says by which clock and of which columns it is', async () => {
    const { about } = await sheetsOf([captured(SINGLE)], { preset: 'full' });
    expect(about.rows.map((row) => row.map((cell) => cell?.value))).toEqual([
      ['columns', 'full'],
      ['zone of local times', 'Europe/Berlin'],
      ['written at (UTC)', '2026-11-20T12:00:00.000Z'],
    ]);
  });
});

describe('what Excel cannot hold', () => {
  // Without a unit of its price there is no notional beside it, whose digits are other ones.
  const priced = (price: number): CapturedTrade => captured({ ...SINGLE, price, 'price-unit': null });
  const PRICE = TRADE_COLUMNS.desk.findIndex(({ name }) => name === 'price');

  it('of a number, is not rounded but written as text and noted', async () => {
    const { trades, about } = await sheetsOf([
      priced(123456789.123456),
      priced(123456789.1234567),
      priced(-123456789.12345678),
      priced(-0.00000001),
    ]);
    const cells = trades.rows.slice(1).map((row) => row[PRICE]);
    expect(cells.map((cell) => [cell?.type, cell?.value])).toEqual([
      ['number', '123456789.123456'],
      ['text', '123456789.1234567'],
      ['text', '-123456789.12345678'],
      ['number', '-0.00000001'],
    ]);
    const note = about.rows.at(-1)?.map((cell) => cell?.value);
    // A single's price stands in price and in net-price.
    const texts = 'trades!N3, trades!BM3, trades!N4, trades!BM4';
    expect(note).toEqual([expect.stringMatching(/more than 15 digits/), '4', texts]);
  });

  it('never changes a number that it writes as one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 20 }),
        async (numbers) => {
          const { legs } = await sheetsOf([
            captured({ ...SPREAD, legs: numbers.map((quantity) => leg({ quantity })) }),
          ]);
          const at = LEG_COLUMNS.findIndex(({ name }) => name === 'quantity');
          const read = legs.rows.slice(1).map((row) => row[at]);
          expect(read.map((cell) => Number(cell?.value))).toEqual(numbers.map((number) => number + 0));
          for (const cell of read.filter((one) => one?.type === 'number')) {
            // What Excel keeps of it: 15 digits.
            expect(Number(Number(cell?.value).toPrecision(15))).toBe(Number(cell?.value));
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('of a text, is cut and noted', async () => {
    const { trades, about } = await sheetsOf([captured({ ...SINGLE, counterparty: 'x'.repeat(40_000) })]);
    const cell = [...trades.cells.values()].find(({ value }) => value.startsWith('xxx'));
    expect(cell?.value).toHaveLength(32_767);
    expect(about.rows.at(-1)?.[0]?.value).toMatch(/more than 32767 characters is cut/);
  });

  it('of a day before its calendar, is written as text', async () => {
    const { trades } = await sheetsOf([captured({ ...SINGLE, 'delivery-start': '1899-12-31' })]);
    expect(
      [...trades.cells.values()].some(({ type, value }) => type === 'text' && value === '1899-12-31'),
    ).toBe(true);
  });
});

it('carries any text whole, but for what no XML can carry', async () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string(),
    fc.constantFrom('_x0041_', '_x000D_\r\n', '\u0001=1'),
  );
  const AT = TRADE_COLUMNS.desk.findIndex(({ name }) => name === 'counterparty');
  await fc.assert(
    fc.asyncProperty(fc.array(anyText, { minLength: 1, maxLength: 5 }), async (texts) => {
      const { trades } = await sheetsOf(texts.map((counterparty) => captured({ ...SINGLE, counterparty })));
      const read = trades.rows.slice(1).map((row) => row[AT]);
      expect(read.map((cell) => cell?.value)).toEqual(texts.map(carriable));
      expect(read.every((cell) => cell?.type === 'text')).toBe(true);
    }),
    { numRuns: 15 },
  );
});
