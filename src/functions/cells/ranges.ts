import { cellFailure, errorGiven, refused } from './cell-failure';
import type { Cell, Shown } from './cells';

type Range = readonly (readonly unknown[])[];

/** An error that a cell shows is one here as well. */
function withError(cell: unknown): unknown {
  const failure = errorGiven(cell);
  return failure ? cellFailure(failure) : cell;
}

const rangeOf = (given: unknown): Range => {
  if (!Array.isArray(given)) return [[withError(given ?? null)]];
  const rows = given.map((row: unknown): unknown[] =>
    Array.isArray(row) ? row.map(withError) : [withError(row)],
  );
  return rows.some((row) => row.length > 0) ? rows : [[null]];
};

/** More results than these make Excel slow, and a whole column holds a million cells. */
export const RESULTS_MAX = 20_000;
/** A profile's values: five years of quarter hours. */
export const VALUES_MAX = 200_000;

/** Every cell of what was given, row by row: in one go, for a profile has tens of thousands. */
export function cellsOf(given: unknown): readonly unknown[] {
  if (!Array.isArray(given)) return [withError(given ?? null)];
  const cells: unknown[] = [];
  for (const row of given as readonly unknown[]) {
    if (Array.isArray(row)) for (const cell of row as readonly unknown[]) cells.push(withError(cell));
    else cells.push(withError(row));
  }
  return cells.length > 0 ? cells : [null];
}

/** What was given with every cell changed, as a range. */
export const mapCells = (
  given: unknown,
  change: (cell: unknown, row: number, column: number) => unknown,
): unknown[][] => rangeOf(given).map((cells, row) => cells.map((cell, column) => change(cell, row, column)));

/**
 * Works something out cell by cell over ranges of one size; a single cell, row or column serves for a whole range. What
 * is left out is `null` in every cell.
 */
export function cellByCell<const G extends readonly unknown[]>(
  given: G,
  one: (...values: { -readonly [K in keyof G]: unknown }) => Cell,
): Shown {
  const ranges = given.map(rangeOf);
  const heights = sizesOf(ranges, (range) => range.length);
  const widths = sizesOf(ranges, (range) => range[0]?.length ?? 0);
  const [height = 1, width = 1] = [heights[0], widths[0]];
  if (heights.length > 1 || widths.length > 1) {
    return cellFailure(
      refused('The ranges differ in size.', 'Use ranges with the same number of rows and columns.'),
    );
  }
  if (height * width > RESULTS_MAX) return TOO_MANY;
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, column) =>
      // One value for each argument, in their order.
      one(...(ranges.map((range) => at(range, row, column)) as { -readonly [K in keyof G]: unknown })),
    ),
  );
}

const TOO_MANY = cellFailure(
  refused(
    `These ranges have more than ${RESULTS_MAX.toLocaleString('en')} cells.`,
    'Use the rows with prices, such as A2:A500.',
  ),
);

const sizesOf = (ranges: readonly Range[], sizeOf: (range: Range) => number): number[] => [
  ...new Set(ranges.map(sizeOf).filter((size) => size !== 1)),
];

const at = (range: Range, row: number, column: number): unknown => {
  const cells = range.length === 1 ? range[0] : range[row];
  return cells?.length === 1 ? cells[0] : cells?.[column];
};
