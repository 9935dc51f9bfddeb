import { describe, expect, it } from 'vitest';
import { onlyProtects, type AcceptedWarning, type Action, type ActionBody } from '../../../src/domain/action';
import type { Outcome } from '../../../src/domain/failure';
import { QuoteId } from '../../../src/domain/identifiers';
import { findingsIn } from '../../../src/domain/limits/finding';
import { BUILT_IN_LIMITS, Limits } from '../../../src/domain/limits/limits';
import { Price } from '../../../src/domain/price';
import { Quantity } from '../../../src/domain/quantity';
import { singleQuote, singleRequest } from '../twins/fake-platform';
import { ACCEPT, actionId, BODIES, COUNTER, CREATE, QUOTE, testActions, WITHDRAW } from '../twins/actions';

const OPEN: Limits = {
  ...BUILT_IN_LIMITS,
  bestPrice: { ignoreUpTo: Price.parse('0') },
  lastPrice: { ignoreUpTo: Price.parse('0') },
  throughMarket: 'off',
  nearestTrade: {},
  signFlip: 'off',
  factorOfTen: 'off',
  volume: [],
  notional: [],
  countPerMinute: {},
  duplicate: { step: 'off', withinMs: 60_000 },
  noReference: 'tell',
};
const at = (price: string): ActionBody => ({
  ...QUOTE,
  price: { shape: 'single', price: Price.parse(price) },
});
const ended = (outcome: Outcome<Action>): Action => {
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.value;
};
const limited = (over: Partial<Limits> = {}) => {
  const desk = testActions({ limits: { ...OPEN, ...over } });
  let count = 0;
  const put = async (body: ActionBody, accepted?: AcceptedWarning[]) =>
    ended(
      await desk.desk.put(actionId((count += 1)), { body, shown: 'shown', ...(accepted && { accepted }) }),
    );
  const writes = () => desk.platform.calls.filter(({ name }) => /^(send|execute|withdraw)/.test(name));
  return { ...desk, put, writes };
};
const PERCENT = {
  warnPercent: Price.parse('10'),
  blockPercent: Price.parse('50'),
  ignoreUpTo: Price.parse('0'),
};

it('sends nothing above a level that blocks, whatever was confirmed, and says so in the journal', async () => {
  const { put, writes, journalStore } = limited({ bestPrice: PERCENT });
  const action = await put(at('50'), ['best-price']);
  expect(action).toMatchObject({
    state: 'rejected',
    failure: {
      kind: 'denied',
      message: '50.00 is 19.90 (66.12 %) above the best ask 30.10 (North); the block level is 50 %.',
    },
  });
  expect(action.sentAt).toBeUndefined();
  expect(writes()).toEqual([]);
  expect(journalStore.lines.map(({ state }) => state)).toEqual(['staged', 'rejected']);
});

it('asks for another press above a level that warns, and sends what was confirmed', async () => {
  const { put, writes, journalStore } = limited({ bestPrice: PERCENT });
  const first = await put(at('35'));
  expect(first).toMatchObject({ state: 'rejected', failure: { kind: 'wrong-state' } });
  expect(first.failure && findingsIn(first.failure)?.warnings.map(({ code }) => code)).toEqual([
    'best-price',
  ]);
  expect(writes()).toEqual([]);
  expect(await put(at('35'), ['volume'])).toMatchObject({ state: 'rejected' });
  const ticked = [{ code: 'best-price', upTo: '4.9' }];
  expect(await put(at('35'), ticked)).toMatchObject({ state: 'done', accepted: ticked });
  expect(writes()).toHaveLength(1);
  expect(journalStore.lines.at(-1)?.accepted).toEqual(ticked);
});

it('holds acceptances to the quantity of the quote as it is read just before', async () => {
  const volume = [{ unit: 'MW', block: Quantity.parse('9') }];
  const { put, writes } = limited(Limits.parse({ ...OPEN, volume }));
  expect(await put(ACCEPT)).toMatchObject({
    state: 'rejected',
    failure: { message: 'The quantity of 10 MW is above the block level of 9 MW.' },
  });
  expect(writes()).toEqual([]);
});

