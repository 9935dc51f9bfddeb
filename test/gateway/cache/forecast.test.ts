import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RequestId } from '../../../src/domain/identifiers';
import type { Resource } from '../../../src/domain/resources/resource';
import { ManualClock } from '../../../src/effects/manual-clock';
import { outlookOf } from '../../../src/gateway/cache/forecast';
import { setLimitMs, staleAtOf } from '../../../src/gateway/cache/lifetime';
import { DEFAULT_POLL_INTERVALS } from '../../../src/gateway/cache/poll-intervals';
import { testCache, watched, ZONE } from '../twins/cache';
import { singleQuote, singleRequest } from '../twins/fake-platform';

const HOUR_MS = 3_600_000;
const quotes = (id: string) => ({ kind: 'quotes', id: RequestId.parse(id) }) as const satisfies Resource;

function deskWith(count: number, perDay = 5_000) {
  const desk = testCache({ clock: new ManualClock(Date.parse('2026-11-20T08:00:00Z')), perDay });
  const cells = Array.from({ length: count }, (_, index) => {
    desk.platform.addRequest(singleRequest(`RQ-${index}`), [singleQuote(`RQ-${index}`, 'Q-1')]);
    return watched(desk.book, quotes(`RQ-${index}`));
  });
  return { ...desk, cells };
}
const planOf = ({ planner, quota }: ReturnType<typeof deskWith>) => planner.forecast.quota(quota());

it('says in a sentence that the wish cannot be held, and what is done instead', async () => {
  const desk = deskWith(200);
  await desk.clock.advance(60_000);
  const { plan, endsAt } = planOf(desk);
  expect(plan?.resources).toBe(200);
  expect(plan?.stretch).toBeGreaterThan(300);
  expect(plan?.callsPerHour).toBeLessThan(500);
  expect(plan?.says).toMatch(/^Prices about every \d\d min; to save calls, at once where you work\.$/);
  expect(endsAt).toBeUndefined();
});

it('calls one minute a minute', async () => {
  const desk = deskWith(4);
  await desk.clock.advance(60_000);
  expect(planOf(desk).plan?.says).toMatch(/^Prices about every minute; /);
});

it('says nothing while the wish is held', async () => {
  const desk = deskWith(1, 500_000);
  await desk.clock.advance(60_000);
  const { pricesAt, callsPerHour, recent: _, ...plan } = planOf(desk).plan ?? {};
  expect(plan).toEqual({ resources: 1, stretch: 1 });
  // 900 for the prices and 180 for the request, beside what was asked for at first.
  expect(Math.abs((callsPerHour ?? 0) - 1_080)).toBeLessThanOrEqual(2);
  expect(desk.clock.now() - (pricesAt ?? 0)).toBeLessThanOrEqual(4_000);
});

it('goes on as the last hour went: work that would use the day up is said to, and is forgotten once it is over', async () => {
  const desk = deskWith(70);
  for (let minute = 0; minute < 11; minute++) {
    desk.book.refresh(desk.cells.map(({ key }) => key));
    await desk.clock.advance(60_000);
  }
  const busy = planOf(desk);
  expect(busy.used).toBeGreaterThan(700);
  expect(busy.plan?.recent).toBeGreaterThan(700);
  expect(busy.plan?.recent).toBeLessThanOrEqual(busy.used);
  // Some 700 in an hour, of the 4,000 that are left to read with, beside what polling takes.
  expect(busy.endsAt).toBeLessThan(desk.clock.now() + 6 * HOUR_MS);
  await desk.clock.advance(61 * 60_000);
  const calm = planOf(desk);
  expect(calm.plan?.recent).toBeLessThan(500);
  expect(calm.endsAt).toBeUndefined();
});

