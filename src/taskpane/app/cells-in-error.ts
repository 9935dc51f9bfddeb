import type { CellState } from '../../client/cell-register';

/** Each cell once: it has a line for every function in its formula, and shows one error. Where Excel gives no address nobody knows. */
export const inError = (all: readonly CellState[]): CellState[] => [
  ...new Map(all.filter(({ problem }) => problem).map((state) => [state.address || state, state])).values(),
];
