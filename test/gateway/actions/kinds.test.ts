import { describe, expect, it } from 'vitest';
import type { Action, ActionBody } from '../../../src/domain/action';
import { moved } from '../../../src/domain/actions/action-event';
import { sentence, type Outcome } from '../../../src/domain/failure';
import type { Trade } from '../../../src/domain/trade';
import { readTrade } from '../../../src/contract/service/read-trade';
import { Price } from '../../../src/domain/price';
import { Quantity } from '../../../src/domain/quantity';
import {
  ACCEPT,
  actionId,
  BODIES,
  COUNTER,
  CREATE,
  DELETE,
  executed,
  PROPOSE,
  QUOTE,
  SENT,
  SET,
  SWITCH_OFF,
  TAKE,
  testActions,
  WITHDRAW,
} from '../twins/actions';
import { failure, singleProposal, type FakePlatform } from '../twins/fake-platform';
import { MemoryJournal } from '../twins/memory-stores';

type Desk = ReturnType<typeof testActions>['desk'];
const put = (desk: Desk, body: ActionBody, count = 1) =>
  desk.put(actionId(count), { body, shown: 'as shown' });
const actionOf = (outcome: Outcome<Action>): Action => {
  if (!outcome.ok) throw new Error(sentence(outcome.failure));
  return outcome.value;
};
const lost = failure('unknown-outcome');
const prices = (...written: string[]) => written.map((one) => Price.parse(one));
const SWAP_LEGS = [
  { action: 'buy', commodity: 'goo', quantity: 10 },
  { action: 'buy', commodity: 'power', quantity: 10 },
  { action: 'sell', commodity: 'power', quantity: 10 },
];
const swap = (platform: FakePlatform): void =>
  platform.change('RQ-2', { contract: 'spread', spreadType: 'green-grey-swap', legs: SWAP_LEGS });
const spread = (platform: FakePlatform, id: string): void =>
  platform.change(id, {
    contract: 'spread',
    legs: [
      { action: 'buy', quantity: 10 },
      { action: 'sell', quantity: 10 },
    ],
  });

it('says of every kind what came of it, by the service’s own number', async () => {
  const numbers = await Promise.all(
    BODIES.map(async (body) => {
      const { tradeId, quoteId, proposalId, counterofferId, newRequestId } = actionOf(
        await put(testActions().desk, body),
      );
      return [body.kind, tradeId ?? quoteId ?? proposalId ?? counterofferId ?? newRequestId];
    }),
  );
  expect(Object.fromEntries(numbers)).toEqual({
    'accept-quote': 'T-1',
    'accept-proposal': 'T-1',
    'send-quote': 'Q-sent-1',
    'withdraw-quote': 'Q-2',
    'send-proposal': 'P-sent-1',
    'delete-proposals': undefined,
    'send-counteroffer': 'C-sent-1',
    'create-request': 'RQ-made-1',
    'switch-risk': undefined,
    'set-risk': undefined,
  });
});

it('hands the request to the service with every offer, so that the net price goes out beside the legs', async () => {
  const price = { shape: 'per-leg', legPrices: prices('30', '29') } as const;
  for (const body of [QUOTE, PROPOSE, COUNTER]) {
    const { desk, platform } = testActions();
    spread(platform, body.requestId);
    expect(actionOf(await put(desk, { ...body, price })).state).toBe('done');
    expect(platform.offers[0]?.request).toMatchObject({ id: body.requestId, contract: 'spread' });
  }
});

it('quotes a swap with three prices, both power prices alike', async () => {
  const { desk, platform } = testActions();
  swap(platform);
  const price = { shape: 'per-leg', legPrices: prices('0.5', '80.25', '80.25') } as const;
  expect(actionOf(await put(desk, { ...QUOTE, price })).state).toBe('done');
  expect(platform.offers[0]?.price).toEqual(price);
});

