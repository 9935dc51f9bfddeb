import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import { buildPrograms, programOf } from '../../scripts/programs.mjs';

const ROOT = join(import.meta.dirname, '..', '..');
const USAGE_TELLER = pathToFileURL(join(import.meta.dirname, 'usage-teller.mjs')).href;

/** Once for all that are started here. */
let built: Promise<void> | undefined;

const Ready = z.object({
  type: z.literal('ready'),
  url: z.string(),
  webhook: z.optional(z.string()),
  programKey: z.optional(z.string()),
});
const Usage = z.object({
  type: z.literal('usage'),
  rssBytes: z.number(),
  heapBytes: z.number(),
  cpuMs: z.number(),
});
type Usage = z.infer<typeof Usage>;

export interface DeskStart {
  readonly args?: readonly string[];
  readonly settings: Record<string, string>;
  /** Modules that it loads first. */
  readonly preloads?: readonly string[];
  /** The folder of a package, whose gateway runs in place of the project's. */
  readonly packaged?: string;
}

const onLoopback = (url: string): string => url.replace('//localhost', '//127.0.0.1');

/** The gateway or the simulator as its own process, exactly as the product starts it, but that it also tells what it uses. */
export class DeskProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    /** Where events are delivered to it, if it is a gateway. */
    readonly webhook: string,
    /** Its key for programs, if it is a gateway. */
    readonly programKey: string,
  ) {}

  static async start(
    room: 'simulator' | 'gateway',
    { args = [], settings, preloads = [], packaged }: DeskStart,
  ): Promise<DeskProcess> {
    if (packaged === undefined) await (built ??= buildPrograms({ root: ROOT }));
    const file = packaged === undefined ? programOf(ROOT, room) : join(packaged, 'spreaddesk.mjs');
    const modules = [USAGE_TELLER, ...preloads];
    const child = fork(file, args, {
      cwd: ROOT,
      execArgv: ['--expose-gc', ...modules.flatMap((module) => ['--import', module])],
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    killedAtExit(child);
    const { url, webhook = '', programKey = '' } = await message(child, Ready);
    return new DeskProcess(child, onLoopback(url), onLoopback(webhook), programKey);
  }

  /** Hears every message of this shape. */
  hear<T>(shape: z.ZodMiniType<T>, listener: (heard: T) => void): void {
    this.child.on('message', (word) => {
      const read = shape.safeParse(word);
      if (read.success) listener(read.data);
    });
  }

  /** What it uses; the processor time since it began. */
  usage(): Promise<Usage> {
    return this.told('usage');
  }

  /** The same after a garbage collection. */
  memory(): Promise<Usage> {
    return this.told('memory');
  }

  /** Ends it cleanly. Twice is harmless. */
  async end(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exit = once(this.child, 'exit');
    if (this.child.connected) this.child.disconnect();
    await exit;
  }

  private told(word: 'usage' | 'memory'): Promise<Usage> {
    const told = message(this.child, Usage);
    this.child.send(word);
    return told;
  }
}

/** A benchmark that is ended while this starts cannot ask it kindly any more; and it must not write into a folder that goes. */
function killedAtExit(child: ChildProcess): void {
  const kill = (): void => void child.kill('SIGKILL');
  process.prependListener('exit', kill);
  child.once('exit', () => process.off('exit', kill));
}

/** The next message of this shape. */
function message<T>(child: ChildProcess, shape: z.ZodMiniType<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void =>
      reject(new Error(`A part of the desk ended (exit code ${code}).`));
    const heard = (word: unknown): void => {
      const read = shape.safeParse(word);
      if (!read.success) return;
      child.off('message', heard);
      child.off('exit', ended);
      resolve(read.data);
    };
    child.on('message', heard);
    child.once('exit', ended);
  });
}
