import {
  BooleanNumber,
  HorizontalAlign,
  type ICellData,
  type IStyleData,
  type IWorkbookData,
  type IWorksheetData,
} from '@univerjs/core';
import { columnName, parseAddress } from './grid/address';
import type { Conditions } from './grid/port';
import { SHEET_LOOK } from './grid/sheet-look';

const INK = '#1f2328';
const QUIET = '#5b636b';
const ACCENT = '#0f5c4d';
const PALE = '#e4efec';
const INPUT = '#fff8e1';
const RED = '#c50f1f';

const rgb = (color: string): { rgb: string } => ({ rgb: color });
/** With a true minus, as wide as a plus. */
const PRICE = '0.00;"−"0.00';
const STYLES = {
  title: { fs: 16, bl: BooleanNumber.TRUE, cl: rgb(ACCENT) },
  note: { fs: 10, cl: rgb(QUIET) },
  section: { bl: BooleanNumber.TRUE, cl: rgb(ACCENT) },
  header: { bl: BooleanNumber.TRUE, cl: rgb(INK), bg: rgb(PALE) },
  headerRight: {
    bl: BooleanNumber.TRUE,
    cl: rgb(INK),
    bg: rgb(PALE),
    ht: HorizontalAlign.RIGHT,
  },
  headerCentred: {
    bl: BooleanNumber.TRUE,
    cl: rgb(INK),
    bg: rgb(PALE),
    ht: HorizontalAlign.CENTER,
  },
  label: { cl: rgb(QUIET) },
  input: { cl: rgb('#1a4fa3'), bg: rgb(INPUT), n: { pattern: PRICE } },
  best: { n: { pattern: PRICE }, bl: BooleanNumber.TRUE, ht: HorizontalAlign.RIGHT },
  choice: { cl: rgb('#1a4fa3'), bg: rgb(INPUT), ht: HorizontalAlign.RIGHT },
  price: { n: { pattern: PRICE } },
  age: { n: { pattern: '[<1000]0" s";0' }, ht: HorizontalAlign.CENTER },
  /** Thousands are parted, where fractions are not seen any more. */
  quantity: { n: { pattern: '[>=1000]#,##0;General' }, ht: HorizontalAlign.RIGHT },
  /** Units and words behind figures, which would touch them. */
  unit: { ht: HorizontalAlign.CENTER },
  result: { n: { pattern: PRICE }, bl: BooleanNumber.TRUE },
  word: { bl: BooleanNumber.TRUE, ht: HorizontalAlign.RIGHT },
  problem: { fs: 10, cl: rgb(RED) },
  told: { cl: rgb(QUIET), ht: HorizontalAlign.LEFT },
  /** For what is compared and not read. */
  unseen: { cl: rgb('#ffffff'), n: { pattern: ';;;' } },
  /** Serial days as moments, and every other number as it is. */
  live: { n: { pattern: '[>40000]dd-mmm hh:mm:ss;General' }, ht: HorizontalAlign.LEFT },
} as const satisfies Record<string, IStyleData>;
type StyleName = keyof typeof STYLES;

type Content = string | number | null;
/** Where, what, how it looks; null only looks. A text with `=` before it is a formula. */
type Line = readonly [address: string, content: Content, style: StyleName];

interface SheetPlan {
  id: string;
  name: string;
  widths: readonly number[];
  lines: readonly Line[];
}

/** What the sheet calls a column, and what the function does. */
const TRADE_COLUMNS = [
  ['Trade', 'trade-id'],
  ['Product', 'product'],
  ['You', 'you'],
  ['Traded at', 'traded-at'],
  ['Quantity', 'quantity'],
  ['Unit', 'quantity-unit'],
  ['Counterparty', 'counterparty'],
  ['Venue', 'venue'],
  ['Price', 'net price'],
  ['Price unit', 'price-unit'],
  ['Leg 1', 'leg 1 price'],
  ['Leg 2', 'leg 2 price'],
  ['Contract', 'contract'],
] as const;

/** Columns of numbers, which stand right. */
const NUMBERS: ReadonlySet<string> = new Set([
  ...['Best price', 'Price', 'Leg 1', 'Leg 2', 'Quantity', 'Remaining'],
]);
/** Columns behind figures, which would touch them. */
const CENTRED: ReadonlySet<string> = new Set(['Unit', 'Price unit', 'Age', 'Direction']);

