import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { declaredFunctions } from '../../scripts/manual/declared';
import { examplesOf } from '../../scripts/manual/manual';
import { DESK } from '../../src/simulator/world/counterparty';
import { openChromium, type OpenPage } from './chromium';
import { DeskSheet, type Cells } from './desk-sheet';
import { startStack, type Stack } from './stack';

const functions = await declaredFunctions(join(import.meta.dirname, '../..'));

let stack: Stack;
let opened: OpenPage;
let sheet: DeskSheet;

const act = (body: Record<string, unknown>): Promise<unknown> => stack.simulator('/simulator/act', body);
const AT = 'Sheet3!A1';

beforeAll(async () => {
  stack = await startStack();
  await act({ do: 'quote', requestId: 'RQ-10300', counterparty: DESK });
  await act({ do: 'counteroffer', requestId: 'RQ-10300', price: -4.5 });
  opened = await openChromium(stack.workbenchUrl);
  sheet = new DeskSheet(opened.page);
  await sheet.ready();
  await sheet.shows('Desk!A6', ([row]) => row?.[0] === true);
  await opened.page.evaluate(() => window.workbench?.activate('Sheet3'));
});
afterAll(async () => {
  await opened?.close();
  await stack?.close();
});

/** What is below and beside the first cell goes with the formula that spilled it. */
beforeEach(async () => {
  await sheet.put(AT, [['empty']]);
  await sheet.shows('Sheet3!A1:B2', (cells) => cells[0]?.[0] === 'empty' && !cells[0][1] && !cells[1]?.[0]);
});

const isNumber = (value: unknown): boolean => typeof value === 'number';
const starts =
  (...texts: string[]) =>
  (cells: Cells): boolean =>
    texts.every((text, row) => String(cells[row]?.[0]).startsWith(text));
const only =
  (value: string | number | boolean) =>
  (cells: Cells): boolean =>
    cells[0]?.[0] === value;
const isNothing = (value: unknown): boolean => value === '' || value === null;
const aNumber = (cells: Cells): boolean => isNumber(cells[0]?.[0]);
const alone =
  (...header: string[]) =>
  (cells: Cells): boolean =>
    header.every((name, column) => cells[0]?.[column] === name) && !cells[1]?.[0];

/** What each function's own examples show, from the first cell on, five rows of four columns. */
const SHOWN: Readonly<Record<string, (cells: Cells) => boolean>> = {
  TRADES: (cells) => starts('trade-id', 'TR-', 'TR-')(cells) && isNumber(cells[1]?.[1]),
  TRADE: aNumber,
  RFQS: starts('request-id', 'RQ-'),
  RFQ: only('open'),
  LEGS: (cells) => cells[0]?.[1] === 'action' && cells[1]?.[0] === 1 && cells[2]?.[0] === 2,
  QUOTES: starts('quotation-id', 'QT-', 'QT-', 'QT-', 'QT-'),
  BEST: only(71.09),
  PROPOSALS: (cells) => starts('price-proposal-id', 'PP-')(cells) && cells[1]?.[1] === 'firm',
  COUNTEROFFERS: (cells) =>
    starts('counteroffer-id', 'CO-')(cells) && String(cells[1]?.[1]).startsWith('QT-'),
  LASTSEEN: aNumber,
  ANALYTICS: aNumber,
  SPREADPRICE: aNumber,
  LEGPRICE: only(29),
  SPREADMIGRATE: only(1),
  SWAPCHECK: only(true),
  PRODUCT: only('Cal-27'),
  HOURS: only(768),
  ENERGY: only(87_600),
  NOTIONAL: only(6_263_400),
  CONVERT: aNumber,
  CURVE: starts('product', 'Q1-27', '1 Apr'),
  STRIP: aNumber,
  CHECKQUOTE: (cells) => starts('check')(cells) && ['ok', 'warn', 'block'].includes(String(cells[1]?.[0])),
  PERIODS: starts('product', 'Q1-27', 'Q2-27', 'Q3-27', 'Q4-27'),
  PROFILE: (cells) => cells[0]?.[4] === undefined && starts('product', '28 Nov 2026')(cells),
  PROFILEPRICE: (cells) => starts('period', '27 Nov 2026', 'Total')(cells) && cells[1]?.[1] === 300,
  ALLIN: only(71.61),
  SPARK: only(2),
  RISK: only(true),
  RECIPIENTS: (cells) => cells[0]?.[0] === 'recipient' && typeof cells[4]?.[0] === 'string',
  LOADSHAPE: (cells) => cells[0]?.[0] === 'leg' && isNumber(cells[1]?.[1]) && isNumber(cells[2]?.[1]),
  JOURNAL: alone('created-at', 'state'),
  EVENTS: (cells) => cells[0]?.[0] === 'heard-at',
  QUOTA: aNumber,
  STATUS: only('simulator'),
  MYQUOTE: (cells) => !cells[0]?.[0],
  DEPTH: (cells) => isNumber(cells[0]?.[0]) && isNumber(cells[0]?.[1]),
  AGE: aNumber,
  HISTORY: (cells) => cells[0]?.[1] === 'best' && isNumber(cells[1]?.[0]),
  POSITION: (cells) => cells[0]?.[0] === 'period' && typeof cells[1]?.[0] === 'string' && cells[1][0] !== '',
  WINS: (cells) => cells[0]?.[0] === 'month' && isNumber(cells[1]?.[1]),
  PROGRAM: alone('name', 'state'),
  PNL: (cells) => cells[0]?.[0] === 'period' && typeof cells[1]?.[0] === 'string' && cells[1][0] !== '',
};

