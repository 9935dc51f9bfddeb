import { describe, expect, it } from 'vitest';
import { readTrade } from '../../../src/contract/service/read-trade';
import type { Action, ActionBody } from '../../../src/domain/action';
import { QuoteId, RequestId, TradeId } from '../../../src/domain/identifiers';
import type { OwnQuote } from '../../../src/domain/own-offers';
import { Price } from '../../../src/domain/price';
import type { Resource } from '../../../src/domain/resources/resource';
import { ManualClock } from '../../../src/effects/manual-clock';
import { silentLog } from '../../../src/effects/log';
import { Conclusions } from '../../../src/gateway/actions/conclusions';
import { Journal } from '../../../src/gateway/actions/journal';
import { OwnQuotes } from '../../../src/gateway/actions/own-quotes';
import { KnownMarketView } from '../../../src/gateway/cache/known-market';
import { readRequest } from '../../../src/contract/service/read-request';
import { success } from '../../../src/domain/failure';
import { resourceKey } from '../../../src/domain/resources/resource';
import { actionId, QUOTE } from '../twins/actions';
import { MORNING, testCache, ZONE } from '../twins/cache';
import { failure, singleQuote, singleRequest } from '../twins/fake-platform';
import { MemoryEnded, MemoryJournal } from '../twins/memory-stores';

const id = RequestId.parse('RQ-2');
const done = (count: number, body: ActionBody, over: Partial<Action> = {}): Action => ({
  id: actionId(count),
  body,
  shown: '',
  state: 'done',
  createdAt: MORNING + count,
  endedAt: MORNING + count,
  ...over,
});
const sent = (count: number, quoteId = `Q-own-${count}`) =>
  done(count, QUOTE, { quoteId: QuoteId.parse(quoteId) });
const withdrawn = (count: number, quoteId: string) =>
  done(count, { kind: 'withdraw-quote', requestId: id, quoteId: QuoteId.parse(quoteId) });
const ids = (quotes: readonly OwnQuote[]): string[] => quotes.map(({ quoteId }) => quoteId);

/** Its record says what was sent. */
const AS_SENT = singleQuote('RQ-2', 'Q-own-1', { legs: [{ price: 31.0 }] });

async function opened(lines: Action[] = [], { ended = new MemoryEnded() } = {}) {
  const journal = new MemoryJournal();
  await journal.append(...lines);
  const clock = new ManualClock(MORNING);
  const desk = testCache({ clock });
  desk.platform.addRequest(singleRequest('RQ-2', { role: 'recipient' }), [AS_SENT]);
  const market = new KnownMarketView(() => desk.book.entries);
  const { platform } = desk;
  const conclusions = new Conclusions({
    store: ended,
    market,
    clock,
    log: silentLog,
    mayRead: () => true,
    readRequest: (request) => platform.request(request, { lane: 'polling' }),
  });
  const filled = new Map<string, string>();
  const unclear = new Set<string>();
  const tradedAt = new Map<string, number>();
  const doubtful: string[] = [];
  const disproved: string[] = [];
  const readQuotes = (request: RequestId) => platform.quotes(request, { lane: 'polling' });
  const kept = new Journal(journal, clock, silentLog);
  const own = new OwnQuotes({
    journal: kept,
    clock,
    zone: ZONE,
    market,
    conclusions,
    readQuotes,
    filled: (quoteId) => filled.get(quoteId),
    isUnclear: (quoteId) => unclear.has(quoteId),
    tradedAt: (quoteId) => tradedAt.get(quoteId),
    onDoubtful: ({ quoteId }) => void doubtful.push(quoteId),
    onDisproved: (withdrawals, proof) => void disproved.push(`${withdrawals.join()} ${proof}`),
  });
  own.start(await kept.standing(), { over: await conclusions.start() });
  conclusions.look({
    doubtful: () => own.read(),
    further: async (request) => {
      const quotes = await readQuotes(request);
      if (quotes.ok) own.seen(quotes.value);
    },
  });
  const watch = async (resource: Resource): Promise<void> => {
    desk.book.watch(resource, () => undefined);
    await clock.advance(0);
  };
  return {
    own,
    conclusions,
    watch,
    ended,
    kept,
    lines: journal,
    filled,
    unclear,
    tradedAt,
    doubtful,
    disproved,
    ...desk,
  };
}

it('are the quotes that the journal knows as done and not as withdrawn, oldest first, at no call', async () => {
  const { own, platform } = await opened([sent(2), sent(1), sent(3), withdrawn(4, 'Q-own-2')]);
  expect(own.read()).toEqual([
    {
      requestId: 'RQ-2',
      quoteId: 'Q-own-1',
      direction: 'ask',
      price: QUOTE.price,
      quantity: '10',
      allOrNone: true,
      since: MORNING + 1,
    },
    expect.objectContaining({ quoteId: 'Q-own-3' }),
  ]);
  expect(platform.calls).toEqual([]);
});

it('come and go with what the desk does, and what was withdrawn does not come back', async () => {
  const { own } = await opened();
  let told = 0;
  own.onChange(() => told++);
  own.take(sent(1));
  expect(ids(own.read())).toEqual(['Q-own-1']);
  own.take(withdrawn(2, 'Q-own-1'));
  expect(own.read()).toEqual([]);
  own.take(sent(1));
  expect(own.read()).toEqual([]);
  expect(told).toBe(3);
});

