import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RequestId, TradeId } from '../../../src/domain/identifiers';
import { FailureKind, type Failure } from '../../../src/domain/failure';
import type { Resource } from '../../../src/domain/resources/resource';
import { ANALYTICS_RECORD } from '../../../src/functions/formulas/analytics';
import { recordFormula, REQUEST_RECORD } from '../../../src/functions/formulas/records';
import { TRADE_RECORD } from '../../../src/functions/formulas/trade-table';
import { leaves } from '../../../src/domain/record';
import { getPath } from '../../../src/functions/formulas/fields';
import { errorOf, MemoryDesk, NOW, rowsOf, serial, STATUS, UNAVAILABLE } from '../formula-context';
import { rawSpread, rawTrade } from '../raw-records';

const request = (id: string): Resource => ({ kind: 'request', id: RequestId.parse(id) });
const rfq = (id: unknown, field: unknown = null) => recordFormula(REQUEST_RECORD, { id, field });
const desk = () =>
  new MemoryDesk()
    .knows(request('RQ-1'), rawSpread('RQ-1'))
    .knows(request('RQ-2'), rawSpread('RQ-2', { state: 'traded' }));

it('an id that is an error in its cell is told in its own row, and hides no other', () => {
  const error = { type: 'Error', basicType: 'Error', basicValue: '#N/A' };
  expect(rowsOf(rfq([['RQ-1'], [error], ['RQ-2']], 'state'), desk())).toEqual([
    ['open'],
    ['#N/A A cell that this formula uses shows #N/A. This one follows it.'],
    ['traded'],
  ]);
  expect(errorOf(rfq('RQ-1', [[error]]), desk())).toMatch(/^#N\/A A cell that this formula uses/);
});

describe('one field of one record', () => {
  it.each([
    ['state', 'open'],
    ['STATE', 'open'],
    ['spread-type', 'location'],
    ['all-or-none', true],
    ['legs[0].market', 'DE'],
    ['Legs[1].Action', 'sell'],
    ['legs[0].quantity', 10],
    ['legs[0].delivery-start', 46388],
    ['created-at', serial('2026-11-20T09:15:02')],
  ])('%s is %s', (field, value) => {
    const [[cell]] = rowsOf(rfq([['RQ-1']], [[field]]), desk()) as [[unknown]];
    if (typeof value === 'number') expect(cell).toBeCloseTo(value, 8);
    else expect(cell).toBe(value);
  });

  it.each(['concluded-at', 'legs[0].price', 'legs[2].price', 'feedback'])(
    '%s is empty where this record has none',
    (field) => {
      const known = desk().knows(request('RQ-1'), rawSpread('RQ-1', { 'feedback-comment': '' }));
      expect(rowsOf(rfq([['RQ-1']], [[field]]), known)).toEqual([['']]);
    },
  );

  it.each([
    ['stat', 'state'],
    ['sate', 'state'],
    ['marktet', 'market'],
    ['legs[].price', 'leg 1 price'],
    ['legs[0].prize', 'leg 1 price'],
    ['leg 1 makret', 'leg 1 market'],
    ['crated at', 'created-at'],
  ])('%s is refused with the nearest that there is: %s', (field, nearest) => {
    const said = String(rowsOf(rfq([['RQ-1']], [[field]]), desk())[0]?.[0]);
    expect(said).toContain(`There is no field "${field}". Did you mean ${nearest}`);
    expect(said.length).toBeLessThan(120);
  });

  it('says how many legs there are when one that is not is asked for', () => {
    expect(rowsOf(rfq([['RQ-1']], [['leg 4 market']]), desk())).toEqual([
      ['#VALUE! There is no field "leg 4 market". Legs go up to 2 here.'],
    ]);
  });

  it.each(['legs[3].price', '__proto__', 'constructor', 'colour'])(
    '%s is refused, and where nothing is like it, with the first that there are',
    (field) => {
      const said = String(rowsOf(rfq([['RQ-1']], [[field]]), desk())[0]?.[0]);
      expect(said).toMatch(
        /^#VALUE! There is no field ".*"\. (Did you mean leg|Legs go up to 2 here\.$|There are: request-id, state, .* and \d+ more\. Leave the argument out to see the usual ones\.$)/,
      );
    },
  );

  it.each([
    ['market', 'DE / FR'],
    ['Delivery Start', 46388],
    ['action', 'buy / sell'],
    ['quantity', 10],
    ['leg 1 market', 'DE'],
    ['Leg 2 Market', 'FR'],
    ['leg 2 unit', 'MW'],
    ['start', 46388],
    ['spreadType', 'location'],
    ['Spread type', 'location'],
    ['request', 'RQ-1'],
    ['Unit', 'MW'],
    ['You', 'buy / sell'],
    ['remaining', ''],
  ])('of a request is found by the column of its table and by what people call it: %s', (field, value) => {
    expect(rowsOf(rfq([['RQ-1']], [[field]]), desk())).toEqual([[value]]);
  });

  it.each([
    ['Trade', 'T-1'],
    ['market', 'DE'],
    ['unit', 'MW'],
    ['Price Unit', 'EUR/MWh'],
    ['request', 'RQ-1'],
    ['Qty', 10],
  ])('of a trade as well: %s', (field, value) => {
    const known = new MemoryDesk().knows({ kind: 'trade', id: TradeId.parse('T-1') }, rawTrade('T-1'));
    expect(rowsOf(recordFormula(TRADE_RECORD, { id: 'T-1', field }), known)).toEqual([[value]]);
  });

  it('is shown though the product has never heard of it', () => {
    const raw = rawSpread('RQ-1', { 'brand-new': { depth: [{ x: 7 }] } });
    const known = new MemoryDesk().knows(request('RQ-1'), raw);
    expect(rowsOf(rfq([['RQ-1']], [['brand-new.depth[0].x', 'brand-new']]), known)).toEqual([
      [7, '{"depth":[{"x":7}]}'],
    ]);
  });

  it('of a trade of several legs has, without a field, what its columns say', () => {
    const leg = { market: 'NL', action: 'sell', price: 70.1, quantity: 10, 'quantity-unit': 'MW' };
    const legs = [leg, { ...leg, market: 'DE', action: 'buy', price: 71.8 }];
    const empty = { market: null, action: null, price: null, 'quantity-unit': null };
    const known = new MemoryDesk().knows(
      { kind: 'trade', id: TradeId.parse('T-1') },
      rawTrade('T-1', { contract: 'spread', ...empty, legs }),
    );
    const ask = (field?: string) => rowsOf(recordFormula(TRADE_RECORD, { id: 'T-1', field }), known);
    const card = Object.fromEntries(ask().map(([name, value]) => [String(name), value]));
    for (const [name, value] of [
      ['market', 'NL / DE'],
      ['action', 'sell / buy'],
      ['net-price', -1.7],
      ['quantity-unit', 'MW'],
    ] as const) {
      expect([name, card[name]]).toEqual([name, value]);
      expect(ask(name)).toEqual([[value]]);
    }
    expect(ask().filter(([name]) => name === 'action')).toHaveLength(1);
  });

  it('of a trade reaches into what hangs on it', () => {
    const trade = recordFormula(TRADE_RECORD, {
      id: [['T-1']],
      field: [['price', 'pre-trade.id', 'execution.view']],
    });
    const known = new MemoryDesk().knows({ kind: 'trade', id: TradeId.parse('T-1') }, rawTrade('T-1'));
    expect(rowsOf(trade, known)).toEqual([[-4.25, 'PT-7', 'initiator']]);
  });

  it('of analytics of a custom spread says by which rule its prices are made', () => {
    const id = RequestId.parse('RQ-1');
    const ofContract = (contract: string) => {
      const raw = { 'request-id': 'RQ-1', 'contract-type': contract, 'best-price': -1 };
      const known = new MemoryDesk().knows({ kind: 'analytics', id }, raw);
      return rowsOf(recordFormula(ANALYTICS_RECORD, { id: 'RQ-1', field: undefined }), known);
    };
    expect(ofContract('spread').at(-1)).toEqual([
      'spread-price-rule',
      'former: asker’s bought leg minus sold leg; DESK.SPREADMIGRATE gives today’s',
    ]);
    for (const contract of ['single', 'standard-spread'])
      expect(ofContract(contract).at(-1)).toEqual(['best-price', -1]);
  });

  it('of analytics of a spread asks for its request only where the rule is asked for', () => {
    const id = RequestId.parse('RQ-1');
    const raw = { 'request-id': 'RQ-1', 'contract-type': 'spread', 'quotes-count': 3 };
    const askedFor = (field?: string) => {
      const desk = new MemoryDesk().knows({ kind: 'analytics', id }, raw);
      rowsOf(recordFormula(ANALYTICS_RECORD, { id: 'RQ-1', field }), desk);
      return desk.asked.map(({ kind }) => kind);
    };
    expect(askedFor('quotes-count')).not.toContain('request');
    expect(askedFor('Spread price rule')).toContain('request');
    expect(askedFor()).toContain('request');
  });

  it('of analytics of a swap says no rule of a spread: its price is the certificate’s', () => {
    const id = RequestId.parse('RQ-1');
    const raw = { 'request-id': 'RQ-1', 'contract-type': 'spread', 'best-price': 0.42 };
    const known = new MemoryDesk()
      .knows({ kind: 'analytics', id }, raw)
      .knows({ kind: 'request', id }, rawSpread('RQ-1', { spreadType: 'green-grey-swap' }));
    expect(rowsOf(recordFormula(ANALYTICS_RECORD, { id: 'RQ-1', field: undefined }), known).at(-1)).toEqual([
      'best-price',
      0.42,
    ]);
  });

  it('of analytics keeps the feedback comment as words', () => {
    const id = RequestId.parse('RQ-1');
    const raw = { 'request-id': 'RQ-1', 'feedback-comment': '=cmd|calc', 'best-price': 0 };
    const known = new MemoryDesk().knows({ kind: 'analytics', id }, raw);
    const formula = recordFormula(ANALYTICS_RECORD, {
      id: 'RQ-1',
      field: [['feedback-comment'], ['best-price']],
    });
    expect(rowsOf(formula, known)).toEqual([['=cmd|calc', 0]]);
  });
});

describe('many ids and fields', () => {
  it('fill a sheet: one row per id and one column per field, empty cells kept', () => {
    expect(rowsOf(rfq([['RQ-1'], [''], ['RQ-2']], [['request-id', '', 'state']]), desk())).toEqual([
      ['RQ-1', '', 'open'],
      ['', '', ''],
      ['RQ-2', '', 'traded'],
    ]);
  });

  it('ask for each record once', () => {
    const known = desk();
    rowsOf(rfq([['RQ-1'], ['RQ-1'], ['RQ-2']], [['state', 'role']]), known);
    expect(known.asking).toHaveLength(2);
  });

  it('show what is wrong with one id in its own row only', () => {
    const missing: Failure = {
      kind: 'not-found',
      message: 'There is no request RQ-9.',
      next: 'Check the id.',
    };
    const known = desk().fails(request('RQ-9'), missing);
    expect(rowsOf(rfq([['RQ-9'], ['RQ-1'], ['a/b'], ['RQ-8']], [['state']]), known)).toEqual([
      ['#N/A There is no request RQ-9. Check the id.'],
      ['open'],
      ['#VALUE! "a/b" is not an id. An id looks like RQ-10293.'],
      ['#N/A Loading.'],
    ]);
  });

  it('find an id that is typed in small letters, and ask for it as it was typed first', () => {
    const missing: Failure = { kind: 'not-found', message: 'There is no request.', next: 'Check the id.' };
    const known = desk()
      .fails(request('rq-1'), missing)
      .knows(request('rq-2'), rawSpread('rq-2', { state: 'small' }));
    expect(rowsOf(rfq([['rq-1'], ['rq-2']], [['state']]), known)).toEqual([['open'], ['small']]);
    expect(known.asking).not.toContain('{"id":"RQ-2","kind":"request"}');
  });

  it('say that there is no such request when there is none in capitals either', () => {
    const missing: Failure = { kind: 'not-found', message: 'There is no request.', next: 'Check the id.' };
    const known = desk().fails(request('rq-9'), missing).fails(request('RQ-9'), missing);
    expect(rowsOf(rfq([['rq-9']], [['state']]), known)).toEqual([
      ['#N/A There is no request. Check the id.'],
    ]);
  });

  it('are rows without anything while the column is empty', () => {
    expect(rowsOf(rfq([[''], ['']], [['state', 'role']]), desk())).toEqual([
      ['', ''],
      ['', ''],
    ]);
  });

  it('need the names of fields', () => {
    expect(errorOf(rfq([['RQ-1'], ['RQ-2']]))).toMatch(/^#VALUE! Field names are missing for several ids/);
  });
});

describe('a card', () => {
  it('has every field of the record beside its value', () => {
    const rows = rowsOf(rfq('RQ-1'), desk());
    expect(rows.slice(0, 3)).toEqual([
      ['request-id', 'RQ-1'],
      ['state', 'open'],
      ['role', 'initiator'],
    ]);
    expect(rows).toContainEqual(['leg 2 market', 'FR']);
    expect(rows).toContainEqual(['leg 1 delivery-end', 46752]);
    expect(rows.every((row) => row.length === 2)).toBe(true);
  });

  it('names each field as people write it, and every name is one that can be asked for', () => {
    const legs = [{ action: 'buy', market: 'DE', clearing: { type: 'exchange', house: 'ECC' } }];
    const known = desk().knows(
      request('RQ-1'),
      rawSpread('RQ-1', { legs, 'brand-new': { depth: [{ x: 7 }] } }),
    );
    const rows = rowsOf(rfq('RQ-1'), known);
    const names = rows.map(([name]) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'leg 1 market',
        'leg 1 clearing type',
        'leg 1 clearing house',
        'brand-new depth[0] x',
      ]),
    );
    expect(names.filter((name) => /\.|legs/.test(String(name)))).toEqual([]);
    expect(rowsOf(rfq([['RQ-1']], [names]), known)).toEqual([rows.map(([, value]) => value)]);
    const [first] = rowsOf(rfq([['RQ-1']], [['legs[0].clearing.type', 'leg 2 clearing type']]), known);
    expect(first).toEqual(['exchange', '']);
  });

  it('names every value by a path that finds it again', () => {
    const tree = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 3 },
        fc.integer(),
        fc.string(),
        fc.constant(null),
        tie('object'),
        tie('array'),
      ),
      array: fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
      object: fc.dictionary(fc.stringMatching(/^[a-z][a-z-]{0,8}$/), tie('node'), { minKeys: 1, maxKeys: 4 }),
    })).object;
    fc.assert(
      fc.property(tree, (record) => {
        for (const [path, value] of leaves(record)) {
          expect(getPath(record, path)).toMatchObject({ found: true, value });
        }
      }),
    );
  });
});

