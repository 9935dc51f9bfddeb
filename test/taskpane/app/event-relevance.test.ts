import { describe, expect, it } from 'vitest';
import type { Action } from '../../../src/domain/action';
import type { Fill } from '../../../src/domain/delivery/fill';
import type { PlatformEvent } from '../../../src/domain/event';
import { doersIn } from '../../../src/domain/actions/event-kind';
import { ActionId, CounterofferId, QuoteId, RequestId, TradeId } from '../../../src/domain/identifiers';
import { Quantity } from '../../../src/domain/quantity';
import {
  causedHere,
  endedWith,
  isRelevant,
  newsOf,
  relevanceOf,
  type RelevanceContext,
} from '../../../src/taskpane/app/event-relevance';
import { NOON, price } from '../examples';
import { event } from '../events/platform-event';

const requestId = RequestId.parse('RQ-1');
const action = (body: Action['body'], more: Partial<Action> = {}): Action => ({
  id: ActionId.parse('00000000-0000-4000-8000-000000000001'),
  body,
  shown: '',
  state: 'done',
  createdAt: NOON - 1_000,
  endedAt: NOON,
  ...more,
});
const quoted = (more: Partial<Action> = {}): Action =>
  action(
    {
      kind: 'send-quote',
      requestId,
      direction: 'ask',
      price: { shape: 'single', price: price('84.15') },
      quantity: Quantity.parse('10'),
      allOrNone: false,
    },
    { quoteId: QuoteId.parse('QT-1'), ...more },
  );
const withdrawn = (quoteId: string, more: Partial<Action> = {}): Action =>
  action({ kind: 'withdraw-quote', requestId, quoteId: QuoteId.parse(quoteId) }, more);
const accepted = (more: Partial<Action> = {}): Action =>
  action(
    {
      kind: 'accept-quote',
      requestId,
      quoteId: QuoteId.parse('QT-1'),
      lastSeen: { type: 'per-leg', legPrices: [price('84.15')] },
    },
    more,
  );

const standing = (known: Partial<RelevanceContext>, of: PlatformEvent = event(1)) =>
  relevanceOf({ roles: new Map(), journal: [], watched: [], ...known })(of);

describe('an event concerns the desk', () => {
  it('when it made the request, which the request or the journal says', () => {
    expect(standing({ roles: new Map([['RQ-1', 'initiator']]) }).isOwn).toBe(true);
    expect(standing({ roles: new Map([['RQ-1', 'recipient']]) }).isOwn).toBe(false);
    expect(standing({ journal: [accepted()] }).isOwn).toBe(true);
  });

  it('when it has a quote there that it did not take back', () => {
    expect(standing({ journal: [quoted()] }).isQuoted).toBe(true);
    expect(standing({ journal: [quoted(), withdrawn('QT-1')] }).isQuoted).toBe(false);
    expect(standing({ journal: [quoted({ state: 'rejected' })] }).isQuoted).toBe(false);
  });

  it('when the request asks it for a quote, and when the quote is its own', () => {
    expect(standing({ roles: new Map([['RQ-1', 'recipient']]) }).isAsked).toBe(true);
    expect(standing({ roles: new Map([['RQ-1', 'initiator']]) }).isAsked).toBe(false);
    expect(standing({ journal: [quoted()] }).isOwnQuote).toBe(true);
    expect(standing({ journal: [quoted()] }, event(2)).isOwnQuote).toBe(false);
  });

  it('when something of the request is watched, and not a trade of the same id', () => {
    expect(standing({ watched: [{ kind: 'quotes', id: requestId }] }).isWatched).toBe(true);
    expect(standing({ watched: [{ kind: 'trade', id: TradeId.parse('RQ-1') }] }).isWatched).toBe(false);
  });

  it('never when it names no request', () => {
    const watched = [{ kind: 'quotes', id: requestId }] as const;
    const { requestId: _, ...nameless } = event(1);
    expect(isRelevant(standing({ watched }, nameless))).toBe(false);
    expect(isRelevant(standing({ watched }, event(1)))).toBe(true);
  });
});

describe('news is', () => {
  const own = { isOwn: true, isQuoted: false, isWatched: false };
  const watched = { isOwn: false, isQuoted: false, isWatched: true };
  const asQuoted = { isOwn: false, isQuoted: true, isWatched: false };
  const none = { isOwn: false, isQuoted: false, isWatched: false };

  it.each([
    ['quotation-created', own, undefined],
    ['quotation-created', watched, undefined],
    ['quotation-withdrawn', own, undefined],
    ['quotation-withdrawn', asQuoted, undefined],
    ['quotation-withdrawn', { ...asQuoted, isOwnQuote: true }, 'withdrawn'],
    ['QUOTE_REJECTED', { ...asQuoted, isOwnQuote: true }, 'withdrawn'],
    ['price-proposal-created', watched, undefined],
    ['price-proposal-created', asQuoted, undefined],
    ['counteroffer-created', asQuoted, 'counteroffer'],
    ['counteroffer-created', watched, undefined],
    ['request-created', { ...none, isAsked: true }, 'request'],
    ['request-created', own, undefined],
    ['request-traded', asQuoted, 'traded'],
    ['request-traded', watched, undefined],
    ['request-traded', none, undefined],
    ['request-closed', own, 'closed'],
    ['request-closed', asQuoted, 'closed'],
    ['request-closed', { ...watched, isAsked: true }, undefined],
    ['something-new', own, undefined],
  ] as const)('%s for %o: %s', (type, stands, kind) => {
    expect(newsOf(event(1, { type }), stands)).toBe(kind);
  });
});

