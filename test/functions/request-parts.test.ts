import { describe, expect, it } from 'vitest';
import { RequestId } from '../../src/domain/identifiers';
import { legsFormula } from '../../src/functions/leg-table';
import { counteroffersFormula, proposalsFormula } from '../../src/functions/offer-tables';
import { errorOf, MemoryDesk, rowsOf, UNAVAILABLE } from './memory-desk';
import { rawQuote, rawSpread } from './raw-records';

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
        'clearing.type',
        'clearing.house',
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
      '#VALUE! LEGS takes one id. Give one cell, and one formula per id.',
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
    expect(rows[2]?.[1]).toMatch(/^#N\/A .*kind/);
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
