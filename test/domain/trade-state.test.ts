import { expect, it } from 'vitest';
import { isCancelled, notStanding } from '../../src/domain/trade-state';

it.each([
  [{ state: 'cancelled' }, 'cancelled'],
  [{ status: 'Voided' }, 'Voided'],
  [{ state: 'executed', status: 'cancelled' }, 'cancelled'],
  [{ deleted: true }, 'deleted'],
  [{ cancelled: true }, 'cancelled'],
  [{ 'cancelled-at': '2026-11-28T10:00:00Z' }, 'cancelled'],
  [{ state: 'executed', 'deleted-at': '2026-11-28T10:00:00Z' }, 'deleted'],
])('of a trade with %j its record says that it was undone', (raw, word) => {
  expect(notStanding(raw)).toEqual({ why: `is ${word} by its record`, isVoid: true });
  expect(isCancelled(raw)).toBe(true);
});

it.each([
  {},
  { state: 'executed' },
  { state: '', status: 'settled' },
  { deleted: false, cancelled: 'no', 'cancelled-at': null },
  { 'cancelled-at': '' },
  { 'cancelled-at': 0 },
  { 'deleted-at': '0001-01-01T00:00:00Z' },
])('of a trade with %j it says nothing of the kind', (raw) => {
  expect(notStanding(raw)).toBeUndefined();
});

it('names a word that is not known, and calls nothing undone for its sake', () => {
  expect(notStanding({ status: 'disputed' })).toMatchObject({ isVoid: false });
  expect(isCancelled({ status: 'disputed' })).toBe(false);
});
