import { expect, it } from 'vitest';
import { success } from '../../../src/domain/failure';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { DEFAULT_PROFILE } from '../../../src/contract/service/profile';
import { Spending } from '../../../src/gateway/desk/spending';
import { SPENT_MAX } from '../../../src/gateway/desk/lead-rules';
import { Limiter } from '../../../src/gateway/platform/rate-limit/limiter';
import { rateLimits } from '../../../src/gateway/platform/rate-limit/rate-limits';
import { MemoryUsageStore } from '../twins/memory-usage-store';

const PLAN = 'a plan';

async function limited(former: Readonly<Record<string, number>>) {
  const clock = new ManualClock(Date.parse('2026-11-20T11:00:00Z'));
  let wanted = 0;
  const spending = new Spending({ former, now: () => clock.now(), beatSoon: () => (wanted += 1) });
  const store = spending.usage(PLAN, new MemoryUsageStore());
  const open = () => Limiter.open(rateLimits(DEFAULT_PROFILE), { clock, store, log: silentLog });
  const limiter = await open();
  let sent = 0;
  const send = (count: number): void => {
    for (let at = 0; at < count; at += 1)
      void limiter.run({ lane: 'submit', operation: 'send-quote' }, async () => success((sent += 1)));
  };
  const beat = async (): Promise<number> => {
    const { floors, confirmed } = spending.beat();
    confirmed();
    await clock.advance(0);
    return floors[PLAN] ?? -1;
  };
  return { clock, spending, limiter, open, send, beat, sent: () => sent, wanted: () => wanted };
}

it('begins with what the last leader left for certain, and with nothing where nothing is known', async () => {
  expect((await limited({ [PLAN]: 60 })).limiter.snapshot().tokens).toBe(60);
  expect((await limited({ other: 60 })).limiter.snapshot().tokens).toBe(0);
});

it('sends nothing before its first beat, and ten between two, and asks for a beat early', async () => {
  const { send, sent, beat, clock, wanted } = await limited({ [PLAN]: 100 });
  send(70);
  await clock.advance(0);
  expect(sent()).toBe(0);
  expect(wanted()).toBe(1);
  for (const upTo of [10, 20, 30]) {
    await beat();
    expect(sent()).toBe(upTo);
  }
  expect(wanted()).toBeGreaterThanOrEqual(4);
});

it('asks for the next beat while there is something left to spend', async () => {
  const { send, sent, beat, clock, wanted } = await limited({ [PLAN]: 100 });
  await beat();
  send(4);
  await clock.advance(0);
  expect([sent(), wanted()]).toEqual([4, 0]);
  send(1);
  await clock.advance(0);
  expect([sent(), wanted()]).toEqual([5, 1]);
});

it('leaves at every moment at least the tokens that the last beat has stored', async () => {
  const { send, beat, limiter, clock } = await limited({ [PLAN]: 100 });
  send(200);
  for (let round = 0; round < 30; round += 1) {
    const floor = await beat();
    expect(limiter.snapshot().tokens).toBeGreaterThanOrEqual(floor);
    expect(floor).toBeLessThanOrEqual(100 - SPENT_MAX);
    await clock.advance(137);
    expect(limiter.snapshot().tokens).toBeGreaterThanOrEqual(floor);
  }
});

it('counts against the next beat what leaves while one is on its way', async () => {
  const { send, sent, beat, spending, clock } = await limited({ [PLAN]: 100 });
  await beat();
  send(4);
  await clock.advance(0);
  const { confirmed } = spending.beat();
  send(90);
  await clock.advance(0);
  expect(sent()).toBe(10);
  confirmed();
  await clock.advance(0);
  expect(sent()).toBe(14);
});

it('keeps the floors of plans that this leader has not begun with', async () => {
  const { spending } = await limited({ [PLAN]: 60, other: 33 });
  expect(spending.beat().floors).toEqual({ [PLAN]: 50, other: 33 });
});

it('goes on from its own level when the desk signs out and in again', async () => {
  const { limiter, open, beat } = await limited({ [PLAN]: 60 });
  await beat();
  await limiter.close();
  expect(await beat()).toBe(50);
  expect((await open()).snapshot().tokens).toBe(60);
});
