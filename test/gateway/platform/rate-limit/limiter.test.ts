import { describe, expect, it } from 'vitest';
import { success } from '../../../../src/domain/failure';
import type { Lane } from '../../../../src/domain/lane';
import { pause } from '../../../../src/effects/clock';
import { silentLog } from '../../../../src/effects/log';
import { ManualClock } from '../../../../src/effects/manual-clock';
import { Limiter } from '../../../../src/gateway/platform/rate-limit/limiter';
import type { Refusal, RefusalMeaning } from '../../../../src/gateway/platform/rate-limit/turn';
import { MemoryUsageStore } from '../../twins/memory-usage-store';
import { CountedService, callOver } from './counted-service';
import { limitsOf, MIDNIGHT, NOON, startedLimiter } from './rig';

it('begins empty when nothing is known of the calls before', async () => {
  const clock = new ManualClock(NOON);
  const outside = { clock, store: new MemoryUsageStore(), log: silentLog };
  const limiter = await Limiter.open(limitsOf(), outside);
  expect(limiter.snapshot().tokens).toBe(0);
  await clock.advance(1_000);
  expect(limiter.snapshot().tokens).toBeCloseTo(10);
});

it('begins after a clean stop at the saved level and what has flowed in since, and only once', async () => {
  const { clock, store, limits, limiter, burst } = await startedLimiter();
  await burst(100, 'visible');
  await limiter.close();
  await clock.advance(2_000);
  const second = await Limiter.open(limits, { clock, store, log: silentLog });
  expect(second.snapshot().tokens).toBeCloseTo(20);
  const afterCrash = await Limiter.open(limits, { clock, store, log: silentLog });
  expect(afterCrash.snapshot().tokens).toBe(0);
});

it('begins empty, and ends, while the disk refuses to keep its level', async () => {
  const store = new MemoryUsageStore();
  const full = (): never => {
    throw new Error('database or disk is full');
  };
  Object.assign(store, { takeLevel: full, saveLevel: full, giveBack: full });
  const clock = new ManualClock(NOON);
  const limiter = await Limiter.open(limitsOf(), { clock, store, log: silentLog });
  expect(limiter.snapshot().tokens).toBe(0);
  const waiting = limiter.run({ lane: 'visible', operation: 'read-trade' }, async () => success('read'));
  await clock.advance(0);
  expect(clock.pending).toBeGreaterThan(0);
  await limiter.close();
  expect(await waiting).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
  expect(clock.pending).toBe(0);
});

it('gives a saved level no credit when the clock was put back meanwhile', async () => {
  const { clock, store, limits, limiter, burst } = await startedLimiter();
  await burst(100, 'visible');
  await limiter.close();
  clock.jump(-3_600_000);
  const second = await Limiter.open(limits, { clock, store, log: silentLog });
  expect(second.snapshot().tokens).toBe(0);
  await clock.advance(1_000);
  expect(second.snapshot().tokens).toBeCloseTo(10);
});

it('paces on when the wall clock jumps an hour either way', async () => {
  for (const jumpMs of [3_600_000, -3_600_000]) {
    const { clock, ends, burst } = await startedLimiter({ tokens: 0 });
    await burst(30, 'visible');
    await clock.advance(1_000);
    clock.jump(jumpMs);
    await clock.advance(1_000);
    expect(ends.length).toBeGreaterThanOrEqual(14);
    expect(ends.length).toBeLessThanOrEqual(20);
    await clock.advance(2_000);
    expect(ends).toHaveLength(30);
  }
});

it('refuses one more than a lane may hold, and says so', async () => {
  const { clock, run, ends, limiter } = await startedLimiter({ tokens: 0, over: { queuedMax: 3 } });
  for (let asked = 0; asked < 3; asked++) void run('polling');
  const refused = await run('polling');
  expect(refused).toMatchObject({
    ok: false,
    failure: { kind: 'throttled', message: 'Nothing was sent: 3 routine refreshes are waiting already.' },
  });
  expect(limiter.snapshot().queuedByLane.polling).toBe(3);
  void run('withdraw');
  await clock.advance(2_000);
  expect(ends).toEqual(['throttled', 'done', 'done', 'done', 'done']);
});

