// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Action } from '../../../src/domain/action';
import { failed, success } from '../../../src/domain/failure';
import { ActionId, QuoteId } from '../../../src/domain/identifiers';
import { BUILT_IN_LIMITS } from '../../../src/domain/limits/limits';
import type { OwnQuote } from '../../../src/domain/own-offers';
import type { Role } from '../../../src/domain/person';
import type { Analytics } from '../../../src/domain/record';
import { Quantity } from '../../../src/domain/quantity';
import { button, isBlocked, openPane, violations } from '../open-pane';
import type { Leg } from '../../../src/domain/leg';
import { leg, listing, NOON, price, quote, request, single, spread, STATUS } from '../examples';

const asked = request({ id: 'RQ-2' });
const ANNA = { name: 'Anna', session: 'a0a0a0a0' };
const waiting = (over: Partial<Action> = {}): Action => ({
  id: ActionId.parse('00000000-0000-4000-8000-000000000001'),
  body: {
    kind: 'send-quote',
    requestId: asked.id,
    direction: 'bid',
    price: { shape: 'single', price: price('70.9') },
    quantity: Quantity.parse('50'),
    allOrNone: false,
  },
  shown: 'Bid 50 MW at 70.90 · DE Cal-27 base',
  accepted: [{ code: 'volume', about: 'MW', upTo: '50' }],
  replaces: [QuoteId.parse('QT-7')],
  by: ANNA,
  state: 'waiting',
  createdAt: NOON - 30_000,
  waitsUntil: NOON + 78_000,
  approval: {
    reasons: [
      {
        code: 'volume',
        message: 'The quantity of 50 MW is above the level for approval of 25 MW.',
        about: 'MW',
      },
    ],
    market: { name: 'the best bid', price: price('70.5'), counterparty: 'North' },
    hash: 'ab'.repeat(32),
  },
  ...over,
});

/** The live quote that it takes the place of. */
const REPLACED: OwnQuote = {
  requestId: asked.id,
  quoteId: QuoteId.parse('QT-7'),
  direction: 'bid',
  price: { shape: 'single', price: price('70.4') },
  quantity: Quantity.parse('20'),
  since: NOON,
};

/** The pane of this person while these wait. */
function paneOf(name: string, roles: readonly Role[], ...actions: readonly Action[]) {
  const pane = openPane({ requests: [asked] });
  pane.say({ kind: 'status' }, { ...STATUS, person: { name, roles: [...roles] } });
  pane.say({ kind: 'journal' }, [...actions]);
  return pane;
}

/** Where a quote was pressed that another person has to approve. */
async function pressedAndWaiting() {
  const pane = openPane({ requests: [asked] });
  pane.arm();
  pane.open('RQ-2');
  pane.type('Price', '84');
  pane.press(/84\.00/);
  pane.client.answer(pane.newest(), { state: 'waiting' });
  await pane.advance(0);
  return pane;
}

const BEN = { name: 'Ben', session: 'b0b0b0b0' };
const MOVED = {
  kind: 'wrong-state',
  message: 'The market moved against it.',
  next: 'Nothing was sent.',
} as const;

const APPROVE = /^Approve and send: Bid 50 MW/;

