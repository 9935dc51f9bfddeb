import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compared, minus, negated, plus, type Price } from '../../src/domain/price';
import { legPrice, migratedSpreadPrice, netOf, spreadPrice, type Sides } from '../../src/domain/spread';
import { anyPrice, price } from './written-price';

const OPPOSITE: readonly Sides[] = [
  ['buy', 'sell'],
  ['sell', 'buy'],
];
const SAME: readonly Sides[] = [
  ['buy', 'buy'],
  ['sell', 'sell'],
];
const anyActions = fc.constantFrom(...OPPOSITE, ...SAME);

describe('the spread price', () => {
  it('passes the check of the interface document: 30 and 29 give 1 or 59', () => {
    for (const actions of OPPOSITE) expect(spreadPrice(price(30), price(29), actions)).toBe('1');
    for (const actions of SAME) expect(spreadPrice(price(30), price(29), actions)).toBe('59');
  });

  it('is leg 1 minus leg 2 whichever leg is bought', () => {
    fc.assert(
      fc.property(anyPrice, anyPrice, ({ price: a }, { price: b }) => {
        for (const actions of OPPOSITE) expect(spreadPrice(a, b, actions)).toBe(minus(a, b));
      }),
    );
  });

  it('is the sum when both legs go the same way', () => {
    fc.assert(
      fc.property(anyPrice, anyPrice, ({ price: a }, { price: b }) => {
        for (const actions of SAME) expect(spreadPrice(a, b, actions)).toBe(plus(a, b));
      }),
    );
  });

  it('is the same for both counterparties, who see the actions the other way round', () => {
    const turned = (actions: Sides): Sides => [
      actions[0] === 'buy' ? 'sell' : 'buy',
      actions[1] === 'buy' ? 'sell' : 'buy',
    ];
    fc.assert(
      fc.property(anyPrice, anyPrice, anyActions, ({ price: a }, { price: b }, actions) => {
        expect(spreadPrice(a, b, turned(actions))).toBe(spreadPrice(a, b, actions));
      }),
    );
  });

  it('changes its sign with the legs when they go opposite ways, and not when they go the same way', () => {
    fc.assert(
      fc.property(anyPrice, anyPrice, ({ price: a }, { price: b }) => {
        expect(spreadPrice(b, a, ['buy', 'sell'])).toBe(negated(spreadPrice(a, b, ['buy', 'sell'])));
        expect(spreadPrice(b, a, ['buy', 'buy'])).toBe(spreadPrice(a, b, ['buy', 'buy']));
      }),
    );
  });

  it('may be negative or zero', () => {
    expect(spreadPrice(price(29), price(30), ['buy', 'sell'])).toBe('-1');
    expect(spreadPrice(price(-30), price(-30), ['sell', 'buy'])).toBe('0');
    expect(spreadPrice(price(-30), price(30), ['buy', 'buy'])).toBe('0');
    expect(spreadPrice(price(-30), price(-29.5), ['sell', 'sell'])).toBe('-59.5');
  });
});

describe('the price of the other leg', () => {
  it('gives back what the spread price was made of, exactly', () => {
    fc.assert(
      fc.property(anyPrice, anyPrice, anyActions, ({ price: a }, { price: b }, actions) => {
        const spread = spreadPrice(a, b, actions);
        fc.pre(compared(spread, price('999999999')) <= 0 && compared(spread, price('-999999999')) >= 0);
        expect(legPrice(spread, { leg: 1, price: a }, actions)).toBe(b);
        expect(legPrice(spread, { leg: 2, price: b }, actions)).toBe(a);
      }),
      { numRuns: 1_000 },
    );
  });

  it('follows the rule by hand', () => {
    expect(legPrice(price(1), { leg: 1, price: price(30) }, ['buy', 'sell'])).toBe('29');
    expect(legPrice(price(1), { leg: 2, price: price(29) }, ['sell', 'buy'])).toBe('30');
    expect(legPrice(price(59), { leg: 1, price: price(30) }, ['buy', 'buy'])).toBe('29');
    expect(legPrice(price(59), { leg: 2, price: price(30) }, ['sell', 'sell'])).toBe('29');
  });
});

describe('the turn from the former rule to the one of today', () => {
  /** What a spread price was before: what is bought minus what is sold. */
  const former = (leg1: Price, leg2: Price, [action1]: Sides): Price =>
    action1 === 'buy' ? minus(leg1, leg2) : minus(leg2, leg1);

  it('makes of a former spread price the one that the rule gives today', () => {
    fc.assert(
      fc.property(anyPrice, anyPrice, ({ price: a }, { price: b }) => {
        for (const actions of OPPOSITE) {
          expect(migratedSpreadPrice(former(a, b, actions), actions)).toBe(spreadPrice(a, b, actions));
        }
      }),
    );
  });

  it('changes the sign of a spread that sells leg 1 and buys leg 2, and nothing else', () => {
    fc.assert(
      fc.property(anyPrice, ({ price: spread }) => {
        expect(migratedSpreadPrice(spread, ['sell', 'buy'])).toBe(negated(spread));
        for (const actions of [OPPOSITE[0]!, ...SAME]) {
          expect(migratedSpreadPrice(spread, actions)).toBe(spread);
        }
      }),
    );
  });

  it('made twice leads back, so that it must be made once', () => {
    fc.assert(
      fc.property(anyPrice, anyActions, ({ price: spread }, actions) => {
        expect(migratedSpreadPrice(migratedSpreadPrice(spread, actions), actions)).toBe(spread);
      }),
    );
  });

  it('knows no minus zero', () => {
    expect(migratedSpreadPrice(price(0), ['sell', 'buy'])).toBe('0');
  });

  it('passes the check of the interface document: 30 and 29 sold and bought were -1 and are 1', () => {
    expect(migratedSpreadPrice(price(-1), ['sell', 'buy'])).toBe('1');
    expect(migratedSpreadPrice(price(1), ['buy', 'sell'])).toBe('1');
    for (const actions of SAME) expect(migratedSpreadPrice(price(59), actions)).toBe('59');
  });
});

describe('the net price of two legs of a record', () => {
  const leg = (amount: number, said: object) => ({ price: price(amount), action: 'buy' as const, ...said });
  it('wants one unit, and where none is said one commodity', () => {
    const power = { commodity: 'power', priceUnit: 'EUR/MWh' };
    expect(netOf([leg(30, power), { ...leg(29, power), action: 'sell' }])).toBe('1');
    expect(netOf([leg(30, power), leg(2, { commodity: 'green', priceUnit: 'EUR/cert' })])).toBeUndefined();
    expect(netOf([leg(30, { commodity: 'power' }), leg(2, { commodity: 'green' })])).toBeUndefined();
    expect(netOf([leg(30, { commodity: 'power' }), leg(2, { commodity: 'power' })])).toBe('32');
  });
});
