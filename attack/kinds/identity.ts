import { PairAnswer, SessionAnswer } from '../../src/contract/desk/answers';
import { ROUTES } from '../../src/contract/desk/routes';
import { gotIn, held, judged, type Attempt } from '../attempt';
import type { Target } from '../target';
import { ask, bearer, JSON_TYPE, shownReply, type Question, type Reply } from '../wire';

const onIdentity = (tried: string, at: Attempt['at']): Attempt => ({ kind: 'identity', tried, at });

const posted = (path: string, body: unknown): Question => ({
  method: 'POST',
  path,
  headers: JSON_TYPE,
  body: JSON.stringify(body),
});

/** A question for a session, by whoever has this key. */
export const sessionWith = (key: unknown): Question => posted(ROUTES.openSession.path, { key });

/** A session that the gateway gives to its paired browser; throws where it gives none. */
export async function newToken(target: Pick<Target, 'port' | 'certificate' | 'key'>): Promise<string> {
  return SessionAnswer.parse(jsonOf(await ask(target, sessionWith(target.key)))).token;
}

/** The key of a browser that is paired by this code; throws where it is not let in. */
export async function newKey(place: Pick<Target, 'port' | 'certificate'>, code: string): Promise<string> {
  return PairAnswer.parse(jsonOf(await ask(place, posted(ROUTES.pair.path, { code })))).key;
}

const jsonOf = (reply: Reply | undefined): unknown => JSON.parse(reply?.body ?? 'null');

/** What stands in the place of a paired browser's key. */
const KEYS: readonly (readonly [string, (target: Target) => unknown])[] = [
  ['no key', () => undefined],
  ['null', () => null],
  ['an empty key', () => ''],
  ['a wrong key', () => 'A'.repeat(43)],
  ['a good key and one sign', ({ key }) => `${key}A`],
  ['a good key but one sign', ({ key }) => key.slice(0, -1)],
  ['a good key in capitals', ({ key }) => key.toUpperCase()],
  ['a good key in a list', ({ key }) => [key]],
  ['a good key in a record', ({ key }) => ({ key })],
  ["a page's token", ({ token }) => token],
  ['true', () => true],
  ['a number', () => 0],
  ['a key of 8 kB', () => 'A'.repeat(8_000)],
  ['a key of zero bytes', () => '\u0000'.repeat(43)],
];

const BODIES: readonly (readonly [string, (target: Target) => Question])[] = [
  ['no body', () => ({ method: 'POST', path: ROUTES.openSession.path })],
  [
    'a good token in place of a key',
    ({ token }) => ({ ...sessionWith(''), headers: { ...JSON_TYPE, ...bearer(token) } }),
  ],
  ['a good key in the address', ({ key }) => posted(`${ROUTES.openSession.path}?key=${key}`, {})],
  [
    'a good key as a token',
    ({ key }) => ({ ...posted(ROUTES.openSession.path, {}), headers: { ...JSON_TYPE, ...bearer(key) } }),
  ],
  ['a good key under another name', ({ key }) => posted(ROUTES.openSession.path, { Key: key, keys: [key] })],
  ['a good key and more', ({ key }) => posted(ROUTES.openSession.path, { key, role: 'admin' })],
];

/** Codes that somebody might try who does not see the gateway's window. */
const CODES: readonly unknown[] = [
  '',
  '0000-0000',
  'ABCD-1234',
  '%',
  '*',
  null,
  true,
  [],
  {},
  0,
  'A'.repeat(90),
];
const GUESSES = 30;

/** Strangers who ask for a session, or to be paired. The last ones leave pairing shut for a minute. */
export const identityAttempts = (strange: readonly string[]): readonly Attempt[] => [
  ...KEYS.map(([key, of]) =>
    onIdentity(`a session with ${key}`, async (target) =>
      refusal(await ask(target, sessionWith(of(target)))),
    ),
  ),
  ...BODIES.map(([body, of]) =>
    onIdentity(`a session with ${body}`, async (target) => refusal(await ask(target, of(target)))),
  ),
  ...strange.map((name, index) =>
    onIdentity(`a session with ${name}`, async (target) =>
      refusal(await ask(target, sessionWith(target.strangeTokens[index] ?? ''))),
    ),
  ),
  ...CODES.map((code) =>
    onIdentity(`pairing by the code ${JSON.stringify(code).slice(0, 20)}`, async (target) =>
      refusal(await ask(target, posted(ROUTES.pair.path, { code }))),
    ),
  ),
  onIdentity('pairing by the code that was used', async (target) =>
    refusal(await ask(target, posted(ROUTES.pair.path, { code: target.usedCode }))),
  ),
  onIdentity(`${GUESSES} guesses of the code at once`, async (target) => {
    const guesses = Array.from({ length: GUESSES }, (_, at) => `${at}`.padStart(8, '7'));
    const replies = await Promise.all(guesses.map((code) => ask(target, posted(ROUTES.pair.path, { code }))));
    const statuses = replies.map((reply) => reply?.status ?? 0);
    const compared = statuses.filter((status) => status !== 429).length;
    if (statuses.includes(200)) return gotIn('one of them was right');
    return compared > GUESSES_MAX ? gotIn(`${compared} were compared`) : held(`${compared} were compared`);
  }),
];

/** Of what came before in the same minute some may be forgotten already. */
const GUESSES_MAX = 10;

const refusal = (reply: Reply | undefined) =>
  judged(reply !== undefined && reply.status < 400, shownReply(reply));
