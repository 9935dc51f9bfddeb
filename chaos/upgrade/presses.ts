import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import * as z from 'zod/mini';
import { FailureAnswer, SessionAnswer } from '../../src/contract/desk/answers';
import { pathOf, ROUTES } from '../../src/contract/desk/routes';
import { Action } from '../../src/domain/action';
import { ActionId } from '../../src/domain/identifiers';
import { FIRST, requestFor } from '../desk/traders';

/** One press, and the one answer that it got. */
export interface OnePress {
  readonly id: ActionId;
  /** By which the platform's record of it is told from all others. */
  readonly quantity: string;
  readonly tookMs: number;
  /** `done`, or what a person would have read in its place. */
  readonly told: string;
}

const Answer = z.object({ action: Action });
const ANSWER_MS_MAX = 30_000;

/** People who press once, as the pane does: only what was refused for its session is sent again, under a new one. */
export class Presses {
  readonly all: OnePress[] = [];
  private readonly tokens = new Map<number, string>();
  /** A connection for each press: which door it comes to is drawn anew. */
  private readonly agent = new Agent({ pipelining: 0, headersTimeout: ANSWER_MS_MAX });
  private isOver = false;
  private count = 0;

  constructor(
    /** Where the doors are reached, together. */
    private readonly url: string,
    /** Of programs, the same at every door. */
    private readonly programKey: string,
    private readonly betweenMs: () => number,
  ) {}

  async press(person: number): Promise<OnePress> {
    this.count += 1;
    const id = ActionId.parse(randomUUID());
    const quantity = String((FIRST + this.count) / 1_000);
    const sent = JSON.stringify({ body: requestFor(quantity), shown: `A request for ${quantity} MW` });
    const startedMs = performance.now();
    const told = await this.toldOf(person, { id, sent }).catch((error: unknown) => String(error));
    const press = { id, quantity, tookMs: performance.now() - startedMs, told };
    this.all.push(press);
    return press;
  }

  async goOn(person: number): Promise<void> {
    while (!this.isOver) {
      await this.press(person);
      await pause(this.betweenMs());
    }
  }

  end(): void {
    this.isOver = true;
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }

  private async toldOf(person: number, { id, sent }: { id: ActionId; sent: string }): Promise<string> {
    const path = pathOf(ROUTES.putAction, { id });
    const once = async () => {
      const token = this.tokens.get(person) ?? (await this.session(person));
      return this.asked('PUT', { path, body: sent, authorization: `Bearer ${token}` });
    };
    let answer = await once();
    if (answer.status === 401) {
      this.tokens.delete(person);
      answer = await once();
    }
    const action = Answer.safeParse(answer.json).data?.action;
    if (action) return action.failure ? `${action.state}: ${action.failure.message}` : action.state;
    return FailureAnswer.safeParse(answer.json).data?.failure.message ?? `status ${answer.status}`;
  }

  private async session(person: number): Promise<string> {
    const { path } = ROUTES.openSession;
    const answer = await this.asked('POST', { path, body: JSON.stringify({ key: this.programKey }) });
    const { token } = SessionAnswer.parse(answer.json);
    this.tokens.set(person, token);
    return token;
  }

  private async asked(
    method: 'POST' | 'PUT',
    { path, body, ...headers }: { path: string; body: string; authorization?: string },
  ): Promise<{ status: number; json: unknown }> {
    const answer = await request(new URL(path, this.url), {
      method,
      headers: { 'content-type': 'application/json', connection: 'close', ...headers },
      body,
      dispatcher: this.agent,
    });
    const text = await answer.body.text();
    return { status: answer.statusCode, json: text === '' ? undefined : JSON.parse(text) };
  }
}
