import { loadNamed } from '../../domain/delivery/load';
import { marketNamed } from '../../domain/delivery/markets';
import { periodText } from '../../domain/delivery/product';
import type { Leg } from '../../domain/leg';
import { isSwap, type Request } from '../../domain/request';
import type { Content, SheetPlan } from '../excel/insertion';
import type { Content as Found, UsedCells } from '../excel/reading';
import {
  AS_TEXT,
  COMPUTED,
  DAY,
  DIFFERENCE,
  HEADING,
  HEADING_OF_FIGURES,
  INPUT,
  NOTE,
  PRICE,
  priceRule,
  RESULT,
  TITLE,
} from './cell-formats';
import { liveMark } from './live-mark';
import { requestsToQuote } from './quote-sheet';

const HEADINGS_ROW = 5;
const FIRST = HEADINGS_ROW + 1;
/** Marks that fit. */
const MARKS_MAX = 40;
const LAST_MARK = FIRST + MARKS_MAX - 1;
/** Each row of a request has a dozen formulas. */
const REQUESTS_MAX = 30;
/** A new sheet invites to fill in some more than it has. */
const SPARE_ROWS = 6;
/** Rows below these for requests that come later. Nothing is typed there, so that they may move up when one goes. */
const FOLLOWING_ROWS = 8;
/** More open requests than these are not looked through. */
const LISTED_MAX = 500;

const NAME = 'Pricing';
const MARK_HEADINGS = ['Market', 'Load', 'Mark', 'Price'];
const HEADINGS = [
  ...[...MARK_HEADINGS, ''],
  ...['Request', 'You', 'Delivery', 'Curve 1', 'Curve 2', 'Fair', 'Margin', 'Quote', 'Leg 2', 'Reference'],
  // Fields of CHECKQUOTE, and then of RFQ: the formulas take them from these headings.
  ...['From ref.', 'Check', 'Says', ''],
  ...['Contract', 'Leg 1 market', 'Leg 1 load-profile', 'Leg 1 start', 'Leg 1 end', 'Leg 1 action'],
  ...['Leg 2 market', 'Leg 2 load-profile', 'Leg 2 start', 'Leg 2 end', 'Leg 2 action'],
  ...['Delivery 1', 'Delivery 2'],
];

const ABOUT =
  'Marks become a curve for each market and load, and the curve a fair price for each request, checked as the pane would. This sheet sends nothing.';
const HOW =
  'Type a price beside each mark; marks may overlap, as Cal-27 and Q1-27 do, and markets, loads and products may be changed.';
const MARGIN =
  'Type your margin: Quote is fair and margin on your side. Leg 2 of a spread is quoted at its curve. A mark without a price is in no curve.';
const FOLLOWING = 'Margin of new requests';
/** Where that margin is typed. */
const NEW_MARGIN = '$L$1';
/** The open requests with their standing, and beside them those that no curve could price when the sheet was made. */
const LISTED = { ids: 'AH', standing: 'AI', leftOut: 'AK' };

/** Below the rows that a person fills in: requests to quote that are in none of them, and how many more there are. */
function followingIds(lastTyped: number): readonly (readonly Content[])[] {
  const column = (name: string, to = FIRST + LISTED_MAX): string => `$${name}$${FIRST}:$${name}$${to}`;
  const { ids, standing, leftOut } = LISTED;
  const isNotIn = (area: string): string => `ISNA(MATCH(${column(ids)},${area},0))`;
  const isToQuote = `((${column(standing)}="to quote")+(${column(standing)}="quoted"))`;
  const isNew = `${isToQuote}*${isNotIn(column('F', lastTyped))}*${isNotIn(column(leftOut))}`;
  const one = (at: number): string => `=IFERROR(INDEX(FILTER(${column(ids)},${isNew}),${at + 1}),"")`;
  const left = `SUMPRODUCT(${isNew})-${FOLLOWING_ROWS}`;
  return [
    ...Array.from({ length: FOLLOWING_ROWS }, (_, at) => [one(at)]),
    [`=IFERROR(IF(${left}>0,${left}&" more to quote: insert another sheet.",""),"")`],
  ];
}

