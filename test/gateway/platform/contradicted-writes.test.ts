import { expect, it } from 'vitest';
import { Price } from '../../../src/domain/price';
import { Quantity } from '../../../src/domain/quantity';
import type { Acceptance, Service } from '../../../src/gateway/platform/operations';
import { CREATE } from '../twins/actions';
import { edgeTo, isAuthenticate, platform, signingIn, type Answer } from './platform';
import { QT, RQ } from './records';

async function answering(answer: Answer) {
  const service = await platform(signingIn(() => answer));
  const edge = await edgeTo(service.baseUrl);
  return { edge, writes: () => service.arrived.filter((call) => !isAuthenticate(call)) };
}

const price = (text: string) => Price.parse(text);
const QUOTE = {
  requestId: RQ,
  direction: 'ask',
  price: { shape: 'single', price: price('30.1') },
  quantity: Quantity.parse('10'),
  allOrNone: true,
} as const;
const SPREAD = { ...QUOTE, price: { shape: 'standard-spread', spreadPrice: price('0.9') } } as const;
const ACCEPTANCE: Acceptance = {
  requestId: RQ,
  quoteId: QT,
  lastSeen: { type: 'per-leg', legPrices: [price('30.1')] },
};
const SETTINGS = { 'max-quantity': 50, enabled: true, desk: 'A' };

type Write = (service: Service) => Promise<{ ok: boolean }>;
const withdraw: Write = (service) => service.withdrawQuote({ requestId: RQ, quoteId: QT });
const deleteAll: Write = (service) => service.deleteProposals({ requestId: RQ });
const quote: Write = (service) => service.sendQuote(QUOTE);
const quoteSpread: Write = (service) => service.sendQuote(SPREAD);
const propose: Write = (service) => service.addProposal({ ...QUOTE, kind: 'firm' });
const counter: Write = (service) => service.sendCounteroffer({ ...QUOTE, quoteId: QT });
const accept: Write = (service) => service.executeTrade(ACCEPTANCE);
const switchOn: Write = (service) => service.toggleRisk({ commodity: 'power', on: true });
const change: Write = (service) => service.writeRiskSettings({ commodity: 'power', settings: SETTINGS });

const HTML = { headers: { 'content-type': 'text/html' }, body: '<html>Please sign in</html>' };
const MADE = {
  'quotation-id': 'QT-8',
  'price-proposal-id': 'PP-8',
  'counteroffer-id': 'CO-8',
  'trade-id': 'T-8',
};
const ERRORS = { errors: [{ code: 'wrong-state', message: 'The request is closed.' }] };

