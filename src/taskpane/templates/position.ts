import type { PositionMarks } from '../../domain/delivery/position-marks';
import { localAddress } from '../excel/address';
import type { SheetPlan } from '../excel/insertion';
import {
  AMBER,
  AS_TEXT,
  CENTRED,
  COMPUTED,
  DAY,
  DEALT,
  HEADING,
  HEADING_OF_FIGURES,
  INPUT,
  isNoPrice,
  MOMENT,
  NET_FRACTION,
  NET_OF_SOME,
  NET_POWER,
  NET_VOLUME,
  NOTE,
  PRICE,
  priceRule,
  PROFIT,
  QUANTITY,
  TITLE,
  wrongIn,
} from './cell-formats';
import { liveMark, LOADING } from './live-mark';
import { isInClash } from './mark-clash';

const STEPS = {
  words: ['day', 'month', 'quarter', 'year'],
  title: 'Not a period',
  sentence: 'Choose day, month, quarter or year.',
};
const FILTERS = ['From', 'To', 'By', 'Commodity', 'Market', 'Load'];
const FILTERS_ROW = 4;
const INPUTS = FILTERS_ROW + 1;
const TABLE_ROW = 7;
const LAST_ROW = 1_000;

const HEAD_WORD = '$D$1';
const GIVEN = ['A', 'B', 'C', 'D', 'E', 'F'].map((column) => `${column}${INPUTS}`).join(',');
const HEAD = {
  word: 'D1',
  toldAt: 'E1',
  clock: 'C1',
  completeness: { cell: 'Q1', formula: `=DESK.POSITION(${GIVEN},"status")`, says: 'H1' },
};
/** Above the table, which is as long as the market makes it. */
const SUMS_ROW = TABLE_ROW - 1;
/** As many rows as POSITION gives at most. */
const SUMMED_ROWS = 2_000;
const sum = (column: string): string => {
  const cells = `${column}${TABLE_ROW + 1}:${column}${TABLE_ROW + SUMMED_ROWS}`;
  return `IFERROR(IF(COUNT(${cells})=0,"",SUM(${cells})),"")`;
};
const below = (column: string): string => `$${column}$${TABLE_ROW + 1}:$${column}$${TABLE_ROW + SUMMED_ROWS}`;
const FIRST_COMMODITY = `$B$${TABLE_ROW + 1}`;
const FIRST_MARKET = `$C$${TABLE_ROW + 1}`;
/** Whether every row is of the same as the first, also one that is not known. Notes stand below the rows, in a column of their own. */
const isOneIn = (column: string, first: string): string =>
  `IFERROR((${first}<>"")*(SUMPRODUCT(((${below(column)}<>"")+ISNUMBER(${below('F')}))*(${below(column)}<>${first}))=0),0)`;
const IS_ONE_COMMODITY = isOneIn('B', FIRST_COMMODITY);
const IS_ONE_MARKET = isOneIn('C', FIRST_MARKET);
/** Long gas is no cover for short power, and MWh of both make no sum. */
const totalOf = (column: string): string => `=IF(${IS_ONE_COMMODITY},${sum(column)},"")`;
/** Nor is one market cover for another. */
const NET = `=IF(${IS_ONE_COMMODITY}*${IS_ONE_MARKET},${sum('F')},"")`;
/** What is summed beside it, or why nothing is. */
const TOTAL = `=IF(${FIRST_COMMODITY}="","",IF(${IS_ONE_COMMODITY},IF(ISERROR(SUM(${below('F')})),"No net: a row of it is not known","Total "&${FIRST_COMMODITY}&IF(${IS_ONE_MARKET}," "&${FIRST_MARKET},"; net by market above")),"Several commodities: net by market above"))`;

