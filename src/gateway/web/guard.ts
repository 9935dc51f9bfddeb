import type { FastifyInstance } from 'fastify';
import { ROUTE_NEEDS, type Need } from '../../contract/desk/permissions';
import { SOCKET_PATH } from '../../contract/desk/socket';
import { denial } from '../../domain/policy/permission';
import { UNKNOWN_PAGE } from './page-connection';
import { tell } from './serve';
import { tokenIn, type Sessions } from './sessions';

const keyOf = (method: string, path: string): string => `${method === 'HEAD' ? 'GET' : method} ${path}`;
/** The socket asks for a session with its first message. */
const NEEDS: ReadonlyMap<string, Need> = new Map([
  [keyOf('GET', SOCKET_PATH), 'nobody'],
  ...ROUTE_NEEDS.map(({ method, path, need }) => [keyOf(method, path), need] as const),
]);

/**
 * The one check of who may call a route, before its body is read: by the session of the page, and by the roles that its person has
 * at this moment. A route without a line in the table cannot be registered.
 */
export function guard(app: FastifyInstance, sessions: Sessions): void {
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) {
      if (!NEEDS.has(keyOf(one, url)))
        throw new Error(`permissions.ts does not say who may call ${one} ${url}.`);
    }
  });
  app.addHook('onRequest', async (request, reply) => {
    const need = NEEDS.get(keyOf(request.method, request.routeOptions.url ?? ''));
    if (need === 'nobody') return undefined;
    const token = tokenIn(request) ?? '';
    const person = sessions.check(token) ? sessions.person(token) : undefined;
    if (!person || need === undefined) return tell(reply, UNKNOWN_PAGE);
    const denied = denial(person, need);
    return denied && tell(reply, denied);
  });
}
