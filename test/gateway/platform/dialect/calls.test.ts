import { describe, expect, it } from 'vitest';
import { Price } from '../../../../src/domain/price';
import { Quantity } from '../../../../src/domain/quantity';
import { QuoteId, RequestId } from '../../../../src/domain/identifiers';
import type { QuoteToSend } from '../../../../src/gateway/platform/operations';
import { days, lastDays } from '../../../../src/gateway/platform/dialect/values';
import {
  CREDENTIALS,
  edgeTo,
  MIDNIGHT,
  NOON,
  platform,
  signingIn,
  type Answer,
  type Arrived,
} from '../platform';
import { wireRequest } from '../records';

const ASK = { lane: 'asked' } as const;
const RQ = RequestId.parse('451');
const QUOTE: QuoteToSend = {
  requestId: RQ,
  direction: 'ask',
  price: { shape: 'single', price: Price.parse('-4.25') },
  quantity: Quantity.parse('10'),
  allOrNone: true,
};
const mapping = {
  names: 'snake_case',
  values: { id: 'number', decimal: { scaled: 2 } },
  words: { 'quote-state': { active: 'LIVE', withdrawn: 'PULLED', accepted: 'HIT', rejected: 'DEAD' } },
  envelope: 'data',
  records: { quote: { fields: { 'quotation-id': 'id', state: 'status' } } },
};

async function dialect(answer: Answer | ((arrived: Arrived) => Answer), profile: object = { mapping }) {
  const service = await platform(
    signingIn((arrived) => (typeof answer === 'function' ? answer(arrived) : answer)),
  );
  const edge = await edgeTo(service.baseUrl, { profile });
  return { edge, arrived: service.arrived };
}

describe('the answer to a write in another dialect', () => {
  it('proves what it says in its own names and words', async () => {
    const { edge, arrived } = await dialect({
      status: 201,
      body: { data: { id: 77, status: 'LIVE', quantity: 1000 } },
    });
    expect(await edge.service.sendQuote(QUOTE)).toEqual({ ok: true, value: { quoteId: '77' } });
    expect(JSON.parse(arrived[1]?.body ?? '')).toEqual({
      price_direction: 'ask',
      legs: [{ price: -425 }],
      quantity: 1000,
      all_or_none: true,
    });
  });

  it.each([
    ['another quantity', { data: { id: 77, quantity: 900 } }, 'quantity'],
    ['a failure beside its record', { success: false, data: { id: 77 } }, 'something failed'],
    [
      'a word that the profile does not know',
      { data: { id: 77, status: 'HALTED' } },
      'mapping.words.quote-state',
    ],
    ['no number', { data: { status: 'LIVE' } }, 'without saying which number'],
    ['a text in the place of a number', { data: { id: 'X-7' } }, 'mapping.values.id'],
    ['another request', { data: { id: 77, request_id: 452 } }, 'request-id'],
  ])('proves nothing by %s', async (_, body, says) => {
    const { edge } = await dialect({ status: 201, body });
    const sent = await edge.service.sendQuote(QUOTE);
    expect(sent).toMatchObject({ failure: { kind: 'unknown-outcome' } });
    expect(sent.ok ? '' : sent.failure.message).toContain(says);
  });

  it.each([
    [{ data: { id: 77, status: 'PULLED' } }, true],
    [{ data: { id: 77, status: 'LIVE' } }, false],
    [{ data: { id: 78, status: 'PULLED' } }, false],
    ['', true],
  ])('to a withdrawal: %j', async (body, isDone) => {
    const { edge } = await dialect({ body });
    const withdrawn = await edge.service.withdrawQuote({ requestId: RQ, quoteId: QuoteId.parse('77') });
    expect(withdrawn.ok).toBe(isDone);
  });
});

it('reads lists of another dialect as whole as its own: a record that is repeated counts once', async () => {
  const quote = (id: number) => ({
    id,
    request_id: 451,
    price_direction: 'bid',
    status: 'LIVE',
    legs: [{ price: 100 }],
  });
  const pages = [
    [quote(1), quote(2)],
    [quote(2), quote(3)],
  ];
  const { edge } = await dialect(({ path }) => ({
    body: { rows: pages[Number(/page=(\d+)/.exec(path)?.[1] ?? 1) - 1] ?? [], total: 4 },
  }));
  expect(await edge.service.quotes(RQ, ASK)).toMatchObject({
    failure: { message: 'The platform says that the list has 4 records, but gave 3, so it was not used.' },
  });
});

