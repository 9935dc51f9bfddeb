import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { newSession } from '../../../simulation/running-gateway';
import { FailureAnswer, SOURCES_MAX, SourcesAnswer } from '../../../src/contract/desk/answers';
import { pathOf, ROUTES } from '../../../src/contract/desk/routes';
import { GatewayMessage, SOCKET_PATH, type AnswerMessage } from '../../../src/contract/desk/socket';
import { giveMarkets } from '../../../src/domain/delivery/given-markets';
import { FailureKind } from '../../../src/domain/failure';
import { RequestId } from '../../../src/domain/identifiers';
import { resourceKey } from '../../../src/domain/resources/resource';
import { STATUS_OF } from '../../../src/gateway/web/serve';
import { actionId, WITHDRAW } from '../twins/actions';
import { singleQuote, singleRequest } from '../twins/fake-platform';
import { until } from '../../until';
import {
  call,
  testGateway,
  type RawAnswer,
  type TestGateway,
  type TestGatewayOptions,
} from '../twins/gateway';

const running: TestGateway[] = [];
async function start(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const desk = await testGateway(options);
  running.push(desk);
  return desk;
}
afterEach(async () => {
  for (const desk of running.splice(0)) await desk.stop();
});

const JSON_BODY = { 'content-type': 'application/json' };
const kindOf = ({ text }: RawAnswer): string => FailureAnswer.parse(JSON.parse(text)).failure.kind;
const session = ({ gateway }: TestGateway): Promise<string> => newSession(gateway);
const act = (
  { gateway }: TestGateway,
  token: string,
  body: unknown = { body: WITHDRAW, shown: 'withdraw' },
) =>
  call(gateway, pathOf(ROUTES.putAction, { id: actionId(1) }), {
    method: 'PUT',
    headers: { ...JSON_BODY, authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });

it('answers under its own names alone', async () => {
  const { gateway } = await start();
  for (const host of [
    `localhost:${gateway.port}`,
    `127.0.0.1:${gateway.port}`,
    `LOCALHOST:${gateway.port}`,
  ]) {
    expect((await call(gateway, ROUTES.health.path, { headers: { host } })).status).toBe(200);
  }
  const strangers = [
    'evil.example',
    `evil.example:${gateway.port}`,
    'localhost',
    `localhost.evil.example:${gateway.port}`,
  ];
  for (const host of strangers) {
    for (const path of [ROUTES.health.path, '/taskpane.html', '/desk.js', '/nowhere']) {
      const answer = await call(gateway, path, { headers: { host } });
      expect([answer.status, kindOf(answer)]).toEqual([403, 'denied']);
    }
  }
});

it('answers under no name that the first line of a request gives in place of its header', async () => {
  const { gateway } = await start();
  const own = `http://localhost:${gateway.port}`;
  for (const target of [
    `http://evil.example${ROUTES.health.path}`,
    `${own}${ROUTES.health.path}`,
    `${own}/taskpane.html`,
  ]) {
    const answer = await call(gateway, target);
    expect([answer.status, kindOf(answer)]).toEqual([403, 'denied']);
  }
});

it('says nothing back of an address that cannot be read, and of a foreign name as little to a page as of any', async () => {
  const { gateway } = await start();
  const strange = [
    await call(gateway, '/%zz<script>'),
    await call(gateway, pathOf(ROUTES.putAction, { id: 'x'.repeat(500) }), { method: 'PUT' }),
    await call(gateway, ROUTES.health.path, { headers: { host: 'evil.example' } }),
  ];
  expect(strange.map(({ status }) => status)).toEqual([404, 404, 403]);
  for (const { text, headers } of strange) {
    expect(text).not.toMatch(/script|xxx|fastify|FST/i);
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
  }
});

it('lets no page of another origin use its interface, nor under a path that is written otherwise', async () => {
  const { gateway } = await start();
  const foreign = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `http://localhost:${gateway.port + 1}` },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  for (const headers of foreign) {
    for (const path of [ROUTES.openSession.path, '/%61pi/session']) {
      const answer = await call(gateway, path, {
        method: 'POST',
        headers: { ...JSON_BODY, ...headers },
        body: '{}',
      });
      expect([answer.status, kindOf(answer)]).toEqual([403, 'denied']);
    }
  }
  const own = { origin: `http://localhost:${gateway.port}`, 'sec-fetch-site': 'same-origin' };
  const answer = await call(gateway, ROUTES.openSession.path, {
    method: 'POST',
    headers: { ...JSON_BODY, ...own },
    body: JSON.stringify({ key: gateway.programKey }),
  });
  expect(answer.status).toBe(200);
});

