import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket, type ClientOptions } from 'ws';
import { SessionAnswer } from '../../src/contract/desk/answers';
import { ROUTES } from '../../src/contract/desk/routes';
import { MESSAGE_BYTES_MAX, SOCKET_PATH, WATCHES_MAX } from '../../src/contract/desk/socket';
import { gotIn, held, judged, type Attempt, type Met } from '../attempt';
import { hostOf, originOf, type Target } from '../target';
import { ask, openSocket } from '../wire';
import { sessionWith } from './identity';

/** What came over one line until it ended, or until nobody waited any more. */
interface Line {
  readonly messages: string[];
  readonly socket: WebSocket;
  /** The code of its end, or of the refused upgrade; 0 while it is open. */
  end: number;
}

function lineTo(
  target: Target,
  { path = SOCKET_PATH, ...options }: ClientOptions & { path?: string } = {},
): Line {
  const url = `${originOf(target).replace('http', 'ws')}${path}`;
  const ca = target.certificate === undefined ? {} : { ca: target.certificate };
  const socket = new WebSocket(url, { ...ca, ...options });
  const line: Line = { messages: [], socket, end: 0 };
  socket.on('message', (bytes: Buffer) => line.messages.push(bytes.toString('utf8')));
  socket.on('unexpected-response', (_, { statusCode = 1 }) => {
    line.end = statusCode;
    socket.terminate();
  });
  socket.on('error', () => undefined);
  socket.on('close', (code) => (line.end ||= code));
  return line;
}

const LOOK_MS = 10;

async function until(holds: () => boolean, waitMs: number): Promise<boolean> {
  for (const startedMs = performance.now(); performance.now() - startedMs < waitMs; await pause(LOOK_MS)) {
    if (holds()) return true;
  }
  return holds();
}

const opened = (line: Line): Promise<boolean> =>
  until(() => line.socket.readyState === WebSocket.OPEN || line.end !== 0, 3_000);

const TELLS = /"type":"(welcome|answers)"/;
const ANSWERS = /"type":"answers"/;

/** Says something, and is judged by whether it was told anything, and whether the line was ended. */
async function spoken(
  line: Line,
  messages: readonly (string | Buffer)[],
  { waitMs = 3_000, tells = TELLS } = {},
): Promise<Met> {
  await opened(line);
  for (const message of messages) {
    if (line.socket.readyState === WebSocket.OPEN)
      line.socket.send(message, { binary: Buffer.isBuffer(message) });
  }
  const isTold = (): boolean => line.messages.some((message) => tells.test(message));
  const hasEnded = (await until(() => line.end !== 0 || isTold(), waitMs)) && line.end !== 0;
  line.socket.terminate();
  if (isTold()) return gotIn('was told what the desk knows');
  return judged(!hasEnded, hasEnded ? `line ended with ${line.end}` : 'the line stayed open');
}

const hello = (token: string): string => JSON.stringify({ type: 'hello', token });
const watch = (add: unknown, drop: unknown = []): string => JSON.stringify({ type: 'watch', add, drop });
const STATUS = watch([{ kind: 'status' }]);
const HELLO_WAIT_MS = 7_000;

const onSocket = (tried: string, at: Attempt['at']): Attempt => ({ kind: 'socket', tried, at });
const says = (tried: string, messages: (target: Target) => readonly (string | Buffer)[]): Attempt =>
  onSocket(tried, (target) => spoken(lineTo(target), messages(target)));
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** A good hello but for its token. */
export const spokenBy = (target: Target, token: string): Promise<Met> =>
  spoken(lineTo(target), [hello(token), STATUS]);

/** A word by somebody who is welcome, and may not say it: nothing is answered after it. */
export const saidBy = (target: Target, token: string, word: string): Promise<Met> =>
  spoken(lineTo(target), [hello(token), word, STATUS], { tells: ANSWERS });

/** What a program would want, from somebody who started none. */
export const WANTED = JSON.stringify({
  type: 'wanted',
  id: '00000000-0000-4000-8000-000000000000',
  number: 1,
  rows: [],
  armed: true,
});