describe('the end of a delivery', () => {
  const read = async (deliveryEnd: string, end: string, day?: object): Promise<unknown> => {
    const values = { deliveryEnd, ...(day && { day }) };
    const leg = { action: 'buy', 'delivery-start': '2026-11-29', 'delivery-end': end, quantity: 10 };
    const record = { 'request-id': RQ, state: 'open', contract: 'single', legs: [leg] };
    const { edge } = await dialect({ body: record }, { mapping: { values } });
    const request = await edge.service.request(RQ, ASK);
    return request.ok ? request.value.legs[0]?.deliveryEnd : request.failure.message;
  };

  it('is its last day or the day after it, as the profile says, however midnights are written', async () => {
    expect(await read('day-after', '2026-11-30')).toBe('2026-11-29');
    expect(await read('day-after', '2027-01-01T00:00:00Z')).toBe('2026-12-31');
    expect(await read('day-after', '2026-11-29T23:00:00Z', { of: 'Europe/Berlin' })).toBe('2026-11-29');
    expect(await read('last-day', '2026-11-30T00:00:00+01:00')).toBe('2026-11-30');
    expect(await read('last-day', '2026-11-30')).toBe('2026-11-30');
    expect(await read('day-after', 'soon')).toContain('is not a day');
  });

  it.each(['2027-13-01', '2027-02-30', '2027-02-30T00:00:00Z'])(
    'is no day where the calendar has none, as %s: it is neither read nor sent, and breaks nothing',
    async (day) => {
      expect(await read('day-after', day)).toContain('is not a day');
      expect(await read('last-day', day)).toContain('is not a day');
      expect(lastDays(days(undefined), 'day-after').write(day)).toMatchObject({
        message: `"${day}" is not a day`,
      });
    },
  );
});

it('takes the platform’s own word for a trade that an acceptance made', async () => {
  const profile = {
    mapping: {
      words: { 'trade-state': { executed: ['VOLLZOGEN'] } },
      records: { trade: { fields: { state: 'status' } } },
    },
  };
  const accepted = async (status: string): Promise<boolean> => {
    const { edge } = await dialect({ body: { 'trade-id': 'T-8', status } }, profile);
    const lastSeen = { type: 'per-leg' as const, legPrices: [Price.parse('30.1')] };
    return (await edge.service.executeTrade({ requestId: RQ, quoteId: QuoteId.parse('77'), lastSeen })).ok;
  };
  expect([await accepted('VOLLZOGEN'), await accepted('ANGEHALTEN')]).toEqual([true, false]);
});

it('says where the record should stand when an answer has none there', async () => {
  const { edge } = await dialect({ body: { result: {} } });
  expect(await edge.service.request(RQ, ASK)).toMatchObject({
    failure: { kind: 'unreadable', message: expect.stringContaining('"data" (mapping.envelope)') as string },
  });
});

it('calls operations by their own method, with their query and headers, and filters by other names', async () => {
  const profile = {
    operations: {
      'withdraw-quote': { method: 'POST', query: { do: 'withdraw', quote: '{quotation-id}' } },
      'list-trades': { headers: { 'accept-version': '2' } },
      authenticate: { query: { realm: 'desk' } },
    },
    lists: {
      filters: {
        'traded-at-from': { name: 'from', as: 'epoch-ms' },
        'traded-at-to': null,
        commodity: 'product',
      },
    },
    mapping: { words: { commodity: { power: 'PWR' } } },
  };
  const { edge, arrived } = await dialect(({ method }) => (method === 'POST' ? {} : { body: [] }), profile);
  await edge.service.withdrawQuote({ requestId: RQ, quoteId: QuoteId.parse('77') });
  await edge.service.trades({ from: NOON, to: MIDNIGHT }, ASK, { commodity: 'power' });
  expect(arrived.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /v2.0/authenticate?realm=desk',
    'POST /v2.3/tender/requests/451/quotations/77?do=withdraw&quote=77',
    `GET /v2/trades?from=${NOON}&product=PWR&page=1&page-size=100`,
  ]);
  expect(arrived[2]?.headers['accept-version']).toBe('2');
});

