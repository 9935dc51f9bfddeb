// @vitest-environment happy-dom
import { BUILT_IN_LIMITS } from '../../../src/domain/limits/limits';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { QuoteId } from '../../../src/domain/identifiers';
import type { Analytics } from '../../../src/domain/record';
import { SLIPS_ALONE } from '../../../src/domain/limits/slips';
import { Quantity } from '../../../src/domain/quantity';
import { ARM_IDLE_MS } from '../../../src/taskpane/app/arm';
import { NEWS_MS } from '../../../src/taskpane/app/past-result';
import {
  listing,
  proposal,
  STATUS,
  leg,
  NOON,
  perLeg,
  price,
  quote,
  request,
  single,
  spread,
  swap,
} from '../examples';
import { event } from '../events/platform-event';
import { button, isBlocked, openPane } from '../open-pane';

const SEND = /^(Bid|Offer)\b.* at /;
const asked = request({ id: 'RQ-2' });
const asSpread = spread({ id: 'RQ-2' });
const standard = spread({ id: 'RQ-2', contract: 'standard-spread', spreadType: 'time' });

function opened(what = asked) {
  const pane = openPane({ requests: [what] });
  pane.arm();
  pane.open('RQ-2');
  return pane;
}

describe('the quote ticket', () => {
  it('covers the place of its button for a moment after a click: a further click presses nothing that comes there', async () => {
    const pane = opened();
    const cover = () => document.querySelector<HTMLElement>('[data-cover]');
    pane.type('Price', '84.15');
    fireEvent.click(button(SEND), { detail: 1, clientX: 150, clientY: 600 });
    expect(pane.client.acts).toHaveLength(1);
    expect(cover()?.style).toMatchObject({ position: 'fixed', left: '134px', top: '584px', width: '32px' });
    await pane.advance(699);
    expect(cover()).not.toBeNull();
    await pane.advance(1);
    expect(cover()).toBeNull();
  });

  it('covers nothing where a key pressed it', () => {
    const pane = opened();
    pane.type('Price', '84.15');
    fireEvent.click(button(SEND), { detail: 0, clientX: 150, clientY: 600 });
    expect(pane.client.acts).toHaveLength(1);
    expect(document.querySelector('[data-cover]')).toBeNull();
  });

  it('for a single request says what we do, and sends one price with what was shown', () => {
    const pane = opened();
    expect(pane.text()).toContain('You sell if lifted (ask).');
    pane.type('Price', '84,15');
    expect(pane.text()).toContain('Read as 84.15');
    pane.type('Price', '84.15');
    expect(pane.text()).not.toContain('Read as');
    // One sentence says the side, and the foot says it once more beside the sums.
    expect(document.querySelector('[data-foot]')?.textContent).toMatch(
      /^You sell.*10 MW · 87,600 MWh · you receive 7,371,540 EUR/,
    );
    pane.press('Offer 10 MW at 84.15');
    expect(pane.newest()).toMatchObject({
      shown:
        'You offer to sell 10 MW DE Cal-27 base at 84.15 EUR/MWh (RQ-2) · 10 MW · 87,600 MWh · you receive 7,371,540 EUR',
      body: {
        kind: 'send-quote',
        direction: 'ask',
        quantity: '10',
        price: { shape: 'single', price: '84.15' },
      },
    });
  });

  it('keeps what is at stake in sight while a warning waits for its tick', () => {
    const pane = opened(asSpread);
    const volume = [{ unit: 'MW', warn: price('5') }];
    const limits = { ...SLIPS_ALONE, noReference: 'tell', volume } as const;
    pane.say({ kind: 'limits' }, { limits, locked: false, source: 'file' });
    pane.type('Price of leg 1, DE', '45');
    pane.type('Price of leg 2, FR', '29');
    expect(isBlocked(/ at 16\.00$/)).toBe(true);
    const foot = document.querySelector('[data-foot]')?.textContent;
    expect(foot).toContain('you receive 1,401,600 EUR net');
    expect(foot).toContain('You sell leg 1 (DE), buy leg 2 (FR), 10 MW');
  });

  it('keeps product, side and age in sight at the top of the room, whatever stands above it', () => {
    const pane = opened();
    const top = pane.container.querySelector<HTMLElement>('main [data-top]');
    expect(top?.textContent).toMatch(/DE Cal-27 base.*You sell/);
    expect(top && getComputedStyle(top).position).toBe('sticky');
  });

  it('keeps its button where it is when something is told: that stands above the room meanwhile', () => {
    const pane = opened();
    const toasts = () => pane.container.querySelector('footer')?.style.order;
    expect(toasts()).toBe('-1');
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(toasts()).toBe('');
  });

  it('has the focus in its first empty price when the request is opened, and in none of another request', () => {
    const pane = opened();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Price' }));
    pane.type('Price', '84.15');
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(document.activeElement?.getAttribute('data-request')).toBe('RQ-2');
    pane.open('RQ-2');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'RQ-2' }));
  });

  it('sends nothing that was typed for what the request was before it changed, until a person has seen that', () => {
    const pane = opened();
    pane.type('Price', '84.15');
    expect(isBlocked('Offer 10 MW at 84.15')).toBe(false);
    const changed = request({ id: 'RQ-2', legs: [leg({ market: 'FR' })] });
    pane.say({ kind: 'request', id: changed.id }, changed);
    expect(pane.text()).toContain('The request has changed since you typed. Market DE is now FR.');
    expect(isBlocked('Offer 10 MW at 84.15')).toBe(true);
    pane.type('Price', '84.16');
    expect(isBlocked('Offer 10 MW at 84.16')).toBe(true);
    pane.press('Keep what I typed');
    expect(pane.text()).not.toContain('has changed');
    pane.press('Offer 10 MW at 84.16');
    expect(pane.newest().shown).toContain('10 MW FR Cal-27 base at 84.16');
  });

  it('says before the press that another person has to approve it, and why, until it is below the level', () => {
    const pane = opened();
    const levels = { above: { quantity: { MW: price('5') } }, minutes: 10 };
    const limits = { ...SLIPS_ALONE, noReference: 'tell' } as const;
    pane.say({ kind: 'limits' }, { limits, locked: false, source: 'file', fourEyes: levels });
    expect(pane.text()).not.toContain('Another person has to approve it');
    pane.type('Price', '84.15');
    expect(pane.text()).toContain(
      'Another person has to approve it within 10 minutes. The quantity of 10 MW is above the level for approval of 5 MW.',
    );
    expect(screen.queryByRole('button', { name: SEND })).toBeNull();
    expect(isBlocked('Ask for approval to offer 10 MW at 84.15')).toBe(false);
    pane.type(/^Quantity/, '5');
    expect(pane.text()).not.toContain('Another person has to approve it');
    expect(screen.queryByRole('button', { name: /^Ask for approval/ })).toBeNull();
    pane.press('Offer 5 MW at 84.15');
    expect(pane.newest().body).toMatchObject({ kind: 'send-quote', quantity: '5' });
  });

  it('for a spread shows the live net price beside the prices, and its rule once, beside the legs', () => {
    const pane = opened(asSpread);
    expect(pane.text()).toContain('Net price: …');
    pane.type('Price of leg 1, DE', '30');
    pane.type('Price of leg 2, FR', '29');
    expect(pane.text()).toContain('Net price: 1.00 EUR/MWh');
    expect(pane.text().match(/leg 1 − leg 2/g)).toHaveLength(1);
    expect(pane.text()).toContain(
      'You sell leg 1 (DE), buy leg 2 (FR), 10 MW DE/FR Cal-27 base at 30.00 / 29.00, net 1.00',
    );
    pane.press('Offer 10 MW at 1.00');
    expect(pane.newest().body).toMatchObject({ price: { shape: 'per-leg', legPrices: ['30', '29'] } });
  });

  it('for a spread takes its net price and one leg: the other follows, and is shown before it is sent', () => {
    const pane = opened(asSpread);
    const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
    pane.press('Net and FR');
    pane.type('Net price', '-1.70');
    expect(isBlocked(/^Send quote/)).toBe(true);
    pane.type('Price of leg 2, FR', '88,10');
    expect(field('Price of leg 1, DE').value).toBe('86.40');
    expect(field('Price of leg 1, DE').readOnly).toBe(true);
    expect(pane.text()).toContain('Follows: leg 2 + net price');
    expect(pane.text()).not.toContain('Net price: ');
    expect(pane.text().match(/leg 1 − leg 2/g)).toHaveLength(1);
    expect(pane.text()).toContain('10 MW DE/FR Cal-27 base at 86.40 / 88.10, net −1.70 EUR/MWh');
    pane.press('Net and DE');
    expect(field('Price of leg 1, DE').value).toBe('86.4');
    expect(field('Price of leg 2, FR').readOnly).toBe(true);
    expect(pane.text()).toContain('Follows: leg 1 − net price');
    pane.press('Both legs');
    expect(field('Price of leg 2, FR').value).toBe('88.1');
    expect(screen.queryByRole('textbox', { name: 'Net price' })).toBeNull();
    pane.press('Offer 10 MW at −1.70');
    expect(pane.newest().body).toEqual({
      kind: 'send-quote',
      requestId: 'RQ-2',
      direction: 'ask',
      price: { shape: 'per-leg', legPrices: ['86.4', '88.1'] },
      quantity: '10',
      allOrNone: false,
    });
  });

  it('offers no net price to type where there is one price, or legs in different units', () => {
    for (const what of [
      asked,
      standard,
      swap({ id: 'RQ-2' }),
      spread({ id: 'RQ-2', legs: [leg(), leg({ action: 'sell', priceUnit: 'GBP/MWh' })] }),
    ]) {
      const pane = opened(what);
      expect(screen.queryByRole('group', { name: 'Prices that you type' })).toBeNull();
      pane.close();
    }
    opened(asSpread);
    expect(screen.getByRole('group', { name: 'Prices that you type' })).toBeTruthy();
  });

  it('for a standard spread takes one net price', () => {
    const pane = opened(standard);
    pane.type('Net price', '-1.25');
    expect(pane.text().match(/leg 1 − leg 2/g)).toHaveLength(1);
    pane.press(SEND);
    expect(pane.newest().body).toMatchObject({ price: { shape: 'standard-spread', spreadPrice: '-1.25' } });
  });

  it('for a swap has one power price: leg 3 follows leg 2, and all three are sent', () => {
    const pane = opened(swap({ id: 'RQ-2' }));
    pane.type(/^Price of leg 1/, '0,5');
    pane.type(/^Price of leg 2/, '80');
    const third = screen.getByRole<HTMLInputElement>('textbox', { name: /^Price of leg 3/ });
    expect(third.value).toBe('80');
    expect(third.readOnly).toBe(true);
    expect(pane.text()).toContain('Follows leg 2');
    expect(pane.text()).not.toContain('leg 3 follows');
    pane.press('Offer 87,600 MWh at 0.50 / 80.00');
    expect(pane.newest().body).toEqual({
      kind: 'send-quote',
      requestId: 'RQ-2',
      direction: 'ask',
      price: { shape: 'per-leg', legPrices: ['0.5', '80', '80'] },
      quantity: '87600',
      allOrNone: false,
    });
  });

  it('leads with Enter past the power price that follows', () => {
    opened(swap({ id: 'RQ-2' }));
    const second = screen.getByRole('textbox', { name: /^Price of leg 2/ });
    second.focus();
    fireEvent.keyDown(second, { key: 'Enter' });
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Quantity of leg 1' }));
  });

  it('is not there for the desk’s own request', () => {
    const own = opened(request({ id: 'RQ-2', role: 'initiator' }));
    expect(screen.getByRole('heading', { name: 'RQ-2' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Quote ticket' })).toBeNull();
    own.close();
    opened();
    expect(screen.getByRole('region', { name: 'Quote ticket' })).toBeTruthy();
  });

  it('sends nothing while disarmed, and says so at the button', () => {
    const pane = openPane({ requests: [asked] });
    pane.open('RQ-2');
    pane.type('Price', '84.15');
    expect(isBlocked(SEND)).toBe(true);
    expect(pane.text()).toContain('Trading is off: nothing is sent.');
    pane.press(SEND);
    expect(pane.client.acts).toHaveLength(0);
    pane.arm();
    pane.press(SEND);
    expect(pane.client.acts).toHaveLength(1);
  });

  it('is disarmed by five idle minutes, a lost connection, and another environment', async () => {
    const pane = opened();
    pane.type('Price', '84.15');
    expect(isBlocked(SEND)).toBe(false);
    await pane.advance(ARM_IDLE_MS);
    expect(isBlocked(SEND)).toBe(true);
    pane.arm();
    expect(isBlocked(SEND)).toBe(false);
    pane.say({ kind: 'status' }, { ...STATUS, environment: 'production' });
    expect(isBlocked(SEND)).toBe(true);
    expect(pane.text()).toContain('Trading off: the environment changed.');
  });

  it('is one action for a double press, for the second click of a double click, and for a held key', () => {
    const pane = opened();
    pane.type('Price', '84.15');
    const send = button(SEND);
    expect(fireEvent.keyDown(send, { key: 'Enter', repeat: true })).toBe(false);
    fireEvent.click(send, { detail: 2 });
    expect(pane.client.acts).toHaveLength(0);
    send.click();
    send.click();
    expect(pane.client.acts).toHaveLength(1);
  });

  it('shows each state of the press, and lets a new quote be made only after the old one ended', async () => {
    const pane = opened();
    pane.type('Price', '84.15');
    pane.press(SEND);
    expect(pane.text()).toContain('Sending. Being sent; waiting for the answer.');
    expect(screen.queryByRole('textbox', { name: 'Price' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'New quote' })).toBeNull();
    pane.client.answer(pane.newest(), {
      state: 'rejected',
      failure: { kind: 'wrong-state', message: 'The request was closed.', next: 'Look for another.' },
    });
    await pane.advance(0);
    expect(pane.text()).toContain('Rejected. Nothing was executed.');
    expect(pane.text()).toContain('The request was closed. Look for another.');
    // What was asked for is no deal.
    expect(pane.text()).toContain('Asked for: You offer to sell 10 MW DE Cal-27 base at 84.15');
    pane.press('New quote');
    expect(screen.getByRole('textbox', { name: 'Price' })).toBeTruthy();
  });

  it('has what was typed when somebody comes back to the request, until it is sent or the request is over', () => {
    const other = request({ id: 'RQ-3' });
    const pane = openPane({ requests: [asked, other] });
    const price = (): string => screen.getByRole<HTMLInputElement>('textbox', { name: 'Price' }).value;
    const goTo = (id: string): void => {
      pane.press('Back');
      pane.open(id);
    };
    pane.arm();
    pane.open('RQ-2');
    pane.type('Price', '84.15');
    pane.type('Quantity', '6');
    goTo('RQ-3');
    expect(price()).toBe('');
    pane.type('Price', '70');
    goTo('RQ-2');
    expect(price()).toBe('84.15');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity' }).value).toBe('6');
    pane.press('Offer 6 MW at 84.15');
    pane.client.answer(pane.newest(), { state: 'done' });
    pane.say({ kind: 'request', id: other.id }, { ...other, state: 'closed' });
    goTo('RQ-3');
    expect(screen.queryByRole('textbox', { name: 'Price' })).toBeNull();
    pane.say({ kind: 'request', id: other.id }, other);
    expect(price()).toBe('');
  });

  it('wants the tick of its warnings anew when somebody comes back', () => {
    const pane = opened();
    pane.quotes(asked, quote({ price: single('84') }), quote({ id: 'QT-2', counterparty: 'Nordkraft' }));
    pane.type('Price', '840');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Send anyway: I have checked' }));
    pane.press('Back');
    pane.open('RQ-2');
    const tick = screen.getByRole<HTMLInputElement>('checkbox', { name: /^Send anyway/ });
    expect(tick.checked).toBe(false);
  });

  it('asks for a tick before a warned price is sent', () => {
    const pane = opened();
    pane.quotes(asked, quote({ price: single('84') }), quote({ id: 'QT-2', counterparty: 'Nordkraft' }));
    pane.type('Price', '840');
    expect(pane.text()).toContain('840.00 is about 10 times the best ask 84.00 EUR/MWh (Cobalt Grid)');
    expect(isBlocked(SEND)).toBe(true);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Send anyway: I have checked' }));
    pane.press(SEND);
    expect(pane.newest().body).toMatchObject({ price: { price: '840' } });
  });

  it('selects the price that a click goes to, once, so that typing replaces it', () => {
    const pane = opened();
    pane.type('Price', '84.15');
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Price' });
    field.blur();
    expect(fireEvent.mouseDown(field)).toBe(false);
    expect(document.activeElement).toBe(field);
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 5]);
    // The next click places the cursor.
    expect(fireEvent.mouseDown(field)).toBe(true);
  });

  it('keeps the name of a price within the ends of the picture', () => {
    const pane = opened();
    const firm = proposal({ requestId: asked.id, kind: 'firm', direction: 'ask', price: single('85') });
    pane.set({ kind: 'proposals', id: asked.id }, { state: 'fresh', value: listing(firm) });
    pane.type('Price', '84.15');
    const picture = within(screen.getByRole('img', { name: /^Your price 84.15 beside reference 85.00/ }));
    expect(picture.getByText('reference 85.00').style.transform).toBe('translateX(-100%)');
    expect(picture.getByText('84.15').style.transform).toBe('translateX(-0%)');
  });

  it('draws a price on the scale of its check: a small distance is small, and where it is warned of is said', () => {
    const pane = opened();
    pane.set(
      { kind: 'limits' },
      { state: 'fresh', value: { limits: BUILT_IN_LIMITS, locked: false, source: 'built-in' } },
    );
    const firm = proposal({ requestId: asked.id, kind: 'firm', direction: 'ask', price: single('80') });
    pane.set({ kind: 'proposals', id: asked.id }, { state: 'fresh', value: listing(firm) });
    const place = (typed: string): string => {
      pane.type('Price', typed);
      const picture = within(screen.getByRole('img', { name: /^Your price .* beside reference 80.00/ }));
      return picture.getByText(`${typed}.00`).style.left;
    };
    // 72 to 88 is not warned of: 10 %.
    expect([place('76'), place('81'), place('88')]).toEqual(['25%', '56%', '100%']);
    expect(pane.text()).toContain('8.00 above the best firm ask 80.00 · warns beyond 8.00');
    // Farther away the band of the check is a part of the picture.
    expect(place('104')).toBe('100%');
    expect(screen.getByText('reference 80.00').style.left).toBe('25%');
  });

  it('names one reference in text, picture and distance, and what else is known with the rule', () => {
    const pane = opened();
    const indicative = proposal({
      requestId: asked.id,
      kind: 'indicative',
      direction: 'bid',
      price: single('82.55'),
    });
    pane.set({ kind: 'proposals', id: asked.id }, { state: 'fresh', value: listing(indicative) });
    pane.type('Price', '84.1');
    expect(pane.text()).toContain('Reference: 82.55, best indicative proposal');
    expect(pane.text()).toContain('1.55 above the best indicative proposal 82.55');
    pane.set(
      { kind: 'analytics', id: asked.id },
      { state: 'fresh', fetchedAt: NOON, value: { raw: { 'best-price': '84.57' } } as unknown as Analytics },
    );
    expect(pane.text()).toContain(
      'Reference: 84.57, best price by the platform’s analytics, read 0 s ago: not executable. Not used: best indicative proposal 82.55',
    );
    expect(screen.getByRole('img', { name: 'Your price 84.10 beside reference 84.57' })).toBeTruthy();
    expect(pane.text()).toContain('0.47 below the platform’s best price 84.57');
  });

  it('says the distance of the net price of a spread to its reference', () => {
    const pane = opened(asSpread);
    pane.set(
      { kind: 'analytics', id: asSpread.id },
      { state: 'fresh', fetchedAt: NOON, value: { raw: { 'best-price': '59' } } as unknown as Analytics },
    );
    pane.type(/^Price of leg 1/, '86.4');
    pane.type(/^Price of leg 2/, '88.1');
    expect(pane.text()).toContain('60.70 below the platform’s best price 59.00');
  });

  it('says a large quantity with separators, and no reading of what it wrote itself', () => {
    const many = request({ id: 'RQ-2', legs: [leg({ quantity: Quantity.parse('175680') })] });
    const hints = () => [...document.querySelectorAll('.fui-Field__hint')].map((one) => one.textContent);
    const pane = opened(many);
    expect(hints()).toContain('175,680');
    pane.type('Quantity', '175680,5');
    expect(hints()).toContain('Read as 175,680.5');
  });

  it('reads a hyphen and missing zeros as they stand', () => {
    const pane = opened();
    pane.type('Price', '-4.1');
    expect(pane.text()).not.toContain('Read as');
  });

  it('tells how a number was read as a hint, also where the price is blocked', () => {
    const pane = opened(request({ id: 'RQ-2', role: 'recipient' }));
    pane.quotes(asked, quote({ requestId: asked.id, price: single('1.234') }));
    pane.type('Price', '1.234');
    const note = screen.getByText(/Read with the point as decimal sign\./);
    // Below all fields: in the column of one it would move the others.
    expect(note.closest('.fui-Field')).toBeNull();
  });

  it('says both deliveries of a time spread in its head', () => {
    const calendar = spread({
      id: 'RQ-2',
      legs: [leg(), leg({ action: 'sell', deliveryStart: '2028-01-01', deliveryEnd: '2028-12-31' })],
    });
    const pane = opened(calendar);
    expect(pane.text()).toContain('1 Jan – 31 Dec 2027, 8,760 h / 1 Jan – 31 Dec 2028, 8,784 h');
    expect(pane.text()).toContain('You sell Cal-27, buy Cal-28');
  });

  it('leads with Enter from the last field to the button that sends, where Enter sends nothing and Space does', () => {
    const pane = opened();
    pane.type('Price', '84.2');
    screen.getByRole('textbox', { name: 'Price' }).focus();
    // As a browser does: a button is pressed by a key that nothing prevents.
    const key = (name: string): void => {
      const at = document.activeElement;
      if (at && fireEvent.keyDown(at, { key: name }) && at instanceof HTMLButtonElement) at.click();
    };
    for (let times = 0; times < 5 && !document.activeElement?.matches('[data-send]'); times++) key('Enter');
    expect(document.activeElement?.textContent).toMatch(SEND);
    expect(pane.text()).not.toContain('Enter does nothing here');
    key('Enter');
    expect(pane.text()).toContain('Press Space or click; Enter does nothing here.');
    expect(pane.client.acts).toEqual([]);
    key(' ');
    expect(pane.client.acts).toHaveLength(1);
  });

  it('leads with Tab from its fields to the button that sends, then to the offers of others, and back', () => {
    const pane = opened();
    pane.proposals(asked, proposal({ requestId: asked.id }));
    pane.type('Price', '84.2');
    const tab = (shiftKey = false): boolean => {
      const at = document.activeElement;
      return at === null || fireEvent.keyDown(at, { key: 'Tab', shiftKey });
    };
    const [last, send] = [screen.getByRole('checkbox', { name: /^All or none/ }), button(SEND)];
    const place = (): string =>
      document.activeElement?.closest('[data-foot]')
        ? 'foot'
        : document.activeElement?.closest('form')
          ? 'form'
          : 'others';
    last.focus();
    tab();
    expect(place()).toBe('foot');
    tab(true);
    expect(document.activeElement).toBe(last);
    send.focus();
    tab();
    expect(place()).toBe('others');
    tab(true);
    expect(document.activeElement).toBe(send);
    // Within the fields, and from the last of all out of the room, the browser leads.
    screen.getByRole('textbox', { name: 'Price' }).focus();
    expect(tab()).toBe(true);
    const room = screen.getByRole('region', { name: 'Request RQ-2' });
    const stops = [...room.querySelectorAll<HTMLElement>('a, button, [tabindex]')];
    stops.findLast((stop) => stop.tabIndex >= 0 && !stop.closest('[data-foot]'))?.focus();
    expect(tab()).toBe(true);
    expect(document.activeElement).toBe(send);
    // Back from behind the room the last of the offers comes first.
    const behind = room.closest('main')?.parentElement?.appendChild(document.createElement('button'));
    behind?.focus();
    send.focus();
    expect(place()).toBe('others');
    behind?.remove();
  });

  it('reaches of buttons side by side the one that is in force, and the others by arrow keys, which choose nothing', () => {
    const pane = opened();
    const group = screen.getByRole('group', { name: 'Type of price' });
    const [quote, proposal] = [...group.querySelectorAll('button')];
    const stops = (): boolean[] => [quote, proposal].map((one) => one?.tabIndex === 0);
    expect([quote?.textContent, proposal?.textContent, ...stops()]).toEqual([
      'Quote',
      'Price proposal',
      true,
      false,
    ]);
    act(() => quote?.focus());
    fireEvent.keyDown(quote ?? group, { key: 'ArrowRight' });
    expect(document.activeElement).toBe(proposal);
    expect(stops()).toEqual([false, true]);
    expect(screen.getByRole('region', { name: 'Quote ticket' })).toBeTruthy();
    act(() => screen.getByRole('textbox', { name: 'Price' }).focus());
    expect(stops()).toEqual([true, false]);
    pane.press('Price proposal');
    expect(stops()).toEqual([false, true]);
  });

  it('leads on with Enter and never sends with it', () => {
    const pane = opened();
    pane.type('Price', '84.15');
    const field = screen.getByRole('textbox', { name: 'Price' });
    field.focus();
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Quantity' }));
    expect(pane.client.acts).toHaveLength(0);
  });

  it.each([
    ['withdrawn', 'Withdrawn. The quote QT-7 is withdrawn.'],
    ['accepted', 'Filled. The quote QT-7 was taken.'],
  ] as const)('says no more that a quote went live once it is %s', async (state, words) => {
    const pane = opened();
    pane.type('Price', '84.15');
    pane.press(SEND);
    pane.client.answer(pane.newest(), { state: 'done', quoteId: QuoteId.parse('QT-7') });
    await pane.advance(0);
    const mine = quote({ id: 'QT-7', requestId: asked.id, counterparty: 'Your Desk' });
    pane.quotes(asked, mine);
    expect(pane.text()).toContain('The quote went live as QT-7.');
    // Of one that can be taken in parts a rest may be live, where nothing says that none is left.
    pane.quotes(asked, { ...mine, state: 'accepted', raw: {} });
    expect(pane.text()).toContain('The quote went live as QT-7.');
    pane.quotes(asked, { ...mine, state, raw: { 'remaining-quantity': 0 } });
    expect(pane.text()).not.toContain('went live');
    expect(pane.text()).toContain(words);
    // Nothing that sends comes by itself.
    expect(screen.queryByRole('button', { name: SEND })).toBeNull();
    pane.press('New quote');
    expect(button(SEND)).toBeTruthy();
  });

  it('says what went well in one line, with its time, once it is no news any more', async () => {
    const pane = opened();
    pane.type('Price', '84.15');
    pane.press(SEND);
    pane.client.answer(pane.newest(), { state: 'done', quoteId: QuoteId.parse('QT-7') });
    await pane.advance(1);
    expect(pane.text()).toContain('Done. The quote went live as QT-7.');
    await pane.advance(NEWS_MS);
    expect(pane.text()).not.toContain('Done.');
    expect(pane.text()).toContain('12:04 CET · The quote went live as QT-7.');
    button('New quote').focus();
    pane.press('New quote');
    expect(pane.text()).not.toContain('went live');
    expect(button(SEND)).toBeTruthy();
    const typed = screen.getByRole<HTMLInputElement>('textbox', { name: 'Price' });
    expect(document.activeElement).toBe(typed);
    expect([typed.value, typed.selectionStart, typed.selectionEnd]).toEqual(['84.15', 0, 5]);
  });

  it('keeps in sight what did not go well, however long ago', async () => {
    const pane = opened();
    pane.type('Price', '84.15');
    pane.press(SEND);
    pane.client.answer(pane.newest(), { state: 'rejected' });
    await pane.advance(NEWS_MS);
    expect(pane.text()).not.toContain('12:04 CET ·');
    expect(pane.text()).toContain('Rejected. Nothing was executed.');
  });

  it('says no more that a quote is withdrawn once a newer one is live, nor that one is live on a request that is over', async () => {
    const pane = opened();
    const mine = (id: string) => quote({ id, requestId: asked.id, counterparty: 'Your Desk' });
    const send = async (id: string) => {
      pane.type('Price', '84.15');
      pane.press(SEND);
      pane.client.answer(pane.newest(), { state: 'done', quoteId: QuoteId.parse(id) });
      await pane.advance(1);
    };
    await send('QT-7');
    pane.quotes(asked, mine('QT-7'));
    pane.press('Withdraw QT-7');
    pane.client.answer(pane.newest(), { state: 'done' });
    await pane.advance(1);
    expect(pane.text()).not.toContain('went live');
    expect(pane.text()).toContain('Done. The quote QT-7 is withdrawn.');
    pane.press('New quote');
    await send('QT-8');
    pane.quotes(asked, { ...mine('QT-7'), state: 'withdrawn' }, mine('QT-8'));
    expect(pane.text()).toContain('The quote went live as QT-8.');
    expect(pane.text()).not.toContain('The quote QT-7 is withdrawn.');
    pane.say({ kind: 'request', id: asked.id }, { ...asked, state: 'closed' });
    expect(pane.text()).not.toContain('went live');
  });

  it('tells a withdrawal once, where it was pressed', async () => {
    const pane = opened();
    pane.type('Price', '84.15');
    pane.press(SEND);
    pane.client.answer(pane.newest(), { state: 'done', quoteId: QuoteId.parse('QT-7') });
    await pane.advance(1);
    pane.quotes(asked, quote({ id: 'QT-7', requestId: asked.id, counterparty: 'Your Desk' }));
    pane.press('Withdraw QT-7');
    pane.client.answer(pane.newest(), { state: 'done' });
    await pane.advance(1);
    expect(pane.text().match(/The quote QT-7 is withdrawn/g)).toHaveLength(1);
    expect(button('New quote')).toBeTruthy();
  });

  it('leaves a withdrawal of all to the panel at the foot, and says it itself once that is closed', async () => {
    const pane = opened();
    pane.type('Price', '84.15');
    pane.press(SEND);
    const live = { quoteId: QuoteId.parse('QT-7'), state: 'done' } as const;
    pane.client.answer(pane.newest(), live);
    await pane.advance(1);
    pane.quotes(asked, quote({ id: 'QT-7', requestId: asked.id, counterparty: 'Your Desk' }));
    const { quoteId } = live;
    const shape = { shape: 'single', price: price('84.15') } as const;
    const terms = { direction: 'ask', price: shape, quantity: Quantity.parse('10') } as const;
    pane.say({ kind: 'own-quotes' }, [{ requestId: asked.id, quoteId, ...terms, since: NOON }]);
    pane.press('Withdraw all 1');
    pane.client.answer(pane.newest(), { state: 'done' });
    await pane.advance(1);
    expect(screen.getByRole('region', { name: 'Withdrawal' }).textContent).toContain('1 withdrawn');
    expect(pane.text()).not.toContain('The quote QT-7 is withdrawn');
    pane.press('Close');
    expect(pane.text().match(/The quote QT-7 is withdrawn/g)).toHaveLength(1);
  });

  it('is held back while an earlier action on the request is not settled, in any book', () => {
    const pane = opened();
    pane.type('Price', '84.15');
    pane.press(SEND);
    const elsewhere = pane.client.actionOf(pane.newest(), { state: 'unknown', shown: 'the earlier one' });
    pane.close();
    const another = opened();
    another.say({ kind: 'journal' }, [elsewhere]);
    expect(another.text()).toContain('Held back: an earlier action on this request is unknown');
  });
});

