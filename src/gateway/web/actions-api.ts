import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import {
  ACTION_PATH,
  ACTIONS_PATH,
  BATCH_MAX,
  FIND_MAX,
  FIND_PATH,
  MASS_WITHDRAWAL_PATH,
  RECALLED_MAX,
  SETTLE_PATH,
} from '../../contract/desk/http';
import { ActionPut, BatchBody, FindBody, MassWithdrawalBody, Settlement } from '../../contract/desk/bodies';
import type { Action } from '../../domain/action';
import type { Failure, Outcome } from '../../domain/failure';
import { ActionId } from '../../domain/identifiers';
import type { Environments } from '../environments/environments';
import { onlyKnownPages, pageOf, type Sessions } from './sessions';
import { tell } from './failure-status';

type Actions = Pick<Environments, 'put' | 'putAll' | 'withdrawAll' | 'settle' | 'find'>;

/** Many actions in one body are larger than anything else that a page sends. */
const BATCH_BYTES_MAX = 1024 * 1024;

/** What pages want done on the platform, and how a person settles what became of it. */
export function actionsApi(
  app: FastifyInstance,
  { sessions, desks }: { readonly sessions: Sessions; readonly desks: Actions },
): void {
  const onRequest = onlyKnownPages(sessions);
  const batch = { onRequest, bodyLimit: BATCH_BYTES_MAX };
  app.put(ACTION_PATH, { onRequest }, async (request, reply) => act(desks, request, reply));
  app.put(ACTIONS_PATH, batch, async (request, reply) => actAll(desks, request, reply));
  app.post(FIND_PATH, batch, async (request, reply) => find(desks, request, reply));
  app.post(MASS_WITHDRAWAL_PATH, batch, async (request, reply) => withdrawAll(desks, request, reply));
  app.post(SETTLE_PATH, { onRequest }, async (request, reply) => settle(desks, request, reply));
}

const Params = z.object({ id: ActionId });

async function act(
  desks: Actions,
  { params, body, headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const path = Params.safeParse(params);
  const request = ActionPut.safeParse(body);
  if (!path.success || !request.success) return tell(reply, NOT_AN_ACTION);
  const { desk: meant, ...action } = request.data;
  const outcome = await desks.put(path.data.id, action, { meant, page: pageOf({ headers }) });
  return outcome.ok ? reply.send({ action: outcome.value }) : tell(reply, outcome.failure);
}

async function actAll(
  actions: Actions,
  { body, headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const batch = BatchBody.safeParse(body);
  if (!batch.success) return tell(reply, NOT_ACTIONS);
  const { actions: wanted, desk: meant, following } = batch.data;
  const outcomes = await actions.putAll(wanted, { meant, following, page: pageOf({ headers }) });
  return reply.send({ results: outcomes.map(resultOf) });
}

async function withdrawAll(
  actions: Actions,
  { body, headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const asked = MassWithdrawalBody.safeParse(body);
  if (!asked.success) return tell(reply, NO_RECALL);
  const { desk: meant, ...request } = asked.data;
  const outcome = await actions.withdrawAll(request, { meant, page: pageOf({ headers }) });
  if (!outcome.ok) return tell(reply, outcome.failure);
  const { recall, results } = outcome.value;
  return reply.send({ recall, results: results.map(resultOf) });
}

const resultOf = (outcome: Outcome<Action>) =>
  outcome.ok ? { action: outcome.value } : { failure: outcome.failure };

async function find(actions: Actions, { body }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const wanted = FindBody.safeParse(body);
  if (!wanted.success) return tell(reply, NOT_IDS);
  const found = await actions.find(wanted.data.ids, wanted.data.desk);
  return found.ok ? reply.send({ actions: found.value }) : tell(reply, found.failure);
}

async function settle(
  actions: Actions,
  { params, body }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const path = Params.safeParse(params);
  const settlement = Settlement.safeParse(body);
  if (!path.success || !settlement.success) return tell(reply, NOT_A_SETTLEMENT);
  const outcome = await actions.settle(path.data.id, settlement.data);
  return outcome.ok ? reply.send({ action: outcome.value }) : tell(reply, outcome.failure);
}

const NOT_AN_ACTION: Failure = {
  kind: 'invalid-argument',
  message: 'This is not an action that the gateway knows.',
  next: 'Nothing was sent. Reload the pane, so that it is as new as the gateway.',
};
const NOT_ACTIONS: Failure = {
  kind: 'invalid-argument',
  message: `These are not actions that the gateway knows, or they are not 1 to ${BATCH_MAX}.`,
  next: 'Nothing was sent. Reload the pane, so that it is as new as the gateway.',
};
const NO_RECALL: Failure = {
  kind: 'invalid-argument',
  message: `This is no withdrawal of everything that the gateway knows, or it names more than ${RECALLED_MAX} quotes.`,
  next: 'Nothing was withdrawn. Reload the pane, so that it is as new as the gateway, and press again.',
};
const NOT_IDS: Failure = {
  kind: 'invalid-argument',
  message: `These are not ids of actions, or more than ${FIND_MAX}.`,
  next: 'Reload the pane, so that it is as new as the gateway.',
};
const NOT_A_SETTLEMENT: Failure = {
  kind: 'invalid-argument',
  message: 'This is not how an action is settled: it needs a verdict and a note of 1 to 300 characters.',
  next: 'Nothing was settled. Say whether it was executed, and why you know.',
};
