import { createHmac } from 'node:crypto';
import { gotIn, held, judged, type Attempt, type Met } from '../attempt';
import type { HostileService } from '../hostile-service';
import { PLANTED } from '../marks';
import { hostOf, type Target } from '../target';
import { ask, exchange, repliesIn, shownReply, type Bytes, type Question } from '../wire';

/** The receiver under attack. */
export interface Letterbox {
  readonly place: Target;
  /** The path that ends in the token. */
  readonly path: string;
  readonly service: Pick<HostileService, 'calls'>;
}

export const SIGNED_BY = 'x-signature';
/** Of the addresses of this machine the one that may deliver. */
export const ALLOWED_SENDER = '127.0.0.1';
const FOREIGN_SENDER = '127.0.0.2';

export const signed = (
  body: Bytes,
  secret: string = PLANTED.hmac.value,
): Readonly<Record<string, string>> => ({
  [SIGNED_BY]: `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
});

const EVENT = '{"eventType":"quote-created","request-id":"RQ-10294","quotation-id":"Q-1"}';
const event = (tried: string, at: Attempt['at']): Attempt => ({ kind: 'event', tried, at });

const delivered = async ({ place }: Letterbox, question: Question): Promise<Met> => {
  const reply = await ask(place, { method: 'POST', ...question });
  const isTold = reply !== undefined && reply.status >= 400 && reply.body !== '' && reply.status !== 404;
  return judged(reply === undefined ? false : reply.status < 400 || isTold, shownReply(reply));
};

/** Bodies that are signed rightly, and no events. */
const BODIES: readonly (readonly [string, Bytes])[] = [
  ['an id of 101 signs', JSON.stringify({ eventType: 'x', 'request-id': 'R'.repeat(101) })],
  ['an id of 60,000 signs', JSON.stringify({ eventType: 'x', 'trade-id': 'T'.repeat(60_000) })],
  ['a path in an id', JSON.stringify({ eventType: 'x', 'request-id': '../../risk/commodities' })],
  ['two dots for an id', JSON.stringify({ eventType: 'x', 'request-id': '..' })],
  ['a question mark in an id', JSON.stringify({ eventType: 'x', 'trade-id': 'T-1?page=2' })],
  ['a fragment in an id', JSON.stringify({ eventType: 'x', 'trade-id': 'T-1#x' })],
  ['a line break in an id', JSON.stringify({ eventType: 'x', 'request-id': 'RQ-1\r\nX: 1' })],
  ['a zero byte in an id', JSON.stringify({ eventType: 'x', 'request-id': 'RQ-1\0' })],
  ['a lone surrogate in an id', '{"eventType":"x","request-id":"\\ud800"}'],
  ['an object for an id', '{"eventType":"x","request-id":{"toString":"RQ-1"}}'],
  ['a fraction for an id', '{"eventType":"x","request-id":10294.5}'],
  ['true for an id', '{"eventType":"x","request-id":true}'],
  ['a list for an id', '{"eventType":"x","request-id":["RQ-10294"]}'],
  ['a line break in its type', JSON.stringify({ eventType: 'x\r\n{"level":60}' })],
  ['a type of 101 signs', JSON.stringify({ eventType: 'x'.repeat(101) })],
  ['no type', '{"request-id":"RQ-10294"}'],
  ['a type through __proto__', '{"__proto__":{"eventType":"x","request-id":"RQ-1"}}'],
  ['lists in lists', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
  ['a list of events', `[${EVENT}]`],
  ['nothing', ''],
  ['no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
  ['65 kB', JSON.stringify({ eventType: 'x', filler: 'a'.repeat(66_000) })],
];

/** Ids that are allowed, and would lead elsewhere in an address that is put together carelessly. */
const ODD_IDS = ['%2e%2e', '..%2f..%2frisk', 'a\\..\\b', '%00', ';x=1', '@evil.example', 'RQ-1&page=2'];

/** Deliveries by whoever is not the platform. */
export const eventAttempts = (box: Letterbox): readonly Attempt[] => [
  ...wrongAddresses(box),
  ...wrongSignatures(box),
  ...BODIES.map(([tried, body]) =>
    event(`${tried}, signed`, () => delivered(box, { path: box.path, body, headers: signed(body) })),
  ),
  event('1 MB in chunks, signed', async () => {
    const { text } = await exchange(
      box.place,
      [
        `POST ${box.path} HTTP/1.1\r\nHost: ${hostOf(box.place)}\r\nTransfer-Encoding: chunked\r\n\r\n`,
        `100000\r\n${' '.repeat(0x100000)}\r\n0\r\n\r\n`,
      ],
      { waitMs: 5_000, settleMs: 250 },
    );
    const [reply] = repliesIn(text);
    return judged(reply !== undefined && reply.status < 400, shownReply(reply));
  }),
  event('a body that does not come', async () => {
    const { isClosed, ms } = await exchange(
      box.place,
      `POST ${box.path} HTTP/1.1\r\nHost: ${hostOf(box.place)}\r\nContent-Length: 100\r\n\r\n`,
      { waitMs: box.place.patienceMs },
    );
    return judged(!isClosed, isClosed ? `cut off after ${(ms / 1_000).toFixed(1)} s` : 'still on the line');
  }),
  event('the address of another machine, spoofed as forwarded', () => spoofed(box)),
  event('a true event again and again', () => replayed(box)),
  event('true ids that lead elsewhere in an address', () => ledAstray(box)),
  ...['/api/health', '/api/session', '/taskpane.html', '/'].map((path) =>
    event(`${path} at the server of deliveries`, () => delivered(box, { method: 'GET', path })),
  ),
];

function wrongAddresses(box: Letterbox): readonly Attempt[] {
  const { path } = box;
  const turned = path.slice(0, -1) + (path.endsWith('A') ? 'B' : 'A');
  const paths: readonly (readonly [string, string])[] = [
    ['no token', '/webhooks/'],
    ['a wrong token', `/webhooks/${'A'.repeat(43)}`],
    ['a token that is wrong at its end', turned],
    ['a token without its end', path.slice(0, -1)],
    ['a token and more', `${path}A`],
    ['a token and a slash', `${path}/`],
    ['a token and a zero byte', `${path}%00`],
    ['a token in capitals', path.toUpperCase().replace('/WEBHOOKS', '/webhooks')],
    ['a token after a detour', path.replace('/webhooks/', '/webhooks/../webhooks/')],
    ['a token as a query', path.replace('/webhooks/', '/webhooks?token=')],
    ['a token of 10,000 signs', `/webhooks/${'A'.repeat(10_000)}`],
  ];
  return [
    ...paths.map(([tried, wrong]) =>
      event(tried, () => delivered(box, { path: wrong, body: EVENT, headers: signed(EVENT) })),
    ),
    event('a foreign name', () =>
      delivered(box, { path, body: EVENT, headers: { ...signed(EVENT), host: 'evil.example' } }),
    ),
    event('the right address, read', () => delivered(box, { method: 'GET', path })),
    event('the right address, overwritten', () =>
      delivered(box, { method: 'PUT', path, body: EVENT, headers: signed(EVENT) }),
    ),
  ];
}

function wrongSignatures(box: Letterbox): readonly Attempt[] {
  const good = signed(EVENT)[SIGNED_BY] ?? '';
  const signatures: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['no signature', {}],
    ['an empty signature', { [SIGNED_BY]: '' }],
    ['a signature without its digest', { [SIGNED_BY]: 'sha256=' }],
    ['a signature by another secret', signed(EVENT, 'guessed')],
    ['a signature by no secret', signed(EVENT, '')],
    ['a signature of another body', signed(`${EVENT} `)],
    ['half a signature', { [SIGNED_BY]: good.slice(0, 39) }],
    [
      'a signature by sha1',
      { [SIGNED_BY]: `sha1=${createHmac('sha1', PLANTED.hmac.value).update(EVENT).digest('hex')}` },
    ],
    ['a signature by another algorithm in name', { [SIGNED_BY]: good.replace('sha256', 'none') }],
    ['a signature in another header', { 'x-hub-signature-256': good }],
    ['the secret itself', { [SIGNED_BY]: PLANTED.hmac.value }],
    ['two signatures in one', { [SIGNED_BY]: `sha256=${'0'.repeat(64)}, ${good}` }],
  ];
  return signatures.map(([tried, headers]) =>
    event(tried, () => delivered(box, { path: box.path, body: EVENT, headers })),
  );
}

/** Only some systems have more than one address of their own to call from. */
async function spoofed(box: Letterbox): Promise<Met> {
  const question = {
    path: box.path,
    body: EVENT,
    headers: { ...signed(EVENT), 'x-forwarded-for': ALLOWED_SENDER, forwarded: `for=${ALLOWED_SENDER}` },
    localAddress: FOREIGN_SENDER,
  };
  return delivered(box, question);
}

const REPLAYS = 30;
const WRITES = ['POST', 'PUT', 'DELETE'];
const writesOf = ({ calls }: Letterbox['service']): number =>
  calls.filter(({ method, path }) => WRITES.includes(method) && !path.includes('authenticate')).length;

/** Nobody has stated a time in a signature, so a true event can come again; it must do nothing but make the desk look. */
async function replayed(box: Letterbox): Promise<Met> {
  const before = writesOf(box.service);
  const replies = await Promise.all(
    Array.from({ length: REPLAYS }, () =>
      ask(box.place, { method: 'POST', path: box.path, body: EVENT, headers: signed(EVENT) }),
    ),
  );
  const taken = replies.filter((reply) => reply?.status === 200).length;
  if (taken === 0) return gotIn('not even the first was taken: the attempt says nothing');
  return judged(writesOf(box.service) > before, `${taken} taken as hints, nothing was sent`);
}

/** As they would stand in an address into which they were put as they are. */
const ASTRAY = /\/\.\.?(\/|$)|\\|;x|@evil|&page=2$|%2e%2e|%2f|%00/i;

async function ledAstray(box: Letterbox): Promise<Met> {
  const before = box.service.calls.length;
  for (const id of ODD_IDS) {
    const body = JSON.stringify({ eventType: 'request-updated', 'request-id': id, 'trade-id': id });
    await ask(box.place, { method: 'POST', path: box.path, body, headers: signed(body) });
  }
  const astray = box.service.calls.slice(before).find(({ path }) => ASTRAY.test(path));
  return astray
    ? gotIn(`the platform was asked for ${astray.path}`)
    : held('the platform was asked for nothing odd');
}
