import type { FastifyReply } from 'fastify';
import type { Failure, FailureKind, Outcome } from '../../domain/failure';

/** How each way to go wrong is told over HTTP. */
export const STATUS_OF: Readonly<Record<FailureKind, number>> = {
  'invalid-argument': 400,
  'signed-out': 401,
  denied: 403,
  'not-found': 404,
  'price-moved': 409,
  'wrong-state': 409,
  unsupported: 422,
  throttled: 429,
  'quota-spent': 429,
  unreadable: 502,
  unavailable: 503,
  'unknown-outcome': 504,
};

export const tell = (reply: FastifyReply, failure: Failure): FastifyReply =>
  reply.code(STATUS_OF[failure.kind]).send({ failure });

export const answer = (reply: FastifyReply, outcome: Outcome<object>): FastifyReply =>
  outcome.ok ? reply.send(outcome.value) : refuse(reply, outcome.failure);

/** To a page 401 means that its own session is not known, and it asks once more: what the platform refuses is told otherwise. */
export function refuse(reply: FastifyReply, failure: Failure): FastifyReply {
  const status = STATUS_OF[failure.kind];
  return reply.code(status === 401 ? 403 : status).send({ failure });
}
