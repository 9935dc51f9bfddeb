import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { ROOT } from '../campaign/built-gateway';
import { isRunning, killed, type Processes } from '../campaign/processes';
import type { Lines } from './lines';
import type { Stop } from './stops';

const Ready = z.object({ type: z.literal('ready'), url: z.string(), programKey: z.string() });

/** Where presses can go: a gateway said that its desk is open. The last one said so is the newest leader. */
export interface OpenDesk {
  readonly member: number;
  readonly url: string;
  readonly programKey: string;
}

/** One of the gateways of the desk, life after life, as its real program. */
export class Member {
  private child: ChildProcess | undefined;
  isStopped = false;

  constructor(
    readonly number: number,
    readonly lines: Lines,
    private readonly options: {
      readonly processes: Processes;
      readonly env: Readonly<Record<string, string>>;
      readonly onOpen: (desk: OpenDesk) => void;
    },
  ) {}

  start(): void {
    const { processes, env, onOpen } = this.options;
    const hosts = this.lines.hosts.map(({ host, port }) => `${host}:${port}`).join(',');
    const child = processes.start({
      file: join(ROOT, 'src', 'gateway', 'main.ts'),
      execArgv: ['--import', 'tsx', '--import', join(ROOT, 'chaos', 'desk', 'stops.ts')],
      env: { ...env, DESK_STORE: `postgres://desk@${hosts}/desk` },
      isHeard: true,
    });
    child.stderr?.on('data', (text: Buffer) => {
      if (process.env['CHAOS_LOG']) process.stderr.write(`${this.number}: ${text.toString()}`);
    });
    child.on('message', (message) => {
      const ready = Ready.safeParse(message).data;
      if (ready) onOpen({ ...ready, url: ready.url.replace('localhost', '127.0.0.1'), member: this.number });
    });
    this.child = child;
    this.isStopped = false;
  }

  get isRunning(): boolean {
    return this.child !== undefined && isRunning(this.child);
  }

  async kill(): Promise<void> {
    if (this.child) await killed(this.child);
  }

  /** Stands still, with everything that it holds. */
  pause(): void {
    this.isStopped = true;
    this.child?.kill('SIGSTOP');
  }

  /** Stands still by itself as soon as it comes there with a write. */
  pauseAt(stop: Stop): void {
    this.isStopped = true;
    this.child?.send({ type: 'stop', at: stop });
  }

  resume(): void {
    this.isStopped = false;
    this.child?.kill('SIGCONT');
  }
}
