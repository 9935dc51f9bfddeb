import { describe, expect, it } from 'vitest';
import { RequestId } from '../../../src/domain/identifiers';
import { bestPriceFormula } from '../../../src/functions/formulas/best-price';
import { quotesFormula } from '../../../src/functions/formulas/offer-tables';
import { errorOf, MemoryDesk, rowsOf, UNAVAILABLE } from '../formula-context';
import { rawQuote, rawSpread } from '../raw-records';

const id = RequestId.parse('RQ-1');
const QUOTES = { kind: 'quotes', id } as const;
const quotes = (given: { id?: unknown; direction?: unknown; columns?: unknown } = {}) =>
  quotesFormula({ id: [['RQ-1']], direction: null, columns: null, ...given });
const best = (direction: unknown = null, ids: unknown = [['RQ-1']]) =>
  bestPriceFormula({ id: ids, direction });
const desk = (...raws: unknown[]) => new MemoryDesk().knows(QUOTES, raws);
const idsIn = (rows: unknown[][]) => rows.slice(1).map(([first]) => first);

const perLeg = (name: string, prices: readonly number[], over: Record<string, unknown> = {}) =>
  rawQuote(name, { legs: prices.map((price) => ({ price })), ...over });
const standard = (name: string, net: number, over: Record<string, unknown> = {}) =>
  rawQuote(name, { type: 'standard-spread', 'spread-price': net, legs: undefined, ...over });

