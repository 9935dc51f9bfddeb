import { cellFailure, refused } from './cell-failure';
import type { Cell, Shown } from './cells';

type Range = readonly (readonly unknown[])[];

const rangeOf = (given: unknown): Range => {
  if (given === null || given === undefined) return [[null]];
  return Array.isArray(given)
    ? given.map((row: unknown): unknown[] => (Array.isArray(row) ? row : [row]))
    : [[given]];
};

export const hasNumber = (given: unknown): boolean =>
  rangeOf(given).some((row) => row.some((v) => typeof v === 'number'));

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
      refused('The ranges differ in size.', 'Give ranges of as many rows and columns as each other.'),
    );
  }
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, column) =>
      // One value for each argument, in their order.
      one(...(ranges.map((range) => at(range, row, column)) as { -readonly [K in keyof G]: unknown })),
    ),
  );
}

const sizesOf = (ranges: readonly Range[], sizeOf: (range: Range) => number): number[] => [
  ...new Set(ranges.map(sizeOf).filter((size) => size !== 1)),
];

const at = (range: Range, row: number, column: number): unknown => {
  const cells = range.length === 1 ? range[0] : range[row];
  return cells?.length === 1 ? cells[0] : cells?.[column];
};
