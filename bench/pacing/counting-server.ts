import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod/mini';
import { seededChance } from '../../src/effects/chance';
import { pause, systemClock } from '../../src/effects/clock';

/**
 * A service that does nothing but count, as a process of its own: one exact token bucket per API key, each beginning
 * full, and a latency each way. It prints its port, answers `/stats` per key, and ends with its standard input.
 */
const Plan = z.object({
  ratePerSecond: z.number(),
  burst: z.number(),
  latencyMs: z.number(),
  jitterMs: z.number(),
});
const plan = Plan.parse(JSON.parse(process.argv[2] ?? ''));

interface Counter {
  tokens: number;
  at: number;
  served: number;
  refused: number;
}
const counters = new Map<string, Counter>();

function counterOf(key: string): Counter {
  const known = counters.get(key) ?? {
    tokens: plan.burst,
    at: systemClock.monotonicMs(),
    served: 0,
    refused: 0,
  };
  counters.set(key, known);
  return known;
}

function take(counter: Counter): boolean {
  const now = systemClock.monotonicMs();
  counter.tokens = Math.min(plan.burst, counter.tokens + ((now - counter.at) / 1000) * plan.ratePerSecond);
  counter.at = now;
  if (counter.tokens < 1 - 1e-9) {
    counter.refused += 1;
    return false;
  }
  counter.tokens -= 1;
  counter.served += 1;
  return true;
}

const chance = seededChance(20_261_120);
const latencyMs = (): number => plan.latencyMs - plan.jitterMs * Math.log(1 - chance());

const server = createServer((request, response) => {
  const counter = counterOf(String(request.headers['x-api-key']));
  request.resume();
  if (request.url === '/stats') {
    response.end(JSON.stringify({ served: counter.served, refused: counter.refused }));
    return;
  }
  void (async () => {
    await pause(systemClock, latencyMs());
    const served = take(counter);
    await pause(systemClock, latencyMs());
    response.writeHead(served ? 200 : 429, { 'content-type': 'application/json' });
    response.end(served ? '{"trade-id":"T-1","price":30.25}' : '{"message":"Too Many Requests"}');
  })();
});
server.keepAliveTimeout = 120_000;
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