it.each<[string, Write, Answer]>([
  ...[withdraw, deleteAll, switchOn, change].flatMap((write): [string, Write, Answer][] => [
    ['a page of HTML', write, HTML],
    ['a word that is no JSON', write, { body: 'OK' }],
    ['half an object', write, { body: '{"quotation-id":' }],
    ['errors', write, { body: ERRORS }],
    ['an error', write, { body: { error: 'closed' } }],
    ['an error in an envelope', write, { body: { data: { error: { code: 9 } } } }],
    ['a success that is false', write, { body: { success: false } }],
    ['the status failed', write, { body: { status: 'FAILED' } }],
    ['an error status as a number', write, { body: { status: 409, title: 'Conflict' } }],
    ['problem details', write, { body: { title: 'Conflict', detail: 'The request is closed.' } }],
    ['problem details by name', write, { headers: { 'content-type': 'application/problem+json' }, body: {} }],
    ['a bare false', write, { body: 'false' }],
    ['a bare word of failure', write, { body: '"rejected"' }],
    ['a list of results of which one failed', write, { body: [{ ok: true }, { ok: false }] }],
  ]),
  ...[withdraw, deleteAll, switchOn, change].flatMap((write): [string, Write, Answer][] => [
    ['a message', write, { body: { message: 'The quotation cannot be changed now.' } }],
    ['a code and a message', write, { body: { code: 'E1234', message: 'The quote is locked.' } }],
    ['a sentence', write, { body: '"The quote is locked."' }],
    ...['queued', 'PENDING_WITHDRAWAL', 'accepted', 'skipped', 'error: busy', 'unchanged'].map(
      (status): [string, Write, Answer] => [`the status ${status}`, write, { body: { status } }],
    ),
    ['an outcome that is not known', write, { body: { outcome: 'scheduled' } }],
    [
      'a status of the call and a message',
      write,
      { body: { status: 200, message: 'It cannot be changed.' } },
    ],
    ['a hint', write, { body: { hint: 'locked' } }],
    ['a code in words', write, { body: { responseCode: 'LOCKED' } }],
    ['a text of its status', write, { body: { statusText: 'locked' } }],
    ['a job', write, { body: { accepted: true, 'job-id': 7 } }],
  ]),
  ...[{ 'quotation-state': 'active' }, { quotationStatus: 'active' }, { 'withdrawal-pending': true }].map(
    (body): [string, Write, Answer] => [
      `a state under another name ${JSON.stringify(body)}`,
      withdraw,
      { body },
    ],
  ),
  ...[
    { 'quotation-id': null },
    { withdrawn: 'false' },
    { withdrawn: 0 },
    { isActive: true },
    { live: true },
  ].map((body): [string, Write, Answer] => [
    `what does not say it, ${JSON.stringify(body)}`,
    withdraw,
    { body },
  ]),
  ...['disabled', 'off', 'inactive', 'removed', 'closed'].map((status): [string, Write, Answer] => [
    `the status ${status}`,
    switchOn,
    { body: { status } },
  ]),
  ['no word of the switch', switchOn, { body: { commodity: 'power', 'risk-management': null } }],
  ['an empty list', switchOn, { body: [] }],
  ['something that was not sent', switchOn, { body: { commodity: 'power', limits: {} } }],
  ['the quote still active', withdraw, { body: { 'quotation-id': 'QT-7', state: 'active' } }],
  ['the quote accepted', withdraw, { body: { 'quotation-id': 'QT-7', state: 'accepted' } }],
  ['the quote in a state that nobody knows', withdraw, { body: { data: { state: 'withdrawing' } } }],
  ['the quote live by its status', withdraw, { body: { status: 'Active' } }],
  ['a quote that is not withdrawn', withdraw, { body: { withdrawn: false } }],
  ['another quote', withdraw, { body: { 'quotation-id': 'QT-9', state: 'withdrawn' } }],
  ['a quote of another request', withdraw, { body: { 'request-id': 'RQ-9', state: 'withdrawn' } }],
  [
    'a proposal that is still active',
    deleteAll,
    { body: { items: [{ 'price-proposal-id': 'PP-1', state: 'active' }] } },
  ],
  ['protection that is still off', switchOn, { body: { commodity: 'power', 'risk-management': false } }],
  ['protection of another commodity', switchOn, { body: { commodity: 'gas', 'risk-management': true } }],
  ['a setting as it was', change, { body: { ...SETTINGS, 'max-quantity': 40 } }],
  ['a switch as it was', change, { body: { data: { enabled: false } } }],
  ...[quote, propose, counter, accept].flatMap((write): [string, Write, Answer][] => [
    ['a number and errors', write, { status: 201, body: { ...MADE, ...ERRORS } }],
    ['a number and a failure', write, { status: 201, body: { ...MADE, state: 'rejected' } }],
    [
      'another request',
      write,
      { status: 201, body: { ...MADE, 'quotation-id': 'QT-7', 'request-id': 'RQ-9' } },
    ],
  ]),
  ...[quote, propose, counter].flatMap((write): [string, Write, Answer][] => [
    [
      'another direction',
      write,
      { status: 201, body: { ...MADE, 'quotation-id': 'QT-7', 'price-direction': 'bid' } },
    ],
    [
      'another price',
      write,
      { status: 201, body: { ...MADE, 'quotation-id': 'QT-7', legs: [{ price: 30.10000001 }] } },
    ],
    [
      'another price outside its leg',
      write,
      { status: 201, body: { ...MADE, 'quotation-id': 'QT-7', price: 31 } },
    ],
    ['another quantity', write, { status: 201, body: { ...MADE, 'quotation-id': 'QT-7', quantity: 5 } }],
    [
      'nearly the quantity',
      write,
      { status: 201, body: { ...MADE, 'quotation-id': 'QT-7', quantity: 10.001 } },
    ],
    ['more legs', write, { status: 201, body: { ...MADE, 'quotation-id': 'QT-7', legs: [{}, {}] } }],
  ]),
  ...[quote, propose, counter, accept].flatMap((write): [string, Write, Answer][] => [
    ...['pending', 'queued', 'expired', 'KO', 'cancelled', 'draft'].map((status): [string, Write, Answer] => [
      `a number and the status ${status}`,
      write,
      { status: 202, body: { ...MADE, 'quotation-id': 'QT-7', status } },
    ]),
    [
      'a number in what is said to be pending',
      write,
      { status: 201, body: { state: 'pending', data: { ...MADE, 'quotation-id': 'QT-7' } } },
    ],
    ['accepted: false', write, { status: 201, body: { ...MADE, 'quotation-id': 'QT-7', accepted: false } }],
  ]),
  [
    'pending-confirmation',
    accept,
    { status: 202, body: { 'trade-id': 'T-8', status: 'pending-confirmation' } },
  ],
  ['executed: false', accept, { status: 200, body: { 'trade-id': 'T-8', executed: false, status: 'OK' } }],
  ['a trade state', accept, { status: 201, body: { 'trade-id': 'T-8', 'trade-status': 'PENDING' } }],
  ['active: false', quote, { status: 201, body: { 'quotation-id': 'QT-8', active: false } }],
  ['another kind', propose, { status: 201, body: { ...MADE, kind: 'indicative' } }],
  ['a counteroffer to another quote', counter, { status: 201, body: { ...MADE, 'quotation-id': 'QT-9' } }],
  ['another net price', quoteSpread, { status: 201, body: { ...MADE, 'spread-price': -0.9 } }],
  ['an acceptance noted, with errors', accept, { status: 202, body: ERRORS }],
])('does not take a success with %s for done (%s)', async (_, write, answer) => {
  const { edge, writes } = await answering(answer);
  expect(await write(edge.service)).toMatchObject({
    ok: false,
    failure: { kind: 'unknown-outcome', service: { status: answer.status ?? 200 } },
  });
  await edge.clock.advance(60_000);
  expect(writes()).toHaveLength(1);
});

