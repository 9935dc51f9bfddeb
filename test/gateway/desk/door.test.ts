import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import WebSocket, { WebSocketServer } from 'ws';
import { FailureAnswer } from '../../../src/contract/desk/answers';
import { pathOf, ROUTES } from '../../../src/contract/desk/routes';
import { GatewayMessage, SOCKET_PATH } from '../../../src/contract/desk/socket';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { LEAVE_MS_MIN, openDoor } from '../../../src/gateway/desk/door';
import { peerServer } from '../../../src/gateway/web/peers';
import { openKillSwitchWeb } from '../../../src/gateway/web/server';
import { Sessions } from '../../../src/gateway/web/sessions';
import { anyPort } from '../../../scripts/port.mjs';
import { until } from '../../until';
import { actionId, QUOTE, WITHDRAW } from '../twins/actions';
import { call, testGateway, type RawAnswer } from '../twins/gateway';
import { FakeLeader } from '../twins/leader';

const KEY = randomBytes(32);
const JSON_BODY = { 'content-type': 'application/json' };
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface Heard {
  readonly request: IncomingMessage;
  readonly body: string;
}

/** A machine that leads, and answers as a test says. */
class PeerOf {
  readonly heard: Heard[] = [];
  readonly server: Server;

  constructor(answer: (heard: Heard, response: ServerResponse) => void, key = KEY) {
    this.server = peerServer(key)((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const heard = { request, body: Buffer.concat(parts).toString() };
        this.heard.push(heard);
        answer(heard, response);
      });
    });
  }

  async port(): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    ends.push(() => this.end());
    return portOf(this.server);
  }

  end(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

async function door(leader = new FakeLeader()) {
  const clock = new ManualClock(0);
  const opened = await openDoor({
    host: '127.0.0.1',
    port: 0,
    pages: { root: '/nowhere', workbench: false },
    leader,
    key: KEY,
    clock,
    log: silentLog,
  });
  ends.push(() => opened.close());
  return { ...opened, leader, clock };
}

const failureOf = ({ text }: RawAnswer) => FailureAnswer.parse(JSON.parse(text)).failure;
const press = (id: number, body: unknown = QUOTE) => ({
  path: pathOf(ROUTES.putAction, { id: actionId(id) }),
  sent: { method: 'PUT', headers: JSON_BODY, body: JSON.stringify({ body, shown: 'as shown' }) },
});

it('hands requests to the leader as they came, and its answers back as they are', async () => {
  const peer = new PeerOf((_, response) => {
    response.writeHead(409, { 'x-more': ['one', 'two'], 'content-type': 'application/json' });
    response.end('{"as":"it is"}');
  });
  const { leader, port } = await door();
  leader.become(await peer.port());
  const { path, sent } = press(1);
  const host = `localhost:${port}`;
  const headers = { ...JSON_BODY, host, authorization: 'Bearer token', 'x-own': 'yes' };
  const answer = await call({ port }, `${path}?a=b%20c`, { ...sent, headers });
  expect([answer.status, answer.text]).toEqual([409, '{"as":"it is"}']);
  expect(answer.headers['x-more']).toBe('one, two');
  const [heard] = peer.heard;
  expect(heard?.request.url).toBe(`${path}?a=b%20c`);
  expect(heard?.body).toBe(sent.body);
  expect(heard?.request.headers).toMatchObject({ host, authorization: 'Bearer token', 'x-own': 'yes' });
});

it('hands what a machine that hands over did not take to whoever leads next, also a press', async () => {
  const former = new PeerOf((_, response) => {
    leader.become(undefined);
    response.writeHead(421).end();
  });
  const next = new PeerOf((_, response) => response.end('{"by":"the next"}'));
  const { leader, port, clock } = await door();
  leader.become(await former.port());
  const idle = leader.listenerCount;
  const { path, sent } = press(1);
  const answer = call({ port }, path, { ...sent, headers: { ...JSON_BODY, host: `localhost:${port}` } });
  await until(async () => {
    if (former.heard.length > 0) await clock.advance(10);
    return leader.listenerCount > idle;
  });
  leader.become(await next.port());
  expect((await answer).text).toBe('{"by":"the next"}');
  expect([former.heard.length, next.heard.length]).toEqual([1, 1]);
});

it('takes a machine that keeps Withdraw all alone for none that leads, while it sees no other', async () => {
  const sessions = new Sessions(new ManualClock(0));
  const token = sessions.open({ name: 'anna' });
  const peer = new PeerOf((_, response) => response.end('{"by":"the next"}'));
  const { leader, port, clock } = await door();
  const formerPort = await anyPort();
  const pressed: unknown[] = [];
  const former = await openKillSwitchWeb({
    ...{ host: '127.0.0.1', port: formerPort, key: KEY, sessions, log: silentLog },
    press(asked) {
      pressed.push(asked.id);
      throw new Error('No more is looked at here.');
    },
  });
  ends.push(() => former.close());
  leader.become(formerPort);
  const headers = { ...JSON_BODY, host: `localhost:${port}`, authorization: `Bearer ${token}` };
  const withdrawn = { id: actionId(9), actions: [] };
  const body = JSON.stringify(withdrawn);
  await call({ port }, ROUTES.withdrawAll.path, { method: 'POST', headers, body });
  expect(pressed).toEqual([withdrawn.id]);

  const { path, sent } = press(1);
  const idle = leader.listenerCount;
  const asked = [
    call({ port }, path, { ...sent, headers }),
    call({ port }, ROUTES.openSession.path, { method: 'POST', headers, body: '{}' }),
    call({ port }, ROUTES.findActions.path, { method: 'POST', headers, body: '{}' }),
  ];
  await until(() => clock.pending >= asked.length);
  leader.become();
  await until(async () => {
    await clock.advance(10);
    return leader.listenerCount === idle + asked.length;
  });
  leader.become(await peer.port());
  const answers = await Promise.all(asked);
  expect(answers.map(({ text }) => text)).toEqual(answers.map(() => '{"by":"the next"}'));
});

it('says that it goes, and answers what it has in hand by whoever leads next', async () => {
  const peer = new PeerOf((_, response) => response.end('{"by":"the next"}'));
  const opened = await door();
  const { leader, port, clock } = opened;
  const look = async () => (await call({ port }, '/', { method: 'HEAD' })).status;
  const { path, sent } = press(1);
  const headers = { ...JSON_BODY, host: `localhost:${port}` };
  const before = await look();
  const waiting = leader.listenerCount;
  const inHand = call({ port }, path, { ...sent, headers });
  await until(() => leader.listenerCount > waiting);
  let isOver = false;
  const left = opened.leave().then(() => (isOver = true));
  expect([before === 404, await look()]).toEqual([false, 404]);
  await clock.advance(LEAVE_MS_MIN);
  expect(isOver).toBe(false);
  leader.become(await peer.port());
  const answer = await inHand;
  expect(answer.text).toBe('{"by":"the next"}');
  await left;
  // Who comes all the same is served, and told to go elsewhere next time.
  const late = await call({ port }, path, { ...sent, headers });
  expect([late.text, late.headers.connection]).toEqual(['{"by":"the next"}', 'close']);
});

it('lets no page pass for a door, whatever headers it sends', async () => {
  const peer = new PeerOf((_, response) => response.end('{}'));
  const { leader, port } = await door();
  leader.become(await peer.port());
  const headers = {
    host: `localhost:${port}`,
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-for': '192.0.2.1',
    forwarded: 'host=evil.example',
    connection: 'x-hop',
    'x-hop': 'mine',
  };
  await call({ port }, ROUTES.exportJournal.path, { headers });
  const got = peer.heard[0]?.request.headers ?? {};
  expect(got['x-forwarded-proto']).toBe('http');
  for (const name of ['x-forwarded-host', 'x-forwarded-for', 'forwarded', 'x-hop'])
    expect(got[name]).toBeUndefined();
});

it('answers under its own names and to its own pages alone, and asks no leader about others', async () => {
  const peer = new PeerOf((_, response) => response.end('{}'));
  const { leader, port } = await door();
  leader.become(await peer.port());
  const host = `localhost:${port}`;
  for (const headers of [{ host: 'evil.example' }, { host, origin: 'https://evil.example' }]) {
    const answer = await call({ port }, ROUTES.openSession.path, { method: 'POST', headers, body: '{}' });
    expect([answer.status, failureOf(answer).kind]).toEqual([403, 'denied']);
  }
  expect(peer.heard).toEqual([]);
});

it('passes a file on as it comes, without waiting for its end', async () => {
  let finish = (): void => undefined;
  const peer = new PeerOf((_, response) => {
    response.write('first line\n');
    finish = () => void response.end('last line\n');
  });
  const { leader, url } = await door();
  leader.become(await peer.port());
  const answer = await fetch(new URL(ROUTES.exportJournal.path, url));
  const reader = answer.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('first line\n');
  finish();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('last line\n');
});

it.each([100, 100_000])('breaks an answer of %i bytes off where the leader does', async (bytes) => {
  const peer = new PeerOf((_, response) => {
    response.writeHead(200, { 'content-length': bytes });
    response.write('half', () => response.destroy());
  });
  const { leader, url } = await door();
  leader.become(await peer.port());
  const answer = fetch(new URL(ROUTES.exportJournal.path, url)).then((told) => told.text());
  await expect(answer).rejects.toThrow();
  expect(peer.heard).toHaveLength(1);
});

it('waits for a leader, and says in words that there is none', async () => {
  const { port, clock } = await door();
  const { path, sent } = press(1);
  const asked = call({ port }, path, { ...sent, headers: { ...JSON_BODY, host: `localhost:${port}` } });
  await until(() => clock.pending > 0);
  await clock.advance(8_000);
  const answer = await asked;
  expect([answer.status, failureOf(answer).kind]).toEqual([503, 'unavailable']);
  expect(failureOf(answer).message).toMatch(/nothing was sent/);
});

it('hands a press over that came while nobody led, as soon as somebody does', async () => {
  const peer = new PeerOf((_, response) => response.end('{"taken":true}'));
  const { port, clock, leader } = await door();
  const { path, sent } = press(1);
  const asked = call({ port }, path, { ...sent, headers: { ...JSON_BODY, host: `localhost:${port}` } });
  await until(() => clock.pending > 0);
  leader.become(await peer.port());
  expect((await asked).text).toBe('{"taken":true}');
});

it('gives a press up when another machine leads, hands it to nobody else, and says that the journal knows', async () => {
  const standing = new PeerOf(() => undefined);
  const next = new PeerOf((_, response) => response.end('{}'));
  const { port, leader } = await door();
  leader.become(await standing.port());
  const { path, sent } = press(1);
  const asked = call({ port }, path, { ...sent, headers: { ...JSON_BODY, host: `localhost:${port}` } });
  await until(() => standing.heard.length > 0);
  leader.become(await next.port());
  const answer = await asked;
  expect([answer.status, failureOf(answer).kind]).toEqual([504, 'unknown-outcome']);
  expect(failureOf(answer).next).toMatch(/journal/);
  expect(next.heard).toEqual([]);
});

it('hands a withdrawal over again, as it was and so under its own id, when another machine leads', async () => {
  const standing = new PeerOf(() => undefined);
  const next = new PeerOf((_, response) => response.end('{"withdrawn":true}'));
  const { port, leader, clock } = await door();
  leader.become(await standing.port());
  const { path, sent } = press(1, WITHDRAW);
  const asked = call({ port }, path, { ...sent, headers: { ...JSON_BODY, host: `localhost:${port}` } });
  await until(() => standing.heard.length > 0);
  leader.become(await next.port());
  await until(() => clock.pending > 0);
  await clock.advance(50);
  expect((await asked).text).toBe('{"withdrawn":true}');
  expect([next.heard[0]?.request.url, next.heard[0]?.body]).toEqual([path, sent.body]);
});

it('hands a press over again whose machine was not reached at all', async () => {
  const gone = new PeerOf(() => undefined);
  const goneAt = await gone.port();
  gone.end();
  const next = new PeerOf((_, response) => response.end('{}'));
  const { port, leader, clock } = await door();
  leader.become(goneAt);
  const { path, sent } = press(1);
  const asked = call({ port }, path, { ...sent, headers: { ...JSON_BODY, host: `localhost:${port}` } });
  await until(() => clock.pending > 0);
  leader.become(await next.port());
  await clock.advance(50);
  expect((await asked).status).toBe(200);
  expect(next.heard).toHaveLength(1);
});

it('says of a press whose machine broke off that its outcome is not known', async () => {
  const peer = new PeerOf((_, response) => response.destroy());
  const { port, leader } = await door();
  leader.become(await peer.port());
  const { path, sent } = press(1);
  const answer = await call({ port }, path, {
    ...sent,
    headers: { ...JSON_BODY, host: `localhost:${port}` },
  });
  expect(failureOf(answer).kind).toBe('unknown-outcome');
  expect(peer.heard).toHaveLength(1);
});

it.each([
  ['a quote', QUOTE],
  ['a withdrawal', WITHDRAW],
])(
  'never says of %s whose machine broke off that nothing was sent, also where nobody leads when it is asked for again',
  async (_, body) => {
    const peer = new PeerOf((_, response) => {
      leader.become(undefined);
      response.destroy();
    });
    const { port, leader, clock } = await door();
    leader.become(await peer.port());
    const { path, sent } = press(1, body);
    const ask = async (of: string) => {
      const idle = clock.pending;
      let answer: RawAnswer | undefined;
      const asked = call({ port }, of, { ...sent, headers: { ...JSON_BODY, host: `localhost:${port}` } });
      void asked.then((one) => (answer = one));
      await until(async () => {
        if (clock.pending > idle) await clock.advance(500);
        return answer !== undefined;
      });
      return failureOf(await asked).kind;
    };
    expect([await ask(path), await ask(path)]).toEqual(['unknown-outcome', 'unknown-outcome']);
    expect(await ask(press(2, body).path)).toBe('unavailable');
    expect(peer.heard).toHaveLength(1);
  },
);

it('never says that nothing was sent of a press that the leader itself was in doubt about', async () => {
  const peer = new PeerOf((_, response) => {
    leader.become(undefined);
    const failure = { kind: 'unknown-outcome', message: 'It is not known.', next: 'Look.' };
    response.writeHead(504, JSON_BODY).end(JSON.stringify({ failure }));
  });
  const { port, leader, clock } = await door();
  leader.become(await peer.port());
  const { path, sent } = press(1);
  const headers = { ...JSON_BODY, host: `localhost:${port}` };
  expect((await call({ port }, path, { ...sent, headers })).status).toBe(504);
  const again = call({ port }, path, { ...sent, headers });
  await until(() => clock.pending > 0);
  await clock.advance(8_000);
  expect(failureOf(await again).kind).toBe('unknown-outcome');
});

it('holds no withdrawal up behind other requests, however many wait for the leader', async () => {
  const peer = new PeerOf(({ request }, response) => {
    if (request.method === 'PUT') response.end('{}');
  });
  const { port, leader } = await door();
  leader.become(await peer.port());
  const headers = { host: `localhost:${port}` };
  for (let count = 0; count < 140; count++)
    void call({ port }, ROUTES.exportJournal.path, { headers }).catch(() => undefined);
  await until(() => peer.heard.length >= 128);
  const { path, sent } = press(1, WITHDRAW);
  expect((await call({ port }, path, { ...sent, headers: { ...JSON_BODY, ...headers } })).status).toBe(200);
});

it('tells whoever watches over the desk at once whether anybody leads', async () => {
  const peer = new PeerOf((_, response) => response.end('{"status":"ok"}'));
  const { port, leader } = await door();
  const headers = { host: `localhost:${port}` };
  expect((await call({ port }, ROUTES.health.path, { headers })).status).toBe(503);
  leader.become(await peer.port());
  const answer = await call({ port }, ROUTES.health.path, { headers });
  expect([answer.status, answer.text]).toEqual([200, '{"status":"ok"}']);
});

/** What a page hears over its socket. */
async function pageSocket(port: number, headers: Record<string, string> = {}) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${SOCKET_PATH}`, { headers });
  ends.push(() => socket.terminate());
  const told: string[] = [];
  let closed: number | undefined;
  socket.on('message', (bytes: Buffer) => told.push(bytes.toString()));
  socket.on('close', (code) => (closed = code));
  socket.on('error', () => undefined);
  return { socket, told, closed: () => closed };
}

it('joins the socket of a page with the leader, both ways and byte for byte', async () => {
  const peer = new PeerOf(() => undefined);
  const sockets = new WebSocketServer({ server: peer.server });
  sockets.on('connection', (leader) =>
    leader.on('message', (bytes, isBinary) => leader.send(bytes, { binary: isBinary })),
  );
  const { port, leader } = await door();
  leader.become(await peer.port());
  const { socket, told } = await pageSocket(port);
  await until(() => socket.readyState === WebSocket.OPEN);
  const long = 'x'.repeat(1_000_000);
  socket.send('first');
  socket.send(long);
  await until(() => told.length === 2);
  expect(told).toEqual(['first', long]);
});

it('holds a page until somebody leads, and ends its socket when another machine does', async () => {
  const peers = [new PeerOf(() => undefined), new PeerOf(() => undefined)] as const;
  for (const [at, { server }] of peers.entries())
    new WebSocketServer({ server }).on('connection', (one) => one.send(`leader ${at}`));
  const { port, leader, clock } = await door();
  const first = await pageSocket(port);
  await until(() => clock.pending > 0);
  expect(first.socket.readyState).toBe(WebSocket.CONNECTING);
  leader.become(await peers[0].port());
  await until(() => first.told.length > 0);
  leader.become(await peers[1].port());
  await until(() => first.closed() !== undefined);
  const again = await pageSocket(port);
  await until(() => again.told.length > 0);
  expect([first.told, again.told]).toEqual([['leader 0'], ['leader 1']]);
});

it('joins a page with whoever leads next where one machine turns it away, or is not there any more', async () => {
  const turnsAway = new PeerOf((_, response) => response.writeHead(421).end());
  const gone = new PeerOf(() => undefined);
  const goneAt = await gone.port();
  gone.end();
  const next = new PeerOf(() => undefined);
  new WebSocketServer({ server: next.server }).on('connection', (one) => one.send('welcome'));
  for (const former of [await turnsAway.port(), goneAt]) {
    const { port, leader, clock } = await door();
    leader.become(former);
    const idle = leader.listenerCount;
    const page = await pageSocket(port);
    await until(() => clock.pending > 0 && leader.listenerCount > idle);
    expect(page.socket.readyState).toBe(WebSocket.CONNECTING);
    leader.become(next.server.listening ? portOf(next.server) : await next.port());
    await until(() => page.told.length > 0);
    expect([page.told, page.closed()]).toEqual([['welcome'], undefined]);
  }
  expect(turnsAway.heard).toHaveLength(1);
});

it('asks a machine again that did not take a socket while no other leads, and gives up in time', async () => {
  const standing = new PeerOf((_, response) => response.writeHead(421).end());
  const { port, leader, clock } = await door();
  leader.become(await standing.port());
  const page = await pageSocket(port);
  await until(async () => {
    if (clock.pending > 0) await clock.advance(500);
    return page.closed() !== undefined;
  });
  expect(standing.heard).toHaveLength(16);
});

it('lets no other page open a socket, and tells a page when nobody leads', async () => {
  const { port, clock } = await door();
  const foreign = await pageSocket(port, { origin: 'https://evil.example' });
  await until(() => foreign.closed() !== undefined);
  const own = await pageSocket(port);
  await until(() => clock.pending > 0);
  await clock.advance(8_000);
  await until(() => own.closed() !== undefined);
  expect([foreign.told, own.told]).toEqual([[], []]);
});

it('is a whole desk to a page: session, socket, and a press that the leader takes', async () => {
  const desk = await testGateway({ peerKey: KEY });
  ends.push(() => desk.stop());
  const { port, leader } = await door();
  leader.become(desk.gateway.port);
  const headers = { ...JSON_BODY, host: `localhost:${port}`, origin: `http://localhost:${port}` };
  const opened = await call({ port }, ROUTES.openSession.path, {
    method: 'POST',
    headers,
    body: JSON.stringify({ key: desk.gateway.programKey }),
  });
  const { token } = JSON.parse(opened.text) as { token: string };
  const { path, sent } = press(1, WITHDRAW);
  const pressed = await call({ port }, path, {
    ...sent,
    headers: { ...headers, authorization: `Bearer ${token}` },
  });
  expect(JSON.parse(pressed.text)).toMatchObject({ action: { id: actionId(1) } });
  const { socket, told } = await pageSocket(port, { origin: `http://127.0.0.1:${port}` });
  await until(() => socket.readyState === WebSocket.OPEN);
  socket.send(JSON.stringify({ type: 'hello', token }));
  await until(() => told.length > 0);
  expect(GatewayMessage.parse(JSON.parse(told[0] ?? '')).type).toBe('welcome');
});