/** Lines without a session, by strangers, and with more than a line should carry. */
export const socketAttempts = (strange: readonly string[]): readonly Attempt[] => [
  says('a watch without hello', () => [STATUS]),
  says('a refresh without hello', () => [JSON.stringify({ type: 'refresh', keys: [] })]),
  says('a word of a program without hello', () => [WANTED]),
  says('a beat without hello', () => [JSON.stringify({ type: 'beat' })]),
  says('a hello with a wrong token', () => [hello('A'.repeat(43)), STATUS]),
  says('a hello with an empty token', () => [hello(''), STATUS]),
  ...strange.map((name, index) =>
    says(`a hello with ${name}`, ({ strangeTokens }) => [hello(strangeTokens[index] ?? ''), STATUS]),
  ),
  says('a hello with a token of 15 MB', () => [hello('A'.repeat(15_000_000)), STATUS]),
  says('a hello with more than a token', ({ token }) => [
    JSON.stringify({ type: 'hello', token, admin: true }),
    STATUS,
  ]),
  says('a hello whose token is a list', ({ token }) => [`{"type":"hello","token":["${token}"]}`, STATUS]),
  says('a hello in binary', ({ token }) => [Buffer.from(hello(token)), STATUS]),
  says('a hello through __proto__', ({ token }) => [`{"__proto__":${hello(token)}}`, STATUS]),
  says('no JSON', () => ['{"type":']),
  says('2 MB of brackets', () => [nested(1_000_000)]),
  says('a hundred thousand messages without hello', () => Array.from({ length: 100_000 }, () => STATUS)),
  says('a message that is too large', () => ['x'.repeat(MESSAGE_BYTES_MAX + 1)]),
  onSocket('a line that says nothing', (target) => spoken(lineTo(target), [], { waitMs: HELLO_WAIT_MS })),
  onSocket('a token in the address, and no hello', (target) =>
    spoken(lineTo(target, { path: `${SOCKET_PATH}?token=${target.token}` }), [STATUS]),
  ),
  ...['https://evil.example', 'null', 'http://localhost:1'].map((origin) =>
    onSocket(`a good hello from a page of ${origin}`, (target) =>
      spoken(lineTo(target, { origin }), [hello(target.token), STATUS]),
    ),
  ),
  onSocket('a good hello under a foreign name', (target) =>
    spoken(lineTo(target, { headers: { host: `evil.example:${target.port}` } }), [
      hello(target.token),
      STATUS,
    ]),
  ),
  onSocket('a good hello from a page of this site', (target) =>
    spoken(lineTo(target, { headers: { 'sec-fetch-site': 'same-site' } }), [hello(target.token), STATUS]),
  ),
  ...['/', '/taskpane.html', ROUTES.health.path, '/api/journal', '/nothing'].map((path) =>
    onSocket(`an upgrade at ${path}`, (target) =>
      spoken(lineTo(target, { path }), [hello(target.token), STATUS]),
    ),
  ),
  ...known,
];

/** What a page that is known says beyond what it may. */
const known: readonly Attempt[] = (
  [
    ['a resource of no kind', watch([{ kind: 'secrets' }])],
    ['a path in an id', watch([{ kind: 'request', id: '../../x' }])],
    ['a resource with more in it', watch([{ kind: 'status', __proto__x: 1, url: 'http://evil.example' }])],
    ['an id with a line break', watch([{ kind: 'request', id: 'RQ-1\r\nX: 1' }])],
    [
      'an id that is a lone surrogate',
      '{"type":"watch","add":[{"kind":"request","id":"\\ud800"}],"drop":[]}',
    ],
    ['__proto__ in a watch', '{"type":"watch","add":[],"drop":[],"__proto__":{"isKnown":true}}'],
    [
      'more watches than there may be',
      watch(
        [],
        Array.from({ length: WATCHES_MAX + 1 }, () => 'x'),
      ),
    ],
    ['a message of no type', '{"type":"settle"}'],
  ] as const
).map(([tried, message]) =>
  onSocket(`${tried}, from a known page`, async (target) => {
    const line = lineTo(target);
    await opened(line);
    line.socket.send(hello(target.token));
    await until(() => line.messages.length > 0, 3_000);
    const told = line.messages.length;
    line.socket.send(message);
    const hasEnded = await until(() => line.end !== 0, 3_000);
    line.socket.terminate();
    return judged(
      !hasEnded || line.messages.length > told,
      hasEnded ? `line ended with ${line.end}` : 'it was taken',
    );
  }),
);

