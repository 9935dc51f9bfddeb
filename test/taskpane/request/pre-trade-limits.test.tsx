// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Action } from '../../../src/domain/action';
import { ActionId, QuoteId } from '../../../src/domain/identifiers';
import { BUILT_IN_LIMITS, Limits } from '../../../src/domain/limits/limits';
import { productKey } from '../../../src/domain/limits/same-product';
import { Quantity } from '../../../src/domain/quantity';
import type { Analytics } from '../../../src/domain/record';
import { TOO_SOON_MS } from '../../../src/taskpane/request/accepting';
import { REFERENCE_WAIT_MS } from '../../../src/taskpane/request/ticket-fields';
import { leg, NOON, perLeg, price, quote, request, single } from '../examples';
import { isBlocked, openPane } from '../open-pane';

/** With what it takes, where that can be sent. */
const ACCEPT = /^Accept(?: \d.* at [^…]*)?$/;
const MEAN_IT = { name: 'Send anyway: I have checked' };
const SEND = /^(?:Send quote|(?:Bid|Offer) .* at )/;

function opened(role: 'recipient' | 'initiator', limits: Partial<Limits> = {}) {
  const what = request({ id: 'RQ-2', role });
  const pane = openPane({ requests: [what] });
  pane.set(
    { kind: 'limits' },
    {
      state: 'fresh',
      value: { limits: { ...BUILT_IN_LIMITS, ...limits }, locked: false, source: 'built-in' },
    },
  );
  pane.arm();
  pane.open('RQ-2');
  // Two names: a name that stands alone would be the desk's own.
  pane.quotes(what, quote(), quote({ id: 'QT-2', counterparty: 'Nordkraft' }));
  return pane;
}

it('are said beside the price as it is typed, and a warning goes with the press that ticked it', () => {
  const pane = opened('recipient');
  pane.type('Price', '120');
  expect(pane.text()).toContain('above the best ask 84.15 EUR/MWh (Cobalt Grid)');
  expect(isBlocked(SEND)).toBe(true);
  fireEvent.click(screen.getByRole('checkbox', MEAN_IT));
  pane.press(SEND);
  expect(pane.newest()).toMatchObject({
    accepted: [{ code: 'best-price', upTo: '35.85' }],
    body: { price: { price: '120' } },
  });
});

it('hold a price against a reference that is said before anything is typed', () => {
  const pane = opened('recipient');
  expect(pane.text()).toContain('Reference: 84.15, best ask (Cobalt Grid)');
  pane.quotes(request({ id: 'RQ-2' }));
  expect(pane.text()).not.toContain('Reference:');
  pane.set(
    { kind: 'analytics', id: request({ id: 'RQ-2' }).id },
    { state: 'fresh', fetchedAt: NOON, value: { raw: { 'best-price': '31.4' } } as unknown as Analytics },
  );
  expect(pane.text()).toContain('Reference: 31.40, best price by the platform’s analytics');
  pane.type('Price', '120');
  expect(pane.text()).toContain('above the platform’s best price 31.4');
});

it('say of a last trade that it is no market, and how old it is', () => {
  const pane = opened('recipient');
  const asked = request({ id: 'RQ-2' });
  pane.quotes(asked);
  const [only] = asked.legs;
  const lastTrades = [
    { product: (only && productKey(only)) ?? '', tradedAt: NOON - 3 * 3_600_000, price: price('79') },
  ];
  pane.set(
    { kind: 'limits' },
    { state: 'fresh', value: { limits: BUILT_IN_LIMITS, locked: false, source: 'built-in', lastTrades } },
  );
  expect(pane.text()).toContain('No market price known. Last trade of this product: 79.00, 3 h ago');
  expect(pane.text()).not.toContain('Reference:');
  pane.type('Price', '79.5');
  expect(screen.getByRole('img', { name: 'Your price 79.50 beside last trade 79.00' })).toBeTruthy();
  expect(pane.text()).toContain('0.50 above the last trade');
  pane.quotes(asked, quote());
  expect(pane.text()).not.toContain('No market price');
});

