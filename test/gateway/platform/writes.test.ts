import { expect, it } from 'vitest';
import { ProposalId } from '../../../src/domain/identifiers';
import { Price } from '../../../src/domain/price';
import { Quantity } from '../../../src/domain/quantity';
import { givenUp } from '../../../src/gateway/platform/rate-limit/errors';
import type { Acceptance, QuoteToSend } from '../../../src/gateway/platform/operations';
import {
  edgeTo,
  isAuthenticate,
  jwt,
  NOON,
  platform,
  signingIn,
  type Answer,
  type Handler,
} from './platform';
import { QT, RQ } from './records';
import { until } from '../../until';

const price = (text: string): Price => Price.parse(text);
const QUOTE: QuoteToSend = {
  requestId: RQ,
  direction: 'ask',
  price: { shape: 'single', price: price('-4.25') },
  quantity: Quantity.parse('10'),
  allOrNone: true,
};
const ACCEPTANCE: Acceptance = {
  requestId: RQ,
  quoteId: QT,
  lastSeen: { type: 'per-leg', legPrices: [price('30'), price('29.05')] },
};
const WITHDRAWAL = { requestId: RQ, quoteId: QT };

async function handling(handler: Handler, profile?: unknown) {
  const service = await platform(signingIn(handler));
  const edge = await edgeTo(service.baseUrl, { profile });
  const writes = () => service.arrived.filter((call) => !isAuthenticate(call));
  return { edge, writes, service };
}
const answering = (answer: Answer, profile?: unknown) => handling(() => answer, profile);

it('sends a quote in the shape of its price, in exact numbers', async () => {
  const { edge, writes } = await answering({ status: 201, body: { 'quotation-id': 'QT-8' } });
  expect(await edge.service.sendQuote(QUOTE)).toEqual({ ok: true, value: { quoteId: 'QT-8' } });
  const legPrices = [price('30.1'), price('-0.00000001')];
  await edge.service.sendQuote({ ...QUOTE, price: { shape: 'per-leg', legPrices } });
  await edge.service.sendQuote({ ...QUOTE, price: { shape: 'standard-spread', spreadPrice: price('1.25') } });
  const rest = { 'price-direction': 'ask', quantity: 10, 'all-or-none': true };
  expect(writes().map(({ method, path }) => `${method} ${path}`)).toEqual(
    Array.from({ length: 3 }, () => 'POST /v2.3/tender/requests/RQ-1/quotations'),
  );
  expect(writes().map(({ body }): unknown => JSON.parse(body))).toEqual([
    { ...rest, legs: [{ price: -4.25 }] },
    { ...rest, legs: [{ price: 30.1 }, { price: -0.00000001 }] },
    { ...rest, type: 'standard-spread', 'spread-price': 1.25 },
  ]);
  expect(writes()[0]?.headers['content-type']).toBe('application/json');
});

it('executes a trade with exactly the price that was shown, and a part only when asked', async () => {
  const { edge, writes } = await answering({ status: 201, body: { 'trade-id': 'T-9' } });
  expect(await edge.service.executeTrade(ACCEPTANCE)).toEqual({ ok: true, value: { tradeId: 'T-9' } });
  await edge.service.executeTrade({
    ...ACCEPTANCE,
    lastSeen: { type: 'standard-spread', spreadPrice: price('-1.25') },
    quantity: Quantity.parse('2.5'),
  });
  expect(writes().map(({ method, path }) => `${method} ${path}`)).toEqual(
    Array.from({ length: 2 }, () => 'POST /v2.2/tender/requests/RQ-1/trade'),
  );
  expect(writes().map(({ body }): unknown => JSON.parse(body))).toEqual([
    {
      'quotation-id': 'QT-7',
      'last-seen-price': { type: 'per-leg', legs: [{ price: 30 }, { price: 29.05 }] },
    },
    {
      'quotation-id': 'QT-7',
      quantity: 2.5,
      'last-seen-price': { type: 'standard-spread', 'spread-price': -1.25 },
    },
  ]);
});

