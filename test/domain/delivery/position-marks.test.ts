import { expect, it } from 'vitest';
import { marksOfPosition } from '../../../src/domain/delivery/position-marks';
import type { PositionRow } from '../../../src/domain/position';

const row = (month: string, over: Partial<PositionRow> = {}): PositionRow => ({
  ...{ start: `${month}-01`, end: `${month}-28`, commodity: 'power', market: 'DE', load: 'base' },
  ...{ hours: 1, bought: '0', sold: '0', prices: [] },
  ...over,
});
const year = (of: number, over?: Partial<PositionRow>): PositionRow[] =>
  Array.from({ length: 12 }, (_, at) => row(`${of}-${String(at + 1).padStart(2, '0')}`, over));

it('wants one mark for each whole year or quarter, and one for each other month', () => {
  const rows = [
    row('2026-12'),
    ...year(2027),
    row('2028-01'),
    row('2028-02'),
    row('2028-03'),
    row('2028-05'),
  ];
  expect(marksOfPosition(rows)).toEqual({
    ...{ commodity: 'power', market: 'DE', load: 'base' },
    products: ['Dec-26', 'Cal-27', 'Q1-28', 'May-28'],
  });
});

it('is of the market and load with the most months, for a curve is of one', () => {
  const rows = [
    row('2026-12'),
    ...year(2027, { market: 'NL', load: 'peak' }),
    row('2026-12', { market: 'FR' }),
  ];
  expect(marksOfPosition(rows)).toEqual({
    ...{ commodity: 'power', market: 'NL', load: 'peak' },
    products: ['Cal-27'],
  });
});

it('is of nothing where no trade has a market', () => {
  const { market: _, ...nowhere } = row('2026-12');
  expect(marksOfPosition([nowhere])).toBeUndefined();
  expect(marksOfPosition([])).toBeUndefined();
});
