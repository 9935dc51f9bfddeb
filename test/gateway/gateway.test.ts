import { afterEach, expect, it } from 'vitest';
import { HEALTH_PATH } from '../../src/contract/desk/http';
import { failure } from './twins/fake-platform';
import { call, testGateway, type TestGateway } from './twins/gateway';

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
