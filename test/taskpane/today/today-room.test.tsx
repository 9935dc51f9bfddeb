// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RequestId } from '../../../src/domain/identifiers';
import type { OwnOffer } from '../../../src/domain/own-offers';
import { Quantity } from '../../../src/domain/quantity';
import { NOON, price, request } from '../examples';
import { openPane, violations } from '../open-pane';

const counteroffer: OwnOffer = {
  what: 'counteroffer',
  requestId: RequestId.parse('RQ-2'),
  number: 'CO-1',
  direction: 'bid',
  price: { shape: 'single', price: price('70.8') },
  quantity: Quantity.parse('6'),
  since: NOON - 60_000,
};

it('counts a live counteroffer among what may be taken, and in the band, named apart', async () => {
  const pane = openPane({ requests: [request({ id: 'RQ-2', role: 'initiator' })] });
  pane.say({ kind: 'own-quotes' }, []);
  pane.say({ kind: 'own-offers' }, [counteroffer]);
  pane.press(/^Today/);
  const exposed = screen.getByRole('region', { name: 'If every live offer is taken' });
  expect(within(exposed).getByText('1 counteroffer')).toBeTruthy();
  expect(within(exposed).getByRole('row').textContent).toContain('6 MW · counteroffer, cannot be withdrawn');
  expect(within(exposed).getByRole('row').textContent).toContain('70.80');
  expect(screen.getByRole('button', { name: 'Withdraw all 0 · 1 stays' })).toBeTruthy();
  expect(await violations(pane.container)).toEqual([]);
});