describe('the desk’s own quotes', () => {
  const own = quote({ id: 'QT-9', counterparty: 'Your Desk', price: perLeg('30', '29') });

  it('are listed as ours with a button that withdraws them, once', async () => {
    const pane = opened(asSpread);
    pane.quotes(asSpread, own);
    expect(pane.text()).toContain('You · ask · partial OK · legs 30.00 / 29.00');
    pane.press('Withdraw QT-9');
    expect(pane.newest()).toMatchObject({
      body: { kind: 'withdraw-quote', requestId: 'RQ-2', quoteId: 'QT-9' },
      shown: 'Withdraw quote QT-9: ask 30.00 / 29.00, quantity 10 (RQ-2)',
    });
    pane.client.answer(pane.newest(), { state: 'done' });
    await pane.advance(0);
    expect(pane.text()).toContain('Done. The quote QT-9 is withdrawn.');
  });

  it('cannot be changed once an event says that the request is closed, but be withdrawn, while nobody knows how it ended', () => {
    const pane = opened();
    pane.say({ kind: 'own-quotes' }, []);
    pane.quotes(asked, quote({ requestId: asked.id, id: 'QT-9' }));
    expect(isBlocked('Change QT-9')).toBe(false);
    const closed = event(1, { type: 'request-closed', requestId: 'RQ-2', heardAt: NOON + 60_000 });
    pane.say({ kind: 'events' }, [closed]);
    expect(pane.text()).toContain('Closed, outcome not known');
    expect(pane.text()).toContain('The request is closed: nothing on it can be changed.');
    expect(isBlocked('Change QT-9')).toBe(true);
    expect(isBlocked('Withdraw QT-9')).toBe(false);
    // Its record, read since, knows better.
    const read = { state: 'fresh', value: asked, fetchedAt: NOON + 3_600_000 } as const;
    pane.set({ kind: 'request', id: asked.id }, read);
    expect(pane.text()).not.toContain('Closed, outcome not known');
    expect(isBlocked('Change QT-9')).toBe(false);
  });

  it('can be withdrawn even while a quote of ours is not settled', () => {
    const pane = opened();
    pane.type('Price', '84.15');
    pane.press(SEND);
    pane.quotes(asked, quote({ id: 'QT-9' }));
    pane.press('Withdraw QT-9');
    expect(pane.client.acts.map(({ body }) => body.kind)).toEqual(['send-quote', 'withdraw-quote']);
  });

  it('are withdrawn while disarmed too: it only takes risk away', () => {
    const pane = openPane({ requests: [asked] });
    pane.open('RQ-2');
    pane.quotes(asked, quote({ id: 'QT-9' }));
    pane.press('Withdraw QT-9');
    expect(pane.client.acts).toHaveLength(1);
  });
});
