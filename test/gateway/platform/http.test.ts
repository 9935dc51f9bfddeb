import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { Agent, buildConnector } from 'undici';
import { afterEach, expect, it } from 'vitest';
import { throwawayCertificate } from '../../../attack/certificate';
import { ManualClock } from '../../../src/effects/manual-clock';
import { exchange, TIMEOUTS, type HttpTimeouts } from '../../../src/gateway/platform/http';
import { NOON, platform } from './platform';

const agents: Agent[] = [];
afterEach(async () => {
  for (const agent of agents.splice(0)) await agent.destroy();
});

/** A clock that says which waits were begun, so that a test knows how far an exchange has come. */
class WatchedClock extends ManualClock {
  readonly waits: number[] = [];

  override after(waitMs: number, fn: () => void): () => void {
    this.waits.push(waitMs);
    return super.after(waitMs, fn);
  }
}

const BODY_MS = 4_000;

function ask(baseUrl: string, over: Partial<HttpTimeouts> = {}, connect?: buildConnector.connector) {
  const clock = new WatchedClock(NOON);
  const dispatcher = new Agent(connect && { connect });
  agents.push(dispatcher);
  const limits = { ...TIMEOUTS, bodyMs: BODY_MS, ...over };
  const url = new URL('/v2/trades', baseUrl);
  const result = exchange({ method: 'GET', url, headers: {} }, { dispatcher, clock, limits });
  /** Resolves when the answer's headers and so many pieces of its body are here. */
  const heard = async (pieces: number): Promise<void> => {
    while (clock.waits.filter((waitMs) => waitMs === BODY_MS).length < 1 + pieces) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { clock, result, heard };
}

it('has deadlines of 2.5 s for the connection, 5 s for headers and silence, 10 s for everything, and takes 20 MB', () => {
  expect(TIMEOUTS).toEqual({
    connectMs: 2_500,
    headersMs: 5_000,
    bodyMs: 5_000,
    wholeMs: 10_000,
    bodyBytesMax: 20_000_000,
  });
});

it('gives status, headers and body, and cancels every deadline', async () => {
  const { baseUrl } = await platform(() => ({
    status: 201,
    headers: { 'X-Trace': 'a' },
    body: { grün: 'é' },
  }));
  const { clock, result } = ask(baseUrl);
  expect(await result).toMatchObject({
    ok: true,
    answer: { status: 201, headers: { 'x-trace': 'a' }, body: '{"grün":"é"}' },
  });
  expect(clock.pending).toBe(0);
});

it('ends after five seconds without headers, and not before', async () => {
  const service = await platform(() => undefined);
  const { clock, result } = ask(service.baseUrl);
  let ended = false;
  void result.then(() => (ended = true));
  await service.seen(1);
  await clock.advance(4_999);
  expect(ended).toBe(false);
  await clock.advance(1);
  expect(await result).toEqual({ ok: false, trouble: 'no-answer' });
});

it.each([3_600_000, -3_600_000])('keeps its deadlines when the wall clock is set by %i ms', async (byMs) => {
  const service = await platform(() => undefined);
  const { clock, result } = ask(service.baseUrl);
  let ended = false;
  void result.then(() => (ended = true));
  await service.seen(1);
  clock.jump(byMs);
  await clock.advance(4_999);
  expect(ended).toBe(false);
  await clock.advance(1);
  expect(await result).toEqual({ ok: false, trouble: 'no-answer' });
});

it('ends after a silence in the middle of a body', async () => {
  const service = await platform((_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('[');
    return undefined;
  });
  const { clock, result, heard } = ask(service.baseUrl);
  await heard(1);
  await clock.advance(BODY_MS);
  expect(await result).toEqual({ ok: false, trouble: 'answer-stopped' });
});

it('ends after ten seconds, however steadily the body drips', async () => {
  let drip = (): void => {};
  const service = await platform((_, response) => {
    response.writeHead(200);
    drip = () => void response.write(' ');
    drip();
    return undefined;
  });
  const { clock, result, heard } = ask(service.baseUrl);
  for (let pieces = 1; pieces <= 3; pieces++) {
    await heard(pieces);
    await clock.advance(3_000);
    drip();
  }
  await heard(4);
  await clock.advance(1_000);
  expect(await result).toEqual({ ok: false, trouble: 'answer-stopped' });
});

it('takes no more of a huge body than it may be', async () => {
  let sent = 0;
  const piece = Buffer.alloc(64_000, 0x20);
  const service = await platform((_, response) => {
    const pump = (): void => {
      while (!response.destroyed && response.write(piece)) sent += piece.length;
      sent += piece.length;
      if (!response.destroyed) response.once('drain', pump);
    };
    response.writeHead(200);
    pump();
    return undefined;
  });
  const { result } = ask(service.baseUrl, { bodyBytesMax: 1_000_000 });
  expect(await result).toEqual({ ok: false, trouble: 'answer-too-large' });
  expect(sent).toBeLessThan(50_000_000);
});

it('tells a connection that never came about from one that broke', async () => {
  const cut = await platform((_, response) => {
    response.destroy();
    return undefined;
  });
  expect(await ask(cut.baseUrl).result).toEqual({ ok: false, trouble: 'connection-broken' });
  const gone = await platform(() => ({}));
  await gone.end();
  expect(await ask(gone.baseUrl).result).toEqual({ ok: false, trouble: 'unreachable' });
});

it('does not take a body that was cut short for a whole one', async () => {
  const service = await platform((_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('[{}]', () => response.destroy());
    return undefined;
  });
  expect(await ask(service.baseUrl).result).toEqual({ ok: false, trouble: 'answer-broken' });
});

it('does not guess at bytes that are not text', async () => {
  const service = await platform((_, response) => {
    response.end(Buffer.from([0x22, 0xff, 0xfe, 0x22]));
    return undefined;
  });
  expect(await ask(service.baseUrl).result).toEqual({ ok: false, trouble: 'answer-not-text' });
});

it('follows no redirect, for the credentials would go along', async () => {
  const service = await platform(({ path }) =>
    path === '/v2/trades' ? { status: 302, headers: { location: '/elsewhere' } } : { body: 'followed' },
  );
  expect(await ask(service.baseUrl).result).toMatchObject({ ok: true, answer: { status: 302 } });
  expect(service.arrived).toHaveLength(1);
});

/** A network in which a connection comes about only when the test says so, as where every first packet is lost. */
function slowNetwork() {
  const real = buildConnector({});
  let connect = (): void => undefined;
  let isAsked = (): void => undefined;
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  const connector: buildConnector.connector = (options, callback) => {
    connect = () => void real(options, callback);
    isAsked();
  };
  return { connector, asked, connect: () => connect() };
}

/** A server on loopback, and its port. */
async function listening<S extends Server>(server: S): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return address.port;
}

