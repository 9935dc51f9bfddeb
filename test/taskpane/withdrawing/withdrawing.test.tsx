// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ActionId, QuoteId, RequestId } from '../../../src/domain/identifiers';
import type { OwnQuote } from '../../../src/domain/own-quote';
import { Quantity } from '../../../src/domain/quantity';
import { NOON, price, request, STATUS } from '../examples';
import type { Act } from '../memory-desk';
import { openPane, violations } from '../open-pane';

const OWN = { kind: 'own-quotes' } as const;
const own = (id: string, amount = '84.15'): OwnQuote => ({
  requestId: RequestId.parse('RQ-2'),
  quoteId: QuoteId.parse(id),
  direction: 'ask',
  price: { shape: 'single', price: price(amount) },
  quantity: Quantity.parse('10'),
  since: NOON - 60_000,
});
const three = [own('QT-1'), own('QT-2', '-4'), own('QT-3')];
const opened = () => {
  const pane = openPane({ requests: [request({ id: 'RQ-2' })] });
  pane.say(OWN, three);
  return pane;
};
const panel = () => screen.queryByRole('region', { name: 'Withdrawal' });
const progress = () => screen.getByRole('status', { name: 'Progress' }).textContent;

describe('withdraw all', () => {
  it.each(['Requests', 'Cells', 'Journal', 'Desk'])('is one press from the room %s, disarmed too', (room) => {
    const pane = opened();
    pane.press(new RegExp(`^${room}`));
    pane.press('Withdraw all (3)');
    expect(pane.client.batches).toHaveLength(1);
    expect(pane.client.acts.map(({ body, shown }) => ({ body, shown }))).toEqual([
      {
        body: { kind: 'withdraw-quote', requestId: 'RQ-2', quoteId: 'QT-1' },
        shown: 'Withdraw quote QT-1: ask 84.15, quantity 10 (RQ-2)',
      },
      {
        body: { kind: 'withdraw-quote', requestId: 'RQ-2', quoteId: 'QT-2' },
        shown: 'Withdraw quote QT-2: ask −4.00, quantity 10 (RQ-2)',
      },
      {
        body: { kind: 'withdraw-quote', requestId: 'RQ-2', quoteId: 'QT-3' },
        shown: 'Withdraw quote QT-3: ask 84.15, quantity 10 (RQ-2)',
      },
    ]);
  });

  it('tells the result of each quote and the progress of all, and presses again only what came to nothing', async () => {
    const pane = opened();
    pane.press('Withdraw all (3)');
    expect(progress()).toBe('3 quotes: 0 withdrawn, 3 under way.');
    const [a, b, c] = pane.client.acts as [Act, Act, Act];
    pane.say({ kind: 'journal' }, [pane.client.actionOf(a, { state: 'done' })]);
    expect(progress()).toBe('3 quotes: 1 withdrawn, 2 under way.');
    pane.press('Withdraw all (2)');
    expect(pane.client.acts).toHaveLength(3);
    const why = { kind: 'throttled', message: 'The service is busy.', next: 'Press again.' } as const;
    pane.client.answer(a, { state: 'done' });
    pane.client.answer(b, { state: 'rejected', failure: why });
    pane.client.refuse(c, { kind: 'unknown-outcome', message: 'No answer.', next: 'Ask again.' });
    await pane.advance(0);
    expect(progress()).toBe('3 quotes: 1 withdrawn, 1 not withdrawn, 1 unknown.');
    expect(panel()?.textContent).toContain('The service is busy. Press again.');
    expect(await violations(pane.container)).toEqual([]);
    pane.press('Withdraw again (2)');
    const again = pane.client.acts.slice(3);
    expect(again.map(({ body }) => 'quoteId' in body && body.quoteId)).toEqual(['QT-2', 'QT-3']);
    expect(again[0]?.id).not.toBe(b.id);
    expect(again[1]?.id).toBe(c.id);
    for (const one of again) pane.client.answer(one, { state: 'done' });
    await pane.advance(0);
    expect(progress()).toBe('3 quotes: 3 withdrawn.');
    pane.press('Close');
    expect(panel()).toBeNull();
  });

  it('says that there is nothing to withdraw, or that this is not known', () => {
    const pane = openPane();
    act(() => pane.errands.post({ kind: 'withdraw-all' }));
    expect(pane.text()).toContain('is not known yet, so nothing was withdrawn');
    pane.say(OWN, []);
    expect(screen.getByRole('button', { name: 'Withdraw all (0)' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    act(() => pane.errands.post({ kind: 'withdraw-all' }));
    expect(pane.text()).toContain('there is nothing to withdraw');
    expect(pane.client.acts).toEqual([]);
  });

  it('is what the ribbon and the key do, with the result in the pane', () => {
    const pane = opened();
    act(() => pane.errands.post({ kind: 'withdraw-all' }));
    expect(pane.client.acts).toHaveLength(3);
    expect(progress()).toBe('3 quotes: 0 withdrawn, 3 under way.');
  });

  it('warns of quotes that may still go live', () => {
    const pane = opened();
    pane.say({ kind: 'journal' }, [
      {
        id: ActionId.parse('00000000-0000-4000-8000-000000000099'),
        body: {
          kind: 'send-quote',
          requestId: RequestId.parse('RQ-2'),
          direction: 'ask',
          price: { shape: 'single', price: price('1') },
          quantity: Quantity.parse('1'),
          allOrNone: true,
        },
        shown: 'a quote',
        state: 'unknown',
        createdAt: NOON,
      },
    ]);
    pane.press('Withdraw all (3)');
    expect(panel()?.textContent).toContain('1 quote that was sent is not settled and may still go live.');
  });

  it('shows nothing of another environment', () => {
    const pane = opened();
    pane.press('Withdraw all (3)');
    pane.say({ kind: 'status' }, { ...STATUS, environment: 'sandbox' });
    expect(panel()).toBeNull();
  });
});

describe('withdraw selected', () => {
  const openedList = () => {
    const pane = opened();
    pane.press('Journal');
    pane.press('Live quotes (3)');
    return pane;
  };
  const box = (name: RegExp) => screen.getByRole('checkbox', { name });

  it('takes back what is ticked and nothing else', async () => {
    const pane = openedList();
    pane.press('Withdraw selected (0)');
    expect(pane.client.acts).toEqual([]);
    fireEvent.click(box(/^QT-1 /));
    fireEvent.click(box(/^QT-3 /));
    expect(await violations(pane.container)).toEqual([]);
    pane.press('Withdraw selected (2)');
    expect(pane.client.acts.map(({ body }) => 'quoteId' in body && body.quoteId)).toEqual(['QT-1', 'QT-3']);
    expect(progress()).toBe('2 quotes: 0 withdrawn, 2 under way.');
  });

  it('ticks all of them at once, and forgets those that are gone', () => {
    const pane = openedList();
    fireEvent.click(box(/^All 3/));
    expect(screen.getByRole('button', { name: 'Withdraw selected (3)' })).toBeTruthy();
    pane.say(OWN, three.slice(1));
    expect(screen.getByRole('button', { name: 'Withdraw selected (2)' })).toBeTruthy();
    fireEvent.click(box(/^All 2/));
    expect(screen.getByRole('button', { name: 'Withdraw selected (0)' })).toBeTruthy();
  });

  it('opens the request of a quote', () => {
    const pane = openedList();
    fireEvent.click(screen.getAllByRole('button', { name: 'Open RQ-2' })[0] as HTMLElement);
    expect(screen.getByRole('heading', { name: 'RQ-2' })).toBeTruthy();
    expect(pane.client.acts).toEqual([]);
  });
});
