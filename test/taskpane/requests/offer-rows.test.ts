import { describe, expect, it } from 'vitest';
import { liveThenNewest, quoteRows } from '../../../src/taskpane/requests/offer-rows';
import { NOON, perLeg, proposal, quote, request, single, spread } from '../examples';

const none = new Set<string>();
const order = (...args: Parameters<typeof quoteRows>): string[] =>
  quoteRows(...args).map(({ offer }) => offer.id);
describe('the rows of quotes', () => {
  it('stand best first on the side that the request asks for, then the other side, then what is over', () => {
    const quotes = [
      quote({ id: 'over', state: 'withdrawn', price: single('1') }),
      quote({ id: 'bid', direction: 'bid', price: single('83') }),
      quote({ id: 'dear', price: single('85') }),
      quote({ id: 'cheap', price: single('84') }),
    ];
    expect(order(request(), quotes, none)).toEqual(['cheap', 'dear', 'bid', 'over']);
    expect(quoteRows(request(), quotes, none).filter(({ best }) => best)).toHaveLength(2);
  });

  it('rank a spread by its net price', () => {
    const quotes = [
      quote({ id: 'two', price: perLeg('30', '28') }),
      quote({ id: 'one', price: perLeg('30', '29') }),
    ];
    expect(order(spread(), quotes, none)).toEqual(['one', 'two']);
  });

  it('show a swap’s quotes although they have no net price', () => {
    expect(order(request(), [quote({ price: perLeg('1', '2', '3') })], none)).toEqual(['QT-1']);
  });
});

describe('the rows of price proposals and counteroffers', () => {
  it('stand newest first whatever their prices are, and what is over last', () => {
    const proposals = [
      proposal({ id: 'old', price: single('1'), createdAt: NOON - 2000 }),
      proposal({ id: 'over', state: 'withdrawn', createdAt: NOON }),
      proposal({ id: 'new', price: single('9'), createdAt: NOON - 1000 }),
    ];
    const rows = liveThenNewest(request(), proposals, new Set(['old']));
    expect(rows.map(({ offer }) => offer.id)).toEqual(['new', 'old', 'over']);
    expect(rows.filter(({ own }) => own).map(({ offer }) => offer.id)).toEqual(['old']);
  });
});
