// @vitest-environment happy-dom
import { webLightTheme } from '@fluentui/react-components';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { themeVariables } from '../../../scripts/theme-variables.mjs';
import type { Action } from '../../../src/domain/action';
import { ActionId, ProposalId } from '../../../src/domain/identifiers';
import type { Proposal } from '../../../src/domain/offers';
import type { Request } from '../../../src/domain/request';
import { Quantity } from '../../../src/domain/quantity';
import {
  counteroffer,
  leg,
  listing,
  NOON,
  perLeg,
  price,
  proposal,
  quote,
  request,
  single,
  STATUS,
  swap,
} from '../examples';
import { event } from '../events/platform-event';
import { button, openPane, violations } from '../open-pane';

const asked = request({ id: 'RQ-2' });
const mine = request({ id: 'RQ-2', role: 'initiator' });
const indicative = proposal({ id: 'PP-2', kind: 'indicative', price: single('83') });

function opened(what: Request = asked, ...proposals: Proposal[]) {
  const pane = openPane({ requests: [what] });
  pane.arm();
  pane.open('RQ-2');
  pane.proposals(what, ...proposals);
  return pane;
}
it('says in the head who asks, where the record says it and it is not the desk', () => {
  const raw = { initiator: 'Cobalt Grid' };
  const pane = opened({ ...asked, raw });
  expect(pane.text()).toContain(' · asked by Cobalt Grid');
  pane.say({ kind: 'request', id: asked.id }, { ...mine, raw });
  expect(pane.text()).not.toContain('asked by');
});
const rows = (list: string): (string | null)[] =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('the quotes of a request', () => {
  it.each([
    [asked, 'No quotes listed; others’ may not be shown to you'],
    [mine, 'No quotes yet'],
  ])('are said to be none only as far as the interface says who is shown them', (what, words) => {
    const pane = opened(what);
    pane.quotes(what);
    expect(screen.getByRole('region', { name: 'Quotes' }).textContent).toContain(words);
  });
});

describe('the age of a quote', () => {
  it('is that of its price, as far as the pane saw it change, with the quote’s own in the title', async () => {
    const made = NOON - 5 * 60_000;
    const pane = openPane({ requests: [mine] });
    pane.open('RQ-2');
    const best = quote({ id: 'QT-1', price: single('84') });
    const other = (text: string) => quote({ id: 'QT-5', createdAt: made, price: single(text) });
    const age = (): string | undefined =>
      /\d+ (s|min)(?= old$)/.exec(rows('Quotes')[1]?.split('Accept')[0] ?? '')?.[0];
    pane.quotes(mine, best, other('84.15'));
    expect(age()).toBe('5 min');
    await pane.advance(60_000);
    pane.quotes(mine, best, { ...other('84.15'), allOrNone: true });
    expect(age()).toBe('6 min');
    pane.set(
      { kind: 'quotes', id: mine.id },
      { state: 'fresh', value: listing(best, other('84.05')), fetchedAt: NOON + 58_000 },
    );
    expect(age()).toBe('2 s');
    expect(screen.getByTitle(/^this price since .*12:05:29 CET; quote of .*11:59:31 CET$/)).toBeDefined();
  });
});

describe('the lists of a request that is open', () => {
  it.each([asked, mine])('are all read at once and kept within seconds, empty as they may be', (what) => {
    const pane = openPane({ requests: [what] });
    pane.open('RQ-2');
    const lists = ['quotes', 'proposals', 'counteroffers'];
    expect(pane.client.refreshed.map(({ kind }) => kind)).toEqual(lists);
    expect(pane.client.attended.at(-1)?.map(({ kind }) => kind)).toEqual(lists);
  });

  it('have the age of the head, which says it of the older one, and are silent where it is theirs', async () => {
    const pane = openPane({ requests: [asked] });
    pane.open('RQ-2');
    pane.proposals(asked);
    await pane.advance(47_000);
    pane.set(
      { kind: 'quotes', id: asked.id },
      { state: 'fresh', value: listing(quote()), fetchedAt: NOON + 47_000 },
    );
    const proposals = screen.getByRole('region', { name: 'Price proposals' }).textContent;
    expect(proposals).toContain('No proposals');
    expect(proposals).not.toContain('ago');
    expect(button('Update now: this request').parentElement?.textContent).toContain('47 s');
  });
});