describe.each(['Today', 'Journal'] as const)('%s', (room) => {
  const opened = (name: string, roles: readonly Role[], ...actions: readonly Action[]) => {
    const pane = paneOf(name, roles, ...actions);
    pane.press(new RegExp(`^${room}`));
    return pane;
  };

  it('shows an approver what was pressed, why it waits, the market then and until when', async () => {
    const pane = opened('Ben', ['approver'], waiting());
    const text = pane.text();
    for (const words of [
      'Bid 50 MW at 70.90 · DE Cal-27 base',
      'above the level for approval of 25 MW',
      'Asked byAnna',
      'the best bid 70.50 · North; this is 0.40 EUR/MWh above it (0.6 %)',
      'Energy438,000 MWh',
      'Money31,054,200 EUR',
      'A large volume: up to 50 MW',
      'Quantity50 MW',
      'Market nownot known',
      'QT-7',
      'Expires at 12:05:49 CET, in 1 min 18 s.',
    ])
      expect(text).toContain(words);
    // A name tells who asks; the session stands in the journal's details.
    expect(text).not.toContain('a0a0a0a0');
    expect(screen.queryByRole('button', { name: /^Cancel it/ })).toBeNull();
    await pane.advance(60_000);
    expect(pane.text()).toContain('in 18 s.');
    expect(await violations(pane.container)).toEqual([]);
  });

  it('tells an approver how far it is from the market now, and where the limits of the day stand after it', () => {
    const pane = opened('Ben', ['approver'], waiting());
    pane.quotes(asked, quote({ requestId: asked.id, direction: 'bid', price: single('71.2') }));
    const power = { commodity: 'power', side: 'buy', unit: 'MW' } as const;
    const today = { volumes: [{ ...power, amount: '520' }], notionals: [] };
    pane.say({ kind: 'limits' }, { limits: BUILT_IN_LIMITS, locked: false, source: 'file', today });
    expect(pane.text()).toContain('71.20 EUR/MWh · Cobalt Grid; this is 0.30 EUR/MWh below it (0.4 %)');
    expect(pane.text()).toContain(
      'Day limits afterbought power 570 of 5,000 MW, 438,000 of 5,000,000 MWh, 31,054,200 of 500,000,000 EUR',
    );
    // What it takes the place of counts no more.
    pane.say({ kind: 'own-quotes' }, [REPLACED]);
    expect(pane.text()).toContain('bought power 550 of 5,000 MW');
  });

  it('adds the money of all legs of a spread, each without its sign, and says its net price', () => {
    const both = spread({ id: 'RQ-3' });
    const body: Action['body'] = {
      kind: 'send-quote',
      requestId: both.id,
      direction: 'bid',
      price: { shape: 'per-leg', legPrices: [price('80.3'), price('82')] },
      quantity: Quantity.parse('50'),
      allOrNone: true,
    };
    const pane = openPane({ requests: [both] });
    pane.say({ kind: 'status' }, { ...STATUS, person: { name: 'Ben', roles: ['approver'] } });
    pane.say({ kind: 'journal' }, [waiting({ body })]);
    pane.press(new RegExp(`^${room}`));
    expect(pane.text()).toContain('Net price−1.70 EUR/MWh');
    expect(pane.text()).toContain('Energy438,000 MWh');
    expect(pane.text()).toContain('Net money−744,600 EUR');
    expect(pane.text()).toContain('Money71,087,400 EUR, gross of all legs');
  });

  it('says of a standard spread whose legs differ both energies, and by which one its net price is counted', () => {
    const [first, second] = [
      leg(),
      leg({ action: 'sell', deliveryStart: '2028-01-01', deliveryEnd: '2028-12-31' }),
    ];
    const asking = (id: string, ...legs: Leg[]) => {
      const both = request({ id, contract: 'standard-spread', spreadType: 'time', legs });
      const body: Action['body'] = {
        kind: 'send-quote',
        requestId: both.id,
        direction: 'bid',
        price: { shape: 'standard-spread', spreadPrice: price('1.85') },
        quantity: Quantity.parse('20'),
        allOrNone: true,
      };
      const pane = openPane({ requests: [both] });
      pane.say({ kind: 'status' }, { ...STATUS, person: { name: 'Ben', roles: ['approver'] } });
      pane.say({ kind: 'journal' }, [waiting({ body, replaces: [] })]);
      pane.press(new RegExp(`^${room}`));
      return pane;
    };
    const years = asking('RQ-3', first, second);
    expect(years.text()).toContain('Energyleg 1 175,200 MWh, leg 2 175,680 MWh');
    expect(years.text()).toContain('Money324,120 EUR net by leg 1, an estimate until the legs have prices');
    years.close();
    const places = asking('RQ-4', first, leg({ action: 'sell', market: 'FR' }));
    expect(places.text()).toContain('Money324,120 EUR net');
    expect(places.text()).not.toContain('by leg 1');
  });

  it('approves by the hash of what is shown, with trading on and by a press that is meant', async () => {
    const pane = opened('Ben', ['approver'], waiting());
    expect(isBlocked(APPROVE)).toBe(true);
    pane.arm();
    expect(fireEvent.keyDown(button(APPROVE), { key: 'Enter' })).toBe(false);
    fireEvent.click(button(APPROVE));
    const [word] = pane.client.words;
    expect(word).toMatchObject({ word: 'approve', id: waiting().id, text: 'ab'.repeat(32) });
    fireEvent.click(button(APPROVE));
    expect(pane.client.words).toHaveLength(1);
    const failure = {
      kind: 'wrong-state',
      message: 'The approval came too late.',
      next: 'Nothing was sent.',
    };
    await act(async () => word?.answer(failed({ ...failure, kind: 'wrong-state' })));
    expect(
      screen
        .getAllByRole('alert')
        .map(({ textContent }) => textContent)
        .join(),
    ).toContain('too late');
    fireEvent.click(button(APPROVE));
    await act(async () => pane.client.words[1]?.answer(success(waiting({ state: 'done' }))));
    expect(pane.desk.notice.get()).toBe('Approved for Anna and sent: Bid 50 MW at 70.90 · DE Cal-27 base');
  });

  it('says to an approver that what they approved was not sent, and why', async () => {
    const shown = 'You sell 50 MW at 70.90 (RQ-2)';
    const pane = opened('Ben', ['approver'], waiting({ shown }));
    pane.arm();
    fireEvent.click(button(/^Approve and send/));
    const ended = waiting({ shown, state: 'rejected', approvedBy: BEN, endedAt: NOON, failure: MOVED });
    await act(async () => pane.client.words[0]?.answer(success(ended)));
    expect(pane.desk.notice.get()).toBe(
      'Approved for Anna, but not sent: The market moved against it. · to sell 50 MW at 70.90 (RQ-2)',
    );
  });

  it('says why an approval was not taken where what waited is gone meanwhile', async () => {
    const pane = opened('Ben', ['approver'], waiting());
    pane.arm();
    fireEvent.click(button(APPROVE));
    pane.say({ kind: 'journal' }, []);
    const late = { kind: 'wrong-state', message: 'The approval came too late.', next: '' } as const;
    await act(async () => pane.client.words[0]?.answer(failed(late)));
    expect(pane.desk.notice.get()).toContain('The approval came too late.');
  });

  it.each(['traded', 'closed'])(
    'offers no approval of what is for a %s request; it can be refused',
    (state) => {
      const pane = opened('Ben', ['approver'], waiting());
      pane.arm();
      expect(isBlocked(APPROVE)).toBe(false);
      expect(pane.text()).toContain('Request nowStill open');
      pane.say({ kind: 'request', id: asked.id }, { ...asked, state, concludedAt: NOON });
      expect(isBlocked(APPROVE)).toBe(true);
      expect(pane.text()).toContain(`The request is ${state}: nothing can be sent on it.`);
      expect(pane.text()).toMatch(/Request now(Traded|Closed) 20 Nov/);
      expect(pane.text()).not.toContain('Withdraws first');
      expect(pane.text()).not.toContain('Day limits after');
      fireEvent.click(button(APPROVE));
      expect(pane.client.words).toEqual([]);
      fireEvent.click(button(/^Refuse… Bid/));
      pane.type('Reason', 'too late');
      expect(isBlocked(/^Refuse: Bid/)).toBe(false);
    },
  );

  it('offers no approval of what takes the place of a quote that is gone', () => {
    const pane = opened('Ben', ['approver'], waiting());
    pane.arm();
    const listed = quote({ id: 'QT-7', requestId: asked.id, direction: 'bid', price: single('70.4') });
    pane.say({ kind: 'own-quotes' }, []);
    expect(isBlocked(APPROVE)).toBe(false);
    pane.quotes(asked, listed);
    expect(isBlocked(APPROVE)).toBe(false);
    pane.quotes(asked, { ...listed, state: 'accepted' });
    expect(isBlocked(APPROVE)).toBe(true);
    expect(pane.text()).toContain('QT-7, which it would replace, is not live any more.');
    pane.say({ kind: 'own-quotes' }, [REPLACED]);
    expect(isBlocked(APPROVE)).toBe(false);
  });

  it('refuses with a reason, without trading on', async () => {
    const pane = opened('Ben', ['approver'], waiting());
    fireEvent.click(button(/^Refuse… Bid/));
    expect(isBlocked(/^Refuse: Bid/)).toBe(true);
    pane.type('Reason', 'too large');
    expect(await violations(pane.container)).toEqual([]);
    fireEvent.click(button(/^Refuse: Bid/));
    expect(pane.client.words).toMatchObject([{ word: 'refuse', text: 'too large' }]);
    await act(async () => pane.client.words[0]?.answer(success(waiting({ state: 'cancelled' }))));
    expect(pane.desk.notice.get()).toContain('Refused: Bid 50 MW');
  });

  it('lets whoever pressed it cancel it, and approve nothing, whatever their roles', async () => {
    const pane = opened('anna', ['trader', 'approver'], waiting());
    expect(screen.queryByRole('button', { name: APPROVE })).toBeNull();
    expect(pane.text()).toContain('Any approver other than you can approve it.');
    expect(pane.text().match(/Expires at 12:05:49 CET, in 1 min 18 s\./g)).toHaveLength(1);
    fireEvent.click(button(/^Cancel it: Bid/));
    expect(pane.client.words).toMatchObject([{ word: 'cancel' }]);
    await act(async () => pane.client.words[0]?.answer(success(waiting({ state: 'cancelled' }))));
    expect(pane.desk.notice.get()).toContain('Cancelled: Bid 50 MW');
  });

  it('lets whoever pressed it remind the approvers, and says when they were, or why they are not', async () => {
    const pane = opened('Anna', ['trader'], waiting());
    expect(pane.text()).not.toContain('Reminded at');
    fireEvent.click(button(/^Remind the approvers: Bid/));
    expect(pane.client.words).toMatchObject([{ word: 'remind', id: waiting().id }]);
    const reminded = waiting({ reminded: { at: NOON, by: ANNA } });
    await act(async () => pane.client.words[0]?.answer(success(reminded)));
    pane.say({ kind: 'journal' }, [reminded]);
    expect(pane.desk.notice.get()).toContain('Approvers reminded: Bid 50 MW');
    expect(pane.text()).toMatch(/Reminded at \d\d:\d\d/);
    fireEvent.click(button(/^Remind the approvers: Bid/));
    const failure = {
      kind: 'throttled',
      message: 'Less than a minute ago.',
      next: 'It still waits.',
    } as const;
    await act(async () => pane.client.words[1]?.answer(failed(failure)));
    expect(pane.text()).toContain('Less than a minute ago.');
    expect(await violations(pane.container)).toEqual([]);
  });

  it('has no buttons for others, and says who may', () => {
    const pane = opened('Carl', ['trader'], waiting());
    for (const name of [APPROVE, /^Refuse/, /^Remind/, /^Cancel it/])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(pane.text()).toContain('Only an approver other than Anna can approve it.');
  });
});

