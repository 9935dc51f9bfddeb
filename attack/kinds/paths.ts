import { ROUTES } from '../../src/contract/desk/routes';
import { judged, type Attempt, type Met } from '../attempt';
import { pathOf, type Route } from '../routes';
import type { Target } from '../target';
import { ask, bearer, exchange, JSON_TYPE, repliesIn, shownReply, type Reply } from '../wire';
import { sessionWith } from './identity';

const CLIMBS = [
  '/../package.json',
  '/../../package.json',
  '/assets/../../../package.json',
  '/%2e%2e/%2e%2e/package.json',
  '/..%2f..%2fpackage.json',
  '/%2e%2e%2f%2e%2e%2fpackage.json',
  '/%252e%252e/%252e%252e/package.json',
  '/..\\..\\package.json',
  '/..%5c..%5cpackage.json',
  '/%c0%ae%c0%ae/%c0%ae%c0%ae/package.json',
  '/....//....//package.json',
  '/..;/..;/package.json',
  '/workbench/../../../package.json',
  '/workbench/office/..%2f..%2fpackage.json',
  '/workbench/office/%2e%2e/package.json',
  '/assets%2f..%2f..%2f..%2fpackage.json',
  '//etc/passwd',
  '///etc/passwd',
  '/%2fetc%2fpasswd',
  '/C:/Windows/win.ini',
  '/file:///etc/passwd',
];
const LYING_ABOUT = [
  '/package.json',
  '/tsconfig.json',
  '/src/gateway/main.ts',
  '/node_modules/fastify/package.json',
  '/.git/config',
  '/.env',
  '/data/journal.db',
  '/data.key',
  '/dist/addin/taskpane.html',
  '/taskpane.html~',
  '/taskpane.html.bak',
];
const CUT_SHORT = ['/%00', '/taskpane.html%00.png', '/package.json%00.html', '/%', '/%zz', '/%e0%a4%a'];
const DETOURS = [
  `/.${ROUTES.exportJournal.path}?format=csv`,
  `/${ROUTES.exportJournal.path}?format=csv`,
  `${ROUTES.exportJournal.path}/?format=csv`,
  `${ROUTES.exportJournal.path};a=b?format=csv`,
  `${ROUTES.exportJournal.path}%00?format=csv`,
  `${ROUTES.exportJournal.path}%20?format=csv`,
  `${ROUTES.exportJournal.path}.json?format=csv`,
  `${ROUTES.exportJournal.path.toUpperCase()}?format=csv`,
  `/%61pi/journal?format=csv`,
  `/api%2fjournal?format=csv`,
  `/api\\journal?format=csv`,
  `/taskpane.html/..${ROUTES.exportJournal.path}?format=csv`,
  `/api/health/../journal?format=csv`,
  `/api/session/%2e%2e/journal?format=csv`,
  `/webhooks/..${ROUTES.exportJournal.path}?format=csv`,
];
const LONG = [
  `/${'a'.repeat(15_000)}`,
  `/${'a/'.repeat(5_000)}`,
  `/${'%2e%2e%2f'.repeat(1_500)}package.json`,
];
const ELSEWHERE = [
  'http://evil.example/',
  `http://evil.example${ROUTES.health.path}`,
  `http://evil.example${ROUTES.exportJournal.path}?format=csv`,
  'https://evil.example/taskpane.html',
  'ftp://evil.example/',
  'evil.example:443',
  '*',
  '',
  '?',
  'taskpane.html',
  '\\\\evil.example\\share',
];
const ON_AND_AWAY = [
  '//evil.example',
  '//evil.example/..',
  '/\\evil.example',
  '//evil.example/%2e%2e',
  '/%5cevil.example',
];

const onPath = (tried: string, at: Attempt['at']): Attempt => ({ kind: 'path', tried, at });
const SHOWN_MAX = 60;
const shown = (path: string): string => (path.length > SHOWN_MAX ? `${path.slice(0, SHOWN_MAX)}…` : path);

