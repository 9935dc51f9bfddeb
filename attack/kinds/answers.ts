import { ROUTES } from '../../src/contract/desk/routes';
import { judged, type Attempt } from '../attempt';
import { isApi, pathOf, shownRoute, type Route } from '../routes';
import { originOf, type Target } from '../target';
import { ask, bearer, JSON_TYPE, type Question, type Reply } from '../wire';
import { sessionWith } from './identity';

/** What Excel on the web reads from its own pages. */
const FOR_ALL = /^\/(functions\.json|shortcuts\.json|assets\/[\w-]+\.png)$/;
const EMBEDDERS = [
  "'self'",
  'https://*.cloud.microsoft',
  'https://*.officeapps.live.com',
  'https://*.office.com',
  'https://*.office365.com',
  'https://*.microsoft365.com',
  'https://*.sharepoint.com',
  'https://onedrive.live.com',
  'https://teams.microsoft.com',
];
const PANE = '/taskpane.html';

const directive = (policy: string, name: string): readonly string[] =>
  policy
    .split(';')
    .map((one) => one.trim().split(/\s+/))
    .find(([first]) => first === name)
    ?.slice(1) ?? [];

/** Everything that is wrong with the headers of an answer. */
export function headerFaults(path: string, { status, headers }: Reply): readonly string[] {
  const value = (name: string): string => headers.get(name) ?? '';
  const policy = value('content-security-policy');
  const isForAll = FOR_ALL.test(path);
  // That there is nothing may be kept: it tells nothing.
  const isTold = path.startsWith('/api/') && status !== 404;
  const api = isTold && !value('cache-control').includes('no-store') ? ['it may be kept'] : [];
  const shared = isForAll && status === 200 ? [] : crossOriginFaults(headers);
  const isPage = value('content-type').startsWith('text/html');
  return [
    ...api,
    ...shared,
    ...(value('x-content-type-options') === 'nosniff' ? [] : ['its type may be guessed']),
    ...(value('referrer-policy') === 'no-referrer' ? [] : ['it tells where it was linked from']),
    ...(headers.has('set-cookie') ? ['a cookie'] : []),
    ...(headers.has('x-powered-by') || headers.has('server') ? ['it says what it is built with'] : []),
    ...(isPage || isApi({ method: '', url: path }) ? policyFaults(path, policy) : []),
  ];
}

function crossOriginFaults(headers: Reply['headers']): readonly string[] {
  const shared = [...headers.keys()].filter((name) => name.startsWith('access-control-'));
  const resource = headers.get('cross-origin-resource-policy');
  return [
    ...shared.map((name) => `others may read it by ${name}`),
    ...(resource === undefined || resource === 'cross-origin' ? ['others may load it'] : []),
  ];
}

function policyFaults(path: string, policy: string): readonly string[] {
  if (policy === '') return ['no policy for its content'];
  const scripts = [...directive(policy, 'script-src'), ...directive(policy, 'default-src')];
  const loose = scripts.filter((source) =>
    ['*', 'https:', 'http:', 'data:', "'unsafe-inline'", "'unsafe-eval'"].includes(source),
  );
  const framed = directive(policy, 'frame-ancestors');
  const mayFrame = path === PANE || path === '/workbench/taskpane.html' ? EMBEDDERS : ["'none'"];
  const isSandboxed = /(^|;)\s*sandbox\s*(;|$)/.test(policy);
  const isFramed = framed.length === 0 ? !isSandboxed : framed.some((one) => !mayFrame.includes(one));
  const missing = path === PANE ? EMBEDDERS.filter((one) => !framed.includes(one)) : [];
  return [
    ...loose.map((source) => `scripts from ${source}`),
    ...(isFramed ? ['others may frame it'] : []),
    ...missing.map((one) => `Excel on the web cannot frame it from ${one}`),
  ];
}

const onAnswer = (tried: string, question: (target: Target) => Question, wants?: number): Attempt => ({
  kind: 'answer headers',
  tried,
  at: async (target) => {
    const asked = question(target);
    const reply = await ask(target, asked);
    if (reply === undefined) return judged(true, 'no answer');
    const faults = [
      ...headerFaults(asked.path.split('?')[0] ?? '', reply),
      ...(wants !== undefined && reply.status !== wants ? [`answered ${reply.status} and not ${wants}`] : []),
    ];
    return judged(
      faults.length > 0,
      faults.length > 0 ? faults.join(', ') : `answered ${reply.status}, headers right`,
    );
  },
});

const CALLER = (target: Target): Readonly<Record<string, string>> => ({ origin: originOf(target) });

/** The headers of answers of every sort: of every route, of pages, files, and of what goes wrong. */
export const answerAttempts = (routes: readonly Route[]): readonly Attempt[] => [
  ...routes
    .filter((route) => isApi(route) && route.url !== '/api/socket')
    .flatMap((route) => [
      onAnswer(`${shownRoute(route)} with a good token`, (target) => ({
        method: route.method,
        path: pathOf(route),
        headers: { ...bearer(target.token), ...CALLER(target) },
      })),
      onAnswer(
        `${shownRoute(route)} refused to another page`,
        () => ({
          method: route.method,
          path: pathOf(route),
          headers: { origin: 'https://evil.example' },
        }),
        403,
      ),
      onAnswer(`${shownRoute(route)} asked beforehand`, () => ({
        method: 'OPTIONS',
        path: pathOf(route),
        headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
      })),
    ]),
  ...[PANE, '/', '/functions.json', '/shortcuts.json', '/assets/desk-32.png', '/nothing', '/api/nothing'].map(
    (path) =>
      onAnswer(`GET ${path} by another page`, () => ({ path, headers: { origin: 'https://evil.example' } })),
  ),
  onAnswer(
    'a body that is no JSON',
    (target) => ({
      method: 'PUT',
      path: '/api/actions',
      headers: { ...bearer(target.token), ...JSON_TYPE },
      body: '{',
    }),
    400,
  ),
  onAnswer('an address that is none', () => ({ path: '/%zz' })),
  onAnswer('a foreign name', () => ({ path: ROUTES.health.path, headers: { host: 'evil.example' } }), 403),
  onAnswer('a new session', ({ key }) => sessionWith(key), 200),
  onAnswer('a session without a key', () => sessionWith(undefined), 401),
  onAnswer('a wrong pairing code', () => ({
    method: 'POST',
    path: ROUTES.pair.path,
    headers: JSON_TYPE,
    body: '{}',
  })),
  {
    kind: 'answer headers',
    tried: 'a session twice',
    at: async (target) => {
      const replies = await Promise.all([1, 2].map(() => ask(target, sessionWith(target.key))));
      const [first, second] = replies.map((reply) => reply?.body);
      return judged(first === second, first === second ? 'the same token twice' : 'two tokens');
    },
  },
];