it('are live again where a later quote has the number of one that was withdrawn, which is no alarm', async () => {
  const later = [sent(1), withdrawn(2, 'Q-own-1'), sent(3, 'Q-own-1')];
  const rig = await opened();
  for (const action of later) rig.own.take(action);
  expect(ids(rig.own.read())).toEqual(['Q-own-1']);
  await rig.watch({ kind: 'quotes', id });
  await rig.clock.advance(120_000);
  expect(ids(rig.own.read())).toEqual(['Q-own-1']);
  expect(rig.disproved).toEqual([]);
  expect(ids((await opened(later)).own.read())).toEqual(['Q-own-1']);
});

const PARTIAL = { ...QUOTE, allOrNone: false };
const sentInParts = done(1, PARTIAL, { quoteId: QuoteId.parse('Q-own-1') });
const next = (count: number) => ({ ...done(count, PARTIAL), createdAt: MORNING + count });

it('that were taken while their withdrawal was on its way are told as taken, and the next on their side is held back once', async () => {
  const rig = await opened([sentInParts]);
  await rig.watch({ kind: 'quotes', id });
  rig.platform.changeQuote('RQ-2', 'Q-own-1', {
    ...{ state: 'accepted', 'all-or-none': false, 'remaining-quantity': 0 },
  });
  await rig.clock.advance(30_000);
  rig.own.take({ ...withdrawn(2, 'Q-own-1'), endedAt: rig.clock.now() });
  await rig.clock.advance(0);
  expect(rig.own.endOf(QuoteId.parse('Q-own-1'))).toBe('accepted');
  expect((await rig.kept.find(actionId(1)))?.over?.how).toBe('accepted');
  expect(rig.own.takenMeanwhile(next(3), [])).toBe('Q-own-1');
  expect(rig.own.takenMeanwhile(next(4), [])).toBeUndefined();
});

it('that were withdrawn before a restart hold the next on their side back where they turn out to be taken', async () => {
  const lines = [sentInParts, withdrawn(2, 'Q-own-1')];
  const { own } = await opened(lines);
  own.start([], { past: [...lines].reverse() });
  const taken = singleQuote('RQ-2', 'Q-own-1', {
    ...{ state: 'accepted', 'all-or-none': false, 'remaining-quantity': 0, legs: [{ price: 31.0 }] },
  });
  const { platform } = await opened();
  platform.addRequest(singleRequest('RQ-2', { role: 'recipient' }), [taken]);
  const read = await platform.quotes(id, { lane: 'polling' });
  if (!read.ok) throw new Error('The quotes were not read.');
  expect(own.takenMeanwhile(next(3), read.value.records)).toBe('Q-own-1');
});

it.each([
  ['wholly', { state: 'accepted' }],
  ['in part', { state: 'active', 'all-or-none': false, 'remaining-quantity': 6 }],
])(
  'that their own record tells as taken %s have their trades looked for, where none is known',
  async (_, says) => {
    const rig = await opened([sentInParts]);
    await rig.watch({ kind: 'quotes', id });
    rig.platform.changeQuote('RQ-2', 'Q-own-1', says);
    await rig.clock.advance(30_000);
    rig.own.read();
    expect(rig.doubtful).toEqual(['Q-own-1']);
  },
);

it('whose trades come to all of them are over for good once their own record says accepted', async () => {
  const rig = await opened([sentInParts]);
  rig.filled.set('Q-own-1', '10');
  expect([ids(rig.own.read()), ids(rig.own.notOver())]).toEqual([[], ['Q-own-1']]);
  rig.platform.changeQuote('RQ-2', 'Q-own-1', { state: 'accepted', 'all-or-none': false });
  await rig.watch({ kind: 'quotes', id });
  rig.own.read();
  expect(rig.own.notOver()).toEqual([]);
  expect(rig.ended.ended).toEqual([{ kind: 'quote', id: 'Q-own-1' }]);
  expect(rig.doubtful).toEqual([]);
});

it('that trades had taken before a restart are not live again while those trades are looked up', async () => {
  const over = { how: 'accepted', at: MORNING } as const;
  const { own } = await opened([{ ...sentInParts, over }]);
  expect([ids(own.read()), ids(own.notOver())]).toEqual([[], ['Q-own-1']]);
});

it.each([
  ['within the run', false],
  ['after a restart', true],
])(
  'are held against their record for a day after they were withdrawn, by whatever is read: %s',
  async (_, isPast) => {
    const lines = [sent(1), withdrawn(2, 'Q-own-1')];
    const rig = await opened(isPast ? lines : [sent(1)]);
    if (isPast) rig.own.start([], { past: [...lines].reverse() });
    else rig.own.take(withdrawn(2, 'Q-own-1'));
    await rig.watch({ kind: 'quotes', id });
    rig.own.onChange(() => void rig.own.read());
    await rig.clock.advance(30_000);
    expect(rig.disproved).toEqual([]);
    await rig.clock.advance(120_000);
    expect(rig.disproved).toEqual([`${actionId(2)} Quote Q-own-1 is still active.`]);
  },
);

