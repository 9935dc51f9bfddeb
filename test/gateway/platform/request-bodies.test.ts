import { expect, it } from 'vitest';
import type { NewLeg, NewRequest } from '../../../src/domain/new-request';
import { priceShape, type Request } from '../../../src/domain/request';
import { ProposalId } from '../../../src/domain/identifiers';
import { Quantity } from '../../../src/domain/quantity';
import { readRequest } from '../../../src/contract/service/read-request';
import type { OfferToSend } from '../../../src/gateway/platform/operations';
import { price } from '../../domain/written-price';
import { edgeTo, isAuthenticate, platform, signingIn } from './platform';
import { QT, RQ, wireRequest } from './records';

/** The id of what was made, by the last part of its path. */
const MADE: Readonly<Record<string, object>> = {
  requests: { 'request-id': 'RQ-2' },
  quotations: { 'quotation-id': 'QT-8' },
  'price-proposal': { 'price-proposal-id': 'PP-3' },
  'price-proposals': { 'price-proposal-id': 'PP-3' },
  'individual-counteroffers': { 'counteroffer-id': 'CO-4' },
  trade: { 'trade-id': 'T-9' },
};

async function writing() {
  const service = await platform(
    signingIn(({ path }) => ({ status: 201, body: MADE[path.split('/').at(-1) ?? ''] })),
  );
  const edge = await edgeTo(service.baseUrl);
  const sent = () =>
    service.arrived
      .filter((call) => !isAuthenticate(call))
      .map(({ method, path, body }) => ({
        line: `${method} ${path}`,
        body: body && (JSON.parse(body) as unknown),
      }));
  return { edge, sent, service: edge.service };
}

const request = (over: object): Request => {
  const read = readRequest(wireRequest('RQ-1', over));
  if (!read.ok) throw new Error(read.failure.message);
  return read.value;
};
const SPREAD = request({ contract: 'spread', legs: [{ action: 'sell' }, { action: 'buy' }] });
const SAME_WAY = request({ contract: 'spread', legs: [{ action: 'sell' }, { action: 'sell' }] });
const STANDARD = request({ contract: 'standard-spread', legs: [{ action: 'buy' }, { action: 'sell' }] });
const SWAP = request({
  contract: 'spread',
  spreadType: 'green-grey-swap',
  legs: [{ action: 'sell' }, { action: 'buy' }, { action: 'sell' }],
});

const offer = (over: Partial<OfferToSend> = {}): OfferToSend => ({
  requestId: RQ,
  direction: 'ask',
  price: { shape: 'single', price: price('-4.25') },
  quantity: Quantity.parse('10'),
  allOrNone: true,
  ...over,
});
const perLeg = (...prices: string[]): OfferToSend['price'] => ({
  shape: 'per-leg',
  legPrices: prices.map(price),
});
const standard = { shape: 'standard-spread', spreadPrice: price('-1.25') } as const;
const REST = { 'price-direction': 'ask', quantity: 10, 'all-or-none': true };

const leg = (over: Partial<NewLeg> = {}): NewLeg => ({
  action: 'buy',
  commodity: 'power',
  market: 'DE',
  deliveryStart: '2027-01-01',
  deliveryEnd: '2027-12-31',
  quantity: Quantity.parse('10.5'),
  ...over,
});
const LEG = {
  commodity: 'power',
  market: 'DE',
  'delivery-start': '2027-01-01',
  'delivery-end': '2027-12-31',
  action: 'buy',
  quantity: 10.5,
};

