import {
  ActionAnswer,
  actionPath,
  ACTIONS_PATH,
  BATCH_MAX,
  BatchAnswer,
  FIND_MAX,
  FIND_PATH,
  FindAnswer,
  FailureAnswer,
  MASS_WITHDRAWAL_PATH,
  MassWithdrawalAnswer,
  RECALLED_MAX,
  settlePath,
} from '../contract/desk/http';
import type { ActionRequest, BatchBody, MassWithdrawalBody, Settlement } from '../contract/desk/bodies';
import { onlyProtects, type Action } from '../domain/action';
import { failed, success, type Failure, type Outcome } from '../domain/failure';
import type { ActionId } from '../domain/identifiers';
import type { Clock } from '../effects/clock';
import { exchange, type HttpAnswer, type SessionToken } from './http';
import type { Transport } from './transport';

/** Longer than the gateway itself waits for the service, so that its own verdict arrives where there is one. */
const ACT_DEADLINE_MS = 30_000;
/** Of many withdrawals at once the last may wait for its turn for a minute. */
const ACT_ALL_DEADLINE_MS = 90_000;

interface ActingParts {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly token: SessionToken;
  /** Name of the desk that the page shows; absent until the gateway has told one. */
  readonly desk?: string | undefined;
}

type BatchedAction = BatchBody['actions'][number];

interface Sent {
  readonly method: 'PUT' | 'POST';
  readonly path: string;
  readonly body: unknown;
  readonly deadlineMs: number;
}

const NO_ANSWER: Failure = {
  kind: 'unknown-outcome',
  message: 'The gateway did not answer, so it is not known here whether this was sent.',
  next: 'Look in the journal: it says what became of it. Asking again for the same action sends nothing twice.',
};

const NOT_KNOWN_SETTLED: Failure = {
  kind: 'unavailable',
  message: 'The gateway did not answer, so it is not known here whether this was settled.',
  next: 'Look in the journal, and settle it again if it is still open.',
};

const NOT_FOUND_OUT: Failure = {
  kind: 'unavailable',
  message: 'The gateway did not say what became of earlier actions.',
  next: 'Check that it is running, then look again.',
};

const REFUSED: Failure = {
  kind: 'unavailable',
  message: 'The gateway refuses the session of this page, so nothing was sent.',
  next: 'Close and open the pane again, then press once more.',
};

/** Hands one action to the gateway under its id. Anything but an answer about it is told as it is. */
export async function act(
  parts: ActingParts,
  id: ActionId,
  request: ActionRequest,
): Promise<Outcome<Action>> {
  const body = { ...timed(parts, request), ...meant(parts) };
  // What takes risk away goes again by itself for a minute while it is refused.
  const deadlineMs = onlyProtects(request.body) ? ACT_ALL_DEADLINE_MS : ACT_DEADLINE_MS;
  const sent = { method: 'PUT', path: actionPath(id), body, deadlineMs } as const;
  return ended(await asked(parts, sent), id, NO_ANSWER);
}

/** Hands over many at once, each under its own id. What the answer does not speak of is not known here. */
export async function actAll(
  parts: ActingParts,
  actions: readonly BatchedAction[],
  following: Pick<BatchBody, 'following'> = {},
): Promise<readonly Outcome<Action>[]> {
  const batches: (readonly BatchedAction[])[] = [];
  const pressed = actions.map((one) => timed(parts, one));
  for (let at = 0; at < pressed.length; at += BATCH_MAX) batches.push(pressed.slice(at, at + BATCH_MAX));
  const results = await Promise.all(batches.map((batch) => actBatch(parts, batch, following)));
  return results.flat();
}

/** Its moment says how old a press is that arrives late. Before the first welcome the page does not know the gateway's time. */
const timed = <T extends ActionRequest>({ desk, clock }: ActingParts, request: T): T =>
  desk === undefined ? request : { ...request, pressedAt: clock.now() };

const meant = ({ desk }: ActingParts): { desk?: string } => (desk === undefined ? {} : { desk });

async function actBatch(
  parts: ActingParts,
  actions: readonly BatchedAction[],
  following: Pick<BatchBody, 'following'>,
): Promise<readonly Outcome<Action>[]> {
  const answer = await asked(parts, {
    method: 'PUT',
    path: ACTIONS_PATH,
    body: { actions, ...following, ...meant(parts) },
    deadlineMs: ACT_ALL_DEADLINE_MS,
  });
  if (!answer.ok) return actions.map(() => answer);
  const refusal = FailureAnswer.safeParse(answer.value?.body);
  if (refusal.success) return actions.map(() => failed(refusal.data.failure));
  const read = BatchAnswer.safeParse(answer.value?.body);
  return resultsOf(actions, read.success ? read.data.results : []);
}

