import { describe, expect, it } from 'vitest';
import {
  ARM_IDLE_MS,
  armAfter,
  armInWords,
  ArmSwitch,
  DISARMED,
  isArmed,
  type Arm,
} from '../../../src/taskpane/app/arm';
import { ManualClock } from '../../../src/effects/manual-clock';
import { NOON, STATUS } from '../examples';
import { MemoryDesk } from '../pane-context';

const ready: Arm = { ...DISARMED, connection: 'open', status: STATUS };
const armed = armAfter(ready, { type: 'switched', on: true, at: NOON });

describe('the arm switch', () => {
  it('is off at the start and says that buttons only withdraw', () => {
    expect(DISARMED.armed).toBe(false);
    expect(armInWords(DISARMED)).toBe('Trading off: you can only withdraw.');
  });

  it('is turned on by a person, but not without connection, status or sign-in', () => {
    expect(armed.armed).toBe(true);
    const turned = (arm: Arm): Arm => armAfter(arm, { type: 'switched', on: true, at: NOON });
    expect(turned(DISARMED)).toMatchObject({ armed: false, why: 'connection' });
    expect(turned({ ...ready, connection: 'lost' })).toMatchObject({ armed: false, why: 'connection' });
    expect(turned({ ...ready, status: { ...STATUS, signedIn: false } })).toMatchObject({
      armed: false,
      why: 'signed-out',
    });
  });

  it('stays off on a page that did not come over https, and says so', () => {
    const turned = armAfter(ready, { type: 'switched', on: true, at: NOON, isSecure: false });
    expect(turned).toMatchObject({ armed: false, why: 'insecure' });
    expect(armInWords(turned)).toBe('Trading off: this page needs https.');
    expect(armAfter(ready, { type: 'switched', on: true, at: NOON, isSecure: true }).armed).toBe(true);
  });

  it('goes off when the connection is lost and stays off when it returns', () => {
    const lost = armAfter(armed, { type: 'connection', connection: 'lost' });
    expect(lost).toMatchObject({ armed: false, why: 'connection' });
    expect(armAfter(lost, { type: 'connection', connection: 'open' }).armed).toBe(false);
  });

  it('says what keeps it off now: a desk that was halted is not, once a session that ended has no line to it', () => {
    const halt = { number: 1, at: NOON, by: { name: 'Ada', session: 's' } };
    const halted = armAfter(armed, { type: 'status', status: { ...STATUS, halt } });
    expect(armInWords(halted)).toBe('Trading off: the desk is halted.');
    const resumed = armAfter(halted, { type: 'status', status: STATUS });
    expect(armInWords(resumed)).toBe('Trading off: you can only withdraw.');
    const ended = armAfter(resumed, { type: 'connection', connection: 'lost' });
    expect(armInWords(ended)).toBe('Trading off: no connection to the desk.');
    const lost = armAfter(armed, { type: 'connection', connection: 'lost' });
    expect(armInWords({ ...lost, status: { ...STATUS, halt } })).toBe(
      'Trading off: no connection to the desk.',
    );
  });

  it('goes off when the environment or the service changes, and on sign-out', () => {
    const production = armAfter(armed, { type: 'status', status: { ...STATUS, environment: 'production' } });
    expect(production).toMatchObject({ armed: false, why: 'environment' });
    const moved = armAfter(armed, { type: 'status', status: { ...STATUS, service: 'https://other' } });
    expect(moved).toMatchObject({ armed: false, why: 'environment' });
    const out = armAfter(armed, { type: 'status', status: { ...STATUS, signedIn: false } });
    expect(out).toMatchObject({ armed: false, why: 'signed-out' });
    expect(armAfter(armed, { type: 'status', status: { ...STATUS } }).armed).toBe(true);
  });

  it('does not send after five idle minutes even when no timer ran', () => {
    expect(isArmed(armed, NOON + ARM_IDLE_MS - 1)).toBe(true);
    expect(isArmed(armed, NOON + ARM_IDLE_MS)).toBe(false);
    const late = armAfter(armed, { type: 'used', at: NOON + ARM_IDLE_MS });
    expect(isArmed(late, NOON + ARM_IDLE_MS)).toBe(false);
  });

  it('goes off by itself five minutes after the last use', async () => {
    const clock = new ManualClock(NOON);
    const desk = new MemoryDesk(clock);
    desk.say({ kind: 'status' }, STATUS);
    const arm = new ArmSwitch(clock);
    arm.follow(desk);
    arm.turn(true);
    await clock.advance(ARM_IDLE_MS - 1000);
    arm.used();
    await clock.advance(ARM_IDLE_MS - 1000);
    expect(arm.armed).toBe(true);
    await clock.advance(1000);
    expect(arm.arm.get()).toMatchObject({ armed: false, why: 'idle' });
    expect(clock.pending).toBe(0);
  });

  it('follows the connection', () => {
    const desk = new MemoryDesk();
    desk.say({ kind: 'status' }, STATUS);
    const arm = new ArmSwitch(desk.clock);
    arm.follow(desk);
    arm.turn(true);
    expect(arm.armed).toBe(true);
    desk.connect('lost');
    expect(arm.armed).toBe(false);
  });
});
