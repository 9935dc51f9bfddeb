import { describe, expect, it, vi } from 'vitest';
import { RequestId } from '../../../src/domain/identifiers';
import { bestFormula } from '../../../src/functions/formulas/best-price';
import { lastSeenFormula } from '../../../src/functions/formulas/last-seen';
import { errorOf, MemoryDesk, rowsOf, UNAVAILABLE } from '../formula-context';
import { rawQuote, rawSingle, rawSpread } from '../raw-records';

const id = RequestId.parse('RQ-1');
const desk = (...raws: unknown[]) => new MemoryDesk().knows({ kind: 'quotes', id }, raws);
const best = (direction: unknown = null, field: unknown = null, ids: unknown = [['RQ-1']]) =>
  bestFormula({ id: ids, direction, field });
const lastSeen = (leg: unknown = null, ids: unknown = [['RQ-1']]) => lastSeenFormula({ id: ids, leg });

const bid = (name: string, price: number, over = {}) => rawQuote(name, { legs: [{ price }], ...over });
const ask = (name: string, price: number, over = {}) =>
  bid(name, price, { 'price-direction': 'ask', ...over });
const perLeg = (name: string, prices: readonly number[], over = {}) =>
  rawQuote(name, { legs: prices.map((price) => ({ price })), ...over });
const standard = (name: string, net: number, over = {}) =>
  rawQuote(name, { type: 'standard-spread', 'spread-price': net, legs: undefined, ...over });

