import fc from 'fast-check';
import { expect, it } from 'vitest';
import { counted, stolen, unused, type Moment, type PlanLimits } from '../../src/simulator/http/usage-plan';

const LIMITS: PlanLimits = { ratePerSecond: 10, burst: 100, perDay: 5000 };
const NOON = Date.parse('2026-11-20T11:00:00Z');
const at = (elapsedMs: number, from = NOON): Moment => ({
  now: from + elapsedMs,
  monotonicMs: elapsedMs,
  zone: 'Europe/Berlin',
});

function calls(times: readonly number[], limits = LIMITS, from = NOON) {
  let usage = unused(limits, at(0, from));
  return times.map((elapsedMs) => {
    const step = counted(usage, limits, at(elapsedMs, from));
    usage = step.usage;
    return step.verdict.kind;
  });
}
const granted = (kinds: readonly string[]): number => kinds.filter((kind) => kind === 'granted').length;

it('grants a burst of 100 at once and refuses the next one', () => {
  const kinds = calls(Array.from({ length: 101 }, () => 0));
  expect([granted(kinds), kinds.at(-1)]).toEqual([100, 'throttled']);
});

it('grants ten calls a second for ever to who keeps the pace', () => {
  const kinds = calls(Array.from({ length: 1000 }, (_, index) => index * 100));
  expect(granted(kinds)).toBe(1000);
});

it('never grants more in any window than the bucket and its refill hold', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 400 });
  fc.assert(
    fc.property(gaps, (waits) => {
      let passed = 0;
      const times = waits.map((wait) => (passed += wait));
      const kinds = calls(times);
      const grantTimes = times.filter((_, index) => kinds[index] === 'granted');
      grantTimes.forEach((from, first) => {
        const last = grantTimes.at(-1) ?? from;
        const count = grantTimes.length - first;
        expect(count).toBeLessThanOrEqual(
          LIMITS.burst + ((last - from) / 1000) * LIMITS.ratePerSecond + 1e-6,
        );
      });
    }),
  );
});

it('never refuses who has waited as long as it was told to', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 300 }), fc.integer({ min: 1, max: 50 }), (burst, rate) => {
      const limits = { ratePerSecond: rate, burst, perDay: 100_000 };
      let usage = unused(limits, at(0));
      for (let call = 0; call < burst; call++) usage = counted(usage, limits, at(0)).usage;
      const refused = counted(usage, limits, at(0));
      const waitMs = refused.verdict.kind === 'granted' ? 0 : refused.verdict.retryAfterSeconds * 1000;
      expect(waitMs).toBeGreaterThan(0);
      expect(counted(refused.usage, limits, at(waitMs)).verdict.kind).toBe('granted');
    }),
  );
});

it('counts refused calls for the day as well', () => {
  const kinds = calls([0, 0, 0, 0, 60_000], { ratePerSecond: 1, burst: 2, perDay: 4 });
  expect(kinds).toEqual(['granted', 'granted', 'throttled', 'throttled', 'quota-exceeded']);
});

it('begins a new day at midnight of the zone', () => {
  const lateEvening = Date.parse('2026-11-20T22:59:00Z');
  const limits = { ratePerSecond: 10, burst: 100, perDay: 2 };
  const kinds = calls([0, 0, 0, 59_999, 60_000], limits, lateEvening);
  expect(kinds).toEqual(['granted', 'granted', 'quota-exceeded', 'quota-exceeded', 'granted']);
});

it('says how long a spent quota lasts, on the day of 25 hours too', () => {
  const afterMidnight = Date.parse('2026-10-24T22:00:00Z');
  const limits = { ratePerSecond: 10, burst: 10, perDay: 1 };
  const first = counted(unused(limits, at(0, afterMidnight)), limits, at(0, afterMidnight));
  const second = counted(first.usage, limits, at(0, afterMidnight));
  expect(second.verdict).toEqual({ kind: 'quota-exceeded', retryAfterSeconds: 25 * 3600 });
});

it('lets a jump of the wall clock change neither tokens nor, within the day, the count', () => {
  let usage = unused(LIMITS, at(0));
  for (let call = 0; call < 100; call++) usage = counted(usage, LIMITS, at(0)).usage;
  const jumped = { ...at(0), now: NOON - 3_600_000 };
  const after = counted(usage, LIMITS, jumped);
  expect([after.verdict.kind, after.usage.usedToday]).toEqual(['throttled', 101]);
});

it('takes what somebody else used of the same key', () => {
  const usage = stolen(unused(LIMITS, at(0)), LIMITS, { ...at(0), count: 130 });
  expect([usage.tokens, usage.usedToday, counted(usage, LIMITS, at(0)).verdict.kind]).toEqual([
    0,
    130,
    'throttled',
  ]);
});
