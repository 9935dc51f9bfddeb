import Big from 'big.js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { GatewayClient } from '../../src/client/client';
import {
  onlyProtects,
  type AcceptedWarning,
  type Action,
  type ActionBody,
  type ActionKind,
  type SentPrice,
} from '../../src/domain/action';
import type { Answer, Resource } from '../../src/domain/resources/resource';
import { RequestId, TradeId } from '../../src/domain/identifiers';
import { Price } from '../../src/domain/price';
import { Quantity } from '../../src/domain/quantity';
import { lastSeenOf, ranked } from '../../src/domain/offers';
import { priceShape, type Request } from '../../src/domain/request';
import { OPEN } from '../simulator/desk-client';
import { WholeSystem } from './whole-system';

let system: WholeSystem;
let page: GatewayClient;
beforeEach(async () => {
  system = await WholeSystem.start();
  page = system.openPage();
  const status = await watched({ kind: 'status' });
  await system.until('the desk is signed in', () => status.value.signedIn);
});
afterEach(() => system.end());

const Records = z.record(z.string(), z.unknown());
const Truth = z.record(z.string(), z.unknown());
const idOf = (id: string) => RequestId.parse(id);

/** Watches until there is a value, and goes on holding the newest. */
async function watched<R extends Resource>(resource: R) {
  const held: { answer: Answer<R> } = { answer: { state: 'waiting' } };
  page.watch(resource, (answer) => void (held.answer = answer));
  // A round trip in each look, so that no clock outruns the network.
  await system.until(`${resource.kind} are known`, async () => {
    await system.calls();
    return held.answer.value !== undefined;
  });
  return {
    get value() {
      const { value } = held.answer;
      if (value === undefined) throw new Error('The value has gone.');
      return value;
    },
  };
}

const requestOf = async (id: string): Promise<Request> =>
  (await watched({ kind: 'request', id: idOf(id) })).value;

function priced(request: Request): SentPrice {
  const price = (written: string) => Price.parse(written);
  const shape = priceShape(request);
  if (shape === 'standard-spread') return { shape, spreadPrice: price('-1.25') };
  if (shape === 'single') return { shape, price: price('-3.25') };
  const legPrices = request.legs.length === 3 ? ['0.57', '80.5', '80.5'] : ['30', '29'];
  return { shape, legPrices: legPrices.map(price) };
}

/** An offer on a request: by who was asked on the side of quotes, by who asked on the other. */
async function offerOn(id: string) {
  const request = await requestOf(id);
  const isOwn = request.role === 'initiator';
  const buys = request.legs[0]?.action === 'buy';
  return {
    requestId: request.id,
    direction: buys === isOwn ? ('bid' as const) : ('ask' as const),
    price: priced(request),
    quantity: request.legs[0]?.quantity ?? Quantity.parse('1'),
    allOrNone: request.allOrNone ?? true,
  };
}

const act = (body: ActionBody, accepted: readonly AcceptedWarning[] = []) =>
  system.passing(page.act(page.newActionId(), { body, shown: 'as shown', accepted: [...accepted] }));
async function actionOf(body: ActionBody, accepted: readonly AcceptedWarning[] = []): Promise<Action> {
  const outcome = await act(body, accepted);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.value;
}

