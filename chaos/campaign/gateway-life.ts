import type { ChildProcess } from 'node:child_process';
import * as z from 'zod/mini';
import { setTimeout as pause } from 'node:timers/promises';
import { ROUTES } from '../../src/contract/desk/routes';
import { hasEnded, isRunning, killed, said, type Processes } from './processes';

const SIGN_IN_MS_MAX = 20_000;
const LOOK_MS = 15;
const Health = z.object({ signedIn: z.boolean() });
const Mistake = z.object({ type: z.literal('error'), message: z.string() });

/** One life of a gateway under test. */
export class GatewayLife {
  /** It waits for its folder. */
  readonly whenLoaded: Promise<unknown>;
  readonly ended: Promise<void>;
  url = '';
  /** Its key for programs. */
  programKey = '';
  /** The code by which the first other browser is paired. */
  pairingCode = '';
  /** Where events are delivered. */
  webhook = '';
  /** What it logged as an error. */
  readonly errors: string[] = [];
  /** Whether it has ended although nobody meant it to. */
  diedByItself = false;
  private isToDie = false;

  private constructor(private readonly child: ChildProcess) {
    this.whenLoaded = said(child, 'loaded');
    this.whenLoaded.catch(() => undefined);
    this.ended = hasEnded(child);
    child.once('exit', () => (this.diedByItself = !this.isToDie));
    child.on('message', (message) => {
      const mistake = Mistake.safeParse(message);
      if (mistake.success) this.errors.push(mistake.data.message);
    });
  }

  static start(processes: Processes, file: string): GatewayLife {
    return new GatewayLife(processes.start({ file }));
  }

  async open(opening: object): Promise<void> {
    await this.whenLoaded;
    const ready = said(this.child, 'ready');
    this.child.send(opening);
    const { url, webhook, programKey, pairingCode } = await ready;
    this.url = String(url);
    this.programKey = String(programKey);
    this.pairingCode = String(pairingCode);
    this.webhook = String(webhook).replace('//localhost', '//127.0.0.1');
  }

  /** From now on it is to end itself, as this order says. */
  doom(order: object): void {
    this.isToDie = true;
    this.child.send(order);
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
      const answer = await fetch(new URL(ROUTES.health.path, this.url));
      if (Health.parse(await answer.json()).signedIn) return;
      await pause(LOOK_MS);
    }
    throw new Error('The gateway was not signed in within 20 s.');
  }
}
