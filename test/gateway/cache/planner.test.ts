import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RequestId } from '../../../src/domain/identifiers';
import { resourceKey, type Resource } from '../../../src/domain/resources/resource';
import { ManualClock } from '../../../src/effects/manual-clock';
import {
  AS_WISHED,
  costPerMs,
  paceFor,
  slowdownIn,
  stretchedMs,
  wishesOf,
} from '../../../src/gateway/cache/pace';
import {
  budgetOf,
  callsPerMsNow,
  refilled,
  spent,
  type PollBudget,
} from '../../../src/gateway/cache/poll-budget';
import { ageLimitMs, backOffMs } from '../../../src/gateway/cache/poll-intervals';
import { testCache, watched, ZONE } from '../twins/cache';
import { failure, singleProposal, singleQuote, singleRequest } from '../twins/fake-platform';

const HOUR_MS = 3_600_000;
const quotes = (id: string): Resource => ({ kind: 'quotes', id: RequestId.parse(id) });
const watchedKey = (id: string) => resourceKey(quotes(id));
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
        const budget = budgetOf({ perDay, left, reserve, resetsAt, ratePerSecond: 10 }, DAY, {
          now,
          zone: ZONE,
        });
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
  expect(left - reserve).toBeLessThan(0.2 * 500);
  expect(Math.min(...perHour)).toBeGreaterThan(20);
  await clock.advance(4.9 * HOUR_MS);
  expect(quota().left).toBeGreaterThanOrEqual(reserve);
  expect(quota().left - reserve).toBeLessThan(0.02 * 500);
});

it('a price that somebody begins to look at is read at once when it is older than half a minute, however seldom it is polled', async () => {
  const { book, platform, clock, planner } = testCache();
  for (let id = 0; id < 40; id++) {
    platform.addRequest(singleRequest(`RQ-${id}`), [singleQuote(`RQ-${id}`, 'Q-1')]);
    watched(book, quotes(`RQ-${id}`));
  }
  await clock.advance(HOUR_MS);
  expect(stretchedMs(4_000, planner.forecast.pace)).toBeGreaterThan(200_000);
  const asked = (id: string) => platform.callsOf('quotes').filter((call) => call.id === id).length;
  const read = (id: string): number => book.entries.get(watchedKey(id))?.askedAtMs ?? NaN;
  const old = Array.from({ length: 40 }, (_, id) => `RQ-${id}`).find(
    (id) => clock.monotonicMs() - read(id) > 60_000,
  );
  const before = asked(old ?? '');
  watched(book, quotes(old ?? ''));
  await clock.advance(0);
  expect(asked(old ?? '')).toBe(before + 1);
  // Just read: another sheet costs nothing.
  watched(book, quotes(old ?? ''));
  await clock.advance(0);
  expect(asked(old ?? '')).toBe(before + 1);
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

it('asks again within seconds for a first value that could not be had, however few calls polling has saved up', async () => {
  // Just after the reset polling has saved up no calls yet.
  const { book, platform, clock } = testCache({
    clock: new ManualClock(Date.parse('2026-11-19T23:00:01Z')),
    perDay: 2_000,
  });
  for (const id of ['RQ-1', 'RQ-2']) platform.addRequest(singleRequest(id), [singleQuote(id, 'Q-1')]);
  for (let index = 3; index < 100; index++) {
    platform.addRequest(singleRequest(`RQ-${index}`), [singleQuote(`RQ-${index}`, 'Q-1')]);
    watched(book, quotes(`RQ-${index}`));
  }
  await clock.advance(60_000);
  platform.fault('quotes', { when: 'before', failure: failure('unavailable') });
  const first = watched(book, quotes('RQ-1'));
  await clock.advance(0);
  expect(first.last.failure?.kind).toBe('unavailable');
  await clock.advance(5_000);
  expect(first.last.state).toBe('fresh');
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

const PLAN = {
  perDay: 5_000,
  reserve: 500,
  resetsAt: Date.parse('2026-11-20T23:00:00Z'),
  ratePerSecond: 10,
};

it('spends at no hour more slowly than evenly until the reset', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_440 }), fc.integer({ min: 500, max: 5_000 }), (minutes, left) => {
      const now = PLAN.resetsAt - minutes * 60_000;
      const { spendable, leftMs } = budgetOf({ ...PLAN, left }, DAY, { now, zone: ZONE });
      expect(spendable).toBe(left - 500);
      expect(leftMs).toBeLessThanOrEqual(minutes * 60_000);
      expect(leftMs).toBeGreaterThanOrEqual((minutes * 60_000) / 2);
    }),
  );
});

