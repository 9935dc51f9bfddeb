import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { ROUTES } from '../../src/contract/desk/routes';
import type { ActionBody } from '../../src/domain/action';
import { Failure, sentence } from '../../src/domain/failure';
import { ActionId } from '../../src/domain/identifiers';
import { pressed, type Reply } from '../actions/press';
import { hasEnded, killed, said, type Processes } from '../campaign/processes';

const PRESS_MS_MAX = 25_000;
const SIGN_IN_MS_MAX = 20_000;
const LOOK_MS = 50;

const HealthAnswer = z.object({ signedIn: z.boolean(), failure: z.optional(Failure) });

export interface Seen {
  readonly status: number;
  readonly signedIn: boolean;
  /** What does not work, as a sentence. */
  readonly says: string;
}

/** The gateway as people start it: `src/gateway/main.ts`. */
export class DeskProcess {
  /** Everything that it logged. */
  log = '';

  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    readonly programKey: string,
    /** Where it takes events, by an address that a simulator on this machine reaches. */
    readonly webhook: string,
  ) {}

  static async start(
    processes: Processes,
    { root, env }: { root: string; env: Readonly<Record<string, string>> },
  ): Promise<DeskProcess> {
    const child = processes.start({
      file: join(root, 'src', 'gateway', 'main.ts'),
      execArgv: ['--import', 'tsx'],
      env: { DESK_PORT: '0', SERVICE_ENVIRONMENT: 'simulator', ...env },
      isHeard: true,
    });
    let early = '';
    const listen = (part: Buffer): void => void (early += part.toString());
    child.stderr?.on('data', listen);
    const ready = await said(child, 'ready').catch((error: unknown) => {
      throw new Error(`${String(error)} ${early}`);
    });
    const desk = new DeskProcess(
      child,
      String(ready['url']).replace('localhost', '127.0.0.1'),
      String(ready['programKey']),
      String(ready['webhook']).replace('//localhost', '//127.0.0.1'),
    );
    desk.log = early;
    child.stderr?.off('data', listen);
    child.stderr?.on('data', (part: Buffer) => (desk.log += part.toString()));
    await desk.until(SIGN_IN_MS_MAX, async () => (await desk.health()).signedIn);
    return desk;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Its exit code, once it has ended by itself. */
  async exitCode(): Promise<number | null> {
    await hasEnded(this.child);
    return this.child.exitCode;
  }

  async health(): Promise<Seen> {
    const answer = await fetch(new URL(ROUTES.health.path, this.url));
    const { signedIn, failure } = HealthAnswer.parse(await answer.json());
    return { status: answer.status, signedIn, says: failure ? sentence(failure) : '' };
  }

  press(body: ActionBody, id = newId()): Promise<Reply> {
    return pressed(this, { id, body, leaveAfterMs: PRESS_MS_MAX });
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.child.kill(signal);
  }

  kill(): Promise<void> {
    return killed(this.child);
  }

  /** Whether it came to this in time. */
  async until(msMax: number, holds: () => Promise<boolean>): Promise<boolean> {
    for (const startedMs = performance.now(); performance.now() - startedMs < msMax; await pause(LOOK_MS)) {
      if (await holds()) return true;
    }
    return false;
  }
}

export const newId = (): ActionId => ActionId.parse(crypto.randomUUID());
