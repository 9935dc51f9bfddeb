import { expect, it } from 'vitest';
import { QuoteId, RequestId } from '../../../src/domain/identifiers';
import { Price } from '../../../src/domain/price';
import { Quantity } from '../../../src/domain/quantity';
import { ManualClock } from '../../../src/effects/manual-clock';
import type { QuoteToSend } from '../../../src/gateway/platform/operations';
import {
  CREDENTIALS,
  edgeTo,
  inTime,
  isAuthenticate,
  jwt,
  MIDNIGHT,
  NOON,
  platform,
  type Answer,
  type Edge,
  type Platform,
  signingIn,
  tokenOf,
} from './platform';
import { RQ, QT, wireRequest } from './records';

const ASK = { lane: 'visible' } as const;
const reads = () => signingIn(() => ({ body: wireRequest() }));

it.each([
  ['form', '', 'client-id=desk&client-secret=secret%2Bword%264712', 'application/x-www-form-urlencoded'],
  ['json', '', '{"client-id":"desk","client-secret":"secret+word&4712"}', 'application/json'],
  ['query', '?client-id=desk&client-secret=secret%2Bword%264712', '', undefined],
])(
  'sends the credentials as %s, with the API key in its header',
  async (credentialsIn, query, body, type) => {
    const service = await platform(reads());
    await edgeTo(service.baseUrl, { profile: { auth: { credentialsIn } } });
    const [call] = service.arrived;
    expect(call).toMatchObject({ method: 'POST', path: `/v2.0/authenticate${query}`, body });
    expect(call?.headers['x-api-key']).toBe('key-4711');
    expect(call?.headers['content-type']).toBe(type);
  },
);

it('signs every call with the key and the token', async () => {
  const service = await platform(reads());
  const edge = await edgeTo(service.baseUrl);
  await edge.service.request(RQ, ASK);
  const call = service.arrived[1];
  expect(call?.headers['x-api-key']).toBe('key-4711');
  expect(call?.headers.authorization).toBe(`Bearer ${jwt(MIDNIGHT, 'token-1')}`);
});

