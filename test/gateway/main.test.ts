import { spawn, type ChildProcess } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import WebSocket from 'ws';
import * as z from 'zod/mini';
import { newSession, type RunningGateway } from '../../simulation/running-gateway';
import { pathOf, ROUTES } from '../../src/contract/desk/routes';
import { GatewayMessage, SOCKET_PATH } from '../../src/contract/desk/socket';
import { Action } from '../../src/domain/action';
import { openReadOnly } from '../../src/gateway/storage/database';
import { ACCEPT, actionId } from './twins/actions';
import { singleQuote, singleRequest } from './twins/fake-platform';
import { call } from './twins/gateway';

const PATIENCE = { timeout: 30_000, interval: 50 };
const root = join(import.meta.dirname, '..', '..');
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'desk-main-'));
  ends.push(async () => rmSync(path, { recursive: true, force: true }));
  return path;
}

interface Run {
  readonly child: ChildProcess;
  readonly exited: Promise<number | null>;
  readonly output: () => string;
}

/** The gateway as a process of its own. */
function run(settings: Record<string, string>, flags: string[] = []): Run {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/gateway/main.ts', ...flags], {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DESK_PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  child.stdout?.on('data', (part: Buffer) => (output += part.toString()));
  child.stderr?.on('data', (part: Buffer) => (output += part.toString()));
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));
  ends.push(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  return { child, exited, output: () => output };
}

const Ready = z.object({
  type: z.literal('ready'),
  url: z.string(),
  webhook: z.string(),
  programKey: z.string(),
});
interface Started extends RunningGateway {
  readonly port: number;
  readonly webhook: URL;
}
const ready = ({ child }: Run): Promise<Started> =>
  new Promise((resolve) =>
    child.on('message', (message) => {
      const read = Ready.safeParse(message);
      if (!read.success) return;
      const { url, webhook, programKey } = read.data;
      resolve({ url, programKey, port: Number(new URL(url).port), webhook: new URL(webhook) });
    }),
  );

