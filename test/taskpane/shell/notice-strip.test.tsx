// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { PlatformEvent } from '../../../src/domain/event';
import type { Action } from '../../../src/domain/action';
import { ActionId, QuoteId, RequestId, TradeId } from '../../../src/domain/identifiers';
import { Quantity } from '../../../src/domain/quantity';
import { BUNCH_MS } from '../../../src/taskpane/app/event-notices';
import { NEWS_KINDS, NoticeSwitches } from '../../../src/taskpane/app/heard-events';
import { SHOWN_MS, TOO_SOON_MS, TRADE_SHOWN_MS } from '../../../src/taskpane/app/notices';
import { FILLS_SHOWN_MS } from '../../../src/taskpane/shell/notice-strip';
import { pagePreferences } from '../../../src/taskpane/app/preferences';
import { listing, NOON, price, request, STATUS } from '../examples';
import { openPane, violations } from '../open-pane';
import { event, ownTrade } from '../events/platform-event';

const mine = request({ id: 'RQ-1', role: 'initiator' });
const EVENTS = { kind: 'events' } as const;

/** A pane over one own request; what is heard comes on top of what was there when it opened. */
function opened(there: readonly PlatformEvent[] = []) {
  const pane = openPane({ requests: [mine, request({ id: 'RQ-2' })] });
  let all = there;
  pane.say(EVENTS, all);
  return {
    ...pane,
    hear: async (...news: PlatformEvent[]) => {
      all = [...[...news].reverse(), ...all];
      pane.say(EVENTS, all);
      await pane.advance(BUNCH_MS);
    },
  };
}
/** The end of the own request: one thing that is told. */
const closed = (sequence: number, fields: Partial<PlatformEvent> = {}): PlatformEvent =>
  event(sequence, { type: 'request-closed', ...fields });
/** That this desk has a quote on the request. */
const quotedOn = (id: string): Action => ({
  id: ActionId.parse('00000000-0000-4000-8000-000000000009'),
  body: {
    kind: 'send-quote',
    requestId: RequestId.parse(id),
    direction: 'ask',
    price: { shape: 'single', price: price('84.15') },
    quantity: Quantity.parse('10'),
    allOrNone: false,
  },
  shown: '',
  state: 'done',
  createdAt: NOON - 60_000,
  quoteId: QuoteId.parse('QT-1'),
});
const strip = (): HTMLElement => screen.getByRole('group', { name: 'News' });
const told = (): string => strip().querySelector('button')?.textContent ?? '';
const polite = (): string => strip().querySelector('[aria-live=polite]')?.textContent ?? '';
const assertive = (): string => strip().querySelector('[aria-live=assertive]')?.textContent ?? '';
const TRADED = 'RQ-1 traded. Whether you took part is not known yet';
const badge = (): HTMLElement | null => screen.queryByRole('img', { name: /not seen in Events$/ });

