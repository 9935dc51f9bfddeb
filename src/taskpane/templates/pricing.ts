import { marksOf, type WantedMark } from '../../domain/delivery/request-marks';
import type { Request } from '../../domain/request';
import type { Content, Rule, SheetPlan } from '../excel/insertion';
import type { Content as Found, UsedCells } from '../excel/reading';
import { KEYED_HEADINGS } from '../excel/results';
import {
  AMBER,
  AS_TEXT,
  CENTRED,
  COMPUTED,
  DAY,
  DIFFERENCE,
  EDGE,
  FOLLOWS,
  GREEN,
  HEADING,
  HEADING_OF_FIGURES,
  INPUT,
  NOTE,
  isOverIn,
  OVER,
  isNoPrice,
  PRICE,
  priceRule,
  QUANTITY,
  RED,
  RESULT,
  SECONDS,
  TITLE,
  wrongIn,
} from './cell-formats';
import { isClash, isInClash } from './mark-clash';
import { newestResult } from './newest-result';
import { isWaiting, liveMark, LOADING, NOT_LIVE, unlessSignedOut } from './live-mark';
import { requestsToQuote } from './quote-sheet';

const HEADINGS_ROW = 5;
const FIRST = HEADINGS_ROW + 1;
/** Marks that fit. */
const MARKS_MAX = 40;
const LAST_MARK = FIRST + MARKS_MAX - 1;
/** Each row of a request has some thirty formulas. */
const REQUESTS_MAX = 30;
/** A new sheet invites to fill in some more than it has. */
const SPARE_ROWS = 6;
/** Rows for requests that come later. */
const LATER_ROWS = 8;
/** More open requests than these are not looked through. */
const LISTED_MAX = 500;

const NAME = 'Pricing';
const MARK_HEADINGS = ['Market', 'Load', 'Mark', 'Price'];
const HEADINGS = [
  // What is wrong with a mark stands in a column without a heading: one would join the two tables.
  ...[...MARK_HEADINGS, ''],
  ...['Request', 'Product', 'You', 'Fair', 'Margin', 'Quote', 'Edge', 'Says'],
  // What Bulk sends, under the names that it reads.
  ...[
    'Direction',
    'Price',
    'Leg 2',
    'Quantity',
    'Reference',
    'From reference',
    'Curve 1',
    'Curve 2',
    'Shape',
    // Of the reference, from whose list it is and how old.
    ...['Reference kind', 'Age'],
  ],
  // What Says begins with, whole; nothing stands behind it.
  'In full',
  // What Bulk did for the request of the row; nothing that it writes stands beside a row, which moves.
  'Result',
  // These two tables are not one.
  ...['', ''],
  // Fields of RFQ, which the formulas take from these headings. From here on columns are hidden.
  ...['Contract', 'Leg 1 market', 'Leg 1 load-profile', 'Leg 1 start', 'Leg 1 end', 'Leg 1 action'],
  ...['Leg 2 market', 'Leg 2 load-profile', 'Leg 2 start', 'Leg 2 end', 'Leg 2 action', 'State'],
  ...['Delivery 1', 'Delivery 2', 'Shape 1', 'Shape 2', 'Without 1', 'Without 2'],
  // Fields of CHECKQUOTE.
  ...['Check', 'Says', 'Quantity', 'Short'],
  'Why no quote',
];
/** Where Bulk writes its results, each with its request. */
const RESULTS = { first: 'BE', last: 'BI' };
const HELPERS = { first: 'AC', last: RESULTS.last };
/** The last column that stays in sight, with the request's id. */
const ID_COLUMN = 6;

const ABOUT =
  'Marks make curves, these a fair price for each request. It sends nothing: check and send in Bulk.';
const HOW =
  'Type prices beside the marks, a margin in J1. Grey rows follow what is open; yellow take your ids.';
const FOLLOWING = 'Default margin';
/** Where that margin is typed. */
const DEFAULT_MARGIN = '$J$1';
/** Where the first mark with a fault stands in the list; 0 where there is none. */
const FAULT = '$AC$4';
/** The open requests with their standing, what curves need for them and this desk's role, below headings of their own. */
const LISTED = { ids: 'BA', standing: 'BB', marks: 'BC', role: 'BD' };

