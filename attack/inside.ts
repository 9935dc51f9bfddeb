import { createHash } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { setTimeout as pause } from 'node:timers/promises';
import { AUTH_ROUTES } from '../src/contract/desk/auth';
import { SessionAnswer } from '../src/contract/desk/answers';
import { ROUTES } from '../src/contract/desk/routes';
import { IN_MEMORY } from '../src/gateway/storage/place';
import { keptProgramKey } from '../src/gateway/storage/vault/pairings';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { DEFENCES, type Defence } from './defences';
import type { Route } from './routes';

/**
 * Loaded into the gateway's process before the gateway, which knows nothing of it. It tells the routes that the servers
 * register, and what memory is used; and it takes one defence away, where an attack is to prove that it would be noticed.
 */
const Opened = z.object({ fastify: z.custom<FastifyInstance>((value) => typeof value === 'object') });
type Weakening = (app: FastifyInstance) => void;

const WEAKENINGS: Readonly<Record<Defence, Weakening>> = {
  host: (app) =>
    app.addHook('onRequest', async ({ raw }) => {
      raw.headers.host = `localhost:${raw.socket.localPort}`;
    }),
  origin: (app) =>
    app.addHook('onRequest', async ({ raw }) => {
      delete raw.headers.origin;
      delete raw.headers['sec-fetch-site'];
    }),
  token: (app) =>
    app.addHook('onRequest', async ({ raw }) => {
      if (raw.url === ROUTES.openSession.path) return;
      const host = `localhost:${raw.socket.localPort}`;
      const sent = { host, 'content-type': 'application/json' };
      const payload = { key: programKeyNow() };
      const answer = await app.inject({
        method: 'POST',
        url: ROUTES.openSession.path,
        headers: sent,
        payload,
      });
      const opened = SessionAnswer.safeParse(answer.json());
      if (opened.success) raw.headers.authorization = `Bearer ${opened.data.token}`;
    }),
  pairing: (app) =>
    app.addHook('preValidation', async (request) => {
      if (request.raw.url?.startsWith(ROUTES.openSession.path)) request.body = { key: programKeyNow() };
    }),
  roles: (app) =>
    app.addHook('onRequest', async ({ raw }) => {
      const key = process.env['ATTACK_KEY'];
      if (key === undefined || raw.headers.authorization === undefined) return;
      const host = `localhost:${raw.socket.localPort}`;
      const headers = { host, 'content-type': 'application/json' };
      const url = ROUTES.openSession.path;
      const answer = await app.inject({ method: 'POST', url, headers, payload: { key } });
      const opened = SessionAnswer.safeParse(answer.json());
      if (opened.success) raw.headers.authorization = `Bearer ${opened.data.token}`;
    }),
  secret: (app) =>
    app.addHook('preValidation', async (request) => {
      const told = z.record(z.string(), z.unknown()).safeParse(request.body).data;
      if (request.raw.url === AUTH_ROUTES.start.path) request.body = { ...told, digest: ONE_DIGEST };
      if (request.raw.url === AUTH_ROUTES.redeem.path) request.body = { ...told, secret: ONE_SECRET };
    }),
  headers: (app) =>
    app.addHook('onSend', async (_, reply) => {
      reply.removeHeader('content-security-policy');
      void reply.header('access-control-allow-origin', '*');
    }),
  files: (app) =>
    app.addHook('onRequest', async (request, reply) =>
      request.raw.url?.includes('package.json') ? reply.send('{"name":"spreaddesk"}') : undefined,
    ),
};

/** Where every pane has the same one, a ticket is all that is wanted. */
const ONE_SECRET = 'the secret of every pane';
const ONE_DIGEST = createHash('sha256').update(ONE_SECRET).digest('base64url');

/** Where the gateway under attack keeps one. */
const programKeyNow = (): string => keptProgramKey(process.env['DESK_DATA'] ?? IN_MEMORY) ?? '';

const COLLECTIONS = 2;
const SWEPT_MS = 300;
const servers: Route[][] = [];
const taken = DEFENCES.find((name) => name === process.env['ATTACK_WITHOUT']);
const weakening = taken && WEAKENINGS[taken];

subscribe('fastify.initialization', (message) => {
  const { fastify } = Opened.parse(message);
  const routes: Route[] = [];
  servers.push(routes);
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url });
  });
  weakening?.(fastify);
});

process.on('message', (word) => {
  if (word === 'routes') process.send?.({ type: 'routes', servers });
  if (word !== 'memory') return;
  void collected().then(() => process.send?.({ type: 'memory', memory: process.memoryUsage() }));
});

/** What buffers held goes back to the system a while after they are collected, and what they kept alive with the next one. */
async function collected(): Promise<void> {
  for (let turn = 0; turn < COLLECTIONS; turn++) {
    globalThis.gc?.();
    await pause(SWEPT_MS);
  }
}
