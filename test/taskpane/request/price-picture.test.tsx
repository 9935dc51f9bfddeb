// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { listing, NOON, price, quote, request } from '../examples';
import { openPane } from '../open-pane';

it('the course of the best price is what the gateway saw, also while nobody looked here', () => {
  const own = request({ id: 'RQ-4', role: 'initiator' });
  const pane = openPane({ requests: [own] });
  pane.press(/^RQ-4/);
  const said = (at: number, text: string): void =>
    pane.set(
      { kind: 'quotes', id: own.id },
      {
        state: 'fresh',
        fetchedAt: at,
        value: listing(quote({ price: { shape: 'single', price: price(text) } })),
      },
    );
  said(NOON, '84');
  pane.say({ kind: 'history', id: own.id, field: 'best' }, [
    { at: NOON - 240_000, until: NOON - 180_000, value: '82' },
    { at: NOON - 180_000, until: NOON - 60_000, value: '86' },
    { at: NOON - 60_000, until: NOON + 60_000, value: '84' },
  ]);
  const drawn = screen.getByRole('img', { name: /^Best ask since/ });
  expect(drawn.getAttribute('aria-label')).toMatch(/low 82\.00, high 86\.00, now 84\.00$/);
  expect(drawn.querySelector('path')?.getAttribute('d')).toBe('M0 37H89V3H267V20H356V20H356');
});
