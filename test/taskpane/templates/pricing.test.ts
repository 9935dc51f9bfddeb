import { describe, expect, it } from 'vitest';
import { contains, type Area } from '../../../src/taskpane/excel/address';
import { pricingSheet, requestsToPrice } from '../../../src/taskpane/templates/pricing';
import { leg, request, spread, swap } from '../examples';
import { areaAt } from '../memory-sheet';

const peak = spread({
  id: 'RQ-8',
  legs: [leg({ action: 'sell', loadProfile: 'peak' }), leg({ market: 'FR', loadProfile: 'peak' })],
});
const open = [request({ id: 'RQ-7' }), peak, request({ id: 'RQ-6', createdAt: 0 })];
const plan = pricingSheet(open);
const rowsAt = (cell: string) => plan.contents.find(([first]) => first === cell)?.[1] ?? [];
const at = (area: string): Area => areaAt(`Any!${area}`);

describe('the pricing sheet', () => {
  it('wants one mark for each market, load and delivery of the requests, and no price is filled in', () => {
    expect(rowsAt('A6')).toEqual([
      ['DE', 'base', 'Cal-27'],
      ['DE', 'peak', 'Cal-27'],
      ['FR', 'peak', 'Cal-27'],
    ]);
    expect(rowsAt('D6')).toEqual([]);
    expect(rowsAt('L6')).toEqual([]);
    expect(rowsAt('F6')).toEqual([['RQ-6'], ['RQ-7'], ['RQ-8']]);
  });

  it('leaves out what no curve prices: swaps, own requests, deliveries without hours that are known', () => {
    const shaped = request({ id: 'RQ-9', legs: [leg({ loadProfile: 'shaped' })] });
    const elsewhere = request({ id: 'RQ-10', legs: [leg({ market: 'Mars' })] });
    const own = request({ id: 'RQ-11', role: 'initiator' });
    const ids = requestsToPrice([...open, swap({ id: 'RQ-12' }), shaped, elsewhere, own]).map(({ id }) => id);
    expect(ids).toEqual(['RQ-6', 'RQ-7', 'RQ-8']);
  });

  it('computes each request from its own row and the list of marks alone', () => {
    for (const cell of ['G6', 'M6', 'O6', 'T6', 'AE6']) {
      for (const [down, row] of rowsAt(cell).entries()) {
        const outside = row.flatMap((content) =>
          [...String(content).matchAll(/(\$?)([A-Z]{1,2})(\$?)(\d+)/g)].filter(
            ([, fixedColumn, , fixedRow, number]) =>
              Number(number) !== 6 + down && !(fixedRow === '$' && (fixedColumn === '$' || number === '5')),
          ),
        );
        expect([cell, down, outside]).toEqual([cell, down, []]);
      }
    }
  });

  it('follows requests that come later in rows where nothing is typed', () => {
    // Three requests, six rows for ids that a person types, and then those that follow.
    const following = rowsAt('F15').map(([content]) => String(content));
    expect(following).toHaveLength(9);
    for (const [at, formula] of following.slice(0, 8).entries()) {
      expect(formula).toContain('MATCH($AH$6:$AH$506,$F$6:$F$14,0)');
      expect(formula.endsWith(`,${at + 1}),"")`)).toBe(true);
    }
    expect(following[8]).toContain('more to quote');
    expect(rowsAt('L15')).toEqual(Array.from({ length: 8 }, () => ['=$L$1']));
    const typed = plan.looks.flatMap(([area, { fill }]) => (fill === '#fff8e1' ? [at(area)] : []));
    for (const cell of ['F15', 'L15', 'F22', 'L22'])
      expect(typed.some((area) => contains(area, at(cell)))).toBe(false);
    for (const cell of ['F14', 'L14', 'L1'])
      expect(typed.some((area) => contains(area, at(cell)))).toBe(true);
    expect(rowsAt('AH5')).toEqual([['=DESK.RFQS(,,,,,"request-id, standing")']]);
    expect(rowsAt('AK6')).toEqual([]);
    const shaped = request({ id: 'RQ-9', legs: [leg({ loadProfile: 'shaped' })] });
    const other = pricingSheet([...open, shaped]);
    expect(other.contents.find(([first]) => first === 'AK6')?.[1]).toEqual([['RQ-9']]);
  });

  it('is yellow where a person types, and strikes out what is not live', () => {
    const yellow = plan.looks.flatMap(([area, { fill }]) => (fill === '#fff8e1' ? [at(area)] : []));
    const isYellow = (cell: string): boolean => yellow.some((area) => contains(area, at(cell)));
    expect(['D6', 'F8', 'L6', 'K6', 'M6', 'Q6'].map(isYellow)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    const struck = plan.alerts.flatMap(([area, alert]) => (alert.struck ? [at(area)] : []));
    for (const cell of ['I6', 'K14', 'M6', 'R6'])
      expect([cell, struck.some((area) => contains(area, at(cell)))]).toEqual([cell, true]);
  });
});
