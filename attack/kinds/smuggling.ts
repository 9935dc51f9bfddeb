import { ROUTES } from '../../src/contract/desk/routes';
import { judged, type Attempt } from '../attempt';
import { hostOf, type Target } from '../target';
import { ask, bearer, exchange, repliesIn } from '../wire';

/** A second answer follows the first at once, or never. */
const WAIT = { waitMs: 5_000, settleMs: 250 } as const;
const HIDDEN = `GET ${ROUTES.health.path} HTTP/1.1\r\nHost: HOST\r\n\r\n`;
const POST = `POST ${ROUTES.openSession.path} HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\n`;
const GET = `GET ${ROUTES.health.path} HTTP/1.1\r\nHost: HOST\r\n`;
const CHUNKED = `${POST}Transfer-Encoding: chunked\r\n`;

/** Requests whose end two servers could see at two places. HOST stands for the right name. */
const SHAPES: readonly (readonly [string, string])[] = [
  ['two lengths that differ', `${POST}Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}${HIDDEN}`],
  ['two lengths in one line', `${POST}Content-Length: 2, 40\r\n\r\n{}${HIDDEN}`],
  ['a length and chunks', `${CHUNKED}Content-Length: 4\r\n\r\n0\r\n\r\n${HIDDEN}`],
  [
    'chunks and a length before',
    `${POST}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nX${HIDDEN}`,
  ],
  ['chunks of another name', `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['chunks, then as it is', `${POST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['chunks twice', `${CHUNKED}Transfer-Encoding: identity\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['chunks with a space before the colon', `${POST}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['chunks with a tab in the name', `${POST}Transfer-Encoding\t: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['chunks with a vertical tab', `${POST}Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['chunks in quotes', `${POST}Transfer-Encoding: "chunked"\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['chunks in a folded line', `${POST}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ['a length in a folded line', `${POST}Content-Length:\r\n 2\r\n\r\n{}${HIDDEN}`],
  ['a header that is folded', `${GET}X-A: 1\r\n Host: evil.example\r\n\r\n`],
  ['a length of +2', `${POST}Content-Length: +2\r\n\r\n{}${HIDDEN}`],
  ['a length of -1', `${POST}Content-Length: -1\r\n\r\n{}${HIDDEN}`],
  ['a length of 0x2', `${POST}Content-Length: 0x2\r\n\r\n{}${HIDDEN}`],
  ['a length of 2 2', `${POST}Content-Length: 2 2\r\n\r\n{}${HIDDEN}`],
  ['a length beyond all numbers', `${POST}Content-Length: 99999999999999999999999\r\n\r\n{}${HIDDEN}`],
  ['a chunk beyond all numbers', `${CHUNKED}\r\nfffffffffffffffff\r\n{}\r\n0\r\n\r\n${HIDDEN}`],
  ['a chunk of -1', `${CHUNKED}\r\n-1\r\n{}\r\n0\r\n\r\n${HIDDEN}`],
  ['a chunk of 0x2', `${CHUNKED}\r\n0x2\r\n{}\r\n0\r\n\r\n${HIDDEN}`],
  ['a chunk that is longer than it says', `${CHUNKED}\r\n2\r\n{}XX\r\n0\r\n\r\n${HIDDEN}`],
  ['a chunk whose line ends with LF', `${CHUNKED}\r\n2\n{}\r\n0\r\n\r\n${HIDDEN}`],
  ['a chunk whose data ends with LF', `${CHUNKED}\r\n2\r\n{}\n0\r\n\r\n${HIDDEN}`],
  ['a chunk extension with LF', `${CHUNKED}\r\n2;a\nb\r\n{}\r\n0\r\n\r\n${HIDDEN}`],
  ['a chunk extension with CR', `${CHUNKED}\r\n2;a\rb\r\n{}\r\n0\r\n\r\n${HIDDEN}`],
  ['lines that end with LF', GET.replaceAll('\r\n', '\n') + '\n'],
  ['a header line that ends with LF', `${GET}X-A: 1\nX-B: 2\r\n\r\n`],
  ['lines that end with CR', GET.replaceAll('\r\n', '\r') + '\r'],
  ['a CR inside a header', `${GET}X-A: 1\rX-B: 2\r\n\r\n`],
  ['a zero byte in a header', `${GET}X-A: 1\0X-B: 2\r\n\r\n`],
  ['a space before a name', `${GET} X-A: 1\r\n\r\n`],
  ['a space before the first header', `GET ${ROUTES.health.path} HTTP/1.1\r\n Host: HOST\r\n\r\n`],
  ['a space after a name', `${GET}X-A : 1\r\n\r\n`],
  ['a header without a colon', `${GET}X-A\r\n\r\n`],
  ['a header without a name', `${GET}: 1\r\n\r\n`],
  ['no version', `GET ${ROUTES.health.path}\r\n\r\n`],
  ['HTTP/1.1 in small letters', `GET ${ROUTES.health.path} http/1.1\r\nHost: HOST\r\n\r\n`],
  ['HTTP/1.1 with more digits', `GET ${ROUTES.health.path} HTTP/1.10\r\nHost: HOST\r\n\r\n`],
  ['HTTP/2 without asking', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a tab in the first line', `GET\t${ROUTES.health.path}\tHTTP/1.1\r\nHost: HOST\r\n\r\n`],
];

/** What Node's parser lets pass: it has to stay one request, in the protocol in which it came. */
const ODD: readonly (readonly [string, string])[] = [
  ['HTTP/0.9', `GET ${ROUTES.health.path} HTTP/0.9\r\nHost: HOST\r\n\r\n`],
  [
    'an upgrade to h2c',
    `${GET}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n`,
  ],
  ['two spaces in the first line', `GET  ${ROUTES.health.path}  HTTP/1.1\r\nHost: HOST\r\n\r\n`],
];

/** Answered with success, or two answers: somebody between would have seen other requests than this server. */
export const smugglingAttempts = (): readonly Attempt[] => [
  ...SHAPES.map(([tried, shape]) => smuggled(tried, shape, (status) => status < 400)),
  ...ODD.map(([tried, shape]) => smuggled(tried, shape, (status) => status < 200)),
];

function smuggled(tried: string, shape: string, getsIn: (status: number) => boolean): Attempt {
  return {
    kind: 'smuggling',
    tried,
    at: async (target: Target) => {
      const bytes = Buffer.from(shape.replaceAll('HOST', hostOf(target)), 'latin1');
      const { text } = await exchange(target, bytes, WAIT);
      const statuses = repliesIn(text).map(({ status }) => status);
      const isIn = statuses.some(getsIn) || statuses.length > 1;
      return judged(isIn, statuses.length === 0 ? 'no answer' : `answered ${statuses.join(', ')}`);
    },
  };
}

const PLANTED = 'x-planted';
const BREAKS = ['\r\n', '\n', '\r', '%0d%0a', '%0a', '%250d%250a', '%E5%98%8A%E5%98%8D', '\u0085'];
const GIVEN_BACK: readonly (readonly [string, (broken: string) => string])[] = [
  ['the format of the journal', (broken) => `/api/journal?format=csv${broken}`],
  [
    'the first day of a file',
    (broken) => `/api/captured-trades/file?format=csv&to=2026-11-20&from=2026-11-20${broken}`,
  ],
  [
    'the form of a file',
    (broken) => `/api/captured-trades/file?from=2026-11-20&to=2026-11-20&format=csv${broken}`,
  ],
  [
    'a venue of a file',
    (broken) => `/api/captured-trades/file?from=2026-11-20&to=2026-11-20&format=csv&venue=${broken}`,
  ],
  ['an address that is not there', (broken) => `/nothing${broken}`],
  ['the address of a page', (broken) => `/taskpane.html?${broken}`],
];

/** Line breaks in what might come back in a header: the name of a file, an address, a policy. */
export const headerInjections = (): readonly Attempt[] => [
  ...GIVEN_BACK.flatMap(([what, path]) =>
    BREAKS.map((lineBreak): Attempt => ({
      kind: 'header injection',
      tried: `${JSON.stringify(lineBreak)} in ${what}`,
      at: async (target) => planted(target, path(`${lineBreak}${PLANTED}: 1`), {}),
    })),
  ),
  ...['host', 'origin', 'referer', 'x-forwarded-host'].map((name): Attempt => ({
    kind: 'header injection',
    tried: `a policy inside ${name}`,
    at: async (target) =>
      planted(target, '/taskpane.html', { [name]: `${hostOf(target)} ; script-src * ${PLANTED}` }),
  })),
];

async function planted(target: Target, path: string, headers: Readonly<Record<string, string>>) {
  const reply = await ask(target, { path, headers: { ...bearer(target.token), ...headers }, waitMs: 2_000 });
  const isIn = [...(reply?.headers ?? [])].some(([name, value]) =>
    `${name}: ${value}`.toLowerCase().includes(PLANTED),
  );
  return judged(
    isIn,
    reply === undefined ? 'no answer' : `answered ${reply.status}, headers clean: ${!isIn}`,
  );
}