it('names the offer in the path where the profile does, and says which key is missing for a proposal', async () => {
  const quotePath = '/v2.2/tender/requests/{request-id}/quotations/{quotation-id}/trade';
  const proposalPath = '/v2.2/tender/price-proposals/{price-proposal-id}/trade';
  const proposed: Acceptance = {
    requestId: RQ,
    proposalId: ProposalId.parse('PP-3'),
    lastSeen: ACCEPTANCE.lastSeen,
  };
  const answer = { status: 201, body: { 'trade-id': 'T-9' } };
  const both = await answering(answer, {
    paths: { executeTrade: quotePath, executeProposal: proposalPath },
  });
  await both.edge.service.executeTrade(ACCEPTANCE);
  await both.edge.service.executeTrade(proposed);
  expect(both.writes().map(({ path }) => path)).toEqual([
    '/v2.2/tender/requests/RQ-1/quotations/QT-7/trade',
    '/v2.2/tender/price-proposals/PP-3/trade',
  ]);
  const one = await answering(answer, { paths: { executeTrade: quotePath } });
  expect(await one.edge.service.executeTrade(proposed)).toMatchObject({
    failure: { kind: 'unsupported', next: expect.stringContaining('paths.executeProposal') as string },
  });
  expect(one.writes()).toEqual([]);
});

it('takes a trade that will appear later as taken, without a number', async () => {
  const { edge } = await answering({ status: 202 });
  expect(await edge.service.executeTrade(ACCEPTANCE)).toEqual({ ok: true, value: {} });
});

it('withdraws a quote without a body, in the lane that goes first', async () => {
  const { edge, writes } = await answering({ status: 204 });
  expect(await edge.service.withdrawQuote(WITHDRAWAL)).toEqual({ ok: true, value: { quoteId: QT } });
  expect(writes()[0]).toMatchObject({
    method: 'DELETE',
    path: '/v2.3/tender/requests/RQ-1/quotations/QT-7',
    body: '',
  });
  expect(edge.limiter.snapshot().byLane).toMatchObject({ withdraw: 1 });
});

it('sends nothing that could not leave in time, as after a sleep, and counts no call for it', async () => {
  const { edge, writes } = await answering({
    status: 201,
    body: { 'quotation-id': 'QT-8', 'trade-id': 'T-9' },
  });
  const used = edge.limiter.snapshot().used;
  const sendBy = edge.clock.now() + 15_000;
  edge.clock.jump(3_600_000);
  const late = {
    ok: false,
    failure: {
      kind: 'unavailable',
      message: 'Nothing was sent: too much time passed after the press.',
    },
  };
  expect(await edge.service.sendQuote(QUOTE, { sendBy })).toMatchObject(late);
  expect(await edge.service.executeTrade(ACCEPTANCE, { sendBy })).toMatchObject(late);
  expect(writes()).toHaveLength(0);
  expect(edge.limiter.snapshot().used).toBe(used);
  expect((await edge.service.executeTrade(ACCEPTANCE, { sendBy: edge.clock.now() })).ok).toBe(true);
});

it('lets a write that is not wanted any more leave the queue, and leaves alone one that is under way', async () => {
  let answer: (value: Answer) => void = () => undefined;
  const { edge, writes } = await handling(() => new Promise<Answer>((resolve) => (answer = resolve)), {
    limits: { ratePerSecond: 1, burst: 1 },
  });
  const wanted = new AbortController();
  const first = edge.service.sendQuote(QUOTE, { signal: wanted.signal });
  const second = edge.service.sendQuote(QUOTE, { signal: wanted.signal });
  await until(async () => {
    // The second one has its turn a second later: time stands still while the first is on its way.
    if (edge.limiter.snapshot().inFlight === 0) await edge.clock.advance(200);
    return writes().length > 0;
  });
  expect(writes()).toHaveLength(1);
  wanted.abort();
  expect(await second).toEqual({ ok: false, failure: givenUp });
  answer({ status: 201, body: { 'quotation-id': 'QT-8' } });
  expect(await first).toMatchObject({ ok: true, value: { quoteId: 'QT-8' } });
  expect(writes()).toHaveLength(1);
  expect(await edge.service.sendQuote(QUOTE, { signal: wanted.signal })).toEqual(await second);
});

