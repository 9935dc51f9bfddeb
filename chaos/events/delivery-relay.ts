import { createServer, type Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { send, type Delivery } from './delivery';

/** One delivery and what came of it. */
export interface Sent {
  readonly body: string;
  /** Whether it is an event that the platform told. */
  readonly isGenuine: boolean;
  /** `undefined` where no answer came. */
  readonly status: number | undefined;
}

const QUIET_MS = 12;
const QUIET_LOOKS_MAX = 40;

/** Takes events from the platform, and delivers them to the gateway as badly as it is told to. */
export class DeliveryRelay {
  readonly sent: Sent[] = [];
  private collected: string[] = [];
  private readonly underWay = new Set<Promise<unknown>>();

  private constructor(
    private readonly server: Server,
    /** Where the platform delivers. */
    readonly url: string,
  ) {
    server.on('request', (asked, answer) => {
      const parts: Buffer[] = [];
      asked.on('data', (part: Buffer) => void parts.push(part));
      asked.on('end', () => {
        this.collected.push(Buffer.concat(parts).toString('utf8'));
        answer.writeHead(200).end();
      });
    });
  }

  static async open(): Promise<DeliveryRelay> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    return new DeliveryRelay(server, `http://127.0.0.1:${port}/`);
  }

  /** What the platform has told since the last time: of one act, which it tells at once. */
  async collect(): Promise<string[]> {
    for (let look = 0, count = -1; look < QUIET_LOOKS_MAX && count !== this.collected.length; look++) {
      count = this.collected.length;
      await pause(QUIET_MS);
    }
    const collected = this.collected;
    this.collected = [];
    return collected;
  }

  /** Settles when it is answered, or never will be. */
  async deliver(webhook: string, knock: Delivery, isGenuine = true): Promise<number | undefined> {
    const answered = send(webhook, knock);
    this.underWay.add(answered);
    const status = await answered;
    this.underWay.delete(answered);
    this.sent.push({ body: knock.body, isGenuine, status });
    return status;
  }

  /** Settles when nothing is on its way any more. */
  async done(): Promise<void> {
    await Promise.all(this.underWay);
    await pause(0);
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