/** Requests to quote that a curve can price and no person has typed, and how many more there are. */
function followingIds(
  typed: string,
  rows: number,
): {
  readonly ids: readonly (readonly Content[])[];
  readonly more: Content;
} {
  const column = (name: string): string => `$${name}$${HEADINGS_ROW}:$${name}$${FIRST + LISTED_MAX}`;
  const { ids, standing, marks, role } = LISTED;
  const isNotTyped = `*ISNA(MATCH(${column(ids)},${typed},0))`;
  // While the platform is away nobody's standing is known, and the role, which lasts, keeps the rows.
  const isToQuote = `IF(ISERROR(${column(standing)}),--(${column(role)}="recipient"),(${column(standing)}="to quote")+(${column(standing)}="quoted"))`;
  const isNew = `${isToQuote}*IFERROR(--(${column(marks)}<>""),0)${isNotTyped}`;
  const one = (at: number): string => `=IFERROR(INDEX(FILTER(${column(ids)},${isNew}),${at + 1}),"")`;
  const left = `SUMPRODUCT(${isNew})-${rows}`;
  return {
    ids: Array.from({ length: rows }, (_, at) => [one(at)]),
    more: `=IFERROR(IF(${left}>0,${left}&" more requests: open a second Pricing sheet.",""),"")`,
  };
}

// The first sentence of each stands in Says, which is narrow, and there without its dot.
const NO_SHAPE = '"Both legs off one mark. Add a mark per period."';
const SWAP = '"Swaps are not priced here. Quote them on the pane."';
/** As the note of STRIP names the mark that a price is flat from. */
const FLAT_FROM = '" is flat from "';
const NO_SECOND_MARK = '"No mark for leg 2. One would price both legs alike."';
/** In place of an error, which says its reason to a pointer alone. */
const NONE_LIVE = '"Not live. The market is not known now."';
const NONE_YET = '"Loading."';
const NOT_KNOWN = '"Not known now. Point at the error in this row to read why."';
const MISPLACED = '"No margin in a row that moves. Type id and margin into yellow cells."';

/** The first columns of formulas that stand side by side. */
const STARTS = ['G', 'I', 'K', 'T', 'W', 'Y', 'Z', 'AC', 'AO', 'AU', 'AY'] as const;

/** The cells of its product, market and load. */
type Delivery = readonly [string, string, string];

const list = (column: string): string => `$${column}$${FIRST}:$${column}$${LAST_MARK}`;
const quoted = (cell: string): string => `“"&${cell}&"”`;

/** Which marks are of the same curve and have a price. */
const isMark = ([, market, load]: Delivery): string =>
  `(${list('A')}=${market})*(${list('B')}=${load})*(${list('D')}<>"")`;
function strip([product, market, load]: Delivery, field = ''): string {
  const marks = `FILTER($C$${FIRST}:$D$${LAST_MARK},${isMark([product, market, load])})`;
  return `DESK.STRIP(${product},${marks},${load},${market}${field})`;
}

