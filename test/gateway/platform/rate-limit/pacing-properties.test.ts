import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LANES, type Lane } from '../../../../src/domain/lane';
import { success } from '../../../../src/domain/failure';
import { pause } from '../../../../src/effects/clock';
import { seededChance } from '../../../../src/effects/chance';
import { silentLog } from '../../../../src/effects/log';
import { Limiter } from '../../../../src/gateway/platform/rate-limit/limiter';
import { callOver, CountedService } from './counted-service';
import { startedLimiter } from './rig';

const HOUR_MS = 3_600_000;

async function started(plan: { ratePerSecond: number; burst: number }, tokens: number) {
  const rig = await startedLimiter({ ...plan, tokens });
  return { ...rig, service: new CountedService(rig.clock, plan) };
}

const lane = fc.constantFrom<Lane>(...LANES);

it('draws no refusal from an exact service, loses no call and starts each once, at any latency and mix of lanes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        seed: fc.integer(),
        latencyMsMax: fc.integer({ min: 1, max: 2_000 }),
        ratePerSecond: fc.constantFrom(1, 10, 50),
        burst: fc.constantFrom(1, 2, 7, 100),
        waves: fc.array(
          fc.record({ calls: fc.array(lane, { maxLength: 80 }), restMs: fc.integer({ min: 0, max: 6_000 }) }),
          { minLength: 1, maxLength: 5 },
        ),
        jumpMs: fc.constantFrom(0, HOUR_MS, -HOUR_MS),
      }),
      async ({ seed, latencyMsMax, ratePerSecond, burst, waves, jumpMs }) => {
        const { clock, limiter, service } = await started({ ratePerSecond, burst }, burst);
        const call = callOver(service, clock, { chance: seededChance(seed), latencyMsMax });
        const starts: number[] = [];
        const ends: string[] = [];
        let asked = 0;
        for (const { calls, restMs } of waves) {
          for (const name of calls) {
            const id = asked++;
            starts[id] = 0;
            void limiter
              .run({ lane: name, operation: 'read' }, (turn) => {
                starts[id] = (starts[id] ?? 0) + 1;
                return call(turn);
              })
              .then((outcome) => ends.push(outcome.ok ? outcome.value : outcome.failure.kind));
          }
          await clock.advance(restMs);
          clock.jump(jumpMs);
        }
        await clock.advance(((asked + 1) / ratePerSecond) * 1_000 + 2 * latencyMsMax * (asked + 1));
        expect(service.refused).toBe(0);
        expect(ends).toHaveLength(asked);
        expect(ends.every((end) => end === 'served')).toBe(true);
        expect(starts.every((times) => times === 1)).toBe(true);
        expect(limiter.snapshot()).toMatchObject({ queued: 0, inFlight: 0, refusals: 0 });
      },
    ),
    { numRuns: 60 },
  );
});

it('uses at least 99 % of what the limits allow while there is work', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.integer({ min: 1, max: 400 }), async (seed, latencyMsMax) => {
      const { clock, limiter, service } = await started({ ratePerSecond: 10, burst: 100 }, 100);
      const call = callOver(service, clock, { chance: seededChance(seed), latencyMsMax });
      let endedAtMs = 0;
      const CALLS = 600;
      for (let asked = 0; asked < CALLS; asked++) {
        void limiter
          .run({ lane: 'visible', operation: 'read' }, call)
          .then(() => (endedAtMs = clock.monotonicMs()));
      }
      await clock.advance(120_000);
      const boundMs = ((CALLS - 100) / 10) * 1_000 + 2 * latencyMsMax;
      expect(service.served).toBe(CALLS);
      expect(service.refused).toBe(0);
      expect(endedAtMs).toBeLessThanOrEqual(boundMs * 1.01);
    }),
    { numRuns: 8 },
  );
});

it('never lets an urgent call wait for a read while more reads wait than there are tokens', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer(),
      fc.constantFrom<Lane>('withdraw', 'accept', 'submit'),
      fc.constantFrom<Lane>('asked', 'visible', 'polling', 'bulk'),
      fc.array(fc.integer({ min: 500, max: 3_000 }), { minLength: 3, maxLength: 10 }),
      async (seed, urgent, reading, gapsMs) => {
        const { clock, limiter, service } = await started({ ratePerSecond: 10, burst: 100 }, 100);
        const call = callOver(service, clock, { chance: seededChance(seed), latencyMsMax: 300 });
        for (let asked = 0; asked < 2_000; asked++)
          void limiter.run({ lane: reading, operation: 'read' }, call);
        const waits: number[] = [];
        for (const gapMs of gapsMs) {
          await clock.advance(gapMs);
          const askedAtMs = clock.monotonicMs();
          void limiter.run({ lane: urgent, operation: 'write' }, (turn) => {
            waits.push(clock.monotonicMs() - askedAtMs);
            return call(turn);
          });
        }
        await clock.advance(1_000);
        expect(waits).toEqual(gapsMs.map(() => 0));
        expect(service.refused).toBe(0);
      },
    ),
    { numRuns: 25 },
  );
});

