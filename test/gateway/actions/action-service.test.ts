import fc from 'fast-check';
import { expect, it } from 'vitest';
import { onlyProtects, type Action, type ActionBody } from '../../../src/domain/action';
import { moved } from '../../../src/domain/actions/action-event';
import { QuoteId, RequestId } from '../../../src/domain/identifiers';
import { Price } from '../../../src/domain/price';
import { Quantity } from '../../../src/domain/quantity';
import { IS_RETRIED, sentence, type Outcome } from '../../../src/domain/failure';
import { OPEN_MAX } from '../../../src/gateway/actions/conflict';
import { throttledFailure, troubleFailure } from '../../../src/gateway/platform/errors';
import {
  ACCEPT,
  actionId,
  BODIES,
  DELETE,
  executed,
  QUOTE,
  SENT,
  testActions,
  WITHDRAW,
} from '../twins/actions';
import { failure, type FakePlatform, singleQuote, singleRequest } from '../twins/fake-platform';
import { MemoryJournal } from '../twins/memory-stores';

const put = (desk: ReturnType<typeof testActions>['desk'], body: ActionBody, count = 1) =>
  desk.put(actionId(count), { body, shown: 'as shown' });
const actionOf = (outcome: Outcome<Action>): Action => {
  if (!outcome.ok) throw new Error(sentence(outcome.failure));
  return outcome.value;
};
const states = (journal: MemoryJournal): string[] => journal.lines.map(({ state }) => state);
const lost = failure('unknown-outcome');

it('carries out every kind of action once and writes each step down', async () => {
  for (const body of BODIES) {
    const { desk, journalStore, platform, ended } = testActions();
    const action = actionOf(await put(desk, body));
    expect(action.state).toBe('done');
    expect(states(journalStore)).toEqual(['staged', 'sending', 'done']);
    expect(platform.callsOf(SENT[body.kind])).toHaveLength(1);
    expect(ended.map(({ state }) => state)).toEqual(['done']);
  }
});

it('says that a read before sending failed, where nothing left', async () => {
  const { desk, platform } = testActions();
  platform.fault('quotes', { when: 'before', failure: troubleFailure('connection-broken') });
  const { state, failure: why } = actionOf(await put(desk, QUOTE));
  expect(state).toBe('rejected');
  expect(why).toMatchObject({
    kind: 'unavailable',
    message:
      'What has to be read before sending could not be read: the connection to the platform broke before the answer.',
    next: 'Nothing was sent. Press again if you still want it.',
  });
  expect(platform.callsOf('sendQuote')).toEqual([]);
});

it('has the line on disk before the first byte leaves', async () => {
  const { desk, journalStore, platform, clock } = testActions();
  const release = platform.hold('executeTrade');
  const result = put(desk, ACCEPT);
  await clock.advance(0);
  expect(platform.callsOf('executeTrade')).toHaveLength(1);
  expect(states(journalStore)).toEqual(['staged', 'sending']);
  expect(journalStore.lines[1]?.before).toEqual({
    tradeIds: [],
    quoteIds: ['Q-1'],
    committed: [{ commodity: '', side: 'buy', volumes: [{ unit: 'MW', amount: '10' }] }],
    offered: { quantity: '10', counterparty: 'North' },
  });
  release();
  expect(actionOf(await result).tradeId).toBe('T-1');
});

it('lets nothing leave while the line is still on its way to the disk', async () => {
  for (const body of BODIES) {
    const journalStore = new MemoryJournal();
    const append = journalStore.append.bind(journalStore);
    let onDisk = (): void => undefined;
    journalStore.append = async (...actions) => {
      if (actions.some(({ state }) => state === 'sending'))
        await new Promise<void>((done) => (onDisk = done));
      await append(...actions);
    };
    const { desk, platform, clock } = testActions({ journalStore });
    const result = put(desk, body);
    await clock.advance(0);
    expect(states(journalStore)).not.toContain('sending');
    expect(platform.callsOf(SENT[body.kind])).toHaveLength(0);
    onDisk();
    expect(actionOf(await result).state).toBe('done');
    expect(platform.callsOf(SENT[body.kind])).toHaveLength(1);
  }
});

