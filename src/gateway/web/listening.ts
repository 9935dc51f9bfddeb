import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { FastifyInstance } from 'fastify';
import { NO_PAGE_POLICY } from './content-policy';

/** PEM texts. */
export interface Tls {
  readonly cert: string;
  readonly key: string;
}

/**
 * How long a sender may take, and how often that is looked at: left alone, Node looks every half minute. A connection is kept
 * for longer than callers commonly keep theirs, so that none is closed just as a delivery, which comes once, sets out on it.
 */
const TIMES = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 75_000,
} as const;
const HANDSHAKE_MS_MAX = 5_000;
/** A burst of events may come on as many connections as it likes. */
const CONNECTIONS_MAX = 2_000;

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