describe('every example of the manual', () => {
  it('belongs to a function whose value is known here', () => {
    expect(functions.map(({ id }) => id).sort()).toEqual(Object.keys(SHOWN).sort());
  });

  it.each(functions.flatMap((one) => examplesOf(one).map((example) => [example, one.id] as const)))(
    '%s shows a value',
    async (example, id) => {
      await sheet.enter(AT, example);
      await sheet.shows('Sheet3!A1:D5', (cells) => SHOWN[id]?.(cells) ?? false);
      await expect.poll(() => sheet.fault(AT)).toBeNull();
    },
  );
});

describe('a month in quotes', () => {
  it.each<[string, number]>([
    ['=DESK.HOURS("Jan-27","peak","DE")', 252],
    ['=DESK.HOURS(IF(TRUE,"Jan-27","Feb-27"),"peak","DE")', 252],
    ['=DESK.STRIP("Dec-26",{"Dec-26",91.5;"Jan-27",95})', 91.5],
    ['=DESK.STRIP("Dec-26",AL1:AM2)', 90],
    ['=DESK.HOURS(AL2,"peak","DE")', 252],
  ])('%s is of the month', async (formula, value) => {
    await sheet.put('Sheet3!AL1', [
      ['Dec-26', 90],
      ['Jan-27', 95],
    ]);
    await sheet.enter(AT, formula);
    await sheet.shows(AT, only(value));
  });
});

