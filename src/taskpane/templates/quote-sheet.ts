import { ACTION_TERMS } from '../quoting/bulk-columns';
import type { SheetPlan } from '../excel/insertion';
import {
  AS_TEXT,
  HEADING,
  HEADING_OF_FIGURES,
  INPUT,
  NOTE,
  oneOf,
  PRICE,
  priceRule,
  SPREAD,
  TITLE,
} from './cell-formats';

const FIRST = 5;
const LAST = 54;
const rows = (column: string, last = column): string => `${column}${FIRST}:${last}${LAST}`;
const ids = rows('A');
const besideIds = (formula: string): string => `=IF(COUNTA(${ids})=0,"",${formula})`;

const INPUTS = [
  'request-id',
  'direction',
  'price 1',
  'price 2',
  'price 3',
  'quantity',
  'all-or-none',
  'action',
];
/** Fields of the request, which the formula below takes from these headings. */
const FIELDS = [
  'state',
  'contract',
  'legs[0].action',
  'legs[1].action',
  'legs[0].price-unit',
  'legs[0].quantity-unit',
];
const FIGURES = ['best price', 'your price', 'you - best'];

const ABOUT = 'This sheet sends nothing: check and send quotes in Bulk on the SpreadDesk pane.';
const HOW =
  'Type into the yellow cells. Prices in the order of the legs, in the unit of column P; a standard spread has one net price. The rest is live.';
const BEST = `IF(${rows('B')}="bid",DESK.BEST(${ids},"bid"),DESK.BEST(${ids},"ask"))`;
/** Three prices are those of a swap, which has no net price. */
const IS_SPREAD = `(${rows('M')}="spread")*(${rows('E')}="")`;
const NET = `DESK.SPREADPRICE(${rows('C')},${rows('D')},${rows('N')},${rows('O')})`;
const ONE_PRICE = `IF((${rows('C')}="")+(${rows('D')}<>""),"",${rows('C')})`;
const DEVIATION = `=IF(ISNUMBER(${rows('I')})*ISNUMBER(${rows('J')}),${rows('J')}-${rows('I')},"")`;

/** Rows for quotes that somebody prepares, each beside what the market says now. */
export const QUOTE_SHEET: SheetPlan = {
  name: 'Quote sheet',
  rowsInSight: 4,
  widthsPt: [66, 54, 54, 54, 54, 54, 66, 96, 60, 60, 66, 48, 84, 84, 84, 100, 112],
  formats: [
    [rows('A', 'B'), AS_TEXT],
    [rows('C', 'E'), PRICE],
    [rows('G', 'H'), AS_TEXT],
    [rows('I', 'J'), PRICE],
    [rows('K'), SPREAD],
  ],
  contents: [
    ['A1', [['Quote sheet'], [ABOUT], [HOW]]],
    ['A4', [[...INPUTS, ...FIGURES, ...FIELDS]]],
    ['L5', [[besideIds(`DESK.RFQ(${ids},L4:Q4)`)]]],
    ['I5', [[besideIds(BEST), besideIds(`IF(${IS_SPREAD},${NET},${ONE_PRICE})`), DEVIATION]]],
  ],
  looks: [
    ['A1', TITLE],
    ['A2:A3', NOTE],
    ['A4:Q4', HEADING],
    ['C4:F4', HEADING_OF_FIGURES],
    ['I4:K4', HEADING_OF_FIGURES],
    [rows('A', 'H'), INPUT],
  ],
  rules: [
    [rows('B'), oneOf('bid', 'ask')],
    [rows('C', 'E'), priceRule(`C${FIRST}`)],
    [
      rows('F'),
      {
        formula: `=AND(ISNUMBER(F${FIRST}),F${FIRST}>0)`,
        title: 'Not a quantity',
        sentence: 'Type a number above 0 in the unit of column Q.',
      },
    ],
    [rows('G'), oneOf('yes', 'no')],
    [
      rows('H'),
      {
        words: Object.values(ACTION_TERMS),
        title: 'Not an action',
        sentence: 'Choose from the list. Empty means quote.',
      },
    ],
  ],
};
