import { describe, expect, it } from 'vitest';
import type { Action } from '../../../src/domain/action';
import { ActionId, ProposalId, QuoteId } from '../../../src/domain/identifiers';
import { unrankedSwap } from '../../../src/domain/offer-price';
import { Quantity } from '../../../src/domain/quantity';
import {
  liveThenNewest,
  ownOffers,
  quoteRows,
  unprovenOf,
  type Offers,
} from '../../../src/taskpane/request/offer-rows';
import {
  counteroffer,
  leg,
  NOON,
  perLeg,
  price,
  proposal,
  quote,
  request,
  single,
  spread,
  swap,
} from '../examples';

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

  it('rank a swap by its certificate where as much power is bought as sold, and say why not elsewhere', () => {
    const sells = { action: 'sell' as const, commodity: 'goo' };
    const power = [leg({ action: 'buy' }), leg({ action: 'sell' })] as const;
    const own = swap({ role: 'initiator', legs: [leg(sells), ...power] });
    const quotes = ['0.42', '0.45', '0.44'].map((at) =>
      quote({ id: at, direction: 'bid', price: perLeg(at, '80', '80') }),
    );
    expect(order(own, quotes, none)).toEqual(['0.45', '0.44', '0.42']);
    expect(quoteRows(own, quotes, none)[0]).toMatchObject({ best: true });
    expect(quoteRows(own, quotes, none)[0]).not.toHaveProperty('net');
    const more = leg({ action: 'sell', quantity: Quantity.parse('20') });
    const uneven = swap({ role: 'initiator', legs: [leg(sells), power[0], more] });
    expect(order(uneven, quotes, none)).toEqual(['0.42', '0.45', '0.44']);
    expect(unrankedSwap(uneven)).toBe('not as much power is bought as sold');
    const later = leg({ action: 'sell', deliveryEnd: '2028-12-31' });
    expect(unrankedSwap({ legs: [leg(sells), power[0], later] })).toBe(
      'power is bought and sold in different hours',
    );
  });

  it('stand, when the request is over, what was taken first and then best first, whatever became of them', () => {
    const quotes = [
      quote({ id: 'taken', state: 'accepted', price: single('72.6'), createdAt: NOON }),
      quote({ id: 'cheap', state: 'rejected', price: single('72.43') }),
      quote({ id: 'dear', state: 'withdrawn', price: single('72.64') }),
    ];
    expect(order(request({ state: 'traded' }), quotes, none)).toEqual(['taken', 'cheap', 'dear']);
    expect(order(request(), quotes, none)[0]).toBe('taken');
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

describe('a quote that stands alone while the outcome of one that was sent is not known', () => {
  const shown = new Set(['a']);
  const open: Action = { ...sent('none'), state: 'unknown', quoteId: undefined };

  it('is not proven to be the desk’s', () => {
    expect([...unprovenOf(shown, request(), [open])]).toEqual(['a']);
  });

  it('is, where the journal says that it was sent, or where nothing on its request is open', () => {
    expect(unprovenOf(shown, request(), [open, sent('a')]).size).toBe(0);
    expect(unprovenOf(shown, request(), [sent('b')]).size).toBe(0);
    expect(unprovenOf(shown, request({ id: 'RQ-elsewhere' }), [open]).size).toBe(0);
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
