import WebSocket from 'ws';
import { GatewayMessage, SOCKET_PATH } from '../../src/contract/desk/socket';
import type { Resource } from '../../src/domain/resource';
import { newSession } from '../actions/press';

/** A page that only looks: it counts the answers of the service that it is shown. */
export class Reader {
  private readonly fetched = new Map<string, number>();
  /** Answers that were fetched later than the one before. */
  news = 0;

  private constructor(private readonly socket: WebSocket) {
    socket.on('error', () => undefined);
    socket.on('message', (bytes: Buffer) => this.heard(bytes.toString()));
  }

  static async open(url: string, resources: readonly Resource[]): Promise<Reader> {
    const token = await newSession(url);
    const socket = new WebSocket(new URL(SOCKET_PATH, url.replace(/^http/, 'ws')));
    const reader = new Reader(socket);
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    socket.send(JSON.stringify({ type: 'hello', token }));
    socket.send(JSON.stringify({ type: 'watch', add: resources, drop: [] }));
    return reader;
  }

  end(): void {
    this.socket.terminate();
  }

  private heard(text: string): void {
    const message = GatewayMessage.parse(JSON.parse(text));
    if (message.type === 'beat') this.socket.send(JSON.stringify({ type: 'beat' }));
    if (message.type !== 'answers') return;
    for (const { key, fetchedAt } of message.answers) {
      if (fetchedAt === undefined || fetchedAt <= (this.fetched.get(key) ?? 0)) continue;
      this.fetched.set(key, fetchedAt);
      this.news += 1;
    }
  }
}
