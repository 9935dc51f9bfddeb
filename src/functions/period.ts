import { failed, success, type Outcome } from '../domain/failure';
import { refused } from './cell-failure';

/** Days in the service's zone, both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** From one day to another, to today when the second is left out; none at all when both are. */
export function periodOf(
  from: string | undefined,
  to: string | undefined,
  today: string,
): Outcome<Period | undefined> {
  if (from === undefined) {
    if (to === undefined) return success(undefined);
    return failed(refused('The period has an end and no beginning.', 'Give its first day as well.'));
  }
  const end = to ?? today;
  if (from <= end) return success({ from, to: end });
  return failed(refused(`The period begins on ${from}, after its end on ${end}.`, 'Swap the two days.'));
}
