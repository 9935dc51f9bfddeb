import { expect, it } from 'vitest';
import { QuoteId } from '../../src/domain/identifiers';
import { negated, plus, type LastSeenPrice } from '../../src/domain/price';
import { lastSeenOf, type Proposal, type Quote } from '../../src/domain/offers';
import { Quantity } from '../../src/domain/quantity';
import type { Acceptance } from '../../src/gateway/platform/operations';
import { price } from '../domain/written-price';
import { OPEN } from '../simulator/desk-client';
import { ASK, deskAtSimulator, failure, requestId, value, type DeskAtSimulator } from './desk-at-simulator';

async function firstQuote({ service }: DeskAtSimulator, id: string): Promise<Quote> {
  const [quote] = value(await service.quotes(requestId(id), ASK)).records;
  if (!quote) throw new Error(`${id} has no quote`);
  return quote;
}

async function firmProposal({ service, desk }: DeskAtSimulator, id: string): Promise<Proposal> {
  await desk.act({ do: 'propose', requestId: id, kind: 'firm' });
  const [proposal] = value(await service.proposals(requestId(id), ASK)).records;
  if (!proposal) throw new Error(`${id} has no price proposal`);
  return proposal;
}

const taking = (quote: Quote): Acceptance => ({
  requestId: quote.requestId,
  quoteId: quote.id,
  lastSeen: lastSeenOf(quote.price),
});
const accepting = (proposal: Proposal): Acceptance => ({
  requestId: proposal.requestId,
  proposalId: proposal.id,
  lastSeen: lastSeenOf(proposal.price),
});

it.each([
  ['single', OPEN.ownBuy],
  ['spread', OPEN.ownLocation],
  ['spread of one direction', OPEN.ownSameDirection],
  ['swap', OPEN.ownSwap],
])('accepts a quote on its own %s, once', async (_, id) => {
  const at = await deskAtSimulator();
  const quote = await firstQuote(at, id);
  const { tradeId } = value(await at.service.executeTrade(taking(quote)));
  const trade = value(await at.service.trade(tradeId!, ASK));
  expect(trade).toMatchObject({ id: tradeId, requestId: id, counterparty: quote.counterparty });
  expect(trade.legPrices).toEqual(
    quote.price.shape === 'single'
      ? [quote.price.price]
      : quote.price.shape === 'per-leg' && quote.price.legPrices,
  );
  expect(await at.desk.executionsOf(id)).toBe(1);
});

it.each([
  ['single', OPEN.askedBuy],
  ['spread', OPEN.askedTime],
  ['swap', OPEN.askedSwap],
])('accepts a firm price proposal on a %s that it was asked, once', async (_, id) => {
  const at = await deskAtSimulator();
  const proposal = await firmProposal(at, id);
  const { tradeId } = value(await at.service.executeTrade(accepting(proposal)));
  const trade = value(await at.service.trade(tradeId!, ASK));
  expect(trade).toMatchObject({ requestId: id, counterparty: proposal.counterparty });
  expect(trade.raw['pre-trade']).toMatchObject({ 'price-proposal-id': proposal.id });
  expect(await at.desk.executionsOf(id)).toBe(1);
});

it.each([
  ['a quote', OPEN.ownStandard, async (at: DeskAtSimulator, id: string) => taking(await firstQuote(at, id))],
  [
    'a price proposal',
    OPEN.askedStandard,
    async (at: DeskAtSimulator, id: string) => accepting(await firmProposal(at, id)),
  ],
])(
  'accepts %s on a standard spread by its one net price; the trade comes with its leg prices',
  async (_, id, accepted) => {
    const at = await deskAtSimulator();
    const acceptance = await accepted(at, id);
    expect(acceptance.lastSeen.type).toBe('standard-spread');
    expect(value(await at.service.executeTrade(acceptance))).toEqual({});
    const day = { from: at.desk.clock.now() - 1, to: at.desk.clock.now() + 1 };
    expect(value(await at.service.trades(day, ASK)).records).toEqual([]);
    await at.desk.clock.advance(5_000);
    const [reference] = value(await at.service.trades(day, ASK)).records;
    const trade = value(await at.service.trade(reference!.id, ASK));
    const [leg1, leg2] = trade.legPrices ?? [];
    const net = acceptance.lastSeen.type === 'standard-spread' && acceptance.lastSeen.spreadPrice;
    expect(plus(leg1!, negated(leg2!))).toBe(net);
    expect(await at.desk.executionsOf(id)).toBe(1);
  },
);