it("takes the token's own end, and without one the next midnight of the service", async () => {
  const own = await platform(signingIn(() => ({}), NOON + 3_600_000));
  expect((await edgeTo(own.baseUrl)).status).toEqual({ signedIn: true, tokenEndsAt: NOON + 3_600_000 });
  const inMs = await platform(signingIn(() => ({}), (NOON + 3_600_000) * 1000));
  expect((await edgeTo(inMs.baseUrl)).status.tokenEndsAt).toBe(NOON + 3_600_000);
  const plain = await platform(() => ({ body: { 'access-token': 'no-jwt-at-all' } }));
  expect((await edgeTo(plain.baseUrl)).status.tokenEndsAt).toBe(MIDNIGHT);
  for (const [startsAt, endsAt] of [
    ['2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
    ['2026-10-25T22:59:59Z', '2026-10-25T23:00:00Z'],
    ['2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
    ['2026-03-29T20:59:59Z', '2026-03-29T22:00:00Z'],
  ] as const) {
    const edge = await edgeTo(plain.baseUrl, { startsAt: Date.parse(startsAt) });
    const soonest = Date.parse(startsAt) + 60_000;
    expect(edge.status.tokenEndsAt).toBe(Math.max(Date.parse(endsAt), soonest));
  }
});

it('uses an opaque token without an end until it is refused, where the profile says so', async () => {
  let issued = 0;
  let refusing = false;
  const service = await platform((call) => {
    if (isAuthenticate(call)) return { body: { 'access-token': `opaque-${++issued}` } };
    const isFirst = call.headers.authorization === 'Bearer opaque-1';
    return refusing && isFirst ? { status: 401 } : { body: wireRequest() };
  });
  const auth = { expiresField: 'expires_in', unsaidEnd: 'refused' };
  const edge = await edgeTo(service.baseUrl, { profile: { auth } });
  expect(edge.status).toEqual({ signedIn: true });
  await edge.clock.advance(40 * 3_600_000);
  expect((await edge.service.request(RQ, ASK)).ok).toBe(true);
  expect(issued).toBe(1);
  refusing = true;
  expect((await edge.service.request(RQ, ASK)).ok).toBe(true);
  expect(issued).toBe(2);
});

it('asks for no new token while the old one holds, where a new one ends it', async () => {
  const endsAt = NOON + 3_600_000;
  const renewals = async (newTokenEndsOld: boolean): Promise<[number, number]> => {
    let issued = 0;
    const service = await platform((call) =>
      isAuthenticate(call)
        ? { body: { 'access-token': jwt(endsAt + issued * 3_600_000, `token-${++issued}`) } }
        : { body: wireRequest() },
    );
    const edge = await edgeTo(service.baseUrl, { profile: { auth: { newTokenEndsOld } } });
    edge.clock.jump(3_600_000 - 60_000);
    await edge.service.request(RQ, ASK);
    const before = issued;
    edge.clock.jump(120_000);
    await edge.service.request(RQ, ASK);
    return [before, issued];
  };
  expect(await renewals(false)).toEqual([2, 2]);
  expect(await renewals(true)).toEqual([1, 2]);
});

it('counts signing in as a call', async () => {
  const service = await platform(reads());
  const edge = await edgeTo(service.baseUrl);
  expect(edge.limiter.snapshot()).toMatchObject({ used: 1, byOperation: { authenticate: 1 } });
});

it('signs in from what is kept for trading when reading has used up the rest, so that it can be used', async () => {
  const service = await platform(signingIn(() => ({ status: 204 })));
  const edge = await edgeTo(service.baseUrl, { profile: { limits: { perDay: 40 } } });
  for (let read = 0; read < 50; read++) await edge.service.request(RQ, ASK);
  expect(await edge.service.request(RQ, ASK)).toMatchObject({ failure: { kind: 'quota-spent' } });
  edge.signOut();
  expect((await edge.signIn(CREDENTIALS)).ok).toBe(true);
  expect((await edge.service.withdrawQuote({ requestId: RQ, quoteId: QT })).ok).toBe(true);
});

it.each([
  [401, 'signed-out', 'The platform did not accept the client id and client secret: no such client.'],
  [403, 'denied', 'The platform refused the API key: no such client.'],
  [
    404,
    'unsupported',
    'The platform has no sign-in at the address of the profile (paths.authenticate): no such client.',
  ],
  [503, 'unavailable', 'The platform could not sign the desk in (status 503): no such client.'],
])('says what a %i to signing in means', async (status, kind, message) => {
  const service = await platform(() => ({ status, body: { errors: [{ message: 'no such client' }] } }));
  const edge = await edgeTo(service.baseUrl, { signedIn: false });
  expect(await edge.signIn(CREDENTIALS)).toMatchObject({ ok: false, failure: { kind, message } });
  expect(edge.status).toMatchObject({ signedIn: false, failure: { kind, message } });
});

it('says when the service cannot be reached, or is asked too much', async () => {
  const gone = await platform(() => ({}));
  await gone.end();
  const away = await edgeTo(gone.baseUrl, { signedIn: false });
  expect(await away.signIn(CREDENTIALS)).toMatchObject({
    failure: { kind: 'unavailable', message: 'The platform cannot be reached.' },
  });
  const busy = await platform(() => ({ status: 429, body: { message: 'Too Many Requests' } }));
  const edge = await edgeTo(busy.baseUrl, { signedIn: false });
  expect(await edge.signIn(CREDENTIALS)).toMatchObject({
    failure: { kind: 'throttled', until: NOON + 1_000 },
  });
});

it('says which field should hold the token when none does', async () => {
  const service = await platform(() => ({ body: { token: 'elsewhere' } }));
  const edge = await edgeTo(service.baseUrl, { signedIn: false });
  expect(await edge.signIn(CREDENTIALS)).toMatchObject({
    failure: {
      kind: 'unreadable',
      message: 'The platform\'s answer to the sign-in has no token in its field "access-token".',
    },
  });
});

it('spends no call on credentials that cannot be right', async () => {
  const service = await platform(reads());
  const edge = await edgeTo(service.baseUrl, { signedIn: false });
  expect(await edge.signIn({ ...CREDENTIALS, clientSecret: '' })).toMatchObject({
    failure: { kind: 'invalid-argument', message: 'The client secret is missing.' },
  });
  expect(await edge.signIn({ ...CREDENTIALS, apiKey: 'two\nlines' })).toMatchObject({
    failure: { kind: 'invalid-argument' },
  });
  expect(service.arrived).toHaveLength(0);
});

it('asks nothing of the service while signed out', async () => {
  const service = await platform(reads());
  const edge = await edgeTo(service.baseUrl, { signedIn: false });
  const signedOut = { failure: { kind: 'signed-out', message: 'The desk is not signed in.' } };
  expect(await edge.service.request(RQ, ASK)).toMatchObject(signedOut);
  expect(await edge.service.withdrawQuote({ requestId: RQ, quoteId: QT })).toMatchObject(signedOut);
  expect(service.arrived).toHaveLength(0);
});

it('renews once for fifty reads that all come back with 401, and repeats each once', async () => {
  let go = (): void => {};
  const all = new Promise<void>((resolve) => (go = resolve));
  let first = 0;
  const service = await platform(
    signingIn(async (call) => {
      if (tokenOf(call) > 1) return { body: wireRequest() };
      if (++first === 50) go();
      await all;
      return { status: 401 };
    }),
  );
  const edge = await edgeTo(service.baseUrl, { profile: { limits: { burst: 200 } } });
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => edge.service.request(RQ, ASK)));
  expect(outcomes.every(({ ok }) => ok)).toBe(true);
  expect(service.arrived.filter(isAuthenticate)).toHaveLength(2);
  expect(service.arrived).toHaveLength(2 + 100);
  expect(edge.limiter.snapshot().used).toBe(102);
});