it('lets a waiting call leave at no cost when its asker gives up, and never starts it', async () => {
  const { clock, limiter } = await startedLimiter({ tokens: 0 });
  const asker = new AbortController();
  let started = 0;
  const given = limiter.run({ lane: 'visible', operation: 'read-trade', signal: asker.signal }, async () => {
    started += 1;
    return success('read');
  });
  asker.abort();
  expect(await given).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
  await clock.advance(5_000);
  expect(started).toBe(0);
  expect(limiter.snapshot()).toMatchObject({ used: 0, queued: 0 });
  expect(limiter.snapshot().tokens).toBeCloseTo(50);
});

it('takes no call of an asker who has given up before', async () => {
  const { limiter } = await startedLimiter();
  const ask = (signal: AbortSignal) =>
    limiter.run({ lane: 'asked', operation: 'read-trade', signal }, async () => success('read'));
  expect(await ask(AbortSignal.abort())).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
  expect(limiter.snapshot().used).toBe(0);
  expect(await ask(new AbortController().signal)).toMatchObject({ ok: true });
  expect(limiter.snapshot().used).toBe(1);
});

it('does not send a call whose turn comes too late', async () => {
  const { clock, limiter } = await startedLimiter();
  void limiter.run({ lane: 'asked', operation: 'read' }, async (turn) => {
    turn.refused({ hint: 'throttled', retryAfterMs: 30_000 });
    return success('refused');
  });
  await clock.advance(0);
  let sent = 0;
  const late = limiter.run({ lane: 'visible', operation: 'read', waitMsMax: 10_000 }, async () => {
    sent += 1;
    return success('sent');
  });
  await clock.advance(10_000);
  expect(await late).toMatchObject({
    ok: false,
    failure: {
      kind: 'throttled',
      message: 'Nothing was sent: its turn did not come within 10 seconds.',
    },
  });
  await clock.advance(60_000);
  expect(sent).toBe(0);
});

it('moves a waiting call to a more urgent lane, never to a less urgent one', async () => {
  const { clock, limiter } = await startedLimiter({ tokens: 0 });
  const order: string[] = [];
  const enter = (name: string, lane: 'visible' | 'bulk') =>
    limiter.enter({ lane, operation: 'read' }, async () => {
      order.push(name);
      return success(name);
    });
  enter('visible', 'visible').promote('bulk');
  enter('bulk', 'bulk').promote('withdraw');
  await clock.advance(2_000);
  expect(order).toEqual(['bulk', 'visible']);
});

it('empties the bucket and trims the rate when it is refused as too many, and wins the rate back slowly', async () => {
  const { clock, limiter, run } = await startedLimiter();
  await run('visible', async (turn) => {
    turn.refused({ hint: 'throttled' });
    return success('refused');
  });
  expect(limiter.snapshot()).toMatchObject({ tokens: 0, refusals: 1 });
  expect(limiter.snapshot().ratePerSecond).toBeCloseTo(9.85);
  await clock.advance(60_000);
  expect(limiter.snapshot().ratePerSecond).toBeCloseTo(9.95);
  await clock.advance(60_000);
  expect(limiter.snapshot().ratePerSecond).toBe(10);
});

it('reads nothing for as long as the service asks', async () => {
  const { clock, run, burst, ends } = await startedLimiter();
  await run('visible', async (turn) => {
    turn.refused({ retryAfterMs: 7_000 });
    return success('refused');
  });
  await burst(1, 'asked');
  await clock.advance(6_999);
  expect(ends).toEqual(['refused']);
  await clock.advance(1);
  expect(ends).toEqual(['refused', 'done']);
});

