import { beforeEach, describe, expect, it } from 'vitest';
import { CallTable } from '../../../src/workbench/calls/call-table';
import type { FunctionMeta } from '../../../src/workbench/calls/metadata';
import type { Invocation, Runner } from '../../../src/workbench/calls/remote';
import type { Result } from '../../../src/workbench/grid/cell';
import { ManualTime } from '../manual-time';
import { MemoryGrid } from '../memory-grid';

interface Started {
  name: string;
  args: readonly unknown[];
  ended: boolean;
  settle(result: Result): void;
}
/** Runs nothing: the test settles what was started. */
class HeldRunner implements Runner {
  readonly started: Started[] = [];

  start({ meta, args }: Invocation, settle: (result: Result) => void): () => void {
    const call = { name: meta.id, args, ended: false, settle };
    this.started.push(call);
    return () => {
      call.ended = true;
    };
  }
  live(): Started[] {
    return this.started.filter(({ ended }) => !ended);
  }
}

const FUNCTIONS: FunctionMeta[] = [
  { id: 'ONCE', name: 'ONCE', parameters: [{ name: 'value', type: 'any' }] },
  { id: 'LIVE', name: 'LIVE', parameters: [{ name: 'value', type: 'any' }], options: { stream: true } },
  {
    id: 'BEST',
    name: 'BEST',
    parameters: [
      { name: 'id', type: 'any' },
      { name: 'direction', type: 'any' },
    ],
    options: { stream: true },
  },
  { id: 'NOW', name: 'NOW', parameters: [], options: { volatile: true } },
  { id: 'PRICE', name: 'PRICE', parameters: [{ name: 'price', type: 'number' }] },
];
const CALCULATED_MS = 200;

let time: ManualTime;
let grid: MemoryGrid;
let runner: HeldRunner;
let table: CallTable;
let isByHand = false;

beforeEach(() => {
  time = new ManualTime();
  grid = new MemoryGrid(time);
  runner = new HeldRunner();
  isByHand = false;
  table = new CallTable(grid, runner, time, () => isByHand);
  grid.calculation.register(table.functions(FUNCTIONS, 'DESK'));
});

async function put(a1: string, content: string | number): Promise<void> {
  grid.put(a1, content);
  await time.pass(CALCULATED_MS);
}
async function settle(index: number, result: Result): Promise<void> {
  runner.started[index]?.settle(result);
  await time.pass(CALCULATED_MS);
}

describe('a call', () => {
  it('is #BUSY! until it answers, and then the cell shows the answer', async () => {
    await put('A1', '=DESK.ONCE(7)');
    expect(grid.at('A1')).toBe('#BUSY!');
    expect(table.quiet()).toBe(false);
    await settle(0, 49);
    expect(grid.at('A1')).toBe(49);
    expect(table.quiet()).toBe(true);
  });

  it('is made once, however often its cell is evaluated with the same arguments', async () => {
    await put('A1', '=DESK.ONCE(7)');
    await settle(0, 49);
    grid.calculation.recalculateAll();
    await time.pass(CALCULATED_MS);
    expect(runner.started).toHaveLength(1);
    expect(grid.at('A1')).toBe(49);
  });

  it('is made anew for other arguments, and the old one is over', async () => {
    await put('B1', 1);
    await put('A1', '=DESK.LIVE(B1)');
    await put('B1', 2);
    expect(runner.started.map(({ args, ended }) => [args, ended])).toEqual([
      [[1], true],
      [[2], false],
    ]);
    await settle(0, 'late');
    expect(grid.at('A1')).toBe('#BUSY!');
  });

  it('leaves the former value in its cell while another argument changes, for a moment, and never that of another request', async () => {
    await put('B1', 'RQ-1');
    await put('B2', 'ask');
    await put('A1', '=DESK.BEST(B1,B2)');
    await settle(0, 31.2);
    await put('B2', 'bid');
    expect(grid.at('A1')).toBe(31.2);
    await settle(1, 31.1);
    expect(grid.at('A1')).toBe(31.1);
    await put('B2', 'ask');
    await time.pass(900);
    expect(grid.at('A1')).toBe('#BUSY!');
    await settle(2, 31.3);
    await put('B1', 'RQ-2');
    expect(grid.at('A1')).toBe('#BUSY!');
    await settle(3, 72);
    expect(grid.at('A1')).toBe(72);
  });

  it('waits for an argument that is waiting, and is not made with the error', async () => {
    await put('A1', '=DESK.ONCE(7)');
    await put('A2', '=DESK.ONCE(A1)');
    expect(grid.at('A2')).toBe('#BUSY!');
    expect(runner.started).toHaveLength(1);
    await settle(0, 8);
    expect(runner.started.at(-1)?.args).toEqual([8]);
  });

  it('that is volatile is made again by each calculation, but not by its own answer', async () => {
    await put('A1', '=DESK.NOW()');
    await settle(0, 1);
    expect(grid.at('A1')).toBe(1);
    expect(runner.started).toHaveLength(1);
    grid.calculation.recalculateAll();
    await time.pass(CALCULATED_MS);
    expect(runner.started).toHaveLength(2);
  });

  it('answers many in one calculation when they arrive together', async () => {
    for (let row = 1; row <= 50; row++) grid.put(`A${row}`, `=DESK.ONCE(${row})`);
    await time.pass(CALCULATED_MS);
    const before = grid.calculations;
    runner.started.forEach((call, index) => call.settle(index));
    await time.pass(CALCULATED_MS);
    expect(grid.calculations - before).toBe(1);
    expect(grid.at('A50')).toBe(49);
  });
});