it('are not kept as over once their withdrawal is disproved, though their record had said so', async () => {
  const { own, platform, watch, ended, clock } = await opened([sent(1)]);
  platform.changeQuote('RQ-2', 'Q-own-1', { state: 'withdrawn' });
  await watch({ kind: 'quotes', id });
  expect(own.read()).toEqual([]);
  const kept = { kind: 'quote', id: 'Q-own-1' };
  expect(ended.ended).toEqual([kept]);
  own.take({ ...withdrawn(2, 'Q-own-1'), state: 'rejected', corrected: 'Quote Q-own-1 is still active.' });
  await clock.advance(0);
  expect(ended.ended).toEqual([]);
});

it('show what is left of them as far as somebody watches their request', async () => {
  const { own, platform, watch } = await opened([sent(1)]);
  platform.changeQuote('RQ-2', 'Q-own-1', { quantity: 4 });
  await watch({ kind: 'quotes', id });
  expect(own.read()).toMatchObject([{ quantity: '4' }]);
});

it('show what is left of them as their record says it, beside the quantity that was sent', async () => {
  const { own, platform, watch } = await opened([sent(1)]);
  platform.changeQuote('RQ-2', 'Q-own-1', { quantity: 10, 'remaining-quantity': 6 });
  await watch({ kind: 'quotes', id });
  expect(own.read()).toMatchObject([{ quantity: '6' }]);
});

it.each(['accepted', 'withdrawn', 'rejected'])(
  'end for good when the market shows them %s',
  async (state) => {
    const { own, platform, clock, watch } = await opened([sent(1)]);
    expect(ids(own.read())).toEqual(['Q-own-1']);
    platform.changeQuote('RQ-2', 'Q-own-1', { state });
    await watch({ kind: 'quotes', id });
    expect(own.read()).toEqual([]);
    await clock.advance(600_000);
    expect(own.read()).toEqual([]);
  },
);

it('stay when the market shows them in a state that the desk has no word for', async () => {
  const { own, platform, watch } = await opened([sent(1)]);
  platform.changeQuote('RQ-2', 'Q-own-1', { state: 'partly-accepted', quantity: 4 });
  await watch({ kind: 'quotes', id });
  expect(own.read()).toMatchObject([{ quoteId: 'Q-own-1', quantity: '4' }]);
});

it.each([
  ['closed', 'request-closed'],
  ['traded', 'request-traded'],
])('have a line that says that they ended with their request: %s', async (state, how) => {
  const { own, platform, watch, kept, lines, clock } = await opened([sent(1), sent(2)]);
  platform.change('RQ-2', { state });
  await watch({ kind: 'request', id });
  own.read();
  await clock.advance(0);
  const over = { how, at: MORNING };
  expect(lines.lines.slice(2).map((line) => [line.state, line.quoteId, line.over])).toEqual([
    ['done', 'Q-own-1', over],
    ['done', 'Q-own-2', over],
  ]);
  expect(kept.read().find(({ quoteId }) => quoteId === 'Q-own-1')?.over).toEqual(over);
  own.read();
  await clock.advance(0);
  expect(lines.lines).toHaveLength(4);
  // Its own record says more than the end of its request.
  platform.changeQuote('RQ-2', 'Q-own-1', { state: 'accepted' });
  await watch({ kind: 'quotes', id });
  own.read();
  await clock.advance(0);
  expect(lines.lines.slice(4).map((line) => line.over?.how)).toEqual(['accepted']);
});

it.each(['rejected', 'withdrawn'])(
  'end once: a record that calls them %s later is the end with their request, with its cause and time',
  async (state) => {
    const { own, platform, watch, kept, lines, clock } = await opened([sent(1)]);
    platform.change('RQ-2', { state: 'closed' });
    await watch({ kind: 'request', id });
    own.read();
    await clock.advance(705_000);
    platform.changeQuote('RQ-2', 'Q-own-1', { state });
    await watch({ kind: 'quotes', id });
    own.read();
    await clock.advance(0);
    expect(own.notOver()).toEqual([]);
    expect(lines.lines.slice(1).map(({ over }) => over)).toEqual([{ how: 'request-closed', at: MORNING }]);
    expect(kept.read().find(({ quoteId }) => quoteId === 'Q-own-1')?.over?.at).toBe(MORNING);
  },
);

it('are over once their trades came to all of them, though nobody read their record since, and say when that was', async () => {
  const rig = await opened([sent(1)]);
  await rig.watch({ kind: 'quotes', id });
  expect(ids(rig.own.notOver())).toEqual(['Q-own-1']);
  rig.platform.change('RQ-2', { state: 'traded' });
  await rig.watch({ kind: 'request', id });
  rig.filled.set('Q-own-1', '10');
  rig.tradedAt.set('Q-own-1', MORNING + 39_000);
  expect(rig.own.read()).toEqual([]);
  expect(rig.own.notTaken()).toEqual([]);
  // Its own record does not say so: Withdraw all withdraws it.
  expect(ids(rig.own.notOver())).toEqual(['Q-own-1']);
  expect(rig.ended.ended).not.toContainEqual({ kind: 'quote', id: 'Q-own-1' });
  await rig.clock.advance(0);
  expect(rig.lines.lines.at(-1)?.over).toEqual({ how: 'accepted', at: MORNING, tradedAt: MORNING + 39_000 });
});