it('takes the first minutes of a desk for no pace of a day', async () => {
  const desk = deskWith(30);
  for (let minute = 0; minute < 16; minute++) {
    desk.book.refresh(desk.cells.slice(0, 16).map(({ key }) => key));
    await desk.clock.advance(60_000);
  }
  const { used, endsAt, plan } = planOf(desk);
  expect(used).toBeGreaterThan(300);
  expect(endsAt).toBeUndefined();
  expect(plan?.callsPerHour).toBeLessThan(500);
});

it('tells an end within two hours by the last ten minutes, where a calm hour lies before them', async () => {
  const desk = deskWith(70);
  await desk.clock.advance(55 * 60_000);
  expect(planOf(desk).endsAt).toBeUndefined();
  for (let minute = 0; minute < 11; minute++) {
    desk.book.refresh(desk.cells.map(({ key }) => key));
    await desk.clock.advance(60_000);
    planOf(desk);
  }
  const { endsAt = Infinity, left, reserve } = planOf(desk);
  // Seventy a minute: the mean of the hour would have them last for several hours.
  expect(left - reserve).toBeGreaterThan(2_500);
  expect(endsAt).toBeLessThan(desk.clock.now() + 1.25 * HOUR_MS);
  await desk.clock.advance(11 * 60_000);
  expect(planOf(desk).endsAt ?? Infinity).toBeGreaterThan(desk.clock.now() + 2.5 * HOUR_MS);
});

it('does not take a sheet that is opened for a busy ten minutes', async () => {
  const desk = deskWith(10);
  await desk.clock.advance(20 * 60_000);
  for (let id = 100; id < 700; id++) {
    desk.platform.addRequest(singleRequest(`RQ-${id}`), [singleQuote(`RQ-${id}`, 'Q-1')]);
    watched(desk.book, quotes(`RQ-${id}`));
  }
  const { used } = desk.quota();
  for (let minute = 0; minute < 12; minute++) {
    await desk.clock.advance(60_000);
    expect(planOf(desk).endsAt ?? Infinity).toBeGreaterThan(desk.clock.now() + 3 * HOUR_MS);
  }
  expect(desk.quota().used - used).toBeGreaterThan(500);
});

it('tells another interval when more is watched, once that has lasted half a minute', async () => {
  const desk = deskWith(20);
  const settled = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second++) {
      await desk.clock.advance(1_000);
      planOf(desk);
    }
  };
  await settled(120);
  const before = planOf(desk).plan;
  for (let id = 100; id < 200; id++) {
    desk.platform.addRequest(singleRequest(`RQ-${id}`), [singleQuote(`RQ-${id}`, 'Q-1')]);
    watched(desk.book, quotes(`RQ-${id}`));
  }
  await desk.clock.advance(3_000);
  expect(planOf(desk).plan?.says).toBe(before?.says);
  await settled(35);
  const { says } = planOf(desk).plan ?? {};
  expect(says).toMatch(/^Prices about every \d+ min; to save calls, at once where you work\.$/);
  expect(says).not.toBe(before?.says);
});

it('tells one end by quarters of an hour, however the forecast moves by little', async () => {
  const desk = deskWith(30);
  const told: (number | undefined)[] = [];
  for (let minute = 0; minute < 120; minute++) {
    desk.book.refresh(desk.cells.slice(0, 15 + (minute % 5)).map(({ key }) => key));
    await desk.clock.advance(60_000);
    told.push(planOf(desk).endsAt);
  }
  const changes = (some: typeof told): number =>
    some.filter((end, at) => at > 0 && end !== some[at - 1]).length;
  expect(told.at(-1)).toBeLessThan(Date.parse('2026-11-20T23:00:00Z'));
  expect((told.at(-1) ?? 1) % (15 * 60_000)).toBe(0);
  // As it draws near while an hour of work becomes known, and hardly any more then.
  expect(changes(told.slice(0, 60))).toBeLessThanOrEqual(5);
  expect(changes(told.slice(60))).toBeLessThanOrEqual(2);
});

