import { expect, it } from 'vitest';
import { ManualClock } from '../../../src/effects/manual-clock';
import { Sessions } from '../../../src/gateway/web/sessions';

const HOUR_MS = 3_600_000;

it('gives tokens of 32 random bytes, each its own', () => {
  const sessions = new Sessions(new ManualClock(0));
  const tokens = Array.from({ length: 50 }, () => sessions.open());
  expect(new Set(tokens).size).toBe(50);
  expect(tokens.every((token) => Buffer.from(token, 'base64url').length === 32)).toBe(true);
  expect(tokens.every((token) => sessions.check(token))).toBe(true);
  expect(['', 'x', `${tokens[0]}x`].some((token) => sessions.check(token))).toBe(false);
});

it('ends a session that was idle for a day, and keeps one that is used', async () => {
  const clock = new ManualClock(0);
  const sessions = new Sessions(clock);
  const [idle, used] = [sessions.open(), sessions.open()];
  for (let hours = 0; hours < 30; hours += 10) {
    await clock.advance(10 * HOUR_MS);
    expect(sessions.check(used)).toBe(true);
  }
  expect(sessions.check(idle)).toBe(false);
});

it('ends the longest unused when there are too many', () => {
  const sessions = new Sessions(new ManualClock(0));
  const [first, second] = [sessions.open(), sessions.open()];
  sessions.check(first);
  for (let count = 0; count < 499; count++) sessions.open();
  expect([sessions.check(first), sessions.check(second)]).toEqual([true, false]);
});
