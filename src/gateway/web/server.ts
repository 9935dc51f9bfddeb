import fastifyHelmet from '@fastify/helmet';
import { fastify, type FastifyInstance } from 'fastify';
import type { Failure } from '../../domain/failure';
import type { Log } from '../../effects/log';
import { deliveries, DELIVERY_ROUTE } from '../receiver/deliveries';
import type { Receiver } from '../receiver/receiver';
import { api, type ApiParts } from './api';
import { NO_PAGE_POLICY } from './content-policy';
import { doorOf, hostProblem, type Door } from './door';
import { tell } from './failure-status';
import { HELMET, portOf, serverFactory, UNREAD_HEADERS } from './listening';
import { pages, type PageParts } from './pages';

export interface WebParts extends Omit<ApiParts, 'door'> {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** PEM texts. */
  readonly tls?: { readonly cert: string; readonly key: string };
  readonly pages: PageParts;
  readonly log: Log;
  /** The receiver of events, where it has no server of its own; and a name more under which deliveries come to it. */
  readonly receiving?: { readonly receiver: Receiver; readonly publicHosts: readonly string[] };
}

export interface Web {
  /** The address for people, with the port that was taken. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

const BODY_BYTES_MAX = 64 * 1024;

/** Opens the gateway's one door. Rejects with the system's error when the port is taken. */
export async function openWeb(parts: WebParts): Promise<Web> {
  const { tls, host, log } = parts;
  let door: Door = doorOf(host, parts.port);
  const app = fastify({
    bodyLimit: BODY_BYTES_MAX,
    forceCloseConnections: true,
    serverFactory: serverFactory(tls),
    frameworkErrors: (_error, _request, reply) => void tell(reply.headers(UNREAD_HEADERS), NOT_THERE),
  });
  app.removeContentTypeParser('text/plain');
  // Before any hook, so that refusals carry its headers too.
  await app.register(fastifyHelmet, HELMET);
  app.addHook('onRequest', async (request, reply) => {
    // Deliveries come under names of their own.
    if (request.routeOptions.url === DELIVERY_ROUTE) return undefined;
    const problem = hostProblem(door, request.headers, request.originalUrl);
    if (problem) return tell(reply.headers(UNREAD_HEADERS), problem);
  });
  // A refused upgrade leaves a connection that nobody would end.
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.headers.upgrade !== undefined) raw.socket.destroySoon();
  });
  failures(app, log);
  await app.register(async (inner) => api(inner, { ...parts, door: () => door }));
  const { receiving } = parts;
  if (receiving) {
    const { receiver, publicHosts } = receiving;
    const hosts = (): ReadonlySet<string> => new Set([...door.hosts, ...publicHosts]);
    await app.register(async (inner) => deliveries(inner, { ...parts, receiver, hosts }));
  }
  await app.register(async (inner) => pages(inner, parts.pages));
  await app.listen({ host, port: parts.port });
  const port = portOf(app, parts.port);
  door = doorOf(host, port);
  return { url: `${tls ? 'https' : 'http'}://localhost:${port}/`, port, close: () => app.close() };
}

function failures(app: FastifyInstance, log: Log): void {
  app.setNotFoundHandler((_, reply) => {
    void tell(reply.header('content-security-policy', NO_PAGE_POLICY), NOT_THERE);
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const isTheirs = error.statusCode !== undefined && error.statusCode < 500;
    if (!isTheirs) log.error('A request broke.', { path: request.routeOptions.url, error: String(error) });
    const failure = isTheirs ? NOT_READABLE : request.method === 'PUT' ? PERHAPS_SENT : BROKEN;
    void tell(reply, failure);
  });
}

const NOT_THERE: Failure = {
  kind: 'not-found',
  message: 'There is nothing at this address.',
  next: 'Open the address that the gateway printed when it started.',
};
const NOT_READABLE: Failure = {
  kind: 'invalid-argument',
  message: 'The gateway cannot read this request: it takes JSON of at most 64 kB.',
  next: 'Reload the pane, so that it is as new as the gateway.',
};
const BROKEN: Failure = {
  kind: 'unavailable',
  message: 'The gateway could not do this.',
  next: 'Try again; if it lasts, look into the log of the gateway.',
};
const PERHAPS_SENT: Failure = {
  kind: 'unknown-outcome',
  message: 'Something broke in the gateway while it worked on this action.',
  next: 'Look in the journal: it says what became of it.',
};
