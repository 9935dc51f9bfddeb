// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { success } from '../../../src/domain/failure';
import { ActionId, QuoteId, RequestId, TradeId } from '../../../src/domain/identifiers';
import type { OwnOffer } from '../../../src/domain/own-offers';
import { Quantity } from '../../../src/domain/quantity';
import { NOON, price, request, STATUS } from '../examples';
import { openPane, violations } from '../open-pane';

const counteroffer: OwnOffer = {
  what: 'counteroffer',
  requestId: RequestId.parse('RQ-2'),
  number: 'CO-1',
  direction: 'bid',
  price: { shape: 'single', price: price('70.8') },
  quantity: Quantity.parse('6'),
  since: NOON - 60_000,
};

it('counts a live counteroffer among what may be taken, and in the band, named apart', async () => {
  const pane = openPane({ requests: [request({ id: 'RQ-2', role: 'initiator' })] });
  pane.say({ kind: 'own-quotes' }, []);
  pane.say({ kind: 'own-offers' }, [counteroffer]);
  pane.press(/^Today/);
  const exposed = screen.getByRole('region', { name: 'If everything live is taken' });
  expect(within(exposed).getByText('1 counteroffer')).toBeTruthy();
  expect(within(exposed).getByRole('row').textContent).toContain('6 MW · counteroffer, cannot be withdrawn');
  expect(within(exposed).getByRole('row').textContent).toContain('70.80');
  expect(screen.getByRole('button', { name: 'Withdraw all 0 · 1 stays' })).toBeTruthy();
  expect(await violations(pane.container)).toEqual([]);
});

it('names an equal quote that may be a colleague’s apart from the desk’s own', () => {
  const pane = openPane({ requests: [request({ id: 'RQ-2' })] });
  const { what: _, ...quote } = counteroffer;
  const own = (id: string) => ({ ...quote, quoteId: QuoteId.parse(id) });
  pane.say({ kind: 'own-quotes' }, [own('QT-1'), { ...own('QT-2'), isTwin: true }]);
  pane.press(/^Today/);
  const exposed = screen.getByRole('region', { name: 'If everything live is taken' });
  expect(within(exposed).getByText('1 quote, 1 perhaps a colleague’s')).toBeTruthy();
  const rows = within(exposed).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent?.includes('perhaps a colleague’s'))).toEqual([
    false,
    true,
  ]);
});

