import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ActionBody } from '../../../src/domain/action';
import { Limits } from '../../../src/domain/limits/limits';
import { Quantity } from '../../../src/domain/quantity';
import type { Quote } from '../../../src/domain/offers';
import type { Request } from '../../../src/domain/request';
import { spreadPrice } from '../../../src/domain/spread';
import { limitFindings } from '../../../src/taskpane/quoting/pre-trade-check';
import { typedAs } from '../../../src/taskpane/quoting/net-typing';
import { plainText } from '../../../src/taskpane/ui/parsed-input';
import { ourSide, QUOTE } from '../../../src/taskpane/quoting/purpose';
import { toggled } from '../../../src/taskpane/quoting/ticks';
import { blankDraft, ticketOf, type Draft } from '../../../src/taskpane/quoting/ticket';
import { formatters, leg, NOON, perLeg, price, quote, request, single, spread } from '../examples';

/** Nothing but slips of the keys. */
const SLIPS = Limits.parse({
  bestPrice: { ignoreUpTo: '0' },
  lastPrice: { ignoreUpTo: '0' },
  throughMarket: 'warn',
  nearestTrade: {},
  signFlip: 'warn',
  factorOfTen: 'warn',
  volume: [],
  notional: [],
  countPerMinute: {},
  duplicate: { step: 'off', withinMs: 1 },
  noReference: 'tell',
  unchecked: 'tell',
});
const ticket = (asked: Request, draft: Partial<Draft>, ...offers: Quote[]) =>
  ticketOf(
    asked,
    { ...blankDraft(asked), ...draft },
    {
      purpose: QUOTE,
      formatters,
      ...(offers.length > 0 && {
        limits: (body: ActionBody) =>
          limitFindings(body, { request: asked, offers, recent: [], now: NOON }, { limits: SLIPS }),
      }),
    },
  );
const codes = (asked: Request, prices: string[], ...offers: Quote[]): (string | number)[][] =>
  ticket(asked, { prices }, ...offers).findings.map(({ code, field }) => [code, field]);
const BEST = quote({ price: single('84') });

