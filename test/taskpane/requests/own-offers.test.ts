import { describe, expect, it } from 'vitest';
import type { Action } from '../../../src/domain/action';
import { ActionId, ProposalId, QuoteId } from '../../../src/domain/identifiers';
import { Quantity } from '../../../src/domain/quantity';
import { ownOffers, type Offers } from '../../../src/taskpane/requests/own-offers';
import { counteroffer, NOON, price, proposal, quote, request } from '../examples';

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

const only = (offers: Partial<Offers>): Offers => ({
  quotes: [],
  proposals: [],
  counteroffers: [],
  ...offers,
});

describe('the desk’s own quotes', () => {
  const a = quote({ id: 'a', counterparty: 'Us' });
  const b = quote({ id: 'b', counterparty: 'Them' });
  const own = (...args: Parameters<typeof ownOffers>): string[] => [...ownOffers(...args)];

  it('are those that the journal says were sent, and whatever bears the same name', () => {
    const later = quote({ id: 'c', counterparty: 'Us' });
    expect(own(request(), only({ quotes: [a, b, later] }), [sent('a')])).toEqual(['a', 'c']);
  });

  it('are all where the desk was asked and sees one name alone', () => {
    expect(own(request(), only({ quotes: [a] }), [])).toEqual(['a']);
    expect(own(request(), only({ quotes: [a, b] }), [])).toEqual([]);
    expect(own(request({ role: 'initiator' }), only({ quotes: [a] }), [])).toEqual([]);
  });
});

describe('the desk’s own price proposals and counteroffers', () => {
  const own = (...args: Parameters<typeof ownOffers>): string[] => [...ownOffers(...args)];
  const mine = request({ role: 'initiator' });
  const theirs = proposal({ id: 'theirs', direction: 'ask', counterparty: 'Them' });

  it('are on its own request all counteroffers, and the proposals on its own side', () => {
    const offers = only({ proposals: [proposal({ id: 'ours' }), theirs], counteroffers: [counteroffer()] });
    expect(own(mine, offers, [])).toEqual(['ours', 'CO-1']);
  });

  it('are elsewhere those that the journal knows, and proposals of the same name', () => {
    const again = proposal({ id: 'again', direction: 'ask', counterparty: 'Us' });
    const first = proposal({ id: 'first', direction: 'ask', counterparty: 'Us' });
    const offers = only({ proposals: [again, first, theirs], counteroffers: [counteroffer()] });
    const action: Action = {
      ...sent('none'),
      body: {
        kind: 'send-proposal',
        requestId: request().id,
        proposalKind: 'firm',
        direction: 'ask',
        price: { shape: 'single', price: price('1') },
        quantity: Quantity.parse('1'),
        allOrNone: false,
      },
      proposalId: ProposalId.parse('first'),
    };
    expect(own(request(), offers, [action]).sort()).toEqual(['again', 'first']);
    expect(own(request(), offers, [])).toEqual([]);
  });

  it('are never on the other side, whatever name they bear', () => {
    const offers = only({
      quotes: [quote({ counterparty: 'Alpha Energy' })],
      proposals: [proposal({ counterparty: 'Alpha Energy' })],
    });
    expect(own(request(), offers, [])).toEqual(['QT-1']);
  });

  it('are not told by the name on a counteroffer, which may be that of whom it is made to', () => {
    const offers = only({
      quotes: [quote()],
      counteroffers: [counteroffer({ counterparty: 'Cobalt Grid' })],
    });
    expect(own(mine, offers, [])).toEqual(['CO-1']);
  });
});
