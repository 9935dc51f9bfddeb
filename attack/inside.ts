import { createHash, createPrivateKey } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { setTimeout as pause } from 'node:timers/promises';
import { AUTH_ROUTES } from '../src/contract/desk/auth';
import { SessionAnswer } from '../src/contract/desk/answers';
import { ROUTES } from '../src/contract/desk/routes';
import { systemClock } from '../src/effects/clock';
import { IN_MEMORY } from '../src/gateway/storage/place';
import { keptProgramKey } from '../src/gateway/storage/vault/pairings';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { DEFENCES, type Defence } from './defences';
import { CLIENT, KEY_ID, OFFICE_ORIGIN, signed, TENANT, type Claims, type Header } from './office-provider';
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
  // The policy that the gateway is given has them longer.
  minutes: () => undefined,
  audience: (app) => pardonTokens(app, ({ claims }) => claims['aud'] !== CLIENT, { claims: { aud: CLIENT } }),
  tenant: (app) => pardonTokens(app, ({ claims }) => claims['tid'] !== TENANT, { claims: { tid: TENANT } }),
  expiry: (app) => pardonTokens(app, isOver, { claims: { nbf: 0, exp: FAR_S } }),
  algorithm: (app) => pardonTokens(app, ({ header }) => header['alg'] !== 'RS256', { header: KNOWN }),
  'key id': (app) => pardonTokens(app, ({ header }) => header['kid'] !== KEY_ID, { header: KNOWN }),
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

interface Token {
  readonly header: Header;
  readonly claims: Claims;
}
const KNOWN = { alg: 'RS256', kid: KEY_ID, typ: 'JWT' };
const FAR_S = 4e9;
const isOver = ({ claims }: Token): boolean => {
  const { nbf, exp } = claims;
  const nowS = systemClock.now() / 1_000;
  return typeof exp !== 'number' || typeof nbf !== 'number' || nbf > nowS || exp < nowS;
};

/** Tokens with this one thing wrong are taken as if it were right: nothing else about them is mended. */
function pardonTokens(app: FastifyInstance, isWrong: (token: Token) => boolean, right: Partial<Token>): void {
  app.addHook('preValidation', async (request) => {
    const key = process.env['ATTACK_SIGNING_KEY'];
    const told = z.object({ token: z.string() }).safeParse(request.body).data;
    if (!told || key === undefined || request.raw.url !== AUTH_ROUTES.token.path) return;
    const [header, claims] = told.token.split('.').slice(0, 2).map(readPart);
    const token = { header: header ?? {}, claims: claims ?? {} };
    if (!isWrong(token)) return;
    const by = createPrivateKey(key);
    request.body = {
      token: signed({ ...token.header, ...right.header }, { ...token.claims, ...right.claims }, by),
    };
  });
}

const readPart = (part: string): Claims =>
  z.record(z.string(), z.unknown()).parse(JSON.parse(Buffer.from(part, 'base64url').toString('utf8')));

/** The provider that stands in the place of Office's: whoever asks that one asks this. */
const providerAt = process.env['ATTACK_PROVIDER_AT'];
if (providerAt !== undefined) {
  const { fetch } = globalThis;
  globalThis.fetch = (asked, init) => {
    const address = asked instanceof Request ? asked.url : String(asked);
    return fetch(address.replace(OFFICE_ORIGIN, providerAt), init);
  };
}

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
