import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AUTH_PAGES } from '../../contract/desk/auth';
import { ROUTES, type Address } from '../../contract/desk/routes';
import { SOCKET_PATH } from '../../contract/desk/socket';
import { pause, type Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import { deliveries, DELIVERY_ROUTE } from '../events/deliveries';
import type { Receiver } from '../events/receiver';
import { portOf, serverFactory, UNREAD_HEADERS, webApplication, type Tls } from '../web/application';
import { doorOf, hostProblem, originProblem, type Door as Names } from '../web/door';
import { pages, type PageOptions } from '../web/pages';
import { tell } from '../web/serve';
import type { Leader } from './leader';
import { NOBODY_LEADS, passedOn, Relay, type Relayed } from './relay';
import { refuseUpgrade, SocketRelay } from './socket-relay';
import * as z from 'zod/mini';
import { APPROVAL_ROUTES } from '../../contract/desk/approvals';
import { ActionBody, onlyProtects } from '../../domain/action';

type Asked = Pick<Relayed, 'method' | 'path' | 'body'>;

/** How a request of a page goes to the machine that leads. What takes risk off goes first, and may go again. */
export function relayLane(asked: Asked): Pick<Relayed, 'lane' | 'isRepeatable'> {
  const isUrgent = PROTECTS.some((route) => isAt(route, asked)) || asksForProtectionAlone(asked);
  const isRead =
    asked.method === 'GET' || asked.method === 'HEAD' || READS.some((route) => isAt(route, asked));
  return { lane: isUrgent ? 'urgent' : 'other', isRepeatable: isUrgent || isRead };
}

const PROTECTS: readonly Address[] = [ROUTES.withdrawAll, ROUTES.halt, APPROVAL_ROUTES.cancel];
/** A second session of the same browser does no harm either. */
const READS: readonly Address[] = [ROUTES.findActions, ROUTES.readSources, ROUTES.openSession];
const PRESSES: readonly Address[] = [ROUTES.putAction, ROUTES.putActions];

function isAt({ method, path }: Address, asked: Asked): boolean {
  const parts = path.split('/');
  const given = (asked.path.split('?')[0] ?? '').split('/');
  return (
    method === asked.method &&
    parts.length === given.length &&
    parts.every((part, at) => part.startsWith(':') || part === given[at])
  );
}

const One = z.object({ body: ActionBody });
const Many = z.object({ actions: z.array(One) });

/** A press says in its body what it is. One that cannot be read waits with the others for the leader's word. */
function asksForProtectionAlone(asked: Asked): boolean {
  if (!asked.body || !PRESSES.some((route) => isAt(route, asked))) return false;
  const json = parsed(asked.body);
  const one = One.safeParse(json);
  if (one.success) return onlyProtects(one.data.body);
  const many = Many.safeParse(json);
  return many.success && many.data.actions.every(({ body }) => onlyProtects(body));
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

interface DoorOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Under which pages call beside that: of all doors together. */
  readonly names?: readonly string[];
  readonly tls?: Tls;
  readonly pages: PageOptions;
  readonly leader: Leader;
  /** The peers' part of the desk's key. */
  readonly key: Buffer;
  /** Events, under names of their own beside the door's. */
  readonly receiving?: { readonly receiver: Receiver; readonly publicHosts: readonly string[] };
  readonly clock: Clock;
  readonly log: Log;
}

interface Door {
  /** The address for people, with the port that was taken. */
  readonly url: string;
  readonly port: number;
  /** Says that it goes, so that pages go to another door. Resolves when what is in hand is answered, or after a while. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

/** Until whatever stands before the doors has looked twice and sends nothing new here. */
export const LEAVE_MS_MIN = 2_500;
/** Longer than a press waits for a leader, and is then executed; shorter than whoever stops this process waits. */
const LEAVE_MS_MAX = 12_000;
/** Of a batch; the leader takes less where it wants less. */
const BODY_BYTES_MAX = 1024 * 1024;
/** Of an answer that is handed on in one piece: setting up a stream costs more than its bytes (`npm run bench -- desk`). */
const SMALL_BYTES_MAX = 64 * 1024;

/**
 * Opens one of the doors of a desk on several machines. It serves the pages and takes events itself; everything else goes to the
 * machine that leads, which may be this one. Who is in a session, and what they may do, the leader alone looks at.
 */
export async function openDoor(options: DoorOptions): Promise<Door> {
  const { tls, host, log, leader, receiving } = options;
  const protocol = tls ? 'https' : 'http';
  let names: Names = namesOf(options, options.port);
  const app = await webApplication({ serverFactory: serverFactory(tls), log });
  const relay = new Relay({ ...options, protocol });
  const sockets = new SocketRelay(options);
  const inHand = new InHand();
  app.addHook('onRequest', async (request, reply) => {
    // A proxy that asks so sends nothing new here, and leaves alone what is under way.
    if (inHand.isLeaving && request.method === 'HEAD') return reply.code(404).send();
    inHand.add(reply);
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url === DELIVERY_ROUTE) return undefined;
    const problem = hostProblem(names, request.headers, request.originalUrl);
    if (problem) return tell(reply.headers(UNREAD_HEADERS), problem);
  });
  await app.register(async (inner) => relayed(inner, { relay, leader, names: () => names }));
  if (receiving) {
    const { receiver, publicHosts } = receiving;
    const hosts = (): ReadonlySet<string> => new Set([...names.hosts, ...publicHosts]);
    await app.register(async (inner) => deliveries(inner, { ...options, receiver, hosts }));
  }
  await app.register(async (inner) => pages(inner, options.pages));
  app.server.on('upgrade', (request, socket, head) => {
    const isOwn =
      !hostProblem(names, request.headers, request.url ?? '') && !originProblem(names, request.headers);
    if (!isOwn) return refuseUpgrade(socket, '403 Forbidden');
    if (request.url !== SOCKET_PATH) return refuseUpgrade(socket, '404 Not Found');
    return void sockets.join({ request, page: socket, head });
  });
  await app.listen({ host, port: options.port });
  const port = portOf(app, options.port);
  names = namesOf(options, port);
  return {
    url: `${protocol}://localhost:${port}/`,
    port,
    async leave() {
      inHand.isLeaving = true;
      sockets.close();
      const { clock } = options;
      const answered = pause(clock, LEAVE_MS_MIN).then(() => inHand.answered());
      await Promise.race([answered, pause(clock, LEAVE_MS_MAX)]);
    },
    async close() {
      sockets.close();
      await relay.close();
      await app.close();
    },
  };
}

/** What was asked and is not answered yet. */
class InHand {
  isLeaving = false;
  private readonly open = new Set<FastifyReply>();
  private done = (): void => undefined;

  add(reply: FastifyReply): void {
    this.open.add(reply);
    // The next one on this connection is for another door.
    if (this.isLeaving) reply.raw.setHeader('connection', 'close');
    reply.raw.once('close', () => {
      this.open.delete(reply);
      if (this.open.size === 0) this.done();
    });
  }

  answered(): Promise<void> {
    return this.open.size === 0 ? Promise.resolve() : new Promise((resolve) => (this.done = resolve));
  }
}

function namesOf({ host, names = [] }: DoorOptions, port: number): Names {
  const own = doorOf(host, port);
  const origins = names.flatMap((name) => [`http://${name}`, `https://${name}`]);
  return { hosts: new Set([...own.hosts, ...names]), origins: new Set([...own.origins, ...origins]) };
}

interface Relaying {
  readonly relay: Relay;
  readonly leader: Leader;
  readonly names: () => Names;
}

/** Everything below these the leader answers. */
const INTERFACE = '/api/*';
const SIGN_IN_PAGES = AUTH_PAGES.begin.path.replace(/:.*/, '*');
const METHODS = ['GET', 'HEAD', 'POST', 'PUT'] as const;

async function relayed(app: FastifyInstance, { relay, leader, names }: Relaying): Promise<void> {
  app.removeAllContentTypeParsers();
  // As it came, byte for byte, and whole before it leaves: it can be handed over again where it may be.
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX }, (_request, body, done) =>
    done(null, body),
  );
  app.get(ROUTES.health.path, async (request, reply) => {
    // Whoever watches over the desk is told at once.
    if (!leader.current()) return reply.code(503).send({ status: 'failing', failure: NOBODY_LEADS });
    return handOn(relay, request, reply);
  });
  const onward = (request: FastifyRequest, reply: FastifyReply) => handOn(relay, request, reply);
  app.route({
    method: [...METHODS],
    url: INTERFACE,
    bodyLimit: BODY_BYTES_MAX,
    async onRequest(request, reply) {
      const problem = originProblem(names(), request.headers);
      if (problem) return tell(reply.headers(UNREAD_HEADERS), problem);
    },
    handler: onward,
  });
  // A provider leads back from pages of its own.
  for (const url of [SIGN_IN_PAGES, AUTH_PAGES.back.path]) app.get(url, onward);
}

async function handOn(relay: Relay, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const { method, originalUrl: path, headers, body } = request;
  const asked = {
    method: METHODS.find((one) => one === method) ?? 'GET',
    path,
    body: Buffer.isBuffer(body) ? body : undefined,
  };
  const answer = await relay.send({ ...asked, ...relayLane(asked), headers, signal: gone.signal });
  if (!answer.ok) return tell(reply.headers(UNREAD_HEADERS), answer.failure);
  reply.hijack();
  const { statusCode, headers: answered, body: streamed } = answer.value;
  const head = passedOn(answered);
  const isSmall = Number(answered['content-length']) <= SMALL_BYTES_MAX;
  // What breaks off breaks off at the page too, which takes it for what it is.
  const handedOn = isSmall
    ? streamed.arrayBuffer().then((whole) => reply.raw.writeHead(statusCode, head).end(Buffer.from(whole)))
    : pipeline(streamed, reply.raw.writeHead(statusCode, head));
  await handedOn.catch(() => reply.raw.destroy());
  return reply;
}
