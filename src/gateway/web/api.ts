import fastifyWebsocket from '@fastify/websocket';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import {
  ACTION_PATH,
  ActionRequest,
  ACTIONS_PATH,
  BATCH_MAX,
  BatchRequest,
  HEALTH_PATH,
  SESSION_PATH,
  SETTLE_PATH,
  Settlement,
  SOURCES_PATH,
  SourcesRequest,
} from '../../contract/desk/http';
import { MESSAGE_BYTES_MAX, SOCKET_PATH } from '../../contract/desk/socket';
import type { StartMode } from '../../domain/desk-status';
import type { Failure } from '../../domain/failure';
import { ActionId } from '../../domain/identifiers';
import type { ResourceKey } from '../../domain/resource';
import type { Source } from '../../domain/source';
import type { Clock } from '../../effects/clock';
import type { ActionDesk } from '../actions/action-desk';
import type { AnswerBook } from '../answers/answer-book';
import { NO_PAGE_POLICY } from './content-policy';
import { originProblem, type Door } from './door';
import { STATUS_OF } from './failure-status';
import { PageConnection, UNKNOWN_PAGE } from './page-connection';
import type { Sessions } from './sessions';

export interface Health {
  readonly status: 'ok' | 'failing';
  readonly signedIn: boolean;
  /** What does not work, in a sentence. */
  readonly failure?: Failure;
}

export interface ApiParts {
  readonly door: () => Door;
  readonly sessions: Sessions;
  readonly book: AnswerBook;
  readonly actions: Actions;
  readonly sources: (keys: readonly ResourceKey[]) => Source[];
  readonly health: () => Health;
  readonly clock: Clock;
  /** In which mode workbooks start; live unless said. */
  readonly startsIn?: StartMode;
}

type Actions = Pick<ActionDesk, 'put' | 'putAll' | 'settle'>;

const PAGES_MAX = 200;
/** Many actions in one body are larger than anything else that a page sends. */
const BATCH_BYTES_MAX = 1024 * 1024;
const CLOSE_TOO_MANY = 4429;
/** A thousand keys of the longest kind. */
const SOURCES_BYTES_MAX = 1024 * 1024;

export const tell = (reply: FastifyReply, failure: Failure): FastifyReply =>
  reply.code(STATUS_OF[failure.kind]).send({ failure });

/** The gateway's own interface: sessions, actions, health, and the socket that pages watch through. */
export async function api(app: FastifyInstance, parts: ApiParts): Promise<void> {
  const { sessions, actions, door } = parts;
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('content-security-policy', NO_PAGE_POLICY).header('cache-control', 'no-store');
    const problem = originProblem(door(), request.headers);
    if (problem) return tell(reply, problem);
  });
  app.get(HEALTH_PATH, async (_, reply) => {
    const health = parts.health();
    return reply.code(health.status === 'ok' ? 200 : 503).send(health);
  });
  app.post(SESSION_PATH, async () => ({ token: sessions.open() }));
  const known = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!sessions.check(bearer(request))) return tell(reply, UNKNOWN_PAGE);
  };
  const batch = { onRequest: known, bodyLimit: BATCH_BYTES_MAX };
  app.put(ACTION_PATH, { onRequest: known }, async (request, reply) => act(actions, request, reply));
  app.put(ACTIONS_PATH, batch, async (request, reply) => actAll(actions, request, reply));
  app.post(SETTLE_PATH, { onRequest: known }, async (request, reply) => settle(actions, request, reply));
  app.post(SOURCES_PATH, { onRequest: known, bodyLimit: SOURCES_BYTES_MAX }, async ({ body }, reply) => {
    const asked = SourcesRequest.safeParse(body);
    return asked.success ? { sources: parts.sources(asked.data.keys) } : tell(reply, NOT_KEYS);
  });
  await app.register(fastifyWebsocket, { options: { maxPayload: MESSAGE_BYTES_MAX } });
  // The plugin sees routes that are declared after it is there.
  await app.register(async (inner) => socket(inner, parts));
}

const Params = z.object({ id: ActionId });

function bearer({ headers }: FastifyRequest): string {
  const [scheme, token, more] = (headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && more === undefined ? (token ?? '') : '';
}

async function act(
  actions: Actions,
  { params, body }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const path = Params.safeParse(params);
  const request = ActionRequest.safeParse(body);
  if (!path.success || !request.success) return tell(reply, NOT_AN_ACTION);
  const outcome = await actions.put(path.data.id, request.data);
  return outcome.ok ? reply.send({ action: outcome.value }) : tell(reply, outcome.failure);
}

async function actAll(
  actions: Actions,
  { body }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const batch = BatchRequest.safeParse(body);
  if (!batch.success) return tell(reply, NOT_ACTIONS);
  const outcomes = await actions.putAll(batch.data.actions);
  return reply.send({
    results: outcomes.map((outcome) =>
      outcome.ok ? { action: outcome.value } : { failure: outcome.failure },
    ),
  });
}

async function settle(
  actions: Actions,
  { params, body }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const path = Params.safeParse(params);
  const settlement = Settlement.safeParse(body);
  if (!path.success || !settlement.success) return tell(reply, NOT_A_SETTLEMENT);
  const outcome = await actions.settle(path.data.id, settlement.data);
  return outcome.ok ? reply.send({ action: outcome.value }) : tell(reply, outcome.failure);
}

function socket(app: FastifyInstance, { book, sessions, clock, startsIn }: ApiParts): void {
  const pages = new Set<PageConnection>();
  app.get(SOCKET_PATH, { websocket: true }, (socket) => {
    if (pages.size >= PAGES_MAX) return socket.close(CLOSE_TOO_MANY, 'too many pages are connected');
    const page = new PageConnection({
      book,
      clock,
      ...(startsIn && { startsIn }),
      checkToken: (token) => sessions.check(token),
      pipe: {
        send: (text) => socket.send(text),
        get waitingBytes() {
          return socket.bufferedAmount;
        },
        close: (code, reason) => socket.close(code, reason),
        cut: () => socket.terminate(),
      },
    });
    pages.add(page);
    socket.on('message', (bytes: Buffer, isBinary) => page.receive(isBinary ? '' : bytes.toString('utf8')));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      pages.delete(page);
      page.closed();
    });
  });
}

const NOT_AN_ACTION: Failure = {
  kind: 'invalid-argument',
  message: 'This is not an action that the gateway knows.',
  next: 'Nothing was sent. Reload the pane, so that it is as new as the gateway.',
};

const NOT_KEYS: Failure = {
  kind: 'invalid-argument',
  message: 'This is not a question for the sources of resources.',
  next: 'Reload the pane, so that it is as new as the gateway.',
};
const NOT_ACTIONS: Failure = {
  kind: 'invalid-argument',
  message: `These are not actions that the gateway knows, or they are not 1 to ${BATCH_MAX}.`,
  next: 'Nothing was sent. Reload the pane, so that it is as new as the gateway.',
};
const NOT_A_SETTLEMENT: Failure = {
  kind: 'invalid-argument',
  message: 'This is not how an action is settled: it needs a verdict and a note of 1 to 300 characters.',
  next: 'Nothing was settled. Say whether it was executed, and why you know.',
};