/** Nothing is given away but what was published, and nobody is sent elsewhere. */
function judgedGift({ published }: Target, reply: Reply | undefined): Met {
  if (reply === undefined || reply.status >= 400) return judged(false, shownReply(reply));
  const leadsTo = reply.headers.get('location');
  if (reply.status >= 300) return judged(!/^\/(?![/\\])/.test(leadsTo ?? '/'), `sent on to ${leadsTo}`);
  const isPublished = reply.body === '' || published.has(reply.body);
  return judged(
    !isPublished,
    `answered ${reply.status} with ${isPublished ? 'what is public' : 'something else'}`,
  );
}

/** Addresses that lead out of the folder of pages, around the token, or to another machine. */
export const pathAttempts = (): readonly Attempt[] => [
  ...[...CLIMBS, ...LYING_ABOUT, ...CUT_SHORT, ...DETOURS, ...LONG, ...ELSEWHERE, ...ON_AND_AWAY].map(
    (path) => onPath(`GET ${shown(path)}`, async (target) => judgedGift(target, await ask(target, { path }))),
  ),
  onPath('an address of 100 kB', async (target) =>
    judgedGift(target, await ask(target, { path: `/${'a'.repeat(100_000)}` })),
  ),
  onPath('CONNECT to another machine', async (target) => {
    const reply = await ask(target, { method: 'CONNECT', path: 'evil.example:443' });
    return judged(reply !== undefined && reply.status < 400, shownReply(reply));
  }),
  onPath('a session by the absolute form of another machine', async (target) => {
    const path = `http://evil.example${ROUTES.openSession.path}`;
    const reply = await ask(target, { ...sessionWith(target.key), path });
    return judged(reply?.status === 200, shownReply(reply));
  }),
];

const METHODS = ['TRACE', 'OPTIONS', 'HEAD', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'EVIL'];
const ECHO = 'x-planted-echo';

/** Every method on every address that the server did not register for it. */
export function methodAttempts(routes: readonly Route[]): readonly Attempt[] {
  const urls = [...new Set(routes.map(({ url }) => url))].filter((url) => !url.includes('*'));
  const known = new Set(routes.map(({ method, url }) => `${method} ${url}`));
  const onMethod = (tried: string, at: Attempt['at']): Attempt => ({ kind: 'method', tried, at });
  const wrong = urls.flatMap((url) =>
    METHODS.filter((method) => !known.has(`${method} ${url}`)).map((method) =>
      onMethod(`${method} ${url}`, async (target) => {
        const reply = await ask(target, {
          method,
          path: pathOf({ method, url }),
          headers: { ...bearer(target.token), [ECHO]: ECHO },
        });
        const isIn = reply !== undefined && (reply.status < 400 || reply.body.includes(ECHO));
        return judged(isIn, shownReply(reply));
      }),
    ),
  );
  const overridden = urls.map((url) =>
    onMethod(`GET ${url} that calls itself POST or PUT`, async (target) => {
      const ways = ['POST', 'PUT', 'DELETE'].map((method) =>
        ask(target, {
          method: known.has(`GET ${url}`) ? 'POST' : 'GET',
          path: `${pathOf({ method, url })}?_method=${method}`,
          headers: { ...JSON_TYPE, 'x-http-method-override': method, 'x-http-method': method },
        }),
      );
      const replies = (await Promise.all(ways)).filter((reply) => reply !== undefined);
      const statuses = replies.map(({ status }) => status);
      const isOpen = url === ROUTES.openSession.path && known.has(`GET ${url}`);
      return judged(!isOpen && statuses.some((status) => status < 400), `answered ${statuses.join(', ')}`);
    }),
  );
  return [
    ...wrong,
    ...overridden,
    onMethod('TRACE /, which would give headers back', async (target) => {
      const { text } = await exchange(
        target,
        `TRACE / HTTP/1.1\r\nHost: localhost:${target.port}\r\n${ECHO}: 1\r\n\r\n`,
        {
          waitMs: 500,
        },
      );
      return judged(text.includes(ECHO), shownReply(repliesIn(text)[0]));
    }),
  ];
}
