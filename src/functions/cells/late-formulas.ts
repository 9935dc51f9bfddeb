import { CellFailure, cellFailure, WAITING } from './cell-failure';
import type { Formula } from './context';

const AGAIN_MS = 20;

/** Formulas whose code comes after everything that cells need at once, when a cell first asks for them. */
export function lateFormulas<T extends object>(
  load: () => Promise<T>,
): (formulaOf: (formulas: T) => Formula) => Formula {
  let formulas: T | CellFailure | undefined;
  return (formulaOf) => {
    if (formulas && !(formulas instanceof CellFailure)) return formulaOf(formulas);
    formulas = undefined;
    void load().then(
      (loaded) => (formulas = loaded),
      () => (formulas = NOT_LOADED),
    );
    return (desk) => {
      if (!formulas) {
        desk.again(AGAIN_MS);
        return WAITING;
      }
      if (formulas instanceof CellFailure) return formulas;
      const formula = formulaOf(formulas);
      return typeof formula === 'function' ? formula(desk) : formula;
    };
  };
}

const NOT_LOADED = cellFailure({
  kind: 'unavailable',
  message: 'This function could not be loaded.',
  next: 'Check that the gateway runs, then try again.',
});
