import fastifyHelmet from '@fastify/helmet';
import { fastify, type FastifyReply } from 'fastify';
import { NO_PAGE_POLICY } from '../web/content-policy';
import { doorOf, type Door } from '../web/door';
import { HELMET, portOf, serverFactory, UNREAD_HEADERS, type Tls } from '../web/listening';
import { deliveries, type DeliveryParts } from './deliveries';

export interface ReceiverServerParts extends Omit<DeliveryParts, 'hosts'> {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly tls?: Tls;
  /** Names, beside its own, under which deliveries come. */
  readonly publicHosts: readonly string[];
}

export interface ReceiverServer {
  readonly port: number;
  close(): Promise<void>;
}

/** A server for deliveries alone: no pages, no interface, and nothing in its answers. */
export async function openReceiver(parts: ReceiverServerParts): Promise<ReceiverServer> {
  const { tls, host, publicHosts } = parts;
  let door: Door = doorOf(host, parts.port);
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
  await app.register(async (inner) => deliveries(inner, { ...parts, hosts }));
  await app.listen({ host, port: parts.port });
  const port = portOf(app, parts.port);
  door = doorOf(host, port);
  return { port, close: () => app.close() };
}

/** To an address that cannot even be read. */
const nothingThere = (reply: FastifyReply): void => void reply.code(404).headers(UNREAD_HEADERS).send();

const BROKEN_REQUEST = 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