it('is signed out, with a clear word, when a renewed token is refused as well', async () => {
  const service = await platform(signingIn(() => ({ status: 401 })));
  const edge = await edgeTo(service.baseUrl);
  let changes = 0;
  edge.onStatusChanged(() => changes++);
  const refused = {
    kind: 'signed-out',
    message: 'The platform refuses the sign-in, even right after it was renewed.',
  };
  expect(await inTime(edge, edge.service.request(RQ, ASK))).toMatchObject({ failure: refused });
  expect(edge.status).toMatchObject({ signedIn: false, failure: refused });
  expect(changes).toBe(2);
  expect(service.arrived.length).toBeLessThan(10);
  const before = service.arrived.length;
  expect(await edge.service.request(RQ, ASK)).toMatchObject({ failure: refused });
  expect(service.arrived).toHaveLength(before);
});

it('waits for a renewed token that servers do not know yet, for reads and for a withdrawal, without renewing it again', async () => {
  const clock = new ManualClock(NOON);
  let renewedAt = Infinity;
  const tokens = signingIn((call) => {
    if (tokenOf(call) === 1) return { status: 401 };
    return clock.now() - renewedAt < 2_500 ? { status: 401 } : { body: wireRequest() };
  });
  const service = await platform((call, response) => {
    if (isAuthenticate(call) && service.arrived.filter(isAuthenticate).length === 2) renewedAt = clock.now();
    return tokens(call, response);
  });
  const edge = await edgeTo(service.baseUrl, { clock });
  expect(await inTime(edge, edge.service.request(RQ, ASK))).toMatchObject({ ok: true });
  expect(service.arrived.filter(isAuthenticate)).toHaveLength(2);
  expect(edge.status.signedIn).toBe(true);
});

it('takes a 401 on one call for the word on that call, where others are served with the same token', async () => {
  const service = await platform(
    signingIn(({ path }) => (path.includes('/trades') ? { status: 401 } : { body: wireRequest() })),
  );
  const edge = await edgeTo(service.baseUrl);
  const trades = () => edge.service.trades({ from: NOON - 3_600_000, to: NOON }, ASK);
  const others = async () => {
    for (let count = 0; count < 30; count += 1)
      expect(await edge.service.request(RQ, ASK)).toMatchObject({ ok: true });
  };
  await others();
  const [first] = await Promise.all([inTime(edge, trades()), others()]);
  const says = first?.ok === false && first.failure;
  expect(says).toMatchObject({ kind: 'denied' });
  expect(says && says.message).toMatch(/takes it elsewhere/);
  for (let count = 0; count < 20; count += 1) {
    await edge.clock.advance(5_000);
    expect(await inTime(edge, trades())).toMatchObject({ failure: { kind: 'denied' } });
    await others();
  }
  expect(edge.status.signedIn).toBe(true);
  expect(service.arrived.filter(isAuthenticate)).toHaveLength(2);
});

const ENDED: [string, Answer][] = [
  ['403', { status: 403, body: { Message: 'User is not authorized with an explicit deny' } }],
  ['419', { status: 419, body: { message: 'Authentication timeout' } }],
  ['498', { status: 498 }],
  ['400 in its header', { status: 400, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } }],
  ['400 in its body', { status: 400, body: { error: 'invalid_token', error_description: 'expired' } }],
];

it.each(ENDED)('renews a token that is answered %s, once, and reads again', async (_, ended) => {
  const service = await platform(
    signingIn((call) => (tokenOf(call) === 1 ? ended : { body: wireRequest() })),
  );
  const edge = await edgeTo(service.baseUrl);
  const both = await Promise.all([edge.service.request(RQ, ASK), edge.service.analytics(RQ, ASK)]);
  expect(both[0].ok).toBe(true);
  expect(service.arrived.filter(isAuthenticate)).toHaveLength(2);
});

