import { expect, it } from 'vitest';
import { costOf } from '../../../src/gateway/trades/estimate';
import { nextSlice, untilToday } from '../../../src/gateway/trades/slices';

const QUOTA = {
  perDay: 5_000,
  left: 4_500,
  reserve: 250,
  ratePerSecond: 10,
  forBulk: { left: 3_500, perDay: 4_000 },
};

it('says calls, time and share of the day in one sentence', () => {
  expect(costOf({ listCalls: 12, detailCalls: 1_188, isEstimate: true }, QUOTA)).toEqual({
    listCalls: 12,
    detailCalls: 1_188,
    seconds: 120,
    bulkLeft: 3_500,
    share: 1_200 / 3_500,
    days: 1,
    isEstimate: true,
    says: 'About 12 calls for the list and 1,188 calls for details, 2 minutes at the allowed pace; 35 % of the 3,500 calls left today for bulk reading.',
  });
});

it('says on how many days it goes on when this one cannot pay', () => {
  const cost = costOf({ listCalls: 0, detailCalls: 7_501, isEstimate: false }, QUOTA);
  expect(cost.days).toBe(3);
  expect(cost.says).toContain('215 % of the 3,500 calls left');
  expect(cost.says).toContain('3 days in all');
  const spent = costOf(
    { listCalls: 0, detailCalls: 1, isEstimate: false },
    { ...QUOTA, forBulk: { left: 0, perDay: 4_000 } },
  );
  expect(spent).toMatchObject({ days: 2, bulkLeft: 0 });
  expect(spent.share).toBeUndefined();
  expect(spent.says).toContain('nothing is left today');
});

it('says that a call is free, or that nobody knows yet', () => {
  expect(costOf({ listCalls: 0, detailCalls: 0, isEstimate: false }, QUOTA).says).toBe(
    'No calls: everything is stored already.',
  );
  expect(costOf({ listCalls: 1, detailCalls: undefined, isEstimate: true }, QUOTA).seconds).toBeUndefined();
});

it('cuts a period into weeks that touch and end today', () => {
  const period = untilToday(
    { from: '2026-11-01', to: '2026-12-31' },
    Date.parse('2026-11-20T09:00:00Z'),
    'Europe/Berlin',
  );
  expect(period).toEqual({ from: '2026-11-01', to: '2026-11-20' });
  if (!period) return;
  const slices: unknown[] = [];
  for (let slice = nextSlice(period, undefined); slice; slice = nextSlice(period, slice.to))
    slices.push(slice);
  expect(slices).toEqual([
    { from: '2026-11-01', to: '2026-11-07' },
    { from: '2026-11-08', to: '2026-11-14' },
    { from: '2026-11-15', to: '2026-11-20' },
  ]);
});
