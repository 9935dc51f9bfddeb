import { expect, it } from 'vitest';
import { ManualClock } from '../../../src/effects/manual-clock';
import { LogFolding } from '../../../src/gateway/storage/stores';

function opened() {
  const clock = new ManualClock(0);
  const listeners = new Set<() => void>();
  let folds = 0;
  const folding = new LogFolding(
    {
      onWritten(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      fold: () => void (folds += 1),
    },
    clock,
  );
  const write = (times: number): void => {
    for (let time = 0; time < times; time++) for (const listener of listeners) listener();
  };
  return { clock, folding, write, folds: () => folds };
}

it('folds the log in once a burst is over, and not before', async () => {
  const { clock, write, folds } = opened();
  write(100);
  for (let pause = 0; pause < 10; pause++) {
    await clock.advance(900);
    write(1);
  }
  expect(folds()).toBe(0);
  await clock.advance(2_000);
  expect(folds()).toBe(1);
  await clock.advance(60_000);
  expect(folds()).toBe(1);
});

it('leaves a few writes in the log, and counts from the beginning after each time', async () => {
  const { clock, write, folds } = opened();
  write(99);
  await clock.advance(60_000);
  expect(folds()).toBe(0);
  write(1);
  await clock.advance(1_000);
  expect(folds()).toBe(1);
  write(99);
  await clock.advance(60_000);
  expect(folds()).toBe(1);
});

it('folds nothing in any more once it is stopped', async () => {
  const { clock, folding, write, folds } = opened();
  write(100);
  folding.stop();
  write(100);
  await clock.advance(60_000);
  expect(folds()).toBe(0);
});