describe('the price proposals of a request', () => {
  it('say firm or indicative, price, unit, quantity, whose, direction, terms and age', () => {
    opened(asked, proposal(), indicative);
    const [first, second] = rows('Price proposals');
    expect(first).toContain('83.5010 MWfirm Alpha Energy · bid · partial OK20 s old');
    expect(second).toContain('83.0010 MWindicative Alpha Energy');
  });

  it('differ in form too: frame, weight and slant', () => {
    // A frame whose colour is not known is none.
    const themes = document.head.appendChild(document.createElement('style'));
    themes.textContent = themeVariables(Object.keys(webLightTheme));
    opened(asked, proposal(), indicative);
    const marks = ['firm', 'indicative'].map((word) => getComputedStyle(screen.getByText(word)));
    expect(marks.map(({ borderTopStyle }) => borderTopStyle)).toEqual(['solid', 'dashed']);
    expect(marks.map(({ fontStyle }) => fontStyle)[1]).toBe('italic');
    themes.remove();
  });

  it('mark the desk’s own', () => {
    opened(mine, proposal());
    expect(rows('Price proposals')[0]).toContain('You · bid');
  });

  it('say that there are none, that they are awaited, and what went wrong', () => {
    const pane = opened();
    expect(pane.text()).toContain('No proposals');
    expect(pane.text()).toContain('Loading the counteroffers…');
    const failure = { kind: 'unsupported', message: 'It keeps no such list.', next: '' } as const;
    pane.set({ kind: 'counteroffers', id: asked.id }, { state: 'failed', failure });
    expect(pane.text()).toContain('Not offered by the platform. It keeps no such list.');
  });
});

/** A price proposal that this desk sent, as the journal has it. */
const sentAs = (proposalId: string): Action => ({
  id: ActionId.parse('00000000-0000-4000-8000-0000000000cc'),
  body: {
    kind: 'send-proposal',
    requestId: asked.id,
    direction: 'bid',
    price: { shape: 'single', price: price('83.5') },
    quantity: Quantity.parse('10'),
    allOrNone: false,
    proposalKind: 'firm',
  },
  shown: 'a price proposal',
  state: 'done',
  createdAt: NOON,
  proposalId: ProposalId.parse(proposalId),
});

describe('deleting all price proposals', () => {
  it('is not offered where none of them is the desk’s', () => {
    opened(asked, proposal(), indicative);
    expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
  });

  it('of others too says how many and whose, wants a second press, and keeps in the journal which', async () => {
    const pane = opened(asked, proposal(), { ...indicative, counterparty: 'Nordkraft' });
    pane.say({ kind: 'journal' }, [sentAs('PP-1')]);
    pane.press('Delete all 2 price proposals…');
    expect(pane.client.acts).toEqual([]);
    pane.press('Cancel');
    pane.press('Delete all 2 price proposals…');
    expect(pane.text()).toContain('PP-1 of Alpha Energy, PP-2 of Nordkraft');
    const remove = button('Delete all 2 price proposals');
    remove.focus();
    remove.click();
    remove.click();
    await pane.advance(0);
    expect(pane.client.acts).toHaveLength(1);
    expect(pane.newest()).toMatchObject({
      body: { kind: 'delete-proposals', requestId: 'RQ-2' },
      shown:
        'Delete all 2 price proposals (RQ-2); PP-1, firm, bid, 83.50 EUR/MWh, 10 MW, Alpha Energy; PP-2, indicative, bid, 83.00 EUR/MWh, 10 MW, Nordkraft',
    });
    expect(document.activeElement?.textContent).toContain('Sending.');
    pane.client.answer(pane.newest(), { state: 'done' });
    await pane.advance(0);
    expect(pane.text()).toContain('Done. No price proposal is left on the request.');
  });

  it('of the desk’s own alone is one press', () => {
    const pane = opened(mine, proposal());
    pane.press('Delete Alpha Energy’s firm proposal');
    expect(pane.newest().body).toEqual({ kind: 'delete-proposals', requestId: 'RQ-2' });
  });

  it('is not there where there is none, and waits for no other action of the desk', () => {
    const pane = opened(asked);
    expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
    pane.type('Price', '84');
    pane.press(/^(Bid|Offer)\b.* at /);
    pane.proposals(asked, proposal());
    pane.say({ kind: 'journal' }, [sentAs('PP-1')]);
    pane.press('Delete Alpha Energy’s firm proposal');
    expect(pane.client.acts.map(({ body }) => body.kind)).toEqual(['send-quote', 'delete-proposals']);
  });

  it('is possible although the list cannot be read, and while disarmed: it only takes risk away', () => {
    const pane = opened(asked);
    const failure = { kind: 'unavailable', message: 'No answer.', next: '' } as const;
    pane.set({ kind: 'proposals', id: asked.id }, { state: 'failed', failure });
    pane.press(/^Delete all price proposals, however many.*…$/);
    expect(pane.text()).toContain('Whose they are is not known.');
    pane.press(/^Delete all price proposals, however many/);
    expect(pane.newest().body).toEqual({ kind: 'delete-proposals', requestId: 'RQ-2' });
  });

  it('speaks of all, and of no number, where one that may be live cannot be read', () => {
    const pane = opened(asked);
    const failure = { kind: 'unreadable', message: 'No price.', next: '' } as const;
    const known = (state: string) => ({
      records: [],
      unreadable: [{ raw: { 'price-proposal-id': 'PP-7', state }, failure }],
    });
    pane.say({ kind: 'proposals', id: asked.id }, known('withdrawn'));
    pane.press('Price proposal');
    expect(pane.text()).toContain('There is no price proposal on this request to replace.');
    expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
    pane.say({ kind: 'proposals', id: asked.id }, known('active'));
    expect(pane.text()).toContain('their list is not known now');
    expect(pane.text()).not.toContain('There is no price proposal on this request');
    pane.press(/^Delete all price proposals, however many/);
  });
});

