import { describe, expect, it } from 'vitest';
import { TABLE } from '../../conformance/rows/table';
import { runSimulated } from '../../conformance/run';
import { visited } from './foreign-service';

const idsOf = (outcomes: readonly { row: { id: string } }[]): string[] => outcomes.map(({ row }) => row.id);

describe('the table of sentences', () => {
  it('has an id of its own for every row, in its section', () => {
    const ids = TABLE.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[1-9]\.[a-z]*\.?\d*[a-z]?$|^[1-9](\.\d+){1,3}[a-z]?$/);
  });

  it('has for every row a check or a reason why there is none, never both', () => {
    const wrong = TABLE.filter(
      ({ check, untestable }) => (check === undefined) === (untestable === undefined),
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('covers every section of the document that says how the service behaves', () => {
    const sections = new Set(TABLE.map(({ id }) => id[0]));
    expect([...sections].join('')).toBe('123456789');
    const untested = TABLE.filter(({ untestable }) => untestable !== undefined);
    expect(untested.length).toBeLessThan(TABLE.length / 10);
  });
});

it('holds for the simulator, row by row', async () => {
  const outcomes = await runSimulated(TABLE);
  const failed = outcomes.filter(({ result }) => result === 'failed');
  expect(failed.map(({ row, met }) => `${row.id}: ${met}`)).toEqual([]);
  expect(idsOf(outcomes.filter(({ result }) => result === 'not run'))).toEqual(['1.1b']);
  expect(outcomes).toHaveLength(TABLE.length);
}, 60_000);

describe('somebody else’s service', () => {
  it('is only read, within its limits, and nothing is asked of it that only the simulator can do', async () => {
    const { outcomes, calls, refused } = await visited(TABLE);
    const writes = calls.filter((call) => !call.startsWith('GET ') && !call.endsWith('/authenticate'));
    expect(writes).toEqual([]);
    expect(calls.filter((call) => call.includes('/simulator/'))).toEqual([]);
    expect(calls.length).toBeLessThan(500);
    expect(refused).toBe(0);
    // Plain HTTP is what a test on this machine has to offer.
    expect(idsOf(outcomes.filter(({ result }) => result === 'failed'))).toEqual(['1.1b']);
    expect(outcomes.filter(({ result }) => result === 'held').length).toBeGreaterThan(70);
    for (const { row, met } of outcomes.filter(({ result }) => result === 'not run')) {
      expect([row.id, met]).toEqual([
        row.id,
        row.check?.needs === 'simulator' ? 'needs the simulator' : 'writes; see --write',
      ]);
    }
  }, 60_000);

  it('is written to when that is asked for, and its limits are kept all the same', async () => {
    const { outcomes, refused } = await visited(TABLE, { write: true });
    expect(refused).toBe(0);
    expect(outcomes.filter(({ result }) => result === 'failed').map(({ row, met }) => [row.id, met])).toEqual(
      [['1.1b', 'http: answers 200']],
    );
    const written = outcomes.filter(({ row, result }) => row.check?.writes === true && result === 'held');
    expect(written.length).toBeGreaterThan(30);
  }, 60_000);
});