it('says after 2.5 seconds without a connection that nothing was sent, and sends nothing when it comes later', async () => {
  const service = await platform(() => ({ body: [] }));
  const network = slowNetwork();
  const { clock, result } = ask(service.baseUrl, {}, network.connector);
  let ended = false;
  void result.then(() => (ended = true));
  await network.asked;
  await clock.advance(2_499);
  expect(ended).toBe(false);
  await clock.advance(1);
  expect(await result).toEqual({ ok: false, trouble: 'unreachable' });
  const connected = service.connected(1);
  network.connect();
  await connected;
  expect(await ask(service.baseUrl).result).toMatchObject({ ok: true });
  expect(service.arrived).toHaveLength(1);
});

it('counts the wait for an answer from the moment of the connection', async () => {
  const service = await platform(() => undefined);
  const network = slowNetwork();
  const { clock, result } = ask(service.baseUrl, {}, network.connector);
  let ended = false;
  void result.then(() => (ended = true));
  await network.asked;
  await clock.advance(2_400);
  network.connect();
  await service.seen(1);
  await clock.advance(4_999);
  expect(ended).toBe(false);
  await clock.advance(1);
  expect(await result).toEqual({ ok: false, trouble: 'no-answer' });
});

it.each<[string, (socket: Socket) => void]>([
  ['is reset while it is made', (socket) => void socket.once('data', () => socket.resetAndDestroy())],
  ['speaks another protocol', (socket) => void socket.end('SSH-2.0-x\r\n')],
])('knows that nothing was sent over a connection that %s', async (_, answer) => {
  let sockets = 0;
  const server = createServer((socket) => {
    sockets += 1;
    socket.on('error', () => undefined);
    answer(socket);
  });
  const port = await listening(server);
  expect(await ask(`https://127.0.0.1:${port}`).result).toEqual({ ok: false, trouble: 'unreachable' });
  expect(sockets).toBe(1);
  server.close();
});

