import { expect, it } from 'vitest';
import type { ActionBody } from '../../../src/domain/action';
import { QuoteId, RequestId } from '../../../src/domain/identifiers';
import { ACCEPT, actionId, executed, SENT, testActions, WITHDRAW } from '../twins/actions';
import { failure, singleQuote, singleRequest } from '../twins/fake-platform';

const lost = failure('unknown-outcome');
const THREE_MINUTES_MS = 180_000;
const RQ_3: ActionBody = {
  kind: 'withdraw-quote',
  requestId: RequestId.parse('RQ-3'),
  quoteId: QuoteId.parse('Q-3'),
};

/** A desk whose platform stops answering with these on their way, until `back`. */
async function away(...bodies: readonly ActionBody[]) {
  const world = { isAnswering: true };
  const rig = testActions({ isAnswering: () => world.isAnswering });
  const { platform, desk } = rig;
  platform.addRequest(singleRequest('RQ-3', { role: 'recipient' }), [singleQuote('RQ-3', 'Q-3')]);
  for (const [count, body] of bodies.entries()) {
    platform.fault(SENT[body.kind], { when: 'before', failure: lost });
    await desk.put(actionId(count), { body, shown: 'as shown' });
  }
  platform.down = lost;
  world.isAnswering = false;
  const back = (): void => {
    platform.down = undefined;
    world.isAnswering = true;
    desk.answersAgain();
  };
  return { ...rig, back };
}

it('an outage of three minutes costs few calls, and what takes risk off goes on in it', async () => {
  const { platform, clock } = await away(WITHDRAW, RQ_3, ACCEPT);
  const before = platform.calls.length;
  await clock.advance(10_000);
  expect(platform.callsOf('withdrawQuote').length).toBeGreaterThanOrEqual(2 * 3);
  await clock.advance(THREE_MINUTES_MS - 10_000);
  const calls = platform.calls.slice(before);
  expect(calls.filter(({ name }) => name === 'withdrawQuote').length).toBeLessThanOrEqual(2 * 7);
  const probes = calls.filter(({ name }) => name !== 'withdrawQuote');
  expect(new Set(probes.map(({ name }) => name))).toEqual(new Set(['request']));
  expect(probes.length).toBeGreaterThan(20);
  expect(probes.length).toBeLessThanOrEqual(THREE_MINUTES_MS / 5_000);
});

it.each([2, 3])(
  'what takes risk off goes at once when the platform answers again after %d minutes',
  async (minutes) => {
    const { platform, clock, back } = await away(WITHDRAW, RQ_3);
    await clock.advance(minutes * 60_000);
    back();
    await clock.advance(1_000);
    expect(executed(platform, 'withdraw-quote')).toBe(1);
    expect(platform.quotesByRequest.get('RQ-3')?.[0]?.['state']).toBe('withdrawn');
  },
);

it('what went in vain as often as it goes by itself goes once more then', async () => {
  const { platform, clock, back } = await away(WITHDRAW);
  await clock.advance(20 * 60_000);
  back();
  await clock.advance(1_000);
  await clock.advance(1_000);
  expect(executed(platform, 'withdraw-quote')).toBe(1);
});

it('what takes risk on is not sent again by it, and nothing is asked once nothing is open', async () => {
  const { platform, clock, back } = await away(ACCEPT);
  await clock.advance(THREE_MINUTES_MS);
  back();
  await clock.advance(60 * 60_000);
  expect(platform.callsOf('executeTrade')).toHaveLength(1);
  const quiet = await away();
  await quiet.clock.advance(THREE_MINUTES_MS);
  expect(quiet.platform.calls).toEqual([]);
});
