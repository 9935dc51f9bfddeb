import { describe, expect, it } from 'vitest';
import { RequestId } from '../../../src/domain/identifiers';
import { historyFormula } from '../../../src/functions/formulas/history';
import { errorOf, MemoryDesk, NOW, rowsOf, serial } from '../formula-context';

const id = RequestId.parse('RQ-1');
const MINUTE = 60_000;
const at = (minutes: number): number => NOW + minutes * MINUTE;
/** Half past twelve by the clocks of the service is now. */
const clock = (text: string): number => serial(`2026-11-20T${text}:00`);

const desk = (...seen: [from: number, until: number, value: string][]) =>
  new MemoryDesk().knows(
    { kind: 'history', id, field: 'best' },
    seen.map(([from, until, value]) => ({ at: at(from), until: at(until), value })),
  );
const history = (given: Partial<Parameters<typeof historyFormula>[0]> = {}) =>
  historyFormula({ id: 'RQ-1', field: 'best', from: null, to: null, every: null, ...given });
/** Moments as minutes since now. */
const told = (rows: (string | number | boolean)[][]) =>
  rows.slice(1).map(([moment, value]) => [Math.round((Number(moment) - clock('12:30')) * 1_440), value]);

describe('HISTORY', () => {
  it('has a row where a value began, asks for nothing that costs a call, and keeps prices as they were', () => {
    const known = desk([-30, -20, '0.1'], [-20, -10, '-4.25'], [-10, 1, '-4.25']);
    const rows = rowsOf(history(), known);
    expect(rows[0]).toEqual(['time', 'best']);
    expect(told(rows)).toEqual([
      [-30, 0.1],
      [-20, -4.25],
    ]);
    expect(known.asking).toEqual(['{"field":"best","id":"RQ-1","kind":"history"}']);
    expect(known.againMs).toBe(MINUTE);
  });

  it('shows a time in which nobody looked as empty, and the time since the last look too', () => {
    const known = desk([-30, -25, '1'], [-10, -8, '1']);
    expect(told(rowsOf(history(), known))).toEqual([
      [-30, 1],
      [-25, ''],
      [-10, 1],
      [-8, ''],
    ]);
  });

  it('is empty as well while there was no quote', () => {
    expect(told(rowsOf(history(), desk([-30, -20, '1'], [-20, 1, ''])))).toEqual([
      [-30, 1],
      [-20, ''],
    ]);
  });

  it('takes even steps, holds a value only for as long as it was known, and never draws a line through a gap', () => {
    const known = desk([-30, -25, '1'], [-10, 1, '3']);
    const rows = rowsOf(history({ from: clock('12:00'), every: '5m' }), known);
    expect(told(rows)).toEqual([
      [-30, 1],
      [-25, 1],
      [-20, ''],
      [-15, ''],
      [-10, 3],
      [-5, 3],
      [0, 3],
    ]);
    expect(rowsOf(history({ from: clock('12:00'), every: 5 }), known)).toEqual(rows);
    expect(rowsOf(history({ from: clock('12:00'), every: 5 / 1_440 }), known)).toEqual(rows);
  });

  it('takes steps on the clock where it is not told where to begin, and the first sight while none has passed', () => {
    const known = desk([-32, 1, '2']);
    expect(told(rowsOf(history({ every: '15m' }), known))).toEqual([
      [-30, 2],
      [-15, 2],
      [0, 2],
    ]);
    expect(told(rowsOf(history({ every: '1d' }), known))).toEqual([[-32, 2]]);
  });

  it('begins and ends where it is told to', () => {
    const known = desk([-30, -20, '1'], [-20, -10, '2'], [-10, 1, '3']);
    expect(told(rowsOf(history({ from: clock('12:05'), to: clock('12:15') }), known))).toEqual([
      [-25, 1],
      [-20, 2],
    ]);
    expect(told(rowsOf(history({ from: '2026-11-20', to: '2026-11-20' }), known))).toHaveLength(3);
    expect(rowsOf(history({ from: clock('12:35') }), desk([-30, -20, '1'])).slice(1)).toEqual([
      ['from is in the future: nothing was seen since.', ''],
    ]);
    expect(rowsOf(history({ to: '2026-11-19' }), known)).toEqual([['time', 'best']]);
  });

  it('finds what was seen under an id in capitals, and names the id where nothing was', () => {
    const known = desk([-30, 1, '1']).knows(
      { kind: 'history', id: RequestId.parse('rq-1'), field: 'best' },
      [],
    );
    expect(told(rowsOf(history({ id: 'rq-1' }), known))).toEqual([[-30, 1]]);
    expect(rowsOf(history(), desk())).toEqual([
      ['time', 'best'],
      ['Nothing was seen of RQ-1 yet.', ''],
    ]);
  });

  it.each([
    [{ field: 'colour' }, /no history of "colour"\. There is of: best, best-bid/],
    [{ field: 'bset' }, /Did you mean best/],
    [{ field: null }, /The field is missing/],
    [{ every: 'often' }, /every is not a step/],
    [{ every: '1s', from: '2026-11-01' }, /more than 2,000 rows/],
    [{ from: 'soon' }, /from is not a date/],
    [{ id: [['RQ-1'], ['RQ-2']] }, /HISTORY takes one id/],
  ])('says what is wrong with %j', (given, sentence) => {
    expect(errorOf(history(given), desk([-30, 1, '1']))).toMatch(sentence);
  });
});