describe('what cannot be done on the desk’s own request', () => {
  it('is said: to accept a firm proposal, and to withdraw a counteroffer', () => {
    const pane = opened(mine, proposal({ direction: 'ask' }));
    expect(pane.text()).toContain('Firm; only those who were asked can accept it');
    expect(screen.queryByRole('button', { name: /^Accept PP/ })).toBeNull();
    pane.counteroffers(mine, counteroffer());
    expect(pane.text()).toContain('A counteroffer cannot be withdrawn on this platform.');
  });
});

describe('quotes that are over', () => {
  it('are folded, with their count', () => {
    const pane = opened(mine);
    pane.quotes(
      mine,
      quote(),
      quote({ id: 'QT-2', state: 'withdrawn' }),
      quote({ id: 'QT-3', state: 'withdrawn' }),
    );
    expect(rows('Quotes')).toHaveLength(1);
    pane.press('2 withdrawn');
    expect(rows('Quotes')).toHaveLength(3);
  });
});

describe('the counteroffers of a request', () => {
  it('say which quote they answer, and are the desk’s own on its own request', () => {
    const pane = opened(mine);
    pane.counteroffers(mine, counteroffer());
    expect(rows('Counteroffers')[0]).toContain('83.8010 MW You · answers QT-1 · bid · all or none5 s old');
    pane.close();
    const other = opened(asked);
    other.counteroffers(asked, counteroffer());
    expect(rows('Counteroffers')[0]).toContain('Alpha Energy · answers QT-1');
  });
});

describe('the quotes of a swap', () => {
  const own = swap({ id: 'RQ-2', role: 'initiator' });

  it('show certificate and power side by side under their units, best first, or why none is the best', () => {
    const pane = opened(own);
    pane.quotes(own, quote({ price: perLeg('0.5', '80', '80') }));
    expect(rows('Quotes')[0]).toContain('certificate 0.50 EUR/MWhpower 80.00 EUR/MWh10 MWh  Cobalt Grid');
    expect(pane.text()).toContain('Certificate EUR/MWhPower EUR/MWh');
    expect(pane.text()).toContain('Quotes, best first');
    pane.close();
    const uneven = swap({
      id: 'RQ-2',
      role: 'initiator',
      legs: [leg(), leg(), leg({ action: 'sell', loadProfile: 'peak' })],
    });
    const other = opened(uneven);
    other.quotes(uneven, quote({ price: perLeg('0.5', '80', '80') }));
    expect(other.text()).toContain('Quotes, newest first');
    expect(other.text()).toContain('No best quote is named: power is bought and sold in different hours.');
  });

  it('show each price with its own unit where they differ', () => {
    const mixed = swap({
      id: 'RQ-2',
      role: 'initiator',
      legs: [leg({ priceUnit: 'EUR/cert' }), leg(), leg({ action: 'sell' })],
    });
    const pane = opened(mixed);
    pane.quotes(mixed, quote({ price: perLeg('0.5', '80', '80') }));
    expect(rows('Quotes')[0]).toContain('certificate 0.50 EUR/certpower 80.00 EUR/MWh10 MW  Cobalt Grid');
    expect(pane.text()).toContain('Certificate EUR/certPower EUR/MWh');
    // Two prices of power break the rule of swaps, and are told as they are.
    pane.quotes(mixed, quote({ price: perLeg('0.5', '80', '81') }));
    expect(rows('Quotes')[0]).toContain('0.50 EUR/cert / 80.00 EUR/MWh / 81.00 EUR/MWh · 10 MW');
  });
});

