// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Action, ActionBody } from '../../../src/domain/action';
import type { PlatformEvent } from '../../../src/domain/event';
import { ActionId, QuoteId, RequestId, TradeId } from '../../../src/domain/identifiers';
import { Quantity } from '../../../src/domain/quantity';
import { event, ownTrade } from '../events/platform-event';
import { listing, NOON, price, quote, request, single, STATUS } from '../examples';
import { button, openPane, violations } from '../open-pane';

const MINUTE_MS = 60_000;
const asked = request({ id: 'RQ-2' });
const requestId = RequestId.parse('RQ-2');
const id = (number: number) => ActionId.parse(`00000000-0000-4000-8000-${String(number).padStart(12, '0')}`);
const QUOTED: ActionBody = {
  kind: 'send-quote',
  requestId,
  direction: 'ask',
  price: { shape: 'single', price: price('84.15') },
  quantity: Quantity.parse('10'),
  allOrNone: false,
};
const did = (number: number, fields: Partial<Action> = {}): Action => ({
  id: id(number),
  body: QUOTED,
  shown: '',
  state: 'done',
  createdAt: NOON - 2 * MINUTE_MS,
  endedAt: NOON - 2 * MINUTE_MS,
  quoteId: QuoteId.parse('QT-7'),
  ...fields,
});
/** On the request that is looked at, so many minutes ago. */
const heard = (sequence: number, minutes: number, fields: Partial<PlatformEvent> = {}) =>
  event(sequence, { requestId: 'RQ-2', heardAt: NOON - minutes * MINUTE_MS, ...fields });
const CREATED = { type: 'request-created', quoteId: undefined } as const;