it('spends half as fast after work as at work, and never starves', () => {
  const perHour = (time: string, left: number): number => {
    const { spendable, leftMs } = budgetOf({ ...PLAN, left }, DAY, { now: Date.parse(time), zone: ZONE });
    return (spendable / leftMs) * HOUR_MS;
  };
  const noon = perHour('2026-11-20T11:00:00Z', 3_000);
  const left = 3_000 - 7 * noon;
  expect(perHour('2026-11-20T18:00:00Z', left)).toBeCloseTo(noon / 2, 6);
  expect(perHour('2026-11-20T18:00:00Z', 5_000)).toBeCloseTo(900, 6);
  expect(perHour('2026-11-19T23:00:00Z', 5_000)).toBeCloseTo(4_500 / 24, 6);
});

it('takes one call in ten of the platform’s rate at most, however many are left', () => {
  const budget = budgetOf({ ...PLAN, left: 5_000 }, DAY, { now: PLAN.resetsAt - 600_000, zone: ZONE });
  expect(callsPerMsNow({ calls: 250, atMs: 0 }, budget)).toBe(1 / 1_000);
});

it('stretches nothing that can be afforded', () => {
  const budget = { spendable: 4_000, leftMs: 12 * HOUR_MS, headStart: 250 };
  const rate = callsPerMsNow({ calls: 250, atMs: 0 }, budget);
  expect(paceFor(wishesOf([5_000]), rate)).toEqual(AS_WISHED);
  const many = wishesOf(Array.from({ length: 20 }, () => 4_000));
  expect(slowdownIn(many, paceFor(many, rate))).toBeGreaterThan(8);
});

it('costs what it may, and asks for everything within five minutes while that can be paid', () => {
  const wishes = fc.array(fc.constantFrom(4_000, 5_000, 20_000, 30_000, 300_000), {
    minLength: 1,
    maxLength: 300,
  });
  fc.assert(
    fc.property(wishes, fc.double({ min: 1e-6, max: 1e-2, noNaN: true }), (intervalsMs, callsPerMs) => {
      const all = wishesOf(intervalsMs);
      const pace = paceFor(all, callsPerMs);
      expect(costPerMs(all, pace)).toBeLessThanOrEqual(callsPerMs * 1.000_001);
      for (const ms of all.keys()) expect(stretchedMs(ms, pace)).toBeGreaterThanOrEqual(ms);
      const prices = intervalsMs.filter((ms) => ms <= 30_000);
      if (intervalsMs.length / 300_000 > callsPerMs) return;
      for (const ms of prices) expect(stretchedMs(ms, pace)).toBeLessThanOrEqual(300_001);
    }),
  );
});

it.each([
  ['in the evening', '2026-11-20T19:00:00Z'],
  ['before midnight', '2026-11-20T22:30:00Z'],
  ['after midnight', '2026-11-20T23:05:00Z'],
  ['at noon', '2026-11-20T11:00:00Z'],
])('asks for each of fifteen prices within five minutes %s, and calls none stale', async (_, time) => {
  const clock = new ManualClock(Date.parse(time));
  const { book, platform } = testCache({ clock });
  const cells = Array.from({ length: 15 }, (__, id) => {
    platform.addRequest(singleRequest(`RQ-${id}`), [singleQuote(`RQ-${id}`, 'Q-1')]);
    return watched(book, quotes(`RQ-${id}`));
  });
  let oldestMs = 0;
  for (let second = 0; second < 3_600; second += 30) {
    await clock.advance(30_000);
    for (const { last } of cells) {
      expect(last.state).not.toBe('stale');
      oldestMs = Math.max(oldestMs, clock.now() - (last.fetchedAt ?? 0));
    }
  }
  expect(oldestMs).toBeLessThan(330_000);
});

it('keeps what a person acts on within five seconds for a minute, beside the budget of polling', async () => {
  const clock = new ManualClock(Date.parse('2026-11-20T23:05:00Z'));
  const { book, platform } = testCache({ clock });
  const cells = Array.from({ length: 100 }, (_, id) => {
    platform.addRequest(singleRequest(`RQ-${id}`), [singleQuote(`RQ-${id}`, 'Q-1')]);
    return watched(book, quotes(`RQ-${id}`));
  });
  await clock.advance(HOUR_MS);
  const ticket = cells[7];
  if (!ticket) throw new Error('there is no ticket');
  book.refresh([ticket.key]);
  book.attend([ticket.key], {});
  await clock.advance(100);
  const ageMs = (): number => clock.now() - (ticket.last.fetchedAt ?? 0);
  expect(ageMs()).toBeLessThanOrEqual(100);
  let oldestMs = 0;
  for (let second = 0; second < 60; second++) {
    await clock.advance(1_000);
    oldestMs = Math.max(oldestMs, ageMs());
  }
  expect(oldestMs).toBeLessThanOrEqual(5_000);
  const lanes = platform
    .callsOf('quotes')
    .filter(({ id }) => id === 'RQ-7')
    .slice(-10);
  expect(new Set(lanes.map(({ lane }) => lane))).toEqual(new Set(['asked']));
  const before = platform.callsOf('quotes').filter(({ id }) => id === 'RQ-7').length;
  await clock.advance(10 * 60_000);
  expect(platform.callsOf('quotes').filter(({ id }) => id === 'RQ-7').length - before).toBeLessThan(5);
});

