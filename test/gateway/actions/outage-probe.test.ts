import { expect, it, vi } from 'vitest';
import type { Action, ActionBody } from '../../../src/domain/action';
import { failed, type FailureKind } from '../../../src/domain/failure';
import { QuoteId, RequestId } from '../../../src/domain/identifiers';
import { ManualClock } from '../../../src/effects/manual-clock';
import { OutageProbe } from '../../../src/gateway/actions/outage-probe';
import { MORNING } from '../twins/cache';
import {
  ACCEPT,
  actionId,
  CREATE,
  executed,
  SENT,
  SWITCH_OFF,
  testActions,
  WITHDRAW,
} from '../twins/actions';
import { failure, singleQuote, singleRequest } from '../twins/fake-platform';

const lost = failure('unknown-outcome');
const THREE_MINUTES_MS = 180_000;
const RQ_3: ActionBody = {
  kind: 'withdraw-quote',
  requestId: RequestId.parse('RQ-3'),
  quoteId: QuoteId.parse('Q-3'),
};

/** Of so many quotes, each on a request of its own. */
const withdrawals = (count: number): ActionBody[] =>
  Array.from({ length: count }, (_, at) => ({
    kind: 'withdraw-quote',
    requestId: RequestId.parse(`RQ-${at + 10}`),
    quoteId: QuoteId.parse(`Q-${at + 10}`),
  }));

/** A desk whose platform stops answering with these on their way, until `back`. */
async function away(...bodies: readonly ActionBody[]) {
  const world = { isAnswering: true };
  const rig = testActions({ isAnswering: () => world.isAnswering });
  const { platform, desk } = rig;
  for (const { requestId, quoteId } of bodies.flatMap((body) => (body.kind === 'withdraw-quote' ? body : [])))
    if (requestId !== 'RQ-2')
      platform.addRequest(singleRequest(requestId, { role: 'recipient' }), [singleQuote(requestId, quoteId)]);
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

it.each([2, 5])('%d withdrawals go within seconds after twenty minutes without an answer', async (count) => {
  const { platform, clock, back, journalStore, journal } = await away(...withdrawals(count));
  await clock.advance(20 * 60_000);
  const before = platform.calls.length;
  const found = vi.spyOn(journalStore, 'find');
  back();
  await clock.advance(1_000);
  await clock.advance(1_000);
  const states = [...platform.quotesByRequest].flatMap(([id, [quote]]) =>
    Number(id.slice(3)) >= 10 ? quote?.['state'] : [],
  );
  expect(states).toEqual(Array.from({ length: count }, () => 'withdrawn'));
  // For each a number that is free, and whether it is known; and nothing is read of the tries before the newest.
  expect(found.mock.calls.length).toBeLessThanOrEqual(2 * count);
  const reads = platform.calls.slice(before).filter(({ name }) => name !== 'withdrawQuote');
  expect(reads.length).toBeLessThanOrEqual(5 * count);
  expect(journal.read().every(({ state }) => state === 'done')).toBe(true);
});

it('what is refused for a while when the platform answers again goes as soon as it is not', async () => {
  const { platform, clock, back } = await away(...withdrawals(2));
  await clock.advance(20 * 60_000);
  const refused = vi.spyOn(platform, 'withdrawQuote').mockResolvedValue({
    ok: false,
    failure: failure('throttled'),
  } as never);
  back();
  await clock.advance(3 * 60_000);
  refused.mockRestore();
  await clock.advance(30_000);
  const states = ['RQ-10', 'RQ-11'].map((id) => platform.quotesByRequest.get(id)?.[0]?.['state']);
  expect(states).toEqual(['withdrawn', 'withdrawn']);
});

/** A probe in an outage, and what it has read: the request and the lane. */
function probing(open: readonly Pick<Action, 'state' | 'body'>[]) {
  const clock = new ManualClock(MORNING);
  const reads: string[] = [];
  const world = { said: 'unknown-outcome' as FailureKind, held: undefined as Promise<void> | undefined };
  const probe = new OutageProbe({
    open: () => open as readonly Action[],
    isAnswering: () => false,
    read: async (id, lane) => {
      reads.push(`${id ?? 'any'} ${lane}`);
      await world.held;
      return failed(failure(lane === 'asked' ? world.said : 'unknown-outcome'));
    },
    clock,
  });
  probe.want();
  return { probe, clock, reads, world };
}

it('it is found out too where only a new request, a switch of risk, or an acceptance that was taken in is open', async () => {
  const { platform, clock } = await away(CREATE, SWITCH_OFF);
  await clock.advance(60_000);
  expect(platform.callsOf('risks').length).toBeGreaterThan(5);
  const { clock: other, reads } = probing([{ state: 'acknowledged', body: ACCEPT }]);
  await other.advance(60_000);
  expect(reads.length).toBeGreaterThan(5);
  expect(new Set(reads)).toEqual(new Set(['RQ-1 accept']));
});

it('nothing is asked any more once it was stopped, also while a read was on its way', async () => {
  const { probe, clock, reads, world } = probing([{ state: 'unknown', body: ACCEPT }]);
  let answer = (): void => undefined;
  world.held = new Promise((resolve) => (answer = resolve));
  await clock.advance(5_000);
  probe.stop();
  answer();
  await clock.advance(60_000);
  expect(reads).toHaveLength(1);
  expect(clock.pending).toBe(0);
});

it('the calls that are kept for actions are used for two minutes, and then only for what takes risk off on a day that is spent', async () => {
  for (const [body, said, last] of [
    [ACCEPT, 'unknown-outcome', ['RQ-1 asked', 'RQ-1 asked']],
    [ACCEPT, 'quota-spent', ['RQ-1 asked', 'RQ-1 asked']],
    [WITHDRAW, 'unknown-outcome', ['RQ-2 asked', 'RQ-2 asked']],
    [WITHDRAW, 'quota-spent', ['RQ-2 asked', 'RQ-2 accept']],
  ] as const) {
    const { clock, reads, world } = probing([{ state: 'unknown', body }]);
    world.said = said;
    await clock.advance(115_000);
    expect(reads.every((read) => read.endsWith('accept'))).toBe(true);
    await clock.advance(60_000);
    expect(reads.slice(-2)).toEqual(last);
  }
});
