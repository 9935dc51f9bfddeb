import type { SheetPlan } from '../excel/insertion';
import {
  AMBER,
  CENTRED,
  DAY,
  GREEN,
  HEADING,
  HEADING_OF_FIGURES,
  INPUT,
  MOMENT,
  NOTE,
  PRICE,
  QUANTITY,
  RED,
  TITLE,
} from './cell-formats';
import { liveMark } from './live-mark';

/** What stands over each column, and the column of DESK.JOURNAL below it. What was asked stands beside what was executed, in sight beside the pane. */
const COLUMNS = [
  ['Pressed', 'created-at', 104],
  ['State', 'state', 72],
  ['Action', 'action', 84],
  ['By', 'by', 56],
  ['Counterparty', 'executed-counterparty', 92],
  ['Product', 'product', 100],
  ['Side', 'side', 36],
  ['Asked', 'quantity', 44],
  ['Asked price', 'net-price', 50],
  ['Executed', 'executed-quantity', 55],
  ['Executed price', 'executed-price', 55],
  ['Unit', 'quantity-unit', 66],
  ['Price unit', 'executed-price-unit', 60],
  ['Trade', 'trade-id', 66],
  ['Outcome', 'outcome', 108],
  ['Reason', 'reason', 240],
  ['Request', 'request-id', 60],
  ['Quote', 'quote-id', 60],
  ['Approved by', 'approved-by', 72],
  ['Sent', 'sent-at', 104],
  ['Ended', 'ended-at', 104],
  ['Leg 1 asked', 'leg-1-price', 50],
  ['Leg 2 asked', 'leg-2-price', 50],
  ['Leg 1 executed', 'executed-leg-1-price', 55],
  ['Leg 2 executed', 'executed-leg-2-price', 55],
  ['Net executed', 'executed-net-price', 55],
  ['Action id', 'action-id', 210],
] as const;
type Heading = (typeof COLUMNS)[number][0];

const placeOf = (heading: Heading): number => COLUMNS.findIndex(([one]) => one === heading);
const letterOf = (place: number): string =>
  `${place < 26 ? '' : 'A'}${String.fromCharCode(65 + (place % 26))}`;
const at = (heading: Heading): string => letterOf(placeOf(heading));
const LAST = letterOf(COLUMNS.length - 1);

const FILTER_ROW = 4;
const CHOSEN = `$A$${FILTER_ROW + 1}`;
const COUNTS = FILTER_ROW + 1;
const HEADINGS_ROW = 7;
const FIRST = HEADINGS_ROW + 1;
const LAST_ROW = 1_000;
const rows = (heading: Heading): string => `${at(heading)}${FIRST}:${at(heading)}${LAST_ROW}`;

const STATES = ['done', 'unknown', 'rejected', 'not-sent', 'waiting', 'staged', 'sending', 'acknowledged'];
/** `actions` leaves out what is no action, which a busy desk has much of. */
const CHOICES = ['actions', 'all', ...STATES, 'cancelled', 'noted'];
const ROWS_MAX = 2_000;
const NONE = '"Nothing to show."';

/** A spread that states no price of its own has the net of its legs, which is what was asked for. */
const NET = `INDEX(listed,,${placeOf('Net executed') + 1})`;
const OF_PRICE = `{${COLUMNS.map(([heading]) => (heading === 'Executed price' ? 1 : 0)).join(',')}}`;
const TABLE = [
  `=LET(told,DESK.JOURNAL(${ROWS_MAX},IF(OR(${CHOSEN}="actions",${CHOSEN}="all"),"",${CHOSEN}),"${COLUMNS.map(([, column]) => column).join(', ')}"),`,
  `IF(ROWS(told)<2,${NONE},LET(listed,FILTER(told,(INDEX(told,,1)<>"${COLUMNS[0][1]}")*((${CHOSEN}<>"actions")+(INDEX(told,,2)<>"noted")>0),${NONE}),`,
  `IF(COLUMNS(listed)=1,listed,IF(${OF_PRICE}*(${NET}<>""),${NET},listed)))))`,
].join('');