const BODY: Record<ActionKind, () => Promise<ActionBody>> = {
  'send-quote': async () => ({ kind: 'send-quote', ...(await offerOn(OPEN.askedLocation)) }),
  'withdraw-quote': async () => {
    const { quoteId } = await actionOf({ kind: 'send-quote', ...(await offerOn(OPEN.askedSell)) });
    if (quoteId === undefined) throw new Error('There is no quote.');
    return { kind: 'withdraw-quote', requestId: idOf(OPEN.askedSell), quoteId };
  },
  'accept-quote': async () => {
    const quotes = await watched({ kind: 'quotes', id: idOf(OPEN.ownBuy) });
    // The best one: any other wants a tick.
    const quote = ranked(quotes.value.records, 'ask')[0]?.quote;
    if (!quote) throw new Error('There is no quote.');
    const { requestId, id: quoteId, price } = quote;
    return { kind: 'accept-quote', requestId, quoteId, lastSeen: lastSeenOf(price) };
  },
  'send-proposal': async () => ({
    kind: 'send-proposal',
    proposalKind: 'firm',
    ...(await offerOn(OPEN.ownSwap)),
  }),
  'delete-proposals': async () => {
    await actionOf(await BODY['send-proposal']());
    return { kind: 'delete-proposals', requestId: idOf(OPEN.ownSwap) };
  },
  'accept-proposal': async () => {
    await system.control('/simulator/act', { do: 'propose', requestId: OPEN.askedTime, kind: 'firm' });
    const proposals = await watched({ kind: 'proposals', id: idOf(OPEN.askedTime) });
    const [proposal] = proposals.value.records;
    if (!proposal?.quantity) throw new Error('There is no price proposal.');
    const { requestId, id: proposalId, price, quantity } = proposal;
    return {
      kind: 'accept-proposal',
      requestId,
      proposalId,
      lastSeen: lastSeenOf(price),
      shownQuantity: quantity,
    };
  },
  'send-counteroffer': async () => {
    const quotes = await watched({ kind: 'quotes', id: idOf(OPEN.ownStandard) });
    const [quote] = quotes.value.records;
    if (quote?.price.shape !== 'standard-spread') throw new Error('There is no quote.');
    const { id: quoteId, direction } = quote;
    // Beside the quote, and not through it.
    const better = new Big(quote.price.spreadPrice).plus(direction === 'ask' ? -0.25 : 0.25);
    const price = { shape: 'standard-spread' as const, spreadPrice: Price.parse(better.toString()) };
    return { kind: 'send-counteroffer', ...(await offerOn(OPEN.ownStandard)), quoteId, price };
  },
  'create-request': async () => ({
    kind: 'create-request',
    draft: {
      contract: 'single',
      legs: [
        {
          action: 'sell',
          commodity: 'power',
          market: 'FR',
          deliveryStart: '2027-01-01',
          deliveryEnd: '2027-12-31',
          loadProfile: 'peak',
          quantity: Quantity.parse('7.5'),
        },
      ],
      allOrNone: false,
      recipients: [],
    },
  }),
  'switch-risk': async () => ({ kind: 'switch-risk', commodity: 'gas', on: false }),
  'set-risk': async () => {
    const settings = await watched({ kind: 'risk-settings', commodity: 'power' });
    return { kind: 'set-risk', commodity: 'power', settings: { ...settings.value, 'quantity-max': 75.5 } };
  },
};

const OPERATION: Record<ActionKind, string> = {
  'send-quote': 'send-quote',
  'withdraw-quote': 'withdraw-quote',
  'accept-quote': 'execute-trade',
  'accept-proposal': 'execute-trade',
  'send-proposal': 'add-proposal',
  'delete-proposals': 'delete-proposals',
  'send-counteroffer': 'send-counteroffer',
  'create-request': 'create-request',
  'switch-risk': 'toggle-risk',
  'set-risk': 'write-risk-settings',
};
const KINDS: readonly ActionKind[] = [
  'send-quote',
  'withdraw-quote',
  'accept-quote',
  'send-proposal',
  'delete-proposals',
  'accept-proposal',
  'send-counteroffer',
  'create-request',
  'switch-risk',
  'set-risk',
];

const truth = async () => Truth.parse(await system.control('/simulator/truth'));
async function records(kind: string): Promise<Record<string, unknown>[]> {
  return z.array(Records).parse((await truth())[kind]);
}

/** Whether what a body asks for is so in the simulator's own truth, and how often. */
async function timesDone(body: ActionBody): Promise<number> {
  const ours = async (kind: string) =>
    (await records(kind)).filter(
      (one) =>
        'requestId' in body && one['request-id'] === body.requestId && one['counterparty'] === 'Your Desk',
    );
  switch (body.kind) {
    case 'send-quote':
      return (await ours('quotes')).length;
    case 'withdraw-quote':
      return (await ours('quotes')).filter(({ state }) => state === 'withdrawn').length;
    case 'accept-quote':
    case 'accept-proposal':
      return Number(Records.parse((await truth())['executions'])[body.requestId] ?? 0);
    case 'send-proposal':
      return (await ours('proposals')).length;
    case 'delete-proposals':
      return (await ours('proposals')).length === 0 ? 1 : 0;
    case 'send-counteroffer':
      return (await ours('counteroffers')).length;
    case 'create-request':
      return (await records('requests')).filter(
        ({ role, legs }) => role === 'initiator' && JSON.stringify(legs).includes('"quantity":7.5'),
      ).length;
    case 'switch-risk':
      return (await records('risks')).filter(({ enabled }) => enabled === false).length;
    case 'set-risk':
      return JSON.stringify(await records('risks')).includes('75.5') ? 1 : 0;
  }
}

