import { roleOf, ourDirection } from '../../domain/role';
import { quantityLeft, type Request } from '../../domain/request';
import { ACTION_TERMS } from '../quoting/bulk-columns';
import type { Content, SheetPlan } from '../excel/insertion';
import { KEYED_HEADINGS } from '../excel/results';
import {
  AS_TEXT,
  CENTRED,
  DIFFERENCE,
  HEADING,
  HEADING_OF_FIGURES,
  INPUT,
  NOTE,
  oneOf,
  isNoPrice,
  isOverIn,
  OVER,
  PRICE,
  priceRule,
  QUANTITY,
  SECONDS,
  TITLE,
  wrongIn,
} from './cell-formats';
import { newestResult } from './newest-result';
import { lateBy, liveMark, unlessSignedOut } from './live-mark';

const HEADINGS_ROW = 4;
const FIRST = HEADINGS_ROW + 1;
/** Rows below those of the requests for ids that a person types. */
const SPARE_ROWS = 20;
/** As many rows as Bulk takes. */
const REQUESTS_MAX = 500 - SPARE_ROWS;
/** So many rows of a sheet without requests invite to type. */
const INVITING_ROWS = 10;

const HEADINGS = [
  'Request',
  // Fields of the request, which the formulas take from these headings.
  ...['State', 'Product', 'You', 'Reference', 'Age'],
  ...['Direction', 'Price', 'Leg 2', 'Leg 3', 'Live now', 'Result'],
  ...['From reference', 'Quantity', 'All-or-none', 'Action', 'Your price'],
  ...['Load', 'Market', 'Contract', 'Leg 1 initiator action', 'Leg 2 initiator action'],
  ...['Price unit', 'Quantity unit'],
];
/** Where Bulk writes its results, each with its request. */
const RESULTS = { first: 'Y', last: 'AC', row: FIRST };

const ABOUT =
  'Sends nothing: check and send in Bulk. Prices by leg (a standard spread: one net price), later ids below.';
const HOW = 'Reference: the best quote of others, else a proposal; of swaps the certificate’s. Grey: over.';

/** What is typed on open requests together, as Bulk says it of what it sends: certificates are none of power. */
const total = (rows: (column: string) => string): string => {
  const open = `${rows('B')},"open"`;
  // Of both legs of a spread: half a price is none. Errors of a row are passed over.
  const isNumber = '">-1000000000"';
  const count = (column: string, is: string): string => `COUNTIFS(${open},${rows(column)},${is})`;
  // Sooner than a quote is read back.
  const done = count('L', '"done"');
  const sum = (unit: string): string =>
    `SUMIFS(${rows('N')},${open},${rows('Q')},${isNumber},${rows('X')},"${unit}")`;
  const certificates = sum('certificate*');
  return `=COUNTIF(${open})&" open, "&${count('Q', isNumber)}&" priced, "&IF(${done}=0,"",${done}&" done, ")&${count('K', isNumber)}&" live, "&ROUND(${sum('MW')},3)&" MW"&IF(${certificates}=0,"",", "&${certificates}&" cert.")`;
};

/** By its price unit: of no other request the legs have several. */
const isSwapIn = (unit: string): string => `ISNUMBER(SEARCH(" / ",${unit}))`;

/** Each row by itself: what is wrong in one, or changes there, touches no other. */
function rowFormulas(row: number): Record<'B' | 'E' | 'K' | 'Q' | 'R', readonly Content[]> {
  const ifId = (formula: string): string => `=IF($A${row}="","",${formula})`;
  const fields = (from: string, to: string): string =>
    ifId(`DESK.RFQ($A${row},${from}$${HEADINGS_ROW}:${to}$${HEADINGS_ROW})`);
  const net = `IF(I${row}="","",DESK.SPREADPRICE(H${row},I${row},U${row},V${row}))`;
  // Legs in several units have no net price: a swap is compared by its certificate, in leg 1.
  const isSwap = isSwapIn(`W${row}`);
  const price = `IF(${isSwap},H${row},IF(T${row}="spread",${net},IF(I${row}="",H${row},"")))`;
  return {
    B: [fields('B', 'D')],
    // What is said beside a request that takes no quote any more would be no reference.
    E: [`=IF($B${row}="open",DESK.RFQ($A${row},E$${HEADINGS_ROW}:F$${HEADINGS_ROW}),"")`],
    K: [
      ifId(`IF(${isSwap},DESK.MYQUOTE($A${row},"leg 1 price"),DESK.MYQUOTE($A${row}))`),
      `=${newestResult(`$A${row}`, RESULTS, (line) => `INDEX(${line},1,1)`)}`,
      `=IF(IFERROR(T${row}="spread",FALSE)*((H${row}="")<>(I${row}="")),IF(H${row}="","leg 1?","leg 2?"),IF(ISNUMBER(E${row})*ISNUMBER(Q${row}),Q${row}-E${row},""))`,
    ],
    Q: [`=IF(H${row}="","",${price})`],
    R: [fields('R', 'X')],
  };
}

/** What the desk already knows of a quote on this request: all but its price. */
function prepared(request: Request): Record<'A' | 'G' | 'N', readonly Content[]> {
  const quantity = quantityLeft(request);
  const allOrNone = request.allOrNone === undefined ? '' : request.allOrNone ? 'yes' : 'no';
  return {
    A: [request.id],
    G: [ourDirection(request)],
    N: [quantity === undefined ? '' : Number(quantity), allOrNone],
  };
}

