import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Clock } from '../../effects/clock';
import { ManualClock } from '../../effects/manual-clock';
import type { Access } from '../http/access';
import { checked, parsedJson, Refusal, wrongState } from '../http/call';
import { FaultsBody, type Faults } from '../http/faults';
import type { Platform } from '../http/platform';
import type { Statistics } from '../http/statistics';
import type { Webhook } from '../http/webhook';
import { wireCounteroffer, wireProposal, wireQuote } from '../world/offer';
import { wireRequest, type TenderRequest } from '../world/tender-request';
import { wireTrade } from '../world/trade';
import type { World } from '../world/world';
import { isoTime } from '../world/zone';
import { Act, perform } from './act';

interface ControlOptions {
  readonly world: World;
  readonly clock: Clock;
  readonly access: Access;
  readonly platform: Platform;
  readonly faults: Faults;
  readonly statistics: Statistics;
  readonly webhook: Webhook;
}

const LOOPBACK = /^https?:\/\/(127\.\d{1,3}\.\d{1,3}\.\d{1,3}|localhost|\[::1\])(:\d+)?(\/|$)/;
const AdvanceBody = z.strictObject({ advanceMs: z.number().check(z.gte(0)) });
const StealBody = z.strictObject({ count: z.int().check(z.gte(1)) });
const WebhookBody = z.strictObject({
  // The simulator calls nobody but its own machine.
  url: z.string().check(z.regex(LOOPBACK, 'must be an address on this machine')),
});

type Control = (body: () => unknown) => unknown;

/** The addresses that only the simulator has. They need no credentials and count against no plan. */
export function registerControls(app: FastifyInstance, options: ControlOptions): void {
  const { world, access, platform, faults, statistics, webhook } = options;
  const on = (method: 'GET' | 'POST' | 'DELETE', path: string, control: Control): void => {
    app.route({
      method,
      url: `/simulator/${path}`,
      handler: (request, reply) => run(control, request, reply),
    });
  };
  on('GET', 'stats', () => statsOf(options));
  on('POST', 'stats/reset', () => {
    statistics.reset();
    return statsOf(options);
  });
  on('GET', 'truth', () => truthOf(world));
  on('GET', 'faults', () => faults.list);
  on('POST', 'faults', (body) => {
    const given = checked(body(), FaultsBody);
    faults.add(Array.isArray(given) ? given : [given]);
    return faults.list;
  });
  on('DELETE', 'faults', () => {
    faults.clear();
    return faults.list;
  });
  on('POST', 'token/revoke', () => {
    access.tokens.revokeAll();
    return { revoked: 'tokens' };
  });
  on('POST', 'key/revoke', () => {
    access.revokeKey();
    return { revoked: 'key' };
  });
  on('POST', 'key/restore', () => {
    access.restoreKey();
    return { restored: 'key' };
  });
  on('POST', 'clock', async (body) => advanced(options.clock, checked(body(), AdvanceBody).advanceMs));
  on('POST', 'tokens/steal', (body) => {
    platform.steal(checked(body(), StealBody).count);
    return platform.usageNow;
  });
  on('POST', 'act', (body) => perform(world, checked(body(), Act)));
  on('POST', 'webhook', (body) => {
    webhook.register(checked(body(), WebhookBody).url);
    return webhook.report;
  });
  on('DELETE', 'webhook', () => {
    webhook.register(undefined);
    return webhook.report;
  });
}

const statsOf = ({ statistics, platform, webhook }: ControlOptions): Record<string, unknown> => ({
  ...statistics.report,
  usage: platform.usageNow,
  events: webhook.report,
});

async function advanced(clock: Clock, advanceMs: number): Promise<{ now: string }> {
  if (!(clock instanceof ManualClock)) throw wrongState('The clock is the system clock: it cannot be moved.');
  await clock.advance(advanceMs);
  return { now: isoTime(clock.now()) };
}

async function run(control: Control, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  try {
    const text = typeof request.body === 'string' && request.body !== '' ? request.body : '{}';
    const result = await control(() => parsedJson(text));
    await reply.code(200).type('application/json').send(JSON.stringify(result));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await reply.code(error.status).type('application/json').send(JSON.stringify(error.answer.body));
  }
}

const NEWEST = '2.3';

/** Everything as it really is, hidden quotes of others and trades without leg prices included. */
function truthOf(world: World): Record<string, unknown> {
  const requests = [...world.requests.values()];
  const of = <T>(
    records: ReadonlyMap<string, readonly T[]>,
    written: (record: T, request: TenderRequest) => unknown,
  ) =>
    requests.flatMap((request) => (records.get(request.id) ?? []).map((record) => written(record, request)));
  return {
    now: isoTime(world.now),
    requests: requests.map((request) => wireRequest(request, world.proposalsOf(request.id)[0]?.id)),
    quotes: of(world.quotes, (quote, request) => wireQuote(quote, request, NEWEST)),
    proposals: of(world.proposals, (proposal, request) => wireProposal(proposal, request, NEWEST)),
    counteroffers: of(world.counteroffers, (offer, request) => wireCounteroffer(offer, request, NEWEST)),
    trades: [...world.trades.values()].map(wireTrade),
    awaitingLegPrices: [...world.awaitingLegPrices.values()].map(({ trade }) => wireTrade(trade)),
    risks: [...world.risks.values()],
    executions: Object.fromEntries(world.executions),
  };
}
