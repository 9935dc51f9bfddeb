import { APPROVAL_ROUTES } from '../contract/desk/approvals';
import type { Settlement } from '../contract/desk/bodies';
import { pathOf, ROUTES } from '../contract/desk/routes';
import type { Action } from '../domain/action';
import { failed, success, type Failure, type Outcome } from '../domain/failure';
import type { ActionId } from '../domain/identifiers';
import type { CardMarket } from '../domain/policy/market-beside';
import { present } from '../domain/present';
import { call, type Gateway } from './http';

// What a person says of an action that was sent or waits; apart from the others because a page loads it with the first such word.

/** Longer than the gateway itself waits for the service once it is approved. */
const DEADLINE_MS = 30_000;

const NO_ANSWER: Failure = {
  kind: 'unknown-outcome',
  message: 'The gateway did not answer, so it is not known whether this reached it.',
  next: 'Check the journal for the result. It is never sent twice.',
};
const REFUSED: Failure = {
  kind: 'unavailable',
  message: 'The gateway no longer knows this pane, so nothing was done.',
  next: 'Close the pane, open it again, then press again.',
};

/** The gateway, and the name of the desk that the page shows. */
type Acting = Gateway & { readonly desk?: string | undefined };

const common = { deadlineMs: DEADLINE_MS, unanswered: NO_ANSWER, refused: REFUSED };
const meant = ({ desk }: Acting): { desk?: string } => (desk === undefined ? {} : { desk });

/** What waits may go, as it was shown: `hash` is that of its approval, `card` the market that its card showed. */
export async function approve(
  gateway: Acting,
  id: ActionId,
  hash: string,
  card?: CardMarket,
): Promise<Outcome<Action>> {
  const pressed = gateway.desk === undefined ? {} : { pressedAt: gateway.clock.now() };
  const answer = await call(gateway, APPROVAL_ROUTES.approve, {
    ...common,
    path: pathOf(APPROVAL_ROUTES.approve, { id }),
    body: { hash, ...pressed, ...present({ card }), ...meant(gateway) },
  });
  return about(id, answer);
}

export async function refuse(
  gateway: Acting,
  id: ActionId,
  reason: string,
  card?: CardMarket,
): Promise<Outcome<Action>> {
  const answer = await call(gateway, APPROVAL_ROUTES.refuse, {
    ...common,
    path: pathOf(APPROVAL_ROUTES.refuse, { id }),
    body: { reason, ...present({ card }), ...meant(gateway) },
  });
  return about(id, answer);
}

/** By whoever pressed it. */
export async function remind(gateway: Acting, id: ActionId): Promise<Outcome<Action>> {
  const answer = await call(gateway, APPROVAL_ROUTES.remind, {
    ...common,
    path: pathOf(APPROVAL_ROUTES.remind, { id }),
    body: meant(gateway),
  });
  return about(id, answer);
}

/** By whoever pressed it. */
export async function cancel(gateway: Acting, id: ActionId): Promise<Outcome<Action>> {
  const answer = await call(gateway, APPROVAL_ROUTES.cancel, {
    ...common,
    path: pathOf(APPROVAL_ROUTES.cancel, { id }),
    body: meant(gateway),
  });
  return about(id, answer);
}

const NOT_KNOWN_SETTLED: Failure = {
  kind: 'unavailable',
  message: 'The gateway did not answer, so it is not known whether this was resolved.',
  next: 'Check the journal, and resolve it again if it is still open.',
};

/** A person's word on how an action ended. */
export async function settle(
  gateway: Acting,
  id: ActionId,
  settlement: Settlement,
): Promise<Outcome<Action>> {
  const answer = await call(gateway, ROUTES.settleAction, {
    ...common,
    path: pathOf(ROUTES.settleAction, { id }),
    body: settlement,
    unanswered: NOT_KNOWN_SETTLED,
  });
  return about(id, answer, NOT_KNOWN_SETTLED);
}

/** An answer about another action is none. */
function about(
  id: ActionId,
  answer: Outcome<{ readonly action: Action }>,
  unanswered = NO_ANSWER,
): Outcome<Action> {
  if (!answer.ok) return answer;
  const { action } = answer.value;
  return action.id === id ? success(action) : failed(unanswered);
}
