import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import WebSocket from 'ws';
import { newSession } from '../../../simulation/running-gateway';
import { ROUTES } from '../../../src/contract/desk/routes';
import { SOCKET_PATH } from '../../../src/contract/desk/socket';
import { testGateway, type TestGateway } from '../twins/gateway';
import { until } from '../../until';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function start(): Promise<TestGateway> {
  const desk = await testGateway();
  ends.push(() => desk.stop());
  return desk;
}

/** Says these words over a bare connection and answers with everything that came back until its end. */
function said({ gateway }: TestGateway, ...words: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(gateway.port, '127.0.0.1');
    ends.push(() => socket.destroy());
    let heard = '';
    socket.on('data', (bytes: Buffer) => (heard += bytes.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve(heard));
    for (const word of words) socket.write(word);
  });
}

const POST = (desk: TestGateway): string =>
  `POST ${ROUTES.openSession.path} HTTP/1.1\r\nhost: localhost:${desk.gateway.port}\r\n`;

it('takes no headers without end', async () => {
  const desk = await start();
  const answer = await said(desk, POST(desk), `x-long: ${'x'.repeat(17_000)}\r\n\r\n`);
  expect(answer).toContain('431');
});

it('keeps the newest four lines of one page, so that no page takes the lines of others', async () => {
  const desk = await start();
  const token = await newSession(desk.gateway);
  const closes: number[] = [];
  for (let line = 0; line < 6; line++) {
    const socket = new WebSocket(`ws://127.0.0.1:${desk.gateway.port}${SOCKET_PATH}`);
    ends.push(() => socket.terminate());
    socket.on('close', (code) => closes.push(code));
    await new Promise((resolve) => socket.once('open', resolve));
    const welcomed = new Promise((resolve) => socket.once('message', resolve));
    socket.send(JSON.stringify({ type: 'hello', token }));
    await welcomed;
  }
  await until(() => closes.length >= 2);
  expect(closes).toEqual([4409, 4409]);
});
