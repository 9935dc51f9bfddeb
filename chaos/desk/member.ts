import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { readFileSync, rmSync } from 'node:fs';
import { buildProgram } from '../../scripts/programs.mjs';
import { ROOT } from '../campaign/built-gateway';
import { hasEnded, killed, type Processes } from '../campaign/processes';
import type { Lines } from './lines';
import type { Stop } from './stops';

const LOOK_MS = 5;
const Ready = z.object({ type: z.literal('ready') });

/** The gateway's real program, and what is loaded beside it, each as one file: they start with a fraction of the work. */
export interface Programs {
  readonly gateway: string;
  readonly stops: string;
  end(): void;
}

export async function builtPrograms(): Promise<Programs> {
  // Two folders below the project, where a bundled program looks for it.
  const folder = join(ROOT, 'dist', `chaos-desk-${process.pid}`);
  const end = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', end);
  const gateway = join(folder, 'gateway.mjs');
  const stops = join(folder, 'stops.mjs');
  await buildProgram(join(ROOT, 'src', 'gateway', 'main.ts'), gateway);
  await buildProgram(join(ROOT, 'chaos', 'desk', 'stops.ts'), stops);
  return { gateway, stops, end };
}

/** One of the gateways of the desk, life after life, as its real program. */
export class Member {
  private child: ChildProcess | undefined;
  readonly url: string;
  private programs: Pick<Programs, 'gateway' | 'stops'>;

  constructor(
    readonly number: number,
    readonly lines: Lines,
    private readonly options: {
      readonly processes: Processes;
      readonly programs: Pick<Programs, 'gateway' | 'stops'>;
      readonly env: Readonly<Record<string, string>>;
      /** Of its door, in every life. */
      readonly port: number;
      /** Its desk is open: it leads. */
      readonly onLeads: () => void;
    },
  ) {
    this.url = `http://127.0.0.1:${options.port}/`;
    this.programs = options.programs;
  }

  /** `programs`: of another version, from here on. */
  start(programs = this.programs): void {
    this.programs = programs;
    const { processes, env, port, onLeads } = this.options;
    const hosts = this.lines.hosts.map(({ host, port }) => `${host}:${port}`).join(',');
    const child = processes.start({
      file: programs.gateway,
      execArgv: ['--import', programs.stops],
      env: { ...env, DESK_PORT: String(port), DESK_STORE: `postgres://desk@${hosts}/desk` },
      isHeard: true,
    });
    child.stderr?.on('data', (text: Buffer) => {
      if (process.env['CHAOS_LOG']) process.stderr.write(`${this.number}: ${text.toString()}`);
    });
    child.on('message', (message) => {
      if (Ready.safeParse(message).success) onLeads();
    });
    this.child = child;
  }

  async kill(): Promise<void> {
    if (this.child) await killed(this.child);
  }

  /** Asks it to stop, and waits until it has. Its exit code: 0 where it stopped in order. */
  async stop(): Promise<number | null> {
    const { child } = this;
    if (!child) return 0;
    const ended = hasEnded(child);
    child.kill('SIGTERM');
    await ended;
    return child.exitCode;
  }

  /** Stands still, with everything that it holds. */
  pause(): void {
    this.child?.kill('SIGSTOP');
  }

  /** Stands still by itself as soon as it comes there with a write. Resolves when it does. */
  async pauseAt(stop: Stop): Promise<void> {
    this.child?.send({ type: 'stop', at: stop });
    while (!this.standsStill()) await pause(LOOK_MS);
  }

  private standsStill(): boolean {
    // "12 (node) T …": T is stopped.
    return / T /.test(readFileSync(`/proc/${this.child?.pid}/stat`, 'utf8'));
  }

  resume(): void {
    this.child?.kill('SIGCONT');
  }
}
