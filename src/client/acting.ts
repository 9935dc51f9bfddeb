import { ActionAnswer, actionPath, FailureAnswer, type ActionRequest } from '../contract/desk/http';
import type { Action } from '../domain/action';
import { failed, success, type Failure, type Outcome } from '../domain/failure';
import type { ActionId } from '../domain/identifiers';
import type { Clock } from '../effects/clock';
import { exchange, type HttpAnswer, type SessionToken } from './gateway-http';
import type { Transport } from './transport';

/** Longer than the gateway itself waits for the service, so that its own verdict arrives where there is one. */
const ACT_DEADLINE_MS = 30_000;

interface ActingParts {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly token: SessionToken;
}

const NO_ANSWER: Failure = {
  kind: 'unknown-outcome',
  message: 'The gateway did not answer, so it is not known here whether this was sent.',
  next: 'Look in the journal: it says what became of it. Asking again for the same action sends nothing twice.',
};

const REFUSED: Failure = {
  kind: 'unavailable',
  message: 'The gateway refuses the session of this page, so nothing was sent.',
  next: 'Close and open the pane again, then press once more.',
};

/**
 * Hands one action to the gateway under its id. Only a refused session is asked again by itself, with the same
 * id, and after that nothing has been done; anything else is told as it is.
 */
export async function act(
  parts: ActingParts,
  id: ActionId,
  request: ActionRequest,
): Promise<Outcome<Action>> {
  const first = await put(parts, id, request);
  if (!('refused' in first)) return first;
  await parts.token.refused(first.refused);
  const second = await put(parts, id, request);
  return 'refused' in second ? failed(REFUSED) : second;
}

async function put(
  parts: ActingParts,
  id: ActionId,
  request: ActionRequest,
): Promise<Outcome<Action> | { refused: string }> {
  const token = await parts.token.current();
  if (!token.ok) return token;
  const answer = await exchange(parts, actionPath(id), {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token.value}` },
    body: JSON.stringify(request),
    deadlineMs: ACT_DEADLINE_MS,
  });
  return answer?.status === 401 ? { refused: token.value } : outcomeOf(answer, id);
}

function outcomeOf(answer: HttpAnswer | undefined, id: ActionId): Outcome<Action> {
  const refusal = FailureAnswer.safeParse(answer?.body);
  if (refusal.success) return failed(refusal.data.failure);
  const done = ActionAnswer.safeParse(answer?.body);
  return done.success && done.data.action.id === id ? success(done.data.action) : failed(NO_ANSWER);
}
