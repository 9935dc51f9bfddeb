import { describe, expect, it } from 'vitest';
import { QuoteId, RequestId } from '../../../src/domain/identifiers';
import { ageFormula } from '../../../src/functions/formulas/age';
import { bestFormula, bestPriceFormula } from '../../../src/functions/formulas/best-price';
import { depthFormula } from '../../../src/functions/formulas/depth';
import { lastSeenFormula } from '../../../src/functions/formulas/last-seen';
import { myQuoteFormula } from '../../../src/functions/formulas/my-quote';
import { recordFormula, REQUEST_RECORD } from '../../../src/functions/formulas/records';
import { requestsFormula } from '../../../src/functions/formulas/request-table';
import { CellFailure } from '../../../src/functions/cells/cell-failure';
import { problemOf } from '../../../src/functions/cells/cells';
import { ACCEPTANCE, inState, QUOTE } from '../../domain/sample-action';
import { errorOf, MemoryDesk, NOW, rowsOf, serial, shownBy, UNAVAILABLE } from '../formula-context';
import { rawQuote, rawSingle, rawSpread } from '../raw-records';

const id = RequestId.parse('RQ-1');
const OWN = { kind: 'own-quotes' } as const;
const SINCE = Date.parse('2026-11-20T11:00:00Z');
const own = (quoteId: string, price: unknown, over = {}) => ({
  requestId: 'RQ-1',
  quoteId,
  direction: 'ask',
  price,
  quantity: '10',
  allOrNone: true,
  since: SINCE,
  ...over,
});
const single = (price: string) => ({ shape: 'single', price });
const ask = (name: string, price: number, over = {}) =>
  rawQuote(name, { 'price-direction': 'ask', legs: [{ price }], ...over });