/** Beside the table: what the rows of each market come to. One that cannot be counted is an error here too. */
const MARKETS_MAX = 60;
const [FIRST_NET, LAST_NET] = [TABLE_ROW + 1, TABLE_ROW + MARKETS_MAX];
const NET_HEADINGS = ['Commodity', 'Market', 'Net MWh', 'Bought MWh', 'Sold MWh'];
function netColumn(column: string): string {
  return `$${column}$${FIRST_NET}:$${column}$${LAST_NET}`;
}
/** Their names, as many as there are, by commodity. Sorted twice: not every grid takes two columns at once. */
const MARKETS = `=IFERROR(SORT(SORT(UNIQUE(FILTER($B$${TABLE_ROW + 1}:$C$${TABLE_ROW + SUMMED_ROWS},${below('C')}<>"")),2),1),"")`;
const rowsOf = (row: number): string => `${below('B')},$R${row},${below('C')},$S${row}`;
/** Rows that have no number yet come to nothing, and not to 0. */
const isFilled = (row: number): string =>
  `IF($S${row}="",FALSE,COUNTIFS(${rowsOf(row)},${below('F')},"<>")>0)`;
const netOfMarket = (row: number): readonly string[] =>
  ['F', 'G', 'H'].map((column) => `=IF(${isFilled(row)},SUMIFS(${below(column)},${rowsOf(row)}),"")`);

/** Beside these rows: the same by period, of the first periods that there are. Their starts stand above their names, unseen: a text such as "Jan-27" in SUMIFS means a day to Excel. */
const PERIODS_MAX = 24;
const [FIRST_PERIOD, LAST_PERIOD] = ['X', 'AU'];
const FIRST_PERIOD_COLUMN = 23;
const STARTS_ROW = INPUTS;
const STARTS = `$${FIRST_PERIOD}$${STARTS_ROW}:$${LAST_PERIOD}$${STARTS_ROW}`;
const EACH_START = `SORT(UNIQUE(FILTER(${below('L')},${below('C')}<>"")))`;
const BY_PERIOD = {
  starts: `=IFERROR(TRANSPOSE(TAKE(${EACH_START},${PERIODS_MAX})),"")`,
  title: `="Net MWh by market and period"&IFERROR(IF(ROWS(${EACH_START})>${PERIODS_MAX},", the first ${PERIODS_MAX} of "&ROWS(${EACH_START}),""),"")`,
  // One by one: not every grid takes several places at once.
  names: Array.from({ length: PERIODS_MAX }, (_, index) => {
    const start = localAddress({ row: STARTS_ROW - 1, column: FIRST_PERIOD_COLUMN + index });
    return `=IF(${start}="","",INDEX(${below('A')},MATCH(${start},${below('L')},0)))`;
  }),
  nets: `=IF((${netColumn('S')}="")+(${STARTS}="")>0,"",SUMIFS(${below('F')},${below('B')},${netColumn('R')},${below('C')},${netColumn('S')},${below('L')},${STARTS}))`,
  heads: `${FIRST_PERIOD}${TABLE_ROW}:${LAST_PERIOD}${TABLE_ROW}`,
  area: `${FIRST_PERIOD}${FIRST_NET}:${LAST_PERIOD}${LAST_NET}`,
};

/** The same in one line that is in sight beside the pane. */
const NETS = ((): string => {
  const [commodities, markets, nets] = ['R', 'S', 'T'].map(netColumn);
  const net = `IF(ISNUMBER(${nets}),IF(${nets}<0,"−","+")&FIXED(ABS(${nets}),0),IF(ISERROR(${nets}),"not known","loading"))`;
  const all = `TEXTJOIN(", ",TRUE,IF(${markets}="","",${commodities}&" "&${markets}&" "&${net}))`;
  return `=IF(COUNTIF(${markets},"?*")=0,"",IF(${HEAD_WORD}="${LOADING}","Net MWh: loading","Net MWh: "&${all}))`;
})();

