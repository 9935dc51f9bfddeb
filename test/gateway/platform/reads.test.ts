import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DEFAULT_PROFILE, profileFrom } from '../../../src/contract/service/profile';
import { addressOf } from '../../../src/gateway/platform/route';
import { edgeTo, isAuthenticate, MIDNIGHT, NOON, platform, signingIn, type Answer } from './platform';
import { QT, RQ, TR, wireQuote, wireRequest, wireTrade } from './records';
import { RequestId } from '../../../src/domain/identifiers';

const ASK = { lane: 'asked' } as const;

async function answering(answer: Answer, profile?: unknown) {
  const service = await platform(signingIn(() => answer));
  return { arrived: service.arrived, edge: await edgeTo(service.baseUrl, { profile }) };
}

it('reads a request, its quotes, its analytics and a trade from the addresses of the profile', async () => {
  const service = await platform(
    signingIn(({ path }) => {
      if (path.includes('/quotations')) return { body: { items: [wireQuote()], total: 1 } };
      if (path.includes('/trades/')) return { body: wireTrade() };
      return { body: wireRequest() };
    }),
  );
  const { service: edge } = await edgeTo(service.baseUrl);
  expect(await edge.request(RQ, ASK)).toMatchObject({
    ok: true,
    value: { id: RQ, legs: [{ price: '-4.25' }] },
  });
  expect(await edge.quotes(RQ, ASK)).toMatchObject({
    ok: true,
    value: { records: [{ id: QT }], unreadable: [] },
  });
  expect(await edge.analytics(RQ, ASK)).toMatchObject({ ok: true, value: { requestId: RQ } });
  expect(await edge.trade(TR, ASK)).toMatchObject({ ok: true, value: { id: TR, price: '30.25' } });
  expect(service.arrived.slice(1).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /v2.3/tender/requests/RQ-1',
    'GET /v2.3/tender/requests/RQ-1/quotations?page=1&page-size=100',
    'GET /v2.3/tender/requests/RQ-1/analytics',
    'GET /v2.0/trades/T-9',
  ]);
});