describe('BEST', () => {
  it('is the highest bid and the lowest ask among the active quotes', () => {
    const known = desk(
      bid('a', 41.5),
      bid('b', 42),
      bid('c', 50, { state: 'withdrawn' }),
      ask('d', 44),
      ask('e', 43.75),
    );
    expect([rowsOf(best('bid'), known), rowsOf(best('ASK'), known)]).toEqual([[[42]], [[43.75]]]);
  });

  it('ranks no quote in another unit or currency than its request’s, once what units mean is loaded', async () => {
    const pounds = ask('a', 20, { currency: 'GBP' });
    const megajoules = ask('b', 10, { legs: [{ price: 10, 'price-unit': 'EUR/therm' }] });
    const euros = ask('c', 43, { currency: 'EUR' });
    const [leg] = rawSingle('RQ-1')['legs'] as object[];
    const legs = [{ ...leg, 'price-unit': 'EUR/MWh' }];
    const known = (...raws: unknown[]) =>
      desk(...raws).knows({ kind: 'request', id }, rawSingle('RQ-1', { legs }));
    const all = known(pounds, megajoules, euros);
    expect(rowsOf(best('ask'), all)).toEqual([['#N/A Loading.']]);
    await vi.waitFor(() => expect(rowsOf(best('ask'), all)).toEqual([[43]]));
    expect(rowsOf(best('ask'), known(pounds))[0]?.[0]).toContain('another unit or currency');
  });

  it('says of a request that is over that no quote is to come', () => {
    const told = (state: string) =>
      rowsOf(best('bid'), desk(ask('d', 44)).knows({ kind: 'request', id }, rawSpread('RQ-1', { state })));
    const [toCome, over] = ['The price appears when a quote arrives.', 'The request is over'];
    expect(told('open')).toEqual([[expect.stringContaining(toCome)]]);
    expect(told('closed')).toEqual([[expect.stringContaining(over)]]);
    expect(rowsOf(best('bid'), desk(ask('d', 44)))).toEqual([[expect.stringContaining(toCome)]]);
  });

  it('is the net price of a spread', () => {
    const known = desk(perLeg('a', [30, 29.5]), perLeg('b', [30, 29])).knows(
      { kind: 'request', id },
      rawSpread('RQ-1'),
    );
    expect(rowsOf(best('bid'), known)).toEqual([[1]]);
  });

  it('is another field of that quote, by the platform’s name or the column’s', () => {
    const known = desk(bid('a', 41.5), bid('b', 42, { counterparty: 'North' }));
    const fields = [
      ['quotation-id', 'Counterparty', '', 'price', 'legs[0].price', 'leg 1 price', 'firmness'],
    ];
    const [row] = rowsOf(best('bid', fields), known);
    expect(row?.slice(0, 6)).toEqual(['b', 'North', '', 42, 42, '']);
    expect(row?.[6]).toMatch(/^#VALUE! There is no field "firmness"\. There are: quotation-id/);
  });

  it('counts the quote of this desk, and as "others" leaves it out, so that a price set against it does not go by itself', () => {
    const price = { shape: 'single', price: '0.53' };
    const own = { quoteId: 'b', requestId: 'RQ-1', direction: 'ask', price, quantity: '10', since: 0 };
    const sent = (known: MemoryDesk) =>
      known
        .knows({ kind: 'own-quotes' }, [own])
        .knows({ kind: 'journal' }, [])
        .knows({ kind: 'request', id }, rawSingle('RQ-1'));
    const beside = sent(desk(ask('a', 0.55), ask('b', 0.53)));
    expect(rowsOf(best('ask', [['price', 'others']]), beside)).toEqual([[0.53, 0.55]]);
    const alone = sent(desk(ask('b', 0.53)));
    expect(rowsOf(best('ask', [['price', 'Others']]), alone)).toEqual([
      [0.53, '#N/A There is no price of others.'],
    ]);
    expect(
      rowsOf(bestFormula({ id: [['RQ-1']], direction: 'ask', field: 'others', ifNone: '' }), alone),
    ).toEqual([['']]);
    // Nothing is left out on a guess, and nothing is shown that may be one's own.
    const unknown = desk(ask('b', 0.53)).knows({ kind: 'own-quotes' }, [own]);
    expect(rowsOf(best('ask', 'others'), unknown)).toEqual([['#N/A Loading.']]);
  });

  it('gives a row per request, what is wrong in its own', () => {
    const known = desk(bid('a', 41.5)).fails({ kind: 'quotes', id: RequestId.parse('RQ-2') }, UNAVAILABLE);
    expect(rowsOf(best('bid', [['price', 'state']], [['RQ-1'], [''], ['RQ-2'], ['a/b']]), known)).toEqual([
      [41.5, 'active'],
      ['', ''],
      Array(2).fill('#N/A The platform does not answer. It is asked again by itself.'),
      Array(2).fill('#VALUE! "a/b" is not an id. An id looks like RQ-10293.'),
    ]);
  });

  it('takes a direction for each request of a range, and tells what is wrong with one in its row', () => {
    const known = desk(bid('a', 41.5), ask('d', 44));
    const ids = [['RQ-1'], ['RQ-1'], [''], ['RQ-1']];
    const given = best([['bid'], ['ask'], ['ask'], ['up']], [['price', 'direction']], ids);
    const wrong: unknown = expect.stringContaining('direction cannot be "up". Type "bid" or "ask".');
    expect(rowsOf(given, known)).toEqual([
      [41.5, 'bid'],
      [44, 'ask'],
      ['', ''],
      [wrong, wrong],
    ]);
    expect(errorOf(best([['bid'], ['ask']], null, ids), known)).toContain('one for each id');
  });

  it('needs a direction where there are bids and asks', () => {
    const known = desk(bid('a', 1), ask('b', 2));
    expect(rowsOf(best(), known)).toEqual([
      ['#VALUE! This request has bids and asks. Add the direction: "bid" or "ask".'],
    ]);
    expect(errorOf(best('up'))).toMatch(/^#VALUE! direction cannot be "up"/);
    expect(errorOf(best('bid', null, []))).toMatch(/^#VALUE! The id is missing/);
  });

  it('leaves a cell and every row of a column empty that holds no id yet', () => {
    expect(rowsOf(best('bid', null, [['']]), desk())).toEqual([['']]);
    expect(rowsOf(best('bid', null, [[''], [null], ['']]), desk())).toEqual([[''], [''], ['']]);
  });

  it('says so when there is no quote', () => {
    expect(rowsOf(best('bid', [['counterparty']]), desk())[0]?.[0]).toMatch(
      /^#N\/A There is no active bid\./,
    );
  });
});

describe('while a quote cannot be read', () => {
  const unread = (name: string, over = {}) => bid(name, 69_333_333_333.3, over);
  const NOT_KNOWN =
    /^#N\/A 1 quote on this request cannot be read \(legs\[0\]\.price: .+\), so the best is not known\./;

  it('BEST and LASTSEEN call nothing the best, rather than the best of the rest', () => {
    const known = desk(bid('a', 68), unread('b'));
    expect(rowsOf(best('bid'), known)[0]?.[0]).toMatch(NOT_KNOWN);
    expect(rowsOf(best('bid', 'counterparty'), known)[0]?.[0]).toMatch(NOT_KNOWN);
    expect(rowsOf(lastSeen(), known)[0]?.[0]).toMatch(NOT_KNOWN);
  });

  it('never say that there is none, on any side', () => {
    for (const side of ['bid', null]) {
      expect(rowsOf(best(side), desk(unread('a')))[0]?.[0]).toMatch(NOT_KNOWN);
    }
    expect(rowsOf(lastSeen(), desk(unread('a')))[0]?.[0]).toMatch(NOT_KNOWN);
    const nameless = { 'price-direction': 'sideways' };
    expect(rowsOf(best('ask'), desk(unread('a', nameless)))[0]?.[0]).toMatch(/so the best is not known/);
    expect(rowsOf(best(), desk(unread('a', nameless)))[0]?.[0]).toMatch(/so the best is not known/);
  });

  it('go by what it says plainly: one that is over, or on the other side, hides nothing', () => {
    const known = desk(
      bid('a', 68),
      unread('b', { state: 'withdrawn' }),
      unread('c', { 'price-direction': 'ask' }),
    );
    expect(rowsOf(best('bid'), known)).toEqual([[68]]);
    expect(rowsOf(best('ask'), known)[0]?.[0]).toMatch(NOT_KNOWN);
    expect(rowsOf(best(), known)[0]?.[0]).toMatch(/This request has bids and asks/);
    expect(rowsOf(best('bid'), desk(bid('a', 68), unread('b', { state: 'pending' })))[0]?.[0]).toMatch(
      NOT_KNOWN,
    );
  });
});

describe('a spread whose legs are priced in different units', () => {
  const legs = [
    { action: 'buy', 'price-unit': 'EUR/MWh' },
    { action: 'sell', 'price-unit': 'GBP/therm' },
  ];
  const known = (...raws: unknown[]) =>
    desk(...raws).knows({ kind: 'request', id }, rawSpread('RQ-1', { legs }));
  const NO_NET =
    '#N/A The legs are priced in different units (EUR/MWh, GBP/therm), so there is no single net price. DESK.QUOTES shows the leg prices.';

  it('has no net price that is reckoned from its leg prices', () => {
    expect(rowsOf(best('bid'), known(perLeg('a', [30, 29])))).toEqual([[NO_NET]]);
    expect(rowsOf(best('bid'), known(perLeg('a', [30, 29]), perLeg('b', [31, 29])))).toEqual([[NO_NET]]);
  });

  it('shows the leg prices of its only quote all the same', () => {
    expect(rowsOf(lastSeen(), known(perLeg('a', [30, 29])))).toEqual([[30, 29]]);
  });
});

describe('LASTSEEN', () => {
  const spread = () =>
    desk(perLeg('a', [30, 29], { 'spread-price': 1 }), standard('x', 9, { state: 'rejected' }));

  it('is one price per leg of the best quote, side by side, or the leg asked for', () => {
    const known = desk(
      perLeg('a', [30, 29.5], { 'spread-price': 0.5 }),
      perLeg('b', [31, 29], { 'spread-price': 2 }),
    );
    expect(rowsOf(lastSeen(), known)).toEqual([[31, 29]]);
    expect([rowsOf(lastSeen(1), known), rowsOf(lastSeen(2), known)]).toEqual([[[31]], [[29]]]);
  });

  it('is the net price of a standard spread, which has no legs', () => {
    const known = desk(standard('a', -1.25));
    expect(rowsOf(lastSeen(), known)).toEqual([[-1.25]]);
    expect(rowsOf(lastSeen(1), known)).toEqual([
      ['#VALUE! A standard spread is accepted at its one net price. Omit the leg.'],
    ]);
  });

  it('is the one price of a single', () => {
    const known = desk(ask('a', 0));
    expect([rowsOf(lastSeen(), known), rowsOf(lastSeen(1), known)]).toEqual([[[0]], [[0]]]);
    expect(rowsOf(lastSeen(2), known)).toEqual([
      ['#VALUE! There is no leg 2. The request has one leg: omit it.'],
    ]);
  });

  it('has the three prices of a swap where one quote is there, and of several those of the best certificate', () => {
    const swap = (bought: object) => {
      const power = { commodity: 'power', quantity: 10, 'quantity-unit': 'MW', 'price-unit': 'EUR/MWh' };
      const certificate = { action: 'sell', commodity: 'goo', 'price-unit': 'EUR/certificate' };
      const legs = [certificate, { ...power, action: 'buy', ...bought }, { ...power, action: 'sell' }];
      return rawSpread('RQ-1', { 'spread-type': 'green-grey-swap', legs });
    };
    const of = (bought: object = {}) =>
      desk(perLeg('a', [0.9, 71.5, 71.5]), perLeg('b', [0.8, 70, 70])).knows(
        { kind: 'request', id },
        swap(bought),
      );
    const one = desk(perLeg('a', [0.9, 71.5, 71.5])).knows({ kind: 'request', id }, swap({}));
    expect([rowsOf(lastSeen(), one), rowsOf(best(), one)]).toEqual([[[0.9, 71.5, 71.5]], [[0.9]]]);
    expect([rowsOf(lastSeen(), of()), rowsOf(lastSeen(1), of())]).toEqual([[[0.9, 71.5, 71.5]], [[0.9]]]);
    expect([rowsOf(best(), of()), rowsOf(best('bid', 'leg 2 price'), of())]).toEqual([[[0.9]], [[71.5]]]);
    // Its power costs something, so the certificate's price does not say which quote is the best.
    const costly = of({ quantity: 9 });
    for (const formula of [lastSeen(), best()])
      expect(rowsOf(formula, costly)[0]?.[0]).toMatch(/^#N\/A .* no net price, as in a swap/);
  });

  it('keeps a table in shape over a column of ids', () => {
    const known = spread()
      .knows({ kind: 'quotes', id: RequestId.parse('RQ-2') }, [standard('s', 1.5, { 'request-id': 'RQ-2' })])
      .knows({ kind: 'quotes', id: RequestId.parse('RQ-3') }, []);
    expect(rowsOf(lastSeen(null, [['RQ-1'], ['RQ-2'], [''], ['RQ-3']]), known)).toEqual([
      [30, 29],
      [1.5, ''],
      ['', ''],
      ['#N/A There is no active quote. The price appears when a quote arrives.', ''],
    ]);
  });

  it('refuses a leg that there is not, and says where to choose when both sides are quoted', () => {
    expect(errorOf(lastSeen(4))).toBe('#VALUE! leg is not a whole number from 1 to 3. Correct it.');
    expect(rowsOf(lastSeen(3), spread())[0]?.[0]).toBe('#VALUE! There is no leg 3. Use a leg from 1 to 2.');
    expect(rowsOf(lastSeen(), desk(bid('a', 1), ask('b', 2)))[0]?.[0]).toMatch(
      /Press Accept beside a quote on the SpreadDesk pane/,
    );
  });
});
