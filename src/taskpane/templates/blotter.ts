import type { SheetPlan } from '../excel/insertion';
import { liveMark } from './live-mark';
import { DAY, DIFFERENCE, HEADING, HEADING_OF_FIGURES, NOTE, PRICE, TITLE } from './cell-formats';

const COLUMNS = [
  ...['Request', 'Product', 'You', 'Remaining', 'Unit', 'Best', 'Reference', 'Reference kind'],
  ...['Price unit', 'Quotes'],
  ...['My quote', 'Distance', 'Age', 'Standing'],
  ...['Quantity', 'Start', 'End', 'Contract', 'Commodity'],
];
const LAST_ROW = 1_004;
const MARK = liveMark({ word: 'D1', toldAt: 'E1', clock: 'C1', blocks: [`A5:S${LAST_ROW}`] });

/** How old the oldest price in the table is: quiet ones wait their turn while calls are saved. */
const OLDEST = `MAX(M5:M${LAST_ROW})`;
const AGES = `=IFERROR(IF(COUNT(M5:M${LAST_ROW})=0,"",IF(${OLDEST}<120,"prices up to "&${OLDEST}&" s old","prices up to "&INT(${OLDEST}/60)+1&" min old")),"")`;

const ABOUT = 'Open requests, live. A sheet only reads: quote, accept and withdraw on the SpreadDesk pane.';
const MEANING =
  'You: what you do if it trades. Best: of the quotes, net for spreads. Reference: the best quote of others, else the best price proposal, as Reference kind says. Distance: your quote from the best of the others. Age: seconds since the quotes were fetched.';

/**
 * The open requests with the best price on each, live. One formula for all of it: a request that comes or goes starts nothing
 * anew, so that nothing flashes, and a price never stands in the row of another request.
 */
export const BLOTTER: SheetPlan = {
  name: 'Blotter',
  rowsInSight: 4,
  columnsInSight: 1,
  widthsPt: [60, 140, 78, 60, 60, 54, 60, 88, 80, 45, 60, 54, 40, 54, 54, 66, 66, 88, 72],
  formats: [
    [`F5:G${LAST_ROW}`, PRICE],
    [`K5:K${LAST_ROW}`, PRICE],
    [`L5:L${LAST_ROW}`, DIFFERENCE],
    [`P5:Q${LAST_ROW}`, DAY],
    ...MARK.formats,
  ],
  contents: [
    ['A1', [['Blotter']]],
    ['A2', [[ABOUT], [MEANING]]],
    ...MARK.contents,
    ['H1', [[AGES]]],
    ['A4', [[`=DESK.RFQS(,,,,,"${COLUMNS.join(', ')}")`]]],
  ],
  looks: [
    ['A1', TITLE],
    ['A2:A3', NOTE],
    ['H1', { ...NOTE, align: 'Left' }],
    ['A4:S4', HEADING],
    ['D4', HEADING_OF_FIGURES],
    ['F4:G4', HEADING_OF_FIGURES],
    ['J4:M4', HEADING_OF_FIGURES],
    ['O4', HEADING_OF_FIGURES],
    ...MARK.looks,
  ],
  rules: [],
  alerts: MARK.alerts,
};