describe('what cannot be shown', () => {
  it.each([
    ['=DESK.TRADES("yesterday")', '#VALUE!', 'from is not a date.'],
    ['=DESK.TRADE("TR-0","price")', '#N/A', 'TR-0'],
    ['=DESK.RFQS("shut")', '#VALUE!', 'Type "open", "closed" or "traded".'],
    ['=DESK.RFQ("RQ-10293","colour")', '#VALUE!', 'There is no field "colour". There are: request-id'],
    ['=DESK.LEGS("RQ-0")', '#N/A', 'RQ-0'],
    ['=DESK.QUOTES("RQ-10293","up")', '#VALUE!', 'direction cannot be "up". Type "bid" or "ask".'],
    ['=DESK.RFQ("RQ-10293","sate")', '#VALUE!', 'Did you mean state?'],
    ['=DESK.BEST("RQ-10293","bid")', '#N/A', 'There is no active bid.'],
    ['=DESK.MYQUOTE("RQ-10293","prize")', '#VALUE!', 'Did you mean price'],
    ['=DESK.DEPTH("RQ-10293","up")', '#VALUE!', 'direction cannot be "up".'],
    ['=DESK.HISTORY("RQ-10293","bset")', '#VALUE!', 'Did you mean best'],
    ['=DESK.AGE("RQ-0")', '#N/A', 'RQ-0'],
    ['=DESK.PROPOSALS("RQ-0")', '#N/A', 'RQ-0'],
    ['=DESK.COUNTEROFFERS("RQ-10300","colour")', '#VALUE!', 'There is no field "colour".'],
    ['=DESK.LASTSEEN("RQ-10297",1)', '#VALUE!', 'A standard spread is accepted at its one net price.'],
    ['=DESK.ANALYTICS("RQ-10293","colour")', '#VALUE!', 'There are: request-id'],
    ['=DESK.SPREADPRICE("RQ-10298","bid")', '#N/A', 'DESK.QUOTES shows their leg prices.'],
    ['=DESK.LEGPRICE(1,30,3)', '#VALUE!', '"3" is not a leg. Type 1 or 2.'],
    ['=DESK.SPREADMIGRATE(1,"sell","wait")', '#VALUE!', '"wait" is not an action.'],
    ['=DESK.SWAPCHECK(0.9,71.5,71.4)', '#VALUE!', 'Give legs 2 and 3 the same price.'],
    ['=DESK.RISK("coal")', '#VALUE!', 'There is for: power, gas, goo.'],
    ['=DESK.RECIPIENTS("power","Mars")', '#VALUE!', 'market must be one of'],
    ['=DESK.LOADSHAPE("RQ-10279")', '#N/A', 'its load shape is read from the trade'],
    ['=DESK.LOADSHAPE("XX-0")', '#N/A', 'There is no request and no trade XX-0 with a load shape.'],
    ['=DESK.JOURNAL(0.5)', '#VALUE!', 'count is not a whole number from 1 to 2000. Correct it.'],
    ['=DESK.QUOTA("rest")', '#VALUE!', 'There are: left, used'],
    ['=DESK.STATUS("mood")', '#VALUE!', 'There are: signed-in, environment'],
  ])('%s is %s with a sentence', async (formula, code, sentence) => {
    await sheet.enter(AT, formula);
    await sheet.shows(AT, only(code));
    expect(await sheet.fault(AT)).toMatchObject({
      code,
      message: expect.stringContaining(sentence) as string,
    });
  });
});

describe('ranges', () => {
  beforeAll(async () => {
    await sheet.put('Sheet3!AA1', [
      ['ids', 'contract', 'state'],
      ['RQ-10293', 'quantity', 'counterparty'],
      ['RQ-10295', 'quotes-count', 'best-price'],
      ['RQ-10297', 'commodity', 'price'],
      ['TR-70018', 'risk-management', 'price-min'],
      ['TR-70019', 'gas', 'power'],
    ]);
    await sheet.put('Sheet3!AE1', [
      [1, 30, 1, 'buy', 'sell'],
      [59, 29, 2, 'sell', 'sell'],
      [-1.25, 0, 1, 'sell', 'buy'],
    ]);
  });

  it.each<[string, string, (cells: Cells) => boolean]>([
    [
      '=DESK.RFQ(AA2:AA4,AB1:AC1)',
      'A1:B3',
      (cells) => cells.map(([contract]) => contract).join() === 'single,spread,standard-spread',
    ],
    [
      '=DESK.TRADE(AA5:AA6,AB4)',
      'A1:A2',
      (cells) => cells.every(([text]) => /^(power|gas|goo)$/.test(String(text))),
    ],
    [
      '=DESK.BEST(AA2:AA3,"ask",AB2:AC2)',
      'A1:B2',
      (cells) => cells.every(([quantity, name]) => isNumber(quantity) && typeof name === 'string'),
    ],
    [
      '=DESK.LASTSEEN(AA2:AA4)',
      'A1:B3',
      ([single, spread, standard]) =>
        [single?.[0], spread?.[0], spread?.[1], standard?.[0]].every(isNumber) &&
        !single?.[1] &&
        !standard?.[1],
    ],
    ['=DESK.ANALYTICS(AA2:AA4,AB3:AC3)', 'A1:B3', (cells) => cells.flat().every(isNumber)],
    ['=DESK.SPREADPRICE(AA3:AA4,"ask")', 'A1:A2', (cells) => cells.flat().every(isNumber)],
    ['=DESK.SPREADPRICE(AE1:AE2,AF1:AF2,AH1:AH2,AI1:AI2)', 'A1:A2', (cells) => cells.join() === '-29,88'],
    [
      '=DESK.LEGPRICE(AE1:AE3,AF1:AF3,AG1:AG3,AH1:AH3,AI1:AI3)',
      'A1:A3',
      (cells) => cells.join() === '29,30,1.25',
    ],
    ['=DESK.SPREADMIGRATE(AE1:AE3,AH1:AH3,AI1:AI3)', 'A1:A3', (cells) => cells.join() === '1,59,1.25'],
    ['=DESK.SWAPCHECK(AE1:AE3,AF1:AF3,AF1:AF3)', 'A1:A3', (cells) => cells.join() === 'true,true,true'],
    ['=DESK.RISK(AB6:AC6,AB5:AC5)', 'A1:B2', (cells) => JSON.stringify(cells) === '[[true,0],[true,-500]]'],
    [
      '=DESK.QUOTES(AA2,,AB2:AC2)',
      'A1:B5',
      (cells) => cells[0]?.join() === 'quantity,counterparty' && isNumber(cells[4]?.[0]),
    ],
    ['=DESK.TRADES(,,,,AC4)', 'A1:A2', (cells) => cells[0]?.[0] === 'price' && isNumber(cells[1]?.[0])],
    [
      '=DESK.RISK(,"price-min")',
      'A1:B4',
      (cells) => cells[0]?.join() === 'commodity,price-min' && isNumber(cells[3]?.[1]),
    ],
  ])('%s has a row or a column for each', async (formula, cells, wanted) => {
    await sheet.enter(AT, formula);
    await sheet.shows(`Sheet3!${cells}`, wanted);
  });
});