const unquotable: [
  string,
  ActionBody,
  (platform: FakePlatform) => void,
  { message: string; path: string },
][] = [
  [
    'a swap whose power prices differ',
    { ...QUOTE, price: { shape: 'per-leg', legPrices: prices('0.5', '80', '81') } },
    swap,
    { message: 'Both power legs of a swap have one price, and these are 80 and 81.', path: 'legs[2].price' },
  ],
  [
    'a swap without its third price',
    { ...QUOTE, price: { shape: 'per-leg', legPrices: prices('0.5', '80') } },
    swap,
    { message: 'A green-grey swap is quoted with three prices.', path: 'legs[2].price' },
  ],
  [
    'a price that no number of the service can carry',
    { ...QUOTE, price: { shape: 'per-leg', legPrices: prices('1', '1234567890') } },
    (one) => spread(one, 'RQ-2'),
    { message: 'The price of leg 2 is too large: 1234567890.', path: 'legs[1].price' },
  ],
  [
    'a quote for more than is asked for',
    { ...QUOTE, quantity: Quantity.parse('11') },
    () => undefined,
    { message: 'The request asks for 10 MW; 11 MW is more.', path: 'quantity' },
  ],
  [
    'a part of a request that is all or none',
    { ...PROPOSE, quantity: Quantity.parse('5') },
    () => undefined,
    { message: 'Request RQ-2 is all or none.', path: 'quantity' },
  ],
  [
    'a price proposal on the wrong side',
    { ...PROPOSE, direction: 'bid' },
    () => undefined,
    { message: 'The maker of request RQ-2 buys, so it is sent asks.', path: 'price-direction' },
  ],
  [
    'a counteroffer on the wrong side',
    { ...COUNTER, direction: 'ask' },
    () => undefined,
    { message: 'Request RQ-1 is your own and buys leg 1, so you bid.', path: 'price-direction' },
  ],
  [
    'a setting that does not exist',
    { ...SET, settings: { ...SET.settings, 'no-such': 1 } },
    () => undefined,
    { message: 'The risk settings of power have no no-such.', path: 'no-such' },
  ],
  [
    'a setting of another type',
    { ...SET, settings: { ...SET.settings, 'quantity-max': '75' } },
    () => undefined,
    { message: 'quantity-max is a number.', path: 'quantity-max' },
  ],
  [
    'a part of the settings',
    { ...SET, settings: { 'quantity-max': 75 } },
    () => undefined,
    { message: 'Risk settings are sent together, and notify-when is missing.', path: 'notify-when' },
  ],
];

it.each(unquotable)('does not send %s, and names the field', async (_, body, arrange, { message, path }) => {
  const { desk, platform } = testActions();
  arrange(platform);
  const action = actionOf(await put(desk, body));
  expect(action).toMatchObject({ state: 'rejected', failure: { kind: 'invalid-argument', message } });
  expect(action.failure?.fields?.map((field) => field.path)).toEqual([path]);
  expect(action.failure?.next).toContain('Nothing was sent.');
  expect(platform.callsOf(SENT[body.kind])).toHaveLength(0);
});

it.each<[string, ActionBody, (platform: FakePlatform) => void, string]>([
  [
    'a proposal on a closed request',
    PROPOSE,
    (one) => one.change('RQ-2', { state: 'closed' }),
    'Request RQ-2 is closed.',
  ],
  [
    'a counteroffer on a request of others',
    { ...COUNTER, requestId: QUOTE.requestId },
    () => undefined,
    'Request RQ-2 is not your own.',
  ],
  [
    'a counteroffer to a quote that ended',
    COUNTER,
    (one) => one.changeQuote('RQ-1', 'Q-1', { state: 'withdrawn' }),
    'Quote Q-1 is withdrawn.',
  ],
  [
    'an acceptance of a proposal on its own request',
    TAKE,
    (one) => one.change('RQ-2', { role: 'initiator' }),
    'Request RQ-2 is your own.',
  ],
  [
    'an acceptance of an indicative quote',
    ACCEPT,
    (one) => one.changeQuote('RQ-1', 'Q-1', { kind: 'indicative' }),
    'Quote Q-1 is indicative.',
  ],
  [
    'an acceptance of a quote whose time is over',
    ACCEPT,
    (one) => one.changeQuote('RQ-1', 'Q-1', { 'valid-until': '2020-01-01T12:00:00Z' }),
    'Quote Q-1 could be taken until 2020-01-01T12:00:00Z, its record says.',
  ],
  [
    'an acceptance of a proposal whose time is over',
    TAKE,
    (one) =>
      one.addBeside('proposals', 'RQ-2', [
        singleProposal('RQ-2', 'P-2', { 'expires-at': '2020-01-01T12:00:00Z' }),
      ]),
    'Price proposal P-2 could be taken until 2020-01-01T12:00:00Z, its record says.',
  ],
  [
    'an acceptance of an indicative proposal',
    TAKE,
    (one) => one.addBeside('proposals', 'RQ-2', [singleProposal('RQ-2', 'P-2', { kind: 'indicative' })]),
    'Price proposal P-2 is indicative, and only a firm one can be accepted.',
  ],
  [
    'a switch that is made already',
    SWITCH_OFF,
    (one) => one.addBeside('risks', '', [{ commodity: 'power', 'risk-management': false }]),
    'Risk management of power is off already.',
  ],
])('does not send %s', async (_, body, arrange, message) => {
  const { desk, platform } = testActions();
  arrange(platform);
  const action = actionOf(await put(desk, body));
  expect(action).toMatchObject({ state: 'rejected', failure: { kind: 'wrong-state', message } });
  expect(platform.callsOf(SENT[body.kind])).toHaveLength(0);
});

