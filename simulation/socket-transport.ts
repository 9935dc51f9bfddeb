import { WebSocket } from 'ws';
import type { Transport } from '../src/client/transport';
import { SOCKET_PATH } from '../src/contract/desk/socket';
import type { RunningGateway } from './running-gateway';
import type { Traffic } from './traffic';

/**
 * How a page without a browser reaches whatever gateway runs now; its sockets stand in `open` while they are. Until
 * the gateway has said its first word, the traffic awaits it, where time waits for the network.
 */
export const socketTransport = (
  gateway: () => RunningGateway,
  open: Set<WebSocket>,
  traffic?: Pick<Traffic, 'awaits' | 'met'>,
  /** Of a paired browser; that of programs unless given. */
  key?: string,
): Transport => ({
  key: { read: () => key ?? gateway().programKey, keep: () => undefined },
  openSocket: (events) => {
    const socket = new WebSocket(new URL(SOCKET_PATH, gateway().url.replace(/^http/, 'ws')));
    open.add(socket);
    traffic?.awaits(socket);
    socket.once('message', () => traffic?.met(socket));
    socket.on('open', () => events.opened());
    socket.on('message', (text: Buffer) => events.received(text.toString('utf8')));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      open.delete(socket);
      traffic?.met(socket);
      events.closed();
    });
    return { send: (text) => socket.send(text), close: () => socket.close() };
  },
  fetch: (path, init) => fetch(new URL(path, gateway().url), init),
});
