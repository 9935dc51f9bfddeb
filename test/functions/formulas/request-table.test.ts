import { describe, expect, it, vi } from 'vitest';
import { readProposal, readQuote } from '../../../src/contract/service/read-offers';
import { readRequest } from '../../../src/contract/service/read-request';
import { shownReference } from '../../../src/domain/limits/references';
import { listing } from '../../../src/contract/service/reading';
import { requestsFormula, type RequestsGiven } from '../../../src/functions/formulas/request-table';
import { errorOf, MemoryDesk, NOW, rowsOf, serial, UNAVAILABLE } from '../formula-context';
import { ProposalId, QuoteId, RequestId } from '../../../src/domain/identifiers';
import { inState } from '../../domain/sample-action';
import { rawQuote, rawSingle, rawSpread } from '../raw-records';

const OPEN = { kind: 'open-requests' } as const;
const NONE: RequestsGiven = {
  state: null,
  commodity: null,
  contract: null,
  from: null,
  to: null,
  columns: null,
};
const rfqs = (given: Partial<RequestsGiven> = {}) => requestsFormula({ ...NONE, ...given });
const desk = (...raws: unknown[]) => new MemoryDesk().knows(OPEN, raws);
const idsOf = (given: Partial<RequestsGiven>, known: MemoryDesk) =>
  rowsOf(rfqs({ ...given, columns: 'request-id' }), known)
    .slice(1)
    .flat();

