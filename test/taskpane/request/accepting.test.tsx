// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../src/domain/failure';
import { TradeId } from '../../../src/domain/identifiers';
import { SLIPS_ALONE } from '../../../src/domain/limits/slips';
import { Quantity } from '../../../src/domain/quantity';
import { TOO_SOON_MS } from '../../../src/taskpane/request/accepting';
import { leg, listing, NOON, perLeg, price, quote, request, single, spread } from '../examples';
import { button, isBlocked, openPane } from '../open-pane';

const mine = request({ id: 'RQ-2', role: 'initiator' });
const mySpread = spread({ id: 'RQ-2', role: 'initiator' });
/** With what it takes, where that can be sent. */
const ACCEPT = /^Accept(?: \d.* at [^…]*)?$/;
const dear = quote({ id: 'QT-2', price: single('85') });

function opened(what = mine, ...quotes: ReturnType<typeof quote>[]) {
  const pane = openPane({ requests: [what] });
  pane.arm();
  pane.open('RQ-2');
  pane.quotes(what, ...(quotes.length > 0 ? quotes : [dear, quote()]));
  return pane;
}

async function chosen(...args: Parameters<typeof opened>) {
  const pane = opened(...args);
  pane.press('Accept QT-1');
  await pane.advance(TOO_SOON_MS);
  return pane;
}

const cellsOf = (row: HTMLElement): string[] => [...row.children].map(({ textContent }) => textContent);

describe('the quotes of the desk’s own request', () => {
  it('stand best first with price, unit, quantity, whose they are and their age', () => {
    opened();
    const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows[0]).toBe('84.1510 MW Cobalt Grid · best · ask · partial OK12 s oldAccept…Counter');
    expect(rows[1]).toContain('85.00');
    expect(rows[1]).toMatch(/12 s oldAccept…Counter$/);
    // Without a pointer on a row too.
    const opacities = ['Accept QT-1', 'Counter QT-1', 'Accept QT-2', 'Counter QT-2'].flatMap((name) =>
      [button(name), button(name).closest('[data-row-buttons]')].map(
        (place) => place && getComputedStyle(place).opacity,
      ),
    );
    expect(opacities).not.toContain('0');
    button('Counter QT-2').focus();
    expect(document.activeElement).toBe(button('Counter QT-2'));
  });

  it('say of the best one, once it is chosen, of how many', async () => {
    const pane = await chosen();
    expect(pane.text()).toContain('Best of 2 quotes');
    pane.close();
    expect((await chosen(mine, quote())).text()).toContain('The only quote');
  });

  it('mark a changed price for a while and keep their place', async () => {
    const pane = opened();
    button('Accept QT-1').focus();
    pane.quotes(mine, dear, quote({ price: single('86') }));
    const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows[0]).toContain('86.00▲, changed up');
    expect(rows[0]).toContain('no longer best');
    expect(rows[1]).toContain('· best');
    expect(pane.text()).toContain('The order changed; it is held while you use the list.');
    await pane.advance(5000);
    expect(pane.text()).not.toContain('changed up');
  });

  it('offer no acceptance of a quote on the request’s own side', () => {
    const pane = opened(mine, quote({ direction: 'bid' }));
    expect(screen.queryByRole('button', { name: /^Accept \S/ })).toBeNull();
    expect(pane.text()).toContain('This bid is on the side of your own request.');
  });

  it('say how many of them cannot be read', () => {
    const pane = opened();
    const failure = { kind: 'unreadable', message: 'The quote QT-7 has no price.', next: '' } as const;
    pane.say({ kind: 'quotes', id: mine.id }, { records: [], unreadable: [{ raw: {}, failure }] });
    expect(pane.text()).toContain('The quote QT-7 has no price.');
  });
});