/** Each row of a request by itself. Marks are taken from the whole list. */
function rowFormulas(row: number): Record<'G' | 'M' | 'O' | 'T' | 'AE', readonly Content[]> {
  const list = (column: string): string => `$${column}$${FIRST}:$${column}$${LAST_MARK}`;
  const ifId = (formula: string): string => `=IF($F${row}="","",${formula})`;
  const curve = (product: string, market: string, load: string): string => {
    const isOne = `(${list('A')}=${market})*(${list('B')}=${load})*(${list('D')}<>"")`;
    const marks = `FILTER($C$${FIRST}:$D$${LAST_MARK},${isOne})`;
    const none = `"no price of "&${market}&" "&${load}`;
    return `=IF(${product}="","",IF(SUMPRODUCT(${isOne})=0,${none},DESK.STRIP(${product},${marks},${load},${market})))`;
  };
  const name = (market: string, start: string, end: string): string =>
    `=IF(${market}="","",DESK.PRODUCT(${start},${end},"name"))`;
  const [actions, contract] = [`Y${row},AD${row}`, `T${row}`];
  const bothCurves = `ISNUMBER(I${row})*ISNUMBER(J${row})`;
  // Of a spread it says both: what this desk does with leg 1 comes first.
  const isSelling = `IF(LEFT(G${row},4)="sell"`;
  const net = `(K${row}+${isSelling},1,-1)*L${row})`;
  const first = `IF(${contract}="spread",DESK.LEGPRICE(${net},J${row},2,${actions}),${net})`;
  const isPriced = `ISNUMBER(K${row})*ISNUMBER(L${row})`;
  const direction = `${isSelling},"ask","bid")`;
  const terms = `$F${row},${direction},M${row}:N${row},,K${row},,Q$${HEADINGS_ROW}:R$${HEADINGS_ROW}`;
  return {
    G: [
      ifId(`DESK.RFQ($F${row},"you")`),
      ifId(`AE${row}&IF(AF${row}="","","/"&AF${row})`),
      curve(`AE${row}`, `U${row}`, `V${row}`),
      curve(`AF${row}`, `Z${row}`, `AA${row}`),
      ifId(
        `IF(${contract}="single",IF(ISNUMBER(I${row}),I${row},""),IF(${bothCurves},DESK.SPREADPRICE(N(I${row}),N(J${row}),${actions}),""))`,
      ),
    ],
    M: [
      `=IF(${isPriced},ROUND(${first},2),"")`,
      `=IF(${isPriced}*(${contract}="spread"),ROUND(J${row},2),"")`,
    ],
    O: [
      ifId(`DESK.RFQ($F${row},"reference")`),
      `=IF(${isPriced}*ISNUMBER(O${row}),ROUND(${net},2)-O${row},"")`,
      `=IF(M${row}="","",DESK.CHECKQUOTE(${terms}))`,
    ],
    T: [ifId(`DESK.RFQ($F${row},T$${HEADINGS_ROW}:AD$${HEADINGS_ROW})`)],
    AE: [name(`U${row}`, `W${row}`, `X${row}`), name(`Z${row}`, `AB${row}`, `AC${row}`)],
  };
}

interface WantedMark {
  readonly market: string;
  readonly load: string;
  readonly product: string;
}

/** The deliveries of these requests that a curve can price, each once: what marks are wanted for. */
function marksWanted(requests: readonly Request[]): readonly WantedMark[] {
  const wanted = requests.flatMap(({ legs }) => legs.flatMap((leg) => markOf(leg) ?? []));
  const alike = ({ market, load, product }: WantedMark): string => JSON.stringify([market, load, product]);
  return [...new Map(wanted.map((mark) => [alike(mark), mark])).values()].sort((a, b) =>
    alike(a).localeCompare(alike(b)),
  );
}

function markOf({ market, loadProfile, deliveryStart, deliveryEnd }: Leg): WantedMark | undefined {
  const named = market === undefined ? undefined : marketNamed(market);
  const product = periodText(deliveryStart, deliveryEnd);
  if (!named || market === undefined || loadProfile === undefined || product === undefined) return undefined;
  return loadNamed(loadProfile, named.market).ok ? { market, load: loadProfile, product } : undefined;
}

/** The requests that this desk is asked to quote and a curve can price. */
export const requestsToPrice = (requests: readonly Request[]): readonly Request[] =>
  requestsToQuote(requests).filter(
    (request) => !isSwap(request) && request.legs.every((leg) => markOf(leg) !== undefined),
  );