it.each<[string, number | undefined]>([
  ['300', 300_000],
  [' 7 ', 7_000],
  ['0', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  ['five', undefined],
  ['999999999', 30 * 86_400_000],
  ['9999999999', undefined],
])('says how old a kept answer was by its header Age: "%s"', async (age, ms) => {
  const { edge } = await answering({
    body: { items: [] },
    headers: { age, date: 'Fri, 20 Nov 2026 01:00:00 GMT' },
  });
  const ages: number[] = [];
  const ask = { ...ASK, aged: (one: number) => void ages.push(one) };
  await edge.service.quotes(RQ, ask);
  const [ofList] = ages.splice(0);
  await edge.service.trade(TR, ask);
  expect([ofList, ages]).toEqual([ms, ms === undefined ? [] : [ms]]);
});

it.each([
  ['of that moment', {}, [Date.parse('2026-11-20T01:00:00Z')]],
  ['kept for a minute', { age: '60' }, [Date.parse('2026-11-20T01:01:00Z')]],
  ['that does not say it', { date: 'soon' }, []],
])('tells the moment of an answer by the platform’s own clock: %s', async (_, headers, told) => {
  const { edge } = await answering({
    body: { items: [] },
    headers: { date: 'Fri, 20 Nov 2026 01:00:00 GMT', ...headers },
  });
  const moments: number[] = [];
  await edge.service.quotes(RQ, { ...ASK, dated: (at: number) => void moments.push(at) });
  expect([...new Set(moments)]).toEqual(told);
});

it('takes an answer whose Date is clearly behind that of others for as old as that', async () => {
  let date = '';
  const service = await platform(signingIn(() => ({ body: { items: [] }, headers: { date } })));
  const edge = await edgeTo(service.baseUrl);
  const told = async (time: string) => {
    date = `Fri, 20 Nov 2026 ${time} GMT`;
    const ages = new Set<number>();
    const moments = new Set<number>();
    const ask = { ...ASK, aged: (ms: number) => ages.add(ms), dated: (at: number) => moments.add(at) };
    await edge.service.openRequests(ask);
    return [[...ages], [...moments].map((at) => new Date(at).toISOString().slice(11, 19))];
  };
  expect(await told('10:00:00')).toEqual([[], ['10:00:00']]);
  expect(await told('09:59:30')).toEqual([[], ['09:59:30']]);
  expect(await told('09:55:00')).toEqual([[300_000], ['10:00:00']]);
  expect(await told('01:00:00')).toEqual([[3_600_000], ['02:00:00']]);
  // A Date of the future is the newest for ten minutes, no longer.
  expect(await told('20:00:00')).toEqual([[], ['20:00:00']]);
  expect(await told('19:00:01')).toEqual([[3_599_000], ['20:00:00']]);
  await edge.clock.advance(600_001);
  expect(await told('10:10:00')).toEqual([[], ['10:10:00']]);
});

it('gives a list of trades that moves each time to who is told so, and to nobody else', async () => {
  const page = (path: string) => Number(new URL(path, 'http://x').searchParams.get('page'));
  const service = await platform(
    signingIn(({ path }) => ({
      body:
        [
          [wireTrade('T-1'), wireTrade('T-2')],
          [wireTrade('T-2'), wireTrade('T-3')],
        ][page(path) - 1] ?? [],
    })),
  );
  const { service: edge } = await edgeTo(service.baseUrl, { profile: { lists: { pageSize: 2 } } });
  const period = { from: Date.parse('2026-01-01'), to: Date.parse('2027-01-01') };
  expect(await edge.trades(period, ASK)).toMatchObject({ failure: { kind: 'unavailable' } });
  let moved = 0;
  const given = await edge.trades(period, { ...ASK, moved: () => void moved++ });
  expect(given).toMatchObject({
    ok: true,
    value: { records: [{ id: 'T-1' }, { id: 'T-2' }, { id: 'T-3' }] },
  });
  expect(moved).toBe(1);
});

it('lays its paths behind the whole address of the service', async () => {
  const service = await platform(({ path }) =>
    path.endsWith('/authenticate') ? { body: { 'access-token': 'token' } } : { body: wireRequest() },
  );
  const { service: edge } = await edgeTo(`${service.baseUrl}/gateway/api/`);
  await edge.request(RQ, ASK);
  expect(service.arrived.map(({ path }) => path)).toEqual([
    '/gateway/api/v2.0/authenticate',
    '/gateway/api/v2.3/tender/requests/RQ-1',
  ]);
});

it('encodes every id, so that none leads to another address', async () => {
  const { edge, arrived } = await answering({ status: 404 });
  for (const id of ['RQ 1', 'RQ%2F1', 'A&b=c', '…']) await edge.service.request(RequestId.parse(id), ASK);
  expect(arrived.slice(1).map(({ path }) => path)).toEqual(
    ['RQ%201', 'RQ%252F1', 'A%26b%3Dc', '%E2%80%A6'].map((id) => `/v2.3/tender/requests/${id}`),
  );
  for (const id of ['.', '..']) {
    expect(RequestId.safeParse(id).success).toBe(false);
    expect(await edge.service.riskSettings(id, ASK)).toMatchObject({
      failure: { kind: 'invalid-argument', message: `"${id}" is not an identifier of the platform.` },
    });
  }
  expect(arrived).toHaveLength(5);
});

it.each([
  [{}, ['T-1', 'T-3']],
  [{ filters: { 'traded-at-from': null } }, ['T-3']],
  [{ filters: { 'traded-at-from': null, 'traded-at-to': null } }, undefined],
  [{ periods: { 'traded-at': { name: 'period', written: '{from}/{to}' } } }, ['T-1', 'T-3']],
])(
  'tells which trades the platform was to leave out by the filters that it has (%j)',
  async (lists, told) => {
    const days = ['18', '20', '22'];
    const { edge } = await answering(
      { body: days.map((day, at) => wireTrade(`T-${at + 1}`, { 'traded-at': `2026-11-${day}T08:00:00Z` })) },
      { lists: { ...lists, style: 'whole' } },
    );
    const period = { from: Date.UTC(2026, 10, 20), to: Date.UTC(2026, 10, 21) };
    const trades = await edge.service.trades(period, ASK);
    expect(trades.ok && trades.value.records.map(({ id }) => id)).toEqual(['T-2']);
    expect(trades.ok && trades.value.outside?.map(({ id }) => id)).toEqual(told);
  },
);

it('gives two trades of one number at two venues, and one of a page that came twice', async () => {
  const at = '2026-11-20T08:00:00Z';
  const { edge } = await answering(
    {
      body: [
        wireTrade('T-1', { 'traded-at': at, venue: 'tender' }),
        wireTrade('T-1', { 'traded-at': at, venue: 'market' }),
        wireTrade('T-1', { 'traded-at': at, venue: 'tender' }),
      ],
    },
    { lists: { style: 'whole' } },
  );
  const trades = await edge.service.trades({ from: Date.UTC(2026, 10, 20), to: Date.UTC(2026, 10, 21) }, ASK);
  expect(trades.ok && trades.value.records.map(({ venue }) => venue)).toEqual(['tender', 'market']);
});

it('asks for a period in UTC, and gives only what lies in it, each trade once', async () => {
  const at = (time: string) => `2026-11-20T${time}Z`;
  const { edge, arrived } = await answering({
    body: [
      wireTrade('T-1', { 'traded-at': at('07:59:59.999') }),
      wireTrade('T-2', { 'traded-at': at('08:00:00') }),
      wireTrade('T-3', { 'traded-at': at('09:00:00') }),
      wireTrade('T-3', { 'traded-at': at('09:00:00') }),
      wireTrade('T-4', { 'traded-at': at('10:00:00') }),
    ],
  });
  const period = { from: Date.parse(at('08:00:00')), to: Date.parse(at('10:00:00')) };
  const trades = await edge.service.trades(period, ASK);
  expect(trades.ok && trades.value.records.map(({ id }) => id)).toEqual(['T-2', 'T-3']);
  const query = new URL(arrived[1]?.path ?? '', 'http://x').searchParams;
  expect(Object.fromEntries(query)).toEqual({
    'traded-at-from': '2026-11-20T08:00:00.000Z',
    'traded-at-to': '2026-11-20T10:00:00.000Z',
    page: '1',
    'page-size': '100',
  });
  expect(trades.ok && trades.value.outside?.map(({ id }) => id)).toEqual(['T-1', 'T-4']);
});

it('lists a swap that says spread-type alone; read by itself it names the key without which it can be read', async () => {
  const leg = { action: 'buy', commodity: 'power', quantity: 10 };
  const swap = wireRequest('RQ-1', { contract: 'spread', 'spread-type': 'time', legs: [leg, leg, leg] });
  const service = await platform(
    signingIn(({ path }) => ({ body: path.includes('RQ-1') ? swap : [swap, wireRequest('RQ-2')] })),
  );
  const { service: edge } = await edgeTo(service.baseUrl);
  const listed = await edge.openRequests(ASK);
  expect(listed.ok && listed.value.unreadable).toEqual([]);
  expect(listed.ok && listed.value.records.map(({ id, spreadType }) => [id, spreadType])).toEqual([
    ['RQ-1', undefined],
    ['RQ-2', undefined],
  ]);
  const key = 'mapping.records.request.fields["spread-type"]';
  expect(await edge.request(RQ, ASK)).toMatchObject({
    failure: { kind: 'unreadable', message: expect.stringContaining(`set ${key} to null`) as string },
  });
  const profile = { mapping: { records: { request: { fields: { 'spread-type': null } } } } };
  const { service: told } = await edgeTo(service.baseUrl, { profile });
  expect(await told.request(RQ, ASK)).toMatchObject({ ok: true, value: { id: RQ, contract: 'spread' } });
});

it('does not take the price of one leg for the price of a spread, once it knows the request', async () => {
  const leg = { action: 'buy', commodity: 'power', quantity: 10 };
  const requests: Record<string, object> = {
    spread: wireRequest('RQ-1', { contract: 'spread', legs: [leg, leg] }),
    standard: wireRequest('RQ-1', { contract: 'standard-spread', legs: [leg, leg] }),
  };
  let contract = 'spread';
  const quotes = [wireQuote('QT-1'), wireQuote('QT-2', { legs: [{ price: 30 }, { price: 29 }] })];
  const service = await platform(
    signingIn(({ path }) => ({ body: path.includes('quotations') ? quotes : requests[contract] })),
  );
  const { service: edge } = await edgeTo(service.baseUrl);
  const idsRead = async () => {
    const listed = await edge.quotes(RQ, ASK);
    if (!listed.ok) throw new Error(listed.failure.message);
    const { records, unreadable } = listed.value;
    return [records.map(({ id }) => id), unreadable.map(({ failure }) => failure.message)];
  };
  expect(await idsRead()).toEqual([['QT-1', 'QT-2'], []]);
  await edge.request(RQ, ASK);
  expect(await idsRead()).toEqual([
    ['QT-2'],
    [
      'The service sent the offer QT-1 that cannot be read (legs: there is one price, and its request has 2 legs).',
    ],
  ]);
  // A standard spread has one net price.
  contract = 'standard';
  await edge.request(RQ, ASK);
  expect(await idsRead()).toEqual([['QT-1', 'QT-2'], []]);
});

it('does not count the legs of a request in a list that says only some of it', async () => {
  const leg = { action: 'buy', commodity: 'power', quantity: 10 };
  const of = (legs: object[]) => wireRequest('RQ-1', { contract: 'spread', legs });
  const two = wireQuote('QT-2', { legs: [{ price: 30 }, { price: 29 }] });
  const service = await platform(
    signingIn(({ path }) => {
      if (path.includes('quotations')) return { body: [two] };
      return { body: path.includes('RQ-1') ? of([leg, leg]) : [of([leg])] };
    }),
  );
  const profile = { records: { openRequests: 'references' } };
  const { service: edge } = await edgeTo(service.baseUrl, { profile });
  for (const read of [() => edge.request(RQ, ASK), () => edge.openRequests(ASK)]) {
    expect(await read()).toMatchObject({ ok: true });
    expect(await edge.quotes(RQ, ASK)).toMatchObject({
      value: { records: [{ id: 'QT-2' }], unreadable: [] },
    });
  }
});

it('lists open and concluded requests, and sets aside those that cannot be read', async () => {
  const { edge } = await answering({
    body: [
      wireRequest('RQ-1', { 'concluded-at': '2026-11-20T09:00:00Z' }),
      wireRequest('RQ-2', { legs: [] }),
      wireRequest('RQ-3'),
      wireRequest('RQ-4', { 'concluded-at': '2026-11-19T09:00:00Z' }),
    ],
  });
  const open = await edge.service.openRequests(ASK);
  expect(open.ok && open.value.records.map(({ id }) => id)).toEqual(['RQ-1', 'RQ-3', 'RQ-4']);
  expect(open.ok && open.value.unreadable).toHaveLength(1);
  const period = { from: NOON - 12 * 3_600_000, to: NOON };
  const concluded = await edge.service.concludedRequests(period, ASK);
  expect(concluded.ok && concluded.value.records.map(({ id }) => id)).toEqual(['RQ-1', 'RQ-3']);
});

it.each<[string, Answer, object]>([
  [
    'a 400',
    { status: 400, body: { errors: [{ message: 'no such commodity', field: 'commodity' }] } },
    {
      kind: 'invalid-argument',
      message: 'The platform did not accept what was sent: commodity: no such commodity.',
      next: 'Correct it and try again.',
      fields: [{ path: 'commodity', message: 'no such commodity' }],
    },
  ],
  [
    'a 422',
    { status: 422, body: { errors: [{ code: 'range', message: 'too large' }] } },
    { kind: 'invalid-argument', service: { status: 422, code: 'range' } },
  ],
  [
    'a 422 that asks for an upgrade',
    { status: 422, body: { message: 'Standard spreads need an upgrade to v2.3.' } },
    {
      kind: 'unsupported',
      message: 'The platform wants a newer version of this call: Standard spreads need an upgrade to v2.3.',
      next: 'Set paths.request in the service profile to that version.',
    },
  ],
  [
    'a 403',
    { status: 403, body: { error: 'forbidden' } },
    {
      kind: 'denied',
      message: 'The platform does not allow this API key and client to read this request: forbidden.',
      next: 'Ask the operator for the permission.',
    },
  ],
  [
    'a 404',
    { status: 404, body: { errors: [{ message: 'unknown id' }] } },
    {
      kind: 'not-found',
      message: 'There is no request RQ-1: unknown id.',
      next: 'Check the id. If ids that exist are refused too, ask your administrator to check the service profile.',
    },
  ],
  ['a 410', { status: 410 }, { kind: 'not-found', message: 'There is no request RQ-1.' }],
  [
    'a 409',
    { status: 409, body: { message: 'closed' } },
    {
      kind: 'wrong-state',
      message: 'The platform refused it because the state has changed: closed.',
      next: 'Check the request, then decide again.',
    },
  ],
  ['a 405', { status: 405 }, { kind: 'unsupported' }],
  [
    'another 4xx',
    { status: 418 },
    { kind: 'unavailable', message: 'The platform refused the call (status 418).' },
  ],
  [
    'a 5xx with a page of the network',
    { status: 502, body: '<html>Bad\n  Gateway</html>' },
    {
      kind: 'unavailable',
      message: 'The platform has a problem (status 502): Bad Gateway.',
    },
  ],
  [
    'a redirect',
    { status: 302 },
    {
      kind: 'unavailable',
      message: 'The platform points to another address (status 302), and no credentials are sent there.',
    },
  ],
  [
    'truncated JSON',
    { body: '{"request-id":"RQ-1","sta' },
    {
      kind: 'unreadable',
      message: 'The platform\'s answer is broken or not JSON; it begins with "{"request-id":"RQ-1","sta".',
    },
  ],
  ['an empty body', { body: '' }, { kind: 'unreadable', message: "The platform's answer is empty." }],
  [
    'wrong types',
    { body: wireRequest('RQ-1', { legs: [{ action: 'buy', price: 'thirty' }] }) },
    { kind: 'unreadable', fields: [{ path: 'legs[0].price', message: 'not a price' }] },
  ],
  [
    'another record than was asked for',
    { body: wireRequest('RQ-2') },
    { kind: 'unreadable', message: 'The platform answered for RQ-2 when it was asked for RQ-1.' },
  ],
])('says what %s to a read means and what to do next', async (_, answer, failure) => {
  const { edge } = await answering(answer);
  expect(await edge.service.request(RQ, ASK)).toMatchObject({ ok: false, failure });
});

it('says what an id looks like to who left its letters out, and sends nobody to the administrator for it', async () => {
  const { edge } = await answering({ status: 404 });
  expect(await edge.service.request(RequestId.parse('10293'), ASK)).toMatchObject({
    failure: {
      message: 'There is no request 10293.',
      next: 'Check the id: it may begin with letters, such as RQ-10293 or TR-70018.',
    },
  });
});

it('says it when a list does not exist at its path, and does not ask again before the next sign-in', async () => {
  const { edge, arrived } = await answering({ status: 404 });
  const period = { from: NOON - 1, to: NOON };
  const failure = {
    kind: 'unsupported',
    message: 'It is not offered by this service profile (paths.concludedRequests).',
  };
  expect(await edge.service.concludedRequests(period, ASK)).toMatchObject({ failure });
  expect(await edge.service.concludedRequests(period, ASK)).toMatchObject({ failure });
  expect(arrived).toHaveLength(2);
  await edge.signIn({ apiKey: 'k', clientId: 'c', clientSecret: 's' });
  await edge.service.concludedRequests(period, ASK);
  expect(arrived).toHaveLength(4);
});

it('names the setting when a path asks for an id that the operation does not have, at the start and at a call', () => {
  const trade = '/v2/{venue}/trades/{trade-id}';
  expect(() => profileFrom({ paths: { trade } })).toThrow('there may be {trade-id}');
  const paths = { ...DEFAULT_PROFILE.paths, trade };
  const address = addressOf(new URL('https://one.example'), paths, {
    path: 'trade',
    ids: { 'trade-id': TR },
  });
  expect(address).toMatchObject({
    failure: {
      kind: 'unsupported',
      message: "The profile's paths.trade asks for {venue}, which does not belong to this operation.",
    },
  });
});

it('answers a read that got no whole answer as unavailable, and a huge one as unreadable', async () => {
  const cut = await platform(
    signingIn((_, response) => {
      response.destroy();
      return undefined;
    }),
  );
  expect(await (await edgeTo(cut.baseUrl)).service.request(RQ, ASK)).toMatchObject({
    failure: { kind: 'unavailable', message: 'The connection to the platform broke before the answer.' },
  });
  const huge = await platform(signingIn(() => ({ body: wireRequest('RQ-1', { note: 'x'.repeat(5_000) }) })));
  const edge = await edgeTo(huge.baseUrl, { bodyBytesMax: 4_000 });
  expect(await edge.service.request(RQ, ASK)).toMatchObject({
    failure: { kind: 'unreadable', message: "The platform's answer is far larger than it should be." },
  });
});

it('lets a read that is refused as one too many wait for another turn, and then answers it', async () => {
  let refusals = 2;
  const service = await platform(
    signingIn(() =>
      refusals-- > 0
        ? {
            status: 429,
            headers: { 'retry-after': '2' },
            body: { errors: [{ code: 'throttled', message: 'slow' }] },
          }
        : { body: wireRequest() },
    ),
  );
  const edge = await edgeTo(service.baseUrl);
  const asked = edge.service.request(RQ, ASK);
  for (const calls of [2, 3]) {
    await service.seen(calls);
    while (edge.limiter.snapshot().queued === 0) await new Promise((resolve) => setImmediate(resolve));
    await edge.clock.advance(1_999);
    expect(service.arrived).toHaveLength(calls);
    await edge.clock.advance(1);
  }
  expect(await asked).toMatchObject({ ok: true });
});

it('gives up a read that is refused again and again, and says from when on it makes sense', async () => {
  const service = await platform(signingIn(() => ({ status: 429, body: { message: 'Too Many Requests' } })));
  const edge = await edgeTo(service.baseUrl);
  const asked = edge.service.request(RQ, ASK);
  for (const calls of [2, 3, 4]) {
    await service.seen(calls);
    while (edge.limiter.snapshot().queued === 0) await new Promise((resolve) => setImmediate(resolve));
    await edge.clock.advance(1_000);
  }
  expect(await asked).toMatchObject({
    failure: {
      kind: 'throttled',
      message: 'The platform is receiving too many calls.',
      until: NOON + 4_000,
    },
  });
  expect(service.arrived).toHaveLength(5);
});

it.each([
  [{ errors: [{ code: 'quota-exceeded', message: 'no more today' }] }, { 'retry-after': '43200' }],
  [{ message: 'Limit Exceeded' }, { 'retry-after': '43200' }],
  [{ message: 'no' }, { 'retry-after': 'Sat, 21 Nov 2026 00:00:00 GMT' }],
])('does not repeat a read when the day is spent (%j)', async (body, headers) => {
  const service = await platform(signingIn(() => ({ status: 429, headers, body })));
  const edge = await edgeTo(service.baseUrl);
  expect(await edge.service.request(RQ, ASK)).toMatchObject({
    failure: {
      kind: 'quota-spent',
      message: "The platform says that the day's calls are used up, so nothing was done.",
      next: "Calls resume at 2026-11-21 00:00 CET. Use the platform's own web client until then.",
      until: MIDNIGHT,
    },
  });
  expect(await edge.service.request(RQ, ASK)).toMatchObject({ failure: { kind: 'quota-spent' } });
  expect(service.arrived).toHaveLength(2);
});

it('costs nothing when whoever asked gives up while it waits', async () => {
  const service = await platform(signingIn(() => ({ body: wireRequest() })));
  const edge = await edgeTo(service.baseUrl, { tokens: 1 });
  const asker = new AbortController();
  const asked = edge.service.request(RQ, { lane: 'visible', signal: asker.signal });
  await edge.clock.advance(0);
  asker.abort();
  expect(await asked).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
  await edge.clock.advance(10_000);
  expect(service.arrived.filter((call) => !isAuthenticate(call))).toHaveLength(0);
});

it.each<[unknown, unknown, unknown]>([
  [[{ from: 1 }, 7, 'x'], [{ from: 1 }, 7, 'x'], {}],
  [{ unit: 'MW', points: [10, 12.5], total: 2 }, [10, 12.5], { unit: 'MW', total: 2 }],
  [{ points: [] }, [], {}],
])(
  'reads a load shape of whatever records, and keeps what stands beside them: %j',
  async (body, points, raw) => {
    const { edge, arrived } = await answering({ body });
    expect(await edge.service.loadShape({ requestId: RQ }, ASK)).toEqual({
      ok: true,
      value: { points, raw },
    });
    expect(await edge.service.loadShape({ tradeId: TR }, ASK)).toEqual({ ok: true, value: { points, raw } });
    // Whether a list without records begins a page earlier has been looked at, too.
    const looked = arrived.slice(1).filter(({ path }) => path.includes('page=1'));
    expect(looked.map(({ path }) => path.split('?')[0])).toEqual([
      '/v2.3/tender/requests/RQ-1/load-shapes',
      '/v2.3/trades/T-9/load-shapes',
    ]);
  },
);

it.each([{ eventType: 'x', more: [1] }, [], 'text', 7, false, null])(
  'takes any JSON for a ping: %j',
  async (body) => {
    const { edge, arrived } = await answering({ body: JSON.stringify(body) });
    expect(await edge.service.ping(ASK)).toEqual({ ok: true, value: body });
    expect(arrived[1]).toMatchObject({ method: 'GET', path: '/ping' });
  },
);

it('leaves out what is of another commodity or venue, whether the service knows the filter or not', async () => {
  const { edge, arrived } = await answering({
    body: [
      wireTrade('T-1', { commodity: 'power', venue: 'tender' }),
      wireTrade('T-2', { commodity: 'Power', venue: 'market' }),
      wireTrade('T-3', { commodity: 'gas', venue: 'tender' }),
      wireTrade('T-4'),
    ],
  });
  const period = { from: NOON - 12 * 3_600_000, to: NOON };
  const ids = async (filter: { commodity?: string; venue?: string }) => {
    const trades = await edge.service.trades(period, ASK, filter);
    return trades.ok && trades.value.records.map(({ id }) => id);
  };
  expect(await ids({ commodity: 'power' })).toEqual(['T-1', 'T-2', 'T-4']);
  expect(await ids({ venue: 'tender' })).toEqual(['T-1', 'T-3', 'T-4']);
  expect(await ids({ commodity: 'gas', venue: 'market' })).toEqual(['T-4']);
  const commodities = arrived
    .slice(1)
    .map(({ path }) => new URL(path, 'http://x').searchParams.get('commodity'));
  expect(commodities).toEqual(['power', null, 'gas']);
});

it('turns whatever a service may answer into a value or a failure with a sentence, and never throws', async () => {
  let answer: Answer = {};
  const service = await platform(signingIn(() => answer));
  const edge = await edgeTo(service.baseUrl, { profile: { limits: { burst: 5_000, perDay: 100_000 } } });
  const arbitrary = fc.record({
    status: fc.constantFrom(200, 201, 202, 204, 400, 404, 409, 422, 500, 599),
    body: fc.oneof(fc.json(), fc.string(), fc.constant(JSON.stringify([wireQuote(), wireRequest()]))),
  });
  await fc.assert(
    fc.asyncProperty(arbitrary, async (next) => {
      answer = next;
      const outcomes = await Promise.all([
        edge.service.request(RQ, ASK),
        edge.service.quotes(RQ, ASK),
        edge.service.withdrawQuote({ requestId: RQ, quoteId: QT }),
      ]);
      for (const outcome of outcomes) {
        if (outcome.ok) continue;
        expect(outcome.failure.message).toMatch(/\.$/);
        expect(outcome.failure.next).toMatch(/\.$/);
      }
    }),
    { numRuns: 60 },
  );
});

it('tries once whether a list that the profile calls whole is paged', async () => {
  const whole = { lists: { style: 'whole' } };
  const quotes = [wireQuote(), wireQuote('QT-2')];
  const { edge, arrived } = await answering({ body: quotes }, whole);
  for (let read = 0; read < 2; read++) expect(await edge.service.quotes(RQ, ASK)).toMatchObject({ ok: true });
  expect(arrived.slice(1).map(({ path }) => path.split('?')[1])).toEqual([
    undefined,
    'page-size=1&page=2&offset=1',
    undefined,
  ]);
  const service = await platform(signingIn(({ path }) => ({ body: path.includes('?') ? [] : quotes })));
  const paged = await edgeTo(service.baseUrl, { profile: whole });
  expect(await paged.service.quotes(RQ, ASK)).toMatchObject({ ok: false, failure: { kind: 'unreadable' } });
});

it('takes the newest of several records of one number, and none where they do not say which that is', async () => {
  const listed = async (...records: object[]) => {
    const service = await platform(signingIn(() => ({ body: records })));
    const { service: edge } = await edgeTo(service.baseUrl);
    const read = await edge.quotes(RQ, ASK);
    return read.ok ? read.value : undefined;
  };
  const at = (hour: number) => ({ 'created-at': `2026-11-20T${hour}:00:00Z` });
  const early = { ...wireQuote(), ...at(10) };
  const late = { ...wireQuote('QT-7', { state: 'withdrawn' }), ...at(12) };
  for (const both of [
    [early, late],
    [late, early],
  ])
    expect((await listed(...both))?.records.map(({ state }) => state)).toEqual(['withdrawn']);
  const changed = { ...early, state: 'rejected', 'updated-at': '2026-11-20T13:00:00Z' };
  expect((await listed(changed, late))?.records.map(({ state }) => state)).toEqual(['rejected']);
  expect((await listed(early, early))?.records).toHaveLength(1);
  for (const both of [
    [early, { ...late, ...at(10) }],
    [wireQuote(), late],
  ]) {
    const told = await listed(...both);
    expect(told?.records).toEqual([]);
    expect(told?.unreadable.map(({ failure }) => failure.message)).toEqual(
      Array(2).fill('The platform lists QT-7 2 times, each time otherwise, and not which one is the newest.'),
    );
  }
});

it('does not know whether risk management is on where a commodity is listed on and off', async () => {
  const risk = (on: boolean) => ({ commodity: 'power', 'risk-management': on });
  const service = await platform(signingIn(() => ({ body: [risk(true), risk(false)] })));
  const { service: edge } = await edgeTo(service.baseUrl);
  expect(await edge.risks(ASK)).toMatchObject({ ok: true, value: { records: [], unreadable: [{}, {}] } });
});

it('reads analytics that do not say of which request they are, and settings of which one is null', async () => {
  let body: object = { 'price-direction': 'ask', 'feedback-comment': 'thanks' };
  const service = await platform(signingIn(() => ({ body })));
  const { service: edge } = await edgeTo(service.baseUrl);
  expect(await edge.analytics(RQ, ASK)).toMatchObject({ value: { requestId: RQ, raw: body } });
  body = { 'request-id': 'RQ-9', 'price-direction': 'ask' };
  expect(await edge.analytics(RQ, ASK)).toMatchObject({ failure: { kind: 'unreadable' } });
  body = {};
  expect(await edge.analytics(RQ, ASK)).toMatchObject({ failure: { kind: 'unreadable' } });
  body = { desk: null, 'quantity-max': 50 };
  expect(await edge.riskSettings('power', ASK)).toEqual({ ok: true, value: { 'quantity-max': 50 } });
});
