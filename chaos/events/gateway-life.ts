import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { HEALTH_PATH } from '../../src/contract/desk/http';
import { hasEnded, isRunning, killed, said, type Processes } from '../actions/processes';
import type { Opening } from './gateway-under-test';
import type { Kill } from './kill-step';

const SIGN_IN_MS_MAX = 20_000;
const LOOK_MS = 15;
const Health = z.object({ signedIn: z.boolean() });

/** One life of the gateway. */
export class GatewayLife {
  /** It waits for its folder. */
  private readonly whenLoaded: Promise<unknown>;
  url = '';
  /** Where events are delivered. */
  webhook = '';
  /** What it logged as an error. */
  readonly errors: string[] = [];
  /** Whether it has ended although nobody meant it to. */
  diedByItself = false;
  private isToDie = false;
  readonly ended: Promise<void>;

  private constructor(private readonly child: ChildProcess) {
    this.whenLoaded = said(child, 'loaded');
    this.whenLoaded.catch(() => undefined);
    this.ended = hasEnded(child);
    child.once('exit', () => (this.diedByItself = !this.isToDie));
    child.on('message', (message) => {
      if (
        typeof message === 'object' &&
        'type' in message &&
        message.type === 'error' &&
        'message' in message
      )
        this.errors.push(String(message.message));
    });
  }

  static start(processes: Processes, file: string): GatewayLife {
    return new GatewayLife(processes.start({ file }));
  }

  async open(opening: Omit<Opening, 'type'>): Promise<void> {
    await this.whenLoaded;
    const ready = said(this.child, 'ready');
    this.child.send({ type: 'open', ...opening });
    const { url, webhook } = await ready;
    this.url = String(url);
    this.webhook = String(webhook).replace('//localhost', '//127.0.0.1');
  }

  /** From now on it is to end itself at this step. */
  arm(kill: Kill): void {
    this.isToDie = true;
    this.child.send({ type: 'arm', kill });
  }

  get isRunning(): boolean {
    return isRunning(this.child);
  }

  kill(): Promise<void> {
    this.isToDie = true;
    return killed(this.child);
  }

  /** Waits until it is signed in at the service; a gateway that never is, is a defect of its own. */
  async signedIn(): Promise<void> {
    const until = performance.now() + SIGN_IN_MS_MAX;
    while (performance.now() < until) {
      const answer = await fetch(new URL(HEALTH_PATH, this.url));
      if (Health.parse(await answer.json()).signedIn) return;
      await pause(LOOK_MS);
    }
    throw new Error('The gateway was not signed in within 20 s.');
  }
}
