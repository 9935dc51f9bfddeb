import { expect, it } from 'vitest';
import { ageQuantileMs, currentShare, evenReads } from '../../bench/plan/shown-prices';
import { simulateDay, type DayFigures } from '../../bench/plan/simulate-day';

const HOUR = { requests: 20, hours: 1, perDay: 500 };
const average = (days: readonly DayFigures[], figure: (day: DayFigures) => number): number =>
  days.reduce((sum, day) => sum + figure(day), 0) / days.length;

it('keeps the ages near to what any schedule could reach, and prices as often current as an even one', async () => {
  const days: DayFigures[] = [];
  for (let seed = 1; seed <= 8; seed++) {
    days.push(await simulateDay({ ...HOUR, seed, movesEveryMs: 4 * 60_000 }));
  }
  for (const day of days) {
    expect(day).toMatchObject({ ranDry: false, refused: 0, staleShare: 0 });
    expect(day.ageMedianMs).toBeLessThan(1.15 * day.bestMedianMs);
    expect(day.ageP95Ms).toBeLessThan(1.3 * day.bestP95Ms);
  }
  const current = average(days, (day) => day.currentShare);
  expect(current).toBeGreaterThanOrEqual(average(days, (day) => day.currentShareEven));
});

it('gains where a request tells that its price moved', async () => {
  const [blind, told] = await Promise.all(
    [false, true].map((recordMoves) =>
      simulateDay({ ...HOUR, seed: 3, movesEveryMs: 10 * 60_000, recordMoves }),
    ),
  );
  expect(told?.currentShare).toBeGreaterThan((blind?.currentShare ?? 1) + 0.005);
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
