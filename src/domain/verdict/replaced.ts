import { restOf, type Proposal } from '../offers';
import { sameName } from './evidence';

/** A price proposal of the desk that a list has no more. */
export interface Gone {
  /** When it was made, by its own record; epoch ms. */
  readonly createdAt?: number | undefined;
  /** What was listed before it was sent. */
  readonly before: readonly string[];
  /** What was listed together with it; absent where it was never seen listed: then that it is not listed says nothing. */
  readonly beside?: readonly string[] | undefined;
  /** The name under which the desk's own are listed; while it is not known, nothing is another party's. */
  readonly name?: string | undefined;
}

/** A word that nobody knows ends nothing, nor does that a part of it was taken. */
export const canBeTaken = ({ state, raw, allOrNone }: Proposal): boolean =>
  state === undefined || restOf({ state, raw, ...(allOrNone !== undefined && { allOrNone }) }) !== 'over';

/**
 * Whether another party's took its place: a new price proposal replaces all that are there (section 2, price proposal). So all that the list still has came
 * after it, and all is under another name than the desk's own: a colleague's is the desk's too.
 */
export function isReplaced(gone: Gone, records: readonly Proposal[]): boolean {
  const left = records.filter(canBeTaken);
  const { name, beside } = gone;
  if (beside === undefined) return false;
  const isOthers = ({ counterparty }: Proposal): boolean =>
    name !== undefined && counterparty !== undefined && !sameName(name, counterparty);
  return left.length > 0 && left.every((one) => isOthers(one) && isNewer(one, { ...gone, beside }));
}

function isNewer(
  { id, createdAt: at }: Proposal,
  { createdAt, before, beside }: Gone & { readonly beside: readonly string[] },
): boolean {
  if (before.includes(id) || beside.includes(id)) return false;
  return at === undefined || createdAt === undefined || at >= createdAt;
}