it('opens no connection to a machine that holds another key', async () => {
  const foreign = new PeerOf((_, response) => response.end('{}'), randomBytes(32));
  const { port, leader, clock } = await door();
  leader.become(await foreign.port());
  const { path, sent } = press(1);
  const asked = call({ port }, path, { ...sent, headers: { ...JSON_BODY, host: `localhost:${port}` } });
  await until(() => clock.pending > 0);
  await clock.advance(8_000);
  expect((await asked).status).toBe(503);
  expect(foreign.heard).toEqual([]);
});

it('is closed to whoever speaks to the leader without the key', async () => {
  const desk = await testGateway({ peerKey: KEY });
  ends.push(() => desk.stop());
  const { port } = desk.gateway;
  await expect(
    call({ port }, ROUTES.health.path, { headers: { host: `localhost:${port}` } }),
  ).rejects.toThrow();
  await expect(fetch(`https://127.0.0.1:${port}${ROUTES.health.path}`)).rejects.toThrow();
  const socket = connect(port, '127.0.0.1');
  ends.push(() => socket.destroy());
  const heard: Buffer[] = [];
  socket.on('data', (bytes: Buffer) => heard.push(bytes));
  socket.write(`GET ${ROUTES.health.path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  await new Promise((resolve) => socket.once('close', resolve));
  expect(Buffer.concat(heard).toString()).not.toMatch(/HTTP\/1\.1 200/);
});

it('asks whoever led last to withdraw everything while nobody leads, and for nothing else', async () => {
  const peer = new PeerOf((_, response) => response.end('{"withdrawn":"all"}'));
  const { leader, port, clock } = await door();
  leader.become(await peer.port());
  leader.become();
  const headers = { ...JSON_BODY, host: `localhost:${port}` };
  const { path, sent } = press(1);
  const pressed = call({ port }, path, { ...sent, headers });
  const withdrawn = call({ port }, ROUTES.withdrawAll.path, { method: 'POST', headers, body: '{}' });
  await until(() => clock.pending > 1);
  await clock.advance(500);
  expect((await withdrawn).text).toBe('{"withdrawn":"all"}');
  expect(peer.heard.map(({ request }) => request.url)).toEqual([ROUTES.withdrawAll.path]);
  await clock.advance(8_000);
  expect((await pressed).status).toBe(503);
  expect(peer.heard).toHaveLength(1);
});