/** The largest net of a period, by which the others are shaded; nobody sees the number. Without one there are no shades. */
const LARGEST = { cell: 'Q6', fixed: '$Q$6' };
const NET_AREA = `F${TABLE_ROW + 1}:F${LAST_ROW}`;
/** From pale to strong, above 0 long and below it short. */
const SHADES = [
  { from: 0, long: '#e9f6f4', short: '#f3eefa' },
  { from: 1 / 3, long: '#c4e7e1', short: '#ded0f2' },
  { from: 2 / 3, long: '#93d3c9', short: '#c2abe6' },
] as const;
const shadeOf = (cell: string, side: string, from: number) =>
  `=IF(ISNUMBER(${cell}),AND(${cell}${side},${LARGEST.fixed}>0,ABS(${cell})>=${LARGEST.fixed}*${from.toFixed(2)}),FALSE)`;
const HEAT = (
  [
    [NET_AREA, `$F${TABLE_ROW + 1}`],
    [BY_PERIOD.area, `${FIRST_PERIOD}${FIRST_NET}`],
  ] as const
).flatMap(([area, cell]) =>
  SHADES.flatMap(({ from, long, short }) => [
    [area, { formula: shadeOf(cell, '>0', from), fill: long }] as const,
    [area, { formula: shadeOf(cell, '<0', from), fill: short }] as const,
  ]),
);
/** Net MWh that are not whole ones show it. */
const withFraction = (area: string) => {
  const [first = area] = area.split(':');
  return [
    area,
    { formula: `=IF(ISNUMBER(${first}),${first}<>ROUND(${first},0),FALSE)`, format: NET_FRACTION },
  ] as const;
};
const BOUGHT_BAR = '#7fc9bd';
const SOLD_BAR = '#b79fe0';

/** What stands over the columns, by which they are asked for. Prices and their unit are in sight beside the pane; what the period says too is not. */
const COLUMNS = [
  ...['Period', 'Commodity', 'Market', 'Load', 'Net MW', 'Net MWh', 'Bought MWh', 'Sold MWh'],
  ...['Bought price', 'Sold price', 'Price unit', 'Start', 'End', 'Provisional MWh'],
].join(', ');

const NOTED = 'DESK.JOURNAL(500,"noted")';
/** The newest correction of a stored trade in the journal's words: what happened stands in its third column, its sentence in the eleventh. */
const CORRECTED = `=IFERROR("Corrected last: "&INDEX(${NOTED},MATCH("trade-corrected",INDEX(${NOTED},,3),0),11),"")`;

const POSITION_MARK = liveMark({
  ...HEAD,
  awaited: `A${TABLE_ROW}`,
  blocks: [
    'A3',
    `F${SUMS_ROW}:H${SUMS_ROW}`,
    `A${TABLE_ROW + 1}:P${LAST_ROW}`,
    `R${FIRST_NET}:V${LAST_NET}`,
    BY_PERIOD.area,
  ],
});

