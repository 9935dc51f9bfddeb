import { afterEach, expect, it } from 'vitest';
import { newSession } from '../../simulation/running-gateway';
import type { Action } from '../../src/domain/action';
import { QuoteId } from '../../src/domain/identifiers';
import { pathOf, ROUTES } from '../../src/contract/desk/routes';
import { ManualClock } from '../../src/effects/manual-clock';
import { silentLog } from '../../src/effects/log';
import { statusSource } from '../../src/gateway/environments/status';
import { StartCheck } from '../../src/gateway/actions/journal-check';
import { NO_VAULT } from '../../src/gateway/storage/vault/vault';
import { actionId, QUOTE, WITHDRAW } from './twins/actions';
import { MORNING, ZONE } from './twins/cache';
import { MemoryJournal } from './twins/memory-stores';
import { failure, FakePlatform, singleQuote, singleRequest } from './twins/fake-platform';
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
  expect(desk.clock.pending).toBeGreaterThan(0);
  await desk.stop();
  expect(desk.clock.pending).toBe(0);
});

it('says in its health whether it is signed in', async () => {
  const { gateway, platform } = await start();
  platform.become({ signedIn: false, failure: failure('unavailable', 'The service is down.') });
  const health = await call(gateway, ROUTES.health.path);
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
    const { status, text } = await call(gateway, ROUTES.health.path);
    return [status, (JSON.parse(text) as { failure?: { message: string } }).failure?.message];
  };
  expect(await health()).toEqual([200, undefined]);
  disk.become(failure('unavailable', 'The disk is full.'));
  expect(await health()).toEqual([503, 'The disk is full.']);
  disk.become(undefined);
  expect(await health()).toEqual([200, undefined]);
});

it('tells at its start what the last run withdrew and did not tell', async () => {
  const quoteId = QuoteId.parse('Q-2');
  const done = { shown: '', state: 'done', createdAt: MORNING - 2_000, endedAt: MORNING - 1_000 } as const;
  const journal = new MemoryJournal();
  const sent: Action = { ...done, id: actionId(1), body: QUOTE, quoteId };
  await journal.append(sent, { ...done, id: actionId(2), body: WITHDRAW });
  await start({ journal });
  expect((await journal.find(actionId(1)))?.over).toEqual({ how: 'withdrawn', at: MORNING - 1_000 });
});

/** A journal whose end was cut off. */
class CutJournal extends MemoryJournal {
  override async written(): Promise<number> {
    return this.lines.length + 2;
  }
}

it('is red while the journal is not as it was written, tells pages, and sends all the same', async () => {
  const { gateway, service } = await start({ journal: new CutJournal() });
  service.addRequest(singleRequest('RQ-2', { role: 'recipient' }), [
    singleQuote('RQ-2', 'Q-2'),
    singleQuote('RQ-2', 'Q-9'),
  ]);
  const health = await call(gateway, ROUTES.health.path);
  expect([health.status, JSON.parse(health.text)]).toMatchObject([
    503,
    {
      status: 'failing',
      signedIn: true,
      journal: 'broken',
      failure: { message: expect.stringContaining('ends at line 0, and 2 lines were written') as unknown },
    },
  ]);
  const token = await newSession(gateway);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const bundle = await call(gateway, ROUTES.supportBundle.path, { headers });
  expect(JSON.parse(bundle.text)).toMatchObject({ status: { journal: { state: 'broken' } } });
  for (const [count, body] of [WITHDRAW, QUOTE].entries()) {
    const sent = { method: 'PUT', headers, body: JSON.stringify({ body, shown: '' }) };
    const answer = await call(gateway, pathOf(ROUTES.putAction, { id: actionId(count + 1) }), sent);
    expect(JSON.parse(answer.text)).toMatchObject({ action: { state: 'done' } });
  }
});

it('tells pages when an old line turns out not to be as it was written', async () => {
  const clock = new ManualClock(MORNING);
  const source = new CutJournal();
  const journal = await StartCheck.open({ source, clock, log: silentLog });
  const status = statusSource({
    resources: {
      platform: new TestPlatform(new FakePlatform(() => clock.now()), clock),
      environment: 'simulator',
      service: 'http://127.0.0.1:1',
      disk: new TestDisk(),
    },
    signsIn: true,
    massWithdrawals: { read: () => undefined, onChange: () => () => undefined },
    halts: { read: () => undefined, onChange: () => () => undefined },
    journal,
    config: { zone: ZONE, version: '0.0.0', vault: NO_VAULT, environments: [] },
  });
  let told = 0;
  const stop = status.onChange(() => void (told += 1));
  source.linesAfter = async () => Promise.reject(new Error('database disk image is malformed'));
  journal.start();
  await clock.advance(10_000);
  expect(told).toBe(1);
  expect(status.read().journal?.failure?.message).toContain('malformed');
  stop();
});

it('says of a whole journal that it is being checked, and then that it is whole', async () => {
  const { gateway, clock } = await start();
  const health = async (): Promise<unknown> => JSON.parse((await call(gateway, ROUTES.health.path)).text);
  expect(await health()).toEqual({ status: 'ok', signedIn: true, journal: 'checking' });
  await clock.advance(10_000);
  expect(await health()).toEqual({ status: 'ok', signedIn: true, journal: 'whole' });
});

it('tells pages of a full disk before anything else, so that nobody presses in vain', () => {
  const clock = new ManualClock(MORNING);
  const platform = new TestPlatform(new FakePlatform(() => clock.now()), clock);
  const disk = new TestDisk();
  const status = statusSource({
    resources: { platform, environment: 'simulator', service: 'http://127.0.0.1:1', disk },
    signsIn: true,
    massWithdrawals: { read: () => undefined, onChange: () => () => undefined },
    halts: { read: () => undefined, onChange: () => () => undefined },
    journal: { read: () => ({ state: 'whole' }), onChange: () => () => undefined },
    config: { zone: ZONE, version: '0.0.0', vault: NO_VAULT, environments: [] },
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
