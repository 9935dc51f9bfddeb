import fastifyHelmet from '@fastify/helmet';
import { fastify, type FastifyReply } from 'fastify';
import type { MassWithdrawalAnswer } from '../../contract/desk/answers';
import type { MassWithdrawalBody } from '../../contract/desk/bodies';
import { success, type Failure } from '../../domain/failure';
import type { By } from '../../domain/person';
import type { Log } from '../../effects/log';
import { HandedOn } from '../actions/kill-switch';
import type { Environments } from '../environments/environments';
import { deliveries, DELIVERY_ROUTE, type DeliveryOptions } from '../events/deliveries';
import type { Receiver } from '../events/receiver';
import { withdrawAllRoute } from './actions-api';
import { api, type ApiOptions } from './api';
import { HELMET, portOf, serverFactory, UNREAD_HEADERS, webApplication, type Tls } from './application';
import { authPages } from './auth-pages';
import { NO_PAGE_POLICY } from './content-policy';
import { doorOf, hostProblem, type Door } from './door';
import { guard } from './guard';
import { NO_SCHEMAS } from './no-schemas';
import { peerServer } from './peers';
import { handle, tell } from './serve';
import { byOf } from './sessions';
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

/** Opens the gateway's one door. Rejects with the system's error when the port is taken. */
export async function openWeb(options: WebOptions): Promise<Web> {
  const { tls, host, log } = options;
  let door: Door = doorOf(host, options.port);
  const app = await webApplication({ serverFactory: serverFactory(tls), log });
  app.addHook('onRequest', async (request, reply) => {
    // Deliveries come under names of their own.
    if (request.routeOptions.url === DELIVERY_ROUTE) return undefined;
    const problem = hostProblem(door, request.headers, request.originalUrl);
    if (problem) return tell(reply.headers(UNREAD_HEADERS), problem);
  });
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

/** Where a machine of the desk hands on what it withdrew while nobody led. */
export const HANDED_ON = { method: 'POST', path: '/peer/withdrawn' } as const;
const HANDED_ON_BYTES_MAX = 8 * 1024 * 1024;
const NOT_HANDED_ON: Failure = {
  kind: 'invalid-argument',
  message: 'What was withdrawn without the database cannot be read here.',
  next: 'Bring all machines of the desk to one version.',
};

interface PeerWebOptions extends Omit<ApiOptions, 'door'> {
  readonly desks: ApiOptions['desks'] & Pick<Environments, 'handedOn'>;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** The peers' part of the desk's key. */
  readonly key: Buffer;
  /** It is handed over: doors are to ask whoever leads next. */
  readonly isFinishing: () => boolean;
}

/** Nothing of the request was looked at: it is for another machine (RFC 9110, 15.5.20). */
export const MISDIRECTED = 421;

/** Opens the desk for its doors alone: they serve the pages, take the events, and look who calls under which name. */
export async function openPeerWeb(options: PeerWebOptions): Promise<Web> {
  const { host, port: asked, key, log, signIns, isFinishing } = options;
  const app = await webApplication({ serverFactory: peerServer(key), log, isBehindDoors: true });
  app.addHook('onRequest', async (_, reply) => {
    if (isFinishing()) return reply.code(MISDIRECTED).headers(UNREAD_HEADERS).send();
  });
  await app.register(async (inner) => api(inner, options));
  if (signIns) await app.register(async (inner) => authPages(inner, signIns));
  // Doors hand no page's request on to there.
  handle(app, HANDED_ON, {
    bodyLimit: HANDED_ON_BYTES_MAX,
    async handler(request, reply) {
      const handedOn = HandedOn.safeParse(request.body);
      if (!handedOn.success) return tell(reply, NOT_HANDED_ON);
      const taken = await options.desks.handedOn(handedOn.data);
      return taken.ok ? reply.send({}) : tell(reply, taken.failure);
    },
  });
  await app.listen({ host, port: asked });
  const port = portOf(app, asked);
  const name = host.includes(':') ? `[${host}]` : host;
  return { url: `https://${name}:${port}/`, port, close: () => app.close() };
}

interface KillSwitchWebOptions extends Pick<PeerWebOptions, 'host' | 'port' | 'key' | 'sessions' | 'log'> {
  readonly press: (asked: MassWithdrawalBody, by: By | undefined) => Promise<MassWithdrawalAnswer>;
}

/**
 * Opens what stays of a desk that is led no more: doors reach "Withdraw all" there, for the sessions that it knew. All else it turns away
 * unread, as a desk that is handed over does: a door that cannot see the loss would take "I do not know this page" for the desk's word.
 */
export async function openKillSwitchWeb(options: KillSwitchWebOptions): Promise<Pick<Web, 'close'>> {
  const { host, port, key, sessions, log, press } = options;
  const app = await webApplication({ serverFactory: peerServer(key), log, isBehindDoors: true });
  app.addHook('onRequest', async (request, reply) =>
    request.is404 ? reply.code(MISDIRECTED).headers(UNREAD_HEADERS).send() : undefined,
  );
  guard(app, sessions);
  withdrawAllRoute(app, async (asked, request) => success(await press(asked, byOf(sessions, request))));
  await app.listen({ host, port });
  return { close: () => app.close() };
}

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
    schemaController: NO_SCHEMAS,
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
