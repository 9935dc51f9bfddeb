import { expect, it } from 'vitest';
import { ManualClock } from '../../../src/effects/manual-clock';
import { ROLES, type Role } from '../../../src/domain/person';
import { Sessions } from '../../../src/gateway/web/sessions';

const HOUR_MS = 3_600_000;

it('gives tokens of 32 random bytes, each its own', () => {
  const sessions = new Sessions(new ManualClock(0));
  const tokens = Array.from({ length: 50 }, () => sessions.open({ name: 'anna' }));
  expect(new Set(tokens).size).toBe(50);
  expect(tokens.every((token) => Buffer.from(token, 'base64url').length === 32)).toBe(true);
  expect(tokens.every((token) => sessions.check(token))).toBe(true);
  expect(['', 'x', `${tokens[0]}x`].some((token) => sessions.check(token))).toBe(false);
});

it('ends a session that was idle for a day, and keeps one that is used', async () => {
  const clock = new ManualClock(0);
  const sessions = new Sessions(clock);
  const [idle, used] = [sessions.open({ name: 'anna' }), sessions.open({ name: 'anna' })];
  for (let hours = 0; hours < 30; hours += 10) {
    await clock.advance(10 * HOUR_MS);
    expect(sessions.check(used)).toBe(true);
  }
  expect(sessions.check(idle)).toBe(false);
});

it('ends the longest unused when there are too many', () => {
  const sessions = new Sessions(new ManualClock(0));
  const [first, second] = [sessions.open({ name: 'anna' }), sessions.open({ name: 'anna' })];
  sessions.check(first);
  for (let count = 0; count < 1_999; count++) sessions.open({ name: 'anna' });
  expect([sessions.check(first), sessions.check(second)]).toEqual([true, false]);
});

it('ends no page that is at work, however many ask for tokens and never come back', () => {
  const sessions = new Sessions(new ManualClock(0));
  const atWork = Array.from({ length: 20 }, () => sessions.open({ name: 'anna' }));
  expect(atWork.every((token) => sessions.check(token))).toBe(true);
  const flood = Array.from({ length: 3_000 }, () => sessions.open({ name: 'anna' }));
  expect(atWork.every((token) => sessions.check(token))).toBe(true);
  expect(flood.filter((token) => sessions.check(token))).toHaveLength(1_980);
});

it('says who is behind a token, and in which session, without the token', () => {
  const sessions = new Sessions(new ManualClock(0));
  const [anna, again, ben] = [
    sessions.open({ name: 'anna' }),
    sessions.open({ name: 'anna' }),
    sessions.open({ name: 'ben' }),
  ];
  const names = [anna, again, ben].map((token) => sessions.by(token));
  expect(names.map((by) => by?.name)).toEqual(['anna', 'anna', 'ben']);
  expect(new Set(names.map((by) => by?.session)).size).toBe(3);
  expect(names.every((by) => /^[0-9a-f]{8}$/.test(by?.session ?? ''))).toBe(true);
  expect(sessions.by('x')).toBeUndefined();
  const token = sessions.open({ name: 'Dora', id: 'sub-7' });
  expect(sessions.by(token)).toMatchObject({ name: 'Dora', id: 'sub-7' });
  expect([sessions.person(token), sessions.person('x')]).toEqual([
    { name: 'Dora', id: 'sub-7', roles: ROLES },
    undefined,
  ]);
});

it('says which roles a person has now, not which they had at the opening', () => {
  let roles: readonly Role[] = ['trader'];
  const sessions = new Sessions(new ManualClock(0), ({ groups = [] }) =>
    groups.includes('Desk') ? roles : [],
  );
  const token = sessions.open({ name: 'Dora', id: 'sub-7', groups: ['Desk'] });
  const stranger = sessions.open({ name: 'Eve', id: 'sub-8', groups: [] });
  expect([token, stranger].map((one) => sessions.person(one)?.roles)).toEqual([['trader'], []]);
  roles = ['viewer'];
  expect(sessions.person(token)?.roles).toEqual(['viewer']);
});

it('goes by elapsed time, wherever the wall clock is set', async () => {
  const clock = new ManualClock(Date.parse('2026-11-20T08:00:00Z'));
  const sessions = new Sessions(clock);
  const token = sessions.open({ name: 'anna' });
  clock.jump(48 * HOUR_MS);
  expect(sessions.check(token)).toBe(true);
  clock.jump(-72 * HOUR_MS);
  await clock.advance(25 * HOUR_MS);
  expect(sessions.check(token)).toBe(false);
});

it('tells when a person last pressed or typed, apart from when the page last called', async () => {
  const clock = new ManualClock(0);
  const sessions = new Sessions(clock);
  const token = sessions.open({ name: 'anna' });
  sessions.check(token);
  expect(sessions.list()[0]).not.toHaveProperty('actedAt');
  await clock.advance(1_000);
  sessions.acted(token);
  sessions.acted('x');
  await clock.advance(60_000);
  sessions.check(token);
  expect(sessions.list()).toMatchObject([{ actedAt: 1_000, usedAt: 61_000 }]);
});