it('takes an action with its session token alone', async () => {
  const desk = await start();
  desk.service.addRequest(singleRequest('RQ-2', { role: 'recipient' }), [singleQuote('RQ-2', 'Q-2')]);
  for (const token of ['', 'wrong', 'x'.repeat(43)]) {
    const answer = await act(desk, token);
    expect([answer.status, kindOf(answer)]).toEqual([401, 'signed-out']);
  }
  const bare = await call(desk.gateway, pathOf(ROUTES.putAction, { id: actionId(1) }), {
    method: 'PUT',
    headers: JSON_BODY,
    body: '{}',
  });
  expect(bare.status).toBe(401);
  expect(desk.service.calls).toEqual([]);
  const answer = await act(desk, await session(desk));
  expect(JSON.parse(answer.text)).toMatchObject({ action: { id: actionId(1), state: 'done' } });
});

it('refuses what is no action, no JSON or too large, and sends nothing', async () => {
  const desk = await start();
  const token = await session(desk);
  const headers = { ...JSON_BODY, authorization: `Bearer ${token}` };
  const path = pathOf(ROUTES.putAction, { id: actionId(1) });
  const bodies = [
    '{}',
    '{',
    'null',
    JSON.stringify({ body: WITHDRAW, shown: 'x'.repeat(501) }),
    ' '.repeat(70_000),
  ];
  for (const body of bodies) {
    const answer = await call(desk.gateway, path, { method: 'PUT', headers, body });
    expect([answer.status, kindOf(answer)]).toEqual([400, 'invalid-argument']);
  }
  const plain = await call(desk.gateway, path, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'text/plain' },
    body: JSON.stringify({ body: WITHDRAW, shown: '' }),
  });
  expect(plain.status).toBe(400);
  const otherId = await call(desk.gateway, pathOf(ROUTES.putAction, { id: '../x' }), {
    method: 'PUT',
    headers,
    body: '{}',
  });
  expect(otherId.status).toBe(400);
  expect(desk.service.calls).toEqual([]);
});

it('tells a refusal of the action desk with the status of its kind', async () => {
  const desk = await start();
  desk.service.addRequest(singleRequest('RQ-2', { role: 'recipient' }), [singleQuote('RQ-2', 'Q-2')]);
  const token = await session(desk);
  await act(desk, token);
  const other = await act(desk, token, { body: { ...WITHDRAW, quoteId: 'Q-3' }, shown: '' });
  expect([other.status, kindOf(other)]).toEqual([400, 'invalid-argument']);
});

it('has an HTTP status for every kind of failure, and it is one of failure', () => {
  expect(Object.keys(STATUS_OF).sort()).toEqual([...FailureKind.options].sort());
  expect(Object.values(STATUS_OF).every((status) => status >= 400 && status < 600)).toBe(true);
});

it('says in its health that the journal cannot be written', async () => {
  const desk = await start();
  expect((await call(desk.gateway, ROUTES.health.path)).status).toBe(200);
  const release = desk.service.hold('withdrawQuote');
  const token = await session(desk);
  const answer = act(desk, token);
  await until(() => desk.service.callsOf('withdrawQuote').length === 1);
  desk.journal.full = true;
  release();
  await answer;
  const health = await call(desk.gateway, ROUTES.health.path);
  expect(health.status).toBe(503);
  expect(JSON.parse(health.text)).toMatchObject({ status: 'failing', failure: { kind: 'unavailable' } });
});

