import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import fastifyHelmet from '@fastify/helmet';
import { fastify, type FastifyInstance, type FastifyReply } from 'fastify';
import type { Failure } from '../../domain/failure';
import type { Log } from '../../effects/log';
import { deliveries, DELIVERY_ROUTE, type DeliveryOptions } from '../events/deliveries';
import type { Receiver } from '../events/receiver';
import { api, type ApiOptions } from './api';
import { authPages } from './auth-pages';
import { NO_PAGE_POLICY } from './content-policy';
import { doorOf, hostProblem, type Door } from './door';
import { tell } from './serve';
import { pages, type PageOptions } from './pages';

interface WebOptions extends Omit<ApiOptions, 'door'> {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** PEM texts. */
  readonly tls?: { readonly cert: string; readonly key: string };
  readonly pages: PageOptions;
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
export async function openWeb(options: WebOptions): Promise<Web> {
  const { tls, host, log } = options;
  let door: Door = doorOf(host, options.port);
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
  await app.register(async (inner) => api(inner, { ...options, door: () => door }));
  const { receiving, signIns } = options;
  if (signIns) await app.register(async (inner) => authPages(inner, signIns));
  if (receiving) {
    const { receiver, publicHosts } = receiving;
    const hosts = (): ReadonlySet<string> => new Set([...door.hosts, ...publicHosts]);
    await app.register(async (inner) => deliveries(inner, { ...options, receiver, hosts }));
  }
  await app.register(async (inner) => pages(inner, options.pages));
  await app.listen({ host, port: options.port });
  const port = portOf(app, options.port);
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
interface Tls {
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

const serverFactory =
  (tls: Tls | undefined) =>
  (handler: RequestListener): Server => {
    const server = tls
      ? createTlsServer({ ...tls, ...TIMES, handshakeTimeout: HANDSHAKE_MS_MAX }, handler)
      : createServer(TIMES, handler);
    server.maxConnections = CONNECTIONS_MAX;
    return server;
  };

function portOf(app: FastifyInstance, asked: number): number {
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : asked;
}

/** What stands on answers to addresses that cannot even be read: no hook runs for them. */
const UNREAD_HEADERS = {
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
const HELMET = {
  contentSecurityPolicy: false,
  frameguard: false,
  strictTransportSecurity: false,
  crossOriginOpenerPolicy: false,
  global: true,
} as const;

interface ReceiverServerOptions extends Omit<DeliveryOptions, 'hosts'> {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly tls?: Tls;
  /** Names, beside its own, under which deliveries come. */
  readonly publicHosts: readonly string[];
}

interface ReceiverServer {
  readonly port: number;
  close(): Promise<void>;
}

/** A server for deliveries alone: no pages, no interface, and nothing in its answers. */
export async function openReceiver(options: ReceiverServerOptions): Promise<ReceiverServer> {
  const { tls, host, publicHosts } = options;
  let door: Door = doorOf(host, options.port);
  const app = fastify({
    forceCloseConnections: true,
    serverFactory: serverFactory(tls),
    frameworkErrors: (_error, _request, reply) => nothingThere(reply),
    clientErrorHandler: (_error, socket) => {
      if (socket.writable) socket.write(BROKEN_REQUEST);
      socket.destroy();
    },
  });
  await app.register(fastifyHelmet, HELMET);
  app.addHook('onRequest', async (_, reply) => {
    void reply.header('content-security-policy', NO_PAGE_POLICY).header('cache-control', 'no-store');
  });
  app.setNotFoundHandler(async (_, reply) => reply.code(404).send());
  app.setErrorHandler(async (_error, _request, reply) => reply.code(400).send());
  const hosts = (): ReadonlySet<string> => new Set([...door.hosts, ...publicHosts]);
  await app.register(async (inner) => deliveries(inner, { ...options, hosts }));
  await app.listen({ host, port: options.port });
  const port = portOf(app, options.port);
  door = doorOf(host, port);
  return { port, close: () => app.close() };
}

/** To an address that cannot even be read. */
const nothingThere = (reply: FastifyReply): void => void reply.code(404).headers(UNREAD_HEADERS).send();

const BROKEN_REQUEST = 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