describe('QUOTES', () => {
  it('puts the best of each side on top and what is over at the end', () => {
    const known = desk(
      rawQuote('old', { state: 'withdrawn', legs: [{ price: 99 }] }),
      rawQuote('low', { legs: [{ price: 40 }] }),
      rawQuote('dear', { 'price-direction': 'ask', legs: [{ price: 45 }] }),
      rawQuote('high', { legs: [{ price: 41 }] }),
      rawQuote('no', { state: 'rejected', 'price-direction': 'ask', legs: [{ price: 1 }] }),
      rawQuote('cheap', { 'price-direction': 'ask', legs: [{ price: 44.5 }] }),
    );
    expect(idsIn(rowsOf(quotes(), known))).toEqual(['high', 'low', 'cheap', 'dear', 'old', 'no']);
    expect(idsIn(rowsOf(quotes({ direction: 'Ask' }), known))).toEqual(['cheap', 'dear', 'no']);
  });

  it('has the same headings whatever is quoted', () => {
    const headings = [
      'quotation-id',
      'price-direction',
      'state',
      'counterparty',
      'spread-price',
      'price',
      'leg 1 price',
      'leg 2 price',
      'leg 3 price',
      'quantity',
      'all-or-none',
      'created-at',
    ];
    for (const raws of [[], [rawQuote('Q')], [standard('Q', 1)], [perLeg('Q', [1, 2, 3])]]) {
      expect(rowsOf(quotes(), desk(...raws))[0]).toEqual(headings);
    }
  });

  it('keeps a price in the shape that it was quoted in', () => {
    const columns = 'spread-price, price, leg 1 price, leg 2 price, leg 3 price';
    const shown = (raw: unknown) => rowsOf(quotes({ columns }), desk(raw))[1];
    expect(shown(rawQuote('Q', { legs: [{ price: -4.25 }] }))).toEqual(['', -4.25, '', '', '']);
    expect(shown(standard('Q', 0))).toEqual([0, '', '', '', '']);
    expect(shown(perLeg('Q', [30, 29], { 'spread-price': 1 }))).toEqual([1, '', 30, 29, '']);
    expect(shown(perLeg('Q', [5, 29, 29]))).toEqual(['', '', 5, 29, 29]);
  });

  it('works the net price out by the rule when only leg prices came, exactly', () => {
    const known = desk(perLeg('Q', [30.1, 29.2])).knows({ kind: 'request', id }, rawSpread('RQ-1'));
    expect(rowsOf(quotes({ columns: 'spread-price' }), known)[1]).toEqual([0.9]);
  });

  it('asks for the request only when the rule needs it', () => {
    const known = desk(perLeg('Q', [30, 29], { 'spread-price': 1 }), standard('S', 2), rawQuote('R'));
    rowsOf(quotes(), known);
    expect(known.asking).toEqual(['{"id":"RQ-1","kind":"quotes"}']);
  });

  it('shows quotes at once and their net price when the request has come', () => {
    const rows = rowsOf(quotes({ columns: 'quotation-id, spread-price' }), desk(perLeg('Q', [30, 29])));
    expect(rows[1]).toEqual(['Q', '#N/A Loading.']);
  });

  it('shows a quote that cannot be read by sentences, so that FILTER by a number keeps the others', () => {
    const rows = rowsOf(
      quotes({ columns: 'quotation-id, price' }),
      desk(rawQuote('bad', { legs: [{ price: '41 EUR' }] }), rawQuote('Q')),
    );
    expect(rows[1]).toEqual(['Q', 41.5]);
    expect(rows[2]?.[0]).toBe('bad');
    expect(rows[2]?.[1]).toBe('unreadable (legs[0].price: not a price)');
  });

  it('shows of such a quote the words that it says, and no number of it', () => {
    const bad = rawQuote('bad', { legs: [{ price: '41' }], 'price-direction': 'ask', 'created-at': 7 });
    const columns = 'quotation-id, counterparty, state, quantity, price';
    const [, row] = rowsOf(quotes({ columns }), desk(bad));
    expect(row?.slice(0, 3)).toEqual(['bad', 'Alpine Power', 'active']);
    const unreadable = 'unreadable (created-at: must be a text)';
    expect(row?.slice(3)).toEqual([unreadable, unreadable]);
    expect(idsIn(rowsOf(quotes({ columns, direction: 'ask' }), desk(bad)))).toEqual(['bad']);
    expect(idsIn(rowsOf(quotes({ columns, direction: 'bid' }), desk(bad, rawQuote('Q'))))).toEqual(['Q']);
  });

  it('takes one request', () => {
    expect(errorOf(quotes({ id: [['RQ-1'], ['RQ-2']] }))).toMatch(/^#VALUE! QUOTES takes one id/);
    expect(errorOf(quotes({ direction: 'up' }))).toBe(
      '#VALUE! direction cannot be "up". Type "bid" or "ask".',
    );
  });
});

describe('the live spread price of a request', () => {
  it('is the net price of the best active quote', () => {
    const known = desk(
      standard('a', 1.25),
      standard('b', 1.5),
      standard('c', 9, { state: 'withdrawn' }),
      standard('d', 2, { 'price-direction': 'ask' }),
    );
    expect(rowsOf(best('bid'), known)).toEqual([[1.5]]);
    expect(rowsOf(best('ask'), known)).toEqual([[2]]);
  });

  it('needs no direction while all active quotes are on one side', () => {
    expect(
      rowsOf(
        best(),
        desk(standard('a', -3), standard('b', 9, { 'price-direction': 'ask', state: 'rejected' })),
      ),
    ).toEqual([[-3]]);
  });

  it('asks for the direction when there are both', () => {
    const known = desk(standard('a', 1), standard('b', 2, { 'price-direction': 'ask' }));
    expect(rowsOf(best(), known)).toEqual([
      ['#VALUE! This request has bids and asks. Add the direction: "bid" or "ask".'],
    ]);
  });

  it('is the price of a single request', () => {
    expect(rowsOf(best('bid'), desk(rawQuote('a', { legs: [{ price: -0.5 }] })))).toEqual([[-0.5]]);
  });

  it('is worked out from leg prices for either direction of the legs', () => {
    const net = (first: string, second: string) => {
      const legs = [{ action: first }, { action: second }];
      return rowsOf(
        best(),
        desk(perLeg('a', [30, 29])).knows({ kind: 'request', id }, rawSpread('RQ-1', { legs })),
      )[0]?.[0];
    };
    expect([net('buy', 'sell'), net('sell', 'buy'), net('buy', 'buy'), net('sell', 'sell')]).toEqual([
      1, 1, 59, 59,
    ]);
  });

  it('says so when there is no active quote, none on the side asked for, or no net price', () => {
    const none = /^#N\/A There is no active quote/;
    expect(rowsOf(best(), desk())[0]?.[0]).toMatch(none);
    expect(rowsOf(best('ask'), desk(standard('a', 1)))[0]?.[0]).toMatch(/^#N\/A There is no active ask\./);
    expect(rowsOf(best('bid'), desk(perLeg('a', [1, 2, 3])))[0]?.[0]).toMatch(/swap/);
  });

  it('gives one row per request, errors in their own', () => {
    const other = RequestId.parse('RQ-2');
    const known = desk(standard('a', 1)).fails({ kind: 'quotes', id: other }, UNAVAILABLE);
    expect(rowsOf(best('bid', [['RQ-1'], [''], ['RQ-2'], ['a/b']]), known)).toEqual([
      [1],
      [''],
      ['#N/A The platform does not answer. It is asked again by itself.'],
      ['#VALUE! "a/b" is not an id. An id looks like RQ-10293.'],
    ]);
  });
});