describe('while the service asks for a long wait', () => {
  const refusedFor = async (retryAfterMs: number) => {
    const started = await startedLimiter();
    await started.run('visible', async (turn) => {
      turn.refused({ hint: 'throttled', retryAfterMs });
      return success('refused');
    });
    started.ends.length = 0;
    return started;
  };

  it('lets every kind of action try again after three seconds, and no read', async () => {
    const { clock, burst, ends } = await refusedFor(600_000);
    for (const lane of ['withdraw', 'accept', 'submit'] as const) {
      await burst(1, lane, async () => success(lane));
    }
    await burst(5, 'asked');
    await clock.advance(2_999);
    expect(ends).toEqual([]);
    await clock.advance(1);
    expect(ends).toEqual(['withdraw', 'accept', 'submit']);
    await clock.advance(590_000);
    expect(ends).toHaveLength(3);
    await clock.advance(10_000);
    expect(ends).toHaveLength(8);
  });

  it('tries one withdrawal, not all of them at once, until one is served', async () => {
    const { clock, burst, ends } = await refusedFor(600_000);
    let refusals = 3;
    await burst(20, 'withdraw', async (turn) => {
      await pause(clock, 100);
      if (refusals-- <= 0) return success('served');
      turn.refused({ hint: 'throttled', retryAfterMs: 600_000 });
      return success('refused');
    });
    await clock.advance(9_000 + 300);
    expect(ends).toEqual(['refused', 'refused', 'refused']);
    await clock.advance(3_000 + 100);
    expect(ends.filter((end) => end === 'served')).toHaveLength(1);
    await clock.advance(3_000);
    expect(ends.filter((end) => end === 'refused')).toHaveLength(3);
    expect(ends).toHaveLength(20);
  });

  it('tries the next one when the first gets no answer, and is not held up by a read that hangs', async () => {
    const { clock, burst, ends, run, limiter } = await startedLimiter();
    void run('visible', async () => {
      await pause(clock, 60_000);
      return success('slow read');
    });
    await run('visible', async (turn) => {
      turn.refused({ hint: 'throttled', retryAfterMs: 600_000 });
      return success('refused');
    });
    await burst(1, 'withdraw', async (turn) => {
      await pause(clock, 1_000);
      turn.end('unanswered');
      return success('lost');
    });
    await burst(1, 'withdraw');
    await clock.advance(4_000);
    expect([...ends].sort()).toEqual(['done', 'lost', 'refused']);
    expect(limiter.snapshot().inFlight).toBe(1);
  });
});

it('learns from one wave of refusals when a stranger has used the same key, and serves the urgent first then', async () => {
  const plan = { ratePerSecond: 10, burst: 100 };
  const { clock, run, burst } = await startedLimiter(plan);
  const service = new CountedService(clock, plan);
  const call = callOver(service, clock, { chance: () => 0.5, latencyMsMax: 50 });
  service.drain();
  await burst(40, 'visible', call);
  await clock.advance(50);
  expect(service.throttled).toBe(40);
  let readsBefore = -1;
  await burst(200, 'visible', call);
  const served = service.served;
  void run('withdraw', async (turn) => {
    readsBefore = service.served - served;
    return call(turn);
  });
  await clock.advance(60_000);
  expect(readsBefore).toBe(0);
  expect(service).toMatchObject({ throttled: 40, served: 202 });
});

/** What a call that is refused is told after `used` calls of 200. */
async function meaning(
  refusal: Refusal,
  { used = 1, startsAt = NOON }: { used?: number; startsAt?: number } = {},
) {
  const { limiter, burst, run } = await startedLimiter({ perDay: 200, burst: 1_000, startsAt });
  await burst(used - 1, 'withdraw');
  let said: RefusalMeaning | undefined;
  await run('withdraw', async (turn) => {
    said = turn.refused(refusal);
    return success('refused');
  });
  return { said, left: limiter.snapshot().left };
}

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const TO_MIDNIGHT = MIDNIGHT - NOON;

it.each<[Refusal['hint'], number | undefined, number, RefusalMeaning['meaning']]>([
  // Words of a spent quota, with a wait of their own.
  ['quota-spent', SECOND, 1, 'throttled'],
  ['quota-spent', SECOND, 190, 'throttled'],
  ['quota-spent', 5 * MINUTE, 190, 'throttled'],
  ['quota-spent', 6 * MINUTE, 1, 'throttled'],
  ['quota-spent', 6 * MINUTE, 190, 'quota-spent'],
  ['quota-spent', HOUR, 1, 'quota-spent'],
  ['quota-spent', TO_MIDNIGHT, 1, 'quota-spent'],
  // Without a wait our own count decides.
  ['quota-spent', undefined, 1, 'throttled'],
  ['quota-spent', undefined, 179, 'throttled'],
  ['quota-spent', undefined, 180, 'quota-spent'],
  // Words of the moment.
  ['throttled', undefined, 200, 'throttled'],
  ['throttled', HOUR, 1, 'throttled'],
  ['throttled', TO_MIDNIGHT, 200, 'throttled'],
  // No words, or those of both.
  [undefined, undefined, 1, 'throttled'],
  [undefined, undefined, 199, 'throttled'],
  [undefined, undefined, 200, 'quota-spent'],
  [undefined, 2 * SECOND, 200, 'throttled'],
  [undefined, HOUR, 1, 'quota-spent'],
])(
  'takes a 429 with the words %s, a wait of %s ms and %i of 200 calls used as %s',
  async (hint, wait, used, expected) => {
    const refusal = { ...(hint && { hint }), ...(wait !== undefined && { retryAfterMs: wait }) };
    const { said, left } = await meaning(refusal, { used });
    expect(said?.meaning).toBe(expected);
    expect(left).toBe(expected === 'quota-spent' ? 0 : 200 - used);
    if (expected === 'throttled') expect(said?.until).toBe(NOON + Math.min(wait ?? SECOND, 15 * MINUTE));
    else expect(said?.until).toBe(MIDNIGHT);
  },
);

