import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { FailureAnswer, SessionAnswer } from '../../src/contract/desk/answers';
import { pathOf, ROUTES } from '../../src/contract/desk/routes';
import { Day } from '../../src/domain/day';
import { Action, type ActionBody } from '../../src/domain/action';
import { ActionId } from '../../src/domain/identifiers';
import { Quantity } from '../../src/domain/quantity';
import type { Platform } from '../campaign/platform';
import type { Balancer } from './balancer';
import type { Member } from './member';

/** One press of a person, who asks under the same id until there is an answer. */
export interface Press {
  readonly id: ActionId;
  /** By which the platform's record of it is told from all others. */
  readonly quantity: string;
  readonly startedMs: number;
  answeredMs?: number;
  /** `nothing`: the desk said that nothing was sent, and whoever pressed believed it. */
  told?: Action['state'] | 'nothing';
  /** A door said that it is not known what became of it, and later that nothing was sent. */
  isContradicted?: true;
}

/** Thousandths of a MW, above what the simulator begins with. */
export const FIRST = 100_000;
const ASKED_MS_MAX = 90_000;
const ANSWER_MS_MAX = 12_000;
const AGAIN_MS = 60;
const LOOK_MS = 20;
/** What a person goes on from. */
const ENDS: readonly Press['told'][] = ['done', 'rejected', 'cancelled', 'unknown', 'nothing'];
const Answer = z.object({ action: Action });
const Refused = z.object({ cause: z.object({ code: z.literal('ECONNREFUSED') }) });
const Made = z.object({
  'request-id': z.string(),
  'concluded-at': z.nullable(z.string()),
  legs: z.array(z.object({ quantity: z.number() })),
});

/** People at their desks: each presses one thing after the other, through a door of their own as long as it answers. */
export class Traders {
  readonly presses: Press[] = [];
  private isOver = false;
  /** Good at every door, whoever leads. */
  private token: string | undefined;
  private count = 0;

  constructor(
    private readonly balancer: Balancer,
    /** Of programs, the same at every door. */
    private readonly programKey: string,
    private readonly betweenMs: () => number,
  ) {}

  async trade(door: number): Promise<void> {
    while (!this.isOver) {
      await this.press(door);
      await pause(this.betweenMs());
    }
  }

  end(): void {
    this.isOver = true;
  }

  /** When the first press that began after this moment was done; `undefined` if none was within `waitMs`. */
  async doneAfter(ms: number, waitMs: number): Promise<number | undefined> {
    while (performance.now() - ms < waitMs) {
      const done = this.presses.filter(({ startedMs, told }) => startedMs > ms && told === 'done');
      if (done.length > 0) return Math.min(...done.map(({ answeredMs = Infinity }) => answeredMs));
      await pause(LOOK_MS);
    }
    return undefined;
  }

  async press(door: number): Promise<Press> {
    this.count += 1;
    const press: Press = {
      id: ActionId.parse(randomUUID()),
      quantity: String((FIRST + this.count) / 1_000),
      startedMs: performance.now(),
    };
    const body = JSON.stringify({
      body: requestFor(press.quantity),
      shown: `A request for ${press.quantity} MW`,
    });
    this.presses.push(press);
    let tried = door;
    const inDoubtAt = new Set<Member>();
    let isOpen = false;
    while (performance.now() - press.startedMs < ASKED_MS_MAX) {
      const at = this.balancer.doorFor(tried);
      const told = at && (await this.asked(at, { id: press.id, body }));
      // As HAProxy does where nobody listens.
      if (told === 'refused') tried += 1;
      if (at && told === 'in-doubt') inDoubtAt.add(at);
      if (at && told === 'nothing' && inDoubtAt.has(at)) press.isContradicted = true;
      // That nothing was sent is believed of what was asked once: an earlier ask may have arrived, and the journal tells.
      const isEnd = told !== 'refused' && told !== 'in-doubt' && !(told === 'nothing' && isOpen);
      if (at && (told === undefined || told === 'in-doubt')) isOpen = true;
      if (told && isEnd) press.told = told;
      if (told && isEnd && ENDS.includes(told)) {
        press.answeredMs = performance.now();
        return press;
      }
      await pause(AGAIN_MS);
    }
    return press;
  }

  /** What became of it; nothing where nobody said so, and `refused` where nobody was there to be asked. */
  private async asked(
    door: Member,
    { id, body }: { id: ActionId; body: string },
  ): Promise<Press['told'] | 'refused' | 'in-doubt'> {
    const giveUp = new AbortController();
    const late = setTimeout(() => giveUp.abort(), ANSWER_MS_MAX);
    const leave = this.balancer.joins(door, giveUp);
    try {
      this.token ??= await this.session(door, giveUp.signal);
      const answer = await fetch(new URL(pathOf(ROUTES.putAction, { id }), door.url), {
        method: 'PUT',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${this.token}` },
        body,
        signal: giveUp.signal,
      });
      if (answer.status === 401) this.token = undefined;
      const text = await answer.text();
      if (process.env['CHAOS_LOG'] && !answer.ok)
        process.stderr.write(`door ${door.number}: ${answer.status} ${text}\n`);
      if (answer.ok) return Answer.parse(JSON.parse(text)).action.state;
      // A server that is closing answers in words of its own: to a person no answer.
      const refused = FailureAnswer.safeParse(JSON.parse(text)).data;
      if (refused?.failure.kind === 'unknown-outcome') return 'in-doubt';
      return refused?.failure.kind === 'unavailable' ? 'nothing' : undefined;
    } catch (error) {
      if (Refused.safeParse(error).success) return 'refused';
      if (error instanceof TypeError || giveUp.signal.aborted) return undefined;
      throw error;
    } finally {
      clearTimeout(late);
      leave();
    }
  }

  private async session({ url }: Member, signal: AbortSignal): Promise<string> {
    const answer = await fetch(new URL(ROUTES.openSession.path, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key: this.programKey }),
      signal,
    });
    const answered = SessionAnswer.safeParse(await answer.json());
    if (!answered.success) throw new TypeError('There is no session to be had just now.');
    return answered.data.token;
  }
}

/**
 * Ends what was pressed and is done, as the requests of a real day end: before each press all open ones are read, page after page, and
 * a list that only grew would measure the pace of the platform.
 */
export async function endDone(presses: readonly Press[], platform: Platform): Promise<void> {
  const done = new Set(presses.filter(({ told }) => told === 'done').map(({ quantity }) => Number(quantity)));
  for (const request of (await platform.truth()).requests) {
    const made = Made.safeParse(request).data;
    if (made?.['concluded-at'] === null && done.has(made.legs[0]?.quantity ?? NaN))
      await platform.act({ do: 'close', requestId: made['request-id'] });
  }
}

/** A request by which the platform's record of a press is told from all others. */
export const requestFor = (quantity: string): ActionBody => ({
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
