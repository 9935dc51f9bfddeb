import { describe, expect, it } from 'vitest';
import { BUILT_IN_BOUNDS } from '../../../src/domain/program/bounds';
import type { Program } from '../../../src/domain/program/program';
import { ProgramId } from '../../../src/domain/program-mark';
import { programFormula } from '../../../src/functions/formulas/program';
import { MemoryDesk, NOW, rowsOf, serial } from '../formula-context';

const PROGRAM: Program = {
  id: ProgramId.parse('00000000-0000-4000-8000-000000000001'),
  name: 'Morning quotes',
  kind: 'quotes',
  bounds: BUILT_IN_BOUNDS.bounds,
  startedAt: Date.parse('2026-11-20T08:00:00Z'),
  state: 'running',
  heardAt: NOW,
  number: 4,
  changesLastMinute: 3,
  calls: 31,
  callsLeft: 900,
  live: { quotes: 2, volumes: [{ unit: 'MW', amount: '20' }], notionals: [] },
  fills: { count: 1, volumes: [] },
  rows: [],
};
const desk = () => new MemoryDesk().knows({ kind: 'programs' }, [PROGRAM]);

describe('PROGRAM', () => {
  it('is one by its name, in any case', () => {
    const field = [['state', 'live', 'live-quantity', 'started-at', 'calls']];
    expect(rowsOf(programFormula({ name: 'morning QUOTES', field }), desk())).toEqual([
      ['running', 2, '20 MW', serial('2026-11-20T09:00:00'), 31],
    ]);
    expect(rowsOf(programFormula({ name: 'Morning quotes', field: null }), desk())).toContainEqual([
      'fills',
      1,
    ]);
  });

  it('without a name is a table of all', () => {
    expect(rowsOf(programFormula({ name: null, field: 'name,state' }), desk())).toEqual([
      ['name', 'state'],
      ['Morning quotes', 'running'],
    ]);
    const none = new MemoryDesk().knows({ kind: 'programs' }, []);
    expect(rowsOf(programFormula({ name: null, field: 'name,state' }), none)).toEqual([['name', 'state']]);
  });

  it('says that there is none of that name, and refuses a field that there is not', () => {
    expect(rowsOf(programFormula({ name: 'Gas', field: 'state' }), desk())[0]?.[0]).toMatch(
      /^#N\/A No program "Gas" runs/,
    );
    expect(rowsOf(programFormula({ name: 'Morning quotes', field: 'colour' }), desk())[0]?.[0]).toMatch(
      /^#VALUE! There is no field "colour"/,
    );
  });
});
