import { describe, expect, it } from 'vitest';
import { ActionBody, type Action } from '../../../../src/domain/action';
import { ProposalId, QuoteId, RequestId, TradeId } from '../../../../src/domain/identifiers';
import type { NewLeg, NewRequest } from '../../../../src/domain/new-request';
import { Price } from '../../../../src/domain/price';
import { Quantity } from '../../../../src/domain/quantity';
import type { Request } from '../../../../src/domain/request';
import type { Trade } from '../../../../src/domain/trade';
import type { Evidence } from '../../../../src/domain/verdict/evidence';
import { couldBeMistaken } from '../../../../src/domain/verdict/new-request';
import { verdict } from '../../../../src/gateway/actions/kinds/kinds';
import { inState } from '../../../domain/sample-action';

const requestId = RequestId.parse('RQ-1');
const PART = ActionBody.parse({
  kind: 'accept-quote',
  requestId,
  quoteId: 'Q-1',
  lastSeen: { type: 'per-leg', legPrices: ['30.1'] },
  quantity: '2',
});
const TAKING = ActionBody.parse({
  kind: 'accept-proposal',
  requestId,
  proposalId: 'P-1',
  lastSeen: { type: 'per-leg', legPrices: ['30.1'] },
});
const before = {
  tradeIds: [],
  quoteIds: [QuoteId.parse('Q-1')],
  proposalIds: [ProposalId.parse('P-1')],
  offered: { quantity: Quantity.parse('10'), counterparty: 'North' },
};
const trade = (id: string, over: Partial<Trade> = {}): Trade => ({
  id: TradeId.parse(id),
  requestId,
  tradedAt: 0,
  price: Price.parse('30.1'),
  quantity: Quantity.parse('2'),
  counterparty: 'North',
  raw: {},
  ...over,
});
const of = (
  body: ActionBody,
  trades: Trade[],
  { others = [], state = 'open' }: { others?: Action[]; state?: string } = {},
) => verdict({ body, before }, { request: { state }, trades: { records: trades, complete: true } }, others);

describe('an acceptance of a part', () => {
  it('is done by one new trade of exactly that quantity', () => {
    expect(of(PART, [trade('T-1')])).toEqual({ verdict: 'done', tradeId: 'T-1' });
    expect(of(PART, [trade('T-1', { quantity: Quantity.parse('3') })]).verdict).toBe('unknown');
  });

  it('is for a person when the trade does not say its quantity', () => {
    const { quantity: _, ...bare } = trade('T-1');
    expect(of(PART, [bare])).toEqual({
      verdict: 'unknown',
      evidence: 'Trade T-1 is new on this request and may be this one; nothing proves it.',
      mayBe: ['T-1'],
    });
  });

  it('is for a person when a colleague made the same trade at the same time', () => {
    expect(of(PART, [trade('T-1'), trade('T-2')])).toEqual({
      verdict: 'unknown',
      evidence: 'Trades T-1, T-2 are new on this request, and each may be this one.',
      mayBe: ['T-1', 'T-2'],
    });
  });

  it('is not explained by a trade that another action of the desk made', () => {
    const other = inState('done', { body: PART, sentAt: 1, tradeId: TradeId.parse('T-1') });
    expect(of(PART, [trade('T-1')], { others: [other] }).verdict).toBe('unknown');
    expect(of(PART, [trade('T-1'), trade('T-2')], { others: [other] })).toMatchObject({ tradeId: 'T-2' });
  });

  it('is for a person when another action of the desk may have made the trade', () => {
    const open = inState('unknown', { body: PART, sentAt: 1 });
    const settled = inState('done', { body: PART, sentAt: 1, settledBy: 'person', note: 'seen' });
    for (const other of [open, settled]) {
      expect(of(PART, [trade('T-1')], { others: [other] })).toMatchObject({
        verdict: 'unknown',
        evidence: expect.stringContaining('T-1') as string,
      });
    }
    const refused = inState('rejected', { body: PART, sentAt: 1 });
    expect(of(PART, [trade('T-1')], { others: [refused] }).verdict).toBe('done');
  });
});

describe('an acceptance of a price proposal', () => {
  const whole = (id: string, over: Partial<Trade> = {}) =>
    trade(id, { quantity: Quantity.parse('10'), ...over });

  it('is done by one new trade, although the proposal is gone', () => {
    expect(of(TAKING, [whole('T-1')], { state: 'traded' })).toEqual({ verdict: 'done', tradeId: 'T-1' });
  });

  it('is told from others by what the proposal said before it was sent', () => {
    const strangers = [
      whole('T-1', { counterparty: 'South' }),
      trade('T-2'),
      whole('T-3', { price: Price.parse('31') }),
    ];
    for (const stranger of strangers) {
      expect(of(TAKING, [stranger], { state: 'traded' }).verdict).toBe('unknown');
    }
  });

  it('is not rejected because its request is over and no trade is listed: that comes late', () => {
    for (const state of ['open', 'closed', 'traded', 'dealt']) {
      expect(of(TAKING, [], { state })).toEqual({ verdict: 'unknown' });
      expect(of(TAKING, [whole('T-1')], { state })).toEqual({ verdict: 'done', tradeId: 'T-1' });
    }
  });
});

