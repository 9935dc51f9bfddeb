import { expect, it } from 'vitest';
import { CounterofferId, QuoteId } from '../../src/domain/identifiers';
import type { Price } from '../../src/domain/price';
import { Quantity } from '../../src/domain/quantity';
import type { Request } from '../../src/domain/request';
import type { OfferToSend } from '../../src/gateway/platform/operations';
import { price } from '../domain/written-price';
import { OPEN } from '../simulator/desk-client';
import { ASK, deskAtSimulator, failure, requestId, value, type DeskAtSimulator } from './desk-at-simulator';

const prices = (...written: number[]): Price[] => written.map((one) => price(one));
const single = { shape: 'single', price: price(-3.25) } as const;
const standard = { shape: 'standard-spread', spreadPrice: price(-1.25) } as const;
const perLeg = (...written: number[]) => ({ shape: 'per-leg', legPrices: prices(...written) }) as const;

async function offerOn(
  { service }: DeskAtSimulator,
  id: string,
  priced: OfferToSend['price'],
): Promise<OfferToSend & { request: Request }> {
  const request = value(await service.request(requestId(id), ASK));
  return {
    requestId: request.id,
    direction: request.legs[0]?.action === 'buy' ? 'ask' : 'bid',
    price: priced,
    quantity: request.legs[0]?.quantity ?? Quantity.parse('1'),
    allOrNone: request.allOrNone ?? true,
    request,
  };
}

const CONTRACTS: readonly [string, string, OfferToSend['price'], object][] = [
  ['single', OPEN.askedBuy, single, { shape: 'single', price: '-3.25' }],
  [
    'spread that sells leg 1',
    OPEN.askedLocation,
    perLeg(29, 30),
    { shape: 'per-leg', legPrices: ['29', '30'], spreadPrice: '-1' },
  ],
  [
    'spread that buys leg 1',
    OPEN.askedTime,
    perLeg(30, 29),
    { shape: 'per-leg', legPrices: ['30', '29'], spreadPrice: '1' },
  ],
  ['standard spread', OPEN.askedStandard, standard, { shape: 'standard-spread', spreadPrice: '-1.25' }],
  [
    'swap',
    OPEN.askedSwap,
    perLeg(0.57, 80.5, 80.5),
    { shape: 'per-leg', legPrices: ['0.57', '80.5', '80.5'] },
  ],
];

it.each(CONTRACTS)('quotes a %s and withdraws the quote', async (_, id, priced, seen) => {
  const at = await deskAtSimulator();
  const { service } = at;
  const offer = await offerOn(at, id, priced);
  const { quoteId } = value(await service.sendQuote(offer));
  const quotes = value(await service.quotes(offer.requestId, ASK));
  expect(quotes.records.find((quote) => quote.id === quoteId)).toMatchObject({
    state: 'active',
    direction: offer.direction,
    quantity: offer.quantity,
    price: seen,
  });
  value(await service.withdrawQuote({ requestId: offer.requestId, quoteId }));
  const after = value(await service.quotes(offer.requestId, ASK));
  expect(after.records.find((quote) => quote.id === quoteId)?.state).toBe('withdrawn');
});

it.each(CONTRACTS)(
  'proposes a price for a %s, firm and then indicative in its place, and deletes it',
  async (_, id, priced, seen) => {
    const at = await deskAtSimulator();
    const { service } = at;
    const offer = await offerOn(at, id, priced);
    const firm = value(await service.addProposal({ ...offer, kind: 'firm' }));
    expect(value(await service.proposals(offer.requestId, ASK))).toMatchObject({
      records: [{ id: firm.proposalId, kind: 'firm', price: seen }],
      unreadable: [],
    });
    const indicative = value(await service.addProposal({ ...offer, kind: 'indicative' }));
    expect(value(await service.proposals(offer.requestId, ASK)).records).toMatchObject([
      { id: indicative.proposalId, kind: 'indicative' },
    ]);
    value(await service.deleteProposals({ requestId: offer.requestId }));
    expect(value(await service.proposals(offer.requestId, ASK)).records).toEqual([]);
  },
);