/** What is counted is read beside the table, for that shows what is chosen alone. */
const TOLD = { at: 'AC', state: 'AD' };
const told = (column: string): string => `$${column}$${FIRST}:$${column}$${HEADINGS_ROW + ROWS_MAX}`;
const DAY_CELL = `$B$${COUNTS}`;
const SINCE = `$H$${COUNTS}`;
const counted = (...states: readonly string[]): string => {
  const ofDay = `${told(TOLD.at)},">="&INT(${DAY_CELL}),${told(TOLD.at)},"<"&INT(${DAY_CELL})+1`;
  return states.map((state) => `COUNTIFS(${told(TOLD.state)},"${state}",${ofDay})`).join('+');
};
/** No count where the lines of that day are not known. */
const ifKnown = (formula: string): string => `=IF(ISNUMBER(${SINCE}),${formula},"…")`;
/** Lines of before the oldest that has ended may be listed no more: from when on the counts hold, and whether they hold at all. */
const OLDEST = `MIN(IF(ISNUMBER(MATCH(${told(TOLD.state)},{"done","rejected","not-sent","cancelled"},0)),${told(TOLD.at)}))`;
const COUNTED_SINCE = `=IF(ISERROR($${TOLD.at}$${HEADINGS_ROW})+NOT(ISNUMBER(${DAY_CELL}))>0,"…",LET(oldest,${OLDEST},IF(oldest<INT(${DAY_CELL}),0,IF(oldest<INT(${DAY_CELL})+1,MOD(oldest,1),"not listed"))))`;
/** One whose outcome is not known stays listed, and is not forgotten at midnight. */
const UNKNOWN_BEFORE = `=IF(ISERROR($${TOLD.at}$${HEADINGS_ROW}),"",LET(others,COUNTIFS(${told(TOLD.state)},"unknown")-IF(ISNUMBER(${DAY_CELL}),${counted('unknown')},0),IF(others=0,"",others&" unknown of other days")))`;

const SUMMARY = [
  ['Day', '=TODAY()'],
  ['Done', ifKnown(counted('done'))],
  ['Unknown', ifKnown(counted('unknown'))],
  ['Rejected', ifKnown(counted('rejected'))],
  ['Not sent', ifKnown(counted('not-sent', 'cancelled'))],
  ['Open', ifKnown(counted('waiting', 'staged', 'sending', 'acknowledged'))],
  ['Since', COUNTED_SINCE],
] as const;

const MARK = liveMark({
  word: 'D1',
  toldAt: 'E1',
  clock: 'C1',
  awaited: `A${FIRST}`,
  blocks: [`C${COUNTS}:K${COUNTS}`, `A${FIRST}:${LAST}${LAST_ROW}`],
});

const QUIET = '#5b636b';
const isState = (...words: readonly string[]): string =>
  `=IF(ISERROR($B${FIRST}),FALSE,OR(${words.map((word) => `$B${FIRST}="${word}"`).join(',')}))`;
const isAny = (cell: string): string => `=IF(ISNUMBER(${cell}),${cell}>0,FALSE)`;
const FIGURES: readonly Heading[] = [
  ...(['Asked', 'Asked price', 'Executed', 'Executed price'] as const),
  ...(['Leg 1 asked', 'Leg 2 asked', 'Leg 1 executed', 'Leg 2 executed', 'Net executed'] as const),
];
const isQuantity = (heading: Heading): boolean => heading === 'Asked' || heading === 'Executed';

