import { describe, expect, it } from 'vitest';
import type { Habit } from '../../../chaos/habits/habit';
import { callTargetOf } from '../../../chaos/habits/call-target';
import { ShownRecords, type Fields } from '../../../chaos/habits/shown-records';

const REQUESTS = '/v2.3/tender/requests';
const QUOTES = callTargetOf('GET', `${REQUESTS}/RQ-1/quotations?page=1`);
const REQUEST = callTargetOf('GET', `${REQUESTS}/RQ-1`);
const TRADES = callTargetOf('GET', '/v2/trades');
const ARMED_AT = 10_000;

const at = (ms: number): string => new Date(ms).toISOString();
const quote = (over: Fields = {}): Fields => ({
  'quotation-id': 'QT-1',
  state: 'active',
  counterparty: 'Your Desk',
  'created-at': at(ARMED_AT + 100),
  ...over,
});
const trade = { 'trade-id': 'TR-1', venue: 'tender', 'traded-at': at(ARMED_AT + 100) };

function showing(...habits: readonly Habit[]) {
  let now = ARMED_AT;
  const shows = new ShownRecords(habits, () => now);
  shows.arm();
  return { shows, pass: (ms: number) => void (now += ms) };
}

describe('trades', () => {
  it('are listed late, and some only after several looks', () => {
    const { shows, pass } = showing({ name: 'trades listed late', lateMs: 500, looks: 2 });
    pass(200);
    expect(shows.list(TRADES, [trade], true)).toEqual([]);
    pass(600);
    expect(shows.list(TRADES, [trade], true)).toEqual([]);
    expect(shows.list(TRADES, [trade], true)).toEqual([trade]);
  });

  it('of before are listed at once, and all of them when it is calm', () => {
    const { shows } = showing({ name: 'trades listed late', lateMs: 500, looks: 2 });
    const old = { ...trade, 'traded-at': at(ARMED_AT - 1) };
    expect(shows.list(TRADES, [old, trade], true)).toEqual([old]);
    shows.calm();
    expect(shows.list(TRADES, [old, trade], true)).toEqual([old, trade]);
  });

  it('bear another word for their venue', () => {
    const { shows } = showing({ name: 'other words' });
    const [shown] = shows.list(TRADES, [trade], true);
    expect(shown).toMatchObject({ 'trade-id': 'TR-1' });
    expect(shown?.['venue']).not.toBe('tender');
  });
});

it('closes a traded request first, without its accepted quote, until the trade is listed', () => {
  const { shows, pass } = showing({ name: 'request closes first', lateMs: 500 });
  const traded = { state: 'traded', 'concluded-at': at(ARMED_AT + 100), trade: { 'trade-id': 'TR-1' } };
  pass(200);
  expect(shows.record(REQUEST, traded)).toMatchObject({ state: 'closed', trade: null });
  expect(shows.list(QUOTES, [quote({ state: 'accepted' }), quote()], true)).toEqual([quote()]);
  pass(500);
  expect(shows.record(REQUEST, traded)).toEqual(traded);
});

describe('a list that lags', () => {
  const lagging = () => showing({ name: 'lists lag', lagMs: 1_000 });

  it('shows a new quote late', () => {
    const { shows, pass } = lagging();
    pass(200);
    expect(shows.list(QUOTES, [quote()], true)).toEqual([]);
    pass(1_000);
    expect(shows.list(QUOTES, [quote()], true)).toEqual([quote()]);
  });

  it('shows one that was withdrawn, or has gone, as it was for a while', () => {
    const { shows, pass } = lagging();
    const old = quote({ 'created-at': at(ARMED_AT - 1) });
    const withdrawn = { ...old, state: 'withdrawn' };
    expect(shows.list(QUOTES, [old], true)).toEqual([old]);
    expect(shows.list(QUOTES, [withdrawn], true)).toEqual([old]);
    pass(1_000);
    expect(shows.list(QUOTES, [withdrawn], true)).toEqual([withdrawn]);
    expect(shows.list(QUOTES, [], true)).toEqual([withdrawn]);
    pass(1_000);
    expect(shows.list(QUOTES, [], true)).toEqual([]);
  });
});

it('misses an own quote for a while although it is live, and nobody else’s', () => {
  const { shows, pass } = showing({ name: 'own quote missing for a while', fromMs: 300, forMs: 500 });
  const others = quote({ 'quotation-id': 'QT-2', counterparty: 'Baltic Energy' });
  pass(200);
  expect(shows.list(QUOTES, [quote(), others], true)).toHaveLength(2);
  pass(300);
  expect(shows.list(QUOTES, [quote(), others], true)).toEqual([others]);
  pass(500);
  expect(shows.list(QUOTES, [quote(), others], true)).toHaveLength(2);
});

it('leaves ended quotes out for good, or calls their state by another word', () => {
  const ended = [quote(), quote({ 'quotation-id': 'QT-2', state: 'withdrawn' })];
  expect(showing({ name: 'ended quotes not listed' }).shows.list(QUOTES, ended, true)).toEqual([quote()]);
  const states = showing({ name: 'other words' })
    .shows.list(QUOTES, ended, true)
    .map(({ state }) => state);
  expect(states).toEqual(['active', 'cancelled']);
});

it('lets a rival quote the same at once, under another number and name', () => {
  const { shows } = showing({ name: 'rival quotes the same' });
  shows.rival('RQ-1', { quantity: 10, legs: [{ price: 30 }] }, 1);
  const [rival, second] = shows.list(QUOTES, [], true);
  expect(rival).toMatchObject({ quantity: 10, legs: [{ price: 30 }], state: 'active' });
  expect(rival?.['counterparty']).not.toBe('Your Desk');
  expect(second).toBeUndefined();
});
