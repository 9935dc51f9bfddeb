import { describe, expect, it } from 'vitest';
import { QuoteId, RequestId } from '../../../src/domain/identifiers';
import type { Lane } from '../../../src/domain/lane';
import type { Failure } from '../../../src/domain/failure';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { Breaker } from '../../../src/gateway/platform/breaker';
import { edgeTo, NOON, platform, signingIn, type Answer } from './platform';
import { wireRequest } from './records';

const DOWN: Failure = { kind: 'unavailable', message: 'The platform did not answer in time.', next: 'Wait.' };
const ACTIONS: readonly Lane[] = ['withdraw', 'accept', 'submit'];
/** What is called unless another is named. */
const READ = 'read-request';
const READS: readonly Lane[] = ['asked', 'visible', 'polling', 'bulk'];

function breaker() {
  const clock = new ManualClock(NOON);
  let changes = 0;
  const one = new Breaker({ clock, log: silentLog, changed: () => void (changes += 1) });
  const fail = (times: number): void => {
    for (let call = 0; call < times; call++) one.heard(DOWN, call % 2 === 0 ? READ : 'list-trades');
  };
  /** Lets it rest to the end, and the read that tries fail. */
  const tryInVain = async (): Promise<number> => {
    let restedMs = 0;
    for (; one.reading === 'rests'; restedMs += 100) await clock.advance(100);
    expect(one.refusal('polling', READ)).toBeUndefined();
    one.heard(DOWN, READ);
    return restedMs;
  };
  return { clock, one, fail, tryInVain, changes: () => changes };
}

describe('a service that does not work', () => {
  it('is left alone by reads after five failures in a row, and by no action ever', () => {
    const { one, fail } = breaker();
    fail(4);
    expect(one.reading).toBe('flows');
    one.heard(undefined, READ);
    fail(4);
    expect(READS.map((lane) => one.refusal(lane, READ))).toEqual(READS.map(() => undefined));
    fail(1);
    expect(one.reading).toBe('rests');
    expect(ACTIONS.map((lane) => one.refusal(lane, READ))).toEqual(ACTIONS.map(() => undefined));
    expect(one.refusal('polling', READ)).toMatchObject({
      kind: 'unavailable',
      message: DOWN.message,
      until: NOON + 2_000,
    });
    expect(one.failure?.next).toBe('It is asked again within a minute.');
  });

  it('is tried by one read at a time, after rests that double up to a minute', async () => {
    const { one, fail, tryInVain, clock } = breaker();
    fail(5);
    const rests: number[] = [];
    for (let round = 0; round < 8; round++) rests.push(await tryInVain());
    expect(rests).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    await clock.advance(60_000);
    expect(one.reading).toBe('tries');
    expect(one.refusal('visible', READ)).toBeUndefined();
    expect(READS.map((lane) => one.refusal(lane, READ) === undefined)).toEqual(READS.map(() => false));
  });

  it('is asked at once again by the first call that works, be it an action', () => {
    const { one, fail, changes } = breaker();
    fail(5);
    expect(changes()).toBe(2);
    one.heard(undefined, READ);
    expect({ reading: one.reading, failure: one.failure }).toEqual({ reading: 'flows', failure: undefined });
    expect(changes()).toBe(3);
  });

  it('is tried for a person who asks, one question at a time', () => {
    const { one, fail } = breaker();
    fail(5);
    expect(one.refusal('visible', READ)).toBeDefined();
    expect(one.refusal('asked', READ)).toBeUndefined();
    expect(one.refusal('asked', READ)).toBeDefined();
  });

  it('does not rest longer because of calls that had left before', async () => {
    const { one, fail, clock } = breaker();
    fail(300);
    await clock.advance(2_000);
    expect(one.reading).toBe('tries');
  });

  it('rests longer when it fails again right after it was back, and shortly when that was long ago', async () => {
    const { one, fail, tryInVain, clock } = breaker();
    fail(5);
    one.heard(undefined, READ);
    fail(5);
    expect(await tryInVain()).toBe(4_000);
    one.heard(undefined, READ);
    await clock.advance(61_000);
    fail(5);
    expect(await tryInVain()).toBe(2_000);
  });

  it('rests no longer and no shorter when the wall clock jumps an hour', async () => {
    for (const jumpMs of [3_600_000, -3_600_000]) {
      const { one, fail, clock } = breaker();
      fail(5);
      clock.jump(jumpMs);
      await clock.advance(1_999);
      expect(one.reading).toBe('rests');
      await clock.advance(1);
      expect(one.reading).toBe('tries');
    }
  });
});

