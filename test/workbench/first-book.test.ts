import { HorizontalAlign } from '@univerjs/core';
import { expect, it } from 'vitest';
import { liveMark } from '../../src/taskpane/templates/live-mark';
import { dressFirstBook, firstBook } from '../../src/workbench/first-book';
import type { Rect } from '../../src/workbench/grid/cell';
import type { Condition } from '../../src/workbench/grid/port';

const AVAILABLE = [
  'TRADES',
  'TRADE',
  'RFQS',
  'RFQ',
  'QUOTES',
  'ANALYTICS',
  'SPREADPRICE',
  'LASTSEEN',
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
  expect(sheetOrder?.map((id) => sheets?.[id]?.name)).toEqual(['Desk', 'Spread rule', 'Sheet3']);
});

it('says in a title how many rows there are where it shows the first ones alone', () => {
  const { desk } = firstBook().sheets ?? {};
  const all = formulasOf(desk && { desk });
  const cuts = all.flatMap((formula) => [...formula.matchAll(/TAKE\(.*,(\d+)\)/g)].map(([, rows]) => rows));
  expect(cuts.sort()).toEqual(['5', '5', '6']);
  const titles = all.filter((formula) => / of "&\(/.test(formula));
  expect(titles.map((title) => /", (\d+) of "/.exec(title)?.[1]).sort()).toEqual(['5', '5', '6']);
});

it('shows a price of every trade, and names without cutting them', () => {
  const { desk } = firstBook().sheets ?? {};
  const [trades] = formulasOf(desk && { desk }).filter((formula) =>
    formula.startsWith('=IF(ROWS(DESK.TRADES'),
  );
  // What was dealt before how it was priced, each with its unit.
  expect(trades).toContain(
    '"trade-id, product, you, traded-at, quantity, quantity-unit, counterparty, venue, net price, price-unit, leg 1 price, leg 2 price, ',
  );
  expect(trades).toContain(',4,-1)');
  const widthOf = (column: string): number => desk?.columnData?.[column.charCodeAt(0) - 65]?.w ?? 0;
  const PX_PER_LETTER = 6.5;
  for (const [column, text] of [
    ['D', 'standard-spread'],
    ['D', '27-Nov 19:56:18'],
    ['F', 'EUR/certificate…'],
    ['J', 'EUR/cert.…'],
    ['G', 'EU-SOLAR / DE / DE'],
    ['G', 'Ironbridge Commodities'],
    ['J', 'certificates'],
    ['E', '175,200'],
    ['L', '27-Nov 19:56:18'],
    ['M', 'green-grey-swap'],
  ] as const)
    expect([text, widthOf(column) >= text.length * PX_PER_LETTER]).toEqual([text, true]);
  // The longest product, in pixels: "NL Cal-27 base EFP ECC/bilat.", with the clearing of a leg in short.
  expect(widthOf('B')).toBeGreaterThanOrEqual(186 + 2);
  for (const row of [9, 26]) expect(desk?.cellData?.[row]?.[0]?.f).toContain('"bilateral","bilat."');
  // Capitals are wider.
  for (const [column, text] of [
    ['B', 'EU-HYDRO/AT Q1/Q4-27 base'],
    ['C', 'Connection'],
    ['D', 'EU-HYDRO'],
    // Bold, before a figure.
    ['H', 'Commodity  '],
  ] as const)
    expect([text, widthOf(column) >= text.length * 7.2]).toEqual([text, true]);
  // The state stands left in the column behind it.
  const CLEAR_PX = 12;
  expect(widthOf('G')).toBeGreaterThanOrEqual('Ironbridge Commodities'.length * PX_PER_LETTER + CLEAR_PX);
});

it('cuts no quantity or unit of a swap in the middle: leg 1 stands alone, with a sign that there is more', () => {
  const { desk } = firstBook().sheets ?? {};
  const formula = (row: number): string => desk?.cellData?.[row]?.[0]?.f ?? '';
  const rest = 'ISNUMBER(FIND(" / ",told)),LEFT(told,FIND(" / ",told)-1)&"…",told)';
  expect(formula(17)).toContain(`IF({0,0,0,0,1,1,0,0,0,1,0,0,0}*ISNUMBER(FIND(" / ",told)),`);
  expect(formula(26)).toContain(`IF({0,0,0,0,0,1,0,0,0,0,0,0,0}*${rest}`);
  // A number, that of leg 1.
  expect(formula(26)).toContain('Contract, Remaining, Unit, ');
});

it('has the sides of three legs whole, without blanks', () => {
  const { desk } = firstBook().sheets ?? {};
  expect(desk?.cellData?.[26]?.[0]?.f).toContain(
    'IF({0,0,0,0,0,0,0,0,0,0,1,0,0}*(LEN(told)>11),SUBSTITUTE(told," / ","/"),',
  );
  expect(desk?.columnData?.[10]?.w).toBeGreaterThanOrEqual('sell/buy/sell'.length * 5);
});

it('says on each of its sheets whether it is live, as the sheets do that the pane inserts', () => {
  const { desk, calculator } = firstBook().sheets ?? {};
  const places = { word: 'D1', toldAt: 'E1', clock: 'C1', blocks: [] };
  for (const [sheet, own] of [
    [desk, { awaited: 'A10:G27', ages: { area: 'D10:D14', says: 'A2' } }],
    [calculator, { awaited: 'B7', isLocal: true }],
  ] as const) {
    const contents = liveMark({ ...places, ...own }).contents.filter(([cell]) => cell.endsWith('1'));
    // A calculator tells nothing of when the desk was heard.
    expect(contents.map(([cell]) => cell)).toEqual('isLocal' in own ? ['D1', 'C1'] : ['D1', 'E1', 'C1']);
    const first = sheet?.cellData?.[0] ?? {};
    const shown = contents.map(([cell]) => [[first[cell.charCodeAt(0) - 65]?.f]]);
    expect(shown).toEqual(contents.map(([, rows]) => rows));
  }
});

it('says how old each best price is, and of old ones that they are not live', () => {
  const { desk } = firstBook().sheets ?? {};
  const cell = (row: number, column: number) => desk?.cellData?.[row]?.[column];
  expect(cell(8, 3)?.v).toBe('Age');
  expect([9, 13].map((row) => cell(row, 3)?.f)).toEqual([
    '=IF($A10="","",DESK.RFQ($A10,"age"))',
    '=IF($A14="","",DESK.RFQ($A14,"age"))',
  ]);
  expect(cell(1, 0)?.f).toContain(
    'IF($D$1="delayed","Best prices up to "&INT(MAX(IFERROR(D10:D14,0))/60)+1&" min old."',
  );
});

it('says that nothing is known where it is not live and no value is left', () => {
  const { desk } = firstBook().sheets ?? {};
  expect(desk?.cellData?.[1]?.[0]?.f).toContain(
    'IF(ISERROR($A$10)*ISERROR($A$18)*ISERROR($A$27),"Not live, and nothing is known.","Not live: these are the last',
  );
});

it('shows the net price of a spread beside each of its quotes', () => {
  const { desk } = firstBook().sheets ?? {};
  const quotes = desk?.cellData?.[9]?.[6]?.f ?? '';
  expect(quotes).toContain(
    'IF(ISNUMBER(FIND("/",C10))+(RIGHT(C10,5)="cert."),"Counterparty, State, Spread price, Quantity, Direction, Created","Counterparty, State, Price, Quantity, Direction, Created")',
  );
});

it('shows each best price with its unit, of a swap that of its certificate', () => {
  const { desk } = firstBook().sheets ?? {};
  const formula = (row: number, column: number): string => desk?.cellData?.[row]?.[column]?.f ?? '';
  expect([4, 5].map((column) => desk?.cellData?.[8]?.[column]?.v)).toEqual(['Best price', 'Unit']);
  for (const row of [9, 13]) {
    const id = `$A${row + 1}`;
    expect(formula(row, 4)).toContain(`DESK.RFQ(${id},"best")`);
    expect(formula(row, 5)).toContain(
      `LET(told,DESK.RFQ(${id},"price unit"),IFERROR(LEFT(told,FIND(" / ",told)-1),told))`,
    );
  }
  expect(formula(7, 6)).toContain('DESK.RFQ(A10,"quantity unit")');
});

it('has best prices to the right also where there is none, and units clear of the figures before them', () => {
  const book = firstBook();
  const alignAt = (row: number, column: number) => {
    const style = book.sheets?.['desk']?.cellData?.[row]?.[column]?.s;
    return typeof style === 'string' ? book.styles?.[style]?.ht : undefined;
  };
  expect([9, 13].map((row) => alignAt(row, 4))).toEqual([HorizontalAlign.RIGHT, HorizontalAlign.RIGHT]);
  for (const [row, column] of [
    [16, 5],
    [17, 5],
    [16, 9],
    [17, 9],
    [25, 5],
    [26, 5],
  ] as const)
    expect([row, column, alignAt(row, column)]).toEqual([row, column, HorizontalAlign.CENTER]);
});

it('names the product of each request, beside its id', () => {
  const { desk } = firstBook().sheets ?? {};
  const cell = (row: number, column: number): string => {
    const { v, f } = desk?.cellData?.[row]?.[column] ?? {};
    return String(f ?? v ?? '');
  };
  expect(cell(8, 1)).toBe('Product');
  expect(cell(9, 0)).toContain('"request-id, product, you, ');
  expect(cell(26, 0)).toContain('"Request, Product, You, ');
  // A day there would stand as its number: the product says the delivery.
  expect(cell(26, 0)).not.toMatch(/Start|End/);
});

it('fills a screen of 1440 px beside the pane with its first ten columns, so that none is cut', () => {
  const columns = firstBook().sheets?.['desk']?.columnData ?? {};
  const sum = Array.from({ length: 10 }, (_, at) => columns[at]?.w ?? 0).reduce((a, b) => a + b, 0);
  // What the pane, its edge, the row numbers and the scroll bar leave.
  expect(sum).toBe(1440 - 380 - 6 - 46 - 11);
});

it('shows no price as if it were fresh while it is not live, and says so in red', () => {
  const looks: [Rect, Condition][] = [];
  dressFirstBook({
    add: (rect) => ({ change: (look) => void looks.push([rect, { formula: '', ...look }]) }),
    clear: () => undefined,
  });
  const lookAt = (sheet: string, row: number, col: number) =>
    looks.filter(
      ([rect]) =>
        rect.sheet === sheet &&
        row >= rect.row &&
        row < rect.row + rect.rows &&
        col >= rect.col &&
        col < rect.col + rect.cols,
    );
  for (const [row, col] of [
    [9, 1],
    [13, 8],
    [17, 4],
    [22, 11],
    [26, 4],
  ] as const)
    expect([row, col, lookAt('desk', row, col)]).toEqual([
      ...[row, col],
      [
        [
          expect.anything(),
          expect.objectContaining({ formula: '=$D$1="NOT LIVE"', bold: false, italic: true }),
        ],
      ],
    ]);
  for (const sheet of ['desk', 'calculator'])
    expect(lookAt(sheet, 0, 3).flatMap(([, { fill }]) => fill ?? [])).toEqual(['#c50f1f']);
  // The word for late prices is amber.
  expect(lookAt('desk', 0, 3)[0]?.[1]).toEqual({ formula: '=$D$1="delayed"', color: '#8a5300' });
});

it('has room for each spill: nothing stands where one may come, whatever the market', () => {
  const rows = Object.entries(firstBook().sheets?.['desk']?.cellData ?? {});
  const filled = rows.flatMap(([row, cells]) =>
    Object.entries(cells as Record<number, { v?: unknown; f?: string | null }>).flatMap(([col, { v, f }]) =>
      (v ?? f) === undefined ? [] : [{ row: Number(row), col: Number(col), formula: f ?? '' }],
    ),
  );
  const spilling = filled.filter(({ formula }) => /^=(IF\(ROWS|LET\(|DESK\.STATUS\([A-Z]\d)/.test(formula));
  expect(spilling.map(({ row, col }) => [row + 1, col])).toEqual([
    [6, 0],
    [6, 3],
    [10, 0],
    [10, 6],
    [18, 0],
    [27, 0],
  ]);
  for (const { row, col, formula } of spilling) {
    const names = [...formula.matchAll(/"([a-z][^"]*,[^"]*)"/gi)].map(
      ([, list = '']) => list.split(',').length,
    );
    // What is asked for beside what is shown is taken off again.
    const taken = /TAKE\(told,,(\d+)\)/.exec(formula)?.[1];
    const [, from = '', to = ''] = /STATUS\(([A-Z])\d+:([A-Z])\d+\)/.exec(formula) ?? [];
    const asked = to === '' ? 1 : 1 + to.charCodeAt(0) - from.charCodeAt(0);
    const width = Number(taken ?? Math.max(...names, asked));
    const height = formula.includes('STATUS')
      ? 1
      : Number([...formula.matchAll(/,(\d+)\)/g)].at(-1)?.[1] ?? Infinity);
    const inTheWay = filled.filter(
      (cell) =>
        (cell.row !== row || cell.col !== col) &&
        cell.row >= row &&
        cell.row < row + height &&
        cell.col >= col &&
        cell.col < col + width,
    );
    expect([formula, inTheWay]).toEqual([formula, []]);
  }
});

it('keeps its lists with their headings while the platform does not answer: each asks for a column that can change', () => {
  const { desk } = firstBook().sheets ?? {};
  const cell = (row: number, column: number) => desk?.cellData?.[row]?.[column];
  const asked = formulasOf(desk && { desk }).flatMap((formula) =>
    [...formula.matchAll(/DESK\.RFQS\(,,,,,"([^"]*)"\)/g)].map(([, names = '']) => names.toLowerCase()),
  );
  expect(asked.length).toBeGreaterThan(2);
  for (const names of asked) expect(names).toMatch(/\bstate\b/);
  for (const [row, column, heading] of [
    [8, 6, 'Counterparty'],
    [8, 8, 'Price'],
    [25, 0, 'Request'],
    [25, 4, 'Remaining'],
  ] as const)
    expect(cell(row, column)?.v).toBe(heading);
});

it('says in Connection that it is not live, and below why, while the desk is there and nothing comes of the platform', () => {
  const { desk } = firstBook().sheets ?? {};
  expect(desk?.cellData?.[4]?.[2]?.v).toBe('Connection');
  expect(desk?.cellData?.[5]?.[2]?.f).toBe(
    '=IF(AND(DESK.STATUS(C5)="open",$D$1="NOT LIVE"),"not live",DESK.STATUS(C5))',
  );
  expect(desk?.cellData?.[6]?.[0]?.f).toBe('=IF($D$1="NOT LIVE",IFERROR(DESK.STATUS("problem"),""),"")');
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
    ...['A10', 'A11', 'A12', 'A13', 'A14'].map((cell) => `RFQ ${cell}`),
    'RFQS',
    'STATUS',
    ...['STATUS A5', 'STATUS C5', 'STATUS D5'],
    'TRADES',
  ]);
});
