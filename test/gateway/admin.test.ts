import { afterEach, expect, it } from 'vitest';
import { newSession } from '../../simulation/running-gateway';
import { FailureAnswer, PairAnswer } from '../../src/contract/desk/answers';
import { EndAnswer, PEOPLE_ROUTES, PeopleAnswer } from '../../src/contract/desk/people';
import { ROUTES } from '../../src/contract/desk/routes';
import { TRADE_DOWNLOAD_ROUTES } from '../../src/contract/desk/trade-downloads';
import { success } from '../../src/domain/failure';
import { GatewayClient } from '../../src/gateway/cli/gateway-client';
import { peopleCommand } from '../../src/gateway/cli/people-command';
import { call, testGateway, type TestGateway } from './twins/gateway';
import { page } from './twins/page';

const running: TestGateway[] = [];
afterEach(async () => {
  for (const desk of running.splice(0)) await desk.stop();
});

const JSON_TYPE = { 'content-type': 'application/json' };

async function desk() {
  const made = await testGateway();
  running.push(made);
  const { gateway } = made;
  const send = (token: string, path: string, body?: object) =>
    call(gateway, path, {
      headers: { ...JSON_TYPE, authorization: `Bearer ${token}` },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
  const keyOf = async (name: string): Promise<string> => {
    const body = JSON.stringify({ code: gateway.pairingCode, name });
    const paired = await call(gateway, ROUTES.pair.path, { method: 'POST', headers: JSON_TYPE, body });
    return PairAnswer.parse(JSON.parse(paired.text)).key;
  };
  const sessionOf = (programKey: string): Promise<string> => newSession({ url: gateway.url, programKey });
  const run = async (...args: string[]): Promise<{ code: number; said: string }> => {
    let said = '';
    const sink = { write: (text: string) => (said += text) };
    const door = new GatewayClient(`http://127.0.0.1:${gateway.port}`, gateway.programKey);
    const connect = async () => success({ door, isOwn: false, close: () => door.close() });
    const code = await peopleCommand(args, { out: sink, problems: sink, connect });
    return { code, said };
  };
  const reads = async (token: string): Promise<number> =>
    (await send(token, TRADE_DOWNLOAD_ROUTES.list.path)).status;
  return { ...made, send, keyOf, sessionOf, run, reads };
}

it('lists who is on the desk and ends one session at once: its line is closed, its token refused', async () => {
  const to = await desk();
  const [anna, ben] = [await to.sessionOf(await to.keyOf('Anna')), await to.sessionOf(await to.keyOf('Ben'))];
  const [annas, bens] = [await page(to, anna), await page(to, ben)];
  await Promise.all([annas.value('status'), bens.value('status')]);
  const { sessions } = PeopleAnswer.parse(JSON.parse((await to.send(ben, PEOPLE_ROUTES.read.path)).text));
  expect(sessions.map(({ name, pages }) => [name, pages]).toSorted()).toEqual([
    ['Anna', 1],
    ['Ben', 1],
  ]);
  const session = sessions.find(({ name }) => name === 'Anna')?.session ?? '';
  const ended = await to.send(ben, PEOPLE_ROUTES.end.path, { session });
  expect(EndAnswer.parse(JSON.parse(ended.text))).toEqual({ ended: 1 });
  expect(await annas.end()).toBe('The gateway does not know the session of this page.');
  expect(await Promise.all([to.reads(anna), to.reads(ben)])).toEqual([401, 200]);
  const journal = await to.send(ben, `${ROUTES.exportJournal.path}?format=jsonl`);
  expect(journal.text).toContain(`Ben ended the session ${session} of Anna.`);
});

it('unpairs one browser alone, ends its sessions, and its key opens no other one', async () => {
  const to = await desk();
  const [annas, bens] = [await to.keyOf('Anna'), await to.keyOf('Ben')];
  const tokens = [await to.sessionOf(annas), await to.sessionOf(annas), await to.sessionOf(bens)];
  const { pairings } = PeopleAnswer.parse(
    JSON.parse((await to.send(tokens[2] ?? '', PEOPLE_ROUTES.read.path)).text),
  );
  expect(pairings.map(({ name }) => name)).toEqual(['Anna', 'Ben']);
  const unpaired = await to.send(
    tokens[2] ?? '',
    PEOPLE_ROUTES.unpair.path,
    pairings[0] && { pairing: pairings[0].pairing },
  );
  expect(EndAnswer.parse(JSON.parse(unpaired.text))).toEqual({ ended: 2 });
  expect(await Promise.all(tokens.map(to.reads))).toEqual([401, 401, 200]);
  const again = await call(to.gateway, ROUTES.openSession.path, {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify({ key: annas }),
  });
  expect([again.status, FailureAnswer.parse(JSON.parse(again.text)).failure.kind]).toEqual([
    401,
    'signed-out',
  ]);
  const twice = await to.send(tokens[2] ?? '', PEOPLE_ROUTES.unpair.path, { pairing: pairings[0]?.pairing });
  expect(twice.status).toBe(404);
});

it('does the same by npm run people', async () => {
  const to = await desk();
  const anna = await to.sessionOf(await to.keyOf('Anna Ott'));
  await to.keyOf('Ben');
  const listed = await to.run('list');
  expect(listed.code).toBe(0);
  expect(listed.said).toMatch(/session [0-9a-f]{8} {2}Anna Ott {2}viewer, analyst, trader, approver, admin/);
  expect(listed.said).toMatch(/Anna Ott .* UTC {2}0 open workbooks\n/);
  // This command's own session is nobody who is here.
  expect(listed.said.match(/^session /gm)).toHaveLength(1);
  expect(listed.said).toContain('commands of the gateway’s account: 1 session, this one among them\n');
  expect(listed.said).toMatch(/browser [0-9a-f]{8} {2}Ben/);
  expect(listed.said).toContain(
    'no policy: a paired browser may do everything, and who signs in at a provider has the roles',
  );
  expect(await to.run('end', 'Anna', 'Ott')).toEqual({ code: 0, said: '1 session of Anna Ott ended.\n' });
  expect(await to.reads(anna)).toBe(401);
  expect(await to.run('unpair', 'Ben')).toEqual({
    code: 0,
    said: '1 browser of Ben unpaired, 0 sessions ended.\n',
  });
  expect((await to.run('unpair', 'Ben')).code).toBe(1);
  expect((await to.run('halt-it')).code).toBe(2);
  expect((await to.run('end')).code).toBe(2);
});