it('waits for the disk once before what needs no read leaves, and twice where a check lies between', async () => {
  for (const body of BODIES) {
    const { desk, platform, journalStore, clock } = testActions();
    const release = platform.hold(SENT[body.kind]);
    const result = put(desk, body);
    await clock.advance(0);
    expect(states(journalStore)).toEqual(['staged', 'sending']);
    const needsRead = body.kind !== 'withdraw-quote' && !(body.kind === 'switch-risk' && body.on);
    expect(journalStore.commits).toBe(needsRead ? 2 : 1);
    release();
    expect(actionOf(await result).state).toBe('done');
  }
});

it('does the same id once, in parallel and afterwards, and refuses another body under it', async () => {
  const { desk, platform } = testActions();
  const all = await Promise.all([put(desk, ACCEPT), put(desk, ACCEPT), put(desk, ACCEPT)]);
  const again = await put(desk, ACCEPT);
  expect([...all, again].map((one) => actionOf(one).tradeId)).toEqual(['T-1', 'T-1', 'T-1', 'T-1']);
  expect(platform.callsOf('executeTrade')).toHaveLength(1);
  const other = await put(desk, WITHDRAW);
  expect(other.ok ? undefined : other.failure.kind).toBe('invalid-argument');
  expect(platform.callsOf('withdrawQuote')).toHaveLength(0);
});

it('refuses another body under an id that is still on its way', async () => {
  const { desk, platform, clock } = testActions();
  const release = platform.hold('executeTrade');
  const first = put(desk, ACCEPT);
  await clock.advance(0);
  const other = await put(desk, { ...ACCEPT, quantity: Quantity.parse('1') });
  expect(other.ok).toBe(false);
  release();
  expect(actionOf(await first).state).toBe('done');
});

it('refuses a second press on the same quote while the first is on its way', async () => {
  const { desk, platform } = testActions();
  const outcomes = await Promise.all([put(desk, ACCEPT, 1), put(desk, ACCEPT, 2)]);
  expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true]);
  expect(platform.callsOf('executeTrade')).toHaveLength(1);
});

it('quotes one side of a request only once at a time', async () => {
  const { desk, platform, clock } = testActions();
  const release = platform.hold('sendQuote');
  const first = put(desk, QUOTE, 1);
  await clock.advance(0);
  expect((await put(desk, QUOTE, 2)).ok).toBe(false);
  release();
  expect(actionOf(await first).state).toBe('done');
});

it('does not accept a price that moved, and says from what to what', async () => {
  const { desk, platform, journalStore } = testActions();
  platform.changeQuote('RQ-1', 'Q-1', { legs: [{ price: 30.25 }] });
  const action = actionOf(await put(desk, ACCEPT));
  expect(action).toMatchObject({ state: 'rejected', failure: { kind: 'price-moved' } });
  expect(action.failure?.message).toContain('from 30.1 to 30.25');
  expect(platform.callsOf('executeTrade')).toHaveLength(0);
  expect(states(journalStore)).toEqual(['staged', 'rejected']);
});

it('does not take a quote that is for another quantity than was shown', async () => {
  const { desk, platform } = testActions();
  const shownQuantity = Quantity.parse('10');
  platform.changeQuote('RQ-1', 'Q-1', { quantity: 50 });
  const action = actionOf(await put(desk, { ...ACCEPT, shownQuantity }, 1));
  expect(action).toMatchObject({ state: 'rejected', failure: { kind: 'price-moved' } });
  expect(action.failure?.message).toContain('from 10 to 50');
  expect(platform.callsOf('executeTrade')).toHaveLength(0);
  platform.changeQuote('RQ-1', 'Q-1', { quantity: 10 });
  expect(actionOf(await put(desk, { ...ACCEPT, shownQuantity }, 2)).state).toBe('done');
});

