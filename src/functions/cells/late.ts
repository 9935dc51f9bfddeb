import { cellFailure, WAITING, type CellFailure } from './cell-failure';
import type { Formula } from './context';

const AGAIN_MS = 20;
const NOT_LOADED = cellFailure({
  kind: 'unavailable',
  message: 'This function could not be loaded.',
  next: 'Check that the gateway runs, and calculate the cell again.',
});

/**
 * Formulas that come after everything that cells need at once: a book without them never loads them. Until they are there
 * a cell waits; when they do not come it says so, and the next calculation asks again.
 */
export function lateFormulas<M extends object>(
  load: () => Promise<M>,
): (formulaOf: (formulas: M) => Formula) => Formula {
  let formulas: M | undefined;
  let missing: CellFailure | undefined;
  return (formulaOf) => {
    if (formulas) return formulaOf(formulas);
    missing = undefined;
    void load().then(
      (loaded) => (formulas = loaded),
      () => (missing = NOT_LOADED),
    );
    return (desk) => {
      if (missing) return missing;
      if (!formulas) {
        desk.again(AGAIN_MS);
        return WAITING;
      }
      const formula = formulaOf(formulas);
      return typeof formula === 'function' ? formula(desk) : formula;
    };
  };
}