function resultsOf(actions: readonly BatchedAction[], told: BatchAnswer['results']): Outcome<Action>[] {
  const results = told.length === actions.length ? told : [];
  return actions.map(({ id }, place) => {
    const result = results[place];
    if (result && 'failure' in result) return failed(result.failure);
    return result && result.action.id === id ? success(result.action) : failed(NO_ANSWER);
  });
}

/**
 * "Withdraw all": these withdrawals, each with a result of its own, and whatever else the desk has live or on its way. Of those
 * beyond what one question takes the journal tells.
 */
export async function withdrawAll(
  parts: ActingParts,
  id: ActionId,
  actions: readonly BatchedAction[],
  also: Pick<MassWithdrawalBody, 'proposals'> = {},
): Promise<Outcome<readonly Outcome<Action>[]>> {
  const named = actions.slice(0, RECALLED_MAX);
  const answer = await asked(parts, {
    method: 'POST',
    path: MASS_WITHDRAWAL_PATH,
    body: { id, actions: named, ...also, ...meant(parts) },
    deadlineMs: ACT_ALL_DEADLINE_MS,
  });
  const read = MassWithdrawalAnswer.safeParse(answer.ok ? answer.value?.body : undefined);
  if (!answer.ok) return answer;
  const refusal = FailureAnswer.safeParse(answer.value?.body);
  if (refusal.success) return failed(refusal.data.failure);
  if (!read.success) return failed(NO_ANSWER);
  const unnamed = actions.slice(RECALLED_MAX).map(() => failed(NO_ANSWER));
  return success([...resultsOf(named, read.data.results), ...unnamed]);
}

/** What the journal has of these ids. It only reads. */
export async function find(
  parts: ActingParts,
  ids: readonly ActionId[],
): Promise<Outcome<readonly Action[]>> {
  const found: Action[] = [];
  for (let at = 0; at < ids.length; at += FIND_MAX) {
    const answer = await asked(parts, {
      method: 'POST',
      path: FIND_PATH,
      body: { ids: ids.slice(at, at + FIND_MAX), ...meant(parts) },
      deadlineMs: ACT_DEADLINE_MS,
    });
    if (!answer.ok) return failed(NOT_FOUND_OUT);
    const refusal = FailureAnswer.safeParse(answer.value?.body);
    if (refusal.success) return failed(refusal.data.failure);
    const read = FindAnswer.safeParse(answer.value?.body);
    if (!read.success) return failed(NOT_FOUND_OUT);
    found.push(...read.data.actions);
  }
  return success(found);
}

/** A person's word on how an action ended. */
export async function settle(
  parts: ActingParts,
  id: ActionId,
  settlement: Settlement,
): Promise<Outcome<Action>> {
  const sent = {
    method: 'POST',
    path: settlePath(id),
    body: settlement,
    deadlineMs: ACT_DEADLINE_MS,
  } as const;
  return ended(await asked(parts, sent), id, NOT_KNOWN_SETTLED);
}

/**
 * Only a refused session is asked again by itself, with the same ids, and after that nothing has been done. A missing
 * answer is `undefined`.
 */
async function asked(parts: ActingParts, sent: Sent): Promise<Outcome<HttpAnswer | undefined>> {
  const first = await askedOnce(parts, sent);
  if (!('refused' in first)) return first;
  await parts.token.refused(first.refused);
  const second = await askedOnce(parts, sent);
  return 'refused' in second ? failed(REFUSED) : second;
}

async function askedOnce(
  parts: ActingParts,
  { method, path, body, deadlineMs }: Sent,
): Promise<Outcome<HttpAnswer | undefined> | { refused: string }> {
  const token = await parts.token.current();
  if (!token.ok) return token;
  const answer = await exchange(parts, path, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token.value}` },
    body: JSON.stringify(body),
    deadlineMs,
  });
  return answer?.status === 401 ? { refused: token.value } : success(answer);
}

function ended(answer: Outcome<HttpAnswer | undefined>, id: ActionId, silence: Failure): Outcome<Action> {
  if (!answer.ok) return answer;
  const refusal = FailureAnswer.safeParse(answer.value?.body);
  if (refusal.success) return failed(refusal.data.failure);
  const done = ActionAnswer.safeParse(answer.value?.body);
  return done.success && done.data.action.id === id ? success(done.data.action) : failed(silence);
}
