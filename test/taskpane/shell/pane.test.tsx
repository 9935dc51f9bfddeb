// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { success, type Outcome } from '../../../src/domain/failure';
import { giveMarkets } from '../../../src/domain/delivery/given-markets';
import { RequestId, TradeId } from '../../../src/domain/identifiers';
import { listing, NOON, QUOTA, quote, request, spread, STATUS } from '../examples';
import { MemorySheet } from '../memory-sheet';
import { ribbonActions } from '../../../src/taskpane/shell/ribbon-actions';
import { button, openPane, violations } from '../open-pane';
import { schemeOf } from '../../../src/taskpane/shell/pane';

const asked = request({ id: 'RQ-2' });

describe('the header', () => {
  it('always says environment, connection and sign-in in words', () => {
    const pane = openPane();
    const words = () => screen.getByRole('banner').textContent;
    expect(words()).toContain('Simulator');
    expect(words()).toContain('connected · signed in');
    pane.say({ kind: 'status' }, { ...STATUS, environment: 'production', signedIn: false });
    expect(words()).toContain('Production');
    expect(words()).toContain('connected · signed out');
    act(() => pane.client.connect('lost'));
    expect(screen.getByRole('banner').textContent).toContain('connection lost. ');
    expect(words()).not.toContain('· signed');
    expect(pane.text()).toContain(
      'NOT LIVE since 12:04 CET: SpreadDesk does not answer. Start it if it was ended. Live quotes can be taken; only Withdraw all is tried.',
    );
  });

  it('does not guess an environment that is not known', () => {
    const pane = openPane();
    pane.set({ kind: 'status' }, { state: 'waiting' });
    expect(screen.getByRole('banner').textContent).toContain('Environment not known');
  });

  it('says something to the person for half a minute: later it may not be true any more', async () => {
    const pane = openPane();
    act(() => pane.desk.notice.set('No live quote of this desk is known.'));
    await pane.advance(29_000);
    expect(pane.text()).toContain('No live quote of this desk is known.');
    await pane.advance(2_000);
    expect(pane.text()).not.toContain('No live quote of this desk is known.');
  });

  it('says why the desk is not signed in', () => {
    const pane = openPane();
    const failure = {
      kind: 'signed-out',
      message: 'The client secret was refused.',
      next: 'Correct it.',
    } as const;
    pane.say({ kind: 'status' }, { ...STATUS, signedIn: false, failure });
    expect(pane.text()).toContain(
      'NOT LIVE since 12:04 CET: not signed in. No price or acceptance is sent. The client secret was refused. Correct it.',
    );
  });

  it('says when the gateway counts deliveries by other markets than the page', () => {
    const pane = openPane();
    expect(pane.text()).not.toContain('DESK_MARKETS');
    pane.say({ kind: 'status' }, { ...STATUS, marketsVersion: 'ab12' });
    expect(pane.text()).toContain(
      'The desk’s market settings have changed, such as peak hours and gas days.',
    );
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
    giveMarkets('ab12;');
    pane.say({ kind: 'status' }, { ...STATUS, marketsVersion: 'ab12', version: '2' });
    expect(pane.text()).not.toContain('DESK_MARKETS');
    giveMarkets('');
  });

  it('says in red, in every room, that the journal is not as it was written, and in its own which line', async () => {
    const pane = openPane();
    const failure = {
      kind: 'unreadable',
      message: 'The journal has been altered or damaged. Line 7 is not what was written.',
      next: 'Sending goes on.',
    } as const;
    pane.say({ kind: 'status' }, { ...STATUS, journal: { state: 'checking' } });
    expect(screen.getByRole('banner').textContent).not.toContain('journal');
    pane.press('Desk');
    expect(pane.text()).toContain('Journalbeing checked');
    pane.say({ kind: 'status' }, { ...STATUS, journal: { state: 'broken', failure } });
    expect(screen.getByRole('banner').textContent).toContain(
      'The journal has been altered or damaged. Ask an administrator',
    );
    expect(pane.text()).toContain('Journalaltered or damaged');
    pane.press('Journal');
    expect(screen.getByRole('banner').textContent).toContain(
      'The journal has been altered or damaged. Ask an administrator',
    );
    expect(pane.main().getByText(/Line 7 is not what was written. Sending goes on./)).toBeTruthy();
    expect(await violations(pane.container)).toEqual([]);
  });

  it('starts disarmed, and arms only while connected', () => {
    const pane = openPane();
    const lever = screen.getByRole<HTMLInputElement>('switch', { name: /^Trading/ });
    expect(lever.checked).toBe(false);
    act(() => pane.client.connect('lost'));
    pane.arm();
    expect(lever.checked).toBe(false);
    expect(pane.text()).toContain('Trading off: no connection to the desk.');
    act(() => pane.client.connect('open'));
    pane.arm();
    expect(lever.checked).toBe(true);
  });
});

