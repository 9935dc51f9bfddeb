import { describe, expect, it } from 'vitest';
import type { Failure, FailureKind } from '../../../src/domain/failure';
import { RequestId, TradeId } from '../../../src/domain/identifiers';
import { counteroffersFormula, proposalsFormula } from '../../../src/functions/formulas/offer-tables';
import {
  legsFormula,
  loadShapeFormula,
  recipientsFormula,
} from '../../../src/functions/formulas/request-parts';
import { errorOf, MemoryDesk, rowsOf, STATUS, UNAVAILABLE } from '../formula-context';
import { rawQuote, rawSpread } from '../raw-records';

const id = RequestId.parse('RQ-1');
const firstColumn = (rows: unknown[][]) => rows.map(([first]) => first);

describe('LEGS', () => {
  const legs = (ids: unknown = [['RQ-1']]) => legsFormula({ id: ids });

  it('has one row per leg in the fixed order, typed', () => {
    const raw = rawSpread('RQ-1');
    const [first, second] = raw['legs'] as Record<string, unknown>[];
    const known = new MemoryDesk().knows(
      { kind: 'request', id },
      { ...raw, legs: [{ ...first, price: -4.25, clearing: { type: 'exchange', house: 'ECC' } }, second] },
    );
    const [header, one, two] = rowsOf(legs(), known);
    expect(header).toEqual(
      ['leg', 'action', 'commodity', 'market', 'delivery-start', 'delivery-end', 'load-profile'].concat([
        'quantity',
        'quantity-unit',
        'price',
        'price-unit',
        'clearing type',
        'clearing house',
      ]),
    );
    expect(one).toEqual([
      1,
      'buy',
      'power',
      'DE',
      46388,
      46752,
      'base',
      10,
      'MW',
      -4.25,
      'EUR/MWh',
      'exchange',
      'ECC',
    ]);
    expect(two).toEqual([2, 'sell', 'power', 'FR', 46388, 46752, 'base', 10, 'MW', '', 'EUR/MWh', '', '']);
  });

  it('takes one id and shows why there is nothing', () => {
    expect(errorOf(legs([['RQ-1'], ['RQ-2']]))).toBe(
      '#VALUE! LEGS takes one id. Use one cell, and one formula per id.',
    );
    expect(errorOf(legs([['a/b']]))).toBe('#VALUE! "a/b" is not an id. An id looks like RQ-10293.');
    const down = new MemoryDesk().fails({ kind: 'request', id }, UNAVAILABLE);
    expect(errorOf(legs(), down)).toMatch(/^#N\/A The platform does not answer/);
  });
});

const rawProposal = (name: string, over: Record<string, unknown> = {}) => {
  const { 'quotation-id': _, state: __, ...rest } = rawQuote(name);
  return { 'price-proposal-id': name, kind: 'firm', ...rest, ...over };
};

describe('PROPOSALS', () => {
  const proposals = (columns: unknown = null, ids: unknown = [['RQ-1']]) =>
    proposalsFormula({ id: ids, columns });
  const desk = (...raws: unknown[]) => new MemoryDesk().knows({ kind: 'proposals', id }, raws);

  it('tells firm from indicative, best first on each side, what is over last', () => {
    const known = desk(
      rawProposal('old', { state: 'withdrawn', legs: [{ price: 99 }] }),
      rawProposal('low', { legs: [{ price: 40 }], kind: 'indicative' }),
      rawProposal('high', { legs: [{ price: 41 }] }),
      rawProposal('ask', { 'price-direction': 'ask', state: 'active' }),
    );
    const rows = rowsOf(proposals(), known);
    expect(rows[0]?.slice(0, 5)).toEqual([
      'price-proposal-id',
      'kind',
      'price-direction',
      'state',
      'counterparty',
    ]);
    expect(rows.slice(1).map((row) => row.slice(0, 2))).toEqual([
      ['high', 'firm'],
      ['low', 'indicative'],
      ['ask', 'firm'],
      ['old', 'firm'],
    ]);
  });

  it('works the net price out by the rule', () => {
    const known = desk(rawProposal('P', { legs: [{ price: 30.1 }, { price: 29.2 }] })).knows(
      { kind: 'request', id },
      rawSpread('RQ-1'),
    );
    expect(rowsOf(proposals('spread-price, leg 2 price'), known)).toEqual([
      ['spread-price', 'leg 2 price'],
      [0.9, 29.2],
    ]);
  });

  it('is its header alone where there is none, and hides none that can be read', () => {
    expect(rowsOf(proposals('kind, price'), desk())).toEqual([['kind', 'price']]);
    const rows = rowsOf(proposals(), desk(rawProposal('bad', { kind: 'maybe' }), rawProposal('P')));
    expect(firstColumn(rows)).toEqual(['price-proposal-id', 'P', 'bad']);
    expect(rows[2]?.[1]).toBe('unreadable (kind: must be firm or indicative)');
  });

  it('refuses a column that there is not, and several ids', () => {
    expect(errorOf(proposals('colour'), desk())).toMatch(
      /^#VALUE! There is no field "colour"\. There are: price-proposal-id, kind/,
    );
    expect(errorOf(proposals(null, [['RQ-1', 'RQ-2']]))).toMatch(/^#VALUE! PROPOSALS takes one id/);
  });
});

describe('COUNTEROFFERS', () => {
  const counteroffers = (columns: unknown = null) => counteroffersFormula({ id: 'RQ-1', columns });
  const raw = (name: string, over: Record<string, unknown> = {}) => ({
    ...rawProposal(name),
    'counteroffer-id': name,
    'quotation-id': 'Q-7',
    ...over,
  });

  it('names the quote that each answers', () => {
    const known = new MemoryDesk().knows({ kind: 'counteroffers', id }, [
      raw('C-1'),
      raw('C-2', { 'price-direction': 'ask', legs: [{ price: -1 }] }),
    ]);
    const rows = rowsOf(counteroffers(), known);
    expect(rows[0]?.slice(0, 3)).toEqual(['counteroffer-id', 'quotation-id', 'price-direction']);
    expect(rows.slice(1).map((row) => [row[0], row[1], row[6]])).toEqual([
      ['C-1', 'Q-7', 41.5],
      ['C-2', 'Q-7', -1],
    ]);
  });

  it('waits for its list and shows why there is none', () => {
    expect(errorOf(counteroffers())).toMatch(/Loading/);
    const down = new MemoryDesk().fails({ kind: 'counteroffers', id }, UNAVAILABLE);
    expect(errorOf(counteroffers(), down)).toMatch(/^#N\/A The platform does not answer/);
  });
});

const failing = (kind: FailureKind): Failure => ({ kind, message: `It is ${kind}.`, next: 'Look.' });

describe('RECIPIENTS', () => {
  const recipients = (commodity: unknown = 'power', market: unknown = null) =>
    recipientsFormula({ commodity, market });

  it('has the name first and then whatever else the platform says', () => {
    const known = new MemoryDesk().knows({ kind: 'recipients', commodity: 'power', market: 'DE' }, [
      { counterparty: 'North', 'hit-rate-percent': 64 },
      'South',
      { counterparty: 'East', note: '=1+1' },
    ]);
    expect(rowsOf(recipients('power', 'DE'), known)).toEqual([
      ['recipient', 'hit-rate-percent', 'note'],
      ['North', 64, ''],
      ['South', '', ''],
      ['East', '', '=1+1'],
    ]);
  });

  it('is its header alone where nobody is suggested', () => {
    const known = new MemoryDesk().knows({ kind: 'recipients', commodity: 'power' }, []);
    expect(rowsOf(recipients(), known)).toEqual([['recipient']]);
  });

  it('needs a commodity, and shows what the platform says of a wrong one', () => {
    expect(errorOf(recipients(null))).toBe('#VALUE! The commodity is missing. Type one such as "power".');
    expect(errorOf(recipients([['power'], ['gas']]))).toMatch(/^#VALUE! commodity takes one value/);
    const known = new MemoryDesk().fails(
      { kind: 'recipients', commodity: 'coal' },
      failing('invalid-argument'),
    );
    expect(errorOf(recipients('coal'), known)).toBe('#VALUE! It is invalid-argument. Look.');
  });
});

describe('LOADSHAPE', () => {
  const shape = (id: unknown) => loadShapeFormula({ id });
  const ofRequest = (id: string) => ({ kind: 'request-load-shapes', id: RequestId.parse(id) }) as const;
  const ofTrade = (id: string) => ({ kind: 'trade-load-shapes', id: TradeId.parse(id) }) as const;
  const points = [
    { from: '2027-01-01', quantity: 10 },
    { from: '2027-02-01', quantity: 0.5, peak: true },
  ];

  it('has a row per point and a column per field that any has', () => {
    const known = new MemoryDesk().knows(ofRequest('RQ-1'), { points, raw: { unit: 'MW', from: 'never' } });
    expect(rowsOf(shape('RQ-1'), known)).toEqual([
      ['from', 'quantity', 'unit', 'peak'],
      [46388, 10, 'MW', ''],
      [46419, 0.5, 'MW', true],
    ]);
    expect(known.asking).toEqual(['{"id":"RQ-1","kind":"request-load-shapes"}']);
  });

  it('keeps points that are bare numbers', () => {
    const known = new MemoryDesk().knows(ofRequest('RQ-1'), { points: [1, -2, [3]], raw: {} });
    expect(rowsOf(shape('RQ-1'), known)).toEqual([['value'], [1], [-2], ['[3]']]);
  });

  it('finds a trade by its id, whatever ids look like', () => {
    const first = new MemoryDesk().knows(ofTrade('T-1'), { points: [1], raw: {} });
    expect(rowsOf(shape('T-1'), first)).toEqual([['value'], [1]]);
    expect(first.asking).toHaveLength(1);
    const second = new MemoryDesk()
      .fails(ofRequest('77'), failing('not-found'))
      .knows(ofTrade('77'), { points: [2], raw: {} });
    expect(rowsOf(shape(77), second)).toEqual([['value'], [2]]);
    const turned = new MemoryDesk()
      .fails(ofTrade('tender-1'), failing('invalid-argument'))
      .knows(ofRequest('tender-1'), { points: [3], raw: {} });
    expect(rowsOf(shape('tender-1'), turned)).toEqual([['value'], [3]]);
  });

  it('says so when there is neither, none yet, or the request is over', () => {
    const neither = new MemoryDesk()
      .fails(ofRequest('RQ-9'), failing('not-found'))
      .fails(ofTrade('RQ-9'), failing('not-found'))
      .fails({ kind: 'request', id: RequestId.parse('RQ-9') }, failing('not-found'));
    expect(errorOf(shape('RQ-9'), neither)).toBe(
      '#N/A There is no request and no trade RQ-9 with a load shape. Check the id.',
    );
    const none = new MemoryDesk().knows(ofRequest('RQ-1'), { points: [], raw: {} });
    expect(errorOf(shape('RQ-1'), none)).toMatch(/^#N\/A The platform has no load shape for RQ-1/);
    const over = new MemoryDesk().fails(ofRequest('RQ-1'), failing('wrong-state'));
    expect(errorOf(shape('RQ-1'), over)).toBe('#N/A It is wrong-state. Look.');
    expect(errorOf(shape([['RQ-1'], ['RQ-2']]))).toMatch(/^#VALUE! LOADSHAPE takes one id/);
  });

  it('does not blame the id of a request that is there, nor of anything where no shape is offered', () => {
    const id = RequestId.parse('RQ-1');
    const there = new MemoryDesk()
      .fails(ofRequest('RQ-1'), failing('not-found'))
      .fails(ofTrade('RQ-1'), failing('not-found'))
      .knows({ kind: 'request', id }, rawSpread('RQ-1'));
    expect(errorOf(shape('RQ-1'), there)).toBe('#N/A The platform gives no load shape for request RQ-1.');
    const notOffered = new MemoryDesk()
      .fails(ofRequest('RQ-1'), failing('unsupported'))
      .fails(ofTrade('RQ-1'), failing('not-found'));
    expect(errorOf(shape('RQ-1'), notOffered)).toBe('#N/A It is unsupported. Look.');
    expect(notOffered.asking).toHaveLength(2);
    const tradesAlone = new MemoryDesk()
      .fails(ofRequest('77'), failing('unsupported'))
      .knows(ofTrade('77'), { points: [2], raw: {} });
    expect(rowsOf(shape(77), tradesAlone)).toEqual([['value'], [2]]);
  });

  it('tells how many rows a sheet leaves out', () => {
    const many = Array.from({ length: 2_500 }, (_, hour) => ({ hour, quantity: 1 }));
    const rows = rowsOf(shape('RQ-1'), new MemoryDesk().knows(ofRequest('RQ-1'), { points: many, raw: {} }));
    expect(rows).toHaveLength(2_002);
    expect(rows.at(-1)).toEqual(['500 more rows: a sheet shows the first 2,000.', '']);
  });

  it('asks to sign in when nobody is', () => {
    const known = new MemoryDesk().knows({ kind: 'status' }, { ...STATUS, signedIn: false });
    expect(errorOf(shape('RQ-1'), known)).toBe('#N/A Sign in on the SpreadDesk pane.');
  });
});
