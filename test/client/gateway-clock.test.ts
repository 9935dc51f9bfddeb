import { expect, it } from 'vitest';
import { GatewayClock } from '../../src/client/socket';
import { ManualClock } from '../../src/effects/manual-clock';

const set = (): { page: ManualClock; clock: GatewayClock } => {
  const page = new ManualClock(5_000_000);
  const clock = new GatewayClock(page);
  clock.set(9_000_000);
  return { page, clock };
};

it('is the page’s own time until the gateway has said its own', () => {
  expect(new GatewayClock(new ManualClock(5_000_000)).now()).toBe(5_000_000);
});

it('goes on from what the gateway said', async () => {
  const { page, clock } = set();
  await page.advance(1_234);
  expect(clock.now()).toBe(9_001_234);
  expect(clock.drifted()).toBe(false);
});

it('makes nothing younger when the computer’s clock is set back', async () => {
  const { page, clock } = set();
  page.jump(-3_600_000);
  await page.advance(1_000);
  expect(clock.now()).toBe(9_001_000);
  expect(clock.drifted()).toBe(true);
});

it('counts a sleep in which only the wall clock went on', () => {
  const { page, clock } = set();
  page.jump(600_000);
  expect(clock.now()).toBe(9_600_000);
  expect(clock.drifted()).toBe(true);
});

it('is right again when the gateway says the time anew', () => {
  const { page, clock } = set();
  page.jump(600_000);
  clock.set(9_000_500);
  expect([clock.now(), clock.drifted()]).toEqual([9_000_500, false]);
});
