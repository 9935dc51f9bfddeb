// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Action } from '../../../src/domain/action';
import type { PlatformEvent } from '../../../src/domain/event';
import { BUNCH_MS } from '../../../src/taskpane/app/event-notices';
import { ActionId, CounterofferId, QuoteId, RequestId } from '../../../src/domain/identifiers';
import { Quantity } from '../../../src/domain/quantity';
import { counteroffer, NOON, price, quote, request } from '../examples';
import { openPane, violations } from '../open-pane';
import { event } from './platform-event';

const EVENTS = { kind: 'events' } as const;
const mine = request({ id: 'RQ-1', role: 'initiator' });

/** The room of the events; the first of them is the newest. */
function opened(...events: PlatformEvent[]) {
  const pane = openPane({ requests: [mine] });
  pane.say(EVENTS, events);
  pane.press(/^Events/);
  return pane;
}
const list = (): HTMLElement => screen.getByRole('list', { name: 'Events, newest first' });
const items = (): string[] =>
  within(list())
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '');

describe('the events room', () => {
  it('says when, what, on which request and with which number, newest first', async () => {
    const pane = opened(
      event(3, { type: 'request-traded', tradeId: 'TR-9', times: 4 }),
      event(2, { requestId: 'RQ-9', type: 'price-proposal-created', heardAt: NOON - 60_000 }),
      event(1, { type: 'auction-opened', heardAt: NOON - 120_000 }),
    );
    expect(items()).toEqual([
      'Traded×4, received 4 timesTR-912:04:31 CETRQ-1DE Cal-27 base · Buy · 10 MW · mine',
      'New price proposalQT-212:03:31 CETRQ-9',
      'auction-openedQT-112:02:31 CETRQ-1DE Cal-27 base · Buy · 10 MW · mine',
    ]);
    expect(await violations(pane.container)).toEqual([]);
  });

  it('says the day of what is not of today', () => {
    opened(event(1, { heardAt: NOON - 24 * 3_600_000 }));
    expect(items()[0]).toContain('19 Nov 2026, 12:04 CET');
  });

  it('says among its own what a quote of the desk that ended with its request was', () => {
    const pane = openPane({ requests: [mine, request({ id: 'RQ-2' })] });
    pane.say({ kind: 'journal' }, [
      {
        id: ActionId.parse('00000000-0000-4000-8000-000000000009'),
        body: {
          kind: 'send-quote',
          requestId: RequestId.parse('RQ-2'),
          direction: 'ask',
          price: { shape: 'single', price: price('31.35') },
          quantity: Quantity.parse('10'),
          allOrNone: false,
        },
        shown: '',
        state: 'done',
        createdAt: NOON - 60_000,
        quoteId: QuoteId.parse('QT-1'),
      },
    ]);
    pane.say(EVENTS, [event(2), event(1, { type: 'request-closed', requestId: 'RQ-2' })]);
    pane.press(/^Events/);
    pane.press(/^For you/);
    expect(items().join()).toContain(
      'Request closed. Your ask 31.35, 10 MW, DE Cal-27 base ended with its request; no trade of it is known yet',
    );
  });

  it('tells apart what was pushed, found by looking, and a test', () => {
    opened(event(3), event(2, { origin: 'found' }), event(1, { origin: 'test' }));
    const [pushed, found, test] = items();
    expect(pushed).not.toMatch(/polling|test/);
    expect(found).toContain('by polling');
    expect(test).toContain('New quoteQT-1test');
  });

  it('says who offers how much at which price, of that very offer alone, as far as the desk knows it', () => {
    const known = (id: string, fields: Parameters<typeof quote>[0] = {}) =>
      quote({ id, counterparty: 'Gunvor', quantity: Quantity.parse('10'), ...fields });
    const [second, third, fourth] = ['RQ-2', 'RQ-3', 'RQ-4'].map((id) => request({ id }));
    if (!second || !third || !fourth) throw new Error('Three requests beside its own.');
    const pane = openPane({ requests: [mine, second, third, fourth] });
    pane.say(EVENTS, [
      event(9, { quoteId: 'QT-7', origin: 'test' }),
      event(8, { quoteId: 'QT-6', requestId: 'RQ-2', type: 'quotation-updated' }),
      event(7, { quoteId: 'QT-6', requestId: 'RQ-2', heardAt: NOON - 35_000 }),
      event(6, { quoteId: 'QT-5', requestId: 'RQ-3', type: 'quotation-repriced' }),
      event(5, { quoteId: 'QT-5', requestId: 'RQ-3' }),
      event(4, { quoteId: 'QT-4', type: 'quotation-withdrawn', heardAt: NOON - 180_000 }),
      // A platform that says "created" of a new price too.
      event(11, { quoteId: 'QT-2', requestId: 'RQ-4' }),
      event(10, { quoteId: 'QT-2', requestId: 'RQ-4', heardAt: NOON - 35_000 }),
      event(3, { quoteId: 'QT-3' }),
      event(2, { quoteId: undefined, counterofferId: 'CO-2', type: 'counteroffer-created' }),
      event(1, { quoteId: 'QT-1', requestId: 'RQ-9' }),
      // Its price may have moved in the two minutes until the list was read.
      event(0, { quoteId: 'QT-8', heardAt: NOON - 120_000 }),
    ]);
    pane.press(/^Events/);
    const first = () => items().map((text) => text.replace(/(QT|CO)-\d.*/, ''));
    expect(first()[8]).toBe('New quote');
    const price31 = { shape: 'single', price: price('31.35') } as const;
    pane.quotes(
      mine,
      known('QT-3', { price: price31, direction: 'ask' }),
      known('QT-4', { price: price31, direction: 'bid', state: 'withdrawn' }),
      ...['QT-1', 'QT-7', 'QT-8'].map((other) => known(other)),
    );
    pane.quotes(second, known('QT-6'));
    pane.quotes(third, known('QT-5'));
    pane.quotes(fourth, known('QT-2'));
    const countered = counteroffer({ price: price31, direction: 'bid', counterparty: 'Gunvor' });
    pane.counteroffers(mine, {
      ...countered,
      id: CounterofferId.parse('CO-2'),
      quantity: Quantity.parse('4'),
    });
    expect(first()).toEqual([
      'New quote',
      'quotation-updated',
      'New quote',
      'quotation-repriced',
      'New quote',
      'Quote withdrawn: Gunvor bid 10 MW at 31.35',
      'New quote',
      'New quote',
      'New quote: Gunvor offered 10 MW at 31.35',
      'New counteroffer: bid 4 MW at 31.35',
      'New quote',
      'New quote',
    ]);
    // Later its list may have another price: what it was stays told.
    pane.quotes(mine, known('QT-3', { price: { shape: 'single', price: price('33') }, direction: 'ask' }));
    expect(first()[8]).toBe('New quote: Gunvor offered 10 MW at 31.35');
  });

  it('opens the request of an event, and Back comes to the events again', () => {
    const pane = opened(event(1));
    pane.press('Open RQ-1, New quote');
    expect(screen.getByRole('heading', { name: 'RQ-1' })).toBeTruthy();
    pane.press('Back');
    expect(screen.getByRole('heading', { name: 'Events' })).toBeTruthy();
  });

  it('narrows to what concerns the desk, and to one type', () => {
    const pane = opened(
      event(3, { requestId: 'RQ-9' }),
      event(2, { type: 'counteroffer-created' }),
      event(1, { requestId: 'RQ-9', type: 'request-closed' }),
    );
    pane.press('For you 1');
    expect(items()).toHaveLength(1);
    const type = screen.getByRole('combobox', { name: 'Type of event' });
    fireEvent.change(type, { target: { value: 'request-closed' } });
    expect(pane.text()).toContain('No events of this type.');
    pane.press('All 3');
    expect(items()).toEqual([expect.stringContaining('Request closed')]);
  });

  it('folds the quotes of others on one request within one minute to one row', () => {
    opened(
      event(5, { heardAt: NOON + 60_000 }),
      event(4, { type: 'quotation-withdrawn' }),
      event(3),
      event(2, { requestId: 'RQ-2' }),
      event(1),
    );
    expect(items()).toEqual([
      expect.stringContaining('New quoteQT-512:05:31'),
      expect.stringContaining('2 new quotes, 1 withdrawn12:04:31'),
      expect.stringContaining('New quoteQT-212:04:31'),
    ]);
  });

  it('says who of the desk did it, by its number, apart from what others did', () => {
    const pane = openPane({ requests: [mine] });
    const by = { name: 'Tom Berger', session: 'S-1' };
    const ids = { requestId: RequestId.parse('RQ-1'), quoteId: QuoteId.parse('QT-3') };
    const withdrawal: Action = {
      id: ActionId.parse('00000000-0000-4000-8000-000000000009'),
      body: { kind: 'withdraw-quote', ...ids },
      shown: '',
      state: 'done',
      createdAt: NOON,
      by,
    };
    pane.say({ kind: 'journal' }, [withdrawal]);
    const gone = { type: 'quotation-withdrawn' };
    pane.say(EVENTS, [event(4, gone), event(3, gone), event(2), event(1, { ...gone, quoteId: undefined })]);
    pane.press(/^Events/);
    const others = 'New quote, 2 withdrawn';
    expect(items()).toEqual([
      expect.stringContaining(others),
      expect.stringMatching(/^Quote withdrawn by Tom BergerQT-312:04:31/),
    ]);
    pane.say({ kind: 'journal' }, [{ ...withdrawal, state: 'rejected' }]);
    expect(pane.text()).not.toContain('by Tom Berger');
  });

  it('draws a hundred, and a hundred more at a press', () => {
    const pane = opened(
      ...Array.from({ length: 230 }, (_, at) => event(230 - at, { requestId: `RQ-${1000 + at}` })),
    );
    expect(items()).toHaveLength(100);
    pane.press('Show 100 more');
    pane.press('Show 30 more');
    expect(items()).toHaveLength(230);
    expect(screen.queryByRole('button', { name: /^Show \d+ more/ })).toBeNull();
  });

  it('is reached by Tab once, and walked by arrow keys', () => {
    opened(event(3), event(2, { requestId: 'RQ-2' }), event(1, { requestId: 'RQ-3' }));
    const doors = within(list()).getAllByRole('button');
    expect(doors.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
    const press = (key: string): void =>
      void fireEvent.keyDown(document.activeElement ?? document.body, { key });
    doors[0]?.focus();
    press('ArrowDown');
    expect(document.activeElement).toBe(doors[1]);
    press('End');
    expect(document.activeElement).toBe(doors[2]);
    expect(doors.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0]);
  });

  it('lets new ones wait while a person is at the list', async () => {
    const pane = opened(event(1));
    fireEvent.pointerEnter(list(), { pointerType: 'mouse' });
    pane.say(EVENTS, [event(2, { requestId: 'RQ-2' }), event(1)]);
    await pane.advance(BUNCH_MS);
    expect(items()).toHaveLength(1);
    pane.press('Show now');
    expect(items()).toHaveLength(2);
  });

  it('says how events get here when there are none, and leads there', async () => {
    const pane = opened();
    expect(pane.text()).toContain('No events yet.');
    expect(await violations(pane.container)).toEqual([]);
    pane.press('Set up events');
    expect(screen.getByRole('region', { name: 'Events' }).textContent).toContain('Loading.');
  });

  it('says that they are waited for, and why they are not there', () => {
    const pane = openPane();
    pane.press(/^Events/);
    expect(pane.text()).toContain('Loading the events…');
    const failure = { kind: 'unavailable', message: 'The gateway is away.', next: 'Try again.' } as const;
    pane.set(EVENTS, { state: 'failed', failure });
    expect(pane.text()).toContain('The gateway is away. Try again.');
  });
});

describe('the doors of the rooms', () => {
  it('are walked by arrow keys, round and round', () => {
    openPane();
    const doors = within(screen.getByRole('navigation', { name: 'Rooms' })).getAllByRole('button');
    const press = (key: string): void =>
      void fireEvent.keyDown(document.activeElement ?? document.body, { key });
    doors[0]?.focus();
    press('ArrowRight');
    expect(document.activeElement).toBe(doors[1]);
    press('Home');
    press('ArrowLeft');
    expect(document.activeElement).toBe(doors.at(-1));
    press('ArrowRight');
    expect(document.activeElement).toBe(doors[0]);
  });
});