it('writes a new request in the words of the interface, and nothing that was not said', async () => {
  const { service, sent } = await writing();
  const asked: NewRequest[] = [
    { contract: 'single', legs: [leg()], allOrNone: true, recipients: [] },
    {
      contract: 'spread',
      spreadType: 'efp',
      legs: [
        leg({ clearing: { type: 'exchange', house: 'ECC' } }),
        leg({
          action: 'sell',
          clearing: { type: 'bilateral' },
          loadProfile: 'peak',
          quantityUnit: 'MW',
        }),
      ],
      allOrNone: false,
      recipients: ['Cobalt Grid'],
    },
    {
      contract: 'swap',
      swapType: 'grey-green-swap',
      legs: [leg({ commodity: 'goo' }), leg(), leg({ action: 'sell' })],
      allOrNone: true,
      recipients: [],
    },
  ];
  for (const one of asked) expect(await service.createRequest(one)).toMatchObject({ ok: true });
  expect(sent().map(({ line }) => line)).toEqual(asked.map(() => 'POST /v2.3/tender/requests'));
  expect(sent().map(({ body }) => body)).toEqual([
    { contract: 'single', commodity: 'power', 'all-or-none': true, legs: [LEG] },
    {
      contract: 'spread',
      'spread-type': 'efp',
      commodity: 'power',
      'all-or-none': false,
      recipients: ['Cobalt Grid'],
      legs: [
        { ...LEG, clearing: { type: 'exchange', house: 'ECC' } },
        {
          ...LEG,
          action: 'sell',
          'load-profile': 'peak',
          'quantity-unit': 'MW',
          clearing: { type: 'bilateral' },
        },
      ],
    },
    {
      contract: 'spread',
      spreadType: 'grey-green-swap',
      commodity: 'goo',
      'all-or-none': true,
      legs: [{ ...LEG, commodity: 'goo' }, LEG, { ...LEG, action: 'sell' }],
    },
  ]);
});

it('writes the net price beside the leg prices of a spread, with the sign by leg order', async () => {
  const { service, sent } = await writing();
  const price = perLeg('29', '30.5');
  const legs = [{ price: 29 }, { price: 30.5 }];
  await service.sendQuote(offer({ price, request: SPREAD }));
  await service.sendQuote(offer({ price, request: SAME_WAY }));
  await service.sendQuote(offer({ price }));
  await service.sendQuote(offer({ price: perLeg('0.57', '80', '80'), request: SWAP }));
  expect(sent().map(({ body }) => body)).toEqual([
    { ...REST, 'spread-price': -1.5, legs },
    { ...REST, 'spread-price': 59.5, legs },
    { ...REST, legs },
    { ...REST, legs: [{ price: 0.57 }, { price: 80 }, { price: 80 }] },
  ]);
});

it('takes the path and version by operation and by contract', async () => {
  const { service, sent } = await writing();
  for (const kind of ['firm', 'indicative'] as const) {
    expect(await service.addProposal({ ...offer(), kind })).toEqual({
      ok: true,
      value: { proposalId: 'PP-3' },
    });
    await service.addProposal({ ...offer({ price: perLeg('30', '29'), request: SPREAD }), kind });
    await service.addProposal({ ...offer({ price: standard, request: STANDARD }), kind });
  }
  const one = '/tender/requests/RQ-1';
  const other = `POST /v2.2${one}/price-proposal`;
  const lines = [other, other, `POST /v2.3${one}/price-proposals`];
  expect(sent().map(({ line }) => line)).toEqual([...lines, ...lines]);
  expect(sent().map(({ body }) => body)).toEqual(
    ['firm', 'indicative'].flatMap((kind) => [
      { ...REST, kind, legs: [{ price: -4.25 }] },
      { ...REST, kind, 'spread-price': 1, legs: [{ price: 30 }, { price: 29 }] },
      { ...REST, kind, type: 'standard-spread', 'spread-price': -1.25 },
    ]),
  );
});

it('writes a counteroffer as a quote that names the quote it answers', async () => {
  const { service, sent } = await writing();
  expect(await service.sendCounteroffer({ ...offer({ price: standard }), quoteId: QT })).toEqual({
    ok: true,
    value: { counterofferId: 'CO-4' },
  });
  await service.sendCounteroffer({ ...offer(), quoteId: QT });
  expect(sent()).toEqual([
    {
      line: 'POST /v2.3/tender/requests/RQ-1/individual-counteroffers',
      body: { ...REST, 'quotation-id': 'QT-7', type: 'standard-spread', 'spread-price': -1.25 },
    },
    {
      line: 'POST /v2.3/tender/requests/RQ-1/individual-counteroffers',
      body: { ...REST, 'quotation-id': 'QT-7', legs: [{ price: -4.25 }] },
    },
  ]);
});

