import { describe, expect, it } from 'vitest';
import { notionalOf } from '../../../src/domain/delivery/notional';
import { Quantity } from '../../../src/domain/quantity';
import type { Frozen } from '../../../src/domain/choice';
import type { Leg } from '../../../src/domain/leg';
import {
  notionalInWords,
  notionalLines,
  partsInWords,
  partToStartWith,
  prepared,
  takersSide,
} from '../../../src/taskpane/request/acceptance';
import { partAllowed } from '../../../src/domain/offer-rules';
import {
  formatters,
  leg,
  NOON,
  perLeg,
  price,
  proposal,
  quote,
  request,
  single,
  spread,
  swap,
} from '../examples';

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

const words = (...args: Parameters<typeof notionalOf>): string | undefined => {
  const notional = notionalOf(...args);
  return notional && notionalInWords(notional, formatters);
};

describe('the notional', () => {
  it('of a base delivery is said per hour and for all its hours', () => {
    expect(words(leg(), price('84.15'), '10')).toBe(
      '841.50 EUR per hour, 7,371,540 EUR in all (8,760 hours)',
    );
  });

  it('of a peak delivery counts its own hours, and of an unknown profile every hour', () => {
    expect(words(leg({ loadProfile: 'peak' }), price('84.15'), '10')).toBe(
      '841.50 EUR per hour, 2,635,578 EUR in all (3,132 hours)',
    );
    expect(words(leg({ loadProfile: 'shaped' }), price('84.15'), '10')).toBe(
      '841.50 EUR per hour, at most 7,371,540 EUR in all (8,760 hours: every hour, as the load profile is not known)',
    );
  });

  it('of a quantity in the price’s own measure is the whole', () => {
    expect(words(leg({ quantityUnit: 'MWh' }), price('-4.25'), '1000')).toBe('−4,250.00 EUR');
  });

  it('of a daily quantity is said per day and for all days', () => {
    const gas = leg({ quantityUnit: 'MWh/d', deliveryStart: '2027-01-01', deliveryEnd: '2027-01-31' });
    expect(words(gas, price('30'), '100')).toBe('3,000.00 EUR per day, 93,000 EUR in all');
  });

  it('is not made up where the units do not fit', () => {
    expect(words(leg({ quantityUnit: 'lots' }), price('30'), '1')).toBeUndefined();
    expect(words(leg({ priceUnit: 'EUR' }), price('30'), '1')).toBeUndefined();
    expect(words(leg(), price('30'), '1')).toContain('30.00 EUR per hour');
  });

  it('says in words who pays: a negative price turns it round', () => {
    const said = (amount: string, side: 'buy' | 'sell') =>
      notionalLines({ legs: [leg()] }, single(amount), {
        quantity: Quantity.parse('10'),
        sides: [side],
        formatters,
      })[0];
    expect(said('1', 'buy')).toMatch(/^Notional: 10\.00 EUR per hour.*: you pay$/);
    expect(said('-1', 'buy')).toMatch(/^Notional: 10\.00 EUR per hour.*: you receive$/);
    expect(said('1', 'sell')).toMatch(/: you receive$/);
    expect(said('-1', 'sell')).toMatch(/^Notional: 10\.00.*: you pay$/);
    const legs = notionalLines(spread(), perLeg('30', '29'), {
      quantity: Quantity.parse('10'),
      sides: ['buy', 'sell'],
      formatters,
    });
    expect(legs.map((line) => line.split(': ').at(-1))).toEqual(['you pay', 'you receive']);
  });

  it('of a spread is said for each leg, and by the net price where there are no leg prices', () => {
    expect(
      notionalLines(spread(), perLeg('30', '29'), { quantity: Quantity.parse('10'), formatters }),
    ).toHaveLength(2);
    const net = { shape: 'standard-spread', spreadPrice: price('1') } as const;
    const [line] = notionalLines(spread(), net, { quantity: Quantity.parse('10'), formatters });
    expect(line).toMatch(/^Net: 10.00 EUR per hour/);
    // 2028 has a day more: the net price counts over leg 1, whichever is the longer one.
    const leap = leg({ action: 'sell', deliveryStart: '2028-01-01', deliveryEnd: '2028-12-31' });
    const by = 'Net by leg 1 (an estimate until the legs have prices): 10.00 EUR per hour';
    const said = (...legs: Leg[]) =>
      notionalLines({ legs }, net, { quantity: Quantity.parse('10'), formatters });
    expect(said(leg(), leap)).toEqual([`${by}, 87,600 EUR in all (8,760 hours)`]);
    expect(said(leap, leg())).toEqual([`${by}, 87,840 EUR in all (8,784 hours)`]);
    expect(
      notionalLines({ legs: [leg()] }, single('1'), { quantity: Quantity.parse('10'), formatters })[0],
    ).toMatch(/^Notional: /);
  });

  it('of a swap is said for each leg by that leg’s own quantity, and of a part for leg 1 alone', () => {
    const prices = perLeg('0.5', '80', '80');
    const lines = notionalLines(swap(), prices, { quantity: Quantity.parse('87600'), formatters });
    expect(lines.map((line) => line.split(',')[0])).toEqual([
      'Leg 1: 43',
      'Leg 2: 800.00 EUR per hour',
      'Leg 3: 800.00 EUR per hour',
    ]);
    expect(notionalLines(swap(), prices, { quantity: Quantity.parse('10000'), formatters })).toEqual([
      'Leg 1: 5,000.00 EUR',
    ]);
  });
});
