import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AUTH_ROUTES } from '../../../src/contract/desk/auth';
import { EndAnswer, PEOPLE_ROUTES } from '../../../src/contract/desk/people';
import { ROUTES } from '../../../src/contract/desk/routes';
import { TRADE_DOWNLOAD_ROUTES } from '../../../src/contract/desk/trade-downloads';
import type { AuthSettings } from '../../../src/gateway/people/provider';
import { DEMO_CLIENT, DEMO_PEOPLE } from '../../../scripts/people/people.mjs';
import {
  CLIENT,
  goodAt,
  ISSUER,
  OFFICE_ORIGIN,
  OfficeProvider,
  TENANT,
} from '../../../attack/office-provider';
import { startProvider } from '../../../scripts/people/provider.mjs';
import { anyPort } from '../../../scripts/port.mjs';
import { call, testGateway, type TestGateway } from '../twins/gateway';
import {
  atProvider,
  begun,
  keyIn,
  ledTo,
  paneSecret,
  post,
  refusalOf,
  signIn,
  ticketIn,
  tokenBy,
  wordFrom,
} from '../twins/sign-in';

const STRANGERS = { mia: { name: 'Mia Sales', roles: ['sales'] } };
const TEN_HOURS_MS = 10 * 3_600_000;

type DemoProvider = Awaited<ReturnType<typeof startProvider>>;
let desk: TestGateway;
let provider: DemoProvider;
const settings: Omit<AuthSettings, 'issuer'> = {
  clientId: DEMO_CLIENT.id,
  clientSecret: DEMO_CLIENT.secret,
  scopes: 'openid profile',
  rolesClaim: 'roles',
};

/** The provider knows the gateway's address before that is opened. */
async function open(): Promise<void> {
  const port = await anyPort();
  provider = await startProvider({
    gateways: [`http://localhost:${port}`],
    people: { ...DEMO_PEOPLE, ...STRANGERS },
  });
  desk = await testGateway({ port, auth: { ...settings, issuer: provider.issuer } });
}

const health = async (): Promise<{ status: string; signIn?: { message: string } }> =>
  JSON.parse((await call(desk.gateway, ROUTES.health.path)).text) as { status: string };
const redeem = (ticket: string, secret: string) =>
  post(desk.gateway, AUTH_ROUTES.redeem.path, { ticket, secret });
const journalBy = async (token: string): Promise<string> => {
  const headers = { authorization: `Bearer ${token}` };
  return (await call(desk.gateway, `${ROUTES.exportJournal.path}?format=jsonl`, { headers })).text;
};
const readsWith = (token: string) =>
  call(desk.gateway, TRADE_DOWNLOAD_ROUTES.list.path, { headers: { authorization: `Bearer ${token}` } });

/** A dialog that came to its end: its ticket, and the secret of the pane that it belongs to. */
async function ended(person = 'tom') {
  const { secret, digest } = paneSecret();
  const back = await atProvider(desk.gateway, await begun(desk.gateway, digest), person);
  return { secret, back, ticket: ticketIn(await wordFrom(desk.gateway, back)) };
}