it('says that there are no calls left', async () => {
  const desk = deskWith(10, 20);
  await desk.clock.advance(1_000);
  for (let press = 0; press < 3; press++) {
    desk.book.refresh(desk.cells.map(({ key }) => key));
    await desk.clock.advance(2_000);
  }
  expect(planOf(desk).plan?.says).toBe("Updates are paused: today's calls for reading are used up.");
});

it('keeps calls for the whole day when a sheet has more cells than the day has calls', async () => {
  const desk = deskWith(200, 150);
  await desk.clock.advance(60_000);
  expect(desk.platform.callsOf('quotes').filter(({ lane }) => lane === 'visible').length).toBeGreaterThan(30);
  for (let hour = 0; hour < 3; hour++) {
    const before = desk.quota();
    expect(before.left).toBeGreaterThan(before.reserve);
    await desk.clock.advance(HOUR_MS);
    expect(desk.quota().used).toBeGreaterThan(before.used);
  }
});

it('shows a price from the first minute for as long as the plan of the day needs', async () => {
  const desk = deskWith(200);
  await desk.clock.advance(HOUR_MS);
  const state = desk.cells.flatMap(({ views }) => views.map((view) => view.state));
  expect(state).not.toContain('stale');
  for (const { last } of desk.cells) expect(last.staleAt).toBeGreaterThan(desk.clock.now());
});

it('is calm: one interval is told for an hour, however often a person opens a request, and none that is exceeded', async () => {
  const desk = deskWith(60);
  await desk.clock.advance(60_000);
  const said = new Set<string | undefined>();
  for (let minute = 0; minute < 60; minute++) {
    const opened = desk.cells[minute % 60];
    if (opened && minute % 4 === 0) desk.book.attend([opened.key], desk);
    await desk.clock.advance(60_000);
    const { plan } = planOf(desk);
    said.add(plan?.says);
    const told = Number(/every (\d+) min/.exec(plan?.says ?? '')?.[1]) * 60_000;
    expect(plan?.pricesAt).toBeGreaterThan(desk.clock.now() - told - 60_000);
  }
  expect(said.size).toBeLessThanOrEqual(2);
});

it('tells no interval that others exceed while events name some: what they name comes sooner, and costs as much more', async () => {
  const desk = deskWith(60);
  const named = desk.cells.slice(0, 30).map((_, index) => quotes(`RQ-${index}`));
  await desk.clock.advance(60_000);
  for (let minute = 0; minute < 90; minute++) {
    desk.book.hasten(named);
    await desk.clock.advance(60_000);
    if (minute < 30) continue;
    const { plan } = planOf(desk);
    const told = Number(/every (\d+) min/.exec(plan?.says ?? '')?.[1]) * 60_000;
    expect(plan?.pricesAt).toBeGreaterThan(desk.clock.now() - told);
  }
});