it('name the side of the analytics where they say it, and how old they are', async () => {
  const pane = opened('recipient');
  pane.quotes(request({ id: 'RQ-2' }));
  pane.set(
    { kind: 'analytics', id: request({ id: 'RQ-2' }).id },
    analysed({ 'best-price': '31.42', 'price-direction': 'ask' }),
  );
  await pane.advance(12_000);
  expect(pane.text()).toContain(
    'Reference: 31.42, best ask by the platform’s analytics, read 12 s ago: not executable',
  );
});

const analysed = (raw: Record<string, string>) =>
  ({ state: 'fresh', fetchedAt: NOON, value: { raw } as unknown as Analytics }) as const;

it('wait for the reference of a price, which is asked for, before it can be ticked as one without', () => {
  const what = request({ id: 'RQ-2' });
  const analytics = { kind: 'analytics', id: what.id } as const;
  const pane = opened('recipient');
  pane.quotes(what);
  pane.type('Price', '314');
  expect(pane.client.watched()).not.toContainEqual(analytics);
  pane.proposals(what);
  expect(pane.client.watched()).toContainEqual(analytics);
  expect(pane.text()).toContain('Fetching the reference price…');
  expect(pane.text()).not.toContain('No reference to check');
  expect(screen.queryByRole('checkbox', MEAN_IT)).toBeNull();
  expect(isBlocked(SEND)).toBe(true);
  pane.set(analytics, analysed({ 'best-price': '31.4' }));
  expect(pane.text()).toContain('above the platform’s best price 31.4');
  expect(pane.text()).not.toContain('Fetching');
  expect(pane.client.watched()).not.toContainEqual(analytics);
  expect(screen.queryByRole('checkbox', MEAN_IT)).toBeNull();
});

it('leave the reference of before in sight once an own quote is in the analytics, told as such, and check nothing against it', async () => {
  const what = request({ id: 'RQ-2' });
  const analytics = { kind: 'analytics', id: what.id } as const;
  const pane = opened('recipient');
  pane.quotes(what);
  pane.proposals(what);
  pane.set(analytics, analysed({ 'best-price': '31.42', 'price-direction': 'ask' }));
  expect(pane.text()).toContain('Reference: 31.42');
  const sentAt = NOON + 10_000;
  await pane.advance(10_000);
  const mine: Action = {
    id: ActionId.parse('00000000-0000-4000-8000-0000000000cd'),
    body: {
      kind: 'send-quote',
      requestId: what.id,
      direction: 'ask',
      price: { shape: 'single', price: price('31.4') },
      quantity: Quantity.parse('10'),
      allOrNone: false,
    },
    shown: 'a quote',
    state: 'done',
    createdAt: sentAt,
    quoteId: QuoteId.parse('QT-9'),
  };
  pane.say({ kind: 'journal' }, [mine]);
  const own = { ...analysed({ 'best-price': '31.4', 'price-direction': 'ask' }), fetchedAt: sentAt + 1 };
  pane.set(analytics, own);
  await pane.advance(80_000);
  expect(pane.text()).toContain(
    'No reference now. Before your quote: 31.42, best ask by the platform’s analytics, read 1 min ago',
  );
  pane.type('Price', '60');
  expect(pane.text()).not.toContain('the platform’s best ask 31.42');
  // What the market says takes its place, and does not bring it back.
  pane.quotes(what, quote(), quote({ id: 'QT-2', counterparty: 'Nordkraft' }));
  expect(pane.text()).toContain('Reference: 84.15, best ask (Cobalt Grid)');
  pane.quotes(what);
  expect(pane.text()).toContain('No reference price is known.');
});

it('wait some seconds for it at the most', async () => {
  const pane = opened('recipient');
  pane.quotes(request({ id: 'RQ-2' }));
  pane.type('Price', '31.4');
  await pane.advance(REFERENCE_WAIT_MS - 1);
  expect(screen.queryByRole('checkbox', MEAN_IT)).toBeNull();
  await pane.advance(1);
  expect(pane.text()).toContain('No reference to check the price against');
  fireEvent.click(screen.getByRole('checkbox', MEAN_IT));
  pane.press(SEND);
  expect(pane.newest().body).toMatchObject({ price: { price: '31.4' } });
});

