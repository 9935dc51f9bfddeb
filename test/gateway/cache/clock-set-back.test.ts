import { expect, it } from 'vitest';
import { RequestId } from '../../../src/domain/identifiers';
import { testCache, watched } from '../twins/cache';
import { failure, singleQuote, singleRequest } from '../twins/fake-platform';

const HOUR_MS = 3_600_000;

async function watchedQuotes() {
  const desk = testCache();
  desk.platform.addRequest(singleRequest('RQ-1'), [singleQuote('RQ-1', 'Q-1')]);
  const cell = watched(desk.book, { kind: 'quotes', id: RequestId.parse('RQ-1') });
  await desk.clock.advance(10_000);
  return { ...desk, cell };
}

it('a value that cannot be read anew grows old in time, although the clock was set back an hour', async () => {
  const { platform, clock, cell } = await watchedQuotes();
  platform.down = failure('unavailable');
  clock.jump(-HOUR_MS);
  await clock.advance(10_000);
  expect(clock.now() - (cell.last.fetchedAt ?? 0)).toBeLessThan(60_000);
  expect(cell.last.state).toBe('failed');
  await clock.advance(180_000);
  expect(cell.last.state).toBe('stale');
});

it('a value that is read on is as fresh as before, wherever the clock was set', async () => {
  const { clock, cell } = await watchedQuotes();
  for (const byMs of [-HOUR_MS, HOUR_MS]) {
    clock.jump(byMs);
    await clock.advance(30_000);
    expect(clock.now() - (cell.last.fetchedAt ?? 0)).toBeLessThan(30_000);
    expect(['fresh', 'refreshing']).toContain(cell.last.state);
  }
});
