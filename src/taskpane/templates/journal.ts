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

/** Excel takes no text of more than 255 characters in a formula. */
const PIECES = /.{1,200}/gs;

/** A text of a formula, in as many pieces as Excel wants. */
const inPieces = (text: string): string =>
  (text.match(PIECES) ?? ['']).map((piece) => `"${piece.replaceAll('"', '""')}"`).join('&');

/** What stands over each column, and the column of DESK.JOURNAL below it. How it ended stands beside the state, and what was asked beside what was executed, in sight beside the pane. */
const COLUMNS = [
  ['Pressed', 'pressed-at', 102],
  ['State', 'state', 64],
  ['Outcome', 'outcome', 96],
  ['Action', 'action', 70],
  ['Product', 'product', 100],
  ['Side', 'side', 45],
  ['Asked', 'quantity', 42],
  ['Executed', 'executed-quantity', 49],
  ['Unit', 'quantity-unit', 30],
  ['Asked price', 'net-price', 44],
  ['Executed price', 'executed-price', 52],
  ['Price unit', 'executed-price-unit', 52],
  ['By', 'pressed-by', 56],
  ['Counterparty', 'executed-counterparty', 92],
  ['Trade', 'trade-id', 66],
  ['Reason', 'reason', 240],
  ['Request', 'request-id', 60],
  ['Quote', 'quote-id', 60],
  ['Approved by', 'approved-by', 72],
  ['Sent', 'sent-at', 104],
  ['Ended', 'ended-at', 104],
  ['Taken', 'taken-at', 104],
  ['Leg 1 asked', 'leg-1-price', 50],
  ['Leg 2 asked', 'leg-2-price', 50],
  ['Leg 1 executed', 'executed-leg-1-price', 55],
  ['Leg 2 executed', 'executed-leg-2-price', 55],
  ['Net executed', 'executed-net-price', 55],
  ['Action id', 'action-id', 210],
  ['Press', 'press-id', 210],
] as const;
/** Columns of DESK.JOURNAL that fill those, and are not shown. */
const BEHIND = [
  ...(['leg-3-price', 'executed-leg-3-price', 'decision-market-price-unit', 'price-unit'] as const),
  'shown',
  'counts',
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

const STATES = [
  ...['done', 'unknown', 'rejected', 'already-over', 'not-sent'],
  ...['waiting', 'staged', 'sending', 'acknowledged'],
];
/** `actions` leaves out what is no action, which a busy desk has much of; `all` alone has each try of one withdrawal. */
const CHOICES = ['actions', 'all', ...STATES, 'cancelled', 'noted'];
const ROWS_MAX = 2_000;
const NONE = '"Nothing to show."';

/** A column of the lines that are listed. */
const column = (heading: Heading): string => `INDEX(listed,,${placeOf(heading) + 1})`;
const placeBehind = (name: (typeof BEHIND)[number]): number => COLUMNS.length + 1 + BEHIND.indexOf(name);
const behind = (name: (typeof BEHIND)[number]): string => `INDEX(listed,,${placeBehind(name)})`;
/** 1 for these columns, 0 for others. */
const marked = (...headings: readonly Heading[]): string =>
  `{${[...COLUMNS.map(([heading]) => (headings.includes(heading) ? 1 : 0)), ...BEHIND.map(() => 0)].join(',')}}`;
/** Put in place of words, one pair after the other. */
const worded = (...pairs: readonly (readonly [string, string])[]): string =>
  pairs.reduce((text, [words, short]) => `SUBSTITUTE(${text},"${words}","${short}")`, 'listed');

/** Of what was not executed the unit of the price that was asked, else of the one that it was held against. */
const ASKED_UNIT = `IF(INDEX(found,,${placeBehind('price-unit')})<>"",INDEX(found,,${placeBehind('price-unit')}),INDEX(found,,${placeBehind('decision-market-price-unit')}))`;

/** A spread that states no price of its own has the net of its legs, which is what was asked for; a swap, of three legs, has the price of its certificate. */
const EXECUTED_PRICE = `IF(${column('Net executed')}<>"",${column('Net executed')},IF(${behind('executed-leg-3-price')}<>"",${column('Leg 1 executed')},""))`;
const ASKED_PRICE = `IF(${behind('leg-3-price')}<>"",${column('Leg 1 asked')},IF(${column('Leg 2 asked')}<>"",${column('Leg 1 asked')}&" / "&${column('Leg 2 asked')},""))`;
const CERT = worded(['certificates', 'cert.'], ['certificate', 'cert.']);
/** A change of the protection is of no product: which commodity, and whether on or off, stands in its place. */
const PROTECTION = [
  `ISNUMBER(MATCH(${column('Action')},{"switch-risk","set-risk"},0))`,
  `SUBSTITUTE(SUBSTITUTE(${behind('shown')},"Switch risk management of ",""),"Risk settings of ","")`,
] as const;
const FILLED = [
  [marked('Product'), ...PROTECTION],
  [marked('Executed price'), `((${column('Net executed')}<>"")+(listed="")>0)`, EXECUTED_PRICE],
  [marked('Asked price'), '(listed="")', ASKED_PRICE],
  [marked('Action'), '1', worded(['-', ' '])],
  // A swap has the quantity and the price of its certificate; its power has other units.
  [
    marked('Unit', 'Price unit'),
    `((${behind('leg-3-price')}<>"")+(${behind('executed-leg-3-price')}<>"")>0)*ISNUMBER(FIND(" / ",listed))`,
    `LEFT(${CERT},FIND(" / ",${CERT}&" / ")-1)`,
  ],
  [marked('Unit', 'Price unit'), '1', CERT],
  [
    marked('Outcome'),
    '1',
    worded(
      ['ended with its request, which was traded', 'request traded'],
      ['ended with its request', 'request closed'],
      ['over: was ', 'over: '],
    ),
  ],
] as const;
const SHOWN = FILLED.reduceRight(
  (rest, [columns, where, what]) => `IF(${columns}*${where},${what},${rest})`,
  'listed',
);
const NAMES = inPieces([...COLUMNS.map(([, name]) => name), ...BEHIND].join(', '));
const TABLE = [
  `=LET(told,DESK.JOURNAL(${ROWS_MAX},IF(OR(${CHOSEN}="actions",${CHOSEN}="all"),"",${CHOSEN}),${NAMES}),`,
  `IF(ROWS(told)<2,${NONE},LET(found,FILTER(told,(INDEX(told,,1)<>"${COLUMNS[0][1]}")*((${CHOSEN}="all")+(INDEX(told,,${placeBehind('counts')})=1)>0)*((${CHOSEN}<>"actions")+(INDEX(told,,2)<>"noted")>0),${NONE}),`,
  `IF(COLUMNS(found)=1,found,LET(listed,IF(${marked('Price unit')}*(found=""),${ASKED_UNIT},found),DROP(${SHOWN},,-${BEHIND.length}))))))`,
].join('');

/** What is counted is read beside the table, for that shows what is chosen alone. */
const TOLD = { at: 'AD', state: 'AE', counts: 'AF' };
const told = (column: string): string => `$${column}$${FIRST}:$${column}$${HEADINGS_ROW + ROWS_MAX}`;
const DAY_CELL = `$B$${COUNTS}`;
const SINCE = `$I$${COUNTS}`;
/** All tries of one withdrawal are one. */
const ONCE = `${told(TOLD.counts)},1`;
const counted = (...states: readonly string[]): string => {
  const ofDay = `${told(TOLD.at)},">="&INT(${DAY_CELL}),${told(TOLD.at)},"<"&INT(${DAY_CELL})+1`;
  return states.map((state) => `COUNTIFS(${told(TOLD.state)},"${state}",${ONCE},${ofDay})`).join('+');
};
/** No count where the lines of that day are not known. */
const ifKnown = (formula: string): string => `=IF(ISNUMBER(${SINCE}),${formula},"…")`;
/** Lines of before the oldest that has ended may be listed no more: from when on the counts hold, and whether they hold at all. */
const OLDEST = `MIN(IF(ISNUMBER(MATCH(${told(TOLD.state)},{"done","rejected","already-over","not-sent","cancelled"},0)),${told(TOLD.at)}))`;
const COUNTED_SINCE = `=IF(ISERROR($${TOLD.at}$${HEADINGS_ROW})+NOT(ISNUMBER(${DAY_CELL}))>0,"…",LET(oldest,${OLDEST},IF(oldest<INT(${DAY_CELL}),0,IF(oldest<INT(${DAY_CELL})+1,MOD(oldest,1),"not listed"))))`;
/** One whose outcome is not known stays listed, and is not forgotten at midnight. */
const UNKNOWN_BEFORE = `=IF(ISERROR($${TOLD.at}$${HEADINGS_ROW}),"",LET(others,COUNTIFS(${told(TOLD.state)},"unknown",${ONCE})-IF(ISNUMBER(${DAY_CELL}),${counted('unknown')},0),IF(others=0,"",others&" unknown of other days")))`;

const SUMMARY = [
  ['Day', '=DESK.STATUS("today")'],
  ['Done', ifKnown(counted('done'))],
  ['Unknown', ifKnown(counted('unknown'))],
  ['Rejected', ifKnown(counted('rejected'))],
  ['Was over', ifKnown(counted('already-over'))],
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
const OUTCOME = `$${at('Outcome')}${FIRST}`;
/** What was done and is over without a trade is no success any more. */
const IS_GOOD = `=IF(ISERROR($B${FIRST}),FALSE,AND($B${FIRST}="done",OR(${OUTCOME}="executed",LEFT(${OUTCOME},4)="live",ISNUMBER(FIND("taken",${OUTCOME})))))`;
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
  hidden: [`${TOLD.at}1:${TOLD.counts}1`],
  formats: [
    [`B${COUNTS}`, DAY],
    [`I${COUNTS}`, 'hh:mm'],
    ...(['Pressed', 'Sent', 'Ended', 'Taken'] as const).map((heading) => [rows(heading), MOMENT] as const),
    ...FIGURES.map((heading) => [rows(heading), isQuantity(heading) ? QUANTITY : PRICE] as const),
    ...MARK.formats,
  ],
  contents: [
    [
      'A1',
      [
        ['Journal'],
        [
          'What this desk sent, newest first, by the desk’s clocks. Costs no call. Spreads: net price. Swaps: that of the certificate.',
        ],
        [
          'Each press once (“all”: each try). Executed: by the platform’s own trades, blank until they are read. The whole journal: room Journal.',
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
    [`J${COUNTS}`, [[UNKNOWN_BEFORE]]],
    [`A${HEADINGS_ROW}`, [COLUMNS.map(([heading]) => heading)]],
    [`A${FIRST}`, [[TABLE]]],
    [`${TOLD.at}${HEADINGS_ROW}`, [[`=DESK.JOURNAL(${ROWS_MAX},,"pressed-at, state, counts")`]]],
  ],
  looks: [
    ['A1', TITLE],
    ['A2:A3', NOTE],
    [`A${FILTER_ROW}:I${FILTER_ROW}`, NOTE],
    [`B${FILTER_ROW}:I${FILTER_ROW}`, { align: 'Right' }],
    [`A${COUNTS}:B${COUNTS}`, INPUT],
    [`B${COUNTS}:I${COUNTS}`, { align: 'Right' }],
    [`C${COUNTS}:H${COUNTS}`, { bold: true }],
    [`J${COUNTS}`, { colour: RED, bold: true }],
    [`A${HEADINGS_ROW}:${LAST}${HEADINGS_ROW}`, HEADING],
    ...FIGURES.map((heading) => [`${at(heading)}${HEADINGS_ROW}`, HEADING_OF_FIGURES] as const),
    ...FIGURES.map((heading) => [rows(heading), { align: 'Right' }] as const),
    [`${at('Pressed')}${FIRST}:${at('Pressed')}${LAST_ROW}`, { align: 'Left' }],
    ...(['Unit', 'Price unit'] as const).map(
      (heading) => [`${at(heading)}${HEADINGS_ROW}:${at(heading)}${LAST_ROW}`, CENTRED] as const,
    ),
    [`${at('Sent')}${HEADINGS_ROW}:${at('Taken')}${LAST_ROW}`, CENTRED],
    ...MARK.looks,
  ],
  rules: [
    [
      `A${COUNTS}`,
      { words: CHOICES, title: 'Not a state', sentence: 'Choose from the list: actions, all, or one state.' },
    ],
  ],
  alerts: [
    ...(['State', 'Outcome'] as const).map(
      (heading) => [rows(heading), { formula: IS_GOOD, colour: GREEN, bold: true }] as const,
    ),
    [rows('State'), { formula: isState('rejected', 'unknown'), colour: RED, bold: true }],
    [
      rows('State'),
      { formula: isState('waiting', 'staged', 'sending', 'acknowledged'), colour: AMBER, bold: true },
    ],
    [rows('State'), { formula: isState('already-over', 'not-sent', 'cancelled', 'noted'), colour: QUIET }],
    [`C${COUNTS}`, { formula: isAny(`$C$${COUNTS}`), colour: GREEN }],
    [`D${COUNTS}:E${COUNTS}`, { formula: isAny(`D$${COUNTS}`), colour: RED }],
    [`H${COUNTS}`, { formula: isAny(`$H$${COUNTS}`), colour: AMBER }],
    ...MARK.alerts,
  ],
};