it('reads the price again when reading took long, and does not send when it stays slow', async () => {
  const { desk, platform, clock } = testActions();
  let release = platform.hold('quotes');
  const result = put(desk, ACCEPT);
  await clock.advance(10_000);
  platform.changeQuote('RQ-1', 'Q-1', { legs: [{ price: 31 }] });
  release();
  expect(actionOf(await result).failure?.kind).toBe('price-moved');
  platform.changeQuote('RQ-1', 'Q-1', { legs: [{ price: 30.1 }] });
  release = platform.hold('quotes');
  const slow = put(desk, ACCEPT, 2);
  await clock.advance(10_000);
  release();
  const stillSlow = platform.hold('quotes');
  await clock.advance(10_000);
  stillSlow();
  expect(actionOf(await slow).failure?.kind).toBe('unavailable');
  expect(platform.callsOf('executeTrade')).toHaveLength(0);
});

it.each<[string, (platform: FakePlatform) => void, ActionBody, string]>([
  ['the request is closed', (one) => one.change('RQ-1', { state: 'closed' }), ACCEPT, 'wrong-state'],
  ['the request is not its own', (one) => one.change('RQ-1', { role: 'recipient' }), ACCEPT, 'wrong-state'],
  ['the quote is gone', (one) => one.addRequest(singleRequest('RQ-1')), ACCEPT, 'not-found'],
  [
    'the quote is withdrawn',
    (one) => one.changeQuote('RQ-1', 'Q-1', { state: 'withdrawn' }),
    ACCEPT,
    'wrong-state',
  ],
  [
    'the quote has one price and the request two legs',
    (one) => one.change('RQ-1', { contract: 'spread', legs: [{ action: 'buy' }, { action: 'sell' }] }),
    ACCEPT,
    'unreadable',
  ],
  [
    'a part is taken of all or none',
    () => undefined,
    { ...ACCEPT, quantity: Quantity.parse('2') },
    'invalid-argument',
  ],
  [
    'more is taken than there is',
    (one) => one.changeQuote('RQ-1', 'Q-1', { 'all-or-none': false }),
    { ...ACCEPT, quantity: Quantity.parse('11') },
    'invalid-argument',
  ],
  ['its own request is quoted', (one) => one.change('RQ-2', { role: 'initiator' }), QUOTE, 'wrong-state'],
  ['the wrong side is quoted', () => undefined, { ...QUOTE, direction: 'bid' }, 'invalid-argument'],
  [
    'the shape does not fit',
    (one) => one.change('RQ-2', { contract: 'spread', legs: [{ action: 'buy' }, { action: 'sell' }] }),
    QUOTE,
    'invalid-argument',
  ],
  [
    'a leg has no price',
    (one) =>
      one.change('RQ-2', {
        contract: 'spread',
        legs: [{ action: 'buy' }, { action: 'sell' }, { action: 'buy' }],
      }),
    {
      ...QUOTE,
      price: { shape: 'per-leg', legPrices: [Price.parse('1'), Price.parse('2')] },
    },
    'invalid-argument',
  ],
  ['it is a swap', (one) => one.change('RQ-2', { spreadType: 'green-grey-swap' }), QUOTE, 'invalid-argument'],
  ['the request is unknown', (one) => one.requestsById.delete('RQ-1'), ACCEPT, 'not-found'],
])('sends nothing when %s', async (_, arrange, body, kind) => {
  const { desk, platform } = testActions();
  arrange(platform);
  const action = actionOf(await put(desk, body));
  expect(action).toMatchObject({ state: 'rejected', failure: { kind } });
  expect(platform.callsOf(SENT[body.kind])).toHaveLength(0);
});

it('withdraws without waiting for a single read', async () => {
  const { desk, platform } = testActions();
  expect(actionOf(await put(desk, WITHDRAW)).state).toBe('done');
  expect(platform.calls.map(({ name }) => name)).toEqual(['withdrawQuote']);
});