describe('a sign-in at a provider', () => {
  beforeAll(open);
  afterAll(async () => {
    await desk.stop();
    await provider.close();
  });

  it('lets a person in by name, for every page of the browser', async () => {
    const signedIn = await signIn(desk.gateway, 'tom');
    expect(JSON.parse(signedIn.text)).toMatchObject({ name: 'Tom Berger' });
    const key = keyIn(signedIn);
    const tokens = [await tokenBy(desk.gateway, key), await tokenBy(desk.gateway, key)];
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens) expect((await readsWith(token)).status).toBe(200);
  });

  it('shows a page nothing of the provider but its address: no token, no code, no cookie', async () => {
    const { secret, digest } = paneSecret();
    const page = await begun(desk.gateway, digest);
    const back = await atProvider(desk.gateway, page, 'tom');
    const last = await call(desk.gateway, back, { headers: { host: `localhost:${desk.gateway.port}` } });
    const key = await redeem(
      ticketIn(new URL(String(last.headers.location), 'http://localhost').hash),
      secret,
    );
    expect(key.status).toBe(200);
    const code = new URL(back, 'http://localhost').searchParams.get('code') ?? '';
    expect(code).not.toBe('');
    for (const { headers, text } of [last, key]) {
      expect(headers['set-cookie']).toBeUndefined();
      expect(`${JSON.stringify(headers)} ${text}`).not.toMatch(new RegExp(`eyJ|${code}`));
    }
  });

  it('refuses a ticket that was used, however often', async () => {
    const { ticket, secret } = await ended();
    expect((await redeem(ticket, secret)).status).toBe(200);
    expect(refusalOf(await redeem(ticket, secret))).toEqual([403, 'denied']);
  });

  it('refuses a ticket without the secret of its pane, or with that of another one', async () => {
    const [mine, theirs] = [await ended('tom'), await ended('max')];
    for (const secret of ['', mine.ticket, paneSecret().secret]) {
      expect(refusalOf(await redeem(mine.ticket, secret))).toEqual([403, 'denied']);
    }
    expect(refusalOf(await redeem(theirs.ticket, mine.secret))).toEqual([403, 'denied']);
    expect(JSON.parse((await redeem(mine.ticket, mine.secret)).text)).toMatchObject({ name: 'Tom Berger' });
  });

  it('takes a ticket as a person types it, and ends a sign-in after five wrong ones', async () => {
    const typed = await ended();
    const small = typed.ticket.toLowerCase().replace('-', ' ').replaceAll('0', 'o');
    expect((await redeem(small, typed.secret)).status).toBe(200);
    const { ticket, secret } = await ended();
    for (let guess = 0; guess < 5; guess++) expect((await redeem('0000-0000', secret)).status).toBe(403);
    expect(refusalOf(await redeem(ticket, secret))).toEqual([403, 'denied']);
  });

  it('refuses a ticket after two minutes', async () => {
    const { ticket, secret } = await ended();
    await desk.clock.advance(2 * 60_000);
    expect(refusalOf(await redeem(ticket, secret))).toEqual([403, 'denied']);
  });

  it('answers a callback once', async () => {
    const { back, ticket, secret } = await ended();
    expect(await wordFrom(desk.gateway, back)).toBe('#problem=over');
    expect((await redeem(ticket, secret)).status).toBe(200);
  });

  it('refuses a mixed-up state, a foreign code and one that was made up', async () => {
    const [one, other] = [paneSecret(), paneSecret()];
    const back = await atProvider(desk.gateway, await begun(desk.gateway, one.digest), 'tom');
    const otherPage = await begun(desk.gateway, other.digest);
    const otherState = otherPage.split('/').at(-1) ?? '';
    const foreign = new URL(back, 'http://localhost');
    foreign.searchParams.set('state', otherState);
    expect(await wordFrom(desk.gateway, foreign.pathname + foreign.search)).toBe('#problem=refused');
    expect(await wordFrom(desk.gateway, '/auth/back?code=made-up&state=made-up')).toBe('#problem=over');
    const made = new URLSearchParams({ code: 'made-up', iss: provider.issuer });
    const third = await begun(desk.gateway, other.digest);
    made.set('state', third.split('/').at(-1) ?? '');
    expect(await wordFrom(desk.gateway, `/auth/back?${made.toString()}`)).toBe('#problem=refused');
    for (const { secret } of [one, other]) expect((await redeem('0000-0000', secret)).status).toBe(403);
  });

  it('refuses what was begun ten minutes ago', async () => {
    const { digest } = paneSecret();
    const page = await begun(desk.gateway, digest);
    const back = await atProvider(desk.gateway, page, 'tom');
    await desk.clock.advance(10 * 60_000);
    expect(await wordFrom(desk.gateway, back)).toBe('#problem=over');
    expect(await ledTo(desk.gateway, page)).toBe('/dialog.html#problem=over');
  });

  it('lets nobody in who has no role, and says so', async () => {
    const refused = await signIn(desk.gateway, 'mia');
    expect(refusalOf(refused)).toEqual([403, 'denied']);
    expect(refused.text).toContain('Mia Sales has no role at this desk');
  });

  it('ends after ten hours, with every session that came of it', async () => {
    const key = keyIn(await signIn(desk.gateway, 'ada'));
    const token = await tokenBy(desk.gateway, key);
    await desk.clock.advance(TEN_HOURS_MS - 1);
    expect((await readsWith(token)).status).toBe(200);
    await desk.clock.advance(1);
    expect((await readsWith(token)).status).toBe(401);
    expect(refusalOf(await post(desk.gateway, ROUTES.openSession.path, { key }))).toEqual([
      401,
      'signed-out',
    ]);
  });

  it('ends at once, with its sessions, when an admin ends the person, and is a line of the journal', async () => {
    const [toms, maxs] = [keyIn(await signIn(desk.gateway, 'tom')), keyIn(await signIn(desk.gateway, 'max'))];
    const [tom, max] = [await tokenBy(desk.gateway, toms), await tokenBy(desk.gateway, maxs)];
    expect((await readsWith(tom)).status).toBe(200);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${max}` };
    const asked = { method: 'POST', headers, body: JSON.stringify({ person: 'tom' }) };
    const ended = await call(desk.gateway, PEOPLE_ROUTES.end.path, asked);
    expect(EndAnswer.parse(JSON.parse(ended.text)).ended).toBeGreaterThan(0);
    expect((await readsWith(tom)).status).toBe(401);
    const again = await post(desk.gateway, ROUTES.openSession.path, { key: toms });
    expect(refusalOf(again)).toEqual([401, 'signed-out']);
    // Whoever was ended is told by whom, and that nothing was withdrawn by it.
    expect(again.text).toMatch(/Max \w+ ended your session at this desk. What you have live stays live./);
    const strange = await post(desk.gateway, ROUTES.openSession.path, { key: 'x'.repeat(43) });
    expect(strange.text).toContain('Nobody is signed in at this desk here.');
    expect((await readsWith(max)).status).toBe(200);
    expect(await journalBy(max)).toMatch(/"entry":"session-ended"[^\n]*Tom Berger/);
  });

  it('is left by whoever holds its key, and by nobody else', async () => {
    const leave = (key: string) => post(desk.gateway, AUTH_ROUTES.leave.path, { key });
    const [mine, other] = [
      keyIn(await signIn(desk.gateway, 'ada')),
      keyIn(await signIn(desk.gateway, 'ada')),
    ];
    const [here, there] = [await tokenBy(desk.gateway, mine), await tokenBy(desk.gateway, other)];
    for (const strange of ['', 'x'.repeat(43), here, desk.gateway.programKey]) {
      expect(JSON.parse((await leave(strange)).text)).toEqual({ ended: 0 });
    }
    expect((await readsWith(here)).status).toBe(200);
    expect(JSON.parse((await leave(mine)).text)).toEqual({ ended: 1 });
    expect((await readsWith(here)).status).toBe(401);
    const again = await post(desk.gateway, ROUTES.openSession.path, { key: mine });
    expect(refusalOf(again)).toEqual([401, 'signed-out']);
    expect((await readsWith(there)).status).toBe(200);
    expect(await journalBy(there)).toMatch(/Ada Lindqvist signed out/);
  });

  it('takes the place of pairing: a code lets nobody in, the key of programs does', async () => {
    const { gateway } = desk;
    expect(refusalOf(await post(gateway, ROUTES.pair.path, { code: gateway.pairingCode }))).toEqual([
      422,
      'unsupported',
    ]);
    expect((await readsWith(await tokenBy(gateway, gateway.programKey))).status).toBe(200);
    expect(refusalOf(await post(gateway, ROUTES.openSession.path, {}))).toEqual([401, 'signed-out']);
  });

  it('goes on when the provider has changed its keys', async () => {
    expect((await signIn(desk.gateway, 'tom')).status).toBe(200);
    await provider.rotateKeys();
    await desk.clock.advance(10_000);
    expect((await signIn(desk.gateway, 'tom')).status).toBe(200);
  });

  it('refuses bodies that are no sign-in', async () => {
    for (const body of [{}, { digest: 'short', folder: '/' }, { ...paneSecret(), folder: '/' }]) {
      expect((await post(desk.gateway, AUTH_ROUTES.start.path, body)).status).toBe(400);
    }
    const { digest } = paneSecret();
    for (const folder of ['//evil.example/', 'https://evil.example/', '/workbench', '']) {
      expect((await post(desk.gateway, AUTH_ROUTES.start.path, { digest, folder })).status).toBe(400);
    }
    expect(refusalOf(await post(desk.gateway, AUTH_ROUTES.token.path, { token: 'e30.e30.' }))).toEqual([
      422,
      'unsupported',
    ]);
  });
});

describe.each([
  ['with a refresh token', true],
  ['by userinfo, without one', false],
] as const)('groups, read again %s', (_, refreshes) => {
  const FOUR_MINUTES_MS = 4 * 60_000;
  let people: Record<string, { name: string; roles: string[] }>;
  beforeEach(async () => {
    people = { tom: { name: 'Tom Berger', roles: ['trader', 'approver'] }, max: DEMO_PEOPLE.max as never };
    const port = await anyPort();
    provider = await startProvider({ gateways: [`http://localhost:${port}`], people, refreshes });
    desk = await testGateway({ port, auth: { ...settings, issuer: provider.issuer } });
  });
  afterEach(async () => {
    await desk.stop();
    await provider.close().catch(() => undefined);
  });
  const arms = async (token: string): Promise<number> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const asked = { method: 'POST', headers, body: JSON.stringify({ on: true }) };
    return (await call(desk.gateway, ROUTES.noteArming.path, asked)).status;
  };
  const signedIn = async (person: string) => tokenBy(desk.gateway, keyIn(await signIn(desk.gateway, person)));

  it('take pressing from who is a trader no more, while they are signed in, and the journal says so', async () => {
    const [tom, max] = [await signedIn('tom'), await signedIn('max')];
    expect(await arms(tom)).toBe(200);
    people.tom = { name: 'Tom Berger', roles: ['analyst'] };
    await desk.clock.advance(FOUR_MINUTES_MS);
    await expect.poll(() => arms(tom)).toBe(403);
    expect((await readsWith(tom)).status).toBe(200);
    expect((await readsWith(max)).status).toBe(200);
    expect(await journalBy(max)).toMatch(
      /"entry":"roles"[^\n]*Tom Berger, so far trader and approver, is analyst now/,
    );
    people.tom = { name: 'Tom Berger', roles: ['trader'] };
    await desk.clock.advance(FOUR_MINUTES_MS);
    // A token for userinfo lasts five minutes at this provider.
    if (refreshes) await expect.poll(() => arms(tom)).toBe(200);
    else expect(await arms(tom)).toBe(403);
  });

  it('end the sign-in of who has no role any more', async () => {
    const key = keyIn(await signIn(desk.gateway, 'tom'));
    const token = await tokenBy(desk.gateway, key);
    people.tom = { name: 'Tom Berger', roles: [] };
    await desk.clock.advance(FOUR_MINUTES_MS);
    await expect.poll(async () => (await readsWith(token)).status).toBe(401);
    const again = await post(desk.gateway, ROUTES.openSession.path, { key });
    expect(refusalOf(again)).toEqual([401, 'signed-out']);
  });

  it('end the sign-in that the provider confirms no more', async () => {
    const token = await signedIn('tom');
    delete people.tom;
    await desk.clock.advance(FOUR_MINUTES_MS);
    await expect.poll(async () => (await readsWith(token)).status).toBe(401);
  });

  it('stay as they were while the provider is down', async () => {
    const token = await signedIn('tom');
    await provider.close();
    await desk.clock.advance(FOUR_MINUTES_MS);
    await expect.poll(async () => (await health()).signIn?.message).toContain('does not answer');
    expect(await arms(token)).toBe(200);
  });
});