/** One of them may lead on to the other. */
const MICROSOFTS = 'https://officeapis.public.onecdn.static.microsoft https://appsforoffice.microsoft.com';

it('serves the add-in with a strict policy that lets Excel on the web frame it', async () => {
  const { gateway } = await start();
  const pane = await call(gateway, '/taskpane.html');
  const policy = String(pane.headers['content-security-policy']);
  expect(policy).toContain(`script-src 'self' ${MICROSOFTS};`);
  for (const frame of ['*.cloud.microsoft', '*.officeapps.live.com', '*.sharepoint.com', 'onedrive.live.com'])
    expect(policy).toMatch(new RegExp(`frame-ancestors [^;]*https://${frame.replaceAll(/[*.]/g, '\\$&')}`));
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
  expect(pane.headers['x-frame-options']).toBeUndefined();
  expect(pane.headers['x-content-type-options']).toBe('nosniff');
  expect((await call(gateway, '/desk.js')).text).toBe('desk()');
  const home = await call(gateway, '/');
  expect([home.status, home.headers['location']]).toEqual([302, '/taskpane.html']);
});

it('writes the markets of the desk into the page, so that cells count by them from the first on', async () => {
  const { gateway } = await start({ workbench: true });
  const plain = await call(gateway, '/taskpane.html');
  expect(plain.text).not.toContain('desk-markets');
  giveMarkets('v1;power|A&"B|Europe/Paris|8|20|0');
  onTestFinished(() => giveMarkets(''));
  for (const path of ['/taskpane.html', '/workbench/taskpane.html'])
    expect((await call(gateway, path)).text).toMatch(
      /^<html><meta name="desk-markets" content="v1;power\|A&amp;&quot;B\|Europe\/Paris\|8\|20\|0" \/><script/,
    );
});

it('lets those frame the pane whom the settings name, and nobody the workbench', async () => {
  const { gateway } = await start({ workbench: true, framedBy: ['https://*.sharepoint.us'] });
  const ancestors = async (path: string) =>
    /frame-ancestors ([^;]*)/.exec(
      String((await call(gateway, path)).headers['content-security-policy']),
    )?.[1];
  expect(await ancestors('/taskpane.html')).toMatch(
    / https:\/\/teams\.microsoft\.com https:\/\/\*\.sharepoint\.us$/,
  );
  expect(await ancestors('/')).toBe("'none'");
});

it('gives declarations and icons to every origin, and nothing else', async () => {
  const { gateway } = await start();
  const headers = { origin: 'https://excel.officeapps.live.com' };
  const originOf = async (path: string) =>
    (await call(gateway, path, { headers })).headers['access-control-allow-origin'];
  for (const path of ['/functions.json', '/shortcuts.json', '/assets/icon-16.png']) {
    expect(await originOf(path)).toBe('*');
  }
  for (const path of ['/desk.js', '/taskpane.html', ROUTES.health.path])
    expect(await originOf(path)).toBeUndefined();
  const icon = await call(gateway, '/assets/icon-16.png');
  expect(icon.headers['cache-control']).toContain('max-age');
});

it('serves nothing outside of its folders', async () => {
  const { gateway } = await start({ workbench: true });
  const tricks = [
    '/../../secret.txt',
    '/..%2f..%2fsecret.txt',
    '/%2e%2e/%2e%2e/secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/workbench/office/../../../secret.txt',
    '//secret.txt',
  ];
  for (const path of tricks) {
    const answer = await call(gateway, path);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.text).not.toBe('secret');
  }
});

it('serves the workbench beside the pane, with office.js from here, only when it is asked for', async () => {
  const { gateway } = await start({ workbench: true });
  expect((await call(gateway, '/')).text).toContain('workbench');
  expect((await call(gateway, '/workbench/wire-page.js')).text).toBe('wire()');
  const pane = await call(gateway, '/workbench/taskpane.html');
  expect(pane.text).toBe(
    '<html><script src="/workbench/wire-page.js"></script><script src="/workbench/office/office.js"></script><script src="/desk.js"></script></html>',
  );
  expect(pane.headers['content-security-policy']).toContain("script-src 'self';");
  expect((await call(gateway, '/workbench/office/office.js')).text.length).toBeGreaterThan(10_000);
  expect((await call(gateway, '/taskpane.html')).text).toContain('appsforoffice');
  const plain = await start();
  expect((await call(plain.gateway, '/workbench/wire-page.js')).status).toBe(404);
});

