import { describe, expect, it } from 'vitest';
import type { Action, ActionBody } from '../../../src/domain/action';
import type { FailureKind, Outcome } from '../../../src/domain/failure';
import type { ManualClock } from '../../../src/effects/manual-clock';
import { REPEATS_MAX } from '../../../src/gateway/actions/repeats';
import { actionId, DELETE, executed, QUOTE, SENT, SWITCH_OFF, testActions, WITHDRAW } from '../twins/actions';
import { failure, type FakePlatform } from '../twins/fake-platform';
import { MemoryJournal } from '../twins/memory-stores';

const PROTECT: ActionBody = { ...SWITCH_OFF, on: true };
const PROTECTING = [WITHDRAW, DELETE, PROTECT];
const ANNA = { name: 'Anna Ott', session: '0a1b2c3d' };
const lost = failure('unknown-outcome');
type Desk = ReturnType<typeof testActions>['desk'];
const put = (desk: Desk, body: ActionBody, count = 1) =>
  desk.put(actionId(count), { body, shown: 'as shown' }, { by: ANNA });
const actionOf = (outcome: Outcome<Action>): Action => {
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.value;
};
const refuse = (platform: FakePlatform, { kind }: ActionBody, ...kinds: FailureKind[]): void => {
  for (const one of kinds) platform.fault(SENT[kind], { when: 'before', failure: failure(one) });
};
const isOff = (platform: FakePlatform, body: ActionBody): boolean =>
  body.kind === 'switch-risk'
    ? platform.beside('risks').every((risk) => risk['risk-management'] === true)
    : executed(platform, body.kind) === 1;
/** In steps, so that what is refused at one moment waits from that moment on. */
const pass = async (clock: ManualClock, forMs: number): Promise<void> => {
  for (let passedMs = 0; passedMs < forMs; passedMs += 125) await clock.advance(125);
};
const prepared = () => {
  const rig = testActions();
  rig.platform.addBeside('risks', '', [{ commodity: 'power', 'risk-management': false }]);
  return rig;
};

describe.each(PROTECTING)('a $kind that was refused without being executed', (body) => {
  it.each<FailureKind>(['throttled', 'signed-out', 'unavailable', 'quota-spent', 'denied'])(
    'as %s goes again by itself under its own id, and each try is in the journal',
    async (kind) => {
      const { desk, platform, clock, journalStore } = prepared();
      refuse(platform, body, kind, kind);
      const pressed = put(desk, body);
      await pass(clock, 5_000);
      expect(actionOf(await pressed).state).toBe('done');
      expect(isOff(platform, body)).toBe(true);
      expect(platform.callsOf(SENT[body.kind])).toHaveLength(3);
      const tried = ['sending', 'staged', 'sending', 'staged', 'sending', 'done'];
      expect(journalStore.lines.map(({ state }) => state)).toEqual(['staged', ...tried]);
      expect(journalStore.lines[2]?.failure?.kind).toBe(kind);
      expect(new Set(journalStore.lines.map(({ id }) => id)).size).toBe(1);
    },
  );

  it('is given up after a minute, and says how often it was tried and what to do', async () => {
    const { desk, platform, clock } = prepared();
    refuse(platform, body, ...Array.from({ length: 50 }, () => 'throttled' as const));
    const pressed = put(desk, body);
    await pass(clock, 61_000);
    const action = actionOf(await pressed);
    const tries = platform.callsOf(SENT[body.kind]).length;
    expect(action.state).toBe('rejected');
    expect(tries).toBeGreaterThan(8);
    expect(action.failure?.message).toContain(`It was tried ${tries} times.`);
    expect(action.failure?.next).toContain('It may still be live');
    await clock.advance(600_000);
    expect(platform.callsOf(SENT[body.kind])).toHaveLength(tries);
  });

  it('as a wrong state is not tried again: nothing is left, or the platform has to be asked', async () => {
    const { desk, platform, clock } = prepared();
    refuse(platform, body, 'wrong-state');
    expect(actionOf(await put(desk, body)).state).toBe('rejected');
    await clock.advance(600_000);
    expect(platform.callsOf(SENT[body.kind])).toHaveLength(1);
  });

  it('holds up no end of the gateway', async () => {
    const { desk, platform, clock } = prepared();
    refuse(platform, body, 'throttled', 'throttled', 'throttled', 'throttled');
    const pressed = put(desk, body);
    await pass(clock, 900);
    await desk.stop();
    expect(actionOf(await pressed).state).toBe('rejected');
    const calls = platform.callsOf(SENT[body.kind]).length;
    await clock.advance(60_000);
    expect(platform.callsOf(SENT[body.kind])).toHaveLength(calls);
  });
});

it('sends nothing again that takes risk on, however it was refused', async () => {
  const { desk, platform, clock } = testActions();
  refuse(platform, QUOTE, 'throttled');
  expect(actionOf(await put(desk, QUOTE)).state).toBe('rejected');
  await clock.advance(600_000);
  expect(platform.callsOf('sendQuote')).toHaveLength(1);
});

