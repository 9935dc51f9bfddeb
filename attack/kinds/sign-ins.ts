import { createHmac } from 'node:crypto';
import { AUTH_PAGES, AUTH_ROUTES } from '../../src/contract/desk/auth';
import { ROUTES } from '../../src/contract/desk/routes';
import {
  atProvider,
  begun,
  ledTo,
  keyIn,
  paneSecret,
  post,
  refusalOf,
  signIn,
  ticketIn,
  wordFrom,
} from '../../test/gateway/twins/sign-in';
import { gotIn, held, judged, type Attempt, type Met } from '../attempt';
import type { Target } from '../target';
import { ask, bearer, JSON_TYPE } from '../wire';

/** People of the provider: one with a role, and some whose names or groups only look like one. */
export const SIGNED_IN_PEOPLE = {
  tom: { name: 'Tom Berger', roles: ['trader'] },
  nobody: { name: 'admin', roles: [] },
  like: { name: 'Like Admin', roles: ['Admin', 'admin ', 'administrator', '["admin"]'] },
} as const;

const onIdentity = (tried: string, at: Attempt['at']): Attempt => ({ kind: 'identity', tried, at });

type Answered = Awaited<ReturnType<typeof post>>;
/** Held only where the gateway answered, and gave no key. */
function noKey(answer: Answered): Met {
  if (answer.status === 200) return gotIn(answer.text.slice(0, 60));
  return held(refusalOf(answer).join(' '));
}

/** A sign-in that has come to its ticket, and the secret that belongs to it. */
async function ticketOf(target: Target, person = 'tom') {
  const { secret, digest } = paneSecret();
  const back = await atProvider(target, await begun(target, digest), person);
  return { secret, digest, back, ticket: ticketIn(await wordFrom(target, back)) };
}

const redeem = (target: Target, ticket: string, secret: string): Promise<Answered> =>
  post(target, AUTH_ROUTES.redeem.path, { ticket, secret });

const SECRETS: readonly (readonly [string, (own: string, target: Target) => string])[] = [
  ['no secret', () => ''],
  ['a secret of another pane', () => paneSecret().secret],
  ['the digest of its secret', () => 'digest'],
  ['its secret and one sign', (own) => `${own}A`],
  ['its secret in capitals', (own) => own.toUpperCase()],
];

const tickets: readonly Attempt[] = [
  ...SECRETS.map(([what, of]) =>
    onIdentity(`a good ticket with ${what}`, async (target) => {
      const { ticket, secret, digest } = await ticketOf(target);
      const sent = of(secret, target);
      return noKey(await redeem(target, ticket, sent === 'digest' ? digest : sent));
    }),
  ),
  onIdentity('a ticket twice', async (target) => {
    const { ticket, secret } = await ticketOf(target);
    const first = await redeem(target, ticket, secret);
    if (first.status !== 200) return gotIn(`it was never good: ${first.text}`);
    return noKey(await redeem(target, ticket, secret));
  }),
  onIdentity('a ticket of another sign-in with a good secret', async (target) => {
    const [one, other] = [await ticketOf(target), await ticketOf(target)];
    return noKey(await redeem(target, other.ticket, one.secret));
  }),
  onIdentity('the ticket after five guesses', async (target) => {
    const { ticket, secret } = await ticketOf(target);
    for (let guess = 0; guess < 5; guess++) await redeem(target, `0000-000${guess}`, secret);
    return noKey(await redeem(target, ticket, secret));
  }),
  onIdentity('a good secret before its sign-in has come back', async (target) => {
    const { secret, digest } = paneSecret();
    await begun(target, digest);
    return noKey(await redeem(target, '', secret));
  }),
];

/** What the dialog's last page is told when somebody opens the address to which the provider leads. */
async function noTicket(target: Target, back: string): Promise<Met> {
  const word = await wordFrom(target, back);
  return judged(ticketIn(word) !== '', word);
}

const changed = (back: string, name: string, value: string | undefined): string => {
  const url = new URL(back, 'http://localhost');
  if (value === undefined) url.searchParams.delete(name);
  else url.searchParams.set(name, value);
  return url.pathname + url.search;
};
const inAddress = (back: string, name: string): string =>
  new URL(back, 'http://localhost').searchParams.get(name) ?? '';