describe('what is not known', () => {
  it('waits for the record and for the service’s zone', () => {
    expect(errorOf(rfq('RQ-1'))).toMatch(/Loading/);
    const noZone = desk().says({ kind: 'status' }, { state: 'waiting' });
    expect(errorOf(rfq([['RQ-1']], [['state']]), noZone)).toMatch(/Loading/);
  });

  it('asks to sign in when nobody is, at once', () => {
    const known = new MemoryDesk().knows({ kind: 'status' }, { ...STATUS, signedIn: false });
    expect(errorOf(rfq('RQ-1'), known)).toBe('#N/A Sign in on the SpreadDesk pane.');
  });

  it('keeps the last good value when the platform cannot be asked', () => {
    const known = desk().knows(request('RQ-1'), rawSpread('RQ-1'), { state: 'failed', failure: UNAVAILABLE });
    expect(rowsOf(rfq([['RQ-1']], [['state']]), known)).toEqual([['open']]);
  });

  it.each(['signed-out', 'denied', 'not-found', 'unsupported', 'invalid-argument'] as const)(
    'shows no old value once the answer is %s',
    (kind) => {
      const failure: Failure = { kind, message: 'No.', next: 'Ask.' };
      const known = desk().knows(request('RQ-1'), rawSpread('RQ-1'), { state: 'failed', failure });
      expect(rowsOf(rfq([['RQ-1']], [['state']]), known)[0]?.[0]).toMatch(/^#/);
    },
  );

  it('says when a stale value was last confirmed, by the clocks of the service, and who does not answer', () => {
    const old = { state: 'stale', fetchedAt: NOW - 180_000, staleAt: NOW - 60_000 } as const;
    const said = (known: MemoryDesk) => rowsOf(rfq([['RQ-1']], [['state']]), known)[0]?.[0];
    const known = desk().knows(request('RQ-1'), rawSpread('RQ-1'), old);
    expect(said(known)).toBe(
      '#N/A Stale: last confirmed 12:27:00 CET. It returns when the platform answers.',
    );
    known.knows(request('RQ-1'), rawSpread('RQ-1'), { ...old, failure: UNAVAILABLE });
    expect(said(known)).toBe(
      '#N/A Stale: last confirmed 12:27:00 CET. The platform does not answer. It is asked again by itself.',
    );
    // What the gateway said of the platform is of before the line was lost.
    known.connected = 'lost';
    expect(said(known)).toBe(
      '#N/A Stale: last confirmed 12:27:00 CET. The SpreadDesk gateway does not answer. Check that it is running; the cell updates when it is back.',
    );
    known.workbookMode = 'manual';
    expect(said(known)).toBe(
      '#N/A Stale: last confirmed 12:27:00 CET. The SpreadDesk gateway does not answer. Manual mode: cells do not update. Refresh on the SpreadDesk pane.',
    );
  });

  it('goes on to show of a stale request what never changes, and nothing that may have', () => {
    const old = { state: 'stale', fetchedAt: NOW - 180_000, staleAt: NOW - 60_000 } as const;
    const known = desk().knows(request('RQ-1'), rawSpread('RQ-1'), old);
    const lasting = ['you', 'market', 'contract', 'legs[0].action', 'Leg 2 market'];
    const moving = ['state', 'remaining-quantity', 'quantity', 'Leg 1 quantity', 'Leg 1 price'];
    const cells = rowsOf(rfq([['RQ-1']], [[...lasting, ...moving]]), known)[0] ?? [];
    expect(cells.slice(0, 5)).toEqual(['buy / sell', 'DE / FR', 'spread', 'buy', 'FR']);
    const others = cells.slice(5);
    expect(others).toHaveLength(5);
    for (const cell of others) expect(cell).toMatch(/^#N\/A Stale: last confirmed 12:27:00 CET/);
    expect(errorOf(rfq('RQ-1'), known)).toMatch(/^#N\/A Stale/);
  });

  it('has a sentence for every kind of failure', () => {
    for (const kind of FailureKind.options) {
      const known = new MemoryDesk().fails(request('RQ-1'), {
        kind,
        message: 'This happened.',
        next: 'Do that.',
      });
      const said = kind === 'signed-out' ? 'Sign in on the SpreadDesk pane.' : 'This happened. Do that.';
      const code = kind === 'invalid-argument' ? '#VALUE!' : '#N/A';
      expect(errorOf(rfq('RQ-1'), known)).toBe(`${code} ${said}`);
    }
  });
});