it('loads office.js from where it is told to', async () => {
  const { gateway } = await start({ officeJsUrl: 'https://office.example/1/office.js?a&b"' });
  const pane = await call(gateway, '/taskpane.html');
  expect(pane.text).toContain('<script src="https://office.example/1/office.js?a&amp;b&quot;"></script>');
  expect(pane.headers['content-security-policy']).toContain("script-src 'self' https://office.example;");
});

it('lets scripts come from both addresses of Microsoft, whichever is asked first', async () => {
  const { gateway } = await start({
    officeJsUrl: 'https://appsforoffice.microsoft.com/lib/1/hosted/office.js',
  });
  const pane = await call(gateway, '/taskpane.html');
  expect(pane.text).toContain('src="https://appsforoffice.microsoft.com/lib/1/hosted/office.js"');
  expect(pane.headers['content-security-policy']).toContain(`script-src 'self' ${MICROSOFTS};`);
});

it('serves office.js from a folder of its own, and then lets no script come from elsewhere', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'office-js-'));
  writeFileSync(join(folder, 'office.js'), 'office()');
  writeFileSync(join(folder, 'excel-win32-16.01.js'), 'excel()');
  const { gateway } = await start({ officeJsFolder: folder });
  const pane = await call(gateway, '/taskpane.html');
  expect(pane.text).toContain('<script src="/office-js/office.js"></script>');
  expect(pane.headers['content-security-policy']).toContain("script-src 'self';");
  expect((await call(gateway, '/office-js/office.js')).text).toBe('office()');
  expect((await call(gateway, '/office-js/excel-win32-16.01.js')).text).toBe('excel()');
  expect((await call(gateway, '/office-js/..%2fpackage.json')).status).toBeGreaterThanOrEqual(400);
  rmSync(folder, { recursive: true });
});

it('says that the pages are not built, and works all the same', async () => {
  const desk = await start({ built: false });
  const answer = await call(desk.gateway, '/taskpane.html');
  expect([answer.status, kindOf(answer)]).toEqual([503, 'unavailable']);
  expect(answer.text).toContain('npm run build');
  expect(await session(desk)).toHaveLength(43);
});

it('says of an unknown address that nothing is there', async () => {
  const { gateway } = await start();
  for (const path of ['/api/nowhere', '/nowhere.js']) {
    const answer = await call(gateway, path);
    expect([answer.status, kindOf(answer)]).toEqual([404, 'not-found']);
  }
});

/** A page on the real socket. */
function page({ gateway }: TestGateway, headers: Record<string, string> = {}) {
  const socket = new WebSocket(`ws://127.0.0.1:${gateway.port}${SOCKET_PATH}`, { headers });
  const heard: GatewayMessage[] = [];
  socket.on('message', (bytes: Buffer) => heard.push(GatewayMessage.parse(JSON.parse(bytes.toString()))));
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  const refused = new Promise<number>((resolve) => {
    socket.on('unexpected-response', (_, answer) => resolve(answer.statusCode ?? 0));
    socket.on('error', () => resolve(0));
  });
  const opened = new Promise<void>((resolve) => socket.on('open', () => resolve()));
  const say = async (message: unknown): Promise<void> => {
    await opened;
    socket.send(JSON.stringify(message));
  };
  const answers = (): AnswerMessage[] =>
    heard.flatMap((message) => (message.type === 'answers' ? message.answers : []));
  return { heard, closed, refused, opened, say, answers };
}

it('lets no foreign page open a socket', async () => {
  const desk = await start();
  expect(await page(desk, { origin: 'https://evil.example' }).refused).toBe(403);
  expect(await page(desk, { host: 'evil.example' }).refused).toBe(403);
});

