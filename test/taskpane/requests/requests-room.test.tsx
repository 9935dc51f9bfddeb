// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Failure } from '../../../src/domain/failure';
import { QuoteId, RequestId, TradeId } from '../../../src/domain/identifiers';
import { BUILT_IN_LIMITS } from '../../../src/domain/limits/limits';
import { productKey } from '../../../src/domain/limits/same-product';
import { Quantity } from '../../../src/domain/quantity';
import {
  leg,
  listing,
  NOON,
  price,
  perLeg,
  proposal,
  QUOTA,
  quote,
  request,
  single,
  spread,
  swap,
} from '../examples';
import { MemorySheet } from '../memory-sheet';
import { button, openPane } from '../open-pane';

const OPEN = { kind: 'open-requests' } as const;
const mine = spread({ id: 'RQ-3', role: 'initiator', createdAt: NOON - 1000 });
const asked = request({ id: 'RQ-2', createdAt: NOON - 60_000 });
const gas = request({
  id: 'RQ-1',
  commodity: 'gas',
  createdAt: NOON - 120_000,
  legs: [leg({ commodity: 'gas', market: 'TTF' })],
});
const ownQuote = {
  requestId: asked.id,
  quoteId: QuoteId.parse('QT-9'),
  direction: 'ask' as const,
  price: { shape: 'single' as const, price: price('84.15') },
  quantity: Quantity.parse('10'),
  since: NOON,
};
const ids = (): (string | null)[] =>
  screen.queryAllByRole('listitem').map((item) => item.querySelector('button')?.dataset['request'] ?? null);

// Where a browser cannot tell what is in sight, all is.
beforeEach(() => void vi.stubGlobal('IntersectionObserver', undefined));
afterEach(() => void vi.unstubAllGlobals());

