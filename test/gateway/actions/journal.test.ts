import { describe, expect, it } from 'vitest';
import type { Action } from '../../../src/domain/action';
import { silentLog } from '../../../src/effects/log';
import { ManualClock } from '../../../src/effects/manual-clock';
import { Journal } from '../../../src/gateway/actions/journal';
import { MORNING } from '../twins/cache';
import { MemoryJournal } from '../twins/memory-stores';
import { action } from './sample-lines';

/** A journal of three actions, and how often its store was asked for the newest. */
async function journalOfThree() {
  const store = new MemoryJournal();
  await store.append(action(1), action(2), action(3));
  const asked: number[] = [];
  const newest = store.newest.bind(store);
  store.newest = (countMax) => {
    asked.push(countMax);
    return newest(countMax);
  };
  return { journal: new Journal(store, new ManualClock(MORNING), silentLog), asked };
}
const ids = (actions: readonly Action[]) => actions.map(({ id }) => id);

describe('the newest actions', () => {
  it('are read once for all who ask at the start', async () => {
    const { journal, asked } = await journalOfThree();
    expect(await journal.newest(5)).toHaveLength(3);
    expect(ids(await journal.newest(2))).toEqual(ids([action(3), action(2)]));
    expect(await journal.newest(9)).toHaveLength(3);
    expect(asked).toEqual([5, 9]);
  });

  it('are read anew after a line was written', async () => {
    const { journal } = await journalOfThree();
    await journal.newest(5);
    await journal.write(action(4));
    expect(ids(await journal.newest(1))).toEqual([action(4).id]);
  });

  it('are read anew where a line was written while they were read', async () => {
    const { journal, asked } = await journalOfThree();
    await Promise.all([journal.newest(5), journal.write(action(4))]);
    expect(ids(await journal.newest(1))).toEqual([action(4).id]);
    expect(asked).toEqual([5, 1]);
  });

  it('are read anew once the start is over', async () => {
    const { journal, asked } = await journalOfThree();
    await journal.newest(5);
    journal.begun();
    await journal.newest(5);
    expect(asked).toEqual([5, 5]);
  });
});

it('keeps the newest in sight when lines are added to actions of long ago', async () => {
  const journal = new Journal(new MemoryJournal(), new ManualClock(MORNING), silentLog);
  const old = Array.from(
    { length: 50 },
    (_, n) => ({ ...action(n + 1), state: 'done', createdAt: n + 1 }) as const,
  );
  const today = Array.from(
    { length: 200 },
    (_, n) => ({ ...action(n + 100), state: 'done', createdAt: MORNING + n }) as const,
  );
  for (const one of today) await journal.write(one);
  for (const one of old) await journal.write(one);
  expect(new Set(journal.read().map(({ id }) => id))).toEqual(new Set(ids(today)));
});
