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
  ...['Kind', 'Price', 'Leg 2', 'Price unit', 'Quantity', 'Unit', 'Live now', 'Check', 'Distance'],
  ...['Result', 'Direction', 'All-or-none', 'Action', 'Your price'],
  // Fields again.
  ...['Load', 'Market', 'Contract', 'Leg 1 initiator action', 'Leg 2 initiator action'],
  ...['Price units by leg', 'Quantity units by leg'],
];
/** Where Bulk writes its results, each with its request. */
const RESULTS = { first: 'AB', last: 'AF', row: FIRST };
/** What CHECKQUOTE says to a row, behind a column that parts it from the results. */
const CHECK = { level: 'AH', short: 'AI', says: 'AJ' };
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
  `IF(ISERROR(${rows('B')}),IF(ISERROR(${rows('N')}),1,--(${rows('N')}<>"${NO_REQUEST}")),--(${rows('B')}="open"))`;
/** Where a cell is filled: an error of its own is no filling. */
const isFilled = (cells: string): string => `IF(ISERROR(${cells}),0,--(${cells}<>""))`;
const isWord = (cells: string, comparison: string): string => `IF(ISERROR(${cells}),0,--(${comparison}))`;

/**
 * What is typed on open requests together, as Bulk says it of what it sends, in two lines: certificates are none of power. Nothing is counted as none
 * where it is not known.
 */
function totals(rows: (column: string) => string): readonly (readonly Content[])[] {
  const [state, price, unit, live] = [rows('B'), rows('T'), rows('AA'), rows('M')];
  const count = (...tests: readonly string[]): string =>
    `SUMPRODUCT(${[mayBeOpen(rows), ...tests].join('*')})`;
  const unread = count(`ISERROR(${state})`);
  // Half a price is none, and what is wrong in a row is said there; of a request that was never read a price says nothing yet.
  const unpriced = count(`ISERROR(${rows('W')})`, `IF(ISERROR(${rows('H')}),1,--(${rows('H')}<>""))`);
  const sum = (is: string): string =>
    count(isFilled(price), isWord(unit, is), `IF(ISNUMBER(${rows('K')}),${rows('K')},0)`);
  const certificates = sum(`LEFT(${unit},11)="certificate"`);
  // Sooner than a quote is read back.
  const done = count(isWord(rows('P'), `${rows('P')}="done"`));
  const [level, short, check] = [rows(CHECK.level), rows(CHECK.short), rows('N')];
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
  const isSent = `${mayBeOpen(rows)}*(${rows('P')}="done")*(${rows('M')}="")`;
  const isQuote = `(${rows('T')}<>"")*((${rows('S')}="")+(${rows('S')}="quote"))`;
  // A row whose live quote is not known counts for nothing here.
  const count = `SUMPRODUCT(IFERROR(${isSent}*${isQuote},0))`;
  const says = `"Sent before, nothing live now: "&${count}&IF(${count}=1," row"," rows")&". Sending quotes again; to leave a row out, clear its price."`;
  return `=IF(${count}=0,"${HOW}",${says})`;
}

/** What this desk does with a swap is said of its certificate, and no other request has that word. */
const isSwapIn = (you: string): string => `RIGHT(${you},5)="cert."`;

/** Beside a figure of leg 1, as short as a column is narrow. */
const unitOfLeg1 = (units: string): string =>
  `SUBSTITUTE(SUBSTITUTE(LEFT(${units},FIND(" / ",${units}&" / ")-1),"certificates","cert."),"certificate","cert.")`;

/** The side of a quote is what this desk does with leg 1 if it trades. */
const directionOf = (you: string): string =>
  `IFERROR(IF(LEFT(${you},3)="buy","bid",IF(LEFT(${you},4)="sell","ask","")),"")`;

const BLOCKS = ['B', 'E', 'G', 'J', 'L', 'T', 'U', 'Z', 'AH'] as const;