it('holds a counteroffer against the best quote, which is on the other side', async () => {
  const { put, writes } = limited({ bestPrice: PERCENT });
  const far = { ...COUNTER, price: { shape: 'single', price: Price.parse('301') } } as const;
  expect(await put(far)).toMatchObject({
    state: 'rejected',
    failure: {
      kind: 'denied',
      message: '301.00 is 270.90 (900 %) above the best ask 30.10 (North); the block level is 50 %.',
    },
  });
  expect(writes()).toEqual([]);
  expect(await put(COUNTER)).toMatchObject({ state: 'done' });
});

it('warns of a counteroffer at what it could buy at, and sends it once that is ticked', async () => {
  const { put, writes } = limited({ throughMarket: 'warn' });
  const through = { ...COUNTER, price: { shape: 'single', price: Price.parse('30.2') } } as const;
  const first = await put(through);
  expect(first.failure?.message).toBe(
    'This bid is above the best ask of the others, 30.10 (North): you can lift that offer now.',
  );
  expect(writes()).toEqual([]);
  expect(await put(through, [{ code: 'through-market', upTo: '0.1' }])).toMatchObject({ state: 'done' });
});

it('sends a price without any reference only once that is ticked for this price and quantity', async () => {
  const { put, writes, platform } = limited({ noReference: 'warn', factorOfTen: 'warn' });
  platform.quotesByRequest.clear();
  const nobody = at('31.4');
  const first = await put(nobody);
  expect(first).toMatchObject({ state: 'rejected', failure: { kind: 'wrong-state' } });
  expect(first.failure?.message).toContain('No reference to check the price against: 31.40 for 10 ');
  expect(writes()).toEqual([]);
  const tick = [{ code: 'no-reference', about: '31.4 for 10' }];
  expect(await put(at('314'), tick)).toMatchObject({ state: 'rejected' });
  expect(writes()).toEqual([]);
  expect(await put(nobody, tick)).toMatchObject({ state: 'done' });
  // From now on there is the price that the desk sent last.
  expect(await put(at('31.5'))).toMatchObject({ state: 'done' });
});

it('never limits a withdrawal', async () => {
  const { put } = limited({ countPerMinute: { block: 1 }, unchecked: 'block' });
  expect(await put(at('31'))).toMatchObject({ state: 'done' });
  expect(await put(at('32'))).toMatchObject({ state: 'rejected' });
  expect(await put(WITHDRAW)).toMatchObject({ state: 'done' });
});

it('holds a price against the last one that was sent, once there is one', async () => {
  const { put, clock } = limited({ lastPrice: PERCENT });
  expect(await put(at('31'))).toMatchObject({ state: 'done' });
  await clock.advance(1_000);
  expect(await put(at('36'))).toMatchObject({
    failure: {
      message: '36.00 is 5.00 (16.13 %) above the price this desk sent last, 31.00; the warn level is 10 %.',
    },
  });
  expect(await put(at('33'))).toMatchObject({ state: 'done' });
  await clock.advance(1_000);
  expect(await put(at('36'))).toMatchObject({ state: 'done' });
});

it('counts all that left within a minute, more than the journal shows, and nothing that did not', async () => {
  const { put, clock } = limited({ countPerMinute: { block: 205 } });
  for (let count = 0; count < 205; count++) await put(at(`31.${count + 100}1`));
  const over = await put(at('32'));
  expect(over.failure?.message).toBe(
    'This is action 206 of this desk within one minute; the block level is 205.',
  );
  expect((await put(at('32'))).failure?.message).toContain('action 206');
  await clock.advance(60_000);
  expect(await put(at('32'))).toMatchObject({ state: 'done' });
}, 20_000);