it('have a line with each trade that took them, at once and whoever watches, also where their end was told before', async () => {
  const rig = await opened([sent(1)]);
  const first = { id: TradeId.parse('TR-1'), trade: undefined };
  rig.filled.set('Q-own-1', '10');
  const { id: sentBy } = sent(1);
  rig.own.taken(sentBy, first);
  rig.own.taken(sentBy, first);
  await rig.clock.advance(0);
  expect(rig.lines.lines.slice(1).map(({ taken, over }) => [taken, over?.how])).toEqual([
    [[{ tradeId: 'TR-1' }], undefined],
    [[{ tradeId: 'TR-1' }], 'accepted'],
  ]);
  rig.own.taken(sentBy, { id: TradeId.parse('TR-2'), trade: undefined });
  await rig.clock.advance(0);
  expect(rig.lines.lines.at(-1)).toMatchObject({
    over: { how: 'accepted' },
    taken: [{ tradeId: 'TR-1' }, { tradeId: 'TR-2' }],
  });
});

it('have a line that their trade counts for nothing once its record calls it cancelled', async () => {
  const rig = await opened([sent(1)]);
  const raw = { 'trade-id': 'TR-1', state: 'cancelled', action: 'sell', price: 31, quantity: 10 };
  const trade = { id: TradeId.parse('TR-1'), tradedAt: MORNING, raw };
  rig.own.taken(sent(1).id, { id: trade.id, trade });
  await rig.clock.advance(0);
  const says =
    'Trade TR-1 is cancelled by its record: it counts for nothing. Ask the operator before you trade it again.';
  expect(rig.lines.lines.flatMap(({ contradictions = [] }) => contradictions)).toContainEqual({
    ...{ about: 'state', tradeId: 'TR-1', says },
  });
});

it('are not over by trades that came to a part of them', async () => {
  const rig = await opened([sent(1)]);
  rig.filled.set('Q-own-1', '4');
  expect(rig.own.notOver()).toMatchObject([{ quoteId: 'Q-own-1', quantity: '6' }]);
});

it('are live again once their own record, read well after their trades, calls them active, and stay so unwatched', async () => {
  const rig = await opened([sent(1)]);
  rig.filled.set('Q-own-1', '10');
  rig.own.taken(sent(1).id, { id: TradeId.parse('TR-1'), trade: undefined });
  await rig.clock.advance(0);
  expect(rig.own.read()).toEqual([]);
  const stop = rig.book.watch({ kind: 'quotes', id }, () => undefined);
  await rig.clock.advance(30_000);
  // So soon a list may not know of the trade.
  expect(rig.own.read()).toEqual([]);
  await rig.clock.advance(120_000);
  expect(ids(rig.own.read())).toEqual(['Q-own-1']);
  await rig.clock.advance(0);
  expect(rig.lines.lines.at(-1)?.over).toBeUndefined();
  expect(rig.lines.lines.at(-1)?.taken).toHaveLength(1);
  stop();
  await rig.clock.advance(600_000);
  expect(ids(rig.own.read())).toEqual(['Q-own-1']);
});

it('are live, in doubt and with all of their quantity, while nobody can tell how much of them trades took', async () => {
  const rig = await opened([sent(1)]);
  rig.unclear.add('Q-own-1');
  expect(rig.own.read()).toMatchObject([{ quoteId: 'Q-own-1', quantity: '10', doubtful: true }]);
  rig.unclear.clear();
  rig.filled.set('Q-own-1', '4');
  const [quote] = rig.own.read();
  expect(quote).toMatchObject({ quantity: '6' });
  expect(quote).not.toHaveProperty('doubtful');
});

it.each(['accepted', 'rejected', 'withdrawn'])(
  'that their record called %s are live again once it calls them active well after that',
  async (state) => {
    const rig = await opened([sent(1)]);
    rig.platform.changeQuote('RQ-2', 'Q-own-1', { state });
    await rig.watch({ kind: 'quotes', id });
    expect(rig.own.notOver()).toEqual([]);
    rig.platform.changeQuote('RQ-2', 'Q-own-1', { state: 'active' });
    await rig.clock.advance(30_000);
    expect(rig.own.notOver()).toEqual([]);
    await rig.clock.advance(120_000);
    expect(ids(rig.own.read())).toEqual(['Q-own-1']);
    expect(rig.ended.ended).toEqual([]);
    await rig.clock.advance(0);
    expect(rig.lines.lines.at(-1)?.over).toBeUndefined();
  },
);

it('end with their request, and stand again with it once a list of open requests has it well after that', async () => {
  const rig = await opened([sent(1)]);
  rig.platform.change('RQ-2', { state: 'closed' });
  await rig.conclusions.readNow(id);
  expect(rig.own.read()).toEqual([]);
  await rig.clock.advance(0);
  expect(rig.lines.lines.at(-1)?.over?.how).toBe('request-closed');
  rig.platform.change('RQ-2', { state: 'open' });
  await rig.watch({ kind: 'open-requests' });
  await rig.clock.advance(30_000);
  expect(rig.own.read()).toEqual([]);
  await rig.clock.advance(120_000);
  expect(ids(rig.own.read())).toEqual(['Q-own-1']);
  expect(rig.ended.ended).toEqual([]);
  await rig.clock.advance(0);
  expect(rig.lines.lines.at(-1)?.over).toBeUndefined();
});

