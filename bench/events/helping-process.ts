import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { SentEvents, type Sending } from './sending';

const Ready = z.object({ type: z.literal('ready'), url: z.string() });

function started(file: string, args: readonly string[]): ChildProcess {
  const child = fork(join(import.meta.dirname, file), [...args], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}

function said<T>(child: ChildProcess, shape: z.ZodMiniType<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    child.on('message', (message) => {
      const read = shape.safeParse(message);
      if (read.success) resolve(read.data);
    });
    child.once('exit', (code) => reject(new Error(`A process of the benchmark ended with ${code}.`)));
  });
}

/** Sends events from a process of its own. */
export class Sender {
  private constructor(private readonly child: ChildProcess) {}

  static async start(): Promise<Sender> {
    const child = started('sender.ts', []);
    await said(child, Ready);
    return new Sender(child);
  }

  send(sending: Omit<Sending, 'type'>): Promise<SentEvents> {
    const sent = said(this.child, SentEvents);
    this.child.send({ type: 'send', ...sending });
    return sent;
  }

  end(): void {
    this.child.disconnect();
  }
}

/** The receiver that is measured against. */
export async function plainReceiver(dataFolder: string): Promise<{ url: string; end: () => void }> {
  const child = started('plain-receiver.ts', [dataFolder]);
  const { url } = await said(child, Ready);
  return { url, end: () => child.disconnect() };
}
