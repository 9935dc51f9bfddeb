import { expect, it } from 'vitest';
import type { Action, ActionBody } from '../../../src/domain/action';
import { QuoteId, RequestId } from '../../../src/domain/identifiers';
import type { OwnQuote } from '../../../src/domain/own-quote';
import { resourceKey, type Resource } from '../../../src/domain/resource';
import { ManualClock } from '../../../src/effects/manual-clock';
import { OwnQuotes } from '../../../src/gateway/actions/own-quotes';
import { KnownMarketView } from '../../../src/gateway/answers/known-market';
import { actionId, QUOTE } from '../twins/actions';
import { MORNING, testDesk } from '../twins/desk';
import { singleQuote, singleRequest } from '../twins/fake-platform';
import { MemoryJournal } from '../twins/memory-stores';

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

async function opened(lines: Action[] = []) {
  const journal = new MemoryJournal();
  await journal.append(...lines);
  const clock = new ManualClock(MORNING);
  const desk = testDesk({ clock });
  desk.platform.addRequest(singleRequest('RQ-2', { role: 'recipient' }), [singleQuote('RQ-2', 'Q-own-1')]);
  const own = new OwnQuotes({ journal, clock, market: new KnownMarketView(() => desk.book.entries) });
  await own.start();
  const watch = async (resource: Resource): Promise<void> => {
    desk.book.watch(resource, () => undefined);
    await clock.advance(0);
  };
  return { own, watch, ...desk };
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
  own.take(sent(3, 'Q-own-1'));
  expect(own.read()).toEqual([]);
  expect(told).toBe(3);
});

it('show what is left of them as far as somebody watches their request', async () => {
  const { own, platform, watch } = await opened([sent(1)]);
  platform.changeQuote('RQ-2', 'Q-own-1', { quantity: 4 });
  await watch({ kind: 'quotes', id });
  expect(own.read()).toMatchObject([{ quantity: '4' }]);
});

it.each(['accepted', 'withdrawn', 'rejected'])(
  'end for good when the market shows them %s',
  async (state) => {
    const { own, platform, clock, watch } = await opened([sent(1)]);
    platform.changeQuote('RQ-2', 'Q-own-1', { state });
    await watch({ kind: 'quotes', id });
    expect(own.read()).toEqual([]);
    await clock.advance(3_600_000);
    expect(own.read()).toEqual([]);
  },
);

it('stay when the market shows them in a state that the desk has no word for', async () => {
  const { own, platform, watch } = await opened([sent(1)]);
  platform.changeQuote('RQ-2', 'Q-own-1', { state: 'partly-accepted', quantity: 4 });
  await watch({ kind: 'quotes', id });
  expect(own.read()).toMatchObject([{ quoteId: 'Q-own-1', quantity: '4' }]);
});

it('end with their request', async () => {
  const { own, platform, watch } = await opened([sent(2)]);
  platform.change('RQ-2', { state: 'closed' });
  await watch({ kind: 'request', id });
  expect(own.read()).toEqual([]);
});

it('are not shown while a list of open requests that is newer than they are is without their request', async () => {
  const { own, platform, clock, book, watch } = await opened([sent(1)]);
  platform.change('RQ-2', { state: 'closed' });
  await watch({ kind: 'open-requests' });
  expect(ids(own.read())).toEqual(['Q-own-1']);
  await clock.advance(61_000);
  book.refresh([resourceKey({ kind: 'open-requests' })]);
  await clock.advance(0);
  expect(own.read()).toEqual([]);
});

it('stay when one list of open requests leaves their request out, as when its pages moved while they were read', async () => {
  const journal = new MemoryJournal();
  await journal.append(sent(1));
  let open = { ids: new Set<RequestId>(), fetchedAt: MORNING + 100_000 };
  const market = { request: () => undefined, quotes: () => undefined, openRequests: () => open };
  const own = new OwnQuotes({ journal, clock: new ManualClock(MORNING), market });
  await own.start();
  expect(ids(own.read())).toEqual(['Q-own-1']);
  open = { ids: new Set([id]), fetchedAt: MORNING + 105_000 };
  expect(ids(own.read())).toEqual(['Q-own-1']);
  open = { ids: new Set(), fetchedAt: MORNING + 110_000 };
  expect(ids(own.read())).toEqual(['Q-own-1']);
  open = { ids: new Set(), fetchedAt: MORNING + 115_000 };
  expect(own.read()).toEqual([]);
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