describe('risk settings that a colleague changed after they were shown', () => {
  const SHOWN = { 'quantity-max': 50, band: 5.25 };
  const pressed = async (settings: typeof SHOWN, now: typeof SHOWN) => {
    const { desk, platform } = testActions();
    platform.addBeside('riskSettings', 'power', [now]);
    const action = actionOf(await put(desk, { ...SET, settings, shownSettings: SHOWN }));
    return {
      action,
      sent: platform.callsOf('writeRiskSettings'),
      now: platform.beside('riskSettings', 'power'),
    };
  };

  it('are not put back by a change of another one', async () => {
    const { action, sent } = await pressed({ ...SHOWN, 'quantity-max': 75 }, { ...SHOWN, band: 2 });
    expect(sent).toHaveLength(0);
    expect(action).toMatchObject({
      state: 'rejected',
      failure: {
        kind: 'wrong-state',
        message: 'band is now 2, it was 5.25.',
        next: 'Nothing was sent. Look again.',
      },
    });
  });

  it('are what the person chose where the person changed them too', async () => {
    const wanted = { ...SHOWN, 'quantity-max': 75 };
    const { action, now } = await pressed(wanted, { ...SHOWN, 'quantity-max': 60 });
    expect(action.state).toBe('done');
    expect(now).toEqual([wanted]);
  });
});

describe('what the firm has bought elsewhere of a request', () => {
  const bought = (id: string, over: object = {}) => {
    const read = readTrade({
      'trade-id': id,
      'traded-at': '2026-11-20T08:00:00Z',
      'request-id': 'RQ-1',
      action: 'buy',
      price: 30.1,
      quantity: 10,
      ...over,
    });
    if (!read.ok) throw new Error(read.failure.message);
    return read.value;
  };
  const pressed = async (tradedOn: () => Promise<Trade[]>) => {
    const { desk, platform } = testActions({ tradedOn });
    platform.change('RQ-1', { legs: [{ action: 'buy', quantity: 20 }], 'all-or-none': false });
    return actionOf(await put(desk, { ...ACCEPT, shownQuantity: Quantity.parse('10') }));
  };

  it('counts at an acceptance, each trade once', async () => {
    expect((await pressed(async () => [bought('T-8')])).state).toBe('done');
    expect(await pressed(async () => [bought('T-8'), bought('T-9')])).toMatchObject({
      state: 'rejected',
      failure: {
        message: 'This desk has taken 20 of the 20 that the request asks for; 10 is more than the rest.',
      },
    });
    const gone = [bought('T-8'), bought('T-9', { state: 'cancelled' })];
    expect((await pressed(async () => gone)).state).toBe('done');
  });
});

describe('an offer ends by the clock of the platform', () => {
  const FIVE_MINUTES = 300_000;
  const until = (clock: { now(): number }, ms: number) => new Date(clock.now() + ms).toISOString();

  it.each<[string, ActionBody, (one: FakePlatform, end: string) => void]>([
    ['quote', ACCEPT, (one, end) => one.changeQuote('RQ-1', 'Q-1', { 'valid-until': end })],
    [
      'price proposal',
      TAKE,
      (one, end) =>
        one.addBeside('proposals', 'RQ-2', [singleProposal('RQ-2', 'P-2', { 'valid-until': end })]),
    ],
  ])('a %s', async (_, body, arrange) => {
    const behind = testActions();
    behind.platform.apartMs = -2 * FIVE_MINUTES;
    arrange(behind.platform, until(behind.clock, -FIVE_MINUTES));
    expect(actionOf(await put(behind.desk, body)).state).toBe('done');
    const ahead = testActions();
    ahead.platform.apartMs = 2 * FIVE_MINUTES;
    arrange(ahead.platform, until(ahead.clock, FIVE_MINUTES));
    expect(actionOf(await put(ahead.desk, body)).failure?.message).toContain('could be taken until');
    expect(ahead.platform.callsOf('executeTrade')).toHaveLength(0);
  });
});

