import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

/** The least that a server of node:http does, as a process of its own: the same JSON for whoever asks, by call or by socket. It ends with its line. */
const answer = Buffer.from(process.argv[2] ?? '{}');
const headers = { 'content-type': 'application/json', 'content-length': answer.byteLength };
const server = createServer((_request, response) => response.writeHead(200, headers).end(answer));
new WebSocketServer({ server }).on('connection', (socket) => {
  socket.on('message', () => socket.send(answer));
});
server.listen(0, '127.0.0.1', () => {
  // A server on an IP address tells where it listens as an object.
  const { port } = server.address() as AddressInfo;
  process.send?.({ url: `http://127.0.0.1:${port}/` });
});
process.on('disconnect', () => process.exit(0));
