import { ROUTES } from '../../src/contract/desk/routes';
import { judged, type Attempt, type Met } from '../attempt';
import { isApi, needsToken, pathOf, shownRoute, type Route } from '../routes';
import { hostOf, type Target } from '../target';
import { ask, bearer, exchange, JSON_TYPE, openSocket, repliesIn, shownReply, type Bytes } from '../wire';

const onPace = (tried: string, at: Attempt['at']): Attempt => ({ kind: 'pace', tried, at });
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** Goes on for as long as it is let; it is held when the line is cut in time. */
async function dawdled(target: Target, pieces: readonly Bytes[], everyMs: number): Promise<Met> {
  const { isClosed, ms, text } = await exchange(target, pieces, { waitMs: target.patienceMs, everyMs });
  const answer = shownReply(repliesIn(text)[0]);
  return judged(
    !isClosed,
    isClosed ? `cut off after ${seconds(ms)}, ${answer}` : `still on the line after ${seconds(ms)}`,
  );
}

const DRIPS = 100;
/** The machine may be busy with the attack itself. */
const HEALTH_MS_MAX = 6_000;
const drips = (text: string): readonly string[] => Array.from({ length: DRIPS }, () => text);
const POST = (target: Target): string =>
  `POST ${ROUTES.openSession.path} HTTP/1.1\r\nHost: ${hostOf(target)}\r\nContent-Type: application/json\r\n`;

/** Senders who take their time. They run side by side. */
export const slowAttempts = (): readonly Attempt[] => [
  onPace('nothing is said', (target) => dawdled(target, [], 0)),
  onPace('half a first line', (target) => dawdled(target, ['GET /api/he'], 0)),
  onPace('a header sign by sign', (target) =>
    dawdled(target, [`GET ${ROUTES.health.path} HTTP/1.1\r\nX: `, ...drips('a')], 250),
  ),
  onPace('header after header', (target) =>
    dawdled(target, [`GET ${ROUTES.health.path} HTTP/1.1\r\n`, ...drips('X-A: 1\r\n')], 250),
  ),
  onPace('a body that does not come', (target) =>
    dawdled(target, [`${POST(target)}Content-Length: 1000\r\n\r\n`], 0),
  ),
  onPace('a body sign by sign', (target) =>
    dawdled(target, [`${POST(target)}Content-Length: 1000\r\n\r\n`, ...drips(' ')], 250),
  ),
  onPace('chunks that never end', (target) =>
    dawdled(target, [`${POST(target)}Transfer-Encoding: chunked\r\n\r\n`, ...drips('1\r\n \r\n')], 250),
  ),
  onPace('500 senders who take their time, and one who asks', async (target) => {
    const sockets = Array.from({ length: 500 }, () => openSocket(target));
    for (const socket of sockets) socket.on('error', () => undefined).write('GET /api/he');
    const startedMs = performance.now();
    const reply = await ask(target, { path: ROUTES.health.path });
    const ms = performance.now() - startedMs;
    for (const socket of sockets) socket.destroy();
    return judged(reply?.status !== 200 || ms > HEALTH_MS_MAX, `health in ${Math.round(ms)} ms`);
  }),
];

const MEGABYTE = 1024 * 1024;
const head = (target: Target, route: Route): string =>
  `${route.method} ${pathOf(route)} HTTP/1.1\r\nHost: ${hostOf(target)}\r\nContent-Type: application/json\r\n`;

/** Whatever is too large is refused, and not waited for. */
async function oversized(target: Target, bytes: readonly Bytes[]): Promise<Met> {
  const { text } = await exchange(target, bytes, { waitMs: 5_000, settleMs: 250 });
  const [reply] = repliesIn(text);
  return judged(reply !== undefined && reply.status < 400, shownReply(reply));
}