it('lets an urgent call wait for no more than calls in flight and one token when a cold sheet has taken everything', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.integer({ min: 0, max: 900 }), async (seed, afterMs) => {
      const { clock, limiter, service } = await started({ ratePerSecond: 10, burst: 100 }, 100);
      const latencyMsMax = 200;
      const call = callOver(service, clock, { chance: seededChance(seed), latencyMsMax });
      for (let asked = 0; asked < 100; asked++)
        void limiter.run({ lane: 'visible', operation: 'read' }, call);
      await clock.advance(afterMs);
      const askedAtMs = clock.monotonicMs();
      let waitMs = Infinity;
      void limiter.run({ lane: 'withdraw', operation: 'withdraw' }, async () => {
        waitMs = clock.monotonicMs() - askedAtMs;
        return success('sent');
      });
      await clock.advance(2_000);
      expect(waitMs).toBeLessThanOrEqual(2 * latencyMsMax + 101);
    }),
    { numRuns: 25 },
  );
});

it('starts calls strictly by lane, and in order within one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(lane, { minLength: 1, maxLength: 60 }), async (lanes) => {
      const { clock, limiter } = await started({ ratePerSecond: 10, burst: 100 }, 0);
      const order: [Lane, number][] = [];
      lanes.forEach((name, index) => {
        void limiter.run({ lane: name, operation: 'any' }, async () => {
          order.push([name, index]);
          return success(index);
        });
      });
      await clock.advance(60_000);
      const sorted = [...order].sort(([a, i], [b, j]) => LANES.indexOf(a) - LANES.indexOf(b) || i - j);
      expect(order).toHaveLength(lanes.length);
      expect(order).toEqual(sorted);
    }),
    { numRuns: 50 },
  );
});

it('draws no refusal after a crash or a clean stop, however much was used before and however long it was away', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer(),
      fc.integer({ min: 1, max: 150 }),
      fc.integer({ min: 1_000, max: 30_000 }),
      fc.boolean(),
      async (seed, calls, awayMs, clean) => {
        const { clock, store, limits, limiter, service } = await started(
          { ratePerSecond: 10, burst: 100 },
          100,
        );
        const call = callOver(service, clock, { chance: seededChance(seed), latencyMsMax: 200 });
        for (let asked = 0; asked < calls; asked++)
          void limiter.run({ lane: 'visible', operation: 'read' }, call);
        await clock.advance(500);
        if (clean) {
          void limiter.close();
          await clock.advance(500);
        }
        await clock.advance(clean ? awayMs : 10_000);
        const next = await Limiter.open(limits, { clock, store, log: silentLog });
        let ended = 0;
        for (let asked = 0; asked < 150; asked++) {
          void next.run({ lane: 'visible', operation: 'read' }, call).then(() => ended++);
        }
        await clock.advance(30_000);
        expect(service.refused).toBe(0);
        expect(ended).toBe(150);
      },
    ),
    { numRuns: 25 },
  );
});

it('draws no refusal when calls that got no answer are counted late, with a full burst right behind them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer(),
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 0, max: 4_500 }),
      fc.integer({ min: 0, max: 200 }),
      async (seed, lost, lateMs, behindMs) => {
        const { clock, limiter, service } = await started({ ratePerSecond: 10, burst: 100 }, 100);
        const call = callOver(service, clock, { chance: seededChance(seed), latencyMsMax: 20 });
        for (let asked = 0; asked < lost; asked++) {
          void limiter.run({ lane: 'visible', operation: 'read' }, async (turn) => {
            void pause(clock, 1_000 + lateMs).then(() => service.take());
            await pause(clock, 1_000);
            turn.end('unanswered');
            return success('lost');
          });
        }
        await clock.advance(1_000 + lateMs + behindMs);
        for (let asked = 0; asked < 100; asked++)
          void limiter.run({ lane: 'visible', operation: 'read' }, call);
        await clock.advance(30_000);
        expect(service).toMatchObject({ refused: 0, served: lost + 100 });
      },
    ),
    { numRuns: 25 },
  );
});
