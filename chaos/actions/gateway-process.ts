import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { HEALTH_PATH } from '../../src/contract/desk/http';
import type { ActionBody } from '../../src/domain/action';
import type { ActionId } from '../../src/domain/identifiers';
import type { Opening } from './gateway-under-test';
import { pressed, type Reply } from './press';
import { hasEnded, isRunning, killed, said, type Processes } from './processes';

const SIGN_IN_MS_MAX = 20_000;
const LOOK_MS = 15;
const PRESS_MS_MAX = 20_000;

const Health = z.object({ signedIn: z.boolean() });

/** One life of the gateway. */
export class GatewayProcess {
  /** It waits for its folder. */
  readonly whenLoaded: Promise<unknown>;
  private url = '';
  /** What it logged as an error of its own. */
  readonly errors: string[] = [];

  private constructor(private readonly child: ChildProcess) {
    this.whenLoaded = said(child, 'loaded');
    this.whenLoaded.catch(() => undefined);
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

  static start(processes: Processes, file: string): GatewayProcess {
    return new GatewayProcess(processes.start({ file }));
  }

  async open(opening: Opening): Promise<void> {
    await this.whenLoaded;
    const ready = said(this.child, 'ready');
    this.child.send(opening);
    this.url = String((await ready)['url']);
  }

  get isRunning(): boolean {
    return isRunning(this.child);
  }

  get ended(): Promise<void> {
    return hasEnded(this.child);
  }

  kill(): Promise<void> {
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

  /** A page of its own, with a session of its own, presses. `leaveAfterMs`: it goes away before it has an answer. */
  press(id: ActionId, body: ActionBody, leaveAfterMs = PRESS_MS_MAX): Promise<Reply> {
    return pressed(this.url, { id, body, leaveAfterMs });
  }
}
