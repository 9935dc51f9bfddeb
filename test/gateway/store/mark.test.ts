import { describe, expect, it } from 'vitest';
import type { Mark } from '../../../src/gateway/events/mark-store';
import { openDatabase, type Database } from '../../../src/gateway/store/database';
import { sqliteMark } from '../../../src/gateway/store/sqlite-mark';
import { MemoryMark } from '../twins/memory-stores';

function memoryDatabase(): Database {
  const opened = openDatabase(':memory:');
  if (!opened.ok) throw new Error(opened.failure.message);
  return opened.value;
}

const mark = (at: number): Mark => ({
  at,
  openIds: ['RQ-1'],
  missing: [{ id: 'RQ-2', at }],
  concluded: [{ id: 'RQ-0', at: at - 1 }],
  trades: [{ id: 'T-1', at: at - 2 }],
  calls: 3,
  dayEndsAt: at + 10,
});

describe.each([
  ['memory', () => new MemoryMark()],
  ['SQLite', () => sqliteMark(memoryDatabase())],
])('the last known moment in %s', (_, open) => {
  it('is none in a new folder', () => {
    expect(open().read()).toBeUndefined();
  });

  it('is the newest that was written', () => {
    const marks = open();
    marks.write(mark(1));
    marks.write(mark(2));
    expect(marks.read()).toEqual(mark(2));
  });
});
