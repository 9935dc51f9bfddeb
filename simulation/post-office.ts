import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod/mini';
import type { Chance } from '../src/effects/chance';

const PlatformWord = z.looseObject({
  eventType: z.string(),
  'request-id': z.optional(z.string()),
  'trade-id': z.optional(z.string()),
});

/** One event on its way from the platform to the desk. */
export interface Letter {
  readonly text: string;
  readonly type: string;
  readonly requestId?: string | undefined;
  readonly tradeId?: string | undefined;
  /** What the desk answered; absent: it never got it. */
  readonly status?: number;
  /** Epoch ms. */
  readonly at: number;
}

export interface PostOfficeOptions {
  readonly chance: Chance;
  readonly now: () => number;
  /** Where the desk takes events now; `undefined` while it is down. */
  readonly desk: () => string | undefined;
  /** Changes whenever the desk dies without a stop: what a dead one answers nobody hears. */
  readonly life: () => number;
  /** An event of the simulator as its platform delivers it. */
  readonly told: (text: string) => string;
}

/** Between the platform and the desk: it loses a share of what it is given. */
export class PostOffice {
  readonly letters: Letter[] = [];
  lostShare = 0;
  private readonly server: Server;

  constructor(private readonly options: PostOfficeOptions) {
    this.server = createServer((request, response) => {
      let text = '';
      request.setEncoding('utf8');
      request.on('data', (piece: string) => (text += piece));
      request.on('end', () => {
        void this.pass(text).then((status) => response.writeHead(status).end());
      });
    });
  }

  /** The address for the platform. */
  open(): Promise<string> {
    return new Promise((resolve) => {
      this.server.listen(0, '127.0.0.1', () => {
        // A server on an IP address tells where it listens as an object.
        const { port } = this.server.address() as AddressInfo;
        resolve(`http://127.0.0.1:${port}/`);
      });
    });
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async pass(own: string): Promise<number> {
    const text = this.options.told(own);
    const desk = this.options.desk();
    const isLost = desk === undefined || this.options.chance() < this.lostShare;
    const life = this.options.life();
    const answered = isLost ? undefined : await delivered(desk, text);
    const status = this.options.life() === life ? answered : undefined;
    const word = PlatformWord.parse(JSON.parse(own));
    this.letters.push({
      text,
      type: word.eventType,
      requestId: word['request-id'],
      tradeId: word['trade-id'],
      ...(status !== undefined && { status }),
      at: this.options.now(),
    });
    return status ?? 200;
  }
}

async function delivered(desk: string, body: string): Promise<number | undefined> {
  try {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(desk, { method: 'POST', headers, body });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return undefined;
  }
}
