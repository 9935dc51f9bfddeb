import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arePrices,
  isHalf,
  isLone,
  loneFailure,
  spreadPrices,
} from '../../../src/functions/formulas/computed-prices';
import { errorOf, rowsOf } from '../formula-context';

const spread = (leg1: unknown, leg2: unknown, action1: unknown = null, action2: unknown = null) =>
  spreadPrices({ leg1, leg2, action1, action2 });
const net = (...given: Parameters<typeof spread>) => rowsOf(spread(...given))[0]?.[0];

describe('the two forms of SPREADPRICE', () => {
  it.each([
    [30, 29, true],
    [[[30]], [[29]], true],
    [[['']], [[29]], false],
    [[[30], ['']], [[29], ['']], true],
    [10293, null, false],
    [10293, 'bid', false],
    ['RQ-1', 29, false],
    ['30', 29, false],
    // Prices that are held as text: told as such, and never looked for as a request.
    ['1,15', 29, true],
    [30, '1.15', true],
    ['30', '29', true],
    [[[30], ['-4']], [['29'], ['5']], true],
    ['RQ-1', '29', false],
    ['1,15', null, false],
    ['RQ-1', null, false],
    [[[''], ['']], [[null], [null]], true],
    [[['']], [[null]], false],
    [[['RQ-1'], ['']], [[''], ['']], false],
  ])('%j and %j are prices: %s', (first, second, prices) => {
    expect(arePrices(first, second)).toBe(prices);
  });
});

describe('a price beside an empty cell', () => {
  it.each([
    [30, [['']], true],
    [[[30.5]], [[null]], true],
    [[['']], [[29]], true],
    [[[30], ['']], [[''], ['']], true],
    [30, null, false],
    [10293, [['']], false],
    ['RQ-1', [['']], false],
    [[['']], [['']], false],
  ])('%j and %j are one: %s', (first, second, half) => {
    expect(isHalf(first, second)).toBe(half);
    if (half) expect(new Set(rowsOf(spread(first, second)).flat())).toEqual(new Set(['']));
  });
});

it.each(['abc', 'RQ-1', '30'])('%j beside a number is no price, and the number is no direction', (first) => {
  expect(isHalf([[first]], [[70]])).toBe(true);
  expect(rowsOf(spread([[first]], [[70]]))).toEqual([
    [`#VALUE! "${first}" is not a number. Enter prices as numbers, not as text.`],
  ]);
  // An empty cell for the direction of a request comes as a 0.
  expect(isHalf([[first]], [[0]])).toBe(false);
});

describe('a price without another', () => {
  it.each([
    [30, null, true],
    [[[-4.25]], undefined, true],
    [30, 29, false],
    [[[30], [31]], null, false],
    [10293, null, false],
    [0, null, false],
    ['RQ-1', null, false],
    [30, [['']], false],
    [30, '', true],
    [30, 'bid', true],
    [[[30.5]], [['ask']], true],
    ['30', 'bid', false],
    [10293, 'bid', false],
    [30, '29', false],
  ])('%j and %j are that: %s', (first, second, lone) => {
    expect(isLone(first, second)).toBe(lone);
  });

  it('asks for the second one, and says what stands in its place', () => {
    expect(errorOf(() => loneFailure(null))).toContain('The price of leg 2 is missing. Type it as a number');
    expect(errorOf(() => loneFailure([['x']]))).toBe(
      '#VALUE! "x" is not the price of leg 2. Type it as a number, or begin with a request’s id.',
    );
  });
});

describe('the spread price of two prices', () => {
  it('follows the check of the interface document', () => {
    expect([net(30, 29, 'buy', 'sell'), net(30, 29, 'sell', 'buy')]).toEqual([1, 1]);
    expect([net(30, 29, 'buy', 'buy'), net(30, 29, 'sell', 'sell')]).toEqual([59, 59]);
  });

  it('takes legs to go opposite ways when nothing else is said, and one action to say the other', () => {
    expect([net(30, 29), net(30, 29, 'sell'), net(30, 29, null, ' BUY ')]).toEqual([1, 1, 1]);
  });

  it('is exact where binary numbers are not', () => {
    expect([net(30.1, 29.2), net(0.3, 0.1), net(-4.1, 4.2), net(0.1, 0.2, 'buy', 'buy')]).toEqual([
      0.9, 0.2, -8.3, 0.3,
    ]);
  });

  it('never differs from integer arithmetic', () => {
    const cents = fc.integer({ min: -1_000_000_00, max: 1_000_000_00 });
    fc.assert(
      fc.property(cents, cents, fc.boolean(), (a, b, same) => {
        const given = net(a / 100, b / 100, 'buy', same ? 'buy' : 'sell');
        expect(given).toBe(same ? (a + b) / 100 || 0 : (a - b) / 100 || 0);
      }),
    );
  });

  it('goes cell by cell over ranges, one cell serving for all', () => {
    expect(rowsOf(spread([[30], [31], ['']], [[29], [29.5], [3]], 'buy'))).toEqual([[1], [1.5], ['']]);
    expect(rowsOf(spread([[30, 31]], [[29]], [['buy', 'buy']], [['buy', 'sell']]))).toEqual([[59, 2]]);
    expect(rowsOf(spread([[30], [31]], [[1, 2]]))).toEqual([
      [29, 28],
      [30, 29],
    ]);
  });

  it('refuses ranges of different sizes', () => {
    expect(errorOf(spread([[30], [31]], [[29], [28], [27]]))).toMatch(/^#VALUE! The ranges differ in size/);
  });

  it('says what is wrong in the cell where it is', () => {
    const rows = rowsOf(
      spread([[30], ['30'], [1e12], [0.123456789], [NaN]], [[29]], [['buy']], [['sell']]),
    ).flat();
    expect(rows[0]).toBe(1);
    expect(rows[1]).toMatch(/^#VALUE! "30" is not a number/);
    expect(rows[2]).toMatch(/^#VALUE! 1000000000000 is not a price/);
    expect(rows[3]).toMatch(/ROUND/);
    expect(rows[4]).toMatch(/^#VALUE!/);
    expect(net(30, 29, 'hold')).toMatch(/^#VALUE! "hold" is not an action/);
  });

  it('takes the digits that Excel shows, not what a calculation left behind them', () => {
    expect(net(1.1 * 30.1, 29)).toBe(4.11);
    expect(net(0.1 + 0.2, 0.3)).toBe(0);
  });

  it('adds the largest prices without running over', () => {
    expect(net(999_999_999, 999_999_999, 'buy', 'buy')).toBe(1_999_999_998);
  });
});
