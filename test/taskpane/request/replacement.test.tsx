// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { QuoteId } from '../../../src/domain/identifiers';
import { BUILT_IN_LIMITS } from '../../../src/domain/limits/limits';
import type { OwnQuote } from '../../../src/domain/own-offers';
import { Quantity } from '../../../src/domain/quantity';
import type { Quote } from '../../../src/domain/offers';
import { NOON, price, quote, request, single } from '../examples';
import { button, isBlocked, openPane } from '../open-pane';

const asked = request({ id: 'RQ-2' });
const mine = (fields: Parameters<typeof quote>[0] = {}): Quote =>
  quote({ id: 'QT-9', requestId: asked.id, counterparty: 'Your Desk', ...fields });
const kept = (over: Partial<OwnQuote> = {}): OwnQuote => ({
  requestId: asked.id,
  quoteId: QuoteId.parse('QT-9'),
  direction: 'ask',
  price: { shape: 'single', price: price('84.15') },
  quantity: Quantity.parse('10'),
  allOrNone: false,
  since: NOON,
  ...over,
});

function opened(...quotes: Quote[]) {
  const pane = openPane({ requests: [asked] });
  pane.arm();
  pane.open('RQ-2');
  pane.quotes(asked, ...quotes);
  return pane;
}
const kinds = (pane: ReturnType<typeof opened>): string[] => pane.client.acts.map(({ body }) => body.kind);
const result = (): string => screen.getByRole('group', { name: 'Replacing a quote' }).textContent ?? '';

/** A replacement whose withdrawal is under way. */
async function replacing() {
  const pane = opened(mine());
  pane.type('Price', '84');
  pane.press(/^Replace 84.15 → 84.00$/);
  await pane.advance(0);
  return pane;
}

