import type { SheetPlan } from '../excel/insertion';
import { liveMark } from './live-mark';
import { DAY, DIFFERENCE, HEADING, HEADING_OF_FIGURES, NOTE, PRICE, TITLE } from './cell-formats';

const COLUMNS = [
  'Request',
  'Standing',
  'You',
  'Market',
  'Start',
  'End',
  'Quantity',
  'Remaining',
  'Unit',
  'Best',
  'My quote',
  'Distance',
  'Quotes',
  'Age',
  'Contract',
  'Commodity',
  'Price unit',
];
const LAST_ROW = 1_004;
const MARK = liveMark({ word: 'D1', toldAt: 'E1', blocks: [`A5:Q${LAST_ROW}`] });

const ABOUT = 'Open requests, live. A sheet only reads: quote, accept and withdraw on the SpreadDesk pane.';
const MEANING =
  'You: what you do if it trades. Best: the best active quote, net for spreads. Distance: your quote from the best of the others. Age: seconds since the quotes were fetched.';

/**
 * The open requests with the best price on each, live. One formula for all of it: a request that comes or goes starts nothing
 * anew, so that nothing flashes, and a price never stands in the row of another request.
 */
export const BLOTTER: SheetPlan = {
  name: 'Blotter',
  rowsInSight: 4,
  widthsPt: [60, 54, 54, 66, 66, 66, 54, 60, 42, 54, 54, 54, 45, 40, 88, 66, 66],
  formats: [
    [`E5:F${LAST_ROW}`, DAY],
    [`J5:K${LAST_ROW}`, PRICE],
    [`L5:L${LAST_ROW}`, DIFFERENCE],
    ...MARK.formats,
  ],
  contents: [
    ['A1', [['Blotter']]],
    ['A2', [[ABOUT], [MEANING]]],
    ...MARK.contents,
    ['A4', [[`=DESK.RFQS(,,,,,"${COLUMNS.join(', ')}")`]]],
  ],
  looks: [
    ['A1', TITLE],
    ['A2:A3', NOTE],
    ['A4:Q4', HEADING],
    ['G4:H4', HEADING_OF_FIGURES],
    ['J4:N4', HEADING_OF_FIGURES],
    ...MARK.looks,
  ],
  rules: [],
  alerts: MARK.alerts,
};