it('warns of the same thing twice, until the time that was set is over', async () => {
  const { put, clock } = limited({ duplicate: { step: 'warn', withinMs: 30_000 } });
  await put(at('31'));
  await clock.advance(29_999);
  expect((await put(at('31'))).failure?.message).toBe('This desk did exactly the same 30 seconds ago.');
  await clock.advance(1);
  expect(await put(at('31'))).toMatchObject({ state: 'done' });
});

it('takes the same press with other confirmations for the same press', async () => {
  const { desk, writes } = limited({ bestPrice: PERCENT });
  const press = (accepted: string[]) => desk.put(actionId(1), { body: at('35'), shown: '', accepted });
  expect(ended(await press([]))).toMatchObject({ state: 'rejected' });
  expect(ended(await press(['best-price']))).toMatchObject({ state: 'rejected' });
  expect(writes()).toEqual([]);
});

describe('a tick', () => {
  it('holds for what was shown and for less, and not for more', async () => {
    const { put, writes } = limited({ bestPrice: PERCENT });
    const ticked = [{ code: 'best-price', upTo: '4.9' }];
    const grown = await put(at('35.01'), ticked);
    expect(grown).toMatchObject({ state: 'rejected', failure: { kind: 'wrong-state' } });
    expect(grown.failure?.next).toContain('It exceeds the ticked warning.');
    expect(writes()).toEqual([]);
    expect(await put(at('34'), ticked)).toMatchObject({ state: 'done' });
  });

  it('of an older page, without a size, holds for no warning that has one', async () => {
    const { put } = limited({ bestPrice: PERCENT, duplicate: { step: 'warn', withinMs: 60_000 } });
    expect(await put(at('35'), ['best-price'])).toMatchObject({ state: 'rejected' });
    expect(await put(at('31'))).toMatchObject({ state: 'done' });
    expect(await put(at('31'), ['duplicate'])).toMatchObject({ state: 'done' });
  });
});

describe('an acceptance that is worse than the best quote', () => {
  const worse = () => {
    const desk = limited();
    desk.platform.addRequest(singleRequest('RQ-1'), [
      singleQuote('RQ-1', 'Q-1'),
      singleQuote('RQ-1', 'Q-9', { legs: [{ price: 29 }], counterparty: 'Alpha' }),
      singleQuote('RQ-1', 'Q-8', { legs: [{ price: 20 }], state: 'withdrawn' }),
      singleQuote('RQ-1', 'Q-7', { legs: [{ price: 21 }], 'price-direction': 'bid' }),
    ]);
    return desk;
  };

  it('is not sent before it is ticked, by how much it is worse', async () => {
    const { put, writes } = worse();
    const first = await put(ACCEPT);
    expect(first.failure?.message).toBe('30.10 is 1.10 worse than the best ask 29.00 (Alpha).');
    expect(await put(ACCEPT, [{ code: 'worse-than-best', upTo: '1.09' }])).toMatchObject({
      state: 'rejected',
    });
    expect(writes()).toEqual([]);
    expect((await put(ACCEPT, [{ code: 'worse-than-best', upTo: '1.1' }])).sentAt).toBeDefined();
  });

  it('is the only thing that is warned of: the best one is taken without a word', async () => {
    const { put } = worse();
    const best = {
      ...ACCEPT,
      quoteId: QuoteId.parse('Q-9'),
      lastSeen: { type: 'per-leg' as const, legPrices: [Price.parse('29')] },
    };
    expect((await put(best)).sentAt).toBeDefined();
  });
});

it('sends nothing that takes risk while the levels of a person cannot be read, and withdraws', async () => {
  const failure = { kind: 'denied', message: 'They cannot be read.', next: 'Set them.' } as const;
  const desk = testActions({ limitsFailure: failure });
  const put = async (count: number, body: ActionBody) =>
    ended(await desk.desk.put(actionId(count), { body, shown: '' }));
  for (const [at, body] of BODIES.entries()) {
    const action = await put(at + 1, body);
    if (onlyProtects(body)) expect(action.failure?.message).not.toBe(failure.message);
    else expect(action).toMatchObject({ state: 'rejected', failure });
  }
  expect(desk.platform.callsOf('withdrawQuote')).toHaveLength(1);
  expect(desk.platform.callsOf('sendQuote')).toHaveLength(0);
});