it('deletes price proposals when their list does not come within a second', async () => {
  const { desk, platform, clock } = testActions();
  const release = platform.hold('proposals');
  const done = put(desk, DELETE);
  await clock.advance(700);
  expect(platform.callsOf('deleteProposals')).toHaveLength(0);
  await clock.advance(200);
  expect(platform.callsOf('deleteProposals')).toHaveLength(1);
  release();
  expect(actionOf(await done).state).toBe('done');
});

it('reads in the lane of the action before it sends', async () => {
  const { desk, platform } = testActions();
  await put(desk, ACCEPT, 1);
  await put(desk, QUOTE, 2);
  const lanes = platform.calls.flatMap(({ lane }) => lane ?? []);
  expect(lanes).toEqual(['accept', 'accept', 'accept', 'submit', 'submit']);
});

it('takes a definite refusal for rejected', async () => {
  for (const body of BODIES) {
    const { desk, platform, clock } = testActions();
    platform.fault(SENT[body.kind], { when: 'before', failure: failure('wrong-state') });
    expect(actionOf(await put(desk, body)).state).toBe('rejected');
    await clock.advance(600_000);
    expect(platform.callsOf(SENT[body.kind])).toHaveLength(1);
  }
});

it('says of no action that came to its end that it is retried, and of one that goes again that it is', async () => {
  const reads = [
    troubleFailure('no-answer'),
    throttledFailure({ until: 0, speaksOfDay: true }, false),
    { ...failure('unreadable'), next: `${IS_RETRIED} If it persists, report it to the operator.` },
  ];
  for (const down of reads) {
    for (const body of BODIES) {
      const { desk, platform, clock, journalStore } = testActions();
      platform.down = down;
      const press = put(desk, body);
      for (let waited = 0; waited < 90; waited++) await clock.advance(1_000);
      const ended = actionOf(await press);
      const tried = journalStore.lines.filter(({ state, failure: why }) => state === 'staged' && why);
      const isAgain = onlyProtects(body) && down.kind !== 'unreadable';
      expect(tried.length > 0).toBe(isAgain);
      expect(tried.every(({ failure: why }) => why?.next.startsWith(IS_RETRIED))).toBe(true);
      if (ended.state === 'unknown') continue;
      expect(ended.state).toBe('rejected');
      expect(ended.failure?.next).not.toContain('retried');
      expect(ended.failure?.next).toMatch(/press again/i);
      expect(journalStore.lines.at(-1)?.failure).toEqual(ended.failure);
    }
  }
});

it('finds out what was executed although its answer was lost, and sends nothing again', async () => {
  for (const body of BODIES) {
    const { desk, platform, clock, ended, journal } = testActions();
    platform.fault(SENT[body.kind], { when: 'after', failure: lost });
    expect(actionOf(await put(desk, body)).state).toBe('unknown');
    expect(ended).toEqual([]);
    await clock.advance(2_000);
    expect(journal.read()[0]?.state).toBe('done');
    expect(ended).toHaveLength(1);
    await clock.advance(600_000);
    expect(platform.callsOf(SENT[body.kind])).toHaveLength(1);
  }
});

it('ends an action once, although it is looked at anew while a look is under way', async () => {
  const { desk, platform, clock, journalStore, ended } = testActions();
  platform.fault('executeTrade', { when: 'after', failure: lost });
  await put(desk, ACCEPT);
  const release = platform.hold('trades');
  await clock.advance(1_100);
  desk.lookNow();
  await clock.advance(10);
  release();
  await clock.advance(100);
  expect(states(journalStore)).toEqual(['staged', 'sending', 'unknown', 'done']);
  expect(ended).toHaveLength(1);
});

it('stays unknown for as long as nothing proves anything, looking less and less often', async () => {
  for (const body of BODIES.filter((one) => !onlyProtects(one))) {
    const { desk, platform, clock, journal } = testActions();
    platform.fault(SENT[body.kind], { when: 'before', failure: lost });
    await put(desk, body);
    await clock.advance(60_000);
    const looks = platform.calls.length;
    await clock.advance(6 * 3_600_000);
    expect(journal.read()[0]?.state).toBe('unknown');
    expect(platform.calls.length - looks).toBeLessThan(6 * 60 * 4);
    expect(platform.callsOf(SENT[body.kind])).toHaveLength(1);
  }
});