it.each(ENDED)('withdraws at the next try what a dead token was answered with %s', async (_, ended) => {
  const service = await platform(signingIn((call) => (tokenOf(call) === 1 ? ended : { status: 204 })));
  const edge = await edgeTo(service.baseUrl);
  const first = await edge.service.withdrawQuote({ requestId: RQ, quoteId: QT });
  expect(first).toMatchObject({ ok: false });
  if (ended.status === 403)
    expect(first).toMatchObject({
      failure: {
        kind: 'denied',
        message:
          'The platform does not allow this API key and client to withdraw this quote: User is not authorized with an explicit deny. Perhaps the sign-in had ended: SpreadDesk signs in again.',
      },
    });
  await allAnswered(edge);
  expect((await edge.service.withdrawQuote({ requestId: RQ, quoteId: QT })).ok).toBe(true);
  expect(service.arrived.filter(isAuthenticate)).toHaveLength(2);
});

const QUOTE: QuoteToSend = {
  requestId: RQ,
  direction: 'ask',
  price: { shape: 'single', price: Price.parse('-4.25') },
  quantity: Quantity.parse('10'),
  allOrNone: true,
};

/** A platform whose second sign-in never ends, and which refuses some calls. */
async function renewingFor(refuses: (path: string) => boolean) {
  let issued = 0;
  const service = await platform((call) => {
    if (isAuthenticate(call)) return ++issued === 1 ? { body: { 'access-token': jwt(MIDNIGHT) } } : undefined;
    if (refuses(call.path)) return { status: 403 };
    return call.method === 'DELETE' ? { status: 204 } : { status: 201, body: { 'quotation-id': 'QT-8' } };
  });
  return { service, edge: await edgeTo(service.baseUrl) };
}

it('keeps no action waiting for another token than one that a read was refused with', async () => {
  const { service, edge } = await renewingFor((path) => path.endsWith('/analytics'));
  void edge.service.analytics(RQ, ASK);
  await service.seen(2, isAuthenticate);
  expect((await edge.service.withdrawQuote({ requestId: RQ, quoteId: QT })).ok).toBe(true);
  expect((await edge.service.sendQuote(QUOTE)).ok).toBe(true);
});

it('keeps a quote waiting for a second at most where an action was refused, and no withdrawal', async () => {
  const { service, edge } = await renewingFor((path) => path.endsWith('QT-refused'));
  await edge.service.withdrawQuote({ requestId: RQ, quoteId: QuoteId.parse('QT-refused') });
  await service.seen(2, isAuthenticate);
  let isSent = false;
  const quoted = edge.service.sendQuote(QUOTE).finally(() => (isSent = true));
  expect((await edge.service.withdrawQuote({ requestId: RQ, quoteId: QT })).ok).toBe(true);
  await edge.clock.advance(900);
  expect(isSent).toBe(false);
  await edge.clock.advance(100);
  expect((await quoted).ok).toBe(true);
});

it('believes a 403 that a fresh token meets too: one sign-in, however often it is asked', async () => {
  const service = await platform(
    signingIn(({ method }) => (method === 'DELETE' ? { status: 403 } : { body: wireRequest() })),
  );
  const edge = await edgeTo(service.baseUrl);
  const withdraw = () => edge.service.withdrawQuote({ requestId: RQ, quoteId: QT });
  const ends = [await withdraw()];
  for (let tries = 0; tries < 10; tries++) {
    await allAnswered(edge);
    await edge.clock.advance(8_000);
    expect((await edge.service.request(RQ, ASK)).ok).toBe(true);
    ends.push(await withdraw());
  }
  expect(service.arrived.filter(isAuthenticate)).toHaveLength(2);
  expect(ends.at(-1)).toMatchObject({
    failure: {
      kind: 'denied',
      message: 'The platform does not allow this API key and client to withdraw this quote.',
    },
  });
});

it('makes no storm of sign-ins of lists that are not allowed, or where a new token is the old one', async () => {
  const refusing = await platform(signingIn(() => ({ status: 403 })));
  const same = await platform((call) =>
    isAuthenticate(call) ? { body: { 'access-token': jwt(MIDNIGHT) } } : { status: 403 },
  );
  for (const service of [refusing, same]) {
    const edge = await edgeTo(service.baseUrl);
    for (let reads = 0; reads < 30; reads++) {
      const id = RequestId.parse(`RQ-${reads}`);
      expect(await edge.service.request(id, ASK)).toMatchObject({ failure: { kind: 'denied' } });
    }
    expect(service.arrived.filter(isAuthenticate)).toHaveLength(2);
    expect(edge.status.signedIn).toBe(true);
  }
});

