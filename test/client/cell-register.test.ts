import { beforeEach, describe, expect, it } from 'vitest';
import { CellRegister } from '../../src/client/cell-register';
import { ManualClock } from '../../src/effects/manual-clock';
import { requestOf, START } from './page';

const NO_VALUE = { code: '#N/A', message: 'There is no such request.', count: 1 } as const;

let clock: ManualClock;
let register: CellRegister;
beforeEach(() => {
  clock = new ManualClock(START);
  register = new CellRegister(clock);
});
const enter = (address: string, name = 'RFQ') => register.enter({ address, name });
const addresses = (): string[] => register.all().map(({ address }) => address);

describe('the register of cells', () => {
  it('has every running formula until it leaves, twice without harm', () => {
    const first = enter('Sheet1!A1');
    enter('Sheet1!A2', 'BEST');
    expect(register.all()).toEqual([
      { address: 'Sheet1!A1', name: 'RFQ', resources: [], moved: false },
      { address: 'Sheet1!A2', name: 'BEST', resources: [], moved: false },
    ]);
    first.leave();
    first.leave();
    expect(addresses()).toEqual(['Sheet1!A2']);
  });

  it('has two formulas of one cell, and keeps the new one when the former leaves after it', () => {
    const former = enter('Sheet1!A1');
    const next = enter('Sheet1!A1');
    next.heard({ resources: [requestOf('RQ-2')] });
    expect(addresses()).toEqual(['Sheet1!A1', 'Sheet1!A1']);
    former.leave();
    expect(register.all()[0]?.resources).toEqual([requestOf('RQ-2')]);
  });

  it('knows since when a formula has a problem, until it has none', async () => {
    const line = enter('Sheet1!A1');
    const resources = [requestOf('RQ-1')];
    line.heard({ resources, problem: NO_VALUE });
    await clock.advance(60_000);
    line.heard({ resources, problem: { ...NO_VALUE, message: 'The platform does not answer.' } });
    expect(register.all()[0]).toMatchObject({
      problem: { message: 'The platform does not answer.' },
      since: START,
    });
    line.heard({ resources, oldestAt: START });
    expect(register.all()[0]).toEqual({
      address: 'Sheet1!A1',
      name: 'RFQ',
      resources,
      oldestAt: START,
      moved: false,
    });
    line.heard({ resources, problem: NO_VALUE });
    expect(register.all()[0]?.since).toBe(START + 60_000);
  });

  it('hears nothing of a formula that has left', () => {
    const line = enter('Sheet1!A1');
    expect(register.all()).toHaveLength(1);
    line.leave();
    line.heard({ resources: [], problem: NO_VALUE });
    expect(register.all()).toEqual([]);
  });

  it('marks the cells of a sheet whose rows were moved, until they are entered anew', () => {
    const plain = enter('Sheet1!A1');
    enter("'Bob''s sheet'!B2");
    enter('Sheet10!A1');
    enter('');
    register.moved('Sheet1');
    register.moved("Bob's sheet");
    expect(register.all().map(({ moved }) => moved)).toEqual([true, true, false, false]);
    plain.heard({ resources: [requestOf('RQ-1')] });
    expect(register.all()[0]?.moved).toBe(true);
    plain.leave();
    enter('Sheet1!A2');
    expect(register.all().at(-1)?.moved).toBe(false);
  });

  it('gives the same list until something changed', () => {
    const line = enter('Sheet1!A1');
    const resources = [requestOf('RQ-1')];
    line.heard({ resources, problem: NO_VALUE, oldestAt: START });
    const before = register.all();
    line.heard({ resources, problem: { ...NO_VALUE }, oldestAt: START });
    expect(register.all()).toBe(before);
    line.heard({ resources, oldestAt: START });
    expect(register.all()).not.toBe(before);
  });

  it('tells of ten thousand changes in four bunches a second, and never when nothing changed', async () => {
    const lines = Array.from({ length: 10_000 }, (_, n) => enter(`Sheet1!A${n + 1}`));
    let told = 0;
    const stop = register.watch(() => told++);
    for (let round = 1; round <= 20; round++) {
      for (const line of lines) line.heard({ resources: [], oldestAt: START + round });
      await clock.advance(50);
    }
    expect(told).toBe(4);
    await clock.advance(10_000);
    expect(told).toBe(4);
    expect(clock.pending).toBe(0);
    lines[0]?.leave();
    stop();
    stop();
    await clock.advance(1_000);
    expect(told).toBe(4);
  });

  it('keeps no timer for what nobody reads', () => {
    const line = enter('Sheet1!A1');
    line.heard({ resources: [], problem: NO_VALUE });
    expect(clock.pending).toBe(0);
    const stop = register.watch(() => undefined);
    line.heard({ resources: [], oldestAt: START });
    expect(clock.pending).toBe(1);
    stop();
  });
});
