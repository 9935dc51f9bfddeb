import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';

/** What the system answers to a process in place of doing it. */
export type Injected = 'fsync,fdatasync:error=EIO' | 'pwrite64:error=ENOSPC';

const ATTACHED_MS_MAX = 10_000;

/** Why nothing can be injected here, if so. */
export function injectionProblem(): string | undefined {
  const { status } = spawnSync('strace', ['-V'], { stdio: 'ignore' });
  return status === 0 ? undefined : 'strace is not installed here';
}

/** Makes calls of a running process fail until it is let go. */
export class Injection {
  private constructor(private readonly strace: ChildProcess) {}

  static async into(pid: number, injected: Injected): Promise<Injection> {
    const calls = injected.split(':')[0] ?? '';
    const args = ['-f', '-q', '-p', String(pid), '-o', '/dev/null', '-e', `trace=${calls}`];
    const strace = spawn('strace', [...args, '-e', `inject=${injected}`], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await attached(strace, pid);
    return new Injection(strace);
  }

  async end(): Promise<void> {
    if (this.strace.exitCode !== null || this.strace.signalCode !== null) return;
    const ended = new Promise((resolve) => this.strace.once('exit', resolve));
    this.strace.kill('SIGINT');
    await ended;
  }
}

/** The system itself says who traces a process. */
async function attached(strace: ChildProcess, pid: number): Promise<void> {
  const until = performance.now() + ATTACHED_MS_MAX;
  while (performance.now() < until && strace.exitCode === null) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    if (!/^TracerPid:\s*0$/m.test(status)) return;
    await pause(5);
  }
  throw new Error('strace could not attach itself to the gateway.');
}