describe('the quota strip', () => {
  it('says what is left and how long it lasts', async () => {
    const pane = openPane();
    expect((await screen.findByRole('group', { name: 'Calls today' })).textContent).toBe(
      '3,214 of 5,000 calls left · last until the reset, 00:00 CET',
    );
    const plan = { resources: 9, stretch: 75, callsPerHour: 200 };
    const says = 'Prices update every 5 min to save calls, and at once where you work.';
    // Up to two minutes is no news.
    pane.say({ kind: 'quota' }, { ...QUOTA, plan: { ...plan, stretch: 29, says } });
    expect(screen.queryByRole('button', { name: says })).toBeNull();
    pane.say({ kind: 'quota' }, { ...QUOTA, plan: { ...plan, pricesAt: NOON - 240_000, says } });
    pane.press(/^Bulk/);
    pane.press(/^Requests/);
    expect(screen.getByRole('group', { name: 'Calls today' }).textContent).toBe(
      'Oldest price updated 4 min ago · 3,214 of 5,000 calls left · last until the reset, 00:00 CET',
    );
    const strip = () =>
      screen.getByRole('button', { name: /^(Prices update|Calls end)/ }).closest('[data-strip]');
    // Once told it stays: what is below does not move with every change of the pace.
    pane.say({ kind: 'quota' }, { ...QUOTA, plan: { ...plan, stretch: 29, says } });
    expect(screen.getByRole('button', { name: says })).not.toBeNull();
    pane.say({ kind: 'quota' }, { ...QUOTA, plan: { ...plan, says } });
    // All goes to plan: nothing is wrong, however slow it is.
    expect(strip()?.getAttribute('data-strip')).toBe('plain');
    pane.say({ kind: 'quota' }, { ...QUOTA, endsAt: NOON + 3_600_000, plan: { ...plan, says } });
    expect(strip()?.getAttribute('data-strip')).toBe('warning');
    expect(strip()?.textContent).toContain('Calls end about 13:04 CET.');
    expect(strip()?.textContent).not.toContain(says);
    pane.press('Calls end about 13:04 CET.');
    expect(strip()?.textContent).toContain(`Calls end about 13:04 CET. ${says}`);
    pane.press(/^Calls end/);
    pane.say({ kind: 'quota' }, { ...QUOTA, plan: { ...plan, says } });
    // One line, until it is pressed.
    const line = screen.getByRole('button', { name: says });
    expect(line.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(line);
    expect(line.getAttribute('aria-expanded')).toBe('true');
    // The list of requests has a button of its own to update.
    expect(screen.queryByRole('button', { name: 'Update now: everything in sight' })).toBeNull();
    pane.press('Bulk');
    fireEvent.click(screen.getByRole('button', { name: 'Update now: everything in sight' }));
    expect(pane.client.refreshed).not.toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Why' }));
    expect(pane.text()).toContain('at about 200 calls per hour');
    pane.say({ kind: 'quota' }, { ...QUOTA, plan: { ...plan, says: 'Prices update every 8 min.' } });
    expect(pane.text()).not.toContain('every 5 min');
    expect(pane.text().split('Prices update every 8 min.')).toHaveLength(3);
    pane.say({ kind: 'quota' }, { ...QUOTA, left: 0, used: 5000 });
    expect(pane.text()).toContain('0 of 5,000 calls left · used up; more from 00:00 CET');
  });
});

describe('in an outage', () => {
  const listed = () => {
    const pane = openPane({ requests: [asked] });
    expect(pane.text()).toContain('RQ-2');
    return pane;
  };
  const out = {
    ...STATUS,
    signedIn: false,
    isTrying: true,
    failure: { kind: 'unavailable', message: 'The platform did not answer.', next: '' },
  } as const;

  it('the last screen stays while the desk signs in anew by itself, and whoever wants to signs in all the same', () => {
    const pane = listed();
    pane.say({ kind: 'status' }, out);
    expect(pane.text()).toContain('RQ-2');
    expect(screen.queryByLabelText('API key')).toBeNull();
    pane.press('Sign in');
    expect(screen.queryByLabelText('API key')).not.toBeNull();
  });

  it('is told as well while the desk has only begun to sign in anew', () => {
    const pane = listed();
    pane.say({ kind: 'status' }, { ...STATUS, signedIn: false, isTrying: true });
    expect(pane.text()).toContain('RQ-2');
    expect(pane.text()).toContain('NOT LIVE since 12:04 CET: signing in. No price or acceptance is sent.');
  });

  it('the form to sign in takes its place where the desk gave up or is refused, or is another one', () => {
    const pane = listed();
    pane.say({ kind: 'status' }, { ...out, isTrying: false });
    expect(pane.text()).not.toContain('RQ-2');
    pane.say({ kind: 'status' }, out);
    expect(pane.text()).toContain('RQ-2');
    pane.say({ kind: 'status' }, { ...out, failure: { ...out.failure, kind: 'denied' } });
    expect(pane.text()).not.toContain('RQ-2');
    pane.say({ kind: 'status' }, { ...out, environment: 'production' });
    expect(pane.text()).not.toContain('RQ-2');
  });

  it('is said once at the top, with one button: below there is the age alone', () => {
    const pane = listed();
    pane.set({ kind: 'open-requests' }, { state: 'stale', value: listing(asked), fetchedAt: NOON - 60_000 });
    expect(pane.text()).toContain('Not current');
    pane.say({ kind: 'status' }, { ...STATUS, failure: out.failure });
    expect(pane.text()).toContain('NOT LIVE since 12:04 CET: platform not answering.');
    expect(pane.text()).not.toContain('Not current');
    expect(pane.text()).toContain('list updated 1 min ago');
    expect(screen.getAllByRole('button', { name: /^Try now/ })).toHaveLength(1);
  });

  const plan = { resources: 9, stretch: 75, callsPerHour: 200, pricesAt: NOON - 15_000 };
  const says = 'Prices about every 20 s; to save calls, at once where you work.';
  const opened = () => {
    const pane = openPane();
    pane.say({ kind: 'quota' }, { ...QUOTA, plan: { ...plan, says } });
    expect(pane.text()).toContain('Prices about every 20 s');
    return pane;
  };

  it('no line says how often prices come while none is stale in between, and it neither comes nor goes while a room is open', () => {
    const pane = openPane();
    const paced = (stretch: number) =>
      pane.say({ kind: 'quota' }, { ...QUOTA, plan: { ...plan, stretch, says } });
    paced(30);
    expect(pane.text()).not.toContain('Prices about every');
    paced(31);
    expect(pane.text()).not.toContain('Prices about every');
    pane.press(/^Today/);
    expect(pane.text()).toContain('Prices about every 20 s');
    paced(30);
    expect(pane.text()).toContain('Prices about every 20 s');
    pane.press(/^Bulk/);
    paced(30);
    pane.press(/^Today/);
    expect(pane.text()).not.toContain('Prices about every');
  });

  it('no line says how often prices come, with the gateway gone and with the platform', () => {
    const pane = opened();
    act(() => pane.client.connect('lost'));
    expect(pane.text()).not.toContain('Prices about every');
    expect(pane.text()).toContain('only Withdraw all is tried.');
    act(() => pane.client.connect('open'));
    expect(pane.text()).toContain('Prices about every 20 s');
    const failure = { kind: 'unavailable', message: 'The platform did not answer.', next: '' } as const;
    pane.say({ kind: 'status' }, { ...STATUS, failure });
    expect(pane.text()).not.toContain('Prices about every');
    expect(pane.text()).toContain(
      'NOT LIVE since 12:04 CET: platform not answering. Quotes and acceptances are held back; withdrawals are tried for a minute. It resumes by itself.',
    );
    expect(document.querySelector('[data-strip] [title]')?.getAttribute('title')).toBe(failure.message);
    pane.press('Try now: everything in sight');
    expect(pane.client.refreshed).not.toEqual([]);
    expect(document.querySelectorAll('[data-strip]')).toHaveLength(1);
    // What needs a person is said, and of that nobody says that it goes on by itself.
    const next = 'Report it to the operator.';
    pane.say({ kind: 'status' }, { ...STATUS, failure: { ...failure, kind: 'unreadable', next } });
    expect(pane.text()).toContain(
      `NOT LIVE since 12:04 CET: platform’s answers unreadable. Quotes and acceptances are held back; withdrawals are tried for a minute. ${next}`,
    );
    expect(pane.text()).not.toContain('by itself');
    const full = { ...failure, message: 'The disk is full.', next: 'Free disk space.' };
    pane.say({ kind: 'status' }, { ...STATUS, failure: full, cannotWrite: true });
    expect(pane.text()).toContain(
      'The desk’s storage has a fault since 12:04 CET. The disk is full. Free disk space.',
    );
    expect(pane.text()).not.toContain('platform not answering');
  });

  it('of one that was there when the page opened it is not said since when', () => {
    const pane = openPane();
    const failure = { kind: 'unavailable', message: 'The platform did not answer.', next: '' } as const;
    pane.set({ kind: 'status' }, { state: 'waiting' });
    pane.say({ kind: 'status' }, { ...STATUS, failure });
    expect(pane.text()).toContain('NOT LIVE: platform not answering. Quotes');
  });

  it('no badge counts anything while the page is not let in', () => {
    const pane = openPane();
    const badges = () => screen.queryAllByRole('img', { name: /not seen$/ });
    act(() => pane.desk.events.unseen.set(3));
    const menu = () => screen.getByRole('button', { name: /^More rooms/ });
    fireEvent.click(menu());
    expect(badges()).toHaveLength(1);
    act(() => pane.client.connect('unpaired'));
    expect(badges()).toEqual([]);
    act(() => pane.client.connect('open'));
    expect(badges()).toHaveLength(1);
  });

  it('the age of the oldest price goes on', async () => {
    const pane = opened();
    const told = () => screen.getByRole('group', { name: 'Calls today' }).textContent;
    expect(told()).toContain('Oldest price updated 15 s ago');
    act(() => pane.client.connect('lost'));
    await pane.advance(120_000);
    expect(told()).toContain('Oldest price updated 2 min ago');
  });
});

describe('errands from the ribbon', () => {
  it('open a request, go to the list, and say things', () => {
    const pane = openPane({ requests: [asked] });
    act(() => pane.commands.post({ kind: 'show-request', id: RequestId.parse('RQ-2') }));
    expect(screen.getByRole('heading', { name: 'RQ-2' })).toBeTruthy();
    act(() => pane.commands.post({ kind: 'show-requests' }));
    expect(screen.getByRole('list', { name: 'Open requests' })).toBeTruthy();
    act(() => pane.commands.post({ kind: 'say', text: 'The selected cell names no request.' }));
    expect(screen.getByRole('status', { name: 'Notices' }).textContent).toBe(
      'The selected cell names no request.',
    );
  });
});

describe('an Excel that calculates by hand', () => {
  const strip = (): boolean =>
    (screen.getByRole('banner').textContent ?? '').includes('stand still until F9');

  it('is told in red in every room, and set to calculate by itself with one press', async () => {
    const sheet = new MemorySheet();
    sheet.calculates = 'by-hand';
    const pane = openPane({ office: { kind: 'excel', sheet } });
    await pane.advance(0);
    expect(strip()).toBe(true);
    pane.press('Journal');
    expect(strip()).toBe(true);
    expect(await violations(pane.container)).toEqual([]);
    pane.press('Calculate automatically');
    await pane.advance(0);
    expect(sheet.calculates).toBe('automatic');
    expect(strip()).toBe(false);
  });

  it('is noticed when a person turns to the pane, and otherwise within twenty seconds', async () => {
    const sheet = new MemorySheet();
    const pane = openPane({ office: { kind: 'excel', sheet } });
    await pane.advance(0);
    expect(strip()).toBe(false);
    sheet.calculates = 'by-hand';
    fireEvent.focus(window);
    await pane.advance(0);
    expect(strip()).toBe(true);
    sheet.calculates = 'automatic';
    await pane.advance(20_000);
    expect(strip()).toBe(false);
  });

  it('stays told while Excel answers nothing, and says why it could not be set', async () => {
    const sheet = new MemorySheet();
    sheet.calculates = 'by-hand';
    const pane = openPane({ office: { kind: 'excel', sheet } });
    await pane.advance(0);
    sheet.refusal = { kind: 'unavailable', message: 'Excel is busy.', next: 'Press again.' };
    pane.press('Calculate automatically');
    await pane.advance(0);
    expect(strip()).toBe(true);
    expect(screen.getByRole('status', { name: 'Notices' }).textContent).toBe('Excel is busy. Press again.');
  });
});

describe('cells that show #NAME?', () => {
  it('are offered to be entered anew once Excel is ready', async () => {
    const sheet = new MemorySheet();
    sheet.unnamedCells = 12;
    sheet.reentered = { formulas: 40, sheets: 2, locked: ['Book of Ann'] };
    const pane = openPane({ office: { kind: 'excel', sheet } });
    await pane.advance(4_000);
    expect(screen.getByRole('banner').textContent).toContain('12 cells of the desk show #NAME?');
    pane.press('Re-enter formulas');
    await pane.advance(0);
    expect(screen.getByRole('banner').textContent).not.toContain('#NAME?');
    expect(screen.getByRole('status', { name: 'Notices' }).textContent).toBe(
      'Re-entered 40 formulas on 2 sheets. Known values cost no call. ' +
        'Unprotect Book of Ann (Review, Unprotect Sheet) and press again: nothing was entered there.',
    );
  });
});

it('the number beside the menu of further rooms says what it counts, and where', () => {
  const pane = openPane();
  const more = screen.getByRole('button', { name: /^More rooms/ });
  expect(more.title).toBe('More rooms');
  act(() => pane.desk.events.unseen.set(3));
  expect(more.title).toBe('3 not seen in Events');
  expect(screen.getByRole('img', { name: '3 not seen in Events' }).textContent).toBe('3');
});

it('the calls that are left stand in the menu of a narrow pane, in every room alike', () => {
  const narrow = vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const list = new EventTarget() as MediaQueryList;
    return Object.assign(list, { matches: false, media: query });
  });
  const pane = openPane();
  for (const room of ['Requests', 'Today']) {
    pane.press(room);
    expect(screen.queryByText('3,214 calls')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /^More rooms/ }));
    expect(screen.getByText('3,214 calls')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: /^More rooms/ }));
  }
  narrow.mockRestore();
});

