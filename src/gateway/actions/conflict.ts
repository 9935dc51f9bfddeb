import { isFinal, type Action, type ActionBody } from '../../domain/action';
import type { Failure } from '../../domain/failure';

const WORDS: Record<ActionBody['kind'], string> = {
  'accept-quote': 'acceptance',
  'send-quote': 'quote',
  'withdraw-quote': 'withdrawal',
};

/**
 * Why a new action has to wait for one that is not over yet: the same thing is already on its way, or the outcome of
 * another action on the request is not known. Withdrawing a quote can only take risk away, so it waits for
 * nothing but an action on the same quote.
 */
export function conflict(open: Iterable<Action>, body: ActionBody): Failure | undefined {
  for (const action of open) {
    if (isFinal(action) || action.body.requestId !== body.requestId) continue;
    if (sameSubject(action.body, body) || bothAccept(action.body, body)) return onItsWay(action);
    if (action.state === 'unknown' && body.kind !== 'withdraw-quote') return heldBack(action);
  }
  return undefined;
}

function sameSubject(a: ActionBody, b: ActionBody): boolean {
  if (a.kind === 'send-quote') return b.kind === 'send-quote' && a.direction === b.direction;
  return b.kind !== 'send-quote' && a.quoteId === b.quoteId;
}

/** Two acceptances on one request at once could not be told apart by their trades. */
const bothAccept = (a: ActionBody, b: ActionBody): boolean =>
  a.kind === 'accept-quote' && b.kind === 'accept-quote';

const onItsWay = ({ body, state }: Action): Failure => ({
  kind: 'wrong-state',
  message: `The ${WORDS[body.kind]} on request ${body.requestId} before this one is still ${state}.`,
  next: 'Nothing more was sent. Wait until the journal says what became of it, then press again.',
});

const heldBack = ({ body }: Action): Failure => ({
  kind: 'wrong-state',
  message: `It is not known yet whether the ${WORDS[body.kind]} on request ${body.requestId} was executed.`,
  next: 'Nothing more was sent on this request. It is being looked up; the journal says when it is known.',
});