describe('news at the foot of the pane', () => {
  it('tells of the end of a request of one’s own, politely and for a while', async () => {
    const pane = opened();
    expect(strip().textContent).toBe('');
    await pane.hear(closed(1));
    // "You buy" would read as a fill.
    expect(told()).toBe('RQ-1 closed12:04:31 CET · DE Cal-27 base');
    expect(polite()).toBe('RQ-1 closed');
    expect(assertive()).toBe('');
    expect(await violations(pane.container)).toEqual([]);
    await pane.advance(SHOWN_MS);
    expect(strip().textContent).toBe('');
  });

  it('tells what was at stake when a quote of the desk ended with its request, and does not let it grow stale', async () => {
    const pane = opened();
    pane.say({ kind: 'journal' }, [quotedOn('RQ-2')]);
    const words = 'Your ask 84.15, 10 MW, DE Cal-27 base ended with its request; no trade of it is known yet';
    await pane.hear(closed(1, { requestId: 'RQ-2' }));
    expect(told()).toContain(`RQ-2 closed. ${words}`);
    expect(polite()).toContain(words);
    await pane.advance(SHOWN_MS);
    expect(told()).toContain(words);
    await pane.advance(TRADE_SHOWN_MS);
    expect(strip().textContent).toBe('');
    expect(await violations(pane.container)).toEqual([]);
  });

  it('does not say twice what the strip above the rooms says of it', async () => {
    const pane = opened();
    const quote = quotedOn('RQ-2');
    pane.say({ kind: 'journal' }, [quote]);
    await pane.hear(closed(1, { requestId: 'RQ-2' }));
    expect(told()).toContain('ended with its request');
    pane.say({ kind: 'journal' }, [{ ...quote, over: { how: 'request-closed', at: NOON + 1 } }]);
    expect(screen.getByText(/^No longer live: your ask 84\.15/)).toBeDefined();
    expect(told()).not.toContain('ended with its request');
    expect(told()).toContain('RQ-2 closed');
    // It stands there in short, so that what comes behind it is counted.
    await pane.hear(closed(2));
    expect(screen.getByText('1 more in Events')).toBeDefined();
    // Behind two others it waits: it is told up there already.
    pane.say({ kind: 'own-trades' }, [ownTrade()]);
    await pane.hear(event(3, { type: 'request-traded', tradeId: 'TR-9' }));
    const id = TradeId.parse('TR-9');
    pane.say({ kind: 'trade', id }, { id, tradedAt: NOON, price: price('31.35'), raw: {} });
    act(() => pane.desk.notice.set('Blotter is a new sheet.'));
    expect(screen.queryByRole('button', { name: /^RQ-2 closed/ })).toBeNull();
    act(() => pane.desk.notice.set(''));
    expect(screen.queryByRole('button', { name: /^RQ-2 closed/ })).not.toBeNull();
  });

  it('says nothing of a quote that was taken back before', async () => {
    const pane = opened();
    const quote = quotedOn('RQ-2');
    const back: Action = {
      ...quote,
      id: ActionId.parse('00000000-0000-4000-8000-000000000008'),
      body: {
        kind: 'withdraw-quote',
        requestId: RequestId.parse('RQ-1'),
        quoteId: QuoteId.parse('QT-1'),
      },
      endedAt: NOON - 1_000,
    };
    pane.say({ kind: 'journal' }, [
      back,
      { ...quote, body: { ...quote.body, requestId: RequestId.parse('RQ-1') } as Action['body'] },
    ]);
    await pane.hear(closed(1));
    expect(told()).toContain('RQ-1 closed');
    expect(told()).not.toContain('ended with its request');
  });

  it('tells nothing of what came before the pane opened, of tests, and of what concerns others', async () => {
    const pane = opened([closed(7)]);
    await pane.hear(closed(8, { origin: 'test' }), closed(9, { requestId: 'RQ-2' }));
    expect(told()).toBe('');
    expect(badge()).toBeNull();
    await pane.hear(event(10), closed(11));
    expect(told()).toContain('RQ-1 closed');
    expect(badge()?.textContent).toBe('1');
  });

  it('tells nothing of the quotes of others, made or withdrawn, on one’s own request or on one that is quoted', async () => {
    const pane = opened();
    pane.say({ kind: 'journal' }, [quotedOn('RQ-2')]);
    const onBoth = (sequence: number, type: string) => [
      event(sequence, { type, quoteId: `QT-${sequence}0` }),
      event(sequence + 1, { type, quoteId: `QT-${sequence}1`, requestId: 'RQ-2' }),
    ];
    await pane.hear(
      ...onBoth(2, 'quotation-created'),
      ...onBoth(4, 'quotation-withdrawn'),
      ...onBoth(6, 'price-proposal-created'),
    );
    expect(strip().textContent).toBe('');
    await pane.hear(event(8, { type: 'quotation-withdrawn', quoteId: 'QT-1', requestId: 'RQ-2' }));
    expect(told()).toContain('Your quote was withdrawn on RQ-2');
  });

  it('tells nothing twice when the service repeats itself', async () => {
    const pane = opened();
    await pane.hear(closed(1));
    expect(told()).toContain('RQ-1 closed');
    await pane.advance(SHOWN_MS);
    pane.say(EVENTS, [closed(1, { times: 2 })]);
    await pane.advance(BUNCH_MS);
    expect(told()).toBe('');
  });

  it('makes one of a burst', async () => {
    const pane = opened();
    pane.say({ kind: 'journal' }, [quotedOn('RQ-1')]);
    await pane.hear(
      ...[1, 2, 3, 4, 5, 6, 7].map((sequence) => event(sequence, { type: 'counteroffer-created' })),
    );
    expect(polite()).toBe('7 new counteroffers on RQ-1');
  });

  it('puts a trade first, says it at once and longer; what is old then is not told', async () => {
    const pane = opened();
    await pane.hear(closed(1));
    await pane.hear(event(2, { type: 'request-traded' }));
    expect(assertive()).toBe(TRADED);
    expect(screen.getByRole('button', { name: '1 more in Events' })).toBeTruthy();
    await pane.advance(TRADE_SHOWN_MS - 1);
    expect(assertive()).toBe(TRADED);
    await pane.advance(1);
    expect(told()).toBe('');
  });

  it('waits while somebody points at it, and goes when it is dismissed', async () => {
    const pane = opened();
    await pane.hear(closed(1));
    fireEvent.pointerEnter(strip());
    await pane.advance(10 * SHOWN_MS);
    expect(told()).toContain('RQ-1 closed');
    fireEvent.pointerLeave(strip());
    await pane.advance(SHOWN_MS);
    expect(told()).toBe('');
    await pane.hear(closed(2));
    pane.press('Dismiss: RQ-1 closed');
    expect(told()).toBe('');
  });

  it('opens the request, but not by a press that was meant for what stood there before', async () => {
    const pane = opened();
    const before = document.activeElement;
    await pane.hear(closed(1));
    expect(document.activeElement).toBe(before);
    fireEvent.click(within(strip()).getByText('RQ-1 closed', { selector: 'button span' }));
    expect(screen.queryByRole('heading', { name: 'RQ-1' })).toBeNull();
    await pane.advance(TOO_SOON_MS);
    fireEvent.click(within(strip()).getByText('RQ-1 closed', { selector: 'button span' }));
    expect(screen.getByRole('heading', { name: 'RQ-1' })).toBeTruthy();
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(screen.getByRole('heading', { name: 'Events' })).toBeTruthy();
  });

  const asks = (sequence: number) => event(sequence, { type: 'request-created', requestId: 'RQ-2' });

  it('tells of a new request to quote until it is opened, and not while it is open', async () => {
    const pane = opened();
    await pane.hear(asks(1));
    expect(told()).toContain('New request to quote: RQ-2');
    pane.open('RQ-2');
    expect(strip().textContent).toBe('');
    await pane.hear(asks(2), closed(3));
    expect(told()).toContain('RQ-1 closed');
    expect(strip().textContent).not.toContain('more in Events');
  });

  it.each([
    ['its end was heard', (pane: ReturnType<typeof opened>) => pane.hear(closed(2, { requestId: 'RQ-2' }))],
    [
      'it is not among the open ones',
      (pane: ReturnType<typeof opened>) =>
        Promise.resolve(pane.say({ kind: 'open-requests' }, listing(mine))),
    ],
  ])('tells of a new request to quote no more once %s', async (_why, end) => {
    const pane = opened();
    await pane.hear(asks(1));
    expect(told()).toContain('New request to quote: RQ-2');
    await end(pane);
    expect(strip().textContent).toBe('');
  });

  it('goes on telling of a new request where the list of open ones may lack one', async () => {
    const pane = opened();
    await pane.hear(asks(1));
    const unreadable = [{ id: undefined, failure: { kind: 'unreadable', message: 'No id.', next: '' } }];
    pane.say({ kind: 'open-requests' }, { records: [mine], unreadable } as never);
    expect(told()).toContain('New request to quote: RQ-2');
  });

  it('waits while a fill and another notice stand over the room, and what must be known does not', async () => {
    const pane = opened();
    pane.say({ kind: 'own-trades' }, [ownTrade()]);
    await pane.hear(event(1, { type: 'request-traded', tradeId: 'TR-9' }));
    const id = TradeId.parse('TR-9');
    pane.say({ kind: 'trade', id }, { id, tradedAt: NOON, price: price('31.35'), raw: {} });
    expect(strip().textContent).toContain('at 31.35');
    act(() => pane.desk.notice.set('Blotter is a new sheet.'));
    await pane.hear(asks(2));
    const shown = () => within(strip()).queryByRole('button', { name: /^New request to quote/ });
    expect(shown()).toBeNull();
    expect(polite()).toBe('New request to quote: RQ-2');
    act(() => pane.desk.notice.set(''));
    expect(shown()).not.toBeNull();
    act(() => pane.desk.notice.set('Blotter is a new sheet.'));
    await pane.hear(event(3, { type: 'request-traded' }));
    expect(within(strip()).queryByRole('button', { name: new RegExp(`^${TRADED}`) })).not.toBeNull();
  });

  it('asks for nothing', async () => {
    const pane = opened();
    const watched = pane.client.watched().length;
    await pane.hear(closed(1), event(2, { requestId: 'RQ-77', type: 'request-traded' }));
    expect(pane.client.watched()).toHaveLength(watched);
    expect(pane.client.refreshed).toEqual([]);
  });

  it('tells nothing of what this desk did, also when the journal says so only later', async () => {
    const pane = opened();
    const body: Action['body'] = {
      kind: 'accept-quote',
      requestId: mine.id,
      quoteId: QuoteId.parse('QT-1'),
      lastSeen: { type: 'per-leg', legPrices: [price('84.15')] },
    };
    const sending: Action = {
      id: ActionId.parse('00000000-0000-4000-8000-000000000001'),
      body,
      shown: '',
      state: 'sending',
      createdAt: NOON,
    };
    pane.say({ kind: 'journal' }, [sending]);
    await pane.hear(event(1, { type: 'request-traded', heardAt: NOON + 100 }));
    expect(told()).toBe('');
    pane.say({ kind: 'journal' }, [{ ...sending, state: 'done', endedAt: NOON + 700 }]);
    await pane.advance(60_000);
    expect(told()).toBe('');
    expect(badge()).toBeNull();
    await pane.hear(event(2, { type: 'counteroffer-created', heardAt: NOON + 61_000 }));
    expect(told()).toBe('');
    pane.say({ kind: 'journal' }, [quotedOn('RQ-1'), { ...sending, state: 'done', endedAt: NOON + 700 }]);
    await pane.hear(event(3, { type: 'counteroffer-created', heardAt: NOON + 62_000 }));
    expect(told()).toContain('New counteroffer on RQ-1');
  });

  it('tells of it after all when the desk’s own action came to nothing', async () => {
    const pane = opened();
    const action: Action = {
      id: ActionId.parse('00000000-0000-4000-8000-000000000001'),
      body: {
        kind: 'accept-quote',
        requestId: mine.id,
        quoteId: QuoteId.parse('QT-1'),
        lastSeen: { type: 'per-leg', legPrices: [price('84.15')] },
      },
      shown: '',
      state: 'sending',
      createdAt: NOON,
    };
    pane.say({ kind: 'journal' }, [action]);
    await pane.hear(event(1, { type: 'request-traded' }));
    pane.say({ kind: 'journal' }, [{ ...action, state: 'rejected' }]);
    await pane.advance(BUNCH_MS);
    expect(assertive()).toBe(TRADED);
  });

  it('starts anew when the desk works elsewhere', async () => {
    const pane = opened([event(1)]);
    await pane.hear(event(2), closed(3));
    expect(told()).toContain('RQ-1 closed');
    expect(badge()?.textContent).toBe('1');
    pane.set(EVENTS, { state: 'waiting' });
    expect(told()).toBe('');
    expect(badge()).toBeNull();
    pane.say(EVENTS, [closed(900)]);
    await pane.advance(BUNCH_MS);
    expect(told()).toBe('');
  });

  it('leaves out what a person switched off', async () => {
    const pane = opened();
    act(() => pane.desk.events.switches.turn('closed', false));
    await pane.hear(closed(1));
    expect(told()).toBe('');
    expect(badge()?.textContent).toBe('1');
    for (const kind of NEWS_KINDS) act(() => pane.desk.events.switches.turn(kind, false));
    await pane.hear(event(3, { type: 'counteroffer-created' }), event(4, { type: 'request-traded' }));
    expect(strip().textContent).toBe('');
  });
});