const answers: readonly Attempt[] = [
  onIdentity('the provider’s answer a second time', async (target) => {
    const { back, ticket } = await ticketOf(target);
    return ticket === '' ? gotIn('it was never good') : noTicket(target, back);
  }),
  ...(['state', 'code'] as const).flatMap((name) => [
    onIdentity(`the ${name} of another sign-in`, async (target) => {
      const backs = await Promise.all(
        [0, 1].map(async () => atProvider(target, await begun(target, paneSecret().digest), 'tom')),
      );
      const [one = '', other = ''] = backs;
      return noTicket(target, changed(one, name, inAddress(other, name)));
    }),
    ...[undefined, '', 'made-up'].map((value) =>
      onIdentity(
        `an answer with ${value === undefined ? 'no' : JSON.stringify(value)} ${name}`,
        async (target) => {
          const back = await atProvider(target, await begun(target, paneSecret().digest), 'tom');
          return noTicket(target, changed(back, name, value));
        },
      ),
    ),
  ]),
  onIdentity('an answer from another issuer', async (target) => {
    const back = await atProvider(target, await begun(target, paneSecret().digest), 'tom');
    return noTicket(target, changed(back, 'iss', 'https://login.example.com'));
  }),
  onIdentity('a dialog with a state that is made up', async (target) => {
    const to = await ledTo(target, AUTH_PAGES.begin.path.replace(':state', 'A'.repeat(43)));
    return judged(to.includes('/auth?') || to.includes('client_id'), to);
  }),
];

const part = (json: unknown): string => Buffer.from(JSON.stringify(json)).toString('base64url');
const CLAIMS = {
  sub: 'tom',
  name: 'Tom',
  roles: ['admin'],
  aud: 'spreaddesk',
  scp: 'access_as_user',
  exp: 4e9,
};
const TOKENS: readonly (readonly [string, string])[] = [
  ['of no algorithm', `${part({ alg: 'none' })}.${part(CLAIMS)}.`],
  [
    'signed by anybody',
    ((text) => `${text}.${createHmac('sha256', 'x').update(text).digest('base64url')}`)(
      `${part({ alg: 'HS256', kid: 'key-1' })}.${part(CLAIMS)}`,
    ),
  ],
  ['that is none', 'x'.repeat(300)],
];

const others: readonly Attempt[] = [
  ...TOKENS.map(([what, token]) =>
    onIdentity(`a token ${what}`, async (target) =>
      noKey(await post(target, AUTH_ROUTES.token.path, { token })),
    ),
  ),
  ...(['nobody', 'like'] as const).map((person) =>
    onIdentity(`a person of the provider without a role: ${SIGNED_IN_PEOPLE[person].name}`, async (target) =>
      noKey(await signIn(target, person)),
    ),
  ),
  onIdentity('the pairing code where people sign in by name', async (target) =>
    judged((await post(target, ROUTES.pair.path, { code: target.usedCode })).status === 200, 'a pairing'),
  ),
  onIdentity('a key whose person signed out', async (target) => {
    const key = keyIn(await signIn(target, 'tom'));
    await post(target, AUTH_ROUTES.leave.path, { key });
    const opened = await post(target, ROUTES.openSession.path, { key });
    return judged(opened.status === 200, refusalOrNone(opened));
  }),
  onIdentity('a key in place of a token', async (target) => {
    const key = keyIn(await signIn(target, 'tom'));
    const reply = await ask(target, {
      ...{ method: 'POST', path: ROUTES.findActions.path, body: '{"ids":[]}' },
      headers: { ...JSON_TYPE, ...bearer(key) },
    });
    return judged(reply?.status !== 401, String(reply?.status));
  }),
  onIdentity('a dialog that ends in another folder', async (target) => {
    const { digest } = paneSecret();
    const answer = await post(target, AUTH_ROUTES.start.path, { digest, folder: '//login.example.com/' });
    return judged(answer.status === 200, String(answer.status));
  }),
];

const refusalOrNone = (answer: Answered): string =>
  answer.status === 200 ? 'let in' : refusalOf(answer).join(' ');

/** Strangers at a gateway whose people sign in at a provider. */
export const signInAttempts = (): readonly Attempt[] => [...tickets, ...answers, ...others];
