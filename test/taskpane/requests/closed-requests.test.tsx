// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { RequestId } from '../../../src/domain/identifiers';
import { leg, listing, NOON, quote, request, spread } from '../examples';
import { button, openPane, violations } from '../open-pane';

const TODAY = { kind: 'concluded-requests', from: '2026-11-20', to: '2026-11-20' } as const;
const traded = request({ id: 'RQ-8', state: 'traded', role: 'initiator', concludedAt: NOON - 60_000 });
const closed = spread({ id: 'RQ-9', state: 'closed', concludedAt: NOON - 30_000 });
const asked = request({ id: 'RQ-2' });
const open = () => openPane({ requests: [asked] });
const ids = () =>
  screen.queryAllByRole('listitem').map((item) => item.querySelector('button')?.dataset['request']);
const day = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

function showClosed(pane: ReturnType<typeof open>): void {
  pane.press('Search and filter');
  pane.press('Closed');
}

function opened() {
  const pane = open();
  showClosed(pane);
  pane.say(TODAY, listing(traded, closed));
  return pane;
}

describe('the closed requests', () => {
  it('of today are shown with how and when they ended, the last first', () => {
    const pane = opened();
    expect(ids()).toEqual(['RQ-9', 'RQ-8']);
    expect(button(/^RQ-8/).textContent).toContain('Traded 20 Nov 2026, 12:03 CET');
    expect(button(/^RQ-9/).textContent).toContain('Closed 20 Nov 2026, 12:04 CET');
    expect(pane.text()).toContain('2 closed');
    expect(pane.text()).toContain('Days in CET, both included.');
  });

  it('cost no call while the open ones are shown', () => {
    const pane = open();
    expect(pane.client.watched().map(({ kind }) => kind)).not.toContain('concluded-requests');
    showClosed(pane);
    expect(pane.client.watched()).toContainEqual(TODAY);
    pane.press('Open');
    expect(pane.client.watched()).not.toContainEqual(TODAY);
    expect(ids()).toEqual(['RQ-2']);
  });

  it('of another period are asked for by a press, and today’s again by another', () => {
    const pane = opened();
    const asks = () => pane.client.watched().filter(({ kind }) => kind === 'concluded-requests');
    day('Closed from', '2026-11-01');
    expect(asks()).toEqual([TODAY]);
    pane.press('Show period');
    expect(asks()).toEqual([{ ...TODAY, from: '2026-11-01' }]);
    pane.press('Only today');
    expect(asks()).toEqual([TODAY]);
  });

  it('of a period that ends before it starts are not asked for', () => {
    const pane = opened();
    day('Closed to', '2026-11-19');
    expect(pane.text()).toContain('Enter a later last day.');
    pane.press('Show period');
    fireEvent.submit(screen.getByRole('form', { name: 'Period' }));
    expect(pane.client.watched()).toContainEqual(TODAY);
  });

  it('follow the midnight of the service, not of the reader', async () => {
    const pane = opened();
    await pane.advance(Date.UTC(2026, 10, 20, 23, 0) - NOON);
    expect(pane.client.watched()).toContainEqual({ ...TODAY, from: '2026-11-21', to: '2026-11-21' });
  });

  it('are filtered as the open ones are, and say when there are none', () => {
    const pane = opened();
    pane.press('Mine 1');
    expect(ids()).toEqual(['RQ-8']);
    expect(pane.text()).toContain('1 of 2');
    pane.say(TODAY, listing());
    expect(pane.text()).toContain('No request was closed in this period.');
  });

  it('are there again after one was opened, with the focus on its row', () => {
    const pane = opened();
    pane.open('RQ-8');
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(document.activeElement).toBe(button(/^RQ-8/));
  });

  it('give way to the open ones when a command asks for those', () => {
    const pane = opened();
    act(() => pane.commands.post({ kind: 'show-requests' }));
    expect(screen.getByRole('list', { name: 'Open requests' })).toBeTruthy();
  });
});