it('shows an approver the market as it is now beside the market then, and asks nothing for others', () => {
  const now = quote({ requestId: asked.id, direction: 'bid', price: single('72.25'), counterparty: 'South' });
  const pane = paneOf('Ben', ['approver'], waiting());
  pane.press(/^Today/);
  pane.say({ kind: 'quotes', id: asked.id }, listing(now));
  expect(pane.text()).toContain('Market at the pressthe best bid 70.50 · North');
  expect(pane.text()).toContain('Market nowthe best bid 72.25 EUR/MWh · South');
  pane.close();
  const carl = paneOf('Carl', ['trader'], waiting());
  carl.press(/^Today/);
  expect(carl.text()).not.toContain('Market now');
});

it('says that the market now is not the reference of then, and when a figure of the platform was read', () => {
  const analytics = { kind: 'analytics', id: asked.id } as const;
  const pane = paneOf('Ben', ['approver'], waiting());
  pane.press(/^Today/);
  const bid = quote({ requestId: asked.id, direction: 'bid', price: single('72.25'), counterparty: 'South' });
  pane.say({ kind: 'quotes', id: asked.id }, listing(bid));
  expect(pane.text()).not.toContain('not the same reference');
  pane.say({ kind: 'quotes', id: asked.id }, listing());
  const raw = { 'best-price': '71.4', 'price-direction': 'bid' };
  pane.set(analytics, { state: 'fresh', fetchedAt: NOON, value: { raw } as unknown as Analytics });
  expect(pane.text()).toMatch(
    /Market nowthe platform’s best bid 71\.40 EUR\/MWh.*; read from its analytics at \d\d:\d\d:\d\d \w+; not the same reference as at the press/,
  );
});

