import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { BATCH_MAX, FIND_MAX, RECALLED_MAX, type MassWithdrawalAnswer } from '../../contract/desk/answers';
import { APPROVAL_ROUTES } from '../../contract/desk/approvals';
import {
  ActionPut,
  ApprovalBody,
  BatchBody,
  FindBody,
  MassWithdrawalBody,
  OwnWordBody,
  RefusalBody,
  Settlement,
} from '../../contract/desk/bodies';
import { ROUTES } from '../../contract/desk/routes';
import { needOf } from '../../contract/desk/permissions';
import type { Action, ActionBody } from '../../domain/action';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { ActionId } from '../../domain/identifiers';
import { denial } from '../../domain/policy/permission';
import type { Environments } from '../environments/environments';
import { serve } from './serve';
import { byOf, pageOf, tokenIn, type Sessions } from './sessions';

type Actions = Pick<
  Environments,
  'put' | 'putAll' | 'withdrawAll' | 'settle' | 'find' | 'approve' | 'refuse' | 'remind' | 'cancel'
>;

/** Many actions in one body are larger than anything else that a page sends. */
const BATCH_BYTES_MAX = 1024 * 1024;

/** What pages want done on the platform, and how a person settles what became of it. */
export function actionsApi(
  app: FastifyInstance,
  { sessions, desks }: { readonly sessions: Sessions; readonly desks: Actions },
): void {
  const batch = { bodyLimit: BATCH_BYTES_MAX };
  /** Withdrawing is what every caller of these routes may do; what else is pressed is asked for by its kind. */
  const mayPress = (body: ActionBody, request: FastifyRequest): Failure | undefined =>
    denial(sessions.person(tokenIn(request) ?? '') ?? NOBODY, needOf(body));
  const pressed = (request: FastifyRequest) => ({ page: pageOf(request), by: byOf(sessions, request) });
  serve(app, ROUTES.putAction, {
    body: ActionPut,
    unreadable: NOT_AN_ACTION,
    async answer({ desk: meant, ...action }, request) {
      const id = idIn(request);
      if (id === undefined) return failed(NOT_AN_ACTION);
      const denied = mayPress(action.body, request);
      if (denied) return failed(denied);
      return actionIn(await desks.put(id, action, { meant, ...pressed(request) }));
    },
  });
  serve(app, ROUTES.putActions, {
    ...batch,
    body: BatchBody,
    unreadable: NOT_ACTIONS,
    async answer({ actions, desk: meant, following }, request) {
      const denied = new Map(actions.map((one) => [one, mayPress(one.body, request)]));
      const allowed = actions.filter((one) => !denied.get(one));
      const outcomes = await desks.putAll(allowed, { meant, following, ...pressed(request) });
      const results = actions.map((one) => {
        const failure = denied.get(one);
        return failure ? failed(failure) : (outcomes[allowed.indexOf(one)] ?? failed(NOT_ACTIONS));
      });
      return success({ results: results.map(resultOf) });
    },
  });
  serve(app, ROUTES.findActions, {
    ...batch,
    body: FindBody,
    unreadable: NOT_IDS,
    async answer({ ids, desk: meant }) {
      const found = await desks.find(ids, meant);
      return found.ok ? success({ actions: [...found.value] }) : found;
    },
  });
  withdrawAllRoute(app, async ({ desk: meant, ...asked }, request) => {
    const outcome = await desks.withdrawAll(asked, { meant, ...pressed(request) });
    if (!outcome.ok) return outcome;
    const { recall, results } = outcome.value;
    return success({ recall, results: results.map(resultOf) });
  });
  serve(app, ROUTES.settleAction, {
    body: Settlement,
    unreadable: NOT_A_SETTLEMENT,
    async answer(settlement, request) {
      const id = idIn(request);
      if (id === undefined) return failed(NOT_A_SETTLEMENT);
      return actionIn(await desks.settle(id, settlement, byOf(sessions, request)));
    },
  });
  approvalsApi(app, { sessions, desks });
}

