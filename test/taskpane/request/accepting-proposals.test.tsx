// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Quantity } from '../../../src/domain/quantity';
import type { Proposal } from '../../../src/domain/offers';
import type { Request } from '../../../src/domain/request';
import { TOO_SOON_MS } from '../../../src/taskpane/request/accepting';
import { listing, NOON, perLeg, price, proposal, request, single, spread, swap } from '../examples';
import { button, isBlocked, openPane, violations } from '../open-pane';

/** With what it takes, where that can be sent. */
const ACCEPT = /^Accept(?: \d.* at [^…]*)?$/;
const asked = request({ id: 'RQ-2' });
const moved = { kind: 'price-moved', message: 'It is not 83.5 any more.', next: 'Look again.' } as const;

async function chosen(what: Request = asked, ...proposals: Proposal[]) {
  const pane = openPane({ requests: [what] });
  pane.arm();
  pane.open('RQ-2');
  pane.proposals(what, ...(proposals.length > 0 ? proposals : [proposal()]));
  pane.press('Accept PP-1');
  await pane.advance(TOO_SOON_MS);
  return pane;
}

describe('accepting a firm price proposal', () => {
  it('freezes what was shown and sends exactly that', async () => {
    const pane = await chosen();
    expect(pane.text()).toContain('Accept this firm price proposal?');
    expect(pane.text()).toContain('You sell 10 MW DE Cal-27 base at 83.50 EUR/MWh to Alpha Energy.');
    expect(pane.text()).toContain('You can accept part of it.');
    expect(pane.text()).toContain('Price frozen as you chose it at 12:04:31 CET');
    pane.press(ACCEPT);
    expect(pane.newest().shown).toBe(
      'You sell 10 MW DE Cal-27 base at 83.50 EUR/MWh to Alpha Energy (RQ-2, price proposal PP-1) · 10 MW · 87,600 MWh · you receive 7,314,600 EUR',
    );
    expect(pane.newest().body).toEqual({
      kind: 'accept-proposal',
      requestId: 'RQ-2',
      proposalId: 'PP-1',
      lastSeen: { type: 'per-leg', legPrices: ['83.5'] },
      shownQuantity: '10',
      shownAllOrNone: false,
    });
  });

  it('takes a part only where all-or-none is false', async () => {
    const pane = await chosen();
    pane.type('Quantity to accept (max 10 MW)', '2,5');
    pane.press(ACCEPT);
    expect(pane.newest().body).toMatchObject({ quantity: '2.5', shownQuantity: '10', shownAllOrNone: false });
    pane.close();
    const whole = await chosen(asked, proposal({ allOrNone: true }));
    expect(screen.queryByRole('textbox', { name: /^Quantity to accept/ })).toBeNull();
    expect(whole.text()).toContain('All or none.');
    whole.press(ACCEPT);
    expect(whole.newest().body).toMatchObject({ shownAllOrNone: true });
  });

  it('carries both leg prices, one net price, or the three prices of a swap', async () => {
    const legs = await chosen(spread({ id: 'RQ-2' }), proposal({ price: perLeg('30', '29') }));
    legs.press(ACCEPT);
    expect(legs.newest().body).toMatchObject({ lastSeen: { type: 'per-leg', legPrices: ['30', '29'] } });
    legs.close();
    const standard = spread({ id: 'RQ-2', contract: 'standard-spread' });
    const offer = proposal({ price: { shape: 'standard-spread', spreadPrice: price('1.25') } });
    const net = await chosen(standard, offer);
    net.press(ACCEPT);
    expect(net.newest().body).toMatchObject({ lastSeen: { type: 'standard-spread', spreadPrice: '1.25' } });
    net.close();
    const pane = await chosen(swap({ id: 'RQ-2' }), proposal({ price: perLeg('0.5', '80', '80') }));
    expect(pane.text()).toContain('at 0.50 / 80.00 / 80.00 EUR/MWh to Alpha Energy');
    pane.press(ACCEPT);
    expect(pane.newest().body).toMatchObject({ lastSeen: { legPrices: ['0.5', '80', '80'] } });
  });

  it('never happens with Enter, and not by the press that chose', async () => {
    const pane = await chosen();
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Confirm acceptance' }));
    expect(fireEvent.keyDown(button(ACCEPT), { key: 'Enter' })).toBe(false);
    fireEvent.click(button(ACCEPT), { detail: 2 });
    expect(pane.client.acts).toHaveLength(0);
  });

  it('shows old and new when another one takes its place, and needs a new choice', async () => {
    const pane = await chosen();
    pane.proposals(asked, proposal({ id: 'PP-2', price: single('83.7') }));
    expect(pane.text()).toContain(
      '83.50 EUR/MWh, 10 MW, PP-1 of Alpha Energy→ 83.70 EUR/MWh, 10 MW, PP-2 of Alpha Energy',
    );
    expect(screen.queryByRole('button', { name: ACCEPT })).toBeNull();
    pane.press(/^Look at the new price: 83.70/);
    await pane.advance(TOO_SOON_MS);
    pane.press(ACCEPT);
    expect(pane.newest().body).toMatchObject({ proposalId: 'PP-2', lastSeen: { legPrices: ['83.7'] } });
  });

  it('ends when it became indicative or was deleted', async () => {
    const pane = await chosen();
    pane.proposals(asked, proposal({ kind: 'indicative' }));
    expect(pane.text()).toContain('This price proposal at 83.50 EUR/MWh, 10 MW is gone.');
    expect(screen.queryByRole('button', { name: ACCEPT })).toBeNull();
  });

  it('is blocked while the price proposals are stale', async () => {
    const pane = await chosen();
    const stale = { state: 'stale', value: listing(proposal()), fetchedAt: NOON } as const;
    pane.set({ kind: 'proposals', id: asked.id }, stale);
    expect(isBlocked(ACCEPT)).toBe(true);
  });

  it('refused because it moved shows old → new, fetches the proposals, and needs a new choice', async () => {
    const pane = await chosen();
    pane.press(ACCEPT);
    pane.client.refreshed.length = 0;
    pane.client.answer(pane.newest(), { state: 'rejected', failure: moved });
    await pane.advance(0);
    expect(pane.text()).toContain('The new price is being fetched.');
    expect(pane.client.refreshed).toEqual([{ kind: 'proposals', id: 'RQ-2' }]);
    pane.proposals(asked, proposal({ price: single('83.6') }));
    expect(pane.text()).toContain('Rejected: the price moved from 83.50 to 83.60. Nothing was traded.');
    pane.press(/^Look at the new price/);
    expect(pane.text()).toContain('You sell 10 MW DE Cal-27 base at 83.60 EUR/MWh to Alpha Energy.');
    expect(pane.client.acts).toHaveLength(1);
  });

  it('refused because it is not there any more finds the one that took its place', async () => {
    const pane = await chosen();
    pane.press(ACCEPT);
    const failure = {
      kind: 'not-found',
      message: 'Price proposal PP-1 is not there any more.',
      next: '',
    } as const;
    pane.client.answer(pane.newest(), { state: 'rejected', failure });
    pane.proposals(asked, proposal({ id: 'PP-2', price: single('83.6') }));
    await pane.advance(0);
    expect(pane.text()).toContain(
      'from 83.50 EUR/MWh, 10 MW, PP-1 to 83.60 EUR/MWh, 10 MW, PP-2 of Alpha Energy.',
    );
  });

  it('offers the rest again once the platform says that a part is traded', async () => {
    const pane = await chosen();
    pane.type('Quantity to accept (max 10 MW)', '4');
    pane.press(ACCEPT);
    pane.client.answer(pane.newest(), { state: 'done' });
    await pane.advance(0);
    expect(screen.queryByRole('button', { name: 'Accept PP-1' })).toBeNull();
    const partly = { ...asked, remainingQuantity: Quantity.parse('6') };
    pane.say({ kind: 'request', id: asked.id }, partly);
    pane.press('Accept PP-1');
    expect(pane.text()).toContain('Accept this firm price proposal?');
    expect(screen.getByLabelText('Quantity to accept (max 6 MW)')).toBeTruthy();
  });

  it('refused because its terms changed says which', async () => {
    const pane = await chosen();
    pane.press(ACCEPT);
    pane.client.answer(pane.newest(), { state: 'rejected', failure: moved });
    await pane.advance(0);
    pane.proposals(asked, proposal({ allOrNone: true }));
    expect(pane.text()).toContain(
      'the terms changed from 83.50 EUR/MWh, 10 MW, partial OK to 83.50 EUR/MWh, 10 MW, all or none.',
    );
  });

  it('has nothing that axe-core finds wrong', async () => {
    const pane = await chosen();
    expect(await violations(pane.container)).toEqual([]);
  });
});

