import { expect, it } from 'vitest';
import { RequestId } from '../../../src/domain/identifiers';
import { ManualClock } from '../../../src/effects/manual-clock';
import { ArmSwitch } from '../../../src/taskpane/app/arm';
import { Attention } from '../../../src/taskpane/app/context';
import { NOON, STATUS } from '../examples';
import { MemoryDesk } from '../pane-context';

const QUOTES = { kind: 'quotes', id: RequestId.parse('RQ-1') } as const;

function person() {
  const clock = new ManualClock(NOON);
  const client = new MemoryDesk(clock);
  client.say({ kind: 'status' }, STATUS);
  const arm = new ArmSwitch(clock);
  arm.follow(client);
  return { clock, client, arm, attention: new Attention(client, arm) };
}

it('reads at once what a person opens, and again when he goes to a price or switches trading on', () => {
  const { client, arm, attention } = person();
  attention.readNow();
  arm.turn(true);
  arm.turn(false);
  expect(client.refreshed).toEqual([]);
  attention.turnTo([QUOTES]);
  expect([client.refreshed, client.attended]).toEqual([[QUOTES], [[QUOTES]]]);
  attention.readNow();
  expect(client.refreshed).toHaveLength(2);
  arm.turn(true);
  expect(client.refreshed).toHaveLength(3);
  arm.turn(false);
  expect(client.refreshed).toHaveLength(3);
});

it('tells of keys and presses every five seconds at most, and once he has left of no price', async () => {
  const { clock, client, attention } = person();
  const leave = attention.turnTo([QUOTES]);
  for (let second = 0; second < 20; second++) {
    await clock.advance(1_000);
    attention.used();
  }
  expect(client.attended).toHaveLength(5);
  expect(client.refreshed).toHaveLength(1);
  leave();
  expect(client.attended.at(-1)).toEqual([]);
  await clock.advance(10_000);
  attention.used();
  attention.used();
  expect(client.attended).toHaveLength(7);
  expect(client.attended.at(-1)).toEqual([]);
});