it('sends with the word what the card shows as the market, and nothing known where it shows that', () => {
  const now = quote({ requestId: asked.id, direction: 'bid', price: single('72.25'), counterparty: 'South' });
  const pane = paneOf('Ben', ['approver'], waiting());
  pane.arm();
  pane.press(/^Today/);
  fireEvent.click(button(APPROVE));
  expect(pane.client.words[0]?.card).toBeNull();
  pane.close();
  const other = paneOf('Ben', ['approver'], waiting());
  other.press(/^Today/);
  other.say({ kind: 'quotes', id: asked.id }, listing(now));
  fireEvent.click(button(/^Refuse… Bid/));
  other.type('Reason', 'dear');
  fireEvent.click(button(/^Refuse: Bid/));
  expect(other.client.words[0]?.card).toEqual({ name: 'the best bid', price: '72.25' });
});

it('names as the market then what the ticked warnings held it against, and a tick that the desk found no more', () => {
  const accepted = [
    { code: 'sign-flip', upTo: '1.68' },
    { code: 'through-market', upTo: '0.2' },
  ];
  const approval = {
    reasons: [],
    market: { name: 'the best indicative proposal', price: price('70.5') },
    warnedBeside: [
      { name: 'the best ask of the analytics', price: price('70.1'), unit: 'EUR/MWh', codes: ['sign-flip'] },
    ],
    hash: 'ab'.repeat(32),
  };
  const pane = paneOf('Ben', ['approver'], waiting({ accepted, approval }));
  pane.press(/^Today/);
  expect(pane.text()).toContain(
    'Market at the pressthe best ask of the analytics 70.10 EUR/MWh; this is 0.80 EUR/MWh above it (1.1 %); and the best indicative proposal 70.50',
  );
  expect(pane.text()).toContain('The opposite sign to the market, by up to 1.68 EUR/MWh; ');
  expect(pane.text()).toContain('by up to 0.2 EUR/MWh (no longer applied when approval was asked for)');
});