it('closes a socket on which no hello comes, or a wrong one', async () => {
  const desk = await start();
  const silent = page(desk);
  await silent.opened;
  await desk.clock.advance(5_000);
  expect(await silent.closed).toBe(4408);
  const wrong = page(desk);
  await wrong.say({ type: 'hello', token: 'x'.repeat(43) });
  expect(await wrong.closed).toBe(4401);
  expect(wrong.heard).toMatchObject([{ type: 'refused' }]);
  const hasty = page(desk);
  await hasty.say({ type: 'watch', add: [{ kind: 'open-requests' }], drop: [] });
  expect(await hasty.closed).toBe(4401);
  expect(desk.service.calls).toEqual([]);
});

it('pushes answers to a page that said hello', async () => {
  const desk = await start();
  desk.service.addRequest(singleRequest('RQ-1'));
  const mine = page(desk);
  await mine.say({ type: 'hello', token: await session(desk) });
  await until(() => mine.heard.length > 0);
  expect(mine.heard[0]).toMatchObject({ type: 'welcome', now: desk.clock.now() });
  const resource = { kind: 'request', id: RequestId.parse('RQ-1') } as const;
  await mine.say({ type: 'watch', add: [resource], drop: [] });
  await until(() => {
    void desk.clock.advance(1);
    return desk.service.calls.length > 0;
  });
  await desk.clock.advance(50);
  await until(() => mine.answers().at(-1)?.state === 'fresh');
  expect(mine.answers().at(-1)).toMatchObject({
    key: resourceKey(resource),
    state: 'fresh',
    value: { 'request-id': 'RQ-1' },
  });
});

