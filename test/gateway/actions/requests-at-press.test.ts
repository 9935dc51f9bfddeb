import { expect, it } from 'vitest';
import { readRequest } from '../../../src/contract/service/read-request';
import type { ActionBody } from '../../../src/domain/action';
import { Quantity } from '../../../src/domain/quantity';
import { ProgramId } from '../../../src/domain/program-mark';
import { RequestsAtPress } from '../../../src/gateway/actions/requests-at-press';
import { KnownMarketView, type Telling } from '../../../src/gateway/cache/known-market';
import {
  ACCEPT,
  actionId,
  COUNTER,
  PROPOSE,
  QUOTE,
  SENT,
  TAKE,
  testActions,
  WITHDRAW,
} from '../twins/actions';
import { testCache, ZONE } from '../twins/cache';
import { singleQuote, singleRequest } from '../twins/fake-platform';

const LEG = {
  action: 'buy',
  commodity: 'power',
  market: 'DE',
  'delivery-start': '2027-01-01',
  'delivery-end': '2027-12-31',
  'load-profile': 'base',
  quantity: 10,
  'quantity-unit': 'MW',
};

const request = (id: string, leg: object = {}) =>
  singleRequest(id, {
    role: id === 'RQ-2' ? 'recipient' : 'initiator',
    'all-or-none': false,
    legs: [{ ...LEG, ...leg }],
  });

/** What the desk told its pages is `shown`, what the platform has is `now`. */
function desk(shown: object, now: object) {
  const tellings = (id: string) => {
    const read = readRequest(request(id, shown));
    return read.ok ? [{ by: 'list' as const, request: read.value, readAt: 0 }] : [];
  };
  const tested = testActions({ tellings });
  for (const id of ['RQ-1', 'RQ-2']) tested.platform.requestsById.set(id, request(id, now));
  return tested;
}

it.each([QUOTE, PROPOSE, COUNTER, ACCEPT, TAKE])(
  'does not send $kind on a request that is another one by now, and says what changed',
  async (body: ActionBody) => {
    const { desk: service, platform } = desk({}, { market: 'FR', 'delivery-end': '2028-12-31' });
    const outcome = await service.put(actionId(1), { body, shown: 'as shown' });
    expect(outcome).toMatchObject({
      value: {
        state: 'rejected',
        failure: {
          message: expect.stringMatching(
            /^Request RQ-[12] has changed since it was shown: market DE is now FR, delivery Cal-27 is now 1 Jan 2027 – 31 Dec 2028\.$/,
          ) as string,
          next: 'Nothing was sent. Look at it again, and press again if you still want it.',
        },
      },
    });
    expect(platform.callsOf(SENT[body.kind])).toEqual([]);
  },
);

it('sends it pressed again by who was told, though a list may say otherwise for good, and not pressed by somebody else', async () => {
  const { desk: service, platform, journalStore } = desk({}, { market: 'FR' });
  const by = { name: 'Ann', session: 'a' };
  await service.put(actionId(1), { body: QUOTE, shown: '' }, { by });
  expect(platform.callsOf('sendQuote')).toEqual([]);
  const other = await service.put(
    actionId(2),
    { body: QUOTE, shown: '' },
    { by: { name: 'Ben', session: 'b' } },
  );
  expect(other).toMatchObject({ value: { state: 'rejected' } });
  const again = await service.put(actionId(3), { body: QUOTE, shown: '' }, { by });
  expect(again).toMatchObject({ value: { state: 'done' } });
  expect(platform.callsOf('sendQuote')).toHaveLength(1);
  expect(journalStore.lines.at(-1)?.legs).toMatchObject([{ market: 'FR' }]);
});

it('does not send it pressed again when it has changed once more', async () => {
  const { desk: service, platform } = desk({}, { market: 'FR' });
  await service.put(actionId(1), { body: QUOTE, shown: '' });
  platform.requestsById.set('RQ-2', request('RQ-2', { market: 'NL' }));
  const again = await service.put(actionId(2), { body: QUOTE, shown: '' });
  expect(again).toMatchObject({ value: { state: 'rejected' } });
});

