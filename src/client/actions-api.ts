import { BATCH_MAX, FIND_MAX, RECALLED_MAX, type BatchAnswer } from '../contract/desk/answers';
import type { ActionRequest, BatchBody, MassWithdrawalBody } from '../contract/desk/bodies';
import { pathOf, ROUTES } from '../contract/desk/routes';
import { onlyProtects, type Action } from '../domain/action';
import { failed, success, type Failure, type Outcome } from '../domain/failure';
import type { ActionId } from '../domain/identifiers';
import { call, type Gateway } from './http';

/** Longer than the gateway itself waits for the service, so that its own verdict arrives where there is one. */
const ACT_DEADLINE_MS = 30_000;
/** Of many withdrawals at once the last may wait for its turn for a minute. */
const ACT_ALL_DEADLINE_MS = 90_000;

/** The gateway, and the name of the desk that the page shows; absent until the gateway has told one. */
type ActingOptions = Gateway & { readonly desk?: string | undefined };

type BatchedAction = BatchBody['actions'][number];

const NO_ANSWER: Failure = {
  kind: 'unknown-outcome',
  message: 'The gateway did not answer, so it is not known whether this was sent.',
  next: 'Check the journal for the result. Asking again never sends it twice.',
};

const NOT_FOUND_OUT: Failure = {
  kind: 'unavailable',
  message: 'The gateway did not return the results of earlier actions.',
  next: 'Check that it is running, then try again.',
};

const REFUSED: Failure = {
  kind: 'unavailable',
  message: 'The gateway no longer knows this pane, so nothing was sent.',
  next: 'Close the pane, open it again, then press again.',
};

/** Hands one action to the gateway under its id. Anything but an answer about it is told as it is. */
export async function act(
  options: ActingOptions,
  id: ActionId,
  request: ActionRequest,
): Promise<Outcome<Action>> {
  const answer = await call(options, ROUTES.putAction, {
    path: pathOf(ROUTES.putAction, { id }),
    body: { ...timed(options, request), ...meant(options) },
    // What takes risk away goes again by itself for a minute while it is refused.
    deadlineMs: onlyProtects(request.body) ? ACT_ALL_DEADLINE_MS : ACT_DEADLINE_MS,
    unanswered: NO_ANSWER,
    refused: REFUSED,
  });
  if (!answer.ok) return answer;
  const { action } = answer.value;
  // An answer about another action is none.
  return action.id === id ? success(action) : failed(NO_ANSWER);
}

/** Hands over many at once, each under its own id. What the answer does not speak of is not known here. */
export async function actAll(
  options: ActingOptions,
  actions: readonly BatchedAction[],
  following: Pick<BatchBody, 'following'> = {},
): Promise<readonly Outcome<Action>[]> {
  const batches: (readonly BatchedAction[])[] = [];
  const pressed = actions.map((one) => timed(options, one));
  for (let at = 0; at < pressed.length; at += BATCH_MAX) batches.push(pressed.slice(at, at + BATCH_MAX));
  const results = await Promise.all(batches.map((batch) => actBatch(options, batch, following)));
  return results.flat();
}

/** Its moment says how old a press is that arrives late. Before the first welcome the page does not know the gateway's time. */
const timed = <T extends ActionRequest>({ desk, clock }: ActingOptions, request: T): T =>
  desk === undefined ? request : { ...request, pressedAt: clock.now() };

const meant = ({ desk }: ActingOptions): { desk?: string } => (desk === undefined ? {} : { desk });

async function actBatch(
  options: ActingOptions,
  actions: readonly BatchedAction[],
  following: Pick<BatchBody, 'following'>,
): Promise<readonly Outcome<Action>[]> {
  const answer = await call(options, ROUTES.putActions, {
    body: { actions: [...actions], ...following, ...meant(options) },
    deadlineMs: ACT_ALL_DEADLINE_MS,
    unanswered: NO_ANSWER,
    refused: REFUSED,
  });
  return answer.ok ? resultsOf(actions, answer.value.results) : actions.map(() => answer);
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
  options: ActingOptions,
  id: ActionId,
  actions: readonly BatchedAction[],
  also: Pick<MassWithdrawalBody, 'proposals'> = {},
): Promise<Outcome<readonly Outcome<Action>[]>> {
  const named = actions.slice(0, RECALLED_MAX);
  const answer = await call(options, ROUTES.withdrawAll, {
    body: { id, actions: named, ...also, ...meant(options) },
    deadlineMs: ACT_ALL_DEADLINE_MS,
    unanswered: NO_ANSWER,
    refused: REFUSED,
  });
  if (!answer.ok) return answer;
  const unnamed = actions.slice(RECALLED_MAX).map(() => failed(NO_ANSWER));
  return success([...resultsOf(named, answer.value.results), ...unnamed]);
}

/** What the journal has of these ids. It only reads. */
export async function find(
  options: ActingOptions,
  ids: readonly ActionId[],
): Promise<Outcome<readonly Action[]>> {
  const found: Action[] = [];
  for (let at = 0; at < ids.length; at += FIND_MAX) {
    const answer = await call(options, ROUTES.findActions, {
      body: { ids: ids.slice(at, at + FIND_MAX), ...meant(options) },
      deadlineMs: ACT_DEADLINE_MS,
      unanswered: NOT_FOUND_OUT,
      refused: NOT_FOUND_OUT,
      unsent: NOT_FOUND_OUT,
    });
    if (!answer.ok) return answer;
    found.push(...answer.value.actions);
  }
  return success(found);
}