it('sends no figure that would arrive as another one', async () => {
  const { edge, writes } = await answering({ status: 201 });
  const fine = price('999999999.99999999');
  const expected = {
    failure: {
      kind: 'invalid-argument',
      message:
        "999999999.99999999 has more digits than the platform's numbers can carry, so nothing was sent.",
    },
  };
  expect(await edge.service.sendQuote({ ...QUOTE, price: { shape: 'single', price: fine } })).toMatchObject(
    expected,
  );
  const lastSeen = { type: 'standard-spread', spreadPrice: fine } as const;
  expect(await edge.service.executeTrade({ ...ACCEPTANCE, lastSeen })).toMatchObject(expected);
  expect(writes()).toHaveLength(0);
});

it('sends back a price as fine as the platform wrote it, and makes none of its own that is finer than 8 decimals', async () => {
  const { edge, writes } = await answering({ status: 201, body: { 'trade-id': 'T-9' } });
  const fine = price('69.333333333333');
  const lastSeen = { type: 'standard-spread', spreadPrice: fine } as const;
  expect(await edge.service.executeTrade({ ...ACCEPTANCE, lastSeen })).toMatchObject({ ok: true });
  expect(writes()[0]?.body).toContain('"spread-price":69.333333333333}');
  expect(await edge.service.sendQuote({ ...QUOTE, price: { shape: 'single', price: fine } })).toMatchObject({
    failure: { kind: 'invalid-argument' },
  });
  const finer = { type: 'standard-spread', spreadPrice: price('85.123456789012345678') } as const;
  expect(await edge.service.executeTrade({ ...ACCEPTANCE, lastSeen: finer })).toMatchObject({
    failure: { kind: 'invalid-argument' },
  });
  expect(writes()).toHaveLength(1);
});

it.each<[number, unknown, object]>([
  [
    400,
    { message: 'no' },
    { kind: 'invalid-argument', message: 'The platform did not accept what was sent: no.' },
  ],
  [403, {}, { kind: 'denied' }],
  [404, {}, { kind: 'not-found', message: 'There is no request RQ-1: {}.' }],
  [
    409,
    { errors: [{ code: 'price-mismatch', message: 'Price is 31 now.' }] },
    {
      kind: 'price-moved',
      message: 'The price moved, so nothing was executed: Price is 31 now.',
      next: 'Look at the new price, then press again if it is still good.',
      service: { status: 409, code: 'price-mismatch' },
    },
  ],
  [409, { errors: [{ code: 'wrong-state', message: 'closed' }] }, { kind: 'wrong-state' }],
  [422, { message: 'Upgrade to v2.3' }, { kind: 'unsupported' }],
  [
    429,
    { code: 'throttled', message: 'slow down' },
    {
      kind: 'throttled',
      message: 'The platform is receiving too many calls, so nothing was executed.',
      until: NOON + 1_000,
    },
  ],
  [
    429,
    { code: 'quota-exceeded', message: 'done for today' },
    {
      kind: 'throttled',
      message: 'The platform refused the call and says that its calls are used up, so nothing was executed.',
    },
  ],
])(
  'takes a %i as proof that nothing was executed, sends it once, and says why (%j)',
  async (status, body, failure) => {
    const { edge, writes } = await answering({ status, body });
    expect(await edge.service.executeTrade(ACCEPTANCE)).toMatchObject({ ok: false, failure });
    await edge.clock.advance(60_000);
    expect(writes()).toHaveLength(1);
  },
);

it('names quote and request when a quote to withdraw is not there', async () => {
  const { edge } = await answering({ status: 404, body: '' });
  expect(await edge.service.withdrawQuote(WITHDRAWAL)).toMatchObject({
    failure: { kind: 'not-found', message: 'There is no quote QT-7 of request RQ-1.' },
  });
});

