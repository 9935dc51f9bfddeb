import { expect, it } from 'vitest';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { KeptAccess } from '../../../src/gateway/people/kept-access';
import { SignIns } from '../../../src/gateway/people/sign-ins';
import { Sessions } from '../../../src/gateway/web/sessions';
import { until } from '../../until';
import { MemorySharedRows } from '../twins/shared-rows';

const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 10, 23, 8);

/** The sessions of the machine that leads now. */
async function leads(rows: MemorySharedRows, clock = new ManualClock(START)): Promise<Sessions> {
  const sessions = new Sessions(clock, undefined, await KeptAccess.sessions(rows, silentLog));
  sessions.goOn(() => undefined);
  return sessions;
}
const kept = (rows: MemorySharedRows, count: number): Promise<void> =>
  until(async () => (await rows.read('session')).size === count);

it('lets a page go on with its token, under the same name of its session, when another machine leads', async () => {
  const rows = new MemorySharedRows();
  const before = await leads(rows);
  const token = before.open({ name: 'anna', groups: ['traders'], pairing: 'ab' });
  expect(before.check(token)).toBe(true);
  await kept(rows, 1);
  const after = await leads(rows);
  expect(after.check(token)).toBe(true);
  expect(after.by(token)).toEqual(before.by(token));
  expect(after.whoOf(token)).toEqual({ name: 'anna', groups: ['traders'], pairing: 'ab' });
});

it('keeps no token, and nothing of a session that nobody came back with', async () => {
  const rows = new MemorySharedRows();
  const before = await leads(rows);
  const [used, unused] = [before.open({ name: 'anna' }), before.open({ name: 'ben' })];
  before.check(used);
  await kept(rows, 1);
  expect(rows.text).not.toContain(used);
  const after = await leads(rows);
  expect([after.check(used), after.check(unused)]).toEqual([true, false]);
});

it('ends a session for whoever leads next, too, and says when that could not be written down', async () => {
  const rows = new MemorySharedRows();
  const before = await leads(rows);
  const [anna, ben] = [before.open({ name: 'anna' }), before.open({ name: 'ben' })];
  for (const token of [anna, ben]) before.check(token);
  await kept(rows, 2);
  before.end(({ who }) => who.name === 'anna');
  expect(await before.endingsKept()).toBe(true);
  rows.fails = true;
  before.end(({ who }) => who.name === 'ben');
  expect(await before.endingsKept()).toBe(false);
  const after = await leads(rows);
  expect([after.check(anna), after.check(ben)]).toEqual([false, true]);
});

it('ends a session a day after it was used last, whichever machines led meanwhile', async () => {
  const rows = new MemorySharedRows();
  const clock = new ManualClock(START);
  const before = await leads(rows, clock);
  const [idle, used] = [before.open({ name: 'anna' }), before.open({ name: 'ben' })];
  for (const token of [idle, used]) before.check(token);
  await clock.advance(20 * HOUR_MS);
  before.check(used);
  await kept(rows, 2);
  const after = await leads(rows, new ManualClock(START + 25 * HOUR_MS));
  expect([after.check(idle), after.check(used)]).toEqual([false, true]);
  await kept(rows, 1);
});

it('goes on with a sign-in and its sessions until its ten hours are over, and ends both at once', async () => {
  const rows = new MemorySharedRows();
  const signInsAt = async (clock: ManualClock) =>
    new SignIns({
      provider: {
        begin: () => Promise.reject(new Error('not asked')),
        end: () => Promise.reject(new Error('not asked')),
        failure: undefined,
        host: 'provider.example',
        onChange: () => () => undefined,
      },
      accessTokens: {
        wanted: { clientId: 'desk', authority: 'https://provider.example', scopes: [] },
        read: async () => ({ ok: true, value: { sub: 'sub-7', name: 'Dora', roles: ['traders'] } }),
      },
      rolesClaim: 'roles',
      rolesOf: () => ['trader'],
      kept: await KeptAccess.signIns(rows, silentLog),
      clock,
      log: silentLog,
    });
  const clock = new ManualClock(START);
  const before = await signInsAt(clock);
  const admitted = await before.redeemToken('token');
  const key = admitted.ok ? admitted.value.key : '';
  const sessions = await leads(rows, clock);
  const signIn = before.signInOf(key);
  const token = sessions.open(signIn?.who ?? { name: 'nobody' }, signIn);
  sessions.check(token);
  await kept(rows, 1);
  expect(rows.text).not.toContain(key);

  const later = new ManualClock(START + HOUR_MS);
  const after = await signInsAt(later);
  const goingOn = new Sessions(later, undefined, await KeptAccess.sessions(rows, silentLog));
  goingOn.goOn((digest) => after.signInWith(digest));
  expect(after.signInOf(key)?.who).toEqual({ name: 'Dora', id: 'sub-7', groups: ['traders'] });
  expect(goingOn.check(token)).toBe(true);
  await later.advance(9 * HOUR_MS);
  expect([after.signInOf(key), goingOn.check(token)]).toEqual([undefined, false]);

  const third = await signInsAt(new ManualClock(START + HOUR_MS));
  third.end(({ id }) => id === 'sub-7');
  expect(await third.endingsKept()).toBe(true);
  const last = await signInsAt(new ManualClock(START + HOUR_MS));
  expect(last.signInOf(key)).toBeUndefined();
});