describe('quotes that cannot be read', () => {
  const failure: Failure = {
    kind: 'unreadable',
    message: 'The service sent the quote QT-7 that cannot be read.',
    next: '',
    fields: [{ path: 'legs[0].price', message: 'not a price' }],
  };
  const raw = {
    'quotation-id': 'QT-7',
    'price-direction': 'ask',
    state: 'active',
    counterparty: 'Nordkraft',
    legs: [{ price: 69.333333333333 }],
  };
  const beside = (over: object = {}) => ({
    records: [dear, quote()],
    unreadable: [{ raw: { ...raw, ...over }, failure }],
  });
  const bestRow = (): string =>
    screen.getAllByRole('listitem').find((row) => row.textContent?.includes('84.15'))?.textContent ?? '';

  it('stand as rows with what they say and what of them cannot be read', () => {
    const pane = opened();
    pane.say({ kind: 'quotes', id: mine.id }, beside());
    const list = screen.getByRole('list', { name: 'Quotes that cannot be read' });
    expect(list.textContent).toBe(
      'QT-7 · Nordkraft · ask · activeCannot be read: legs[0].price: not a price',
    );
    pane.say({ kind: 'quotes', id: mine.id }, { records: [], unreadable: beside().unreadable });
    expect(pane.text()).not.toContain('No quotes yet.');
    expect(screen.getByRole('list', { name: 'Quotes that cannot be read' })).toBeTruthy();
  });

  it('leave the best one marked as the best of those that can be read', () => {
    const pane = opened();
    expect(bestRow()).toMatch(/Cobalt Grid · best · /);
    pane.say({ kind: 'quotes', id: mine.id }, beside());
    expect(bestRow()).toContain('best of those that can be read; 1 cannot be read');
    pane.say({ kind: 'quotes', id: mine.id }, beside({ state: 'withdrawn' }));
    expect(bestRow()).toMatch(/Cobalt Grid · best · /);
    pane.say({ kind: 'quotes', id: mine.id }, beside({ 'price-direction': 'bid' }));
    expect(bestRow()).toMatch(/Cobalt Grid · best · /);
  });

  it('are warned of where another one is accepted', async () => {
    const pane = await chosen();
    expect(pane.text()).not.toContain('so it is not known whether this is the best');
    pane.say({ kind: 'quotes', id: mine.id }, beside());
    expect(screen.getByRole('region', { name: 'Confirm acceptance' }).textContent).toContain(
      '1 quote on this request cannot be read (legs[0].price: not a price), so it is not known whether this is the best.',
    );
  });
});

