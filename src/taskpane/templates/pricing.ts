import { loadNamed } from '../../domain/delivery/load';
import { marketNamed } from '../../domain/delivery/markets';
import { periodText } from '../../domain/delivery/product';
import type { Leg } from '../../domain/leg';
import { isSwap, type Request } from '../../domain/request';
import type { Content, Rule, SheetPlan } from '../excel/insertion';
import type { Content as Found, UsedCells } from '../excel/reading';
import {
  AMBER,
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
  ...['Request', 'You', 'Delivery', 'Curve 1', 'Curve 2', 'Fair', 'Margin', 'Quote'],
  // What Bulk sends, under the names that it reads; Quantity, Check and Says are fields of CHECKQUOTE too, which takes them from here.
  ...['Direction', 'Price', 'Leg 2', 'Reference', 'From ref.', 'Quantity', 'Check', 'Says', 'Shape'],
  // Room for the results of Bulk.
  ...['', '', '', '', '', ''],
  // Fields of RFQ, which the formulas take from these headings.
  ...['Contract', 'Leg 1 market', 'Leg 1 load-profile', 'Leg 1 start', 'Leg 1 end', 'Leg 1 action'],
  ...['Leg 2 market', 'Leg 2 load-profile', 'Leg 2 start', 'Leg 2 end', 'Leg 2 action'],
  ...['Delivery 1', 'Delivery 2', 'Shape 1', 'Shape 2'],
];

const ABOUT =
  'Marks become curves, and these a fair price for each request, checked as the pane would. It sends nothing: check and send its quotes in Bulk.';
const HOW =
  'Type a price beside each mark; marks may overlap. Shape: what is taken at the flat price of a wider mark; a spread within one has no shape, and no quote.';
const MARGIN =
  'Type your margin: Quote is net, fair and margin on your side; without a margin there is none. Price and Leg 2 are that quote by leg.';
const FOLLOWING = 'Margin of new requests (empty: no quote)';
/** Where that margin is typed. */
const NEW_MARGIN = '$L$1';
const NO_SHAPE = '"no shape"';
const NO_SECOND_MARK = '"no mark for leg 2"';
/** The open requests with their standing, below headings of their own, and beside them those that no curve could price when the sheet was made. */
const LISTED = { ids: 'AS', standing: 'AT', leftOut: 'AV' };

/** Below the rows that a person fills in: requests to quote that are in none of them, and how many more there are. */
function followingIds(lastTyped: number): {
  readonly ids: readonly (readonly Content[])[];
  readonly more: Content;
} {
  const typed = `$F$${FIRST}:$F$${lastTyped}`;
  const column = (name: string): string => `$${name}$${HEADINGS_ROW}:$${name}$${FIRST + LISTED_MAX}`;
  const { ids, standing, leftOut } = LISTED;
  const isNotIn = (area: string): string => `ISNA(MATCH(${column(ids)},${area},0))`;
  const isToQuote = `((${column(standing)}="to quote")+(${column(standing)}="quoted"))`;
  const isNew = `${isToQuote}*${isNotIn(typed)}*${isNotIn(column(leftOut))}`;
  const one = (at: number): string => `=IFERROR(INDEX(FILTER(${column(ids)},${isNew}),${at + 1}),"")`;
  const left = `SUMPRODUCT(${isNew})-${FOLLOWING_ROWS}`;
  return {
    ids: Array.from({ length: FOLLOWING_ROWS }, (_, at) => [one(at)]),
    more: `=IFERROR(IF(${left}>0,${left}&" more to quote: insert another sheet.",""),"")`,
  };
}

/** The first columns of formulas that stand side by side. */
const STARTS = ['G', 'M', 'S', 'V', 'AC', 'AN'] as const;

/** The cells of its product, market and load. */
type Delivery = readonly [string, string, string];