it.each<[string, Write, Answer]>([
  ...[withdraw, deleteAll, switchOn, change].flatMap((write): [string, Write, Answer][] => [
    ['204', write, { status: 204 }],
    ['205', write, { status: 205 }],
    ['an empty 200', write, { body: '' }],
    ['blanks', write, { body: ' \r\n' }],
    ['an empty object', write, { body: {} }],
    ['null', write, { body: 'null' }],
    ['true', write, { body: 'true' }],
    ['no errors', write, { body: { success: true, errors: [], error: null, 'error-code': 0 } }],
    ['a word of success', write, { body: { status: 'OK', message: 'done' } }],
  ]),
  [
    'the quote withdrawn',
    withdraw,
    { body: { 'quotation-id': 'QT-7', 'request-id': 'RQ-1', state: 'Withdrawn' } },
  ],
  ['the quote cancelled', withdraw, { body: { quotation: { 'quotation-id': 'QT-7', state: 'cancelled' } } }],
  ['the quote, and nothing more', withdraw, { body: { 'quotation-id': 'QT-7', 'request-id': 'RQ-1' } }],
  [
    'a quote that is withdrawn, in its own field',
    withdraw,
    { body: { withdrawn: true, message: 'Thanks.' } },
  ],
  ['an empty list of proposals', deleteAll, { body: [] }],
  ['protection on, by a word too', switchOn, { body: { 'risk-management': true, status: 'enabled' } }],
  ['protection on', switchOn, { body: { commodity: 'Power', 'risk-management': true } }],
  ['the settings', change, { body: { ...SETTINGS, updated: '2026-11-20' } }],
  [
    'its own record',
    quote,
    {
      status: 201,
      body: {
        'quotation-id': 'QT-8',
        'request-id': 'RQ-1',
        state: 'active',
        'price-direction': 'ask',
        'spread-price': null,
        legs: [{ price: '30.10', status: 'rejected by nobody' }],
        quantity: 10.0,
        'all-or-none': true,
        warnings: ['late'],
      },
    },
  ],
  ...['executed', 'TRADED', 'confirmed', 'done', '201'].map((status): [string, Write, Answer] => [
    `a trade that is ${status}`,
    accept,
    { status: 201, body: { 'trade-id': 'T-8', status } },
  ]),
  [
    'a trade on a request that is open still',
    accept,
    {
      status: 201,
      body: {
        'trade-id': 'T-8',
        'clearing-status': 'pending',
        request: { 'request-id': 'RQ-1', state: 'open' },
      },
    },
  ],
  ['nothing but its number', accept, { status: 202, body: { 'trade-id': 'T-8' } }],
  [
    'a live quote that nobody has accepted',
    quote,
    {
      status: 201,
      body: { 'quotation-id': 'QT-8', state: 'live', accepted: false, counterparty: { status: 'pending' } },
    },
  ],
  [
    'noise in the net price',
    quoteSpread,
    { status: 201, body: { ...MADE, 'spread-price': 0.9000000000000021 } },
  ],
  [
    'the trade',
    accept,
    { status: 201, body: { 'trade-id': 'T-8', 'request-id': 'RQ-1', price: 30.2, quantity: 4 } },
  ],
])('takes a success with %s for done (%s)', async (_, write, answer) => {
  const { edge } = await answering(answer);
  expect(await write(edge.service)).toMatchObject({ ok: true });
});