describe('MYQUOTE', () => {
  const mine = (field: unknown = null, ids: unknown = 'RQ-1') => myQuoteFormula({ id: ids, field });

  it('is the price of the live quote of this desk, asking for nothing that costs a call', () => {
    const desk = new MemoryDesk().knows(OWN, [own('Q-1', single('31.35'))]);
    expect(rowsOf(mine(), desk)).toEqual([[31.35]]);
    expect(rowsOf(mine(null, 'rq-1'), desk)).toEqual([[31.35]]);
    expect(desk.asking).toEqual(['{"kind":"own-quotes"}']);
  });

  it('is empty without one, and no error', () => {
    const desk = new MemoryDesk().knows(OWN, []);
    expect(rowsOf(mine([['price', 'count']], [['RQ-1'], ['']]), desk)).toEqual([
      ['', 0],
      ['', ''],
    ]);
  });

  it('has fields by their names and by what people call them', () => {
    const desk = new MemoryDesk().knows(OWN, [own('Q-1', single('31.35'))]);
    const fields = [['Direction', 'Quantity', 'all or none', 'quote', 'since', 'count', 'colour']];
    const [row] = rowsOf(mine(fields), desk);
    expect(row?.slice(0, 4)).toEqual(['ask', 10, true, 'Q-1']);
    expect(row?.[4]).toBeCloseTo(serial('2026-11-20T12:00:00'), 8);
    expect(row?.[5]).toBe(1);
    expect(row?.[6]).toMatch(/^#VALUE! There is no field "colour"/);
  });

  it('shows two live quotes beside each other and hides neither', () => {
    const desk = new MemoryDesk().knows(OWN, [own('Q-1', single('31.2')), own('Q-2', single('31.35'))]);
    expect(rowsOf(mine([['price', 'direction', 'count']]), desk)).toEqual([['31.2 / 31.35', 'ask', 2]]);
  });

  it('is the net price of a spread, exactly', () => {
    const legs = { shape: 'per-leg', legPrices: ['0.3', '0.1'] };
    const desk = new MemoryDesk()
      .knows(OWN, [own('Q-1', legs)])
      .knows({ kind: 'request', id }, rawSpread('RQ-1'));
    expect(rowsOf(mine([['price', 'leg 1 price', 'leg 2 price']]), desk)).toEqual([[0.2, 0.3, 0.1]]);
  });
});

describe('DEPTH', () => {
  const depth = (direction: unknown = null, ids: unknown = 'RQ-1') => depthFormula({ id: ids, direction });
  const quotes = [
    ask('a', 44, { quantity: 0.1 }),
    ask('b', 43, { quantity: 0.2 }),
    ask('c', 43, { state: 'withdrawn' }),
    rawQuote('d', { quantity: 5 }),
  ];
  const desk = () => new MemoryDesk().knows({ kind: 'quotes', id }, quotes);

  it('counts the active quotes and adds their quantities exactly, of one side or of both', () => {
    expect(rowsOf(depth('ask'), desk())).toEqual([[2, 0.3]]);
    expect(rowsOf(depth(), desk())).toEqual([[3, 5.3]]);
  });

  it('gives a row per request, none of them hiding another', () => {
    const known = desk().fails({ kind: 'quotes', id: RequestId.parse('RQ-2') }, UNAVAILABLE);
    const rows = rowsOf(depth('ask', [['RQ-2'], ['RQ-1'], [''], ['a/b']]), known);
    expect(rows[0]?.[0]).toMatch(/^#N\/A The platform does not answer/);
    expect(rows[1]).toEqual([2, 0.3]);
    expect(rows[2]).toEqual(['', '']);
    expect(rows[3]?.[0]).toMatch(/is not an id/);
  });

  it('has no total while a quote does not say its quantity', () => {
    const known = new MemoryDesk().knows({ kind: 'quotes', id }, [ask('a', 1, { quantity: undefined })]);
    expect(rowsOf(depth(), known)[0]).toEqual([1, expect.stringMatching(/does not say the quantity/)]);
  });
});

describe('AGE', () => {
  const age = (field: unknown = null) => ageFormula({ id: 'RQ-1', field });
  const desk = () =>
    new MemoryDesk()
      .knows({ kind: 'quotes', id }, [], { fetchedAt: NOW - 7_900 })
      .knows({ kind: 'request', id }, rawSpread('RQ-1'), { fetchedAt: NOW - 400_000, state: 'stale' });

  it('is the whole seconds since a value was fetched, of the quotes or of what is named', () => {
    expect(rowsOf(age(), desk())).toEqual([[7]]);
    expect(rowsOf(age([['price', 'best', 'state', 'leg 1 market', 'request']]), desk())).toEqual([
      [7, 7, 400, 400, 400],
    ]);
  });

  it('is that of the list that a reference stands on', () => {
    const proposal = { ...ask('P-1', 30.8), 'price-proposal-id': 'P-1', kind: 'firm' };
    const known = desk()
      .knows({ kind: 'proposals', id }, [proposal], { fetchedAt: NOW - 400_000 })
      .knows({ kind: 'request', id }, rawSingle('RQ-1'))
      .knows({ kind: 'journal' }, [])
      .knows(OWN, []);
    const rfqs = (columns: string) =>
      rowsOf(recordFormula(REQUEST_RECORD, { id: 'RQ-1', field: columns }), known);
    expect(rowsOf(age('reference'), known)).toEqual([[400]]);
    expect(rfqs('Reference, Age')).toEqual([[30.8, 400]]);
    expect(rfqs('Ref. kind, Age')).toEqual([['firm ask', 400]]);
    // There is no quote that could be older.
    expect(rfqs('Best, Reference, Age')).toEqual([['', 30.8, 400]]);
    // Nothing else of the row comes from proposals.
    expect(rfqs('Best, Quotes, Age')).toEqual([['', 0, 7]]);
    // With a live quote of this desk the best is its own.
    known
      .knows({ kind: 'quotes', id }, [ask('Q-1', 31.35)], { fetchedAt: NOW - 900_000 })
      .knows(OWN, [own('Q-1', single('31.35'))]);
    expect(rfqs('Best, Reference, Age')).toEqual([[31.35, 30.8, 900]]);
    expect(rfqs('Reference, Age')).toEqual([[30.8, 400]]);
    // A quote of somebody else is the reference.
    known.knows({ kind: 'quotes', id }, [ask('Q-2', 31.2)], { fetchedAt: NOW - 5_000 });
    expect(rfqs('Best, Reference, Age')).toEqual([[31.2, 31.2, 5]]);
    expect(rowsOf(age('reference'), known)).toEqual([[5]]);
  });

  it('counts on while nothing comes: by the second when young, seldom when old', () => {
    const young = desk();
    rowsOf(age(), young);
    expect(young.againMs).toBe(1_000);
    const old = desk();
    rowsOf(age('state'), old);
    expect(old.againMs).toBe(40_000);
  });

  it('says what may be named instead of an unknown field', () => {
    expect(rowsOf(age('requst'), desk())[0]?.[0]).toMatch(/Did you mean request\b/);
  });
});

describe('the value for what is not there', () => {
  const NONE = { kind: 'quotes', id } as const;
  const empty = () => new MemoryDesk().knows(NONE, []);
  const given = { id: [['RQ-1']], direction: 'ask' };

  it('stands in place of the error of BEST, LASTSEEN and SPREADPRICE', () => {
    expect(rowsOf(bestFormula({ ...given, field: null, ifNone: 'none' }), empty())).toEqual([['none']]);
    expect(rowsOf(bestFormula({ ...given, field: 'counterparty', ifNone: '' }), empty())).toEqual([['']]);
    expect(rowsOf(bestPriceFormula({ ...given, ifNone: 0 }), empty())).toEqual([[0]]);
    expect(rowsOf(lastSeenFormula({ id: 'RQ-1', leg: null, ifNone: '–' }), empty())).toEqual([['–']]);
  });

  it('is not given where the argument is left out: then the error stands as before', () => {
    expect(rowsOf(bestFormula({ ...given, field: null }), empty())[0]?.[0]).toMatch(/no active ask/);
    expect(rowsOf(bestFormula({ ...given, field: null, ifNone: null }), empty())[0]?.[0]).toMatch(/^#N\/A/);
  });

  it('never covers what is wrong, or what is not known yet', () => {
    const failing = new MemoryDesk().fails(NONE, UNAVAILABLE);
    expect(rowsOf(bestFormula({ ...given, field: null, ifNone: '' }), failing)[0]?.[0]).toMatch(
      /^#N\/A The plat/,
    );
    expect(rowsOf(bestFormula({ ...given, field: null, ifNone: '' }), new MemoryDesk())[0]?.[0]).toMatch(
      /Loading/,
    );
    expect(
      rowsOf(
        bestFormula({ ...given, field: 'colour', ifNone: '' }),
        new MemoryDesk().knows(NONE, [ask('a', 1)]),
      )[0]?.[0],
    ).toMatch(/no field/);
  });

  it('is wanted for an ordinary state, so the error without it is not counted as one', () => {
    const shown = shownBy(bestFormula({ ...given, field: null }), empty());
    expect(problemOf(shown)).toBeUndefined();
    const wrong = shownBy(bestFormula({ ...given, field: null }), new MemoryDesk().fails(NONE, UNAVAILABLE));
    expect(problemOf(wrong)).toMatchObject({ code: '#N/A', count: 1 });
    expect(problemOf(new CellFailure('#N/A', 'None.', { isNone: true }))).toBeUndefined();
  });
});

describe('RFQS with what is worked out', () => {
  const rfqs = (columns: string) =>
    requestsFormula({ state: null, commodity: null, contract: null, from: null, to: null, columns });
  const id2 = RequestId.parse('RQ-2');
  const desk = () =>
    new MemoryDesk()
      .knows({ kind: 'own-offers' }, [])
      .knows({ kind: 'open-requests' }, [rawSingle('RQ-1', { 'remaining-quantity': 2 }), rawSpread('RQ-2')])
      .knows({ kind: 'request', id: id2 }, rawSpread('RQ-2'))
      .knows({ kind: 'quotes', id }, [ask('Q-1', 31.35), ask('Q-2', 31.2)], { fetchedAt: NOW - 3_000 })
      .knows({ kind: 'quotes', id: id2 }, [], { fetchedAt: NOW - 9_000 })
      .knows({ kind: 'journal' }, [])
      .knows(OWN, [own('Q-1', single('31.35'))]);

  it('shows the best price, the own quote and its distance in the row of its request, under the names asked for', () => {
    const columns = 'Request, You, Best, Quotes, My quote, Distance, Standing, Age, Remaining';
    expect(rowsOf(rfqs(columns), desk())).toEqual([
      columns.split(', '),
      ['RQ-1', 'sell', 31.2, 2, 31.35, 0.15, 'quoted', 3, 2],
      ['RQ-2', 'buy / sell', '', 0, '', '', 'mine', 9, ''],
    ]);
  });

  describe('with a firm proposal of this desk that can be accepted', () => {
    const asked = rawSingle('RQ-1', { role: 'recipient' });
    const { quoteId: _, allOrNone: __, ...terms } = own('Q-1', single('62.1'));
    const standing = (offers: readonly object[]) =>
      rowsOf(
        rfqs('Standing, My quote'),
        new MemoryDesk()
          .knows({ kind: 'open-requests' }, [asked])
          .knows({ kind: 'own-trades' }, [])
          .knows({ kind: 'own-offers' }, offers)
          .knows(OWN, []),
      )[1];

    // Sheets that were saved look for the words that there were: another one would lose the request there.
    it('is quoted, with its price, and no more to quote', () => {
      expect(standing([{ ...terms, what: 'proposal' }])).toEqual(['quoted', 62.1]);
      expect(standing([{ ...terms, what: 'unnumbered-quote' }])).toEqual(['quoted', 62.1]);
      expect(standing([{ ...terms, what: 'counteroffer' }])).toEqual(['to quote', '']);
      expect(standing([{ ...terms, what: 'proposal', requestId: 'RQ-2' }])).toEqual(['to quote', '']);
    });
  });

  describe('once a quote of this desk was taken, while the list was read before that', () => {
    const sent = inState('done', { body: QUOTE, quoteId: QuoteId.parse('Q-1') });
    const taken = { tradeId: 'T-1', requestId: 'RQ-1', state: 'own', quoteId: 'Q-1', since: NOW };
    const proposal = { ...ask('P-1', 30.8), 'price-proposal-id': 'P-1', kind: 'indicative' };
    const whole = rawSingle('RQ-1', { role: 'recipient', 'remaining-quantity': 0 });
    const known = (quotes: readonly unknown[], journal: readonly unknown[] = [sent]) =>
      new MemoryDesk()
        .knows({ kind: 'own-offers' }, [])
        .knows({ kind: 'open-requests' }, [whole])
        .knows({ kind: 'request', id }, whole)
        .knows({ kind: 'quotes', id }, quotes)
        .knows({ kind: 'proposals', id }, [proposal])
        .knows({ kind: 'journal' }, journal)
        .knows({ kind: 'own-trades' }, [taken])
        .knows(OWN, []);
    const columns = 'Best, Reference, Reference kind, Quotes, My quote, Standing';

    it('shows it nowhere as a price, and says that the request is filled', () => {
      // The journal tells its newest lines alone: what was traded of the quote tells of an older one.
      for (const journal of [[sent], []]) {
        const filled = known([ask('Q-1', 30.9)], journal);
        expect(rowsOf(rfqs(columns), filled)[1]).toEqual(['', 30.8, 'indicative ask', 0, '', 'filled']);
        expect(rowsOf(bestFormula({ id: 'RQ-1', direction: 'ask', field: null }), filled)[0]?.[0]).toMatch(
          /no active ask/,
        );
      }
    });

    it('is still asked for where only a part was taken', () => {
      const part = rawSingle('RQ-1', { role: 'recipient', 'remaining-quantity': 4 });
      const partly = known([]).knows({ kind: 'open-requests' }, [part]).knows({ kind: 'request', id }, part);
      expect(rowsOf(rfqs('Standing'), partly)[1]).toEqual(['to quote']);
    });

    it('is said to be taken, never to be filled, where nothing says how much is left', () => {
      const standing = (over: object) => {
        const record = rawSingle('RQ-1', { role: 'recipient', ...over });
        const partly = known([]).knows({ kind: 'open-requests' }, [record]);
        return rowsOf(rfqs('Standing'), partly.knows({ kind: 'request', id }, record))[1];
      };
      expect(standing({ 'all-or-none': false })).toEqual(['taken']);
      // What it still says to be left as a whole, though a part was taken, was not read since.
      expect(standing({ 'all-or-none': false, 'remaining-quantity': 10 })).toEqual(['taken']);
      expect(standing({ 'all-or-none': null })).toEqual(['taken']);
      expect(standing({ 'all-or-none': true })).toEqual(['filled']);
    });

    it('shows the quotes of others as before', () => {
      const filled = known([ask('Q-1', 30.9), ask('Q-2', 30.95), ask('Q-3', 31)]);
      expect(rowsOf(rfqs(columns), filled)[1]).toEqual([30.95, 30.95, 'quote ask', 2, '', 'filled']);
      const accepted = { ...inState('done', { body: ACCEPTANCE }), quoteId: 'Q-2' };
      expect(rowsOf(rfqs('Best'), known([ask('Q-2', 30.95)], [accepted]))[1]).toEqual([30.95]);
    });

    it('hides nothing while its live quotes are not known', () => {
      const cold = known([ask('Q-1', 30.9)]).says(OWN, { state: 'waiting' });
      expect(rowsOf(bestPriceFormula({ id: 'RQ-1', direction: 'ask' }), cold)).toEqual([[30.9]]);
    });

    it('is quoted again with another quote', () => {
      const again = known([ask('Q-1', 30.9), ask('Q-4', 31.4)]).knows(OWN, [own('Q-4', single('31.4'))]);
      expect(rowsOf(rfqs(columns), again)[1]).toEqual([31.4, 30.8, 'indicative ask', 1, 31.4, 'quoted']);
    });
  });

  it('keeps every row but the one that fails', () => {
    const known = desk().fails({ kind: 'quotes', id }, UNAVAILABLE);
    const rows = rowsOf(rfqs('Request, Best'), known);
    expect(rows[1]?.[1]).toMatch(/^#N\/A The platform/);
    expect(rows[2]).toEqual(['RQ-2', '']);
  });

  it('asks for quotes only where a column needs them', () => {
    const known = desk();
    rowsOf(rfqs('Request, You, Quantity'), known);
    expect(known.asking).toEqual(['{"kind":"open-requests"}']);
  });

  it('refuses a column that there is not', () => {
    expect(errorOf(rfqs('Request, Bset'), desk())).toContain('Did you mean best');
  });
});