describe('signing in', () => {
  const oauth = (auth: object = {}) => ({ auth: { standard: 'oauth2', ...auth } });
  const issuing = (body: object) =>
    platform(({ path }) => ({ body: path.includes('authenticate') ? body : wireRequest() }));

  it('follows OAuth 2.0 with an opaque token that lasts as long as the answer says', async () => {
    const service = await issuing({ access_token: 'opaque', token_type: 'Bearer', expires_in: 600 });
    const edge = await edgeTo(service.baseUrl, { profile: oauth({ fields: { scope: 'trading read' } }) });
    expect(Object.fromEntries(new URLSearchParams(service.arrived[0]?.body))).toEqual({
      grant_type: 'client_credentials',
      scope: 'trading read',
      client_id: CREDENTIALS.clientId,
      client_secret: CREDENTIALS.clientSecret,
    });
    expect(edge.status).toEqual({ signedIn: true, tokenEndsAt: NOON + 600_000 });
    await edge.service.request(RequestId.parse('RQ-1'), ASK);
    expect(service.arrived[1]?.headers.authorization).toBe('Bearer opaque');
  });

  it('sends the credentials by HTTP Basic, and nowhere else', async () => {
    const service = await issuing({ access_token: 'opaque', expires_in: '600' });
    await edgeTo(service.baseUrl, { profile: oauth({ credentialsIn: 'basic' }) });
    const [call] = service.arrived;
    const given = Buffer.from(
      /^Basic (.+)$/.exec(call?.headers.authorization ?? '')?.[1] ?? '',
      'base64',
    ).toString();
    expect(given).toBe('desk:secret%2Bword%264712');
    expect(call?.body).toBe('grant_type=client_credentials');
    await edgeTo(service.baseUrl, {
      profile: { auth: { credentialsIn: 'basic', tokenField: 'access_token' } },
    });
    const plain = service.arrived[1]?.headers.authorization?.slice(6) ?? '';
    expect(Buffer.from(plain, 'base64').toString()).toBe('desk:secret+word&4712');
  });

  it('finds the token at any depth, and says which setting is wrong where it does not', async () => {
    const service = await issuing({ data: { session: { token: 'deep' } } });
    const auth = { tokenField: 'data.session.token' };
    expect((await edgeTo(service.baseUrl, { profile: { auth } })).status).toMatchObject({ signedIn: true });
    const elsewhere = await edgeTo(service.baseUrl, {
      signedIn: false,
      profile: { auth: { tokenField: 'token' } },
    });
    expect(await elsewhere.signIn(CREDENTIALS)).toMatchObject({
      failure: { message: expect.stringContaining('no token in its field "token"') as string },
    });
    const lifeless = await edgeTo(service.baseUrl, {
      signedIn: false,
      profile: { auth: { ...auth, expiresField: 'data.life' } },
    });
    expect(await lifeless.signIn(CREDENTIALS)).toMatchObject({
      failure: { message: expect.stringContaining('"data.life" how long the token lasts') as string },
    });
  });

  it('needs no seconds beside a token that states its own end', async () => {
    const claims = Buffer.from(JSON.stringify({ exp: 4_000_000_000 })).toString('base64url');
    const service = await issuing({ access_token: `e30.${claims}.x` });
    const edge = await edgeTo(service.baseUrl, { profile: { auth: { standard: 'oauth2' } } });
    expect(edge.status).toMatchObject({ signedIn: true });
  });

  it('repeats no credentials that a platform writes into its refusal', async () => {
    const service = await platform(({ headers }) => ({
      status: 401,
      body: { message: `no: ${headers.authorization}` },
    }));
    const edge = await edgeTo(service.baseUrl, {
      signedIn: false,
      profile: oauth({ credentialsIn: 'basic' }),
    });
    const outcome = await edge.signIn(CREDENTIALS);
    expect(outcome.ok ? '' : outcome.failure.message).toContain('no: Basic …');
  });
});

