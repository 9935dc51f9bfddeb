import { describe, expect, it } from 'vitest';
import type { Action } from '../../../src/domain/action';
import { ActionId, QuoteId } from '../../../src/domain/identifiers';
import { Quantity } from '../../../src/domain/quantity';
import { ownQuotes, quoteRows } from '../../../src/taskpane/requests/quote-rows';
import { NOON, perLeg, price, quote, request, single, spread } from '../examples';

const none = new Set<QuoteId>();
const order = (...args: Parameters<typeof quoteRows>): string[] =>
  quoteRows(...args).map(({ quote }) => quote.id);
const sent = (quoteId: string): Action => ({
  id: ActionId.parse('00000000-0000-4000-8000-000000000001'),
  body: {
    kind: 'send-quote',
    requestId: request().id,
    direction: 'ask',
    price: { shape: 'single', price: price('1') },
    quantity: Quantity.parse('1'),
    allOrNone: false,
  },
  shown: '',
  state: 'done',
  createdAt: NOON,
  quoteId: QuoteId.parse(quoteId),
});

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

describe('the desk’s own quotes', () => {
  const a = quote({ id: 'a', counterparty: 'Us' });
  const b = quote({ id: 'b', counterparty: 'Them' });
  const own = (...args: Parameters<typeof ownQuotes>): string[] => [...ownQuotes(...args)];

  it('are those that the journal says were sent, and whatever bears the same name', () => {
    const later = quote({ id: 'c', counterparty: 'Us' });
    expect(own(request(), [a, b, later], [sent('a')])).toEqual(['a', 'c']);
  });

  it('are all where the desk was asked and sees one name alone', () => {
    expect(own(request(), [a], [])).toEqual(['a']);
    expect(own(request(), [a, b], [])).toEqual([]);
    expect(own(request({ role: 'initiator' }), [a], [])).toEqual([]);
  });
});