describe('a price proposal that is accepted', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['price', { legs: [{ price: 29.25 }] }, 'The price moved from 29.5 to 29.25.'],
    ['quantity', { quantity: 5 }, 'The quantity changed from 10 to 5.'],
    ['terms', { 'all-or-none': false }, 'The terms changed from all or none to partial OK.'],
  ])('has the %s that was shown', async (_, over, message) => {
    const { desk, platform } = testActions();
    platform.addBeside('proposals', 'RQ-2', [singleProposal('RQ-2', 'P-2', over)]);
    const body = { ...TAKE, shownQuantity: Quantity.parse('10'), shownAllOrNone: true };
    expect(actionOf(await put(desk, body))).toMatchObject({
      state: 'rejected',
      failure: { kind: 'price-moved', message },
    });
    expect(platform.callsOf('executeTrade')).toHaveLength(0);
  });

  it('is taken in part only where that is allowed', async () => {
    const part = { ...TAKE, quantity: Quantity.parse('4') };
    const whole = testActions();
    expect(actionOf(await put(whole.desk, part)).failure?.message).toBe('Price proposal P-2 is all or none.');
    const { desk, platform } = testActions();
    platform.addBeside('proposals', 'RQ-2', [singleProposal('RQ-2', 'P-2', { 'all-or-none': false })]);
    expect(actionOf(await put(desk, part, 1)).failure?.message).toBe('Request RQ-2 is all or none.');
    platform.change('RQ-2', { 'all-or-none': false });
    expect(actionOf(await put(desk, { ...part, quantity: Quantity.parse('11') }, 2)).failure?.message).toBe(
      'Price proposal P-2 is for 10, less than 11.',
    );
    expect(actionOf(await put(desk, part, 3)).state).toBe('done');
    expect(platform.tradeRaws).toMatchObject([{ quantity: 4 }]);
  });
});

it('deletes price proposals although their list cannot be read, and once more when the answer is lost', async () => {
  const { desk, platform, clock, journal } = testActions();
  platform.fault('proposals', { when: 'before', failure: failure('unavailable') });
  platform.fault('deleteProposals', { when: 'after', failure: lost });
  expect(actionOf(await put(desk, DELETE)).state).toBe('unknown');
  await clock.advance(600_000);
  expect(journal.read().map(({ state }) => state)).toEqual(['done', 'done']);
  expect(platform.callsOf('deleteProposals')).toHaveLength(2);
});

it('sends where the service offers no list to look it up in, and lets a person judge a lost answer', async () => {
  const { desk, platform, clock, journal } = testActions();
  const noList = failure('unsupported');
  platform.fault('counteroffers', { when: 'before', failure: noList });
  platform.fault('sendCounteroffer', { when: 'after', failure: lost });
  expect(actionOf(await put(desk, COUNTER)).state).toBe('unknown');
  await clock.advance(60_000);
  expect(journal.read()[0]?.state).toBe('unknown');
});

describe.each([WITHDRAW, DELETE])('a $kind', (body) => {
  it.each(['suspended', 'closed', 'traded'])('goes although its request is %s', async (state) => {
    const { desk, platform } = testActions();
    platform.change('RQ-2', { state });
    expect(actionOf(await put(desk, body)).state).toBe('done');
    expect(platform.callsOf(SENT[body.kind])).toHaveLength(1);
  });
});

it('deletes price proposals although their list shows none: it may lag', async () => {
  const { desk, platform } = testActions();
  platform.addBeside('proposals', 'RQ-2', []);
  expect(actionOf(await put(desk, DELETE)).state).toBe('done');
  expect(platform.callsOf('deleteProposals')).toHaveLength(1);
});

it('switches protection on without a single read, even while it is not known whether it was switched off', async () => {
  const { desk, platform } = testActions();
  platform.fault('toggleRisk', { when: 'before', failure: lost });
  expect(actionOf(await put(desk, SWITCH_OFF, 1)).state).toBe('unknown');
  expect((await put(desk, SET, 2)).ok).toBe(false);
  const reads = platform.callsOf('risks').length;
  expect(actionOf(await put(desk, { ...SWITCH_OFF, on: true }, 3)).state).toBe('done');
  expect(platform.callsOf('risks')).toHaveLength(reads);
});

