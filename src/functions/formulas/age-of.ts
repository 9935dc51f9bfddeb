import { CellFailure, cellFailure, hidesValue } from '../cells/cell-failure';
import type { Cell } from '../cells/cells';
import { answerTo, valueOf, type FormulaContext } from '../cells/context';
import type { Resource } from '../../domain/resources/resource';

const SECOND_MS = 1_000;
const EVERY_MS_MAX = 60_000;
/** An old value is not counted by the second: its age is right to one part in so many. */
const STEPS = 10;

/** Whole seconds since the platform gave this value, however old it is; counted on while nothing else changes. */
export function ageOf(desk: FormulaContext, resource: Resource, { everyMs = SECOND_MS } = {}): Cell {
  const { value, fetchedAt, failure } = answerTo(desk, resource);
  if (failure && hidesValue(failure)) return cellFailure(failure);
  if (value === undefined || fetchedAt === undefined) {
    const missing = valueOf(desk, resource);
    return missing instanceof CellFailure ? missing : '';
  }
  const ageMs = Math.max(0, desk.now() - fetchedAt);
  desk.again(Math.min(EVERY_MS_MAX, Math.max(everyMs, ageMs / STEPS)));
  return Math.floor(ageMs / SECOND_MS);
}
