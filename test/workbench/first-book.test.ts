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

const formulasOf = (sheets: ReturnType<typeof firstBook>['sheets'] = {}): string[] =>
  Object.values(sheets).flatMap((sheet) =>
    Object.values(sheet.cellData ?? {}).flatMap((row: Record<number, { f?: string | null }>) =>
      Object.values(row).flatMap(({ f }) => f ?? []),
    ),
  );
const formulas = formulasOf(firstBook().sheets);

it('has a desk, a calculator and a blank sheet', () => {
  const { sheets, sheetOrder } = firstBook();
  expect(sheetOrder?.map((id) => sheets?.[id]?.name)).toEqual(['Desk', 'Spread calculator', 'Sheet3']);
});

it('says in a title how many rows there are where it shows the first ones alone', () => {
  const { desk } = firstBook().sheets ?? {};
  const all = formulasOf(desk && { desk });
  const cuts = all.flatMap((formula) => [...formula.matchAll(/TAKE\(.*,(\d+)\)/g)].map(([, rows]) => rows));
  expect(cuts.sort()).toEqual(['5', '6', '6']);
  const titles = all.filter((formula) => / of "&\(/.test(formula));
  expect(titles.map((title) => /", (\d+) of "/.exec(title)?.[1]).sort()).toEqual(['5', '5', '6']);
});

it('calls only functions that there are', () => {
  const called = formulas.flatMap((formula) =>
    [...formula.matchAll(/DESK\.([A-Z]+)/g)].map((match) => match[1]),
  );
  expect(new Set(called).size).toBeGreaterThan(4);
  expect(called.filter((name) => !AVAILABLE.includes(name ?? ''))).toEqual([]);
});

it('watches few resources, because each costs calls: requests, trades, and the quotes of five requests', () => {
  const { desk } = firstBook().sheets ?? {};
  const asked = formulasOf(desk && { desk }).flatMap((formula) =>
    [...formula.matchAll(/DESK\.([A-Z]+)\(\$?([A-Z]+\d+)?/g)].map(([, name, cell]) =>
      `${name} ${cell ?? ''}`.trim(),
    ),
  );
  expect([...new Set(asked)].sort()).toEqual([
    'QUOTES A10',
    'RFQS',
    ...['A10', 'A11', 'A12', 'A13', 'A14'].map((cell) => `SPREADPRICE ${cell}`),
    'STATUS A5',
    'TRADES',
  ]);
});
