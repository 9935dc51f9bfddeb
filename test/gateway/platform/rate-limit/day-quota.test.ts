import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DEFAULT_PROFILE } from '../../../../src/contract/service/profile';
import { LANES, type Lane } from '../../../../src/domain/lane';
import { success } from '../../../../src/domain/failure';
import { seededChance } from '../../../../src/effects/chance';
import { silentLog } from '../../../../src/effects/log';
import { callsAllowed } from '../../../../src/gateway/platform/rate-limit/day-count';
import type { Turn } from '../../../../src/gateway/platform/rate-limit/turn';
import { Limiter } from '../../../../src/gateway/platform/rate-limit/limiter';
import { rateLimits } from '../../../../src/gateway/platform/rate-limit/rate-limits';
import { MemoryUsageStore } from '../../twins/memory-usage-store';
import { callOver, CountedService } from './counted-service';
import { limitsOf, MIDNIGHT, NOON, startedLimiter } from './rig';

const DAY_MS = 86_400_000;

it('stops bulk at 80 % of the day, other reads at 95 %, and actions at its end', () => {
  const { day } = limitsOf({ perDay: 5_000 });
  const allowed = Object.fromEntries(LANES.map((lane) => [lane, callsAllowed(lane, day)]));
  expect(allowed).toEqual({
    withdraw: 5_000,
    accept: 5_000,
    submit: 5_000,
    asked: 4_750,
    visible: 4_750,
    polling: 4_750,
    bulk: 4_000,
  });
});

it('says what is used, what is kept, and until when, to each kind of caller', async () => {
  const { burst, run, limiter } = await startedLimiter({ perDay: 40 });
  await burst(32, 'visible');
  expect(await run('bulk')).toMatchObject({
    failure: {
      kind: 'quota-spent',
      message:
        "Bulk reading has stopped: 32 of today's 40 calls are used, and the rest is reserved for trading, the pane and cells.",
      next: 'It resumes at 2026-11-21 00:00 CET; the operator can raise the limit.',
      until: MIDNIGHT,
    },
  });
  await burst(6, 'visible');
  expect(await run('asked')).toMatchObject({
    failure: {
      message:
        "Nothing was read: 38 of today's 40 calls are used, and any left are reserved for withdrawing, accepting and quoting.",
    },
  });
  expect(await run('withdraw')).toMatchObject({ ok: true });
  expect(await run('accept')).toMatchObject({ ok: true });
  expect(await run('accept')).toMatchObject({
    failure: {
      kind: 'quota-spent',
      message: "Nothing was sent: 40 of today's 40 calls are used.",
      next: "Act in the platform's own web client, or wait until 2026-11-21 00:00 CET; the operator can raise the limit.",
    },
  });
  expect(limiter.snapshot()).toMatchObject({ used: 40, left: 0, reserve: 2, resetsAt: MIDNIGHT });
});

it('lets what takes risk away go beyond its own count, which may be wrong, and goes on counting', async () => {
  const { clock, store, limits, burst, run, limiter } = await startedLimiter({ perDay: 40 });
  await burst(40, 'submit');
  expect(await run('submit')).toMatchObject({ failure: { kind: 'quota-spent' } });
  for (let count = 0; count < 30; count++) expect(await run('withdraw')).toMatchObject({ ok: true });
  expect(limiter.snapshot()).toMatchObject({ used: 70, left: 0, byLane: { withdraw: 30 } });
  expect(await run('accept')).toMatchObject({ failure: { kind: 'quota-spent' } });
  await limiter.close();
  const after = await Limiter.open(limits, { clock, store, log: silentLog });
  expect(after.snapshot()).toMatchObject({ used: 70, left: 0 });
});

it('fails what waits when the day ends for it, instead of letting it wait till midnight', async () => {
  const { clock, burst, ends } = await startedLimiter({ perDay: 40, tokens: 30 });
  await burst(60, 'visible');
  await clock.advance(10_000);
  expect(ends.filter((end) => end === 'done')).toHaveLength(38);
  expect(ends.filter((end) => end === 'quota-spent')).toHaveLength(22);
});

it('counts anew from midnight in the zone of the service', async () => {
  const { clock, burst, run, limiter } = await startedLimiter({ perDay: 40, startsAt: MIDNIGHT - 60_000 });
  await burst(38, 'visible');
  expect(await run('visible')).toMatchObject({ failure: { kind: 'quota-spent' } });
  await clock.advance(60_000);
  expect(await run('visible')).toMatchObject({ ok: true });
  expect(limiter.snapshot()).toMatchObject({ used: 1, byLane: { visible: 1 }, resetsAt: MIDNIGHT + DAY_MS });
});

