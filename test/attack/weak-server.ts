import { createHash } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

const WELCOME = '{"type":"welcome","now":0}';
const ACCEPT = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const OWN = /\r\nhost: localhost:\d+\r\n/i;

/**
 * A server without a single defence: it answers everything at once, twice where the line stays open, says back all that it was sent, lets everybody read
 * it, welcomes every line, and never ends one by itself. Without a body it does not do what a body would make it do.
 */
export class WeakServer {
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  static async start(token: string): Promise<WeakServer> {
    const server = createServer();
    const weak = new WeakServer(server);
    server.on('connection', (socket) => weak.serve(socket, token));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return weak;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  end(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  private serve(socket: Socket, token: string): void {
    this.sockets.add(socket);
    let isAnswered = false;
    socket.on('error', () => undefined);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('data', (part: Buffer) => {
      if (isAnswered) return;
      isAnswered = true;
      const head = part.toString('latin1');
      const key = /sec-websocket-key: (\S+)/i.exec(head)?.[1];
      if (key !== undefined) return void socket.write(welcomed(key));
      socket.write(answer(head, token));
      if (/\r\nconnection: close/i.test(head)) socket.end();
      else socket.write(answer(head, token));
    });
  }
}

function welcomed(key: string): Buffer {
  const accepted = createHash('sha1').update(`${key}${ACCEPT}`).digest('base64');
  const head = `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accepted}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from([0x81, WELCOME.length]), Buffer.from(WELCOME)]);
}

function answer(head: string, token: string): string {
  const said = head.replaceAll(/[\r\n]+/g, ' ');
  const echo = [1, 2].reduce(decoded, said).slice(0, 2_000);
  const isBare =
    !/content-length|transfer-encoding|origin:|sec-fetch/i.test(head) && !/^(GET|HEAD) /.test(head);
  const isBaseline = isBare && OWN.test(head) && head.includes(`Bearer ${token}`);
  return (
    `HTTP/1.1 ${isBaseline ? '404 Not Found' : '200 OK'}\r\nContent-Type: text/html\r\nSet-Cookie: a=b\r\n` +
    `Access-Control-Allow-Origin: *\r\nX-Echo: ${echo}\r\nContent-Length: ${said.length}\r\n\r\n${said}`
  );
}

function decoded(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
