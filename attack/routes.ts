import * as z from 'zod/mini';
import { AUTH_ROUTES } from '../src/contract/desk/auth';
import { ROUTES } from '../src/contract/desk/routes';
import { SOCKET_PATH } from '../src/contract/desk/socket';
import { DELIVERY_ROUTE } from '../src/gateway/events/deliveries';

/** A route as the server registered it, with its parameters by name. */
export const Route = z.object({ method: z.string(), url: z.string() });
export type Route = z.infer<typeof Route>;

const READS = ['GET', 'HEAD'];
const OPEN: Readonly<Record<string, readonly string[]>> = {
  [ROUTES.health.path]: READS,
  [ROUTES.openSession.path]: ['POST'],
  [ROUTES.pair.path]: ['POST'],
  // A person's way to a session: what each wants in a token's place, kind identity tries.
  [AUTH_ROUTES.way.path]: READS,
  [AUTH_ROUTES.start.path]: ['POST'],
  [AUTH_ROUTES.redeem.path]: ['POST'],
  [AUTH_ROUTES.token.path]: ['POST'],
  [AUTH_ROUTES.leave.path]: ['POST'],
  // Its ticket is a token, and in its address.
  [ROUTES.fetchFile.path]: READS,
  [SOCKET_PATH]: READS,
  [DELIVERY_ROUTE]: ['POST'],
};
const API = '/api/';

/** What needs no token is a closed list: the rest has to be refused without one, a route of tomorrow too. */
export const needsToken = ({ method, url }: Route): boolean =>
  !(OPEN[url]?.includes(method) ?? (!url.startsWith(API) && READS.includes(method)));

export const isApi = ({ url }: Route): boolean => url.startsWith(API);

const PARAMETERS: Readonly<Record<string, string>> = { step: 'pause', token: 'x'.repeat(43) };
const SOME_ID = '00000000-0000-4000-8000-000000000000';

/** An address of the route that its handler would look at. */
export const pathOf = ({ url }: Route): string =>
  url.replaceAll(/:(\w+)/g, (_, name: string) => PARAMETERS[name] ?? SOME_ID).replace('*', 'nothing-here');

export const shownRoute = ({ method, url }: Route): string => `${method} ${url}`;