it('end with their request', async () => {
  const { own, platform, watch } = await opened([sent(2)]);
  expect(ids(own.read())).toEqual(['Q-own-2']);
  platform.change('RQ-2', { state: 'closed' });
  await watch({ kind: 'request', id });
  expect(own.read()).toEqual([]);
});

describe('whose request a list of open requests leaves out', () => {
  /** The list is old enough to know the request, and does not show it. */
  const missing = async (state: string, quoteState = 'active', ended = new MemoryEnded()) => {
    const rig = await opened([sent(1)], { ended });
    rig.platform.change('RQ-2', { state });
    rig.platform.changeQuote('RQ-2', 'Q-own-1', { state: quoteState });
    await rig.clock.advance(61_000);
    await rig.watch({ kind: 'open-requests' });
    return rig;
  };

  it.each(['suspended', 'in negotiation', 'open'])('stay for as long as it is %s', async (state) => {
    const { own, clock, platform } = await missing(state);
    platform.requestsById.delete('RQ-2');
    platform.addRequest(singleRequest('RQ-2', { state }), [AS_SENT]);
    await clock.advance(600_000);
    expect(ids(own.read())).toEqual(['Q-own-1']);
  });

  it.each(['closed', 'traded'])('are asked for, and end once its own record says %s', async (state) => {
    const { own, clock, platform } = await missing(state);
    expect(ids(own.read())).toEqual(['Q-own-1']);
    await clock.advance(60_000);
    expect(own.read()).toEqual([]);
    expect(platform.callsOf('request')).toHaveLength(1);
    // Withdrawn with all others for a day: a request's state may be in other words than its quotes'.
    expect(ids(own.notOver())).toEqual(['Q-own-1']);
    clock.jump(86_400_000);
    expect(own.notOver()).toEqual([]);
  });

  it('end once their own record says so, whatever the request is called', async () => {
    const { own, clock } = await missing('suspended', 'rejected');
    expect(ids(own.notOver())).toEqual(['Q-own-1']);
    await clock.advance(60_000);
    expect(own.notOver()).toEqual([]);
  });

  it('are asked for less and less often', async () => {
    const { clock, platform } = await missing('suspended');
    await clock.advance(1_800_000);
    const calls = platform.callsOf('request').length;
    expect(calls).toBeGreaterThan(3);
    expect(calls).toBeLessThan(9);
  });

  it('are not asked for again by the next run', async () => {
    const ended = new MemoryEnded();
    const first = await missing('closed', 'active', ended);
    await first.clock.advance(60_000);
    expect(ended.ended).toEqual([{ kind: 'request', id: 'RQ-2' }]);
    const second = await opened([sent(1)], { ended });
    await second.clock.advance(61_000);
    expect(second.own.read()).toEqual([]);
    expect(second.platform.callsOf('request')).toEqual([]);
    expect(first.platform.callsOf('request')).toHaveLength(1);
  });
});

it('are known after a restart, however many actions came after them', async () => {
  const later = Array.from({ length: 1_000 }, (_, count) => sent(count + 2, 'Q-other'));
  const { own } = await opened([sent(1), ...later]);
  expect(ids(own.read())).toContain('Q-own-1');
});

