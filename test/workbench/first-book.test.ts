import { expect, it } from 'vitest';
import { firstBook } from '../../src/workbench/first-book';

const AVAILABLE = [
  'TRADES',
  'TRADE',
  'RFQS',
  'RFQ',
  'QUOTES',
  'ANALYTICS',
  'SPREADPRICE',
  'STATUS',
  'QUOTA',
  'JOURNAL',
];

const formulas = Object.values(firstBook().sheets ?? {}).flatMap((sheet) =>
  Object.values(sheet.cellData ?? {}).flatMap((row: Record<number, { f?: string | null }>) =>
    Object.values(row).flatMap(({ f }) => f ?? []),
  ),
);

it('has a desk, a calculator and a blank sheet', () => {
  const { sheets, sheetOrder } = firstBook();
  expect(sheetOrder?.map((id) => sheets?.[id]?.name)).toEqual(['Desk', 'Spread calculator', 'Sheet3']);
});

it('calls only functions that there are', () => {
  const called = formulas.flatMap((formula) =>
    [...formula.matchAll(/DESK\.([A-Z]+)/g)].map((match) => match[1]),
  );
  expect(new Set(called).size).toBeGreaterThan(4);
  expect(called.filter((name) => !AVAILABLE.includes(name ?? ''))).toEqual([]);
});

it('watches few resources, because each costs calls: requests, trades, quotes of three, analytics of one', () => {
  const live = formulas.flatMap((formula) =>
    [...formula.matchAll(/DESK\.(?:TRADES|ANALYTICS|QUOTES)\([^)]*\)/g)].map(String),
  );
  const prices = formulas.filter((formula) => formula.includes('"bid"') || formula.includes('"ask"'));
  expect(new Set(live)).toEqual(new Set(['DESK.TRADES()', 'DESK.ANALYTICS(A10)', 'DESK.QUOTES(A10)']));
  expect(new Set(prices.flatMap((formula) => formula.match(/\$A\d+/g) ?? []))).toEqual(
    new Set(['$A10', '$A11', '$A12']),
  );
});
