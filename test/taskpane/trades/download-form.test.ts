import { expect, it } from 'vitest';
import { daysOf, spanOf, SPANS, wantedOf } from '../../../src/taskpane/trades/download-form';

it.each([
  ['month', '2026-11-20', '2026-11-01', '2026-11-20'],
  ['today', '2026-11-20', '2026-11-20', '2026-11-20'],
  ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
  ['week', '2026-11-20', '2026-11-09', '2026-11-15'],
  ['week', '2026-11-22', '2026-11-09', '2026-11-15'],
  ['week', '2026-11-23', '2026-11-16', '2026-11-22'],
  ['last-month', '2026-01-31', '2025-12-01', '2025-12-31'],
] as const)('%s seen from %s is %s to %s', (span, today, from, to) => {
  expect(daysOf(span, today)).toEqual({ from, to });
});

it('has a name for its days, and none for others', () => {
  for (const span of SPANS) expect(spanOf(daysOf(span, '2026-11-20'), '2026-11-20')).toBe(span);
  expect(spanOf({ from: '2026-11-02', to: '2026-11-20' }, '2026-11-20')).toBeUndefined();
});

it('is wanted with the names that were typed, and not while its days are out of order', () => {
  const days = { from: '2026-11-01', to: '2026-11-20' };
  expect(wantedOf({ ...days, venues: '', commodities: ' Power, gas ,' })).toEqual({
    ...days,
    commodities: ['power', 'gas'],
  });
  expect(wantedOf({ ...days, venues: 'tender,market', commodities: 'power,gas' })).toEqual({
    ...days,
    venues: ['tender', 'market'],
    commodities: ['power', 'gas'],
  });
  expect(wantedOf({ from: days.to, to: days.from, venues: '', commodities: '' })).toBeUndefined();
  expect(wantedOf({ from: '', to: days.to, venues: '', commodities: '' })).toBeUndefined();
});