/** What the stored trades come to, by period of delivery. */
export const POSITION: SheetPlan = {
  name: 'Position',
  rowsInSight: TABLE_ROW,
  columnsInSight: 0,
  headingsWrap: true,
  // The days of delivery are in sight beside the pane.
  widthsPt: [
    58,
    60,
    52,
    58,
    50,
    66,
    68,
    62,
    46,
    46,
    50,
    65,
    65,
    72,
    102,
    132,
    20,
    64,
    52,
    70,
    68,
    66,
    20,
    ...Array<number>(PERIODS_MAX).fill(54),
  ],
  formats: [
    [`A${INPUTS}:B${INPUTS}`, DAY],
    [`C${INPUTS}:F${INPUTS}`, AS_TEXT],
    [`E${TABLE_ROW + 1}:E${LAST_ROW}`, NET_POWER],
    [NET_AREA, NET_VOLUME],
    [`G${TABLE_ROW + 1}:H${LAST_ROW}`, DEALT],
    [`F${SUMS_ROW}`, NET_VOLUME],
    [`G${SUMS_ROW}:H${SUMS_ROW}`, QUANTITY],
    [`I${TABLE_ROW + 1}:J${LAST_ROW}`, COMPUTED],
    [`L${TABLE_ROW + 1}:M${LAST_ROW}`, DAY],
    [`N${TABLE_ROW + 1}:N${LAST_ROW}`, QUANTITY],
    [`P${TABLE_ROW}`, MOMENT],
    [`T${FIRST_NET}:T${LAST_NET}`, NET_VOLUME],
    [`U${FIRST_NET}:V${LAST_NET}`, DEALT],
    [`${FIRST_PERIOD}${STARTS_ROW}:${LAST_PERIOD}${STARTS_ROW}`, ';;;'],
    [BY_PERIOD.area, NET_OF_SOME],
    [LARGEST.cell, ';;;'],
    ...POSITION_MARK.formats,
  ],
  contents: [
    [
      'A1',
      [
        ['Position'],
        [
          'Bought and sold by delivery, over the trades that this desk has stored. Costs no call. Net: plus is long.',
        ],
      ],
    ],
    ...POSITION_MARK.contents,
    ['A3', [[NETS]]],
    [LARGEST.cell, [[`=IFERROR(MAX(MAX(${below('F')}),-MIN(${below('F')})),0)`]]],
    // Beside what is typed, where whole sentences have room below each other.
    [`H${FILTERS_ROW}`, [[CORRECTED]]],
    [`A${SUMS_ROW}`, [[TOTAL]]],
    [`F${SUMS_ROW}`, [[NET, totalOf('G'), totalOf('H')]]],
    [`R${SUMS_ROW}`, [['Net by market, over all periods of the table']]],
    [`R${TABLE_ROW}`, [NET_HEADINGS]],
    [`R${FIRST_NET}`, [[MARKETS]]],
    [`T${FIRST_NET}`, Array.from({ length: MARKETS_MAX }, (_, index) => netOfMarket(FIRST_NET + index))],
    [
      `${FIRST_PERIOD}${STARTS_ROW}`,
      [[BY_PERIOD.starts], [BY_PERIOD.title], BY_PERIOD.names, [BY_PERIOD.nets]],
    ],
    [`A${FILTERS_ROW}`, [FILTERS]],
    [`C${INPUTS}`, [['month']]],
    [`A${TABLE_ROW}`, [[`=DESK.POSITION(${GIVEN},"${COLUMNS}")`]]],
  ],
  looks: [
    ['A1', TITLE],
    ['A2', NOTE],
    ['A3', { bold: true }],
    [LARGEST.cell, { colour: '#ffffff' }],
    [`H${FILTERS_ROW}`, { colour: AMBER }],
    [`A${SUMS_ROW}:H${SUMS_ROW}`, { bold: true }],
    [`A${FILTERS_ROW}:F${FILTERS_ROW}`, NOTE],
    [`A${INPUTS}:F${INPUTS}`, INPUT],
    [`A${TABLE_ROW}:P${TABLE_ROW}`, HEADING],
    [`E${TABLE_ROW}:J${TABLE_ROW}`, HEADING_OF_FIGURES],
    [`K${TABLE_ROW}:M${LAST_ROW}`, CENTRED],
    [`N${TABLE_ROW}`, HEADING_OF_FIGURES],
    [`R${SUMS_ROW}`, { bold: true }],
    [`R${TABLE_ROW}:S${TABLE_ROW}`, HEADING],
    [`T${TABLE_ROW}:V${TABLE_ROW}`, HEADING_OF_FIGURES],
    [`${FIRST_PERIOD}${STARTS_ROW}:${LAST_PERIOD}${STARTS_ROW}`, { colour: '#ffffff' }],
    [`${FIRST_PERIOD}${SUMS_ROW}`, { bold: true }],
    [BY_PERIOD.heads, HEADING_OF_FIGURES],
    ...POSITION_MARK.looks,
  ],
  rules: [[`C${INPUTS}`, STEPS]],
  bars: [
    [`G${TABLE_ROW + 1}:G${LAST_ROW}`, BOUGHT_BAR],
    [`H${TABLE_ROW + 1}:H${LAST_ROW}`, SOLD_BAR],
  ],
  alerts: [
    ...HEAT,
    ...[NET_AREA, `F${SUMS_ROW}`, `T${FIRST_NET}:T${LAST_NET}`, BY_PERIOD.area].map(withFraction),
    ...POSITION_MARK.alerts,
  ],
};