it('knows an acceptance that the service executes an hour late', async () => {
  const { desk, platform, clock, journal } = testActions();
  platform.fault('executeTrade', { when: 'before', failure: lost });
  await put(desk, ACCEPT);
  await clock.advance(3_600_000);
  platform.execute(ACCEPT);
  await clock.advance(600_000);
  expect(journal.read()[0]).toMatchObject({ state: 'done', tradeId: 'T-1' });
});

it('calls a lost acceptance rejected once its quote is stated as withdrawn, and says so', async () => {
  const { desk, platform, clock, journal } = testActions();
  platform.fault('executeTrade', { when: 'before', failure: lost });
  await put(desk, ACCEPT);
  platform.changeQuote('RQ-1', 'Q-1', { state: 'withdrawn' });
  await clock.advance(3_000);
  expect(journal.read()[0]).toMatchObject({
    state: 'rejected',
    failure: { message: 'It was not executed: Quote Q-1 is withdrawn, and nothing of it was traded.' },
  });
});

it('goes on looking when looking up fails itself', async () => {
  const { desk, platform, clock, journal } = testActions();
  platform.fault('executeTrade', { when: 'after', failure: lost });
  await put(desk, ACCEPT);
  platform.down = failure('unavailable');
  await clock.advance(120_000);
  expect(journal.read()[0]?.state).toBe('unknown');
  platform.down = undefined;
  desk.lookNow();
  await clock.advance(10);
  expect(journal.read()[0]?.state).toBe('done');
});

it('asks for the details of a stranger trade once, however often it looks', async () => {
  const { desk, platform, clock } = testActions();
  platform.fault('executeTrade', { when: 'before', failure: lost });
  await put(desk, ACCEPT);
  platform.addTrade({ 'trade-id': 'T-x', 'request-id': 'RQ-9', action: 'buy', price: 1, quantity: 1 });
  platform.addTrade({ 'trade-id': 'T-y', venue: 'market', action: 'buy', price: 1, quantity: 1 });
  await clock.advance(600_000);
  expect(platform.callsOf('trade').map(({ id }) => id)).toEqual(['T-x']);
});

it('waits for the trade of an acceptance that the service has only taken', async () => {
  const { desk, platform, clock, journal } = testActions();
  platform.executeTrade = async () => ({ ok: true, value: {} });
  expect(actionOf(await put(desk, ACCEPT)).state).toBe('acknowledged');
  await clock.advance(600_000);
  expect(journal.read()[0]?.state).toBe('acknowledged');
  platform.execute(ACCEPT);
  await clock.advance(300_000);
  expect(journal.read()[0]).toMatchObject({ state: 'done', tradeId: 'T-1' });
});

it('holds further actions on a request back while one on it is unknown, but never a withdrawal', async () => {
  const { desk, platform } = testActions();
  platform.fault('sendQuote', { when: 'before', failure: lost });
  await put(desk, QUOTE, 1);
  const again = await put(desk, { ...QUOTE, direction: 'bid' }, 2);
  expect(again.ok ? undefined : again.failure.kind).toBe('wrong-state');
  expect(actionOf(await put(desk, WITHDRAW, 3)).state).toBe('done');
  expect(actionOf(await put(desk, ACCEPT, 4)).state).toBe('done');
});

it('takes no more than a thousand at once, but every withdrawal', async () => {
  const { desk, platform, clock, journalStore } = testActions();
  const release = platform.hold('request');
  const many = Array.from({ length: OPEN_MAX }, (_, at) =>
    put(desk, { ...QUOTE, requestId: RequestId.parse(`RQ-${at + 100}`) }, at + 1),
  );
  await clock.advance(0);
  const more = await put(desk, QUOTE, OPEN_MAX + 1);
  expect(more).toMatchObject({
    failure: {
      kind: 'throttled',
      message: '1,000 actions of this desk are under way or unknown already.',
    },
  });
  expect(journalStore.lines).toHaveLength(OPEN_MAX);
  expect(actionOf(await put(desk, WITHDRAW, OPEN_MAX + 2)).state).toBe('done');
  release();
  await Promise.all(many);
  expect(actionOf(await put(desk, QUOTE, OPEN_MAX + 1)).state).toBe('done');
});

