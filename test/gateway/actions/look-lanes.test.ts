import { expect, it } from 'vitest';
import type { ActionDesk } from '../../../src/gateway/actions/action-desk';
import { success } from '../../../src/domain/failure';
import { ACCEPT, actionId, testActions } from '../twins/actions';
import { failure, type Call, type FakePlatform } from '../twins/fake-platform';

const lost = failure('unknown-outcome');
const MINUTE_MS = 60_000;

const put = (desk: ActionDesk) => desk.put(actionId(1), { body: ACCEPT, shown: 'as it stood there' });
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
  await clock.advance(MINUTE_MS);
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

it('looks up as part of the action again when a person comes back to it', async () => {
  const { desk, platform, clock } = testActions();
  platform.fault('executeTrade', { when: 'before', failure: lost });
  await put(desk);
  await clock.advance(30 * MINUTE_MS);
  const before = platform.calls.length;
  desk.lookNow();
  await clock.advance(100);
  expect(lanesOf(looksOf(platform, before))).toEqual(['accept']);
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
