// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Request } from '../../../src/domain/request';
import { listing, NOON, perLeg, price, quote, request, single, spread, swap } from '../examples';
import { button, isBlocked, openPane, violations } from '../open-pane';

const mine = request({ id: 'RQ-2', role: 'initiator' });

function countering(what: Request = mine, ...quotes: ReturnType<typeof quote>[]) {
  const pane = openPane({ requests: [what] });
  pane.arm();
  pane.open('RQ-2');
  pane.quotes(what, ...(quotes.length > 0 ? quotes : [quote()]));
  pane.press('Counter QT-1');
  return pane;
}

describe('the counteroffer ticket', () => {
  it('answers the quote that was chosen, on the side of who asked', () => {
    const pane = countering();
    expect(document.activeElement).toBe(screen.getByLabelText('Price'));
    expect(pane.text()).toContain('You answer QT-1 of Cobalt Grid: ask 84.15 EUR/MWh, 10 MW.');
    expect(pane.text()).not.toContain('You can accept part of it.');
    expect(pane.text()).toContain('As shown at 12:04:31 CET');
    pane.type('Price', '83,8');
    pane.press('Send counteroffer: bid 10 MW at 83.80');
    expect(pane.newest()).toMatchObject({
      shown:
        'You bid 10 MW DE Cal-27 base at 83.80 EUR/MWh, in answer to QT-1 of Cobalt Grid at 84.15 EUR/MWh, 10 MW (RQ-2) · 10 MW · 87,600 MWh · you pay 7,340,880 EUR',
    });
    expect(pane.newest().body).toEqual({
      kind: 'send-counteroffer',
      requestId: 'RQ-2',
      quoteId: 'QT-1',
      direction: 'bid',
      price: { shape: 'single', price: '83.8' },
      quantity: '10',
      allOrNone: false,
    });
  });

  it('says before it is sent that it cannot be withdrawn', () => {
    const pane = countering();
    const words = 'A counteroffer cannot be withdrawn on this platform.';
    expect(pane.text()).toContain(words);
    expect(pane.client.acts).toHaveLength(0);
    pane.close();
    const quoting = openPane({ requests: [request()] });
    quoting.open('RQ-1');
    quoting.type('Price', '83.8');
    expect(quoting.text()).not.toContain(words);
  });

  it('shows old and new when the quote moves, holds back, and keeps what was typed for the new choice', () => {
    const pane = countering();
    pane.type('Price', '83.8');
    pane.quotes(mine, quote({ price: single('84.3') }));
    expect(pane.text()).toContain('84.15 EUR/MWh, 10 MW→ 84.30 EUR/MWh, 10 MW');
    expect(isBlocked(/^Send counteroffer/)).toBe(true);
    expect(pane.text()).toContain('The quote has changed. Confirm the new price above.');
    pane.press(/^Send counteroffer/);
    pane.quotes(mine, quote());
    pane.press(/^Send counteroffer/);
    expect(pane.client.acts).toHaveLength(0);
    pane.press(/^Look at the new price: 84.15/);
    pane.press('Send counteroffer: bid 10 MW at 83.80');
    expect(pane.client.acts).toHaveLength(1);
  });

  it('says when only the terms moved, and when the quote is gone', () => {
    const pane = countering();
    pane.quotes(mine, quote({ allOrNone: true }));
    expect(pane.text()).toContain('84.15 EUR/MWh, 10 MW, partial OK→ 84.15 EUR/MWh, 10 MW, all or none');
    pane.quotes(mine);
    expect(pane.text()).toContain('This quote at 84.15 EUR/MWh, 10 MW is gone. Choose another.');
    expect(pane.text()).toContain(
      'The quote is gone: there is nothing to answer. Press Counter beside another quote.',
    );
    expect(pane.text()).not.toContain('Confirm the new price');
    expect(isBlocked('Send counteroffer')).toBe(true);
  });

  it('leads to the new quote of whoever made the one that is gone, where there is one', () => {
    const pane = countering();
    const offered = () => screen.queryByRole('button', { name: /^Answer its new quote/ });
    const [other, unnamed] = [quote({ id: 'QT-8', counterparty: 'Alder' }), { ...quote({ id: 'QT-9' }) }];
    delete (unnamed as { counterparty?: string }).counterparty;
    pane.quotes(mine, other, unnamed);
    expect(offered()).toBeNull();
    const renewed = quote({ id: 'QT-2', price: single('84.05') });
    pane.quotes(mine, other, renewed, quote({ id: 'QT-3' }));
    expect(offered()).toBeNull();
    pane.quotes(mine, other, renewed);
    pane.press('Answer its new quote: 84.05 EUR/MWh, 10 MW');
    expect(pane.text()).toContain('You answer QT-2 of Cobalt Grid: ask 84.05 EUR/MWh, 10 MW.');
    expect(document.activeElement).toBe(screen.getByLabelText('Price'));
    pane.type('Price', '83.8');
    pane.press('Send counteroffer: bid 10 MW at 83.80');
    expect(pane.newest().body).toMatchObject({ quoteId: 'QT-2', price: { price: '83.8' } });
  });

  it('is blocked while the quotes are stale, and while disarmed', () => {
    const pane = countering();
    pane.type('Price', '83.8');
    pane.set({ kind: 'quotes', id: mine.id }, { state: 'stale', value: listing(quote()), fetchedAt: NOON });
    expect(isBlocked(/^Send counteroffer/)).toBe(true);
    pane.quotes(mine, quote());
    pane.arm();
    expect(isBlocked(/^Send counteroffer/)).toBe(true);
    pane.press(/^Send counteroffer/);
    expect(pane.client.acts).toHaveLength(0);
  });

  it('has the shape of its request: both legs, one net price, or three with equal power', () => {
    const legs = countering(spread({ id: 'RQ-2', role: 'initiator' }), quote({ price: perLeg('30', '29') }));
    legs.type('Price of leg 1, DE', '30');
    legs.type('Price of leg 2, FR', '29.5');
    expect(legs.text()).toContain('You buy DE, sell FR if hit (bid).');
    legs.press(/^Send counteroffer/);
    expect(legs.newest().body).toMatchObject({ price: { legPrices: ['30', '29.5'] } });
    legs.close();
    const standard = spread({ id: 'RQ-2', role: 'initiator', contract: 'standard-spread' });
    const net = countering(standard, quote({ price: { shape: 'standard-spread', spreadPrice: price('1') } }));
    net.type('Net price', '0.75');
    net.press(/^Send counteroffer/);
    expect(net.newest().body).toMatchObject({ price: { shape: 'standard-spread', spreadPrice: '0.75' } });
    net.close();
    const pane = countering(
      swap({ id: 'RQ-2', role: 'initiator' }),
      quote({ price: perLeg('0.6', '80', '80') }),
    );
    pane.type(/^Price of leg 1/, '0.5');
    pane.type(/^Price of leg 2/, '80');
    pane.press(/^Send counteroffer/);
    expect(pane.newest().body).toMatchObject({ price: { legPrices: ['0.5', '80', '80'] } });
  });

  it('of a swap is compared with the best quote by its certificate', () => {
    const pane = countering(
      swap({ id: 'RQ-2', role: 'initiator' }),
      quote({ price: perLeg('0.6', '80', '80') }),
    );
    pane.type(/^Price of leg 1/, '0.5');
    pane.type(/^Price of leg 2/, '800');
    expect(pane.text()).toContain(
      '800.00 is about 10 times leg 2 of the best ask 80.00 EUR/MWh (Cobalt Grid)',
    );
  });

  it('shows what became of it, and then waits for another choice', async () => {
    const pane = countering();
    pane.type('Price', '83.8');
    pane.press(/^Send counteroffer/);
    pane.client.answer(pane.newest(), { state: 'done' });
    await pane.advance(0);
    expect(pane.text()).toContain('Done. The counteroffer to QT-1 went live.');
    expect(screen.queryByRole('button', { name: 'Counter QT-1' })).toBeNull();
    pane.press('Close');
    expect(pane.text()).toContain('Press Counter beside a quote.');
    expect(button('Counter QT-1')).toBeTruthy();
  });

  it('is left without sending', () => {
    const pane = countering();
    pane.press('Cancel');
    expect(screen.queryByRole('group', { name: 'Quote that you answer' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'RQ-2' }));
    expect(pane.client.acts).toHaveLength(0);
  });

  it('is not for who was asked', () => {
    const asked = request({ id: 'RQ-2' });
    const pane = openPane({ requests: [asked] });
    pane.open('RQ-2');
    pane.quotes(asked, quote());
    expect(pane.text()).toContain('QT-1');
    expect(screen.queryByRole('button', { name: /^Counter/ })).toBeNull();
    pane.close();
    const own = openPane({ requests: [mine] });
    own.open('RQ-2');
    own.quotes(mine, quote());
    expect(button('Counter QT-1')).toBeTruthy();
  });

  it('has nothing that axe-core finds wrong, frozen or moved', async () => {
    const pane = countering();
    expect(await violations(pane.container)).toEqual([]);
    pane.quotes(mine, quote({ price: single('84.3') }));
    expect(await violations(pane.container)).toEqual([]);
  });
});