/** Columns of requests by the names that people have for them: a table shows the names that were asked by. */
const REQUEST_COLUMNS = [
  ...['Request', 'Product', 'You', 'Contract', 'Remaining', 'Unit', 'Market', 'Commodity', 'Role', 'State'],
  ...['Action', 'Created', 'Spread type'],
];
const QUOTE_COLUMNS = ['Counterparty', 'State', 'Price', 'Quantity', 'Direction', 'Created'];
const quoteColumns = (price: string): string => `"${QUOTE_COLUMNS.join(', ').replace('Price', price)}"`;
/** The address is last: it is longer than any column. */
const STATUS_FIELDS = [
  ...['Signed in', 'Environment', 'Connection', 'Token ends at', 'Halted', 'Zone', 'Service'],
];

/** Whether cells wait for their first value. */
const isWaiting = (cells: string): string =>
  `IFERROR((ERROR.TYPE(${cells})=8)+(ERROR.TYPE(${cells})>14),ISERROR(${cells}))`;
/** Whether a sheet is live, as every ready-made sheet says it in its first row: once the desk was not heard for three minutes, or is cut off. */
const liveLine = (isNew: string, live: string): readonly Line[] => [
  ['C1', '=DESK.STATUS("told-at")', 'unseen'],
  [
    'D1',
    `=IF(IFERROR(AND($C$1<>"",ABS(NOW()-$C$1)<=3/1440),FALSE),IF(${isNew},"loading",${live}),IF(OR(${isWaiting('$C$1')},IFERROR($C$1="",FALSE)),"loading","NOT LIVE"))`,
    'word',
  ],
];
const isNewIn = (awaited: string): string => `SUMPRODUCT(--${isWaiting(awaited)})>0`;
/** The ages of the best prices. */
const AGES = 'D10:D14';

/** Letters of "sell / sell". */
const TWO_SIDES = 11;

/**
 * What differs by leg, as of a swap, is wider than the column of a figure or a unit: there leg 1 stands alone, and "…" behind it says that
 * there is more. Sides of three legs are whole without blanks.
 */
const firstLegs = (columns: readonly string[], table: string): string => {
  const mask = (...names: readonly string[]): string =>
    `{${columns.map((name) => (names.includes(name) ? 1 : 0)).join(',')}}`;
  const short = columns.includes('Price unit')
    ? `IF(${mask('Price unit')},SUBSTITUTE(told,"certificate","cert."),told)`
    : 'told';
  const units = mask('Quantity', 'Unit', 'Price unit');
  const first = `IF(${units}*ISNUMBER(FIND(" / ",told)),LEFT(${short},FIND(" / ",${short})-1)&"…",${short})`;
  const words = `IF(${mask('Product')},SUBSTITUTE(told,"bilateral","bilat."),${first})`;
  return columns.includes('Action')
    ? `LET(told,${table},IF(${mask('Action')}*(LEN(told)>${TWO_SIDES}),SUBSTITUTE(told," / ","/"),${words}))`
    : `LET(told,${table},${words})`;
};

/** With the state, which can change: then the rows, whose ids and products never do, stay while the platform does not answer. */
const OWN_COUNT = 'SUM(--(INDEX(DESK.RFQS(,,,,,"role, state"),,1)="initiator"))';

const TRADED_AT = TRADE_COLUMNS.findIndex(([, column]) => column === 'traded-at') + 1;
const TRADE_NAMES = TRADE_COLUMNS.map(([name]) => name);
/** One block: a price never stands in the row of another trade. */
const TRADES = `DESK.TRADES(,,,,"${TRADE_COLUMNS.map(([, column]) => column).join(', ')}")`;

/** All that are open, in a table that always has columns that can change. */
const OPEN_REQUESTS = `DESK.RFQS(,,,,,"${REQUEST_COLUMNS.join(', ')}")`;

/** One column of prices: the quotes of one request are all of one shape. What this desk does with a swap is said of its certificate. */
const HAS_LEGS = 'ISNUMBER(FIND("/",C10))+(RIGHT(C10,5)="cert.")';
const QUOTES = `DESK.QUOTES(A10,,IF(${HAS_LEGS},${quoteColumns('Spread price')},${quoteColumns('Price')}))`;

