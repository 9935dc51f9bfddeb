import { afterEach, expect, it } from 'vitest';
import { HEALTH_PATH } from '../../src/contract/desk/http';
import { ManualClock } from '../../src/effects/manual-clock';
import { statusSource } from '../../src/gateway/desk-sources';
import { NO_VAULT } from '../../src/gateway/secrets/vault';
import { MORNING, ZONE } from './twins/desk';
import { failure, FakePlatform } from './twins/fake-platform';
import { call, TestDisk, testGateway, TestPlatform, type TestGateway } from './twins/gateway';

const running: TestGateway[] = [];
const start = async (...given: Parameters<typeof testGateway>): Promise<TestGateway> => {
  const desk = await testGateway(...given);
  running.push(desk);
  return desk;
};
afterEach(async () => {
  for (const desk of running.splice(0)) await desk.stop();
});

it('leaves no timer behind when it stops', async () => {
  const desk = await testGateway({ signsIn: true });
  await desk.stop();
  expect(desk.clock.pending).toBe(0);
});

it('says in its health whether it is signed in', async () => {
  const { gateway, platform } = await start();
  platform.become({ signedIn: false, failure: failure('unavailable', 'The service is down.') });
  const health = await call(gateway, HEALTH_PATH);
  expect(JSON.parse(health.text)).toMatchObject({
    status: 'ok',
    signedIn: false,
    failure: { message: 'The service is down.' },
  });
});

it('is red while the disk takes nothing, and well again when it does', async () => {
  const disk = new TestDisk();
  const { gateway } = await start({ disk });
  const health = async (): Promise<unknown> => {
    const { status, text } = await call(gateway, HEALTH_PATH);
    return [status, (JSON.parse(text) as { failure?: { message: string } }).failure?.message];
  };
  expect(await health()).toEqual([200, undefined]);
  disk.become(failure('unavailable', 'The disk is full.'));
  expect(await health()).toEqual([503, 'The disk is full.']);
  disk.become(undefined);
  expect(await health()).toEqual([200, undefined]);
});

it('tells pages of a full disk before anything else, so that nobody presses in vain', () => {
  const clock = new ManualClock(MORNING);
  const platform = new TestPlatform(new FakePlatform(() => clock.now()), clock);
  const disk = new TestDisk();
  const status = statusSource({
    ground: { platform, environment: 'simulator', service: 'http://127.0.0.1:1', disk },
    signsIn: true,
    recalls: { read: () => undefined, onChange: () => () => undefined },
    around: { zone: ZONE, version: '0.0.0', vault: NO_VAULT, environments: [] },
  });
  let told = 0;
  const stop = status.onChange(() => void (told += 1));
  platform.become({ signedIn: true, failure: failure('unavailable', 'The service is slow.') });
  disk.become(failure('unavailable', 'The disk is full.'));
  expect(status.read().failure?.message).toBe('The disk is full.');
  disk.become(undefined);
  expect(status.read().failure?.message).toBe('The service is slow.');
  expect(told).toBe(3);
  stop();
  disk.become(failure('unavailable', 'The disk is full.'));
  expect(told).toBe(3);
});
