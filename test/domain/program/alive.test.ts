import { describe, expect, it } from 'vitest';
import { mustStop, sinceMs, STOP_WORDS, type Alive } from '../../../src/domain/program/alive';
import { StopReason } from '../../../src/domain/program/program';

const at = (ms: number) => ({ now: 1_000_000 + ms, monotonicMs: ms });

/** All is well: looked at 250 ms ago, its page heard 1 s ago. */
const alive = (over: Partial<Alive> = {}): Alive => ({
  at: at(100_000),
  heard: at(99_000),
  looked: at(99_750),
  lookEveryMs: 250,
  silenceMs: 5_000,
  isHalted: false,
  isSignedIn: true,
  isReachable: true,
  dataAgeMs: 600_000,
  dataAgeMsMax: 600_000,
  callsNeeded: 4,
  callsLeft: 5,
  ...over,
});

describe('why a program has to stop', () => {
  it('has none while everything is as it should be, up to the last moment of each bound', () => {
    expect(mustStop(alive())).toBeUndefined();
    expect(mustStop(alive({ heard: at(95_000), until: at(100_001).now }))).toBeUndefined();
    expect(mustStop(alive({ looked: at(79_750) }))).toBeUndefined();
  });

  const REASONS: readonly (readonly [StopReason, Partial<Alive>])[] = [
    ['halted', { isHalted: true }],
    ['asleep', { looked: at(79_749) }],
    ['silent', { heard: at(94_999) }],
    ['session-over', { starter: 'session-over' }],
    ['not-permitted', { starter: 'not-permitted' }],
    ['signed-out', { isSignedIn: false }],
    ['unreachable', { isReachable: false }],
    ['stale-data', { dataAgeMs: 600_001 }],
    ['budget-spent', { callsLeft: 4 }],
    ['until', { until: at(100_000).now }],
  ];
  it.each(REASONS)('%s', (reason, over) => {
    expect(mustStop(alive(over))).toBe(reason);
  });

  it('says the weightiest of several: a halt before a silence, a silence before what the platform lacks', () => {
    const all = Object.assign({}, ...REASONS.map(([, over]) => over)) as Partial<Alive>;
    expect(mustStop(alive(all))).toBe('halted');
    expect(mustStop(alive({ ...all, isHalted: false }))).toBe('asleep');
    expect(mustStop(alive({ ...all, isHalted: false, looked: at(99_750) }))).toBe('silent');
  });

  it('keeps to the clock that says more: one stands still in sleep, the other can be set back', () => {
    const then = { now: 5_000, monotonicMs: 100 };
    expect(sinceMs(then, { now: 9_000, monotonicMs: 200 })).toBe(4_000);
    expect(sinceMs(then, { now: 1_000, monotonicMs: 3_100 })).toBe(3_000);
  });

  it('has a sentence for each reason', () => {
    for (const reason of StopReason.options) expect(STOP_WORDS[reason]).toMatch(/^[A-Z].+\.$/);
  });
});
