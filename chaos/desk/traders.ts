import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { SessionAnswer } from '../../src/contract/desk/answers';
import { pathOf, ROUTES } from '../../src/contract/desk/routes';
import { Day } from '../../src/domain/day';
import { Action, isFinal, type ActionBody } from '../../src/domain/action';
import { ActionId } from '../../src/domain/identifiers';
import { Quantity } from '../../src/domain/quantity';
import type { OpenDesk } from './member';

/** One press of a person, who asks under the same id until there is an answer. */
export interface Press {
  readonly id: ActionId;
  /** By which the platform's record of it is told from all others. */
  readonly quantity: string;
  readonly startedMs: number;
  answeredMs?: number;
  told?: Action['state'];
}

const ASKED_MS_MAX = 90_000;
const ANSWER_MS_MAX = 12_000;
const AGAIN_MS = 60;
const Answer = z.object({ action: Action });

/** People at their desks: each presses one thing after the other. */
export class Traders {
  readonly presses: Press[] = [];
  private isOver = false;
  private readonly tokens = new Map<string, string>();
  /** What waits for an answer, by where it was asked. */
  private readonly waiting = new Map<AbortController, OpenDesk>();
  private count = 0;

  constructor(
    /** Where the desk is open, the newest leader first. */
    private readonly desks: () => readonly OpenDesk[],
    private readonly betweenMs: () => number,
  ) {}

  async trade(): Promise<void> {
    while (!this.isOver) {
      await this.press();
      await pause(this.betweenMs());
    }
  }

  end(): void {
    this.isOver = true;
  }

  /** Somebody else leads now: what still waits for another's answer is asked anew, as a door does it. */
  moved(to: OpenDesk): void {
    for (const [asking, desk] of this.waiting) if (desk !== to) asking.abort();
  }

  /** When the first press that began after this moment was done; nothing before. */
  doneAfter(ms: number): number | undefined {
    const done = this.presses.filter(({ startedMs, told }) => startedMs > ms && told === 'done');
    return done.length === 0 ? undefined : Math.min(...done.map(({ answeredMs = Infinity }) => answeredMs));
  }

  async press(): Promise<Press> {
    this.count += 1;
    const quantity = `${100 + Math.floor(this.count / 1_000)}.${String(this.count % 1_000).padStart(3, '0')}`;
    const press: Press = { id: ActionId.parse(randomUUID()), quantity, startedMs: performance.now() };
    this.presses.push(press);
    while (performance.now() - press.startedMs < ASKED_MS_MAX) {
      for (const desk of this.desks()) {
        const action = await this.asked(desk, press);
        if (!action) continue;
        press.told = action.state;
        if (isFinal(action) || action.state === 'unknown') {
          press.answeredMs = performance.now();
          return press;
        }
      }
      await pause(AGAIN_MS);
    }
    return press;
  }

  private async asked(desk: OpenDesk, { id, quantity }: Press): Promise<Action | undefined> {
    const asking = new AbortController();
    this.waiting.set(asking, desk);
    const late = setTimeout(() => asking.abort(), ANSWER_MS_MAX);
    try {
      const answer = await fetch(new URL(pathOf(ROUTES.putAction, { id }), desk.url), {
        method: 'PUT',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${await this.token(desk, asking.signal)}`,
        },
        body: JSON.stringify({ body: requestFor(quantity), shown: `A request for ${quantity} MW` }),
        signal: asking.signal,
      });
      const text = await answer.text();
      if (answer.ok) return Answer.parse(JSON.parse(text)).action;
      if (process.env['CHAOS_LOG']) process.stderr.write(`press: ${answer.status} ${text}\n`);
      if (answer.status === 401) this.tokens.delete(desk.programKey);
    } catch {
      // Nobody answers there: the same id is asked for again.
    } finally {
      clearTimeout(late);
      this.waiting.delete(asking);
    }
    return undefined;
  }

  /** A session of its own at each desk. Whoever asks for it gives up in time: a gateway may stand still. */
  private async token({ url, programKey: key }: OpenDesk, signal: AbortSignal): Promise<string> {
    const known = this.tokens.get(key);
    if (known !== undefined) return known;
    const answer = await fetch(new URL(ROUTES.openSession.path, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key }),
      signal,
    });
    const { token } = SessionAnswer.parse(await answer.json());
    this.tokens.set(key, token);
    return token;
  }
}

const requestFor = (quantity: string): ActionBody => ({
  kind: 'create-request',
  draft: {
    contract: 'single',
    legs: [
      {
        action: 'buy',
        commodity: 'power',
        market: 'DE',
        deliveryStart: Day.parse('2028-01-01'),
        deliveryEnd: Day.parse('2028-12-31'),
        loadProfile: 'base',
        quantity: Quantity.parse(quantity),
      },
    ],
    allOrNone: true,
    recipients: [],
  },
});
