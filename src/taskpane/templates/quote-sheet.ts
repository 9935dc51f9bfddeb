import { roleOf, ourDirection } from '../../domain/role';
import { quantityLeft, type Request } from '../../domain/request';
import { ACTION_TERMS } from '../quoting/bulk-columns';
import type { Content, SheetPlan } from '../excel/insertion';
import { KEYED_HEADINGS } from '../excel/results';
import {
  AMBER,
  AS_TEXT,
  CENTRED,
  DIFFERENCE,
  GREEN,
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
  RED,
  SECONDS,
  shortProduct,
  TITLE,
  wrongIn,
} from './cell-formats';
import { newestResult } from './newest-result';
import { isWaiting, lateBy, liveMark, unlessSignedOut } from './live-mark';

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
  ...['Direction', 'Price', 'Leg 2', 'Quantity', 'Live now', 'Check', 'Result'],
  ...['From reference', 'All-or-none', 'Action', 'Your price'],
  ...['Load', 'Market', 'Contract', 'Leg 1 initiator action', 'Leg 2 initiator action'],
  ...['Price unit', 'Quantity unit'],
];
/** Where Bulk writes its results, each with its request. */
const RESULTS = { first: 'Y', last: 'AC', row: FIRST };
/** What CHECKQUOTE says to a row, behind a column that parts it from the results. */
const CHECK = { level: 'AE', short: 'AF', says: 'AG' };
const CHECK_HEADINGS = ['Level', 'Short', 'Check in full'];
/** What Check says of a row that is not complete; what ends so is amber. */
const MISSING = { side: 'bid or ask?', price: 'price?', leg1: 'leg 1?', leg2: 'leg 2?' };
/** What Check says where the desk could not check. */
const UNKNOWN = 'not known now';
/** In place of the net price of a spread whose legs have several units. */
const BY_LEG = 'by leg';

const ABOUT =
  'Sends nothing: check and send in Bulk. Prices by leg (a standard spread: one net price), later ids below.';
const HOW = 'Swap: Price of the certificate, Leg 2 of the power. Reference: best quote, else a proposal.';

/** What Check says of an id that no request has. */
const NO_REQUEST = 'no such request';
/** 1 for each row that may still be quoted: one whose state is not known is no row less, and what stands in it still counts. */
const mayBeOpen = (rows: (column: string) => string): string =>
  `IF(ISERROR(${rows('B')}),IF(ISERROR(${rows('L')}),1,--(${rows('L')}<>"${NO_REQUEST}")),--(${rows('B')}="open"))`;
/** Where a cell is filled: an error of its own is no filling. */
const isFilled = (cells: string): string => `IF(ISERROR(${cells}),0,--(${cells}<>""))`;
const isWord = (cells: string, comparison: string): string => `IF(ISERROR(${cells}),0,--(${comparison}))`;

/**
 * What is typed on open requests together, as Bulk says it of what it sends, in two lines: certificates are none of power. Nothing is counted as none
 * where it is not known.
 */