describe('a provider that is down', () => {
  afterEach(async () => {
    await desk.stop();
    await provider.close().catch(() => undefined);
  });

  it('keeps who is in, lets nobody new in, is said, and comes back by itself', async () => {
    await open();
    const key = keyIn(await signIn(desk.gateway, 'tom'));
    const token = await tokenBy(desk.gateway, key);
    const { digest } = paneSecret();
    const page = await begun(desk.gateway, digest);
    const back = await atProvider(desk.gateway, page, 'ada');
    expect((await health()).signIn).toBeUndefined();
    await provider.close();
    expect(await wordFrom(desk.gateway, back)).toBe('#problem=down');
    await desk.clock.advance(10_000);
    const start = await post(desk.gateway, AUTH_ROUTES.start.path, { digest, folder: '/' });
    expect(refusalOf(start)).toEqual([503, 'unavailable']);
    expect((await readsWith(token)).status).toBe(200);
    expect((await readsWith(await tokenBy(desk.gateway, key))).status).toBe(200);
    expect((await health()).signIn?.message).toContain('Nobody new can sign in');
    const { port } = new URL(provider.issuer);
    provider = await startProvider({
      gateways: [`http://localhost:${desk.gateway.port}`],
      port: Number(port),
    });
    await desk.clock.advance(30_000);
    await expect.poll(async () => (await health()).signIn).toBeUndefined();
    expect((await signIn(desk.gateway, 'ada')).status).toBe(200);
  });

  it('does not keep the gateway from starting', async () => {
    await open();
    const { issuer } = provider;
    await provider.close();
    await desk.stop();
    desk = await testGateway({ auth: { ...settings, issuer } });
    const way = await call(desk.gateway, AUTH_ROUTES.way.path);
    expect(JSON.parse(way.text)).toEqual({ by: 'provider', provider: new URL(issuer).host });
    const { digest } = paneSecret();
    const start = await post(desk.gateway, AUTH_ROUTES.start.path, { digest, folder: '/' });
    expect(refusalOf(start)).toEqual([503, 'unavailable']);
    const after = await call(desk.gateway, AUTH_ROUTES.way.path);
    expect(JSON.parse(after.text)).toMatchObject({ failure: { kind: 'unavailable' } });
  });
});

