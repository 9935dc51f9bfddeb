import type { ClientRequest, IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../effects/clock';
import { peerConnect } from '../web/peers';
import { MISDIRECTED } from '../web/server';
import { LEADER_MS_MAX, passedOn } from './relay';
import { leaderWithin, type Leader, type Leading } from './leader';

interface SocketRelayOptions {
  readonly leader: Leader;
  readonly key: Buffer;
  readonly clock: Clock;
}

/** A socket that a page asks for. */
interface Asked {
  readonly request: IncomingMessage;
  readonly page: Duplex;
  /** What the page sent already. */
  readonly head: Buffer;
}

/** Whoever did not take a socket is asked again after this, unless another machine leads before. */
const AGAIN_MS = 500;

/**
 * Joins sockets of pages with the machine that leads, byte for byte: a page that takes nothing is felt there as if it called directly.
 * When another machine leads, its pages' sockets end, and the pages come back by themselves.
 */
export class SocketRelay {
  private readonly joined = new Map<Duplex, number>();
  private readonly underWay = new Map<ClientRequest, number>();
  private readonly stopListening: () => void;

  constructor(private readonly options: SocketRelayOptions) {
    this.stopListening = options.leader.onChange(() => this.leaveFormer());
  }

  /** Waits for a leader that takes it, as long as a page waits for its welcome. */
  async join(asked: Asked): Promise<void> {
    const { page } = asked;
    const { clock } = this.options;
    page.on('error', () => page.destroy());
    const untilMs = clock.monotonicMs() + LEADER_MS_MAX;
    const leftMs = (): number => untilMs - clock.monotonicMs();
    while (leftMs() > 0) {
      const leading = await leaderWithin(this.options, leftMs());
      if (page.destroyed) return;
      if (!leading) break;
      if ((await this.connected(leading, asked)) || page.destroyed) return;
      // It led a moment ago: most often somebody else does in the next one.
      await leaderWithin(this.options, Math.min(AGAIN_MS, leftMs()), ({ epoch }) => epoch === leading.epoch);
    }
    refuseUpgrade(page, '503 Service Unavailable');
  }

  close(): void {
    this.stopListening();
    for (const page of this.joined.keys()) page.destroy();
  }

  /** Whether that machine gave the page its answer; not where it was not reached, or does not lead. */
  private connected(leading: Leading, { request: asked, page, head }: Asked): Promise<boolean> {
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
    this.underWay.set(onward, leading.epoch);
    const leave = (): void => void onward.destroy();
    page.once('close', leave);
    return new Promise((resolve) => {
      onward.on('error', leave);
      onward.on('close', () => {
        this.underWay.delete(onward);
        page.off('close', leave);
        resolve(false);
      });
      onward.on('response', ({ statusCode }) => {
        if (statusCode === MISDIRECTED) return leave();
        resolve(true);
        refuseUpgrade(page, '502 Bad Gateway');
      });
      onward.on('upgrade', ({ rawHeaders }, leader, first) => {
        resolve(true);
        this.joined.set(page, leading.epoch);
        page.write(switching(rawHeaders));
        page.write(first);
        leader.write(head);
        page.once('close', () => {
          this.joined.delete(page);
          leader.destroy();
        });
        leader.once('close', () => page.destroy());
        leader.on('error', () => leader.destroy());
        leader.setNoDelay(true);
        leader.pipe(page);
        page.pipe(leader);
      });
      onward.end();
    });
  }

  private leaveFormer(): void {
    const leading = this.options.leader.current();
    if (!leading) return;
    for (const [onward, epoch] of this.underWay) if (epoch !== leading.epoch) onward.destroy();
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
