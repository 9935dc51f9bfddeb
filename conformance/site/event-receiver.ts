import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { fieldsOf, type Fields } from '../fields';

/** A webhook request as it arrived. */
export interface Arrival {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly event: Fields;
}

/** Somebody whom events are sent to. */
export class EventReceiver {
  readonly arrivals: Arrival[] = [];
  private readonly waiting: (() => void)[] = [];
  private readonly server: Server;

  constructor(status: number) {
    this.server = createServer((request, response) => {
      let text = '';
      request.on('data', (piece: Buffer) => (text += piece.toString()));
      request.on('end', () => {
        const event = fieldsOf(JSON.parse(text));
        this.arrivals.push({ method: request.method ?? '', headers: request.headers, event });
        response.writeHead(status).end();
        for (const wake of this.waiting.splice(0)) wake();
      });
    });
  }

  /** Answers with its address on this machine. */
  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('The receiver has no port.');
    return `http://127.0.0.1:${address.port}/events`;
  }

  /** Resolves when so many events have arrived. */
  async has(count: number): Promise<readonly Arrival[]> {
    while (this.arrivals.length < count) await new Promise<void>((resolve) => this.waiting.push(resolve));
    return this.arrivals;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
