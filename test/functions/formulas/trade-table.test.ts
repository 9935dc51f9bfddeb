import { describe, expect, it } from 'vitest';
import { TradeId } from '../../../src/domain/identifiers';
import { tradesFormula, type TradesGiven } from '../../../src/functions/formulas/trade-table';
import { errorOf, MemoryDesk, rowsOf, serial, UNAVAILABLE } from '../formula-context';
import { rawReference, rawTrade } from '../raw-records';

const NONE: TradesGiven = { from: null, to: null, commodity: null, venue: null, columns: null };
const trades = (given: Partial<TradesGiven> = {}) => tradesFormula({ ...NONE, ...given });
const TODAY = { kind: 'trades' } as const;
const detail = (id: string) => ({ kind: 'trade', id: TradeId.parse(id) }) as const;
const desk = (...references: unknown[]) => new MemoryDesk().knows(TODAY, references);

describe('TRADES', () => {
  it('shows the trades of today, typed, in the order they were traded', () => {
    const known = desk(
      rawReference('T-2', { 'traded-at': '2026-11-20T10:05:00Z' }),
      rawReference('T-1', { 'traded-at': '2026-11-20T10:00:00Z' }),
    )
      .knows(detail('T-1'), rawTrade('T-1'))
      .knows(detail('T-2'), rawTrade('T-2', { price: 0, 'traded-at': '2026-11-20T10:05:00Z' }));
    const [header, first, second] = rowsOf(trades(), known);
    expect(header).toEqual([
      'trade-id',
      'traded-at',
      'venue',
      'commodity',
      'contract',
      'market',
      'delivery-start',
      'delivery-end',
      'load-profile',
      'action',
      'price',
      'price-unit',
      'quantity',
      'quantity-unit',
      'counterparty',
      'request-id',
    ]);
    expect(first).toEqual([
      'T-1',
      serial('2026-11-20T11:00:00'),
      'tender',
      'power',
      'single',
      'DE',
      46388,
      46752,
      'base',
      'buy',
      -4.25,
      'EUR/MWh',
      10,
      'MW',
      'Alpine Power',
      'RQ-1',
    ]);
    expect(second?.[10]).toBe(0);
  });

  it.each([{ 'traded-at': '2026-11-20T10:07:00Z' }, { commodity: 'gas' }, { venue: 'block' }])(
    'mixes no list row with details that contradict it: %j',
    (other) => {
      const known = desk(rawReference('T-1')).knows(detail('T-1'), rawTrade('T-1', other));
      const [name = ''] = Object.keys(other);
      const [, row] = rowsOf(trades({ columns: 'trade-id, venue, price, counterparty' }), known);
      const says = `#N/A The platform’s list and the record of T-1 have another ${name}. Fetch it again in the room Trades, or ask the operator.`;
      expect(row).toEqual(['T-1', 'tender', says, says]);
    },
  );

  it.each([
    ['2026-11-20T10:00:01Z', '2026-11-20T10:00:00.654Z', true],
    ['2026-11-20T10:00:03Z', '2026-11-20T10:00:00.654Z', false],
    ['2026-11-20T10:00Z', '2026-11-20T10:00:42.1Z', true],
    ['2026-11-20T10:00Z', '2026-11-20T10:01:42.1Z', false],
    ['2026-11-20', '2026-11-20T10:00:42.1Z', true],
    ['2026-11-21', '2026-11-20T10:00:42.1Z', false],
  ])(
    'holds a list that writes %s against details of %s as exactly as the coarser is',
    (list, exact, agrees) => {
      const known = desk({ ...rawReference('T-1'), 'traded-at': list }).knows(
        detail('T-1'),
        rawTrade('T-1', { 'traded-at': exact }),
      );
      const [, row] = rowsOf(trades({ columns: 'price' }), known);
      expect(row).toEqual([agrees ? -4.25 : (expect.stringContaining('another traded-at') as string)]);
    },
  );

  it('takes a word with other separators for the same', () => {
    const known = desk({ ...rawReference('T-1'), venue: 'order-book', commodity: 'EU_ETS' }).knows(
      detail('T-1'),
      rawTrade('T-1', { venue: 'Order Book', commodity: 'eu-ets' }),
    );
    expect(rowsOf(trades({ columns: 'price' }), known)[1]).toEqual([-4.25]);
  });

  it('takes a moment that one of both writes more exactly, and a word in another case, for the same', () => {
    const same = { 'traded-at': '2026-11-20T10:00:00.654Z', commodity: 'Power' };
    const known = desk(rawReference('T-1')).knows(detail('T-1'), rawTrade('T-1', same));
    expect(rowsOf(trades({ columns: 'price' }), known)[1]).toEqual([-4.25]);
  });

  it('has fields of the files of trades too', () => {
    const known = desk(rawReference('T-1')).knows(
      detail('T-1'),
      rawTrade('T-1', { 'pre-trade': { 'quotation-id': 'QT-9' }, 'spread-type': 'time' }),
    );
    expect(rowsOf(trades({ columns: 'quote-id, spread-type, swap-type, provisional' }), known)[1]).toEqual([
      ...['QT-9', 'time', '', false],
    ]);
  });

  it('has the product and what this desk did, as requests have them', () => {
    const leg = { 'delivery-start': '2027-01-01', 'delivery-end': '2027-12-31', 'load-profile': 'base' };
    const known = desk(rawReference('T-1'), rawReference('T-2')).knows(
      detail('T-1'),
      rawTrade('T-1', {
        legs: [
          { ...leg, market: 'NL', action: 'sell', price: 75.1 },
          { ...leg, market: 'DE', action: 'buy', price: 72.4 },
        ],
      }),
    );
    const swap = [
      { commodity: 'goo', market: 'EU-SOLAR', action: 'sell', price: 0.4 },
      { commodity: 'power', market: 'DE', action: 'sell', price: 70 },
      { commodity: 'power', market: 'DE', action: 'buy', price: 70 },
    ];
    known.knows(detail('T-2'), rawTrade('T-2', { legs: swap.map((one) => ({ ...leg, ...one })) }));
    expect(rowsOf(trades({ columns: 'product, you' }), known).slice(1)).toEqual([
      ['NL/DE Cal-27 base', 'sell / buy'],
      ['EU-SOLAR/DE Cal-27 base', 'sell cert.'],
    ]);
  });

  it('shows a row at once and its details when they come', () => {
    const known = desk(rawReference('T-1'), rawReference('T-2')).knows(detail('T-2'), rawTrade('T-2'));
    expect(rowsOf(trades({ columns: 'trade-id, venue, price' }), known)).toEqual([
      ['trade-id', 'venue', 'price'],
      ['T-1', 'tender', '#N/A Loading.'],
      ['T-2', 'tender', -4.25],
    ]);
  });

  it('keeps the failure of one trade to the details of its own row', () => {
    const known = desk(rawReference('T-1'), rawReference('T-2'))
      .fails(detail('T-1'), UNAVAILABLE)
      .knows(detail('T-2'), rawTrade('T-2'));
    const rows = rowsOf(trades({ columns: 'trade-id, price' }), known);
    expect(rows[1]?.[0]).toBe('T-1');
    expect(rows[1]?.[1]).toMatch(/^#N\/A The platform/);
    expect(rows[2]).toEqual(['T-2', -4.25]);
  });

  it('asks for no details when the list says all that is wanted', () => {
    const known = desk(rawReference('T-1'));
    rowsOf(trades({ columns: 'trade-id, traded-at, venue, commodity' }), known);
    expect(known.asking).toEqual(['{"kind":"trades"}']);
  });

  it('asks for the details of matching trades only', () => {
    const known = desk(
      rawReference('T-1'),
      rawReference('T-2', { commodity: 'gas' }),
      rawReference('T-3', { venue: 'green' }),
    );
    rowsOf(trades({ commodity: 'Power', venue: 'TENDER' }), known);
    expect(known.asking).toEqual(['{"kind":"trades"}', '{"id":"T-1","kind":"trade"}']);
  });

  it('says which commodities there are when no trade has the word and it is none that is known', () => {
    const known = desk(rawReference('T-1'), rawReference('T-2', { commodity: 'gas' }));
    expect(errorOf(trades({ commodity: 'pwer', columns: 'trade-id' }), known)).toBe(
      '#N/A No trade of commodity pwer in this period. There are: gas, power.',
    );
    expect(rowsOf(trades({ commodity: 'goo', columns: 'trade-id' }), known)).toEqual([['trade-id']]);
    expect(rowsOf(trades({ commodity: 'pwer', columns: 'trade-id' }), desk())).toEqual([['trade-id']]);
  });

  it('goes by the details where the list does not name the commodity', () => {
    const silent = { commodity: null };
    const known = desk(rawReference('T-1', silent), rawReference('T-2', silent))
      .knows(detail('T-1'), rawTrade('T-1'))
      .knows(detail('T-2'), rawTrade('T-2', { commodity: 'gas' }));
    expect(rowsOf(trades({ commodity: 'gas', columns: 'trade-id' }), known)).toEqual([['trade-id'], ['T-2']]);
  });

  it('says one market once where both legs are in it, and legs in words', () => {
    const legs = [
      {
        action: 'buy',
        market: 'NL',
        'delivery-start': '2027-01-01',
        quantity: 10,
        'quantity-unit': 'MW',
        price: 30,
      },
      {
        action: 'sell',
        market: 'NL',
        'delivery-start': '2027-04-01',
        quantity: 10,
        'quantity-unit': 'MW',
        price: null,
      },
    ];
    const spread = rawTrade('T-1', { contract: 'spread', price: null, action: null, market: null, legs });
    const known = desk(rawReference('T-1')).knows(detail('T-1'), spread);
    expect(rowsOf(trades({ columns: 'market, action, legs' }), known)[1]).toEqual([
      'NL',
      'buy / sell',
      'buy NL 2027-01-01 10 MW 30; sell NL 2027-04-01 10 MW',
    ]);
  });

  it('says the side of a spread once where its legs agree, as the files of trades do', () => {
    const legs = [
      { action: 'buy', price: 30 },
      { action: 'buy', price: 29 },
    ];
    const spread = rawTrade('T-1', { contract: 'spread', price: null, action: null, legs });
    const known = desk(rawReference('T-1')).knows(detail('T-1'), spread);
    const columns = 'action, leg 1 action, leg 2 action';
    expect(rowsOf(trades({ columns }), known)[1]).toEqual(['buy', 'buy', 'buy']);
  });

  it('leaves the one price of a spread empty and has its leg prices as numbers', () => {
    const legs = [
      { action: 'buy', price: 30, market: 'DE' },
      { action: 'sell', price: -29.5, market: 'FR' },
    ];
    const spread = rawTrade('T-1', { contract: 'spread', price: null, action: null, market: null, legs });
    const known = desk(rawReference('T-1')).knows(detail('T-1'), spread);
    const columns = 'market, action, price, legs[0].price, legs[1].price';
    expect(rowsOf(trades({ columns }), known)[1]).toEqual(['DE / FR', 'buy / sell', '', 30, -29.5]);
  });

  it('gives on request the net price of two legs in one unit, and of a single its price', () => {
    const net = (...legs: object[]) => {
      const terms = { action: null, price: null, 'price-unit': null, ...(legs.length > 0 && { legs }) };
      const spread = rawTrade('T-1', { ...terms, ...(legs.length === 0 && { action: 'buy', price: 31.35 }) });
      const known = desk(rawReference('T-1')).knows(detail('T-1'), spread);
      return rowsOf(trades({ columns: 'trade, net price' }), known)[1]?.[1];
    };
    const leg = (action: string, price: number | null, unit = 'EUR/MWh') => ({
      ...{ action, price, 'price-unit': unit },
    });
    expect(net()).toBe(31.35);
    expect(net(leg('buy', 73.67), leg('sell', 72.02))).toBe(1.65);
    expect(net(leg('sell', 72.02), leg('buy', 73.67))).toBe(-1.65);
    expect(net(leg('sell', 72.02), leg('sell', 73.67))).toBe(145.69);
    // No net price: in two units, of a swap, and while the operator has not entered all prices.
    expect(net(leg('buy', 30), leg('sell', 29, 'GBX/therm'))).toBe('');
    expect(net(leg('buy', 0.5), leg('buy', 70), leg('sell', 70))).toBe('');
    expect(net(leg('buy', 30), leg('sell', null))).toBe('');
  });

  it('watches the days asked for, up to today when the end is left out', () => {
    const known = new MemoryDesk();
    errorOf(trades({ from: '2026-11-01', to: 46330 }), known);
    errorOf(trades({ from: '2026-11-01' }), known);
    expect(known.asking).toEqual([
      '{"from":"2026-11-01","kind":"trades","to":"2026-11-04"}',
      '{"from":"2026-11-01","kind":"trades","to":"2026-11-20"}',
    ]);
  });

  it('asks for no day before it knows which day it is at the service', () => {
    const known = new MemoryDesk().says({ kind: 'status' }, { state: 'waiting' });
    expect(errorOf(trades({ from: '2026-11-01' }), known)).toMatch(/Loading/);
    expect(known.asking).toEqual([]);
    errorOf(trades({ from: '2026-11-01', to: '2026-11-02' }), known);
    errorOf(trades(), known);
    expect(known.asking).toHaveLength(2);
  });

  it('asks for the details of two thousand trades at most', () => {
    const references = Array.from({ length: 2_100 }, (_, n) => rawReference(`T-${n}`));
    const known = desk(...references);
    const rows = rowsOf(trades({ columns: 'trade-id, price' }), known);
    expect(known.asking).toHaveLength(1 + 2_000);
    expect(rows.at(-1)?.[0]).toBe('100 more rows: ask for one commodity or one venue.');
  });

  it('refuses a period that ends before it begins', () => {
    expect(errorOf(trades({ from: '2026-11-21' }))).toMatch(/^#VALUE! The period begins on 2026-11-21/);
  });
});