describe('a call as the profile has it', () => {
  const empty: Answer = { status: 200, body: [] };
  const PERIOD = { from: Date.parse('2026-11-20T00:00:00Z'), to: Date.parse('2026-11-22T00:00:00Z') };
  const queryOf = (arrived: readonly Arrived[]) =>
    new URL(arrived[1]?.path ?? '', 'http://platform').searchParams;

  it('names the unit of an offer and of an execution, as the request has it', async () => {
    const quantity = { quantity: 'quantity.amount', 'quantity-unit': 'quantity.unit' };
    const { edge, arrived } = await dialect(
      { status: 201, body: { 'quotation-id': 'Q-1', 'trade-id': 'T-1' } },
      { mapping: { bodies: { quote: { fields: quantity }, execution: { fields: quantity } } } },
    );
    const request = { contract: 'single', legs: [{ action: 'buy', quantityUnit: 'MW' }] } as const;
    expect((await edge.service.sendQuote({ ...QUOTE, request })).ok).toBe(true);
    expect(JSON.parse(arrived[1]?.body ?? '')).toMatchObject({ quantity: { amount: 10, unit: 'MW' } });
    const taken = await edge.service.executeTrade({
      requestId: RQ,
      quoteId: QuoteId.parse('Q-1'),
      lastSeen: { type: 'per-leg', legPrices: [Price.parse('1')] },
      quantity: Quantity.parse('5'),
      request,
    });
    expect(taken.ok).toBe(true);
    expect(JSON.parse(arrived[2]?.body ?? '')).toMatchObject({ quantity: { amount: 5, unit: 'MW' } });
  });

  it('has a period as one filter, in its form of time', async () => {
    const periods = { 'traded-at': { name: 'traded', written: '{from}/{to}', as: 'epoch-seconds' } };
    const { edge, arrived } = await dialect(empty, { lists: { periods } });
    expect((await edge.service.trades(PERIOD, ASK)).ok).toBe(true);
    const query = queryOf(arrived);
    expect(query.get('traded')).toBe(`${PERIOD.from / 1000}/${PERIOD.to / 1000}`);
    expect([...query.keys()].filter((name) => name.startsWith('traded-at'))).toEqual([]);
  });

  it.each<[string, string, unknown, string]>([
    ['a day', '2026-11-20T14:30:00Z', { day: 'Europe/Berlin' }, '2026-11-21'],
    ['a whole day', '2026-11-20T23:00:00Z', { day: 'Europe/Berlin' }, '2026-11-21'],
    ['the longest day', '2026-10-24T22:30:00Z', { day: 'Europe/Berlin' }, '2026-10-26'],
    ['a second', '2026-11-20T14:30:00.250Z', 'epoch-seconds', '1795185001'],
    ['an hour that comes twice', '2026-10-25T01:30:00Z', { local: 'Europe/Berlin' }, '2026-10-26T03:30:00'],
  ])('ends a period no earlier than asked for, in the form of %s', async (_, to, as, written) => {
    const period = { from: Date.parse('2026-10-20T10:00:00Z'), to: Date.parse(to) };
    const filters = { 'traded-at-to': { name: 'until', as } };
    const { edge, arrived } = await dialect(empty, { lists: { filters } });
    expect((await edge.service.trades(period, ASK)).ok).toBe(true);
    expect(queryOf(arrived).get('until')).toBe(written);
  });

  it.each([
    ['the first time', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00'],
    ['the second time', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00'],
    ['once, as any other', '2026-10-25T02:30:00Z', '2026-10-25T03:30:00'],
  ])('begins a period no later than asked for, at a clock that shows it %s', async (_, from, written) => {
    const period = { from: Date.parse(from), to: Date.parse('2026-10-26T10:00:00Z') };
    const filters = { 'traded-at-from': { name: 'since', as: { local: 'Europe/Berlin' } } };
    const { edge, arrived } = await dialect(empty, { lists: { filters } });
    expect((await edge.service.trades(period, ASK)).ok).toBe(true);
    expect(queryOf(arrived).get('since')).toBe(written);
  });

  it('reads the risk settings at a path of their own', async () => {
    const operations = { 'read-risk-settings': { path: '/v2.3/risk' } };
    const { edge, arrived } = await dialect({ status: 200, body: { band: 5 } }, { operations });
    expect(await edge.service.riskSettings('power', ASK)).toEqual({ ok: true, value: { band: 5 } });
    expect(arrived[1]?.path).toBe('/v2.3/risk');
  });

  it('takes the example of an event as it comes, though records are wrapped', async () => {
    const { edge } = await dialect(
      { status: 200, body: { eventType: 'request-traded' } },
      { mapping: { envelope: 'data' } },
    );
    const example = await edge.service.ping(ASK);
    expect(example).toMatchObject({ ok: true, value: { eventType: 'request-traded' } });
  });
});