describe('while the platform does not answer', () => {
  const failure = { kind: 'unavailable', message: 'The platform did not answer in time.', next: '' } as const;
  const isOff = (name: RegExp) => button(name).getAttribute('aria-disabled') === 'true';
  const slantOf = (element: Element) => getComputedStyle(element).fontStyle;

  it('no quote can be accepted, with the reason beside the button, until it does', () => {
    const pane = opened(mine);
    pane.quotes(mine, quote(), quote({ id: 'QT-2', price: single('85') }));
    expect(isOff(/^Accept 10 MW/)).toBe(false);
    expect(rows('Quotes')[0]).toContain(' · best');
    const list = { kind: 'quotes', id: mine.id } as const;
    const failed = { state: 'failed', fetchedAt: NOON, failure, value: listing(quote()) } as const;
    pane.set(list, failed);
    expect([isOff(/^Accept 10 MW/), isOff(/^Counter QT-1/)]).toEqual([false, false]);
    expect(pane.text().split(failure.message)).toHaveLength(2);
    pane.say({ kind: 'status' }, { ...STATUS, failure });
    // Told once: at the top, and no more in the list.
    expect(pane.text().split('platform not answering')).toHaveLength(2);
    expect(screen.getByRole('region', { name: 'Quotes' }).textContent).not.toContain(failure.message);
    // Of a list that was never read there is no more to say.
    const unread = { kind: 'counteroffers', id: mine.id } as const;
    pane.set(unread, { state: 'failed', failure });
    expect(screen.getByRole('region', { name: 'Counteroffers' }).textContent).toContain('Not read yet.');
    expect(pane.text()).not.toContain(failure.message);
    const all = [/^Accept 10 MW/, /^Accept QT-1/, /^Counter QT-1/];
    expect(all.map(isOff)).toEqual([true, true, true]);
    fireEvent.click(button(/^Counter QT-1/));
    expect(screen.queryByRole('group', { name: 'Quote that you answer' })).toBeNull();
    expect(pane.text()).toContain('Last known best');
    expect(rows('Quotes')[0]).toContain(' · last known best');
    expect(rows('Quotes')[0]).not.toContain(' · best');
    expect(pane.text()).not.toContain('Only quote');
    expect(pane.text()).toContain('Held back by the fault at the top.');
    pane.say({ kind: 'status' }, STATUS);
    pane.quotes(mine, quote());
    expect(isOff(/^Accept 10 MW/)).toBe(false);
    expect(pane.text()).toContain('Only quote');
  });

  it.each(['cut', 'silent'] as const)('and a list that was just read is old at once: %s', (what) => {
    const pane = opened(mine);
    pane.quotes(mine, quote());
    const list = screen.getByRole('list', { name: 'Quotes' });
    const slant = () => [...list.querySelectorAll('li span')].slice(0, 1).map(slantOf)[0];
    const said = () => [isOff(/^Accept 10 MW/), isOff(/^Counter QT-1/), pane.text().includes('Only quote')];
    expect(said()).toEqual([false, false, true]);
    expect(slant()).not.toBe('italic');
    if (what === 'cut') act(() => pane.client.connect('lost'));
    else pane.say({ kind: 'status' }, { ...STATUS, failure });
    expect(said()).toEqual([true, true, false]);
    expect([slant(), slantOf(screen.getByText('Last known best'))]).toEqual(['italic', 'italic']);
  });

  it('a firm price proposal is not accepted, and nothing is quoted, while the form stays', () => {
    const pane = opened(asked, proposal());
    pane.say({ kind: 'status' }, { ...STATUS, failure });
    pane.type('Price', '84');
    expect([isOff(/^Accept PP-1/), isOff(/^Offer 10 MW/)]).toEqual([true, true]);
    expect(pane.text()).toContain('Held back by the fault at the top.');
    pane.say({ kind: 'status' }, STATUS);
    expect([isOff(/^Accept PP-1/), isOff(/^Offer 10 MW/)]).toEqual([false, false]);
  });

  it('a quote can be withdrawn all the same', () => {
    const pane = opened(asked);
    pane.say({ kind: 'status' }, { ...STATUS, failure });
    const value = listing(quote());
    pane.set({ kind: 'quotes', id: asked.id }, { state: 'failed', fetchedAt: NOON, failure, value });
    expect(isOff(/^Withdraw QT-1/)).toBe(false);
  });
});