const id = TradeId.parse('TR-9');
const record = {
  id,
  requestId: mine.id,
  tradedAt: NOON,
  price: price('31.35'),
  quantity: Quantity.parse('10'),
  counterparty: 'Ironbridge',
  raw: {
    action: 'buy',
    commodity: 'gas',
    market: 'TTF',
    'delivery-start': '2026-12-01',
    'delivery-end': '2026-12-31',
    'quantity-unit': 'MW',
  },
};

describe('a fill', () => {
  it('is told to whoever sends nothing as what the desk did', async () => {
    const pane = opened();
    pane.say({ kind: 'status' }, { ...STATUS, person: { name: 'Dora Lind', roles: ['analyst'] } });
    await pane.hear(event(1, { type: 'request-traded', tradeId: 'TR-9' }));
    pane.say({ kind: 'own-trades' }, [ownTrade()]);
    pane.say({ kind: 'trade', id }, record);
    const words = 'Your desk bought 10 MW TTF Dec-26 at 31.35 from Ironbridge';
    expect(strip().textContent).toContain(words);
    expect(assertive()).toBe(words);
    pane.say({ kind: 'journal' }, [quotedOn('RQ-2')]);
    await pane.hear(closed(2, { requestId: 'RQ-2' }));
    expect(strip().textContent).toContain('RQ-2 closed. Your desk’s ask 84.15');
  });

  it('names the colleague whose press it came of, and says "you" of one’s own', async () => {
    const pane = opened();
    const quotedBy = (name: string): Action => ({ ...quotedOn('RQ-2'), by: { name, session: 'S-1' } });
    pane.say({ kind: 'status' }, { ...STATUS, person: { name: 'Dora Lind', roles: ['trader'] } });
    pane.say({ kind: 'journal' }, [quotedBy('Tom Berger')]);
    pane.say({ kind: 'own-trades' }, [ownTrade({ quoteId: QuoteId.parse('QT-1') })]);
    await pane.hear(event(1, { type: 'request-traded', tradeId: 'TR-9' }));
    pane.say({ kind: 'trade', id }, record);
    expect(assertive()).toBe('Tom Berger bought 10 MW TTF Dec-26 at 31.35 from Ironbridge');
    pane.say({ kind: 'journal' }, [quotedBy('Dora Lind')]);
    expect(assertive()).toBe('You bought 10 MW TTF Dec-26 at 31.35 from Ironbridge');
  });

  it('says the desk’s own side by the platform’s record, at once and for a minute, with a badge on Today until it is seen', async () => {
    const pane = opened();
    await pane.hear(event(1, { type: 'request-traded', tradeId: 'TR-9' }));
    expect(strip().textContent).toBe('');
    pane.say({ kind: 'own-trades' }, [ownTrade()]);
    pane.say({ kind: 'trade', id }, record);
    expect(strip().textContent).toContain('You bought 10 MW TTF Dec-26 at 31.35 from Ironbridge');
    // The deal is one line, the rest another; its number and second are in the title.
    expect(screen.getByText('You bought 10 MW TTF Dec-26 at 31.35').tagName).toBe('STRONG');
    expect(screen.getByTitle('TR-9 · 12:04:31 CET · from Ironbridge').parentElement?.textContent).toBe(
      'from Ironbridge · 7,440 MWh · Open',
    );
    expect(assertive()).toBe('You bought 10 MW TTF Dec-26 at 31.35 from Ironbridge');
    expect(screen.getByRole('img', { name: '1 new' })).toBeTruthy();
    expect(await violations(pane.container)).toEqual([]);
    await pane.advance(FILLS_SHOWN_MS - 1);
    expect(strip().textContent).toContain('You bought 10 MW');
    await pane.advance(1);
    expect(strip().textContent).toBe('');
    expect(screen.getByRole('img', { name: '1 new' })).toBeTruthy();
    pane.press(/^Today/);
    expect(screen.queryByRole('img', { name: '1 new' })).toBeNull();
    const fills = within(screen.getByRole('table', { name: 'Fills of today' }));
    expect(fills.getAllByRole('row')[1]?.textContent).toBe('12:04Buy10 MWTTF Dec-2631.357,440Ironbridge');
    expect(await violations(pane.container)).toEqual([]);
    expect(strip().textContent).toBe('');
  });

  it('says of a spread the energy of each of its legs', async () => {
    const pane = opened();
    await pane.hear(event(1, { type: 'request-traded', tradeId: 'TR-9' }));
    pane.say({ kind: 'own-trades' }, [ownTrade()]);
    const { action: _, market: __, ...both } = record.raw;
    const legs = [
      { action: 'buy', market: 'TTF' },
      { action: 'sell', market: 'THE', quantity: 5 },
    ];
    pane.say({ kind: 'trade', id }, { ...record, raw: { ...both, quantity: 10, legs } });
    expect(strip().textContent).toContain('7,440 / 3,720 MWh · Open');
  });

  it('has a line of its own among several, whole, up to three; after a while all are one line, closed with one press', async () => {
    const pane = opened();
    const ids = ['TR-9', 'TR-10', 'TR-11', 'TR-12', 'TR-13'].map((one) => TradeId.parse(one));
    const hear = async (from: number, to: number): Promise<void> => {
      const known = ids.slice(0, to).map((tradeId) => ({ ...ownTrade(), tradeId }));
      pane.say({ kind: 'own-trades' }, known);
      for (const [at, tradeId] of [...ids.entries()].slice(from, to)) {
        await pane.hear(event(at + 1, { type: 'request-traded', tradeId }));
        const own = { id: tradeId, counterparty: `Firm ${tradeId}`, tradedAt: NOON + at };
        pane.say({ kind: 'trade', id: tradeId }, { ...record, ...own });
      }
    };
    const line = (tradeId: string) => `12:04 · You bought 10 MW TTF Dec-26 at 31.35 from Firm ${tradeId}`;
    await hear(0, 2);
    expect(strip().textContent).toContain(`from Firm TR-10 · 7,440 MWh · Open${line('TR-9')}`);
    await hear(2, 5);
    // The clock of the pane shows a new second once a second.
    await pane.advance(21_000);
    expect(strip().textContent).toContain(`${line('TR-13')} +4✕`);
    expect(await violations(pane.container)).toEqual([]);
    pane.press('Close: 5 fills');
    expect(strip().textContent).toBe('');
  });

  it('stays while somebody points at it, and for a minute after', async () => {
    const pane = opened();
    await pane.hear(event(1, { type: 'request-traded', tradeId: 'TR-9' }));
    pane.say({ kind: 'own-trades' }, [ownTrade()]);
    pane.say({ kind: 'trade', id }, record);
    fireEvent.pointerEnter(strip());
    await pane.advance(5 * FILLS_SHOWN_MS);
    expect(strip().textContent).toContain('You bought 10 MW');
    fireEvent.pointerLeave(strip());
    await pane.advance(FILLS_SHOWN_MS - 1);
    expect(strip().textContent).toContain('You bought 10 MW');
    await pane.advance(1);
    expect(strip().textContent).toBe('');
  });

  it('is closed by a press that was meant for it', async () => {
    const pane = opened();
    await pane.hear(event(1, { type: 'request-traded', tradeId: 'TR-9' }));
    pane.say({ kind: 'own-trades' }, [ownTrade()]);
    pane.say({ kind: 'trade', id }, record);
    pane.press('Close: TR-9');
    expect(strip().textContent).toContain('You bought 10 MW');
    await pane.advance(TOO_SOON_MS);
    pane.press('Close: TR-9');
    expect(strip().textContent).toBe('');
  });

  it('is none where the platform knows no such trade of this desk, which proves nothing of whose it is', async () => {
    const pane = opened();
    await pane.hear(event(1, { type: 'request-traded', tradeId: 'TR-9' }));
    const failure = { kind: 'not-found', message: 'There is no TR-9.', next: '' } as const;
    pane.set({ kind: 'trade', id }, { state: 'failed', failure });
    expect(told()).toContain('RQ-1 traded as TR-9. Whether you took part is not known yet');
    expect(screen.queryByRole('img', { name: '1 new' })).toBeNull();
  });
});