it('withdraws although a second token is taken away as well', async () => {
  const service = await platform(signingIn((call) => ({ status: tokenOf(call) < 3 ? 403 : 204 })));
  const edge = await edgeTo(service.baseUrl);
  const withdraw = () => edge.service.withdrawQuote({ requestId: RQ, quoteId: QT });
  for (const waitMs of [0, 250, 6_000]) {
    await edge.clock.advance(waitMs);
    expect((await withdraw()).ok).toBe(false);
    await allAnswered(edge);
  }
  await edge.clock.advance(8_000);
  expect((await withdraw()).ok).toBe(true);
});

it('signs in a few times for many withdrawals that are refused again and again', async () => {
  const service = await platform(signingIn(() => ({ status: 403 })));
  const edge = await edgeTo(service.baseUrl, { profile: { limits: { ratePerSecond: 50, burst: 100 } } });
  const ids = Array.from({ length: 40 }, (_, count) => QuoteId.parse(`QT-${count}`));
  const withdrawAll = () =>
    Promise.all(ids.map((quoteId) => edge.service.withdrawQuote({ requestId: RQ, quoteId })));
  await withdrawAll();
  await allAnswered(edge);
  expect(service.arrived.filter(isAuthenticate)).toHaveLength(2);
  for (let seconds = 0; seconds < 60; seconds++) {
    await edge.clock.advance(1_000);
    await withdrawAll();
    await allAnswered(edge);
  }
  expect(service.arrived.filter(isAuthenticate)).toHaveLength(5);
});

it('counts many reads that are refused at once as one, and sees soon that a token has ended', async () => {
  let isOver = false;
  let last = 0;
  const service = await platform((call) => {
    if (isAuthenticate(call)) return { body: { 'access-token': jwt(MIDNIGHT, `token-${++last}`) } };
    const isRefused = call.path.endsWith('/analytics') || (isOver && tokenOf(call) < 3);
    return isRefused ? { status: 403 } : { body: wireRequest() };
  });
  const edge = await edgeTo(service.baseUrl);
  const ids = Array.from({ length: 8 }, (_, count) => RequestId.parse(`RQ-${count}`));
  await Promise.all(ids.map((id) => edge.service.analytics(id, ASK)));
  expect(last).toBe(2);
  expect((await edge.service.request(RQ, ASK)).ok).toBe(true);
  isOver = true;
  await edge.clock.advance(30_000);
  expect((await edge.service.request(RQ, ASK)).ok).toBe(false);
  await edge.clock.advance(31_000);
  expect((await edge.service.request(RQ, ASK)).ok).toBe(true);
});

it('goes on with a doubted token where no other one can be had', async () => {
  let issued = 0;
  const service = await platform((call) => {
    if (!isAuthenticate(call))
      return call.path.endsWith('/analytics') ? { status: 403 } : { body: wireRequest() };
    return ++issued === 1 ? { body: { 'access-token': jwt(MIDNIGHT) } } : { status: 503 };
  });
  const edge = await edgeTo(service.baseUrl);
  expect(await edge.service.analytics(RQ, ASK)).toMatchObject({ failure: { kind: 'denied' } });
  expect((await edge.service.request(RQ, ASK)).ok).toBe(true);
  expect(issued).toBe(2);
});

it('withdraws with its token once a platform allows it again that refused everything for a moment, signing in as well', async () => {
  let refusing = false;
  const service = await platform((call) => {
    if (refusing) return { status: 403 };
    return isAuthenticate(call) ? { body: { 'access-token': jwt(MIDNIGHT) } } : { status: 204 };
  });
  const edge = await edgeTo(service.baseUrl);
  refusing = true;
  expect(await edge.service.request(RQ, ASK)).toMatchObject({ failure: { kind: 'denied' } });
  expect(service.arrived.filter(isAuthenticate)).toHaveLength(3);
  expect(edge.status).toEqual({ signedIn: true, tokenEndsAt: MIDNIGHT });
  refusing = false;
  expect((await edge.service.withdrawQuote({ requestId: RQ, quoteId: QT })).ok).toBe(true);
});

