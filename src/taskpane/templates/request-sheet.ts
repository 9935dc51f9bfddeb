import { KIND_WORDS } from '../../domain/bulk/request-column';
import type { SheetPlan } from '../excel/insertion';
import {
  AS_TEXT,
  CENTRED,
  HEADING,
  HEADING_OF_FIGURES,
  INPUT,
  NOTE,
  oneOf,
  QUANTITY,
  TITLE,
} from './cell-formats';

const HEADINGS_ROW = 4;
const FIRST = HEADINGS_ROW + 1;
const ROWS = 50;
/** So many of them invite to type. */
const INVITING_ROWS = 10;
const LAST = FIRST + ROWS - 1;

const HEADINGS = [
  ...['Kind', 'Action', 'Commodity', 'Market', 'Product', 'Load', 'Quantity', 'Unit'],
  ...['Leg 2 market', 'Leg 2 product', 'Leg 2 action', 'Leg 2 commodity', 'Leg 2 load', 'Leg 2 quantity'],
  ...['Leg 2 unit', 'All-or-none', 'Recipients', 'MWh'],
];

const ABOUT =
  'This sheet sends nothing: check and send its rows in Bulk, New requests, on the SpreadDesk pane. Action: what you do in leg 1.';
const HOW =
  'Leg 2 is as leg 1, the other way round, but for what its cells say. Products: Cal-27, Q1-27, Dec-26, week 49. Recipients: names with ; between, or none.';

const rows = (column: string, to = column): string => `${column}${FIRST}:${to}${LAST}`;
const inputs = (column: string, to = column): string => `${column}${FIRST}:${to}${FIRST + INVITING_ROWS - 1}`;

const energy = (row: number): readonly string[] => [
  `=IF(OR(E${row}="",G${row}=""),"",IFERROR(DESK.ENERGY(G${row},H${row},E${row},F${row},D${row}),""))`,
];
const quantityRule = (cell: string) => ({
  formula: `=AND(ISNUMBER(${cell}),${cell}>0)`,
  title: 'Not a quantity',
  sentence: 'Type a number above 0 in the unit of the leg.',
});

/** Rows for new requests; each cell is a field of the form. Products are text, so that Excel makes no dates of them. */
export const REQUEST_SHEET: SheetPlan = {
  name: 'Request sheet',
  rowsInSight: HEADINGS_ROW,
  headingsWrap: true,
  columnsInSight: 0,
  widthsPt: [...[84, 48, 66, 54, 66, 54, 54, 48], ...[72, 78, 72, 90, 66, 84], ...[60, 66, 120, 60]],
  formats: [
    [rows('A', 'F'), AS_TEXT],
    [rows('G'), QUANTITY],
    [rows('H', 'M'), AS_TEXT],
    [rows('N'), QUANTITY],
    [rows('O', 'Q'), AS_TEXT],
    [rows('R'), '#,##0'],
  ],
  contents: [
    ['A1', [['Request sheet'], [ABOUT], [HOW]]],
    [`A${HEADINGS_ROW}`, [HEADINGS]],
    [`R${FIRST}`, Array.from({ length: ROWS }, (_, at) => energy(FIRST + at))],
  ],
  looks: [
    ['A1', TITLE],
    ['A2:A3', NOTE],
    [`A${HEADINGS_ROW}:R${HEADINGS_ROW}`, HEADING],
    [`G${HEADINGS_ROW}`, HEADING_OF_FIGURES],
    [`N${HEADINGS_ROW}`, HEADING_OF_FIGURES],
    [`R${HEADINGS_ROW}`, HEADING_OF_FIGURES],
    [inputs('A', 'Q'), INPUT],
    ...['H', 'O'].map((column) => [`${column}${HEADINGS_ROW}:${column}${LAST}`, CENTRED] as const),
  ],
  rules: [
    [
      rows('A'),
      {
        words: [...KIND_WORDS],
        title: 'Not a kind of request',
        sentence: 'Choose from the list. Empty means a single, or with a second leg a spread.',
      },
    ],
    [rows('B'), oneOf('buy', 'sell')],
    [rows('K'), oneOf('buy', 'sell')],
    [rows('G'), quantityRule(`G${FIRST}`)],
    [rows('N'), quantityRule(`N${FIRST}`)],
    [rows('P'), oneOf('yes', 'no')],
  ],
  alerts: [],
};