/** Each row by itself: what is wrong in one, or changes there, touches no other. */
function rowFormulas(row: number): Record<(typeof BLOCKS)[number], readonly Content[]> {
  const ifId = (formula: string): string => `=IF($A${row}="","",${formula})`;
  const requestFields = (from: string, to: string): string =>
    `DESK.RFQ($A${row},${from}$${HEADINGS_ROW}:${to}$${HEADINGS_ROW})`;
  const [state, price, leg2] = [`B${row}`, `H${row}`, `I${row}`];
  const isSwap = isSwapIn(`D${row}`);
  const isByLeg = `(W${row}="spread")*ISNUMBER(SEARCH(" / ",Z${row}))`;
  const isPrice = (cell: string): string => `(ISNUMBER(${cell})+(${cell}&""="0"))`;
  // Both or none, of a swap as well, as Bulk wants them.
  const ofLegs = `IF(${isPrice(price)}*${isPrice(leg2)}=0,"",IF(${isSwap},${price},IF(${isByLeg},"${BY_LEG}",DESK.SPREADPRICE(${price},${leg2},X${row},Y${row}))))`;
  const hasLegs = `((W${row}="spread")+(${isSwap})>0)`;
  // A price of leg 2 alone is one of nothing, whatever the request is.
  const isHalf = `(IFERROR(${hasLegs}*(${leg2}=""),0)*(${price}<>"")+(${price}="")*(${leg2}<>"")>0)`;
  const isUnpriced = `(${price}&${leg2}="")`;
  // Of a request that cannot be read the check says why, without a side too.
  const isSideless = `(Q${row}="")*NOT(ISERROR(D${row}))`;
  const isOver = `IF(ISERROR(${state}),0,(${state}<>"")*(${state}<>"open"))`;
  const isOther = `(S${row}<>"")*(S${row}<>"quote")`;
  const action = `IF(S${row}="withdraw",IFERROR(IF(M${row}="","nothing live","withdraws"),"withdraws"),"see Bulk")`;
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
    G: [`=IF($B${row}="open",SUBSTITUTE(DESK.RFQ($A${row},"reference kind"),"indicative","ind."),"")`],
    // A swap has the price of its certificate there, and what is priced by leg no single unit.
    J: [ifId(`IF((${isSwap})<${isByLeg},"${BY_LEG}",${unitOfLeg1(`Z${row}`)})`)],
    L: [
      ifId(unitOfLeg1(`AA${row}`)),
      ifId(
        `IF(${isSwap},DESK.MYQUOTE($A${row},"leg 1 price"),IF(${isByLeg},IF(DESK.MYQUOTE($A${row},"count")=0,"","${BY_LEG}"),DESK.MYQUOTE($A${row})))`,
      ),
      ifId(
        `IF(${isOver},${state},IF(${isOther},${action},IF(${isUnpriced},"",IF(${isSideless},"${MISSING.side}",IF(${isHalf},IF(${price}="",IF(IFERROR(${hasLegs},FALSE),"${MISSING.leg1}","${MISSING.price}"),"${MISSING.leg2}"),${told})))))`,
      ),
      `=IF(ISNUMBER(E${row})*ISNUMBER(T${row}),T${row}-E${row},"")`,
      `=${newestResult(`$A${row}`, RESULTS, (line) => `INDEX(${line},1,1)`)}`,
    ],
    T: [`=IF(${price}="","",IF(${hasLegs},${ofLegs},IF(${leg2}="",${price},"")))`],
    U: [ifId(requestFields('U', 'Y'))],
    Z: ['price unit', 'quantity unit'].map((field) => ifId(`DESK.RFQ($A${row},"${field}")`)),
    AH: [
      `=IF(($A${row}="")+${isUnpriced}+${isSideless}+${isHalf}+${isOver}+${isOther}>0,"",DESK.CHECKQUOTE($A${row},Q${row},${price}:${leg2},K${row},,,"check, short, says"))`,
    ],
  };
}

