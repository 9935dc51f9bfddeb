import { createHash, randomBytes } from 'node:crypto';
import { AUTH_ROUTES } from '../../../src/contract/desk/auth';
import { FailureAnswer, PairAnswer, SessionAnswer } from '../../../src/contract/desk/answers';
import { ROUTES } from '../../../src/contract/desk/routes';
import { walkProvider } from '../../../scripts/people/walk.mjs';
import type { Gateway } from '../../../src/gateway/gateway';
import { call, type RawAnswer } from './gateway';

/** A JSON body over a connection of its own. */
export const post = (gateway: Pick<Gateway, 'port'>, path: string, body: unknown): Promise<RawAnswer> =>
  call(gateway, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', host: `localhost:${gateway.port}` },
    body: JSON.stringify(body),
  });

/** Sends JSON with the token of a page, or without one. */
export const jsonSender =
  (gateway: Pick<Gateway, 'port'>) =>
  (method: string, path: string, body: unknown, token?: string): Promise<RawAnswer> =>
    call(gateway, path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });

/** The key of a browser that is paired under this name by the code of now. */
export async function pairedAs(
  gateway: Pick<Gateway, 'port' | 'pairingCode'>,
  name: string,
): Promise<string> {
  const paired = await jsonSender(gateway)('POST', ROUTES.pair.path, { code: gateway.pairingCode, name });
  return PairAnswer.parse(JSON.parse(paired.text)).key;
}

export const refusalOf = ({ status, text }: RawAnswer): [number, string] => [
  status,
  FailureAnswer.parse(JSON.parse(text)).failure.kind,
];

/** What a pane keeps to itself, and what it tells of it. */
export function paneSecret(): { readonly secret: string; readonly digest: string } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, digest: createHash('sha256').update(secret).digest('base64url') };
}

/** The address of the dialog's first page, for a pane with this secret. */
export async function begun(gateway: Pick<Gateway, 'port'>, digest: string): Promise<string> {
  const answer = await post(gateway, AUTH_ROUTES.start.path, { digest, folder: '/' });
  if (answer.status !== 200) throw new Error(`The sign-in did not begin: ${answer.text}`);
  return AUTH_ROUTES.start.answer.parse(JSON.parse(answer.text)).page;
}

/** Where the gateway leads from one of its own addresses. */
export async function ledTo(gateway: Pick<Gateway, 'port'>, path: string): Promise<string> {
  const { headers } = await call(gateway, path, { headers: { host: `localhost:${gateway.port}` } });
  return String(headers.location);
}

/** A person at the provider's own pages, until these lead back: the path that they lead to. */
export async function atProvider(
  gateway: Pick<Gateway, 'port'>,
  page: string,
  person: string,
): Promise<string> {
  const origin = `http://localhost:${gateway.port}`;
  const back = new URL(await walkProvider(await ledTo(gateway, page), person, origin));
  return back.pathname + back.search;
}

/** What the dialog's last page is told. */
export async function wordFrom(gateway: Pick<Gateway, 'port'>, back: string): Promise<string> {
  return new URL(await ledTo(gateway, back), 'http://localhost').hash;
}

export const ticketIn = (word: string): string => /^#ticket=(.+)$/.exec(word)?.[1] ?? '';

/** All of it: the answer to the pane that redeems its ticket. */
export async function signIn(gateway: Pick<Gateway, 'port'>, person: string): Promise<RawAnswer> {
  const { secret, digest } = paneSecret();
  const back = await atProvider(gateway, await begun(gateway, digest), person);
  const ticket = ticketIn(await wordFrom(gateway, back));
  return post(gateway, AUTH_ROUTES.redeem.path, { ticket, secret });
}

export const keyIn = ({ text }: RawAnswer): string => AUTH_ROUTES.redeem.answer.parse(JSON.parse(text)).key;

/** The token of a page whose browser has this key. */
export async function tokenBy(gateway: Pick<Gateway, 'port'>, key: string): Promise<string> {
  const answer = await post(gateway, ROUTES.openSession.path, { key });
  return SessionAnswer.parse(JSON.parse(answer.text)).token;
}