const explain = ({ gateway }: TestGateway, token: string, body: unknown) =>
  call(gateway, ROUTES.readSources.path, {
    method: 'POST',
    headers: { ...JSON_BODY, authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });

it('says where answers come from, to its own pages alone', async () => {
  const desk = await start();
  const keys = [resourceKey({ kind: 'status' }), resourceKey({ kind: 'trades' }), 'no resource'];
  const stranger = await explain(desk, 'wrong', { keys });
  expect([stranger.status, kindOf(stranger)]).toEqual([401, 'signed-out']);
  const answer = await explain(desk, await session(desk), { keys });
  expect(answer.status).toBe(200);
  expect(SourcesAnswer.parse(JSON.parse(answer.text)).sources).toEqual([
    { key: keys[0], state: 'waiting', calls: 0, by: 'gateway' },
    { key: keys[1], state: 'waiting', calls: 1, by: 'nobody' },
  ]);
  expect(desk.service.calls).toEqual([]);
});

it('takes a thousand of the longest keys in one question for sources, and no more', async () => {
  const desk = await start();
  const token = await session(desk);
  const keys = (count: number) => Array.from({ length: count }, () => '"'.repeat(500));
  expect((await explain(desk, token, { keys: keys(SOURCES_MAX) })).status).toBe(200);
  for (const body of [{ keys: keys(SOURCES_MAX + 1) }, { keys: 'status' }, {}, { keys: ['x'.repeat(501)] }]) {
    const answer = await explain(desk, token, body);
    expect([answer.status, kindOf(answer)]).toEqual([400, 'invalid-argument']);
  }
});

it('tells pages in which mode workbooks start', async () => {
  for (const [startsIn, said] of [
    [undefined, undefined],
    ['manual', 'manual'],
  ] as const) {
    const desk = await start({ ...(startsIn && { startsIn }) });
    const token = await session(desk);
    const socket = new WebSocket(`ws://localhost:${desk.gateway.port}${SOCKET_PATH}`);
    const heard = new Promise<GatewayMessage>((resolve, reject) => {
      socket.on('error', reject);
      socket.on('open', () => socket.send(JSON.stringify({ type: 'hello', token })));
      socket.on('message', (text: Buffer) => resolve(GatewayMessage.parse(JSON.parse(text.toString()))));
    });
    expect(await heard).toEqual({
      type: 'welcome',
      desk: expect.any(String) as string,
      now: desk.clock.now(),
      ...(said && { startsIn: said }),
    });
    socket.close();
  }
});

const send = (
  { gateway }: TestGateway,
  path: string,
  sent: { method: string; token: string; body: unknown },
) =>
  call(gateway, path, {
    method: sent.method,
    headers: { ...JSON_BODY, authorization: `Bearer ${sent.token}` },
    body: JSON.stringify(sent.body),
  });

it('carries out many actions of one body, more than a single one may weigh', async () => {
  const desk = await start();
  const quotes = Array.from({ length: 200 }, (_, count) => singleQuote('RQ-2', `Q-${count}`));
  desk.service.addRequest(singleRequest('RQ-2', { role: 'recipient' }), quotes);
  const actions = quotes.map((quote, count) => ({
    id: actionId(count),
    body: { ...WITHDRAW, quoteId: quote['quotation-id'] },
    shown: 'x'.repeat(400),
  }));
  const token = await session(desk);
  const answer = await send(desk, ROUTES.putActions.path, { method: 'PUT', token, body: { actions } });
  const { results } = JSON.parse(answer.text) as { results: { action: { id: string; state: string } }[] };
  expect(results.map(({ action }) => [action.id, action.state])).toEqual(
    actions.map(({ id }) => [id, 'done']),
  );
  for (const wrong of [{ actions: [] }, { actions: [...actions, ...actions] }, {}]) {
    const refused = await send(desk, ROUTES.putActions.path, { method: 'PUT', token, body: wrong });
    expect([refused.status, kindOf(refused)]).toEqual([400, 'invalid-argument']);
  }
  expect(
    (await send(desk, ROUTES.putActions.path, { method: 'PUT', token: 'nobody', body: { actions } })).status,
  ).toBe(401);
});

it('takes a person’s word on an action, with a note, from a page that it knows', async () => {
  const desk = await start();
  desk.service.addRequest(singleRequest('RQ-2', { role: 'recipient' }), [singleQuote('RQ-2', 'Q-2')]);
  const lost = { kind: 'unknown-outcome', message: 'No answer.', next: 'Wait.' } as const;
  desk.service.fault('withdrawQuote', { when: 'before', failure: lost });
  const token = await session(desk);
  await act(desk, token);
  const path = pathOf(ROUTES.settleAction, { id: actionId(1) });
  const body = { verdict: 'not-executed', note: 'Still active in the web client.' };
  expect((await send(desk, path, { method: 'POST', token: 'nobody', body })).status).toBe(401);
  for (const wrong of [
    { ...body, note: '' },
    { ...body, note: 'x'.repeat(301) },
    { verdict: 'maybe', note: 'x' },
  ]) {
    expect((await send(desk, path, { method: 'POST', token, body: wrong })).status).toBe(400);
  }
  const settled = await send(desk, path, { method: 'POST', token, body });
  expect(JSON.parse(settled.text)).toMatchObject({ action: { state: 'rejected', settledBy: 'person' } });
  expect((await send(desk, path, { method: 'POST', token, body })).status).toBe(409);
  const other = pathOf(ROUTES.settleAction, { id: actionId(2) });
  expect((await send(desk, other, { method: 'POST', token, body })).status).toBe(404);
});

it('tells what became of earlier actions by their ids, and sends nothing for it', async () => {
  const desk = await start();
  const token = await session(desk);
  await act(desk, token);
  const ask = (ids: unknown, by = token) =>
    send(desk, ROUTES.findActions.path, { method: 'POST', token: by, body: { ids } });
  const found = await ask([actionId(1), actionId(2), actionId(1)]);
  expect(JSON.parse(found.text)).toMatchObject({ actions: [{ id: actionId(1), state: 'done' }] });
  expect(JSON.parse((await ask([actionId(2)])).text)).toEqual({ actions: [] });
  expect((await ask(['RQ-1'])).status).toBe(400);
  expect((await ask([], 'nobody')).status).toBe(401);
  expect(desk.service.callsOf('withdrawQuote')).toHaveLength(1);
});