describe('the lists of a request', () => {
  it('are walked with arrow keys, Home and End, staying at the same button', () => {
    const pane = opened(mine);
    const [first, second] = [quote(), quote({ id: 'QT-2', price: single('85') })];
    pane.quotes(mine, first, second, quote({ id: 'QT-3', state: 'withdrawn' }));
    const walk = (key: string): void =>
      void fireEvent.keyDown(document.activeElement ?? document.body, { key });
    button('Counter QT-1').focus();
    walk('ArrowDown');
    expect(document.activeElement).toBe(button('Counter QT-2'));
    walk('ArrowDown');
    expect(document.activeElement).toBe(button('Counter QT-2'));
    walk('Home');
    expect(document.activeElement).toBe(button('Counter QT-1'));
    walk('End');
    walk('ArrowUp');
    expect(document.activeElement).toBe(button('Counter QT-1'));
  });

  it('are one row for the Tab key, whichever buttons come and go, and left and right lead along a row', async () => {
    const pane = opened(mine);
    const stops = () =>
      within(screen.getByRole('list', { name: 'Quotes' }))
        .getAllByRole('button')
        .filter(({ tabIndex }) => tabIndex === 0)
        .map((stop) => stop.getAttribute('aria-label'));
    pane.quotes(mine, quote({ price: single('84') }), quote({ id: 'QT-2', price: single('85') }));
    expect(stops()).toEqual(['Accept QT-1', 'Counter QT-1']);
    button('Accept QT-1').focus();
    fireEvent.keyDown(button('Accept QT-1'), { key: 'ArrowRight' });
    expect(document.activeElement).toBe(button('Counter QT-1'));
    expect(stops()).toEqual(['Accept QT-1', 'Counter QT-1']);
    fireEvent.keyDown(button('Counter QT-1'), { key: 'ArrowDown' });
    expect(stops()).toEqual(['Accept QT-2', 'Counter QT-2']);
    button('Counter QT-2').blur();
    pane.quotes(mine, quote({ price: single('84') }), quote({ id: 'QT-3', price: single('83') }));
    await pane.advance(0);
    expect(stops()).toHaveLength(2);
    expect(new Set(stops().map((name) => name?.slice(-4))).size).toBe(1);
  });

  const NOTHING = { records: [], unreadable: [] };

  it('are not told to be fresh while an event that is newer has not been read', () => {
    const pane = opened(mine);
    const overtaken = () =>
      screen.queryByRole('img', { name: 'Something happened since, and is being read.' });
    const readAt = (kind: 'quotes' | 'proposals', fetchedAt: number) =>
      pane.set({ kind, id: mine.id }, { state: 'fresh', value: NOTHING, fetchedAt });
    readAt('quotes', NOON);
    readAt('proposals', NOON);
    pane.say({ kind: 'events' }, [event(1, { requestId: mine.id, heardAt: NOON })]);
    expect(overtaken()).toBeNull();
    pane.say({ kind: 'events' }, [event(2, { requestId: mine.id, heardAt: NOON + 1 })]);
    expect(overtaken()).not.toBeNull();
    readAt('proposals', NOON + 2);
    expect(overtaken()).not.toBeNull();
    readAt('quotes', NOON + 2);
    expect(overtaken()).toBeNull();
    pane.say({ kind: 'events' }, [
      event(3, { requestId: mine.id, heardAt: NOON + 3, type: 'price-proposal-deleted' }),
      event(4, { requestId: 'RQ-other', heardAt: NOON + 9 }),
    ]);
    expect(overtaken()).not.toBeNull();
    readAt('proposals', NOON + 4);
    expect(overtaken()).toBeNull();
  });

  it('are read anew by one button, with all that hangs on the request', () => {
    const pane = opened(mine, proposal());
    pane.quotes(mine, quote());
    const updates = screen.getAllByRole('button', { name: /^Update now/ });
    expect(updates).toHaveLength(1);
    pane.client.refreshed.length = 0;
    pane.press('Update now: this request');
    expect(pane.client.refreshed.map(({ kind }) => kind)).toEqual([
      'quotes',
      'proposals',
      'counteroffers',
      'request',
    ]);
  });

  it('have nothing that axe-core finds wrong', async () => {
    const pane = opened(mine, proposal({ direction: 'ask' }), indicative);
    pane.quotes(mine, quote());
    pane.counteroffers(mine, counteroffer());
    expect(await violations(pane.container)).toEqual([]);
  });
});