it.each([
  ['a price and a clearing that move', { price: 30 }, { price: 31, clearing: { type: 'cleared' } }],
  ['less that is left of it', { quantity: 9 }, { quantity: 4 }],
])('sends it pressed again whatever %s in between', async (_, first, then) => {
  const { desk: service, platform } = desk({}, { market: 'FR', ...first });
  const body: ActionBody = { ...QUOTE, quantity: Quantity.parse('3') };
  await service.put(actionId(1), { body, shown: '' });
  platform.requestsById.set('RQ-2', request('RQ-2', { market: 'FR', ...then }));
  const again = await service.put(actionId(2), { body, shown: '' });
  expect(again).toMatchObject({ value: { state: 'done' } });
});

it('sends it where only less is left of it than was shown, and not where there is more', async () => {
  const less = desk({}, { quantity: 4 });
  const body: ActionBody = { ...QUOTE, quantity: Quantity.parse('4') };
  expect(await less.desk.put(actionId(1), { body, shown: '' })).toMatchObject({ value: { state: 'done' } });
  const more = desk({}, { quantity: 50 });
  expect(await more.desk.put(actionId(1), { body, shown: '' })).toMatchObject({
    value: {
      state: 'rejected',
      failure: { message: expect.stringContaining('quantity 10 is now 50') as string },
    },
  });
});

it('takes a delivery written by the clocks of the service for the same', async () => {
  const utc = { 'delivery-start': '2026-12-31T23:00:00Z', 'delivery-end': '2027-12-31T23:00:00Z' };
  const { desk: service } = desk({}, utc);
  expect(await service.put(actionId(1), { body: QUOTE, shown: '' })).toMatchObject({
    value: { state: 'done' },
  });
});

it('holds what a program sends against the record where that is known, and each side of it once against the list', () => {
  const read = (leg: object) => {
    const outcome = readRequest(request('RQ-2', leg));
    if (!outcome.ok) throw new Error('unreadable');
    return outcome.value;
  };
  const record = { by: 'record', request: read({ market: 'FR' }), readAt: 0 } as const;
  const list = { by: 'list', request: read({}), readAt: 1 } as const;
  const program = { id: ProgramId.parse('00000000-0000-4000-8000-000000000001'), name: 'P' };
  const changes = (tellings: readonly Telling[], sides: readonly ('ask' | 'bid')[]) => {
    const held = new RequestsAtPress({ tellings: () => tellings, zone: ZONE });
    return sides.map((direction, count) => {
      const action = { id: actionId(count), body: { ...QUOTE, direction }, program };
      held.take(action);
      return held.changed(action, read({ market: 'FR' })) !== undefined;
    });
  };
  expect(changes([record, list], ['ask'])).toEqual([false]);
  expect(changes([list], ['ask', 'bid', 'ask'])).toEqual([true, true, false]);
});

it('costs no call more, and holds no withdrawal back', async () => {
  const { desk: service, platform } = desk({}, {});
  await service.put(actionId(1), { body: QUOTE, shown: '' });
  expect(platform.calls.map(({ name }) => name)).toEqual(['request', 'quotes', 'sendQuote']);
  const { desk: other } = desk({}, { market: 'FR' });
  expect(await other.put(actionId(2), { body: WITHDRAW, shown: '' })).toMatchObject({
    value: { state: 'done' },
  });
});

it('writes the legs down that were true when it left', async () => {
  const tested = testActions({ legsOf: () => [{ market: 'DE' }] });
  tested.platform.requestsById.set('RQ-2', request('RQ-2', { market: 'FR' }));
  await tested.desk.put(actionId(1), { body: QUOTE, shown: '' });
  expect(tested.journalStore.lines.map(({ state, legs }) => [state, legs?.[0]?.market])).toEqual([
    ['staged', 'DE'],
    ['sending', 'FR'],
    ['done', 'FR'],
  ]);
});

it('a request is told by the newest reading of its record and of the list of open requests', async () => {
  const { book, platform, clock } = testCache();
  const market = new KnownMarketView(() => book.entries);
  platform.addRequest(request('RQ-2'), [singleQuote('RQ-2', 'Q-2')]);
  const marketOf = () => market.told(QUOTE.requestId)?.request.legs[0]?.market;
  expect(marketOf()).toBeUndefined();
  book.watch({ kind: 'open-requests' }, () => undefined);
  await clock.advance(0);
  expect(marketOf()).toBe('DE');
  platform.requestsById.set('RQ-2', request('RQ-2', { market: 'FR' }));
  await clock.advance(1_000);
  book.watch({ kind: 'request', id: QUOTE.requestId }, () => undefined);
  await clock.advance(0);
  expect(marketOf()).toBe('FR');
});
