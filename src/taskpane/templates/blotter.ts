import type { SheetPlan } from '../excel/insertion';
import { liveMark } from './live-mark';
import {
  CENTRED,
  DAY,
  DIFFERENCE,
  HEADING,
  HEADING_OF_FIGURES,
  NOTE,
  PRICE,
  QUANTITY,
  SECONDS,
  TITLE,
} from './cell-formats';

/** What a trader looks at fits beside the pane on a screen of 1440 px. */
const COLUMNS = [
  ...['Request', 'Product', 'You', 'Remaining', 'Unit', 'Best', 'Reference', 'Quotes'],
  ...['My quote', 'Distance', 'Age', 'Standing', 'Reference kind'],
  ...['Price unit', 'Quantity', 'Start', 'End', 'Contract', 'Commodity'],
];
const LAST_ROW = 1_004;
const MARK = liveMark({
  word: 'D1',
  toldAt: 'E1',
  clock: 'C1',
  awaited: 'A4',
  ages: { area: `K5:K${LAST_ROW}`, says: 'I1' },
  blocks: [`A5:S${LAST_ROW}`],
});

const PRICES = [`F5:G${LAST_ROW}`, `I5:I${LAST_ROW}`];

const ABOUT =
  'The open requests. A sheet only reads: quote, accept and withdraw on the SpreadDesk pane. Prices are in the unit of column N.';
const MEANING =
  'You: if it trades. Best: net of spreads, the certificate’s of swaps. Reference: others’ best, or as Reference kind says. Distance: yours less theirs.';

/**
 * The open requests with the best price on each, live. One formula for all of it: a request that comes or goes starts nothing
 * anew, so that nothing flashes, and a price never stands in the row of another request.
 */
export const BLOTTER: SheetPlan = {
  name: 'Blotter',
  rowsInSight: 4,
  headingsWrap: true,
  columnsInSight: 1,
  widthsPt: [56, 146, 47, 62, 56, 43, 58, 41, 48, 52, 30, 52, 66, 84, 54, 66, 66, 88, 72],
  formats: [
    [`D5:D${LAST_ROW}`, QUANTITY],
    ...PRICES.map((area) => [area, PRICE] as const),
    [`J5:J${LAST_ROW}`, DIFFERENCE],
    [`K5:K${LAST_ROW}`, SECONDS],
    [`O5:O${LAST_ROW}`, QUANTITY],
    [`P5:Q${LAST_ROW}`, DAY],
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
    ['A4:S4', HEADING],
    ['D4', HEADING_OF_FIGURES],
    ['F4:K4', HEADING_OF_FIGURES],
    ['O4', HEADING_OF_FIGURES],
    [`L4:L${LAST_ROW}`, CENTRED],
    [`P4:Q${LAST_ROW}`, CENTRED],
    ...MARK.looks,
  ],
  rules: [],
  alerts: MARK.alerts,
};
