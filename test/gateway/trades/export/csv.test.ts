import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { CapturedTrade } from '../../../../src/domain/trade';
import {
  EXPORT_PRESETS,
  rowsOf as rowsOfTrade,
  TRADE_COLUMNS,
  type ExportPreset,
} from '../../../../src/domain/trade-export/preset';
import { harmless } from '../../../../src/gateway/trades/export/csv';
import type { TradeFileOptions } from '../../../../src/gateway/trades/export/trade-file';
import { AWKWARD, captured, SINGLE } from '../../../domain/trade-export/sample-trades';
import { readByExcel } from './excel-reading';
import { fileOf } from './written-file';

type Row = Record<string, string>;

async function rowsOf(
  trades: Iterable<CapturedTrade>,
  options: Partial<TradeFileOptions> = {},
): Promise<Row[]> {
  const file = await fileOf({ format: 'csv', ...options }, trades);
  const delimiter = options.separator ?? ',';
  return parse(file, { bom: true, columns: true, delimiter, record_delimiter: '\r\n' }) as Row[];
}

/** What a program reads back: of text that begins with an apostrophe the first one is not part of it. */
const unharmed = (text: string): string => (text.startsWith("'") ? text.slice(1) : text);

const carriable = (text: string): string => Buffer.from(text.replaceAll('\0', '\uFFFD')).toString();

function expected(preset: ExportPreset, one: CapturedTrade, decimal = '.'): Row {
  const fields = TRADE_COLUMNS[preset]
    .filter(({ kind }) => kind !== 'instant')
    .map((column): [string, string] => {
      const value = String(column.value(one) ?? '');
      return [column.name, column.kind === 'decimal' ? value.replace('.', decimal) : carriable(value)];
    });
  return Object.fromEntries(fields);
}

const withoutMoments = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !/-(utc|local)$/.test(name))
      .map(([name, text]) => [name, unharmed(text)]),
  );

describe('a CSV', () => {
  it.each(EXPORT_PRESETS)('gives back every value of the columns %s', async (preset) => {
    const rows = await rowsOf(AWKWARD, { preset });
    expect(rows.map(withoutMoments)).toEqual(
      AWKWARD.flatMap((one) => rowsOfTrade(preset, one)).map((one) => expected(preset, one)),
    );
  });

  it.each([
    [';', ','],
    ['\t', ','],
    [',', ','],
    [';', '.'],
  ] as const)(
    'is split by %j and has %j in its decimals where the reader wants it so',
    async (separator, decimal) => {
      const rows = await rowsOf(AWKWARD, { separator, decimal });
      expect(rows.map(withoutMoments)).toEqual(AWKWARD.map((one) => expected('desk', one, decimal)));
      expect(rows[4]?.['price']).toBe(`-4${decimal}25`);
    },
  );

  it('tells Excel that it is UTF-8, and ends every line as RFC 4180 says', async () => {
    const text = (await fileOf({ format: 'csv' }, [captured(SINGLE)])).toString();
    expect(text.startsWith('\uFEFFtrade-id,')).toBe(true);
    expect(text.replaceAll('\r\n', '').match(/[\r\n]/)).toBeNull();
    expect(text.split('\r\n')).toHaveLength(3);
    expect(text.endsWith('\r\n')).toBe(true);
  });

  it('has its headers even when nothing was traded', async () => {
    const text = (await fileOf({ format: 'csv' }, [])).toString();
    expect(text).toMatch(/^\uFEFFtrade-id,traded-at-utc,.*\r\n$/);
  });

  it('keeps every id as it is in Excel, and numbers as numbers', async () => {
    const rows = await rowsOf(AWKWARD);
    for (const [index, { trade }] of AWKWARD.entries()) {
      const field = rows[index]?.['trade-id'] ?? '';
      expect(readByExcel(field, 'English')).toEqual({ as: 'text', text: field });
      expect(unharmed(field)).toBe(carriable(trade.id));
    }
    expect(rows.map((row) => row['trade-id'])).toContain("'1E5");
    expect(rows[4]?.['price']).toBe('-4.25');
  });

  it('shows UTC as a date that Excel reads in every language, and tells the hours of the autumn change apart', async () => {
    const rows = await rowsOf([AWKWARD[4], AWKWARD[5]].filter((one) => one !== undefined));
    expect(rows.map((row) => [row['traded-at-utc'], row['traded-at-local']])).toEqual([
      ['2026-10-25 00:30:00.120', '2026-10-25 02:30:00.120+02:00'],
      ['2026-10-25 01:30:00.120', '2026-10-25 02:30:00.120+01:00'],
    ]);
    const file = await fileOf({ format: 'csv', separator: ';', decimal: ',' }, AWKWARD.slice(4, 5));
    expect(file.toString()).toContain(';2026-10-25 00:30:00,120;');
  });
});

