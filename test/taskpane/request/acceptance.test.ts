import { describe, expect, it } from 'vitest';
import { Quantity } from '../../../src/domain/quantity';
import type { Frozen } from '../../../src/domain/choice';
import {
  partsInWords,
  partToStartWith,
  prepared,
  takersSide,
} from '../../../src/taskpane/request/acceptance';
import { partAllowed } from '../../../src/domain/offer-rules';
import { formatters, leg, NOON, perLeg, price, proposal, quote, request, spread } from '../examples';

const mine = request({ role: 'initiator' });
const frozen: Frozen = {
  offer: quote(),
  lastSeen: { type: 'per-leg', legPrices: [price('84.15')] },
  frozenAt: NOON,
};
const body = (asked = mine, from = frozen, part = partToStartWith(asked, from)) =>
  prepared(asked, from, { part, formatters });
const tens = Quantity.parse('10');
const sixLeft = request({ role: 'initiator', remainingQuantity: Quantity.parse('6') });

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
        shownAllOrNone: false,
      },
      shown: 'You buy 10 MW DE Cal-27 base at 84.15 EUR/MWh from Cobalt Grid',
    });
    expect(body(mine, frozen, '10')).not.toHaveProperty('body.quantity');
  });

  it('is nothing where nothing of the request is left', () => {
    const none = request({ role: 'initiator', remainingQuantity: '0' });
    expect(body(none, frozen, '10')).toEqual({
      ok: false,
      why: 'More than is left of the request: 0 of 10 MW left.',
    });
    expect(body(none)).toMatchObject({ ok: false });
  });

  it('says what the whole was for when it was shown, so that a larger one is not taken in its place', () => {
    expect(body()).toMatchObject({ body: { shownQuantity: '10' } });
    expect(body(mine, frozen, '2.5')).toMatchObject({ body: { quantity: '2.5', shownQuantity: '10' } });
    const { quantity: _, ...bare } = quote();
    expect(body(mine, { ...frozen, offer: bare })).not.toHaveProperty('body.shownQuantity');
  });

  it('carries a part only where all-or-none is false', () => {
    expect(body(mine, frozen, '2,5')).toMatchObject({ ok: true, body: { quantity: '2.5' } });
    expect(body(mine, frozen, '11')).toEqual({
      ok: false,
      why: 'More than the quote offers: 10 MW.',
    });
    expect(body(mine, frozen, 'x')).toHaveProperty('ok', false);
    const whole = { ...frozen, offer: quote({ allOrNone: true }) };
    expect(body(mine, whole, '2')).not.toHaveProperty('body.quantity');
    expect(partAllowed({ allOrNone: true }, { allOrNone: false })).toBe(false);
    expect(partAllowed({}, {})).toBe(false);
    expect(partAllowed({}, { allOrNone: false })).toBe(true);
  });

  it('starts with the whole offer, or with what is left of the request, and takes no more than that', () => {
    expect(partToStartWith(mine, frozen)).toBe('10');
    expect(partToStartWith(sixLeft, frozen)).toBe('6');
    const three = { ...frozen, offer: quote({ quantity: Quantity.parse('3') }) };
    expect(partToStartWith(sixLeft, three)).toBe('3');
    const fine = { ...frozen, offer: quote({ quantity: Quantity.parse('1.125') }) };
    expect(partToStartWith(mine, fine)).toBe('1.1250');
    expect(body(mine, fine)).toMatchObject({ ok: true, quantity: '1.125' });
    expect(body(mine, fine, '1,125')).toEqual({
      ok: false,
      why: 'It can be read in two ways. Write 1.1250 or 1125.',
    });
    expect(body(sixLeft)).toMatchObject({
      quantity: '6',
      body: { quantity: '6', shownQuantity: '10' },
      shown: 'You buy 6 MW DE Cal-27 base at 84.15 EUR/MWh from Cobalt Grid',
    });
    expect(body(sixLeft, frozen, '6.5')).toEqual({
      ok: false,
      why: 'More than is left of the request: 6 of 10 MW left.',
    });
    expect(body(sixLeft, frozen, '')).toEqual({ ok: false, why: 'Enter the quantity to accept.' });
    expect(body(sixLeft, three, '3')).not.toHaveProperty('body.quantity');
  });

  it('is nothing where an all-or-none offer is for more than is left', () => {
    const whole = { ...frozen, offer: quote({ allOrNone: true, quantity: tens }) };
    expect(body(sixLeft, whole)).toEqual({
      ok: false,
      why: 'It is all or none, 10 MW, and the request has only 6 of 10 MW left. It cannot be accepted.',
    });
    const fits = { ...frozen, offer: quote({ allOrNone: true, quantity: Quantity.parse('6') }) };
    expect(body(sixLeft, fits)).toMatchObject({ ok: true, quantity: '6' });
  });

  it('says both legs of a spread in words', () => {
    const asked = spread({ role: 'initiator' });
    const offer = { ...frozen, offer: quote({ price: perLeg('30', '29') }) };
    expect(body(asked, offer)).toMatchObject({
      shown:
        'You buy leg 1 (DE), sell leg 2 (FR), 10 MW DE/FR Cal-27 base at 30.00 / 29.00, net 1.00 EUR/MWh from Cobalt Grid',
    });
    expect(takersSide(asked, { direction: 'bid' })).toBe('You sell leg 1 (DE), buy leg 2 (FR)');
  });

  it('says to whom it sells', () => {
    const selling = request({ role: 'initiator', legs: [leg({ action: 'sell' })] });
    const offer = { ...frozen, offer: quote({ direction: 'bid' }) };
    expect(body(selling, offer)).toMatchObject({
      shown: 'You sell 10 MW DE Cal-27 base at 84.15 EUR/MWh to Cobalt Grid',
    });
  });

  it('is nothing without a quantity anywhere', () => {
    const { quantity: _, ...bare } = quote();
    const { quantity: __, ...bareLeg } = leg();
    expect(body(request({ legs: [bareLeg] }), { ...frozen, offer: bare })).toEqual({
      ok: false,
      why: 'The quote does not say its quantity.',
    });
  });
});

describe('what an acceptance of a firm price proposal sends', () => {
  const asked = request();
  const firm: Frozen = { ...frozen, offer: proposal() };

  it('names the proposal, on the other side than a quote', () => {
    expect(body(asked, firm)).toEqual({
      ok: true,
      quantity: '10',
      body: {
        kind: 'accept-proposal',
        requestId: 'RQ-1',
        proposalId: 'PP-1',
        lastSeen: { type: 'per-leg', legPrices: ['84.15'] },
        shownQuantity: '10',
        shownAllOrNone: false,
      },
      shown: 'You sell 10 MW DE Cal-27 base at 83.50 EUR/MWh to Alpha Energy',
    });
    expect(body(asked, firm, '11')).toEqual({
      ok: false,
      why: 'More than the price proposal offers: 10 MW.',
    });
  });
});

describe('all or none', () => {
  it('is carried by the body as it was shown, and said in words', () => {
    expect(body(mine, { ...frozen, offer: quote({ allOrNone: true }) })).toMatchObject({
      body: { shownAllOrNone: true },
    });
    expect(partsInWords(mine, quote())).toBe('You can accept part of it.');
    expect(partsInWords(mine, quote({ allOrNone: true }))).toBe('All or none.');
    expect(partsInWords(request({ allOrNone: true }), quote())).toBe(
      'All or none, because the request asks for it.',
    );
  });
});