/** The open requests that this desk is asked to quote, oldest first. */
export const requestsToQuote = (requests: readonly Request[]): readonly Request[] =>
  requests
    .filter((request) => request.state === 'open' && roleOf(request) === 'recipient')
    .sort((a, b) => (a.createdAt ?? 0) - (b.createdAt ?? 0))
    .slice(0, REQUESTS_MAX);

/** Rows for quotes that somebody prepares, each beside what the market says now; those of these requests are filled in but for the price. */
export function quoteSheet(requests: readonly Request[]): SheetPlan {
  const last = FIRST + requests.length + SPARE_ROWS - 1;
  const filled = FIRST + Math.max(requests.length, requests.length === 0 ? INVITING_ROWS : 0) - 1;
  const rows = (column: string, to = column): string => `${column}${FIRST}:${to}${last}`;
  const inputs = (column: string, to = column): string => `${column}${FIRST}:${to}${filled}`;
  const ready = requests.map(prepared);
  const mark = liveMark({
    word: 'E1',
    toldAt: 'F1',
    clock: 'X1',
    awaited: rows('B', 'F'),
    ages: { area: rows('F'), says: 'K1' },
    blocks: [rows('B', 'F'), rows('K'), rows('M'), rows('Q', 'X')],
  });
  const isOver = isOverIn(`$B${FIRST}`);
  const formulas = Array.from({ length: last - FIRST + 1 }, (_, index) => rowFormulas(FIRST + index));
  return {
    name: 'Quote sheet',
    rowsInSight: HEADINGS_ROW,
    headingsWrap: true,
    columnsInSight: 3,
    // All that a person types is in sight beside the pane.
    widthsPt: [
      ...[56, 36, 145.5, 48, 54, 29],
      ...[50, 46, 43, 38, 44, 52],
      ...[57.5, 47, 52, 42, 60],
      ...[54, 66, 92, 92, 92, 84, 72],
      ...[66, 300, 60, 110, 60],
    ],
    formats: [
      [rows('A'), AS_TEXT],
      [rows('E'), PRICE],
      [rows('F'), SECONDS],
      [rows('G'), AS_TEXT],
      [rows('H', 'J'), PRICE],
      [rows('K'), PRICE],
      [rows('M'), DIFFERENCE],
      [rows('N'), QUANTITY],
      [rows('O', 'P'), AS_TEXT],
      [rows('Q'), PRICE],
      ...mark.formats,
    ],
    contents: [
      ['A1', [['Quote sheet']]],
      ['A3', [[total(rows)]]],
      ['D2', [[unlessSignedOut(ABOUT)], [HOW]]],
      [`A${HEADINGS_ROW}`, [[...HEADINGS, ...KEYED_HEADINGS]]],
      ...(ready.length > 0
        ? (['A', 'G', 'N'] as const).map(
            (column) => [`${column}${FIRST}`, ready.map((row) => row[column])] as const,
          )
        : []),
      ...(['B', 'E', 'K', 'Q', 'R'] as const).map(
        (column) => [`${column}${FIRST}`, formulas.map((row) => row[column])] as const,
      ),
      ...mark.contents,
    ],
    looks: [
      ['A1', TITLE],
      ['A3', NOTE],
      ['D2:D3', NOTE],
      [`A${HEADINGS_ROW}:${RESULTS.last}${HEADINGS_ROW}`, HEADING],
      [`E${HEADINGS_ROW}:F${HEADINGS_ROW}`, HEADING_OF_FIGURES],
      [`H${HEADINGS_ROW}:K${HEADINGS_ROW}`, HEADING_OF_FIGURES],
      [`M${HEADINGS_ROW}:N${HEADINGS_ROW}`, HEADING_OF_FIGURES],
      [`Q${HEADINGS_ROW}`, HEADING_OF_FIGURES],
      [inputs('A'), INPUT],
      [inputs('G', 'H'), INPUT],
      [inputs('N', 'P'), INPUT],
      [`G${HEADINGS_ROW}:G${last}`, CENTRED],
      [`L${HEADINGS_ROW}:L${last}`, CENTRED],
      [`O${HEADINGS_ROW}:O${last}`, CENTRED],
      [`R${HEADINGS_ROW}:R${last}`, CENTRED],
      ...mark.looks,
    ],
    rules: [
      [rows('G'), oneOf('bid', 'ask')],
      [rows('H', 'J'), priceRule(`H${FIRST}`)],
      [
        rows('N'),
        {
          formula: `=AND(ISNUMBER(N${FIRST}),N${FIRST}>0)`,
          title: 'Not a quantity',
          sentence: 'Type a number above 0 in the unit of column X.',
        },
      ],
      [rows('O'), oneOf('yes', 'no')],
      [
        rows('P'),
        {
          words: Object.values(ACTION_TERMS),
          title: 'Not an action',
          sentence: 'Choose from the list. Empty means quote.',
        },
      ],
    ],
    alerts: [
      // Yellow only where the request has that leg.
      [rows('I'), { formula: `=$T${FIRST}="spread"`, ...INPUT }],
      [rows('J'), { formula: `=${isSwapIn(`$W${FIRST}`)}`, ...INPUT }],
      ...['E', 'F', 'M'].map((column) => [rows(column), lateBy(`$F${FIRST}`)] as const),
      [rows('A', 'X'), { formula: isOver, ...OVER }],
      [rows('H', 'J'), wrongIn(isNoPrice(`H${FIRST}`))],
      [rows('N'), wrongIn(`=AND(N${FIRST}<>"",NOT(ISNUMBER(N${FIRST})))`)],
      ...mark.alerts,
    ],
  };
}
