import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Quantity } from '../../../src/domain/quantity';
import type { Request } from '../../../src/domain/request';
import { spreadPrice } from '../../../src/domain/spread';
import { referenceOf, type Reference } from '../../../src/taskpane/ticket/price-checks';
import { ourSide, QUOTE, unsendable } from '../../../src/taskpane/ticket/purpose';
import { blankDraft, ticketOf, type Draft } from '../../../src/taskpane/ticket/ticket';
import { figures, leg, perLeg, price, quote, request, single, spread } from '../examples';

const ticket = (asked: Request, draft: Partial<Draft>, reference?: Reference) =>
  ticketOf(asked, { ...blankDraft(asked), ...draft }, { purpose: QUOTE, reference, figures });
const codes = (asked: Request, prices: string[], reference?: Reference): string[] =>
  ticket(asked, { prices }, reference).findings.map(({ code }) => code);

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
      shown: 'You sell 10 MW at 84.15 EUR/MWh (RQ-1)',
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
    expect(ready?.words).toBe(
      'You sell leg 1 (DE), buy leg 2 (FR), 10 MW at 30.00 / 29.00, net +1.00 EUR/MWh, all or none',
    );
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

  it('says why nothing more is sent on a request that is over or cannot be understood', () => {
    expect(unsendable(request({ state: 'traded' }), 'quote')).toBe(
      'This request is traded; it takes no more quotes.',
    );
    expect(unsendable(request({ state: 'closed' }), 'proposal')).toContain('no more price proposals');
    expect(unsendable(request({ swapType: 'green-grey-swap' }), 'quote')).toContain('has 1 legs');
    expect(unsendable(request({ legs: [leg(), leg(), leg(), leg()] }), 'quote')).toContain('has 4 legs');
    expect(unsendable(request(), 'quote')).toBeUndefined();
  });

  it.each(['abc', '1.234.5', '1.123456789'])('sends nothing for %s', (text) => {
    const state = ticket(request(), { prices: [text] });
    expect(state.ready).toBeUndefined();
    expect(state.findings[0]).toMatchObject({ level: 'block', field: 0 });
  });

  it('says of a quantity that could be meant as thousands how it was read', () => {
    const thousand = request({ legs: [leg({ quantity: Quantity.parse('1000') })] });
    expect(ticket(thousand, { prices: ['1'], quantity: '1,000' }).findings).toMatchObject([
      { level: 'note', field: 'quantity', text: 'Read with the comma as decimal sign.' },
      { level: 'note', field: 'quantity', code: 'part' },
    ]);
  });

  it('sends no more than was asked for, and no part where all or none is asked', () => {
    expect(ticket(request(), { prices: ['1'], quantity: '10.1' }).findings).toMatchObject([
      { level: 'block', text: 'More than was asked for (10 MW).' },
    ]);
    expect(ticket(request({ allOrNone: true }), { prices: ['1'], quantity: '5' }).ready).toBeUndefined();
    const part = ticket(request(), { prices: ['1'], quantity: '5' });
    expect(part.findings).toMatchObject([{ level: 'note' }]);
    expect(part.ready).toBeDefined();
    expect(ticket(request(), { prices: ['1'], quantity: '' }).missing).toBe('Enter a quantity.');
  });

  it('warns of a flipped sign and of a factor of ten against the best seen', () => {
    const best = { net: price('84') };
    expect(codes(request(), ['-84'], best)).toEqual(['flip-0']);
    expect(codes(request(), ['840'], best)).toEqual(['factor-0']);
    expect(codes(request(), ['8.4'], best)).toEqual(['factor-0']);
    expect(codes(request(), ['85'], best)).toEqual([]);
    expect(codes(request(), ['85'])).toEqual([]);
  });

  it('warns of a zero and of unusually many decimals', () => {
    expect(codes(request(), ['0'])).toEqual(['zero-0']);
    expect(codes(request(), ['1.2345'])).toEqual(['fine-0']);
  });

  it('compares each leg with the best quote’s leg, and the net price with its net price', () => {
    const best = { net: price('1'), legPrices: [price('30'), price('29')] };
    expect(codes(spread(), ['300', '29'], best)).toEqual(['factor-0', 'factor-net']);
    expect(codes(spread(), ['29', '30'], best)).toEqual(['flip-net']);
  });

  it('with a warning is sent only after it was ticked, and a tick is for one content only', () => {
    const best = { net: price('84') };
    const warned = ticket(request(), { prices: ['-84'] }, best);
    expect(warned).toMatchObject({ warned: true, ticked: false });
    expect(warned.ready).toBeUndefined();
    const ticked = { prices: ['-84'], tickedFor: warned.content };
    expect(ticket(request(), ticked, best).ready).toBeDefined();
    expect(ticket(request(), { ...ticked, prices: ['-85'] }, best).ready).toBeUndefined();
    expect(ticket(request(), { ...ticked, quantity: '9' }, best).ready).toBeUndefined();
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

describe('the best seen', () => {
  it('is the best on the desk’s own side, else on the other', () => {
    const quotes = [
      quote({ id: 'a', price: single('85') }),
      quote({ id: 'b', price: single('84') }),
      quote({ id: 'c', price: single('83'), direction: 'bid' }),
      quote({ id: 'd', price: single('1'), state: 'withdrawn' }),
    ];
    expect(referenceOf(request(), quotes, 'ask')).toEqual({ net: '84' });
    expect(referenceOf(request(), quotes.slice(2), 'ask')).toEqual({ net: '83' });
    expect(referenceOf(request(), [], 'ask')).toBeUndefined();
  });

  it('has the leg prices of a spread’s quote beside its net price', () => {
    expect(referenceOf(spread(), [quote({ price: perLeg('30', '29') })], 'ask')).toEqual({
      net: '1',
      legPrices: ['30', '29'],
    });
  });
});
