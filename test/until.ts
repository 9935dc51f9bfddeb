import { setImmediate } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** Turns of the event loop until it holds. It has no patience of its own, which a busy machine would outlast. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  let isOver = false;
  onTestFinished(() => void (isOver = true));
  while (!isOver && !(await holds())) await setImmediate();
}
