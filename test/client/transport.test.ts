import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createGatewayClient } from '../../src/client/gateway-client';
import { browserTransport } from '../../src/client/transport';
import type { Connection } from '../../src/client/client';
import { PageMessage } from '../../src/contract/desk/page-message';
import { seededChance } from '../../src/effects/chance';
import { systemClock } from '../../src/effects/clock';
import { countedIds } from '../../src/effects/ids';
import { until } from '../until';

const ended: (() => void)[] = [];
afterEach(() => {
  for (const end of ended.splice(0)) end();
});

/** A gateway on loopback that gives sessions and says welcome, and what it was asked. */
async function gateway() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end(JSON.stringify({ token: 'a-token-that-is-long-enough' }));
  });
  const sockets = new WebSocketServer({ server, path: '/api/socket' });
  sockets.on('connection', (socket) => {
    socket.on('message', (bytes: Buffer) => {
      const message = PageMessage.parse(JSON.parse(bytes.toString()));
      asked.push(message.type);
      if (message.type === 'hello') socket.send(JSON.stringify({ type: 'welcome', now: Date.now() }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ended.push(() => {
    sockets.close();
    for (const socket of sockets.clients) socket.terminate();
    server.close();
  });
  return { asked, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** As much of a browser's window as the transport uses, showing the pane that this gateway served. */
function pageAt(origin: string): Pick<Window, 'location' | 'fetch' | 'localStorage'> {
  Reflect.set(globalThis, 'WebSocket', WebSocket);
  ended.push(() => void Reflect.deleteProperty(globalThis, 'WebSocket'));
  const location = new URL('/taskpane.html?lang=en', origin) as unknown as Location;
  const kept = new Map([['spreaddesk.pairing', 'the-key-of-this-browser']]);
  const localStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  } as Storage;
  return { location, localStorage, fetch: (path, init) => fetch(new URL(path as string, origin), init) };
}

describe('the browser’s own network', () => {
  it('reaches the gateway that served the page: session, socket, watches', async () => {
    const { asked, origin } = await gateway();
    const client = createGatewayClient({
      transport: browserTransport(pageAt(origin)),
      clock: systemClock,
      ids: countedIds(),
      chance: seededChance(1),
    });
    client.watch({ kind: 'status' }, () => undefined);
    await new Promise<void>((resolve) => {
      client.watchConnection((connection: Connection) => connection === 'open' && resolve());
    });
    await until(() => asked.includes('watch'));
    expect(asked).toEqual(['POST /api/session', 'hello', 'watch']);
  });

  it('uses the safe socket when the page came safely', () => {
    const opened: string[] = [];
    const page = pageAt('https://desk.example.com');
    class Recorded extends EventTarget {
      constructor(address: URL) {
        super();
        opened.push(address.href);
      }
    }
    Reflect.set(globalThis, 'WebSocket', Recorded);
    browserTransport(page).openSocket({ opened() {}, received() {}, closed() {} });
    expect(opened).toEqual(['wss://desk.example.com/api/socket']);
  });
});
