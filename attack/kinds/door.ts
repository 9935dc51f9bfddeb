import { ROUTES } from '../../src/contract/desk/routes';
import { SOCKET_PATH } from '../../src/contract/desk/socket';
import { judged, type Attempt, type Kind, type Met } from '../attempt';
import { isApi, needsToken, pathOf, shownRoute, type Route } from '../routes';
import { hostOf, type Target } from '../target';
import { ask, bearer, exchange, JSON_TYPE, repliesIn, shownReply, type Question } from '../wire';
import { sessionWith } from './identity';

const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
} as const;

/** A stranger gets nothing that succeeds, and no line that stays open. */
export async function refused(target: Target, question: Question): Promise<Met> {
  const reply = await ask(target, question);
  return judged(reply !== undefined && reply.status < 400, shownReply(reply));
}

const FOREIGN_HOSTS: readonly ((target: Target) => string)[] = [
  () => 'evil.example',
  ({ port }) => `evil.example:${port}`,
  ({ port }) => `localhost.evil.example:${port}`,
  ({ port }) => `127.0.0.1.nip.example:${port}`,
  ({ port }) => `localhost:${port}@evil.example`,
  ({ port }) => `evil.example/localhost:${port}`,
  ({ port }) => `localhost:${port},evil.example`,
  ({ port }) => `localhost.:${port}`,
  ({ port }) => `0.0.0.0:${port}`,
  ({ port }) => `2130706433:${port}`,
  ({ port }) => `[::ffff:127.0.0.1]:${port}`,
  () => 'localhost:1',
  () => '',
];

const WAYS_IN: readonly ((target: Target) => Question)[] = [
  () => ({ path: ROUTES.health.path }),
  ({ key }) => sessionWith(key),
  () => ({ path: '/taskpane.html' }),
  () => ({ path: SOCKET_PATH, headers: UPGRADE }),
];

const onHost = (tried: string, at: Attempt['at']): Attempt => ({ kind: 'host', tried, at });

/** Names that a page of somebody else's could make a browser call (DNS rebinding). */
export const hostAttempts = (routes: readonly Route[]): readonly Attempt[] => [
  ...FOREIGN_HOSTS.flatMap((host) =>
    WAYS_IN.map((wayIn) => {
      const nobody = { port: 9, key: '' } as Target;
      return onHost(`${wayIn(nobody).path} under the name "${host(nobody)}"`, (target) => {
        const { headers, ...rest } = wayIn(target);
        return refused(target, { ...rest, headers: { ...headers, host: host(target) } });
      });
    }),
  ),
  ...routes.filter(isApi).map((route) =>
    onHost(`${shownRoute(route)} with a good token, rebound`, (target) =>
      refused(target, {
        method: route.method,
        path: pathOf(route),
        headers: { ...bearer(target.token), host: `evil.example:${target.port}` },
      }),
    ),
  ),
  onHost('no Host at all', (target) => raw(target, `GET ${ROUTES.health.path} HTTP/1.0\r\n\r\n`)),
  onHost('two Hosts, the foreign one first', (target) =>
    raw(
      target,
      `GET ${ROUTES.health.path} HTTP/1.1\r\nHost: evil.example\r\nHost: ${hostOf(target)}\r\n\r\n`,
    ),
  ),
  onHost('a foreign Host beside X-Forwarded-Host', (target) =>
    refused(target, {
      path: ROUTES.health.path,
      headers: {
        host: 'evil.example',
        'x-forwarded-host': hostOf(target),
        forwarded: `host=${hostOf(target)}`,
      },
    }),
  ),
];

async function raw(target: Target, bytes: string): Promise<Met> {
  const [reply] = repliesIn((await exchange(target, bytes, { waitMs: 1_000 })).text);
  return judged(reply !== undefined && reply.status < 400, shownReply(reply));
}