it.each(KINDS)('%s at a halted desk leaves only if it takes risk away', async (kind) => {
  const body = await BODY[kind]();
  const operation = OPERATION[kind];
  const before = (await system.calls())[operation] ?? 0;
  expect(await system.passing(page.halt())).toMatchObject({ ok: true, value: { underWay: 0 } });
  const outcome = await act(body);
  await system.pass(30_000, 1_000);
  const left = ((await system.calls())[operation] ?? 0) - before;
  expect([outcome.ok, left]).toEqual(onlyProtects(body) ? [true, 1] : [false, 0]);
});

it.each(KINDS)('%s: is done once, and pages see what it touched', async (kind) => {
  const body = await BODY[kind]();
  const action = await actionOf(body);
  expect(action).toMatchObject({ state: 'done', body });
  expect(await timesDone(body)).toBe(1);
  expect((await system.calls())[OPERATION[kind]]).toBe(1);
});

it.each(KINDS)('%s: an answer that is lost is found by looking, and nothing is sent again', async (kind) => {
  const body = await BODY[kind]();
  await system.control('/simulator/faults', { kind: 'reset-after', operation: OPERATION[kind] });
  const journal = await watched({ kind: 'journal' });
  const action = await actionOf(body);
  expect(['unknown', 'done']).toContain(action.state);
  await system.until('it is known', () => journal.value[0]?.state === 'done');
  expect(await timesDone(body)).toBe(1);
  expect((await system.calls())[OPERATION[kind]]).toBe(1);
});

const TAKES_RISK_AWAY: readonly ActionBody['kind'][] = ['withdraw-quote', 'delete-proposals'];

it.each(KINDS.filter((kind) => TAKES_RISK_AWAY.includes(kind)))(
  '%s: what never arrived is sent again by itself, since it only takes risk away',
  async (kind) => {
    const body = await BODY[kind]();
    await system.control('/simulator/faults', { kind: 'reset-before', operation: OPERATION[kind] });
    expect((await actionOf(body)).state).toBe('unknown');
    const journal = await watched({ kind: 'journal' });
    await system.until('both are known', () =>
      journal.value.slice(0, 2).every(({ state }) => state === 'done'),
    );
    expect(await timesDone(body)).toBe(1);
    expect((await system.calls())[OPERATION[kind]]).toBe(2);
  },
);

it.each(KINDS.filter((kind) => !TAKES_RISK_AWAY.includes(kind)))(
  '%s: what never arrived stays unknown until a person settles it',
  async (kind) => {
    const body = await BODY[kind]();
    await system.control('/simulator/faults', { kind: 'reset-before', operation: OPERATION[kind] });
    const { id, state } = await actionOf(body);
    expect(state).toBe('unknown');
    await system.pass(20_000);
    const journal = await watched({ kind: 'journal' });
    expect(journal.value[0]?.state).toBe('unknown');
    const settled = await system.passing(
      page.settle(id, { verdict: 'not-executed', note: 'The web client shows nothing.' }),
    );
    expect(settled).toMatchObject({ ok: true, value: { state: 'rejected', settledBy: 'person' } });
    expect((await system.calls())[OPERATION[kind]]).toBe(1);
  },
);

it('refuses by the service’s word what it does not accept, field by field', async () => {
  const body = await BODY['create-request']();
  if (body.kind !== 'create-request') throw new Error('It is another kind.');
  const [leg] = body.draft.legs;
  const wanted: ActionBody = {
    ...body,
    draft: { contract: 'single', legs: [{ ...leg, market: 'MARS' }], allOrNone: false, recipients: [] },
  };
  // The desk's own check asks before that.
  expect(await actionOf(wanted)).toMatchObject({
    state: 'rejected',
    failure: { message: expect.stringContaining('MARS is no market of power') as string },
  });
  const action = await actionOf(wanted, [{ code: 'unknown-market', about: 'leg 1' }]);
  expect(action).toMatchObject({ state: 'rejected', failure: { kind: 'invalid-argument' } });
  expect(action.failure?.fields?.map(({ path }) => path)).toEqual(['legs[0].market']);
});

it('settles with the number of a trade, which stays after a restart', async () => {
  const body = await BODY['accept-quote']();
  await system.control('/simulator/faults', { kind: 'reset-before', operation: 'execute-trade' });
  const { id } = await actionOf(body);
  const settlement = { verdict: 'executed', note: 'Seen.', tradeId: TradeId.parse('TR-1') } as const;
  expect((await system.passing(page.settle(id, settlement))).ok).toBe(true);
  await system.endGateway();
  await system.startGateway();
  const journal = await watched({ kind: 'journal' });
  await system.until('the journal is back', () => journal.value[0]?.settledBy === 'person');
  expect(journal.value[0]).toMatchObject({ state: 'done', tradeId: 'TR-1', note: 'Seen.' });
});
