import { expect, it } from 'vitest';
import { wayOf } from '../../../chaos/habits/answers';
import { drawnHabits, HABITS, healsInMs, type Habit } from '../../../chaos/habits/habit';
import { pageOf } from '../../../chaos/habits/pages';
import { isList, callTargetOf } from '../../../chaos/habits/call-target';
import { seededChance } from '../../../src/effects/chance';

const RECORDS = Array.from({ length: 5 }, (_, at) => ({ 'quotation-id': `QT-${at}` }));
const query = (page: number): URLSearchParams =>
  new URLSearchParams({ page: String(page), 'page-size': '100' });

it('draws none, one or two habits, comes to every one, and heals within five seconds', () => {
  const drawn = Array.from({ length: 600 }, (_, seed) => drawnHabits(seededChance(seed + 1)));
  expect(new Set(drawn.map(({ length }) => length))).toEqual(new Set([0, 1, 2]));
  expect(new Set(drawn.flat().map(({ name }) => name)).size).toBe(HABITS.length);
  for (const habits of drawn) {
    expect(new Set(habits.map(({ name }) => name)).size).toBe(habits.length);
    expect(healsInMs(habits)).toBeLessThanOrEqual(5_000);
  }
  expect(drawnHabits(seededChance(7))).toEqual(drawnHabits(seededChance(7)));
});

it('reads from an address what a call is about', () => {
  const one = '/v2.3/tender/requests/RQ-1';
  expect(callTargetOf('POST', '/v2.0/authenticate')).toMatchObject({ sort: 'sign-in', isWrite: false });
  expect(callTargetOf('GET', '/v2/trades?page=1')).toMatchObject({ sort: 'trades', isWrite: false });
  expect(callTargetOf('POST', `${one}/quotations`)).toMatchObject({ sort: 'quotes', isWrite: true });
  expect(callTargetOf('DELETE', `${one}/quotations/QT-1`)).toMatchObject({ sort: 'quote', id: 'QT-1' });
  expect(callTargetOf('DELETE', '/v2.2/tender/requests/RQ-1/price-proposal')).toMatchObject({
    sort: 'proposals',
  });
  expect(callTargetOf('PUT', '/v2.2/risk/commodities/gas%20NL/settings')).toMatchObject({ id: 'gas NL' });
  expect(isList(callTargetOf('GET', `${one}/quotations`))).toBe(true);
  expect(isList(callTargetOf('POST', `${one}/quotations`))).toBe(false);
  expect(isList(callTargetOf('GET', one))).toBe(false);
});

it('caps its pages below the size asked, with every record on one of them', () => {
  const habits: readonly Habit[] = [{ name: 'caps pages', size: 2, says: 'total' }];
  const pages = [1, 2, 3, 4].map((page) => JSON.parse(pageOf(RECORDS, query(page), habits).body) as object);
  expect(pages).toEqual([
    { items: RECORDS.slice(0, 2), total: 5 },
    { items: RECORDS.slice(2, 4), total: 5 },
    { items: RECORDS.slice(4), total: 5 },
    { items: [], total: 5 },
  ]);
});

it('gives a list as it is asked for without that habit, and 204 for an empty one only where that is its habit', () => {
  expect(JSON.parse(pageOf(RECORDS, query(1), []).body)).toEqual({ items: RECORDS });
  expect(pageOf([], query(1), []).status).toBe(200);
  expect(pageOf([], query(1), [{ name: '204 for empty lists' }])).toMatchObject({ status: 204, body: '' });
});

it('answers so many writes in its own way, and the next ones as usual', () => {
  const habits: readonly Habit[] = [{ name: 'answers 200 with errors', hits: 1 }];
  expect(wayOf(habits, 1)).toMatchObject({ kind: 'instead', answer: { status: 200 } });
  expect(wayOf(habits, 2)).toEqual({ kind: 'usual' });
  expect(wayOf([{ name: 'answers 202', laterMs: 900 }], 9)).toMatchObject({ kind: 'later', laterMs: 900 });
  expect(wayOf([{ name: 'answers 202', laterMs: 0 }], 9)).toMatchObject({ kind: 'afterwards' });
});