/** What a browser says of a page that is not the gateway's own. */
const FOREIGN_PAGES: readonly (readonly [string, (target: Target) => Readonly<Record<string, string>>])[] = [
  ['a page of evil.example', () => ({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })],
  ['a sandboxed page', () => ({ origin: 'null' })],
  ['a page on another port of this machine', () => ({ origin: 'http://localhost:1' })],
  [
    'the same, as the browser calls it',
    () => ({ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }),
  ],
  ['a lookalike', (target) => ({ origin: `http://${hostOf(target)}.evil.example` })],
  ['a page that hides its Origin', () => ({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' })],
  ['an Origin that is empty', () => ({ origin: '' })],
  ['an extension', () => ({ origin: 'chrome-extension://abcdefghijklmnop' })],
];

const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'];
const onOrigin = (tried: string, at: Attempt['at']): Attempt => ({ kind: 'origin', tried, at });

/** Pages of somebody else's that call here with everything but the right origin. */
export const originAttempts = (routes: readonly Route[]): readonly Attempt[] => [
  ...routes.filter(isApi).flatMap((route) =>
    FOREIGN_PAGES.map(([page, headers]) =>
      onOrigin(`${shownRoute(route)} from ${page}`, (target) =>
        refused(target, {
          method: route.method,
          path: pathOf(route),
          headers: { ...bearer(target.token), ...headers(target) },
        }),
      ),
    ),
  ),
  ...routes
    .filter(({ method }) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
    .filter(isApi)
    .flatMap((route) =>
      FORM_TYPES.map((type) =>
        onOrigin(`${shownRoute(route)} as a form of type ${type}`, (target) =>
          refused(target, {
            method: route.method,
            path: pathOf(route),
            headers: { ...bearer(target.token), 'content-type': type },
            body: '{"forget":true}',
          }),
        ),
      ),
    ),
];

/** What stands in place of a good token. */
const TOKENS: readonly (readonly [string, (target: Target) => Readonly<Record<string, string>>])[] = [
  ['no token', () => ({})],
  ['an empty token', () => ({ authorization: 'Bearer ' })],
  ['a wrong token', () => bearer('A'.repeat(43))],
  ['a good token and one sign', ({ token }) => bearer(`${token}A`)],
  ['a good token but one sign', ({ token }) => bearer(token.slice(0, -1))],
  ['a good token as a password', ({ token }) => ({ authorization: `Basic ${btoa(`x:${token}`)}` })],
  ['a good token as a cookie', ({ token }) => ({ cookie: `token=${token}; session=${token}` })],
  ['a good token among others', ({ token }) => ({ authorization: `Bearer x ${token}` })],
  ['a token that is no text', () => bearer('\u0000\u00ff')],
  ['a token of 8 kB', () => bearer('A'.repeat(8_000))],
];

const onToken = (tried: string, at: Attempt['at']): Attempt => ({ kind: 'token', tried, at });

/** Every route that is not on the closed list of those that need none. */
export const tokenAttempts = (routes: readonly Route[], strange: readonly string[]): readonly Attempt[] =>
  routes
    .filter(needsToken)
    .flatMap((route) => [
      ...TOKENS.map(([token, headers]) =>
        onToken(`${shownRoute(route)} with ${token}`, (target) => knocked(target, route, headers(target))),
      ),
      onToken(`${shownRoute(route)} with a good token in the address`, (target) =>
        knocked(target, route, {}, `?token=${target.token}&authorization=Bearer%20${target.token}`),
      ),
      ...strange.map((name, index) =>
        onToken(`${shownRoute(route)} with ${name}`, (target) =>
          knocked(target, route, bearer(target.strangeTokens[index] ?? '')),
        ),
      ),
    ]);

async function knocked(
  target: Target,
  route: Route,
  headers: Readonly<Record<string, string>>,
  query = '',
): Promise<Met> {
  const sends = !['GET', 'HEAD'].includes(route.method);
  const reply = await ask(target, {
    method: route.method,
    path: `${pathOf(route)}${query}`,
    headers: { ...headers, ...(sends && JSON_TYPE) },
    ...(sends && { body: '{}' }),
  });
  // Any other refusal comes of something that was looked at before the token was.
  const isRefused = reply === undefined || [400, 401, 431].includes(reply.status);
  const isEarly = reply?.status === 400 && reply.body.includes('"failure"');
  return judged(!isRefused || isEarly, shownReply(reply));
}

export const DOOR_KINDS: readonly Kind[] = ['host', 'origin', 'token'];