/** Each row of a request by itself. Marks are taken from the whole list. */
function rowFormulas(row: number, margin: string): Record<(typeof STARTS)[number], readonly Content[]> {
  const list = (column: string): string => `$${column}$${FIRST}:$${column}$${LAST_MARK}`;
  const ifId = (formula: string): string => `=IF($F${row}="","",${formula})`;
  const isMark = ([, market, load]: Delivery): string =>
    `(${list('A')}=${market})*(${list('B')}=${load})*(${list('D')}<>"")`;
  const strip = ([product, market, load]: Delivery, field = ''): string => {
    const marks = `FILTER($C$${FIRST}:$D$${LAST_MARK},${isMark([product, market, load])})`;
    return `DESK.STRIP(${product},${marks},${load},${market}${field})`;
  };
  const priceOf = (leg: Delivery): string =>
    `IF(SUMPRODUCT(${isMark(leg)})=0,"no price of "&${leg[1]}&" "&${leg[2]},${strip(leg)})`;
  // Where there is no price there is no shape to ask for: it would be one more error, that nobody sees.
  const shape = (leg: Delivery, price: string): string =>
    `=IF(ISNUMBER(${price}),${strip(leg, ',"note"')},"")`;
  const name = (market: string, start: string, end: string): string =>
    `=IF(${market}="","",DESK.PRODUCT(${start},${end},"name"))`;
  const first = [`AN${row}`, `AD${row}`, `AE${row}`] as const;
  const second = [`AO${row}`, `AI${row}`, `AJ${row}`] as const;
  const [actions, contract] = [`AH${row},AM${row}`, `AC${row}`];
  // An EFP: its two legs differ in how they are cleared, and one mark prices them alike.
  const isOneProduct = `(AD${row}=AI${row})*(AE${row}=AJ${row})*(AN${row}=AO${row})`;
  const bothCurves = `ISNUMBER(I${row})*ISNUMBER(J${row})`;
  // Between two parts of one curve the price is the shape, and that is not known.
  const isShape = `(AD${row}=AI${row})*(AE${row}=AJ${row})*(V${row}<>"")`;
  const net = `DESK.SPREADPRICE(N(I${row}),N(J${row}),${actions})`;
  // Of a spread it says both: what this desk does with leg 1 comes first.
  const isSelling = `LEFT(G${row},4)="sell"`;
  const isPriced = `ISNUMBER(K${row})*ISNUMBER(${margin})`;
  const ifPriced = (formula: string): string => `=IF(${isPriced},${formula},"")`;
  return {
    G: [
      ifId(`DESK.RFQ($F${row},"you")`),
      ifId(`AN${row}&IF(AO${row}="","","/"&AO${row})`),
      `=IF(${first[0]}="","",${priceOf(first)})`,
      `=IF(${second[0]}="","",IF(${isOneProduct},${NO_SECOND_MARK},${priceOf(second)}))`,
      ifId(
        `IF(${contract}="single",IF(ISNUMBER(I${row}),I${row},""),IF(${bothCurves},IF(${isShape},${NO_SHAPE},${net}),""))`,
      ),
    ],
    M: [
      `=IF(K${row}=${NO_SHAPE},K${row},IF(${isPriced},ROUND(N(K${row})+IF(${isSelling},1,-1)*N(${margin}),2),""))`,
      ifPriced(`IF(${isSelling},"ask","bid")`),
      ifPriced(`IF(${contract}="spread",DESK.LEGPRICE(M${row},P${row},2,${actions}),M${row})`),
      `=IF(${isPriced}*(${contract}="spread"),ROUND(J${row},2),"")`,
      ifId(`DESK.RFQ($F${row},"reference")`),
      `=IF(ISNUMBER(M${row})*ISNUMBER(Q${row}),M${row}-Q${row},"")`,
    ],
    S: [
      `=IF(O${row}="","",DESK.CHECKQUOTE($F${row},N${row},O${row}:P${row},,K${row},,S$${HEADINGS_ROW}:U$${HEADINGS_ROW}))`,
    ],
    V: [ifId(`AP${row}&IF((AP${row}<>"")*(AQ${row}<>""),"; ","")&AQ${row}`)],
    AC: [ifId(`DESK.RFQ($F${row},AC$${HEADINGS_ROW}:AM$${HEADINGS_ROW})`)],
    AN: [
      name(`AD${row}`, `AF${row}`, `AG${row}`),
      name(`AI${row}`, `AK${row}`, `AL${row}`),
      shape(first, `I${row}`),
      shape(second, `J${row}`),
    ],
  };
}

