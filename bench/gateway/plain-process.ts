import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Pool } from 'undici';
import * as z from 'zod/mini';
import { systemClock } from '../../src/effects/clock';

const CONNECTIONS = 32;
const Ready = z.object({ url: z.string() });

/** Whoever asks the plain server as fast as it answers. */
export class PlainProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly pool: Pool,
  ) {}

  static async start(answer: string): Promise<PlainProcess> {
    const child = fork(join(import.meta.dirname, 'plain-server.ts'), [answer], {
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const told: unknown[] = await once(child, 'message');
    return new PlainProcess(child, new Pool(Ready.parse(told[0]).url, { connections: CONNECTIONS }));
  }

  /** Calls a second, each parsed. */
  async perSecond(calls: number): Promise<number> {
    const startedMs = systemClock.monotonicMs();
    await Promise.all(Array.from({ length: calls }, () => this.call()));
    return calls / ((systemClock.monotonicMs() - startedMs) / 1000);
  }

  async end(): Promise<void> {
    await this.pool.close();
    if (this.child.connected) this.child.disconnect();
  }

  private async call(): Promise<unknown> {
    const { body } = await this.pool.request({ path: '/', method: 'GET' });
    return body.json();
  }
}
