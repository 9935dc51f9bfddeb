import fastifyWebsocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { SignInBody, SignOutBody, SourcesBody } from '../../contract/desk/bodies';
import type { MachinesAnswer } from '../../contract/desk/people';
import { ROUTES } from '../../contract/desk/routes';
import { MESSAGE_NEEDS } from '../../contract/desk/permissions';
import { MESSAGE_BYTES_MAX, SOCKET_PATH } from '../../contract/desk/socket';
import type { StartMode } from '../../domain/desk-status';
import { success, type Failure } from '../../domain/failure';
import type { DeskLimits } from '../../domain/limits/limits';
import { denial } from '../../domain/policy/permission';
import { present } from '../../domain/present';
import type { Clock } from '../../effects/clock';
import type { Log } from '../../effects/log';
import type { Health } from '../environments/session';
import type { Environments } from '../environments/environments';
import type { WebhookDoor } from '../events/webhook-door';
import type { Policies } from '../people/policy-keeper';
import type { WriteKeptFile } from '../trades/export/kept-file';
import { adminApi } from './admin-api';
import { actionsApi } from './actions-api';
import { byOf } from './sessions';
import { tradeDownloadsApi } from './trade-downloads-api';
import { NO_PAGE_POLICY } from './content-policy';
import { fileTickets } from './file-tickets';
import { deskApi } from './desk-api';
import { filesApi } from './files-api';
import { originProblem, type Door } from './door';
import { guard } from './guard';
import { handle, refuse, serve, tell } from './serve';
import { PageConnection, UNKNOWN_PAGE } from './page-connection';
import { peopleApi, type PeopleOptions } from './people-api';
import { programsApi } from './programs-api';
import { webhookApi } from './webhook-api';
import { INTERFACE_ROUTES } from '../../contract/desk/interface-check';
import type { InterfaceCheck } from '../probe/interface-check';

export interface ApiOptions extends PeopleOptions {
  /** Absent: only doors of the desk call, and they have looked who it is. */
  readonly door?: () => Door;
  readonly policies: Policies;
  readonly desks: Pick<
    Environments,
    | 'session'
    | 'put'
    | 'putAll'
    | 'withdrawAll'
    | 'settle'
    | 'find'
    | 'approve'
    | 'refuse'
    | 'remind'
    | 'cancel'
    | 'signIn'
    | 'signOut'
    | 'onMoved'
    | 'note'
    | 'halt'
    | 'resume'
    | 'programs'
  >;
  /** Of a desk on several machines; absent: there is one. */
  readonly machines?: () => Promise<MachinesAnswer>;
  /** In which mode workbooks start; live unless said. */
  readonly startsIn?: StartMode;
  /** How files of trades are written; on this thread unless said. */
  readonly writeFile?: WriteKeptFile;
  readonly clock: Clock;
  readonly log: Log;
  /** Absent: this gateway takes no deliveries. */
  readonly webhook?: () => WebhookDoor;
}

const PAGES_MAX = 1_000;
/** A page has one line; a second one comes about while it does not know yet that the first is dead. */
const LINES_PER_SESSION_MAX = 4;
const CLOSE_TOO_MANY = 4429;
/** A thousand keys of the longest kind. */
const SOURCES_BYTES_MAX = 1024 * 1024;

/** The gateway's own interface: sessions, actions, health, and the socket that pages watch through. */
export async function api(app: FastifyInstance, parts: ApiOptions): Promise<void> {
  const { sessions, desks, door, webhook, signIns } = parts;
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('content-security-policy', NO_PAGE_POLICY).header('cache-control', 'no-store');
    const problem = door && originProblem(door(), request.headers);
    if (problem) return tell(reply, problem);
  });
  guard(app, sessions);
  handle(app, ROUTES.health, {
    async handler(_, reply) {
      const health = healthOf(desks.session.health, webhook?.().failure);
      const { failure: signIn } = signIns?.provider ?? {};
      const policy = parts.policies.read()?.failure;
      return reply
        .code(health.status === 'ok' ? 200 : 503)
        .send({ ...health, ...present({ signIn, policy }) });
    },
  });
  peopleApi(app, parts);
  actionsApi(app, parts);
  serve(app, ROUTES.readSources, {
    bodyLimit: SOURCES_BYTES_MAX,
    body: SourcesBody,
    unreadable: NOT_KEYS,
    answer: ({ keys }) => success({ sources: desks.session.sources(keys) }),
  });
  programsApi(app, parts);
  signInApi(app, parts);
  deskApi(app, parts);
  filesApi(app, { ...parts, files: () => desks.session.files });
  fileTickets(app, parts);
  tradeDownloadsApi(app, { ...parts, session: () => desks.session });
  interfaceApi(app, { interfaceCheck: () => desks.session.resources.interfaceCheck });
  const pages = new Set<PageConnection>();
  const pagesOf = (session: string): number =>
    [...pages].filter(({ token }) => sessions.by(token)?.session === session).length;
  adminApi(app, { ...parts, pagesOf, quotesOf: (person) => desks.session.quotesOf(person) });
  webhookApi(app, { ...parts, resources: () => desks.session.resources });
  await app.register(fastifyWebsocket, { options: { maxPayload: MESSAGE_BYTES_MAX } });
  // The plugin sees routes that are declared after it is there.
  await app.register(async (inner) => socket(inner, { ...parts, pages }));
}