it('the menu of further rooms closes when the focus leaves the pane for the sheet', () => {
  openPane();
  const more = screen.getByRole('button', { name: /^More rooms/ });
  fireEvent.click(more);
  expect(more.getAttribute('aria-expanded')).toBe('true');
  fireEvent.blur(window);
  expect(more.getAttribute('aria-expanded')).toBe('false');
});

it('the key for the open requests leads the focus to the first of them, from wherever it is', async () => {
  const pane = openPane({ requests: [asked] });
  pane.open('RQ-2');
  const { ShowRequests } = ribbonActions({
    commands: pane.commands,
    sheet: new MemorySheet(),
    client: () => pane.client,
    formatters: pane.desk.formatters,
    showPane: () => Promise.resolve(),
  });
  await act(ShowRequests);
  await pane.advance(1_000);
  expect(document.activeElement?.getAttribute('data-request')).toBe('RQ-2');
});

describe('cells that Excel calculates a moment after they were entered anew', () => {
  it.each([
    ['once they are calculated after a press', { afterMs: 31_000, isPressed: true, withinMs: 5_000 }],
    ['however late, and whoever entered them anew', { afterMs: 120_000, isPressed: false, withinMs: 15_000 }],
  ])('are told no longer %s', async (_, { afterMs, isPressed, withinMs }) => {
    const sheet = new MemorySheet();
    sheet.unnamedCells = 5;
    const pane = openPane({ office: { kind: 'excel', sheet } });
    await pane.advance(afterMs);
    if (isPressed) {
      pane.press('Re-enter formulas');
      await pane.advance(0);
      sheet.unnamedCells = 5;
      await pane.advance(1_000);
    }
    expect(screen.getByRole('banner').textContent).toContain('5 cells of the desk show #NAME?');
    sheet.unnamedCells = 0;
    await pane.advance(withinMs);
    expect(screen.getByRole('banner').textContent).not.toContain('#NAME?');
  });

  it('are not told again by a look that began before they were calculated', async () => {
    const sheet = new MemorySheet();
    sheet.unnamedCells = 5;
    const pane = openPane({ office: { kind: 'excel', sheet } });
    await pane.advance(4_000);
    let answer: (outcome: Outcome<number>) => void = () => undefined;
    const slow = new Promise<Outcome<number>>((resolve) => (answer = resolve));
    const looks = vi.spyOn(sheet, 'unnamed').mockReturnValueOnce(slow);
    await pane.advance(15_000);
    expect(looks).toHaveBeenCalledTimes(1);
    sheet.unnamedCells = 0;
    pane.press('Re-enter formulas');
    await pane.advance(5_000);
    answer(success(5));
    await pane.advance(0);
    expect(screen.getByRole('banner').textContent).not.toContain('#NAME?');
  });
});