/** Each row of a request by itself. Marks are taken from the whole list. `isFollowing`: nothing is typed in it. */
function rowFormulas(row: number, isFollowing: boolean): Record<(typeof STARTS)[number], readonly Content[]> {
  const ifId = (formula: string): string => `=IF($F${row}="","",${formula})`;
  const priceOf = (leg: Delivery): string => `IF(SUMPRODUCT(${isMark(leg)})=0,"",IFERROR(${strip(leg)},""))`;
  // Where there is no price there is no shape to ask for: it would be one more error, that nobody sees.
  const shape = (leg: Delivery, price: string): string =>
    `=IF(ISNUMBER(${price}),${strip(leg, ',"note"')},"")`;
  const why = (leg: Delivery, price: string): string => {
    const [product, market, load] = leg;
    const words = `"No price: "&TRIM(${market}&" "&${load})&" "&${product}&"."`;
    // Where marks contradict each other, which stand there, that comes first.
    const told = `LET(why,${strip(leg, ',"why"')},IF(${isClash('why')},why&" "&${words},${words}&" "&why))`;
    const isNone = `SUMPRODUCT(${isMark(leg)})=0`;
    const unread = `${isMark(leg)}*NOT(ISNUMBER(${list('D')}))*(${list('D')}&""<>"0")`;
    // One price that is none leaves the whole curve without a price.
    const noNumber = `IFERROR("Row "&INDEX(FILTER(ROW(${list('D')}),${unread}),1)&" of the marks: no number.","")`;
    const other = `IF(${isNone},${words}&" Type it beside a mark.",${told})`;
    return `IF(ISNUMBER(${price}),"",IF(${noNumber}="",${other},${noNumber}))`;
  };
  const name = (market: string, start: string, end: string): string =>
    `=IF(${market}="","",DESK.PRODUCT(${start},${end},"name"))`;
  const first = [`AO${row}`, `AD${row}`, `AE${row}`] as const;
  const second = [`AP${row}`, `AI${row}`, `AJ${row}`] as const;
  const [actions, contract] = [`AH${row},AM${row}`, `AC${row}`];
  const [reason, check] = [`AY${row}`, `AU${row}`];
  const isOneCurve = `(AD${row}=AI${row})*(AE${row}=AJ${row})`;
  // An EFP: its two legs differ in how they are cleared, and one mark prices them alike.
  const isOneProduct = `${isOneCurve}*(AO${row}=AP${row})`;
  const bothCurves = `ISNUMBER(T${row})*ISNUMBER(U${row})`;
  // Between two parts of one curve the price is the shape, and that is not known.
  const isShape = `(${contract}<>"single")*${isOneCurve}*(V${row}<>"")`;
  // Which mark a note says the price of a leg is flat from; nothing of an empty note.
  const source = (note: string): string => `MID(${note},FIND(${FLAT_FROM},${note}&${FLAT_FROM}),99)`;
  const whyNoShape = `IF(${source(`AQ${row}`)}=${source(`AR${row}`)},${NO_SHAPE},V${row}&" Add a mark per period.")`;
  // Of swaps this is the certificate's side alone, and no other request has that word.
  const isSwap = `RIGHT(H${row},5)="cert."`;
  // The check reads no price of a request that there is none of.
  const isNone = `IF(ISNA(${contract}),IFERROR(DESK.CHECKQUOTE($F${row},,0,,,,"short")="no such request",FALSE),FALSE)`;
  const noRequest = `"There is no request "&$F${row}&". Check the id."`;
  const isNoId = `IFERROR(ERROR.TYPE(${contract})=3,FALSE)`;
  const noId = `"${quoted(`$F${row}`)} is no id. Type one of a request, such as RQ-10293."`;
  const net = `DESK.SPREADPRICE(N(T${row}),N(U${row}),${actions})`;
  // Of a spread it says both: what this desk does with leg 1 comes first.
  const isSelling = `LEFT(H${row},4)="sell"`;
  // Where a person types it is the row's own, else the default; a row that moves has the default in its cell.
  const margin = isFollowing
    ? { isNumber: `ISNUMBER(J${row})`, value: `N(J${row})`, isNone: `J${row}=""`, text: `J${row}` }
    : {
        isNumber: `(IF(J${row}="",ISNUMBER(${DEFAULT_MARGIN}),ISNUMBER(J${row})))`,
        value: `IF(J${row}="",N(${DEFAULT_MARGIN}),N(J${row}))`,
        isNone: `(J${row}="")*(${DEFAULT_MARGIN}="")`,
        text: `IF(J${row}="",${DEFAULT_MARGIN},J${row})`,
      };
  const isPriced = `ISNUMBER(I${row})*${margin.isNumber}*(${reason}="")`;
  const ifPriced = (formula: string): string => `=IF(${isPriced},${formula},"")`;
  // A row that moves takes its margin from one cell alone: what is typed in it would be that of whatever request comes there next.
  const isMisplaced = `J${row}&""<>IF($F${row}="","",${DEFAULT_MARGIN}&"")`;
  const unlessMisplaced = (reason: string): string =>
    isFollowing ? `=IF(${isMisplaced},${MISPLACED},${reason.slice(1)})` : reason;
  // As the quote sheet says it where the check has words, else the first sentence of why there is none.
  const short = `IF(IF(ISERROR(${check}),FALSE,(${reason}="")*(${check}<>"")),AX${row},IFERROR(LEFT(Y${row},FIND(". ",Y${row}&" ")-1),Y${row}))`;
  const noMargin = `IF(${margin.isNone},"No margin. Type the default above, or one beside an id in a yellow row.",IF(${margin.isNumber},"","Margin ${quoted(margin.text)} is no number."))`;
  return {
    // How the legs of an EFP are cleared has no room here, and no curve goes by it.
    G: [
      ifId(
        `LET(told,DESK.RFQ($F${row},G$${HEADINGS_ROW}:H$${HEADINGS_ROW}),LEFT(told,FIND(" EFP ",told&" EFP ")+3))`,
      ),
    ],
    I: [
      ifId(
        `IF(${contract}="single",IF(ISNUMBER(T${row}),T${row},""),IF(${bothCurves},IF(${isShape},"",${net}),""))`,
      ),
      ...(isFollowing ? [ifId(`IF(${DEFAULT_MARGIN}="","",${DEFAULT_MARGIN})`)] : []),
    ],
    K: [
      ifPriced(`ROUND(N(I${row})+IF(${isSelling},1,-1)*${margin.value},2)`),
      // What the quote earns over the fair price, on either side.
      `=IF(ISNUMBER(K${row})*ISNUMBER(I${row}),(K${row}-I${row})*IF(${isSelling},1,-1),"")`,
      // When and how the last press on it ended comes first.
      `=IF(Z${row}="","",LEFT(Z${row},FIND(": ",Z${row}&": ")-1)&IF(Y${row}="","","; "))&${short}`,
      ifPriced(`IF(${isSelling},"ask","bid")`),
      ifPriced(`IF(${contract}="spread",DESK.LEGPRICE(K${row},P${row},2,${actions}),K${row})`),
      ifPriced(`IF(${contract}="spread",ROUND(U${row},2),"")`),
      // An error of the check is one here too: an empty quantity would be sent as all that is left.
      `=IF(${check}="","",AW${row})`,
      ifId(`DESK.RFQ($F${row},"reference")`),
      `=IF(ISNUMBER(K${row})*ISNUMBER(R${row}),K${row}-R${row},"")`,
    ],
    T: [
      `=IF(${first[0]}="","",${priceOf(first)})`,
      `=IF(${second[0]}="","",IF(${isOneProduct},"",${priceOf(second)}))`,
      ifId(`AQ${row}&IF((AQ${row}<>"")*(AR${row}<>"")," ","")&AR${row}`),
    ],
    W: [ifId(`IF(AN${row}="open",DESK.RFQ($F${row},W$${HEADINGS_ROW}:X$${HEADINGS_ROW}),"")`)],
    Y: [
      `=IFERROR(IF(${reason}<>"",${reason},IF(${check}="","",AV${row})),IF($F$1="${NOT_LIVE}",${NONE_LIVE},IF(($F$1="${LOADING}")+${isWaiting(contract)}+${isWaiting(check)}>0,${NONE_YET},IF(${isNone},${noRequest},${NOT_KNOWN}))))`,
    ],
    Z: [
      `=${newestResult(
        `$F${row}`,
        { ...RESULTS, row: FIRST },
        (line) =>
          `INDEX(${line},1,1)&" "&HOUR(INDEX(${line},1,4))&":"&RIGHT("0"&MINUTE(INDEX(${line},1,4)),2)&IF(INDEX(${line},1,2)="","",": "&INDEX(${line},1,2))`,
      )}`,
    ],
    AC: [ifId(`DESK.RFQ($F${row},AC$${HEADINGS_ROW}:AN$${HEADINGS_ROW})`)],
    AO: [
      name(`AD${row}`, `AF${row}`, `AG${row}`),
      name(`AI${row}`, `AK${row}`, `AL${row}`),
      shape(first, `T${row}`),
      shape(second, `U${row}`),
      ifId(
        `IF(${isSwap},${SWAP},IF((${first[0]}="")+(${first[2]}="")>0,"No curve prices this. Quote it on the pane.",IF((${second[0]}<>"")*${isOneProduct},${NO_SECOND_MARK},${why(first, `T${row}`)})))`,
      ),
      `=IF(${second[0]}="","",IF(${isOneProduct},"",${why(second, `U${row}`)}))`,
    ],
    AU: [
      `=IF(K${row}="","",DESK.CHECKQUOTE($F${row},N${row},O${row}:P${row},,I${row},,AU$${HEADINGS_ROW}:AX$${HEADINGS_ROW}))`,
    ],
    AY: [
      unlessMisplaced(
        ifId(
          `IF(${isNoId},${noId},IF(AN${row}<>"open",UPPER(LEFT(AN${row},1))&MID(AN${row},2,99)&".",IF(H${row}="","Your side is not known.",` +
            `IF(AS${row}<>"",AS${row},IF(AT${row}<>"",AT${row},IF(${bothCurves}*${isShape},${whyNoShape},${noMargin}))))))`,
        ),
      ),
    ],
  };
}