describe('a price proposal that cannot be accepted', () => {
  it.each([
    ['indicative', asked, proposal({ kind: 'indicative' }), 'Indicative: it cannot be accepted.'],
    ['on the own side', asked, proposal({ direction: 'ask' }), 'This ask is on your own side.'],
  ])('is one that is %s, and says why', (_, what, offer, why) => {
    const pane = openPane({ requests: [what] });
    pane.open('RQ-2');
    pane.proposals(what, offer);
    expect(screen.queryByRole('button', { name: /^Accept \S/ })).toBeNull();
    expect(pane.text()).toContain(why);
  });

  it('is any one on the desk’s own request', () => {
    const mine = request({ id: 'RQ-2', role: 'initiator' });
    const pane = openPane({ requests: [mine] });
    pane.open('RQ-2');
    for (const direction of ['ask', 'bid'] as const) {
      pane.proposals(mine, proposal({ direction }));
      expect(pane.text()).toContain(` · ${direction} · partial OK`);
      expect(screen.queryByRole('button', { name: /^Accept \S/ })).toBeNull();
    }
    pane.close();
    const other = openPane({ requests: [asked] });
    other.open('RQ-2');
    other.proposals(asked, proposal());
    expect(button('Accept PP-1')).toBeTruthy();
  });
});
