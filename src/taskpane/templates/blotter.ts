import type { SheetPlan } from '../excel/insertion';
import { lateBy, liveMark, unlessSignedOut } from './live-mark';
import {
  CENTRED,
  DAY,
  DIFFERENCE,
  GREEN,
  HEADING,
  HEADING_OF_FIGURES,
  MOMENT,
  NOTE,
  PRICE,
  QUANTITY,
  SECONDS,
  shortProduct,
  TITLE,
} from './cell-formats';

/** What a trader looks at fits beside the pane, a price and its unit on a screen of 1366 px too. */
const COLUMNS = [
  ...['Request', 'Product', 'You', 'Standing', 'Remaining', 'Unit', 'Best', 'Price unit'],
  ...['Reference', 'Reference kind', 'My quote', 'Distance', 'Age', 'Quotes'],
  ...['Quantity', 'Start', 'End', 'Contract', 'Commodity', 'Created', 'Role'],
];
const LAST_ROW = 1_004;
const MARK = liveMark({
  word: 'D1',
  toldAt: 'E1',
  clock: 'C1',
  awaited: 'A5',
  ages: { area: `M5:M${LAST_ROW}`, says: 'J1' },
  blocks: [`A5:U${LAST_ROW}`],
});

const PRICES = [`G5:G${LAST_ROW}`, `I5:I${LAST_ROW}`, `K5:K${LAST_ROW}`];

const ABOUT =
  'Open requests: to quote first, then mine, newest first. It only reads: trade on the pane. …: not known.';
const MEANING =
  'You: your side. Best: net (swap: certificate), yours included. Distance: yours less others’ best.';

const numberOf = (column: string): number => COLUMNS.indexOf(column) + 1;
/** 1 for these columns, 0 for others. */
const marked = (...names: readonly string[]): string =>
  `{${COLUMNS.map((column) => (names.includes(column) ? 1 : 0)).join(',')}}`;
const column = (name: string): string => `INDEX(sorted,,${numberOf(name)})`;
/** A reference that is the best price says it twice: one stands there where there is a proposal alone, or where Best is one's own. */
const IS_REPEATED = `${marked('Reference', 'Reference kind')}*IFERROR(${column('Reference')}=${column('Best')},FALSE)`;
/** With short units of certificates. */
const SHORT = `IF(${marked('Unit', 'Price unit')}*ISNUMBER(FIND("certificate",sorted)),LEFT(sorted,FIND("certificate",sorted)-1)&"cert.",sorted)`;

/** Of legs that differ: each of them by a formula of its own, joined again. */
const byLeg = (name: string, of: (leg: string) => string): string =>
  `LET(x,INDEX(sorted,,${numberOf(name)}),a,LEFT(x,FIND(" / ",x&" / ")-1),y,MID(x,LEN(a)+4,99),b,LEFT(y,FIND(" / ",y&" / ")-1),z,MID(y,LEN(b)+4,99),${of('a')}&" / "&${of('b')}&IF(z="",""," / "&${of('z')}))`;
/** As the column has a single one. One with a fraction stays as it is: not every Excel reads it as a number. */
const quantityOf = (leg: string): string =>
  `IF(ISNUMBER(FIND(".",${leg}))+(LEN(${leg})<4)>0,${leg},IFERROR(FIXED(VALUE(${leg}),0),${leg}))`;
const dayOf = (leg: string): string =>
  `IFERROR(RIGHT(${leg},2)&"-"&MID("JanFebMarAprMayJunJulAugSepOctNovDec",3*VALUE(MID(${leg},6,2))-2,3)&"-"&LEFT(${leg},4),${leg})`;
/** In the format of its column too, where legs differ; the longest word about clearing is short. */
const TIDY = [
  ...[['Quantity', quantityOf] as const, ['Start', dayOf] as const, ['End', dayOf] as const].map(
    ([name, of]) => [`${marked(name)}*ISNUMBER(FIND(" / ",sorted))`, byLeg(name, of)] as const,
  ),
  [marked('Product'), shortProduct('sorted')] as const,
  // What it is to a trader; to the platform it is a spread.
  [`${marked('Contract')}*IFERROR(RIGHT(${column('You')},5)="cert.",FALSE)`, '"swap"'] as const,
].reduceRight((rest, [where, what]) => `IF(${where},${what},${rest})`, SHORT);

