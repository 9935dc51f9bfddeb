import type { FastifyReply } from 'fastify';
import type { Failure, FailureKind } from '../../domain/failure';

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
