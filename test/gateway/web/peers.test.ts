import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { peerConnect, peerServer } from '../../../src/gateway/web/peers';

const KEY = randomBytes(32);
const ends: (() => unknown)[] = [];
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end();
});

async function listening(server: net.Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

it('takes nothing of what was overheard of a connection that was proven', async () => {
  const heard: string[] = [];
  const server = peerServer(KEY)((asked, answer) => {
    heard.push(asked.url ?? '');
    answer.end('yes');
  });
  ends.push(() => server.closeAllConnections());
  const port = await listening(server);
  const overheard: Buffer[] = [];
  const between = net.createServer((near) => {
    const far = net.connect(port, '127.0.0.1');
    near.on('data', (bytes) => {
      overheard.push(bytes);
      far.write(bytes);
    });
    far.pipe(near);
    for (const socket of [near, far]) socket.on('error', () => socket.destroy());
    near.on('close', () => far.destroy());
  });
  const through = await listening(between);
  const asked = request({
    ...peerConnect(KEY),
    agent: false,
    host: '127.0.0.1',
    port: through,
    path: '/proven',
  });
  asked.end();
  const [answer] = (await once(asked, 'response')) as [NodeJS.ReadableStream];
  answer.resume();
  await once(answer, 'end');
  expect(heard).toEqual(['/proven']);
  expect(Buffer.concat(overheard).includes('/proven')).toBe(false);
  const replayed = net.connect(port, '127.0.0.1');
  replayed.on('error', () => undefined);
  replayed.resume();
  for (const bytes of overheard) replayed.write(bytes);
  await once(replayed, 'close');
  expect(heard).toEqual(['/proven']);
});
