import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { legPrices, spreadPrices } from '../../../src/functions/formulas/computed-prices';
import { migratedPrices, swapChecks } from '../../../src/functions/formulas/price-rules';
import { errorOf, MemoryDesk, rowsOf } from '../formula-context';

const leg = (...[spread, known, which, action1 = null, action2 = null]: unknown[]) =>
  legPrices({ spread, known, leg: which, action1, action2 });
const legPrice = (...given: Parameters<typeof leg>) => rowsOf(leg(...given))[0]?.[0];
const migrated = (former: unknown, action1: unknown, action2: unknown) =>
  migratedPrices({ former, action1, action2 });
const check = (certificate: unknown, buyPower: unknown, sellPower: unknown) =>
  swapChecks({ certificate, buyPower, sellPower });

describe('an error in an argument', () => {
  const error = (basicValue: string) => ({ type: 'Error', basicType: 'Error', basicValue });

  it('is told in its own cell, as the error that it is, and the others are worked out', () => {
    const leg1 = [[30], [error('#N/A')], [error('#REF!')], [31]];
    const leg2 = [[29], [28], [27], [29]];
    expect(rowsOf(spreadPrices({ leg1, leg2, action1: null, action2: null }))).toEqual([
      [1],
      ['#N/A A cell that this formula uses shows #N/A. This one follows it.'],
      ['#VALUE! A cell that this formula uses shows #REF!. Correct that cell.'],
      [2],
    ]);
  });

  it('that says an action is told as well', () => {
    expect(
      rowsOf(spreadPrices({ leg1: 30, leg2: 29, action1: error('#N/A'), action2: null }))[0]?.[0],
    ).toMatch(/^#N\/A/);
  });
});

describe('LEGPRICE', () => {
  it('is the price of the other leg, whichever is known', () => {
    expect([legPrice(1, 30, 1), legPrice(1, 29, 2)]).toEqual([29, 30]);
    expect([legPrice(59, 30, 1, 'buy', 'buy'), legPrice(59, 29, 2, 'sell', 'sell')]).toEqual([29, 30]);
  });

  it('takes legs to go opposite ways when nothing else is said, and one action to say the other', () => {
    expect([legPrice(1, 30, 1, 'sell'), legPrice(1, 30, 1, null, 'Sell')]).toEqual([29, 29]);
  });

  it('turns SPREADPRICE around, to the last digit', () => {
    const price = fc.integer({ min: -1_000_000_00, max: 1_000_000_00 }).map((cents) => cents / 100);
    const action = fc.constantFrom('buy', 'sell');
    fc.assert(
      fc.property(price, price, action, action, (leg1, leg2, action1, action2) => {
        const net = rowsOf(spreadPrices({ leg1, leg2, action1, action2 }))[0]?.[0];
        expect(legPrice(net, leg1, 1, action1, action2)).toBe(leg2 || 0);
        expect(legPrice(net, leg2, 2, action1, action2)).toBe(leg1 || 0);
      }),
    );
  });

  it('takes the number of the leg from a cell that is formatted as text', () => {
    expect([legPrice(1, 30, '1'), legPrice(1, 29, ' 2 ')]).toEqual([29, 30]);
  });

  it('goes cell by cell over ranges, one cell serving for all, empty where a price is', () => {
    expect(rowsOf(leg([[1], [0.9], [''], [1]], [[30], [30.1], [1], ['']], [[1]]))).toEqual([
      [29],
      [29.2],
      [''],
      [''],
    ]);
    expect(rowsOf(leg([[1]], [[30]], [[1, 2]]))).toEqual([[29, 31]]);
    expect(errorOf(leg([[1], [2]], [[1], [2], [3]], 1))).toMatch(/^#VALUE! The ranges differ in size/);
  });

  it.each([
    [leg(1, 30, null), '#VALUE! The leg with the known price is missing. Type 1 or 2.'],
    [leg(1, 30, 3), '#VALUE! "3" is not a leg. Type 1 or 2.'],
    [leg(1, 30, 0), '#VALUE! The leg with the known price is missing. Type 1 or 2.'],
    [leg(1, 30, 'one'), '#VALUE! "one" is not a leg. Type 1 or 2.'],
    [leg('1', 30, 1), '#VALUE! "1" is not a number. Enter prices as numbers, not as text.'],
    [leg(1, 1e12, 1), '#VALUE! 1000000000000 is not a price. Use at most 9 digits and 8 decimals: ROUND it.'],
    [leg(1, 30, 1, 'hold'), '#VALUE! "hold" is not an action. Type "buy" or "sell".'],
  ])('says what is wrong (%#)', (formula, said) => {
    expect(rowsOf(formula)).toEqual([[said]]);
  });
});

describe('a price', () => {
  it.each(['0', ' 0 ', '0.00', '0,0'])('may be the zero %j as text, and no other text', (zero) => {
    expect(legPrice(zero, 30, 1)).toBe(30);
    expect(rowsOf(check(zero, -1, -1))).toEqual([[true]]);
    expect(legPrice('00', 30, 1)).toMatch(/^#VALUE! "00" is not a number/);
  });

  it('is not looked for in a whole column', () => {
    const column = Array.from({ length: 20_001 }, () => [1]);
    expect(errorOf(migrated(column, 'buy', 'sell'))).toMatch(
      /^#VALUE! These ranges have more than 20,000 cells\. Use the rows with prices/,
    );
  });
});

describe('SPREADMIGRATE', () => {
  it('turns the sign of a spread that sells leg 1 and buys leg 2, and of no other', () => {
    const of = (action1: string, action2: string) => rowsOf(migrated(-1.25, action1, action2))[0]?.[0];
    expect([of('sell', 'buy'), of('buy', 'sell'), of('buy', 'buy'), of('sell', 'sell')]).toEqual([
      1.25, -1.25, -1.25, -1.25,
    ]);
    expect(rowsOf(migrated(0, 'sell', 'buy'))).toEqual([[0]]);
  });

  it('goes cell by cell over a range', () => {
    expect(
      rowsOf(migrated([[1], [-2.5], ['']], [['sell'], ['buy'], ['sell']], [['buy'], ['sell'], ['buy']])),
    ).toEqual([[-1], [-2.5], ['']]);
  });

  it('never assumes what a leg does', () => {
    const said = '#VALUE! The legs’ sides decide the sign. Enter "buy" or "sell" for leg 1 and for leg 2.';
    expect(rowsOf(migrated([[1], [1]], [[''], ['sell']], null))).toEqual([[said], [said]]);
    expect(rowsOf(migrated(1, 'sell', 'wait'))[0]?.[0]).toMatch(/^#VALUE! "wait" is not an action/);
    expect(rowsOf(migrated('x', 'sell', 'buy'))[0]?.[0]).toMatch(/^#VALUE! "x" is not a number/);
  });
});

describe('SWAPCHECK', () => {
  it('is TRUE for three prices with one power price, negative and zero included', () => {
    expect(rowsOf(check([[0.9], [-1], [0]], [[71.5], [-3], [0]], [[71.5], [-3], [0]]))).toEqual([
      [true],
      [true],
      [true],
    ]);
  });

  it('says which rule is broken', () => {
    expect(rowsOf(check(0.9, 71.5, 71.4))).toEqual([
      [
        '#VALUE! Both power legs of a swap have one price, and these are 71.5 and 71.4. Give legs 2 and 3 the same price.',
      ],
    ]);
    expect(rowsOf(check(0.9, '', 71.5))[0]?.[0]).toBe(
      '#VALUE! A green-grey swap is quoted with three prices. Fill in leg 2.',
    );
    expect(rowsOf(check('soon', 1, 1))[0]?.[0]).toMatch(/^#VALUE! "soon" is not a number/);
  });

  it('compares what Excel shows, and leaves empty rows empty', () => {
    expect(rowsOf(check([[1], ['']], [[0.1 + 0.2], ['']], [[0.3], ['']]))).toEqual([[true], ['']]);
    expect(rowsOf(check(null, null, null))).toEqual([['']]);
  });
});

it('computed prices are asked of nobody, signed in or not', () => {
  for (const formula of [leg(1, 30, 1), migrated(1, 'sell', 'buy'), check(1, 2, 2)]) {
    const desk = new MemoryDesk();
    expect(rowsOf(formula, desk)).toHaveLength(1);
    expect(desk.asked).toEqual([]);
  }
});