describe('RFQS', () => {
  it('names the product as the pane does, and the load', async () => {
    const known = desk(rawSpread('RQ-1'), rawSingle('RQ-2'));
    const named = [
      ['product', 'load'],
      ['DE/FR Cal-27 base', 'base'],
      ['THE Cal-27', 'base'],
    ];
    // The names come a moment later, once.
    await vi.waitFor(() => expect(rowsOf(rfqs({ columns: 'product, load' }), known)).toEqual(named));
    expect(rowsOf(rfqs({ columns: 'product, load' }), known)).toEqual(named);
  });

  it('keeps the rows of a stale list, with what never changes and without what may have', () => {
    const unread = { ...rawSpread('RQ-2'), legs: 'none' };
    const known = new MemoryDesk().knows(OPEN, [rawSpread('RQ-1'), unread], {
      state: 'stale',
      fetchedAt: NOW - 180_000,
      staleAt: NOW - 60_000,
    });
    const STALE = expect.stringMatching(/^#N\/A Stale: last confirmed/) as unknown;
    expect(rowsOf(rfqs({ columns: 'request-id, market, state, standing, best, quantity' }), known)).toEqual([
      ['request-id', 'market', 'state', 'standing', 'best', 'quantity'],
      ['RQ-1', 'DE / FR', STALE, STALE, STALE, STALE],
      ['RQ-2', STALE, STALE, STALE, STALE, STALE],
    ]);
    // Which requests are open may have changed: a column has to say it.
    expect(errorOf(rfqs({ columns: 'request-id, market' }), known)).toMatch(/^#N\/A Stale/);
  });

  it('keeps in a stale list what this desk has live, which it knows by its own account', () => {
    const own = {
      ...{ requestId: RequestId.parse('RQ-1'), quoteId: QuoteId.parse('Q-9'), direction: 'bid' },
      ...{ price: { shape: 'single', price: '31.2' }, quantity: '10', since: 1 },
    };
    const known = new MemoryDesk()
      .knows(OPEN, [rawSingle('RQ-1', { role: 'recipient' })], {
        state: 'stale',
        fetchedAt: NOW - 180_000,
        staleAt: NOW - 60_000,
      })
      .knows({ kind: 'own-quotes' }, [own]);
    expect(rowsOf(rfqs({ columns: 'request-id, state, My quote' }), known)[1]).toEqual([
      'RQ-1',
      expect.stringMatching(/^#N\/A Stale/),
      31.2,
    ]);
  });

  it('goes on counting how old the prices of a stale list are', () => {
    const over = { state: 'stale', fetchedAt: NOW - 180_000, staleAt: NOW - 60_000 } as const;
    const known = new MemoryDesk()
      .knows(OPEN, [rawSingle('RQ-1', { role: 'recipient' })], over)
      .knows({ kind: 'quotes', id: RequestId.parse('RQ-1') }, [], over)
      .knows({ kind: 'own-quotes' }, [])
      .knows({ kind: 'journal' }, []);
    expect(rowsOf(rfqs({ columns: 'request-id, Reference, Age' }), known)[1]).toEqual([
      'RQ-1',
      expect.stringMatching(/^#N\/A Stale/),
      180,
    ]);
  });

  it('knows what never changes of one leg, however its name is written', () => {
    const known = new MemoryDesk().knows(OPEN, [rawSpread('RQ-1')], {
      state: 'stale',
      fetchedAt: NOW - 180_000,
      staleAt: NOW - 60_000,
    });
    const STALE = expect.stringMatching(/^#N\/A Stale: last confirmed/) as unknown;
    const names = ['Leg 1 market', 'Leg 2 load-profile', 'leg 1 price unit', 'Leg 1 quantity', 'state'];
    expect(rowsOf(rfqs({ columns: names.join(', ') }), known)[1]).toEqual([
      ...['DE', 'base', 'EUR/MWh'],
      ...[STALE, STALE],
    ]);
    expect(errorOf(rfqs({ columns: 'Leg 1 market, Leg 1 load-profile' }), known)).toMatch(/^#N\/A Stale/);
  });

  it('says of an EFP how its two legs are cleared, which are one product otherwise', async () => {
    const raw = rawSpread('RQ-1', { 'spread-type': 'efp' });
    const [leg] = raw['legs'] as Record<string, unknown>[];
    const legs = [
      { ...leg, action: 'buy', clearing: { type: 'exchange', house: 'ECC' } },
      { ...leg, action: 'sell', clearing: { type: 'bilateral' } },
    ];
    const named = [['product'], ['DE Cal-27 base EFP ECC/bilateral']];
    const known = desk({ ...raw, legs });
    await vi.waitFor(() => expect(rowsOf(rfqs({ columns: 'product' }), known)).toEqual(named));
  });

  it('refuses a commodity that nothing has, and shows an empty table for one of the platform’s', () => {
    const known = desk(rawSpread('RQ-1'), rawSingle('RQ-2'));
    expect(errorOf(rfqs({ commodity: 'electricity' }), known)).toContain(
      'No request of commodity electricity in this list. There are: gas, power.',
    );
    expect(idsOf({ commodity: 'goo' }, known)).toEqual([]);
    expect(idsOf({ commodity: 'electricity' }, desk())).toEqual([]);
  });

  it('says what curves need to price a request, and nothing where none can', async () => {
    const known = desk(
      rawSpread('RQ-1'),
      rawSpread('RQ-2', {
        spreadType: 'green-grey-swap',
        legs: [
          { action: 'buy', commodity: 'goo' },
          { action: 'buy', commodity: 'power' },
          { action: 'sell', commodity: 'power' },
        ],
      }),
    );
    await vi.waitFor(() =>
      expect(rowsOf(rfqs({ columns: 'marks' }), known)).toEqual([
        ['marks'],
        ['DE Cal-27 base; FR Cal-27 base'],
        [''],
      ]),
    );
  });

  it('goes by id as well as by request-id', () => {
    expect(rowsOf(rfqs({ columns: 'id, state' }), desk(rawSingle('RQ-2')))).toEqual([
      ['id', 'state'],
      ['RQ-2', 'open'],
    ]);
  });

  it('has the price that a quote is held against, with what it is and its side', () => {
    const ask = (id: string, price: number) => rawQuote(id, { 'price-direction': 'ask', legs: [{ price }] });
    const proposal = (kind: string) => ({ ...ask('P-1', 31.5), 'price-proposal-id': 'P-1', kind });
    const known = desk(...['RQ-1', 'RQ-2', 'RQ-3', 'RQ-4'].map((id) => rawSingle(id, { role: 'recipient' })))
      .knows({ kind: 'own-quotes' }, [])
      .knows({ kind: 'journal' }, [])
      .knows({ kind: 'quotes', id: RequestId.parse('RQ-1') }, [ask('Q-1', 31.25)])
      .knows({ kind: 'proposals', id: RequestId.parse('RQ-2') }, [proposal('firm')])
      .knows({ kind: 'proposals', id: RequestId.parse('RQ-3') }, [proposal('indicative')])
      .knows({ kind: 'proposals', id: RequestId.parse('RQ-4') }, []);
    for (const id of ['RQ-2', 'RQ-3', 'RQ-4']) known.knows({ kind: 'quotes', id: RequestId.parse(id) }, []);
    expect(rowsOf(rfqs({ columns: 'best, reference, reference kind' }), known).slice(1)).toEqual([
      [31.25, 31.25, 'quote ask'],
      ['', 31.5, 'firm ask'],
      ['', 31.5, 'indicative ask'],
      ['', '', ''],
    ]);
  });

  it('compares the quotes of a swap by the price of its certificate, and says what is done with that', () => {
    const power = { commodity: 'power', quantity: 10, 'quantity-unit': 'MW', 'price-unit': 'EUR/MWh' };
    const certificate = {
      action: 'buy',
      commodity: 'goo',
      quantity: 87_600,
      'price-unit': 'EUR/certificate',
    };
    const swap = (id: string, bought: object = {}) =>
      rawSpread(id, {
        'spread-type': 'green-grey-swap',
        legs: [certificate, { ...power, action: 'buy', ...bought }, { ...power, action: 'sell' }],
      });
    const ask = (id: string, price: number, other = 70) =>
      rawQuote(id, { 'price-direction': 'ask', legs: [{ price }, { price: other }, { price: other }] });
    const known = desk(swap('RQ-1'), swap('RQ-2', { quantity: 9 }))
      .knows({ kind: 'own-quotes' }, [])
      .knows({ kind: 'proposals', id: RequestId.parse('RQ-2') }, [])
      .knows({ kind: 'journal' }, []);
    for (const id of ['RQ-1', 'RQ-2'])
      known.knows({ kind: 'quotes', id: RequestId.parse(id) }, [ask('Q-1', 0.9), ask('Q-2', 0.85, 99)]);
    expect(rowsOf(rfqs({ columns: 'you, best, reference, Ref. kind' }), known).slice(1)).toEqual([
      ['buy cert.', 0.85, 0.85, 'quote ask'],
      // Its power costs something, so the certificate's price does not say which quote is the best.
      ['buy cert.', '', '', ''],
    ]);
    const own = {
      requestId: RequestId.parse('RQ-1'),
      quoteId: QuoteId.parse('Q-9'),
      direction: 'ask',
      price: { shape: 'per-leg', legPrices: ['0.8', '70', '70'] },
      quantity: '87600',
      since: 1,
    };
    known.knows({ kind: 'own-quotes' }, [own]).knows({ kind: 'own-offers' }, []);
    expect(rowsOf(rfqs({ columns: 'my quote, distance' }), known).slice(1)).toEqual([
      [0.8, -0.05],
      ['', ''],
    ]);
    const proposal = { ...ask('P-1', 0.39), 'price-proposal-id': 'P-1', kind: 'indicative' };
    for (const id of ['RQ-1', 'RQ-2'])
      known
        .knows({ kind: 'quotes', id: RequestId.parse(id) }, [])
        .knows({ kind: 'proposals', id: RequestId.parse(id) }, [proposal]);
    expect(rowsOf(rfqs({ columns: 'best, reference, Ref. kind' }), known).slice(1)).toEqual([
      ['', 0.39, 'indicative ask'],
      ['', '', ''],
    ]);
  });

  it('has the reference that Bulk compares with, whatever is on the request', () => {
    const id = RequestId.parse('RQ-1');
    const raw = rawSingle('RQ-1', { role: 'recipient' });
    const offer = (number: string, side: string, price: number, kind?: string) => ({
      ...rawQuote(number, { 'price-direction': side, legs: [{ price }], counterparty: number }),
      ...(kind !== undefined && { 'price-proposal-id': number, kind }),
    });
    const quotes = [offer('Q-1', 'ask', 31.4), offer('Q-2', 'ask', 31.2)];
    const proposals = [
      offer('P-1', 'bid', 30.1, 'indicative'),
      offer('P-2', 'ask', 31.9, 'indicative'),
      offer('P-3', 'bid', 30.4, 'firm'),
      offer('P-4', 'ask', 31.6, 'firm'),
    ];
    const request = readRequest(raw);
    if (!request.ok) throw new Error(request.failure.message);
    const prices: unknown[] = [];
    for (let book = 0; book < 2 ** 6; book++) {
      const on = [...quotes, ...proposals].filter((_, at) => (book & (2 ** at)) !== 0);
      const [quoted, proposed] = [on.filter((one) => !('kind' in one)), on.filter((one) => 'kind' in one)];
      const known = desk(raw)
        .knows({ kind: 'own-quotes' }, [])
        .knows({ kind: 'journal' }, [])
        .knows({ kind: 'quotes', id }, quoted)
        .knows({ kind: 'proposals', id }, proposed);
      const offers = [...listing(quoted, readQuote).records, ...listing(proposed, readProposal).records];
      const seen = { request: request.value, offers, recent: [] };
      const shown = shownReference('send-quote', 'ask', {
        ...seen,
        // The pane may know it by chance; without any offer it has nothing else, and the sheet has nothing.
        ...(on.length > 0 && { analytics: { raw: { 'best-price': 29 } } }),
      });
      const [cell] = rowsOf(rfqs({ columns: 'reference' }), known)[1] ?? [];
      expect(cell).toBe(shown ? Number(shown.price) : '');
      prices.push(cell);
    }
    expect(new Set(prices)).toEqual(new Set(['', 31.4, 31.2, 30.1, 31.9, 30.4, 31.6]));
  });

  it('never holds a quote against a price proposal of this desk, also one from the web client', () => {
    const proposal = (id: string, price: number, counterparty: string) => ({
      ...rawQuote(id, { 'price-direction': 'ask', legs: [{ price }], counterparty }),
      'price-proposal-id': id,
      kind: 'indicative',
    });
    const id = RequestId.parse('RQ-1');
    const sent = { ...inState('done'), proposalId: ProposalId.parse('P-1') };
    const known = desk(rawSingle('RQ-1', { role: 'recipient' }))
      .knows({ kind: 'own-quotes' }, [])
      .knows({ kind: 'journal' }, [sent])
      .knows({ kind: 'quotes', id }, []);
    const reference = (...proposals: readonly unknown[]) => {
      known.knows({ kind: 'proposals', id }, proposals);
      return rowsOf(rfqs({ columns: 'reference, reference kind' }), known)[1];
    };
    const own = [proposal('P-1', 0.45, 'We'), proposal('P-2', 0.44, 'We')];
    expect(reference(...own)).toEqual(['', '']);
    expect(reference(...own, proposal('P-3', 0.6, 'They'))).toEqual([0.6, 'indicative ask']);
  });

  it('has one header row and one row per open request, legs joined where they differ', () => {
    expect(rowsOf(rfqs(), desk(rawSpread('RQ-1'), rawSingle('RQ-2')))).toEqual([
      [
        'request-id',
        'state',
        'role',
        'contract',
        'spread-type',
        'commodity',
        'market',
        'delivery-start',
        'delivery-end',
        'action',
        'quantity',
        'quantity-unit',
        'created-at',
      ],
      [
        'RQ-1',
        'open',
        'initiator',
        'spread',
        'location',
        'power',
        'DE / FR',
        46388,
        46752,
        'buy / sell',
        10,
        'MW',
        expect.closeTo(serial('2026-11-20T09:15:02'), 8),
      ],
      [
        'RQ-2',
        'open',
        'recipient',
        'single',
        '',
        'gas',
        'THE',
        46388,
        46752,
        'buy',
        5,
        'MW',
        serial('2026-11-19T09:00:00'),
      ],
    ]);
  });

  it('joins what differs between the legs and keeps the direction of both', () => {
    const legs = [
      { action: 'buy', market: 'DE', 'delivery-start': '2027-01-01', quantity: 10 },
      { action: 'buy', market: 'DE', 'delivery-start': '2027-04-01', quantity: 5 },
    ];
    const columns = 'market, delivery-start, action, quantity';
    expect(rowsOf(rfqs({ columns }), desk(rawSpread('RQ-1', { legs })))[1]).toEqual([
      'DE',
      '2027-01-01 / 2027-04-01',
      'buy / buy',
      '10 / 5',
    ]);
  });

  it('is its header alone when there is nothing', () => {
    expect(rowsOf(rfqs(), desk())).toHaveLength(1);
  });

  it('watches one list whatever the filters', () => {
    const known = desk(
      rawSpread('RQ-1'),
      rawSingle('RQ-2'),
      rawSpread('RQ-3', { contract: 'standard-spread' }),
    );
    expect(idsOf({ commodity: 'POWER' }, known)).toEqual(['RQ-1', 'RQ-3']);
    expect(idsOf({ contract: 'spread' }, known)).toEqual(['RQ-1']);
    expect(idsOf({ commodity: 'gas', contract: 'single' }, known)).toEqual(['RQ-2']);
    expect(idsOf({ state: 'open', from: '2026-11-20' }, known)).toEqual(['RQ-1', 'RQ-3']);
    expect(idsOf({ from: 46345, to: '2026-11-19' }, known)).toEqual(['RQ-2']);
    expect(known.asking).toEqual(['{"kind":"open-requests"}']);
  });

  it('finds a swap by the commodity of any leg and by its kind', () => {
    const swap = rawSpread('RQ-1', {
      commodity: null,
      spreadType: 'green-grey-swap',
      legs: [
        { action: 'buy', commodity: 'goo' },
        { action: 'buy', commodity: 'power' },
        { action: 'sell', commodity: 'power' },
      ],
    });
    expect(idsOf({ commodity: 'goo' }, desk(swap))).toEqual(['RQ-1']);
    expect(idsOf({ contract: 'green-grey-swap' }, desk(swap))).toEqual(['RQ-1']);
    expect(rowsOf(rfqs({ columns: 'commodity' }), desk(swap))[1]).toEqual(['goo / power / power']);
  });

  it('watches the concluded requests of a period for closed ones, up to today when its end is left out', () => {
    const period = { kind: 'concluded-requests', from: '2026-11-01', to: '2026-11-20' } as const;
    const known = new MemoryDesk().knows(period, [
      rawSpread('RQ-1', { state: 'closed' }),
      rawSpread('RQ-2', { state: 'traded', 'created-at': '2026-10-01T00:00:00Z' }),
    ]);
    expect(idsOf({ state: 'closed', from: '2026-11-01' }, known)).toEqual(['RQ-1', 'RQ-2']);
    expect(idsOf({ state: 'traded', from: '2026-11-01' }, known)).toEqual(['RQ-2']);
    expect(known.asking).toHaveLength(1);
  });

  it.each([
    [{ state: 'closed' }, /Closed requests need a period/],
    [{ state: 'closed', to: '2026-11-01' }, /Enter its first day/],
    [{ from: '2026-11-21', to: '2026-11-20' }, /Swap the two days/],
    [{ state: 'shut' }, /Type "open", "closed" or "traded"/],
    [{ columns: 'request-id, prize' }, /There is no field "prize"\. Did you mean .*leg 1 price/],
  ])('refuses %j with a sentence', (given, sentence) => {
    const error = errorOf(rfqs(given), desk());
    expect(error).toMatch(/^#VALUE! /);
    expect(error).toMatch(sentence);
  });

  it('takes columns in the order asked for, any field of the service among them', () => {
    const raws = [rawSpread('RQ-1', { 'brand-new': 7 }), rawSingle('RQ-2')];
    expect(rowsOf(rfqs({ columns: [['legs[1].market', 'Request-ID', 'brand-new']] }), desk(...raws))).toEqual(
      [
        ['legs[1].market', 'Request-ID', 'brand-new'],
        ['FR', 'RQ-1', 7],
        ['', 'RQ-2', ''],
      ],
    );
  });

  it('shows a record that cannot be read after the good ones: its words, and why for everything else', () => {
    const rows = rowsOf(
      rfqs({ columns: 'request-id, state, quantity' }),
      desk(rawSpread('RQ-9', { legs: [] }), rawSpread('RQ-1')),
    );
    expect(rows[1]).toEqual(['RQ-1', 'open', 10]);
    expect(rows[2]?.slice(0, 2)).toEqual(['RQ-9', 'open']);
    expect(rows[2]?.[2]).toBe('unreadable (legs: must be a list of 1 or more)');
  });

  it('leaves no error in any column, so that FILTER by a word or a number keeps the other rows', () => {
    const rows = rowsOf(
      rfqs({ columns: 'request-id, state, contract, quantity' }),
      desk(rawSpread('RQ-9', { state: 7 }), rawSpread('RQ-1')),
    );
    expect(rows[2]?.slice(0, 3)).toEqual(['RQ-9', 'unreadable (state: must be a text)', 'spread']);
    expect(rows[2]?.[3]).toBe('unreadable (state: must be a text)');
  });

  it('ends at two thousand rows with a row that says how to get the rest', () => {
    const raws = Array.from({ length: 2_345 }, (_, n) => rawSingle(`RQ-${n}`));
    const rows = rowsOf(rfqs({ columns: 'request-id, state' }), desk(...raws));
    expect(rows).toHaveLength(1 + 2_000 + 1);
    expect(rows.at(-1)).toEqual(['345 more rows: ask for a period, one commodity or one contract.', '']);
    const narrow = { commodity: 'gas', contract: 'single', from: '2000-01-01' };
    expect(rowsOf(rfqs({ ...narrow, columns: 'request-id' }), desk(...raws)).at(-1)).toEqual([
      '345 more rows: ask for a shorter period.',
    ]);
  });

  it('refuses a contract that there is not, and takes one that a request has', () => {
    expect(errorOf(rfqs({ contract: 'spred' }), desk())).toBe(
      '#VALUE! contract cannot be "spred". Type "single", "spread", "standard-spread", "green-grey-swap" or "grey-green-swap".',
    );
    const known = desk(rawSingle('RQ-1', { contract: 'butterfly' }));
    expect(rowsOf(rfqs({ contract: 'Butterfly', columns: 'request-id' }), known)).toHaveLength(2);
  });

  it('is one error when the list is not to be had', () => {
    expect(errorOf(rfqs(), new MemoryDesk().fails(OPEN, UNAVAILABLE))).toBe(
      '#N/A The platform does not answer. It is asked again by itself.',
    );
  });
});
