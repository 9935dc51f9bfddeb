import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RequestId } from '../../../src/domain/identifiers';
import type { Resource } from '../../../src/domain/resources/resource';
import { ManualClock } from '../../../src/effects/manual-clock';
import {
  budgetOf,
  refilled,
  slowdownOf,
  spent,
  type PollBudget,
} from '../../../src/gateway/cache/poll-budget';
import { ageLimitMs, backOffMs } from '../../../src/gateway/cache/poll-intervals';
import { testCache, watched, ZONE } from '../twins/cache';
import { failure, singleQuote, singleRequest } from '../twins/fake-platform';

const HOUR_MS = 3_600_000;
const quotes = (id: string): Resource => ({ kind: 'quotes', id: RequestId.parse(id) });
const DAY = { fromMinutes: 420, toMinutes: 1140 };

it('is never dry before the reset, however much is wished for and whatever else is used', () => {
  const step = fc.record({
    waitMs: fc.integer({ min: 100, max: 600_000 }),
    wishes: fc.integer({ min: 0, max: 500 }),
    others: fc.integer({ min: 0, max: 30 }),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 200 }), (steps) => {
      const perDay = 5_000;
      const reserve = 500;
      let left = perDay;
      let now = Date.parse('2026-11-20T06:00:00Z');
      let allowance: PollBudget | undefined;
      const resetsAt = Date.parse('2026-11-20T23:00:00Z');
      for (const { waitMs, wishes, others } of steps) {
        now += waitMs;
        if (now >= resetsAt) return;
        left = Math.max(reserve, left - others);
        const budget = budgetOf({ perDay, left, reserve, resetsAt }, DAY, { now, zone: ZONE });
        allowance = refilled(allowance, budget, now);
        const polls = Math.max(0, Math.min(wishes, Math.floor(allowance.calls)));
        allowance = spent(allowance, polls);
        left -= polls;
        expect(left).toBeGreaterThanOrEqual(reserve);
      }
    }),
    { numRuns: 30 },
  );
});

it('polls through a whole trading day without running dry, and uses most of what it may', async () => {
  const clock = new ManualClock(Date.parse('2026-11-20T06:00:00Z'));
  const { book, platform, quota } = testCache({ clock, perDay: 500 });
  for (let id = 0; id < 5; id++) {
    platform.addRequest(singleRequest(`RQ-${id}`), [singleQuote(`RQ-${id}`, 'Q-1')]);
    watched(book, quotes(`RQ-${id}`));
  }
  watched(book, { kind: 'open-requests' });
  const perHour: number[] = [];
  for (let hour = 0; hour < 12; hour++) {
    const before = quota().used;
    await clock.advance(HOUR_MS);
    perHour.push(quota().used - before);
  }
  const { left, reserve } = quota();
  expect(left).toBeGreaterThan(reserve);
  expect(left - reserve).toBeLessThan(0.08 * 500);
  expect(Math.min(...perHour)).toBeGreaterThan(20);
});

it('starts lively, then slows all kinds evenly', async () => {
  const clock = new ManualClock(Date.parse('2026-11-20T06:00:00Z'));
  const { book, platform, planner } = testCache({ clock });
  platform.addRequest(singleRequest('RQ-1'), [singleQuote('RQ-1', 'Q-1')]);
  watched(book, quotes('RQ-1'));
  watched(book, { kind: 'open-requests' });
  await clock.advance(60_000);
  expect(planner.slowdown).toBeLessThan(1.5);
  expect(platform.callsOf('quotes').length).toBeGreaterThan(10);
  await clock.advance(2 * HOUR_MS);
  expect(planner.slowdown).toBeGreaterThan(2);
  const ratio = platform.callsOf('quotes').length / platform.callsOf('openRequests').length;
  expect(ratio).toBeGreaterThan(1.1);
  expect(ratio).toBeLessThan(1.4);
});

it('makes no poll while the day has nothing left for polling', async () => {
  const { book, platform, clock } = testCache({ perDay: 20 });
  platform.addRequest(singleRequest('RQ-1'), [singleQuote('RQ-1', 'Q-1')]);
  watched(book, { kind: 'open-requests' });
  watched(book, quotes('RQ-1'));
  await clock.advance(4 * HOUR_MS);
  const made = platform.calls.length;
  expect(made).toBeGreaterThan(2);
  expect(made).toBeLessThanOrEqual(18);
});