describe('text', () => {
  const STARTS = [
    '',
    '=',
    '+',
    '-',
    '@',
    '\t',
    '\r',
    '\n',
    '\0',
    ' =',
    '\u00A0-',
    '＝',
    "'",
    "'=",
    "''+",
    '"',
    ',',
    ';',
  ];
  const DANGER = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/u;
  const anyText = fc
    .tuple(fc.constantFrom(...STARTS), fc.oneof(fc.string({ unit: 'binary' }), fc.string()))
    .map(([start, text]) => start + text);

  it.each(['=1+1', '+49 30', '-5', '@SUM(A1)', '\tx', '\rx', '  =1', '＝1'])(
    '%j is none that a spreadsheet takes for a formula',
    (text) => expect(harmless(text)).toBe(`'${text}`),
  );

  it.each([
    ...['Nordlicht', 'RQ-10293', 'T-1', "O'Neill", '', 'a=b', 'DE / FR', '2027-W01', 'Marine 1', 'EUR/MWh'],
    ...['1e5f', '0f8fad5b-d9cd-469f-a165-70867728950e', '2026-11-20T08:15:02.120Z', 'Take 4 of 10 MW'],
  ])('%j is left alone', (text) => {
    expect(harmless(text)).toBe(text);
    for (const language of ['English', 'German'] as const) {
      expect(readByExcel(text, language)).toEqual({ as: 'text', text });
    }
  });

  it.each([
    ['000123', '123'],
    ['1E5', '100000'],
    ['7e-2', '0.07'],
    ['2026-11', 'a day'],
    ['2026-01-02', 'a day'],
    ['12345678901234567890', '12345678901234600000'],
    ['1 1/2', 'a fraction'],
    ['10:30', 'a time'],
    ['10 PM', 'a time'],
    ['Sep-2', 'a day'],
    ['SEPT2', 'a day'],
    ['26 March', 'a day'],
    ['(5)', '-5'],
    ['50%', '50'],
    ['€5', '5'],
    ['true', 'TRUE'],
    ['#N/A', 'an error'],
    ['+49', '49'],
  ])('%j stays in Excel, which would read it as %j', (id, otherwise) => {
    expect(readByExcel(id, 'English')).toEqual({ as: 'other', shown: otherwise });
    expect(readByExcel(harmless(id), 'English')).toEqual({ as: 'text', text: `'${id}` });
  });

  it.each(['26-Mrz', '3. Mai', '1.234,5', '1,5E3', 'WAHR', '#NV', '31.12.2026', 'Dez 26'])(
    '%j stays in a German Excel',
    (id) => {
      expect(readByExcel(id, 'German')).toMatchObject({ as: 'other' });
      expect(readByExcel(harmless(id), 'German')).toEqual({ as: 'text', text: `'${id}` });
    },
  );

  it.each(['10 kr', '5 zł', '1.200 Kč', 'CHF 5'])(
    '%j, an amount in some country, stays text there',
    (text) => {
      expect(harmless(text)).toBe(`'${text}`);
    },
  );

  it('is read by Excel as the text that it is, whatever it is made of', () => {
    const parts = fc.constantFrom(
      ...[
        '0',
        '1',
        '12',
        '2026',
        '123456789',
        'E',
        'e',
        '-',
        '+',
        '/',
        '.',
        ',',
        ':',
        ' ',
        '%',
        '€',
        '(',
        ')',
      ],
      ...['Mar', 'mrz', 'Mai', 'Dec', 'September', 'am', 'P', 'T', 'RQ', "'", '=', '#N/A', 'true', 'wahr'],
    );
    fc.assert(
      fc.property(
        fc.array(parts, { maxLength: 6 }),
        fc.constantFrom('English', 'German'),
        (some, language) => {
          const id = some.join('');
          const read = readByExcel(harmless(id), language);
          expect(read).toEqual({ as: 'text', text: harmless(id) });
          expect(unharmed(harmless(id))).toBe(id);
        },
      ),
      { numRuns: 10_000 },
    );
  });

  it('never starts as a formula, and can be read back exactly', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(harmless(text)).not.toMatch(DANGER);
        expect(unharmed(harmless(text))).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it('stays in its field, whatever it holds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyText, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(',' as const, ';' as const, '\t' as const),
        async (texts, separator) => {
          const trades = texts.map((counterparty) => captured({ ...SINGLE, counterparty }));
          const rows = await rowsOf(trades, { separator });
          expect(rows.map((row) => unharmed(row['counterparty'] ?? ''))).toEqual(texts.map(carriable));
        },
      ),
    );
  });

  it('asks the system for the names of months once a text may hold one, and not at each start', async () => {
    vi.resetModules();
    const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
    const { harmless: first } = await import('../../../../src/gateway/trades/export/csv');
    expect(asked).not.toHaveBeenCalled();
    expect(first('Mar-26')).toBe("'Mar-26");
    expect(asked).toHaveBeenCalled();
    asked.mockRestore();
  });
});