describe('that were taken in part', () => {
  const parts = { ...QUOTE, allOrNone: false };
  const taken = async (over: Record<string, unknown>) => {
    const rig = await opened([done(1, parts, { quoteId: QuoteId.parse('Q-own-1') })]);
    expect(ids(rig.own.notOver())).toEqual(['Q-own-1']);
    rig.platform.changeQuote('RQ-2', 'Q-own-1', { state: 'accepted', ...over });
    await rig.watch({ kind: 'quotes', id });
    return rig.own;
  };

  it('live on while a rest is left', async () => {
    expect(ids((await taken({ 'remaining-quantity': 6 })).read())).toEqual(['Q-own-1']);
  });

  it.each(['', 'N/A', false, []])('are doubtful where the rest is no number: %j', async (left) => {
    expect((await taken({ 'remaining-quantity': left })).notOver()).toMatchObject([
      { quoteId: 'Q-own-1', doubtful: true },
    ]);
  });

  it('end with the rest', async () => {
    expect((await taken({ 'remaining-quantity': 0 })).notOver()).toEqual([]);
  });

  it('stay when the platform refuses to withdraw the rest, until it says so again ten minutes later', async () => {
    const rig = await opened([done(1, parts, { quoteId: QuoteId.parse('Q-own-1') })]);
    rig.platform.changeQuote('RQ-2', 'Q-own-1', { state: 'accepted' });
    const refused = {
      ...withdrawn(2, 'Q-own-1'),
      state: 'rejected' as const,
      failure: failure('wrong-state'),
    };
    rig.own.take(refused);
    await rig.clock.advance(590_000);
    rig.own.take(refused);
    await rig.clock.advance(10_000);
    expect(ids(rig.own.read())).toEqual(['Q-own-1']);
    expect(ids(rig.own.notOver())).toEqual(['Q-own-1']);
    rig.own.take(refused);
    await rig.clock.advance(0);
    expect(rig.own.notOver()).toEqual([]);
  });

  it('are over once their trades came to all of them, and are told how', async () => {
    const rig = await opened([done(1, parts, { quoteId: QuoteId.parse('Q-own-1') })]);
    rig.platform.changeQuote('RQ-2', 'Q-own-1', { state: 'accepted', 'all-or-none': false });
    await rig.watch({ kind: 'quotes', id });
    expect(rig.own.read()).toMatchObject([{ quantity: '10', doubtful: true }]);
    expect(rig.own.endOf(QuoteId.parse('Q-own-1'))).toBeUndefined();
    rig.filled.set('Q-own-1', '4');
    expect(rig.own.read()).toMatchObject([{ quantity: '6', doubtful: true }]);
    rig.filled.set('Q-own-1', '10');
    expect(rig.own.notOver()).toEqual([]);
    expect(rig.own.endOf(QuoteId.parse('Q-own-1'))).toBe('accepted');
    expect(rig.doubtful).toEqual(['Q-own-1']);
    await rig.clock.advance(0);
    expect(rig.lines.lines.slice(1).map((line) => line.over?.how)).toEqual(['accepted']);
  });

  it('live on as far as their own record says, whatever their trades come to', async () => {
    const rig = await opened([done(1, parts, { quoteId: QuoteId.parse('Q-own-1') })]);
    rig.filled.set('Q-own-1', '10');
    rig.platform.changeQuote('RQ-2', 'Q-own-1', { state: 'active', quantity: 6 });
    await rig.watch({ kind: 'quotes', id });
    expect(rig.own.read()).toMatchObject([{ quoteId: 'Q-own-1', quantity: '6' }]);
    expect(rig.doubtful).toEqual([]);
  });

  it('have their trades looked for again when the platform refuses to withdraw them', async () => {
    const rig = await opened([done(1, parts, { quoteId: QuoteId.parse('Q-own-1') })]);
    rig.platform.changeQuote('RQ-2', 'Q-own-1', { state: 'accepted' });
    rig.own.take({
      ...withdrawn(2, 'Q-own-1'),
      state: 'rejected' as const,
      failure: failure('wrong-state'),
    });
    await rig.clock.advance(0);
    expect(rig.doubtful.length).toBeGreaterThan(0);
    rig.filled.set('Q-own-1', '10');
    // Nobody watches its request: its trades alone tell.
    expect(rig.own.read()).toEqual([]);
  });

  it('are withdrawn with all others where nothing is said of a rest, and shown as doubtful', async () => {
    const own = await taken({});
    expect(own.read()).toMatchObject([{ quoteId: 'Q-own-1', doubtful: true }]);
    expect(ids(own.notOver())).toEqual(['Q-own-1']);
  });
});

describe('whose withdrawal the platform refuses', () => {
  const refused = async (kind: 'not-found' | 'wrong-state', over: Record<string, unknown> | undefined) => {
    const rig = await opened([sent(1)]);
    if (over) rig.platform.changeQuote('RQ-2', 'Q-own-1', over);
    else rig.platform.addRequest(singleRequest('RQ-2'), []);
    expect(ids(rig.own.read())).toEqual(['Q-own-1']);
    rig.own.take({ ...withdrawn(2, 'Q-own-1'), state: 'rejected', failure: failure(kind) });
    await rig.clock.advance(0);
    return rig.own.read();
  };
  const missing = async (waitMs: number): Promise<string[]> => {
    const rig = await opened([sent(1)]);
    rig.platform.addRequest(singleRequest('RQ-2'), []);
    for (const count of [2, 3]) {
      expect(ids(rig.own.read())).toEqual(['Q-own-1']);
      rig.own.take({ ...withdrawn(count, 'Q-own-1'), state: 'rejected', failure: failure('not-found') });
      await rig.clock.advance(waitMs);
    }
    return ids(rig.own.read());
  };

  it.each(['not-found', 'wrong-state'] as const)('as %s are over when their record says so', async (kind) => {
    expect(await refused(kind, { state: 'accepted' })).toEqual([]);
  });

  it.each(['not-found', 'wrong-state'] as const)('as %s stay when their record is active', async (kind) => {
    expect(ids(await refused(kind, { state: 'active' }))).toEqual(['Q-own-1']);
  });

  it('stay when there is no such quote yet, and the list has none either: both may be late', async () => {
    expect(ids(await refused('not-found', undefined))).toEqual(['Q-own-1']);
    expect(await missing(60_000)).toEqual(['Q-own-1']);
  });

  it('are over when both are said again ten minutes later', async () => {
    expect(await missing(600_000)).toEqual([]);
  });

  it('stay when only the list does not show them', async () => {
    expect(ids(await refused('wrong-state', undefined))).toEqual(['Q-own-1']);
  });
});

it('stay while a list does not show them: it may be older than they are', async () => {
  const { own, watch } = await opened([sent(7)]);
  await watch({ kind: 'quotes', id });
  expect(ids(own.read())).toEqual(['Q-own-7']);
});

