// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { leg, listing, NOON, price, quote, request, spread } from '../examples';
import type { QuotePrice } from '../../../src/domain/offers';
import type { Request } from '../../../src/domain/request';
import { QuoteId } from '../../../src/domain/identifiers';
import { Quantity } from '../../../src/domain/quantity';
import { openPane } from '../open-pane';

/** Of a request of this desk whose best price was seen at 82, then at 84. */
function drawnOf(own: Request, at: (text: string) => QuotePrice): string {
  const pane = openPane({ requests: [own] });
  pane.press(/^RQ-4/);
  const value = listing(quote({ price: at('84') }));
  pane.set({ kind: 'quotes', id: own.id }, { state: 'fresh', fetchedAt: NOON, value });
  pane.say({ kind: 'history', id: own.id, field: 'best' }, [
    { at: NOON - 240_000, until: NOON - 120_000, value: '82' },
    { at: NOON - 120_000, until: NOON - 60_000, value: '83' },
    { at: NOON - 60_000, until: NOON + 60_000, value: '84' },
  ]);
  return screen.getByRole('img', { name: /^Best ask since/ }).getAttribute('aria-label') ?? '';
}

it('no net price has a plus, neither of two legs on one side nor of a spread', () => {
  const net = (text: string) => ({ shape: 'standard-spread', spreadPrice: price(text) }) as const;
  const fields = { id: 'RQ-4', role: 'initiator', contract: 'standard-spread' } as const;
  expect(drawnOf(spread({ ...fields, legs: [leg({ market: 'NL' }), leg()] }), net)).toMatch(
    /low 82\.00, high 84\.00, now 84\.00$/,
  );
  cleanup();
  expect(drawnOf(spread(fields), net)).toMatch(/first 82\.00, low 82\.00, high 84\.00, now 84\.00$/);
});

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
  // It grows with the price: what takes one stands above it, and does not move.
  const ladder = screen.getByRole('list', { name: 'Quotes' });
  expect(drawn.compareDocumentPosition(ladder)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
  expect(drawn.getAttribute('aria-label')).toMatch(/low 82\.00, high 86\.00, now 84\.00$/);
  expect(drawn.querySelector('path')?.getAttribute('d')).toBe('M0 37H87V3H261V20H348V20H352');
  // The same for who sees it, with what the line is.
  const told = screen.getByRole('region', { name: 'Best price over time' }).textContent;
  expect(told).toMatch(/high 86\.00low 82\.0012:0012:04best askfirst 82\.00$/);
});

it('the line and its range end with the price that the heading tells, though the gateway has not told of it', () => {
  const own = request({ id: 'RQ-4', role: 'initiator' });
  const pane = openPane({ requests: [own] });
  pane.press(/^RQ-4/);
  const value = listing(quote({ price: { shape: 'single', price: price('88') } }));
  pane.set({ kind: 'quotes', id: own.id }, { state: 'fresh', fetchedAt: NOON, value });
  pane.say({ kind: 'history', id: own.id, field: 'best' }, [
    { at: NOON - 240_000, until: NOON - 180_000, value: '82' },
    { at: NOON - 180_000, until: NOON, value: '84' },
  ]);
  const drawn = screen.getByRole('img', { name: /^Best ask since/ });
  expect(drawn.getAttribute('aria-label')).toMatch(/low 82\.00, high 88\.00, now 88\.00$/);
  expect(drawn.querySelector('path')?.getAttribute('d')).toMatch(/V3H352$/);
});

it('a price of the desk beyond all others is told at its own end of the scale, and what is not live is grey', () => {
  const own = request({ id: 'RQ-4', role: 'initiator' });
  const pane = openPane({ requests: [own] });
  pane.press(/^RQ-4/);
  const value = listing(quote({ price: { shape: 'single', price: price('84') } }));
  const course = [
    { at: NOON - 240_000, until: NOON - 120_000, value: '82' },
    { at: NOON - 120_000, until: NOON - 60_000, value: '83' },
    { at: NOON - 60_000, until: NOON + 60_000, value: '84' },
  ];
  pane.set({ kind: 'quotes', id: own.id }, { state: 'fresh', fetchedAt: NOON, value });
  pane.say({ kind: 'history', id: own.id, field: 'best' }, course);
  const ends = () =>
    [
      ...screen.getByRole('img', { name: /^Best ask since/ }).parentElement!.querySelectorAll('span > span'),
    ].map(({ textContent }) => textContent);
  expect(ends()).toEqual(['high 84.00', 'low 82.00']);
  pane.say({ kind: 'own-quotes' }, [
    {
      requestId: own.id,
      quoteId: QuoteId.parse('QT-9'),
      direction: 'bid',
      price: { shape: 'single', price: price('80') },
      quantity: Quantity.parse('10'),
      allOrNone: false,
      since: NOON,
    },
  ]);
  expect(ends()).toEqual(['high 84.00', 'yours 80.00']);
  const now = () => getComputedStyle(screen.getByText('84.00', { selector: 'strong' })).fontStyle;
  expect(now()).not.toBe('italic');
  pane.set({ kind: 'quotes', id: own.id }, { state: 'stale', fetchedAt: NOON, value });
  expect(now()).toBe('italic');
});

it('fewer than three prices are said in words, with since when the last one stands', () => {
  const own = request({ id: 'RQ-4', role: 'initiator' });
  const pane = openPane({ requests: [own] });
  pane.press(/^RQ-4/);
  const value = listing(quote({ price: { shape: 'single', price: price('84') } }));
  pane.set({ kind: 'quotes', id: own.id }, { state: 'fresh', fetchedAt: NOON, value });
  const told = () => screen.getByRole('region', { name: 'Best price over time' }).textContent;
  const stands = { at: NOON - 60_000, until: NOON + 60_000, value: '84' };
  pane.say({ kind: 'history', id: own.id, field: 'best' }, [stands]);
  expect(told()).toBe('Best ask84.00 since 12:03 CET');
  const before = { at: NOON - 240_000, until: NOON - 60_000, value: '82' };
  pane.say({ kind: 'history', id: own.id, field: 'best' }, [before, stands]);
  expect(told()).toBe('Best ask84.00 since 12:03 CET');
  expect(screen.queryByRole('img', { name: /^Best ask since/ })).toBeNull();
});

it('a list says how old it is only where it is not as old as the prices in the head', () => {
  const own = request({ id: 'RQ-4', role: 'initiator' });
  const pane = openPane({ requests: [own] });
  pane.press(/^RQ-4/);
  const none = { records: [], unreadable: [] };
  const read = (kind: 'quotes' | 'proposals', fetchedAt: number): void =>
    pane.set({ kind, id: own.id }, { state: 'fresh', fetchedAt, value: none });
  const told = (label: string) => screen.getByRole('region', { name: label }).textContent;
  read('quotes', NOON);
  read('proposals', NOON - 15_000);
  expect([told('Quotes'), told('Price proposals')]).toEqual(['No quotes yet', 'No proposals']);
  read('proposals', NOON - 16_000);
  expect(told('Quotes')).toMatch(/^No quotes yet.* ago$/);
  expect(told('Price proposals')).toBe('No proposals');
});