/** For cells that only formulas fill. */
const MOVES: Rule = {
  formula: '=FALSE',
  title: 'This row moves',
  sentence: 'It follows new requests. Type the id into a yellow row of column F, and its margin beside it.',
};

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
  const mark = liveMark({ word: 'F1', toldAt: 'G1', clock: 'E1', blocks: [rows('G', 'K'), rows('M', 'V')] });
  // A margin that is typed in a row that moves would be that of whatever request comes there next.
  const formulas = Array.from({ length: lastRequest - FIRST + 1 }, (_, index) =>
    rowFormulas(FIRST + index, FIRST + index > lastTyped ? NEW_MARGIN : `L${FIRST + index}`),
  );
  const follows = (column: string): string => `${column}${lastTyped + 1}:${column}${lastRequest}`;
  const following = followingIds(lastTyped);
  return {
    name: NAME,
    rowsInSight: HEADINGS_ROW,
    widthsPt: [
      ...[54, 48, 66, 54, 12],
      ...[60, 60, 96, 96, 96, 60, 48, 60],
      ...[54, 54, 54, 60, 54, 54, 48, 220, 220],
      ...[72, 160, 60, 96, 12, 12],
      ...[88, 72, 96, 72, 72, 72, 72, 96, 72, 72, 72, 66, 66, 96, 96],
    ],
    formats: [
      [marks('A', 'C'), AS_TEXT],
      [marks('D'), PRICE],
      [typed('F'), AS_TEXT],
      [rows('I', 'K'), COMPUTED],
      [rows('L', 'M'), PRICE],
      [rows('O', 'Q'), PRICE],
      ['L1', PRICE],
      [rows('R'), DIFFERENCE],
      [rows('AF', 'AG'), DAY],
      [rows('AK', 'AL'), DAY],
      ...mark.formats,
    ],
    contents: [
      ['A1', [['Pricing'], [ABOUT], [HOW], [MARGIN]]],
      [`A${HEADINGS_ROW}`, [HEADINGS]],
      ...(wanted.length > 0
        ? ([[`A${FIRST}`, wanted.map(({ market, load, product }) => [market, load, product])]] as const)
        : []),
      ...(requests.length > 0 ? ([[`F${FIRST}`, requests.map(({ id }) => [id])]] as const) : []),
      ...STARTS.map((column) => [`${column}${FIRST}`, formulas.map((row) => row[column])] as const),
      [`F${lastTyped + 1}`, following.ids],
      [
        `L${lastTyped + 1}`,
        Array.from({ length: FOLLOWING_ROWS }, () => [`=IF(${NEW_MARGIN}="","",${NEW_MARGIN})`]),
      ],
      // Beside the requests and not below them, where Bulk reads ids.
      [`G${lastRequest + 1}`, [[following.more]]],
      // Its headings stand above those of the table, where no column is read by them.
      [`${LISTED.ids}${HEADINGS_ROW - 1}`, [['=DESK.RFQS(,,,,,"request-id, standing")']]],
      ...(leftOut.length > 0 ? [[`${LISTED.leftOut}${FIRST}`, leftOut.map(({ id }) => [id])] as const] : []),
      ['K1', [[FOLLOWING]]],
      ...mark.contents,
    ],
    looks: [
      ['A1', TITLE],
      ['A2:A4', NOTE],
      [`A${HEADINGS_ROW}:D${HEADINGS_ROW}`, HEADING],
      [`D${HEADINGS_ROW}`, HEADING_OF_FIGURES],
      [`F${HEADINGS_ROW}:V${HEADINGS_ROW}`, HEADING],
      [`I${HEADINGS_ROW}:M${HEADINGS_ROW}`, HEADING_OF_FIGURES],
      [`O${HEADINGS_ROW}:S${HEADINGS_ROW}`, HEADING_OF_FIGURES],
      [`AC${HEADINGS_ROW}:AQ${HEADINGS_ROW}`, NOTE],
      [rows('AC', 'AQ'), NOTE],
      [`A${FIRST}:D${lastMark}`, INPUT],
      [typed('F'), INPUT],
      [typed('L'), INPUT],
      ['L1', INPUT],
      ['K1', { ...NOTE, align: 'Right' }],
      [`${LISTED.ids}${HEADINGS_ROW - 1}:${LISTED.leftOut}${FIRST + LISTED_MAX}`, NOTE],
      [rows('K'), RESULT],
      [rows('M'), RESULT],
      ...mark.looks,
    ],
    rules: [
      [marks('D'), priceRule(`D${FIRST}`)],
      [typed('L'), priceRule(`L${FIRST}`)],
      ['L1', priceRule('L1')],
      [follows('F'), MOVES],
      [follows('L'), MOVES],
    ],
    alerts: [...mark.alerts, [rows('K'), { formula: `=$V${FIRST}<>""`, colour: AMBER }]],
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