describe('what ended with its request is', () => {
  const trade = TradeId.parse('TR-1');
  const parts = (): Action => {
    const sent = quoted();
    return sent.body.kind === 'send-quote' ? { ...sent, body: { ...sent.body, allOrNone: false } } : sent;
  };
  const fill = (more: Partial<Fill> = {}): Fill => ({
    tradeId: trade,
    requestId,
    at: NOON,
    legs: [],
    quantity: Quantity.parse('6'),
    quoteId: 'QT-1',
    ...more,
  });
  const left = (journal: readonly Action[], fills: readonly Fill[] = []) =>
    endedWith('RQ-1', NOON + 1_000, { journal, fills }).map(({ quantity }) => quantity);

  it('a quote that was sent there and not taken back', () => {
    expect(left([quoted()])).toEqual(['10']);
    expect(left([quoted(), withdrawn('QT-1')])).toEqual([]);
  });

  it('none of which the records name the trade alone', () => {
    const { quoteId: _, ...nameless } = quoted({ tradeId: trade });
    expect(left([nameless])).toEqual([]);
  });

  it('what trades left of it', () => {
    expect(left([parts()], [fill()])).toEqual(['4']);
    expect(left([parts()], [fill(), fill({ tradeId: TradeId.parse('TR-2') })])).toEqual([]);
    const { quantity: _, ...unsized } = fill();
    expect(left([parts()], [unsized])).toEqual([]);
    const { quoteId: __, ...nameless } = fill();
    expect(left([parts()], [nameless])).toEqual([]);
    expect(left([parts()], [fill({ quoteId: 'QT-9' })])).toEqual(['10']);
  });
});

describe('the desk caused it itself', () => {
  it('when its action has the same number, whenever that was', () => {
    expect(causedHere(event(1, { heardAt: NOON + 3_600_000 }), [quoted()])).toBe('yes');
    expect(causedHere(event(2), [quoted()])).toBe('no');
  });

  it('when it withdrew that very quote', () => {
    const gone = event(5, { type: 'quotation-withdrawn' });
    expect(causedHere(gone, [withdrawn('QT-5')])).toBe('yes');
    expect(causedHere(gone, [withdrawn('QT-6')])).toBe('no');
  });

  it('perhaps, while an action on the request is under way', () => {
    const traded = event(1, { type: 'request-traded', tradeId: 'TR-1' });
    const { endedAt: _, ...sending } = accepted({ state: 'sending' });
    expect(causedHere(traded, [sending])).toBe('maybe');
    expect(causedHere(traded, [accepted({ tradeId: TradeId.parse('TR-1') })])).toBe('yes');
    expect(causedHere(traded, [accepted({ tradeId: TradeId.parse('TR-2') })])).toBe('no');
    expect(causedHere(traded, [accepted({ state: 'rejected' })])).toBe('no');
    expect(causedHere(event(1, { ...traded, requestId: 'RQ-2' }), [sending])).toBe('no');
  });

  it('without a number only shortly around its action', () => {
    const traded = event(1, { type: 'request-traded' });
    expect(causedHere(traded, [accepted()])).toBe('yes');
    expect(causedHere({ ...traded, heardAt: NOON + 120_000 }, [accepted()])).toBe('no');
  });
});

describe('who of the desk did what an event tells of', () => {
  const by = { name: 'Tom Berger', session: 'S-1' };
  const { body } = quoted();
  const counter = action(
    {
      ...(body as Extract<Action['body'], { kind: 'send-quote' }>),
      kind: 'send-counteroffer',
      quoteId: QuoteId.parse('QT-1'),
    },
    { counterofferId: CounterofferId.parse('CO-1'), by },
  );
  it.each<[string, PlatformEvent, Action]>([
    ['sent the quote', event(1), quoted({ by })],
    ['withdrew it', event(5, { type: 'quotation-withdrawn' }), withdrawn('QT-5', { by })],
    [
      'accepted',
      event(1, { type: 'request-traded', tradeId: 'TR-1' }),
      accepted({ tradeId: TradeId.parse('TR-1'), by }),
    ],
    ['sent the counteroffer', event(1, { type: 'counteroffer-created', counterofferId: 'CO-1' }), counter],
  ])('is known by its number: who %s', (_, heard, done) => {
    expect(doersIn([done])(heard)).toEqual(by);
    const others = { ...heard, quoteId: 'QT-9', tradeId: 'TR-9', counterofferId: 'CO-9' };
    expect(doersIn([done])(others)).toBeUndefined();
    expect(doersIn([{ ...done, state: 'unknown' }])(heard)).toBeUndefined();
    const { by: _by, ...nameless } = done;
    expect(doersIn([nameless])(heard)).toBeUndefined();
  });

  it('is nobody without a number, and nobody of what is no action', () => {
    const { quoteId: _, ...unnumbered } = event(5, { type: 'quotation-withdrawn' });
    expect(doersIn([withdrawn('QT-5', { by })])(unnumbered)).toBeUndefined();
    expect(doersIn([quoted({ by })])(event(1, { type: 'request-closed' }))).toBeUndefined();
  });
});
