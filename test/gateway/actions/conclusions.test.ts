import { expect, it } from 'vitest';
import { success } from '../../../src/domain/failure';
import { RequestId } from '../../../src/domain/identifiers';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { Conclusions } from '../../../src/gateway/actions/conclusions';
import { MORNING } from '../twins/cache';
import { MemoryEnded } from '../twins/memory-stores';

const id = RequestId.parse('RQ-2');

it('a list that has a concluded request as open for good is held against its record ever more seldom', async () => {
  const clock = new ManualClock(MORNING);
  const conclusions = new Conclusions({
    store: new MemoryEnded(),
    market: {
      request: () => undefined,
      tellings: () => [],
      quotes: () => undefined,
      quotesReadAt: () => undefined,
      requestReadAt: () => undefined,
      openRequests: () => ({ ids: new Set([id]), fetchedAt: clock.now() }),
    },
    clock,
    log: silentLog,
    mayRead: () => true,
    readRequest: async () => success({ state: 'closed' }),
  });
  const reopenedAt: number[] = [];
  conclusions.onReopened(() => void reopenedAt.push((clock.now() - MORNING) / 60_000));
  for (let minute = 0; minute <= 24 * 60; minute += 1) {
    if (!conclusions.has(id)) await conclusions.readNow(id);
    await clock.advance(60_000);
  }
  expect(reopenedAt.length).toBeGreaterThan(2);
  expect(reopenedAt.length).toBeLessThan(10);
  const waits = reopenedAt.slice(1).map((at, index) => at - (reopenedAt[index] ?? 0));
  expect(waits).toEqual([...waits].sort((a, b) => a - b));
});