describe('one operation that fails while others work', () => {
  it('rests by itself, and longer and longer, whatever works beside it', async () => {
    const { one, clock } = breaker();
    let calls = 0;
    for (let second = 0; second < 120; second++) {
      one.heard(undefined, READ);
      for (let wish = 0; wish < 10; wish++) {
        if (one.refusal('polling', 'list-quotes')) continue;
        calls += 1;
        one.heard(DOWN, 'list-quotes');
      }
      expect(one.refusal('polling', READ) === undefined || one.reading !== 'flows').toBe(true);
      await clock.advance(1_000);
    }
    // Five, and one after 2, 4, 8, 16, 32 and 60 s.
    expect(calls).toBe(10);
    expect([...one.failing.keys()]).toEqual(['list-quotes']);
    one.heard(undefined, READ);
    expect(one.refusal('polling', 'list-quotes')).toMatchObject({
      kind: 'unavailable',
      message: DOWN.message,
    });
    expect(ACTIONS.map((lane) => one.refusal(lane, 'list-quotes'))).toEqual(ACTIONS.map(() => undefined));
    one.heard(undefined, 'list-quotes');
    expect(one.failing.size).toBe(0);
    expect(one.refusal('polling', 'list-quotes')).toBeUndefined();
  });

  it('makes others wait for two seconds at most', async () => {
    const { one, clock } = breaker();
    for (let call = 0; call < 5; call++) one.heard(DOWN, 'list-quotes');
    for (let round = 0; round < 5; round++) {
      await clock.advance(2_000);
      if (!one.refusal('polling', 'list-quotes')) one.heard(DOWN, 'list-quotes');
    }
    await clock.advance(2_000);
    expect(one.refusal('polling', 'list-quotes')).toBeDefined();
    expect(one.refusal('polling', READ)).toBeUndefined();
  });
});

const RQ = RequestId.parse('RQ-1');
const ASK = { lane: 'visible' } as const;

it('asks a service that fails five times for a thousand questions, and tokens and day are not spent on the rest', async () => {
  let answer: Answer = { status: 503 };
  const service = await platform(signingIn(() => answer));
  const edge = await edgeTo(service.baseUrl);
  const before = service.arrived.length;
  for (let question = 0; question < 1_000; question++) await edge.service.request(RQ, ASK);
  expect(service.arrived.length - before).toBe(5);
  expect(edge.limiter.snapshot().used).toBe(before + 5);
  expect(edge.reading).toBe('rests');
  answer = { body: wireRequest() };
  await edge.clock.advance(2_000);
  expect(await edge.service.request(RQ, ASK)).toMatchObject({ ok: true });
  expect(edge.reading).toBe('flows');
  expect(edge.status.failure).toBeUndefined();
});

it('sends a withdrawal to a service that reads leave alone, and takes its answer for a sign of life', async () => {
  let works = false;
  const service = await platform(signingIn(() => (works ? { status: 204 } : { status: 503 })));
  const edge = await edgeTo(service.baseUrl);
  for (let question = 0; question < 20; question++) await edge.service.request(RQ, ASK);
  expect(edge.reading).toBe('rests');
  const arrived = service.arrived.length;
  works = true;
  const quote = { requestId: RQ, quoteId: QuoteId.parse('Q-1') };
  expect(await edge.service.withdrawQuote(quote)).toMatchObject({ ok: true });
  expect(service.arrived.length).toBe(arrived + 1);
  expect(edge.reading).toBe('flows');
});

it('tells of the first call, and how the last one ended', () => {
  const { one, fail, changes } = breaker();
  expect(one.lastCall).toBeUndefined();
  one.heard(undefined, READ);
  one.heard(undefined, READ);
  expect([one.lastCall, changes()]).toEqual([{}, 1]);
  fail(1);
  expect([one.lastCall, changes()]).toEqual([{ failure: DOWN }, 2]);
});