/** What the desk already knows of a quote on this request: all but its price. */
function prepared(request: Request): Record<'A' | 'K' | 'Q' | 'R', readonly Content[]> {
  const quantity = quantityLeft(request);
  const allOrNone = request.allOrNone === undefined ? '' : request.allOrNone ? 'yes' : 'no';
  return {
    A: [request.id],
    K: [quantity === undefined ? '' : Number(quantity)],
    Q: [ourDirection(request)],
    R: [allOrNone],
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
  // Below these it follows from what this desk does with the id that is typed.
  const typedSides = ready.length > 0 ? [`Q${FIRST}:Q${FIRST + ready.length - 1}`] : [];
  const mark = liveMark({
    word: 'E1',
    toldAt: 'F1',
    clock: 'Y1',
    awaited: rows('B', 'F'),
    ages: { area: rows('F'), says: 'K1' },
    blocks: [rows('B', 'G'), rows('J'), rows('L', 'O'), rows('T', 'AA')],
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
    // What a person types is in sight beside the pane, with its units.
    widthsPt: [
      ...[56, 36, 145.5, 45, 54, 27],
      ...[46, 44, 42, 50, 47, 28, 42, 75, 46],
      ...[52, 52, 57.5, 42, 60],
      ...[54, 66, 92, 92, 92, 110, 110],
      ...[66, 300, 60, 110, 60],
      ...[12, 40, 90, 480],
    ],
    formats: [
      [rows('A'), AS_TEXT],
      [rows('E'), PRICE],
      [rows('F'), SECONDS],
      [rows('H', 'I'), PRICE],
      [rows('M'), PRICE],
      [rows('O'), DIFFERENCE],
      [rows('K'), QUANTITY],
      [rows('R', 'S'), AS_TEXT],
      [rows('T'), PRICE],
      ...mark.formats,
    ],
    contents: [
      ['A1', [['Quote sheet']]],
      ['A2', totals(rows)],
      ['D2', [[unlessSignedOut(ABOUT)], [again(rows)]]],
      [`A${HEADINGS_ROW}`, [[...HEADINGS, ...KEYED_HEADINGS, '', ...CHECK_HEADINGS]]],
      ...(ready.length > 0
        ? (['A', 'K', 'Q', 'R'] as const).map(
            (column) => [`${column}${FIRST}`, ready.map((row) => row[column])] as const,
          )
        : []),
      [
        `Q${FIRST + ready.length}`,
        formulas
          .slice(ready.length)
          .map((_, index) => [`=${directionOf(`$D${FIRST + ready.length + index}`)}`]),
      ],
      ...BLOCKS.map((column) => [`${column}${FIRST}`, formulas.map((row) => row[column])] as const),
      ...mark.contents,
    ],
    looks: [
      ['A1', TITLE],
      ['A2:A3', NOTE],
      ['D2:D3', NOTE],
      [`A${HEADINGS_ROW}:${RESULTS.last}${HEADINGS_ROW}`, HEADING],
      [`${CHECK.level}${HEADINGS_ROW}:${CHECK.says}${HEADINGS_ROW}`, HEADING],
      [`E${HEADINGS_ROW}:F${HEADINGS_ROW}`, HEADING_OF_FIGURES],
      [`H${HEADINGS_ROW}:I${HEADINGS_ROW}`, HEADING_OF_FIGURES],
      [`K${HEADINGS_ROW}`, HEADING_OF_FIGURES],
      [`M${HEADINGS_ROW}`, HEADING_OF_FIGURES],
      [`O${HEADINGS_ROW}`, HEADING_OF_FIGURES],
      [`T${HEADINGS_ROW}`, HEADING_OF_FIGURES],
      [inputs('A'), INPUT],
      [inputs('H'), INPUT],
      [inputs('K'), INPUT],
      ...typedSides.map((area) => [area, INPUT] as const),
      [inputs('R', 'S'), INPUT],
      [`Q${HEADINGS_ROW}:Q${last}`, CENTRED],
      [`P${HEADINGS_ROW}:P${last}`, CENTRED],
      ...['G', 'J', 'L'].flatMap(
        (column) =>
          [
            [`${column}${HEADINGS_ROW}:${column}${last}`, CENTRED],
            [rows(column), NOTE],
          ] as const,
      ),
      [rows('M'), { align: 'Right' }],
      [rows('T'), { align: 'Right' }],
      [`R${HEADINGS_ROW}:R${last}`, CENTRED],
      [`U${HEADINGS_ROW}:U${last}`, CENTRED],
      ...mark.looks,
    ],
    rules: [
      ...typedSides.map((area) => [area, oneOf('bid', 'ask')] as const),
      [rows('H', 'I'), priceRule(`H${FIRST}`)],
      [
        rows('K'),
        {
          formula: `=AND(ISNUMBER(K${FIRST}),K${FIRST}>0)`,
          title: 'Not a quantity',
          sentence: 'Type a number above 0 in the unit beside it.',
        },
      ],
      [rows('R'), oneOf('yes', 'no')],
      [
        rows('S'),
        {
          words: Object.values(ACTION_TERMS),
          title: 'Not an action',
          sentence: 'Choose from the list. Empty means quote.',
        },
      ],
    ],
    bars: [rows('O')],
    alerts: [
      ['D3', { formula: '=LEFT($D$3,11)="Sent before"', colour: AMBER, bold: true }],
      // Yellow only where the request has that leg.
      [
        rows('I'),
        { formula: `=IFERROR(($W${FIRST}="spread")+(${isSwapIn(`$D${FIRST}`)})>0,FALSE)`, ...INPUT },
      ],
      [rows('N'), { formula: `=${says('not checked')}`, ...NOTE }],
      [rows('N'), { formula: `=OR(${says('ok')},${says('live')})`, colour: GREEN, bold: true }],
      [rows('N'), { formula: `=OR(${says('warn')},ISNUMBER(FIND("?",$N${FIRST})))`, colour: AMBER }],
      [rows('N'), { formula: `=OR(${says('block')},${isRefused})`, colour: RED }],
      ...['E', 'F', 'G', 'O'].map((column) => [rows(column), lateBy(`$F${FIRST}`)] as const),
      [rows('A', 'AA'), { formula: isOver, ...OVER }],
      [rows('H', 'I'), wrongIn(isNoPrice(`H${FIRST}`))],
      [rows('K'), wrongIn(`=AND(K${FIRST}<>"",NOT(ISNUMBER(K${FIRST})))`)],
      ...mark.alerts,
    ],
  };
}