describe('an empty price cell', () => {
  it('is no price, and a 0 typed into it is one, until it is deleted', async () => {
    await sheet.put('Sheet3!AE11', [[30]]);
    await sheet.put('Sheet3!AF10', [[29], [29]]);
    await sheet.enter(AT, '=DESK.SPREADPRICE(AE10:AE11,AF10:AF11)');
    await sheet.shows('Sheet3!A1:A2', (cells) => isNothing(cells[0]?.[0]) && cells[1]?.[0] === 1);
    await sheet.put('Sheet3!AE10', [[0]]);
    await sheet.shows('Sheet3!A1:A2', (cells) => cells[0]?.[0] === -29 && cells[1]?.[0] === 1);
    await sheet.put('Sheet3!AE10', [[null]]);
    await sheet.shows('Sheet3!A1:A2', (cells) => isNothing(cells[0]?.[0]) && cells[1]?.[0] === 1);
  });

  it.each([
    ['=DESK.LEGPRICE(AE20:AE21,AF20:AF21,1)', 29],
    ['=DESK.SPREADMIGRATE(AE20:AE21,"sell","buy")', -1],
    ['=DESK.SWAPCHECK(AE20:AE21,AF20:AF21,AG20:AG21)', true],
  ])('gives %s nothing to show beside a price', async (formula, below) => {
    await sheet.put('Sheet3!AE21', [[1, 30, 30]]);
    await sheet.enter(AT, formula);
    await sheet.shows('Sheet3!A1:A2', (cells) => isNothing(cells[0]?.[0]) && cells[1]?.[0] === below);
  });

  it('is not what a 0 in the formula is', async () => {
    await sheet.enter(AT, '=DESK.SPREADPRICE(0,29)');
    await sheet.shows(AT, only(-29));
  });
});

describe('a typed day', () => {
  it.each(['"20.11.2020","21.11.2020"', '"11/20/2020","11/21/2020"', '"03/04/2020","03/05/2020"'])(
    'may be %s',
    async (days) => {
      await sheet.enter(AT, `=DESK.TRADES(${days},,,"trade-id, price")`);
      await sheet.shows('Sheet3!A1:B2', alone('trade-id', 'price'));
    },
  );
});

it('a price proposal appears by itself when somebody makes it', async () => {
  await sheet.enter(AT, '=DESK.PROPOSALS("RQ-10301","kind, price")');
  await sheet.shows('Sheet3!A1:B2', alone('kind', 'price'));
  await act({ do: 'propose', requestId: 'RQ-10301', kind: 'indicative', price: 31.25 });
  await sheet.shows('Sheet3!A1:B2', (cells) => cells[1]?.join() === 'indicative,31.25');
});

it('nothing was asked of the workbench that it does not have', async () => {
  expect(await opened.page.evaluate(() => window.workbench?.unknown())).toEqual([]);
  expect(opened.problems).toEqual([]);
});
