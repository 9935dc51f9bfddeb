import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { DEFAULT_PROFILE, type Profile } from '../contract/service/profile';
import { seededChance, type Chance } from '../effects/chance';
import { systemClock, type Clock } from '../effects/clock';
import { Access, Tokens } from './http/access';
import { startActivity } from './world/activity';
import { notFound, type Answer, type Call, type Operation } from './http/call';
import { send } from './http/delivery-channel';
import { Faults } from './http/faults';
import { openWorld, pastTrades } from './world/opening';
import { Platform } from './http/platform';
import { addressesOf } from './routes/address';
import { authenticationOperations } from './routes/authentication';
import { registerControls } from './routes/controls';
import { counterofferOperations } from './routes/counteroffers';
import { priceProposalOperations } from './routes/price-proposals';
import { quotationOperations } from './routes/quotations';
import { riskOperations } from './routes/risk-management';
import { smartRecipientOperations } from './routes/smart-recipients';
import { tenderRequestOperations } from './routes/tender-requests';
import { tradeExecutionOperations } from './routes/trade-execution';
import { tradeOperations } from './routes/trades';
import { Statistics } from './http/statistics';
import { Webhook } from './http/webhook';
import { World } from './world/world';
import { EXAMPLE_EVENT } from './world/event';

const pingOperations: readonly Operation[] = [
  {
    name: 'ping',
    method: 'GET',
    path: 'ping',
    versions: [],
    answer: () => ({ status: 200, body: EXAMPLE_EVENT }),
  },
];

export interface SimulatorOptions {
  /** Decides everything that chance decides; the same seed at the same time opens the same world. */
  readonly seed?: number;
  readonly clock?: Clock;
  /** 1 is the pace of a market, 10 ten times that, 0 moves nothing by itself. */
  readonly speed?: number;
  readonly host?: string;
  /** 0 takes a free one. */
  readonly port?: number;
  readonly profile?: Profile;
  /** So many more trades on the weeks before, for trying what reads them all. */
  readonly trades?: number;
  readonly chance?: Chance;
  /** What events are signed with, where the profile asks for a signature. */
  readonly webhookSecrets?: Readonly<Record<string, string>>;
}

export interface Simulator {
  readonly url: string;
  readonly world: World;
  close(): Promise<void>;
}

const PathParams = z.record(z.string(), z.string());
const BODY_BYTES_MAX = 1024 * 1024;

/**
 * Starts the platform on loopback. Rejects when the port is taken. What the interface document does not state, it assumes:
 * - Shapes, states, codes and statuses.
 * - Both sides may propose; a new proposal replaces every other on the request, and deleting removes all.
 * - Quotations of v2.0 and analytics of custom spreads keep the former sign.
 * - A recipient sees the analytics of all quotes of an open request. A participant may have several active quotes.
 * - A standard spread has equal quantities in opposite directions over adjoining whole months, quarters or years of one market. A swap
 *   is `green-grey-swap` when the certificate is sold.
 * - A spent quota answers 429 with the seconds until midnight. Event signatures are the hex HMAC over the raw body.
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { seed = 1, clock = systemClock, speed = 1, profile = DEFAULT_PROFILE } = options;
  const webhook = new Webhook({
    clock,
    webhooks: profile.webhooks,
    secretIn: (name) => options.webhookSecrets?.[name],
  });
  const world = new World({
    clock,
    profile,
    chance: options.chance ?? seededChance(seed),
    publish: (event) => webhook.publish(event),
  });
  openWorld(world);
  pastTrades(world, options.trades ?? 0);
  // Tokens survive a restart of the simulator, as they survive one of the platform's servers.
  const access = new Access(new Tokens(`simulator-${seed}`, profile.auth.zone));
  const faults = new Faults();
  const statistics = new Statistics();
  const platform = new Platform({ clock, profile, access, faults, statistics });

  const app = fastify({ bodyLimit: BODY_BYTES_MAX, exposeHeadRoutes: false, forceCloseConnections: true });
  acceptAnyBody(app);
  registerControls(app, { world, clock, access, platform, faults, statistics, webhook });
  registerOperations(app, platform, { operations: operationsOf(world, access), profile });
  const close = async (): Promise<void> => {
    world.end();
    webhook.end();
    await app.close();
  };
  try {
    await app.listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 });
  } catch (error) {
    await close();
    throw error;
  }
  startActivity(world, speed);
  return { url: addressOf(app), world, close };
}

const operationsOf = (world: World, access: Access): readonly Operation[] => [
  ...authenticationOperations(access, world.profile, world.clock),
  ...tradeOperations(world),
  ...tenderRequestOperations(world),
  ...quotationOperations(world),
  ...priceProposalOperations(world),
  ...counterofferOperations(world),
  ...tradeExecutionOperations(world),
  ...smartRecipientOperations(world),
  ...riskOperations(world),
  ...pingOperations,
];

function registerOperations(
  app: FastifyInstance,
  platform: Platform,
  { operations, profile }: { operations: readonly Operation[]; profile: Profile },
): void {
  const handle = async (operation: Operation, version: string, [request, reply]: Exchange): Promise<void> => {
    const credentials = credentialsOf(request);
    const delivery = await platform.deliver(operation, callOf(request, version), credentials);
    if (deprecated(operation, version)) void reply.header('deprecation', 'true');
    await send(delivery, request, reply);
  };
  for (const { method, url, version, operation } of addressesOf(operations, profile)) {
    app.route({ method, url, handler: (...exchange) => handle(operation, version, exchange) });
  }
  app.setNotFoundHandler((...exchange) => handle(NO_SUCH_ADDRESS, '', exchange));
  app.setErrorHandler(async (error, request, reply) => {
    const status = statusOf(error);
    const answer = status < 500 ? platform.refuseUnreadable(status, credentialsOf(request)) : bug(error);
    await send({ kind: 'answer', answer }, request, reply);
  });
}

const bug = (error: unknown): Answer => ({
  status: 500,
  body: { errors: [{ code: 'bug', message: `The simulator has a bug: ${String(error)}` }] },
});

type Exchange = readonly [FastifyRequest, FastifyReply];

const NO_SUCH_ADDRESS: Operation = {
  name: 'no-such-address',
  method: 'GET',
  path: 'ping',
  versions: [],
  answer: () => {
    throw notFound('such address');
  },
};

/** Bodies arrive as they were sent: the platform itself says what is wrong with them, after counting the call. */
function acceptAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
}

function callOf(request: FastifyRequest, version: string): Call {
  const [contentType = ''] = (request.headers['content-type'] ?? '').split(';');
  const params = Object.entries(PathParams.parse(request.params)).map(
    ([name, value]) => [name.replaceAll('_', '-'), value] as const,
  );
  return {
    version,
    params: Object.fromEntries(params),
    query: new URLSearchParams(request.url.split('?')[1] ?? ''),
    contentType: contentType.trim().toLowerCase(),
    authorization: request.headers.authorization ?? '',
    rawBody: typeof request.body === 'string' ? request.body : '',
  };
}

const credentialsOf = ({ headers }: FastifyRequest) => ({
  apiKey: one(headers['x-api-key']),
  authorization: headers.authorization,
});

const one = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;

const deprecated = ({ path }: Operation, version: string): boolean =>
  version !== '' && version < '2.2' && !['authenticate', 'trades', 'trade'].includes(path);

function statusOf(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' ? status : 500;
}

function addressOf(app: FastifyInstance): string {
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}