it.each([
  ['single', OPEN.ownBuy, single, { shape: 'single' }],
  ['spread', OPEN.ownLocation, perLeg(30, 29), { shape: 'per-leg', spreadPrice: '1' }],
  ['standard spread', OPEN.ownStandard, standard, { shape: 'standard-spread', spreadPrice: '-1.25' }],
  ['swap', OPEN.ownSwap, perLeg(0.5, 80, 80), { shape: 'per-leg' }],
] as const)('answers a quote on a %s with a counteroffer', async (_, id, priced, seen) => {
  const at = await deskAtSimulator();
  const { service } = at;
  const offer = await offerOn(at, id, priced);
  const [quote] = value(await service.quotes(offer.requestId, ASK)).records;
  if (!quote) throw new Error('the request has no quote');
  const sent = await service.sendCounteroffer({ ...offer, quantity: quote.quantity!, quoteId: quote.id });
  const { counterofferId } = value(sent);
  expect(value(await service.counteroffers(offer.requestId, ASK)).records).toMatchObject([
    { id: counterofferId, quoteId: quote.id, price: seen },
  ]);
});

it('reads what others proposed and countered', async () => {
  const at = await deskAtSimulator();
  const { service, desk } = at;
  expect(value(await service.proposals(requestId(OPEN.askedBuy), ASK)).records).toMatchObject([
    { kind: 'firm', requestId: OPEN.askedBuy },
  ]);
  expect(value(await service.proposals(requestId(OPEN.askedStandard), ASK)).records).toMatchObject([
    { kind: 'firm', price: { shape: 'standard-spread' } },
  ]);
  const { quoteId } = value(await service.sendQuote(await offerOn(at, OPEN.askedBuy, single)));
  const countered = await desk.act({ do: 'counteroffer', requestId: OPEN.askedBuy, price: -5.5 });
  expect(value(await service.counteroffers(requestId(OPEN.askedBuy), ASK)).records).toMatchObject([
    { id: CounterofferId.parse(countered['counteroffer-id']), quoteId, price: { price: '-5.5' } },
  ]);
});

it.each([
  ['sendQuote', '/v2.2/tender/requests/{request-id}/quotations'],
  ['addStandardSpreadProposal', '/v2.2/tender/requests/{request-id}/price-proposals'],
  ['sendCounteroffer', '/v2.2/tender/requests/{request-id}/individual-counteroffers'],
  ['analytics', '/v2.2/tender/requests/{request-id}/analytics'],
] as const)('names paths.%s when it is too old for a standard spread', async (name, path) => {
  const at = await deskAtSimulator({ profile: { paths: { [name]: path } } });
  const { service } = at;
  const offer = await offerOn(at, OPEN.askedStandard, standard);
  const own = await offerOn(at, OPEN.ownStandard, standard);
  const outcome = {
    sendQuote: () => service.sendQuote(offer),
    addStandardSpreadProposal: () => service.addProposal({ ...offer, kind: 'firm' }),
    sendCounteroffer: () => service.sendCounteroffer({ ...own, quoteId: QuoteId.parse('QT-1') }),
    analytics: () => service.analytics(offer.requestId, ASK),
  }[name];
  expect(failure(await outcome())).toMatchObject({
    kind: 'unsupported',
    message: expect.stringContaining('upgrade to v2.3') as string,
    next: `Set paths.${name} in the service profile to that version.`,
  });
});

it('is refused by the rules of the platform, and says by which', async () => {
  const at = await deskAtSimulator();
  const { service, desk } = at;
  const offer = await offerOn(at, OPEN.askedSell, single);
  expect(failure(await service.sendQuote({ ...offer, direction: 'ask' }))).toMatchObject({
    kind: 'invalid-argument',
    fields: [{ path: 'price-direction' }],
  });
  const part = { ...offer, quantity: Quantity.parse('1') };
  expect(failure(await service.addProposal({ ...part, kind: 'firm' }))).toMatchObject({
    kind: 'invalid-argument',
    service: { code: 'all-or-none' },
  });
  const { quoteId } = value(await service.sendQuote(offer));
  expect(failure(await service.sendCounteroffer({ ...offer, quoteId }))).toMatchObject({
    kind: 'wrong-state',
  });
  const [others] = value(await service.quotes(requestId(OPEN.ownBuy), ASK)).records;
  const foreign = { requestId: requestId(OPEN.ownBuy), quoteId: QuoteId.parse(others?.id) };
  expect(failure(await service.withdrawQuote(foreign)).kind).toBe('wrong-state');
  value(await service.withdrawQuote({ requestId: offer.requestId, quoteId }));
  expect(failure(await service.withdrawQuote({ requestId: offer.requestId, quoteId }))).toMatchObject({
    kind: 'wrong-state',
    service: { status: 409 },
  });
  await desk.act({ do: 'close', requestId: OPEN.askedSell });
  expect(failure(await service.addProposal({ ...offer, kind: 'firm' })).kind).toBe('wrong-state');
  expect(failure(await service.deleteProposals({ requestId: offer.requestId })).kind).toBe('wrong-state');
  expect(failure(await service.proposals(requestId('RQ-1'), ASK))).toMatchObject({
    kind: 'not-found',
    message: 'There is no request RQ-1.',
  });
});