const MARKS_MAX = 24;
/** The first row of the table, beside the first mark. */
const TOTAL_ROW = TABLE_ROW + 1;
const [FIRST_MARK, LAST_MARK] = [TABLE_ROW + 1, TABLE_ROW + MARKS_MAX];
/** Where is told why a figure of the total is none, beside what is typed. */
const WHY_NO_TOTAL = `H${FILTERS_ROW}`;
/** Where the first fault among the marks is told. */
const FAULT_ROW = TABLE_ROW - 1;
const PNL_MARK = liveMark({
  ...HEAD,
  awaited: `D${TABLE_ROW}`,
  blocks: [`D${TABLE_ROW + 1}:P${LAST_ROW}`],
});

/** Why the curve of all marks has no price for one of them. Which hours they are weighed by is known where a market and a load are typed. */
const whyNone = (mark: string): string =>
  `IF(($E$${INPUTS}="")+($F$${INPUTS}="")>0,"",DESK.STRIP(${mark},$A$${FIRST_MARK}:$B$${LAST_MARK},$F$${INPUTS},$E$${INPUTS},"why"))`;

/** What is wrong with a mark, in a word beside it; DESK.PNL is one error for all of them. */
function markFault(row: number): string {
  const [mark, price] = [`A${row}`, `B${row}`] as const;
  const isNoPeriod = `IF(${mark}="",TRUE,IFERROR(ERROR.TYPE(DESK.PRODUCT(${mark},,"name"))=3,FALSE))`;
  const isNoNumber = `AND(${price}<>"",NOT(ISNUMBER(${price})),${price}<>"0")`;
  const isOfClash = `IF(ISNUMBER(${price}),${isInClash(mark, whyNone(mark))},FALSE)`;
  return `=IF(${mark}&${price}="","",IF(${isNoPeriod},"period?",IF(${isNoNumber},"number?",IF(${isOfClash},"clash?",""))))`;
}

/** The first of them as a sentence, above the table. */
const FAULT = ((): string => {
  const at = (column: string): string => `INDEX(${column}${FIRST_MARK}:${column}${LAST_MARK},${first})`;
  const first = `MATCH("*~?",C${FIRST_MARK}:C${LAST_MARK},0)`;
  const quoted = (column: string): string => `“"&${at(column)}&"”`;
  const says = `IF(${at('C')}="period?","${quoted('A')} is no period. Write Cal-27, Q1-27 or Jan-27.",IF(${at('C')}="clash?",${whyNone(at('A'))},"the price ${quoted('B')} is no number."))`;
  return `=IFERROR("Row "&(${first}+${TABLE_ROW})&" of the marks: "&${says},"")`;
})();

/** The currency is in sight beside the money. */
const PNL_COLUMNS =
  'Period, Net MWh, Mark, Realised, Open, Total, Currency, Start, End, Provisional MWh, Why';

const NO_MARKS: PositionMarks = { commodity: 'power', market: 'DE', load: 'base', products: [] };