it('takes a part where that is allowed, and then the rest', async () => {
  const at = await deskAtSimulator();
  await at.desk.act({ do: 'quote', requestId: OPEN.ownBuy, price: 1, quantity: 10, allOrNone: false });
  const quotes = value(await at.service.quotes(requestId(OPEN.ownBuy), ASK)).records;
  const quote = quotes.find((one) => one.allOrNone === false && one.quantity === '10')!;
  const part = Quantity.parse('2.5');
  const { tradeId } = value(await at.service.executeTrade({ ...taking(quote), quantity: part }));
  expect(value(await at.service.trade(tradeId!, ASK)).quantity).toBe('2.5');
  const rest = value(await at.service.quotes(quote.requestId, ASK)).records.find(({ id }) => id === quote.id);
  expect(rest).toMatchObject({ state: 'active', quantity: '7.5' });
  value(await at.service.executeTrade(taking(rest!)));
  expect(value(await at.service.request(quote.requestId, ASK)).state).toBe('traded');
  expect(await at.desk.executionsOf(OPEN.ownBuy)).toBe(2);
});

it('executes nothing that the platform refuses, and says why', async () => {
  const at = await deskAtSimulator();
  const { service, desk } = at;
  const whole = await firstQuote(at, OPEN.ownLocation);
  expect(
    failure(await service.executeTrade({ ...taking(whole), quantity: Quantity.parse('1') })),
  ).toMatchObject({
    kind: 'invalid-argument',
    service: { status: 422, code: 'all-or-none' },
    fields: [{ path: 'quantity' }],
  });
  const more = { ...taking(whole), quantity: Quantity.parse('100000') };
  expect(failure(await service.executeTrade(more)).service?.code).toBe('too-much');
  const lastSeen: LastSeenPrice = { type: 'per-leg', legPrices: [price(1), price(2)] };
  const stale = { ...taking(whole), lastSeen };
  expect(failure(await service.executeTrade(stale))).toMatchObject({
    kind: 'price-moved',
    service: { status: 409, code: 'price-mismatch' },
  });
  const unknown = { ...taking(whole), quoteId: QuoteId.parse('QT-1') };
  expect(failure(await service.executeTrade(unknown)).kind).toBe('not-found');
  await desk.act({ do: 'propose', requestId: OPEN.askedBuy, kind: 'indicative' });
  const [indicative] = value(await service.proposals(requestId(OPEN.askedBuy), ASK)).records;
  expect(failure(await service.executeTrade(accepting(indicative!)))).toMatchObject({ kind: 'wrong-state' });
  const moving = await firmProposal(at, OPEN.askedTime);
  await desk.act({ do: 'propose', requestId: OPEN.askedTime, kind: 'firm', legs: [1, 2] });
  expect(failure(await service.executeTrade(accepting(moving))).kind).toBe('not-found');
  for (const id of [OPEN.ownLocation, OPEN.askedBuy, OPEN.askedTime]) {
    expect(await desk.executionsOf(id)).toBe(0);
  }
});

it.each([
  ['a quote', OPEN.ownBuy, async (at: DeskAtSimulator, id: string) => taking(await firstQuote(at, id))],
  [
    'a price proposal',
    OPEN.askedBuy,
    async (at: DeskAtSimulator, id: string) => accepting(await firmProposal(at, id)),
  ],
  [
    'a standard spread',
    OPEN.ownStandard,
    async (at: DeskAtSimulator, id: string) => taking(await firstQuote(at, id)),
  ],
])('does not know what became of %s whose answer was lost, and executes it once', async (_, id, accepted) => {
  const at = await deskAtSimulator();
  const acceptance = await accepted(at, id);
  await at.loseAnswerTo('execute-trade');
  expect(failure(await at.service.executeTrade(acceptance))).toMatchObject({
    kind: 'unknown-outcome',
    message:
      'The connection to the platform broke before the answer. It is not known whether the trade was made.',
  });
  expect(await at.calls('execute-trade')).toBe(1);
  expect(await at.desk.executionsOf(id)).toBe(1);
  expect(failure(await at.service.executeTrade(acceptance)).kind).toBe('wrong-state');
  expect(await at.desk.executionsOf(id)).toBe(1);
});

it('knows that nothing was executed only by an answer that proves it', async () => {
  const at = await deskAtSimulator();
  const acceptance = taking(await firstQuote(at, OPEN.ownBuy));
  await at.desk.control('faults', { kind: 'reset-before', operation: 'execute-trade' });
  expect(failure(await at.service.executeTrade(acceptance)).kind).toBe('unknown-outcome');
  expect(await at.desk.executionsOf(OPEN.ownBuy)).toBe(0);
  value(await at.service.executeTrade(acceptance));
  expect(await at.desk.executionsOf(OPEN.ownBuy)).toBe(1);
});
