import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import { Memory } from './memory';
import { Route } from './routes';

const ROOT = join(import.meta.dirname, '..');
const INSIDE = pathToFileURL(join(import.meta.dirname, 'inside.ts')).href;

const Ready = z.object({
  type: z.literal('ready'),
  url: z.string(),
  webhook: z.optional(z.string()),
  pairingCode: z.string(),
  programKey: z.string(),
});
const Routes = z.object({ type: z.literal('routes'), servers: z.array(z.array(Route)) });
const Told = z.object({ type: z.literal('memory'), memory: Memory });

export interface GatewaySetUp {
  readonly env: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** A defence that is taken away. */
  readonly without?: string | undefined;
}

/** The gateway as people start it, and everything that it said. */
export class GatewayProcess {
  /** Both streams, as they came. */
  output = '';

  private constructor(
    private readonly child: ChildProcess,
    private ready: z.infer<typeof Ready>,
  ) {}

  static async start({ env, args = [], without }: GatewaySetUp): Promise<GatewayProcess> {
    const child = fork(join(ROOT, 'src', 'gateway', 'main.ts'), args, {
      cwd: ROOT,
      execArgv: ['--expose-gc', '--import', 'tsx', '--import', INSIDE],
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        ...env,
        ...(without !== undefined && { ATTACK_WITHOUT: without }),
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const gateway = new GatewayProcess(child, { type: 'ready', url: '', pairingCode: '', programKey: '' });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (part: Buffer) => (gateway.output += part.toString('utf8')));
    }
    const kill = (): void => void child.kill('SIGKILL');
    process.prependListener('exit', kill);
    child.once('exit', () => process.off('exit', kill));
    gateway.ready = await gateway.message(Ready);
    return gateway;
  }

  get port(): number {
    return Number(new URL(this.ready.url).port);
  }

  /** Where events are delivered. */
  get webhook(): string {
    return this.ready.webhook ?? '';
  }

  /** The first that it showed: good once. */
  get pairingCode(): string {
    return this.ready.pairingCode;
  }

  get programKey(): string {
    return this.ready.programKey;
  }

  get isAlive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** One list for each of its servers. */
  async servers(): Promise<readonly (readonly Route[])[]> {
    const told = this.message(Routes);
    this.child.send('routes');
    return (await told).servers;
  }

  /** After a garbage collection. */
  async memory(): Promise<Memory> {
    const told = this.message(Told);
    this.child.send('memory');
    return (await told).memory;
  }

  async end(): Promise<void> {
    if (!this.isAlive) return;
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.disconnect();
    await ended;
  }

  private message<T>(shape: z.ZodMiniType<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const ended = (): void => reject(new Error(`The gateway ended. ${this.output.slice(-2_000)}`));
      const heard = (word: unknown): void => {
        const read = shape.safeParse(word);
        if (!read.success) return;
        this.child.off('message', heard);
        this.child.off('exit', ended);
        resolve(read.data);
      };
      this.child.on('message', heard);
      this.child.once('exit', ended);
    });
  }
}