it('says that it is not known when sending breaks in a way nobody thought of', async () => {
  const { desk, platform } = testActions();
  platform.withdrawQuote = async () => {
    throw new Error('a bug');
  };
  expect(actionOf(await put(desk, WITHDRAW)).state).toBe('unknown');
});

it('sends nothing while the journal cannot be written', async () => {
  const journalStore = new MemoryJournal();
  const { desk, platform } = testActions({ journalStore });
  journalStore.full = true;
  const outcome = await put(desk, WITHDRAW);
  expect(outcome.ok ? undefined : outcome.failure.kind).toBe('unavailable');
  expect(platform.calls).toEqual([]);
  journalStore.full = false;
  expect(actionOf(await put(desk, WITHDRAW)).state).toBe('done');
});

it('cancels when the disk is full just before sending', async () => {
  const journalStore = new MemoryJournal();
  const { desk, platform, journal, clock } = testActions({ journalStore });
  const release = platform.hold('quotes');
  const result = put(desk, ACCEPT);
  await clock.advance(0);
  journalStore.full = true;
  release();
  expect(actionOf(await result).state).toBe('cancelled');
  expect(platform.callsOf('executeTrade')).toHaveLength(0);
  expect(journal.isWhole).toBe(false);
  journalStore.full = false;
  await clock.advance(5_000);
  expect([journal.isWhole, journalStore.lines.at(-1)?.state]).toEqual([true, 'cancelled']);
});

it('keeps what happened when the disk is full just after sending, and writes it down later', async () => {
  const journalStore = new MemoryJournal();
  const { desk, platform, clock } = testActions({ journalStore });
  const release = platform.hold('withdrawQuote');
  const result = put(desk, WITHDRAW);
  await clock.advance(0);
  journalStore.full = true;
  release();
  expect(actionOf(await result).state).toBe('done');
  expect(actionOf(await put(desk, WITHDRAW)).state).toBe('done');
  journalStore.full = false;
  await clock.advance(5_000);
  expect(states(journalStore)).toEqual(['staged', 'sending', 'done']);
});

const staged: Action = { id: actionId(1), body: ACCEPT, shown: '', state: 'staged', createdAt: 1 };
const sending = moved(staged, { type: 'sending', at: 2, before: { tradeIds: [], quoteIds: [] } });

it('cancels at start what was never sent', async () => {
  const journalStore = new MemoryJournal();
  await journalStore.append(staged);
  const { desk, journal, platform, clock } = testActions({ journalStore });
  await desk.start();
  expect(journal.read()[0]?.state).toBe('cancelled');
  await clock.advance(600_000);
  expect(platform.calls).toEqual([]);
});

it('looks up at start whatever was being sent, was taken or was unknown', async () => {
  const left = [
    sending,
    moved(sending, { type: 'acknowledged', at: 3 }),
    moved(sending, { type: 'lost', at: 3, failure: lost }),
  ];
  for (const line of left) {
    const journalStore = new MemoryJournal();
    for (const one of [staged, sending, line]) await journalStore.append(one);
    const { desk, journal, platform, clock } = testActions({ journalStore });
    platform.execute(ACCEPT);
    await desk.start();
    expect(['unknown', 'acknowledged']).toContain(journal.read()[0]?.state);
    expect((await put(desk, ACCEPT, 2)).ok).toBe(false);
    await clock.advance(3_000);
    expect(journal.read()[0]).toMatchObject({ state: 'done', tradeId: 'T-1' });
    expect(platform.callsOf('executeTrade')).toHaveLength(0);
  }
});

