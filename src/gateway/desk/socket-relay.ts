import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../effects/clock';
import { peerConnect } from '../web/peers';
import { LEADER_MS_MAX, passedOn } from './relay';
import { leaderWithin, type Leader, type Leading } from './leader';

interface SocketRelayOptions {
  readonly leader: Leader;
  readonly key: Buffer;
  readonly clock: Clock;
}

/**
 * Joins sockets of pages with the machine that leads, byte for byte: a page that takes nothing is felt there as if it called directly.
 * When another machine leads, its pages' sockets end, and the pages come back by themselves.
 */
export class SocketRelay {
  private readonly joined = new Map<Duplex, number>();
  private readonly stopListening: () => void;

  constructor(private readonly options: SocketRelayOptions) {
    this.stopListening = options.leader.onChange(() => this.leaveFormer());
  }

  /** Waits for a leader as long as a page waits for its welcome. `head`: what the page sent already. */
  async join(asked: IncomingMessage, page: Duplex, head: Buffer): Promise<void> {
    page.on('error', () => page.destroy());
    const leading = await leaderWithin(this.options, LEADER_MS_MAX);
    if (page.destroyed) return;
    if (!leading) return refuseUpgrade(page, '503 Service Unavailable');
    this.connect(leading, { asked, page, head });
  }

  close(): void {
    this.stopListening();
    for (const page of this.joined.keys()) page.destroy();
  }

  private connect(
    leading: Leading,
    { asked, page, head }: { readonly asked: IncomingMessage; readonly page: Duplex; readonly head: Buffer },
  ): void {
    const { hostname, port } = new URL(`https://${leading.address}`);
    const onward = request({
      ...peerConnect(this.options.key),
      agent: false,
      host: hostname.replace(/^\[|\]$/g, ''),
      port,
      method: 'GET',
      path: asked.url,
      headers: { ...passedOn(asked.headers), connection: 'Upgrade', upgrade: 'websocket' },
    });
    this.joined.set(page, leading.epoch);
    page.once('close', () => {
      this.joined.delete(page);
      onward.destroy();
    });
    onward.on('error', () => page.destroy());
    onward.on('response', () => refuseUpgrade(page, '502 Bad Gateway'));
    onward.on('upgrade', ({ rawHeaders }, leader, first) => {
      page.write(switching(rawHeaders));
      page.write(first);
      leader.write(head);
      page.once('close', () => leader.destroy());
      leader.once('close', () => page.destroy());
      leader.on('error', () => leader.destroy());
      leader.setNoDelay(true);
      leader.pipe(page);
      page.pipe(leader);
    });
    onward.end();
  }

  private leaveFormer(): void {
    const leading = this.options.leader.current();
    if (!leading) return;
    for (const [page, epoch] of this.joined) if (epoch !== leading.epoch) page.destroy();
  }
}

/** Says why there is no socket, and ends the connection. */
export function refuseUpgrade(page: Duplex, status: string): void {
  page.on('error', () => page.destroy());
  page.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n`);
}

function switching(rawHeaders: readonly string[]): string {
  const lines = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1] ?? ''}\r\n`] : [],
  );
  return `HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`;
}