describe('the list of requests', () => {
  it('shows each request from the desk’s side, first those to quote, then those quoted, then its own', () => {
    const pane = openPane({ requests: [gas, mine, asked] });
    expect(ids()).toEqual(['RQ-2', 'RQ-1', 'RQ-3']);
    expect(button(/^RQ-3/).textContent).toBe(
      'RQ-3 DE/FR Cal-27 baseYou Buy/Sell10 MWMine–not read yetopen 1 s new',
    );
    expect(button(/^RQ-2/).textContent).toBe(
      'RQ-2 DE Cal-27 baseYou Sell10 MWTo quote–not read yetopen 1 min 1m',
    );
    pane.say({ kind: 'own-quotes' }, [ownQuote]);
    expect(ids()).toEqual(['RQ-1', 'RQ-2', 'RQ-3']);
    expect(button(/^RQ-2/).textContent).toBe(
      'RQ-2 DE Cal-27 baseYou Sell10 MWQuoted84.15mine 84.15open 1 min 1m',
    );
  });

  it('lists a firm proposal that can be accepted as an offer of the desk, under Quoted too', () => {
    const pane = openPane({ requests: [gas, asked] });
    pane.set({ kind: 'proposals', id: asked.id }, { state: 'fresh', value: listing(), fetchedAt: NOON });
    expect(button(/^RQ-2/).textContent).toContain('–no offers yet');
    const { quoteId: _, ...terms } = ownQuote;
    const firm = { ...terms, what: 'proposal' as const, number: 'PP-1' };
    pane.say({ kind: 'own-offers' }, [firm, { ...firm, what: 'counteroffer', requestId: gas.id }]);
    expect(ids()).toEqual(['RQ-1', 'RQ-2']);
    expect(button(/^RQ-2/).textContent).toContain('Proposed84.15mine 84.15');
    expect(button(/^RQ-1/).textContent).toContain('To quote');
    expect([button(/^To quote/), button(/^Quoted/)].map(({ textContent }) => textContent)).toEqual([
      'To quote 1',
      'Quoted 1',
    ]);
    fireEvent.click(button(/^Quoted/));
    expect(ids()).toEqual(['RQ-2']);
    fireEvent.click(button(/^RQ-2/));
    expect(screen.getByText('Proposed')).toBeTruthy();
    pane.say({ kind: 'own-offers' }, [{ ...terms, what: 'unnumbered-quote' }]);
    expect(screen.getByText('Quoted')).toBeTruthy();
  });

  it('says nothing of “you” where the service does not say who the desk is', () => {
    openPane({ requests: [request({ id: 'RQ-2', role: 'observer' })] });
    expect(button(/^RQ-2/).textContent).toContain('RQ-2 DE Cal-27 base10 MW');
    // Each in a part of its own, so that a narrow pane cuts the load or the market, and never the delivery.
    const parts = within(button(/^RQ-2/)).getByTitle('DE Cal-27 base').children;
    expect([...parts].map(({ textContent }) => textContent)).toEqual(['DE', ' Cal-27', ' base']);
    expect(getComputedStyle(parts[1] as Element).flexShrink).toBe('0');
  });

  it('shows the best price that is known anyway, and asks for none', () => {
    const own = request({ id: 'RQ-4', role: 'initiator' });
    const pane = openPane({ requests: [own, asked] });
    pane.quotes(own, quote({ price: single('85') }), quote({ id: 'QT-2' }));
    expect(button(/^RQ-4/).textContent).toContain('84.152 quotes');
    pane.proposals(asked, proposal({ requestId: asked.id }));
    expect(button(/^RQ-2/).textContent).toContain('83.50firm bid');
    expect(pane.client.watched().map(({ kind }) => kind)).not.toContain('quotes');
  });

  it('reads offers that nobody has read, once, and leaves them then, and those that cannot be read', () => {
    const pane = openPane({ requests: [asked, gas] });
    const [offers, others] = [asked, gas].map(({ id }) => ({ kind: 'proposals', id }) as const);
    if (!offers || !others) throw new Error('There are two.');
    const read = () => pane.client.watched().filter(({ kind }) => kind === 'proposals');
    expect(read()).toEqual([]);
    for (const resource of [offers, others]) pane.set(resource, { state: 'waiting', idle: true });
    expect(read()).toEqual([offers, others]);
    // On its way the answer is idle no more.
    pane.set(offers, { state: 'waiting' });
    expect(read()).toEqual([offers, others]);
    pane.set(offers, { state: 'fresh', value: listing(), fetchedAt: NOON });
    expect(read()).toEqual([others]);
    expect(button(/^RQ-2/).textContent).toContain('–no offers yet');
    pane.set(others, {
      state: 'failed',
      failure: { kind: 'unsupported', message: 'It has none.', next: '' },
    });
    expect(read()).toEqual([]);
    expect(button(/^RQ-1/).textContent).toContain('–not read yet');
  });

  it('reads offers again that are a minute old, or later where the calls of the day are few, and leaves them then', async () => {
    const pane = openPane({ requests: [asked] });
    const offers = { kind: 'proposals', id: asked.id } as const;
    const isRead = () => pane.client.watched().some(({ kind }) => kind === 'proposals');
    const told = () => pane.set(offers, { state: 'fresh', value: listing(), fetchedAt: pane.clock.now() });
    told();
    await pane.advance(58_000);
    expect(isRead()).toBe(false);
    await pane.advance(3_000);
    expect(isRead()).toBe(true);
    told();
    expect(isRead()).toBe(false);
    pane.say({ kind: 'quota' }, { ...QUOTA, plan: { resources: 9, stretch: 15, callsPerHour: 200 } });
    await pane.advance(178_000);
    expect(isRead()).toBe(false);
    await pane.advance(3_000);
    expect(isRead()).toBe(true);
    // What cannot be read is left alone.
    pane.set(offers, {
      state: 'failed',
      value: listing(),
      fetchedAt: NOON,
      failure: { kind: 'unavailable', message: 'It does not answer.', next: '' },
    });
    expect(isRead()).toBe(false);
  });

  it('reads the offers of rows that are in sight, and of no others', async () => {
    const rows = new Map<Element, (isIntersecting: boolean) => void>();
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(private readonly tell: (seen: { isIntersecting: boolean }[]) => void) {}
        observe(row: Element): void {
          rows.set(row, (isIntersecting) => this.tell([{ isIntersecting }]));
        }
        disconnect(): void {
          for (const row of rows.keys()) rows.delete(row);
        }
      },
    );
    const pane = openPane({ requests: [asked, gas] });
    const scrolled = (id: RegExp, isInSight: boolean) => act(() => rows.get(button(id))?.(isInSight));
    const read = () => pane.client.watched().filter(({ kind }) => kind === 'proposals');
    for (const { id } of [asked, gas]) pane.set({ kind: 'proposals', id }, { state: 'waiting', idle: true });
    expect(read()).toEqual([]);
    scrolled(/^RQ-2/, true);
    expect(read()).toEqual([{ kind: 'proposals', id: asked.id }]);
    for (const { id } of [asked, gas])
      pane.set({ kind: 'proposals', id }, { state: 'fresh', value: listing(), fetchedAt: NOON });
    await pane.advance(61_000);
    expect(read()).toEqual([{ kind: 'proposals', id: asked.id }]);
    scrolled(/^RQ-2/, false);
    expect(read()).toEqual([]);
    scrolled(/^RQ-1/, true);
    expect(read()).toEqual([{ kind: 'proposals', id: gas.id }]);
  });

  it('shows a hundred rows, and the rest on a press', () => {
    const pane = openPane({
      requests: Array.from({ length: 120 }, (_, at) => request({ id: `RQ-${1000 + at}` })),
    });
    const rows = () => pane.container.querySelectorAll('[data-request]').length;
    expect(rows()).toBe(100);
    fireEvent.click(screen.getByText('Show 20 more of 20'));
    expect(rows()).toBe(120);
    expect(screen.queryByText(/more of/)).toBeNull();
  });

  it('shows a price that cannot be relied on in italics, which forced colours leave', () => {
    const pane = openPane({ requests: [asked] });
    pane.say({ kind: 'own-quotes' }, [ownQuote]);
    const style = () => getComputedStyle(within(button(/^RQ-2/)).getByText('84.15')).fontStyle;
    act(() => pane.client.connect('open'));
    expect(style()).not.toBe('italic');
    act(() => pane.client.connect('lost'));
    expect(style()).toBe('italic');
  });

  it('reads none for a row that has a price', () => {
    const pane = openPane({ requests: [asked] });
    pane.say({ kind: 'own-quotes' }, [ownQuote]);
    pane.set({ kind: 'proposals', id: asked.id }, { state: 'waiting', idle: true });
    expect(pane.client.watched().map(({ kind }) => kind)).not.toContain('proposals');
  });

  it('says of what was filled that it is, with the quantity, and no more that it is quoted', () => {
    const pane = openPane({ requests: [asked] });
    pane.say({ kind: 'own-quotes' }, [ownQuote]);
    expect(button(/^RQ-2/).textContent).toContain('Quoted');
    const quantity = Quantity.parse('10');
    const trade = { tradeId: TradeId.parse('TR-3'), at: NOON, legs: [], requestId: asked.id };
    act(() => {
      pane.desk.events.fills.set([{ ...trade, quoteId: 'QT-9', quantity }]);
      pane.desk.events.taken.set(new Set(['QT-9']));
    });
    expect(button(/^RQ-2/).textContent).toContain('Filled 10 MW');
    expect(button(/^RQ-2/).textContent).not.toContain('mine');
  });

  it('says how much of a part was taken, and calls nothing filled of which nothing says that none is left', () => {
    const left = request({ id: 'RQ-4', remainingQuantity: Quantity.parse('5') });
    const pane = openPane({ requests: [asked, left] });
    const half = { at: NOON, legs: [], quoteId: 'QT-9', quantity: Quantity.parse('5') };
    const fill = (count: number, over: object = {}) => ({
      ...{ ...half, tradeId: TradeId.parse(`TR-${count}`), requestId: asked.id },
      ...over,
    });
    act(() => pane.desk.events.fills.set([fill(3), fill(4, { requestId: left.id })]));
    expect(button(/^RQ-4/).textContent).toContain('Taken 5 MW');
    expect(button(/^RQ-2/).textContent).toContain('Taken 5 MW');
    act(() => pane.desk.events.fills.set([fill(3), fill(5, { quantity: undefined })]));
    expect(button(/^RQ-2/).textContent).toContain('Taken 5 MW');
    // What was traded comes to all that was asked for.
    act(() => pane.desk.events.fills.set([fill(3), fill(5)]));
    expect(button(/^RQ-2/).textContent).toContain('Filled 10 MW');
  });

  it('tells of a last trade when it was made, and never by the dot of a price that was read just now', () => {
    const pane = openPane({ requests: [request({ id: 'RQ-4' })] });
    pane.set(
      { kind: 'proposals', id: RequestId.parse('RQ-4') },
      { state: 'fresh', value: listing(), fetchedAt: NOON },
    );
    const [only] = request({ id: 'RQ-4' }).legs;
    const product = only && productKey(only);
    const traded = (tradedAt: number) =>
      pane.set(
        { kind: 'limits' },
        {
          state: 'fresh',
          value: {
            limits: BUILT_IN_LIMITS,
            locked: false,
            source: 'built-in',
            lastTrades: [{ product: product ?? '', tradedAt, price: price('0.38') }],
          },
        },
      );
    traded(NOON - 220 * 60_000);
    expect(button(/^RQ-4/).textContent).toMatch(/0\.38last trade \d\d:\d\dopen/);
    expect(within(button(/^RQ-4/)).getByRole('img', { name: 'traded 3 h ago' })).toBeTruthy();
    traded(NOON - 50 * 3_600_000);
    expect(button(/^RQ-4/).textContent).toMatch(/0\.38traded 2 d agoopen/);
  });

  it('says “no offers yet” only where the quotes were read and there are none', () => {
    const own = request({ id: 'RQ-4', role: 'initiator' });
    const pane = openPane({ requests: [own] });
    const dot = () => button(/^RQ-4/).querySelector('[role=img]')?.getAttribute('aria-label');
    expect(button(/^RQ-4/).textContent).toContain('–not read yet');
    expect(dot()).toBe('not read yet');
    pane.quotes(own);
    expect(button(/^RQ-4/).textContent).toContain('–no offers yet');
    expect(dot()).toMatch(/^updated/);
  });

  it('shows of a swap the certificate’s best price, and counts quotes that none is the best of', () => {
    const own = swap({ id: 'RQ-4', role: 'initiator' });
    const pane = openPane({ requests: [own] });
    const at = (id: string, certificate: string, power: string) =>
      quote({ id, price: perLeg(certificate, power, power) });
    const three = [at('QT-1', '0.52', '80'), at('QT-2', '0.5', '81'), at('QT-3', '0.6', '79')];
    pane.quotes(own, ...three, quote({ id: 'QT-4', state: 'withdrawn', price: perLeg('0.1', '80', '80') }));
    expect(button(/^RQ-4/).textContent).toContain('0.503 quotes');
    pane.close();
    const uneven = { ...own, legs: [leg(), leg(), leg({ action: 'sell', loadProfile: 'peak' })] };
    const other = openPane({ requests: [uneven] });
    other.quotes(uneven, ...three);
    expect(button(/^RQ-4/).textContent).toContain('–3 quotes');
  });

  it('keeps the last price that was read, with its age, when the answer is let go', async () => {
    const own = request({ id: 'RQ-4', role: 'initiator' });
    const pane = openPane({ requests: [own] });
    pane.quotes(own, quote(), quote({ id: 'QT-2', price: single('85') }));
    pane.press('Bulk');
    await pane.advance(300_000);
    pane.set({ kind: 'quotes', id: own.id }, { state: 'waiting' });
    pane.press('Requests');
    expect(button(/^RQ-4/).textContent).toContain('84.152 quotes');
    expect(button(/^RQ-4/).querySelector('[role=img]')?.getAttribute('aria-label')).toBe('updated 5 min ago');
  });

  it('shows the last price that the gateway saw while nobody has read the quotes', async () => {
    const own = request({ id: 'RQ-4', role: 'initiator' });
    const pane = openPane({ requests: [own] });
    pane.say({ kind: 'history', id: own.id, field: 'best' }, [
      { at: NOON - 90_000, until: NOON - 60_000, value: '84' },
    ]);
    await pane.advance(2_000);
    expect(button(/^RQ-4/).textContent).toContain('84.00last seen');
    expect(button(/^RQ-4/).querySelector('[role=img]')?.getAttribute('aria-label')).toMatch(/^updated 1 min/);
  });

  it('draws how the best price went since the page opened', async () => {
    const own = request({ id: 'RQ-4', role: 'initiator' });
    const pane = openPane({ requests: [own] });
    const said = (at: number, text: string): void =>
      pane.set(
        { kind: 'quotes', id: own.id },
        { state: 'fresh', fetchedAt: at, value: listing(quote({ price: single(text) })) },
      );
    expect(screen.queryByRole('img', { name: /^Best (ask|bid): / })).toBeNull();
    said(NOON, '84.15');
    said(NOON + 500, '84.15');
    expect(screen.queryByRole('img', { name: /^Best (ask|bid): / })).toBeNull();
    said(NOON + 1000, '84.1');
    const drawn = await screen.findByRole('img', { name: 'Best ask: 84.15 → 84.10' });
    expect(drawn.querySelector('path')?.getAttribute('d')).toBe('M0 3H48V19H52');
  });

  it('draws no course beside the desk’s own price where no price was ever seen', () => {
    const pane = openPane({ requests: [asked] });
    pane.say({ kind: 'own-quotes' }, [ownQuote]);
    const trend = () => button(/^RQ-2/).querySelector('[title^="Best ask"]');
    const course = (...prices: (string | undefined)[]): void =>
      act(() =>
        pane.desk.prices.set(
          asked.id,
          prices.map((text, index) => ({
            at: NOON + index,
            ...(text !== undefined && { price: price(text) }),
          })),
        ),
      );
    course(undefined, undefined);
    expect(trend()).toBeNull();
    course('84', undefined);
    expect(trend()?.getAttribute('title')).toBe('Best ask: 84.00 → 84.00');
  });

  it('begins that with what the gateway saw before, asked for late, once, and only where it is the same price', async () => {
    const own = request({ id: 'RQ-4', role: 'initiator' });
    const pane = openPane({ requests: [own, asked] });
    const seen = (text: string, from: number, to: number) => ({
      at: NOON + from,
      until: NOON + to,
      value: text,
    });
    pane.say({ kind: 'history', id: own.id, field: 'best' }, [
      seen('84', -40_000, -30_000),
      seen('85', -20_000, -10_000),
    ]);
    pane.say({ kind: 'history', id: asked.id, field: 'best' }, [seen('1', -40_000, 0)]);
    expect(screen.queryByRole('img', { name: /^Best (ask|bid): / })).toBeNull();
    await pane.advance(2_000);
    const path = () =>
      screen
        .getByRole('img', { name: /^Best (ask|bid): / })
        .querySelector('path')
        ?.getAttribute('d');
    expect(path()).toBe('M0 19H16M32 3H48');
    pane.set(
      { kind: 'quotes', id: own.id },
      { state: 'fresh', fetchedAt: NOON, value: listing(quote({ price: single('84') })) },
    );
    expect(path()).toBe('M0 19H12M24 3H36M48 19H52');
    expect(pane.client.watched().map(({ kind }) => kind)).not.toContain('history');
  });

  it('has those that cannot be read at its end, with what they say', () => {
    const pane = openPane({ requests: [gas] });
    const failure: Failure = {
      kind: 'unreadable',
      message: 'The service sent a request that cannot be read.',
      next: '',
      fields: [{ path: 'legs', message: 'too few' }],
    };
    const raw = { 'request-id': 'RQ-7', state: 'open', commodity: 'power', legs: [] };
    pane.say(OPEN, {
      records: [gas],
      unreadable: [
        { raw, failure },
        { raw: 'what?', failure },
      ],
    });
    expect(pane.text()).toContain('2 requests cannot be read: see the end of the list.');
    const rows = screen.getByRole('list', { name: /that cannot be read$/ }).querySelectorAll('li');
    expect([...rows].map(({ textContent }) => textContent)).toEqual([
      'RQ-7 · power · openCannot be read: legs: too few',
      'No number givenCannot be read: legs: too few',
    ]);
    expect(button(/^RQ-1/)).toBeTruthy();
  });

  it('says how much is left of a request that is partly traded, in the list and in its room', () => {
    const partly = request({ id: 'RQ-2', remainingQuantity: Quantity.parse('6') });
    const pane = openPane({ requests: [gas, partly] });
    expect(button(/^RQ-2/).textContent).toContain('6 MW left');
    expect(button(/^RQ-1/).textContent).not.toContain('left');
    pane.open('RQ-2');
    expect(pane.text()).toContain('4 filled6 left of 10 MW');
    expect(screen.getByRole('region', { name: 'Quote ticket' }).textContent).toContain('6 of 10 MW left.');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity' }).value).toBe('6');
  });

  it('is filtered by what waits for the desk, by commodity and by text', () => {
    const pane = openPane({ requests: [gas, asked, mine] });
    expect(button('Quoted 0')).toBeTruthy();
    fireEvent.click(button('Mine 1'));
    expect(ids()).toEqual(['RQ-3']);
    fireEvent.click(button('To quote 2'));
    pane.press('Search and filter');
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search requests' }));
    fireEvent.change(screen.getByRole('combobox', { name: 'Commodity' }), { target: { value: 'gas' } });
    expect(ids()).toEqual(['RQ-1']);
    fireEvent.change(screen.getByRole('combobox', { name: 'Commodity' }), { target: { value: '' } });
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search requests' }), {
      target: { value: 'de cal' },
    });
    expect(ids()).toEqual(['RQ-2']);
    expect(screen.getByText('1 of 3')).toBeTruthy();
  });

  it('says so when nothing matches the search, and clears it with one press', () => {
    const pane = openPane({ requests: [gas, asked] });
    pane.press('Search and filter');
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search requests' }), {
      target: { value: 'zzz' },
    });
    expect(pane.text()).toContain('No request matches “zzz”.');
    pane.press('Clear search');
    expect(ids()).toEqual(['RQ-2', 'RQ-1']);
  });

  it('says how many records cannot be read, and why', () => {
    const pane = openPane({ requests: [asked] });
    const failure = { kind: 'unreadable', message: 'The request RQ-9 has no legs.', next: '' } as const;
    pane.set(OPEN, { state: 'fresh', value: { records: [asked], unreadable: [{ raw: {}, failure }] } });
    expect(pane.text()).toContain('1 request cannot be read: see the end of the list.');
    expect(pane.text()).toContain('Cannot be read: The request RQ-9 has no legs.');
    expect(ids()).toEqual(['RQ-2', null]);
    expect(pane.text()).toContain('1 open');
    pane.set(OPEN, { state: 'fresh', value: { records: [], unreadable: [{ raw: {}, failure }] } });
    expect(pane.text()).toContain('None of the open requests can be read.');
    expect(pane.text()).not.toContain('No open requests.');
  });

  it('keeps what is known in view when the question fails, and says so', () => {
    const pane = openPane({ requests: [asked] });
    pane.set(OPEN, {
      state: 'failed',
      value: listing(asked),
      fetchedAt: NOON,
      failure: { kind: 'unavailable', message: 'The service does not answer.', next: 'It is tried again.' },
    });
    expect(ids()).toEqual(['RQ-2']);
    expect(pane.text()).toContain('The service does not answer. It is tried again.');
    expect(pane.text()).toContain('Not current: as of 12:04:31 CET.');
  });

  it('says that it waits, in words', () => {
    const pane = openPane();
    pane.set(OPEN, { state: 'waiting' });
    expect(screen.getByText('Loading the requests…')).toBeTruthy();
    // No count before there is one.
    const pills = screen.getByRole('group', { name: 'Show requests' });
    expect(pills.textContent).toBe('AllTo quoteQuotedMine');
    pane.say(OPEN, listing());
    expect(screen.getByText('No open requests.')).toBeTruthy();
  });

  it('moves with the arrow keys and opens with a press on the row', () => {
    openPane({ requests: [asked, mine] });
    button(/^RQ-2/).focus();
    fireEvent.keyDown(button(/^RQ-2/), { key: 'ArrowDown' });
    expect(document.activeElement).toBe(button(/^RQ-3/));
    fireEvent.keyDown(button(/^RQ-3/), { key: 'Home' });
    expect(document.activeElement).toBe(button(/^RQ-2/));
    fireEvent.click(button(/^RQ-3/));
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'RQ-3' }));
  });

  it('comes back with Esc to the row that was opened', () => {
    const pane = openPane({ requests: [asked, mine] });
    pane.open('RQ-2');
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(document.activeElement).toBe(button(/^RQ-2/));
  });

  it('keeps the place of a trend in every row, and says how long a request is open where its record has it', () => {
    const { createdAt, ...undated } = request({ id: 'RQ-5', role: 'recipient' });
    expect(createdAt).toBeDefined();
    openPane({ requests: [asked, undated] });
    expect(button(/^RQ-2/).querySelector('svg')).toBeNull();
    expect(within(button(/^RQ-2/)).getByTitle(/^Open since /).textContent).toBe('open 1 min 1m');
    expect(within(button(/^RQ-5/)).queryByTitle(/^Open since /)).toBeNull();
  });

  it('says how old the oldest price in sight is, the time of the list in a tooltip, and reads all of that anew', async () => {
    const own = request({ id: 'RQ-4', role: 'initiator' });
    const pane = openPane({ requests: [own, asked] });
    const told = () => screen.getByTitle('The list was read at 12:04:31 CET.').textContent;
    expect(told()).toBe('list updated 0 s ago');
    pane.set(
      { kind: 'quotes', id: own.id },
      { state: 'fresh', value: listing(quote()), fetchedAt: NOON - 180_000 },
    );
    pane.proposals(asked, proposal({ requestId: asked.id }));
    expect(told()).toBe('prices up to 3 min old');
    // The list, and two prices.
    expect(button('Update now: open requests').title).toBe('Calls: about 3');
    pane.press('Update now: open requests');
    expect(pane.client.refreshed.flat().map(({ kind }) => kind)).toEqual([
      'open-requests',
      'quotes',
      'proposals',
    ]);
    // What has left the list counts no more.
    pane.say(OPEN, listing(asked));
    expect(told()).toBe('prices up to 0 s old');
  });

  it('does not move rows under a person’s pointer; new ones wait and are announced', () => {
    const pane = openPane({ requests: [asked] });
    fireEvent.pointerEnter(screen.getByRole('list', { name: 'Open requests' }), { pointerType: 'mouse' });
    pane.say(OPEN, listing(asked, mine));
    expect(ids()).toEqual(['RQ-2']);
    // In the place of the count: nothing moves down.
    expect(screen.queryByText('1 open')).toBeNull();
    expect(button('Show 1 new').closest('[role="status"]')).toBeTruthy();
    pane.press('Show 1 new');
    expect(screen.getByText('2 open')).toBeTruthy();
    expect(ids()).toEqual(['RQ-2', 'RQ-3']);
  });

  it('opens the request that the selected cell names', async () => {
    const sheet = new MemorySheet();
    sheet.row = { cell: 'RQ-2', heads: [] };
    const pane = openPane({ requests: [asked], office: { kind: 'excel', sheet } });
    pane.press('Search and filter');
    pane.press('Show the request in the selected cell');
    await act(() => Promise.resolve());
    expect(screen.getByRole('heading', { name: 'RQ-2' })).toBeTruthy();
  });

  it('is opened at once when only the row of the selected cell names it', async () => {
    const sheet = new MemorySheet();
    sheet.row = { cell: 84.15, heads: ['RQ-2'] };
    const pane = openPane({ requests: [asked], office: { kind: 'excel', sheet } });
    pane.press('Search and filter');
    pane.press('Show the request in the selected cell');
    await act(() => Promise.resolve());
    expect(screen.getByRole('heading', { name: 'RQ-2' })).toBeTruthy();
  });
});