it('keeps before an approver what they approved in vain until they have seen it, and says on the line who approved', () => {
  const shown = 'You sell 50 MW at 70.90 (RQ-2)';
  const ended = waiting({
    ...{ shown, state: 'rejected', approvedBy: BEN, approvedAt: NOON, endedAt: NOON, failure: MOVED },
    decision: { at: NOON, market: { name: 'the best bid', price: price('72') }, distance: price('-1.1') },
  });
  const told = 'Approved for Anna, but not sent: The market moved against it. · to sell 50 MW at 70.90';
  const carl = paneOf('Carl', ['approver'], ended);
  carl.press(/^Today/);
  expect(carl.text()).not.toContain('Approved for Anna');
  carl.close();
  const ben = paneOf('Ben', ['approver'], ended);
  ben.press(/^Today/);
  expect(ben.text()).toContain(told);
  fireEvent.click(button(/^Seen: to sell/));
  expect(ben.text()).not.toContain(told);
  expect(ben.desk.preferences.read('approvals-seen')).toContain(ended.id);
  ben.press(/^Journal/);
  expect(ben.text()).toContain(' · approved by Ben');
  fireEvent.click(button(/^Details of: Anna offers to sell 50 MW/));
  expect(ben.text()).toContain('Market at the approvalthe best bid 72.00; this is 1.10 below it, at ');
});

