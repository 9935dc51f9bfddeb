import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { Connections } from '../../simulation/connections';
import { until } from '../until';

const ends: (() => unknown)[] = [];
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end();
});

/** Both ends of a connection of this process to itself. */
async function connected() {
  const connections = new Connections();
  ends.push(() => connections.end());
  const server = createServer();
  ends.push(() => server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const caller = connect((server.address() as AddressInfo).port, '127.0.0.1');
  ends.push(() => caller.destroy());
  const isBusyAtFirst = connections.isBusy;
  const [listener] = await accepted;
  listener.resume();
  caller.resume();
  return { connections, caller, listener, isBusyAtFirst };
}

it('is busy until a connection stands, and again until what was written on it has arrived', async () => {
  const { connections, caller, listener, isBusyAtFirst } = await connected();
  expect(isBusyAtFirst).toBe(true);
  await until(() => !connections.isBusy);
  for (const [from, to] of [
    [caller, listener],
    [listener, caller],
  ] as const) {
    const before = connections.arrivedCount;
    from.write('a word');
    expect(connections.isBusy).toBe(true);
    await once(to, 'data');
    expect(connections.isBusy).toBe(false);
    expect(connections.arrivedCount).toBe(before + 6);
  }
});

it('does not wait for a reader that has paused, and is busy until both ends are closed', async () => {
  const { connections, caller, listener } = await connected();
  await until(() => !connections.isBusy);
  listener.pause();
  caller.write('a word');
  expect(connections.isBusy).toBe(false);
  caller.destroy();
  expect(connections.isBusy).toBe(true);
  listener.resume();
  await until(() => !connections.isBusy);
  expect(connections.arrivedCount).toBe(0);
});