const LINES = 1_100;
const LINES_MAX = 1_000;
const ANSWER_MS_MAX = 6_000;

/** Frames that no client may send, written by hand: without a mask, with a reserved bit, of no known kind, too long. */
const FRAMES: readonly (readonly [string, Buffer])[] = [
  ['a frame without a mask', Buffer.from([0x81, 0x02, 0x7b, 0x7d])],
  ['a frame with a reserved bit', Buffer.from([0xc1, 0x80, 0, 0, 0, 0])],
  ['a frame of no known kind', Buffer.from([0x83, 0x80, 0, 0, 0, 0])],
  ['a frame of 2^62 bytes', Buffer.from([0x81, 0xff, 0x40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
  ['a ping of 200 bytes', Buffer.from([0x89, 0xfe, 0, 200, 0, 0, 0, 0])],
  ['a piece of nothing', Buffer.from([0x80, 0x80, 0, 0, 0, 0])],
  ['text that is no UTF-8', Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe])],
];

async function framed(target: Target, frame: Buffer): Promise<Met> {
  const socket = openSocket(target);
  let text = '';
  let isClosed = false;
  socket.on('data', (part: Buffer) => (text += part.toString('latin1')));
  socket.on('error', () => undefined);
  socket.on('close', () => (isClosed = true));
  const key = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
  const deflate = 'Sec-WebSocket-Extensions: permessage-deflate\r\n';
  socket.write(
    `GET ${SOCKET_PATH} HTTP/1.1\r\nHost: ${hostOf(target)}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${key}${deflate}\r\n`,
  );
  await until(() => text.includes('\r\n\r\n') || isClosed, 3_000);
  const isPacked = /permessage-deflate/i.test(text);
  socket.write(frame);
  await until(() => isClosed, 3_000);
  socket.destroy();
  return judged(
    !isClosed || isPacked,
    isPacked ? 'it unpacks what is sent' : isClosed ? 'line ended' : 'line stayed',
  );
}

export const frameAttempts = (): readonly Attempt[] =>
  FRAMES.map(([tried, frame]) => onSocket(tried, (target) => framed(target, frame)));

/** More lines than there may be: the rest of the gateway has to answer all the same. */
export const lineFlood = (): Attempt =>
  onSocket(`${LINES} lines at once`, async (target) => {
    const lines = Array.from({ length: LINES }, () => lineTo(target));
    await Promise.all(lines.map(opened));
    await until(() => lines.filter(({ end }) => end !== 0).length >= LINES - LINES_MAX, 3_000);
    const startedMs = performance.now();
    const reply = await ask(target, { path: ROUTES.health.path });
    const ms = performance.now() - startedMs;
    const open = lines.filter(({ end }) => end === 0).length;
    for (const { socket } of lines) socket.terminate();
    await until(() => lines.every(({ end }) => end !== 0), 3_000);
    const isIn = open > LINES_MAX || reply?.status !== 200 || ms > ANSWER_MS_MAX;
    return judged(isIn, `${open} stayed, health in ${Math.round(ms)} ms`);
  });

const SESSIONS = 3_000;
const AT_ONCE = 20;

/** Whoever only asks for tokens must not end the session of a page that is at work. */
export const sessionFlood = (): Attempt => ({
  kind: 'session flood',
  tried: `${SESSIONS} sessions opened beside one that is in use`,
  at: async (target) => {
    const before = await works(target);
    let newest = '';
    for (let made = 0; made < SESSIONS; made += AT_ONCE) {
      const replies = await Promise.all(
        Array.from({ length: AT_ONCE }, () => ask(target, sessionWith(target.key))),
      );
      newest = replies.at(-1)?.body ?? newest;
    }
    const after = await works(target);
    const isNewGood = SessionAnswer.safeParse(newest === '' ? undefined : JSON.parse(newest)).success;
    if (!before) return held('it never was in use');
    return judged(
      !after || !isNewGood,
      after ? 'the session in use still works' : 'the session in use was ended',
    );
  },
});

async function works(target: Target): Promise<boolean> {
  const line = lineTo(target);
  await opened(line);
  line.socket.send(hello(target.token));
  const isWelcome = await until(() => line.messages.some((message) => message.includes('"welcome"')), 3_000);
  line.socket.terminate();
  return isWelcome;
}