it('finds an action by whoever approved it, and has the approval in the desk log under that name', () => {
  const approved = { approvedBy: BEN, approvedAt: NOON } as const;
  const other = waiting({ id: ActionId.parse('00000000-0000-4000-8000-000000000002'), shown: 'Ask 20 MW' });
  const done = waiting({ ...approved, state: 'done', sentAt: NOON, endedAt: NOON });
  const pane = paneOf('Ben', ['approver'], done, { ...other, state: 'cancelled', endedAt: NOON });
  pane.say({ kind: 'desk-entries' }, []);
  pane.press(/^Journal/);
  fireEvent.change(screen.getByRole('combobox', { name: 'Person' }), { target: { value: 'Ben' } });
  expect(within(screen.getByRole('list', { name: 'Actions' })).getAllByRole('listitem')).toHaveLength(1);
  expect(screen.getByRole('status', { name: 'Hits' }).textContent).toBe('1 of 2 actions');
  for (const [words, found] of [
    ['today', 1],
    ['yesterday', 0],
  ] as const) {
    fireEvent.change(screen.getByRole('textbox', { name: 'Search' }), { target: { value: words } });
    const list = within(screen.getByRole('list', { name: 'Actions' }));
    expect(list.queryAllByRole('listitem'), words).toHaveLength(found);
  }
  pane.press('Desk log');
  const log = screen.getByRole('list', { name: 'Desk log' }).textContent;
  expect(log).toContain('Approved');
  expect(log).toContain('Ben approved for Anna and sent: Bid 50 MW at 70.90');
});

it('leads from what an approver is told to Today', () => {
  const ben = paneOf('Ben', ['approver']);
  expect(screen.queryByRole('button', { name: 'Open Today' })).toBeNull();
  const shown = 'You sell leg 1 (DE), buy leg 2 (FR), 50 MW at net 1.85 (RQ-2)';
  ben.say({ kind: 'journal' }, [waiting({ shown })]);
  expect(ben.desk.notice.get()).toBe(
    'Anna asks for your approval: to sell leg 1 (DE), buy leg 2 (FR), 50 MW at net 1.85 (RQ-2).',
  );
  ben.press('Open Today');
  expect(screen.getByRole('button', { name: /^Approve and send: to sell leg 1/ })).toBeTruthy();
  expect(screen.getByRole('region', { name: 'To approve' }).textContent).toContain(
    'Anna offers to sell leg 1 (DE), buy leg 2 (FR), 50 MW at net 1.85 (RQ-2)',
  );
  act(() => ben.desk.notice.set('Something else.'));
  expect(screen.queryByRole('button', { name: 'Open Today' })).toBeNull();
});

it('counts in the row of rooms what this person can approve, apart from what is in progress', () => {
  const pane = paneOf('Ben', ['approver'], waiting());
  expect(
    within(button(/^Today/))
      .getByRole('img')
      .getAttribute('aria-label'),
  ).toBe('1 to approve');
  pane.say({ kind: 'journal' }, []);
  expect(within(button(/^Today/)).queryByRole('img')).toBeNull();
});

it.each([
  ['whoever pressed it', 'Anna', ['trader', 'approver']],
  ['who may not approve', 'Carl', ['trader']],
] as const)('shows %s what waits without a count beside Today', (_, name, roles) => {
  const pane = paneOf(name, roles, waiting());
  expect(within(button(/^Today/)).queryByRole('img')).toBeNull();
  pane.press(/^Today/);
  expect(pane.text()).toContain('Bid 50 MW at 70.90');
});

it('tells an approver of what begins to wait and of each reminder once, and whoever pressed of the other person’s word', async () => {
  const ben = paneOf('Ben', ['approver']);
  await ben.advance(1_000);
  ben.say({ kind: 'journal' }, [waiting()]);
  expect(ben.desk.notice.get()).toBe('Anna asks for your approval: Bid 50 MW at 70.90 · DE Cal-27 base.');
  const reminded = waiting({ reminded: { at: NOON, by: ANNA } });
  ben.say({ kind: 'journal' }, [reminded]);
  expect(ben.desk.notice.get()).toBe(
    'Anna asks for your approval again: Bid 50 MW at 70.90 · DE Cal-27 base.',
  );
  ben.desk.notice.set('');
  ben.say({ kind: 'journal' }, [{ ...reminded }]);
  expect(ben.desk.notice.get()).toBe('');
  ben.close();
  const anna = paneOf('Anna', ['trader'], waiting());
  await anna.advance(1_000);
  expect(anna.desk.notice.get()).toBe('');
  const failure = { kind: 'denied', message: 'Ben refused it: too large', next: '' } as const;
  const refusedBy = { name: 'Ben', session: 'b' };
  anna.say({ kind: 'journal' }, [waiting({ state: 'cancelled', refusedBy, failure })]);
  expect(anna.desk.notice.get()).toContain('Ben refused it: too large');
});