it('are looked at once a second while somebody watches, and not after', async () => {
  const { own, clock } = await opened();
  let told = 0;
  const stop = own.onChange(() => told++);
  await clock.advance(3_000);
  stop();
  await clock.advance(3_000);
  expect(told).toBe(3);
});

it('go at once when something says that their request is over, and only where its own record says so too', async () => {
  const { own, conclusions, platform } = await opened([sent(1)]);
  await conclusions.readNow(id);
  expect(ids(own.read())).toEqual(['Q-own-1']);
  platform.addRequest(singleRequest('RQ-2', { role: 'recipient', state: 'closed' }));
  await conclusions.readNow(id);
  expect(own.read()).toEqual([]);
  const asked = platform.callsOf('request').length;
  await conclusions.readNow(id);
  expect(platform.callsOf('request')).toHaveLength(asked);
});

describe('whose request changes after they were sent', () => {
  const leg = { action: 'buy', market: 'DE', 'delivery-start': '2027-01-01', 'delivery-end': '2027-12-31' };
  const legs = [
    { action: 'sell', market: 'DE', deliveryStart: '2027-01-01', deliveryEnd: '2027-12-31' },
  ] as const;
  const changedTo = (change: object) =>
    singleRequest('RQ-2', { role: 'recipient', legs: [{ ...leg, quantity: 10, ...change }] });
  const CHANGED = {
    about: 'request',
    says: 'Request RQ-2 has changed since Q-own-1 was sent: market DE is now FR. The quote can be taken for that: withdraw it unless you want it so.',
  };

  it.each([{ kind: 'open-requests' }, { kind: 'request', id }] as const)(
    'are told, by $kind, until it is as it was',
    async (resource) => {
      const { platform, watch, lines, clock, own } = await opened([{ ...sent(1), legs: [...legs] }]);
      platform.requestsById.set('RQ-2', changedTo({ market: 'FR' }));
      await clock.advance(1_000);
      await watch(resource);
      own.look();
      own.look();
      await clock.advance(0);
      expect(lines.lines.slice(1).map(({ contradictions }) => contradictions)).toEqual([[CHANGED]]);
      expect(own.read()).toHaveLength(1);
      platform.requestsById.set('RQ-2', changedTo({}));
      const next = await opened([...lines.lines]);
      await next.clock.advance(1_000);
      next.platform.requestsById.set('RQ-2', changedTo({}));
      await next.watch(resource);
      next.own.look();
      await next.clock.advance(0);
      expect(next.lines.lines.at(-1)).not.toHaveProperty('contradictions');
    },
  );

  it('are told nothing where list and record write the same in two ways, however often each is read, and of what changes in either', async () => {
    const utc = { 'delivery-start': '2026-12-31T23:00:00Z', 'delivery-end': '2027-12-31T23:00:00Z' };
    const { platform, watch, lines, clock, own, book } = await opened([]);
    let inList: object = { market: 'DE-LU' };
    platform.openRequests = async () => {
      const listed = readRequest(changedTo(inList));
      return success({ records: listed.ok ? [listed.value] : [], unreadable: [] });
    };
    platform.requestsById.set('RQ-2', changedTo(utc));
    await watch({ kind: 'open-requests' });
    await watch({ kind: 'request', id });
    const at = clock.now();
    const action = { ...sent(1), legs: [...legs], createdAt: at, endedAt: at };
    await lines.append(action);
    own.take(action);
    const read = async (kind: 'open-requests' | 'request'): Promise<void> => {
      const resource = kind === 'request' ? ({ kind, id } as const) : ({ kind } as const);
      await clock.advance(1_000);
      book.refresh([resourceKey(resource)]);
      await clock.advance(0);
      own.look();
      await clock.advance(0);
    };
    const readAt = new Set<number>();
    for (let round = 0; round < 10; round++) {
      await read('open-requests');
      await read('request');
      readAt.add(new KnownMarketView(() => book.entries).told(id)?.readAt ?? 0);
    }
    expect(readAt.size).toBeGreaterThan(3);
    expect(lines.lines).toHaveLength(1);
    inList = { market: 'FR' };
    for (let round = 0; round < 3; round++) {
      await clock.advance(120_000);
      await read('open-requests');
      await read('request');
    }
    expect(lines.lines.slice(1).map(({ contradictions }) => contradictions?.[0]?.says)).toEqual([
      expect.stringContaining('market DE-LU is now FR.'),
    ]);
  });

  it('are not told of less that is left of it, nor by what was read before they were sent', async () => {
    const at = MORNING + 5_000;
    const { platform, watch, lines, clock, own } = await opened([
      { ...sent(1), legs: [...legs] },
      done(2, QUOTE, { quoteId: QuoteId.parse('Q-own-2'), legs: [{ market: 'FR' }], endedAt: at }),
    ]);
    platform.requestsById.set('RQ-2', changedTo({ quantity: 4 }));
    await clock.advance(1_000);
    await watch({ kind: 'request', id });
    own.look();
    await clock.advance(0);
    expect(lines.lines).toHaveLength(2);
  });
});