it('shows the new day after midnight, even when nobody has called yet', async () => {
  const { clock, burst, limiter } = await startedLimiter({ startsAt: MIDNIGHT - 60_000 });
  await burst(5, 'visible');
  await clock.advance(60_000);
  expect(limiter.snapshot()).toMatchObject({ used: 0, left: 1_000_000, byLane: {} });
});

it('counts a call that midnight overtakes on both days', async () => {
  const { clock, limiter, run } = await startedLimiter({ startsAt: MIDNIGHT - 1_000 });
  const slow = callOver(new CountedService(clock, { ratePerSecond: 10, burst: 100 }), clock, {
    chance: () => 1,
    latencyMsMax: 1_000,
  });
  void run('visible', slow);
  await clock.advance(500);
  expect(limiter.snapshot().used).toBe(1);
  await clock.advance(2_000);
  expect(limiter.snapshot()).toMatchObject({ used: 1, byLane: { visible: 1 } });
});

it('never draws a refusal from a service that counts days to the letter, whatever the latency around midnight', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer(),
      fc.integer({ min: 20, max: 60 }),
      fc.integer({ min: 0, max: 4_000 }),
      fc.constantFrom(MIDNIGHT, Date.parse('2026-10-24T22:00:00Z'), Date.parse('2026-03-28T23:00:00Z')),
      async (seed, perDay, beforeMs, midnight) => {
        const startsAt = midnight - beforeMs;
        const { clock, burst, ends } = await startedLimiter({ perDay, startsAt });
        const service = new CountedService(clock, { ratePerSecond: 10, burst: 100, perDay });
        const call = callOver(service, clock, { chance: seededChance(seed), latencyMsMax: 1_500 });
        let asked = 0;
        for (let wave = 0; wave < 12; wave++) {
          await burst(15, wave % 3 === 0 ? 'accept' : 'visible', call);
          asked += 15;
          await clock.advance(600);
        }
        await clock.advance(20_000);
        expect(service.refused).toBe(0);
        expect(ends).toHaveLength(asked);
      },
    ),
    { numRuns: 15 },
  );
});

it('knows after a crash every call that was made, and at most one block more', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 90 }), async (calls) => {
      const { clock, store, limits, burst } = await startedLimiter();
      await burst(calls, 'visible');
      const after = await Limiter.open(limits, { clock, store, log: silentLog });
      expect(after.snapshot().used).toBeGreaterThanOrEqual(calls);
      expect(after.snapshot().used).toBeLessThanOrEqual(calls + limits.day.blockCalls);
    }),
    { numRuns: 30 },
  );
});

it('writes a burst down at once, and the next block before a call needs it', async () => {
  class CountedStore extends MemoryUsageStore {
    writes = 0;
    override async lease(...block: Parameters<MemoryUsageStore['lease']>) {
      this.writes += 1;
      return super.lease(...block);
    }
  }
  const store = new CountedStore();
  const { clock, limiter, burst } = await startedLimiter({ store });
  for (let asked = 0; asked < 90; asked++) {
    void limiter.run({ lane: 'visible', operation: 'read' }, async () => success('read'));
  }
  await clock.advance(0);
  expect(limiter.snapshot()).toMatchObject({ used: 90, queued: 0 });
  expect(store.writes).toBe(2);
  let writesAtStart = 0;
  await burst(1, 'withdraw', async () => {
    writesAtStart = store.writes;
    return success('sent');
  });
  expect(writesAtStart).toBe(2);
});

it('knows after a clean stop exactly what was used, by lane and by operation', async () => {
  const { clock, store, limits, limiter, burst } = await startedLimiter();
  await burst(23, 'visible');
  await burst(2, 'withdraw');
  await limiter.close();
  const after = await Limiter.open(limits, { clock, store, log: silentLog });
  expect(after.snapshot()).toMatchObject({
    used: 25,
    byLane: { visible: 23, withdraw: 2 },
    byOperation: { 'read-request': 25 },
  });
});

it('goes on with what it has counted when the clock leaves the day and comes back', async () => {
  const { clock, burst, limiter, run } = await startedLimiter();
  await burst(25, 'visible');
  clock.jump(DAY_MS);
  await run('visible');
  expect(limiter.snapshot().used).toBe(1);
  clock.jump(-DAY_MS);
  await run('visible');
  expect(limiter.snapshot()).toMatchObject({ used: 26, byLane: { visible: 26 } });
});

