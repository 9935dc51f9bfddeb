import type { SheetPlan } from '../excel/insertion';
import { DAY, HEADING, HEADING_OF_FIGURES, NOTE, PRICE, TITLE } from './cell-formats';

const COLUMNS = [
  'request-id',
  'role',
  'contract',
  'commodity',
  'market',
  'delivery-start',
  'delivery-end',
  'action',
  'quantity',
  'quantity-unit',
  'legs[0].price-unit',
];
const REQUESTS_MAX = 1_000;
const LAST_ROW = 4 + REQUESTS_MAX;
/** The ids that are there now, and none of the empty cells below them. */
const IDS = `A5:INDEX(A5:A${LAST_ROW},COUNTA(A5:A${LAST_ROW}))`;
const besideIds = (formula: string): string => `=IF(A5="","",${formula})`;

const ABOUT = 'Open requests, live. A sheet only reads: quote, accept and withdraw on the SpreadDesk pane.';
const UNITS = `Prices of the first ${REQUESTS_MAX.toLocaleString('en')} requests: the best active quote, net for spreads, in the unit of column K; last seen is its price, leg by leg, as an acceptance sends it.`;

/** The open requests with the best price on each, live: one formula per block. */
export const BLOTTER: SheetPlan = {
  name: 'Blotter',
  rowsInSight: 4,
  widthsPt: [57, 48, 84, 57, 60, 69, 69, 54, 48, 54, 66, 57, 57, 54, 54],
  formats: [
    [`F5:G${LAST_ROW}`, DAY],
    [`L5:O${LAST_ROW}`, PRICE],
  ],
  contents: [
    ['A1', [['Blotter']]],
    ['A2', [[ABOUT], [UNITS]]],
    ['A4', [[`=DESK.RFQS(,,,,,"${COLUMNS.join(', ')}")`]]],
    ['L4', [['best price', 'last seen', 'leg 2', 'leg 3']]],
    ['L5', [[besideIds(`DESK.SPREADPRICE(${IDS})`), besideIds(`DESK.LASTSEEN(${IDS})`)]]],
  ],
  looks: [
    ['A1', TITLE],
    ['A2:A3', NOTE],
    ['A4:K4', HEADING],
    ['I4', HEADING_OF_FIGURES],
    ['L4:O4', HEADING_OF_FIGURES],
  ],
  rules: [],
};