describe('a trade of which nobody knows yet whose it is', () => {
  const away = { kind: 'unavailable', message: 'The platform does not answer.', next: '' } as const;
  const heardWhileAway = async () => {
    const pane = opened();
    await pane.hear(event(1, { type: 'request-traded', tradeId: 'TR-9' }));
    pane.set({ kind: 'trade', id }, { state: 'failed', failure: away });
    return pane;
  };

  it('is called that while the platform does not answer, whole, and a fill as soon as it proves to be one', async () => {
    const pane = await heardWhileAway();
    expect(told()).toContain('RQ-1 traded as TR-9. Whether you took part is not known yet');
    expect(screen.queryByRole('img', { name: '1 new' })).toBeNull();
    pane.say({ kind: 'own-trades' }, [ownTrade()]);
    pane.say({ kind: 'trade', id }, record);
    expect(strip().textContent).toContain('You bought 10 MW TTF Dec-26 at 31.35 from Ironbridge');
    expect(strip().textContent).not.toContain('not known yet');
    expect(screen.getByRole('img', { name: '1 new' })).toBeTruthy();
  });

  it('is a fill too when the notice is long gone', async () => {
    const pane = await heardWhileAway();
    await pane.advance(60_000);
    expect(strip().textContent).toBe('');
    pane.say({ kind: 'own-trades' }, [ownTrade()]);
    pane.say({ kind: 'trade', id }, record);
    expect(strip().textContent).toContain('You bought 10 MW');
  });

  it('is nobody’s of this desk as soon as that is known', async () => {
    const pane = await heardWhileAway();
    pane.say({ kind: 'own-trades' }, [{ ...ownTrade(), state: 'other' }]);
    expect(told()).toContain('RQ-1 traded as TR-9. No trade of yours is known');
    expect(strip().textContent).not.toContain('not known yet');
  });

  it('is told of several one by one, as each is known', async () => {
    const pane = opened();
    await pane.hear(
      event(1, { type: 'request-traded', tradeId: 'TR-9' }),
      event(2, { type: 'request-traded', tradeId: 'TR-10' }),
    );
    const second = TradeId.parse('TR-10');
    for (const one of [id, second]) pane.set({ kind: 'trade', id: one }, { state: 'failed', failure: away });
    expect(told()).toContain('2 times');
    pane.say({ kind: 'own-trades' }, [ownTrade()]);
    pane.say({ kind: 'trade', id }, record);
    expect(strip().textContent).toContain('You bought 10 MW');
    expect(strip().textContent).toContain('Whether you took part is not known yet');
    expect(strip().textContent).not.toContain('2 times');
    pane.say({ kind: 'own-trades' }, [ownTrade(), { ...ownTrade(), tradeId: second, state: 'other' }]);
    expect(strip().textContent).toContain('No trade of yours is known');
  });

  it('is a fill where the event names no trade and one of the request proves to be the desk’s own', async () => {
    const pane = opened();
    await pane.hear(event(1, { type: 'request-traded' }));
    expect(told()).toContain('RQ-1 traded. Whether you took part is not known yet');
    pane.say({ kind: 'own-trades' }, [ownTrade()]);
    pane.say({ kind: 'trade', id }, record);
    expect(strip().textContent).toContain('You bought 10 MW');
    expect(strip().textContent).not.toContain('not known yet');
  });
});

describe('the badge of the events', () => {
  it('counts what concerns the desk until somebody looks', async () => {
    const pane = opened();
    const counteroffer = { type: 'counteroffer-created' };
    await pane.hear(
      event(1, counteroffer),
      event(2, { type: 'request-closed' }),
      event(3, { requestId: 'RQ-2' }),
      event(4),
    );
    expect(badge()?.getAttribute('aria-label')).toBe('2 not seen in Events');
    pane.press(/^Events/);
    expect(badge()).toBeNull();
    await pane.hear(event(5, counteroffer));
    expect(badge()).toBeNull();
    pane.press('Risk');
    await pane.hear(event(6, counteroffer));
    expect(badge()?.textContent).toBe('1');
  });
});

describe('the switches of the news', () => {
  it('are remembered beyond the page, and nothing else is read from there', () => {
    const preferences = pagePreferences();
    new NoticeSwitches(preferences).turn('withdrawn', false);
    expect([...new NoticeSwitches(preferences).off.get()]).toEqual(['withdrawn']);
    preferences.keep('news-off', 'nonsense,traded');
    expect([...new NoticeSwitches(preferences).off.get()]).toEqual(['traded']);
  });
});
