import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CapturedTrade } from '../../../../src/domain/trade';
import type { Column } from '../../../../src/domain/trade-export/column';
import { LEG_COLUMNS, tradedLegs } from '../../../../src/domain/trade-export/full';
import { LocalTime } from '../../../../src/domain/local-time';
import { TRADE_COLUMNS } from '../../../../src/domain/trade-export/preset';
import { harmless } from '../../../../src/gateway/trades/export/csv';
import { AWKWARD } from '../../../domain/trade-export/sample-trades';
import { LibreOffice, soffice, type OpenedCell, type OpenedRow } from './libreoffice';
import { fileOf } from './written-file';

// Debian's package is part of the test set-up (scripts/libreoffice.mjs). Elsewhere a person may do without, but not CI.
const program = soffice();
if (program === undefined && process.env.CI) {
  throw new Error('LibreOffice is not installed, and in CI it has to be: set SOFFICE_PATH to soffice.');
}

const DESK = TRADE_COLUMNS.desk;
const BERLIN = new LocalTime('Europe/Berlin');

describe.skipIf(program === undefined)('LibreOffice (skipped where it is not installed)', () => {
  let office: LibreOffice;
  beforeAll(() => {
    office = new LibreOffice(program ?? '');
  });
  afterAll(() => office.close());

  /** Separator, quote, UTF-8, first line, text columns, language, numbers and dates found in text, formulas found too. */
  const filter = (separator: string, language: number): string => {
    const ids = DESK.flatMap(({ kind }, index) => (kind === 'id' ? [`${index + 1}/2`] : [])).join('/');
    const separators = separator.charCodeAt(0);
    return `${separators},34,76,1,${ids},${language},false,true,false,false,false,0,true`;
  };
  const GERMAN = 1031;
  const ENGLISH = 1033;

  it.each([
    { reader: 'German', language: GERMAN, separator: ';', decimal: ',', truth: 'string' },
    { reader: 'English', language: ENGLISH, separator: ',', decimal: '.', truth: 'boolean' },
  ] as const)('reads every value of the CSV, in $reader', async ({ language, separator, decimal, truth }) => {
    const file = await fileOf({ format: 'csv', separator, decimal }, AWKWARD);
    const [rows = []] = (await office.opened('trades.csv', file, filter(separator, language))).values();
    expectRows(rows, DESK, { records: AWKWARD, expected: inCsv(truth, decimal) });
  });

  it('would take text for a formula in that way of opening, were it not for the apostrophe', async () => {
    const file = Buffer.from('trade-id;counterparty\r\nT-1;=1+1\r\n');
    const [rows = []] = (await office.opened('danger.csv', file, filter(';', GERMAN))).values();
    expect(rows[1]?.[1]).toMatchObject({ formula: 'of:=1+1', value: '2' });
  });

  it('reads every value of the workbook, on both sheets', async () => {
    const sheets = await office.opened('trades.xlsx', await fileOf({ format: 'xlsx' }, AWKWARD));
    expect([...sheets.keys()]).toEqual(['trades', 'legs', 'about']);
    expectRows(sheets.get('trades') ?? [], DESK, { records: AWKWARD, expected: inWorkbook });
    expectRows(sheets.get('legs') ?? [], LEG_COLUMNS, {
      records: AWKWARD.flatMap(tradedLegs),
      expected: inWorkbook,
    });
  });

  it('shows both hours of the autumn change with their offset', async () => {
    const sheets = await office.opened('hours.xlsx', await fileOf({ format: 'xlsx' }, AWKWARD));
    const at = DESK.findIndex(({ name }) => name === 'traded-at-local');
    expect(
      sheets
        .get('trades')
        ?.slice(5, 7)
        .map((row) => row[at]?.text),
    ).toEqual(['2026-10-25 02:30:00.120+02:00', '2026-10-25 02:30:00.120+01:00']);
  });
});

type Told = Pick<OpenedCell, 'type' | 'value'> | undefined;

function expectRows<R>(
  rows: readonly OpenedRow[],
  columns: readonly Column<R>[],
  { records, expected }: { records: readonly R[]; expected: (column: Column<R>, record: R) => Told },
): void {
  expect(rows[0]?.slice(0, columns.length).map((cell) => cell?.value)).toEqual(
    columns.map(({ name }) => name),
  );
  expect(rows).toHaveLength(records.length + 1);
  for (const [index, record] of records.entries()) {
    const row = rows[index + 1] ?? [];
    expect(columns.map((column, at) => told(row[at], column))).toEqual(
      columns.map((column) => expected(column, record)),
    );
  }
}

/** LibreOffice keeps every truth value of a workbook as one of these two formulas. No other may be there. */
const TRUTHS = ['of:=TRUE()', 'of:=FALSE()'];

function told(cell: OpenedCell | undefined, column: Column<never>): Told {
  if (cell === undefined) return undefined;
  const { type, value, formula } = cell;
  if (formula !== undefined && !(column.kind === 'boolean' && TRUTHS.includes(formula))) {
    return { type: `formula ${formula}`, value };
  }
  if (type === 'string') return { type, value: shownText(value) };
  return { type, value: type === 'float' ? String(Number(value)) : value };
}

/** What its own format can carry: no controls, one kind of line break. */
const shownText = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/[\0-\x08\x0B-\x1F\uFFFE\uFFFF]/g, '');
const carriable = (text: string): string => text.replace(/[\0\p{Cs}]/gu, '\uFFFD');

const text = (value: string): Told =>
  value === '' ? undefined : { type: 'string', value: shownText(carriable(value)) };

/** A spreadsheet keeps so many digits of what it reads as a number. That is why a workbook holds longer ones as text. */
const DIGITS = 15;

/** `truth`: what the word "false" is in the language of the spreadsheet. */
const inCsv =
  (truth: 'boolean' | 'string', decimal: string) =>
  (column: Column<CapturedTrade>, one: CapturedTrade): Told => {
    const value = column.value(one);
    if (value === undefined) return undefined;
    switch (column.kind) {
      case 'text':
      case 'id':
        return text(harmless(String(value)));
      case 'decimal':
        return number(Number(value).toPrecision(DIGITS));
      case 'boolean':
        return { type: truth, value: String(value) };
      case 'day':
        return { type: 'date', value: String(value) };
      case 'instant':
        return column.clock === 'utc'
          ? { type: 'date', value: new Date(Number(value)).toISOString().replace(/\.?0*Z$/, '') }
          : text(BERLIN.iso(Number(value)).replace('T', ' ').replace('.', decimal));
    }
  };

function inWorkbook<R>(column: Column<R>, record: R): Told {
  const value = column.value(record);
  if (value === undefined) return undefined;
  switch (column.kind) {
    case 'text':
    case 'id':
      return text(String(value));
    case 'decimal':
      return String(value).length > 16 ? text(String(value)) : number(String(value));
    case 'boolean':
      return number(value ? '1' : '0');
    case 'day':
      return { type: 'date', value: String(value) };
    case 'instant': {
      const wall = column.clock === 'utc' ? Number(value) : BERLIN.wallMs(Number(value));
      return { type: 'date', value: new Date(wall).toISOString().replace(/\.?0*Z$/, '') };
    }
  }
}

/** The same number by its shortest digits. */
const number = (decimal: string): Told => ({ type: 'float', value: String(Number(decimal)) });
