import { calendarDay } from '../day';
import type { PositionRow } from '../position';
import { dayNumber, monthAt, monthOf, quarterAt, yearFrom } from './periods';

/** The trades that a curve is to value, and the names of the marks that it takes. */
export interface PositionMarks {
  readonly commodity: string;
  readonly market: string;
  readonly load: string;
  readonly products: readonly string[];
}

/**
 * Marks for the commodity, market and load with the most months of delivery among the rows of a position by month: one for each whole year
 * or quarter, and one for each other month. `undefined` where no row has a market.
 */
export function marksOfPosition(rows: readonly PositionRow[]): PositionMarks | undefined {
  const groups = new Map<string, PositionMarks & { readonly months: Set<number> }>();
  for (const { commodity, market, load, start } of rows) {
    const day = calendarDay(start);
    if (commodity === undefined || market === undefined || !day) continue;
    const key = JSON.stringify([commodity, market, load]);
    const group = groups.get(key) ?? { commodity, market, load, products: [], months: new Set() };
    groups.set(key, group);
    group.months.add(monthOf(dayNumber(day)));
  }
  const [most] = [...groups.values()].sort((a, b) => b.months.size - a.months.size);
  if (!most) return undefined;
  const { months, ...of } = most;
  return { ...of, products: productsOver(months) };
}

/** As few products as have these months: years, quarters and what is left. */
export function productsOver(months: ReadonlySet<number>): readonly string[] {
  const isWhole = (first: number, count: number): boolean =>
    Array.from({ length: count }, (_, at) => months.has(first + at)).every(Boolean);
  const names = [...months]
    .sort((a, b) => a - b)
    .map((month) => {
      const [year, quarter] = [Math.floor(month / 12), Math.floor(month / 3)];
      if (isWhole(year * 12, 12)) return yearFrom(year);
      return isWhole(quarter * 3, 3) ? quarterAt(quarter) : monthAt(month);
    })
    .map(({ name }) => name);
  return [...new Set(names)];
}