describe('accepting', () => {
  it('freezes what was shown and sends exactly that', async () => {
    const pane = await chosen();
    expect(pane.text()).toContain('You buy 10 MW DE Cal-27 base at 84.15 EUR/MWh from Cobalt Grid.');
    const table = screen.getByRole('table', { name: 'Money' });
    expect(within(table).getAllByRole('row').map(cellsOf)).toEqual([
      ['You', 'Quantity', 'Price', 'Money'],
      ['buy8,760 h', '10 MW87,600 MWh', '84.15EUR/MWh', '7,371,540 EURyou pay841.50 EUR/h'],
    ]);
    expect(pane.text()).toContain('Price frozen as you chose it at 12:04:31 CET');
    pane.press(ACCEPT);
    expect(pane.newest()).toMatchObject({
      // With the money that stood beside the button.
      shown:
        'You buy 10 MW DE Cal-27 base at 84.15 EUR/MWh from Cobalt Grid (RQ-2, quote QT-1) · 10 MW · 87,600 MWh · you pay 7,371,540 EUR',
      body: { kind: 'accept-quote', quoteId: 'QT-1', lastSeen: { type: 'per-leg', legPrices: ['84.15'] } },
    });
    expect(pane.newest().body).not.toHaveProperty('quantity');
  });

  it('says both legs of a spread in words and carries both leg prices', async () => {
    const pane = await chosen(mySpread, quote({ price: perLeg('30', '29') }));
    expect(pane.text()).toContain(
      'You buy leg 1 (DE), sell leg 2 (FR), 10 MW DE/FR Cal-27 base at 30.00 / 29.00, net 1.00 EUR/MWh',
    );
    // As everywhere else: who pays, and no sign to be read.
    expect(pane.text()).toMatch(/· you pay [\d,]+ EUR net/);
    pane.press(ACCEPT);
    expect(pane.newest().body).toMatchObject({ lastSeen: { legPrices: ['30', '29'] } });
  });

  it('carries the one net price of a standard spread', async () => {
    const standard = spread({ id: 'RQ-2', role: 'initiator', contract: 'standard-spread' });
    const offer = quote({ price: { shape: 'standard-spread', spreadPrice: price('1.25') } });
    const pane = await chosen(standard, offer);
    pane.press(ACCEPT);
    expect(pane.newest().body).toMatchObject({ lastSeen: { type: 'standard-spread', spreadPrice: '1.25' } });
  });

  it('takes a part only where all-or-none is false', async () => {
    const pane = await chosen();
    pane.type('Quantity to accept (max 10 MW)', '2,5');
    pane.press(ACCEPT);
    expect(pane.newest().body).toMatchObject({ quantity: '2.5' });
    pane.close();
    await chosen(mine, quote({ allOrNone: true }));
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('never happens with Enter: not from the list, not on the button, not held', async () => {
    const pane = await chosen();
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Confirm acceptance' }));
    const accept = button(ACCEPT);
    expect(fireEvent.keyDown(accept, { key: 'Enter' })).toBe(false);
    expect(fireEvent.keyDown(accept, { key: 'Enter', repeat: true })).toBe(false);
    expect(fireEvent.keyDown(accept, { key: ' ' })).toBe(true);
    expect(pane.client.acts).toHaveLength(0);
  });

  it('does not take the second click of choosing for an acceptance', async () => {
    const pane = opened();
    pane.press('Accept QT-1');
    fireEvent.click(button(ACCEPT), { detail: 2 });
    pane.press(ACCEPT);
    expect(pane.client.acts).toHaveLength(0);
    expect(pane.text()).toContain('Too soon after choosing: read it, then press again.');
    await pane.advance(TOO_SOON_MS);
    pane.press(ACCEPT);
    expect(pane.client.acts).toHaveLength(1);
  });

  it('twice is one action', async () => {
    const pane = await chosen();
    const accept = button(ACCEPT);
    accept.click();
    accept.click();
    expect(pane.client.acts).toHaveLength(1);
  });

  it('shows old and new when the price moves meanwhile, and needs a new choice', async () => {
    const pane = await chosen();
    pane.quotes(mine, quote({ price: single('84.2') }));
    expect(pane.text()).toContain('84.15 EUR/MWh, 10 MW→ 84.20 EUR/MWh, 10 MW');
    expect(screen.queryByRole('button', { name: ACCEPT })).toBeNull();
    pane.quotes(mine, quote());
    expect(screen.queryByRole('button', { name: ACCEPT })).toBeNull();
    pane.quotes(mine, quote({ price: single('84.2') }));
    pane.press(/^Look at the new price: 84.20/);
    await pane.advance(TOO_SOON_MS);
    pane.press(ACCEPT);
    expect(pane.newest().body).toMatchObject({ lastSeen: { legPrices: ['84.2'] } });
  });

  it('leads to the best one now when the chosen price moves behind it, and to the moved one by its difference', async () => {
    const pane = await chosen();
    const other = quote({ id: 'QT-3', price: single('84.1'), counterparty: 'Nordkraft' });
    pane.quotes(mine, quote({ price: single('84.2') }), other);
    expect(pane.text()).toContain(
      'The quote of Cobalt Grid changed while you were looking; nothing was sent.',
    );
    expect(button('Look at the new price: 84.20 EUR/MWh, 10 MW, 0.10 worse')).toBeTruthy();
    pane.press('Look at the best instead: 84.10 EUR/MWh, 10 MW from Nordkraft');
    expect(pane.client.acts).toHaveLength(0);
    await pane.advance(TOO_SOON_MS);
    pane.press(ACCEPT);
    expect(pane.newest().body).toMatchObject({ quoteId: 'QT-3', lastSeen: { legPrices: ['84.1'] } });
  });

  it('warns of a moved price that is not the best one, which no single press accepts', async () => {
    const pane = await chosen();
    const other = quote({ id: 'QT-3', price: single('84.1'), counterparty: 'Nordkraft' });
    pane.quotes(mine, quote({ price: single('84.2') }), other);
    pane.press(/^Look at the new price: 84.20/);
    await pane.advance(TOO_SOON_MS);
    expect(isBlocked(ACCEPT)).toBe(true);
    expect(pane.client.acts).toHaveLength(0);
  });

  it('keeps the part that was typed when the price moves, or says why it cannot', async () => {
    const pane = await chosen();
    const field = 'Quantity to accept (max 10 MW)';
    pane.type(field, '4');
    pane.quotes(mine, quote({ price: single('84.2') }));
    pane.press(/^Look at the new price: 84.20/);
    expect(screen.getByRole('button', { name: 'Accept 4 MW at 84.20' })).toBeTruthy();
    pane.quotes(mine, quote({ price: single('84.3'), allOrNone: true }));
    pane.press(/^Look at the new price: 84.30/);
    expect(screen.getByRole('button', { name: 'Accept 10 MW at 84.30' })).toBeTruthy();
    expect(pane.text()).toContain('You typed 4, and this quote is all or none: it takes 10 MW.');
    pane.quotes(mine, quote({ price: single('84.4'), quantity: Quantity.parse('3') }));
    pane.press(/^Look at the new price: 84.40/);
    expect(isBlocked(/^Accept$/)).toBe(true);
    expect(pane.text()).toContain('More than the quote offers: 3 MW.');
    // Another choice after this one was left starts anew.
    pane.press('Cancel');
    pane.press('Accept QT-1');
    expect(screen.getByRole('button', { name: 'Accept 3 MW at 84.40' })).toBeTruthy();
    expect(pane.client.acts).toHaveLength(0);
  });

  it('of a worse quote keeps what it loses directly above its tick, with the best one a press away', async () => {
    const pane = opened();
    pane.press('Accept QT-2');
    await pane.advance(TOO_SOON_MS);
    const panel = screen.getByRole('region', { name: 'Confirm acceptance' });
    const warnings = within(panel).getByRole('group', { name: 'Warnings' });
    expect([...warnings.querySelectorAll('dt, dd')].map(({ textContent }) => textContent)).toEqual([
      'This quote, Cobalt Grid',
      '85.00',
      'The best ask, Cobalt Grid, 10 MW',
      '84.15',
      'Worse by',
      '0.85 EUR/MWh',
      'Over the whole quantity',
      '74,460 EUR',
    ]);
    // It cannot be folded, and no part of it scrolls away.
    expect(within(panel).queryByRole('button', { name: /^1 warning/ })).toBeNull();
    expect(within(panel).getByRole('list', { name: 'Terms' }).parentElement?.contains(warnings)).toBe(false);
    const order = [...panel.querySelectorAll('ul, dl, button, input[type="checkbox"]')];
    expect(order.map((one) => one.getAttribute('aria-label') ?? one.tagName)).toEqual([
      'Terms',
      'DL',
      'BUTTON',
      'INPUT',
      'BUTTON',
      'BUTTON',
    ]);
    expect(isBlocked(ACCEPT)).toBe(true);
    pane.press('Look at the best instead: 84.15 EUR/MWh, 10 MW');
    await pane.advance(TOO_SOON_MS);
    expect(within(panel).queryByRole('group', { name: 'Warnings' })).toBeNull();
    pane.press(ACCEPT);
    expect(pane.newest().body).toMatchObject({ quoteId: 'QT-1' });
  });

  it('says that a chosen quote is gone, and leads to the best that is left, which is accepted by a press of its own', async () => {
    const pane = await chosen();
    pane.quotes(mine, dear);
    expect(pane.text()).toContain(
      'This quote at 84.15 EUR/MWh, 10 MW is gone. Best is now 85.00, 0.85 worse, ',
    );
    pane.press('Look at the best instead');
    expect(pane.client.acts).toHaveLength(0);
    expect(pane.text()).not.toContain('is gone');
    pane.press(/^Accept 10 MW at 85.00$/);
    expect(pane.text()).toContain('Too soon after choosing');
    expect(pane.client.acts).toHaveLength(0);
  });

  it('says that a chosen quote is gone where no other is left', async () => {
    const pane = await chosen();
    pane.quotes(mine);
    expect(pane.text()).toContain('This quote at 84.15 EUR/MWh, 10 MW is gone. Choose another.');
  });

  it('is blocked while disarmed and while the prices are stale, and says why', async () => {
    const pane = await chosen();
    pane.arm();
    expect(isBlocked(ACCEPT)).toBe(true);
    pane.arm();
    pane.set({ kind: 'quotes', id: mine.id }, { state: 'stale', value: listing(quote()), fetchedAt: NOON });
    expect(isBlocked(ACCEPT)).toBe(true);
    expect(pane.text()).toContain('Not current: as of 12:04:31 CET.');
    pane.press(ACCEPT);
    expect(pane.client.acts).toHaveLength(0);
  });

  it('is left with Esc, and with Esc again the request', async () => {
    const pane = await chosen();
    // What is said of its button stands above it, and moves it neither coming nor going.
    const place = button(ACCEPT).parentElement;
    expect(place && getComputedStyle(place).flexDirection).toBe('column-reverse');
    fireEvent.keyDown(screen.getByRole('region', { name: 'Confirm acceptance' }), { key: 'Escape' });
    expect(screen.queryByRole('region', { name: 'Confirm acceptance' })).toBeNull();
    // Back to where it was opened from: the button of the foot, or that of a row.
    expect(document.activeElement).toBe(button(/^Accept 10 MW at/));
    button('Accept QT-1').focus();
    pane.press('Accept QT-1');
    fireEvent.keyDown(screen.getByRole('region', { name: 'Confirm acceptance' }), { key: 'Escape' });
    expect(document.activeElement).toBe(button('Accept QT-1'));
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(button(/^RQ-2/)).toBeTruthy();
    expect(pane.client.acts).toHaveLength(0);
  });

  it('refused because the price moved shows old → new, fetches, and needs a new choice', async () => {
    const pane = await chosen();
    pane.press(ACCEPT);
    pane.client.refreshed.length = 0;
    pane.client.answer(pane.newest(), {
      state: 'rejected',
      failure: { kind: 'price-moved', message: 'It is not 84.15 any more.', next: 'Look again.' },
    });
    await pane.advance(0);
    expect(pane.text()).toContain('Rejected: the price moved. Nothing was traded.');
    expect(button('Accept QT-1')).toBeTruthy();
    expect(pane.text()).toContain('The new price is being fetched.');
    expect(pane.client.refreshed).toEqual([{ kind: 'quotes', id: 'RQ-2' }]);
    pane.quotes(mine, quote({ price: single('84.3') }));
    const told = (): string => screen.getByRole('region', { name: 'Price moved' }).textContent ?? '';
    expect(told()).toContain('Rejected: the price moved from 84.15 to 84.30. Nothing was traded.');
    const { sentAt: _, ...unsent } = pane.client.actionOf(pane.newest(), { state: 'rejected' });
    pane.say({ kind: 'journal' }, [unsent]);
    expect(told()).toContain('Not sent: the price moved from 84.15 to 84.30.');
    expect(pane.text()).not.toContain('Rejected.');
    pane.press(/^Look at the new price/);
    expect(pane.text()).toContain('You buy 10 MW DE Cal-27 base at 84.30 EUR/MWh');
    expect(pane.client.acts).toHaveLength(1);
  });

  it('refused because the price moved keeps the part that was pressed', async () => {
    const pane = await chosen();
    pane.type('Quantity to accept (max 10 MW)', '4');
    pane.press(ACCEPT);
    pane.client.answer(pane.newest(), {
      state: 'rejected',
      failure: { kind: 'price-moved', message: 'It is not 84.15 any more.', next: 'Look again.' },
    });
    await pane.advance(0);
    pane.quotes(mine, quote({ price: single('84.3') }));
    pane.press(/^Look at the new price/);
    expect(screen.getByRole('button', { name: 'Accept 4 MW at 84.30' })).toBeTruthy();
  });

  it('of unknown outcome is shown as such, holds everything else back, and ends when the journal knows', async () => {
    const pane = await chosen();
    pane.press(ACCEPT);
    pane.client.answer(pane.newest(), { state: 'unknown' });
    await pane.advance(0);
    expect(pane.text()).toContain(
      'Unknown. It may have been executed. The desk is checking; it is never sent again.',
    );
    expect(screen.queryByRole('button', { name: /^Accept \S/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
    expect(screen.getByRole('img', { name: '1 in progress' })).toBeTruthy();
    pane.say({ kind: 'journal' }, [pane.client.actionOf(pane.newest(), { state: 'done' })]);
    expect(pane.text()).toContain('Done. Accepted. The trade appears when');
    pane.press('Close');
    expect(screen.queryByRole('region', { name: 'Confirm acceptance' })).toBeNull();
  });

  it('without an answer of the desk can be asked about again, with the same id', async () => {
    const pane = await chosen();
    pane.press(ACCEPT);
    pane.client.refuse(pane.newest(), { kind: 'unknown-outcome', message: 'No answer.', next: '' });
    await pane.advance(0);
    expect(pane.text()).toContain('The desk did not answer, so it may have been executed.');
    pane.press('Ask the desk again');
    expect(pane.client.acts).toHaveLength(2);
    expect(pane.client.acts[1]?.id).toBe(pane.client.acts[0]?.id);
  });

  it('starts with what is left of the request, says so, and refuses more at the field', async () => {
    const partly = request({ id: 'RQ-2', role: 'initiator', remainingQuantity: Quantity.parse('6') });
    const pane = await chosen(partly);
    expect(
      screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity to accept (max 6 MW)' }).value,
    ).toBe('6');
    expect(screen.getByRole('list', { name: 'Terms' }).textContent).toContain(
      '6 of 10 MW left of the request.',
    );
    expect(pane.text()).toContain('You buy 6 MW DE Cal-27 base at 84.15 EUR/MWh from Cobalt Grid.');
    pane.type('Quantity to accept (max 6 MW)', '10');
    expect(screen.getByRole('alert').textContent).toBe('More than is left of the request: 6 of 10 MW left.');
    expect(isBlocked(ACCEPT)).toBe(true);
    pane.type('Quantity to accept (max 6 MW)', '6');
    pane.press(ACCEPT);
    expect(pane.newest().body).toMatchObject({ quantity: '6' });
  });

  it('says what was traded by the trade alone, and that it is not what was asked for', async () => {
    const pane = await chosen();
    pane.press(ACCEPT);
    const asked = pane.newest();
    pane.client.answer(asked, { state: 'done', tradeId: TradeId.parse('T-7') });
    await pane.advance(0);
    const result = () => screen.getByRole('region', { name: 'Acceptance' }).textContent ?? '';
    expect(result()).toContain('Done. Accepted as trade T-7. Reading the trade…');
    expect(result()).toContain('Asked for: You buy 10 MW');
    const executed = {
      quantity: Quantity.parse('6'),
      quantityUnit: 'MW',
      price: price('84.15'),
      priceUnit: 'EUR/MWh',
      side: 'buy',
      counterparty: 'Cobalt Grid',
    } as const;
    const ending = { state: 'done', tradeId: TradeId.parse('T-7'), executed } as const;
    pane.say({ kind: 'journal' }, [pane.client.actionOf(asked, ending)]);
    expect(result()).toContain(
      'Done, but not as asked. You bought 6 MW at 84.15 EUR/MWh from Cobalt Grid (you asked for 10 MW), trade T-7.',
    );
  });

  it('says to sell where the desk sells', async () => {
    const selling = request({ id: 'RQ-2', role: 'initiator', legs: [leg({ action: 'sell' })] });
    const pane = await chosen(selling, quote({ direction: 'bid' }));
    expect(pane.text()).toContain('You sell 10 MW DE Cal-27 base at 84.15 EUR/MWh to Cobalt Grid.');
  });
});

it('says before the press that another person has to approve an acceptance', async () => {
  const pane = await chosen();
  expect(pane.text()).not.toContain('Another person has to approve it');
  pane.say(
    { kind: 'limits' },
    {
      limits: SLIPS_ALONE,
      locked: false,
      source: 'file',
      fourEyes: { above: { kinds: ['accept-quote'] }, minutes: 1 },
    },
  );
  expect(pane.text()).toMatch(/Another person has to approve it within a minute\. .*needs approval\./);
  expect(isBlocked('Ask for approval to accept 10 MW at 84.15')).toBe(false);
});
