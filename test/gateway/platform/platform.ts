import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Agent } from 'undici';
import { afterEach } from 'vitest';
import { DEFAULT_PROFILE, profileFrom } from '../../../src/contract/service/profile';
import type { Log } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { createService, type ServiceEdge } from '../../../src/gateway/platform/create-service';
import { TIMEOUTS } from '../../../src/gateway/platform/http';
import { Limiter } from '../../../src/gateway/platform/rate-limit/limiter';
import { rateLimits } from '../../../src/gateway/platform/rate-limit/rate-limits';
import type { Credentials } from '../../../src/gateway/platform/secrets';
import { MemoryUsageStore } from '../twins/memory-usage-store';

export const NOON = Date.parse('2026-11-20T11:00:00Z');
export const MIDNIGHT = Date.parse('2026-11-20T23:00:00Z');
export const CREDENTIALS = { apiKey: 'key-4711', clientId: 'desk', clientSecret: 'secret+word&4712' };

/** A call as it arrived. */
export interface Arrived {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** A text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
}

/** Answers one call: with an answer, or by doing as it likes with the response. */
export type Handler = (arrived: Arrived, response: ServerResponse) => Answer | Promise<Answer> | undefined;

export interface Platform {
  readonly baseUrl: string;
  readonly arrived: Arrived[];
  /** Resolves when `count` calls that satisfy `which` have arrived. */
  seen(count: number, which?: (arrived: Arrived) => boolean): Promise<void>;
  /** Resolves when `count` connections have been made to it. */
  connected(count: number): Promise<void>;
  /** Closes it before the test ends; twice is harmless. */
  end(): Promise<void>;
}

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A server on loopback that stands for the platform in one test, and ends with it. */
export async function platform(handler: Handler): Promise<Platform> {
  const arrived: Arrived[] = [];
  let wake = (): void => {};
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString();
      const call = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
      arrived.push(call);
      wake();
      void Promise.resolve(handler(call, response)).then((answer) => answer && send(response, answer));
    });
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    wake();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const end = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  cleanups.push(end);
  const { port } = server.address() as AddressInfo;
  const seen = async (count: number, which: (call: Arrived) => boolean = () => true): Promise<void> => {
    while (arrived.filter(which).length < count) await new Promise<void>((resolve) => (wake = resolve));
  };
  const connected = async (count: number): Promise<void> => {
    while (sockets.size < count) await new Promise<void>((resolve) => (wake = resolve));
  };
  return { baseUrl: `http://127.0.0.1:${port}`, arrived, seen, connected, end };
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: Answer): void {
  // A bare list is all that there is.
  const total = Array.isArray(body) && { 'x-total-count': String(body.length) };
  response.writeHead(status, { 'content-type': 'application/json', ...total, ...headers });
  response.end(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body));
}

/** A token as a service issues it; `exp` is epoch ms. */
export function jwt(exp: number, name = 'desk'): string {
  const part = (claims: object): string => Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ exp: Math.floor(exp / 1000), name })}.c2ln`;
}

export const isAuthenticate = ({ path }: Arrived): boolean => path.startsWith('/v2.0/authenticate');

/** Signs everybody in with token-1, token-2 and so on; everything else goes to `handler`. */
export function signingIn(handler: Handler, endsAt = MIDNIGHT): Handler {
  let issued = 0;
  return (arrived, response) =>
    isAuthenticate(arrived)
      ? { body: { 'access-token': jwt(endsAt, `token-${++issued}`) } }
      : handler(arrived, response);
}

/** Which of the tokens of {@link signingIn} a call came with: 1, 2, …; 0 for none. */
export function tokenOf({ headers }: Arrived): number {
  const claims = headers.authorization?.split('.')[1] ?? '';
  const name = /token-(\d+)/.exec(Buffer.from(claims, 'base64url').toString())?.[1];
  return Number(name ?? 0);
}

export interface EdgeSetting {
  readonly profile?: unknown;
  readonly tokens?: number;
  readonly startsAt?: number;
  readonly signedIn?: boolean;
  readonly bodyBytesMax?: number;
  readonly mayLeave?: () => boolean;
  readonly credentials?: Credentials;
  /** A clock that others keep to as well, in place of its own. */
  readonly clock?: ManualClock;
}

export interface Edge extends ServiceEdge {
  readonly clock: ManualClock;
  readonly limiter: Limiter;
  /** Every line of the log, with its fields. */
  readonly logged: string[];
}

/** The edge in its own time, signed in unless told otherwise, with a full bucket. */
export async function edgeTo(baseUrl: string, setting: EdgeSetting = {}): Promise<Edge> {
  const clock = setting.clock ?? new ManualClock(setting.startsAt ?? NOON);
  const profile = setting.profile === undefined ? DEFAULT_PROFILE : profileFrom(setting.profile);
  const store = new MemoryUsageStore();
  await store.saveLevel({ tokens: setting.tokens ?? 1_000, at: clock.now() });
  const logged: string[] = [];
  const line = (message: string, fields?: object): void =>
    void logged.push(`${message} ${JSON.stringify(fields)}`);
  const log: Log = { info: line, warn: line, error: line };
  const limiter = await Limiter.open(rateLimits(profile), { clock, store, log });
  const dispatcher = new Agent({ pipelining: 1 });
  cleanups.push(() => dispatcher.destroy());
  const httpLimits = { ...TIMEOUTS, ...(setting.bodyBytesMax && { bodyBytesMax: setting.bodyBytesMax }) };
  const guard = setting.mayLeave && { mayLeave: setting.mayLeave };
  const edge = createService({ baseUrl, profile, dispatcher, clock, limiter, log, httpLimits, ...guard });
  if (setting.signedIn ?? true) {
    const signedIn = await edge.signIn(setting.credentials ?? CREDENTIALS);
    if (!signedIn.ok) throw new Error(signedIn.failure.message);
  }
  return Object.defineProperties({ clock, limiter, logged }, Object.getOwnPropertyDescriptors(edge)) as Edge;
}

/** What comes of something that waits in the edge's own time. */
export async function inTime<T>({ clock }: Pick<Edge, 'clock'>, what: Promise<T>): Promise<T> {
  let isOver = false;
  void what.finally(() => (isOver = true)).catch(() => undefined);
  while (!isOver) {
    await clock.advance(50);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return what;
}
