import type { ActionBody } from '../../domain/action';
import { isAcceptance } from '../../domain/executed';
import type { Failure, FailureKind } from '../../domain/failure';
import type { Writes } from '../platform/operations';
import { rulesOf } from './kinds/kinds';
import type { MadeBy, Sending } from './kinds/rules';

type SendEvent =
  | { type: 'acknowledged' }
  | ({ type: 'done' } & MadeBy)
  | { type: 'rejected'; failure: Failure }
  | { type: 'lost'; failure: Failure };

/** Failures that leave the outcome open. */
const OPEN_ENDS: readonly FailureKind[] = ['unknown-outcome', 'unreadable'];

/** Sends an action once and returns the known state. Without a definite answer the outcome is unknown, and is checked. */
export async function execute(body: ActionBody, service: Writes, sending: Sending): Promise<SendEvent> {
  try {
    const outcome = await rulesOf(body).send(body, service, sending);
    if (!outcome.ok) {
      const { failure } = outcome;
      return OPEN_ENDS.includes(failure.kind) ? { type: 'lost', failure } : { type: 'rejected', failure };
    }
    const made = outcome.value;
    return isAcceptance(body) && made.tradeId === undefined
      ? { type: 'acknowledged' }
      : { type: 'done', ...made };
  } catch {
    return { type: 'lost', failure: BROKEN };
  }
}

const BROKEN: Failure = {
  kind: 'unknown-outcome',
  message: 'Sending failed inside the gateway, so it is not known whether it was executed.',
  next: 'The desk is checking; it is not sent again.',
};
