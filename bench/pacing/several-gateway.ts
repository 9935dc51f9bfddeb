import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod/mini';
import { pause, systemClock } from '../../src/effects/clock';
import { Relay, type RelayLane } from '../../src/gateway/desk/relay';
import { exchange, openConnections, TIMEOUTS } from '../../src/gateway/platform/http';
import { peerServer } from '../../src/gateway/web/peers';
import { openShared } from '../peers/peers';
import { allowanceAt, type Pacer, type Said } from './pacer';
import { GatewayPlan, type GatewayWord } from './several-plan';
import { openOwn } from './subjects';

/** One of several gateways on one key, as a process of its own; with the real relay where one of them leads. It ends with its parent. */
const READ = '/v2.0/trades/T-1';
const WARM = '/warm';
const LINES_WARM = 128;
const LINES_AT_ONCE = 16;
const plan = GatewayPlan.parse(JSON.parse(process.argv[2] ?? ''));
const key = Buffer.from(plan.key, 'hex');
const pool = openConnections(plan.baseUrl);
/** By the same clock in every process of this machine. */
const now = (): number => performance.timeOrigin + performance.now();
/** When a call began that was served, and what to close. */
interface Gateway {
  served(urgent: boolean): Promise<number>;
}
const Begun = z.object({ begunMs: z.number() });

async function read(): Promise<Said> {
  const http = { dispatcher: pool, clock: systemClock, limits: TIMEOUTS };
  const url = new URL(READ, plan.baseUrl);
  const result = await exchange({ method: 'GET', url, headers: { 'x-api-key': plan.apiKey } }, http);
  if (!result.ok) throw new Error(`A call got no answer (${result.trouble}).`);
  return result.answer.status === 429 ? 'refused' : 'served';
}

async function pacedBy(pacer: Pacer, urgent: boolean): Promise<number> {
  let begunMs = 0;
  const call = (): Promise<Said> => {
    begunMs = now();
    return read();
  };
  while ((await pacer.run(call, { urgent })) === 'refused');
  return begunMs;
}

const open = (): Promise<Pacer> => {
  const place = { allowance: allowanceAt(plan.scale), folder: plan.folder, full: true };
  return plan.redisPort === undefined
    ? openOwn(place)
    : openShared(place, { port: plan.redisPort, id: plan.apiKey });
};

/** The one that leads: what doors relay is paced here. */
async function lead(): Promise<number> {
  const pacer = await open();
  const server = peerServer(key)((request: IncomingMessage, response: ServerResponse) => {
    if (request.url === WARM) return void response.end(JSON.stringify({ begunMs: now() }));
    void pacedBy(pacer, request.url === '/urgent').then((begunMs) =>
      response.end(JSON.stringify({ begunMs })),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function doorTo(port: number): Promise<Gateway> {
  const leading = { address: `127.0.0.1:${port}`, epoch: 1, isSelf: false };
  const leader = { current: () => leading, last: () => leading, onChange: () => () => undefined };
  const relay = new Relay({ leader, key, clock: systemClock, protocol: 'http' });
  const asked = async (lane: RelayLane, path: string): Promise<number> => {
    const { signal } = new AbortController();
    const sent = { method: 'GET', path, headers: {}, lane, isRepeatable: true, signal } as const;
    const answer = await relay.send(sent);
    if (!answer.ok) throw new Error(answer.failure.message);
    return Begun.parse(await answer.value.body.json()).begunMs;
  };
  // The lines to the leader are there before the sheets are opened.
  for (let lines = 0; lines < LINES_WARM; lines += LINES_AT_ONCE)
    for (const lane of ['other', 'urgent'] as const)
      await Promise.all(Array.from({ length: LINES_AT_ONCE + lines }, () => asked(lane, WARM)));
  return { served: (urgent) => asked(urgent ? 'urgent' : 'other', urgent ? '/urgent' : '/other') };
}

async function gateway(): Promise<{ gateway: Gateway; port?: number }> {
  if (plan.way !== 'led') {
    const pacer = await open();
    return { gateway: { served: (urgent) => pacedBy(pacer, urgent) } };
  }
  const port = plan.leaderPort ?? (await lead());
  return { gateway: await doorTo(port), port };
}

async function measured(own: Gateway): Promise<GatewayWord> {
  const startedMs = now();
  const reads = Array.from({ length: plan.reads }, () => own.served(false));
  const urgent: Promise<number>[] = [];
  for (let count = 1; count <= plan.urgentCalls; count += 1) {
    const dueMs = startedMs + count * plan.urgentEveryMs;
    await pause(systemClock, Math.max(0, Math.ceil(dueMs - now())));
    urgent.push(own.served(true).then((begunMs) => begunMs - dueMs));
  }
  await Promise.all(reads);
  const wallMs = now() - startedMs;
  return { type: 'done', wallMs, urgentWaitsMs: await Promise.all(urgent) };
}

const say = (word: GatewayWord): void => void process.send?.(word);
const told = new Promise<void>((resolve) => process.once('message', () => resolve()));
process.on('disconnect', () => process.exit(0));
try {
  const { gateway: own, port } = await gateway();
  say({ type: 'warm', ...(port !== undefined && { port }) });
  await told;
  say(await measured(own));
} catch (error) {
  say({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
}