it('never repeats a write after a 401, but renews the sign-in for the next press', async () => {
  const { edge, writes, service } = await handling(({ method }) =>
    method === 'POST' && writes().length === 1
      ? { status: 401 }
      : { status: 201, body: { 'trade-id': 'T-9' } },
  );
  expect(await edge.service.executeTrade(ACCEPTANCE)).toMatchObject({
    failure: {
      kind: 'signed-out',
      message: 'The platform no longer accepted the sign-in, so nothing was executed.',
      next: 'SpreadDesk signs in again by itself. Check the price and press again.',
    },
  });
  await service.seen(2, isAuthenticate);
  expect(writes()).toHaveLength(1);
  expect(await edge.service.executeTrade(ACCEPTANCE)).toMatchObject({ ok: true });
});

it.each<[string, Answer]>([
  ['a 500', { status: 500, body: { message: 'internal' } }],
  ['a 504', { status: 504 }],
  ['a redirect', { status: 302 }],
  ['a status that nobody knows', { status: 499 }],
  ['a success with truncated JSON', { status: 201, body: '{"trade-id":"T' }],
  ['a success without a trade number', { status: 201, body: { ok: true } }],
  ['a success with a number for a trade number', { status: 201, body: { 'trade-id': 9 } }],
  ['an empty success', { status: 200, body: '' }],
])('calls the outcome of a write unknown after %s, and never sends it again', async (_, answer) => {
  const { edge, writes } = await answering(answer);
  const outcome = await edge.service.executeTrade(ACCEPTANCE);
  expect(outcome).toMatchObject({
    ok: false,
    failure: {
      kind: 'unknown-outcome',
      next: 'Do not send it again: the desk keeps checking until it is known.',
      service: { status: answer.status },
    },
  });
  expect(!outcome.ok && outcome.failure.message).toMatch(/ It is not known whether the trade was made\.$/);
  await edge.clock.advance(60_000);
  expect(writes()).toHaveLength(1);
});

it('knows that nothing was sent when the sign-in that a write needs brings nothing readable', async () => {
  let issued = 0;
  const service = await platform((call) => {
    if (!isAuthenticate(call)) return { status: 201, body: { 'trade-id': 'T-9' } };
    return { body: issued++ === 0 ? { 'access-token': jwt(NOON + 60_000) } : '<html>' };
  });
  const edge = await edgeTo(service.baseUrl);
  edge.clock.jump(3_600_000);
  expect(await edge.service.executeTrade(ACCEPTANCE)).toMatchObject({ failure: { kind: 'unavailable' } });
  expect(service.arrived.every(isAuthenticate)).toBe(true);
});

it('says of each write what is not known', async () => {
  const { edge } = await answering({ status: 500, body: '' });
  const because = 'The platform has a problem (status 500).';
  expect(await edge.service.sendQuote(QUOTE)).toMatchObject({
    failure: { message: `${because} It is not known whether the quote reached the platform.` },
  });
  expect(await edge.service.withdrawQuote(WITHDRAWAL)).toMatchObject({
    // What takes risk away may go again at any time, also by a person's press.
    failure: {
      message: `${because} It is not known whether the quote was withdrawn.`,
      next: 'You may withdraw it again: twice does no harm.',
    },
  });
});

it('does not take a withdrawal that was only noted for one that is done', async () => {
  const { edge } = await answering({ status: 202 });
  expect(await edge.service.withdrawQuote(WITHDRAWAL)).toMatchObject({
    failure: { kind: 'unknown-outcome' },
  });
});

it('calls the outcome unknown when the connection breaks or nothing comes in time', async () => {
  const broken = await handling((_, response) => {
    response.destroy();
    return undefined;
  });
  expect(await broken.edge.service.executeTrade(ACCEPTANCE)).toMatchObject({
    failure: {
      kind: 'unknown-outcome',
      message:
        'The connection to the platform broke before the answer. It is not known whether the trade was made.',
    },
  });
  expect(broken.writes()).toHaveLength(1);
  const silent = await handling(() => undefined);
  const sent = silent.edge.service.executeTrade(ACCEPTANCE);
  await silent.service.seen(1, (call) => !isAuthenticate(call));
  await silent.edge.clock.advance(5_000);
  expect(await sent).toMatchObject({
    failure: {
      kind: 'unknown-outcome',
      message: 'The platform did not answer in time. It is not known whether the trade was made.',
    },
  });
  expect(silent.writes()).toHaveLength(1);
});