it('never let a withdrawal wait for a reference', () => {
  const what = request({ id: 'RQ-2' });
  const pane = opened('recipient');
  const mine: Action = {
    id: ActionId.parse('00000000-0000-4000-8000-0000000000cc'),
    body: {
      kind: 'send-quote',
      requestId: what.id,
      direction: 'ask',
      price: { shape: 'single', price: price('84.15') },
      quantity: Quantity.parse('10'),
      allOrNone: false,
    },
    shown: 'a quote',
    state: 'done',
    createdAt: NOON,
    quoteId: QuoteId.parse('QT-9'),
  };
  pane.say({ kind: 'journal' }, [mine]);
  pane.quotes(what, quote({ id: 'QT-9', counterparty: 'Your Desk' }));
  pane.type('Price', '314');
  expect(pane.text()).toContain('Fetching the reference price…');
  pane.press('Withdraw QT-9');
  expect(pane.newest().body).toMatchObject({ kind: 'withdraw-quote', quoteId: 'QT-9' });
});

it('want a tick of a price without any reference, with its price, quantity and money', () => {
  const what = request({ id: 'RQ-2' });
  const pane = opened('recipient');
  pane.quotes(what);
  pane.proposals(what);
  pane.set({ kind: 'analytics', id: what.id }, analysed({}));
  expect(screen.queryByText(/No reference to check/)).toBeNull();
  pane.type('Price', '84.2');
  expect(
    screen.getByText(
      'No reference to check the price against: 84.20 EUR/MWh for 10 MW comes to 7,375,920 EUR. Money is blocked above 50,000 EUR/h and 500,000,000 EUR.',
    ),
  ).toBeTruthy();
  expect(isBlocked(SEND)).toBe(true);
  pane.press(SEND);
  expect(pane.client.acts).toEqual([]);
  fireEvent.click(screen.getByRole('checkbox', MEAN_IT));
  pane.press(SEND);
  expect(pane.newest().accepted).toEqual([{ code: 'no-reference', about: '84.2 for 10' }]);
});

it('want a new tick for another price', () => {
  const pane = opened('recipient');
  pane.type('Price', '120');
  fireEvent.click(screen.getByRole('checkbox', MEAN_IT));
  pane.type('Price', '121');
  expect(isBlocked(SEND)).toBe(true);
});

it('want of several warnings a tick for each serious one, with its numbers, and one for the others', () => {
  const pane = opened('recipient', {
    volume: Limits.parse({ ...BUILT_IN_LIMITS, volume: [{ unit: 'MW', warn: 5 }] }).volume,
  });
  pane.type('Price', '120.0001');
  const far = /^Send anyway: I have checked: 120\.\S+ is .* above the best ask 84\.15/;
  const large = /^Send anyway: I have checked: The quantity of 10 MW is above the warn level of 5 MW/;
  const others = 'Send anyway: I have checked the other warning';
  const tick = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
  expect(screen.getAllByRole('checkbox', { name: /^Send anyway/ })).toHaveLength(3);
  for (const name of [far, others]) fireEvent.click(tick(name));
  // The one that was not read is no tick of the others.
  expect([far, large, others].map((name) => tick(name).checked)).toEqual([true, false, true]);
  expect(isBlocked(SEND)).toBe(true);
  fireEvent.click(tick(large));
  expect(isBlocked(SEND)).toBe(false);
  fireEvent.click(tick(far));
  expect(isBlocked(SEND)).toBe(true);
  fireEvent.click(tick(far));
  pane.press(SEND);
  expect(pane.newest().accepted).toHaveLength(3);
});

it('say nothing of a price close to the best one', () => {
  const pane = opened('recipient');
  pane.type('Price', '84.2');
  expect(screen.queryByRole('checkbox', MEAN_IT)).toBeNull();
  pane.press(SEND);
  expect(pane.newest().accepted).toBeUndefined();
  expect(pane.newest().body).toMatchObject({ price: { price: '84.2' } });
});

it('hold back what is beyond a level that blocks, whatever is ticked', () => {
  const pane = opened('recipient', {
    volume: Limits.parse({ ...BUILT_IN_LIMITS, volume: [{ unit: 'MW', block: 5 }] }).volume,
  });
  pane.type('Price', '84.2');
  expect(isBlocked(SEND)).toBe(true);
  expect(screen.queryByRole('checkbox', MEAN_IT)).toBeNull();
});

