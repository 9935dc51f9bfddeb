import { expect, it } from 'vitest';
import type { ActionService } from '../../../src/gateway/actions/action-service';
import { success } from '../../../src/domain/failure';
import { RequestId } from '../../../src/domain/identifiers';
import { ACCEPT, actionId, QUOTE, testActions } from '../twins/actions';
import { failure, singleRequest, type Call, type FakePlatform } from '../twins/fake-platform';

const lost = failure('unknown-outcome');
const MINUTE_MS = 60_000;

const put = (desk: ActionService) => desk.put(actionId(1), { body: ACCEPT, shown: 'as it stood there' });
const looksOf = ({ calls }: FakePlatform, since: number): Call[] =>
  calls.slice(since).filter(({ name }) => name !== 'executeTrade');
const lanesOf = (calls: readonly Call[]) => [...new Set(calls.map(({ lane }) => lane))];

it('looks up as part of the action for two minutes, and after that like any other read', async () => {
  const { desk, platform, clock, journal } = testActions();
  platform.fault('executeTrade', { when: 'before', failure: lost });
  await put(desk);
  const sent = platform.calls.length;
  await clock.advance(2 * MINUTE_MS);
  const first = looksOf(platform, sent);
  expect(lanesOf(first)).toEqual(['accept']);
  expect(first.length).toBeLessThanOrEqual(25);
  await clock.advance(10 * MINUTE_MS);
  const then = platform.calls.length;
  await clock.advance(60 * MINUTE_MS);
  expect(lanesOf(looksOf(platform, then))).toEqual(['asked']);
  platform.execute(ACCEPT);
  desk.hint([actionId(1)]);
  await clock.advance(100);
  expect(journal.read()[0]).toMatchObject({ state: 'done', tradeId: 'T-1' });
  expect(lanesOf(platform.callsOf('trade'))).toEqual(['asked']);
});

it('does not ask at the cost of the action again once the calls of the day are spent', async () => {
  const { desk, platform, clock } = testActions();
  platform.fault('executeTrade', { when: 'before', failure: lost });
  await put(desk);
  const sent = platform.calls.length;
  platform.request = async (id, ask) => {
    platform.calls.push({ name: 'request', id, lane: ask.lane });
    return { ok: false, failure: failure('quota-spent') };
  };
  await clock.advance(10 * MINUTE_MS);
  const requests = looksOf(platform, sent).filter(({ name }) => name === 'request');
  expect(requests.filter(({ lane }) => lane === 'accept')).toHaveLength(1);
  expect(requests.filter(({ lane }) => lane === 'asked').length).toBeGreaterThan(5);
});

it('looks at once when the line is back, and no more often after it', async () => {
  const { desk, platform, clock } = testActions();
  platform.fault('executeTrade', { when: 'before', failure: lost });
  await put(desk);
  await clock.advance(60 * MINUTE_MS);
  const before = platform.callsOf('request').length;
  desk.lookNow();
  await clock.advance(100);
  expect(platform.callsOf('request')).toHaveLength(before + 1);
  await clock.advance(9 * MINUTE_MS);
  expect(platform.callsOf('request')).toHaveLength(before + 1);
});

it.each([1, 10])('looks at all %d that stay unknown for a day with a few hundred calls', async (count) => {
  const { desk, platform, clock, journalStore } = testActions();
  for (let number = 1; number <= count; number++) {
    platform.addRequest(singleRequest(`RQ-X${number}`, { role: 'recipient' }));
    platform.fault('sendQuote', { when: 'before', failure: lost });
    const body = { ...QUOTE, requestId: RequestId.parse(`RQ-X${number}`) };
    await desk.put(actionId(number), { body, shown: 'as it stood there' });
  }
  await clock.advance(60 * MINUTE_MS);
  const before = platform.calls.length;
  await clock.advance(24 * 60 * MINUTE_MS);
  const day = platform.calls.length - before;
  expect(day).toBeGreaterThan(100);
  expect(day).toBeLessThan(400);
  await desk.stop();
  const again = testActions({ journalStore, platform, clock });
  const started = platform.calls.length;
  await again.desk.start();
  await clock.advance(5 * MINUTE_MS);
  expect(platform.calls.length - started).toBe(2 * count);
});

it('reads what an acceptance that is only taken came to at the cost of no action', async () => {
  const { desk, platform, clock } = testActions();
  platform.executeTrade = async () => success({});
  await put(desk);
  await clock.advance(30 * MINUTE_MS);
  const then = platform.calls.length;
  await clock.advance(60 * MINUTE_MS);
  expect(lanesOf(looksOf(platform, then))).toEqual(['asked']);
});