function opened({
  what = asked,
  events = [],
  journal = [],
}: {
  what?: typeof asked;
  events?: readonly PlatformEvent[];
  journal?: readonly Action[];
}) {
  const pane = openPane({ requests: [what] });
  pane.say({ kind: 'events' }, events);
  pane.say({ kind: 'journal' }, journal);
  pane.open('RQ-2');
  return pane;
}
const part = () => screen.queryByRole('region', { name: 'Since it opened' });
const lines = (): string[] =>
  within(screen.getByRole('list', { name: /^Since it opened/ }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '');

describe('since a request opened', () => {
  it('says the desk’s own trade first once it is over, with its energy, money and number', () => {
    const what = request({ id: 'RQ-2', role: 'recipient', state: 'traded' });
    const pane = opened({ what });
    const tradeId = TradeId.parse('TR-9');
    const raw = {
      action: 'sell',
      commodity: 'power',
      market: 'DE',
      'load-profile': 'base',
      'delivery-start': what.legs[0]?.deliveryStart,
      'delivery-end': what.legs[0]?.deliveryEnd,
      'quantity-unit': 'MW',
      'price-unit': 'EUR/MWh',
    };
    const deal = { price: price('84.15'), quantity: Quantity.parse('10'), counterparty: 'Ironbridge' };
    pane.say({ kind: 'own-trades' }, [ownTrade({ requestId: 'RQ-2' as never })]);
    pane.say({ kind: 'trade', id: tradeId }, { id: tradeId, requestId, tradedAt: NOON, ...deal, raw });
    const outcome = screen.getByRole('region', { name: 'Outcome' });
    expect(outcome.textContent).toBe(
      'You sold 10 MW DE Cal-27 base at 84.15Ironbridge · 87,600 MWh · 7,371,540 EUR · TR-9Traded, time not given',
    );
    const looks = () => outcome.querySelector('strong')?.parentElement?.className;
    const good = looks();
    pane.say(
      { kind: 'trade', id: tradeId },
      { id: tradeId, requestId, tradedAt: NOON, ...deal, raw: { ...raw, state: 'cancelled' } },
    );
    expect(outcome.textContent).toContain('TR-9 · cancelled');
    expect(looks()).not.toBe(good);
  });

  it('nothing is said where nothing was heard or done, and nothing of another request or of a test', () => {
    const others = [heard(1, 3, { requestId: 'RQ-9' }), heard(2, 2, { origin: 'test' })];
    opened({
      events: others,
      journal: [did(1, { body: { ...QUOTED, requestId: RequestId.parse('RQ-9') } })],
    });
    expect(screen.getByRole('region', { name: 'Quotes' })).toBeDefined();
    expect(part()).toBeNull();
  });

  it('what was heard and what this desk did stand in the words of events and journal, newest first, each once', async () => {
    const withdrawn: ActionBody = { kind: 'withdraw-quote', requestId, quoteId: QuoteId.parse('QT-7') };
    const pane = opened({
      events: [
        heard(4, 1, { type: 'quotation-withdrawn', quoteId: 'QT-7' }),
        heard(3, 2, { quoteId: 'QT-7' }),
        heard(2, 3, { type: 'price-proposal-created', quoteId: undefined, proposalId: 'PP-1' }),
        heard(1, 4, CREATED),
      ],
      journal: [
        // With the quote's number once it is done, as the desk writes it.
        did(2, { body: withdrawn, createdAt: NOON - MINUTE_MS, endedAt: NOON - MINUTE_MS + 900 }),
        did(1),
        did(3, { quoteId: undefined, state: 'unknown', createdAt: NOON, endedAt: undefined }),
      ],
    });
    expect(lines()).toEqual([
      '12:04 CETYour quote, ask 84.15, 10 MW, Unknown',
      '12:03 CETYour withdrawal, QT-7',
      '12:02 CETYour quote, ask 84.15, 10 MW, QT-7',
      '12:01 CETNew price proposal, PP-1',
      '12:00 CETNew request',
    ]);
    expect(part()?.textContent).not.toContain('heard since');
    expect(await violations(pane.container)).toEqual([]);
  });

  it('a withdrawal that was tried again is one line, of its first press', () => {
    const body: ActionBody = { kind: 'withdraw-quote', requestId, quoteId: QuoteId.parse('QT-7') };
    opened({
      journal: [
        did(2, { body, state: 'unknown', quoteId: undefined, endedAt: undefined }),
        did(3, { body, createdAt: NOON - MINUTE_MS, endedAt: NOON }),
      ],
    });
    expect(lines()).toEqual(['12:02 CETYour withdrawal, QT-7']);
  });

  it('what a colleague did is theirs', () => {
    const pane = opened({ journal: [did(1, { by: { name: 'Tom Berger', session: 'S-1' } })] });
    pane.say({ kind: 'status' }, { ...STATUS, person: { name: 'Dora Lind', roles: ['trader'] } });
    expect(lines()[0]).toContain('Tom Berger’s quote, ask 84.15');
    expect(part()?.textContent).toContain('only what this desk did');
  });

  it('says from when on it was heard of, where its opening was not', () => {
    const pane = opened({ events: [heard(9, 1), heard(8, 2, { type: 'counteroffer-created' })] });
    expect(part()?.textContent).toContain('heard since 12:02');
    // One that polling found had been open before.
    pane.say({ kind: 'events' }, [heard(9, 1), heard(7, 3, { ...CREATED, origin: 'found' })]);
    expect(part()?.textContent).toContain('heard since 12:01');
    expect(lines().at(-1)).toBe('12:01 CETNew request, by polling');
    pane.say({ kind: 'events' }, [heard(9, 1), heard(7, 3, CREATED)]);
    expect(part()?.textContent).not.toContain('heard since');
  });

  it('a trade of this desk keeps its line, which the platform’s record of it completes', () => {
    const pane = opened({
      events: [heard(2, 1, { type: 'request-traded', tradeId: 'TR-9', quoteId: undefined })],
      journal: [did(1)],
    });
    expect(lines()[0]).toBe('12:03 CETTraded, TR-9');
    const tradeId = TradeId.parse('TR-9');
    const legs = { action: 'sell', commodity: 'power', market: 'DE' };
    pane.say({ kind: 'own-trades' }, [ownTrade({ requestId: 'RQ-2' as never })]);
    pane.say(
      { kind: 'trade', id: tradeId },
      { id: tradeId, requestId, tradedAt: NOON - 2 * MINUTE_MS, price: price('84.15'), raw: legs },
    );
    expect(lines()).toHaveLength(2);
    expect(lines()[0]).toMatch(/^12:03 CETTraded, TR-9\. You .*at 84\.15$/);
  });

  it('has six lines until all are asked for, and quotes of others are a line a minute', () => {
    const many = Array.from({ length: 9 }, (_, at) => heard(20 - at, at, { type: 'counteroffer-created' }));
    opened({ events: [heard(30, 1), heard(29, 1), ...many] });
    expect(lines()).toHaveLength(6);
    expect(lines()).toContain('12:03 CET2 new quotes');
    fireEvent.click(button('Show all 10'));
    expect(lines()).toHaveLength(10);
    fireEvent.click(button('Show the newest'));
    expect(lines()).toHaveLength(6);
  });

  it('quotes of others are told once their minute is over: no line of it changes', async () => {
    const pane = opened({ events: [heard(5, 0), heard(4, 1)] });
    expect(lines()).toEqual(['12:03 CETNew quote, QT-4']);
    await pane.advance(20_000);
    pane.say({ kind: 'events' }, [
      heard(6, 0, { type: 'quotation-withdrawn', heardAt: NOON + 20_000 }),
      heard(5, 0),
      heard(4, 1),
    ]);
    expect(lines()).toEqual(['12:03 CETNew quote, QT-4']);
    await pane.advance(20_000);
    expect(lines()).toEqual(['12:04 CETNew quote, 1 withdrawn', '12:03 CETNew quote, QT-4']);
  });

  const value = (at: number, text: string, until: number) => ({ at, until, value: text });

  it('says each step of the best price as it was seen, with the name where this pane saw whose it was', () => {
    const own = request({ id: 'RQ-2', role: 'initiator' });
    const pane = opened({ what: own });
    const before = [
      value(NOON - 6 * MINUTE_MS, '73', NOON - 5 * MINUTE_MS),
      // Nobody looked in between: when it fell is not known.
      value(NOON - 4 * MINUTE_MS, '72', NOON - 2 * MINUTE_MS),
      value(NOON - 2 * MINUTE_MS, '72.5', NOON - MINUTE_MS),
      value(NOON - MINUTE_MS, '71.5', NOON - 2_000),
      value(NOON - 2_000, '71', NOON - 1_000),
    ];
    pane.say({ kind: 'history', id: own.id, field: 'best' }, before);
    const look = (fetchedAt: number, ...quotes: ReturnType<typeof quote>[]) =>
      pane.set({ kind: 'quotes', id: own.id }, { state: 'fresh', fetchedAt, value: listing(...quotes) });
    const at = (id: string, text: string, counterparty: string) =>
      quote({ id, price: single(text), counterparty });
    const said = lines();
    expect(said).toEqual([
      '12:04 CETBest ask fell to 71.00',
      '12:03 CETBest ask fell to 71.50',
      '12:02 CETBest ask rose to 72.50',
    ]);
    // What was said stays, and the next step in the same minute is the next line.
    look(NOON - 1_000, at('QT-3', '71.5', 'Dunmore'), at('QT-5', '70.86', 'Greywater'));
    pane.say({ kind: 'history', id: own.id, field: 'best' }, [...before, value(NOON - 1_000, '70.86', NOON)]);
    expect(lines()).toEqual(['12:04 CETBest ask fell to 70.86, Greywater', ...said]);
    // Two at the best price: it is nobody’s alone. What is seen later of the same price says nothing of who was best then.
    look(NOON, at('QT-6', '70.86', 'Harbour Lane'));
    expect(lines()[0]).toContain('70.86, Greywater');
  });

  it('a list without quotes is told as such only where no trade and no closing took them off', async () => {
    const own = request({ id: 'RQ-2', role: 'initiator' });
    const pane = opened({ what: own });
    const gone = (at: number) => [value(at - 60_000, '72', at), value(at, '', at + 60_000)];
    const best = { kind: 'history', id: own.id, field: 'best' } as const;
    pane.say(best, [
      ...gone(NOON - 5 * MINUTE_MS),
      value(NOON - 4 * MINUTE_MS, '71', NOON),
      value(NOON, '', NOON),
    ]);
    const said = ['12:00 CETBest ask 71.00', '11:59 CETNo ask left'];
    // Whether it was a trade may be heard of a little later.
    expect(lines()).toEqual(said);
    pane.say({ kind: 'events' }, [
      heard(2, 0, { type: 'request-traded', tradeId: 'TR-9', heardAt: NOON + 20_000 }),
    ]);
    await pane.advance(2 * MINUTE_MS);
    expect(lines()).toEqual(['12:04 CETTraded, TR-9', ...said]);
    pane.say({ kind: 'events' }, [heard(2, 0, { type: 'request-closed', heardAt: NOON + 20_000 })]);
    expect(lines()).toEqual(['12:04 CETRequest closed, QT-2', ...said]);
    pane.say({ kind: 'events' }, []);
    expect(lines()).toEqual(['12:04 CETNo ask left', ...said]);
  });

  it('after the desk’s own acceptance its trade is told above its press, and nothing of quotes that are left', () => {
    const own = request({ id: 'RQ-2', role: 'initiator', state: 'traded' });
    const accepted: ActionBody = {
      kind: 'accept-quote',
      requestId,
      quoteId: QuoteId.parse('QT-3'),
      lastSeen: { type: 'per-leg', legPrices: [price('71.02')] },
    };
    const pane = opened({
      what: own,
      journal: [
        did(1, {
          body: accepted,
          quoteId: undefined,
          tradeId: TradeId.parse('TR-9'),
          createdAt: NOON - 3 * MINUTE_MS,
          endedAt: NOON - 3 * MINUTE_MS + 1_000,
          executed: { side: 'buy', quantity: Quantity.parse('4'), price: price('71.02') },
        }),
      ],
    });
    const gone = NOON - 3 * MINUTE_MS + 2_000;
    pane.say({ kind: 'history', id: own.id, field: 'best' }, [
      value(gone - 60_000, '71.02', gone),
      value(gone, '', NOON),
    ]);
    expect(lines()).toEqual([
      expect.stringMatching(/^12:01 CETYou bought 4 .*at 71\.02/),
      expect.stringMatching(/^12:01 CETYour acceptance, TR-9, QT-3/),
    ]);
  });

  it('of a quote of the desk itself the action tells, not the best price', () => {
    const pane = opened({ journal: [did(1)] });
    pane.say({ kind: 'history', id: asked.id, field: 'best' }, [
      { at: NOON - 2_000, until: NOON - 1_000, value: '84' },
      { at: NOON - 1_000, until: NOON, value: '84.15' },
    ]);
    expect(lines()).toEqual(['12:02 CETYour quote, ask 84.15, 10 MW, QT-7']);
  });

  it('a deal of one leg is told without its product, with whom it was made', () => {
    const pane = opened({});
    const tradeId = TradeId.parse('TR-9');
    const raw = { action: 'buy', commodity: 'power', market: 'DE', quantity: 4, 'quantity-unit': 'MW' };
    pane.say({ kind: 'own-trades' }, [ownTrade({ requestId: 'RQ-2' as never })]);
    pane.say(
      { kind: 'trade', id: tradeId },
      { id: tradeId, requestId, tradedAt: NOON, price: price('71.02'), counterparty: 'Dunmore', raw },
    );
    expect(lines()).toEqual(['12:04 CETYou bought 4 MW at 71.02, Dunmore']);
  });

  it('a row of a program that is held has one line, until it goes on', () => {
    const failure = { kind: 'invalid-argument', message: 'Beyond the limit.', next: '' } as const;
    const program = { id: 'p-1' as never, name: 'Curve' };
    const held = (number: number, minutes: number): Action => {
      const { quoteId: _, ...never } = did(number, { state: 'rejected', failure, program });
      return { ...never, createdAt: NOON - minutes * MINUTE_MS };
    };
    opened({
      journal: [did(4, { program, createdAt: NOON - MINUTE_MS }), held(3, 2), held(2, 3), held(1, 4)],
    });
    expect(lines()).toEqual([
      '12:03 CETYour quote, ask 84.15, 10 MW, QT-7',
      '12:00 CETYour quote, ask 84.15, 10 MW, held by the desk’s checks',
    ]);
  });

  it('stays when the request is over', () => {
    opened({
      what: request({ id: 'RQ-2', state: 'closed' }),
      events: [heard(2, 1, { type: 'request-closed' })],
    });
    expect(lines()).toEqual(['12:03 CETRequest closed, QT-2']);
  });

  it('asks the platform for nothing', () => {
    const pane = opened({ events: [heard(1, 1)], journal: [did(1)] });
    expect(part()).not.toBeNull();
    expect(pane.client.watched().filter(({ kind }) => kind === 'trade')).toEqual([]);
    expect(pane.client.acts).toEqual([]);
  });
});