describe('a stream', () => {
  it('changes its cell and what depends on it, until the cell is edited', async () => {
    await put('A1', '=DESK.LIVE("x")');
    await put('B1', '=DESK.ONCE(A1)');
    await settle(0, 1);
    await settle(0, 2);
    expect(grid.at('A1')).toBe(2);
    expect(runner.started.at(-1)?.args).toEqual([2]);
    await put('A1', 'gone');
    expect(runner.live().map(({ name }) => name)).toEqual(['ONCE']);
    await settle(0, 3);
    expect(grid.at('A1')).toBe('gone');
  });

  it('ends that a calculation began while its formula was being taken away', async () => {
    grid.put('A1', '=DESK.LIVE("x")');
    await time.pass(22);
    grid.put('A1', 'gone');
    await time.pass(CALCULATED_MS);
    expect(runner.started).toHaveLength(1);
    expect(runner.live()).toEqual([]);
    expect(grid.at('A1')).toBe('gone');
  });

  it('ends once, even when told twice', async () => {
    await put('A1', '=DESK.LIVE("x")');
    await put('A1', 'gone');
    table.reset();
    await time.pass(CALCULATED_MS);
    expect(table.stats.ended).toBe(1);
  });

  it('starts again in every cell when rows or columns move', async () => {
    await put('A1', '=DESK.LIVE("x")');
    grid.restructure();
    await time.pass(CALCULATED_MS);
    expect(runner.started.map(({ ended }) => ended)).toEqual([true, false]);
    expect(table.streams()).toBe(1);
  });
});

describe('an error', () => {
  const explained = (a1: string) => grid.explain(grid.rect(a1));

  it('is explained in the words of the add-in', async () => {
    await put('A1', '=DESK.ONCE(7)');
    await settle(0, { error: '#N/A', message: 'Sign in on the SpreadDesk pane.' });
    expect(explained('A1')).toEqual({ title: '#N/A', message: 'Sign in on the SpreadDesk pane.' });
  });

  it('is explained inside a spilled table too', async () => {
    await put('A1', '=DESK.ONCE(7)');
    await settle(0, [
      ['RQ-1', 1],
      ['RQ-2', { error: '#N/A', message: 'No quote yet.' }],
    ]);
    expect(grid.at('B2')).toBe('#N/A');
    expect(explained('B2')).toEqual({ title: '#N/A', message: 'No quote yet.' });
    expect(explained('B1')).toBeNull();
  });

  it('of an argument names it, and goes when the cell is put right', async () => {
    await put('A1', '=DESK.PRICE("many")');
    expect(explained('A1')?.message).toBe('"many" is not a number.');
    expect(runner.started).toHaveLength(0);
    await put('A1', '=DESK.PRICE(-4.25)');
    await settle(0, { error: '#VALUE!' });
    expect(explained('A1')?.message).toBe('A value used in the formula is of the wrong data type.');
  });
});

describe('while Excel calculates by hand', () => {
  beforeEach(async () => {
    isByHand = true;
    await put('A1', '=DESK.LIVE("x")');
    await settle(0, 1);
  });

  it('a stream is shown once, and then when a calculation is asked for', async () => {
    expect(grid.at('A1')).toBe(1);
    await settle(0, 2);
    expect(grid.at('A1')).toBe(1);
    expect(table.quiet()).toBe(true);
    table.release([]);
    await time.pass(CALCULATED_MS);
    expect(grid.at('A1')).toBe(2);
  });

  it('what waited is forgotten when everything starts anew', async () => {
    await settle(0, 2);
    table.reset();
    await time.pass(CALCULATED_MS);
    await settle(1, 3);
    expect(grid.at('A1')).toBe(3);
  });
});
