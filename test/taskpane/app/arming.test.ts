import { expect, it } from 'vitest';
import { ManualClock } from '../../../src/effects/manual-clock';
import { ARM_IDLE_MS, armInWords, ArmSwitch } from '../../../src/taskpane/app/arm';
import { followArming } from '../../../src/taskpane/app/context';
import { Observable } from '../../../src/taskpane/app/observable';
import { NOON, STATUS } from '../examples';
import { MemoryDesk } from '../pane-context';

function followed() {
  const clock = new ManualClock(NOON);
  const client = new MemoryDesk(clock);
  const arm = new ArmSwitch(clock);
  const notice = new Observable('');
  arm.follow(client);
  client.connect('open');
  client.say({ kind: 'status' }, STATUS);
  followArming({ client, arm, notice });
  return { clock, client, arm, notice };
}

it('tells the journal of each turn of the switch, and what turned it off by itself', async () => {
  const { clock, client, arm } = followed();
  arm.turn(true);
  arm.used();
  expect(arm.armed).toBe(true);
  arm.turn(false);
  arm.turn(true);
  await clock.advance(ARM_IDLE_MS);
  expect(client.armings).toEqual([{ on: true }, { on: false }, { on: true }, { on: false, why: 'idle' }]);
});

it('is on although the journal could not be told, and says so', async () => {
  const { clock, client, arm, notice } = followed();
  client.refusal = { kind: 'unavailable', message: 'The journal cannot be written.', next: 'Free the disk.' };
  arm.turn(true);
  expect(arm.armed).toBe(true);
  await clock.advance(0);
  expect(arm.armed).toBe(true);
  expect(notice.get()).toBe(
    'Trading is on, but the journal may have no line of it. The journal cannot be written. Free the disk.',
  );
});

it('goes off when the desk is halted, cannot be turned on while it is, and can afterwards', async () => {
  const { clock, client, arm } = followed();
  arm.turn(true);
  client.say({ kind: 'status' }, { ...STATUS, halt: { number: 1, at: NOON } });
  expect(arm.armed).toBe(false);
  arm.turn(true);
  expect(arm.armed).toBe(false);
  expect(armInWords(arm.arm.get())).toBe('Trading off: the desk is halted.');
  client.say({ kind: 'status' }, STATUS);
  arm.turn(true);
  expect(arm.armed).toBe(true);
  await clock.advance(0);
  expect(client.armings).toEqual([{ on: true }, { on: false, why: 'halted' }, { on: true }]);
});