const leg = {
  action: 'buy' as 'buy' | 'sell',
  commodity: 'power',
  market: 'DE',
  deliveryStart: '2027-01-01',
  deliveryEnd: '2027-12-31',
  loadProfile: 'base',
  quantity: Quantity.parse('10'),
} satisfies NewLeg;
const DRAFT: NewRequest = { contract: 'single', legs: [leg], allOrNone: false, recipients: [] };
const CREATION: ActionBody = { kind: 'create-request', draft: DRAFT };
const request = (id: string, over: Partial<Request> = {}): Request => ({
  id: RequestId.parse(id),
  state: 'open',
  role: 'initiator',
  contract: 'single',
  allOrNone: false,
  legs: [leg],
  raw: {},
  ...over,
});
const known = { tradeIds: [], quoteIds: [], requestIds: [RequestId.parse('RQ-old')] };
const made = (
  records: Request[],
  { draft = DRAFT, others = [] }: { draft?: NewRequest; others?: Action[] } = {},
) =>
  verdict(
    { body: { kind: 'create-request', draft }, before: known },
    { requests: { records, complete: true } },
    others,
  );

describe('a new request', () => {
  it('is done when one of our own is open that was not before and says what the draft says', () => {
    expect(made([request('RQ-old'), request('RQ-2')])).toEqual({ verdict: 'done', newRequestId: 'RQ-2' });
  });

  it.each<[string, Request]>([
    ['was there before', request('RQ-old')],
    ['is somebody else’s', request('RQ-2', { role: 'recipient' })],
    ['is all or none', request('RQ-2', { allOrNone: true })],
    ['is sold', request('RQ-2', { legs: [{ ...leg, action: 'sell' }] })],
    ['is for another market', request('RQ-2', { legs: [{ ...leg, market: 'FR' }] })],
    ['is for another period', request('RQ-2', { legs: [{ ...leg, deliveryEnd: '2028-12-31' }] })],
    ['is for another quantity', request('RQ-2', { legs: [{ ...leg, quantity: Quantity.parse('11') }] })],
    ['has another profile', request('RQ-2', { legs: [{ ...leg, loadProfile: 'peak' }] })],
    ['has two legs', request('RQ-2', { legs: [leg, leg] })],
    ['is a spread', request('RQ-2', { contract: 'spread' })],
  ])('is not one that %s', (_, stranger) => {
    expect(made([stranger])).toEqual({ verdict: 'unknown' });
  });

  it.each([
    [['Alpha', 'Beta'], 'done'],
    [[{ name: 'beta' }, { name: 'Alpha' }], 'done'],
    [undefined, 'done'],
    [['Gamma'], 'unknown'],
    [['Alpha'], 'unknown'],
    [['Alpha', 'Beta', 'Gamma'], 'unknown'],
  ])('is held against the recipients that it lists: %j', (recipients, outcome) => {
    const draft = { ...DRAFT, recipients: ['Alpha', 'Beta'] };
    expect(made([request('RQ-2', { raw: { recipients } })], { draft }).verdict).toBe(outcome);
    expect(made([request('RQ-2', { raw: { recipients } })]).verdict).toBe('done');
  });

  it('is known by the name alone where a number was sent before it', () => {
    const draft = { ...DRAFT, recipients: ['12 Alpha SpA', '24 Beta AG'] };
    const named = (...names: string[]) =>
      request('RQ-2', { raw: { recipients: names.map((name) => ({ name })) } });
    expect(made([named('Beta AG', 'Alpha SpA')], { draft }).verdict).toBe('done');
    expect(made([named('Gamma SE')], { draft }).verdict).toBe('unknown');
  });

  it('is for a person where it lists other names than the draft, and another one only by names that the desk uses itself', () => {
    const draft = { ...DRAFT, recipients: ['North'] };
    const listed = request('RQ-2', { raw: { recipients: ['NORTH-ENERGY-GMBH'] } });
    const evidence = 'A new request of your own may be this one: RQ-2.';
    expect(made([listed], { draft })).toEqual({ verdict: 'unknown', evidence });
    const asking = (recipients: string[]) =>
      inState('rejected', { body: { ...CREATION, draft: { ...DRAFT, recipients } } });
    expect(made([listed], { draft, others: [asking(['South'])] })).toEqual({ verdict: 'unknown', evidence });
    const south = request('RQ-2', { raw: { recipients: ['SOUTH'] } });
    expect(made([south], { draft, others: [asking(['South'])] })).toEqual({ verdict: 'unknown' });
  });

  it('is the one that its answer named, once that is open, and no other one', () => {
    const service = { status: 201, number: 'RQ-2' };
    const failure = { kind: 'unknown-outcome', message: 'It is pending.', next: '', service } as const;
    const named = (records: Request[]) =>
      verdict(
        { body: { kind: 'create-request', draft: DRAFT }, before: known, failure },
        { requests: { records, complete: true } },
      );
    expect(named([request('RQ-2', { allOrNone: true })])).toEqual({ verdict: 'done', newRequestId: 'RQ-2' });
    expect(named([request('RQ-3')])).toEqual({ verdict: 'unknown' });
    expect(named([request('RQ-2', { state: 'draft' })])).toEqual({
      verdict: 'unknown',
      evidence: 'Your request RQ-2 is listed as draft.',
    });
  });

  it('is for a person when two are equal, or when the list does not say enough', () => {
    expect(made([request('RQ-2'), request('RQ-3')])).toEqual({
      verdict: 'unknown',
      evidence: 'Several new requests of your own may be this one: RQ-2, RQ-3.',
    });
    const { market: _, ...bare } = leg;
    expect(made([request('RQ-2', { legs: [bare] })])).toEqual({
      verdict: 'unknown',
      evidence: 'A new request of your own may be this one: RQ-2.',
    });
  });

  it('is not what an equal action made, nor what one that is not settled may have made', () => {
    const other = inState('done', { body: CREATION, sentAt: 1, newRequestId: RequestId.parse('RQ-2') });
    expect(made([request('RQ-2')], { others: [other] }).verdict).toBe('unknown');
    const open = inState('unknown', { body: CREATION, sentAt: 1 });
    expect(made([request('RQ-2')], { others: [open] }).verdict).toBe('unknown');
    const different = { ...CREATION, draft: { ...DRAFT, allOrNone: true } };
    expect(made([request('RQ-2')], { others: [{ ...open, body: different }] }).verdict).toBe('done');
  });

  it('is a standard spread as well as a spread, and a swap by its kind', () => {
    const legs: [typeof leg, typeof leg] = [leg, { ...leg, action: 'sell', market: 'FR' }];
    const draft: NewRequest = {
      contract: 'spread',
      spreadType: 'time',
      legs,
      allOrNone: false,
      recipients: [],
    };
    const standard = request('RQ-2', { contract: 'standard-spread', spreadType: 'time', legs });
    expect(made([standard], { draft }).verdict).toBe('done');
    expect(made([{ ...standard, spreadType: 'efp' }], { draft }).verdict).toBe('unknown');
    const swapLegs: [typeof leg, typeof leg, typeof leg] = [{ ...leg, commodity: 'goo' }, ...legs];
    const swap: NewRequest = {
      contract: 'swap',
      swapType: 'green-grey-swap',
      legs: swapLegs,
      allOrNone: false,
      recipients: [],
    };
    const asked = request('RQ-2', { contract: 'spread', swapType: 'green-grey-swap', legs: swapLegs });
    expect(made([asked], { draft: swap }).verdict).toBe('done');
    expect(made([{ ...asked, swapType: 'grey-green-swap' }], { draft: swap }).verdict).toBe('unknown');
  });

  it('could be mistaken for one of an equal draft, whoever is asked', () => {
    expect(couldBeMistaken(DRAFT, { ...DRAFT, recipients: ['North'] })).toBe(true);
    expect(couldBeMistaken(DRAFT, { ...DRAFT, legs: [{ ...leg, market: 'FR' }] })).toBe(false);
    const { loadProfile: _, ...open } = leg;
    expect(couldBeMistaken(DRAFT, { ...DRAFT, legs: [open] })).toBe(true);
  });
});

describe('risk management', () => {
  const off: ActionBody = { kind: 'switch-risk', commodity: 'power', on: false };
  const set: ActionBody = { kind: 'set-risk', commodity: 'power', settings: { max: 5, when: 'limit' } };
  const seen = (body: ActionBody, evidence: Evidence) => verdict({ body, before: known }, evidence).verdict;

  it('is switched when it reads back so, and otherwise stays unknown: it may be executed yet', () => {
    expect(seen(off, { risk: { on: false } })).toBe('done');
    expect(seen(off, { risk: { on: true } })).toBe('unknown');
    expect(seen(off, {})).toBe('unknown');
  });

  it('is set when every setting reads back so', () => {
    expect(seen(set, { settings: { max: 5, when: 'limit', other: true } })).toBe('done');
    expect(seen(set, { settings: { max: 5, when: 'never' } })).toBe('unknown');
    expect(seen(set, { settings: { max: 5 } })).toBe('unknown');
    expect(seen(set, {})).toBe('unknown');
  });
});
