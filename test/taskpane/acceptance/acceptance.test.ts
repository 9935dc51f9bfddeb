import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Quote } from '../../../src/domain/quote';
import { Quantity } from '../../../src/domain/quantity';
import {
  chosen,
  NOTHING_CHOSEN,
  partAllowed,
  prepared,
  seen,
  takersSide,
  unacceptable,
  type Acceptance,
  type Frozen,
} from '../../../src/taskpane/acceptance/acceptance';
import { figures, leg, NOON, perLeg, price, quote, request, single, spread } from '../examples';

const mine = request({ role: 'initiator' });
const frozen: Frozen = {
  quote: quote(),
  lastSeen: { type: 'per-leg', legPrices: [price('84.15')] },
  frozenAt: NOON,
};
const body = (asked = mine, from = frozen, part = '') => prepared(asked, from, { part, figures });

describe('choosing a quote', () => {
  it('freezes its price, shape and time', () => {
    expect(chosen(quote(), NOON)).toEqual({ state: 'frozen', frozen });
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
      frozen: { quote: { price: { price: '84.15' } } },
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
        const last = prices.reduce<Acceptance>(
          (state, text) => seen(state, [quote({ price: single(text) })]),
          chosen(quote(), NOON),
        );
        expect(last.state).toBe(prices.every((text) => text === '84.15') ? 'frozen' : 'moved');
        if (last.state === 'moved') expect(last.now?.price).toEqual(single(prices.at(-1) ?? ''));
      }),
    );
  });
});

describe('what an acceptance sends', () => {
  it('is exactly the frozen price as last-seen price, and no quantity for the whole', () => {
    expect(body()).toEqual({
      ok: true,
      quantity: '10',
      body: {
        kind: 'accept-quote',
        requestId: 'RQ-1',
        quoteId: 'QT-1',
        lastSeen: { type: 'per-leg', legPrices: ['84.15'] },
        shownQuantity: '10',
      },
      shown: 'You buy 10 MW at 84.15 EUR/MWh from Cobalt Grid',
    });
    expect(body(mine, frozen, '10')).not.toHaveProperty('body.quantity');
  });

  it('says what the whole was for when it was shown, so that a larger one is not taken in its place', () => {
    expect(body()).toMatchObject({ body: { shownQuantity: '10' } });
    expect(body(mine, frozen, '2.5')).toMatchObject({ body: { quantity: '2.5', shownQuantity: '10' } });
    const { quantity: _, ...bare } = quote();
    expect(body(mine, { ...frozen, quote: bare })).not.toHaveProperty('body.shownQuantity');
  });

  it('carries a part only where all-or-none is false', () => {
    expect(body(mine, frozen, '2,5')).toMatchObject({ ok: true, body: { quantity: '2.5' } });
    expect(body(mine, frozen, '11')).toEqual({ ok: false, why: 'More than the quote offers.' });
    expect(body(mine, frozen, 'x')).toHaveProperty('ok', false);
    const whole = { ...frozen, quote: quote({ allOrNone: true }) };
    expect(body(mine, whole, '2')).not.toHaveProperty('body.quantity');
    expect(partAllowed({ allOrNone: true }, { allOrNone: false })).toBe(false);
    expect(partAllowed({}, {})).toBe(false);
    expect(partAllowed({}, { allOrNone: false })).toBe(true);
  });

  it('says both legs of a spread in words', () => {
    const asked = spread({ role: 'initiator' });
    const offer = { ...frozen, quote: quote({ price: perLeg('30', '29') }) };
    expect(body(asked, offer)).toMatchObject({
      shown:
        'You buy leg 1 (DE), sell leg 2 (FR), 10 MW at 30.00 / 29.00, net +1.00 EUR/MWh from Cobalt Grid',
    });
    expect(takersSide(asked, { direction: 'bid' })).toBe('You sell leg 1 (DE), buy leg 2 (FR)');
  });

  it('says to whom it sells', () => {
    const selling = request({ role: 'initiator', legs: [leg({ action: 'sell' })] });
    const offer = { ...frozen, quote: quote({ direction: 'bid' }) };
    expect(body(selling, offer)).toMatchObject({ shown: 'You sell 10 MW at 84.15 EUR/MWh to Cobalt Grid' });
  });

  it('is nothing without a quantity anywhere', () => {
    const { quantity: _, ...bare } = quote();
    const { quantity: __, ...bareLeg } = leg();
    expect(body(request({ legs: [bareLeg] }), { ...frozen, quote: bare })).toEqual({
      ok: false,
      why: 'The quote does not say its quantity.',
    });
  });
});

describe('a quote that cannot be accepted', () => {
  it('is one of a request or a quote that is over', () => {
    expect(unacceptable(request({ state: 'closed' }), quote())).toBe('The request is closed.');
    expect(unacceptable(mine, quote({ state: 'withdrawn' }))).toBe('This quote is withdrawn.');
    expect(unacceptable(mine, quote())).toBeUndefined();
  });

  it('is one on the side of the request itself', () => {
    expect(unacceptable(mine, quote({ direction: 'bid' }))).toBe(
      'This bid is on the side of your own request.',
    );
  });
});