/** A service over HTTP with one open request of the desk, on which an acceptance stays without an answer. */
async function slowService(): Promise<{ url: string; executions: () => number; execute: () => void }> {
  let executions = 0;
  let quote = singleQuote('RQ-1', 'Q-1');
  let request = singleRequest('RQ-1');
  const trades: unknown[] = [];
  const answers: [RegExp, () => unknown][] = [
    [/^POST .*authenticate/, () => ({ 'access-token': 'not-a-jwt' })],
    [/^GET .*quotations/, () => [quote]],
    [/^GET .*requests\/RQ-1/, () => request],
    [/^GET \/v2\/trades/, () => trades],
    [/^GET .*trades\/T-1/, () => trades[0]],
  ];
  const server: Server = createServer((asked: IncomingMessage, reply: ServerResponse) => {
    const line = `${asked.method} ${asked.url?.split('?')[0]}`;
    if (line.startsWith('POST') && line.endsWith('/trade')) return void (executions += 1);
    const found = answers.find(([pattern]) => pattern.test(line));
    const body = found ? found[1]() : { message: 'nothing here' };
    const total = Array.isArray(body) && { 'x-total-count': String(body.length) };
    reply.writeHead(found ? 200 : 404, { 'content-type': 'application/json', ...total });
    reply.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  const execute = (): void => {
    quote = { ...quote, state: 'accepted' };
    request = { ...request, state: 'traded' };
    trades.push({
      'trade-id': 'T-1',
      'traded-at': new Date(Date.now()).toISOString(),
      venue: 'tender',
      'request-id': 'RQ-1',
      action: 'buy',
      price: 30.1,
      quantity: 10,
      counterparty: 'North',
    });
  };
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, executions: () => executions, execute };
}

/** The newest states that the journal shows to a page. */
async function journalOf(gateway: Started): Promise<() => Action[]> {
  const socket = new WebSocket(`ws://127.0.0.1:${gateway.port}${SOCKET_PATH}`);
  let newest: Action[] = [];
  socket.on('message', (bytes: Buffer) => {
    const message = GatewayMessage.parse(JSON.parse(bytes.toString()));
    if (message.type !== 'answers') return;
    for (const { value } of message.answers) if (value) newest = z.array(Action).parse(value);
  });
  await new Promise((resolve) => socket.on('open', resolve));
  socket.send(JSON.stringify({ type: 'hello', token: await newSession(gateway) }));
  socket.send(JSON.stringify({ type: 'watch', add: [{ kind: 'journal' }], drop: [] }));
  ends.push(async () => socket.terminate());
  return () => newest;
}

it('sends once and finds out what came of it, although it is killed while it waits for the answer', async () => {
  const service = await slowService();
  const settings = {
    DESK_DATA: folder(),
    SERVICE_ENVIRONMENT: 'simulator',
    SERVICE_URL_SIMULATOR: service.url,
  };
  const first = run(settings);
  const gateway = await ready(first);
  const bearer = await newSession(gateway);
  const health = async () => (await call(gateway, ROUTES.health.path, { method: 'GET', headers: {} })).text;
  await expect.poll(health, PATIENCE).toContain('"signedIn":true');
  const put = (to: { port: number }, authorization: string) =>
    call(to, pathOf(ROUTES.putAction, { id: actionId(1) }), {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${authorization}` },
      body: JSON.stringify({ body: ACCEPT, shown: '30.1' }),
    });
  put(gateway, bearer).catch(() => undefined);
  await expect.poll(() => service.executions(), PATIENCE).toBe(1);
  first.child.kill('SIGKILL');
  await first.exited;
  service.execute();
  const again = await ready(run(settings));
  const journal = await journalOf(again);
  await expect.poll(() => journal()[0], PATIENCE).toMatchObject({ state: 'done', tradeId: 'T-1' });
  const answer = await put(again, await newSession(again));
  expect(JSON.parse(answer.text)).toMatchObject({ action: { state: 'done' } });
  expect(service.executions()).toBe(1);
}, 60_000);

it('ends with whoever started it, and on a signal', async () => {
  const DESK_DATA = folder();
  const orphan = run({ DESK_DATA });
  await ready(orphan);
  expect(orphan.output()).toMatch(/SpreadDesk gateway is ready: http:\/\/localhost:\d+\//);
  orphan.child.disconnect();
  expect(await orphan.exited).toBe(0);
  const told = run({ DESK_DATA });
  await ready(told);
  told.child.kill('SIGTERM');
  expect(await told.exited).toBe(0);
}, 60_000);

it('writes no file when it is to keep nothing', async () => {
  const playing = run({ DESK_DATA: ':memory:' });
  await ready(playing);
  playing.child.kill('SIGTERM');
  expect(await playing.exited).toBe(0);
  expect(existsSync(join(root, ':memory:'))).toBe(false);
}, 60_000);

it('says in a sentence why it does not start', async () => {
  const DESK_DATA = folder();
  const running = run({ DESK_DATA });
  const { port } = await ready(running);
  const expressionFile = join(folder(), 'sandbox.json');
  writeFileSync(expressionFile, '{"mapping":{"records":{"trade":{"expression":"{ \\"price\\": "}}}}');
  const refused = [
    run({ DESK_DATA: folder(), DESK_PORT: String(port) }),
    run({ DESK_DATA }),
    run({ DESK_PORT: 'none' }),
    run({ DESK_DATA: folder(), SERVICE_PROFILE: join(root, 'package.json') }),
    run({ DESK_DATA: folder(), DESK_LIMITS: join(root, 'package.json') }),
    run({ DESK_DATA: folder(), DESK_MARKETS: join(root, 'package.json') }),
    run({ DESK_DATA: folder(), SERVICE_PROFILE_SANDBOX: expressionFile }),
    run({ DESK_DATA: folder(), WEBHOOK_PORT: String(port) }),
    run({ DESK_DATA: folder(), DESK_OFFICE_JS: join(root, 'docs') }),
  ];
  const codes = await Promise.all(refused.map(({ exited }) => exited));
  expect(codes).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1]);
  const texts = refused.map((one) => one.output());
  const [taken, locked, setting, profile, limits, markets, expression, receiver, officeJs] = texts;
  expect(taken).toContain('set DESK_PORT');
  expect(locked).toContain('already running');
  expect(setting).toContain('DESK_PORT is not right');
  expect(profile).toContain('SERVICE_PROFILE names');
  expect(profile).toContain('The file has "name", "version"');
  expect(limits).toMatch(/DESK_LIMITS names .*package.json, which is not right\. limits is missing/);
  expect(markets).toMatch(/DESK_MARKETS names .*package.json, which is not right\. The file has "name"/);
  expect(receiver).toContain('set WEBHOOK_PORT');
  expect(officeJs).toMatch(/DESK_OFFICE_JS names .*docs, in which there is no office\.js/);
  expect(expression).toMatch(
    /SERVICE_PROFILE_SANDBOX names .*mapping\.records\.trade\.expression is no JSONata expression: .*at \d+/,
  );
  for (const text of texts) expect(text).not.toMatch(/^\s+at /m);
}, 60_000);

it('gives a support bundle out in which no credential stands, although the service repeats them', async () => {
  const secrets = ['planted-api-key', 'planted-client-id', 'planted "client" secret'] as const;
  const server = createServer((asked, reply) => {
    const parts: Buffer[] = [];
    asked.on('data', (part: Buffer) => parts.push(part));
    asked.on('end', () => {
      reply.writeHead(400, { 'content-type': 'application/json' });
      const said = `${JSON.stringify(asked.headers)} ${Buffer.concat(parts).toString()} ${secrets.join(' ')}`;
      reply.end(JSON.stringify({ message: said }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const running = run({
    DESK_DATA: folder(),
    SERVICE_ENVIRONMENT: 'simulator',
    SERVICE_URL_SIMULATOR: `http://127.0.0.1:${port}`,
    SERVICE_API_KEY: secrets[0],
    SERVICE_CLIENT_ID: secrets[1],
    SERVICE_CLIENT_SECRET: secrets[2],
  });
  const gateway = await ready(running);
  const health = async () => (await call(gateway, ROUTES.health.path)).text;
  await expect.poll(health, PATIENCE).toContain('failure');
  const headers = { authorization: `Bearer ${await newSession(gateway)}` };
  const { status, text } = await call(gateway, ROUTES.supportBundle.path, { headers });
  expect([status, text.includes('"signsInByItself": true')]).toEqual([200, true]);
  for (const secret of ['planted', ...secrets, headers.authorization.slice(7)])
    expect(text).not.toContain(secret);
}, 60_000);

it('keeps an event before it answers, and shows its address to nobody but whoever started it', async () => {
  const profile = join(folder(), 'profile.json');
  const hmac = { header: 'x-signature', algorithm: 'sha256', secretEnv: 'PLANTED' };
  writeFileSync(profile, JSON.stringify({ webhooks: { hmac: { ...hmac, header: 'x-of-another' } } }));
  const ofSimulator = join(folder(), 'simulator.json');
  writeFileSync(ofSimulator, JSON.stringify({ webhooks: { hmac } }));
  const settings = {
    DESK_DATA: folder(),
    ...{ SERVICE_PROFILE: profile, SERVICE_PROFILE_SIMULATOR: ofSimulator },
    PLANTED: 'planted-signature-secret',
  };
  const body = '{"eventType":"request-traded","request-id":"RQ-1"}';
  const signature = createHmac('sha256', settings.PLANTED).update(body).digest('hex');
  const first = run(settings);
  const gateway = await ready(first);
  const { pathname } = gateway.webhook;
  const answer = await call(gateway, pathname, {
    method: 'POST',
    body,
    headers: { 'x-signature': signature },
  });
  expect(answer.status).toBe(200);
  first.child.kill('SIGKILL');
  await first.exited;
  const second = run(settings);
  const again = await ready(second);
  expect(again.webhook.pathname).toBe(pathname);
  const headers = { authorization: `Bearer ${await newSession(again)}` };
  const { text } = await call(again, ROUTES.supportBundle.path, { headers });
  const secret = pathname.split('/').at(-1) ?? '';
  for (const shown of [text, first.output(), second.output()]) {
    expect(shown).not.toContain(secret);
    expect(shown).not.toContain('planted');
  }
  second.child.kill('SIGTERM');
  await second.exited;
  const database = openReadOnly(join(settings.DESK_DATA, 'simulator', 'spreaddesk.db'));
  if (!database.ok) throw new Error(database.failure.message);
  expect(database.value.all('SELECT body FROM event')).toEqual([{ body }]);
  database.value.close();
}, 60_000);

it('lists every setting when asked for help', async () => {
  const help = run({}, ['--help']);
  expect(await help.exited).toBe(0);
  expect(help.output()).toContain('SERVICE_CLIENT_SECRET');
}, 60_000);