it('says what the platform answered, what was sent, and what is not known', async () => {
  const { edge } = await answering({ status: 201, body: { ...MADE, quantity: 5 } });
  expect(await edge.service.sendQuote(QUOTE)).toMatchObject({
    failure: {
      message:
        'The platform answered with quantity 5, and 10 was sent. It is not known whether the quote reached the platform.',
    },
  });
});

it('keeps the number that an answer names although it proves nothing, unless it speaks of something else', async () => {
  const number = async (body: unknown) => {
    const { edge } = await answering({ status: 202, body });
    const outcome = await edge.service.executeTrade(ACCEPTANCE);
    return outcome.ok ? 'done' : outcome.failure.service?.number;
  };
  expect(await number({ data: { 'trade-id': 'T-8', status: 'pending' } })).toBe('T-8');
  expect(await number({ 'trade-id': 'T-8', 'request-id': 'RQ-9' })).toBeUndefined();
});

const DRAFT = CREATE.draft;

it.each(['pending-approval', 'draft', 'queued', 'closed'])(
  'takes no request as made whose answer calls it %s, and keeps its number',
  async (word) => {
    for (const field of ['status', 'state', 'request-status']) {
      const { edge } = await answering({ status: 201, body: { 'request-id': 'RQ-8', [field]: word } });
      expect(await edge.service.createRequest(DRAFT)).toMatchObject({
        failure: { kind: 'unknown-outcome', service: { number: 'RQ-8' } },
      });
    }
  },
);

it.each([
  [{ 'failed-recipients': ['Beta'] }, 'The platform answered with failed-recipients ["Beta"].'],
  [
    { rejectedRecipients: [{ name: 'Beta' }] },
    'The platform answered with rejectedRecipients [{"name":"Beta"}].',
  ],
  [
    { warnings: ['Beta was not invited'], skippedLegs: 1 },
    'The platform answered with warnings ["Beta was not invited"] and skippedLegs 1.',
  ],
  [{ state: 'open', warnings: [], 'failed-recipients': null, rejectedCount: 0 }, undefined],
])('tells of a request that was made what its answer says was not done: %o', async (body, beside) => {
  const { edge } = await answering({ status: 201, body: { 'request-id': 'RQ-8', ...body } });
  expect(await edge.service.createRequest(DRAFT)).toEqual({
    ok: true,
    value: { requestId: 'RQ-8', beside },
  });
});

it('shows no secret that an answer repeats', async () => {
  const { edge } = await answering({ body: { 'quotation-id': 'key-4711' } });
  const outcome = await edge.service.withdrawQuote({ requestId: RQ, quoteId: QT });
  expect(JSON.stringify(outcome)).toContain('speaks of quotation-id');
  expect(JSON.stringify(outcome)).not.toContain('key-4711');
});