describe('whose record says otherwise than was sent', () => {
  it.each([
    [
      'another price',
      { legs: [{ price: 3.1 }] },
      { price: { shape: 'single', price: '3.1' } },
      'at 3.1; you sent at 31',
    ],
    ['another side', { 'price-direction': 'bid' }, { direction: 'bid' }, 'bid; you sent ask'],
    ['a larger quantity', { quantity: 100 }, { quantity: '100' }, 'for 100; you sent for 10'],
    ['parts', { 'all-or-none': false }, { allOrNone: false }, 'partial OK; you sent all or none'],
  ] as const)('are what it says, and told: %s', async (_, change, stands, says) => {
    const { own, platform, watch, lines, clock } = await opened([sent(1)]);
    platform.changeQuote('RQ-2', 'Q-own-1', change);
    await watch({ kind: 'quotes', id });
    expect(own.read()).toMatchObject([{ quoteId: 'Q-own-1', ...stands }]);
    await clock.advance(0);
    expect(lines.lines.at(-1)?.contradictions).toEqual([
      { about: 'terms', says: expect.stringContaining(says) as string },
    ]);
    own.read();
    await clock.advance(0);
    expect(lines.lines).toHaveLength(2);
    // What the journal knows of it stands in the next run, until its record says what was sent.
    const next = await opened([...lines.lines]);
    expect(next.own.read()).toMatchObject([{ quoteId: 'Q-own-1', ...stands }]);
    await next.watch({ kind: 'quotes', id });
    expect(next.own.read()).toMatchObject([
      { direction: 'ask', price: QUOTE.price, quantity: '10', allOrNone: true },
    ]);
    await next.clock.advance(0);
    expect(next.lines.lines.at(-1)).not.toHaveProperty('contradictions');
    expect(next.lines.lines.at(-1)).not.toHaveProperty('listed');
  });

  it.each([
    ['less of it', { quantity: 6 }],
    ['an equal decimal', { legs: [{ price: '31.00' }] }],
    ['no quantity', { quantity: null }],
    ['nothing of parts', { 'all-or-none': null }],
  ])('are as they were sent with %s', async (_, change) => {
    const { own, platform, watch, lines, clock } = await opened([sent(1)]);
    platform.changeQuote('RQ-2', 'Q-own-1', change);
    await watch({ kind: 'quotes', id });
    expect(own.read()).toMatchObject([{ price: QUOTE.price }]);
    await clock.advance(0);
    expect(lines.lines).toHaveLength(1);
  });

  it('are no alarm where a list of before tells what they were changed from', async () => {
    const { own, platform, lines, clock } = await opened([sent(1)]);
    own.take({
      ...sent(2, 'Q-own-1'),
      body: { ...QUOTE, price: { shape: 'single', price: Price.parse('30') } },
    });
    own.seen(await listed(platform));
    await clock.advance(0);
    expect(own.read()).toMatchObject([{ price: { price: '30' } }]);
    expect(lines.lines).toHaveLength(1);
  });
});

async function listed(platform: Awaited<ReturnType<typeof opened>>['platform']) {
  const read = await platform.quotes(id, { lane: 'polling' });
  if (!read.ok) throw new Error('no quotes');
  return read.value;
}

it('whose trade says that the desk bought what it asked for are told so', async () => {
  const { own, lines, clock } = await opened([sent(1)]);
  const taking = (action: string) => {
    const trade = readTrade({
      ...{ 'trade-id': 'T-1', 'traded-at': new Date(MORNING).toISOString(), 'request-id': 'RQ-2' },
      ...{ action, price: 31, quantity: 10 },
    });
    if (!trade.ok) throw new Error(trade.failure.message);
    return { id: trade.value.id, trade: trade.value };
  };
  own.taken(actionId(1), taking('buy'));
  await clock.advance(0);
  expect(lines.lines.at(-1)).toMatchObject({
    taken: [{ tradeId: 'T-1' }],
    contradictions: [
      {
        about: 'side',
        tradeId: 'T-1',
        says: expect.stringContaining('you bought; your quote was to sell.') as string,
      },
    ],
  });
  const right = await opened([sent(1)]);
  right.own.taken(actionId(1), taking('sell'));
  await right.clock.advance(0);
  expect(right.lines.lines.at(-1)).toMatchObject({ taken: [{ tradeId: 'T-1' }] });
  expect(right.lines.lines.at(-1)).not.toHaveProperty('contradictions');
});

it('whose trade is of another market are told so', async () => {
  const { own, lines, clock } = await opened([{ ...sent(1), legs: [{ action: 'sell', market: 'DE' }] }]);
  const trade = readTrade({
    ...{ 'trade-id': 'T-1', 'traded-at': new Date(MORNING).toISOString(), 'request-id': 'RQ-2' },
    ...{ action: 'sell', market: 'FR', price: 31, quantity: 10 },
  });
  if (!trade.ok) throw new Error(trade.failure.message);
  own.taken(actionId(1), { id: trade.value.id, trade: trade.value });
  await clock.advance(0);
  const says =
    'The record of trade T-1 is not what you quoted: market FR instead of DE. Ask the operator before you count on it.';
  expect(lines.lines.at(-1)?.contradictions).toEqual([{ about: 'product', tradeId: 'T-1', says }]);
});