describe('without Excel’s library', () => {
  it('the pane works and says what does not', () => {
    const pane = openPane({ requests: [asked], office: { kind: 'missing' } });
    expect(pane.text()).toContain('Excel’s library could not be loaded'.replace('’', "'"));
    pane.open('RQ-2');
    expect(screen.queryByText('Into the selected cell')).toBeNull();
  });
});

describe('a request', () => {
  it('that the service does not know says so', () => {
    const pane = openPane();
    const id = RequestId.parse('RQ-404');
    act(() => pane.commands.post({ kind: 'show-request', id }));
    expect(pane.text()).toContain('Loading the request…');
    pane.set(
      { kind: 'request', id },
      {
        state: 'failed',
        failure: { kind: 'not-found', message: 'There is no RQ-404.', next: 'Check the id.' },
      },
    );
    expect(pane.text()).toContain('There is no RQ-404. Check the id.');
  });

  it('shows its legs in their fixed order with action, market, period, quantity and price unit', () => {
    const pane = openPane({ requests: [spread({ id: 'RQ-2' })] });
    pane.open('RQ-2');
    const legs = screen.getByRole('list', { name: 'Legs' });
    expect([...legs.children].map(({ textContent }) => textContent)).toEqual([
      'Leg 1 · you sell DE power10 MW · 87,600 MWh',
      'Leg 2 · you buy FR power10 MW · 87,600 MWh',
    ]);
  });

  it('shows on each leg what was done of it, where that is a part', () => {
    const pane = openPane({ requests: [spread({ id: 'RQ-2' })] });
    pane.open('RQ-2');
    const [tradeId, requestId] = [TradeId.parse('TR-9'), RequestId.parse('RQ-2')];
    const trade = { tradeId, requestId, state: 'own', since: NOON } as const;
    pane.say({ kind: 'own-trades' }, [trade]);
    const delivery = { 'delivery-start': '2027-01-01', 'delivery-end': '2027-12-31', 'load-profile': 'base' };
    const done = { ...delivery, commodity: 'power', 'quantity-unit': 'MW', quantity: '4' };
    const legs = [
      { ...done, market: 'DE', action: 'sell', price: '30' },
      { ...done, market: 'FR', action: 'buy', price: '29' },
    ];
    pane.say({ kind: 'trade', id: tradeId }, { id: tradeId, requestId, tradedAt: NOON, raw: { legs } });
    const list = screen.getByRole('list', { name: 'Legs' });
    expect([...list.children].map(({ textContent }) => textContent)).toEqual([
      'Leg 1 · you sell DE power4 of 10 MW done · 35,040 MWh',
      'Leg 2 · you buy FR power4 of 10 MW done · 35,040 MWh',
    ]);
  });

  it('goes into the sheet as a formula at the selected cell', async () => {
    const sheet = new MemorySheet();
    const pane = openPane({ requests: [asked], office: { kind: 'excel', sheet } });
    pane.open('RQ-2');
    // In one line: the id is that of the room.
    expect(button('=DESK.QUOTES("RQ-2")').textContent).toBe('=DESK.QUOTES');
    pane.press('=DESK.QUOTES("RQ-2")');
    await pane.advance(0);
    expect(sheet.written).toEqual(['=DESK.QUOTES("RQ-2")']);
    expect(pane.text()).toContain('=DESK.QUOTES("RQ-2") is in Sheet1!B2.');
  });
});