describe('a ticket', () => {
  it('starts with the quantity and the all-or-none of the request, and without a price', () => {
    expect(blankDraft(request())).toEqual({ prices: [''], quantity: '10', allOrNone: false });
    expect(blankDraft(spread({ allOrNone: true }))).toMatchObject({ prices: ['', ''], allOrNone: true });
    const standard = spread({ contract: 'standard-spread' });
    expect(blankDraft(standard).prices).toEqual(['']);
    expect(ticket(request(), {}).missing).toBe('Enter a price.');
    expect(ticket(spread(), { prices: ['1', ''] }).missing).toBe('Enter a price for leg 2.');
  });

  it('for a single request is ready with one price, on the other side of the request', () => {
    expect(ticket(request(), { prices: ['84,15'] }).ready).toEqual({
      body: {
        kind: 'send-quote',
        requestId: 'RQ-1',
        direction: 'ask',
        price: { shape: 'single', price: '84.15' },
        quantity: '10',
        allOrNone: false,
      },
      words: 'You sell 10 MW at 84.15 EUR/MWh',
      said: 'You sell 10 MW DE Cal-27 base at 84.15 EUR/MWh',
      shown: 'You offer to sell 10 MW DE Cal-27 base at 84.15 EUR/MWh (RQ-1)',
      label: 'Offer 10 MW at 84.15',
      replaced: [],
      accepted: [],
    });
    const selling = request({ legs: [leg({ action: 'sell' })] });
    expect(ticket(selling, { prices: ['1'] }).ready?.body).toMatchObject({ direction: 'bid' });
    expect(ourSide(selling)).toBe('You buy');
  });

  it('for a spread sends leg prices and says the net price by the rule', () => {
    const { ready, net } = ticket(spread(), { prices: ['30', '29'], allOrNone: true });
    expect(net).toBe('1');
    expect(ready?.body).toMatchObject({ price: { shape: 'per-leg', legPrices: ['30', '29'] } });
    expect(ready?.said).toBe(
      'You sell leg 1 (DE), buy leg 2 (FR), 10 MW DE/FR Cal-27 base at 30.00 / 29.00, net 1.00 EUR/MWh, all or none',
    );
    expect(ready?.shown).toMatch(/^You offer to sell leg 1 \(DE\), buy leg 2 \(FR\), 10 MW DE\/FR /);
  });

  it('for a same-direction spread adds the legs', () => {
    expect(ticket(spread({ legs: [leg(), leg()] }), { prices: ['30', '29'] }).net).toBe('59');
  });

  it('for a standard spread sends one net price, negative too', () => {
    const asked = spread({ contract: 'standard-spread', spreadType: 'time' });
    expect(ticket(asked, { prices: ['-1.25'] }).ready?.body).toMatchObject({
      price: { shape: 'standard-spread', spreadPrice: '-1.25' },
    });
  });

  it.each(['abc', '1.234.5', '1.123456789'])('sends nothing for %s', (text) => {
    const state = ticket(request(), { prices: [text] });
    expect(state.ready).toBeUndefined();
    expect(state.findings[0]).toMatchObject({ level: 'block', field: 0 });
  });

  it('asks what is meant by a quantity that could be thousands, and writes none into the field', () => {
    const thousand = request({ legs: [leg({ quantity: Quantity.parse('1000') })] });
    for (const quantity of ['1,000', '1.000']) {
      const state = ticket(thousand, { prices: ['1'], quantity });
      expect(state.findings).toMatchObject([
        {
          level: 'block',
          field: 'quantity',
          text: 'It can be read in two ways. Write 1.0000 or 1000.',
        },
      ]);
      expect(state.ready).toBeUndefined();
    }
    expect(ticket(thousand, { prices: ['1'], quantity: '1000' }).ready).toBeDefined();
    const fine = request({ legs: [leg({ quantity: Quantity.parse('1.125') })] });
    const { quantity } = blankDraft(fine);
    expect(quantity).toBe('1.1250');
    expect(ticket(fine, { prices: ['1'], quantity }).ready?.body).toMatchObject({ quantity: '1.125' });
  });

  it('sends no more than was asked for, and no part where all or none is asked', () => {
    expect(ticket(request(), { prices: ['1'], quantity: '10.1' }).findings).toMatchObject([
      { level: 'block', text: 'The request asks for 10 MW; 10.1 MW is more.' },
    ]);
    expect(ticket(request({ allOrNone: true }), { prices: ['1'], quantity: '5' }).ready).toBeUndefined();
    const part = ticket(request(), { prices: ['1'], quantity: '5' });
    expect(part.findings).toMatchObject([{ level: 'note' }]);
    expect(part.ready).toBeDefined();
    expect(ticket(request(), { prices: ['1'], quantity: '' }).missing).toBe('Enter a quantity.');
  });

  it('starts with what is left of a request that is partly traded, and sends no more than that', () => {
    const partly = request({ remainingQuantity: Quantity.parse('6') });
    expect(blankDraft(partly).quantity).toBe('6');
    expect(blankDraft(request()).quantity).toBe('10');
    expect(ticket(partly, { prices: ['1'], quantity: '6.01' }).findings).toMatchObject([
      { level: 'block', field: 'quantity', text: '6 MW of the request is left; 6.01 MW is more.' },
    ]);
    expect(ticket(partly, { prices: ['1'], quantity: '6' }).findings).toEqual([]);
    expect(ticket(partly, { prices: ['1'], quantity: '5' }).findings).toMatchObject([
      { level: 'note', text: 'Less than is left (6 of 10 MW left).' },
    ]);
  });

  it('sends nothing on an open request of which nothing is left, and does not start with all of it', () => {
    const none = request({ remainingQuantity: '0' });
    expect(blankDraft(none).quantity).toBe('0');
    expect(ticket(none, { prices: ['1'], quantity: '10' }).findings).toMatchObject([
      { level: 'block', field: 'quantity', text: 'Nothing of the request is left.' },
    ]);
    expect(ticket(none, { prices: ['1'], quantity: '10' }).ready).toBeUndefined();
  });

  it('says each warning once: a flipped sign or a factor of ten against the best seen', () => {
    expect(codes(request(), ['-84'], BEST)).toEqual([['sign-flip', 'whole']]);
    expect(codes(request(), ['840'], BEST)).toEqual([['factor-of-ten', 'whole']]);
    expect(codes(request(), ['8.4'], BEST)).toEqual([['factor-of-ten', 'whole']]);
    expect(codes(request(), ['85'], BEST)).toEqual([]);
    expect(codes(request(), ['85'])).toEqual([]);
  });

  it('warns of a zero and of unusually many decimals, beside their field', () => {
    expect(codes(request(), ['0'], BEST)).toEqual([['zero-price', 0]]);
    expect(codes(request(), ['80.2345'], BEST)).toEqual([['fine-price', 0]]);
  });

  it('compares each leg with the best quote’s leg, and the net price with its net price', () => {
    const best = quote({ price: perLeg('30', '29') });
    expect(codes(spread(), ['300', '290'], best)).toEqual([
      ['factor-of-ten', 'whole'],
      ['factor-of-ten', 0],
      ['factor-of-ten', 1],
    ]);
    expect(codes(spread(), ['29', '30'], best)).toEqual([['sign-flip', 'whole']]);
  });

  it('with a warning is sent only after it was ticked, and a tick is for one content only', () => {
    const warned = ticket(request(), { prices: ['-84'] }, BEST);
    expect(warned.ticks).toMatchObject({ rest: [{ code: 'sign-flip' }], own: [], all: false });
    expect(warned.ready).toBeUndefined();
    const ticked = { prices: ['-84'], tickedFor: toggled(warned.ticks, 'rest', true) };
    const accepted = [{ code: 'sign-flip', upTo: '168' }];
    expect(ticket(request(), ticked, BEST).ready).toMatchObject({ accepted });
    expect(ticket(request(), { ...ticked, prices: ['-85'] }, BEST).ready).toBeUndefined();
    expect(ticket(request(), { ...ticked, quantity: '9' }, BEST).ready).toBeUndefined();
  });

  it('keeps a tick while what it confirms gets smaller, and drops it as soon as that grows', () => {
    const { ticks } = ticket(request(), { prices: ['-84'] }, BEST);
    const ticked = { prices: ['-84'], tickedFor: toggled(ticks, 'rest', true) };
    const near = ticket(request(), ticked, quote({ price: single('83.99') }));
    expect(near.ready).toMatchObject({ accepted: [{ code: 'sign-flip', upTo: '168' }] });
    expect(ticket(request(), ticked, quote({ price: single('84.01') })).ready).toBeUndefined();
  });

  it('of a spread typed as net price and one leg sends both legs, the other one exact', () => {
    const net = (text: string, leg: 0 | 1, price: string, asked = spread()) =>
      ticket(asked, { prices: leg === 0 ? [price, ''] : ['', price], net: { text, leg } });
    const legs = (...prices: string[]) => ({ price: { shape: 'per-leg', legPrices: prices } });
    expect(net('-1.70', 1, '88.10').ready?.body).toMatchObject(legs('86.4', '88.1'));
    expect(net('-1,70', 0, '86,40').ready?.body).toMatchObject(legs('86.4', '88.1'));
    expect(net('0.3', 1, '0.1').ready?.body).toMatchObject(legs('0.4', '0.1'));
    expect(net('0.00000001', 1, '-0.00000002').ready?.body).toMatchObject(legs('-0.00000001', '-0.00000002'));
    const same = spread({ legs: [leg(), leg({ market: 'FR' })] });
    expect(net('59', 0, '30', same).ready?.body).toMatchObject(legs('30', '29'));
    expect(net('59', 1, '29', same).ready?.body).toMatchObject(legs('30', '29'));
    const turned = spread({ legs: [leg({ action: 'sell' }), leg({ market: 'FR' })] });
    expect(net('-1.70', 1, '88.10', turned).ready?.body).toMatchObject(legs('86.4', '88.1'));
    expect(net('-1.70', 1, '88.10').ready?.said).toBe(
      'You sell leg 1 (DE), buy leg 2 (FR), 10 MW DE/FR Cal-27 base at 86.40 / 88.10, net −1.70 EUR/MWh',
    );
  });

  it('of a spread typed so says what is missing, and never guesses', () => {
    const typed = (text: string, price: string) =>
      ticket(spread(), { prices: ['', price], net: { text, leg: 1 } });
    expect(typed('', '88').missing).toBe('Enter the net price.');
    expect(typed('-1.7', '').missing).toBe('Enter a price for leg 2.');
    for (const [text, price, field] of [
      ['1.250', '88', 'net'],
      ['1.25', '88,125', 1],
      ['x', '88', 'net'],
    ] as const) {
      const state = typed(text, price);
      expect(state.ready).toBeUndefined();
      expect(state.findings).toMatchObject([{ level: 'block', field }]);
      expect(state.missing).toBe('Correct the marked fields above.');
    }
    expect(typed('-1,250', '88').findings[0]?.text).toBe(
      'It can be read in two ways. Write -1.2500 or -1250.',
    );
    expect(typed('-1,2500', '88').ready?.body).toMatchObject({ price: { legPrices: ['86.75', '88'] } });
    const large = typed('999999999', '999999999');
    expect(large.findings).toMatchObject([
      { level: 'block', field: 0, text: 'The price that follows is too large.' },
    ]);
    expect(large.ready).toBeUndefined();
  });

  it('of a spread typed so wants a new tick when its net price changes', () => {
    const best = quote({ price: perLeg('30', '29') });
    const typed = (text: string) => ({ prices: ['', '29'], net: { text, leg: 1 } }) as const;
    const flipped = ticket(spread(), typed('-1'), best);
    expect(flipped.ticks.all).toBe(false);
    expect(
      ticket(spread(), { ...typed('-1'), tickedFor: toggled(flipped.ticks, 'rest', true) }, best).ready,
    ).toBeDefined();
    expect(
      ticket(spread(), { ...typed('-2'), tickedFor: toggled(flipped.ticks, 'rest', true) }, best).ready,
    ).toBeUndefined();
  });

  it('of legs in different units has no net price to type', () => {
    const asked = spread({ legs: [leg(), leg({ action: 'sell', priceUnit: 'GBP/MWh' })] });
    const state = ticket(asked, { prices: ['', '88'], net: { text: '1', leg: 1 } });
    expect(state.ready).toBeUndefined();
    expect(state.missing).toBe('Enter a price for leg 1.');
  });

  it('keeps its prices when they are typed in another way', () => {
    const cents = fc.integer({ min: -9_999_999, max: 9_999_999 }).map((amount) => String(amount / 1000));
    const action = fc.constantFrom('buy' as const, 'sell' as const);
    const ways = fc.array(fc.constantFrom<0 | 1 | 'both'>(0, 1, 'both'), { maxLength: 5 });
    fc.assert(
      fc.property(fc.tuple(cents, cents), fc.tuple(action, action), ways, (legs, [one, two], chosen) => {
        const asked = spread({ legs: [leg({ action: one }), leg({ action: two })] });
        const legPrices = legs.map(price);
        let draft: Draft = { ...blankDraft(asked), prices: legPrices.map(plainText) };
        for (const way of [...chosen, 'both' as const]) {
          draft = typedAs(asked, draft, {
            leg: way,
            known: ticket(asked, draft).net,
            decimalSign: '.',
          });
          expect(ticket(asked, draft).ready?.body).toMatchObject({ price: { legPrices } });
        }
      }),
    );
  });

  it('never computes the net price other than the domain does, and never throws', () => {
    const amount = fc.integer({ min: -99_999_999, max: 99_999_999 }).map((cents) => String(cents / 100));
    const action = fc.constantFrom('buy' as const, 'sell' as const);
    fc.assert(
      fc.property(amount, amount, action, action, (first, second, one, two) => {
        const asked = spread({ legs: [leg({ action: one }), leg({ action: two })] });
        const { net } = ticket(asked, { prices: [first, second] });
        expect(net).toBe(spreadPrice(price(first), price(second), [one, two]));
      }),
    );
  });

  it('does not break when a net price would be too large to be one', () => {
    const state = ticket(spread({ legs: [leg(), leg()] }), { prices: ['999999999', '999999999'] });
    expect(state.missing).toBe('These leg prices are too large for a net price.');
    expect(state.ready).toBeUndefined();
  });
});