/** The unit of leg 1, which the best price of a swap has as well. */
const firstUnit = (id: string, column: string): string =>
  `LET(told,DESK.RFQ(${id},"${column}"),IFERROR(LEFT(told,FIND(" / ",told)-1),told))`;
const QUOTES_UNITS = `IFERROR(" ("&${firstUnit('A10', 'price unit')}&", "&${firstUnit('A10', 'quantity unit')}&")","")`;

/** Rows that have room above the next part of the sheet. */
const OWN_SHOWN = 5;
const QUOTES_SHOWN = 5;
const TRADES_SHOWN = 6;

/** ", 6 of 9" behind a title whose rows are not all shown. */
const cutNote = (count: string, shown: number): string =>
  `&IFERROR(IF(${count}>${shown},", ${shown} of "&(${count}),""),"")`;

const DESK: SheetPlan = {
  id: 'desk',
  name: 'Desk',
  // What stands below each other is of one kind and width, in every part: ids, products, sides, figures, units, names. Whole: "EU-HYDRO/AT Q1/Q4-27
  // base", "standard-spread", "EUR/certificate", a counterparty's name. The first ten fill a screen of 1440 px beside the pane, so that none is cut.
  widths: [66, 189, 84, 106, 74, 104, 155, 80, 60, 79, 68, 106, 106],
  lines: [
    ['A1', 'SpreadDesk', 'title'],
    ...liveLine(
      `AND(${isNewIn('A10:G27')},COUNT(${AGES})=0)`,
      `IF(COUNT(${AGES})=0,"no prices",IF(MAX(IFERROR(${AGES},0))<120,"live","delayed"))`,
    ),
    [
      'E1',
      '=DESK.STATUS("environment")&IF(ISNA($C$1),", heard until ",", last heard ")&DESK.STATUS("told-time")',
      'told',
    ],
    [
      'A2',
      `=IF($D$1="live","Live from the platform.",IF($D$1="delayed","Best prices up to "&INT(MAX(IFERROR(${AGES},0))/60)+1&" min old.",IF($D$1="loading","Loading.",IF($D$1="no prices","No price of a request of yours is known.",IF(ISERROR($A$10)*ISERROR($A$18)*ISERROR($A$27),"Not live, and nothing is known.","Not live: these are the last values that were known.")))))&" A sheet only reads: quote, accept and withdraw on the pane."`,
      'note',
    ],
    ['A4:M4', null, 'section'],
    ['A4', 'Connection', 'section'],
    ['A5:M5', null, 'header'],
    ['A6:M6', null, 'live'],
    ...headers(5, STATUS_FIELDS),
    ['A6', '=DESK.STATUS(A5:B5)', 'live'],
    ['C6', '=IF(AND(DESK.STATUS(C5)="open",$D$1="NOT LIVE"),"not live",DESK.STATUS(C5))', 'live'],
    ['D6', '=DESK.STATUS(D5:G5)', 'live'],
    ['A7', '=IF($D$1="NOT LIVE",IFERROR(DESK.STATUS("problem"),""),"")', 'problem'],
    ['A8:F8', null, 'section'],
    ['A8', `="Your requests, with the best price"${cutNote(OWN_COUNT, OWN_SHOWN)}`, 'section'],
    ...headers(9, ['Request', 'Product', 'You', 'Age', 'Best price', 'Unit']),
    [
      'A10',
      `=LET(told,DESK.RFQS(,,,,,"request-id, product, you, role, state"),TAKE(FILTER(SUBSTITUTE(TAKE(told,,3),"bilateral","bilat."),INDEX(told,,4)="initiator","No requests of yours"),${OWN_SHOWN}))`,
      'live',
    ],
    ...[10, 11, 12, 13, 14].flatMap(bestPrice),
    ['G8:M8', null, 'section'],
    [
      'G8',
      `="Quotes on "&A10&", best first"${cutNote(`ROWS(${QUOTES})-1`, QUOTES_SHOWN)}&${QUOTES_UNITS}`,
      'section',
    ],
    ['G9:M9', null, 'header'],
    ...headers(9, QUOTE_COLUMNS, 6),
    ['H10:H14', null, 'live'],
    ['I10:I14', null, 'price'],
    ['J10:J14', null, 'quantity'],
    ['K10:K14', null, 'unit'],
    ['L10:L14', null, 'live'],
    ['G10', `=IF(ROWS(${QUOTES})<2,"No quotes yet",TAKE(DROP(${QUOTES},1),${QUOTES_SHOWN}))`, 'live'],
    ['A16:M16', null, 'section'],
    ['A16', `="Trades today, newest first"${cutNote(`ROWS(${TRADES})-1`, TRADES_SHOWN)}`, 'section'],
    ...headers(17, TRADE_NAMES),
    ['D18:D23', null, 'live'],
    ['E18:E23', null, 'quantity'],
    ['F18:F23', null, 'unit'],
    ['I18:I23', null, 'price'],
    ['J18:J23', null, 'unit'],
    ['K18:L23', null, 'price'],
    [
      'A18',
      `=IF(ROWS(${TRADES})<2,"No trades today yet",${firstLegs(TRADE_NAMES, `TAKE(SORT(DROP(${TRADES},1),${TRADED_AT},-1),${TRADES_SHOWN})`)})`,
      'live',
    ],
    ['A25:M25', null, 'section'],
    ['A25', 'Open requests', 'section'],
    ...headers(26, REQUEST_COLUMNS),
    ['E27:E400', null, 'quantity'],
    ['F27:F400', null, 'unit'],
    ['L27:L400', null, 'live'],
    [
      'A27',
      `=LET(listed,${OPEN_REQUESTS},IF(ROWS(listed)<2,"No open requests",${firstLegs(REQUEST_COLUMNS, 'DROP(listed,1)')}))`,
      'live',
    ],
  ],
};