/** What is wrong with a mark, in a word. Nothing else would say that no price comes of it. */
function markFault(row: number, lastRequest: number): Content {
  const [market, load, product, price] = [`$A${row}`, `$B${row}`, `$C${row}`, `$D${row}`] as const;
  const legs = (column: string): string => `$${column}$${FIRST}:$${column}$${lastRequest}`;
  const isRefused = (formula: string): string => `IFERROR(ERROR.TYPE(${formula})=3,FALSE)`;
  const of = (markets: string, loads: string): string =>
    `SUMPRODUCT((${legs(markets)}=${market})*(${legs(loads)}=${load}))`;
  const faults = [
    [`IF(${product}="",TRUE,${isRefused(`DESK.PRODUCT(${product},,"name")`)})`, 'period?'],
    [`IF(${market}="",TRUE,${isRefused(`DESK.HOURS(${product},"base",${market})`)})`, 'market?'],
    [`IF(${load}="",TRUE,${isRefused(`DESK.HOURS(${product},${load},${market})`)})`, 'load?'],
    [`AND(${price}<>"",NOT(ISNUMBER(${price})),${price}<>"0")`, 'number?'],
    // Those that the sentence names, and none of the others that it keeps from a price.
    [
      `IF(ISNUMBER(${price}),${isInClash(product, strip([product, market, load], ',"why"'))},FALSE)`,
      'clash?',
    ],
    // While a request cannot be read, nothing is said of what they need.
    [
      `IFERROR(AND(SUMPRODUCT(--ISERROR($AD$${FIRST}:$AI$${lastRequest}))=0,COUNTIF(${legs('AD')},"?*")>0,${of('AD', 'AE')}+${of('AI', 'AJ')}=0),FALSE)`,
      'unused',
    ],
  ];
  const first = faults.reduceRight((rest, [test, word]) => `IF(${test},"${word}",${rest})`, '""');
  return `=IF(${market}&${load}&${product}&${price}="","",${first})`;
}