/** Marks, a curve of them, and a fair and a checked price for each request. What these requests need is filled in but for prices. */
export function pricingSheet(open: readonly Request[]): SheetPlan {
  const requests = requestsToPrice(open).slice(0, REQUESTS_MAX);
  const wanted = marksWanted(requests).slice(0, MARKS_MAX - SPARE_ROWS);
  const ids = new Set(requests.map(({ id }) => id));
  const leftOut = requestsToQuote(open).filter(({ id }) => !ids.has(id) && requests.length < REQUESTS_MAX);
  const lastMark = FIRST + wanted.length + SPARE_ROWS - 1;
  const lastTyped = FIRST + requests.length + SPARE_ROWS - 1;
  const lastRequest = lastTyped + FOLLOWING_ROWS;
  const marks = (column: string, to = column): string => `${column}${FIRST}:${to}${LAST_MARK}`;
  const rows = (column: string, to = column): string => `${column}${FIRST}:${to}${lastRequest}`;
  const typed = (column: string): string => `${column}${FIRST}:${column}${lastTyped}`;
  const mark = liveMark({ word: 'F1', toldAt: 'G1', clock: 'E1', blocks: [rows('G', 'K'), rows('M', 'R')] });
  const formulas = Array.from({ length: lastRequest - FIRST + 1 }, (_, index) => rowFormulas(FIRST + index));
  return {
    name: NAME,
    rowsInSight: HEADINGS_ROW,
    widthsPt: [
      ...[54, 48, 66, 54, 12],
      ...[60, 60, 96, 96, 96, 60, 48, 54, 54, 60],
      ...[54, 48, 220, 12],
      ...[88, 72, 96, 72, 72, 72, 72, 96, 72, 72, 72, 66, 66],
    ],
    formats: [
      [marks('A', 'C'), AS_TEXT],
      [marks('D'), PRICE],
      [typed('F'), AS_TEXT],
      [rows('I', 'K'), COMPUTED],
      [rows('L', 'O'), PRICE],
      ['L1', PRICE],
      [rows('P'), DIFFERENCE],
      [rows('W', 'X'), DAY],
      [rows('AB', 'AC'), DAY],
      ...mark.formats,
    ],
    contents: [
      ['A1', [['Pricing'], [ABOUT], [HOW], [MARGIN]]],
      [`A${HEADINGS_ROW}`, [HEADINGS]],
      ...(wanted.length > 0
        ? ([[`A${FIRST}`, wanted.map(({ market, load, product }) => [market, load, product])]] as const)
        : []),
      ...(requests.length > 0 ? ([[`F${FIRST}`, requests.map(({ id }) => [id])]] as const) : []),
      ...(['G', 'M', 'O', 'T', 'AE'] as const).map(
        (column) => [`${column}${FIRST}`, formulas.map((row) => row[column])] as const,
      ),
      [`F${lastTyped + 1}`, followingIds(lastTyped)],
      [`L${lastTyped + 1}`, Array.from({ length: FOLLOWING_ROWS }, () => [`=${NEW_MARGIN}`])],
      [`${LISTED.ids}${HEADINGS_ROW}`, [['=DESK.RFQS(,,,,,"request-id, standing")']]],
      ...(leftOut.length > 0 ? [[`${LISTED.leftOut}${FIRST}`, leftOut.map(({ id }) => [id])] as const] : []),
      ['K1', [[FOLLOWING]]],
      ...mark.contents,
    ],
    looks: [
      ['A1', TITLE],
      ['A2:A4', NOTE],
      [`A${HEADINGS_ROW}:D${HEADINGS_ROW}`, HEADING],
      [`D${HEADINGS_ROW}`, HEADING_OF_FIGURES],
      [`F${HEADINGS_ROW}:R${HEADINGS_ROW}`, HEADING],
      [`I${HEADINGS_ROW}:P${HEADINGS_ROW}`, HEADING_OF_FIGURES],
      [`T${HEADINGS_ROW}:AF${HEADINGS_ROW}`, NOTE],
      [rows('T', 'AF'), NOTE],
      [`A${FIRST}:D${lastMark}`, INPUT],
      [typed('F'), INPUT],
      [typed('L'), INPUT],
      ['L1', INPUT],
      ['K1', { ...NOTE, align: 'Right' }],
      [`${LISTED.ids}${HEADINGS_ROW}:${LISTED.leftOut}${FIRST + LISTED_MAX}`, NOTE],
      [rows('K'), RESULT],
      ...mark.looks,
    ],
    rules: [
      [marks('D'), priceRule(`D${FIRST}`)],
      [typed('L'), priceRule(`L${FIRST}`)],
      ['L1', priceRule('L1')],
    ],
    alerts: mark.alerts,
  };
}

/** Whether a sheet is called as this one is when it is inserted: "Pricing", and "Pricing 2" beside it. */
export const isPricing = (name: string): boolean => new RegExp(`^${NAME}( \\d+)?$`, 'i').test(name);

/** A mark with a price, as it stands in the sheet. */
export interface WrittenMark {
  readonly market: string;
  readonly load: string;
  readonly product: string;
  /** A number, unless somebody typed something else. */
  readonly price: Found;
}

/** The marks that have a product and a price; `undefined` on a sheet that is not laid out as this one. */
export function marksOn({ row, column, values }: UsedCells): readonly WrittenMark[] | undefined {
  const cell = (line: number, at: number): Found => values[line - 1 - row]?.[at - column] ?? '';
  if (MARK_HEADINGS.some((heading, at) => cell(HEADINGS_ROW, at) !== heading)) return undefined;
  return Array.from({ length: MARKS_MAX }, (_, index): WrittenMark => {
    const text = (at: number): string => String(cell(FIRST + index, at)).trim();
    return { market: text(0), load: text(1), product: text(2), price: cell(FIRST + index, 3) };
  }).filter(({ product, price }) => product !== '' && price !== '');
}
