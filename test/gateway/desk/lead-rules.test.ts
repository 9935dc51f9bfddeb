import fc from 'fast-check';
import { expect, it } from 'vitest';
import { GUARD_MS, mayLeave, TAKE_MS, watched, type Look } from '../../../src/gateway/desk/lead-rules';

const LOOK: Look = { epoch: 3, beats: 40, address: 'a:1', holder: 77, standing: [77, 78] };
const at = (ms: number) => ({ askedMs: ms, answeredMs: ms + 10 });

it('lets calls leave on a beat that was asked for less than a second and a half ago, by both clocks', () => {
  const asked = { wallMs: 1_000_000, monotonicMs: 500 };
  const after = (wall: number, monotonic: number) => ({
    wallMs: asked.wallMs + wall,
    monotonicMs: asked.monotonicMs + monotonic,
  });
  expect(mayLeave(asked, after(1_499, 1_499))).toBe(true);
  expect(mayLeave(asked, after(1_500, 0))).toBe(false);
  expect(mayLeave(asked, after(0, 1_500))).toBe(false);
  // Set back by an hour: nobody knows how long it stood still before.
  expect(mayLeave(asked, after(-3_600_000, 10))).toBe(false);
});

it('finds a holder silent after two seconds with the same beat, and not a moment before', () => {
  const first = watched(undefined, LOOK, at(0));
  expect(first.isSilent).toBe(false);
  expect(watched(first.watched, LOOK, at(10 + TAKE_MS - 1)).isSilent).toBe(false);
  expect(watched(first.watched, LOOK, at(10 + TAKE_MS)).isSilent).toBe(true);
});

it.each<[string, Partial<Look>]>([
  ['a beat', { beats: 41 }],
  ['another epoch', { epoch: 4 }],
  ['another session that holds the lock', { holder: 78 }],
])('begins to count anew with %s', (_, change) => {
  const first = watched(undefined, LOOK, at(0));
  const second = watched(first.watched, { ...LOOK, ...change }, at(60_000));
  expect(second.isSilent).toBe(false);
  expect(second.watched.sinceMs).toBe(60_010);
});

it('ends nobody where nobody holds the lock', () => {
  const free = { ...LOOK, holder: undefined };
  const first = watched(undefined, free, at(0));
  expect(watched(first.watched, free, at(60_000)).isSilent).toBe(false);
});

it('finds nobody silent who lets calls leave, whenever beats and looks come', () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 4_000 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(gaps, gaps, fc.integer({ min: 0, max: 900 }), (beatGaps, lookGaps, wayMs) => {
      // A beat is asked for, stored some time later, and confirmed later still.
      let askedMs = 0;
      const beats = beatGaps.map((gap) => ({ askedMs: (askedMs += gap), storedMs: askedMs + wayMs }));
      let lookMs = 0;
      let known = watched(undefined, LOOK, { askedMs: 0, answeredMs: 0 }).watched;
      for (const gap of lookGaps) {
        lookMs += gap;
        const seen = beats.filter(({ storedMs }) => storedMs <= lookMs);
        const next = watched(known, { ...LOOK, beats: seen.length }, at(lookMs));
        known = next.watched;
        const last = seen.at(-1);
        if (!next.isSilent || !last) continue;
        const guard = { wallMs: last.askedMs, monotonicMs: last.askedMs };
        expect(mayLeave(guard, { wallMs: lookMs, monotonicMs: lookMs })).toBe(false);
      }
    }),
  );
  expect(GUARD_MS).toBeLessThan(TAKE_MS);
});