it('answers the same id after a restart from the journal', async () => {
  const journalStore = new MemoryJournal();
  const first = testActions({ journalStore });
  await put(first.desk, WITHDRAW);
  const second = testActions({ journalStore, platform: first.platform, clock: first.clock });
  await second.desk.start();
  expect(actionOf(await put(second.desk, WITHDRAW)).state).toBe('done');
  expect(first.platform.callsOf('withdrawQuote')).toHaveLength(1);
});

it('takes nothing new while stopping, and waits for what is on its way', async () => {
  const { desk, platform, clock } = testActions();
  const release = platform.hold('withdrawQuote');
  const result = put(desk, WITHDRAW, 1);
  await clock.advance(0);
  const stopped = desk.stop();
  expect((await put(desk, ACCEPT, 2)).ok).toBe(false);
  release();
  await stopped;
  expect(actionOf(await result).state).toBe('done');
});

it('executes at most once and never says what is not so, wherever it is cut off and however answers are lost', async () => {
  const step = fc.constantFrom('staged', 'sending', 'answer', 'none');
  const when = fc.constantFrom('before', 'after', 'never', 'fine');
  const late = fc.boolean();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...BODIES), step, when, late, async (body, cut, fault, isLate) => {
      const first = testActions();
      const { platform, clock, journalStore } = first;
      const name = SENT[body.kind];
      if (fault !== 'fine') platform.fault(name, { when: fault, failure: lost });
      void put(first.desk, body);
      await clock.advance(0);
      // The process is cut off after a line: what was written later is not there, what was sent was sent.
      const lines = { staged: 1, sending: 2, answer: 3, none: 99 }[cut];
      const left = new MemoryJournal();
      left.all.push(...journalStore.lines.slice(0, lines));
      const sent = cut === 'staged' ? [] : platform.callsOf(name);
      const world = cut === 'staged' ? testActions({ clock }).platform : platform;
      const second = testActions({ journalStore: left, platform: world, clock });
      await second.desk.start();
      await put(second.desk, body);
      await clock.advance(5_000);
      if (isLate && cut !== 'staged' && body.kind === 'accept-quote' && fault === 'before')
        world.execute(body);
      await clock.advance(400_000);
      const times = executed(world, body.kind);
      const state = second.journal.read()[0]?.state;
      if (onlyProtects(body)) {
        // Harmless twice, and gone in the end, unless it was cancelled before anything was sent.
        expect(times).toBe(cut === 'staged' ? 0 : 1);
        expect(state).toBe(cut === 'staged' ? 'cancelled' : 'done');
        return;
      }
      expect(world.callsOf(name).length).toBe(cut === 'staged' ? 0 : sent.length);
      expect(times).toBeLessThanOrEqual(1);
      if (state === 'done') expect(times).toBe(1);
      if (state === 'rejected' || state === 'cancelled') expect(times).toBe(0);
      if (times === 1) expect(state).toBe('done');
    }),
  );
});

it('keeps offering the quote of another request while one is on its way', async () => {
  const { desk, platform, clock } = testActions();
  platform.addRequest(singleRequest('RQ-3'), [singleQuote('RQ-3', 'Q-3')]);
  const release = platform.hold('executeTrade');
  const first = put(desk, ACCEPT, 1);
  const other = put(
    desk,
    { ...ACCEPT, requestId: RequestId.parse('RQ-3'), quoteId: QuoteId.parse('Q-3') },
    2,
  );
  await clock.advance(0);
  release();
  expect(actionOf(await first).state).toBe('done');
  expect(actionOf(await other).state).toBe('done');
});

it('a quote whose request nobody looked at has the legs of it as they were read before it went: trades are held against their unit', async () => {
  const { desk, journal } = testActions();
  await desk.put(actionId(1), { body: QUOTE, shown: 'as shown' });
  const [leg] = (await journal.find(actionId(1)))?.legs ?? [];
  expect(leg).toMatchObject({ quantityUnit: 'MW', action: 'sell' });
});
