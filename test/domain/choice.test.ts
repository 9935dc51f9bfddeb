import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Quantity } from '../../src/domain/quantity';
import type { Quote } from '../../src/domain/offers';
import { chosen, NOTHING_CHOSEN, seen, type Choice } from '../../src/domain/choice';
import { NOON, price, proposal, quote, single } from '../taskpane/examples';

describe('choosing a quote', () => {
  it('freezes its price, shape and time', () => {
    expect(chosen(quote(), NOON)).toEqual({
      state: 'frozen',
      frozen: { offer: quote(), lastSeen: { type: 'per-leg', legPrices: ['84.15'] }, frozenAt: NOON },
    });
    expect(
      chosen(quote({ price: { shape: 'standard-spread', spreadPrice: price('1.25') } }), NOON),
    ).toMatchObject({
      frozen: { lastSeen: { type: 'standard-spread', spreadPrice: '1.25' } },
    });
  });

  it('stays frozen while the screen shows the same offer', () => {
    const before = chosen(quote(), NOON);
    expect(seen(before, [quote({ createdAt: NOON })])).toBe(before);
    expect(seen(NOTHING_CHOSEN, [])).toBe(NOTHING_CHOSEN);
  });

  it.each<[string, Partial<Quote>]>([
    ['another price', { price: single('84.2') }],
    ['another quantity', { quantity: Quantity.parse('5') }],
    ['another all-or-none', { allOrNone: true }],
    ['the other direction', { direction: 'bid' }],
  ])('has moved with %s', (_, change) => {
    expect(seen(chosen(quote(), NOON), [{ ...quote(), ...change }])).toMatchObject({
      state: 'moved',
      frozen: { offer: { price: { price: '84.15' } } },
    });
  });

  it('has moved when the quote is gone or no longer active, and then offers no new price', () => {
    for (const quotes of [[], [quote({ state: 'withdrawn' })]]) {
      const moved = seen(chosen(quote(), NOON), quotes);
      expect(moved.state).toBe('moved');
      expect(moved).not.toHaveProperty('now');
    }
  });

  it('stays moved when the old price comes back: only a new choice freezes again', () => {
    const sequence = fc.array(fc.constantFrom('84.15', '84.2', '84.3'), { minLength: 1 });
    fc.assert(
      fc.property(sequence, (prices) => {
        const last = prices.reduce<Choice<Quote>>(
          (state, text) => seen(state, [quote({ price: single(text) })]),
          chosen(quote(), NOON),
        );
        expect(last.state).toBe(prices.every((text) => text === '84.15') ? 'frozen' : 'moved');
        if (last.state === 'moved') expect(last.now?.price).toEqual(single(prices.at(-1) ?? ''));
      }),
    );
  });
});

describe('choosing a firm price proposal', () => {
  const before = chosen(proposal(), NOON);

  it('finds the one that took its place under another number, and needs a new choice', () => {
    const next = proposal({ id: 'PP-2', price: single('83.6') });
    expect(seen(before, [next])).toMatchObject({ state: 'moved', now: { id: 'PP-2' } });
    expect(seen(before, [proposal({ id: 'PP-2' })]).state).toBe('moved');
  });

  it.each([
    ['an indicative one', [proposal({ id: 'PP-2', kind: 'indicative' })]],
    ['the same one made indicative', [proposal({ kind: 'indicative' })]],
    ['one on the other side', [proposal({ id: 'PP-2', direction: 'ask' })]],
    ['one that is over', [proposal({ id: 'PP-2', state: 'rejected' })]],
    ['two that could be meant', [proposal({ id: 'PP-2' }), proposal({ id: 'PP-3' })]],
  ])('offers no new price in place of %s', (_, now) => {
    const moved = seen(before, now);
    expect(moved.state).toBe('moved');
    expect(moved).not.toHaveProperty('now');
  });

  it('stays frozen while it is there, with a state or without', () => {
    const { state: _, ...bare } = proposal();
    expect(seen(before, [bare, proposal({ id: 'PP-2' })])).toBe(before);
  });

  it('never lets another quote stand for a quote', () => {
    const before = chosen(quote(), NOON);
    expect(seen(before, [quote({ id: 'QT-2' })])).toMatchObject({ state: 'moved' });
    expect(seen(before, [quote({ id: 'QT-2' })])).not.toHaveProperty('now');
    // Its own new price does.
    expect(seen(before, [quote({ price: single('85') })])).toMatchObject({
      state: 'moved',
      now: { id: 'QT-1' },
    });
  });
});
