import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tell } from './failure-status';
import { UNKNOWN_PAGE } from './page-connection';
import type { Sessions } from './sessions';

/** Turns away, before its body is read, a request without the token of a page that the gateway knows. */
export const onlyKnownPages =
  (sessions: Sessions) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> =>
    sessions.check(bearer(request)) ? undefined : tell(reply, UNKNOWN_PAGE);

/** Tells pages apart within this run of the gateway. It is no token, and stays in memory. */
export const pageOf = (request: Pick<FastifyRequest, 'headers'>): string =>
  createHash('sha256').update(bearer(request)).digest('base64');

function bearer({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const [scheme, token, more] = (headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && more === undefined ? (token ?? '') : '';
}
