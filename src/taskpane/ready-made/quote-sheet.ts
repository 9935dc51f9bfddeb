import type { SheetPlan } from '../sheet/insertion';
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
} from './looks';

const FIRST = 5;
const LAST = 54;
const rows = (column: string, last = column): string => `${column}${FIRST}:${last}${LAST}`;
const ids = rows('A');
const besideIds = (formula: string): string => `=IF(COUNTA(${ids})=0,"",${formula})`;

const INPUTS = ['request-id', 'direction', 'price 1', 'price 2', 'price 3', 'quantity', 'all-or-none'];
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

const ABOUT = 'This sheet only prepares quotes: nothing is sent from it. Send them on the SpreadDesk pane.';
const HOW =
  'Type into the yellow cells. Prices in the order of the legs, in the unit of column O; a standard spread has one net price. The rest is live.';
const BEST = `IF(${rows('B')}="bid",DESK.BEST(${ids},"bid"),DESK.BEST(${ids},"ask"))`;
/** Three prices are those of a swap, which has no net price. */
const IS_SPREAD = `(${rows('L')}="spread")*(${rows('E')}="")`;
const NET = `DESK.SPREADPRICE(${rows('C')},${rows('D')},${rows('M')},${rows('N')})`;
const ONE_PRICE = `IF((${rows('C')}="")+(${rows('D')}<>""),"",${rows('C')})`;
const DEVIATION = `=IF(ISNUMBER(${rows('H')})*ISNUMBER(${rows('I')}),${rows('I')}-${rows('H')},"")`;

/** Rows for quotes that somebody prepares, each beside what the market says now. */
export const QUOTE_SHEET: SheetPlan = {
  name: 'Quote sheet',
  rowsInSight: 4,
  widthsPt: [66, 54, 54, 54, 54, 54, 66, 60, 60, 66, 48, 84, 84, 84, 100, 112],
  formats: [
    [rows('A', 'B'), AS_TEXT],
    [rows('C', 'E'), PRICE],
    [rows('G'), AS_TEXT],
    [rows('H', 'I'), PRICE],
    [rows('J'), SPREAD],
  ],
  contents: [
    ['A1', [['Quote sheet'], [ABOUT], [HOW]]],
    ['A4', [[...INPUTS, ...FIGURES, ...FIELDS]]],
    ['K5', [[besideIds(`DESK.RFQ(${ids},K4:P4)`)]]],
    ['H5', [[besideIds(BEST), besideIds(`IF(${IS_SPREAD},${NET},${ONE_PRICE})`), DEVIATION]]],
  ],
  looks: [
    ['A1', TITLE],
    ['A2:A3', NOTE],
    ['A4:P4', HEADING],
    ['C4:F4', HEADING_OF_FIGURES],
    ['H4:J4', HEADING_OF_FIGURES],
    [rows('A', 'G'), INPUT],
  ],
  rules: [
    [rows('B'), oneOf('bid', 'ask')],
    [rows('C', 'E'), priceRule(`C${FIRST}`)],
    [
      rows('F'),
      {
        formula: `=AND(ISNUMBER(F${FIRST}),F${FIRST}>0)`,
        title: 'Not a quantity',
        sentence: 'Type a number above 0 in the unit of column P.',
      },
    ],
    [rows('G'), oneOf('yes', 'no')],
  ],
};
