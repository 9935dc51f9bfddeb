import { expect, it } from 'vitest';
import type { ActionBody } from '../../../src/domain/action';
import { ACCEPT, actionId, QUOTE, testActions, WITHDRAW } from '../twins/actions';

const HOUR_MS = 3_600_000;
const BODIES: [ActionBody['kind'], ActionBody, 'sendQuote' | 'executeTrade'][] = [
  ['send-quote', QUOTE, 'sendQuote'],
  ['accept-quote', ACCEPT, 'executeTrade'],
];

/** Presses, lets `waiting` happen while the request is being read, and says what came of it. */
async function pressed(
  body: ActionBody,
  waiting: (clock: ReturnType<typeof testActions>['clock']) => Promise<void>,
) {
  const { desk, platform, clock, journalStore } = testActions();
  const release = platform.hold('request');
  const result = desk.put(actionId(1), { body, shown: 'as shown' });
  await clock.advance(0);
  await waiting(clock);
  release();
  const outcome = await result;
  return { action: outcome.ok ? outcome.value : undefined, platform, journalStore };
}

it.each(BODIES)('%s: what had to wait long after the press is not sent any more', async (_, body, write) => {
  const { action, platform, journalStore } = await pressed(body, (clock) => clock.advance(60_000));
  expect(action).toMatchObject({ state: 'rejected', failure: { kind: 'unavailable' } });
  expect(platform.callsOf(write)).toHaveLength(0);
  expect(journalStore.lines.map(({ state }) => state)).toEqual(['staged', 'rejected']);
});

it.each(BODIES)(
  '%s: what was pressed before the machine slept is not sent after it',
  async (_, body, write) => {
    const { action, platform } = await pressed(body, async (clock) => clock.jump(HOUR_MS));
    expect(action?.failure?.message).toContain('Nothing was sent');
    expect(platform.callsOf(write)).toHaveLength(0);
  },
);

it.each(BODIES)('%s: a clock that is set back hides no waiting', async (_, body, write) => {
  const { action, platform } = await pressed(body, async (clock) => {
    clock.jump(-HOUR_MS);
    await clock.advance(60_000);
  });
  expect(action?.state).toBe('rejected');
  expect(platform.callsOf(write)).toHaveLength(0);
});

it.each(BODIES)('%s: a short wait is none', async (_, body) => {
  const { action } = await pressed(body, (clock) => clock.advance(2_000));
  expect(action?.state).toBe('done');
});

it.each(BODIES)(
  '%s: what a broken line kept back for a minute is not sent when it comes',
  async (_, body, write) => {
    const { desk, platform, clock, journalStore } = testActions();
    const pressedAt = clock.now();
    await clock.advance(60_000);
    const outcome = await desk.put(actionId(1), { body, shown: 'as shown', pressedAt });
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'unavailable' } });
    expect(outcome.ok ? '' : outcome.failure.message).toContain('Nothing was sent');
    expect(platform.callsOf(write)).toHaveLength(0);
    expect(journalStore.lines).toHaveLength(0);
  },
);

it('a withdrawal is sent however long it was on its way', async () => {
  const { desk, platform, clock } = testActions();
  const pressedAt = clock.now();
  await clock.advance(60_000);
  await desk.put(actionId(1), { body: WITHDRAW, shown: 'as shown', pressedAt });
  expect(platform.callsOf('withdrawQuote')).toHaveLength(1);
});

it('a press that is seconds old, or of a page whose clock is ahead, is sent', async () => {
  const { desk, clock } = testActions();
  await clock.advance(60_000);
  for (const [number, body, ageMs] of [
    [1, QUOTE, 5_000],
    [2, ACCEPT, -HOUR_MS],
  ] as const) {
    const outcome = await desk.put(actionId(number), {
      body,
      shown: 'as shown',
      pressedAt: clock.now() - ageMs,
    });
    expect(outcome).toMatchObject({ ok: true, value: { state: 'done' } });
  }
});