/** The first fault among the marks as a sentence, and where it stands. */
function faultInWords(): { readonly at: Content; readonly says: Content } {
  const at = (column: string): string => `INDEX(${list(column)},${FAULT})`;
  const told = [
    ['period?', `"${quoted(at('C'))} is no period. Write Cal-27, Q1-27 or Jan-27."`],
    [
      'market?',
      `"${quoted(at('A'))} is no market of power or gas, such as DE. Certificates are not priced here."`,
    ],
    ['load?', `"${quoted(at('B'))} is no load. Write base, peak, offpeak, EFA 3 or 08-20 Mon-Fri."`],
    ['number?', `"the price ${quoted(at('D'))} is no number."`],
    ['clash?', strip([at('C'), at('A'), at('B')], ',"why"')],
  ];
  const words = told.reduceRight(
    (rest, [word, says]) => `IF(${at('E')}="${word}",${says},${rest})`,
    '"it cannot be checked just now."',
  );
  return {
    at: `=IFERROR(MATCH("*~?",${list('E')},0),0)`,
    says: `=IF(${FAULT}=0,"","Row "&(${FAULT}+${HEADINGS_ROW})&" of the marks: "&${words})`,
  };
}

/** For cells that only formulas fill. */
const MOVES: Rule = {
  formula: '=FALSE',
  title: 'This row moves',
  sentence: 'It follows new requests. Type the id into a yellow row of column F, and its margin beside it.',
};