/** "Withdraw all", as a page presses it. */
export const withdrawAllRoute = (
  app: FastifyInstance,
  answer: (asked: MassWithdrawalBody, request: FastifyRequest) => Promise<Outcome<MassWithdrawalAnswer>>,
): void =>
  serve(app, ROUTES.withdrawAll, {
    bodyLimit: BATCH_BYTES_MAX,
    body: MassWithdrawalBody,
    unreadable: NO_RECALL,
    answer,
  });

/** What waits for a second person: that person's word, and that of whoever pressed it. */
function approvalsApi(
  app: FastifyInstance,
  { sessions, desks }: { readonly sessions: Sessions; readonly desks: Actions },
): void {
  serve(app, APPROVAL_ROUTES.approve, {
    body: ApprovalBody,
    unreadable: NO_APPROVAL,
    async answer({ desk: meant, ...approval }, request) {
      const id = idIn(request);
      if (id === undefined) return failed(NO_APPROVAL);
      const from = { meant, page: pageOf(request), by: byOf(sessions, request) };
      return actionIn(await desks.approve(id, approval, from));
    },
  });
  serve(app, APPROVAL_ROUTES.refuse, {
    body: RefusalBody,
    unreadable: NO_REFUSAL,
    async answer({ desk: meant, ...refusal }, request) {
      const [id, by] = [idIn(request), byOf(sessions, request)];
      if (id === undefined) return failed(NO_REFUSAL);
      if (!by) return failed(NO_REFUSAL);
      return actionIn(await desks.refuse(id, refusal, { meant, by }));
    },
  });
  for (const word of ['remind', 'cancel'] as const) {
    serve(app, APPROVAL_ROUTES[word], {
      body: OwnWordBody,
      unreadable: NO_APPROVAL,
      async answer({ desk: meant }, request) {
        const id = idIn(request);
        if (id === undefined) return failed(NO_APPROVAL);
        return actionIn(await desks[word](id, { meant, by: byOf(sessions, request) }));
      },
    });
  }
}

/** A session that ended while its request was on the way. */
const NOBODY = { roles: [] };

const Params = z.object({ id: ActionId });
const idIn = ({ params }: FastifyRequest): ActionId | undefined => Params.safeParse(params).data?.id;

const actionIn = (outcome: Outcome<Action>): Outcome<{ action: Action }> =>
  outcome.ok ? success({ action: outcome.value }) : outcome;

const resultOf = (outcome: Outcome<Action>): { action: Action } | { failure: Failure } =>
  outcome.ok ? { action: outcome.value } : { failure: outcome.failure };

const NOT_AN_ACTION: Failure = {
  kind: 'invalid-argument',
  message: 'The gateway does not know this action.',
  next: 'Nothing was sent. The pane may be older than the gateway: reload it.',
};
const NOT_ACTIONS: Failure = {
  kind: 'invalid-argument',
  message: `The gateway does not know these actions, or they are not 1 to ${BATCH_MAX}.`,
  next: 'Nothing was sent. The pane may be older than the gateway: reload it.',
};
const NO_RECALL: Failure = {
  kind: 'invalid-argument',
  message: `The gateway does not know this form of Withdraw all, or it names more than ${RECALLED_MAX} quotes.`,
  next: 'Nothing was withdrawn. The pane may be older than the gateway: reload it and press again.',
};
const NOT_IDS: Failure = {
  kind: 'invalid-argument',
  message: `These are not action ids, or there are more than ${FIND_MAX}.`,
  next: 'The pane may be older than the gateway: reload it.',
};
const NOT_A_SETTLEMENT: Failure = {
  kind: 'invalid-argument',
  message: 'An action is resolved with a result and a note of 1 to 300 characters.',
  next: 'Nothing was resolved. Say whether it was executed, and how you know.',
};
const NO_APPROVAL: Failure = {
  kind: 'invalid-argument',
  message: 'The gateway cannot read this approval.',
  next: 'Nothing was sent. The pane may be older than the gateway: reload it.',
};
const NO_REFUSAL: Failure = {
  kind: 'invalid-argument',
  message: 'An action is refused with a reason of 1 to 300 characters.',
  next: 'It still waits. Say why it is refused.',
};
