import { expect, it } from 'vitest';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { SessionKeeper } from '../../../src/gateway/platform/session-keeper';
import { MORNING } from '../twins/cache';
import { failure, FakePlatform } from '../twins/fake-platform';
import { TestPlatform } from '../twins/gateway';

function keeping() {
  const clock = new ManualClock(MORNING);
  const platform = new TestPlatform(new FakePlatform(() => clock.now()), clock);
  platform.status = { signedIn: false };
  const keeper = new SessionKeeper({ platform, clock, chance: () => 0, log: silentLog });
  return { clock, platform, keeper };
}

it('signs in at start, and again when the session is lost', async () => {
  const { clock, platform, keeper } = keeping();
  void keeper.start();
  await clock.advance(0);
  expect(platform.status.signedIn).toBe(true);
  platform.become({ signedIn: false, failure: failure('signed-out') });
  await clock.advance(0);
  expect([platform.status.signedIn, platform.signIns]).toEqual([true, 2]);
});

it('signs in once at once when a session is lost soon, and ever more seldom when each is', async () => {
  const { clock, platform, keeper } = keeping();
  void keeper.start();
  await clock.advance(500);
  platform.become({ signedIn: false });
  await clock.advance(0);
  expect(platform.signIns).toBe(2);
  for (let second = 0; second < 600; second += 1) {
    if (platform.status.signedIn) platform.become({ signedIn: false });
    await clock.advance(1_000);
  }
  expect(platform.signIns).toBeGreaterThan(8);
  expect(platform.signIns).toBeLessThan(20);
});

it('says when its first attempt has ended, also one that failed', async () => {
  const { platform, keeper } = keeping();
  await keeper.start();
  expect(platform.status.signedIn).toBe(true);
  const refused = keeping();
  refused.platform.signInFailure = failure('unavailable');
  await refused.keeper.start();
  expect([refused.platform.status.signedIn, refused.platform.signIns]).toEqual([false, 1]);
});

it('keeps trying while the service is down, a minute apart at most', async () => {
  const { clock, platform, keeper } = keeping();
  platform.signInFailure = failure('unavailable');
  void keeper.start();
  await clock.advance(3_600_000);
  expect(platform.signIns).toBeGreaterThan(55);
  expect(platform.signIns).toBeLessThan(70);
  platform.signInFailure = undefined;
  await clock.advance(60_000);
  expect(platform.status.signedIn).toBe(true);
});

it('does not hammer with credentials that were refused, and waits as long as it is told', async () => {
  const { clock, platform, keeper } = keeping();
  platform.signInFailure = failure('denied');
  void keeper.start();
  await clock.advance(3_600_000);
  expect(platform.signIns).toBeLessThan(14);
  const patient = keeping();
  patient.platform.signInFailure = { ...failure('quota-spent'), until: MORNING + 7_200_000 };
  void patient.keeper.start();
  await patient.clock.advance(7_100_000);
  expect(patient.platform.signIns).toBe(1);
});

it('does nothing after it is stopped', async () => {
  const { clock, platform, keeper } = keeping();
  platform.signInFailure = failure('unavailable');
  void keeper.start();
  await clock.advance(0);
  keeper.stop();
  platform.become({ signedIn: false });
  await clock.advance(600_000);
  expect([platform.signIns, clock.pending]).toEqual([1, 0]);
});
