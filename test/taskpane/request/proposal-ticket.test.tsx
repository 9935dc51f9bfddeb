// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_LIMITS } from '../../../src/domain/limits/limits';
import type { Request } from '../../../src/domain/request';
import { listing, proposal, quote, request, single, spread, swap } from '../examples';
import { button, isBlocked, openPane, violations } from '../open-pane';

const asked = request({ id: 'RQ-2' });
const mine = request({ id: 'RQ-2', role: 'initiator' });

function opened(what: Request = asked, ...proposals: ReturnType<typeof proposal>[]) {
  const pane = openPane({ requests: [what] });
  pane.arm();
  pane.open('RQ-2');
  pane.proposals(what, ...proposals);
  pane.press('Price proposal');
  return pane;
}

describe('the price proposal ticket', () => {
  it('as recipient sends on the side of the quotes, firm or indicative only as chosen', () => {
    const pane = opened();
    pane.type('Price', '84,15');
    expect(isBlocked('Send proposal')).toBe(true);
    expect(pane.text()).toContain('Choose firm or indicative.');
    pane.press('Firm: can be accepted');
    pane.press('Send firm proposal: offer 10 MW at 84.15');
    expect(pane.newest()).toMatchObject({
      shown:
        'Firm price proposal: You offer to sell 10 MW DE Cal-27 base at 84.15 EUR/MWh (RQ-2) · 10 MW · 87,600 MWh · you receive 7,371,540 EUR',
      body: {
        kind: 'send-proposal',
        requestId: 'RQ-2',
        proposalKind: 'firm',
        direction: 'ask',
        price: { shape: 'single', price: '84.15' },
        quantity: '10',
        allOrNone: false,
      },
    });
  });

  it('is held against the limits before its kind is chosen, which is asked for in sight', () => {
    const pane = opened();
    pane.quotes(asked, quote(), quote({ id: 'QT-2', counterparty: 'Nordkraft' }));
    pane.say({ kind: 'limits' }, { limits: BUILT_IN_LIMITS, locked: false, source: 'built-in' });
    expect(pane.text()).toContain('Firm or indicative? Nothing is sent until you choose.');
    pane.type('Price', '8415');
    expect(pane.text()).toContain(
      'Blocked: 3 reasons8,415.00 is 8,330.85 (9,900 %) above the best ask 84.15 EUR/MWh (Cobalt Grid); the block level is 50 % and 15.00 EUR/MWh.',
    );
    pane.type('Price', '100');
    expect(pane.text()).not.toContain('Blocked');
    // What is warned of is said, and ticked once the kind is chosen.
    expect(pane.text()).toContain('above the best ask 84.15');
    expect(screen.queryByRole('checkbox', { name: /^Send anyway/ })).toBeNull();
    pane.press('Choose firm or indicative.');
    expect(document.activeElement).toBe(button('Firm: can be accepted'));
    pane.press('Firm: can be accepted');
    expect(pane.text()).not.toContain('Nothing is sent until you choose.');
    fireEvent.click(screen.getByRole('checkbox', { name: /^Send anyway/ }));
    pane.press(/^Send firm proposal/);
    expect(pane.newest().body).toMatchObject({ proposalKind: 'firm', price: { price: '100' } });
  });

  it('on the desk’s own request stands on the other side', () => {
    const pane = opened(mine);
    expect(pane.text()).toContain('You buy if hit (bid).');
    pane.press('Indicative: informs');
    pane.type('Price', '83');
    pane.press('Send indicative proposal: bid 10 MW at 83.00');
    expect(pane.newest().body).toEqual({
      kind: 'send-proposal',
      requestId: 'RQ-2',
      proposalKind: 'indicative',
      direction: 'bid',
      price: { shape: 'single', price: '83' },
      quantity: '10',
      allOrNone: false,
    });
  });

  it('for a spread says what the desk does with both legs, and sends both prices', () => {
    const own = spread({ id: 'RQ-2', role: 'initiator' });
    const pane = opened(own);
    pane.press('Firm: can be accepted');
    pane.type('Price of leg 1, DE', '30');
    pane.type('Price of leg 2, FR', '29');
    expect(pane.text()).toContain(
      'You buy leg 1 (DE), sell leg 2 (FR), 10 MW DE/FR Cal-27 base at 30.00 / 29.00, net',
    );
    pane.press(/^Send firm proposal/);
    expect(pane.newest().body).toMatchObject({
      direction: 'bid',
      price: { shape: 'per-leg', legPrices: ['30', '29'] },
    });
  });

  it('for a standard spread sends one net price, for a swap three prices with equal power', () => {
    const standard = opened(spread({ id: 'RQ-2', contract: 'standard-spread', spreadType: 'time' }));
    standard.press('Firm: can be accepted');
    standard.type('Net price', '-1.25');
    standard.press(/^Send firm proposal/);
    expect(standard.newest().body).toMatchObject({
      price: { shape: 'standard-spread', spreadPrice: '-1.25' },
    });
    standard.close();
    const pane = opened(swap({ id: 'RQ-2' }));
    pane.press('Firm: can be accepted');
    pane.type(/^Price of leg 1/, '0.5');
    pane.type(/^Price of leg 2/, '80');
    pane.press(/^Send firm proposal/);
    expect(pane.newest().body).toMatchObject({ price: { legPrices: ['0.5', '80', '80'] } });
  });

  it('says that it replaces all existing proposals, which these are, and keeps that in the journal', () => {
    const second = proposal({ id: 'PP-2', kind: 'indicative', price: single('84'), direction: 'ask' });
    const gone = proposal({ id: 'PP-0', state: 'withdrawn' });
    const pane = opened(asked, proposal(), second, gone);
    expect(pane.text()).toContain('It replaces all 2 existing price proposals of this request:');
    const replaced = within(screen.getByRole('list', { name: 'Price proposals that it replaces' }));
    expect(replaced.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'PP-1, firm, bid, 83.50 EUR/MWh, 10 MW, Alpha Energy',
      'PP-2, indicative, ask, 84.00 EUR/MWh, 10 MW, Alpha Energy',
    ]);
    // What another could take is named once more where the button is.
    expect(pane.text()).toContain('It deletes the firm bid PP-1 at 83.50 of Alpha Energy.');
    pane.press('Firm: can be accepted');
    pane.type('Price', '84');
    pane.press(/^Send firm proposal/);
    expect(pane.newest().shown).toContain(', replacing 2: PP-1, PP-2 (RQ-2)');
  });

  it('says so when there is one or none to replace, and when that is not known', () => {
    const pane = opened(asked, proposal());
    expect(pane.text()).toContain('It replaces the only existing price proposal of this request:');
    pane.proposals(asked);
    expect(pane.text()).toContain('There is no price proposal on this request to replace.');
    expect(pane.text()).not.toContain('It deletes');
    pane.set({ kind: 'proposals', id: asked.id }, { state: 'stale', value: listing() });
    expect(pane.text()).toContain(
      'It replaces all existing price proposals of this request; their list is not',
    );
    pane.press('Indicative: informs');
    pane.type('Price', '84');
    pane.press(/^Send indicative proposal/);
    expect(pane.newest().shown).toContain('replacing all price proposals, which were not known');
  });

  it('is checked as a quote is, and asks for a tick', () => {
    const pane = opened();
    pane.quotes(asked, quote({ price: single('84') }));
    pane.press('Firm: can be accepted');
    pane.type('Price', '840');
    expect(pane.text()).toContain('840.00 is about 10 times the best ask 84.00 EUR/MWh (Cobalt Grid)');
    expect(isBlocked(/^Send firm proposal/)).toBe(true);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Send anyway: I have checked' }));
    pane.press('Indicative: informs');
    expect(isBlocked(/^Send indicative proposal/)).toBe(true);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Send anyway: I have checked' }));
    pane.press(/^Send indicative proposal/);
    expect(pane.newest().body).toMatchObject({ proposalKind: 'indicative', price: { price: '840' } });
  });

  it('shows what became of it, takes the focus there, and lets the desk propose again', async () => {
    const pane = opened();
    pane.press('Firm: can be accepted');
    pane.type('Price', '84');
    const send = button(/^Send firm proposal/);
    send.focus();
    send.click();
    await pane.advance(0);
    expect(document.activeElement?.textContent).toContain('Sending.');
    pane.client.answer(pane.newest(), {
      state: 'rejected',
      failure: { kind: 'wrong-state', message: 'The request was closed.', next: 'Look for another.' },
    });
    await pane.advance(0);
    expect(pane.text()).toContain('The request was closed. Look for another.');
    pane.press('New proposal');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Price' }).value).toBe('84');
  });

  it('keeps what was typed for a quote, and the other way round', () => {
    const pane = opened();
    pane.press('Quote');
    pane.type('Price', '84');
    pane.press('Price proposal');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Price' }).value).toBe('');
    pane.press('Quote');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Price' }).value).toBe('84');
  });

  it('is not there where the service does not say who asked', () => {
    const { role: _, ...bare } = asked;
    const pane = openPane({ requests: [bare] });
    pane.open('RQ-2');
    expect(screen.queryByRole('button', { name: 'Price proposal' })).toBeNull();
    expect(pane.text()).toContain('The platform does not say whether you asked or were asked');
  });

  it('has nothing that axe-core finds wrong', async () => {
    const pane = opened(asked, proposal());
    pane.press('Firm: can be accepted');
    pane.type('Price', 'x');
    expect(await violations(pane.container)).toEqual([]);
  });
});