it('goes on until its end with a token that is doubted after the secret was changed, then is signed out', async () => {
  let issued = 0;
  const service = await platform((call) => {
    if (!isAuthenticate(call))
      return call.path.endsWith('/analytics') ? { status: 403 } : { body: wireRequest() };
    return ++issued === 1 ? { body: { 'access-token': jwt(MIDNIGHT) } } : { status: 401 };
  });
  const edge = await edgeTo(service.baseUrl);
  for (let reads = 0; reads < 10; reads++) {
    expect(await edge.service.analytics(RQ, ASK)).toMatchObject({ failure: { kind: 'denied' } });
    expect((await edge.service.request(RQ, ASK)).ok).toBe(true);
    await edge.clock.advance(5_500);
  }
  expect([issued, edge.status.signedIn]).toEqual([3, true]);
  edge.clock.jump(MIDNIGHT - edge.clock.now());
  expect(await edge.service.request(RQ, ASK)).toMatchObject({ failure: { kind: 'signed-out' } });
  expect(edge.status.signedIn).toBe(false);
});

it('is signed out where the token itself is refused with a 401, and signing in as well', async () => {
  let issued = 0;
  const service = await platform((call) => {
    if (!isAuthenticate(call)) return { status: call.path.endsWith('/analytics') ? 403 : 401 };
    return ++issued === 1 ? { body: { 'access-token': jwt(MIDNIGHT) } } : { status: 401 };
  });
  const edge = await edgeTo(service.baseUrl);
  await edge.service.analytics(RQ, ASK);
  expect(edge.status.signedIn).toBe(true);
  await edge.clock.advance(5_500);
  await edge.service.request(RQ, ASK);
  expect(edge.status.signedIn).toBe(false);
});

it.each(ENDED.slice(3))('ends no list where its token ends between two pages: %s', async (_, ended) => {
  let issued = 0;
  const service = await platform((call) => {
    if (isAuthenticate(call))
      return ++issued === 1 ? { body: { 'access-token': jwt(MIDNIGHT) } } : { status: 503 };
    const items = [wireRequest('RQ-1'), wireRequest('RQ-2')];
    return call.path.includes('page=1&') ? { body: { items } } : ended;
  });
  const edge = await edgeTo(service.baseUrl);
  expect(await edge.service.openRequests(ASK)).toMatchObject({
    failure: {
      kind: 'unavailable',
      message: expect.stringContaining('Perhaps the sign-in had ended.') as string,
    },
  });
});

it('takes the statuses of the profile for what an ended token is answered', async () => {
  const service = await platform(
    signingIn((call) => (tokenOf(call) === 1 ? { status: 440 } : { body: wireRequest() })),
  );
  const edge = await edgeTo(service.baseUrl, { profile: { auth: { endedStatuses: [440] } } });
  expect((await edge.service.request(RQ, ASK)).ok).toBe(true);
});

it('is not signed out by one refusal of a renewal', async () => {
  let issued = 0;
  const service = await platform((call) => {
    if (!isAuthenticate(call)) return tokenOf(call) === 1 ? { status: 401 } : { body: wireRequest() };
    issued += 1;
    return issued === 2 ? { status: 401 } : { body: { 'access-token': jwt(MIDNIGHT, `token-${issued}`) } };
  });
  const edge = await edgeTo(service.baseUrl);
  expect((await edge.service.request(RQ, ASK)).ok).toBe(true);
  expect([issued, edge.status.signedIn]).toEqual([3, true]);
});

it('renews in passing a few minutes before the end, and keeps nobody waiting for it', async () => {
  let hold: (() => void) | undefined;
  let issued = 0;
  const service = await platform(async (call) => {
    if (!isAuthenticate(call)) return { body: wireRequest() };
    issued += 1;
    if (issued === 2) await new Promise<void>((resolve) => (hold = resolve));
    return { body: { 'access-token': jwt(NOON + issued * 3_600_000, `token-${issued}`) } };
  });
  const edge = await edgeTo(service.baseUrl);
  await edge.clock.advance(3_600_000 - 300_001);
  await edge.service.request(RQ, ASK);
  expect(issued).toBe(1);
  await edge.clock.advance(1);
  await edge.service.request(RQ, ASK);
  await edge.service.request(RQ, ASK);
  await service.seen(2, isAuthenticate);
  expect(service.arrived.filter((call) => !isAuthenticate(call)).map(tokenOf)).toEqual([1, 1, 1]);
  const changed = new Promise<void>((resolve) => void edge.onStatusChanged(resolve));
  hold?.();
  await changed;
  expect(edge.status.tokenEndsAt).toBe(NOON + 2 * 3_600_000);
  await edge.service.request(RQ, ASK);
  expect(tokenOf(service.arrived.at(-1)!)).toBe(2);
  expect(issued).toBe(2);
});