it('say that they block and how often, take no tick, and lead to the field', () => {
  const pane = opened('recipient', {
    bestPrice: { ...BUILT_IN_LIMITS.bestPrice, blockPercent: price('300') },
  });
  pane.type('Price', '841.5');
  expect(screen.getByText('Blocked')).toBeTruthy();
  expect(screen.queryByText('1 warning')).toBeNull();
  expect(pane.text()).toContain('is about 10 times');
  expect(screen.queryByRole('checkbox', MEAN_IT)).toBeNull();
  const field = screen.getByRole('textbox', { name: 'Price' });
  expect(field.getAttribute('aria-invalid')).toBe('true');
  pane.press('Correct the marked fields above.');
  expect(document.activeElement).toBe(field);
  pane.type('Price', '84.2');
  expect(screen.queryByText(/^Blocked/)).toBeNull();
});

it('say the only reason of a block once, below its field, to which the button leads, and of several how many there are', () => {
  const pane = opened('recipient');
  const foot = () => document.querySelector('[data-foot]')?.textContent;
  pane.type('Price', 'abc');
  expect(foot()).toMatch(/^Blocked.*Correct the marked fields above\./);
  expect(document.body.textContent.match(/Not a number\./g)).toHaveLength(1);
  const said = screen.getByRole('textbox', { name: 'Price' }).getAttribute('aria-describedby') ?? '';
  expect(
    said
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(),
  ).toContain('Not a number.');
  pane.type('Quantity', 'abc');
  expect(foot()).toContain('Blocked: 2 reasons');
  expect(foot()).not.toContain('Not a number.');
});

it('keep Enter in a field that is blocked or wrong, which says why', () => {
  const pane = opened('recipient', {
    volume: Limits.parse({ ...BUILT_IN_LIMITS, volume: [{ unit: 'MW', block: 5 }] }).volume,
  });
  const [field, quantity] = ['Price', 'Quantity'].map((name) => screen.getByRole('textbox', { name }));
  const enter = (input: HTMLElement | undefined): void => {
    input?.focus();
    if (input) fireEvent.keyDown(input, { key: 'Enter' });
  };
  pane.type('Price', '84.2');
  enter(field);
  expect(document.activeElement).toBe(quantity);
  enter(quantity);
  expect(document.activeElement).toBe(quantity);
  expect(pane.text()).toContain('Blocked: the checks below say why.');
  pane.type('Price', 'x');
  enter(field);
  expect(document.activeElement).toBe(field);
});

it('are said before an acceptance too', async () => {
  const pane = opened('initiator', {
    volume: Limits.parse({ ...BUILT_IN_LIMITS, volume: [{ unit: 'MW', warn: 5 }] }).volume,
  });
  pane.quotes(request({ id: 'RQ-2', role: 'initiator' }), quote({ price: single('84.15') }));
  pane.press('Accept QT-1');
  await pane.advance(TOO_SOON_MS);
  expect(isBlocked(ACCEPT)).toBe(true);
  fireEvent.click(screen.getByRole('checkbox', MEAN_IT));
  pane.press(ACCEPT);
  expect(pane.newest()).toMatchObject({
    accepted: [{ code: 'volume', about: 'MW', upTo: '10' }],
    body: { kind: 'accept-quote' },
  });
});

it('say of an acceptance what they say of one of its legs', () => {
  const what = request({
    id: 'RQ-2',
    role: 'initiator',
    contract: 'spread',
    legs: [leg({ action: 'buy' }), leg({ action: 'sell', market: 'NL' })],
  });
  const pane = openPane({ requests: [what] });
  pane.set(
    { kind: 'limits' },
    { state: 'fresh', value: { limits: BUILT_IN_LIMITS, locked: false, source: 'built-in' } },
  );
  pane.arm();
  pane.open('RQ-2');
  const legged = (...prices: string[]) => ({ price: perLeg(...prices) });
  pane.quotes(
    what,
    quote({ ...legged('738', '736') }),
    quote({ id: 'QT-2', counterparty: 'Nordkraft', ...legged('73.8', '71.9') }),
  );
  pane.press(/^Accept QT-1/);
  expect(pane.text()).toMatch(/738\.00 is .* above leg 1 of the best ask 73\.80/);
});
