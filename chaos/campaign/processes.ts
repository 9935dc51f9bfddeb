import { fork, type ChildProcess } from 'node:child_process';

export interface Started {
  readonly file: string;
  readonly execArgv?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Its error stream is read by whoever starts it, in place of standing on the screen. */
  readonly isHeard?: boolean;
}

/** Every process of a campaign. None outlives it: they end by force, and by themselves when this process has gone. */
export class Processes {
  private readonly running = new Set<ChildProcess>();
  /** Whether nothing may be started any more. */
  isOver = false;

  start({ file, execArgv = [], env = {}, isHeard = false }: Started): ChildProcess {
    if (this.isOver) throw new Error('The campaign is over.');
    const child = fork(file, [], {
      execArgv: [...execArgv],
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
      stdio: ['ignore', 'ignore', isHeard ? 'pipe' : 'inherit', 'ipc'],
    });
    this.running.add(child);
    child.once('exit', () => this.running.delete(child));
    return child;
  }

  async end(): Promise<void> {
    this.isOver = true;
    await Promise.all([...this.running].map(killed));
  }
}

/** Ends a process as `kill -9` does; one that has ended already is no trouble. */
export async function killed(child: ChildProcess): Promise<void> {
  const ended = hasEnded(child);
  child.kill('SIGKILL');
  await ended;
}

export const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode === null && signalCode === null;

export const hasEnded = (child: ChildProcess): Promise<void> =>
  isRunning(child) ? new Promise((resolve) => child.once('exit', () => resolve())) : Promise.resolve();

/** What a process says of itself, by the type of its message; rejects when it ends before. */
export function said(child: ChildProcess, type: string): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    child.on('message', (message) => {
      if (typeof message === 'object' && 'type' in message && message.type === type) resolve({ ...message });
    });
    child.once('exit', (code) => reject(new Error(`A process ended before it was ${type} (${code}).`)));
  });
}