describe.each(PROTECTING)('a $kind whose answer was lost before it was executed', (body) => {
  it('goes again by itself as a new action, and both are known in the end', async () => {
    const { desk, platform, clock, journal } = prepared();
    platform.fault(SENT[body.kind], { when: 'before', failure: lost });
    expect(actionOf(await put(desk, body)).state).toBe('unknown');
    await clock.advance(5_000);
    expect(isOff(platform, body)).toBe(true);
    expect(platform.callsOf(SENT[body.kind])).toHaveLength(2);
    expect(journal.read().map(({ state }) => state)).toEqual(['done', 'done']);
    expect(journal.read().map(({ shown }) => shown)).toContainEqual(
      'Sent again, as it may not have arrived: as shown',
    );
    expect(journal.read().map(({ by }) => by)).toEqual([ANNA, ANNA]);
  });

  it('says once that it goes again, however often it does', async () => {
    const { desk, platform, clock, journal } = prepared();
    platform.fault(SENT[body.kind], { when: 'before', failure: lost });
    platform.fault(SENT[body.kind], { when: 'before', failure: lost });
    await put(desk, body);
    await clock.advance(60_000);
    expect(isOff(platform, body)).toBe(true);
    const again = 'Sent again, as it may not have arrived: as shown';
    expect(new Set(journal.read().map(({ shown }) => shown))).toEqual(new Set(['as shown', again]));
    expect(journal.read()).toHaveLength(3);
  });

  it('does not hold its like back', async () => {
    const { desk, platform } = prepared();
    platform.fault(SENT[body.kind], { when: 'before', failure: lost });
    expect(actionOf(await put(desk, body, 1)).state).toBe('unknown');
    expect(actionOf(await put(desk, body, 2)).state).toBe('done');
    expect(isOff(platform, body)).toBe(true);
    expect(actionOf(await put(desk, body, 1)).state).toBe('done');
  });

  it('goes again after a gateway that was killed, without a press', async () => {
    const first = prepared();
    first.platform.fault(SENT[body.kind], { when: 'never', failure: lost });
    void put(first.desk, body);
    await first.clock.advance(1_000);
    const journalStore = new MemoryJournal();
    journalStore.all.push(...first.journalStore.lines);
    const second = testActions({ journalStore, platform: first.platform });
    await second.desk.start();
    await second.clock.advance(10_000);
    expect(isOff(first.platform, body)).toBe(true);
    expect(second.journal.read().map(({ state }) => state)).toEqual(['done', 'done']);
    expect(second.journal.read().map(({ by }) => by)).toEqual([ANNA, ANNA]);
  });

  it('goes after a gateway that was killed before it was sent', async () => {
    const first = prepared();
    await put(first.desk, body);
    const journalStore = new MemoryJournal();
    journalStore.all.push(...first.journalStore.lines.slice(0, 1));
    const { platform } = prepared();
    const second = testActions({ journalStore, platform });
    await second.desk.start();
    expect(second.journal.read()[0]?.state).toBe('cancelled');
    second.desk.resume();
    second.desk.resume();
    await second.clock.advance(1_000);
    expect(isOff(platform, body)).toBe(true);
    expect(platform.callsOf(SENT[body.kind])).toHaveLength(1);
  });

  it('is sent so many times and no more by itself', async () => {
    const { desk, platform, clock } = prepared();
    for (let count = 0; count < 100; count++) {
      platform.fault(SENT[body.kind], { when: 'before', failure: lost });
    }
    await put(desk, body);
    await clock.advance(60_000);
    expect(platform.callsOf(SENT[body.kind]).length).toBeGreaterThan(3);
    await clock.advance(3 * 3_600_000);
    expect(platform.callsOf(SENT[body.kind])).toHaveLength(1 + REPEATS_MAX);
  });

  it('is left alone once the platform says that nothing is left of it', async () => {
    const { desk, platform, clock } = prepared();
    platform.fault(SENT[body.kind], { when: 'before', failure: lost });
    refuse(platform, body, 'not-found');
    await put(desk, body);
    await clock.advance(3 * 3_600_000);
    expect(platform.callsOf(SENT[body.kind])).toHaveLength(2);
  });
});

it('switches protection on again that was switched off by a press before it, which came late', async () => {
  const { desk, platform, clock } = testActions();
  platform.addBeside('risks', '', [{ commodity: 'power', 'risk-management': true }]);
  platform.fault('toggleRisk', { when: 'before', failure: lost });
  await put(desk, SWITCH_OFF);
  await clock.advance(100);
  await put(desk, PROTECT, 2);
  await pass(clock, 30_000);
  expect(platform.callsOf('toggleRisk')).toHaveLength(2);
  // Only now the platform carries out what was sent first.
  await platform.toggleRisk({ commodity: 'power', on: false });
  expect(isOff(platform, PROTECT)).toBe(false);
  await pass(clock, 120_000);
  expect(isOff(platform, PROTECT)).toBe(true);
  expect(platform.callsOf('toggleRisk')).toHaveLength(4);
});
