import { describe, expect, it } from 'vitest';
import { RequestId, TradeId } from '../../src/domain/identifiers';
import type { Failure, FailureKind } from '../../src/domain/failure';
import { loadShapeFormula } from '../../src/functions/load-shape-table';
import { errorOf, MemoryDesk, rowsOf, STATUS } from './memory-desk';

const failing = (kind: FailureKind): Failure => ({ kind, message: `It is ${kind}.`, next: 'Look.' });

describe('LOADSHAPE', () => {
  const shape = (id: unknown) => loadShapeFormula({ id });
  const ofRequest = (id: string) => ({ kind: 'request-load-shapes', id: RequestId.parse(id) }) as const;
  const ofTrade = (id: string) => ({ kind: 'trade-load-shapes', id: TradeId.parse(id) }) as const;
  const points = [
    { from: '2027-01-01', quantity: 10 },
    { from: '2027-02-01', quantity: 0.5, peak: true },
  ];

  it('has a row per point and a column per field that any has', () => {
    const known = new MemoryDesk().knows(ofRequest('RQ-1'), { points, raw: { unit: 'MW', from: 'never' } });
    expect(rowsOf(shape('RQ-1'), known)).toEqual([
      ['from', 'quantity', 'unit', 'peak'],
      [46388, 10, 'MW', ''],
      [46419, 0.5, 'MW', true],
    ]);
    expect(known.asking).toEqual(['{"id":"RQ-1","kind":"request-load-shapes"}']);
  });

  it('keeps points that are bare numbers', () => {
    const known = new MemoryDesk().knows(ofRequest('RQ-1'), { points: [1, -2, [3]], raw: {} });
    expect(rowsOf(shape('RQ-1'), known)).toEqual([['value'], [1], [-2], ['[3]']]);
  });

  it('finds a trade by its id, whatever ids look like', () => {
    const first = new MemoryDesk().knows(ofTrade('T-1'), { points: [1], raw: {} });
    expect(rowsOf(shape('T-1'), first)).toEqual([['value'], [1]]);
    expect(first.asking).toHaveLength(1);
    const second = new MemoryDesk()
      .fails(ofRequest('77'), failing('not-found'))
      .knows(ofTrade('77'), { points: [2], raw: {} });
    expect(rowsOf(shape(77), second)).toEqual([['value'], [2]]);
    const turned = new MemoryDesk()
      .fails(ofTrade('tender-1'), failing('invalid-argument'))
      .knows(ofRequest('tender-1'), { points: [3], raw: {} });
    expect(rowsOf(shape('tender-1'), turned)).toEqual([['value'], [3]]);
  });

  it('says so when there is neither, none yet, or the request is over', () => {
    const neither = new MemoryDesk()
      .fails(ofRequest('RQ-9'), failing('not-found'))
      .fails(ofTrade('RQ-9'), failing('not-found'));
    expect(errorOf(shape('RQ-9'), neither)).toBe(
      '#N/A There is no request and no trade RQ-9 with a load shape. Check the id.',
    );
    const none = new MemoryDesk().knows(ofRequest('RQ-1'), { points: [], raw: {} });
    expect(errorOf(shape('RQ-1'), none)).toMatch(/^#N\/A The platform has no load shape for RQ-1/);
    const over = new MemoryDesk().fails(ofRequest('RQ-1'), failing('wrong-state'));
    expect(errorOf(shape('RQ-1'), over)).toBe('#N/A It is wrong-state. Look.');
    expect(errorOf(shape([['RQ-1'], ['RQ-2']]))).toMatch(/^#VALUE! LOADSHAPE takes one id/);
  });

  it('tells how many rows a sheet leaves out', () => {
    const many = Array.from({ length: 2_500 }, (_, hour) => ({ hour, quantity: 1 }));
    const rows = rowsOf(shape('RQ-1'), new MemoryDesk().knows(ofRequest('RQ-1'), { points: many, raw: {} }));
    expect(rows).toHaveLength(2_002);
    expect(rows.at(-1)).toEqual(['500 more rows: a sheet shows the first 2,000.', '']);
  });

  it('asks to sign in when nobody is', () => {
    const known = new MemoryDesk().knows({ kind: 'status' }, { ...STATUS, signedIn: false });
    expect(errorOf(shape('RQ-1'), known)).toBe('#N/A Sign in on the SpreadDesk pane');
  });
});
