import { Agent } from 'undici';
import { FailureAnswer } from '../../contract/desk/answers';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import type { HandedOn } from '../actions/kill-switch';
import { peerConnect } from '../web/peers';
import { HANDED_ON } from '../web/server';
import type { Leading } from './leader';

const ANSWER_MS_MAX = 10_000;

/** Hands what was withdrawn while nobody led to the machine that leads. */
export class Hands {
  private readonly agent: Agent;

  /** `key`: the peers' part of the desk's key. */
  constructor(key: Buffer) {
    this.agent = new Agent({
      connect: { ...peerConnect(key), maxCachedSessions: 0 },
      headersTimeout: ANSWER_MS_MAX,
    });
  }

  /** It never rejects. */
  async over({ address }: Leading, handedOn: HandedOn): Promise<Outcome<void>> {
    try {
      const { statusCode, body } = await this.agent.request({
        origin: `https://${address}`,
        ...HANDED_ON,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(handedOn),
      });
      const answer: unknown = await body.json();
      if (statusCode === 200) return success(undefined);
      return failed(FailureAnswer.safeParse(answer).data?.failure ?? NOT_TAKEN);
    } catch {
      return failed(NOT_TAKEN);
    }
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }
}

const NOT_TAKEN: Failure = {
  kind: 'unavailable',
  message: 'The machine that leads this desk did not take it.',
  next: 'It is tried again.',
};