function totals(rows: (column: string) => string): readonly (readonly Content[])[] {
  const [state, price, unit, live] = [rows('B'), rows('Q'), rows('X'), rows('K')];
  const count = (...tests: readonly string[]): string =>
    `SUMPRODUCT(${[mayBeOpen(rows), ...tests].join('*')})`;
  const unread = count(`ISERROR(${state})`);
  // Half a price is none, and what is wrong in a row is said there; of a request that was never read a price says nothing yet.
  const unpriced = count(`ISERROR(${rows('T')})`, `IF(ISERROR(${rows('H')}),1,--(${rows('H')}<>""))`);
  const sum = (is: string): string =>
    count(isFilled(price), isWord(unit, is), `IF(ISNUMBER(${rows('J')}),${rows('J')},0)`);
  const certificates = sum(`LEFT(${unit},11)="certificate"`);
  // Sooner than a quote is read back.
  const done = count(isWord(rows('M'), `${rows('M')}="done"`));
  const [level, short, check] = [rows(CHECK.level), rows(CHECK.short), rows('L')];
  const warnings = `(COUNTIF(${level},"warn")+COUNTIF(${check},"*~?"))`;
  // One that cannot be checked as it is typed has no level, and words.
  const refused = `SUMPRODUCT(ISERROR(${level})*ISTEXT(${short}))`;
  const errors = `(COUNTIF(${level},"block")+${refused})`;
  const unchecked = `COUNTIF(${check},"${UNKNOWN}")`;
  const known = (number: string, word: string, lost: string): string =>
    `IF(${lost}=0,${number}&" ${word}",IF(${number}=0,"${word} not known",${number}&" ${word}, "&${lost}&" not known"))`;
  const several = (number: string, word: string): string =>
    `IF(${number}=0,"",", "&${number}&" ${word}"&IF(${number}=1,"","s"))`;
  const typed = `${count(isFilled(price))}&" priced, "&ROUND(${sum(`${unit}="MW"`)},3)&" MW"&IF(${certificates}=0,"",", "&${certificates}&" cert.")`;
  return [
    [
      `=${known(`COUNTIF(${state},"open")`, 'open', unread)}&", "&IF(${unpriced}=0,${typed},"priced not known")`,
    ],
    [
      `=IF(${done}=0,"",${done}&" done, ")&${known(count(isFilled(live)), 'live', count(`ISERROR(${live})`))}&${several(warnings, 'warning')}&${several(errors, 'error')}&IF(${unchecked}=0,"",", "&${unchecked}&" unchecked")`,
    ],
  ];
}

/** Rows that were sent, and have nothing live any more, as after *Withdraw all*: what is typed in them has no mark of its own. */
function again(rows: (column: string) => string): Content {
  const isSent = `${mayBeOpen(rows)}*(${rows('M')}="done")*(${rows('K')}="")`;
  const isQuote = `(${rows('Q')}<>"")*((${rows('P')}="")+(${rows('P')}="quote"))`;
  // A row whose live quote is not known counts for nothing here.
  const count = `SUMPRODUCT(IFERROR(${isSent}*${isQuote},0))`;
  const says = `${count}&IF(${count}=1," row"," rows")&" would go out again by one press: sent before, not live now."`;
  return `=IF(${count}=0,"${HOW}",${says})`;
}

/** What this desk does with a swap is said of its certificate, and no other request has that word. */
const isSwapIn = (you: string): string => `RIGHT(${you},5)="cert."`;

