import type { CellState } from '../../client/cell-register';
import { resourceKey, type Resource } from '../../domain/resources/resource';
import { cellOf, sameSheet } from './address';

/** Those of a sheet, as far as Excel says where they are. */
export const onSheet = (all: readonly CellState[], sheet: string): CellState[] =>
  all.filter(({ address }) => {
    const cell = cellOf(address);
    return cell !== undefined && sameSheet(cell, { sheet });
  });

/** What these formulas show comes from these, each once. */
export function resourcesOf(states: readonly CellState[]): Resource[] {
  const byKey = new Map(
    states.flatMap(({ resources }) =>
      resources.map((resource) => [resourceKey(resource), resource] as const),
    ),
  );
  return [...byKey.values()];
}