describe('a quantity', () => {
  const legs = (first: number, second: number) => [
    { action: 'buy', quantity: first, 'quantity-unit': 'MW' },
    { action: 'sell', quantity: second, 'quantity-unit': 'MW' },
  ];
  const spread = (quantity: string): ActionBody => ({
    ...QUOTE,
    price: { shape: 'per-leg', legPrices: [Price.parse('30'), Price.parse('29')] },
    quantity: Quantity.parse(quantity),
    allOrNone: false,
  });

  it('above a leg is refused, and the whole of the larger leg wants a tick', async () => {
    const { put, platform } = limited();
    const raw = { role: 'recipient', contract: 'spread', 'all-or-none': false, legs: legs(10, 5) };
    platform.addRequest(singleRequest('RQ-2', raw), []);
    expect((await put(spread('49'))).failure?.message).toBe('Leg 2 asks for 5 MW; 49 MW is more.');
    expect((await put(spread('10'))).failure?.message).toBe(
      'Leg 2 asks for only 5 MW; your 10 is counted in leg 1.',
    );
    expect(await put(spread('5'))).toMatchObject({ state: 'done' });
  });

  it('of a part of a quote that does not say its own is refused above that of the request', async () => {
    const { put, platform, writes } = limited();
    platform.addRequest(singleRequest('RQ-1', { 'all-or-none': false }), [
      singleQuote('RQ-1', 'Q-1', { quantity: null, 'all-or-none': false }),
    ]);
    const part = { ...ACCEPT, quantity: Quantity.parse('49') };
    expect((await put(part)).failure?.message).toBe('The request asks for 10 MW; 49 MW is more.');
    expect(writes()).toEqual([]);
  });
});

describe('the limits of a new request', () => {
  const asking = (over: Partial<(typeof CREATE.draft.legs)[0]>): ActionBody => ({
    ...CREATE,
    draft: { ...CREATE.draft, contract: 'single', legs: [{ ...CREATE.draft.legs[0], ...over }] },
  });
  const { volume } = BUILT_IN_LIMITS;

  it('hold back one that is too large, over or of no known market, before it is sent', async () => {
    const { put, platform } = limited({ volume });
    const sized = (quantity: string) => asking({ quantity: Quantity.parse(quantity), quantityUnit: 'MW' });
    const blocked = await put(sized('100000'));
    expect(blocked.failure).toMatchObject({ kind: 'denied' });
    expect((await put(sized('60'))).failure).toMatchObject({ kind: 'wrong-state' });
    const past = asking({ deliveryStart: '2026-01-01', deliveryEnd: '2026-03-31' });
    expect((await put(past)).failure?.message).toContain('is delivered already');
    const unknown = await put(asking({ market: 'DEX' }));
    expect(unknown.failure?.message).toContain('DEX is no market of power that this desk knows');
    expect(platform.calls.filter(({ name }) => name === 'createRequest')).toEqual([]);
    const ticked = await put(asking({ market: 'DEX' }), [{ code: 'unknown-market', about: 'leg 1' }]);
    expect(ticked.state).toBe('done');
  });
});

it('a quote whose own time is over is nothing to hold a price against', async () => {
  const { put, platform, clock } = limited({ bestPrice: PERCENT });
  const until = (ms: number) => new Date(clock.now() + ms).toISOString();
  platform.changeQuote('RQ-2', 'Q-2', { 'valid-until': until(60_000) });
  expect((await put(at('50'))).failure?.message).toContain('above the best ask 30.10');
  platform.changeQuote('RQ-2', 'Q-2', { 'valid-until': until(-1) });
  expect((await put(at('50'))).state).toBe('done');
});
