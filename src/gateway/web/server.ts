import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import fastifyHelmet from '@fastify/helmet';
import { fastify, type FastifyInstance } from 'fastify';
import type { Failure } from '../../domain/failure';
import type { Log } from '../../effects/log';
import { api, type ApiParts } from './api';
import { NO_PAGE_POLICY } from './content-policy';
import { doorOf, hostProblem, type Door } from './door';
import { tell } from './failure-status';
import { pages, type PageParts } from './pages';

export interface WebParts extends Omit<ApiParts, 'door'> {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** PEM texts. */
  readonly tls?: { readonly cert: string; readonly key: string };
  readonly pages: PageParts;
  readonly log: Log;
}

export interface Web {
  /** The address for people, with the port that was taken. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

const BODY_BYTES_MAX = 64 * 1024;
const REQUEST_MS_MAX = 10_000;

/** Opens the gateway's one door. Rejects with the system's error when the port is taken. */
export async function openWeb(parts: WebParts): Promise<Web> {
  const { tls, host, log } = parts;
  let door: Door = doorOf(host, parts.port);
  const app = fastify({
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_MS_MAX,
    forceCloseConnections: true,
    serverFactory: (handler: RequestListener) =>
      tls ? createTlsServer(tls, handler) : createServer(handler),
  });
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async (request, reply) => {
    const problem = hostProblem(door, request.headers);
    if (problem) return tell(reply, problem);
  });
  // A refused upgrade leaves a connection that nobody would end.
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.headers.upgrade !== undefined) raw.socket.destroySoon();
  });
  await app.register(fastifyHelmet, HELMET);
  failures(app, log);
  await app.register(async (inner) => api(inner, { ...parts, door: () => door }));
  await app.register(async (inner) => pages(inner, parts.pages));
  await app.listen({ host, port: parts.port });
  const port = portOf(app, parts.port);
  door = doorOf(host, port);
  return { url: `${tls ? 'https' : 'http'}://localhost:${port}/`, port, close: () => app.close() };
}

/**
 * The policy for content is set page by page. Frames are governed by it alone: the older header cannot name Excel's
 * addresses. No strict transport: it would bind every other program on localhost.
 */
const HELMET = {
  contentSecurityPolicy: false,
  frameguard: false,
  strictTransportSecurity: false,
  crossOriginOpenerPolicy: false,
  global: true,
} as const;

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

function portOf(app: FastifyInstance, asked: number): number {
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : asked;
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