/**
 * In the order of the pane's list; while the platform is away nobody's standing is known, and the role, which lasts, keeps those that are asked above one's own. The headings are the sheet's own, so that they stay where the desk has no
 * answer; that is one error with its sentence. A cell that is not known among others waits for its first value, and has none of another request.
 */
const TABLE = [
  `=LET(told,DESK.RFQS(,,,,,"${COLUMNS.join(', ')}"),IF(ROWS(told)<2,"No open requests.",`,
  `LET(listed,FILTER(told,INDEX(told,,1)<>"${COLUMNS[0]}"),`,
  `LET(ranks,IFERROR(MATCH(INDEX(listed,,${numberOf('Standing')}),{"to quote","quoted","mine"},0),IF(ISERROR(INDEX(listed,,${numberOf('Standing')})),IF(INDEX(listed,,${numberOf('Role')})="recipient",1,3),9)),`,
  `LET(sorted,SORTBY(listed,ranks,1,INDEX(listed,,${numberOf('Created')}),-1),`,
  `IFERROR(IF(${IS_REPEATED},"",${TIDY}),"…"))))))`,
].join('');

const BLUE = '#0f5ea8';
const QUIET = '#5b636b';
const isStanding = (words: string): string => `=$D5="${words}"`;

/**
 * The open requests with the best price on each, live. One formula for all of it: a request that comes or goes starts nothing
 * anew, so that nothing flashes, and a price never stands in the row of another request.
 */
export const BLOTTER: SheetPlan = {
  name: 'Blotter',
  rowsInSight: 4,
  headingsWrap: true,
  columnsInSight: 2,
  hidden: ['U1'],
  // Of legs that differ in them both days are whole.
  widthsPt: [56, 148, 47, 52, 58, 32, 46, 52, 58, 70, 44, 52, 35, 42, 92, 136, 136, 92, 72, 104, 54],
  formats: [
    [`E5:E${LAST_ROW}`, QUANTITY],
    ...PRICES.map((area) => [area, PRICE] as const),
    [`L5:L${LAST_ROW}`, DIFFERENCE],
    [`M5:M${LAST_ROW}`, SECONDS],
    [`O5:O${LAST_ROW}`, QUANTITY],
    [`P5:Q${LAST_ROW}`, DAY],
    [`T5:T${LAST_ROW}`, MOMENT],
    ...MARK.formats,
  ],
  contents: [
    ['A1', [['Blotter']]],
    ['C2', [[unlessSignedOut(ABOUT)], [MEANING]]],
    ...MARK.contents,
    ['A4', [COLUMNS]],
    ['A5', [[TABLE]]],
  ],
  looks: [
    ['A1', TITLE],
    ['C2:C3', NOTE],
    ['A4:U4', HEADING],
    ['E4', HEADING_OF_FIGURES],
    ['G4', HEADING_OF_FIGURES],
    ['I4', HEADING_OF_FIGURES],
    ['K4:O4', HEADING_OF_FIGURES],
    [`G5:G${LAST_ROW}`, { bold: true, align: 'Right' }],
    [`I5:I${LAST_ROW}`, { align: 'Right' }],
    [`K5:O${LAST_ROW}`, { align: 'Right' }],
    [`F4:F${LAST_ROW}`, CENTRED],
    [`H4:H${LAST_ROW}`, CENTRED],
    [`P4:Q${LAST_ROW}`, CENTRED],
    ...MARK.looks,
  ],
  rules: [],
  bars: [`L5:L${LAST_ROW}`],
  alerts: [
    [`D5:D${LAST_ROW}`, { formula: isStanding('to quote'), colour: BLUE, bold: true }],
    [`K5:K${LAST_ROW}`, { formula: isStanding('quoted'), colour: BLUE, bold: true }],
    [`D5:D${LAST_ROW}`, { formula: isStanding('mine'), colour: QUIET }],
    [`G5:G${LAST_ROW}`, { formula: isStanding('mine'), colour: GREEN, bold: true }],
    [`D5:D${LAST_ROW}`, { formula: isStanding('traded'), colour: GREEN, bold: true }],
    ...['G', 'I', 'L', 'M'].map((column) => [`${column}5:${column}${LAST_ROW}`, lateBy('$M5')] as const),
    ...MARK.alerts,
  ],
};