/** What the stored trades of one market and load are worth at marks that a person types, beside the products that these are wanted for. */
export function profitAndLoss(wanted = NO_MARKS): SheetPlan {
  const { commodity, market, load } = wanted;
  // Later ones are still open.
  const products = wanted.products.slice(-MARKS_MAX);
  const marks = `A${FIRST_MARK}:B${LAST_MARK}`;
  const none = `"Type marks and their prices into the yellow cells, such as Cal-27."`;
  const wrong = `"No figures while a mark is wrong: see row ${FAULT_ROW}."`;
  const table = `DESK.PNL(${marks},${GIVEN},"${PNL_COLUMNS}")`;
  return {
    name: 'Profit and loss',
    rowsInSight: TABLE_ROW,
    columnsInSight: 0,
    widthsPt: [66, 66, 48, 66, 78, 54, 82, 82, 82, 60, 74, 74, 96, 240, 102, 132],
    formats: [
      [`A${INPUTS}:B${INPUTS}`, DAY],
      [`C${INPUTS}:F${INPUTS}`, AS_TEXT],
      [`A${FIRST_MARK}:A${LAST_MARK}`, AS_TEXT],
      [`B${FIRST_MARK}:B${LAST_MARK}`, PRICE],
      [`E${TABLE_ROW + 1}:E${LAST_ROW}`, NET_VOLUME],
      [`F${TABLE_ROW + 1}:F${LAST_ROW}`, COMPUTED],
      [`G${TABLE_ROW + 1}:I${LAST_ROW}`, PROFIT],
      [`K${TABLE_ROW + 1}:L${LAST_ROW}`, DAY],
      [`M${TABLE_ROW + 1}:M${LAST_ROW}`, QUANTITY],
      [`P${TABLE_ROW}`, MOMENT],
      ...PNL_MARK.formats,
    ],
    contents: [
      [
        'A1',
        [
          ['Profit and loss'],
          [
            'The stored trades of one commodity, market and load at your marks, each in its currency per MWh. Costs no call.',
          ],
          [
            'Realised: what was bought and sold for the same hours. Open: the rest. Plus: long, or a gain. Minus: short, or a loss.',
          ],
        ],
      ],
      ...PNL_MARK.contents,
      [`A${FILTERS_ROW}`, [FILTERS]],
      [`C${INPUTS}`, [['month', commodity, market, load]]],
      [`A${TABLE_ROW}`, [['Product', 'Price']]],
      ...(products.length > 0 ? ([[`A${FIRST_MARK}`, products.map((product) => [product])]] as const) : []),
      [`C${FIRST_MARK}`, Array.from({ length: MARKS_MAX }, (_, at) => [markFault(FIRST_MARK + at)])],
      [`A${FAULT_ROW}`, [[FAULT]]],
      [WHY_NO_TOTAL, [[`=IFERROR(IF(ISTEXT(N${TOTAL_ROW}),N${TOTAL_ROW},""),"")`]]],
      [
        `D${TABLE_ROW}`,
        [[`=IF(COUNT(B${FIRST_MARK}:B${LAST_MARK})=0,${none},IF(A${FAULT_ROW}<>"",${wrong},${table}))`]],
      ],
    ],
    looks: [
      ['A1', TITLE],
      ['A2:A3', NOTE],
      [`A${FILTERS_ROW}:F${FILTERS_ROW}`, NOTE],
      [`A${INPUTS}:F${INPUTS}`, INPUT],
      [`A${FAULT_ROW}`, { colour: AMBER, bold: true }],
      [`C${FIRST_MARK}:C${LAST_MARK}`, { ...CENTRED, colour: AMBER }],
      [`A${TABLE_ROW}`, HEADING],
      [`B${TABLE_ROW}`, HEADING_OF_FIGURES],
      [marks, INPUT],
      [`D${TABLE_ROW}:P${TABLE_ROW}`, HEADING],
      [`D${TOTAL_ROW}:M${TOTAL_ROW}`, { bold: true }],
      [WHY_NO_TOTAL, { colour: AMBER, bold: true }],
      [`E${TABLE_ROW}:I${TABLE_ROW}`, HEADING_OF_FIGURES],
      [`J${TABLE_ROW}:L${LAST_ROW}`, CENTRED],
      [`M${TABLE_ROW}`, HEADING_OF_FIGURES],
      ...PNL_MARK.looks,
    ],
    rules: [
      [`C${INPUTS}`, STEPS],
      [`B${FIRST_MARK}:B${LAST_MARK}`, priceRule(`B${FIRST_MARK}`)],
    ],
    alerts: [
      [`B${FIRST_MARK}:B${LAST_MARK}`, wrongIn(isNoPrice(`B${FIRST_MARK}`))],
      withFraction(`E${TABLE_ROW + 1}:E${LAST_ROW}`),
      ...PNL_MARK.alerts,
    ],
  };
}
