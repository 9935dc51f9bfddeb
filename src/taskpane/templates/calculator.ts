import type { Content, SheetPlan } from '../excel/insertion';
import {
  AMBER,
  CHOICE,
  HEADING,
  INPUT,
  isNoPrice,
  NOTE,
  oneOf,
  PRICE,
  priceRule,
  RESULT,
  SECTION,
  TITLE,
  wrongIn,
} from './cell-formats';
import { liveMark, notLiveHere } from './live-mark';

const SAME_WAY = 'Both legs go the same way: leg 1 + leg 2.';
const OPPOSITE = 'The legs go opposite ways: leg 1 - leg 2, whichever is bought.';
const ruleOf = (action1: string, action2: string): string =>
  `=IF(${action1}=${action2},"${SAME_WAY}","${OPPOSITE}")`;
const UNIT = 'In the unit of the legs, such as EUR/MWh. It may be negative.';
const SAME_UNIT = 'In the same unit.';
const ACTION = 'buy or sell';
/** Two spaces keep what a line says clear of the figure before it. */
const apart = ([figure = '', value = '', says = '']: readonly Content[]): readonly Content[] =>
  says === ''
    ? [figure, value]
    : [
        figure,
        value,
        typeof says === 'string' && says.startsWith('=') ? `="  "&${says.slice(1)}` : `  ${says}`,
      ];

const LINES: readonly (readonly Content[])[] = [
  ['Spread price of two legs'],
  ['Leg 1 price', 30, UNIT],
  ['Leg 2 price', 29, SAME_UNIT],
  ['Leg 1 action', 'buy', ACTION],
  ['Leg 2 action', 'sell', ACTION],
  ['Spread price', '=DESK.SPREADPRICE(B6,B7,B8,B9)', ruleOf('B8', 'B9')],
  [],
  ['Price of one leg'],
  ['Spread price', 1, UNIT],
  ['Known leg price', 30, SAME_UNIT],
  ['Known leg', 1, '1 or 2'],
  ['Leg 1 action', 'buy', ACTION],
  ['Leg 2 action', 'sell', ACTION],
  ['Other leg price', '=DESK.LEGPRICE(B13,B14,B15,B16,B17)', ruleOf('B16', 'B17')],
  [],
  ['Price under the former rule'],
  ['Former spread price', -1, 'Buy leg minus sell leg, as it was.'],
  ['Leg 1 action', 'sell', ACTION],
  ['Leg 2 action', 'buy', ACTION],
  [
    'Spread price today',
    '=DESK.SPREADMIGRATE(B21,B22,B23)',
    '=IF(AND(B22="sell",B23="buy"),"Leg 1 is sold and leg 2 bought: the sign turns.","The same under both rules.")',
  ],
  [],
  ['Green-grey swap'],
  ['Certificate price', 0.9, 'In the unit of the certificate.'],
  ['Power bought', 71.5, 'In the unit of the power.'],
  ['Power sold', 71.5, 'The same price as the power that is bought.'],
  [
    'Can be quoted',
    '=DESK.SWAPCHECK(B27,B28,B29)',
    'TRUE, or #VALUE! with the broken rule: hover to read it.',
  ],
];

const ABOUT = 'Change the yellow cells. Exact, and computed here: no call, no sign-in, and nothing is sent.';
const PRICES = ['B6:B7', 'B13:B14', 'B21', 'B27:B29'];
const ACTIONS = ['B8:B9', 'B16:B17', 'B22:B23'];
const SECTIONS = ['A5:C5', 'A12:C12', 'A20:C20', 'A26:C26'];
const RESULTS = ['B10', 'B18', 'B24', 'B30'];
/** Without the add-in a result stays as it is, whatever is typed beside it. */
const MARK = liveMark({
  word: 'B1',
  toldAt: 'C1',
  clock: 'D1',
  awaited: 'B10',
  blocks: RESULTS,
  isLocal: true,
});

/** The rules of spreads and swaps over prices that a person types. */
export const CALCULATOR: SheetPlan = {
  name: 'Spread calculator',
  rowsInSight: 4,
  columnsInSight: 0,
  widthsPt: [160, 84, 330],
  formats: [
    ...PRICES.map((area) => [area, PRICE] as const),
    ['B10', PRICE],
    ['B18', PRICE],
    ['B24', PRICE],
    ...MARK.formats,
  ],
  contents: [
    ['A1', [['Spread calculator'], [ABOUT]]],
    ['A3', [[notLiveHere('$B$1', '$D$1')]]],
    ...MARK.contents,
    ['A4', [apart(['Figure', 'Value', 'Meaning'])]],
    ['A5', LINES.map(apart)],
  ],
  looks: [
    ['A1', TITLE],
    ['A2', NOTE],
    ['A3', { colour: AMBER }],
    ['A4:C4', HEADING],
    ['B4', { align: 'Right' }],
    ['C5:C30', NOTE],
    ...SECTIONS.map((area) => [area, SECTION] as const),
    ...[...PRICES, 'B15'].map((area) => [area, INPUT] as const),
    ...ACTIONS.map((area) => [area, CHOICE] as const),
    ...RESULTS.map((area) => [area, RESULT] as const),
    ...MARK.looks,
  ],
  rules: [
    ...PRICES.map((area) => [area, priceRule(area.split(':')[0] ?? area)] as const),
    ...ACTIONS.map((area) => [area, oneOf('buy', 'sell')] as const),
    ['B15', oneOf('1', '2')],
  ],
  alerts: [
    ...PRICES.map((area) => [area, wrongIn(isNoPrice(area.split(':')[0] ?? area))] as const),
    ...MARK.alerts,
  ],
};