function headers(row: number, names: readonly string[], from = 0): Line[] {
  return names.map((name, at): Line => {
    const style = NUMBERS.has(name) ? 'headerRight' : CENTRED.has(name) ? 'headerCentred' : 'header';
    return [`${columnName(from + at)}${row}`, name, style];
  });
}

function bestPrice(row: number): Line[] {
  const ofRow = (formula: string): string => `=IF($A${row}="","",${formula})`;
  return [
    [`D${row}`, ofRow(`DESK.RFQ($A${row},"age")`), 'age'],
    [`E${row}`, ofRow(`DESK.RFQ($A${row},"best")`), 'best'],
    [`F${row}`, ofRow(firstUnit(`$A${row}`, 'price unit')), 'unit'],
  ];
}

const CALCULATOR: SheetPlan = {
  id: 'calculator',
  // The ready-made sheet that computes more than this rule is called "Spread calculator".
  name: 'Spread rule',
  widths: [150, 110, 110, 110, 110, 40],
  lines: [
    ['A1', 'Spread rule', 'title'],
    ...liveLine(isNewIn('B7'), '""'),
    [
      'A2',
      '=IF($D$1<>"NOT LIVE","Change the yellow cells. Calculated here: no call, no sign-in.",IF(ISNA($C$1),"Not live: the prices of the other sheets. The results here follow what you type.","Not live: the results here stay as they are, whatever is typed."))',
      'note',
    ],
    ['A3', 'Leg 1 price', 'label'],
    ['B3', 30, 'input'],
    ['A4', 'Leg 2 price', 'label'],
    ['B4', 29, 'input'],
    ['A5', 'Leg 1 action', 'label'],
    ['B5', 'buy', 'choice'],
    ['A6', 'Leg 2 action', 'label'],
    ['B6', 'sell', 'choice'],
    ['A7', 'Spread price', 'label'],
    ['B7', '=DESK.SPREADPRICE(B3,B4,B5,B6)', 'result'],
    ['A9:E9', null, 'section'],
    ['A9', 'The four combinations', 'section'],
    ...table(10, ['Leg 1 action', 'Leg 2 action', 'Leg 1 price', 'Leg 2 price', 'Spread price']),
    ...[
      ['buy', 'sell'],
      ['sell', 'buy'],
      ['buy', 'buy'],
      ['sell', 'sell'],
    ].flatMap(([first = '', second = ''], index) => combination(11 + index, first, second)),
    ['A16:E16', null, 'section'],
    ['A16', 'Leg prices side by side, opposite directions', 'section'],
    ...table(17, ['Leg 1 price', 'Leg 2 price', 'Spread price']),
    ...[
      [30, 29],
      [29, 30],
      [41.25, 41.25],
      [-2.5, 4.75],
      [-12.1, -3.35],
    ].flatMap(([first = 0, second = 0], index) => pair(18 + index, first, second)),
  ],
};

