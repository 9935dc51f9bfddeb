import { expect, it } from 'vitest';
import { edgeTo, NOON, platform, signingIn } from './platform';
import { RQ, wireRequest } from './records';

const ASK = { lane: 'visible' } as const;
const DAY_MS = 86_400_000;

async function answering(headers: Record<string, string>, profile?: unknown) {
  const service = await platform(signingIn(() => ({ headers, body: wireRequest() }), NOON + 5 * DAY_MS));
  const edge = await edgeTo(service.baseUrl, { profile });
  let changes = 0;
  edge.onStatusChanged(() => (changes += 1));
  const read = async () => {
    expect((await edge.service.request(RQ, ASK)).ok).toBe(true);
    return edge.status.endsOfLife;
  };
  const logged = () => edge.logged.filter((line) => line.includes('announces an end'));
  return { edge, read, logged, changes: () => changes };
}

it.each([
  [
    { deprecation: '@1772323200', sunset: 'Wed, 31 Mar 2027 23:59:59 GMT' },
    'paths.request is deprecated since 2026-03-01 and ends on 2027-03-31; a newer version is set in the service profile.',
  ],
  [{ deprecation: 'true' }, 'paths.request is deprecated; a newer version is set in the service profile.'],
  [
    { sunset: 'soon' },
    'paths.request is deprecated and ends on a day that cannot be read; a newer version is set in the service profile.',
  ],
])('tells what the headers %j announce', async (headers, sentence) => {
  const { read, changes } = await answering(headers);
  expect(await read()).toEqual([sentence]);
  expect(await read()).toEqual([sentence]);
  expect(changes()).toBe(1);
});

it('says nothing where nothing is announced', async () => {
  expect(await (await answering({})).read()).toBeUndefined();
  expect(await (await answering({ deprecation: 'false' })).read()).toBeUndefined();
});

it('writes each into the log once a day', async () => {
  const { edge, read, logged } = await answering({ sunset: 'Wed, 31 Mar 2027 23:59:59 GMT' });
  await read();
  await read();
  expect(logged()).toHaveLength(1);
  edge.clock.jump(DAY_MS);
  await read();
  await read();
  expect(logged()).toHaveLength(2);
});

it('tells from the first moment which paths a version serves whose end the profile knows', async () => {
  const endsOfLife = { 'v2.2': '2027-03-31', 'v1.0': '2026-12-31' };
  const { edge } = await answering({}, { endsOfLife });
  expect(edge.status.endsOfLife).toEqual([
    'v2.2 ends on 2027-03-31; it serves paths.addProposal, paths.deleteProposals, paths.executeTrade, ' +
      'paths.risks, paths.riskToggle, paths.riskSettings.',
  ]);
});