it('finds the first proposal of a request that is open within seconds, though its list was empty', async () => {
  const clock = new ManualClock(Date.parse('2026-11-20T23:05:00Z'));
  const { book, platform } = testCache({ clock });
  for (let id = 0; id < 100; id++) {
    platform.addRequest(singleRequest(`RQ-${id}`), [singleQuote(`RQ-${id}`, 'Q-1')]);
    watched(book, quotes(`RQ-${id}`));
  }
  const proposals = watched(book, { kind: 'proposals', id: RequestId.parse('RQ-7') });
  await clock.advance(HOUR_MS);
  book.attend([proposals.key], {});
  await clock.advance(15_000);
  const asked = (): number => platform.callsOf('proposals').length;
  const before = asked();
  await clock.advance(24_000);
  expect(asked() - before).toBe(2);
  platform.addBeside('proposals', 'RQ-7', [singleProposal('RQ-7', 'P-1')]);
  await clock.advance(12_000);
  expect(proposals.value).toHaveLength(1);
  const filled = asked();
  await clock.advance(8_000);
  expect(asked() - filled).toBe(2);
});

it('keeps within seconds what the last page that has it open acts on, and nothing that was left', async () => {
  const clock = new ManualClock(Date.parse('2026-11-20T23:05:00Z'));
  const { book, platform } = testCache({ clock });
  const cells = Array.from({ length: 100 }, (_, id) => {
    platform.addRequest(singleRequest(`RQ-${id}`), [singleQuote(`RQ-${id}`, 'Q-1')]);
    return watched(book, quotes(`RQ-${id}`));
  });
  await clock.advance(HOUR_MS);
  const [page, other] = [{}, {}];
  const asked = (): number => platform.callsOf('quotes').filter(({ lane }) => lane === 'asked').length;
  const before = asked();
  for (const { key } of cells.slice(0, 10)) {
    book.attend([key], page);
    await clock.advance(6_000);
  }
  // A minute of looking through ten requests costs the calls of a minute with one of them.
  expect(asked() - before).toBeGreaterThanOrEqual(10);
  expect(asked() - before).toBeLessThanOrEqual(25);
  const shared = cells[20];
  if (!shared) throw new Error('there is no request');
  book.attend([shared.key], page);
  book.attend([shared.key], other);
  book.attend([], page);
  const both = asked();
  await clock.advance(30_000);
  expect(asked() - both).toBeGreaterThanOrEqual(7);
  book.attend([], other);
  const none = asked();
  await clock.advance(30_000);
  expect(asked()).toBe(none);
});

it('shows a price on when its turn is put off by many more, and not when the platform does not answer', async () => {
  const { book, platform, clock } = testCache({ perDay: 600 });
  platform.addRequest(singleRequest('RQ-0'), [singleQuote('RQ-0', 'Q-1')]);
  const cell = watched(book, quotes('RQ-0'));
  await clock.advance(60_000);
  for (let id = 1; id < 30; id++) {
    platform.addRequest(singleRequest(`RQ-${id}`), [singleQuote(`RQ-${id}`, 'Q-1')]);
    watched(book, quotes(`RQ-${id}`));
  }
  let oldestMs = 0;
  for (let look = 0; look < 40; look++) {
    await clock.advance(120_000);
    const { staleAt = 0 } = cell.last;
    expect(staleAt).toBeGreaterThan(clock.now());
    oldestMs = Math.max(oldestMs, clock.now() - (cell.last.fetchedAt ?? 0));
  }
  expect(oldestMs).toBeGreaterThan(30 * 60_000);
  platform.down = failure('unavailable');
  book.refresh([cell.key]);
  await clock.advance(60_000);
  expect(cell.last.failure).toMatchObject({ kind: 'unavailable' });
  const { staleAt = 0 } = cell.last;
  await clock.advance(staleAt - clock.now() + 1);
  expect(watched(book, quotes('RQ-0')).last.state).toBe('stale');
});

it('lets an answer grow ten intervals old, two minutes at least, and backs off to five minutes at most', () => {
  expect(ageLimitMs(4_000)).toBe(120_000);
  expect(ageLimitMs(60_000)).toBe(600_000);
  expect([1, 2, 20].map((failures) => backOffMs(4_000, failures, 0))).toEqual([8_000, 16_000, 300_000]);
  expect(backOffMs(4_000, 20, 1)).toBe(150_000);
});