it('lists the stored trades of the day that no known press of this desk made, apart from its own figures', async () => {
  const pane = openPane({ requests: [] });
  const raw = {
    'request-id': 'RQ-9',
    commodity: 'power',
    market: 'DE',
    action: 'buy',
    price: 31.05,
    quantity: 10,
    'quantity-unit': 'MW',
    counterparty: 'Nordkraft',
  };
  const captured = (id: string, minutes: number) => ({
    trade: {
      id: TradeId.parse(id),
      requestId: RequestId.parse('RQ-9'),
      tradedAt: NOON - minutes * 60_000,
      price: price('31.05'),
      quantity: Quantity.parse('10'),
      counterparty: 'Nordkraft',
      raw,
    },
    provisional: false,
    fetchedAt: NOON,
  });
  const wanted: unknown[] = [];
  pane.client.captures = {
    ...pane.client.captures,
    rows: async (selection) => {
      wanted.push(selection);
      return success({ trades: [captured('TR-7', 2), captured('TR-9', 1)] });
    },
  };
  pane.press(/^Today/);
  await pane.advance(0);
  expect(wanted[0]).toEqual({ from: '2026-11-20', to: '2026-11-20' });
  expect(screen.getByText('No fills of this desk today')).toBeTruthy();
  const others = within(screen.getByRole('region', { name: 'Other trades of today' }));
  expect(others.getByText(/^Not known to come from this desk, so not in the figures above/)).toBeTruthy();
  const rows = others.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows).toHaveLength(3);
  expect(rows[1]).toContain('31.05');
  expect(rows[1]).toContain('Nordkraft');
  expect(screen.queryByRole('table', { name: 'Traded today' })).toBeNull();
  expect(await violations(pane.container)).toEqual([]);

  // One may be what the desk sent, whose outcome is not known.
  pane.say({ kind: 'own-trades' }, [
    {
      ...{ tradeId: TradeId.parse('TR-9'), requestId: RequestId.parse('RQ-9') },
      ...{ state: 'reported', since: NOON },
    },
  ]);
  await pane.advance(0);
  expect(screen.queryByText('No fills of this desk today')).toBeNull();
  expect(screen.getByText('No fill of today is known for certain')).toBeTruthy();
  const says = screen.getAllByText(/^Possibly yours: /).map(({ textContent }) => textContent);
  expect(says).toEqual([
    expect.stringMatching(/^Possibly yours: bought 10 MW .*at 31\.05 from Nordkraft \(TR-9\)\. /),
  ]);

  // One of them turns out to be the desk's own: it is listed once, among its fills.
  const trade = captured('TR-9', 1).trade;
  pane.say({ kind: 'own-trades' }, [
    { tradeId: trade.id, requestId: RequestId.parse('RQ-9'), state: 'own', since: NOON },
  ]);
  pane.say({ kind: 'trade', id: trade.id }, trade);
  await pane.advance(0);
  const own = within(screen.getByRole('table', { name: 'Fills of today' }));
  expect(own.getAllByRole('row')).toHaveLength(2);
  expect(
    within(screen.getByRole('table', { name: 'Other trades of today' })).getAllByRole('row'),
  ).toHaveLength(2);
  const said = { tradeId: trade.id, requestId: RequestId.parse('RQ-9'), state: 'own' as const, since: NOON };
  pane.say({ kind: 'own-trades' }, [{ ...said, unlisted: true }]);
  await pane.advance(0);
  expect(screen.queryByRole('table', { name: 'Traded today' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Net position from today’s fills' })).toBeNull();
  expect(screen.getByText('Not in these sums: TR-9 (not listed any more).')).toBeTruthy();
  const [, struck] = own.getAllByRole('row');
  const lines = [...(struck?.children ?? [])].map((cell) => getComputedStyle(cell).textDecorationLine);
  expect([lines[2], lines[4], lines[6]]).toEqual(['line-through', 'line-through', '']);
  expect(struck?.textContent).toContain('Nordkraft · not listed any more');
  pane.say({ kind: 'own-trades' }, [said]);
  pane.say({ kind: 'trade', id: trade.id }, { ...trade, raw: { ...raw, state: 'cancelled' } });
  await pane.advance(0);
  expect(screen.queryByRole('table', { name: 'Traded today' })).toBeNull();
  expect(screen.getByText('Not in these sums: TR-9 (cancelled).')).toBeTruthy();
  pane.say({ kind: 'trade', id: trade.id }, trade);
  await pane.advance(0);
  const [heads, traded] = within(screen.getByRole('table', { name: 'Traded today' })).getAllByRole('row');
  // Heads of figures end where the figures do.
  const ends = (row: HTMLElement | undefined): string[] =>
    [...(row?.children ?? [])].slice(1, 4).map((cell) => getComputedStyle(cell).textAlign);
  expect([ends(heads), ends(traded)]).toEqual([Array(3).fill('right'), Array(3).fill('right')]);
  expect([...(traded?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    'DE power',
    '10',
    '–',
    '+10',
  ]);
  expect(heads?.textContent).toBe('Traded, MWBoughtSoldNet');
});

it('says why it tells energy, once MW of different deliveries are no sum', async () => {
  const pane = openPane({ requests: [] });
  const requestId = RequestId.parse('RQ-9');
  const fill = (number: number) => {
    const id = TradeId.parse(`TR-${number}`);
    const raw = {
      ...{ commodity: 'power', market: 'DE', action: 'buy', price: 31.05, quantity: 10 },
      ...{ 'load-profile': 'base', 'quantity-unit': 'MW', 'price-unit': 'EUR/MWh' },
      'delivery-start': `20${number}-01-01T00:00:00+01:00`,
      'delivery-end': `20${number + 1}-01-01T00:00:00+01:00`,
    };
    pane.say({ kind: 'trade', id }, { id, requestId, tradedAt: NOON, raw });
    return { tradeId: id, requestId, state: 'own', since: NOON } as const;
  };
  const head = () =>
    within(screen.getByRole('table', { name: 'Traded today' })).getAllByRole('row')[0]?.textContent;
  pane.press(/^Today/);
  pane.say({ kind: 'own-trades' }, [fill(27)]);
  fill(27);
  await pane.advance(0);
  expect(head()).toBe('Traded, MWBoughtSoldNet');
  pane.say({ kind: 'own-trades' }, [fill(27), fill(29)]);
  fill(29);
  await pane.advance(0);
  expect(head()).toBe('Traded, MWh (deliveries differ: each in MW below)BoughtSoldNet');
});

it('says of a fill who pressed what it came of, on a desk of several people alone', () => {
  const pane = openPane({ requests: [] });
  const id = TradeId.parse('TR-9');
  const raw = { commodity: 'power', market: 'DE', action: 'buy', price: 31.05, quantity: 10 };
  pane.say({ kind: 'journal' }, [
    {
      id: ActionId.parse('00000000-0000-4000-8000-000000000001'),
      body: { kind: 'withdraw-quote', requestId: RequestId.parse('RQ-9'), quoteId: QuoteId.parse('QT-1') },
      shown: 'Accept QT-1',
      state: 'done',
      createdAt: NOON,
      by: { name: 'Tom Berger', session: '0a1b2c3d' },
      tradeId: id,
    },
  ]);
  pane.say({ kind: 'own-trades' }, [
    { tradeId: id, requestId: RequestId.parse('RQ-9'), state: 'own', since: NOON },
  ]);
  pane.say(
    { kind: 'trade', id },
    { id, tradedAt: NOON - 60_000, counterparty: 'Nordkraft', raw: { ...raw, counterparty: 'Nordkraft' } },
  );
  pane.press(/^Today/);
  const fills = () => screen.getByRole('table', { name: 'Fills of today' }).textContent;
  expect(fills()).not.toContain('Tom Berger');
  pane.say({ kind: 'status' }, { ...STATUS, person: { name: 'Max', id: 'sub-1', roles: ['admin'] } });
  expect(fills()).toContain('Nordkraft · by Tom Berger');
});

it('tells of a fill its trade, the unit of its price and its money, where the columns have no room', async () => {
  const pane = openPane({ requests: [] });
  const [id, requestId] = [TradeId.parse('TR-9'), RequestId.parse('RQ-9')];
  const units = { 'price-unit': 'EUR/MWh', 'quantity-unit': 'MWh' };
  const raw = { commodity: 'power', market: 'DE', action: 'buy', price: 31, quantity: 10, ...units };
  pane.press(/^Today/);
  pane.say({ kind: 'own-trades' }, [{ tradeId: id, requestId, state: 'own', since: NOON }]);
  const traded = { id, requestId, tradedAt: NOON, price: price('31'), quantity: Quantity.parse('10') };
  pane.say({ kind: 'trade', id }, { ...traded, raw });
  await pane.advance(0);
  expect(screen.getByTitle('TR-9 · 31.00 EUR/MWh · 310 EUR')).toBeTruthy();
});