it('lets a write at midnight go out with a token of the new day', async () => {
  let issued = 0;
  const service = await platform((call) => {
    if (!isAuthenticate(call)) return { status: 204 };
    const endsAt = ++issued === 1 ? MIDNIGHT : MIDNIGHT + 86_400_000;
    return { body: { 'access-token': jwt(endsAt, `token-${issued}`) } };
  });
  const edge = await edgeTo(service.baseUrl);
  await edge.clock.advance(MIDNIGHT - NOON + 1);
  expect(await edge.service.withdrawQuote({ requestId: RQ, quoteId: QT })).toMatchObject({ ok: true });
  expect(tokenOf(service.arrived.at(-1)!)).toBe(2);
});

/** A tenth of a second, and what it sends is answered. */
async function tenth(edge: Edge): Promise<void> {
  await edge.clock.advance(100);
  await allAnswered(edge);
}
async function allAnswered(edge: Edge): Promise<void> {
  while (edge.limiter.snapshot().inFlight > 0) await new Promise((answered) => setImmediate(answered));
}

/** Twenty withdrawals at once, one each tenth of a second; answers how each ended and the paths that were asked for. */
async function withdrawMany(service: Platform, edge: Edge) {
  const ids = Array.from({ length: 20 }, (_, count) => QuoteId.parse(`QT-waiting-${count}`));
  let left = ids.length;
  const results = Promise.all(
    ids.map((quoteId) => edge.service.withdrawQuote({ requestId: RQ, quoteId }).finally(() => left--)),
  );
  while (left > 0) await tenth(edge);
  const sent = service.arrived.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
  return { ends: (await results).map((result) => (result.ok ? 'done' : result.failure.kind)), sent };
}
const ONE_AT_A_TIME = { profile: { limits: { burst: 1 } } };

it('sends each of many withdrawals with a token of the new day when midnight comes while they wait', async () => {
  let issued = 0;
  const service = await platform((call) => {
    if (!isAuthenticate(call))
      return { status: tokenOf(call) < 3 && edge.clock.now() >= MIDNIGHT ? 401 : 204 };
    const endsAt = ++issued < 3 ? MIDNIGHT : MIDNIGHT + 86_400_000;
    return { body: { 'access-token': jwt(endsAt, `token-${issued}`) } };
  });
  const edge = await edgeTo(service.baseUrl, ONE_AT_A_TIME);
  await edge.clock.advance(MIDNIGHT - NOON - 240_000);
  const early = edge.service.withdrawQuote({ requestId: RQ, quoteId: QT });
  for (let tenths = 0; tenths < 10; tenths++) await tenth(edge);
  await early;
  await edge.clock.advance(240_000 - 1_150);
  const { ends, sent } = await withdrawMany(service, edge);
  expect(ends).toEqual(Array(20).fill('done'));
  expect(sent).toHaveLength(21);
  expect(new Set(sent).size).toBe(21);
});

it('sends what waits with no token that the service has just refused', async () => {
  let revoked = false;
  const service = await platform(
    signingIn((call) => ({ status: revoked && tokenOf(call) === 1 ? 401 : 204 })),
  );
  const edge = await edgeTo(service.baseUrl, ONE_AT_A_TIME);
  revoked = true;
  const { ends, sent } = await withdrawMany(service, edge);
  expect(ends).toEqual(['signed-out', ...Array<string>(19).fill('done')]);
  expect(sent).toHaveLength(20);
});

it('does not renew over and over when all tokens of a day end at the same midnight', async () => {
  const service = await platform(reads());
  const edge = await edgeTo(service.baseUrl);
  await edge.clock.advance(MIDNIGHT - NOON - 240_000);
  for (let asked = 0; asked < 46; asked++) {
    await edge.service.request(RQ, ASK);
    await service.seen(2, isAuthenticate);
    await edge.clock.advance(5_000);
  }
  expect(service.arrived.filter(isAuthenticate)).toHaveLength(2);
});

it('uses a token that seems to be over when it comes, for then our own clock is wrong', async () => {
  const service = await platform(signingIn(() => ({ body: wireRequest() }), NOON - 3_600_000));
  const edge = await edgeTo(service.baseUrl);
  for (let asked = 0; asked < 5; asked++)
    expect(await edge.service.request(RQ, ASK)).toMatchObject({ ok: true });
  expect(service.arrived.filter(isAuthenticate)).toHaveLength(1);
});

