import { expect, it } from 'vitest';
import { ageQuantileMs, currentShare, evenReads } from '../../bench/plan/shown-prices';
import { simulateDay } from '../../bench/plan/simulate-day';

/** The hour before the day's count starts again, in which all that is left may be spent. */
const HOUR = { requests: 20, hours: 1, resetsAfterHours: 1, perDay: 500 };

it('keeps the ages near to the best that any schedule could reach, the oldest price included', async () => {
  for (let seed = 1; seed <= 3; seed++) {
    const day = await simulateDay({ ...HOUR, seed, movesEveryMs: 4 * 60_000 });
    expect(day).toMatchObject({ ranDry: false, refused: 0, staleShare: 0 });
    expect(day.ageMedianMs).toBeLessThan(1.15 * day.bestMedianMs);
    expect(day.ageP95Ms).toBeLessThan(1.15 * day.bestP95Ms);
    // The first look at everything and the list take 8 % of so few calls; over a whole day the oldest is within 1.1 times the best.
    expect(day.ageMaxMs).toBeLessThan(1.2 * day.bestMaxMs);
  }
});

it('does not run dry when somebody else takes most of the calls in the middle of the day', async () => {
  const day = await simulateDay({ ...HOUR, seed: 4, vanishing: { afterHours: 0.5, calls: 200 } });
  expect(day).toMatchObject({ ranDry: false, refused: 0 });
  expect(day.callsUsed).toBeGreaterThan(200);
  expect(day.callsLeft).toBeGreaterThanOrEqual(25);
});

it('measures ages and truth exactly', () => {
  expect(ageQuantileMs([100, 100], 0.5)).toBeCloseTo(50);
  expect(ageQuantileMs([100, 300], 0.5)).toBeCloseTo(100);
  expect(currentShare([{ reads: [0, 50], moves: [25, 60] }], 100)).toBeCloseTo(0.35);
  const even = evenReads(2, 6, 100);
  expect(even.flat()).toHaveLength(6);
  expect(even[0]).toEqual([0, 20, 60]);
});
