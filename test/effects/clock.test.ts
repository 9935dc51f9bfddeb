import { readFile } from 'node:fs';
import { expect, it } from 'vitest';
import { pause, systemClock } from '../../src/effects/clock';

it('runs what waits for nothing when its turn is over: after its promises, ahead of the shortest timer', async () => {
  const order: string[] = [];
  await new Promise<void>((resolve) => {
    readFile(import.meta.filename, () => {
      systemClock.after(1, () => {
        order.push('a millisecond');
        resolve();
      });
      systemClock.after(0, () => order.push('the turn is over'));
      void Promise.resolve().then(() => order.push('a promise'));
    });
  });
  expect(order).toEqual(['a promise', 'the turn is over', 'a millisecond']);
});

it('does not run what was cancelled, with a wait or without one', async () => {
  const ran: string[] = [];
  for (const waitMs of [0, 1]) {
    systemClock.after(waitMs, () => ran.push(`cancelled, ${waitMs} ms`))();
    systemClock.after(waitMs, () => ran.push(`${waitMs} ms`));
  }
  // Behind the others of a millisecond, so that they have had their turn.
  await pause(systemClock, 1);
  expect(ran).toEqual(['0 ms', '1 ms']);
});