const marginRule = (firstCell: string): Rule => ({
  formula: `=ISNUMBER(${firstCell})`,
  title: 'Not a margin',
  sentence: 'Type a number in the unit of the price, such as 0.25.',
});

/** The deliveries of these requests, each once: what marks are wanted for. */
function marksWanted(requests: readonly Request[]): readonly WantedMark[] {
  const wanted = requests.flatMap((request) => marksOf(request) ?? []);
  const alike = ({ market, load, product }: WantedMark): string => JSON.stringify([market, load, product]);
  return [...new Map(wanted.map((mark) => [alike(mark), mark])).values()].sort((a, b) =>
    alike(a).localeCompare(alike(b)),
  );
}

/** The requests that this desk is asked to quote and a curve can price. */
export const requestsToPrice = (requests: readonly Request[]): readonly Request[] =>
  requestsToQuote(requests).filter((request) => marksOf(request) !== undefined);

/**
 * Marks, a curve of them, and a fair and a checked price for each request. What these requests need is filled in but for prices. The requests stand in
 * rows that follow what is open: nothing is typed there, so that they move up when one is over. Below are rows for ids that a person types.
 */
export function pricingSheet(open: readonly Request[]): SheetPlan {
  const requests = requestsToPrice(open).slice(0, REQUESTS_MAX);
  const wanted = marksWanted(requests).slice(0, MARKS_MAX - SPARE_ROWS);
  const lastMark = FIRST + wanted.length + SPARE_ROWS - 1;
  const followingRows = requests.length + LATER_ROWS;
  const spare = FIRST + followingRows;
  const lastRequest = spare + SPARE_ROWS - 1;
  const marks = (column: string, to = column): string => `${column}${FIRST}:${to}${LAST_MARK}`;
  const rows = (column: string, to = column): string => `${column}${FIRST}:${to}${lastRequest}`;
  const follows = (column: string): string => `${column}${FIRST}:${column}${spare - 1}`;
  /** Where a person types. */
  const typed = (column: string): string => `${column}${spare}:${column}${lastRequest}`;
  const isFixed = (area: string): string => area.replaceAll(/([A-Z]+)(\d+)/g, '$$$1$$$2');
  const mark = liveMark({
    word: 'F1',
    toldAt: 'G1',
    clock: 'E1',
    // What the row says goes by the word.
    awaited: rows('R'),
    ages: { area: rows('X'), says: 'M1' },
    blocks: [rows('G', 'I'), rows('K', 'Y')],
  });
  const all = Array.from({ length: lastRequest - FIRST + 1 }, (_, index) => FIRST + index);
  const formulas = all.map((row) => rowFormulas(row, row < spare));
  const { ids, more } = followingIds(isFixed(typed('F')), followingRows);
  const fault = faultInWords();
  const isOver = isOverIn(`$AN${FIRST}`);
  return {
    name: NAME,
    rowsInSight: HEADINGS_ROW,
    columnsInSight: ID_COLUMN,
    headingsWrap: true,
    hidden: [`${HELPERS.first}1:${HELPERS.last}1`],
    widthsPt: [
      ...[42, 40, 50, 42, 39],
      ...[56, 112, 47, 42, 41, 40, 40, 151],
      ...[54, 54, 54, 54, 60, 58, 54, 54, 220, 76, 36],
      ...[480, 480, 12, 12],
    ],
    formats: [
      [marks('A', 'C'), AS_TEXT],
      [marks('D'), PRICE],
      [typed('F'), AS_TEXT],
      [rows('I'), COMPUTED],
      [rows('J', 'K'), PRICE],
      [rows('O', 'P'), PRICE],
      [rows('Q'), QUANTITY],
      [rows('R'), PRICE],
      [rows('T', 'U'), COMPUTED],
      ['J1', PRICE],
      [rows('S'), DIFFERENCE],
      [rows('L'), EDGE],
      [rows('X'), SECONDS],
      [rows('AF', 'AG'), DAY],
      [rows('AK', 'AL'), DAY],
      ...mark.formats,
    ],
    contents: [
      ['A1', [['Pricing']]],
      ['G2', [[unlessSignedOut(ABOUT)], [HOW], [fault.says]]],
      [`A${HEADINGS_ROW}`, [HEADINGS]],
      [`${RESULTS.first}${HEADINGS_ROW}`, [KEYED_HEADINGS]],
      [FAULT.replaceAll('$', ''), [[fault.at]]],
      ...(wanted.length > 0
        ? ([[`A${FIRST}`, wanted.map(({ market, load, product }) => [market, load, product])]] as const)
        : []),
      [`E${FIRST}`, Array.from({ length: MARKS_MAX }, (_, at) => [markFault(FIRST + at, lastRequest)])],
      [`F${FIRST}`, ids],
      ...STARTS.flatMap((column) => blocksOf(column, formulas)),
      // Beside the requests and not below them, where Bulk reads ids.
      [`G${lastRequest + 1}`, [[more]]],
      // Its headings stand above those of the table, where no column is read by them.
      [`${LISTED.ids}${HEADINGS_ROW - 1}`, [['=DESK.RFQS(,,,,,"request-id, standing, marks, role")']]],
      ['K1', [[FOLLOWING]]],
      ...mark.contents,
    ],
    looks: [
      ['A1', TITLE],
      ['G2:G3', NOTE],
      ['G4', { colour: AMBER, bold: true }],
      [`A${HEADINGS_ROW}:D${HEADINGS_ROW}`, HEADING],
      [`D${HEADINGS_ROW}`, HEADING_OF_FIGURES],
      [`F${HEADINGS_ROW}:Z${HEADINGS_ROW}`, HEADING],
      [`I${HEADINGS_ROW}:L${HEADINGS_ROW}`, HEADING_OF_FIGURES],
      [`O${HEADINGS_ROW}:U${HEADINGS_ROW}`, HEADING_OF_FIGURES],
      [`A${FIRST}:D${lastMark}`, INPUT],
      [marks('E'), { ...CENTRED, colour: AMBER }],
      ...[typed('F'), typed('J'), 'J1'].map((area) => [area, INPUT] as const),
      [follows('F'), FOLLOWS],
      [follows('J'), FOLLOWS],
      ['K1', { ...NOTE, align: 'Left' }],
      [rows('I'), RESULT],
      [rows('K'), RESULT],
      ...mark.looks,
    ],
    rules: [
      [marks('D'), priceRule(`D${FIRST}`)],
      [typed('J'), marginRule(`J${spare}`)],
      ['J1', marginRule('J1')],
      [follows('F'), MOVES],
      [follows('J'), MOVES],
    ],
    alerts: [
      [rows('I'), { formula: `=$V${FIRST}<>""`, colour: AMBER }],
      ...CHECKED.map(([words, look]) => [rows('M'), { formula: isChecked(words), ...look }] as const),
      [marks('D'), wrongIn(isNoPrice(`D${FIRST}`))],
      [rows('F', 'Z'), { formula: isOver, ...OVER }],
      ...mark.alerts,
    ],
  };
}