it('takes words of a spent quota close to midnight for what they say, however short the wait', async () => {
  const startsAt = MIDNIGHT - 3 * SECOND;
  expect((await meaning({ hint: 'quota-spent', retryAfterMs: 3 * SECOND }, { startsAt })).said).toEqual({
    meaning: 'quota-spent',
    until: MIDNIGHT,
  });
  expect((await meaning({ retryAfterMs: 3 * SECOND }, { startsAt })).said?.meaning).toBe('throttled');
});

it('believes words of a spent quota that go on for half a minute with no call served, and not before', async () => {
  const { clock, run } = await startedLimiter({ perDay: 200 });
  const said: string[] = [];
  const refusing = (lane: Lane = 'withdraw') =>
    run(lane, async (turn) => {
      said.push(turn.refused({ hint: 'quota-spent', retryAfterMs: SECOND }).meaning);
      return success('refused');
    });
  await refusing();
  await clock.advance(29 * SECOND);
  await refusing();
  await clock.advance(10 * SECOND);
  await run('withdraw');
  await refusing();
  expect(said).toEqual(['throttled', 'throttled', 'throttled']);
  await clock.advance(30 * SECOND);
  await refusing();
  expect(said.at(-1)).toBe('quota-spent');
});

it('holds a token while a call is in flight, charges it at the answer, and none for a call that never left', async () => {
  const { clock, limiter, run } = await startedLimiter();
  void run('visible', async () => {
    await pause(clock, 5_000);
    return success('answered');
  });
  await clock.advance(1_000);
  expect(limiter.snapshot()).toMatchObject({ tokens: 99, inFlight: 1, used: 1 });
  await clock.advance(4_000);
  expect(limiter.snapshot()).toMatchObject({ tokens: 99, inFlight: 0 });
  await clock.advance(1_000);
  expect(limiter.snapshot().tokens).toBe(100);
  await run('visible', async (turn) => {
    turn.end('unsent');
    return success('signed out');
  });
  expect(limiter.snapshot()).toMatchObject({ tokens: 100, used: 1, byOperation: { 'read-request': 1 } });
});

it('passes a bug in a call on as it is, and goes on', async () => {
  const { run, limiter } = await startedLimiter();
  await expect(
    run('visible', async () => {
      throw new Error('a bug');
    }),
  ).rejects.toThrow('a bug');
  expect(limiter.snapshot().inFlight).toBe(0);
  expect(await run('visible')).toMatchObject({ ok: true });
});

it('survives thousands of calls that end at once', async () => {
  const { burst, ends } = await startedLimiter({ burst: 6_000, tokens: 6_000 });
  await burst(5_000, 'visible', async (turn) => {
    turn.end('unsent');
    return success('done');
  });
  expect(ends).toHaveLength(5_000);
});

it('lets calls in flight end before it closes, and sends nothing more', async () => {
  const { clock, limiter, run, ends } = await startedLimiter({ tokens: 1 });
  void run('visible', async () => {
    await pause(clock, 3_000);
    return success('in flight');
  });
  await clock.advance(50);
  void run('visible');
  let closed = false;
  void limiter.close().then(() => (closed = true));
  await clock.advance(100);
  expect(ends).toEqual(['unavailable']);
  expect(closed).toBe(false);
  await clock.advance(3_000);
  expect(ends).toEqual(['unavailable', 'in flight']);
  expect(closed).toBe(true);
  expect(await run('withdraw')).toMatchObject({
    ok: false,
    failure: { message: 'Nothing was sent: SpreadDesk is closing.' },
  });
});

it('gives up the day at once where the profile says that the status means nothing else', async () => {
  expect((await meaning({ hint: 'quota-spent', isStated: true }, { used: 1 })).said).toEqual({
    meaning: 'quota-spent',
    until: MIDNIGHT,
  });
});
