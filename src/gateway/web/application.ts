import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import fastifyHelmet from '@fastify/helmet';
import { fastify, type FastifyInstance } from 'fastify';
import type { Failure } from '../../domain/failure';
import type { Log } from '../../effects/log';
import { NO_PAGE_POLICY } from './content-policy';
import { NO_SCHEMAS } from './no-schemas';
import { tell } from './serve';

const BODY_BYTES_MAX = 64 * 1024;

interface ApplicationOptions {
  readonly serverFactory: (handler: RequestListener) => Server;
  readonly log: Log;
  /** Every caller is a door of the desk, which says by which protocol the page called. */
  readonly isBehindDoors?: boolean;
}

/** A server with what all of them have: its headers on every answer, and a failure of the table for whatever goes wrong. */
export async function webApplication({
  serverFactory,
  log,
  isBehindDoors = false,
}: ApplicationOptions): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: BODY_BYTES_MAX,
    forceCloseConnections: true,
    serverFactory,
    trustProxy: isBehindDoors,
    schemaController: NO_SCHEMAS,
    frameworkErrors: (_error, _request, reply) => void tell(reply.headers(UNREAD_HEADERS), NOT_THERE),
  });
  app.removeContentTypeParser('text/plain');
  // Before any hook, so that refusals carry its headers too.
  await app.register(fastifyHelmet, HELMET);
  // A refused upgrade leaves a connection that nobody would end.
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.headers.upgrade !== undefined) raw.socket.destroySoon();
  });
  failures(app, log);
  return app;
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
  next: 'The pane may be older than the gateway: reload it.',
};
const BROKEN: Failure = {
  kind: 'unavailable',
  message: 'The gateway could not do this.',
  next: 'Try again. If it persists, see the gateway log.',
};
const PERHAPS_SENT: Failure = {
  kind: 'unknown-outcome',
  message: 'The gateway failed while it worked on this action.',
  next: 'Check the journal for the result.',
};

/** PEM texts. */
export interface Tls {
  readonly cert: string;
  readonly key: string;
}

/**
 * How long a sender may take, and how often that is looked at: left alone, Node looks every half minute. A connection is kept
 * for longer than callers commonly keep theirs, so that none is closed just as a delivery, which comes once, sets out on it.
 */
export const TIMES = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 75_000,
} as const;
export const HANDSHAKE_MS_MAX = 5_000;
/** A burst of events may come on as many connections as it likes. */
export const CONNECTIONS_MAX = 4_000;

export const serverFactory =
  (tls: Tls | undefined) =>
  (handler: RequestListener): Server => {
    const server = tls
      ? createTlsServer({ ...tls, ...TIMES, handshakeTimeout: HANDSHAKE_MS_MAX }, handler)
      : createServer(TIMES, handler);
    server.maxConnections = CONNECTIONS_MAX;
    return server;
  };

export function portOf(app: FastifyInstance, asked: number): number {
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : asked;
}

/** What stands on answers to addresses that cannot even be read: no hook runs for them. */
export const UNREAD_HEADERS = {
  'content-security-policy': NO_PAGE_POLICY,
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const;

/**
 * The policy for content is set page by page. Frames are governed by it alone: the older header cannot name Excel's
 * addresses. No strict transport: it would bind every other program on localhost.
 */
export const HELMET = {
  contentSecurityPolicy: false,
  frameguard: false,
  strictTransportSecurity: false,
  crossOriginOpenerPolicy: false,
  global: true,
} as const;