/** Each row by itself: what is wrong in one, or changes there, touches no other. */
function rowFormulas(row: number): Record<'B' | 'E' | 'K' | 'Q' | 'R' | 'AE', readonly Content[]> {
  const ifId = (formula: string): string => `=IF($A${row}="","",${formula})`;
  const requestFields = (from: string, to: string): string =>
    `DESK.RFQ($A${row},${from}$${HEADINGS_ROW}:${to}$${HEADINGS_ROW})`;
  const [state, price, leg2] = [`B${row}`, `H${row}`, `I${row}`];
  const isSwap = isSwapIn(`D${row}`);
  const isByLeg = `(T${row}="spread")*ISNUMBER(SEARCH(" / ",W${row}))`;
  const isPrice = (cell: string): string => `(ISNUMBER(${cell})+(${cell}&""="0"))`;
  // Both or none, of a swap as well, as Bulk wants them.
  const ofLegs = `IF(${isPrice(price)}*${isPrice(leg2)}=0,"",IF(${isSwap},${price},IF(${isByLeg},"${BY_LEG}",DESK.SPREADPRICE(${price},${leg2},U${row},V${row}))))`;
  const hasLegs = `((T${row}="spread")+(${isSwap})>0)`;
  // A price of leg 2 alone is one of nothing, whatever the request is.
  const isHalf = `(IFERROR(${hasLegs}*(${leg2}=""),0)*(${price}<>"")+(${price}="")*(${leg2}<>"")>0)`;
  const isUnpriced = `(${price}&${leg2}="")`;
  const isOver = `IF(ISERROR(${state}),0,(${state}<>"")*(${state}<>"open"))`;
  const isOther = `(P${row}<>"")*(P${row}<>"quote")`;
  const action = `IF(P${row}="withdraw",IFERROR(IF(K${row}="","nothing live","withdraws"),"withdraws"),"see Bulk")`;
  const short = `${CHECK.short}${row}`;
  const [level, none] = [
    `${CHECK.level}${row}`,
    (cell: string) => `IF(${isWaiting(cell)},"loading","${UNKNOWN}")`,
  ];
  // Where CHECKQUOTE has no room, or Excel cannot call it, its first cell alone is an error and the others are empty.
  const told = `IF(ISERROR(${short}),${none(short)},IF(${short}="",${none(level)},${short}))`;
  return {
    B: [ifId(shortProduct(requestFields('B', 'D')))],
    // What is said beside a request that takes no quote any more would be no reference.
    E: [`=IF($B${row}="open",DESK.RFQ($A${row},E$${HEADINGS_ROW}:F$${HEADINGS_ROW}),"")`],
    K: [
      ifId(
        `IF(${isSwap},DESK.MYQUOTE($A${row},"leg 1 price"),IF(${isByLeg},IF(DESK.MYQUOTE($A${row},"count")=0,"","${BY_LEG}"),DESK.MYQUOTE($A${row})))`,
      ),
      ifId(
        `IF(${isOver},${state},IF(${isOther},${action},IF(${isUnpriced},"",IF(G${row}="","${MISSING.side}",IF(${isHalf},IF(${price}="",IF(IFERROR(${hasLegs},FALSE),"${MISSING.leg1}","${MISSING.price}"),"${MISSING.leg2}"),${told})))))`,
      ),
      `=${newestResult(`$A${row}`, RESULTS, (line) => `INDEX(${line},1,1)`)}`,
      `=IF(ISNUMBER(E${row})*ISNUMBER(Q${row}),Q${row}-E${row},"")`,
    ],
    Q: [`=IF(${price}="","",IF(${hasLegs},${ofLegs},IF(${leg2}="",${price},"")))`],
    R: [ifId(requestFields('R', 'X'))],
    AE: [
      `=IF(($A${row}="")+${isUnpriced}+(G${row}="")+${isHalf}+${isOver}+${isOther}>0,"",DESK.CHECKQUOTE($A${row},G${row},${price}:${leg2},J${row},,,"check, short, says"))`,
    ],
  };
}

