import { ActionAnswer, HaltAnswer, PairAnswer } from '../../src/contract/desk/answers';
import { APPROVAL_ROUTES } from '../../src/contract/desk/approvals';
import { pathOf, ROUTES } from '../../src/contract/desk/routes';
import type { Action, ActionBody } from '../../src/domain/action';
import type { ActionId } from '../../src/domain/identifiers';
import { newSession } from '../../simulation/running-gateway';
import { TICKED, type Reply } from '../actions/press';
import type { GatewayLife } from '../campaign/gateway-life';

const PRESS_MS_MAX = 20_000;

/** A person at a page of a gateway. What a killed gateway does not answer is lost. */
export class Person {
  private constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  /** Whoever runs the gateway. */
  static async account(gateway: GatewayLife): Promise<Person> {
    return new Person(gateway.url, await newSession(gateway));
  }

  /** Another person, whose browser is paired now. */
  static async paired({ url, pairingCode: code }: GatewayLife, name: string): Promise<Person> {
    const answer = await fetch(new URL(ROUTES.pair.path, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, name }),
    });
    const { key } = PairAnswer.parse(await answer.json());
    return new Person(url, await newSession({ url, programKey: key }));
  }

  press(id: ActionId, body: ActionBody): Promise<Reply> {
    return this.said('PUT', pathOf(ROUTES.putAction, { id }), {
      body,
      shown: 'as it stood on the screen',
      accepted: TICKED,
    });
  }

  approve({ id, approval }: Pick<Action, 'id' | 'approval'>, hash = approval?.hash ?? ''): Promise<Reply> {
    return this.said('POST', pathOf(APPROVAL_ROUTES.approve, { id }), { hash });
  }

  refuse({ id }: Pick<Action, 'id'>): Promise<Reply> {
    return this.said('POST', pathOf(APPROVAL_ROUTES.refuse, { id }), { reason: 'not now' });
  }

  /** The gateway's answer; `undefined` where there was none. */
  async halt(reason: string): Promise<HaltAnswer | undefined> {
    const answered = await this.asked('POST', ROUTES.halt.path, { reason });
    return answered && HaltAnswer.parse(JSON.parse(answered.text));
  }

  withdrawAll(id: ActionId): Promise<Reply> {
    return this.said('POST', ROUTES.withdrawAll.path, { id, actions: [], proposals: true });
  }

  private async said(method: string, path: string, body: unknown): Promise<Reply> {
    const answered = await this.asked(method, path, body);
    if (!answered) return { kind: 'lost' };
    const { status, text } = answered;
    const read = ActionAnswer.safeParse(JSON.parse(text));
    return read.success ? { kind: 'action', action: read.data.action } : { kind: 'refused', status, text };
  }

  private async asked(
    method: string,
    path: string,
    body: unknown,
  ): Promise<{ status: number; text: string } | undefined> {
    try {
      const answer = await fetch(new URL(path, this.url), {
        method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${this.token}` },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(PRESS_MS_MAX),
      });
      return { status: answer.status, text: await answer.text() };
    } catch {
      return undefined;
    }
  }
}
