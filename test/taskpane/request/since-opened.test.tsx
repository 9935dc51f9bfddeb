// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Action, ActionBody } from '../../../src/domain/action';
import type { PlatformEvent } from '../../../src/domain/event';
import { ActionId, QuoteId, RequestId, TradeId } from '../../../src/domain/identifiers';
import { Quantity } from '../../../src/domain/quantity';
import { event, ownTrade } from '../events/platform-event';
import { NOON, price, request, STATUS } from '../examples';
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
        did(2, { body: withdrawn, endedAt: NOON - MINUTE_MS }),
        did(1),
        did(3, { quoteId: undefined, state: 'unknown', createdAt: NOON, endedAt: undefined }),
      ],
    });
    expect(lines()).toEqual([
      '12:04:31 CETYour quote, ask 84.15, 10 MW, Unknown',
      '12:03:31 CETYour withdrawal, QT-7',
      '12:02:31 CETYour quote, ask 84.15, 10 MW, QT-7',
      '12:01:31 CETNew price proposal, PP-1',
      '12:00:31 CETNew request',
    ]);
    expect(part()?.textContent).not.toContain('heard since');
    expect(await violations(pane.container)).toEqual([]);
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
    expect(lines().at(-1)).toBe('12:01:31 CETNew request, by polling');
    pane.say({ kind: 'events' }, [heard(9, 1), heard(7, 3, CREATED)]);
    expect(part()?.textContent).not.toContain('heard since');
  });

  it('a trade of this desk is told once, by the platform’s record of it', () => {
    const pane = opened({
      events: [heard(2, 1, { type: 'request-traded', tradeId: 'TR-9', quoteId: undefined })],
      journal: [did(1)],
    });
    expect(lines()).toContain('12:03:31 CETTraded, TR-9');
    const tradeId = TradeId.parse('TR-9');
    const legs = { action: 'sell', commodity: 'power', market: 'DE' };
    pane.say({ kind: 'own-trades' }, [ownTrade({ requestId: 'RQ-2' as never })]);
    pane.say(
      { kind: 'trade', id: tradeId },
      { id: tradeId, requestId, tradedAt: NOON - MINUTE_MS, price: price('84.15'), raw: legs },
    );
    expect(lines()).toHaveLength(2);
    expect(lines()[0]).toMatch(/^12:03:31 CETYou .*at 84\.15$/);
  });

  it('has six lines until all are asked for, and quotes of others in one minute are one', () => {
    const many = Array.from({ length: 9 }, (_, at) => heard(20 - at, at, { type: 'counteroffer-created' }));
    opened({ events: [heard(30, 0), heard(29, 0), ...many] });
    expect(lines()).toHaveLength(6);
    expect(lines()[0]).toContain('2 new quotes');
    fireEvent.click(button('Show all 10'));
    expect(lines()).toHaveLength(10);
    fireEvent.click(button('Show the newest'));
    expect(lines()).toHaveLength(6);
  });

  it('stays when the request is over', () => {
    opened({
      what: request({ id: 'RQ-2', state: 'closed' }),
      events: [heard(2, 1, { type: 'request-closed' })],
    });
    expect(lines()).toEqual(['12:03:31 CETRequest closed, QT-2']);
  });

  it('asks the platform for nothing', () => {
    const pane = opened({ events: [heard(1, 1)], journal: [did(1)] });
    expect(part()).not.toBeNull();
    expect(pane.client.watched().filter(({ kind }) => kind === 'trade')).toEqual([]);
    expect(pane.client.acts).toEqual([]);
  });
});
