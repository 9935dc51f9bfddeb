import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exact } from '../../src/simulator/world/amount';
import { ruleOf, spreadPrice, type Sides } from '../../src/simulator/world/spread-rule';

const cents = fc.integer({ min: -500_000, max: 500_000 }).map((amount) => exact(`${amount}e-2`));
const ACTIONS: readonly Sides[] = [
  ['buy', 'sell'],
  ['sell', 'buy'],
  ['buy', 'buy'],
  ['sell', 'sell'],
];
const net = (leg1: number, leg2: number, actions: Sides, rule: 'current' | 'former' = 'current'): number =>
  spreadPrice(exact(leg1), exact(leg2), actions, rule).toNumber();

it('gives the figures that the interface document checks the rule with', () => {
  expect(ACTIONS.map((actions) => net(30, 29, actions))).toEqual([1, 1, 59, 59]);
});

it('turns the sign only where leg 1 is sold against leg 2 under the former rule', () => {
  expect(ACTIONS.map((actions) => net(30, 29, actions, 'former'))).toEqual([1, -1, 59, 59]);
});

it('computes in exact decimals', () => {
  expect(net(30.1, 29.2, ['buy', 'sell'])).toBe(0.9);
});

it('gives both counterparties of any spread the same price', () => {
  const mirrored: Record<string, Sides> = { buy: ['buy', 'sell'], sell: ['sell', 'buy'] };
  fc.assert(
    fc.property(cents, cents, (leg1, leg2) => {
      const [bought, sold] = [mirrored['buy'] ?? ACTIONS[0], mirrored['sell'] ?? ACTIONS[1]];
      if (!bought || !sold) throw new Error('no actions');
      return spreadPrice(leg1, leg2, bought, 'current').eq(spreadPrice(leg1, leg2, sold, 'current'));
    }),
  );
});

it('can be undone: leg 1 follows from the net price and leg 2', () => {
  fc.assert(
    fc.property(cents, cents, fc.constantFrom(...ACTIONS), (leg1, leg2, actions) => {
      const spread = spreadPrice(leg1, leg2, actions, 'current');
      const back = actions[0] === actions[1] ? spread.minus(leg2) : spread.plus(leg2);
      return back.eq(leg1);
    }),
  );
});

it('keeps the former rule for the deprecated quotations of v2.0 alone', () => {
  const rules = ['2.0', '2.1', '2.2', '2.3'].map((version) => ruleOf('quotation', version));
  expect(rules).toEqual(['former', 'current', 'current', 'current']);
  expect(ruleOf('proposal', '2.0')).toBe('current');
});