it('knows that nothing was sent to a host whose certificate cannot be checked', async () => {
  let said = '';
  const server = createSecureServer(throwawayCertificate(Date.now()));
  server.on('secureConnection', (socket) => socket.on('data', (bytes) => (said += String(bytes))));
  server.on('tlsClientError', () => undefined);
  const port = await listening(server);
  expect(await ask(`https://127.0.0.1:${port}`).result).toEqual({ ok: false, trouble: 'unreachable' });
  expect(said).toBe('');
  server.close();
});

const TEXT = JSON.stringify({ 'quotation-id': 'QT-1', words: 'grün '.repeat(500) });
it.each<[string, Buffer]>([
  ['gzip', gzipSync(TEXT)],
  ['x-gzip', gzipSync(TEXT)],
  ['deflate', deflateSync(TEXT)],
  ['deflate', deflateRawSync(TEXT)],
  ['br', brotliCompressSync(TEXT)],
  ['BR', brotliCompressSync(TEXT)],
  ['deflate, gzip', gzipSync(deflateSync(TEXT))],
  ['identity', Buffer.from(TEXT)],
])('unpacks an answer that is packed as %s', async (encoding, bytes) => {
  const service = await platform((_, response) => {
    response.writeHead(200, { 'content-encoding': encoding });
    response.end(bytes);
    return undefined;
  });
  expect(await ask(service.baseUrl).result).toMatchObject({ ok: true, answer: { body: TEXT } });
  expect(service.arrived[0]?.headers['accept-encoding']).toBe('gzip, deflate, br');
});

it('takes an answer without a body for one, however it says that it is packed', async () => {
  const service = await platform(() => ({ status: 204, headers: { 'content-encoding': 'gzip' } }));
  expect(await ask(service.baseUrl).result).toMatchObject({ ok: true, answer: { status: 204, body: '' } });
});

const HUGE = Buffer.alloc(3_000_000, 0x20);

it.each<[string, string, Buffer, string]>([
  ['an unknown packing', 'zstd', Buffer.from(TEXT), 'answer-encoded'],
  ['more layers than anybody lays on', 'gzip, gzip, gzip, gzip', gzipSync(TEXT), 'answer-encoded'],
  ['bytes that are not packed as they say', 'gzip', Buffer.from(TEXT), 'answer-broken'],
  ['a packed body that was cut short', 'gzip', gzipSync(TEXT).subarray(0, -12), 'answer-broken'],
  ['a small body that unpacks to a huge one', 'gzip', gzipSync(HUGE), 'answer-too-large'],
  ['the same, packed twice', 'gzip, gzip', gzipSync(gzipSync(HUGE)), 'answer-too-large'],
  ['the same in brotli', 'br', brotliCompressSync(HUGE), 'answer-too-large'],
])('does not use %s', async (_, encoding, bytes, trouble) => {
  const service = await platform((_call, response) => {
    response.writeHead(200, { 'content-encoding': encoding });
    response.end(bytes);
    return undefined;
  });
  expect(await ask(service.baseUrl, { bodyBytesMax: 1_000_000 }).result).toEqual({ ok: false, trouble });
});