it('names the price proposal that a recipient accepts', async () => {
  const { service, sent } = await writing();
  await service.executeTrade({
    requestId: RQ,
    proposalId: ProposalId.parse('PP-3'),
    lastSeen: { type: 'per-leg', legPrices: [price('30')] },
    quantity: Quantity.parse('2.5'),
  });
  expect(sent()).toEqual([
    {
      line: 'POST /v2.2/tender/requests/RQ-1/trade',
      body: {
        'price-proposal-id': 'PP-3',
        quantity: 2.5,
        'last-seen-price': { type: 'per-leg', legs: [{ price: 30 }] },
      },
    },
  ]);
});

it.each<[string, Partial<OfferToSend>, string]>([
  [
    'a swap with two prices',
    { price: perLeg('0.5', '80'), request: SWAP },
    'A green-grey swap is quoted with three prices.',
  ],
  ['a swap with one price', { request: SWAP }, 'A green-grey swap is quoted with three prices.'],
  [
    'a swap whose power prices differ',
    { price: perLeg('0.5', '80', '80.01'), request: SWAP },
    'Both power legs of a swap have one price, and these are 80 and 80.01.',
  ],
  [
    'three prices of which two differ, with no request at hand',
    { price: perLeg('0.5', '80', '81') },
    'Both power legs of a swap have one price, and these are 80 and 81.',
  ],
  [
    'leg prices on a standard spread',
    { price: perLeg('30', '29'), request: STANDARD },
    'This request is priced with one net price.',
  ],
  [
    'a net price on a spread',
    { price: standard, request: SPREAD },
    'This request is priced with one price for each leg.',
  ],
  [
    'two prices on a single',
    { price: perLeg('30', '29'), request: request({}) },
    'This request is priced with one price.',
  ],
  [
    'three prices on a spread',
    { price: perLeg('30', '29', '29'), request: SPREAD },
    'This request has 2 legs.',
  ],
])('sends no quote, proposal or counteroffer with %s', async (_, over, message) => {
  const { service, sent } = await writing();
  const refused = { ok: false, failure: { kind: 'invalid-argument', message } };
  expect(await service.sendQuote(offer(over))).toMatchObject(refused);
  expect(await service.addProposal({ ...offer(over), kind: 'firm' })).toMatchObject(refused);
  expect(await service.sendCounteroffer({ ...offer(over), quoteId: QT })).toMatchObject(refused);
  expect(sent()).toEqual([]);
});

it('knows the shape of every kind of request', () => {
  expect([SPREAD, STANDARD, SWAP, request({})].map(priceShape)).toEqual([
    'per-leg',
    'standard-spread',
    'per-leg',
    'single',
  ]);
});

it('switches risk and writes settings with the keys and types that they came with', async () => {
  const { service, sent } = await writing();
  expect(await service.toggleRisk({ commodity: 'power & gas', on: false })).toEqual({
    ok: true,
    value: { commodity: 'power & gas', on: false },
  });
  const settings = {
    'quantity-max': 50,
    'notify-when': '007',
    'block-negative-prices': false,
    'min-0': -0.5,
  };
  await service.writeRiskSettings({ commodity: 'power', settings });
  expect(sent()).toEqual([
    { line: 'PUT /v2.2/risk/commodities/power%20%26%20gas', body: { 'risk-management': false } },
    { line: 'PUT /v2.2/risk/commodities/power/settings', body: settings },
  ]);
  for (const bad of ['', '  ', 'a\nb', '\ud800', '..']) {
    expect(await service.toggleRisk({ commodity: bad, on: true })).toMatchObject({
      failure: { kind: 'invalid-argument' },
    });
  }
  expect(
    await service.writeRiskSettings({ commodity: 'power', settings: { 'quantity-max': NaN } }),
  ).toMatchObject({ failure: { kind: 'invalid-argument' } });
  expect(sent()).toHaveLength(2);
});

it('lets what protects go ahead of what trades', async () => {
  const { service, edge } = await writing();
  await service.toggleRisk({ commodity: 'power', on: true });
  await service.deleteProposals({ requestId: RQ });
  expect(edge.limiter.snapshot().byLane).toEqual({ submit: 1, withdraw: 2 });
  await service.toggleRisk({ commodity: 'power', on: false });
  await service.addProposal({ ...offer(), kind: 'firm' });
  expect(edge.limiter.snapshot().byLane).toEqual({ withdraw: 2, submit: 3 });
});
