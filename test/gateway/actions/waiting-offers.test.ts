import { expect, it } from 'vitest';
import { BUILT_IN_LIMITS } from '../../../src/domain/limits/limits';
import { ManualClock } from '../../../src/effects/manual-clock';
import { LimitsCheck } from '../../../src/gateway/actions/limits-check';
import { WaitingOffers } from '../../../src/gateway/actions/batch';
import { MORNING } from '../twins/cache';
import { action } from './sample-lines';

it('counts what each page said last, and forgets a page that says nothing more', async () => {
  const clock = new ManualClock(MORNING);
  const waiting = new WaitingOffers(clock);
  waiting.tell('a', 20);
  waiting.tell('b', 4);
  waiting.tell('a', 19);
  expect(waiting.count).toBe(23);
  await clock.advance(10_000);
  waiting.tell('b', 3);
  await clock.advance(5_001);
  expect(waiting.count).toBe(3);
  waiting.clear();
  expect(waiting.count).toBe(0);
});

it('says how many actions count for the minute, sent or under way, and no older ones', () => {
  const clock = new ManualClock(MORNING);
  const quote = { kind: 'send-quote', direction: 'ask' } as never;
  const at = (count: number, createdAt: number, over: object) => ({
    ...action(count),
    body: quote,
    createdAt,
    ...over,
  });
  const shown = [
    at(1, MORNING - 59_000, { state: 'done', sentAt: MORNING }),
    at(2, MORNING - 1_000, { state: 'sending' }),
    at(3, MORNING - 61_000, { state: 'done' }),
    at(4, MORNING, { state: 'cancelled' }),
    at(5, MORNING, { state: 'done', body: { kind: 'withdraw-quote' } as never }),
  ];
  const check = new LimitsCheck({ limits: () => BUILT_IN_LIMITS, shown: () => shown, clock });
  expect(check.lastMinute).toBe(2);
});