describe('what came of an approval', () => {
  const ends: [string, Partial<Action>, string, string][] = [
    [
      'that was sent',
      { state: 'done', sentAt: NOON, endedAt: NOON },
      'Approved by Ben and sent: You sell 50 MW',
      'Approved for Anna and sent: to sell 50 MW',
    ],
    [
      'that was not',
      { state: 'rejected', endedAt: NOON, failure: MOVED },
      'Approved by Ben, but not sent: The market moved against it. · You sell 50 MW',
      'Approved for Anna, but not sent: The market moved against it. · to sell 50 MW',
    ],
    [
      'that the platform refused',
      { state: 'rejected', sentAt: NOON, endedAt: NOON, failure: { ...MOVED, message: 'It is closed.' } },
      'Approved by Ben, but not executed: It is closed. · You sell 50 MW',
      'Approved for Anna, but not executed: It is closed. · to sell 50 MW',
    ],
    [
      'whose answer is missing',
      { state: 'unknown', sentAt: NOON, failure: { ...MOVED, kind: 'unknown-outcome' } },
      'Approved by Ben; whether it was executed is not known yet: You sell 50 MW',
      'Approved for Anna; whether it was executed is not known yet: to sell 50 MW',
    ],
  ];
  const shown = 'You sell 50 MW';
  it.each(ends)('%s is told to both once it is known, and once', async (_, end, toAnna, toBen) => {
    for (const [name, roles, words] of [
      ['Anna', ['trader'], toAnna],
      ['Ben', ['approver'], toBen],
      ['Cara', ['approver'], ''],
    ] as const) {
      const pane = paneOf(name, roles, waiting({ shown }));
      await pane.advance(1_000);
      // What an approver is asked is told before.
      pane.desk.notice.set('');
      const approved = { shown, approvedBy: BEN, approvedAt: NOON } as const;
      for (const state of ['staged', 'sending'] as const) {
        pane.say({ kind: 'journal' }, [waiting({ ...approved, state })]);
        expect(pane.desk.notice.get()).toBe('');
      }
      pane.say({ kind: 'journal' }, [waiting({ ...approved, ...end })]);
      expect(pane.desk.notice.get()).toBe(words);
      pane.desk.notice.set('');
      pane.say({ kind: 'journal' }, [waiting({ ...approved, ...end })]);
      expect(pane.desk.notice.get()).toBe('');
      pane.close();
    }
  });
});

it('says in the details of what is over who approved or refused it', () => {
  const pane = paneOf(
    'Ben',
    ['approver'],
    waiting({ state: 'done', approvedBy: { name: 'Ben', session: 'b0' } }),
  );
  pane.press(/^Journal/);
  fireEvent.click(button(/^Details of: Bid/));
  expect(pane.text()).toContain('A large volume: up to 50 MW');
  expect(pane.text()).toContain('Approved byBen · session b0');
  expect(pane.text()).toContain('Why it waitedThe quantity of 50 MW');
});

it('lets whoever pressed cancel it where it was pressed', async () => {
  const pane = await pressedAndWaiting();
  expect(pane.text()).toContain('Waiting for approval. Another person has to approve it');
  fireEvent.click(button(/^Cancel it: You offer to sell/));
  expect(pane.client.words).toMatchObject([{ word: 'cancel', id: pane.newest().id }]);
  const failure = { kind: 'wrong-state', message: 'This action is done.', next: 'See the journal.' } as const;
  await act(async () => pane.client.words[0]?.answer(failed(failure)));
  expect(pane.text()).toContain('This action is done.');
});

it('says of what another person refused that alone', async () => {
  const pane = await pressedAndWaiting();
  const failure = {
    kind: 'denied',
    message: 'Ben refused it: too large.',
    next: 'Nothing was sent.',
  } as const;
  const refusedBy = { name: 'Ben', session: 'b0' };
  pane.say({ kind: 'journal' }, [
    pane.client.actionOf(pane.newest(), { state: 'cancelled', refusedBy, failure }),
  ]);
  await pane.advance(0);
  expect(pane.text()).toContain('Not sent. Ben refused it: too large.');
  expect(pane.text()).not.toContain('never left the desk');
  expect(pane.text()).not.toContain('Nothing was sent.');
});
