import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Pool } from 'undici';
import { WebSocket } from 'ws';
import * as z from 'zod/mini';
import { systemClock } from '../../src/effects/clock';

const CONNECTIONS = 32;
const Ready = z.object({ url: z.string() });

/** Whoever asks the plain server as fast as it answers. */
export class PlainProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly pool: Pool,
    private readonly socket: WebSocket,
  ) {}

  static async start(answer: string): Promise<PlainProcess> {
    const child = fork(join(import.meta.dirname, 'plain-server.ts'), [answer], {
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const told: unknown[] = await once(child, 'message');
    const { url } = Ready.parse(told[0]);
    const socket = new WebSocket(url.replace(/^http/, 'ws'));
    await once(socket, 'open');
    return new PlainProcess(child, new Pool(url, { connections: CONNECTIONS }), socket);
  }

  /** Calls a second, each parsed. */
  async perSecond(calls: number): Promise<number> {
    const startedMs = systemClock.monotonicMs();
    await Promise.all(Array.from({ length: calls }, () => this.call()));
    return calls / ((systemClock.monotonicMs() - startedMs) / 1000);
  }

  /** One call and its answer, parsed: what any process between a page and the platform costs, as it is for nothing else. */
  async callMs(): Promise<number> {
    const startedMs = systemClock.monotonicMs();
    await this.call();
    return systemClock.monotonicMs() - startedMs;
  }

  /** The same by a socket that is open. */
  async messageMs(): Promise<number> {
    const startedMs = systemClock.monotonicMs();
    const answered = once(this.socket, 'message');
    this.socket.send('?');
    const [message] = (await answered) as [Buffer];
    JSON.parse(message.toString());
    return systemClock.monotonicMs() - startedMs;
  }

  async end(): Promise<void> {
    this.socket.terminate();
    await this.pool.close();
    if (this.child.connected) this.child.disconnect();
  }

  private async call(): Promise<unknown> {
    const { body } = await this.pool.request({ path: '/', method: 'GET' });
    return body.json();
  }
}