export const largeAttempts = (routes: readonly Route[]): readonly Attempt[] => [
  onPace('a header of 64 kB', (target) =>
    oversized(target, [
      `GET ${ROUTES.health.path} HTTP/1.1\r\nHost: ${hostOf(target)}\r\nX: ${'a'.repeat(65_536)}\r\n\r\n`,
    ]),
  ),
  onPace('a hundred thousand headers', (target) =>
    oversized(target, [
      `GET ${ROUTES.health.path} HTTP/1.1\r\nHost: ${hostOf(target)}\r\n${'X-A: 1234\r\n'.repeat(100_000)}\r\n`,
    ]),
  ),
  onPace('a header of 10 MB', (target) =>
    oversized(target, [`GET ${ROUTES.health.path} HTTP/1.1\r\nX: `, 'a'.repeat(10 * MEGABYTE)]),
  ),
  ...routes
    .filter((route) => isApi(route) && ['POST', 'PUT', 'PATCH', 'DELETE'].includes(route.method))
    .flatMap((route) => [
      onPace(`${shownRoute(route)} with 2 MB and a good token`, (target) =>
        oversized(target, [
          `${head(target, route)}Authorization: Bearer ${target.token}\r\nContent-Length: ${2 * MEGABYTE}\r\n\r\n`,
          '[' + ' '.repeat(2 * MEGABYTE - 1),
        ]),
      ),
      onPace(`${shownRoute(route)} with 2 MB in chunks and a good token`, (target) =>
        oversized(target, [
          `${head(target, route)}Authorization: Bearer ${target.token}\r\nTransfer-Encoding: chunked\r\n\r\n`,
          `200000\r\n${' '.repeat(2 * MEGABYTE)}\r\n0\r\n\r\n`,
        ]),
      ),
      ...(needsToken(route)
        ? [
            onPace(`${shownRoute(route)} with 1 GB announced and no token`, (target) =>
              oversized(target, [`${head(target, route)}Content-Length: 1073741824\r\n\r\n`, '{']),
            ),
          ]
        : []),
    ]),
];

const DEEP = 15_000;
const repeated = (open: string, inside: string, close: string): string =>
  `${open.repeat(DEEP)}${inside}${close.repeat(DEEP)}`;
const BODIES: readonly (readonly [string, Bytes])[] = [
  ['__proto__', '{"__proto__":{"isKnown":true,"signedIn":true}}'],
  [
    '__proto__ in what is nested',
    '{"body":{"__proto__":{"kind":"withdraw-quote"}},"wanted":{"__proto__":{}}}',
  ],
  ['__proto__ in escapes', '{"\\u005f_proto__":{"admin":true}}'],
  ['constructor.prototype', '{"constructor":{"prototype":{"admin":true}}}'],
  ['lists in lists', repeated('[', '', ']')],
  ['objects in objects', repeated('{"a":', '1', '}')],
  [
    'keys that come twice',
    '{"forget":true,"forget":"x","keys":[],"keys":1,"limits":null,"limits":1,"wanted":1}',
  ],
  [
    'numbers beyond all numbers',
    '{"keys":1e999,"limits":{"a":1e999},"forget":1e999,"wanted":{"from":1e309}}',
  ],
  ['a number of 10,000 digits', `{"keys":${'9'.repeat(10_000)},"forget":${'9'.repeat(10_000)}}`],
  ['lone surrogates', '{"keys":["\\ud800"],"note":"\\udfff","forget":"\\ud800","verdict":"executed"}'],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['zero bytes', '{"forget":"\0"}'],
  ['null', 'null'],
  ['a text', '"forget"'],
  ['a list', '[{"forget":true}]'],
  ['NaN', '{"forget":NaN}'],
  ['comments', '{/**/"forget":true}'],
  ['two values', '{"forget":true}{"forget":true}'],
  ['nothing but spaces', ' '.repeat(1_000)],
  ['a BOM and more', '\ufeff{"forget":"x"}'],
  ['getters of objects', '{"toString":1,"valueOf":2,"hasOwnProperty":3,"then":4}'],
];

/** Bodies that a reader might trip over. Who takes no body at all may answer as it does without one. */
export const jsonAttempts = (routes: readonly Route[]): readonly Attempt[] =>
  routes
    .filter((route) => isApi(route) && ['POST', 'PUT', 'PATCH', 'DELETE'].includes(route.method))
    .flatMap((route) =>
      BODIES.map(([tried, body]): Attempt => ({
        kind: 'JSON',
        tried: `${tried} at ${shownRoute(route)}`,
        at: async (target) => {
          const question = { method: route.method, path: pathOf(route), waitMs: 15_000 };
          const headers = bearer(target.token);
          const reply = await ask(target, { ...question, headers: { ...headers, ...JSON_TYPE }, body });
          if (reply !== undefined && reply.status >= 400 && reply.status < 500)
            return judged(false, shownReply(reply));
          const bare = await ask(target, { ...question, headers });
          const isSame = bare !== undefined && bare.status === reply?.status;
          return judged(!isSame, `${shownReply(reply)}${isSame ? ', as without a body' : ''}`);
        },
      })),
    );
