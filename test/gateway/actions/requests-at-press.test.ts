import { expect, it } from 'vitest';
import { readRequest } from '../../../src/contract/service/read-request';
import type { ActionBody } from '../../../src/domain/action';
import { KnownMarketView } from '../../../src/gateway/cache/known-market';
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
import { testCache } from '../twins/cache';
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
  singleRequest(id, { role: id === 'RQ-2' ? 'recipient' : 'initiator', legs: [{ ...LEG, ...leg }] });

/** What the desk told its pages is `shown`, what the platform has is `now`. */
function desk(shown: object, now: object) {
  const told = (id: string) => {
    const read = readRequest(request(id, shown));
    return read.ok ? read.value : undefined;
  };
  const tested = testActions({ toldRequest: told });
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