function table(row: number, headers: readonly string[]): Line[] {
  return headers.map((header, index): Line => {
    const style = header.endsWith('price') ? 'headerRight' : 'header';
    return [`${columnName(index)}${row}`, header, style];
  });
}

function combination(row: number, first: string, second: string): Line[] {
  return [
    [`A${row}`, first, 'label'],
    [`B${row}`, second, 'label'],
    [`C${row}`, '=$B$3', 'price'],
    [`D${row}`, '=$B$4', 'price'],
    [`E${row}`, `=DESK.SPREADPRICE(C${row},D${row},A${row},B${row})`, 'result'],
  ];
}

function pair(row: number, first: number, second: number): Line[] {
  return [
    [`A${row}`, first, 'input'],
    [`B${row}`, second, 'input'],
    [`C${row}`, `=DESK.SPREADPRICE(A${row},B${row},"buy","sell")`, 'result'],
  ];
}

const BLANK: SheetPlan = { id: 'sheet3', name: 'Sheet3', widths: [], lines: [] };

/** Of every sheet, at the least. */
export const SHEET_SIZE = { rows: 2000, cols: 60 };
const PLANS = [DESK, CALCULATOR, BLANK];

/** The workbook that is open at the first look: live cells, a calculator, and room to play. */
export function firstBook(): Partial<IWorkbookData> {
  return {
    id: 'book',
    name: 'Book1',
    styles: STYLES,
    sheetOrder: PLANS.map(({ id }) => id),
    sheets: Object.fromEntries(PLANS.map((plan) => [plan.id, sheetData(plan)])),
  };
}

const NOT_LIVE = { formula: '=$D$1="NOT LIVE"', color: '#666d75', bold: false, italic: true };
const NOT_LIVE_WORD = { formula: NOT_LIVE.formula, fill: RED, color: '#ffffff' };
/** The desk's page may be there, and nothing of the platform. */
const CUT_OFF = { formula: '=AND($C$6<>"open",$C$6<>"")', color: RED, bold: true };
const DELAYED_WORD = { formula: '=$D$1="delayed"', color: '#8a5300' };
/** The word itself, and what shows prices: none looks fresh while the sheet is not live, as on every ready-made sheet. */
const LOOKS = [
  ['desk', 'D1', DELAYED_WORD],
  ['desk', 'C6', CUT_OFF],
  ...['desk', 'calculator'].map((sheet) => [sheet, 'D1', NOT_LIVE_WORD] as const),
  ...['A10:L14', 'A18:M23', 'A27:M400'].map((area) => ['desk', area, NOT_LIVE] as const),
] as const;

/** The looks that go by a formula; a workbook's cells keep none. */
export function dressFirstBook(conditions: Conditions): void {
  for (const [sheet, area, look] of LOOKS) conditions.add({ sheet, ...placeOf(area) }).change(look);
}

function placeOf(address: string): NonNullable<ReturnType<typeof parseAddress>> {
  const place = parseAddress(address, SHEET_SIZE);
  if (!place) throw new Error(`${address} is no address.`);
  return place;
}

function sheetData({ id, name, widths, lines }: SheetPlan): Partial<IWorksheetData> {
  const cellData: Record<number, Record<number, ICellData>> = {};
  for (const [address, content, style] of lines) {
    const place = placeOf(address);
    for (let row = place.row; row < place.row + place.rows; row++) {
      const cells = (cellData[row] ??= {});
      for (let col = place.col; col < place.col + place.cols; col++) cells[col] = cellContent(content, style);
    }
  }
  return {
    id,
    name,
    rowCount: SHEET_SIZE.rows,
    columnCount: SHEET_SIZE.cols,
    defaultColumnWidth: 88,
    ...SHEET_LOOK,
    showGridlines: BooleanNumber.TRUE,
    columnData: Object.fromEntries(widths.map((widthPx, col) => [col, { w: widthPx }])),
    rowData: lines.length > 0 ? { 0: { h: 28 } } : {},
    cellData,
  };
}

function cellContent(content: Content, style: StyleName): ICellData {
  if (content === null) return { s: style };
  return typeof content === 'string' && content.startsWith('=')
    ? { f: content, s: style }
    : { v: content, s: style };
}