describe('a closed request', () => {
  function shown(what = traded) {
    const pane = opened();
    pane.open(what.id);
    pane.say({ kind: 'request', id: what.id }, what);
    return pane;
  }

  it('shows how it ended and its analytics, and nothing that sends', () => {
    const pane = shown();
    expect(screen.getByRole('region', { name: 'Outcome' }).textContent).toBe('Traded 20 Nov 2026, 12:03 CET');
    expect(pane.text()).toContain('Loading the analytics…');
    pane.say(
      { kind: 'analytics', id: RequestId.parse('RQ-8') },
      {
        requestId: RequestId.parse('RQ-8'),
        raw: {
          'best-price': 84.1,
          'worst-price': -2,
          'quotes-count': 3,
          'traded-price': null,
          'feedback-comment': '=1+1 Thank you',
          'price-direction': 'ask',
          rank: 2,
        },
      },
    );
    expect(screen.getByRole('region', { name: 'Analytics' }).textContent).toBe(
      'AnalyticsBest price84.10 EUR/MWhWorst price−2.00 EUR/MWhQuotes3Quoted sideaskrank2Feedback comment: “=1+1 Thank you”',
    );
    expect(screen.queryByRole('region', { name: 'Quote ticket' })).toBeNull();
    pane.quotes(traded, quote({ requestId: traded.id, state: 'accepted' }));
    expect(screen.queryByRole('button', { name: /^Accept \S/ })).toBeNull();
    expect(pane.text()).toContain('Cobalt Grid · accepted · ask · partial OK');
  });

  it('says so when there is no comment, and turns prices of a custom spread, which come by the former rule, into those of the tickets', () => {
    const sold = spread({ ...closed, legs: [leg({ action: 'sell' }), leg({ action: 'buy' })] });
    const pane = shown(sold);
    const raw = { 'traded-price': -2.2, 'quotes-count': 0 };
    pane.say({ kind: 'analytics', id: sold.id }, { requestId: sold.id, raw });
    expect(pane.text()).toContain('No feedback comment was given.');
    expect(pane.text()).toContain('Traded price2.20 EUR/MWh');
    expect(pane.text()).toContain(
      'by the former rule, the leg that the asker buys − the leg that it sells: here leg 2 − leg 1',
    );
  });

  it('that ends while a quote of ours is on its way keeps the result in view', async () => {
    const pane = open();
    pane.arm();
    pane.open('RQ-2');
    pane.type('Price', '84.15');
    pane.press(/^(Bid|Offer)\b.* at /);
    pane.say({ kind: 'request', id: asked.id }, { ...asked, state: 'traded' });
    pane.client.answer(pane.newest(), { state: 'unknown' });
    await pane.advance(0);
    expect(pane.text()).toContain('Traded, time not given');
    expect(pane.text()).toContain('Unknown. It may have been executed.');
  });

  it('has its prices without a unit where its legs have different ones', () => {
    const mixed = spread({
      id: 'RQ-9',
      state: 'closed',
      legs: [leg(), leg({ action: 'sell', priceUnit: 'EUR/t' })],
    });
    const pane = shown(mixed);
    pane.say({ kind: 'analytics', id: mixed.id }, { requestId: mixed.id, raw: { 'best-price': '1.5' } });
    expect(screen.getByRole('region', { name: 'Analytics' }).textContent).toContain('Best price1.50');
    expect(screen.getByRole('region', { name: 'Analytics' }).textContent).not.toContain('EUR');
  });

  it('and the list have nothing that axe-core finds wrong', async () => {
    const pane = opened();
    expect(await violations(pane.container)).toEqual([]);
    pane.open('RQ-8');
    pane.say({ kind: 'request', id: traded.id }, traded);
    pane.say({ kind: 'analytics', id: traded.id }, { requestId: traded.id, raw: { 'best-price': 84.1 } });
    expect(await violations(pane.container)).toEqual([]);
  });
});