const NOT_KNOWN = 'The connection to the platform broke before the answer. It is not known whether';

it('never sends again a quote, a proposal, a deletion or a counteroffer whose answer was lost', async () => {
  const at = await deskAtSimulator();
  const { service, loseAnswerTo, calls, truth } = at;
  const offer = await offerOn(at, OPEN.askedSell, single);
  const quotes = (await truth('quotes')).length;
  await loseAnswerTo('send-quote');
  expect(failure(await service.sendQuote(offer)).message).toBe(
    `${NOT_KNOWN} the quote reached the platform.`,
  );
  expect(await truth('quotes')).toHaveLength(quotes + 1);

  await loseAnswerTo('add-proposal');
  expect(failure(await service.addProposal({ ...offer, kind: 'firm' }))).toMatchObject({
    kind: 'unknown-outcome',
    message: `${NOT_KNOWN} the price proposal reached the platform.`,
  });
  const proposed = (await truth('proposals')).filter((one) => one['request-id'] === OPEN.askedSell);
  expect(proposed).toMatchObject([{ counterparty: 'Your Desk', kind: 'firm' }]);

  await loseAnswerTo('delete-proposals');
  expect(failure(await service.deleteProposals({ requestId: offer.requestId })).message).toBe(
    `${NOT_KNOWN} the price proposals were deleted.`,
  );
  expect((await truth('proposals')).filter((one) => one['request-id'] === OPEN.askedSell)).toEqual([]);

  const own = await offerOn(at, OPEN.ownBuy, single);
  const [quote] = value(await service.quotes(own.requestId, ASK)).records;
  await loseAnswerTo('send-counteroffer');
  const answer = { ...own, quantity: quote?.quantity ?? own.quantity, quoteId: QuoteId.parse(quote?.id) };
  expect(failure(await service.sendCounteroffer(answer)).message).toBe(
    `${NOT_KNOWN} the counteroffer reached the platform.`,
  );
  expect(await truth('counteroffers')).toHaveLength(1);

  for (const operation of ['send-quote', 'add-proposal', 'delete-proposals', 'send-counteroffer']) {
    expect(await calls(operation)).toBe(1);
  }
});

it('never sends again the proposal of a standard spread or a withdrawal whose answer was lost', async () => {
  const at = await deskAtSimulator();
  const { service, loseAnswerTo, calls, truth } = at;
  const offer = await offerOn(at, OPEN.askedStandard, standard);
  await loseAnswerTo('add-standard-spread-proposal');
  expect(failure(await service.addProposal({ ...offer, kind: 'indicative' })).kind).toBe('unknown-outcome');
  expect(await calls('add-standard-spread-proposal')).toBe(1);
  const proposed = (await truth('proposals')).filter((one) => one['request-id'] === OPEN.askedStandard);
  expect(proposed).toMatchObject([{ kind: 'indicative', type: 'standard-spread' }]);

  const { quoteId } = value(await service.sendQuote(offer));
  await loseAnswerTo('withdraw-quote');
  expect(failure(await service.withdrawQuote({ requestId: offer.requestId, quoteId })).message).toBe(
    `${NOT_KNOWN} the quote was withdrawn.`,
  );
  expect(await calls('withdraw-quote')).toBe(1);
  expect((await truth('quotes')).find((one) => one['quotation-id'] === quoteId)).toMatchObject({
    state: 'withdrawn',
  });
});