describe('the outlook', () => {
  const day = { fromMinutes: 420, toMinutes: 1140 };
  const now = Date.parse('2026-11-20T09:00:00Z');
  const resetsAt = Date.parse('2026-11-20T23:00:00Z');
  const quota = { perDay: 5_000, left: 4_000, reserve: 250, resetsAt, ratePerSecond: 10 };

  it('has an end when other calls go on as they do, and none while they fit', () => {
    const end = (perHour: number, wishedPerMs = 0) =>
      outlookOf(quota, { wishedPerMs, othersPerMs: perHour / HOUR_MS }, { day, when: { now, zone: ZONE } })
        .endsAt;
    expect(end(0, 50 / 1_000)).toBeUndefined();
    expect(end(100)).toBeUndefined();
    expect(end(750)).toBeCloseTo(now + 5 * HOUR_MS, -6);
    expect(end(500)).toBeCloseTo(now + 7.5 * HOUR_MS, -6);
    expect(end(500, 0.05)).toBeLessThan(now + 7.5 * HOUR_MS);
  });

  it('takes it that nobody works after work, also before it has begun', () => {
    const early = Date.parse('2026-11-20T05:52:00Z');
    const of = (perHour: number) =>
      outlookOf(
        quota,
        { wishedPerMs: 0, othersPerMs: perHour / HOUR_MS },
        { day, when: { now: early, zone: ZONE } },
      ).endsAt;
    expect(of(300)).toBeUndefined();
    expect(of(320)).toBeLessThan(resetsAt);
  });

  it('has one truth: calls per hour that last are no more than there are, and others are', () => {
    const anyTime = fc.integer({ min: Date.parse('2026-11-19T23:00:00Z'), max: resetsAt - 60_000 });
    fc.assert(
      fc.property(
        anyTime,
        fc.record({ left: fc.integer({ min: 0, max: 5_000 }), reserve: fc.integer({ min: 0, max: 500 }) }),
        fc.integer({ min: 0, max: 40_000 }),
        fc.integer({ min: 0, max: 5_000 }),
        (at, { left, reserve }, wished, others) => {
          const { callsPerHour, endsAt } = outlookOf(
            { ...quota, left, reserve },
            { wishedPerMs: wished / HOUR_MS, othersPerMs: others / HOUR_MS },
            { day, when: { now: at, zone: ZONE } },
          );
          const free = Math.max(0, left - reserve);
          const untilReset = (callsPerHour * (resetsAt - at)) / HOUR_MS;
          if (free === 0) {
            expect({ callsPerHour, endsAt }).toEqual({ callsPerHour: 0, endsAt: at });
            return;
          }
          if (endsAt === undefined) {
            expect(untilReset).toBeLessThanOrEqual(free);
            return;
          }
          expect(endsAt).toBeLessThan(resetsAt);
          expect(untilReset).toBeGreaterThan(free);
          // Those that are left are gone at the end that is told, to the hundredth of them or to a call an hour.
          const untilEnd = (callsPerHour * Math.max(1, endsAt - at)) / HOUR_MS;
          expect(untilEnd).toBeGreaterThanOrEqual(free * 0.999);
          expect(untilEnd).toBeLessThanOrEqual(free + Math.max(1, (endsAt - at) / HOUR_MS));
        },
      ),
    );
  });

  it('is what the quota tells: pace and end are of one forecast', async () => {
    const desk = deskWith(40);
    for (let minute = 0; minute < 30; minute++) {
      desk.book.refresh(desk.cells.map(({ key }) => key));
      await desk.clock.advance(60_000);
    }
    const { plan, endsAt, left, reserve, resetsAt: until } = planOf(desk);
    const perHour = plan?.callsPerHour ?? 0;
    expect(endsAt).toBeLessThan(until);
    expect((perHour * (until - desk.clock.now())) / HOUR_MS).toBeGreaterThan(left - reserve);
  });
});

it('takes a limit of age that is set for a hard one, whatever the plan', () => {
  const id = RequestId.parse('RQ-1');
  const at = Date.parse('2026-11-20T10:00:00Z');
  const base = { pollIntervals: DEFAULT_POLL_INTERVALS, zone: ZONE };
  const limit = (slowdown: number, ages = {}, ageMs = 0) =>
    staleAtOf(
      { kind: 'proposals', id },
      { fetchedAt: at, ageMs },
      { ...base, pace: { slowdown, beyond: 4 }, ages },
    ) - at;
  expect(limit(1)).toBe(120_000);
  expect(limit(100)).toBe(4_000_000);
  expect(limit(1, { quotesMs: 30_000 })).toBe(30_000);
  expect(limit(100, { quotesMs: 30_000 })).toBe(30_000);
  // What came old is as old as it came for a limit that is set, and for the plan of this moment.
  expect(limit(1, { quotesMs: 30_000 }, 20_000)).toBe(10_000);
  expect(limit(1, {}, 300_000)).toBe(120_000);
  const trades = (to?: string) =>
    setLimitMs(
      { kind: 'trades', ...(to !== undefined && { to }) },
      { tradesMs: 9_000 },
      { now: at, zone: ZONE },
    );
  expect(trades()).toBe(9_000);
  expect(trades('2026-11-19')).toBeUndefined();
});