it('knows that nothing was sent when no connection comes about', async () => {
  const { edge, service } = await answering({});
  await service.end();
  await edge.clock.advance(0);
  expect(await edge.service.executeTrade(ACCEPTANCE)).toMatchObject({
    failure: { kind: 'unavailable', message: 'The platform cannot be reached, so nothing was sent.' },
  });
});

it('believes only the statuses of the profile that nothing was executed', async () => {
  const profile = { auth: { provesNotExecuted: [503] } };
  for (const [status, kind] of [
    [503, 'unavailable'],
    [400, 'unknown-outcome'],
    [401, 'unknown-outcome'],
    [429, 'unknown-outcome'],
  ] as const) {
    const { edge, writes } = await answering({ status }, profile);
    expect(await edge.service.executeTrade(ACCEPTANCE)).toMatchObject({ failure: { kind } });
    expect(writes()).toHaveLength(1);
  }
});

it('does not send an action whose turn comes only after the price has grown old', async () => {
  const { edge, writes } = await answering({ status: 201, body: { 'trade-id': 'T-9' } });
  void edge.limiter.run({ lane: 'polling', operation: 'other' }, async (turn) => {
    turn.refused({ hint: 'throttled', retryAfterMs: 60_000 });
    return { ok: true, value: undefined };
  });
  // The one action that tries the service again gets no answer for long.
  void edge.limiter.run({ lane: 'withdraw', operation: 'other' }, () => new Promise<never>(() => undefined));
  await edge.clock.advance(3_000);
  const sent = edge.service.executeTrade(ACCEPTANCE);
  await edge.clock.advance(10_000);
  expect(await sent).toMatchObject({ failure: { kind: 'throttled' } });
  await edge.clock.advance(120_000);
  expect(writes()).toHaveLength(0);
});

it.each([
  ['a code of its own', { errors: [{ code: 'STALE_QUOTE', message: 'Too late.' }] }],
  ['words of its own', { message: 'Rejected: the price is no longer valid' }],
])('knows a moved price by %s, where the profile names it', async (_, body) => {
  const errors = { priceMoved: ['stale-quote', 'no longer valid'] };
  const { edge } = await answering({ status: 409, body }, { errors });
  expect(await edge.service.executeTrade(ACCEPTANCE)).toMatchObject({ failure: { kind: 'price-moved' } });
  const other = await answering({ status: 409, body });
  expect(await other.edge.service.executeTrade(ACCEPTANCE)).toMatchObject({
    failure: { kind: 'wrong-state' },
  });
});

it('takes a write refused as one too many by another status as not executed only where the profile says that too', async () => {
  const refused = { status: 503, headers: { 'retry-after': '2' }, body: { message: 'Slow down' } };
  const errors = { throttledStatuses: [429, 503] };
  const unsure = await answering(refused, { errors });
  expect(await unsure.edge.service.sendQuote(QUOTE)).toMatchObject({ failure: { kind: 'unknown-outcome' } });
  const sure = await answering(refused, { errors, auth: { provesNotExecuted: [409, 429, 503] } });
  expect(await sure.edge.service.sendQuote(QUOTE)).toMatchObject({
    failure: { kind: 'throttled', until: NOON + 2_000 },
  });
});

it.each([
  [
    'a group by field',
    { fieldErrors: { 'legs[0].price': ['must be above 0'] } },
    'The platform did not accept what was sent: legs[0].price: must be above 0.',
  ],
  [
    'problem details',
    { type: 'about:blank', title: 'Not valid', detail: 'The quantity is 0.' },
    'The platform did not accept what was sent: The quantity is 0.',
  ],
  ['text', 'No such contract', 'The platform did not accept what was sent: No such contract.'],
  [
    'a page',
    '<html><head><title>422 Unprocessable</title></head><body>x</body></html>',
    'The platform did not accept what was sent: 422 Unprocessable: x.',
  ],
])('says the words of an error written as %s', async (_, body, message) => {
  const { edge } = await answering({ status: 422, body });
  expect(await edge.service.sendQuote(QUOTE)).toMatchObject({
    failure: { kind: 'invalid-argument', message },
  });
});
