import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { throwawayCertificate } from '../../../attack/certificate';
import { ManualClock } from '../../../src/effects/manual-clock';
import { exchange, TIMEOUTS } from '../../../src/gateway/platform/http';
import { openOutgoing, proxyFetch } from '../../../src/gateway/platform/proxy';
import { NOON } from './platform';

const ends: (() => unknown)[] = [];
const certificate = throwawayCertificate(Date.now());
// The platform of these tests has no certificate that anybody knows.
beforeEach(() => vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0'));
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const end of ends.splice(0).reverse()) await end();
});

async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A platform over https, and the lines of the requests that came to it. */
async function securePlatform() {
  const seen: string[] = [];
  const server = createSecureServer(certificate, (request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.end('{"of":"the platform"}');
  });
  return { seen, port: await listening(server) };
}

/** A proxy that answers the wish for a tunnel like this; everything that was said to it before. */
async function proxy(answer: (socket: Socket, to: string) => void) {
  const said: string[] = [];
  const server = createServer((socket) => {
    socket.once('data', (bytes) => {
      said.push(String(bytes));
      answer(socket, /^CONNECT (\S+)/.exec(String(bytes))?.[1] ?? '');
    });
  });
  return { said, port: await listening(server) };
}

function tunnel(socket: Socket, to: string): void {
  const [host = '', port] = to.split(':');
  const there = connect(Number(port), host, () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    there.pipe(socket);
    socket.pipe(there);
  });
  there.on('error', () => socket.destroy());
}

const refusing = (status: string) => (socket: Socket) => {
  const body = '{"of":"the proxy"}';
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
};

/** A write, sent once, by a proxy at this port. */
async function write(platformUrl: string, proxyPort: number, { login = '', except = '' } = {}) {
  const lines: string[] = [];
  const say = (message: string): void => void lines.push(message);
  const log = { info: say, warn: say, error: say };
  const dispatcher: Dispatcher = await openOutgoing(
    platformUrl,
    { url: `http://${login}127.0.0.1:${proxyPort}`, except },
    log,
  );
  ends.push(() => dispatcher.destroy());
  const clock = new ManualClock(NOON);
  const url = new URL('/v2/quotes', platformUrl);
  const ask = () =>
    exchange({ method: 'POST', url, headers: {}, body: '{}' }, { dispatcher, clock, limits: TIMEOUTS });
  return { clock, lines, ask, result: ask() };
}

describe('a proxy between the gateway and the platform', () => {
  it('is told the name of the platform alone, and the request goes through its tunnel', async () => {
    const platform = await securePlatform();
    const between = await proxy(tunnel);
    const { result, lines } = await write(`https://localhost:${platform.port}`, between.port, {
      login: 'desk:p%40ss@',
    });
    expect(await result).toMatchObject({ ok: true, answer: { status: 200, body: '{"of":"the platform"}' } });
    expect(platform.seen).toEqual(['POST /v2/quotes']);
    expect(between.said).toHaveLength(1);
    const [said = ''] = between.said;
    expect(said).toContain(`CONNECT localhost:${platform.port} HTTP/1.1\r\n`);
    expect(said).toContain(`proxy-authorization: Basic ${Buffer.from('desk:p@ss').toString('base64')}`);
    expect(said).not.toContain('/v2/');
    expect(lines).toEqual([]);
  });

  it.each([
    ['refuses with 403', refusing('403 Forbidden'), '403'],
    ['wants a password (407)', refusing('407 Proxy Authentication Required'), '407'],
    ['cannot reach it (502)', refusing('502 Bad Gateway'), '502'],
    ['answers that all was created (201)', refusing('201 Created'), '201'],
    ['hangs up', (socket: Socket) => void socket.end(), 'no answer'],
    ['breaks the connection', (socket: Socket) => void socket.resetAndDestroy(), 'no answer'],
    ['speaks another protocol', (socket: Socket) => void socket.end('SSH-2.0-x\r\n'), 'no answer'],
  ])(
    'that %s: nothing was sent, its answer is not the platform’s, and it is asked once',
    async (_, answer, told) => {
      const platform = await securePlatform();
      const between = await proxy(answer);
      const { result, lines, ask } = await write(`https://localhost:${platform.port}`, between.port);
      expect(await result).toEqual({ ok: false, trouble: 'unreachable' });
      expect(between.said).toHaveLength(1);
      expect(lines).toEqual([expect.stringContaining(told)]);
      expect(await ask()).toEqual({ ok: false, trouble: 'unreachable' });
      // The same trouble is one line.
      expect([between.said.length, lines.length]).toEqual([2, 1]);
      expect(platform.seen).toEqual([]);
    },
  );

  it('that is down: nothing was sent', async () => {
    const gone = createServer();
    const port = await listening(gone);
    await new Promise((resolve) => gone.close(resolve));
    const platform = await securePlatform();
    const { result } = await write(`https://localhost:${platform.port}`, port);
    expect(await result).toEqual({ ok: false, trouble: 'unreachable' });
    expect(platform.seen).toEqual([]);
  });

  it('that stalls: after 2.5 s nothing was sent, and nothing goes out when it makes the tunnel after all', async () => {
    const platform = await securePlatform();
    let begin = (): void => undefined;
    let came = (): void => undefined;
    let closed: Promise<unknown> = Promise.resolve();
    const asked = new Promise<void>((resolve) => (came = resolve));
    const between = await proxy((socket, to) => {
      if (between.said.length > 1) return tunnel(socket, to);
      begin = () => tunnel(socket, to);
      closed = once(socket, 'close');
      came();
    });
    const { clock, result, ask } = await write(`https://localhost:${platform.port}`, between.port);
    await asked;
    await clock.advance(TIMEOUTS.connectMs);
    expect(await result).toEqual({ ok: false, trouble: 'unreachable' });
    begin();
    await closed;
    expect(await ask()).toMatchObject({ ok: true });
    expect(platform.seen).toEqual(['POST /v2/quotes']);
  });

  it.each(['localhost', '.localhost', 'other.example, LOCALHOST', '*'])(
    'is left out where NO_PROXY is %s',
    async (except) => {
      const platform = await securePlatform();
      const between = await proxy(tunnel);
      const { result } = await write(`https://localhost:${platform.port}`, between.port, { except });
      expect(await result).toMatchObject({ ok: true });
      expect(between.said).toEqual([]);
    },
  );

  it('is never asked for plain http, which leads to this machine alone', async () => {
    const server = createHttpServer((_, response) => void response.end('{}'));
    const between = await proxy(refusing('403 Forbidden'));
    const { result } = await write(`http://127.0.0.1:${await listening(server)}`, between.port);
    expect(await result).toMatchObject({ ok: true });
    expect(between.said).toEqual([]);
  });

  it('carries what packages fetch, such as the keys of the provider', async () => {
    const platform = await securePlatform();
    const between = await proxy(tunnel);
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const fetch = proxyFetch({ url: `http://127.0.0.1:${between.port}`, except: '' }, log);
    const answer = await fetch(`https://localhost:${platform.port}/keys`, {
      headers: { accept: 'application/json' },
    });
    expect(await answer.json()).toEqual({ of: 'the platform' });
    expect([platform.seen, between.said.length]).toEqual([['GET /keys'], 1]);
    const refused = await proxy(refusing('407 Proxy Authentication Required'));
    const other = proxyFetch({ url: `http://127.0.0.1:${refused.port}`, except: '' }, log);
    await expect(other(`https://localhost:${platform.port}/keys`, {})).rejects.toThrow();
  });
});