describe('the same press twice', () => {
  it.each(BODIES.map((body): [string, ActionBody] => [body.kind, body]))('is one %s', async (_, body) => {
    const { desk, platform, clock } = testActions();
    const release = platform.hold(SENT[body.kind]);
    const first = put(desk, body, 1);
    await clock.advance(0);
    const second = await put(desk, body, 2);
    expect(second).toMatchObject({ ok: false, failure: { kind: 'wrong-state' } });
    release();
    expect(actionOf(await first).state).toBe('done');
    expect(platform.callsOf(SENT[body.kind])).toHaveLength(1);
  });

  it('is held back while the first is unknown, whoever is asked for quotes', async () => {
    const { desk, platform } = testActions();
    platform.fault('createRequest', { when: 'after', failure: lost });
    expect(actionOf(await put(desk, CREATE, 1)).state).toBe('unknown');
    const other = { ...CREATE, draft: { ...CREATE.draft, recipients: ['South'] } };
    expect((await put(desk, other, 2)).ok).toBe(false);
    expect(platform.callsOf('createRequest')).toHaveLength(1);
  });

  it('withdraws and deletes while a price proposal is unknown, and proposes nothing more', async () => {
    const { desk, platform } = testActions();
    platform.fault('addProposal', { when: 'before', failure: lost });
    expect(actionOf(await put(desk, PROPOSE, 1)).state).toBe('unknown');
    expect((await put(desk, { ...PROPOSE, proposalKind: 'indicative' }, 2)).ok).toBe(false);
    expect((await put(desk, TAKE, 3)).ok).toBe(false);
    expect(actionOf(await put(desk, DELETE, 4)).state).toBe('done');
    expect(actionOf(await put(desk, WITHDRAW, 5)).state).toBe('done');
  });
});

it('shows a person what it found and cannot judge, keeps that in the journal, and goes on looking', async () => {
  const { desk, platform, clock, journal, journalStore } = testActions();
  platform.fault('createRequest', { when: 'after', failure: lost });
  await put(desk, CREATE);
  const colleagues = platform.make(CREATE.draft);
  await clock.advance(5_000);
  expect(journal.read()[0]).toMatchObject({
    state: 'unknown',
    failure: lost,
    evidence: `Several new requests of your own may be this one: RQ-made-1, ${colleagues}.`,
  });
  const lines = journalStore.lines.length;
  await clock.advance(600_000);
  expect(journalStore.lines).toHaveLength(lines);
  platform.change(colleagues, { state: 'closed' });
  await clock.advance(60_000);
  expect(journal.read()[0]).toMatchObject({ state: 'done', newRequestId: 'RQ-made-1' });
});

it('does not take a colleague’s equal part for its own when both are there', async () => {
  const { desk, platform, clock, journal } = testActions();
  platform.changeQuote('RQ-1', 'Q-1', { 'all-or-none': false });
  platform.change('RQ-1', { 'all-or-none': false });
  platform.fault('executeTrade', { when: 'after', failure: lost });
  const part = { ...ACCEPT, quantity: Quantity.parse('2') };
  await put(desk, part);
  platform.execute(part);
  await clock.advance(5_000);
  expect(journal.read()[0]).toMatchObject({
    state: 'unknown',
    evidence: 'Trades T-1, T-2 are new on this request, and each may be this one.',
  });
});

describe('a gateway that starts again', () => {
  it.each(BODIES.map((body): [string, ActionBody] => [body.kind, body]))(
    'cancels a %s that was never sent, and finds one that was being sent, is taken or unknown',
    async (_, body) => {
      const first = testActions();
      first.platform.fault(SENT[body.kind], { when: 'after', failure: lost });
      await put(first.desk, body);
      const [staged, sending, unknown] = first.journalStore.lines;
      if (!staged || !sending || !unknown) throw new Error('The journal has too few lines.');
      const acknowledged = moved(sending, { type: 'acknowledged', at: 1 });
      for (const lines of [
        [staged],
        [staged, sending],
        [staged, sending, acknowledged],
        [staged, sending, unknown],
      ]) {
        const left = new MemoryJournal();
        left.all.push(...lines);
        const { platform } = first;
        const calls = platform.callsOf(SENT[body.kind]).length;
        const second = testActions({ journalStore: left, platform, clock: first.clock });
        await second.desk.start();
        await first.clock.advance(3_000);
        expect(second.journal.read()[0]?.state).toBe(lines.length === 1 ? 'cancelled' : 'done');
        expect(platform.callsOf(SENT[body.kind])).toHaveLength(calls);
        await second.desk.stop();
      }
      expect(executed(first.platform, body.kind)).toBe(1);
    },
  );
});
