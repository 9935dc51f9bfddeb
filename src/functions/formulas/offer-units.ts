import type { RawRecord } from '../../domain/record';
import type { Request } from '../../domain/request';
import { spellsOtherUnits } from '../../domain/said-units';
import { CellFailure } from '../cells/cell-failure';
import type { FormulaContext } from '../cells/context';
import { lateFormulas } from '../cells/late-formulas';

const late = lateFormulas(
  () => import(/* webpackChunkName: "offer-units" */ '../../domain/limits/offer-units'),
);

/** Offers whose prices can be held against each other and against their request's. What units mean is loaded once one is spelt otherwise. */
export function inRequestUnits<O extends { readonly raw?: RawRecord | undefined }>(
  desk: FormulaContext,
  offers: readonly O[],
  request: Request,
): readonly O[] | CellFailure {
  if (!offers.some(({ raw }) => spellsOtherUnits(raw, request.legs))) return offers;
  let found = offers;
  const formula = late(({ inUnitsOf }) => () => {
    found = inUnitsOf(offers, request);
    return [];
  });
  const told = typeof formula === 'function' ? formula(desk) : formula;
  return told instanceof CellFailure ? told : found;
}