/** What this desk sent, with its outcome: what was executed beside what was asked. */
export const JOURNAL_SHEET: SheetPlan = {
  name: 'Journal',
  rowsInSight: HEADINGS_ROW,
  columnsInSight: 0,
  headingsWrap: true,
  widthsPt: COLUMNS.map(([, , widthPt]) => widthPt),
  hidden: [`${TOLD.at}1:${TOLD.state}1`],
  formats: [
    [`B${COUNTS}`, DAY],
    [`H${COUNTS}`, 'hh:mm'],
    ...(['Pressed', 'Sent', 'Ended'] as const).map((heading) => [rows(heading), MOMENT] as const),
    ...FIGURES.map((heading) => [rows(heading), isQuantity(heading) ? QUANTITY : PRICE] as const),
    ...MARK.formats,
  ],
  contents: [
    [
      'A1',
      [
        ['Journal'],
        [
          'What this desk sent, newest first, by the desk’s clocks. Costs no call. Prices of spreads are net.',
        ],
        [
          'Executed: by the platform’s own trades, blank until they are read. The whole journal: room Journal.',
        ],
      ],
    ],
    ...MARK.contents,
    [
      `A${FILTER_ROW}`,
      [
        ['Show', ...SUMMARY.map(([name]) => name)],
        ['actions', ...SUMMARY.map(([, formula]) => formula)],
      ],
    ],
    [`I${COUNTS}`, [[UNKNOWN_BEFORE]]],
    [`A${HEADINGS_ROW}`, [COLUMNS.map(([heading]) => heading)]],
    [`A${FIRST}`, [[TABLE]]],
    [`${TOLD.at}${HEADINGS_ROW}`, [[`=DESK.JOURNAL(${ROWS_MAX},,"created-at, state")`]]],
  ],
  looks: [
    ['A1', TITLE],
    ['A2:A3', NOTE],
    [`A${FILTER_ROW}:H${FILTER_ROW}`, NOTE],
    [`B${FILTER_ROW}:H${FILTER_ROW}`, { align: 'Right' }],
    [`A${COUNTS}:B${COUNTS}`, INPUT],
    [`B${COUNTS}:H${COUNTS}`, { align: 'Right' }],
    [`C${COUNTS}:G${COUNTS}`, { bold: true }],
    [`I${COUNTS}`, { colour: RED, bold: true }],
    [`A${HEADINGS_ROW}:${LAST}${HEADINGS_ROW}`, HEADING],
    ...FIGURES.map((heading) => [`${at(heading)}${HEADINGS_ROW}`, HEADING_OF_FIGURES] as const),
    ...FIGURES.map((heading) => [rows(heading), { align: 'Right' }] as const),
    [`${at('Pressed')}${FIRST}:${at('Pressed')}${LAST_ROW}`, { align: 'Left' }],
    [`${at('Unit')}${HEADINGS_ROW}:${at('Price unit')}${LAST_ROW}`, CENTRED],
    [`${at('Sent')}${HEADINGS_ROW}:${at('Ended')}${LAST_ROW}`, CENTRED],
    ...MARK.looks,
  ],
  rules: [
    [
      `A${COUNTS}`,
      { words: CHOICES, title: 'Not a state', sentence: 'Choose from the list: actions, all, or one state.' },
    ],
  ],
  alerts: [
    [rows('State'), { formula: isState('done'), colour: GREEN, bold: true }],
    [rows('State'), { formula: isState('rejected', 'unknown'), colour: RED, bold: true }],
    [
      rows('State'),
      { formula: isState('waiting', 'staged', 'sending', 'acknowledged'), colour: AMBER, bold: true },
    ],
    [rows('State'), { formula: isState('not-sent', 'cancelled', 'noted'), colour: QUIET }],
    [`C${COUNTS}`, { formula: isAny(`$C$${COUNTS}`), colour: GREEN }],
    [`D${COUNTS}:E${COUNTS}`, { formula: isAny(`D$${COUNTS}`), colour: RED }],
    [`G${COUNTS}`, { formula: isAny(`$G$${COUNTS}`), colour: AMBER }],
    ...MARK.alerts,
  ],
};