describe('a fault in a room', () => {
  it('stays in that room: header and the other rooms go on', () => {
    // React says loudly on the console what broke; here it is meant to.
    const loud = vi.spyOn(console, 'error').mockImplementation(() => {});
    const broken = spread({ id: 'RQ-2', role: 'initiator' });
    const pane = openPane({ requests: [broken] });
    pane.open('RQ-2');
    pane.quotes(broken, { ...quote(), counterparty: {} as never });
    expect(pane.text()).toContain('This room failed.');
    expect(screen.getByRole('switch', { name: /^Trading/ })).toBeTruthy();
    expect(loud).toHaveBeenCalled();
    loud.mockRestore();
    pane.press('Back to the requests');
    expect(screen.getByRole('list', { name: 'Open requests' })).toBeTruthy();
  });
});

describe('axe-core finds nothing wrong with', () => {
  it('the list, a ticket, an acceptance, the journal and the desk', async () => {
    const mine = spread({ id: 'RQ-3', role: 'initiator' });
    const pane = openPane({ requests: [asked, mine] });
    expect(await violations(pane.container)).toEqual([]);
    pane.arm();
    pane.open('RQ-2');
    pane.type('Price', 'x');
    expect(await violations(pane.container)).toEqual([]);
    fireEvent.keyDown(document.body, { key: 'Escape' });
    pane.open('RQ-3');
    pane.quotes(mine, quote());
    pane.press('Accept QT-1');
    expect(await violations(pane.container)).toEqual([]);
    pane.press('Journal');
    expect(await violations(pane.container)).toEqual([]);
    pane.press('Desk');
    expect(await violations(pane.container)).toEqual([]);
  });
});

const seen = { forcedColors: false, prefersDark: false, officeBackground: undefined };

describe('the colour scheme', () => {
  it('is the person’s high contrast before all else', () => {
    expect(schemeOf({ forcedColors: true, prefersDark: true, officeBackground: '#ffffff' })).toBe('contrast');
  });

  it('is Office’s where that is known, else the system’s', () => {
    expect(schemeOf({ ...seen, prefersDark: true, officeBackground: '#F0F0F0' })).toBe('light');
    expect(schemeOf({ ...seen, officeBackground: '#262626' })).toBe('dark');
    expect(schemeOf({ ...seen, prefersDark: true })).toBe('dark');
    expect(schemeOf({ ...seen, officeBackground: 'window' })).toBe('light');
  });
});
