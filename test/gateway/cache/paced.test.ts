import { expect, it } from 'vitest';
import { paced, type Pollable } from '../../../src/gateway/cache/demand';
import type { Pace } from '../../../src/gateway/cache/pace';

it('an empty list that somebody looks at is asked for no more seldom than its own interval says', () => {
  const looked = { attended: true, isEmpty: true, askedAtMs: 0 };
  const dueAt = (pollIntervalMs: number): number =>
    paced({ ...looked, pollIntervalMs } as Pollable, {} as Pace).dueAtMs;
  expect([dueAt(5_000), dueAt(300_000)]).toEqual([5_000, 12_000]);
});