it('does not hammer a service that cannot renew, yet tries at once for an action', async () => {
  let works = true;
  const service = await platform((call) =>
    isAuthenticate(call) && !works
      ? { status: 503 }
      : { body: isAuthenticate(call) ? { 'access-token': jwt(NOON + 600_000) } : wireRequest() },
  );
  const edge = await edgeTo(service.baseUrl);
  works = false;
  await edge.clock.advance(600_000);
  for (let asked = 0; asked < 10; asked++) {
    expect(await edge.service.request(RQ, ASK)).toMatchObject({ failure: { kind: 'unavailable' } });
  }
  expect(service.arrived.filter(isAuthenticate)).toHaveLength(2);
  await edge.service.withdrawQuote({ requestId: RQ, quoteId: QT });
  expect(service.arrived.filter(isAuthenticate)).toHaveLength(3);
  expect(edge.status.signedIn).toBe(true);
  works = true;
  await edge.clock.advance(5_000);
  expect(await edge.service.request(RQ, ASK)).toMatchObject({ ok: true });
});

it('hands a renewal that waits behind reads to the action that needs it too', async () => {
  let issued = 0;
  const service = await platform((call) => {
    if (!isAuthenticate(call)) return { body: wireRequest() };
    return { body: { 'access-token': jwt(NOON + ++issued * 600_000) } };
  });
  const edge = await edgeTo(service.baseUrl);
  await edge.clock.advance(600_000);
  for (let asked = 0; asked < 100; asked++) {
    void edge.limiter.run({ lane: 'polling', operation: 'other' }, async (turn) => {
      turn.refused({ hint: 'throttled', retryAfterMs: 1_000 });
      return { ok: true, value: undefined };
    });
  }
  await edge.clock.advance(0);
  void edge.service.request(RQ, { lane: 'bulk' });
  await edge.clock.advance(0);
  expect(edge.limiter.snapshot().queuedByLane).toMatchObject({ bulk: 1, withdraw: 0 });
  void edge.service.withdrawQuote({ requestId: RQ, quoteId: QT });
  await edge.clock.advance(0);
  expect(edge.limiter.snapshot().queuedByLane).toMatchObject({ bulk: 0, withdraw: 1 });
});

it('forgets everything on signing out, and takes no token that arrives after it', async () => {
  let answer: (() => void) | undefined;
  const service = await platform(async () => {
    await new Promise<void>((resolve) => (answer = resolve));
    return { body: { 'access-token': jwt(MIDNIGHT) } };
  });
  const edge = await edgeTo(service.baseUrl, { signedIn: false });
  const signingIn = edge.signIn(CREDENTIALS);
  await service.seen(1);
  edge.signOut();
  answer?.();
  expect(await signingIn).toMatchObject({ ok: false });
  expect(edge.status).toEqual({ signedIn: false });
});

it('keeps every secret out of failures and out of the log', async () => {
  const secrets = [
    CREDENTIALS.apiKey,
    CREDENTIALS.clientSecret,
    encodeURIComponent(CREDENTIALS.clientSecret),
  ];
  const echo = `bad key ${secrets.join(' and ')}`;
  const refusing = await platform(() => ({ status: 403, body: { message: echo } }));
  const refused = await edgeTo(refusing.baseUrl, { signedIn: false });
  const token = jwt(MIDNIGHT, 'token-1');
  const echoing = await platform(
    signingIn(() => ({ status: 500, body: { errors: [{ message: `${echo} ${token}`, field: 'x' }] } })),
  );
  const edge = await edgeTo(echoing.baseUrl);
  const said = JSON.stringify([
    await refused.signIn(CREDENTIALS),
    refused.status,
    await edge.service.request(RQ, ASK),
    await edge.service.withdrawQuote({ requestId: RQ, quoteId: QT }),
    edge.status,
    refused.logged,
    edge.logged,
  ]);
  expect(said).toContain('bad key');
  for (const secret of [...secrets, token]) expect(said).not.toContain(secret);
});

it('tells when the service stops working and when it works again, once each', async () => {
  let works = true;
  const service = await platform(signingIn(() => (works ? { body: wireRequest() } : { status: 503 })));
  const edge = await edgeTo(service.baseUrl);
  const told: (string | undefined)[] = [];
  const end = edge.onStatusChanged(() => told.push(edge.status.failure?.message));
  works = false;
  await edge.service.request(RQ, ASK);
  await edge.service.request(RQ, ASK);
  works = true;
  await edge.service.request(RQ, ASK);
  expect(told).toEqual(['The platform has a problem (status 503).', undefined]);
  end();
  end();
  edge.signOut();
  expect(told).toHaveLength(2);
});
