// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Action } from '../../../src/domain/action';
import { ActionId, QuoteId } from '../../../src/domain/identifiers';
import { Quantity } from '../../../src/domain/quantity';
import { pagePreferences } from '../../../src/taskpane/app/preferences';
import { NOON, price, request, STATUS } from '../examples';
import { openPane, violations } from '../open-pane';

const firstDay = (preferences = pagePreferences()) => openPane({ requests: [request()], preferences });
const QUOTED: Action = {
  id: ActionId.parse('00000000-0000-4000-8000-000000000001'),
  body: {
    kind: 'send-quote',
    requestId: request().id,
    direction: 'bid',
    price: { shape: 'single', price: price('31.4') },
    quantity: Quantity.parse('10'),
    allOrNone: true,
  },
  shown: 'You buy 10 MW at 31.40',
  state: 'done',
  createdAt: NOON,
};
const card = (): HTMLElement | null => screen.queryByRole('region', { name: 'First steps' });

describe('the first steps', () => {
  it('say what is next, and tick themselves off as it happens', async () => {
    const pane = firstDay();
    expect(card()?.textContent).toContain('0 of 5 first steps. Next: Look at a request.');
    pane.open(request().id);
    pane.press('Back');
    expect(card()?.textContent).toContain('1 of 5 first steps. Next: Switch trading on.');
    pane.arm();
    expect(card()?.textContent).toContain('2 of 5 first steps. Next: Send a quote.');
    pane.say({ kind: 'journal' }, [QUOTED]);
    expect(card()?.textContent).toContain('3 of 5 first steps. Next: Get filled.');
    pane.press('All first steps');
    expect(screen.getAllByText('Done.', { exact: false }).length).toBeGreaterThan(0);
    expect(await violations(pane.container)).toEqual([]);
  });

  it('stay ticked when the pane is opened again, whatever is switched off since', () => {
    const preferences = pagePreferences();
    const pane = firstDay(preferences);
    pane.open(request().id);
    pane.arm();
    pane.close();
    firstDay(preferences);
    expect(card()?.textContent).toContain('2 of 5 first steps.');
  });

  it('stand in the list alone, and not below what came of Withdraw all', () => {
    const pane = firstDay();
    expect(card()).not.toBeNull();
    pane.open(request().id);
    expect(card()).toBeNull();
    pane.press('Back');
    expect(card()).not.toBeNull();
    pane.say({ kind: 'own-quotes' }, [
      {
        requestId: request().id,
        quoteId: QuoteId.parse('QT-1'),
        direction: 'ask',
        price: { shape: 'single', price: price('31.4') },
        quantity: Quantity.parse('10'),
        since: NOON,
      },
    ]);
    pane.press('Withdraw all 1');
    expect(screen.getByRole('region', { name: 'Withdrawal' })).toBeTruthy();
    expect(card()).toBeNull();
  });

  it('are closed for good', () => {
    const preferences = pagePreferences();
    const pane = firstDay(preferences);
    pane.press('Close first steps for good');
    expect(card()).toBeNull();
    pane.close();
    firstDay(preferences);
    expect(card()).toBeNull();
  });

  it('are not shown in production, nor before somebody has signed in', () => {
    const pane = firstDay();
    expect(card()).not.toBeNull();
    pane.say({ kind: 'status' }, { ...STATUS, environment: 'production' });
    expect(card()).toBeNull();
    pane.say({ kind: 'status' }, { ...STATUS, signedIn: false });
    expect(card()).toBeNull();
  });
});
