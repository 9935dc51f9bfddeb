import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { pathOf, ROUTES } from '../../src/contract/desk/routes';
import { ActionId } from '../../src/domain/identifiers';
import { systemClock } from '../../src/effects/clock';
import { silentLog } from '../../src/effects/log';
import { openDoor } from '../../src/gateway/desk/door';
import { peerServer } from '../../src/gateway/web/peers';
import { percentile, rounded, type Row } from '../report/report';

const SCENARIO = 'a press, from asking to its answer';
const WARMING = 200;
const ANSWER = '{"action":{}}';
const JSON_BODY = { 'content-type': 'application/json' };

/** What a door adds to a press: the same answer, given at once, straight and through a door. All in one process, in turns. */
export async function relays(count: number): Promise<Row[]> {
  const key = randomBytes(32);
  // With its length, as the gateway gives it.
  const headers = { ...JSON_BODY, 'content-length': ANSWER.length };
  const answer: RequestListener = (request, response) => {
    request.resume().on('end', () => response.writeHead(200, headers).end(ANSWER));
  };
  const [straight, leader] = [createServer(answer), peerServer(key)(answer)];
  const [straightPort, leaderPort] = [await listening(straight), await listening(leader)];
  const leading = { address: `127.0.0.1:${leaderPort}`, epoch: 1, isSelf: false };
  const door = await openDoor({
    ...{ host: '127.0.0.1', port: 0, pages: { root: '/nowhere', workbench: false } },
    leader: { current: () => leading, last: () => leading, onChange: () => () => undefined },
    ...{ key, clock: systemClock, log: silentLog },
  });
  const ways = { straight: straightPort, 'through a door': door.port };
  const pools = new Map(
    Object.entries(ways).map(([name, port]) => [
      name,
      new Pool(`http://localhost:${port}`, { connections: 1 }),
    ]),
  );
  const tookMs = new Map(Object.keys(ways).map((name): [string, number[]] => [name, []]));
  for (let number = 0; number < WARMING + count; number += 1) {
    for (const [name, pool] of pools) {
      const took = await press(pool);
      if (number >= WARMING) tookMs.get(name)?.push(took);
    }
  }
  for (const pool of pools.values()) await pool.destroy();
  await door.close();
  for (const server of [straight, leader]) {
    server.closeAllConnections();
    server.close();
  }
  return [...tookMs].flatMap(([subject, all]) =>
    Object.entries({ p50: 0.5, p90: 0.9, p99: 0.99 }).map(([metric, share]) => ({
      ...{ scenario: SCENARIO, subject, metric, unit: 'ms' },
      value: rounded(percentile(all, share), 2),
    })),
  );
}

async function press(pool: Pool): Promise<number> {
  const path = pathOf(ROUTES.putAction, { id: ActionId.parse(randomUUID()) });
  const body = JSON.stringify({ body: { kind: 'send-quote' }, shown: 'A quote' });
  const began = systemClock.monotonicMs();
  const answered = await pool.request({ method: 'PUT', path, headers: JSON_BODY, body });
  await answered.body.text();
  if (answered.statusCode !== 200) throw new Error(`A press was answered with ${answered.statusCode}.`);
  return systemClock.monotonicMs() - began;
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