/** Signing in to the platform and out of it. */
function signInApi(app: FastifyInstance, { sessions, desks }: Pick<ApiOptions, 'sessions' | 'desks'>): void {
  const common = { unreadable: NO_SIGN_IN, fail: refuse };
  serve(app, ROUTES.signIn, {
    ...common,
    body: SignInBody,
    answer: (asked, request) => desks.signIn(asked, byOf(sessions, request)),
  });
  serve(app, ROUTES.signOut, {
    ...common,
    body: SignOutBody,
    answer: (asked, request) => desks.signOut(asked, byOf(sessions, request)),
  });
}

/** What keeps the journal from being written weighs more than what keeps events from it. */
const healthOf = (session: Health, events: Failure | undefined): Health =>
  events && session.status === 'ok' ? { ...session, status: 'failing', failure: events } : session;

function socket(
  app: FastifyInstance,
  {
    desks,
    sessions,
    policies,
    clock,
    startsIn,
    log,
    pages,
  }: ApiOptions & { readonly pages: Set<PageConnection> },
): void {
  const ownParts = {
    status: (token: string) => present({ person: sessions.person(token) }),
    limits(token: string): Pick<DeskLimits, 'own'> {
      const who = sessions.whoOf(token);
      const own = who ? policies.ownOf(who).map(({ pressesPerMinute: _, ...levels }) => levels) : [];
      return own.length > 0 ? { own } : {};
    },
  };
  desks.onMoved(() => pages.forEach((page) => page.moved()));
  sessions.onChange(() => pages.forEach((page) => page.lookAgain()));
  policies.onChange(() => pages.forEach((page) => page.lookAgain()));
  app.get(SOCKET_PATH, { websocket: true }, (socket) => {
    if (pages.size >= PAGES_MAX) {
      log.warn(
        `${PAGES_MAX} pages are connected, and one more was turned away. Close workbooks that are not used.`,
      );
      return socket.close(CLOSE_TOO_MANY, 'too many pages are connected');
    }
    const page = new PageConnection({
      session: () => desks.session,
      clock,
      ...(startsIn && { startsIn }),
      refusal(token, type) {
        const person = sessions.check(token) ? sessions.person(token) : undefined;
        return person ? denial(person, MESSAGE_NEEDS[type]) : UNKNOWN_PAGE;
      },
      wanted(token, message) {
        const programs = desks.programs();
        if (programs.ok) programs.value.wanted(message, sessions.by(token));
      },
      acted: (token) => sessions.acted(token),
      ownPart: (token, kind) => ownParts[kind](token),
      greeted: (token) => {
        const own = [...pages].filter((one) => one.token === token);
        for (const former of own.slice(0, -LINES_PER_SESSION_MAX)) former.giveWay();
      },
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

const NOT_KEYS: Failure = {
  kind: 'invalid-argument',
  message: 'The gateway cannot read this question about sources.',
  next: 'The pane may be older than the gateway: reload it.',
};
const NO_SIGN_IN: Failure = {
  kind: 'invalid-argument',
  message: 'The gateway cannot read this sign-in.',
  next: 'The pane may be older than the gateway: reload it.',
};

interface InterfaceApiOptions {
  /** Of the desk that is open now. */
  readonly interfaceCheck: () => Pick<InterfaceCheck, 'read' | 'check'>;
}

/** The check of the interface: for pages that the gateway knows. */
function interfaceApi(app: FastifyInstance, { interfaceCheck }: InterfaceApiOptions): void {
  handle(app, INTERFACE_ROUTES.read, { handler: async () => interfaceCheck().read() });
  handle(app, INTERFACE_ROUTES.check, {
    async handler(_, reply) {
      const outcome = await interfaceCheck().check();
      return outcome.ok ? outcome.value : refuse(reply, outcome.failure);
    },
  });
}
