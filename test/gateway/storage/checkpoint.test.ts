import { describe, expect, it } from 'vitest';
import { sqliteCheckpoint, type Checkpoint } from '../../../src/gateway/storage/checkpoint';
import { openDatabase, type Database } from '../../../src/gateway/storage/database';
import { MemoryCheckpoint } from '../twins/memory-stores';

function memoryDatabase(): Database {
  const opened = openDatabase(':memory:');
  if (!opened.ok) throw new Error(opened.failure.message);
  return opened.value;
}

const mark = (at: number): Checkpoint => ({
  at,
  openIds: ['RQ-1'],
  missing: [{ id: 'RQ-2', at }],
  concluded: [{ id: 'RQ-0', at: at - 1 }],
  trades: [{ id: 'T-1', at: at - 2 }],
  calls: 3,
  dayEndsAt: at + 10,
});

describe.each([
  ['memory', () => new MemoryCheckpoint()],
  ['SQLite', () => sqliteCheckpoint(memoryDatabase())],
])('the last known moment in %s', (_, open) => {
  it('is none in a new folder', () => {
    const marks = open();
    expect(marks.read()).toBeUndefined();
    marks.write(mark(1));
    expect(marks.read()).toEqual(mark(1));
  });

  it('is the newest that was written', () => {
    const marks = open();
    marks.write(mark(1));
    marks.write(mark(2));
    expect(marks.read()).toEqual(mark(2));
  });
});
