import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { MassWithdrawalAnswer, SessionAnswer } from '../../src/contract/desk/answers';
import { pathOf, ROUTES } from '../../src/contract/desk/routes';
import { Action, type ActionBody } from '../../src/domain/action';
import { ActionId, RequestId } from '../../src/domain/identifiers';
import { Price } from '../../src/domain/price';
import { Quantity } from '../../src/domain/quantity';
import type { Platform } from '../campaign/platform';
import type { Balancer } from './balancer';

const Open = z.object({
  'request-id': RequestId,
  role: z.literal('recipient'),
  state: z.literal('open'),
  contract: z.literal('single'),
  legs: z.tuple([z.object({ action: z.enum(['buy', 'sell']), quantity: z.number() })]),
});
const Quoted = z.object({ action: Action });
const Live = z.object({ 'quotation-id': z.string(), state: z.literal('active') });
const TRIES_MAX = 20;
const AGAIN_MS = 500;
/** What became of a quote may have to be looked up at the platform first. */
const QUOTED_MS_MAX = 90_000;
/** From which a person presses anew. */
const NOT_LIVE: readonly Action['state'][] = ['rejected', 'cancelled'];
const ANSWER_MS_MAX = 20_000;

/** Somebody who quotes what the desk is asked, and takes everything off the market again. */
export class Quotes {
  private token: string | undefined;

  constructor(
    private readonly balancer: Balancer,
    private readonly programKey: string,
    private readonly platform: Platform,
  ) {}

  /** A quote on each open request of one product. Gives back their numbers once all of them are live. */
  async send(): Promise<readonly string[]> {
    const { requests } = await this.platform.truth();
    const open = requests.flatMap((request) => Open.safeParse(request).data ?? []);
    const ids: string[] = [];
    for (const { 'request-id': requestId, legs } of open) {
      const [{ action, quantity }] = legs;
      const direction = action === 'buy' ? 'ask' : 'bid';
      const price = { shape: 'single' as const, price: Price.parse('31.4') };
      const body: ActionBody = {
        kind: 'send-quote',
        requestId,
        direction,
        price,
        quantity: Quantity.parse(String(quantity)),
        allOrNone: false,
      };
      ids.push(await this.quoted(body));
    }
    return ids;
  }

  /** Presses "Withdraw all" until it is answered. */
  async withdrawAll(): Promise<void> {
    const body = JSON.stringify({ id: ActionId.parse(randomUUID()), actions: [] });
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const answer = await this.asked(ROUTES.withdrawAll, body);
      if (MassWithdrawalAnswer.safeParse(answer).success) return;
      await pause(AGAIN_MS);
    }
    throw new Error('Nobody answered Withdraw all.');
  }

  /** Which of these quotes are live by the platform's own word. */
  async live(ids: readonly string[]): Promise<readonly string[]> {
    const { quotes } = await this.platform.truth();
    const live = quotes.flatMap((quote) => Live.safeParse(quote).data?.['quotation-id'] ?? []);
    return ids.filter((id) => live.includes(id));
  }

  /** Asks under one id until it is live, and under another one where it is not. */
  private async quoted(body: ActionBody): Promise<string> {
    const sent = JSON.stringify({ body, shown: 'A quote' });
    const startedMs = performance.now();
    let id = ActionId.parse(randomUUID());
    while (performance.now() - startedMs < QUOTED_MS_MAX) {
      const answer = await this.asked({ method: 'PUT', path: pathOf(ROUTES.putAction, { id }) }, sent);
      const action = Quoted.safeParse(answer).data?.action;
      if (action?.quoteId !== undefined) return action.quoteId;
      if (process.env['CHAOS_LOG']) process.stderr.write(`quote: ${JSON.stringify(answer)}\n`);
      if (action && NOT_LIVE.includes(action.state)) id = ActionId.parse(randomUUID());
      await pause(AGAIN_MS);
    }
    throw new Error('A quote could not be sent.');
  }

  private async asked({ method, path }: { method: string; path: string }, body: string): Promise<unknown> {
    try {
      const door = this.balancer.doorFor(1);
      if (!door) return undefined;
      this.token ??= SessionAnswer.parse(
        await this.exchange(door.url, ROUTES.openSession, JSON.stringify({ key: this.programKey })),
      ).token;
      return await this.exchange(door.url, { method, path }, body, { authorization: `Bearer ${this.token}` });
    } catch {
      // Nobody answers there just now.
      return undefined;
    }
  }

  private async exchange(
    url: string,
    { method, path }: { method: string; path: string },
    body: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<unknown> {
    const signal = AbortSignal.timeout(ANSWER_MS_MAX);
    const all = { 'content-type': 'application/json', ...headers };
    const answer = await fetch(new URL(path, url), { method, headers: all, body, signal });
    if (answer.status === 401) this.token = undefined;
    return answer.json();
  }
}