/** What the desk already knows of a quote on this request: all but its price. */
function prepared(request: Request): Record<'A' | 'G' | 'J' | 'O', readonly Content[]> {
  const quantity = quantityLeft(request);
  const allOrNone = request.allOrNone === undefined ? '' : request.allOrNone ? 'yes' : 'no';
  return {
    A: [request.id],
    G: [ourDirection(request)],
    J: [quantity === undefined ? '' : Number(quantity)],
    O: [allOrNone],
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
    blocks: [rows('B', 'F'), rows('K', 'L'), rows('N'), rows('Q', 'X')],
  });
  const isOver = isOverIn(`$B${FIRST}`);
  const says = (level: string): string =>
    `IF(ISERROR($${CHECK.level}${FIRST}),FALSE,$${CHECK.level}${FIRST}="${level}")`;
  const isRefused = `IF(ISERROR($${CHECK.level}${FIRST}),ISTEXT($${CHECK.short}${FIRST}),FALSE)`;
  const formulas = Array.from({ length: last - FIRST + 1 }, (_, index) => rowFormulas(FIRST + index));
  return {
    name: 'Quote sheet',
    rowsInSight: HEADINGS_ROW,
    headingsWrap: true,
    columnsInSight: 3,
    // The state is said in Check where it is not open.
    hidden: ['B1', `${CHECK.level}1:${CHECK.short}1`],
    // All that a person types is in sight beside the pane.
    widthsPt: [
      ...[56, 36, 145.5, 48, 54, 29],
      ...[50, 46, 43, 47, 44, 75, 52],
      ...[57.5, 52, 42, 60],
      ...[54, 66, 92, 92, 92, 84, 72],
      ...[66, 300, 60, 110, 60],
      ...[12, 40, 90, 480],
    ],
    formats: [
      [rows('A'), AS_TEXT],
      [rows('E'), PRICE],
      [rows('F'), SECONDS],
      [rows('G'), AS_TEXT],
      [rows('H', 'I'), PRICE],
      [rows('K'), PRICE],
      [rows('N'), DIFFERENCE],
      [rows('J'), QUANTITY],
      [rows('O', 'P'), AS_TEXT],
      [rows('Q'), PRICE],
      ...mark.formats,
    ],
    contents: [
      ['A1', [['Quote sheet']]],
      ['A2', totals(rows)],
      ['D2', [[unlessSignedOut(ABOUT)], [again(rows)]]],
      [`A${HEADINGS_ROW}`, [[...HEADINGS, ...KEYED_HEADINGS, '', ...CHECK_HEADINGS]]],
      ...(ready.length > 0
        ? (['A', 'G', 'J', 'O'] as const).map(
            (column) => [`${column}${FIRST}`, ready.map((row) => row[column])] as const,
          )
        : []),
      ...(['B', 'E', 'K', 'Q', 'R', 'AE'] as const).map(
        (column) => [`${column}${FIRST}`, formulas.map((row) => row[column])] as const,
      ),
      ...mark.contents,
    ],
    looks: [
      ['A1', TITLE],
      ['A2:A3', NOTE],
      ['D2:D3', NOTE],
      [`A${HEADINGS_ROW}:${RESULTS.last}${HEADINGS_ROW}`, HEADING],
      [`${CHECK.level}${HEADINGS_ROW}:${CHECK.says}${HEADINGS_ROW}`, HEADING],
      [`E${HEADINGS_ROW}:F${HEADINGS_ROW}`, HEADING_OF_FIGURES],
      [`H${HEADINGS_ROW}:K${HEADINGS_ROW}`, HEADING_OF_FIGURES],
      [`N${HEADINGS_ROW}`, HEADING_OF_FIGURES],
      [`Q${HEADINGS_ROW}`, HEADING_OF_FIGURES],
      [inputs('A'), INPUT],
      [inputs('G', 'H'), INPUT],
      [inputs('J'), INPUT],
      [inputs('O', 'P'), INPUT],
      [`G${HEADINGS_ROW}:G${last}`, CENTRED],
      [`L${HEADINGS_ROW}:M${last}`, CENTRED],
      [rows('K'), { align: 'Right' }],
      [rows('Q'), { align: 'Right' }],
      [`O${HEADINGS_ROW}:O${last}`, CENTRED],
      [`R${HEADINGS_ROW}:R${last}`, CENTRED],
      ...mark.looks,
    ],
    rules: [
      [rows('G'), oneOf('bid', 'ask')],
      [rows('H', 'I'), priceRule(`H${FIRST}`)],
      [
        rows('J'),
        {
          formula: `=AND(ISNUMBER(J${FIRST}),J${FIRST}>0)`,
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
    bars: [rows('N')],
    alerts: [
      ['D3', { formula: '=ISNUMBER(FIND("go out again",$D$3))', colour: AMBER, bold: true }],
      // Yellow only where the request has that leg.
      [
        rows('I'),
        { formula: `=IFERROR(($T${FIRST}="spread")+(${isSwapIn(`$D${FIRST}`)})>0,FALSE)`, ...INPUT },
      ],
      [rows('L'), { formula: `=${says('not checked')}`, ...NOTE }],
      [rows('L'), { formula: `=OR(${says('ok')},${says('live')})`, colour: GREEN, bold: true }],
      [rows('L'), { formula: `=OR(${says('warn')},ISNUMBER(FIND("?",$L${FIRST})))`, colour: AMBER }],
      [rows('L'), { formula: `=OR(${says('block')},${isRefused})`, colour: RED }],
      ...['E', 'F', 'N'].map((column) => [rows(column), lateBy(`$F${FIRST}`)] as const),
      [rows('A', 'X'), { formula: isOver, ...OVER }],
      [rows('H', 'I'), wrongIn(isNoPrice(`H${FIRST}`))],
      [rows('J'), wrongIn(`=AND(J${FIRST}<>"",NOT(ISNUMBER(J${FIRST})))`)],
      ...mark.alerts,
    ],
  };
}