/** What a check says, in the colours of the quote sheet. */
const CHECKED = [
  [['not checked'], NOTE],
  [['ok', 'live'], { colour: GREEN, bold: true }],
  [['warn'], { colour: AMBER, bold: true }],
  [['block'], { colour: RED, bold: true }],
] as const;

const isChecked = (words: readonly string[]): string =>
  `=IF(ISERROR($AU${FIRST}),FALSE,AND($AY${FIRST}="",OR(${words.map((word) => `$AU${FIRST}="${word}"`).join(',')})))`;

type RowFormulas = ReturnType<typeof rowFormulas>;

/** Rows of as many formulas below each other: where a person types, a row has one less. */
function blocksOf(
  column: (typeof STARTS)[number],
  rows: readonly RowFormulas[],
): (readonly [cell: string, rows: readonly (readonly Content[])[]])[] {
  const blocks: { readonly row: number; readonly lines: (readonly Content[])[] }[] = [];
  for (const [at, formulas] of rows.entries()) {
    const last = blocks.at(-1);
    if (last?.lines[0]?.length === formulas[column].length) last.lines.push(formulas[column]);
    else blocks.push({ row: FIRST + at, lines: [formulas[column]] });
  }
  return blocks.map(({ row, lines }) => [`${column}${row}`, lines]);
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