describe('a token that Office got', () => {
  let office: OfficeProvider;
  beforeEach(async () => {
    office = await OfficeProvider.start();
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', (asked: string | URL | Request, init?: RequestInit) =>
      fetch(String(asked instanceof Request ? asked.url : asked).replace(OFFICE_ORIGIN, office.origin), init),
    );
  });
  afterEach(async () => {
    vi.unstubAllGlobals();
    office.close();
    await desk.stop();
  });
  const auth = { ...settings, issuer: ISSUER, clientId: CLIENT };
  const token = () => office.token(goodAt(Math.floor(desk.clock.now() / 1_000)));
  const way = async (): Promise<unknown> =>
    JSON.parse((await call(desk.gateway, AUTH_ROUTES.way.path)).text) as unknown;

  it('opens a session where the desk wants it, and is a line of the journal', async () => {
    desk = await testGateway({ auth: { ...auth, officeTenant: TENANT } });
    expect(await way()).toEqual({
      by: 'provider',
      provider: 'login.microsoftonline.com',
      office: {
        clientId: CLIENT,
        authority: ISSUER.replace('/v2.0', ''),
        scopes: ['openid', 'profile', `${CLIENT}/access_as_user`],
      },
    });
    const answer = await post(desk.gateway, AUTH_ROUTES.token.path, { token: token() });
    const page = await tokenBy(desk.gateway, keyIn(answer));
    expect((await readsWith(page)).status).toBe(200);
    const journal = await journalBy(page);
    expect(journal).toContain('Tom Berger');
    expect(journal).not.toContain(token());
  });

  it('is not taken where the desk does not, however good it is', async () => {
    desk = await testGateway({ auth });
    expect(await way()).toEqual({ by: 'provider', provider: 'login.microsoftonline.com' });
    expect(refusalOf(await post(desk.gateway, AUTH_ROUTES.token.path, { token: token() }))).toEqual([
      422,
      'unsupported',
    ]);
  });
});
