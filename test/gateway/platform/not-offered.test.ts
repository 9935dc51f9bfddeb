import { expect, it } from 'vitest';
import { RequestId } from '../../../src/domain/identifiers';
import { OPERATIONS } from '../../../src/contract/service/operations';
import type { Service } from '../../../src/gateway/platform/operations';
import { CREDENTIALS, edgeTo, isAuthenticate, NOON, platform, signingIn } from './platform';
import { RQ, wireRequest } from './records';

const ASK = { lane: 'asked' } as const;
const DAY = { from: NOON - 86_400_000, to: NOON };

const ASSUMED: readonly [string, (service: Service) => Promise<unknown>][] = [
  ['concludedRequests', (service) => service.concludedRequests(DAY, ASK)],
  ['smartRecipients', (service) => service.smartRecipients({ commodity: 'power' }, ASK)],
  ['risks', (service) => service.risks(ASK)],
];

async function without(answered: () => boolean = () => false) {
  const service = await platform(
    signingIn(() => (answered() ? { body: [] } : { status: 404, body: { message: 'No such page.' } })),
  );
  const edge = await edgeTo(service.baseUrl);
  const calls = () => service.arrived.filter((call) => !isAuthenticate(call)).length;
  return { edge, calls, service };
}

it.each(ASSUMED)('asks once for what the service has not (paths.%s), and says so', async (name, ask) => {
  const { edge, calls } = await without();
  const failure = {
    kind: 'unsupported',
    message: `It is not offered by this service profile (paths.${name}): No such page.`,
    next: 'If the platform does offer it, set its path in the service profile and sign in again.',
  };
  for (let asked = 0; asked < 5; asked++) {
    expect(await ask(edge.service)).toMatchObject({ ok: false, failure });
    expect(calls()).toBe(1);
  }
});

it.each(ASSUMED)('asks again for paths.%s after a new sign-in', async (_, ask) => {
  let offered = false;
  const { edge, calls } = await without(() => offered);
  await ask(edge.service);
  offered = true;
  expect(await ask(edge.service)).toMatchObject({ ok: false });
  expect(calls()).toBe(1);
  await edge.signIn(CREDENTIALS);
  expect(await ask(edge.service)).toMatchObject({ ok: true });
  expect(calls()).toBe(2);
});

it.each(ASSUMED)('asks again for paths.%s with another profile', async (_, ask) => {
  const { edge, calls, service } = await without();
  await ask(edge.service);
  await ask(edge.service);
  await ask((await edgeTo(service.baseUrl)).service);
  expect(calls()).toBe(2);
});

it('remembers each by itself', async () => {
  const { edge, calls } = await without();
  for (const [, ask] of [...ASSUMED, ...ASSUMED]) await ask(edge.service);
  expect(calls()).toBe(ASSUMED.length);
});

it('does not give up what the interface document states for a mishap of a moment', async () => {
  let works = false;
  const { edge } = await without(() => works);
  expect(await edge.service.trades(DAY, ASK)).toMatchObject({
    failure: { kind: 'unsupported', message: expect.stringContaining('paths.trades') as string },
  });
  expect(await edge.service.openRequests(ASK)).toMatchObject({ failure: { kind: 'unsupported' } });
  works = true;
  expect(await edge.service.trades(DAY, ASK)).toMatchObject({ ok: true });
  expect(await edge.service.openRequests(ASK)).toMatchObject({ ok: true });
});

it('takes a 404 on something that is named for the lack of that thing alone', async () => {
  const { edge, calls } = await without();
  for (const asked of [1, 2]) {
    expect(await edge.service.proposals(RQ, ASK)).toMatchObject({
      failure: {
        kind: 'not-found',
        next: 'Check the id. If ids that exist are refused too, ask your administrator to check the service profile.',
      },
    });
    expect(calls()).toBe(asked);
  }
  expect(await edge.service.riskSettings('coal', ASK)).toMatchObject({
    failure: { kind: 'not-found', message: 'There is no commodity coal: No such page.' },
  });
});

it('does not remember what failed in another way', async () => {
  let status = 405;
  const service = await platform(signingIn(() => ({ status, body: [wireRequest()] })));
  const { service: edge } = await edgeTo(service.baseUrl);
  for (status of [500, 403, 405]) expect(await edge.concludedRequests(DAY, ASK)).toMatchObject({ ok: false });
  status = 200;
  expect(await edge.concludedRequests(DAY, ASK)).toMatchObject({ ok: true });
});

it('holds for exactly the reads whose path is assumed and names nothing', () => {
  const assumed = Object.values(OPERATIONS).filter(({ stated, write }) => !stated && !write);
  expect(assumed.map(({ path }) => path)).toEqual([
    'tradeLoadShapes',
    'requestLoadShapes',
    'concludedRequests',
    'quotes',
    'proposals',
    'counteroffers',
    'smartRecipients',
    'risks',
    'riskSettings',
  ]);
});

it('gives load shapes up after three things without one', async () => {
  const { edge, calls } = await without();
  const shape = (id: string) => edge.service.loadShape({ requestId: RequestId.parse(id) }, ASK);
  for (const id of ['RQ-1', 'RQ-1', 'RQ-2'])
    expect(await shape(id)).toMatchObject({ failure: { kind: 'not-found' } });
  for (const id of ['RQ-3', 'RQ-4', 'RQ-5'])
    expect(await shape(id)).toMatchObject({
      failure: {
        kind: 'unsupported',
        message: 'It is not offered by this service profile (paths.requestLoadShapes).',
      },
    });
  expect(calls()).toBe(4);
});

it('goes on asking for load shapes where some thing has one', async () => {
  let answers = true;
  const { edge, calls } = await without(() => answers);
  const shape = (id: string) => edge.service.loadShape({ requestId: RequestId.parse(id) }, ASK);
  expect(await shape('RQ-0')).toMatchObject({ ok: true });
  const before = calls();
  answers = false;
  for (const id of ['RQ-1', 'RQ-2', 'RQ-3', 'RQ-4'])
    expect(await shape(id)).toMatchObject({ failure: { kind: 'not-found' } });
  expect(calls()).toBe(before + 4);
});