/** As a service refuses whose day is spent, and that says until when. */
const spentFor = (retryAfterMs: number) => async (turn: Turn) => {
  turn.refused({ hint: 'quota-spent', retryAfterMs });
  return success('refused');
};

const MINUTE_MS = 60_000;

it('spends no more reads once the day is spent, until midnight; an action is tried all the same', async () => {
  const { clock, run, limiter } = await startedLimiter();
  const spent = await run('visible', spentFor(MIDNIGHT - NOON));
  expect(spent.ok).toBe(true);
  expect(limiter.snapshot().left).toBe(0);
  expect(await run('visible')).toMatchObject({
    failure: {
      kind: 'quota-spent',
      next: 'It resumes at 2026-11-21 00:00 CET; the operator can raise the limit.',
      until: NOON + 10 * MINUTE_MS,
    },
  });
  let tried = 0;
  await run('withdraw', async (turn) => {
    tried += 1;
    return spentFor(MIDNIGHT - NOON)(turn);
  });
  expect(tried).toBe(1);
  await clock.advance(MIDNIGHT - NOON);
  expect(await run('visible')).toMatchObject({ ok: true });
});

it('finds out with one read in ten minutes whether the day is spent at all, and reads on when it is not', async () => {
  const { clock, run, burst, limiter, ends } = await startedLimiter();
  let tries = 0;
  const refused = async (turn: Turn) => {
    tries += 1;
    return spentFor(MIDNIGHT - clock.now())(turn);
  };
  await run('visible', refused);
  await clock.advance(10 * MINUTE_MS - 1);
  await burst(5, 'visible', refused);
  expect(tries).toBe(1);
  for (let time = 1; time <= 3; time++) {
    await clock.advance(time === 1 ? 1 : 10 * MINUTE_MS);
    await burst(5, 'visible', refused);
    expect(tries).toBe(1 + time);
  }
  await clock.advance(10 * MINUTE_MS);
  await burst(1, 'polling');
  expect(limiter.snapshot().left).toBeGreaterThan(0);
  ends.length = 0;
  await burst(5, 'visible');
  expect(ends).toEqual(Array.from({ length: 5 }, () => 'done'));
});

it('takes the day for open again when the service serves an action after all', async () => {
  const { run } = await startedLimiter();
  await run('visible', spentFor(MIDNIGHT - NOON));
  await run('withdraw');
  expect(await run('visible')).toMatchObject({ ok: true });
});

it('does not lose a whole day to a service whose midnight comes a few seconds after ours', async () => {
  const startsAt = MIDNIGHT + 1_000;
  const { clock, run } = await startedLimiter({ startsAt });
  await run('visible', spentFor(20 * MINUTE_MS));
  expect(await run('visible')).toMatchObject({ failure: { kind: 'quota-spent', until: MIDNIGHT + 121_000 } });
  await clock.advance(120_000);
  expect(await run('visible')).toMatchObject({ ok: true });
});

it('goes on, counts on and stops at the limit when the count cannot be written down', async () => {
  class FullDisk extends MemoryUsageStore {
    full = true;
    override async lease(...block: Parameters<MemoryUsageStore['lease']>) {
      if (this.full) throw new Error('disk full');
      return super.lease(...block);
    }
  }
  const store = new FullDisk();
  const { burst, run, limiter } = await startedLimiter({ perDay: 100, store });
  await burst(50, 'visible');
  expect(limiter.snapshot()).toMatchObject({ used: 50, byLane: { visible: 50 } });
  store.full = false;
  await burst(16, 'visible');
  expect(limiter.snapshot().used).toBe(66);
  expect((await store.day('2026-11-20')).leased).toBe(86);
  await burst(29, 'visible');
  expect(await run('visible')).toMatchObject({ failure: { kind: 'quota-spent' } });
});

it('counts every lane and operation under its own name', async () => {
  const { limiter } = await startedLimiter();
  const enter = (lane: Lane, operation: string) =>
    limiter.run({ lane, operation }, async () => success('done'));
  await enter('asked', 'authenticate');
  await enter('asked', 'read-trade');
  await enter('bulk', 'read-trade');
  expect(limiter.snapshot()).toMatchObject({
    byLane: { asked: 2, bulk: 1 },
    byOperation: { authenticate: 1, 'read-trade': 2 },
  });
});

it('counts the day of the calls in the zone of the profile for it, where there is one', () => {
  const { auth, limits } = DEFAULT_PROFILE;
  expect(rateLimits({ auth, limits }).day.zone).toBe(auth.zone);
  expect(rateLimits({ auth, limits: { ...limits, zone: 'UTC' } }).day.zone).toBe('UTC');
});