describe('a quote beside a live one of the desk on the same side', () => {
  it('replaces it unless a person says otherwise, and says which', () => {
    const pane = opened(mine());
    expect(button('Replace my ask 84.15 (10 MW)').getAttribute('aria-pressed')).toBe('true');
    expect(pane.text()).toContain('QT-9 is withdrawn first. The new one is sent only when that is done.');
    pane.type('Price', '84');
    expect(button('Replace 84.15 → 84.00')).toBeTruthy();
    expect(document.querySelector('[data-foot]')?.textContent).toMatch(/^You sell.*10 MW/);
  });

  it('is known from the desk’s own account too, before the request’s list has it', () => {
    const pane = opened();
    expect(screen.queryByRole('group', { name: 'Your live quote' })).toBeNull();
    pane.say({ kind: 'own-quotes' }, [kept()]);
    expect(button('Replace my ask 84.15 (10 MW)')).toBeTruthy();
    pane.say({ kind: 'own-quotes' }, [kept({ direction: 'bid' })]);
    expect(screen.queryByRole('group', { name: 'Your live quote' })).toBeNull();
    pane.say({ kind: 'own-quotes' }, [kept()]);
    pane.quotes(asked, mine({ state: 'withdrawn' }));
    expect(screen.queryByRole('group', { name: 'Your live quote' })).toBeNull();
  });

  it('says that an equal one that may be a colleague’s stays live, and replaces the other alone', () => {
    const pane = opened(mine());
    const twin = kept({ quoteId: QuoteId.parse('QT-11'), isTwin: true });
    pane.say({ kind: 'own-quotes' }, [kept(), twin]);
    expect(pane.text()).toContain(
      'Also live: ask 84.15, quantity 10, perhaps a colleague’s (QT-11). A new quote leaves it live; Withdraw all takes it off.',
    );
    expect(button('Replace my ask 84.15 (10 MW)')).toBeTruthy();
    pane.say({ kind: 'own-quotes' }, [kept(), { ...twin, direction: 'bid' }]);
    expect(pane.text()).not.toContain('Also live');
  });

  it('is changed from its row: the receipt of it makes way for the price field', async () => {
    const pane = opened();
    pane.type('Price', '84.15');
    pane.press('Offer 10 MW at 84.15');
    pane.client.answer(pane.newest(), { state: 'done', quoteId: QuoteId.parse('QT-9') });
    await pane.advance(0);
    pane.quotes(asked, mine());
    expect(screen.queryByRole('textbox', { name: 'Price' })).toBeNull();
    pane.press('Change QT-9');
    const typed = screen.getByRole<HTMLInputElement>('textbox', { name: 'Price' });
    expect(document.activeElement).toBe(typed);
    expect([typed.value, typed.selectionStart, typed.selectionEnd]).toEqual(['84.15', 0, 5]);
    expect(button('Replace my ask 84.15 (10 MW)').getAttribute('aria-pressed')).toBe('true');
  });

  it('withdraws first and sends the new one only when that is done', async () => {
    const pane = await replacing();
    expect(kinds(pane)).toEqual(['withdraw-quote']);
    expect(pane.client.acts[0]?.body).toMatchObject({ quoteId: 'QT-9' });
    expect(result()).toContain('Replacing. Withdrawing the live quote.');
    expect(screen.queryByRole('textbox', { name: 'Price' })).toBeNull();
    pane.client.answer(pane.newest(), { state: 'done' });
    await pane.advance(0);
    expect(kinds(pane)).toEqual(['withdraw-quote', 'send-quote']);
    expect(pane.newest()).toMatchObject({
      body: { kind: 'send-quote', price: { price: '84' } },
      shown:
        'You offer to sell 10 MW DE Cal-27 base at 84.00 EUR/MWh, replacing QT-9 (RQ-2) · 10 MW · 87,600 MWh · you receive 7,358,400 EUR',
    });
    pane.client.answer(pane.newest(), { state: 'done', quoteId: QuoteId.parse('QT-10') });
    await pane.advance(0);
    expect(result()).toContain('Replaced. QT-9 is withdrawn. The quote went live as QT-10.');
    pane.quotes(asked, mine({ id: 'QT-10', state: 'accepted' }));
    expect(result()).toContain('went live');
    const taken = { id: QuoteId.parse('QT-10'), state: 'accepted', raw: { 'remaining-quantity': 0 } };
    pane.quotes(asked, mine(taken));
    expect(pane.text()).toContain('Filled. The quote QT-10 was taken.');
    expect(pane.text()).not.toContain('went live');
    pane.press('New quote');
    expect(screen.getByRole('textbox', { name: 'Price' })).toBeTruthy();
  });

  it('stays live until what replaces it is approved, where another person has to', () => {
    const pane = opened(mine());
    pane.type('Price', '84');
    expect(pane.text()).toContain('QT-9 is withdrawn first.');
    const limits = { limits: BUILT_IN_LIMITS, locked: false, source: 'file' } as const;
    pane.say({ kind: 'limits' }, { ...limits, fourEyes: { above: { kinds: ['send-quote'] }, minutes: 5 } });
    expect(pane.text()).toContain('QT-9 stays live until the new one is approved.');
    expect(isBlocked('Ask for approval to replace 84.15 → 84.00')).toBe(false);
  });

  it('leaves the withdrawal to the gateway where another person may have to approve, and says what waits', async () => {
    const pane = opened(mine());
    const limits = { limits: BUILT_IN_LIMITS, locked: false, source: 'file' } as const;
    pane.say({ kind: 'limits' }, { ...limits, fourEyes: { above: {}, minutes: 5 } });
    pane.type('Price', '84');
    pane.press(/^Replace 84.15 → 84.00$/);
    await pane.advance(0);
    expect(kinds(pane)).toEqual(['send-quote']);
    expect(pane.newest()).toMatchObject({ replaces: ['QT-9'] });
    pane.client.answer(pane.newest(), { state: 'waiting' });
    await pane.advance(0);
    expect(result()).toContain('Waiting for approval. Another person has to approve it');
    expect(screen.queryByRole('button', { name: 'New quote' })).toBeNull();
    pane.say({ kind: 'journal' }, [
      pane.client.actionOf(pane.newest(), {
        state: 'cancelled',
        failure: { kind: 'denied', message: 'Ben refused it: too large', next: 'Nothing was sent.' },
      }),
    ]);
    await pane.advance(0);
    expect(result()).toMatch(/^Not replaced\. It never left the desk\..*Ben refused it: too large/);
    expect(result()).not.toContain('nothing is live');
    expect(kinds(pane)).toEqual(['send-quote']);
  });

  it('that waits is told of once, with its buttons, also when the request is over meanwhile', async () => {
    const pane = opened(mine());
    const limits = { limits: BUILT_IN_LIMITS, locked: false, source: 'file' } as const;
    pane.say({ kind: 'limits' }, { ...limits, fourEyes: { above: {}, minutes: 5 } });
    pane.type('Price', '84');
    pane.press(/^Replace 84.15 → 84.00$/);
    await pane.advance(0);
    pane.client.answer(pane.newest(), { state: 'waiting' });
    await pane.advance(0);
    const told = () => pane.text().match(/Waiting for approval\./g);
    expect(told()).toHaveLength(1);
    pane.press(/^Cancel it: /);
    expect(pane.client.words).toMatchObject([{ word: 'cancel', id: pane.newest().id }]);
    pane.say({ kind: 'request', id: asked.id }, { ...asked, state: 'traded', concludedAt: NOON });
    expect(told()).toHaveLength(1);
    expect(screen.getAllByRole('button', { name: /^Remind the approvers/ })).toHaveLength(1);
  });

  it('does not send the new one when the old one was taken, and says why', async () => {
    const pane = await replacing();
    pane.client.answer(pane.newest(), {
      state: 'rejected',
      failure: { kind: 'wrong-state', message: 'The quote was accepted.', next: 'Look at the trade.' },
    });
    await pane.advance(0);
    expect(kinds(pane)).toEqual(['withdraw-quote']);
    expect(result()).toMatch(
      /Not replaced\. Not withdrawn\..*The quote was accepted\..*The new one was not sent\./,
    );
  });

  it('does not send the new one while it is not known whether the old one is withdrawn, nor when it comes out', async () => {
    const pane = await replacing();
    pane.client.answer(pane.newest(), { state: 'unknown' });
    await pane.advance(0);
    expect(result()).toContain(
      'Unknown. It is not known whether the live quote is withdrawn. The new one was not sent.',
    );
    pane.say({ kind: 'journal' }, [pane.client.actionOf(pane.newest(), { state: 'done' })]);
    await pane.advance(0);
    expect(result()).toContain('The live quote is withdrawn. The new one was not sent.');
    expect(kinds(pane)).toEqual(['withdraw-quote']);
  });

  it.each<[string, (pane: ReturnType<typeof opened>) => void, string]>([
    [
      'a part was traded',
      (pane) =>
        pane.say({ kind: 'request', id: asked.id }, { ...asked, remainingQuantity: Quantity.parse('6') }),
      'A part of the request was traded meanwhile: 6 of 10 MW left.',
    ],
    [
      'it was taken',
      (pane) => pane.quotes(asked, mine({ state: 'accepted' })),
      'QT-9 was accepted meanwhile.',
    ],
    [
      'another one of the desk went live',
      (pane) => pane.say({ kind: 'own-quotes' }, [kept({ quoteId: QuoteId.parse('QT-11') })]),
      'Something else of yours went live on this side meanwhile: ask 84.15 (10 MW).',
    ],
    ['a person disarmed', (pane) => pane.arm(), 'Trading was switched off before it was sent.'],
  ])('does not send the new one when %s while the old one was withdrawn', async (_, happens, why) => {
    const pane = await replacing();
    happens(pane);
    pane.client.answer(pane.newest(), { state: 'done' });
    await pane.advance(0);
    expect(kinds(pane)).toEqual(['withdraw-quote']);
    expect(result()).toContain(`nothing is live now. The new one was not sent. ${why}`);
  });

  it('goes on while a person looks into another room', async () => {
    const pane = await replacing();
    pane.press('Back');
    pane.client.answer(pane.newest(), { state: 'done' });
    await pane.advance(0);
    expect(kinds(pane)).toEqual(['withdraw-quote', 'send-quote']);
  });

  it('sends nothing where it says what is live already', () => {
    const pane = opened(mine());
    pane.type('Price', '84.15');
    expect(pane.text()).toContain('Your live quote already has these terms. Type a new price.');
    expect(isBlocked('Send quote')).toBe(true);
    pane.press('Send quote');
    expect(kinds(pane)).toEqual([]);
    // Nothing is wrong with it: it opens so after a quote that went live.
    expect(screen.queryByText(/^Blocked/)).toBeNull();
    expect(screen.getByRole('textbox', { name: 'Price' }).getAttribute('aria-invalid')).not.toBe('true');
  });

  it('becomes a second one only when a person says so, and ticks what is live together', () => {
    const pane = opened(mine());
    pane.press('Add a second quote');
    pane.type('Price', '84');
    expect(pane.text()).toContain('A second quote: your ask 84.15 (10 MW) stays live beside it.');
    expect(pane.text()).toContain('More live than the request wants: 20 MW together, for 10 MW.');
    expect(isBlocked(/^Send second quote/)).toBe(true);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Send anyway: I have checked' }));
    pane.press(/^Send second quote/);
    expect(kinds(pane)).toEqual(['send-quote']);
  });

  it('is not warned of more than the request wants while both fit', () => {
    const pane = opened(mine({ quantity: Quantity.parse('4') }));
    pane.press('Add a second quote');
    pane.type('Price', '84');
    pane.type('Quantity', '6');
    expect(pane.text()).toContain('stays live beside it.');
    expect(pane.text()).not.toContain('More live than the request wants');
    pane.type('Quantity', '6.1');
    expect(pane.text()).toContain('More live than the request wants: 10.1 MW together, for 10 MW.');
  });

  it('of somebody else, or on the other side, is no live one of the desk', () => {
    const pane = opened(
      quote({ id: 'QT-1', price: single('85') }),
      quote({ id: 'QT-2', counterparty: 'Nordkraft' }),
    );
    pane.type('Price', '84');
    expect(screen.queryByRole('group', { name: 'Your live quote' })).toBeNull();
    pane.press(/^(Bid|Offer)\b.* at /);
    expect(kinds(pane)).toEqual(['send-quote']);
  });
});
