import { afterEach, expect, it } from 'vitest';
import { FailureAnswer, PairAnswer, SessionAnswer } from '../../../src/contract/desk/answers';
import { ROUTES } from '../../../src/contract/desk/routes';
import { call, testGateway, type RawAnswer, type TestGateway } from '../twins/gateway';

const running: TestGateway[] = [];
afterEach(async () => {
  for (const desk of running.splice(0)) await desk.stop();
});

async function start() {
  const desk = await testGateway();
  running.push(desk);
  const post = (path: string, body: unknown): Promise<RawAnswer> =>
    call(desk.gateway, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    gateway: desk.gateway,
    session: (body: unknown) => post(ROUTES.openSession.path, body),
    pair: (body: unknown) => post(ROUTES.pair.path, body),
  };
}

const refusalOf = ({ status, text }: RawAnswer): [number, string] => [
  status,
  FailureAnswer.parse(JSON.parse(text)).failure.kind,
];

it('gives a session to a paired browser alone', async () => {
  const { gateway, session, pair } = await start();
  for (const body of [{}, { key: '' }, { key: 'x'.repeat(43) }, { key: 'x'.repeat(1_000) }, [], 'key']) {
    expect(refusalOf(await session(body))).toEqual([401, 'signed-out']);
  }
  const { key } = PairAnswer.parse(JSON.parse((await pair({ code: gateway.pairingCode })).text));
  const opened = await session({ key });
  expect(opened.status).toBe(200);
  const { token } = SessionAnswer.parse(JSON.parse(opened.text));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await call(gateway, ROUTES.supportBundle.path, { headers });
  expect(answer.status).toBe(200);
  expect(answer.text).not.toContain(gateway.pairingCode);
});

it('says why a browser that was paired is not known any more, and nothing else for any strange key', async () => {
  const messageTo = async (desk: Pick<Awaited<ReturnType<typeof start>>, 'session'>, body: unknown) =>
    FailureAnswer.parse(JSON.parse((await desk.session(body)).text)).failure.message;
  const before = await start();
  const { key } = PairAnswer.parse(
    JSON.parse((await before.pair({ code: before.gateway.pairingCode })).text),
  );
  const after = await start();
  expect(await messageTo(after, {})).toBe('This browser or Excel is not paired with the SpreadDesk gateway.');
  const forgotten = await messageTo(after, { key });
  expect(forgotten).toContain('without a data folder each start of the gateway ends all pairings');
  expect(await messageTo(after, { key: 'x'.repeat(43) })).toBe(forgotten);
});

it('refuses a key, and a program’s key, in the place of a session’s token', async () => {
  const { gateway, pair } = await start();
  const { key } = PairAnswer.parse(JSON.parse((await pair({ code: gateway.pairingCode })).text));
  for (const strange of [key, gateway.programKey, gateway.pairingCode]) {
    const headers = { authorization: `Bearer ${strange}` };
    expect((await call(gateway, ROUTES.exportJournal.path, { headers })).status).toBe(401);
  }
});

it('takes a name that can be read on one line, before the code is looked at', async () => {
  const { gateway, pair } = await start();
  const { pairingCode: code } = gateway;
  for (const name of ['', ' ', ' Anna', 'Anna\nOtt', 'Anna\u202eOtt', 'A'.repeat(101), 7]) {
    expect((await pair({ code, name })).status).toBe(400);
  }
  expect((await pair({ code, name: 'Zoë O’Brien-Łuczak' })).status).toBe(200);
});

it('counts guesses over HTTP: the eleventh in a minute is not even compared', async () => {
  const { gateway, pair } = await start();
  expect((await pair({ code: 12 })).status).toBe(400);
  for (let guess = 0; guess < 10; guess++) expect((await pair({ code: '0000-0000' })).status).toBe(403);
  expect(refusalOf(await pair({ code: gateway.pairingCode }))).toEqual([429, 'throttled']);
});