it('waits until the service says that trying again makes sense', async () => {
  const { book, platform, clock } = testCache();
  platform.down = { ...failure('quota-spent'), until: clock.now() + 2 * HOUR_MS };
  watched(book, { kind: 'open-requests' });
  await clock.advance(2 * HOUR_MS - 60_000);
  expect(platform.calls).toHaveLength(1);
  platform.down = undefined;
  await clock.advance(120_000);
  expect(platform.calls.length).toBeGreaterThan(1);
});

it('asks for the state of the request of watched quotes, and stops for good when it is over', async () => {
  const { book, platform, clock } = testCache();
  platform.addRequest(singleRequest('RQ-1'), [singleQuote('RQ-1', 'Q-1')]);
  const cell = watched(book, quotes('RQ-1'));
  await clock.advance(60_000);
  platform.change('RQ-1', { state: 'closed' });
  platform.changeQuote('RQ-1', 'Q-1', { state: 'rejected' });
  await clock.advance(60_000);
  expect(cell.value).toMatchObject([{ state: 'rejected' }]);
  expect(cell.last.staleAt).toBeUndefined();
  const asked = platform.calls.length;
  await clock.advance(HOUR_MS);
  expect(platform.calls).toHaveLength(asked);
});

it('is idle when nothing is watched', async () => {
  const { book, clock, platform, planner } = testCache();
  planner.wake();
  await clock.advance(HOUR_MS);
  expect(platform.calls).toEqual([]);
  expect(clock.pending).toBe(0);
  watched(book, { kind: 'open-requests' });
  await clock.advance(60_000);
  expect(platform.calls.length).toBeGreaterThan(1);
  expect(clock.pending).toBeGreaterThan(0);
});

it('keeps a share of the day for the evening and spends it over the time to midnight', () => {
  const plan = { perDay: 5_000, left: 1_000, reserve: 500, resetsAt: Date.parse('2026-11-20T23:00:00Z') };
  const at = (time: string) => budgetOf(plan, DAY, { now: Date.parse(time), zone: ZONE });
  expect(at('2026-11-20T10:00:00Z')).toMatchObject({ spendable: 250, leftMs: 8 * HOUR_MS });
  expect(at('2026-11-20T20:00:00Z')).toMatchObject({ spendable: 500, leftMs: 3 * HOUR_MS });
});

it('leaves the day nearly whole to the day, however long a book was open in the night', () => {
  const plan = { perDay: 5_000, reserve: 500, resetsAt: Date.parse('2026-11-20T23:00:00Z') };
  const at = (time: string, left: number) =>
    budgetOf({ ...plan, left }, DAY, { now: Date.parse(time), zone: ZONE });
  expect(at('2026-11-20T02:00:00Z', 5_000)).toMatchObject({ spendable: 250, leftMs: 4 * HOUR_MS });
  expect(at('2026-11-20T05:00:00Z', 4_760)).toMatchObject({ spendable: 10, atHand: 4_260 });
  expect(at('2026-11-20T05:59:59Z', 4_700).spendable).toBe(0);
  expect(at('2026-11-20T06:00:00Z', 4_750)).toMatchObject({ spendable: 4_000, evenLeft: 4_000 });
});

it('stretches nothing that can be afforded', () => {
  const budget = { spendable: 4_000, leftMs: 12 * HOUR_MS, headStart: 250 };
  const allowance = { calls: 250, atMs: 0 };
  expect(slowdownOf(0.2 / 1_000, allowance, budget)).toBe(1);
  expect(slowdownOf(5 / 1_000, allowance, budget)).toBeGreaterThan(8);
});

it('lets an answer grow ten intervals old, two minutes at least, and backs off to five minutes at most', () => {
  expect(ageLimitMs(4_000)).toBe(120_000);
  expect(ageLimitMs(60_000)).toBe(600_000);
  expect([1, 2, 20].map((failures) => backOffMs(4_000, failures, 0))).toEqual([8_000, 16_000, 300_000]);
  expect(backOffMs(4_000, 20, 1)).toBe(150_000);
});
